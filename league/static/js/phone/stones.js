// The stones of a game, for who wants to note them: kept with every keystroke, sent when the field
// is left or a while after the last key. A field is there as soon as its game is tapped.

import * as kept from "./kept.js";
import * as sending from "./sending.js";

const PAUSE = 1500; // milliseconds after the last key
const wrong = new Map(); // address → what cannot be: it stays in its field until it is mended
let timer;

const urlOf = (form) => new URL(form.getAttribute("action"), location.href).pathname;
const fieldOf = (form) => form.elements.stones;
const revisionOf = (form) => form.elements["stones-revision"];
const isWhole = (field) =>
  field.value === "" || (/^\d{1,2}$/.test(field.value) && Number(field.value) <= Number(field.dataset.most));

function mark(field) {
  if (!isWhole(field)) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  const tally = field.closest("[data-tally]");
  tally.querySelector("[data-too-many]").hidden = !tally.querySelector("[aria-invalid]");
}

function typed({ target, isTrusted }) {
  const form = target.closest("form[data-stones]");
  if (!form || !isTrusted) return;
  const url = urlOf(form);
  const entries = kept.entries().filter((entry) => entry.url === url);
  const waits = entries.findLast((entry) => !entry.trouble && !sending.isInFlight(entry));
  mark(target);
  wrong.delete(url);
  if (!isWhole(target)) {
    wrong.set(url, target.value);
    if (waits) kept.entryDrop(waits); // half a number is not a number
    return;
  }
  // Typed again after the question: that is the answer.
  const conflict = entries.find((entry) => entry.trouble?.conflict)?.trouble.conflict;
  entries.filter((entry) => entry.trouble).forEach(kept.entryDrop);
  const fields = [
    ["stones", target.value],
    ["stones-revision", String(conflict?.revision ?? revisionOf(form).value)],
  ];
  if (waits) {
    kept.entryChange(waits, { fields: [fields[0], waits.fields[1]] });
  } else if (kept.entryAdd({ url, fields, label: form.dataset.label, where: "boards", from: location.pathname }) === null) {
    return; // nothing can be kept here: as without script, when the field is left
  }
  clearTimeout(timer);
  timer = setTimeout(sending.flush, PAUSE);
}

// The field is left: away with it.
function left({ target, isTrusted }) {
  if (isTrusted && target.closest("form[data-stones]")) sending.flush();
}

function submitted(event) {
  if (!("stones" in event.target.dataset)) return;
  event.preventDefault();
  sending.flush();
}

// Fields for the games won, with what waits on this phone over what the server says.
function show(board, gamesOf) {
  const tally = board.querySelector("[data-tally]");
  if (!tally) return;
  let any = false;
  for (const row of tally.querySelectorAll("[data-won]")) {
    const games = gamesOf(row.dataset.won);
    row.hidden = games === 0;
    any ||= games > 0;
    for (const form of row.querySelectorAll("form")) {
      form.hidden = Number(form.dataset.stones) > games;
      catchUp(form);
    }
  }
  tally.hidden = !any;
}

function catchUp(form) {
  const url = urlOf(form);
  const field = fieldOf(form);
  if (wrong.has(url)) {
    field.value = wrong.get(url);
    mark(field);
    return;
  }
  // A page that was kept does not know what this phone has noted since.
  const known = kept.standing(url);
  let value;
  if (known && known.revision > Number(revisionOf(form).value)) {
    revisionOf(form).value = known.revision;
    value = Object.fromEntries(known.fields).stones;
  }
  const waits = kept.entries().findLast((entry) => entry.url === url && !entry.trouble);
  if (waits) value = Object.fromEntries(waits.fields).stones;
  if (value !== undefined && field.value !== value) field.value = value;
}

/** After every tap and every fresh picture; `gamesOf` says what a board's radios say. */
export function overlay(boards, gamesOf) {
  for (const form of boards.querySelectorAll("form[data-taps]")) {
    show(form.closest("section.board"), (side) => gamesOf(form, side));
  }
}

export function start() {
  document.addEventListener("input", typed);
  document.addEventListener("change", left);
  document.addEventListener("submit", submitted);
}
