// The planned moves: entries of the orders read back, where everybody then stands, and what one move does to others.

import { counterOf, counters, desk, isOwn, nameOf, placeName, places, reachOf, reaches, whoOf } from "./data.js";
import { besides, fillIn, readOut } from "./gestures.js";
import { beginnings, cheapest, judge, together } from "./paths.js";
import { at, change, edition, put } from "./store.js";

export const gesture = desk?.move ?? null;
const member = gesture?.member ?? "";
const PATH = ["orders", member];
let known = { edition: -1 };

/** { moves, where, count }: the entries in order; counter -> where it stands after them. */
export function plan() {
  if (known.edition !== edition()) known = { edition: edition(), ...work() };
  return known;
}

function work() {
  const listed = gesture ? at(PATH) : undefined;
  const moves = (Array.isArray(listed) ? listed : []).map(read);
  const where = new Map([...counters.values()].map((counter) => [counter.id, counter.place]));
  const by = new Map();
  for (const move of moves) {
    for (const who of move.who) {
      if (by.has(who)) move.errors.push(`${nameOf(reaches.get(who).counter)} moves twice`);
      by.set(who, move);
      if (move.end) where.set(reaches.get(who).counter, move.end);
    }
  }
  moves.forEach((move, index) => move.doubts.push(...doubts(move, moves.slice(0, index))));
  crowds(moves, where);
  return { moves, where, by };
}

// -- reading -------------------------------------------------------------------------

/** An entry: { index, entry, who, reach, path, end, cost, also, errors, notes, doubts, beyond }. also: the label of an order
 *  that is no path. A path of [] where the page cannot tell; beyond: why, where it knows that much. */
function read(entry, index) {
  const move = { index, entry, who: [], reach: undefined, path: [], end: "", cost: undefined, also: "", errors: [], notes: [], doubts: [], beyond: [] };
  const words = wordsOf(entry);
  if (!words) return move;
  const named = [words.all ?? words.who ?? []].flat();
  move.who = named.map((word) => whoOf(counterOf(word))).filter((who) => reaches.has(who));
  if (!move.who.length || move.who.length < named.length) return { ...move, who: [], beyond: strangers(named) };
  move.reach = together(move.who);
  move.also = alsoOf(move.who, entry);
  if (move.also) return move;
  move.path = pathOf(move.reach, words, entry);
  if (!move.path.length) return { ...move, beyond: farEnds(move.reach, words, entry) };
  const judged = judge(move.reach, move.path);
  return { ...move, ...judged, end: move.path.at(-1), doubts: [] };
}

function wordsOf(entry) {
  if (entry === null || typeof entry !== "object") return undefined;
  const usual = readOut(gesture.entry, entry);
  for (const reach of reaches.values()) {
    if (!Object.keys(reach.entry).length) continue;
    const words = readOut(reach.entry, entry);
    const named = words ? [words.all ?? words.who ?? []].flat() : [];
    if (named.some((word) => whoOf(counterOf(word)) === reach.who)) return words;
  }
  return usual;
}

function alsoOf(group, entry) {
  const text = JSON.stringify(entry);
  for (const who of group) for (const [label, order] of reaches.get(who).also) if (JSON.stringify(order) === text) return label;
  return "";
}

function pathOf(reach, words, entry) {
  if (Array.isArray(words.path)) return words.path;
  if (typeof words.to === "string") return cheapest(reach, words.to);
  if (Array.isArray(words.way)) return fromWay(reach, words.way.filter((step) => typeof step === "string"));
  // Written by hand in another of the forms that orders have: one place to go to says enough.
  const named = besides(gesture.entry, entry).map((key) => entry[key]);
  const ends = named.filter((value) => typeof value === "string" && reach.steps.has(value));
  return named.length === 1 && ends.length === 1 ? cheapest(reach, ends[0]) : [];
}

/** What an entry says that the page has no use for: units that it does not know. */
function strangers(named) {
  const unknown = named.filter((word) => typeof word === "string" && !reaches.has(whoOf(counterOf(word))));
  return unknown.map((word) => `${word}: the page knows no such unit that can be ordered; pbem check decides`);
}

/** Places to go to that are beyond the reach which the rules worked out beforehand. */
function farEnds(reach, words, entry) {
  const named = [words.to, ...besides(gesture.entry, entry).map((key) => entry[key])];
  const ends = [...new Set(named)].filter((place) => typeof place === "string" && places.has(place) && !reach.steps.has(place));
  return ends.map((place) => `${placeName(place)} is not in the reach that this page knows of; pbem check decides`);
}

function fromWay(reach, way) {
  const starts = beginnings(reach);
  if (!way.length) return starts.length === 1 ? starts : [];
  const usual = starts.find((start) => start === reach.steps.get(way[0])?.before);
  const first = usual ?? starts.find((start) => desk.ways[start]?.[way[0]] !== undefined);
  return first === undefined ? [] : [first, ...way];
}

