// What is selected at the moment: no part of the orders, and never undone.

import { movables } from "./data.js";
import { reach } from "./judge.js";
import { gesture, plan } from "./moves.js";
import { cheapest } from "./paths.js";

const chosen = { tab: "", group: [], path: null, attack: -1, sent: null };
const listeners = [];

export function onChosen(listener) {
  listeners.push(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/** { tab, group, path, attack, sent }. group: who moves together, the one that was clicked first. path: one that is being drawn
 *  step by step, null while none is. attack: number of the attack that is put together, -1 for none. sent: { key, send }
 *  while a place is chosen to which a formation is sent, which `send` does; else null. */
export function selection() {
  return chosen;
}

/** Selects a unit to move; "" for none. */
export function select(who) {
  chosen.group = who && movables.has(who) ? (plan().by.get(who)?.who ?? [who]) : [];
  chosen.path = null;
  chosen.sent = null;
  tell();
}

/** The group with one unit more or less. */
export function regroup(who) {
  chosen.group = chosen.group.includes(who) ? chosen.group.filter((one) => one !== who) : [...chosen.group, who];
  chosen.path = null;
  chosen.sent = null;
  tell();
}

/** Others in the place of the group; the one that was clicked first stays the first. */
export function regroupAll(members) {
  const [first] = chosen.group;
  chosen.group = members.includes(first) ? [first, ...members.filter((one) => one !== first)] : [...members];
  chosen.path = null;
  chosen.sent = null;
  tell();
}

/** Those who stand where the chosen ones do, or arrive as they do, and may march with them, in the order of the rules. */
export function companions() {
  const first = movables.get(chosen.group[0]);
  if (!gesture?.together || !(first?.start || first?.arrives)) return [];
  const isWith = (one) => one.start === first.start && one.arrives === first.arrives;
  return [...movables.values()].filter(isWith).map((one) => one.who);
}

export function draw(path) {
  chosen.path = path;
  tell();
}

/** Begins to choose a place for a formation, or leaves it: null. */
export function aim(sent) {
  chosen.sent = sent;
  chosen.path = null;
  tell();
}

export function selectAttack(index) {
  chosen.attack = index;
  tell();
}

export function selectTab(tab) {
  chosen.tab = tab;
  chosen.path = null;
  chosen.sent = null;
  tell();
}

/** Where those who are selected can go together; undefined where nobody is, or it is not known. */
export function reachOfChosen() {
  return chosen.group.length ? reach(chosen.group) : undefined;
}

/** Where they stand before the moves; "" for nobody, and for one that is on no board. */
export function startOfChosen() {
  return movables.get(chosen.group[0])?.start ?? "";
}

/** The path that stands for them now: the one being drawn, else the one that is ordered. */
export function path() {
  if (chosen.path) return chosen.path;
  return plan().by.get(chosen.group[0])?.way ?? [];
}

/** Goes on with a path, or back where it came from. */
export function extend(current, place) {
  if (current.length > 1 && current.at(-2) === place) return current.slice(0, -1);
  if (current.at(-1) === place) return current;
  return [...current, place];
}

/** The cheapest way of those who are selected; [] where none is known. */
export function wayTo(place) {
  return cheapest(reachOfChosen(), place);
}
