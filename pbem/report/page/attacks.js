// Attacks: entries of the orders read back, who can join one from where he then stands, and whom nobody attacks yet.

import { counterOf, counters, desk, enemies, isOwn, nameOf, placeName, whoOf } from "./data.js";
import { besides, fillIn, readOut } from "./gestures.js";
import { plan, standsAt } from "./moves.js";
import { nextTo } from "./reckon.js";
import { at, change, edition, put } from "./store.js";

export const gesture = desk?.attack ?? null;
export const ATTACKS = ["orders", gesture?.member ?? ""];
let known = { edition: -1 };

/** Own counters that stand on a map after the planned moves: [[counter, place]]. */
function standing() {
  return [...plan().where].filter(([counter, place]) => place && (isOwn(counter) || !counters.has(counter)));
}

/** Every combat: those that are listed, or where orders know none, those that come of themselves. */
export function attacks() {
  if (known.edition !== edition()) known = { edition: edition(), list: gesture ? listed() : meetings() };
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
  const unknown = [...many(words.all), ...many(words.far)].filter((word) => !counterOf(word));
  const attack = { index, entry, on, by: placed(by), far: placed(far), errors: [], more: besides(gesture.entry, entry ?? {}) };
  if (!by.length && !far.length && !unknown.length) attack.errors.push("nobody attacks");
  attack.errors.push(...unknown.map((word) => `${word}: no unit that can attack is called so`));
  for (const place of on) if (!enemies.has(place)) attack.errors.push(`nobody to attack in ${placeName(place)}`);
  for (const [counter, place] of attack.by) {
    const short = on.filter((target) => !nextTo(place).includes(target));
    const where = placeName(place) || "no place";
    if (short.length) attack.errors.push(`${nameOf(counter)}, then in ${where}, is not next to ${short.map(placeName).join(", ")}`);
  }
  for (const [counter, place] of attack.far) {
    const where = placeName(place) || "no place";
    const reached = on.every((target) => aims(counter, place).includes(target));
    if (!reached) attack.errors.push(`${nameOf(counter)} cannot reach all of it from ${where}`);
  }
  return attack;
}

function placed(found) {
  return found.map((counter) => [counter, standsAt(counter)]);
}

function aims(counter, place) {
  const table = desk.far[counter];
  return (table === undefined ? {} : desk.far_tables[table])[place] ?? [];
}

/** Without attacks in the orders: where own units end next to enemies. */
function meetings() {
  if (!desk) return [];
  const near = (target) => standing().filter(([, place]) => nextTo(place).includes(target));
  return [...enemies.keys()]
    .map((target) => ({ on: [target], by: near(target), far: [], errors: [], more: [] }))
    .filter((meeting) => meeting.by.length)
    .map((meeting, index) => ({ ...meeting, index }));
}

// -- who and whom ------------------------------------------------------------------------

/** Those who can join an attack on all of these places: { by, far }, each [[counter, place]]. */
export function candidates(on) {
  const all = standing();
  return {
    by: all.filter(([, place]) => on.every((target) => nextTo(place).includes(target))),
    far: all.filter(([counter, place]) => on.length && on.every((target) => aims(counter, place).includes(target))),
  };
}

/** Places of enemies that somebody can attack after the planned moves, those in contact first. */
export function targets() {
  const reachable = [...enemies.keys()].filter((place) => {
    const found = candidates([place]);
    return found.by.length || found.far.length;
  });
  const close = new Set(contacts());
  return [...reachable.filter((place) => close.has(place)), ...reachable.filter((place) => !close.has(place))];
}

/** Places of enemies next to own units as they then stand. */
export function contacts() {
  const close = new Set(standing().flatMap(([, place]) => nextTo(place)));
  return [...enemies.keys()].filter((place) => close.has(place));
}

/** Who is in which attack: counter -> attacks. */
export function engaged() {
  const found = new Map();
  for (const attack of attacks()) {
    for (const [counter] of [...attack.by, ...attack.far]) found.set(counter, [...(found.get(counter) ?? []), attack]);
  }
  return found;
}

/** Enemies that are in contact and in no attack, and own units that are. */
export function left() {
  const covered = new Set(attacks().filter((attack) => attack.by.length + attack.far.length).flatMap((attack) => attack.on));
  const busy = engaged();
  return {
    places: contacts().filter((place) => !covered.has(place)),
    idle: standing().filter(([counter, place]) => nextTo(place).length && !busy.has(counter)).map(([counter]) => counter),
  };
}

// -- writing -----------------------------------------------------------------------------

function made(on, by, far) {
  const words = { targets: [...on], all: by.length ? by.map(whoOf) : undefined, far: far.length ? far.map(whoOf) : undefined };
  return fillIn(gesture.entry, words);
}

/** A new attack on a place by everybody next to it who is in no other. Returns its number. */
export function attack(place) {
  const busy = engaged();
  const free = candidates([place]).by.map(([counter]) => counter).filter((counter) => !busy.has(counter));
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

/** Takes a counter into an attack or out of it. */
export function toggle(index, counter) {
  const one = attacks()[index];
  const without = (members) => members.map(([name]) => name).filter((name) => name !== counter);
  const [by, far] = [without(one.by), without(one.far)];
  const inside = by.length + far.length < one.by.length + one.far.length;
  const can = candidates(one.on);
  if (!inside && can.by.some(([name]) => name === counter)) by.push(counter);
  else if (!inside && can.far.some(([name]) => name === counter)) far.push(counter);
  else if (!inside) return false;
  rewrite(index, one.on, by, far);
  return true;
}

export function remove(index) {
  put(attacks().length === 1 ? ATTACKS : [...ATTACKS, index], undefined);
}
