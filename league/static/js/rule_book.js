// The rule book: a search that answers while it is typed, and examples that print open.
const form = document.querySelector("form[data-live]");
if (form && window.fetch) {
  const book = document.getElementById(form.dataset.live);
  let waiting = 0;
  let asked = 0;
  const search = async () => {
    const address = new URL(form.action || location.href, location.href);
    address.hash = "";
    address.search = new URLSearchParams(new FormData(form)).toString();
    const number = ++asked;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      if (!answer.ok || number !== asked) return;
      book.innerHTML = await answer.text();
      history.replaceState(null, "", address);
    } catch {
      // Without coverage the button still asks in the ordinary way.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 250);
  });
}

addEventListener("beforeprint", () => {
  for (const closed of document.querySelectorAll("#book details:not([open])")) {
    closed.open = true;
    closed.dataset.opened = "";
  }
});
addEventListener("afterprint", () => {
  for (const opened of document.querySelectorAll("details[data-opened]")) {
    opened.open = false;
    delete opened.dataset.opened;
  }
});
