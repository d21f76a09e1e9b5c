// The scorer's page: state from the log, a button a team, and the court between them.

import { replay } from "./engine.js";
import { Log, lived } from "./log.js";
import { questions } from "./ask.js";
import { clock, fill, h, swap } from "./dom.js";
import { officialNow, clockSet } from "../phone/kept.js";
import * as worker from "../phone/worker.js";

const data = JSON.parse(document.getElementById("sheet-data").textContent);
const { words } = data;
const place = (id) => document.getElementById(id);
const SIGN = { HOME: "L", AWAY: "V" };
const TITLES = { L: "HOME", V: "AWAY" };
const CHOICE = { SERVE: "s", RECEIVE: "r", LEFT: "i", RIGHT: "d" };
const other = (side) => (side === "HOME" ? "AWAY" : "HOME");
const team = (side) => data.teams[side];

if (!document.documentElement.dataset.kept) clockSet(data.now);

let shown = null; // the acts that the page shows
const room = matchMedia("(height >= 500px)");
const log = new Log(data, heard);
let state = replay(data.rules, data.rosters, log.live()).state;
let toss = {}; // what has been tapped of it so far
let picked = { HOME: [], AWAY: [] }; // a slip half filled in
let editing = {}; // one that was handed in and is filled in again
let timeOut = null; // {side, until}
let said = ""; // what the last act brought about

const game = {
  data,
  words,
  state: () => state,
  act,
  defaults: defaultsPanel,
  refusedOf,
};
const ask = questions(game);

// ---- acts ----

function act(text) {
  const live = log.live();
  const tried = replay(data.rules, data.rosters, [...live, text]);
  const refused = tried.refused.find((one) => one.place === live.length);
  if (refused) return notice(refusalWords(refused));
  const before = state;
  timeOut = text.endsWith("t") ? { side: TITLES[text[0]], until: Date.now() + data.rules.options.time_out_seconds * 1000 } : null;
  picked = { HOME: [], AWAY: [] };
  editing = {};
  toss = {};
  said = brought(before, tried.state);
  log.add(text);
}

function undo() {
  timeOut = null;
  said = "";
  picked = { HOME: [], AWAY: [] };
  log.add("");
}

/** What an act brought about that everybody should hear. */
function brought(before, after) {
  if (after.sets.length > before.sets.length) {
    const { points } = after.sets.at(-1);
    const side = points[0] > points[1] ? "HOME" : "AWAY";
    return fill(after.phase === "OVER" ? words.set_won : words.set_over, { n: after.sets.length, team: team(side), points: points.join("–") });
  }
  return before.server && after.server && before.server !== after.server ? `${words.serve_change}: ${team(after.server)}` : "";
}

function refusalWords({ code, facts }) {
  const told = { ...facts, phase: words.phases[facts.phase] };
  const text = words.refusals[code] ?? words.not_now;
  return text.replace(/%\((\w+)\)s/g, (_all, name) => told[name] ?? "");
}

// Which of what waits the server would not have, and what is left without it.
function refusedOf({ trouble, waiting }) {
  const all = waiting.call(log);
  let acts = trouble.acts;
  for (const [number, one] of all.entries()) {
    const next = lived(acts, [one.text]);
    if (one.text && replay(data.rules, data.rosters, next).refused.length) {
      return [one, all.filter((_other, place) => place !== number)];
    }
    acts = next;
  }
  return [all[0], all.slice(1)];
}

/** An act in words, for the log and for undoing. */
function wordsOf(text) {
  const [, sign, rest] = /^([LV])(.*)$/.exec(text);
  const side = TITLES[sign];
  const name = team(side);
  if (!rest) return fill(words.rally, { team: name });
  if (/^ [srid]/.test(rest)) return words.phase_titles.TOSS;
  if (rest.startsWith(" ")) return fill(words.slip_of, { team: name });
  const kind = rest[0];
  if (kind === "x") return `${words.fault} ${rest.slice(1)}, ${name}`;
  if (kind === "c") {
    const [, out, into] = /c(\d+)>(\d+)/.exec(rest);
    return `${fill(words.change_of, { out, into })}, ${name}`;
  }
  if (kind === "t") return `${words.time_out}, ${name}`;
  if (kind === "n") return fill(words.default_due, { n: rest.slice(1), team: name });
  if (kind === "q") return `${words.refusal}, ${name}`;
  if (kind === "a") return `${words.aggression}, ${name}`;
  if (kind === "i") return `${words.impersonation}, ${name}`;
  const cards = { y: "YELLOW", r: "RED", e: "EXPULSION", d: "DISQUALIFICATION" };
  const [, letter, person] = /^([yred])(\d+|[EAM])/.exec(rest);
  return `${words.card} ${words.cards[cards[letter]]}: ${words.staff[person] ?? person}, ${name}`;
}

