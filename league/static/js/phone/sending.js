// Sends what is kept, oldest first, until the server has answered for each. The page does it, while
// it is open: a phone in a pocket promises nothing. Every thing carries its own key, so sending it
// again when the answer got lost does nothing twice.

import * as kept from "./kept.js";

const PATIENCE = 12_000; // milliseconds to wait for an answer
const AGAIN = [2_000, 4_000, 8_000, 15_000]; // milliseconds between tries
const box = document.getElementById("phone");
const heard = { state: new Set(), answer: new Set() };

/** "idle", "sending", "sent", "offline" or "signin". */
export let state = "idle";
// The page's own token will do, unless the page is an old one that the phone kept.
let csrf = document.documentElement.dataset.kept
  ? ""
  : document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
let tries = 0;
let timer;
let busy = false;
let inFlight = "";
const tabs = new BroadcastChannel("amarraco-answers");
tabs.onmessage = ({ data }) => heard.answer.forEach((callback) => callback(...data));

export const onState = (callback) => heard.state.add(callback);
/** Calls back with (entry, status, data) for everything that was answered. */
export const onAnswer = (callback) => heard.answer.add(callback);

export const isInFlight = (entry) => entry.id === inFlight;

function become(next) {
  state = next;
  heard.state.forEach((callback) => callback(next));
}

async function ask(url, options = {}) {
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

/** A sign of life: a fresh token and the official time. Throws without coverage. */
export async function signal() {
  const { status, data } = await ask(box.dataset.signal, { cache: "no-store" });
  if (status === 401) return "signin";
  if (status !== 200 || !data) throw new Error(`signal ${status}`);
  csrf = data.csrf;
  kept.clockSet(data.now);
  return kept.isMine(data.user) ? "ok" : "signin"; // never send one person's work as another's
}

async function send(entry) {
  const headers = {
    "Idempotency-Key": entry.id,
    "X-CSRFToken": csrf,
    "X-Noted-At": entry.notedAt,
    "X-Phone-At": new Date().toISOString(),
  };
  if (entry.where === "boards") headers["HX-Request"] = "true"; // the fragment is enough
  const body = new URLSearchParams(entry.fields);
  return ask(entry.url, { method: "POST", headers, body });
}

/** What must not overtake something that still has to be decided: all but other boards. */
const isBoard = (entry) => entry.where === "boards";

function nextOf(entries) {
  const stuck = entries.some((entry) => entry.trouble);
  const troubled = new Set(entries.filter((one) => one.trouble).map((one) => kept.placeOf(one.url)));
  return entries.find(
    (one) => !one.trouble && !troubled.has(kept.placeOf(one.url)) && (!stuck || isBoard(one)),
  );
}

async function drain() {
  let sent = false;
  for (let entry; (entry = nextOf(kept.entries())); ) {
    become("sending");
    inFlight = entry.id;
    const isReplay = Date.now() - Date.parse(entry.notedAt) > PATIENCE;
    if ((isReplay && !sent) || !csrf) if ((await signal()) === "signin") return "signin";
    let answer = await send(entry);
    if (answer.status === 403 && !answer.data) {
      // The token was of another session: a fresh one, once.
      if ((await signal()) === "signin") return "signin";
      answer = await send(entry);
    }
    if (answer.status === 401) return "signin";
    finish(entry, answer);
    sent = true;
  }
  return sent ? "sent" : "idle";
}

function finish(entry, { status, data }) {
  if (!data || status >= 500 || status === 429) throw new Error(`answer ${status}`);
  const accepted = status < 400;
  if (accepted) {
    rebase(entry, data);
    kept.entryDrop(entry);
  } else {
    kept.entryChange(entry, { trouble: { status, ...data } });
  }
  heard.answer.forEach((callback) => callback(entry, status, data));
  tabs.postMessage([entry, status, data]);
}

// What was tapped on the same board while this was on its way stood on what this made of it.
function rebase(done, { revision }) {
  if (revision === undefined) return;
  const was = Object.fromEntries(done.fields);
  for (const entry of kept.entries()) {
    if (entry.url !== done.url || entry.id === done.id) continue;
    const fields = entry.fields.map(([name, value]) =>
      name.endsWith("-revision") && value === was[name] ? [name, String(revision)] : [name, value],
    );
    kept.entryChange(entry, { fields });
  }
}

/** Send what there is. One tab at a time; the others hear what was answered. */
export async function flush() {
  clearTimeout(timer);
  if (busy || !nextOf(kept.entries())) return;
  busy = true;
  const work = async () => {
    try {
      return await drain();
    } catch {
      csrf = ""; // who knows what has changed when there is coverage again
      return "offline";
    } finally {
      inFlight = "";
    }
  };
  const result = navigator.locks ? await navigator.locks.request("amarraco", work) : await work();
  busy = false;
  become(result);
  if (result === "offline") {
    timer = setTimeout(flush, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  } else if (result !== "signin") {
    tries = 0;
    if (nextOf(kept.entries())) flush();
  }
}

/** The page heard for itself that there is no coverage, or that there is again. */
export function heardOffline() {
  if (state !== "signin") become("offline");
}
export const heardSignedOut = () => become("signin");
export function heardOnline() {
  if ((state === "offline" || state === "signin") && !kept.waiting()) become("idle");
  flush();
}

addEventListener("online", () => flush());
addEventListener("offline", heardOffline);
document.addEventListener("visibilitychange", () => document.hidden || flush());
