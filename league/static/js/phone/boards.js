// The boards: a tap is kept at once, sent as soon as may be, and stays on the screen until then,
// whatever the server's fresh picture of the boards says meanwhile.

import * as breaks from "./breaks.js";
import * as data from "./data.js";
import * as kept from "./kept.js";
import * as sending from "./sending.js";
import * as stones from "./stones.js";

const find = () => document.getElementById("boards");
let facts = null;
const isLegal = (home, away) => facts.legal.some((score) => score[0] === home && score[1] === away);
const asked = new WeakMap(); // a question to the server → when it was put
let lastAnswer = 0;

const gamesOf = (form, side) => {
  const chosen = form.querySelector(`[name=board-${form.dataset.taps}-${side}]:checked`);
  return chosen ? Number(chosen.value) : 0;
};

// Only what the format allows together with the rival's games: as data, since the rules stay behind.
function allow(form) {
  if (!facts) return;
  const home = gamesOf(form, "home");
  const away = gamesOf(form, "away");
  for (const one of form.querySelectorAll("[type=radio]")) {
    const games = Number(one.value);
    const may = one.name.endsWith("-home") ? isLegal(games, away) : isLegal(home, games);
    one.disabled = !may && !one.checked;
  }
}

function tapped(event) {
  const form = event.target.closest("form[data-taps]");
  if (!form || !event.isTrusted) return;
  const url = new URL(form.getAttribute("action"), location.href).pathname;
  const entries = kept.entries().filter((entry) => kept.placeOf(entry.url) === kept.placeOf(url));
  const troubled = entries.filter((entry) => entry.url === url && entry.trouble);
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const conflict = troubled.find((entry) => entry.trouble.conflict)?.trouble.conflict;
  // What was tapped before a break stays as it was then: the break stands on it.
  const last = entries.at(-1);
  if (last?.url === url && !last.trouble && !sending.isInFlight(last)) {
    kept.entryChange(last, { fields });
  } else {
    troubled.forEach(kept.entryDrop); // tapped again after the question: that is the answer
    const on = (name, value) => (conflict && name.endsWith("-revision") ? conflict.revision : value);
    const based = fields.map(([name, value]) => [name, String(on(name, value))]);
    kept.entryAdd({ url, fields: based, label: form.dataset.label, where: "boards", from: location.pathname });
  }
  allow(form);
  sending.flush();
}

// A page that was kept does not know what this phone has noted since.
function catchUp(form) {
  const known = kept.standing(new URL(form.getAttribute("action"), location.href).pathname);
  const number = form.dataset.taps;
  const revision = form.querySelector(`[name=board-${number}-revision]`);
  if (!known || known.revision <= Number(revision.value)) return;
  const games = Object.fromEntries(known.fields);
  const [home, away] = ["home", "away"].map((side) => games[`board-${number}-${side}`] ?? "0");
  for (const [side, won] of [["home", home], ["away", away]]) {
    const one = form.querySelector(`[name=board-${number}-${side}][value="${won}"]`);
    if (one) one.checked = true;
  }
  revision.value = known.revision;
  form.querySelector(`[name=board-${number}-seen]`).value = `${home}-${away}`;
}

// Put what waits on this phone over what the server says.
function overlay() {
  const boards = find();
  if (!boards) return;
  boards.querySelectorAll("form[data-taps]").forEach(catchUp);
  for (const entry of kept.entries()) {
    if (entry.where !== "boards" || entry.trouble) continue;
    for (const [name, value] of entry.fields) {
      const one = boards.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
      if (one) one.checked = true;
    }
  }
  boards.querySelectorAll("form[data-taps]").forEach(allow);
  stones.overlay(boards, gamesOf);
  if (facts) breaks.overlay(facts);
}

function swap(html) {
  lastAnswer = performance.now();
  window.htmx.swap("#boards", html, { swapStyle: "outerHTML" });
  overlay();
}

async function fresh() {
  const boards = find();
  if (!boards) return;
  const answer = await fetch(boards.dataset.fresh, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && !answer.headers.has("HX-Refresh")) swap(await answer.text());
}

export function start() {
  if (!find()) return;
  document.addEventListener("change", tapped);
  stones.start();
  sending.onAnswer((entry, _status, data) => {
    if (entry.where !== "boards") return;
    if (data.revision) kept.standingSet(entry.url, { revision: data.revision, fields: entry.fields });
    if (data.html) swap(data.html);
    else fresh();
  });
  document.addEventListener("phone:fresh", fresh);
  // A picture that was asked for before the last tap arrived is an old one.
  document.addEventListener("htmx:beforeSend", (event) => asked.set(event.detail.xhr, performance.now()));
  document.addEventListener("htmx:beforeSwap", (event) => {
    if ((asked.get(event.detail.xhr) ?? Infinity) < lastAnswer) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", overlay);
  kept.onChange(overlay);
  overlay();
  data.ready.then((found) => {
    facts = found;
    overlay();
  });
}