// ---- what is seen ----

const call = place("call");

function notice(text) {
  said = text;
  render();
}

// What is on its way changes nothing that can be tapped: a button that is under a finger stays.
function heard() {
  if (shown === null) return;
  if (log.live().join("|") === shown) chip();
  else render();
  if (log.trouble && !place("ask").open) ask.trouble(log, wordsOf);
}

function render() {
  const live = log.live();
  shown = live.join("|");
  state = replay(data.rules, data.rosters, live).state;
  const left = state.left ?? "HOME";
  place("title").textContent = state.phase === "OVER" ? words.phase_titles.OVER : fill(words.set, { n: state.set });
  panel(place("left"), left, "left");
  panel(place("right"), other(left), "right");
  middle(left);
  chip();
  announce();
}

function chip() {
  const [level, text] = {
    signin: ["stop", words.state_signin],
    offline: ["wait", log.unsent ? fill(words.state_waiting, { n: log.unsent }) : words.state_saved],
    sending: ["wait", words.state_sending],
    sent: ["ok", words.state_sent],
  }[log.unsent && log.status === "sent" ? "sending" : log.status];
  const status = place("status");
  status.className = `chip ${level}`;
  status.dataset.state = log.status;
  if (status.textContent !== text) status.textContent = text;
  place("signin").hidden = log.status !== "signin";
  const end = document.querySelector("#middle .over form button");
  if (end) end.disabled = log.unsent > 0; // all of it first
}

// The scorer announces the last point (C-22); everything else that has to be said stands here too.
function announce() {
  let text = said;
  let level = "info";
  const waits = ["HOME", "AWAY"].find((side) => state.must_leave[side].length);
  if (waits) {
    text = fill(words.must_leave, { shirt: state.must_leave[waits][0] });
    level = "stop";
  } else if (timeOut) {
    const seconds = Math.ceil((timeOut.until - Date.now()) / 1000);
    if (seconds > 0) text = `${fill(words.time_out_running, { team: team(timeOut.side) })} · ${clock(seconds)}`;
    else timeOut = null;
  } else if (state.set_point.length) {
    const [side] = state.set_point;
    const wins = state.score[side === "HOME" ? 0 : 1] + 1 === data.rules.sets_needed;
    text = state.set_point.length > 1 ? words.last_for_both : fill(wins ? words.match_point : words.set_point, { team: team(side) });
    level = "last";
  }
  call.className = `call ${level}`;
  call.hidden = !text;
  if (call.textContent !== text) call.textContent = text;
}

// A team's column: its big button while a set is played, its slip before.
function panel(section, side, where) {
  section.className = `team ${where} ${side.toLowerCase()}`;
  const head = h("h2", {}, team(side));
  if (state.phase === "PLAY") {
    if (section.dataset.plays !== side) swap(section, head, rallyButton(side), h("div", { className: "tools" }));
    section.dataset.plays = side;
    points(section.querySelector(".rally"), side);
    return swap(section.querySelector(".tools"), ...tools(side));
  }
  delete section.dataset.plays;
  if (state.phase === "SLIPS" && data.ready) return swap(section, head, ...slipPanel(side));
  if (state.phase === "TOSS" && data.ready) return swap(section, head, ...tossChoices(side));
  return swap(section, head, h("p", { className: "big-score" }, String(state.score[side === "HOME" ? 0 : 1])), cardsOf(side));
}

function rallyButton(side) {
  return h("button", { type: "button", className: "rally", "data-key": `rally-${side}`, onclick: () => act(SIGN[side]) },
    h("span", { className: "points", "aria-hidden": "true" }), h("span", { className: "serve", "aria-hidden": "true" }));
}

