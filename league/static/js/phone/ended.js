// The hour of the end, on a page that the phone kept: the official one, by what this clock is ahead or
// behind, instead of the hour at which the page was kept. Whoever typed another has typed it.

import { officialNow } from "./kept.js";

export function start() {
  const form = document.getElementById("end");
  if (!form || !document.documentElement.dataset.kept || form.elements.replaces.value) return;
  const { ended_at: hour, proposed } = form.elements;
  const untouched = hour.value === hour.defaultValue;
  let ours = hour.value;
  const propose = () => {
    if (!untouched || hour.value !== ours) return;
    const now = officialNow();
    ours = now.toLocaleString("sv-SE", { timeZone: "Europe/Madrid" }).slice(0, 16).replace(" ", "T");
    hour.value = ours;
    proposed.value = now.toISOString();
  };
  propose();
  form.addEventListener("submit", propose, { capture: true });
}
