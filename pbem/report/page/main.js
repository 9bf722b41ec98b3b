// Panels, the hands on the map, and what happens after every change.

import { announce, byId } from "./dom.js";
import { counters, data, desk, enemies, isOwn, nameOf, placeName, reaches } from "./data.js";
import { attacks, toggle } from "./attacks.js";
import { draw, extend, onChosen, path, reach, select, selectAttack, selectTab, selection, wayTo } from "./chosen.js";
import { isTyping } from "./form.js";
import { drawMap, openMap, reveal } from "./map.js";
import { plan, remove, standsAt, unitsAt } from "./moves.js";
import { read } from "./reader.js";
import { reckon } from "./reckon.js";
import { beginnings, judge, price } from "./paths.js";
import { text } from "./fraction.js";
import { restore } from "./restore.js";
import { canRedo, canUndo, redo, replace, undo, watch } from "./store.js";
import { begin, drawAttacks } from "./view_attacks.js";
import { openDraft } from "./view_draft.js";
import { drawFile, isUnsaved, ordersText, standingText, troubles } from "./view_file.js";
import { drawOrders, drawStanding, formMembers } from "./view_forms.js";
import { drawMoves, follow } from "./view_moves.js";
import { write } from "./yaml.js";

const PANELS = { moves: drawMoves, attacks: drawAttacks, orders: drawOrders, standing: drawStanding, file: drawFile };

// -- panels -----------------------------------------------------------------------------

function offered() {
  const combats = desk && (desk.attack || (desk.sheet && Object.keys(desk.next_to).length));
  const forms = formMembers().length || data.noted;
  return [desk?.move && "moves", combats && "attacks", forms && "orders", data.standing && "standing", "file"].filter(Boolean);
}

function openPanels() {
  const there = offered();
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const name = tab.id.replace("tab-", "");
    tab.hidden = !there.includes(name);
    tab.addEventListener("click", () => turnTo(name));
  }
  if (!desk?.attack) byId("tab-attacks").textContent = "Combats";
  if (data.ask !== "orders") byId("tab-orders").textContent = "Answer";
  byId("tabs").addEventListener("keydown", (event) => {
    const here = there.indexOf(selection().tab);
    const count = there.length;
    const to = { ArrowRight: (here + 1) % count, ArrowLeft: (here + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turnTo(there[to]);
    byId(`tab-${there[to]}`).focus();
  });
  turnTo(there[0]);
}

function turnTo(name) {
  selectTab(name);
  byId("panels").scrollTop = 0;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const now = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(now));
    tab.tabIndex = now ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !now;
  }
}

function drawPanel() {
  PANELS[selection().tab]?.();
}

function drawAll() {
  drawPanel();
  drawMap();
  byId("undo").disabled = !canUndo();
  byId("redo").disabled = !canRedo();
  const wrong = troubles().length;
  byId("tab-file").dataset.wrong = wrong ? String(wrong) : "";
  byId("tab-file").setAttribute("aria-label", wrong ? `File, ${wrong} ${wrong === 1 ? "fault" : "faults"}` : "File");
}

// -- hands on the map --------------------------------------------------------------------

function pick(place, further) {
  if (selection().tab === "attacks") pickTarget(place);
  else if (selection().tab === "moves") pickStep(place, further);
}

function pickStep(place, further) {
  const found = reach();
  const drawn = selection().path;
  if (found && (drawn || further)) {
    oneStep(found, place);
    return;
  }
  const { there, gone } = unitsAt(place);
  const here = [...there, ...gone];
  const open = found?.steps.get(place)?.stop && place !== path().at(-1) && place !== found.start;
  // A place within reach is where the chosen one goes, unless it is full already: then whoever stands there is meant.
  // Who has moved away from it fills it no longer.
  const full = desk.most_there > 0 && there.length >= desk.most_there;
  if (open && !full) follow(wayTo(place));
  else if (here.length) {
    const next = (here.indexOf(selection().group[0]) + 1) % here.length;
    select(here[next]);
    const among = here.length > 1 ? `, ${next + 1} of ${here.length} in ${placeName(place)}` : "";
    announce(`${nameOf(reaches.get(here[next]).counter)} chosen${among}`);
  } else if (open) follow(wayTo(place));
  else if (found) announce(`${placeName(place)} is not within reach`);
}

