// The service worker keeps the evening's pages for when there is no coverage; this asks it to, and
// clears them when somebody signs out.

import * as kept from "./kept.js";

const box = document.getElementById("phone");

/** Register it, and let it keep this evening's pages with what they are made of. */
export async function start() {
  if (document.documentElement.dataset.kept) return; // no coverage: nothing to fetch
  if (!("serviceWorker" in navigator) || !box?.dataset.worker) return;
  await navigator.serviceWorker.register(box.dataset.worker, { scope: "/" }).catch(() => {});
  const { active } = await navigator.serviceWorker.ready;
  const { pages, step, things } = box.dataset;
  const seen = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
  const loaded = [...seen, ...(things ? things.split(" ") : [])]; // and what the pages ahead need
  active.postMessage({
    things: [...new Set(loaded)].filter((path) => path.startsWith("/static/")),
    pages: [location.pathname, "/esta-noche/", ...(pages && kept.isDue(`${pages} ${step}`) ? pages.split(" ") : [])],
  });
}

/** Nothing of this person stays on the phone. */
export async function forget() {
  kept.forget();
  const names = "caches" in window ? await caches.keys() : [];
  await Promise.all(names.filter((name) => name.startsWith("pages-")).map((name) => caches.delete(name)));
}
