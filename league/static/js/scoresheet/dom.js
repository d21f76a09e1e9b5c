// Making elements, and putting new ones in the place of old ones without losing the keyboard.

/** An element: attributes, on… handlers, classes; children are elements or texts. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

/** New children for a place; who held the focus there holds it still. */
export function swap(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  place.replaceChildren(...children.flat().filter(Boolean));
  if (held) place.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

/** A text with its places filled in. */
export const fill = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (_all, name) => facts[name] ?? "");

/** Minutes and seconds. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
