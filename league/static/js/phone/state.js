// The line at the top: what is on this phone, what has arrived, and what has to be decided.

import * as kept from "./kept.js";
import * as sending from "./sending.js";
import { restore } from "./drafts.js";

const box = document.getElementById("phone");
const words = box.dataset;
const [chip, more, link] = ["span.chip", "[data-more]", "p a"].map((one) => box.querySelector(one));
const list = box.querySelector("ul");
let typed = false;
let sentAt = "";

const hour = (moment) =>
  moment.toLocaleTimeString("es-ES", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Madrid" });

/** Something is typed and kept, and not yet handed in. */
export function saved() {
  typed = true;
  show();
}

function say(level, word, text = "", [href, label] = []) {
  chip.className = `chip ${level}`;
  if (chip.textContent !== word) chip.textContent = word;
  if (more.textContent !== text) more.textContent = text;
  link.hidden = !href;
  if (href) {
    link.href = href;
    link.textContent = label;
  }
  box.hidden = false;
}

export function show() {
  const entries = kept.entries();
  const left = entries.filter((entry) => !entry.trouble).length;
  const old = document.documentElement.dataset.kept;
  const here = encodeURIComponent(location.pathname + location.search);
  const count = left === 1 ? words.waitingOne : words.waitingMore.replace("{n}", left);
  if (sending.state === "signin") {
    say("stop", words.signin, words.signinMore, [`${words.login}?next=${here}`, words.signinLink]);
  } else if (left && sending.state === "sending") {
    say("wait", words.sending);
  } else if (left && entries.length === left) {
    say("wait", words.waiting, count);
  } else if (entries.length) {
    say("stop", words.decide, left ? count : "");
  } else if (sending.state === "offline") {
    const page = old && words.kept.replace("{hour}", hour(new Date(old)));
    say("wait", words.offline, [page, words.offlineMore].filter(Boolean).join(". "));
  } else if (typed) {
    say("info", words.saved, words.savedMore);
  } else if (sentAt) {
    say("ok", words.sent, hour(sentAt));
  } else {
    box.hidden = true;
  }
  troubles(entries.filter((entry) => entry.trouble));
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn quiet small";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function troubles(found) {
  const shown = found.map((entry) => entry.id).join();
  list.hidden = !found.length;
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(...found.map((entry) => (entry.trouble.conflict ? choice(entry) : refused(entry))));
}

function line(text, ...buttons) {
  const item = document.createElement("li");
  const said = document.createElement("span");
  said.textContent = text;
  const row = document.createElement("span");
  row.className = "toolbar";
  row.append(...buttons);
  item.append(said, row);
  return item;
}

// Both sides wrote on the same board: whoever is here says which counts.
function choice(entry) {
  const { mine, theirs, revision } = entry.trouble.conflict;
  const score = (games) => games.join("–");
  const both = words.both.replace("{mine}", score(mine)).replace("{theirs}", score(theirs));
  const put = () => {
    const fields = entry.fields.map(([name, value]) =>
      name.endsWith("-revision") ? [name, String(revision)] : [name, value],
    );
    kept.entryDrop(entry);
    kept.entryAdd({ ...entry, fields });
    sending.flush();
  };
  const leave = () => {
    kept.entryDrop(entry);
    sending.flush();
    document.dispatchEvent(new CustomEvent("phone:fresh"));
  };
  return line(
    `${entry.label}: ${both}`,
    button(words.put.replace("{score}", score(mine)), put),
    button(words.leave.replace("{score}", score(theirs)), leave),
  );
}

// The server would not have it: back into the form it came from, or away with it.
function refused(entry) {
  const look = () => {
    restore(entry);
    kept.entryDrop(entry);
    location.assign(entry.from || entry.trouble.next || entry.url);
  };
  const drop = () => {
    kept.entryDrop(entry);
    sending.flush();
  };
  return line(`${entry.label}: ${entry.trouble.error}`, button(words.look, look), button(words.drop, drop));
}

sending.onAnswer((_entry, status) => {
  if (status < 400) sentAt = kept.officialNow();
  typed = false;
});
sending.onState(show);
kept.onChange(show);