/** A step of a path that is drawn by clicks: the cheapest way counts up to its first step. */
function oneStep(found, place) {
  const current = selection().path ?? (found.start ? [found.start] : []);
  const next = extend(current, place);
  draw(next);
  const judged = judge(found, next);
  announce([next.map(placeName).join(", "), price(found, judged.cost), ...judged.errors].join(". "));
}

function pickTarget(place) {
  if (!desk.attack) return;
  if (enemies.has(place)) {
    begin(place);
    return;
  }
  const now = selection().attack;
  const here = [...plan().where].filter(([counter, at]) => at === place && (isOwn(counter) || !counters.has(counter)));
  if (now < 0 || !attacks()[now]) announce("choose whom to attack first");
  else for (const [counter] of here) announce(toggle(now, counter) ? nameOf(counter) : `${nameOf(counter)} cannot join this attack`);
}

const hands = {
  pick,
  drag(from, to) {
    if (to === undefined) {
      startDrag(from);
      return;
    }
    const found = reach();
    if (!found || !selection().path) return;
    const next = extend(selection().path, to);
    draw(next);
    const judged = judge(found, next);
    announce([price(found, judged.cost), ...judged.errors].filter(Boolean).join(". "));
  },
  drop() {
    const drawn = selection().path;
    if (drawn && drawn.length > 1 && !follow(drawn)) draw(null);
    else if (drawn) draw(null);
  },
  cancel() {
    if (selection().path) draw(null);
    else {
      select("");
      selectAttack(-1);
    }
  },
  back() {
    if (selection().path) draw(selection().path.slice(0, -1));
    else if (selection().tab === "moves" && plan().by.get(selection().group[0])) remove(plan().by.get(selection().group[0]).index);
  },
};

/** A path is drawn on from where the unit's order ends, or anew from where it stands. */
function startDrag(from) {
  const { there, gone } = unitsAt(from);
  const here = [...there, ...gone];
  const group = selection().group;
  if (!group.some((who) => here.includes(who))) select(here[0] ?? "");
  const current = path();
  if (!reach()) return;
  draw(current.length > 1 && current.at(-1) === from ? current : beginnings(reach()).includes(from) ? [from] : null);
}

// -- the whole page ------------------------------------------------------------------------

function keys(event) {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if ((event.ctrlKey || event.metaKey) && !typing && (event.key === "z" || event.key === "y")) {
    event.preventDefault();
    if (event.key === "y" || event.shiftKey) redo();
    else undo();
  } else if (event.key === "Escape" && !typing && !event.defaultPrevented) hands.cancel();
}

function begun() {
  openMap(hands);
  openPanels();
  onChosen(() => {
    if (selection().attack >= attacks().length) selection().attack = -1;
    drawAll();
    const found = reach();
    if (found && selection().tab === "moves" && !selection().path) reveal(standsAt(found.counter) || found.start);
  });
  // Whoever types in a form keeps it as it is; what the letters change elsewhere is drawn when one looks at it.
  watch((word) => (isTyping(word) ? drawMap() : drawAll()));
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  document.addEventListener("keydown", keys);
  window.addEventListener("beforeunload", (event) => {
    if (isUnsaved()) event.preventDefault();
  });
  openDraft();
  drawAll();
}

function told(attack) {
  const found = reckon(attack);
  const chances = (results) => Object.fromEntries(results.map((one) => [one.name, text(one.chance)]));
  const { missing, attack: strength, defence, column, used, results = [], sides = [] } = found ?? {};
  const thrown = sides.map((side) => ({ column: side.column, die: side.die, chances: chances(side.results) }));
  return { on: attack.on, missing, attack: strength, defence, column, used, chances: chances(results), sides: thrown };
}

begun();

/** For scripts, and for the tests of the page. */
window.pbemOrders = {
  orders: ordersText,
  standing: standingText,
  load: (orders) => replace({ orders }),
  restore,
  read,
  troubles,
  write,
  attacks: () => attacks().map(told),
};
