// Ways in which a combat may be fought, as the rules reckon them: the calculation step by step, and exact chances.

import { fold, h, para } from "./dom.js";
import { parse, percent, text } from "./fraction.js";

/** key: of the folds. outlooks: `Outlook` of pbem.engine.odds_query as JSON. */
export function odds(key, outlooks) {
  return h("div", { class: "odds" }, outlooks.map((one, number) => outlook(`${key} ${number}`, one)));
}

function outlook(key, { title, steps, chances, notes, chain }) {
  return [
    title ? h("p", { class: "column" }, h("strong", {}, title)) : null,
    notes.map((note) => para("help", worded(note))),
    steps.length ? fold(`${key} steps`, "Step by step", h("ol", {}, steps.map((step) => h("li", {}, worded(step))))) : null,
    chances.length ? table(chances, chain) : null,
  ];
}

const worded = (step) => (step.case ? `${step.text} (${step.case})` : step.text);

function table(chances, chain) {
  const head = ["Result", "Chance", "%"].map((word) => h("th", { scope: "col" }, word));
  const rows = chances.map((one) => {
    const words = one.text && one.text !== one.result ? h("span", { class: "help" }, ` ${one.text}`) : null;
    const share = parse(one.share);
    return h("tr", {}, h("th", { scope: "row" }, one.result, words), h("td", {}, text(share)), h("td", {}, percent(share)));
  });
  const caption = chain ? h("caption", {}, "Each line holds the one before.") : null;
  return h("table", {}, caption, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}