function points(button, side) {
  const won = state.points[side === "HOME" ? 0 : 1];
  const serves = state.server === side;
  button.disabled = !state.legal.includes("RALLY");
  button.setAttribute("aria-label", `${fill(words.rally, { team: team(side) })}, ${won}${serves ? `, ${words.serves}` : ""}`);
  button.querySelector(".points").textContent = won;
  button.querySelector(".serve").textContent = serves ? `● ${words.serves}` : "";
}

function tools(side) {
  const { legal } = state;
  const outs = state.time_outs_left[side];
  const left = state.substitutions_left[side];
  const tool = (key, label, count, attributes) =>
    h("button", { type: "button", className: "tool", "data-key": `${key}-${side}`, ...attributes },
      h("span", {}, label), count === null ? null : h("span", { className: `left-n${count ? "" : " none"}` }, String(count)));
  return [
    tool("timeout", words.time_out, outs, { disabled: !outs || !legal.includes("TIME_OUT"), "aria-label": `${fill(words.time_out_left, { n: outs })}, ${team(side)}`, onclick: () => act(`${SIGN[side]}t`) }),
    tool("change", words.changes, left, { "aria-label": `${words.changes}, ${fill(words.changes_left, { n: left })}, ${team(side)}`, onclick: () => ask.leaves(side) }),
    tool("card", words.card, null, { "aria-label": `${words.card}, ${team(side)}`, onclick: () => ask.card(side) }),
    tool("fault", words.fault, null, { disabled: !legal.includes("FAULT"), "aria-label": fill(words.fault_of, { team: team(side) }), onclick: () => ask.fault(side) }),
    cardsOf(side),
  ];
}

function cardsOf(side) {
  const shown = state.cards.filter(([one]) => one === side);
  if (!shown.length) return null;
  return h("ul", { className: "card-list" }, shown.map(([, kind, person]) =>
    h("li", {}, h("span", { className: `cards ${kind.toLowerCase()}` }, h("span", { className: "visually-hidden" }, `${words.cards[kind]} `)), words.staff[person]?.[0] ?? person)));
}

// ---- slips ----

const slipsSoFar = (side) => log.live().filter((text) => text.startsWith(`${SIGN[side]} `) && /\d/.test(text));

// The slip of the set before, if all of it may still play.
function sameSlip(side) {
  const last = slipsSoFar(side).at(-1);
  const isUsable = last?.slice(2).split(" ").every((shirt) => !state.out[side].includes(shirt));
  return isUsable ? last : null;
}

function slipPanel(side) {
  const handed = state.slips[side];
  if (handed && !editing[side]) {
    return [h("p", { className: "handed" }, `✓ ${words.slip_done}: `, h("strong", {}, handed.join(" · "))),
      h("button", { type: "button", className: "btn quiet", onclick: () => again(side) }, words.slip_clear)];
  }
  const mine = picked[side];
  const roster = (data.rosters[side] ?? []).filter((shirt) => !state.out[side].includes(String(shirt)));
  const same = handed ? null : sameSlip(side);
  return [
    same && !mine.length && h("button", { type: "button", className: "btn same", "data-key": `same-${side}`, onclick: () => act(same) }, words.slip_same),
    h("p", { className: "slip-next" }, `${words.phase_titles.SLIPS}: ${fill(words.slip_next, { n: mine.length + 1 }).toLowerCase()}`),
    h("div", { className: "pad-shirts" }, roster.map((shirt) =>
      h("button", {
        type: "button",
        className: "shirt-key",
        disabled: mine.includes(shirt),
        "data-key": `slip-${side}-${shirt}`,
        "aria-label": `${shirt}, ${data.players[side][shirt]?.name ?? ""}`,
        onclick: () => pick(side, shirt),
      }, String(shirt)))),
    mine.length > 0 && h("button", { type: "button", className: "btn quiet", onclick: () => { picked[side] = []; render(); } }, words.slip_clear),
  ].filter(Boolean);
}

function again(side) {
  editing[side] = true; // a slip may be handed in again until the set begins
  render();
}

