// The clock of a screen on the wall. The page itself stands still while nothing happens.
"use strict";

(() => {
  const clock = document.querySelector("[data-clock]");
  const hour = new Intl.DateTimeFormat("es-ES", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Madrid" });
  const tick = () => { clock.textContent = hour.format(new Date()); };
  tick();
  clock.hidden = false;
  setInterval(tick, 1000);
})();