// -- what one move does to another -----------------------------------------------------

/** In words, which earlier moves touch the places of this one: then the rules may see it otherwise. */
function doubts(move, earlier) {
  const mine = new Set(move.path);
  return earlier.flatMap((other) => {
    if (!other.who.length) return [];
    const who = other.who.map((one) => nameOf(reaches.get(one).counter)).join(", ");
    const start = other.reach.start;
    if (mine.has(other.end) && other.end !== start) return [`${who} goes to ${placeName(other.end)} before it`];
    if (start && mine.has(start)) return [`${who} has left ${placeName(start)} by then`];
    const passed = other.path.find((place) => mine.has(place));
    return passed ? [`${who} passes ${placeName(passed)} before it`] : [];
  });
}

/** The same for a unit that has no order yet, or a new one: [] where no planned move touches its reach. */
export function touched(reach, entry) {
  const others = plan().moves.filter((move) => move.entry !== entry && !move.who.includes(reach.who) && move.who.length);
  return others
    .filter((move) => [move.reach.start, ...move.path].some((place) => place && reach.steps.has(place)))
    .map((move) => move.who.map((one) => nameOf(reaches.get(one).counter)).join(", "));
}

function crowds(moves, where) {
  if (!desk?.most_there) return;
  const there = new Map();
  const stand = (counter, place) => there.set(place, (there.get(place) ?? new Set()).add(counter));
  for (const [counter, place] of where) if (place && isOwn(counter) && reachOf(counter)) stand(counter, place);
  for (const move of moves) {
    const coming = move.who.map((who) => reaches.get(who).counter).filter((counter) => !counters.has(counter));
    if (move.end) for (const counter of coming) stand(counter, move.end);
  }
  for (const move of moves) {
    const crowd = move.end ? [...(there.get(move.end) ?? [])] : [];
    if (crowd.length > desk.most_there) {
      const names = crowd.filter((one) => !move.who.includes(whoOf(one))).map(nameOf);
      move.errors.push(`more than ${desk.most_there} would end in ${placeName(move.end)}: ${names.join(", ")} too`);
    }
  }
}

// -- writing --------------------------------------------------------------------------

/** The entry for those who go a path together. */
export function entryFor(group, path) {
  const reach = together(group);
  const template = Object.keys(reach.entry).length ? reach.entry : gesture.entry;
  const words = { who: group[0], all: [...group], to: path.at(-1), path: [...path], way: path.slice(1) };
  return { ...fillIn(template, words), ...judge(reach, path).more };
}

/** Puts an entry in the place of what is ordered for these units, else behind all others. keeps: with what a player has
 *  added to the former one himself. */
export function order(group, entry, keeps = false) {
  const before = plan().moves.filter((move) => move.who.some((who) => group.includes(who)));
  const place = before.length ? before[0].index : plan().moves.length;
  const kept = keeps && before.length && before[0].who.length === group.length ? keptOf(before[0]) : {};
  change((next) => {
    const list = Array.isArray(next.orders[member]) ? next.orders[member] : [];
    for (const move of [...before].reverse()) list.splice(move.index, 1);
    list.splice(place, 0, { ...entry, ...kept });
    next.orders[member] = list;
  });
}

/** Members of an order that a player added himself and that go with another path as well. */
function keptOf(move) {
  if (!move.path.length || !readOut(gesture.entry, move.entry)) return {};
  const made = entryFor(move.who, move.path);
  const template = Object.keys(made).join() === Object.keys(move.entry).join() ? [] : besides(made, move.entry);
  const kept = template.filter((key) => typeof move.entry[key] !== "string" || !move.reach.steps.has(move.entry[key]));
  return Object.fromEntries(kept.map((key) => [key, move.entry[key]]));
}

/** Takes an entry away; the list with it where it was the last. */
export function remove(index) {
  put(plan().moves.length === 1 ? PATH : [...PATH, index], undefined);
}

/** Where a counter stands after the planned moves; "" for one that is on no map. */
export function standsAt(counter) {
  return plan().where.get(counter) ?? "";
}

/** Units of one's own that can be ordered in a place: { there, gone }. there: who stands in it after the planned moves.
 *  gone: who begins in it and moves away. */
export function unitsAt(place) {
  const starting = [...reaches.values()].filter((one) => one.start === place && (isOwn(one.counter) || !counters.has(one.counter)));
  const leaves = ({ who }) => Boolean(plan().by.get(who)?.end) && plan().by.get(who).end !== place;
  const ending = plan().moves.filter((move) => move.end === place && move.path.length > 1).flatMap((move) => move.who);
  return {
    there: [...new Set([...starting.filter((one) => !leaves(one)).map((one) => one.who), ...ending])],
    gone: starting.filter(leaves).map((one) => one.who),
  };
}

export { PATH as MOVES };
