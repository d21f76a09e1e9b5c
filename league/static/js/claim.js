// A claim or a statement while it is typed: kept by the server, and by the phone when the server cannot be reached.
"use strict";

(() => {
  const PAUSE = 1500; // ms without a key before the draft goes out
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
  const say = (text) => {
    status.textContent = text;
  };
  const values = () => Object.fromEntries(FIELDS.map((field) => [field, form.elements[field]?.value ?? ""]));

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
    say(form.querySelector("[data-draft-status]").dataset.found);
  }

  let timer = 0;
  let leaving = false;
  const send = async () => {
    const body = new FormData(form);
    body.delete("photos");
    try {
      const answer = await fetch(form.dataset.draft, {
        method: "POST",
        body,
        headers: { "X-Draft": "1" },
        redirect: "error",
      });
      if (leaving) return;
      if (answer.status === 204) {
        const now = new Date().toLocaleTimeString("es", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Madrid" });
        say(`${status.dataset.kept} ${now}.`);
      } else if (answer.status === 422) {
        say(`${status.dataset.tooLong} ${await answer.text()}`);
      } else {
        say(status.dataset.onPhone);
      }
    } catch {
      if (!leaving) say(status.dataset.onPhone);
    }
  };
  form.addEventListener("input", (event) => {
    if (event.target.type === "file") return;
    phone.write(name, values());
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
  form.addEventListener("submit", () => {
    leaving = true;
    clearTimeout(timer);
  });
})();
