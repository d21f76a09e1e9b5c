// The match as a machine, on the phone: the mirror of rules/cachibol, for when there is no coverage.
// Pure: acts in, state out, and the same state field by field as `state_of` gives on the server
// (tests/journeys/test_scoresheet_mirror.py compares them). The server's word counts.

const SIDES = ["HOME", "AWAY"];
const other = (side) => (side === "HOME" ? "AWAY" : "HOME");
const at = (side) => (side === "HOME" ? 0 : 1);
const SIDE = { L: "HOME", V: "AWAY" };
const CHOICE = { s: "SERVE", r: "RECEIVE", i: "LEFT", d: "RIGHT" };
const CARD = { y: "YELLOW", r: "RED", e: "EXPULSION", d: "DISQUALIFICATION" };
const LOSES = { s: "SET", m: "MATCH" };
const LEAD = 2;
const PLAYERS = 6;
const POSITION = "19.4";

/** An act that the rules do not allow now: code, clause and facts, as the server says it. */
export class IllegalMove extends Error {
  constructor(code, clause, facts = {}) {
    super(code);
    Object.assign(this, { code, clause, facts });
  }
}

const ACT =
  /^(?<side>[LV])(?:x(?<rule>\d{1,2}\.\d{1,2})|c(?<out>\d{1,2})>(?<into>\d{1,2})(?<emergency>!)?|(?<timeout>t)|(?<card>[yred])(?<person>\d{1,2}|[EAM])(?:=(?<loses>[sm]))?|n(?<number>[12])|q(?<refusal>[sm])|(?<aggression>a)|(?<impersonation>i))?$/;
const TOSS = /^([LV]) ([srid]) ([srid])$/;
const SLIP = /^([LV])((?: \d{1,2}){6})$/;

/** One act from its notation (see rules/cachibol/record_parser.py). */
export function read(text) {
  const toss = TOSS.exec(text);
  if (toss) return { kind: "TOSS", winner: SIDE[toss[1]], choice: CHOICE[toss[2]], rival: CHOICE[toss[3]] };
  const slip = SLIP.exec(text);
  if (slip) return { kind: "SLIP", side: SIDE[slip[1]], shirts: slip[2].trim().split(" ").map(Number) };
  const found = ACT.exec(text)?.groups;
  if (!found) throw new IllegalMove("cachibol.record.act_unreadable", "C-22", { value: text.slice(0, 12) });
  const side = SIDE[found.side];
  if (found.rule) return { kind: "FAULT", side, rule: found.rule };
  if (found.out) {
    return { kind: "SUBSTITUTION", side, out: Number(found.out), into: Number(found.into), emergency: Boolean(found.emergency) };
  }
  if (found.timeout) return { kind: "TIME_OUT", side };
  if (found.card) return { kind: "CARD", side, card: CARD[found.card], person: String(Number(found.person) || found.person), loses: LOSES[found.loses] ?? null };
  if (found.number) return { kind: "DEFAULT", side, number: Number(found.number) };
  if (found.refusal) return { kind: "REFUSAL", side, loses: LOSES[found.refusal] };
  if (found.aggression) return { kind: "AGGRESSION", side };
  if (found.impersonation) return { kind: "IMPERSONATION", side };
  return { kind: "RALLY", side };
}

// ---- what follows from the acts so far ----

export function start(rules, home, away) {
  return {
    rules,
    roster: { HOME: home, AWAY: away },
    sets: [],
    toss: null,
    tossedBefore: 0,
    slips: [],
    playing: null,
    cards: [],
    defaults: [],
    firstServers: [],
  };
}

const option = (match, key) => match.rules.options[key];
const target = (match, deciding) => option(match, deciding ? "deciding_points" : "set_points");

function score(match) {
  const home = match.sets.filter((one) => one.points[0] > one.points[1]).length;
  return [home, match.sets.length - home];
}

function winner(match) {
  const [home, away] = score(match);
  if (Math.max(home, away) < match.rules.sets_needed) return null;
  return home > away ? "HOME" : "AWAY";
}

const setNumber = (match) => match.sets.length + 1;

function isDeciding(match) {
  const last = match.rules.sets_needed - 1;
  return last > 0 && score(match).every((won) => won === last);
}