function pick(side, shirt) {
  picked[side].push(shirt);
  if (picked[side].length < 6) return render();
  const mine = picked[side];
  const theirs = picked[other(side)];
  act(`${SIGN[side]} ${mine.join(" ")}`);
  picked[other(side)] = theirs; // the other slip may be half filled in
  render();
}

// ---- the middle ----

function middle(left) {
  const strip = h("ol", { className: "sets" },
    state.sets.map((one, number) => h("li", {}, h("span", { className: "visually-hidden" }, fill(words.set, { n: number + 1 })), pointsFrom(one.points, left))),
    state.points && h("li", { className: "now", "aria-current": "true" }, pointsFrom(state.points, left)));
  if (state.phase === "OVER") strip.replaceChildren();
  const body = { TOSS: tossPanel, SLIPS: slipCourt, PLAY: playCourt, OVER: overPanel }[state.phase];
  swap(place("middle"), strip, ...[body(left)].flat(), foot());
}

// Who serves and who comes after: what the scorer says aloud when a team is out of order.
function serveLine() {
  const [one, next] = state.shirts[state.server];
  const name = data.players[state.server][one]?.name ?? "";
  return h("p", { className: "serve-line" }, h("strong", {}, fill(words.serving, { shirt: one, name })), ` ${fill(words.serving_next, { shirt: next })}`);
}

function lastActs(left) {
  if (!room.matches) return null; // no room: the button for undoing says the last one
  const live = log.live();
  const lines = live.slice(-6).map((text, place, shown) => {
    const { points } = replay(data.rules, data.rosters, live.slice(0, live.length - shown.length + place + 1)).state;
    return h("li", {}, h("span", {}, wordsOf(text)), points && h("span", { className: "then" }, pointsFrom(points, left)));
  });
  return h("ol", { className: "last-acts", "aria-label": words.log }, lines.reverse());
}

const pointsFrom = ([home, away], left) => (left === "HOME" ? `${home}–${away}` : `${away}–${home}`);

function foot() {
  const live = log.live();
  const last = live.at(-1);
  return h("div", { className: "foot-row" },
    h("button", { type: "button", className: "btn quiet undo", "data-key": "undo", disabled: !live.length, onclick: undo, "aria-label": last ? fill(words.undo_what, { what: wordsOf(last) }) : words.undo },
      h("span", { "aria-hidden": "true" }, "↶"), h("span", { className: "undo-word" }, words.undo), last && h("span", { className: "undo-what" }, wordsOf(last))),
    h("button", { type: "button", className: "btn quiet", "data-key": "more", onclick: () => ask.more() }, words.more));
}

function court(sides) {
  const box = place("court").content.cloneNode(true).firstElementChild;
  box.append(...sides.flatMap(([side, where, shirts]) =>
    shirts.map((shirt, number) => shirt && man(side, where, shirt, number + 1))).filter(Boolean));
  return box;
}

function man(side, where, shirt, position) {
  const serves = state.phase === "PLAY" && state.server === side && position === 1;
  const isOut = state.must_leave[side].includes(shirt);
  const who = data.players[side][shirt];
  return h("button", {
    type: "button",
    className: `man ${side.toLowerCase()} ${where}-${position}${serves ? " serves" : ""}${isOut ? " sent-off" : ""}${who?.captain ? " captain" : ""}`,
    "data-key": `man-${side}-${shirt}`,
    disabled: state.phase !== "PLAY",
    "aria-label": `${shirt}, ${who?.name ?? ""}, ${fill(words.position, { n: position })}${serves ? `, ${words.serves}` : ""}`,
    onclick: () => ask.enters(side, shirt),
  }, String(shirt));
}

const playCourt = (left) => [
  court([[left, "left", state.shirts[left]], [other(left), "right", state.shirts[other(left)]]]),
  serveLine(),
  lastActs(left),
];

function slipCourt(left) {
  if (!data.ready) return notReady();
  const shown = (side) => (picked[side].length ? picked[side] : state.slips[side] ?? []);
  const both = ["HOME", "AWAY"].map((side) => !state.slips[side] && !picked[side].length && sameSlip(side));
  const drawn = court([[left, "left", shown(left)], [other(left), "right", shown(other(left))]]);
  const same = both.every(Boolean) && h("button", { type: "button", className: "btn wide", "data-key": "same-both", onclick: () => both.forEach(act) }, words.slip_same_both);
  return [drawn, same];
}

