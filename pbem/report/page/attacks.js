// Combats: entries of the orders read back, those that come of themselves, and who the rules say can be attacked.

import { counterOf, counters, desk, enemies, isOwn, whoOf } from "./data.js";
import { besides, fillIn, readOut } from "./gestures.js";
import { answered, bare, course, entryTold, findingsUnder } from "./judge.js";
import { plan } from "./moves.js";
import { at, change, edition, put } from "./store.js";

export const gesture = desk?.attack ?? null;
export const ATTACKS = ["orders", gesture?.member ?? ""];
let known = { edition: -1, answered: -1 };

/** Attacks in the orders, in their order; without such orders none. Each { index, entry, on, by, far, combat, isBad }: by and
 *  far are counters, combat what the rules make of it, undefined where that is not known. */
export function attacks() {
  if (known.edition !== edition() || known.answered !== answered()) {
    known = { edition: edition(), answered: answered(), list: gesture ? listed() : [] };
  }
  return known.list;
}

function listed() {
  const entries = at(ATTACKS);
  return (Array.isArray(entries) ? entries : []).map(read);
}

const many = (value) => (value === undefined ? [] : [value].flat());

function read(entry, index) {
  const words = readOut(gesture.entry, entry) ?? {};
  const on = many(words.targets).filter((place) => typeof place === "string");
  const [by, far] = [words.all, words.far].map((named) => many(named).map(counterOf).filter(Boolean));
  const combat = entryTold("combats", gesture.member, index) ?? entryTold("pending", gesture.member, index);
  const isBad = findingsUnder([...ATTACKS, index]).length > 0;
  return { index, entry, on: combat?.on ?? on, by: combat?.by ?? by, far: combat?.far ?? far, combat, isBad };
}

/** Combats that come of themselves or by default; null while that is not known. */
export function unordered() {
  return course()?.combats.filter((one) => !one.at.length) ?? null;
}

// -- who and whom ------------------------------------------------------------------------

/** Targets that the rules name: after the moves, else as the board stands now. */
export function targets() {
  return (course() ?? bare())?.targets ?? [];
}

/** Whether these are the targets after the moves. */
export function isAfterMoves() {
  return course() !== null;
}

/** Counters that the rules name for an attack on one of these places: { by, far }. */
export function candidates(on) {
  const those = targets().filter((one) => on.includes(one.place));
  const all = (key) => [...new Set(those.flatMap((one) => one[key]))];
  return { by: all("by"), far: all("far") };
}

/** Places to choose a target from: those that the rules name, and where they name none for sure, all of the enemy. */
export function choices() {
  const named = targets().map((one) => one.place);
  return isAfterMoves() ? named : [...new Set([...named, ...enemies.keys()])].filter(Boolean);
}

/** Own counters on a map after the moves. */
export function standing() {
  return [...plan().where].filter(([counter, place]) => place && (isOwn(counter) || !counters.has(counter))).map(([counter]) => counter);
}

/** Who is in which attack: counter -> attacks. */
export function engaged() {
  const found = new Map();
  for (const attack of attacks()) {
    for (const counter of [...attack.by, ...attack.far]) found.set(counter, [...(found.get(counter) ?? []), attack]);
  }
  return found;
}

// -- writing -----------------------------------------------------------------------------

function made(on, by, far) {
  const words = { targets: [...on], all: by.length ? by.map(whoOf) : undefined, far: far.length ? far.map(whoOf) : undefined };
  return fillIn(gesture.entry, words);
}

/** A new attack on a place by everybody whom the rules name and who is in no other, nor has been ordered away. Returns its
 *  number. */
export function attack(place) {
  const busy = engaged();
  const stays = (counter) => isAfterMoves() || (plan().where.get(counter) ?? "") === (counters.get(counter)?.place ?? "");
  const free = candidates([place]).by.filter((counter) => !busy.has(counter) && stays(counter));
  const number = attacks().length;
  put([...ATTACKS, number], made([place], free, []));
  return number;
}

/** The same attack with other targets or attackers; what else its entry holds stays. */
export function rewrite(index, on, by, far) {
  const entry = attacks()[index].entry;
  const fresh = made(on, by, far);
  const own = Object.fromEntries(besides(gesture.entry, entry).map((key) => [key, entry[key]]));
  change((next) => {
    next.orders[gesture.member][index] = { ...fresh, ...own };
  });
}

/** Takes a counter into an attack or out of it. Whether it did: somebody whom the rules do not name joins only where nobody
 *  has asked them yet. */
export function toggle(index, counter) {
  const one = attacks()[index];
  const without = (members) => members.filter((name) => name !== counter);
  const [by, far] = [without(one.by), without(one.far)];
  const inside = by.length + far.length < one.by.length + one.far.length;
  const can = candidates(one.on);
  if (!inside && can.by.includes(counter)) by.push(counter);
  else if (!inside && can.far.includes(counter)) far.push(counter);
  else if (!inside && isAfterMoves()) return false;
  else if (!inside) by.push(counter);
  rewrite(index, one.on, by, far);
  return true;
}

export function remove(index) {
  put(attacks().length === 1 ? ATTACKS : [...ATTACKS, index], undefined);
}