function phase(match) {
  if (winner(match)) return "OVER";
  if (match.playing) return "PLAY";
  const tossed = match.tossedBefore === setNumber(match) || (match.toss && !isDeciding(match));
  return tossed ? "SLIPS" : "TOSS";
}

const isEnd = (choice) => choice === "LEFT" || choice === "RIGHT";

function left(match) {
  const { toss } = match;
  if (!toss) return null;
  const byWinner = isEnd(toss.choice);
  const end = byWinner ? toss.choice : toss.rival;
  const taker = byWinner ? toss.winner : other(toss.winner);
  const first = end === "LEFT" ? taker : other(taker);
  return (setNumber(match) - match.tossedBefore) % 2 === 1 ? other(first) : first;
}

function setWinner(match, points, deciding) {
  const most = Math.max(...points);
  const least = Math.min(...points);
  if (most < target(match, deciding)) return null;
  if (most < option(match, "cap_points") && most - least < LEAD) return null;
  return points[0] > points[1] ? "HOME" : "AWAY";
}

function isOut(match, side, person) {
  const wanted = String(person);
  if (match.cards.some(([one, card, who]) => one === side && card === "DISQUALIFICATION" && who === wanted)) return true;
  return Boolean(match.playing?.expelled.some(([one, who]) => one === side && who === wanted));
}

function bench(match, side) {
  const roster = match.roster[side];
  if (!roster || !match.playing) return null;
  const on = match.playing.shirts[side];
  return roster.filter((shirt) => !on.includes(shirt) && !isOut(match, side, shirt)).sort((a, b) => a - b);
}

const changesOf = (match, side) => match.playing.changes.filter((one) => one.side === side);

function substitutionsLeft(match, side) {
  const all = option(match, "substitutions");
  if (!match.playing) return all;
  return Math.max(0, all - changesOf(match, side).filter((one) => !one.emergency).length);
}

function timeOutsLeft(match, side) {
  return Math.max(0, option(match, "time_outs") - (match.playing ? match.playing.timeOuts[at(side)] : 0));
}

// Who stands in for whom in this set: an emergency binds nobody (C-12.3).
function bound(match, side) {
  const pairs = [];
  for (const { out, into, emergency } of changesOf(match, side)) {
    const known = pairs.some(([a, b]) => (a === out && b === into) || (a === into && b === out));
    if (!emergency && !known) pairs.push([out, into]);
  }
  return pairs;
}

function allows(pairs, out, into) {
  return pairs
    .filter((pair) => pair.includes(out) || pair.includes(into))
    .every((pair) => pair.includes(out) && pair.includes(into));
}

function changesPossible(match, side) {
  const free = bench(match, side);
  if (!match.playing || !free || !substitutionsLeft(match, side)) return [];
  const pairs = bound(match, side);
  return match.playing.shirts[side].flatMap((out) =>
    free.filter((into) => allows(pairs, out, into)).map((into) => [out, into]),
  );
}

function mayEmergency(match, side) {
  if (!match.playing || substitutionsLeft(match, side)) return false;
  return !changesOf(match, side).some((one) => one.emergency);
}

function setPoint(match) {
  const now = match.playing;
  if (!now) return [];
  const [home, away] = now.points;
  const next = { HOME: [home + 1, away], AWAY: [home, away + 1] };
  return SIDES.filter((side) => setWinner(match, next[side], now.deciding) === side);
}

const BETWEEN = ["TOSS", "SLIPS", "PLAY"];
const PHASES = {
  TOSS: ["TOSS"],
  SLIP: ["SLIPS"],
  RALLY: ["PLAY"],
  FAULT: ["PLAY"],
  SUBSTITUTION: ["PLAY"],
  TIME_OUT: ["PLAY"],
  CARD: BETWEEN,
  DEFAULT: ["TOSS", "SLIPS"],
  REFUSAL: BETWEEN,
  AGGRESSION: BETWEEN,
  IMPERSONATION: BETWEEN,
};
const CLAUSES = {
  TOSS: "C-11",
  SLIP: "C-9",
  RALLY: "C-10.1",
  FAULT: "C-10.1",
  SUBSTITUTION: "C-12.3",
  TIME_OUT: "C-16",
  CARD: "C-19.11",
  DEFAULT: "C-19.2",
  REFUSAL: "C-19.3",
  AGGRESSION: "C-19.12",
  IMPERSONATION: "C-19.10",
};