// What a side may take at the toss: the ball or an end, and its rival of the other (C-11).
function tossChoices(side) {
  if (toss.winner === side) return [h("p", { className: "handed" }, `✓ ${words.choices[toss.choice]}`)];
  const isBall = ["SERVE", "RECEIVE"].includes(toss.choice);
  const offered = Object.keys(CHOICE).filter((one) => !toss.choice || ["SERVE", "RECEIVE"].includes(one) !== isBall);
  const take = (one) => () => {
    if (toss.choice) return act(`${SIGN[toss.winner]} ${CHOICE[toss.choice]} ${CHOICE[one]}`);
    toss = { winner: side, choice: one };
    return render();
  };
  return [h("div", { className: "taker" }, offered.map((one) =>
    h("button", { type: "button", className: "pick", "data-key": `toss-${side}-${one}`, "aria-label": `${words.choices[one]}, ${team(side)}`, onclick: take(one) }, words.choices[one])))];
}

function tossPanel() {
  if (!data.ready) return notReady();
  const title = toss.choice ? fill(words.toss_rival, { team: team(other(toss.winner)) }) : words.toss_winner;
  return h("div", { className: "toss" }, h("p", { className: "kicker" }, `${words.phase_titles.TOSS} · C-11`), h("h2", {}, title),
    !toss.choice && h("p", { className: "muted" }, words.toss_text),
    toss.choice && h("button", { type: "button", className: "btn quiet", onclick: () => { toss = {}; render(); } }, words.back));
}

// A team is short: its list is not closed, and the clock runs (C-19.2).
function notReady() {
  return h("div", { className: "toss" }, h("h2", {}, words.default),
    h("p", {}, fill(words.default_text, { at: data.scheduled_shown })), defaultsPanel());
}

function defaultsPanel() {
  if (!state.legal.includes("DEFAULT") || !data.defaults.length) return null;
  const rows = ["HOME", "AWAY"].map((side) => {
    const number = state.defaults[side] + 1;
    if (number > 2) return null;
    const due = Date.parse(data.defaults[number - 1]);
    const left = (due - officialNow().getTime()) / 1000;
    return h("button", {
      type: "button",
      className: "pick",
      "data-key": `default-${side}`,
      "data-due": String(due),
      disabled: left > 0,
      onclick: () => ask.byDefault(side, number),
    }, h("span", {}, fill(words.default_due, { n: number, team: team(side) })),
    h("span", { className: "due muted" }, left > 0 ? fill(words.default_in, { n: number, time: clock(left) }) : words.default_what[number]));
  });
  return h("div", { className: "picks wide defaults" }, rows.filter(Boolean));
}

function overPanel() {
  const form = place("end-form").content.cloneNode(true).firstElementChild;
  form.addEventListener("submit", () => {
    if (log.csrf) form.querySelector("[name=csrfmiddlewaretoken]").value = log.csrf;
  });
  return h("div", { className: "toss over" }, h("p", { className: "kicker" }, words.phase_titles.OVER),
    h("h2", {}, fill(words.won_by, { team: team(state.winner) })),
    h("p", { className: "final-sets" }, state.sets.map((one) => h("span", { className: "set" }, one.points.join("–"), one.awarded && h("span", { className: "muted" }, ` ${fill(words.awarded, { clause: one.awarded })}`)))),
    form);
}

// Clocks: a time-out that runs, a default that comes due.
setInterval(() => {
  if (timeOut) announce();
  for (const button of document.querySelectorAll(".defaults [data-due]")) {
    const left = (Number(button.dataset.due) - officialNow().getTime()) / 1000;
    if (left > 0) button.querySelector(".due").textContent = fill(words.default_in, { n: "", time: clock(left) }).replace("  ", " ");
    else if (button.disabled) render();
  }
}, 1000);

room.addEventListener("change", render);
render();
log.flush();
worker.start();
document.documentElement.classList.add("scripted");
