// Small conveniences of the evening's pages; every page works without them.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");

  // The phone's own part of the draw: 32 bytes that the server did not choose.
  for (const form of document.querySelectorAll("form[data-nonce]")) {
    form.addEventListener("submit", () => {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      form.elements.nonce.value = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
    });
  }

  // Who plays is present; how many play so far.
  const lineUp = document.getElementById("line-up");
  if (lineUp) {
    const count = () => {
      const playing = lineUp.querySelectorAll("[name=plays]:checked").length;
      lineUp.querySelector("[data-playing]").textContent = playing;
      lineUp.querySelector("[data-pairs]").textContent = Math.floor(playing / 2);
      const over = playing > Number(lineUp.dataset.most);
      lineUp.querySelector(".counter").classList.toggle("over", over);
    };
    lineUp.addEventListener("change", (event) => {
      const { name, value, checked } = event.target;
      const other = name === "plays" ? "present" : "plays";
      const twin = lineUp.querySelector(`[name=${other}][value="${value}"]`);
      if (twin && checked === (name === "plays")) twin.checked = checked;
      count();
    });
    count();
  }

  // Clocks that run down: a break, the time to claim.
  const tick = () => {
    for (const clock of document.querySelectorAll("time[data-until]:not([data-until=''])")) {
      const left = Math.floor((new Date(clock.dataset.until) - Date.now()) / 1000);
      // Past its end a break says by how much; a right that has run out stays at nothing.
      const over = clock.dataset.over || "";
      const sign = left < 0 ? over : "";
      const seconds = left < 0 && !over ? 0 : Math.abs(left);
      clock.closest(".chip")?.classList.toggle("stop", left < 0);
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      if (!parts[0]) parts.shift();
      clock.textContent = sign + parts.map((part) => String(part).padStart(2, "0")).join(":");
    }
  };
  tick();
  setInterval(tick, 1000);

  // A code half typed: the page that waits says so, and is not loaded again under somebody's hands.
  document.addEventListener("htmx:configRequest", (event) => {
    const code = document.querySelector("#sign-by-code [name=code]");
    if (code?.value && event.detail.path.includes("/pulso/")) event.detail.parameters.typing = "1";
  });

  // A message ready for the groups of the league.
  const tools = document.querySelector("[data-share]");
  if (tools) {
    const text = document.getElementById(tools.dataset.share).textContent;
    const send = tools.querySelector("[data-share-send]");
    const copy = tools.querySelector("[data-share-copy]");
    tools.hidden = false;
    send.hidden = !navigator.share;
    copy.hidden = !(navigator.clipboard && navigator.clipboard.writeText);
    send.addEventListener("click", () => navigator.share({ text }).catch(() => {}));
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = copy.dataset.done;
    });
  }
})();
