// Map, panels and keys together, and what happens after every change and every answer. Whoever starts a page has installed
// its judge before.

import { byId } from "./dom.js";
import { data, desk, movables } from "./data.js";
import { ATTACKS, attacks } from "./attacks.js";
import { onChosen, reachOfChosen, selection } from "./chosen.js";
import { isTyping } from "./form.js";
import { hands } from "./hands.js";
import { onAnswer } from "./judge.js";
import { drawMap, openMap, reveal } from "./map.js";
import { MOVES, standsAt } from "./moves.js";
import { countWrong, drawPanel, openPanels } from "./panels.js";
import { canRedo, canUndo, redo, undo, watch } from "./store.js";
import { drawAttacks } from "./view_attacks.js";
import { count, retell } from "./view_findings.js";
import { drawOrders, drawStanding, formMembers } from "./view_forms.js";
import { drawMoves } from "./view_moves.js";

/** The panels in which orders are given; others are the matter of each page. */
export const ORDERING = [
  { name: "moves", draw: drawMoves, isOffered: () => Boolean(desk?.move), wrong: () => count(MOVES) },
  {
    name: "attacks",
    draw: drawAttacks,
    isOffered: () => Boolean(desk?.move || desk?.attack),
    wrong: () => (desk.attack ? count(ATTACKS) : 0),
    label: desk?.attack ? "" : "Combats",
  },
  {
    name: "orders",
    draw: drawOrders,
    isOffered: () => formMembers().length > 0 || data.noted,
    wrong: () => count(...formMembers().map((name) => ["orders", name]), ["note"]),
    label: data.ask === "orders" ? "" : "Answer",
  },
  { name: "standing", draw: drawStanding, isOffered: () => Boolean(data.standing), wrong: () => count(["standing"]) },
];

export function drawAll() {
  drawPanel();
  drawMap();
  tellState();
}

function tellState() {
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  countWrong();
}

/** Whoever types in a form keeps it as it is; what the letters change elsewhere is drawn when one looks at it. */
function drawAround() {
  retell();
  drawMap();
  tellState();
}

const isWriting = () => {
  const field = document.activeElement;
  const types = field?.tagName === "TEXTAREA" || (field?.tagName === "INPUT" && /^(?:text|number)$/.test(field.type));
  return types && byId("panels").contains(field);
};

/** In a text field the browser undoes what was typed there. */
const isText = (field) => field.tagName === "TEXTAREA" || (field.tagName === "INPUT" && !/^(?:checkbox|radio)$/.test(field.type));

function keys(event) {
  // Who looks at something else sees nothing of what would be undone.
  if (document.querySelector("dialog[open]") || !byId("panels").checkVisibility()) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !isText(event.target) && (letter === "z" || letter === "y")) {
    event.preventDefault();
    if (letter === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.key === "Escape" && !typing && !event.defaultPrevented) hands.cancel();
}

/** Opens map and panels, and from now on draws what changes. */
export function openWorkbench(panels) {
  openMap(hands);
  openPanels(panels);
  onChosen(() => {
    if (selection().attack >= attacks().length) selection().attack = -1;
    drawAll();
    const found = reachOfChosen();
    const first = movables.get(selection().group[0]);
    if (found && first && selection().tab === "moves" && !selection().path) reveal(standsAt(first.counter) || first.start);
  });
  watch((word) => (isTyping(word) ? drawAround() : drawAll()));
  onAnswer(() => (isWriting() ? drawAround() : drawAll()));
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  document.addEventListener("keydown", keys);
}
