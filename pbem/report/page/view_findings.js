// What is wrong, where it stands: below a field, at an entry of a list, and all of it in one list. It follows the answers
// while somebody types, so that his form stays as it is.

import { h } from "./dom.js";
import { findings, findingsAt, findingsUnder } from "./judge.js";

// Lines of each kind that are listed.
const MOST_LINES = 30;

const pathOf = (element, name) => JSON.parse(element.dataset[name]);

/** Room for what is wrong with the value at a path itself. */
export function wrongAt(path, more = {}) {
  return fill(h("div", { class: "wrong", "data-at": JSON.stringify(path), ...more }), findingsAt(path));
}

/** Room for what is wrong there and in anything inside of it. */
export function wrongUnder(path) {
  return fill(h("div", { class: "wrong", "data-under": JSON.stringify(path) }), findingsUnder(path));
}

function fill(element, those) {
  element.replaceChildren(...those.map((one) => h("p", {}, one.text)));
  element.hidden = !those.length;
  return element;
}

/** Tells everything that is known anew, in the elements that are there. */
export function retell() {
  for (const element of document.querySelectorAll("[data-at]")) {
    const those = findingsAt(pathOf(element, "at"));
    fill(element, those);
    document.querySelector(`[aria-describedby~="${element.id}"]`)?.setAttribute("aria-invalid", those.length ? "true" : "false");
  }
  for (const element of document.querySelectorAll("[data-under]")) {
    const those = findingsUnder(pathOf(element, "under"));
    fill(element, those);
    element.closest(".entry")?.classList.toggle("bad", those.length > 0);
  }
}

/** How many things are wrong in some parts of the orders. */
export function count(...prefixes) {
  return new Set(prefixes.flatMap(findingsUnder)).size;
}

/** Everything that is wrong, a line each, under a heading; null where nothing is known to be. */
export function allFindings(heading) {
  const lines = findings().map((one) => `${where(one.path)}: ${one.text}`);
  return lines.length ? listing("wrong", "troubles-orders", heading, lines) : null;
}

export function listing(kind, id, heading, lines) {
  const shown = lines.slice(0, MOST_LINES).map((line) => h("li", {}, line));
  const more = lines.length - shown.length;
  return h("div", { class: kind, id }, h("p", {}, heading), h("ul", {}, shown, more > 0 ? h("li", {}, `and ${more} more`) : null));
}

function where(path) {
  const [file, ...inside] = path;
  const words = inside.map((step) => (typeof step === "number" ? String(step + 1) : step)).join(" ");
  if (file === "standing") return `standing.yaml${words ? `, ${words}` : ""}`;
  return words || (file ?? "orders");
}
