// Forms hand over to the phone, which keeps what they say and sends it; the page goes on when the
// answer comes. What the server wants mended or confirmed is sent once more as it would be without
// script, so that its own page says it.

import * as kept from "./kept.js";
import * as sending from "./sending.js";
import { pathOf, watch } from "./drafts.js";
import { saved } from "./state.js";

const words = document.getElementById("phone").dataset;
let leaving = false;
const waits = new Map(); // id of what was sent from this page → its form and button

// A code has few tries and none to spare: it goes straight to the server, once.
const CODE = "[autocomplete=one-time-code], [name=code], [name$=-code], [type=password], [type=file]";

const isOurs = (form) =>
  !form.querySelector(CODE) &&
  form.method === "post" &&
  form.enctype !== "multipart/form-data" &&
  !("taps" in form.dataset) &&
  !("stones" in form.dataset) &&
  !("direct" in form.dataset) && // a secret is neither kept nor sent later
  pathOf(form).startsWith("/acta/");

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function submitted(event) {
  const form = event.target;
  if (!isOurs(form) || event.defaultPrevented) return;
  const button = event.submitter;
  const fields = [...new FormData(form, button)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const url = pathOf(form);
  const place = kept.placeOf(url);
  const others = kept.entries().filter((one) => kept.placeOf(one.url) === place);
  // At a board there may be a second break after the first: there only the last tap is the same.
  const before = place === url ? others : others.slice(-1);
  if (before.some((one) => one.url === url && same(one.fields, fields))) {
    event.preventDefault(); // the same tap, twice
    return;
  }
  const label = form.dataset.label || button?.textContent.trim() || document.title;
  const where = form.closest("#boards") ? "boards" : "";
  const entry = kept.entryAdd({ url, fields, label, where, from: location.pathname });
  if (!entry) return; // nothing can be kept here: as without script
  event.preventDefault();
  if (!("break" in form.dataset)) waits.set(entry.id, { form, button, words: button?.textContent });
  sending.flush();
}

// No coverage: the button says that it was heard, and a form that takes several is ready for more.
function held() {
  for (const [id, { form, button }] of waits) {
    if (!kept.entries().some((entry) => entry.id === id)) continue;
    kept.draftsDrop(pathOf(form));
    if ("again" in form.dataset) {
      form.reset();
      waits.delete(id);
    } else if (button) {
      button.textContent = words.noted;
      button.disabled = true;
    }
  }
}

function answered(entry, status, data) {
  const ours = waits.get(entry.id);
  waits.delete(entry.id);
  if (status < 400) kept.draftsDrop(entry.url);
  if (ours?.button) {
    ours.button.disabled = false;
    ours.button.textContent = ours.words;
  }
  if (!ours) return;
  if (status < 400) {
    if (data.next) go(data.next);
  } else if (status === 409 && data.next) {
    kept.entryDrop(entry);
    go(data.next);
  } else if (!data.conflict && ours.form.isConnected) {
    kept.entryDrop(entry);
    again(ours.form, ours.button);
  }
}

function go(next) {
  leaving = true;
  const url = new URL(next, location.href);
  const here = url.pathname === location.pathname && url.search === location.search;
  location.assign(url);
  if (here && url.hash) location.reload(); // that alone would only scroll
}

function again(form, button) {
  leaving = true;
  form.dataset.asIs = "";
  if (button) form.requestSubmit(button);
  else form.submit();
}

// A page that the phone kept is an old one: fresh when all is sent, unless somebody is writing on it.
function drained(state) {
  if (state === "offline") held();
  if ((state !== "sent" && state !== "idle") || kept.entries().length || leaving) return;
  freshen();
}

/** Load the page again if it is an old one. Not twice in a minute: the air may just be thick. */
export function freshen() {
  const writes = document.activeElement?.matches("textarea, input:not([type=radio], [type=checkbox])");
  const last = Number(sessionStorage.getItem("amarraco-fresh"));
  if (!document.documentElement.dataset.kept || writes || leaving || Date.now() - last < 60_000) return;
  sessionStorage.setItem("amarraco-fresh", Date.now());
  location.reload();
}

export function start() {
  for (const form of document.querySelectorAll("main form")) {
    if (!isOurs(form)) continue;
    if (!form.closest("#boards") && watch(form, saved)) saved();
  }
  document.addEventListener("submit", (event) => "asIs" in event.target.dataset || submitted(event));
  sending.onAnswer(answered);
  sending.onState(drained);
}
