// Elements are built here; text stays text, whatever stands in it.

const SVG = "http://www.w3.org/2000/svg";
// Words of `ordering`.
const TOLD = { up: "earlier", down: "later", drop: "remove" };
// What is set as a property, after the children are there.
const PROPERTIES = ["value", "checked", "open", "selected", "indeterminate"];

function furnish(element, attributes, children) {
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** An HTML element. Attributes that are undefined, null or false are left out; `on...` are listeners. */
export function h(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

let counted = 0;

/** An id that nothing else has. */
export function fresh(word) {
  counted += 1;
  return `${word}-${counted}`;
}

/** Says something to who cannot see the page, and in the line at its foot. */
export function announce(text) {
  byId("said").textContent = text;
}

function keyed(container, key) {
  return [...container.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
}

/** New children in the place of the old; focus, what was unfolded and how far lists were scrolled stay where `data-key`
 *  is the same. */
export function rebuild(container, ...children) {
  const active = document.activeElement;
  const inside = active !== container && container.contains(active);
  const key = inside ? active.dataset.key : undefined;
  const folds = [...container.querySelectorAll("details[data-key]")].map((fold) => [fold.dataset.key, fold.open]);
  const lists = [...container.querySelectorAll("[data-scrolls]")].map((list) => [list.dataset.key, list.scrollTop]);
  container.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const [name, open] of folds) {
    const fold = keyed(container, name);
    if (fold) fold.open = open;
  }
  for (const [name, top] of lists) {
    const list = keyed(container, name);
    if (list) list.scrollTop = top;
  }
  if (!inside) return;
  const again = key && keyed(container, key);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  else {
    // What had the focus is gone: whoever works with the keyboard goes on from here.
    container.tabIndex = -1;
    container.focus({ preventScroll: true });
  }
}

/** Scrolls a list, and nothing else, until an entry of it is seen. */
export function scrolled(list, entry) {
  const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  const below = top + entry.offsetHeight;
  if (top < list.scrollTop || entry.offsetHeight > list.clientHeight) list.scrollTop = top;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
}

/** A paragraph of a class: `help`, `notes`, `wrong`, `good`, `doubt`. */
export function para(kind, ...words) {
  return h("p", { class: kind }, ...words);
}

/** What is unfolded by who wants to see it. */
export function fold(key, summary, ...parts) {
  return h("details", { "data-key": key }, h("summary", {}, summary), ...parts);
}

/** A frame with a heading in it. */
export function frame(legend, ...parts) {
  return h("fieldset", { class: "group" }, h("legend", {}, legend), ...parts);
}

/** The buttons by which an entry of a list goes up, down and away. does: (other place, undefined for away). */
export function ordering(key, title, index, count, does) {
  const one = (sign, word, to, disabled) =>
    button(sign, `${key} ${word}`, () => does(to), { "aria-label": `${title}: ${TOLD[word]}`, disabled });
  return [
    count > 1 ? one("↑", "up", index - 1, index === 0) : null,
    count > 1 ? one("↓", "down", index + 1, index === count - 1) : null,
    one("✕", "drop", undefined, false),
  ];
}

/** A list to choose from with a button that does it: arrow keys alone, which choose at once, do nothing yet.
 *  options: [[value, words]]. */
export function chooser(attributes, first, options, label, act) {
  const choices = options.map(([value, words]) => h("option", { value }, words));
  const go = () => select.value && act(select.value);
  const onkeydown = (event) => {
    if (event.key !== "Enter" || !select.value) return;
    event.preventDefault();
    go();
  };
  const select = h("select", { ...attributes, onkeydown }, h("option", { value: "" }, first), choices);
  const named = attributes["aria-label"] ? { "aria-label": `${label}: ${attributes["aria-label"]}` } : {};
  return [select, button(label, `${attributes["data-key"]} do`, go, { ...named, disabled: attributes.disabled })];
}

/** A button. key: the same for the same button before and after a change. */
export function button(label, key, onclick, more = {}) {
  return h("button", { type: "button", "data-key": key, onclick, ...more }, label);
}
