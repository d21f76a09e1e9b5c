// A file dropped anywhere on the page is put into the field and sent. Without this the field
// itself still takes it.
"use strict";

const form = document.querySelector("form[data-drop]");
const field = form && form.querySelector("input[type=file]");

if (field) {
  const carries = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    form.classList.remove("dropping");
    if (event.dataTransfer.files.length !== 1) return;
    field.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
