// What is selected at the moment: no part of the orders, and never undone.

import { reaches } from "./data.js";
import { cheapest, together } from "./paths.js";
import { plan } from "./moves.js";

const chosen = { tab: "", group: [], path: null, attack: -1 };
const listeners = [];

export function onChosen(listener) {
  listeners.push(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/** { tab, group, path, attack }. group: who moves together, the one that was clicked first. path: one that is being drawn
 *  step by step, null while none is. attack: number of the attack that is put together, -1 for none. */
export function selection() {
  return chosen;
}

/** Selects a unit to move; "" for none. */
export function select(who) {
  chosen.group = who && reaches.has(who) ? (plan().by.get(who)?.who ?? [who]) : [];
  chosen.path = null;
  tell();
}

/** The group with one unit more or less. */
export function regroup(who) {
  chosen.group = chosen.group.includes(who) ? chosen.group.filter((one) => one !== who) : [...chosen.group, who];
  chosen.path = null;
  tell();
}

/** Others in the place of the group; the one that was clicked first stays the first. */
export function regroupAll(members) {
  const [first] = chosen.group;
  chosen.group = members.includes(first) ? [first, ...members.filter((one) => one !== first)] : [...members];
  chosen.path = null;
  tell();
}

export function draw(path) {
  chosen.path = path;
  tell();
}

export function selectAttack(index) {
  chosen.attack = index;
  tell();
}

export function selectTab(tab) {
  chosen.tab = tab;
  chosen.path = null;
  tell();
}

/** What those who are selected can do together; undefined where nobody is. */
export function reach() {
  return chosen.group.length ? together(chosen.group) : undefined;
}

/** The path that stands for them now: the one being drawn, else the one that is ordered. */
export function path() {
  if (chosen.path) return chosen.path;
  return plan().by.get(chosen.group[0])?.path ?? [];
}

/** Goes on with a path: one place further where a step leads there, else the cheapest way; back where it came from. */
export function extend(current, place) {
  const found = reach();
  if (!found) return current;
  if (current.length > 1 && current.at(-2) === place) return current.slice(0, -1);
  if (current.at(-1) === place) return current;
  return [...current, place];
}

export function wayTo(place) {
  const found = reach();
  return found ? cheapest(found, place) : [];
}
