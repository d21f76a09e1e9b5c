// Buttons that print the page: hidden where there is no script, since the browser prints anyway.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
