// The questions that one tap does not answer: who enters, which card for whom, which fault. Each is a
// dialog over the court; the answer is an act in its notation.

import { fill, h } from "./dom.js";

const dialog = document.getElementById("ask");
const SIGN = { HOME: "L", AWAY: "V" };
const LETTER = { YELLOW: "y", RED: "r", EXPULSION: "e", DISQUALIFICATION: "d" };
const other = (side) => (side === "HOME" ? "AWAY" : "HOME");

export const close = () => dialog.close();
const isOpen = () => dialog.open;

/** Show a question; what comes next may show another in its place. */
function open(title, ...parts) {
  dialog.replaceChildren(
    h("div", { className: "ask-head" }, h("h2", { id: "ask-title" }, title),
      h("button", { type: "button", className: "btn quiet", onclick: close }, dialog.dataset.back)),
    h("div", { className: "ask-body" }, ...parts),
  );
  if (!isOpen()) dialog.showModal();
}

const choice = (attributes, ...children) => h("button", { type: "button", className: "pick", ...attributes }, ...children);

/** The questions of one page: `game` has data, words, state() and act(text). */
export function questions(game) {
  const { words, data } = game;
  const team = (side) => data.teams[side];
  const player = (side, shirt) => data.players[side][shirt]?.name ?? "";
  const shirtPick = (side, shirt, onclick, more = {}) =>
    choice({ onclick, ...more }, h("span", { className: "shirt" }, String(shirt)), h("span", {}, player(side, shirt)));
  const done = (text) => {
    close();
    game.act(text);
  };

  function leaves(side) {
    const { shirts } = game.state();
    open(`${words.changes}: ${team(side)}`, h("p", {}, words.who_leaves),
      h("div", { className: "picks" }, shirts[side].map((shirt) => shirtPick(side, shirt, () => enters(side, shirt)))));
  }

  function enters(side, out) {
    const state = game.state();
    const title = fill(words.who_enters, { shirt: out });
    const isForced = state.must_leave[side].includes(out);
    const candidates = isForced
      ? state.bench[side]
      : state.changes[side].filter(([one]) => one === out).map(([, into]) => into);
    if (candidates.length) {
      const picks = candidates.map((into) => shirtPick(side, into, () => done(`${SIGN[side]}c${out}>${into}`)));
      return open(title, h("p", { className: "muted" }, fill(words.changes_left, { n: state.substitutions_left[side] })),
        h("div", { className: "picks" }, picks));
    }
    if (state.substitutions_left[side]) return open(title, h("p", {}, fill(words.nobody, { shirt: out })));
    if (!state.emergency[side]) return open(title, h("p", {}, words.emergency_used));
    return emergency(side, out);
  }

  // The seventh, if both captains agree (C-12.3).
  function emergency(side, out) {
    const state = game.state();
    const ticks = ["HOME", "AWAY"].map((one) => h("input", { type: "checkbox", id: `agrees-${one}`, onchange: check }));
    let into = null;
    const picks = state.bench[side].map((shirt) =>
      shirtPick(side, shirt, (event) => {
        into = shirt;
        for (const one of picks) one.setAttribute("aria-pressed", one === event.currentTarget);
        check();
      }, { "aria-pressed": "false" }));
    const button = h("button", { type: "button", className: "btn wide", disabled: true, onclick: () => done(`${SIGN[side]}c${out}>${into}!`) }, words.emergency_do);
    function check() {
      button.disabled = into === null || !ticks.every((one) => one.checked);
    }
    open(words.emergency,
      h("p", {}, fill(words.emergency_text, { n: data.rules.options.substitutions }), " ", h("span", { className: "clause" }, "C-12.3")),
      h("p", {}, fill(words.who_enters, { shirt: out })),
      h("div", { className: "picks" }, picks),
      ["HOME", "AWAY"].map((one, place) =>
        h("label", { className: "choice", htmlFor: `agrees-${one}` }, ticks[place], h("span", {}, fill(words.agree, { team: team(one) })))),
      button);
  }

  function card(side) {
    const kinds = Object.keys(words.cards).filter((kind) => kind !== "EXPULSION" || game.state().phase === "PLAY");
    open(`${words.card}: ${team(side)}`, h("div", { className: "picks wide" },
      kinds.map((kind) => choice({ onclick: () => cardFor(side, kind) },
        h("span", { className: `cards ${kind.toLowerCase()}`, "aria-hidden": "true" }),
        h("span", {}, h("strong", {}, words.cards[kind]), h("span", { className: "muted" }, ` ${words.card_effects[kind]}`))))));
  }

  function cardFor(side, kind) {
    const state = game.state();
    const on = state.shirts[side] ?? [];
    const roster = data.rosters[side] ?? [];
    const people = [...on, ...roster.filter((shirt) => !on.includes(shirt))].filter((one) => !state.out[side].includes(String(one)));
    const staff = Object.keys(words.staff).filter((one) => !state.out[side].includes(one));
    const shown = (person) => (kind === "DISQUALIFICATION" ? cardLoses(side, person) : done(`${SIGN[side]}${LETTER[kind]}${person}`));
    open(`${words.cards[kind]}: ${words.card_who}`, h("div", { className: "picks" },
      people.map((shirt) => shirtPick(side, shirt, () => shown(shirt))),
      staff.map((one) => choice({ onclick: () => shown(one) }, h("span", { className: "shirt staff" }, one), h("span", {}, words.staff[one])))));
  }

  function cardLoses(side, person) {
    const start = `${SIGN[side]}d${person}`;
    open(words.card_loses, h("div", { className: "picks wide" },
      choice({ onclick: () => done(start) }, words.loses_nothing),
      choice({ onclick: () => done(`${start}=s`) }, words.loses.SET),
      choice({ onclick: () => done(`${start}=m`) }, words.loses.MATCH)));
  }

  function fault(side) {
    const isServing = game.state().server === side;
    const kinds = data.rules.faults.filter((one) => !one.server_only || isServing);
    open(fill(words.fault_of, { team: team(side) }), h("div", { className: "picks wide" },
      kinds.map((one) => choice({ onclick: () => done(`${SIGN[side]}x${one.rule}`) },
        h("span", { className: "clause" }, one.rule),
        h("span", {}, words.faults[one.rule],
          one.double && h("span", { className: "muted" }, ` · ${words.double}`),
          one.doubtful && h("span", { className: "muted" }, ` · ${words.doubtful}`))))));
  }

  // What seldom happens and costs much: which team, what it loses, and are you sure.
  function grave(title, text, clause, sign) {
    open(title, h("p", {}, text, " ", h("span", { className: "clause" }, clause)), h("p", {}, words.who_did),
      h("div", { className: "picks wide" }, ["HOME", "AWAY"].map((side) =>
        choice({ onclick: () => (sign ? sure(`${title}: ${team(side)}`, text, `${SIGN[side]}${sign}`) : refusal(side)) }, team(side)))));
  }

  function refusal(side) {
    open(`${words.refusal}: ${team(side)}`, h("p", {}, words.refusal_text, " ", h("span", { className: "clause" }, "C-19.3")),
      h("div", { className: "picks wide" }, ["SET", "MATCH"].map((what) =>
        choice({ onclick: () => sure(`${words.refusal}: ${team(side)}`, words.loses[what], `${SIGN[side]}q${what === "SET" ? "s" : "m"}`) }, words.loses[what]))));
  }

  function sure(title, text, act) {
    open(title, h("p", {}, text), h("button", { type: "button", className: "btn danger wide", onclick: () => done(act) }, words.sure));
  }

  function byDefault(side, number) {
    const what = words.default_what[number];
    sure(fill(words.default_due, { n: number, team: team(side) }), `${team(side)} ${what}.`, `${SIGN[side]}n${number}`);
  }

  function more() {
    const { legal } = game.state();
    const lines = [
      legal.includes("REFUSAL") && choice({ onclick: () => grave(words.refusal, words.refusal_text, "C-19.3", "") }, words.refusal),
      legal.includes("AGGRESSION") && choice({ onclick: () => grave(words.aggression, words.aggression_text, "C-19.12", "a") }, words.aggression),
      legal.includes("IMPERSONATION") && choice({ onclick: () => grave(words.impersonation, words.impersonation_text, "C-19.10", "i") }, words.impersonation),
    ];
    open(words.more, h("div", { className: "picks wide" }, lines.filter(Boolean)), game.defaults());
  }

  /** Somebody else has written, or the server would not have it: decided here. */
  function trouble(log, wordsOf) {
    const { trouble: found } = log;
    const act = (then) => () => {
      close();
      then();
    };
    if (found.kind === "conflict") {
      const list = (rows) => h("ol", { className: "log-list" }, rows.map((one) => h("li", {}, one)));
      return open(words.conflict,
        h("div", { className: "two-lists" },
          h("div", {}, h("h3", {}, words.conflict_theirs), list(found.theirs.map((one) => `${one.at} ${one.by}: ${one.text ? wordsOf(one.text) : words.undone}`))),
          h("div", {}, h("h3", {}, words.conflict_mine), list(log.waiting().map((one) => (one.text ? wordsOf(one.text) : words.undone))))),
        h("div", { className: "toolbar" },
          h("button", { type: "button", className: "btn", onclick: act(() => log.putBehind()) }, words.conflict_after),
          h("button", { type: "button", className: "btn quiet", onclick: act(() => log.giveUp()) }, words.conflict_drop)));
    }
    const [bad, rest] = game.refusedOf(log);
    return open(words.conflict_mine,
      h("p", { role: "alert" }, fill(words.refused, { act: bad?.text ? wordsOf(bad.text) : words.undone, why: found.error })),
      h("button", { type: "button", className: "btn wide", onclick: act(() => log.again(rest)) }, words.drop_refused));
  }

  return { leaves, enters, card, fault, more, byDefault, trouble, other };
}