function legal(match) {
  const now = phase(match);
  let kinds = Object.keys(PHASES).filter((kind) => PHASES[kind].includes(now));
  if (match.playing?.mustLeave.length) kinds = kinds.filter((kind) => !["RALLY", "FAULT", "TIME_OUT"].includes(kind));
  if (!SIDES.some((side) => timeOutsLeft(match, side))) kinds = kinds.filter((kind) => kind !== "TIME_OUT");
  return kinds.sort();
}

// ---- moves ----

/** The match after the act. Throws IllegalMove for one that is not allowed now. */
export function apply(match, act) {
  const now = phase(match);
  if (!PHASES[act.kind].includes(now)) throw new IllegalMove("cachibol.act.not_now", CLAUSES[act.kind], { phase: now });
  return MOVES[act.kind](match, act);
}

const MOVES = {
  TOSS: toss,
  SLIP: slip,
  RALLY: (match, act) => rallyTo(ready(match), act.side),
  FAULT: (match, act) => fault(ready(match), act),
  SUBSTITUTION: substituted,
  TIME_OUT: (match, act) => timeOut(ready(match), act.side),
  CARD: card,
  DEFAULT: byDefault,
  REFUSAL: (match, act) => lose(match, act.side, act.loses, "C-19.3"),
  AGGRESSION: (match, act) => lose(match, act.side, "MATCH", "C-19.12"),
  IMPERSONATION: (match, act) => lose(match, act.side, "MATCH", "C-19.10"),
};

function ready(match) {
  const waiting = match.playing.mustLeave;
  if (!waiting.length) return match;
  // The same one as on the server: AWAY comes before HOME there too.
  const [side, shirt] = [...waiting].sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1))[0];
  throw new IllegalMove("cachibol.play.replace_first", "C-12.1", { side, shirt });
}

function toss(match, { winner: won, choice, rival }) {
  if (isEnd(choice) === isEnd(rival)) throw new IllegalMove("cachibol.toss.same_choice", "C-11", { choice });
  return { ...match, toss: { winner: won, choice, rival }, tossedBefore: setNumber(match) };
}

function slip(match, { side, shirts }) {
  const different = new Set(shirts).size;
  if (shirts.length !== PLAYERS || different !== PLAYERS) throw new IllegalMove("cachibol.slip.not_six", "C-12.1", { players: different });
  const roster = match.roster[side];
  const unknown = roster ? shirts.filter((shirt) => !roster.includes(shirt)) : [];
  if (unknown.length) throw new IllegalMove("cachibol.slip.not_on_the_sheet", "C-4.2", { shirt: unknown[0] });
  const wrong = shirts.filter((shirt) => isOut(match, side, shirt));
  if (wrong.length) throw new IllegalMove("cachibol.slip.sent_off", "C-19.11", { shirt: wrong[0] });
  const slips = [...match.slips.filter((one) => one.side !== side), { side, shirts }];
  return slips.length === 2 ? begin({ ...match, slips }) : { ...match, slips };
}

function begin(match) {
  const server = firstServer(match);
  const shirts = Object.fromEntries(match.slips.map((one) => [one.side, one.shirts]));
  const playing = {
    deciding: isDeciding(match),
    server,
    shirts,
    points: [0, 0],
    changes: [],
    timeOuts: [0, 0],
    expelled: [],
    mustLeave: [],
  };
  return { ...match, slips: [], playing, firstServers: [...match.firstServers, server] };
}

function firstServer(match) {
  const { toss: drawn } = match;
  if (match.tossedBefore === setNumber(match) || !match.firstServers.length) {
    const byRival = isEnd(drawn.choice);
    const ball = byRival ? drawn.rival : drawn.choice;
    const taker = byRival ? other(drawn.winner) : drawn.winner;
    return ball === "SERVE" ? taker : other(taker);
  }
  if (option(match, "next_serve") === "loser") {
    const [home, away] = match.sets.at(-1).points;
    return home < away ? "HOME" : "AWAY";
  }
  return other(match.firstServers.at(-1));
}

function rallyTo(match, won) {
  let now = match.playing;
  const scores = now.server === won || option(match, "scoring") === "rally";
  if (now.server !== won) now = serveTo(now, won);
  return settled(match, scores ? pointTo(now, won) : now);
}

