// Who is present and who plays, where no server answers: what came as data (data.js) brings an old
// list up to date, ticks who played last time, and says at once why a line-up cannot be closed. What
// needs the rule book comes with the next coverage.

import * as data from "./data.js";
import { keep } from "./drafts.js";

const form = document.getElementById("line-up");
const isPlaying = (field) => (field.type === "checkbox" ? field.checked : Boolean(field.value));
const playsOf = (line) => line.querySelector("[name=plays], select");
const presentOf = (line) => line.querySelector("[name=present]");
const lineOf = (ficha) => form.querySelector(`[name=present][value="${ficha.id}"]`)?.closest("li");

function put(field, value) {
  if (field.type === "checkbox") field.checked = Boolean(value);
  else field.value = value || "";
}

// A list that was kept may not know who was suspended, or registered, since.
function freshen(fichas) {
  const list = form.querySelector("ul.ticks");
  const blank = document.getElementById("ficha-line");
  for (const ficha of fichas) {
    let line = lineOf(ficha);
    if (!line) {
      const html = blank.innerHTML.replaceAll('value="0"', `value="${ficha.id}"`).replaceAll("pair-0", `pair-${ficha.id}`);
      list.insertAdjacentHTML("beforeend", html);
      line = list.lastElementChild;
      line.querySelector(".slot").append(ficha.slot);
      line.querySelector(".name").textContent = ficha.name;
    }
    const barred = ficha.reasons.length > 0;
    if (barred === line.classList.contains("off")) continue;
    line.classList.toggle("off", barred);
    for (const field of line.querySelectorAll("input, select")) {
      if (barred) put(field, "");
      field.disabled = barred;
    }
    line.querySelector(".why")?.remove();
    if (!barred) continue;
    const why = document.createElement("p");
    why.className = "why";
    why.textContent = ficha.reasons.map((reason) => `${reason.text} ${reason.clause}`).join(" ");
    line.append(why);
  }
}

function likeLast(fichas) {
  for (const ficha of fichas) {
    const line = lineOf(ficha);
    if (!line || line.classList.contains("off")) continue;
    const plays = playsOf(line);
    put(plays, plays.type === "checkbox" ? ficha.last : ficha.last && ficha.last_pair);
    presentOf(line).checked = ficha.last;
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
  keep(form);
}

// Why it cannot be closed, as a word and a number; nothing where it can, as far as can be told here.
function fault({ boards, fewest, in_pairs: inPairs }, isShort) {
  const playing = [...form.querySelectorAll("[name=plays], select")].filter(isPlaying);
  const pairs = Math.floor(playing.length / 2);
  if (playing.length % 2) return ["odd", playing.length];
  if (playing.length > 2 * boards) return ["too_many", playing.length];
  if (pairs < fewest) return ["fewer_than_three", pairs];
  if (inPairs) {
    const sizeOf = (one) => playing.filter((other) => other.value === one.value).length;
    if (playing.some((one) => sizeOf(one) !== 2)) return ["pairs_open", pairs];
  }
  return pairs < boards && !isShort ? ["short", pairs] : null;
}

function say(found) {
  for (const notice of document.querySelectorAll("[data-fault]")) {
    notice.hidden = notice.dataset.fault !== found?.[0];
    if (notice.hidden) continue;
    notice.querySelectorAll("[data-text]").forEach((one) => {
      one.textContent = one.dataset.text.replace("{n}", found[1]);
    });
    notice.scrollIntoView({ block: "center" });
    notice.focus();
  }
}

export async function start() {
  if (!form || "direct" in form.dataset) return; // another side's, told on this phone
  const facts = (await data.ready)?.line_up;
  if (!facts) return;
  if (document.documentElement.dataset.kept) freshen(facts.fichas);
  document.querySelector("a[data-like-last]")?.addEventListener("click", (event) => {
    event.preventDefault();
    likeLast(facts.fichas);
  });
  form.addEventListener("submit", (event) => {
    const action = event.submitter?.value || "";
    const found = action.startsWith("close") && fault(facts, action === "close-short");
    say(found);
    if (found) event.preventDefault();
  });
}
