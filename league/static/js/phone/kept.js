// What this phone keeps, in localStorage: it is written before the next key is pressed, and all tabs
// share it. One key for each field and for each thing to send, so that two tabs never write over one
// another. Everything is under the name of the person who signed in.

const LAST = "amarraco-last"; // who was here last: the page for signing out knows no names
const user = document.body.dataset.phone || localStorage.getItem(LAST) || "";
if (user) localStorage.setItem(LAST, user);
const own = `amarraco:${user}:`;
const LONGEST = 14 * 24 * 3600 * 1000; // milliseconds that a draft is kept
const heard = new Set();

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};
const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or forbidden: the page still works as it does without script
  }
};
const keys = (start) => Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Calls back when something that is kept has changed, in this tab or in another. */
export const onChange = (callback) => heard.add(callback);
const changed = (key = "") => heard.forEach((callback) => callback(key));
addEventListener("storage", (event) => {
  if (event.key?.startsWith(own)) changed(event.key);
});

export const isSomebody = Boolean(user);
export const isMine = (name) => name === user;

// Drafts: `path` is where the form is sent to, `field` the name of a field in it.

const draftKey = (path, field) => `${own}draft:${path}:${field}`;

export function draftSave(path, field, value) {
  return write(draftKey(path, field), { value, at: Date.now() });
}

/** A form's drafts, by field. */
export function drafts(path) {
  const start = draftKey(path, "");
  return new Map(keys(start).map((key) => [key.slice(start.length), read(key)?.value]));
}

export function draftsDrop(path) {
  keys(draftKey(path, "")).forEach((key) => localStorage.removeItem(key));
}

export const draftPath = (key) => key.startsWith(`${own}draft:`) && key.split(":")[3];

// Things to send, oldest first. An entry: id, url, fields (pairs), label (what it is, in words), where
// ("boards" or ""), from (the page), notedAt, and once the server would not have it, `trouble` (its
// answer).

const out = `${own}out:`;
let count = 0;

export function entries() {
  return keys(out).sort().map((key) => read(key)).filter(Boolean);
}

export function entryAdd({ url, fields, label, where, from }) {
  const order = `${String(Date.now()).padStart(15, "0")}-${String(count++).padStart(4, "0")}`;
  const id = newId();
  const entry = { id, order, url, fields, label, where, from, notedAt: new Date().toISOString() };
  const kept = write(`${out}${order}:${id}`, entry);
  changed();
  return kept ? entry : null;
}

export function entryChange(entry, more) {
  const key = `${out}${entry.order}:${entry.id}`;
  if (localStorage.getItem(key) === null) return; // another tab has finished with it
  write(key, { ...entry, ...more });
  changed();
}

export function entryDrop(entry) {
  localStorage.removeItem(`${out}${entry.order}:${entry.id}`);
  changed();
}

/** What a thing to send is about: everything of one board is; else its address. */
export const placeOf = (url) => url.match(/^\/acta\/\d+\/mesas\/\d+\//)?.[0] ?? url;

/** A key that no other phone makes. `randomUUID` wants https, a bar's test server may not have it. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

// What this phone was last told of a board: newer than a page that was kept before.

export const standing = (url) => read(`${own}board:${url}`);
export const standingSet = (url, told) => write(`${own}board:${url}`, told);

// The server's clock less this one, in milliseconds, as it was when there was coverage.

export const clockSet = (moment) => write(`${own}clock`, Date.parse(moment) - Date.now());
export const officialNow = () => new Date(Date.now() + (read(`${own}clock`) || 0));

const AHEAD = 10 * 60 * 1000; // milliseconds after which the evening's pages are fetched ahead again

/** Whether to fetch the pages ahead: at each new step of an evening, and now and then. */
export function isDue(step) {
  const last = read(`${own}ahead`);
  if (last?.step === step && Date.now() - last.at < AHEAD) return false;
  return write(`${own}ahead`, { step, at: Date.now() });
}

// Acts of a match's sheet that wait (js/scoresheet/log.js).
const acts = () =>
  keys(`${own}sheet:`)
    .map(read)
    .reduce((many, one) => many + (one?.batch?.acts.length ?? 0) + (one?.pending?.length ?? 0), 0);

/** How many things of this person wait, and away with all of them: for signing out. */
export const waiting = () => keys(out).length + acts();
export function forget() {
  [...keys(own), ...keys("claim:")].forEach((key) => localStorage.removeItem(key));
}

/** Drafts that nobody came back to. */
export function tidy() {
  for (const key of keys(`${own}draft:`)) {
    if (Date.now() - (read(key)?.at || 0) > LONGEST) localStorage.removeItem(key);
  }
}
