// Opening a file of orders: chosen from the disk or pasted, and what is said about it.

import { announce, button, fold, h, para } from "./dom.js";
import { data } from "./data.js";
import { MOST_FILE, restore } from "./restore.js";

let pasted = data.unread;
let outcome = null;

/** The section for it. redraw: called where nothing changed but what is said. */
export function opening(redraw) {
  const end = (found) => {
    outcome = found;
    redraw();
    const { refused, name, said } = found;
    announce(refused ? `Nothing is taken over: ${refused}` : `${name} is taken over${said.length ? `; ${said.length} to look at` : ""}`);
  };
  const take = (text) => {
    const found = restore(text);
    if (!found.refused) pasted = "";
    end(found);
  };
  const chosen = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    if (file.size > MOST_FILE) end({ refused: "the file is larger than 256 KiB" });
    else take(await file.text());
  };
  const area = h("textarea", {
    id: "pasted", rows: 3, class: "file", spellcheck: "false", "data-key": "pasted", value: pasted,
    oninput: (event) => {
      pasted = event.target.value;
    },
  });
  const made = fold(
    "opening",
    "Open a file of orders",
    para("help", "orders.yaml or standing.yaml, half written or whole, takes the place of what this page holds. Undo brings that back."),
    h(
      "div",
      { class: "field" },
      h("label", { for: "opened" }, "A file"),
      h("input", { id: "opened", type: "file", accept: ".yaml,.yml,.txt,text/plain", "data-key": "opened", onchange: chosen }),
    ),
    h("div", { class: "field" }, h("label", { for: "pasted" }, "Or its text, pasted here"), area),
    button("Open the pasted text", "open pasted", () => take(pasted)),
  );
  made.id = "opening";
  made.open = Boolean(pasted);
  return made;
}

/** What is to be said about the file that was opened last, where it is seen whether anything is unfolded or not. */
export function taken() {
  if (!outcome) return null;
  const { refused, name, said } = outcome;
  if (refused) return h("p", { class: "wrong", id: "taken" }, `Nothing is taken over: ${refused}.`);
  if (!said.length) return h("p", { id: "taken" }, `${name} is taken over.`);
  const lines = said.map((line) => h("li", {}, line));
  return h("div", { class: "doubt", id: "taken" }, para("doubt", `${name} is taken over. To look at:`), h("ul", {}, lines));
}
