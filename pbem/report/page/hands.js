// The hands on the map: what a click, a drag and a key mean for units and attacks.

import { announce } from "./dom.js";
import { counters, desk, enemies, isOwn, movables, nameOf, placeName } from "./data.js";
import { attacks, toggle } from "./attacks.js";
import { aim, companions, draw, extend, path, reachOfChosen, regroupAll, select } from "./chosen.js";
import { selectAttack, selection, startOfChosen, wayTo } from "./chosen.js";
import { silence } from "./judge.js";
import { plan, remove, unitsAt } from "./moves.js";
import { beginnings, lastStep, price } from "./paths.js";
import { begin } from "./view_attacks.js";
import { follow } from "./view_moves.js";

function pick(place, further) {
  if (selection().tab === "attacks") pickTarget(place);
  else if (selection().tab === "moves") pickStep(place, further);
}

function pickStep(place, further) {
  if (selection().sent) {
    selection().sent.send(place);
    return;
  }
  const { group, path: drawn } = selection();
  if (group.length && (drawn || further)) {
    draw(extend(drawn ?? [startOfChosen()].filter(Boolean), place));
    tellPath();
    return;
  }
  const { there, gone } = unitsAt(place);
  const here = [...there, ...gone];
  const step = reachOfChosen()?.steps.get(place);
  const open = step?.stop && place !== path().at(-1) && place !== startOfChosen();
  // A place within reach is where the chosen one goes, unless it is full already, or he has his order: then whoever
  // stands there is meant.
  const isMeant = step?.taken ? there.length : isOrdered() && there.some((who) => !group.includes(who));
  if (open && !isMeant) follow(wayTo(place));
  else if (here.length) choose(place, here);
  else if (group.length) announce(refusal(place, step));
}

const isOrdered = () => plan().by.has(selection().group[0]);

function choose(place, here) {
  const next = (here.indexOf(selection().group[0]) + 1) % here.length;
  select(here[next]);
  const among = here.length > 1 ? `, ${next + 1} of ${here.length} in ${placeName(place)}` : "";
  announce(`${nameOf(movables.get(here[next]).counter)} chosen${among}`);
}

function refusal(place, step) {
  if (step) return [`no move ends in ${placeName(place)}`, step.note].filter(Boolean).join(": ");
  const known = reachOfChosen() ? "is not within the known reach" : `is ${silence()}`;
  return `${placeName(place)} ${known}; hold Shift, or drag, for a way of your own`;
}

/** Says a path that is being drawn, and what it costs where that is known. */
function tellPath() {
  const drawn = selection().path ?? [];
  const found = reachOfChosen();
  const step = lastStep(found, drawn);
  announce([drawn.map(placeName).join(", "), step ? price(step.cost, found.allowance) : ""].filter(Boolean).join(". "));
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

/** A path is drawn on from where the unit's order ends, or anew from where it stands. */
function startDrag(from) {
  const { there, gone } = unitsAt(from);
  const here = [...there, ...gone];
  if (!selection().group.some((who) => here.includes(who))) select(here[0] ?? "");
  const current = path();
  if (!selection().group.length) return;
  const starts = beginnings(startOfChosen(), reachOfChosen());
  draw(current.length > 1 && current.at(-1) === from ? current : starts.includes(from) ? [from] : null);
}

// Where a formation that is dragged is at the moment.
let over = "";

/** For `openMap` of map.js. */
export const hands = {
  pick,
  drag(from, to) {
    if (selection().sent) {
      // A drag of a formation ends where it is sent, whatever lies between.
      over = to ?? from;
      if (to !== undefined) announce(placeName(to));
    } else if (to === undefined) startDrag(from);
    else if (selection().path) {
      draw(extend(selection().path, to));
      tellPath();
    }
  },
  drop() {
    if (selection().sent) {
      selection().sent.send(over);
      return;
    }
    const drawn = selection().path;
    if (drawn && !(drawn.length > 1 && follow(drawn))) draw(null);
  },
  cancel() {
    if (selection().sent) aim(null);
    else if (selection().path) draw(null);
    else {
      select("");
      selectAttack(-1);
    }
  },
  together() {
    const members = companions();
    if (selection().tab !== "moves" || members.length < 2) return;
    regroupAll(members);
    announce(`${members.map((who) => nameOf(movables.get(who).counter)).join(", ")} chosen`);
  },
  back() {
    if (selection().path) draw(selection().path.slice(0, -1));
    else if (selection().tab === "moves" && plan().by.get(selection().group[0])) remove(plan().by.get(selection().group[0]).index);
  },
};
