// What is typed is kept with every keystroke, field by field, and put back when the page is opened
// again: after a crash, a new session, in another tab. Only fields that were touched are kept; the
// rest is for the server to say.

import * as kept from "./kept.js";

/** Where a form goes: its name among the drafts. */
export const pathOf = (form) =>
  new URL(form.getAttribute("action") || location.href, location.href).pathname;

const SECRET = ["password", "hidden", "file", "submit", "button"];
const isKept = (field) =>
  field.name && !SECRET.includes(field.type) && field.autocomplete !== "one-time-code";

// Boxes share a name: each has its own draft. Of a row of buttons one is chosen.
const nameOf = (field) => (field.type === "checkbox" ? `${field.name}=${field.value}` : field.name);
const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);

// As the server sent it, or not any more.
function isTouched(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected) && Boolean(field.value);
  return field.value !== field.defaultValue;
}

function put(field, value) {
  if (field.disabled) return;
  if (field.type === "checkbox") field.checked = value === true;
  else if (field.type === "radio") field.checked = field.value === value;
  else field.value = value;
}

/** Keep whatever in a form is not as it came: for what a script filled in. */
export function keep(form) {
  for (const field of form.elements) {
    if (!isKept(field) || (field.type === "radio" && !field.checked)) continue;
    if (isTouched(field)) kept.draftSave(pathOf(form), nameOf(field), valueOf(field));
  }
}

/** Keep what is typed in a form; `told` is called once it is kept. */
export function watch(form, told) {
  const path = pathOf(form);
  const save = (event) => {
    if (!event.isTrusted || !isKept(event.target)) return;
    const before = kept.drafts(path);
    // One tick may set another: what a person touched, and whatever else is not as it came.
    for (const field of form.elements) {
      if (!isKept(field) || (field.type === "radio" && !field.checked)) continue;
      const name = nameOf(field);
      if (field !== event.target && !before.has(name) && !isTouched(field)) continue;
      if (before.get(name) !== valueOf(field)) kept.draftSave(path, name, valueOf(field));
    }
    told();
  };
  form.addEventListener("input", save);
  form.addEventListener("change", save);
  kept.onChange((key) => {
    if (kept.draftPath(key) === path) fill(form);
  });
  return fill(form);
}

/** Put the drafts back. Says whether there were any. */
function fill(form) {
  const found = kept.drafts(pathOf(form));
  let any = false;
  for (const field of form.elements) {
    if (!isKept(field) || field === document.activeElement || !found.has(nameOf(field))) continue;
    const before = valueOf(field);
    put(field, found.get(nameOf(field)));
    if (valueOf(field) === before && field.type !== "radio") continue;
    any = true;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return any;
}

/** Something that was not accepted becomes a draft again. */
export function restore(entry) {
  const path = new URL(entry.url, location.href).pathname;
  for (const [name, value] of entry.fields) {
    if (name === "csrfmiddlewaretoken") continue;
    kept.draftSave(path, name, value);
    kept.draftSave(path, `${name}=${value}`, true);
  }
}
