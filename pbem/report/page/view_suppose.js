// What a combat would come to if the enemy in it were stronger or weaker than is known.

import { announce, button, fold, fresh, h, para } from "./dom.js";
import { suppose } from "./judge.js";
import { odds } from "./view_odds.js";

// What the player supposes: place -> strength, as he typed it.
const strengths = new Map();

/** A field for the strength of the enemy in a place, and what would come of it. title: of the combat. */
export function supposition(place, title) {
  const id = fresh("strength");
  const told = h("div", { role: "status" });
  const input = h("input", {
    id,
    type: "number",
    min: 0,
    max: 999,
    step: 1,
    value: strengths.get(place) ?? "",
    "data-key": `suppose ${place}`,
    "aria-label": `${title}: strength of the enemy`,
    oninput: () => strengths.set(place, input.value),
    onkeydown: (event) => event.key === "Enter" && look(),
  });
  const look = () => tell(told, place, input.value);
  if (strengths.get(place)) look();
  const label = h("label", { for: id }, "If the enemy there had a strength of");
  const asked = h("div", { class: "field" }, label, input, button("Reckon", `suppose ${place} do`, look));
  return fold(`supposition ${place}`, "Suppose another strength of the enemy", asked, told);
}

async function tell(told, place, text) {
  if (!/^\d{1,3}$/.test(text)) {
    told.replaceChildren(text ? para("wrong", "This is no strength: write a whole number.") : "");
    return;
  }
  try {
    told.replaceChildren(odds(`supposed ${place}`, await suppose(place, Number(text))));
  } catch (error) {
    if (!error.words) throw error;
    told.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
}
