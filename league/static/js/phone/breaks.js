// Breaks where no server answers (M-D.4, M-T.4): begun and ended by what waits on this phone, over
// what the server last said. The clock runs from the moment of the tap; its hour goes along and is
// told beside the server's.

import * as kept from "./kept.js";

const MINUTE = 60_000;

const gamesOf = (board, side) =>
  Number(board.querySelector(`[name$="-${side}"]:checked`)?.value || 0);

// What waits for this board, in the order in which it was tapped.
function waiting(board) {
  const form = board.querySelector("form[data-break]");
  const place = form && kept.placeOf(new URL(form.action).pathname);
  return kept.entries().filter((entry) => kept.placeOf(entry.url) === place && !entry.trouble);
}

function show(board, facts) {
  const [start, end] = ["start", "end"].map((one) => board.querySelector(`form[data-break=${one}]`));
  const clock = board.querySelector("[data-clock]");
  const time = clock.querySelector("time");
  time.dataset.server ??= time.dataset.until;
  let until = time.dataset.server;
  let taken = false;
  for (const entry of waiting(board)) {
    if (entry.url.endsWith("/descanso/")) {
      until = new Date(Date.parse(entry.notedAt) + facts.break.minutes * MINUTE).toISOString();
      taken ||= entry.fields.some(([, value]) => value === "THIRD_LOST");
    } else if (entry.url.endsWith("/descanso/fin/")) {
      until = "";
    }
  }
  time.dataset.until = until;
  clock.hidden = !until;
  board.querySelector("[data-state]").hidden = Boolean(until);
  end.hidden = !until;
  if (!start) return;
  const [home, away] = ["home", "away"].map((side) => gamesOf(board, side));
  const isOver = facts.finished.some(([one, other]) => one === home && other === away);
  start.hidden = taken || Boolean(until) || isOver || Math.max(home, away) < facts.break.lost;
  start.elements.side.value = home > away ? "AWAY" : "HOME";
}

/** Put the breaks that wait on this phone over what the server says. */
export function overlay(facts) {
  for (const board of document.querySelectorAll("#boards section.board:has(form[data-break])")) {
    show(board, facts);
  }
}