function serveTo(now, side) {
  const [first, ...rest] = now.shirts[side];
  return { ...now, server: side, shirts: { ...now.shirts, [side]: [...rest, first] } };
}

const pointTo = (now, side) => ({ ...now, points: now.points.map((one, place) => one + (place === at(side))) });

function pointLost(match, now, offender) {
  if (option(match, "lost_point") === "to_the_rival") return pointTo(now, other(offender));
  return { ...now, points: now.points.map((one, place) => Math.max(0, one - (place === at(offender)))) };
}

function fault(match, { side, rule }) {
  const kind = match.rules.faults.find((one) => one.rule === rule);
  if (!kind) throw new IllegalMove("cachibol.fault.unknown", "C-15", { rule });
  const now = match.playing;
  if (kind.server_only && now.server !== side) throw new IllegalMove("cachibol.fault.only_the_server", kind.clause, { side });
  const onlyServe = rule === POSITION && option(match, "position_fault") === "serve";
  if (onlyServe || kind.cost === "RALLY") {
    if (now.server === side || !kind.loses_a_point) return rallyTo(match, other(side));
    return settled(match, pointLost(match, now, side));
  }
  const lost = pointLost(match, now, side);
  return settled(match, now.server === side ? serveTo(lost, other(side)) : lost);
}

function timeOut(match, side) {
  if (!timeOutsLeft(match, side)) throw new IllegalMove("cachibol.time_out.none_left", "C-16", { side, allowed: option(match, "time_outs") });
  const timeOuts = match.playing.timeOuts.map((one, place) => one + (place === at(side)));
  return { ...match, playing: { ...match.playing, timeOuts } };
}

function substituted(match, act) {
  const { side, out, into, emergency } = act;
  const now = match.playing;
  const shirts = now.shirts[side];
  if (!shirts.includes(out)) throw new IllegalMove("cachibol.change.not_on_court", "C-12.3", { shirt: out });
  if (shirts.includes(into)) throw new IllegalMove("cachibol.change.already_on_court", "C-12.3", { shirt: into });
  const roster = match.roster[side];
  if (roster && !roster.includes(into)) throw new IllegalMove("cachibol.change.not_on_the_sheet", "C-4.2", { shirt: into });
  if (isOut(match, side, into)) throw new IllegalMove("cachibol.change.sent_off", "C-19.11", { shirt: into });
  const isForced = now.mustLeave.some(([one, shirt]) => one === side && shirt === out);
  const left = substitutionsLeft(match, side);
  if (emergency) {
    if (left) throw new IllegalMove("cachibol.change.no_emergency_yet", "C-12.3", { left });
    if (!mayEmergency(match, side)) throw new IllegalMove("cachibol.change.emergency_used", "C-12.3", { side });
  } else if (!isForced) {
    if (!left) throw new IllegalMove("cachibol.change.none_left", "C-12.3", { side, allowed: option(match, "substitutions") });
    if (!allows(bound(match, side), out, into)) throw new IllegalMove("cachibol.change.other_partner", "C-12.3", { out, into });
  }
  const playing = {
    ...now,
    shirts: { ...now.shirts, [side]: shirts.map((shirt) => (shirt === out ? into : shirt)) },
    changes: [...now.changes, { side, out, into, emergency }],
    mustLeave: now.mustLeave.filter(([one, shirt]) => one !== side || shirt !== out),
  };
  return { ...match, playing };
}

function card(match, act) {
  const { side, person, loses } = act;
  const isPlayer = /^\d+$/.test(person);
  const roster = match.roster[side];
  if (isPlayer && roster && !roster.includes(Number(person))) throw new IllegalMove("cachibol.card.not_on_the_sheet", "C-4.2", { shirt: Number(person) });
  if (isOut(match, side, person)) throw new IllegalMove("cachibol.card.already_sent_off", "C-19.11", { person });
  if (loses && act.card !== "DISQUALIFICATION") throw new IllegalMove("cachibol.card.loses_nothing", "C-19.11", { card: act.card });
  if (act.card === "EXPULSION" && !match.playing) throw new IllegalMove("cachibol.card.no_set", "C-19.11", { card: act.card });
  let after = { ...match, cards: [...match.cards, [side, act.card, person]] };
  if (act.card === "YELLOW") return after;
  if (loses) return lose(after, side, loses, "C-19.11");
  if (act.card !== "RED") after = sentOff(after, side, person);
  const isPenalised = act.card === "RED" || act.card === "EXPULSION";
  return isPenalised && after.playing ? penalty(after, side) : after;
}

