// What is said once the page has been set up anew, such as what a mail brought that was taken in.

import { announce, byId, h } from "/shared/dom.js";

const KEPT = "pbem said";

/** Sets the page up anew at `#/WHERE`, and says these lines there. */
export function onward(where, ...lines) {
  if (lines.length) sessionStorage.setItem(KEPT, JSON.stringify(lines));
  history.pushState(null, "", `#/${where}`);
  location.reload();
}

/** Says what the page was set up anew for. */
export function sayKept() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  const lines = JSON.parse(kept);
  tell(...lines.map((line) => h("p", {}, line)));
  announce(lines[0]);
  window.addEventListener("hashchange", () => { byId("news").hidden = true; }, { once: true });
}

/** Tells something above the page, until something else is told or it is closed. */
export function tell(...parts) {
  const close = h("button", { type: "button", "aria-label": "Close this notice", onclick: () => { byId("news").hidden = true; } }, "✕");
  byId("news").replaceChildren(h("div", {}, ...parts), close);
  byId("news").hidden = false;
}
