// The consulta without leaving the page. Every tap is a form that works without this script: here
// its answer takes the place of the old one, so that nothing scrolls away under the thumb.
(() => {
  const root = () => document.getElementById("consulta");
  let queue = Promise.resolve();

  // Taps follow one another: each is sent with the record that the one before it made.
  const send = async (id, name, value) => {
    const form = document.getElementById(id);
    if (!form) return;
    const query = new URLSearchParams(new FormData(form));
    if (name) query.append(name, value);
    await show(`${location.pathname}?${query}`, form.getAttribute("action") || "");
    focus(id, name, value);
  };

  const show = async (address, anchor, keep) => {
    root().setAttribute("aria-busy", "true");
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("consulta");
    if (!fresh) return void location.assign(address);
    const open = [...root().querySelectorAll("details")].map((one) => one.open);
    const wasRuled = root().querySelector(".ruled");
    const typed = keep ? [] : [...root().querySelectorAll("#score input:not([type=radio], [type=hidden])")];
    const at = document.activeElement;
    root().replaceWith(fresh);
    const details = [...fresh.querySelectorAll("details")];
    if (details.length === open.length) details.forEach((one, at) => { one.open ||= open[at]; });
    // What is being typed meanwhile stays, and so does the place of the cursor.
    for (const { id, value } of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
    if (typed.includes(at)) document.getElementById(at.id)?.focus({ preventScroll: true });
    if (fresh.querySelector(".ruled") && !wasRuled && !keep) document.getElementById("ruling").scrollIntoView();
    if (!keep) history.pushState(null, "", answer.url.split("#")[0] + anchor);
    document.getElementById("said").textContent = fresh.dataset.said;
    ready();
  };

  const focus = (id, name, value) => {
    if (!name) return;
    const form = document.getElementById(id);
    const same = form && name && form.querySelector(`button[name="${name}"][value="${CSS.escape(value)}"]:enabled`);
    const next = same || form?.querySelector("button:enabled") || root().querySelector(".lance button:enabled");
    next?.focus({ preventScroll: Boolean(form) });
  };

  const ready = () => {
    for (const one of root().querySelectorAll("[data-print], [data-copy]")) one.hidden = false;
    for (const one of root().querySelectorAll(".no-script")) one.hidden = true;
  };

  const copy = async (button) => {
    const words = button.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.done;
      document.getElementById("said").textContent = button.dataset.done;
      setTimeout(() => { button.textContent = words; }, 2500);
    } catch {
      const box = document.getElementById("texto");
      box.value = button.dataset.copy;
      box.select();
    }
  };

  const mine = (form) => form && form.method === "get" && root().contains(form);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!mine(form)) return;
    event.preventDefault();
    const { name, value } = event.submitter || {};
    queue = queue.then(() => send(form.id, name, value)).catch(() => form.submit());
  });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (mine(form) && "atOnce" in form.dataset) form.requestSubmit();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-print]");
    if (!button) return;
    if ("print" in button.dataset) window.print();
    else copy(button);
  });
  window.addEventListener("popstate", () => { queue = queue.then(() => show(location.href, "", true)); });
  ready();
})();