function sentOff(match, side, person) {
  const now = match.playing;
  if (!now) return match;
  const shirt = Number(person);
  const onCourt = now.shirts[side].includes(shirt);
  const playing = {
    ...now,
    expelled: [...now.expelled, [side, person]],
    mustLeave: onCourt ? [...now.mustLeave, [side, shirt]] : now.mustLeave,
  };
  const after = { ...match, playing };
  const isShort = playing.mustLeave.some(([one]) => one === side);
  return isShort && bench(after, side)?.length === 0 ? lose(after, side, "SET", "C-12.1") : after;
}

function penalty(match, offender) {
  if (option(match, "penalty") === "rally") return rallyTo(match, other(offender));
  return settled(match, pointTo(match.playing, other(offender)));
}

function settled(match, now) {
  if (!setWinner(match, now.points, now.deciding)) return { ...match, playing: now };
  return { ...match, playing: null, sets: [...match.sets, { points: now.points, awarded: null, played: null }] };
}

function byDefault(match, { side, number }) {
  const before = match.defaults.filter((one) => one === side).length;
  if (number !== before + 1) throw new IllegalMove("cachibol.default.out_of_order", "C-19.2", { default: before + 1 });
  const after = { ...match, defaults: [...match.defaults, side] };
  return lose(after, side, number === 1 ? "SET" : "MATCH", "C-19.2");
}

function lose(match, side, loses, clause) {
  let after = award(match, other(side), clause);
  while (loses === "MATCH" && !winner(after)) after = award(after, other(side), clause);
  return after;
}

function award(match, to, awarded) {
  const most = target(match, isDeciding(match));
  const points = to === "HOME" ? [most, 0] : [0, most];
  const played = match.playing ? match.playing.points : null;
  return { ...match, playing: null, slips: [], sets: [...match.sets, { points, awarded, played }] };
}

// ---- what a page shows ----

const sides = (of) => ({ HOME: of("HOME"), AWAY: of("AWAY") });

/** The match as the page shows it: the fields of `state_of` on the server. */
export function stateOf(match) {
  const now = match.playing;
  return {
    phase: phase(match),
    set: setNumber(match),
    deciding: isDeciding(match),
    sets: match.sets,
    score: score(match),
    winner: winner(match),
    points: now ? now.points : null,
    server: now ? now.server : null,
    shirts: sides((side) => (now ? now.shirts[side] : null)),
    slips: sides((side) => match.slips.find((one) => one.side === side)?.shirts ?? null),
    toss: match.toss ? [match.toss.winner, match.toss.choice, match.toss.rival] : null,
    first_servers: match.firstServers,
    left: left(match),
    substitutions_left: sides((side) => substitutionsLeft(match, side)),
    emergency: sides((side) => mayEmergency(match, side)),
    changes: sides((side) => changesPossible(match, side)),
    bench: sides((side) => bench(match, side)),
    time_outs_left: sides((side) => timeOutsLeft(match, side)),
    must_leave: sides((side) =>
      (now?.mustLeave ?? []).filter(([one]) => one === side).map(([, shirt]) => shirt).sort((a, b) => a - b),
    ),
    out: sides((side) => [
      ...new Set(match.cards.filter(([one, , who]) => one === side && isOut(match, side, who)).map(([, , who]) => who)),
    ]),
    cards: match.cards,
    defaults: sides((side) => match.defaults.filter((one) => one === side).length),
    set_point: setPoint(match),
    legal: legal(match),
  };
}

/** Acts played one by one. One that is not allowed is told and left out, as on the server. */
export function replay(rules, rosters, acts) {
  let match = start(rules, rosters.HOME, rosters.AWAY);
  const refused = [];
  acts.forEach((text, place) => {
    try {
      match = apply(match, read(text));
    } catch (refusal) {
      if (!(refusal instanceof IllegalMove)) throw refusal;
      refused.push({ place, act: text, code: refusal.code, clause: refusal.clause, facts: refusal.facts });
    }
  });
  return { match, state: stateOf(match), refused };
}
