// The log on this device: what the server has, what is on its way and what waits. It is written to
// localStorage before the next tap, and sent as soon as may be; a batch keeps its key until it is
// answered, so that sending it again does nothing twice.

import { clockSet, newId, isMine } from "../phone/kept.js";

const PATIENCE = 12_000; // milliseconds to wait for an answer
const AGAIN = [2_000, 4_000, 8_000, 15_000]; // milliseconds between tries
const POLL = 10_000; // milliseconds after which to ask whether somebody else has written

/** Texts after "" has undone the one before it. */
export function lived(acts, more) {
  const live = [...acts];
  for (const text of more) {
    if (text) live.push(text);
    else live.pop();
  }
  return live;
}

export class Log {
  /** `heard` is called whenever something has changed. */
  constructor(data, heard) {
    this.key = `amarraco:${data.person}:sheet:${data.pk}`;
    this.url = data.urls.acts;
    this.box = document.getElementById("phone").dataset;
    this.heard = heard;
    this.status = "sent";
    this.tries = 0;
    const kept = this.load();
    // What waits here stands on what this device knew; else whoever knows more is right.
    const isOlder = !kept || (!kept.batch && !kept.pending.length && kept.base < data.head);
    this.kept = isOlder ? { base: data.head, acts: data.acts, batch: null, pending: [], trouble: null } : kept;
    this.csrf = document.documentElement.dataset.kept ? "" : document.querySelector("[name=csrfmiddlewaretoken]").value;
    this.save();
    addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      this.kept = this.load() ?? this.kept;
      this.heard();
    });
    addEventListener("online", () => this.flush());
    addEventListener("offline", () => this.become("offline"));
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
    setInterval(() => this.poll(), POLL);
  }

  load() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // Full, or forbidden: it goes on in memory, and is sent all the same.
    }
  }

  /** The acts that count, those included that the server does not have yet. */
  live() {
    const { acts, batch, pending } = this.kept;
    return lived(acts, [...(batch?.acts ?? []), ...pending].map((one) => one.text));
  }

  get unsent() {
    return (this.kept.batch?.acts.length ?? 0) + this.kept.pending.length;
  }

  get trouble() {
    return this.kept.trouble;
  }

  add(text) {
    this.kept.pending.push({ text, at: new Date().toISOString() });
    this.save();
    this.heard();
    this.flush();
  }

  become(status) {
    this.status = status;
    this.heard();
  }

  async ask(url, options = {}) {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal, credentials: "same-origin" });
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      return { status: answer.status, data: isJson ? await answer.json() : null };
    } finally {
      clearTimeout(late);
    }
  }

  /** A sign of life: a fresh token and the official time. Says "signin" for somebody else's session. */
  async signal() {
    const { status, data } = await this.ask(this.box.signal, { cache: "no-store" });
    if (status === 401) return "signin";
    if (status !== 200 || !data) throw new Error(`signal ${status}`);
    this.csrf = data.csrf;
    clockSet(data.now);
    return isMine(data.user) ? "ok" : "signin";
  }

  async post({ key, base, acts }) {
    return this.ask(this.url, {
      method: "POST",
      headers: { "Idempotency-Key": key, "X-CSRFToken": this.csrf, "X-Phone-At": new Date().toISOString() },
      body: new URLSearchParams({ base, acts: JSON.stringify(acts) }),
    });
  }

  /** Send what there is, one batch after the other, one tab at a time. */
  async flush() {
    clearTimeout(this.timer);
    if (this.busy || !this.unsent || this.trouble) return;
    this.busy = true;
    const work = () => this.drain().catch(() => "offline");
    const result = navigator.locks ? await navigator.locks.request(this.key, work) : await work();
    this.busy = false;
    this.become(result);
    if (result === "offline") {
      this.csrf = "";
      this.timer = setTimeout(() => this.flush(), AGAIN[Math.min(this.tries++, AGAIN.length - 1)]);
    } else {
      this.tries = 0;
      if (result === "sent" && this.unsent) this.flush();
    }
  }

  async drain() {
    while (this.unsent && !this.trouble) {
      const { kept } = this;
      kept.batch ??= { key: newId(), base: kept.base, acts: kept.pending.splice(0) };
      this.save();
      this.become("sending");
      if (!this.csrf && (await this.signal()) === "signin") return "signin";
      let answer = await this.post(kept.batch);
      if (answer.status === 403 && !answer.data) {
        // The token was of another session: a fresh one, once.
        if ((await this.signal()) === "signin") return "signin";
        answer = await this.post(kept.batch);
      }
      if (answer.status === 401) return "signin";
      this.answered(answer);
    }
    return "sent";
  }

  answered({ status, data }) {
    if (!data || status >= 500 || status === 429) throw new Error(`answer ${status}`);
    if (status < 400) this.stand(data, { batch: null });
    else if (data.conflict) this.kept.trouble = { kind: "conflict", ...data.conflict };
    else this.kept.trouble = { kind: "refused", error: data.error, code: data.code, head: data.head, acts: data.acts };
    this.save();
    this.heard();
  }

  stand({ head, acts }, more = {}) {
    Object.assign(this.kept, { base: head, acts }, more);
  }

  /** What waits goes behind what somebody else has written. */
  putBehind() {
    this.again(this.waiting());
  }

  /** What waits is given up. */
  giveUp() {
    this.again([]);
  }

  /** All that waits, in its order. */
  waiting() {
    return [...(this.kept.batch?.acts ?? []), ...this.kept.pending];
  }

  /** Go on from what the server has, with these acts to send. */
  again(acts) {
    const { trouble } = this.kept;
    if (trouble?.acts) this.stand(trouble);
    Object.assign(this.kept, { batch: null, pending: acts, trouble: null });
    this.save();
    this.become("sent");
    this.flush();
  }

  async poll() {
    if (this.unsent || this.busy || document.hidden) return;
    const { status, data } = await this.ask(this.url, { cache: "no-store" }).catch(() => ({}));
    if (this.unsent || this.busy) return;
    if (status === 401) this.become("signin");
    else if (status !== 200 || !data) this.become("offline");
    else if (data.head !== this.kept.base || this.status !== "sent") {
      this.stand(data);
      this.save();
      this.become("sent");
    }
  }
}
