// A claim or a statement while it is typed: every key is kept by the phone, and by the server as soon as it can be
// reached: when somebody pauses, and again and again without coverage. What was submitted without
// coverage goes by itself while the page is open.
"use strict";

(() => {
  const PAUSE = 1500; // ms without a key before the draft goes out
  const AGAIN = [3000, 6000, 12000]; // ms between tries without coverage
  const PATIENCE = 6000; // ms to wait for an answer
  const KEEPS = 7 * 24 * 3600 * 1000; // how long the phone keeps it
  const FIELDS = ["text", "record", "clause", "incident"];

  const phone = {
    read(name) {
      try {
        const kept = JSON.parse(localStorage.getItem(name));
        return kept && Date.now() - kept.at < KEEPS ? kept : null;
      } catch {
        return null;
      }
    },
    write(name, values) {
      try {
        localStorage.setItem(name, JSON.stringify({ at: Date.now(), values }));
      } catch {
        // a phone that keeps nothing: the server has it
      }
    },
    forget(name) {
      try {
        localStorage.removeItem(name);
      } catch {
        // nothing was kept
      }
    },
  };

  const done = document.querySelector("[data-forget-now]");
  if (done) {
    phone.forget(done.dataset.forgetNow);
    history.replaceState(null, "", location.pathname + location.hash); // what is typed next is kept
  }
  const discard = document.querySelector("form[data-forget]");
  if (discard) discard.addEventListener("submit", () => phone.forget(discard.dataset.forget));

  const form = document.querySelector("form[data-draft]");
  if (!form) return;
  const name = form.dataset.phoneKey;
  const status = form.querySelector("[data-draft-status]");
  const chip = form.querySelector("[data-draft-chip]");
  const say = (word, level, more = "") => {
    const text = [status.dataset[word], more].filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
    chip.hidden = false;
    chip.className = `chip ${level}`;
    chip.textContent = status.dataset[`${word}Chip`];
  };
  const values = () => Object.fromEntries(FIELDS.map((field) => [field, form.elements[field]?.value ?? ""]));

  let timer = 0;
  let tries = 0;
  let leaving = false;
  let waits = null; // the button that was pressed, until there is coverage
  let asking = false;

  const ask = async (url, options) => {
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await fetch(url, { ...options, signal: stop.signal, redirect: "error" });
    } finally {
      clearTimeout(late);
    }
  };

  // A sign of life, with a fresh token: a page that the phone kept has an old one.
  const signal = async () => {
    const answer = await ask(form.dataset.signal, { cache: "no-store" }).catch(() => null);
    if (answer?.status === 401) return "signin";
    const told = answer?.ok && (await answer.json().catch(() => null));
    if (!told) return "offline";
    form.elements.csrfmiddlewaretoken.value = told.csrf;
    return "ok";
  };

  const post = () => {
    const body = new FormData(form);
    body.delete("photos");
    return ask(form.dataset.draft, { method: "POST", body, headers: { "X-Draft": "1" } }).catch(() => null);
  };

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  };

  async function send() {
    clearTimeout(timer);
    if (waits) return submit();
    let answer = await post();
    if (answer?.status === 403 && (await signal()) === "ok") answer = await post();
    if (leaving || waits) return;
    if (answer?.status === 204) {
      tries = 0;
      const now = new Date().toLocaleTimeString("es", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Madrid" });
      say("kept", "ok", `${now}.`);
    } else if (answer?.status === 422) {
      say("tooLong", "stop", await answer.text());
    } else if (answer?.status === 401) {
      say("signin", "stop");
    } else {
      say("onPhone", "wait");
      later();
    }
  }

  // What was pressed goes when a sign of life came; whoever is signed out is asked to sign in then.
  async function submit() {
    if (asking) return;
    asking = true;
    const life = await signal();
    asking = false;
    if (life === "offline") {
      say("waits", "stop");
      later();
    } else {
      leaving = true;
      form.requestSubmit(waits);
    }
  }

  form.addEventListener("input", (event) => {
    if (event.target.type === "file") return;
    phone.write(name, values());
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (leaving) return;
    event.preventDefault();
    waits = event.submitter || form.querySelector("[type=submit]");
    submit();
  });
  const again = () => (tries || waits) && !document.hidden && send();
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
  addEventListener("pageshow", () => {
    leaving = false; // back from the page that followed
    waits = null;
  });

  // What this phone kept and the server does not have: typed without coverage, or signed out.
  const kept = phone.read(name);
  const savedAt = Number(form.dataset.savedAt || 0) * 1000;
  const typed = form.elements.text.value.trim();
  const wanted = kept && kept.values.text.trim() !== typed && kept.at > savedAt;
  if (wanted && !(typed && kept.values.text.length < typed.length)) {
    for (const field of FIELDS) {
      if (form.elements[field] && kept.values[field]) form.elements[field].value = kept.values[field];
    }
    if (kept.values.record && form.elements.record) form.elements.record.closest("details").open = true;
    say("found", "info");
    timer = setTimeout(send, PAUSE);
  }
})();
