// A page of something that is being played keeps itself fresh: now and then it asks whether it has
// changed (ETag: mostly the answer is a bare 304) and puts the new one in its place.
"use strict";

(() => {
  const EVERY = 15_000; // milliseconds
  const main = document.getElementById("main");
  let shown = main.innerHTML;

  const ask = async () => {
    if (document.hidden || !main.querySelector("[data-live]")) return;
    const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("main")?.innerHTML;
    if (!fresh || fresh === shown) return;
    shown = fresh;
    if (!main.contains(document.activeElement) || document.activeElement === main) main.innerHTML = fresh;
    else shown = ""; // somebody is on a link with the keyboard: next time
  };
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
})();
