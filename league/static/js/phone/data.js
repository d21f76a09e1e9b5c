// What this phone reckons with while no server answers: which games are possible, how long a break
// may be, and who of the own side may play. The worker keeps it for this person.

import * as kept from "./kept.js";

const url = document.getElementById("phone")?.dataset.data;

async function ask() {
  const answer = url && (await fetch(url, { cache: "no-store" }).catch(() => null));
  if (!answer?.ok || !kept.isMine(answer.headers.get("X-Kept-For"))) return null;
  return answer.json().catch(() => null);
}

/** The data, or null where there is none. */
export const ready = ask();
