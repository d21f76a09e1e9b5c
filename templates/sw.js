// Keeps the pages of an evening and what they are made of, for when there is no coverage. The server
// says which pages, and for whom, by X-Kept-For; as soon as one is for somebody else, the others go.
// It sends nothing: what waits is sent by the open page (js/phone/sending.js).
"use strict";

const THINGS = "things-{{ release }}";
const PAGES = "pages-";
const LAST = "{% url "matches:offline" %}";
const DATA = /^\/acta\/\d+\/datos\.json$/;
const PATIENCE = 4000; // milliseconds, when there is something kept to show instead

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(THINGS).then((things) => things.add(LAST)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropAllBut(THINGS, "things-").then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const { things = [], pages = [] } = event.data;
  event.waitUntil(Promise.all([...things.map(fetchThing), ...pages.map((path) => (DATA.test(path) ? data(path) : fetchPage(path)))]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (/^\/(acta|esta-noche)\//.test(url.pathname)) event.respondWith(page(request));
  } else if (DATA.test(url.pathname)) {
    event.respondWith(data(url.pathname));
  } else if (url.pathname.startsWith("{{ static_url }}")) {
    event.respondWith(thing(request));
  }
});

async function dropAllBut(name, start) {
  const names = (await caches.keys()).filter((one) => one.startsWith(start) && one !== name);
  await Promise.all(names.map((one) => caches.delete(one)));
}

// A name with a digest never changes; the others are asked for as long as there is coverage.
async function thing(request) {
  const kept = await caches.match(request);
  if (kept && /\.[0-9a-f]{12}\./.test(request.url)) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) (await caches.open(THINGS)).put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

const fetchThing = async (path) => {
  if (!(await caches.match(path))) await (await caches.open(THINGS)).add(path).catch(() => {});
};

async function fetchPage(path) {
  const answer = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  if (!answer) return;
  const person = answer.headers.get("X-Kept-For");
  if (answer.redirected && person) {
    // Where it leads tonight: an address that leads on cannot be kept as a page.
    const leads = new Response("", { headers: { "X-Leads-To": new URL(answer.url).pathname } });
    await (await caches.open(PAGES + person)).put(path, leads);
  } else {
    await keep(path, answer);
  }
}

async function keep(path, answer) {
  const person = answer.headers.get("X-Kept-For");
  if (!answer.ok || !person) return;
  await dropAllBut(PAGES + person, PAGES);
  await (await caches.open(PAGES + person)).put(path, answer);
}

// What the phone reckons with: asked for by its ETag, and what was kept where no answer comes.
async function data(path) {
  const kept = await caches.match(path, { ignoreVary: true });
  const headers = kept ? { "If-None-Match": kept.headers.get("ETag") } : {};
  const stop = new AbortController();
  const late = kept && setTimeout(() => stop.abort(), PATIENCE);
  try {
    const options = { headers, cache: "no-store", credentials: "same-origin", signal: stop.signal };
    const answer = await fetch(path, options);
    if (kept && (answer.status === 304 || answer.status >= 500)) return kept;
    await keep(path, answer.clone());
    return answer;
  } catch {
    return kept || Response.error();
  } finally {
    clearTimeout(late);
  }
}

async function page(request) {
  const { pathname: path, search } = new URL(request.url);
  const kept = await caches.match(path, { ignoreVary: true });
  const asked = fetch(request).then((answer) => {
    if (answer.status >= 500) throw new Error(answer.status);
    if (!search) keep(path, answer.clone());
    return answer;
  });
  if (!kept) return asked.catch(() => caches.match(LAST, { ignoreVary: true }));
  asked.catch(() => {});
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE));
  return Promise.race([asked, late]).catch(() => old(kept));
}

// The page itself says of when it is, for js/phone to show.
async function old(kept) {
  const leads = kept.headers.get("X-Leads-To");
  if (leads) return Response.redirect(leads, 302);
  const text = await kept.text();
  const headers = new Headers(kept.headers);
  const date = kept.headers.get("Date") || "";
  return new Response(text.replace("<html ", `<html data-kept="${date}" `), { headers });
}
