// The planned moves: as the rules carry them out where that is known, else as the entries of the orders say them.

import { counterOf, counters, desk, isOwn, movables, places, whoOf } from "./data.js";
import { besides, fillIn, readOut } from "./gestures.js";
import { answered, course, entryTold, findingsUnder, isFinal, known, reach } from "./judge.js";
import { beginnings, cheapest, lastStep } from "./paths.js";
import { at, change, edition, put } from "./store.js";

export const gesture = desk?.move ?? null;
const member = gesture?.member ?? "";
const PATH = ["orders", member];
let worked = { edition: -1, answered: -1 };

/** { moves, others, where, by }: the entries in order; moves that come of themselves; counter -> where it stands after all;
 *  who -> his entry. */
export function plan() {
  if (worked.edition !== edition() || worked.answered !== answered()) {
    worked = { edition: edition(), answered: answered(), moves: [], others: [], where: new Map(), by: new Map() };
    work(worked);
  }
  return worked;
}

/** Who has which entry stands there first: a judge may ask for that while the rest is worked out. */
function work({ moves, others, where, by }) {
  const listed = gesture ? at(PATH) : undefined;
  for (const [index, entry] of (Array.isArray(listed) ? listed : []).entries()) {
    const told = entryTold("moves", member, index);
    moves.push({ index, entry, ...(told ? carriedOut(told) : written(entry)) });
    for (const who of moves[index].who) by.set(who, moves[index]);
  }
  others.push(...(course()?.moves ?? []).filter((one) => !one.at.length).map(carriedOut));
  for (const counter of counters.values()) where.set(counter.id, counter.place);
  for (const [counter, place] of Object.entries(course()?.stands ?? {})) where.set(counter, place);
  for (const move of moves) {
    finish(move);
    // What an entry says counts only as long as the rules have not said where all lead.
    if (move.end && !isFinal()) for (const who of move.who) where.set(movables.get(who).counter, move.end);
  }
}

// -- reading -------------------------------------------------------------------------

/** An entry: { index, entry, who, way, ways, end, cost, allowance, text, also, isBad, isKnown }. ways: [who, way] of each
 *  whom it sends his own way. who: as orders name them. way: []
 *  where it goes to no place, or nobody can tell. text: what it does instead. also: the label of an order that is no path.
 *  isBad: whether something is wrong with it. isKnown: whether the rules have said what comes of it. */
function finish(move) {
  const { who, words, entry, index } = move;
  if (words && who.length) {
    const found = known(who);
    const way = wayOf(who, found, words, entry);
    Object.assign(move, { way, cost: lastStep(found, way)?.cost ?? "", allowance: found?.allowance ?? "" });
  }
  move.end = move.way.at(-1) ?? "";
  move.also = alsoOf(who, entry);
  move.isBad = findingsUnder([...PATH, index]).length > 0;
  move.isKnown = Boolean(!words || move.isBad || move.also || move.cost);
}

/** words: undefined, for nothing is left to be read. */
function carriedOut({ who, way, cost, allowance, text, ways }) {
  const each = Object.entries(ways ?? {}).map(([counter, own]) => [whoOf(counter), own]).filter(([one]) => movables.has(one));
  return { who: who.map(whoOf).filter((one) => movables.has(one)), words: undefined, way, cost, allowance, text, ways: each };
}

/** words: what a gesture would have written into it, {} where it says something else. */
function written(entry) {
  const words = wordsOf(entry) ?? {};
  const named = wanted(words);
  const who = named.map((word) => whoOf(counterOf(word))).filter((one) => movables.has(one));
  return { who: who.length === named.length ? who : [], words, way: [], cost: "", allowance: "", text: "" };
}

const wanted = (words) => [words.all ?? words.who ?? []].flat();

/** What the gesture writes for so many. */
const usualFor = (count) => (count > 1 && Object.keys(gesture.several).length ? gesture.several : gesture.entry);

function wordsOf(entry) {
  if (entry === null || typeof entry !== "object") return undefined;
  const read = [1, 2].map((count) => readOut(usualFor(count), entry));
  const usual = read.find((words) => words && wanted(words).length) ?? read[0];
  for (const one of movables.values()) {
    if (!Object.keys(one.entry).length) continue;
    const words = readOut(one.entry, entry);
    if (words && wanted(words).some((word) => whoOf(counterOf(word)) === one.who)) return words;
  }
  return usual;
}

function alsoOf(group, entry) {
  const text = JSON.stringify(entry);
  for (const who of group) for (const [label, order] of movables.get(who).also) if (JSON.stringify(order) === text) return label;
  return "";
}

const isPlace = (value) => typeof value === "string" && places.has(value);

function wayOf(group, found, words, entry) {
  if (Array.isArray(words.path)) return words.path.filter(isPlace);
  if (Array.isArray(words.way)) return fromWay(group, found, words.way.filter(isPlace));
  // Written by hand in another of the forms that orders have: one place to go to says enough.
  const named = besides(usualFor(group.length), entry).map((key) => entry[key]);
  const ends = named.filter((value) => typeof value === "string" && found?.steps.has(value));
  return named.length === 1 && ends.length === 1 ? cheapest(found, ends[0]) : [];
}

function fromWay(group, found, way) {
  const starts = beginnings(movables.get(group[0]).start, found);
  if (!way.length) return starts.length === 1 ? starts : [];
  const first = starts.find((start) => start === found?.steps.get(way[0])?.before) ?? starts[0];
  return first === undefined ? [] : [first, ...way];
}

// -- writing --------------------------------------------------------------------------

/** The word that a player has put behind the places of a path, "" for none. */
export function lastWord(entry) {
  const words = wordsOf(entry) ?? {};
  const path = [words.path, words.way].find(Array.isArray) ?? [];
  return (gesture.lasts ?? []).some(([, word]) => word === path.at(-1)) ? path.at(-1) : "";
}

/** The entry for those who go a path together. last: a word behind its places, "" for none. */
export function entryFor(group, path, last = "") {
  const own = movables.get(group[0]).entry;
  const template = Object.keys(own).length ? own : usualFor(group.length);
  const behind = last ? [last] : [];
  const words = { who: group[0], all: [...group], path: [...path, ...behind], way: [...path.slice(1), ...behind] };
  return { ...fillIn(template, words), ...lastOf(group, path)?.more };
}

/** What is known of the place in which a path ends: of that very path where the rules were asked for it. */
function lastOf(group, path) {
  const whole = reach(group);
  const begun = path.length > 1 ? reach(group, path.slice(0, -1)) : undefined;
  return lastStep(whole, path) ?? begun?.steps.get(path.at(-1)) ?? whole?.steps.get(path.at(-1));
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
  if (!move.way.length || !readOut(usualFor(move.who.length), move.entry)) return {};
  const made = entryFor(move.who, move.way);
  const template = Object.keys(made).join() === Object.keys(move.entry).join() ? [] : besides(made, move.entry);
  const kept = template.filter((key) => !isPlace(move.entry[key]));
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
 *  gone: who begins in it and moves away. The uppermost counter first. */
export function unitsAt(place) {
  const starting = [...movables.values()].filter((one) => one.start === place && (isOwn(one.counter) || !counters.has(one.counter)));
  const leaves = ({ who }) => Boolean(plan().by.get(who)?.end) && plan().by.get(who).end !== place;
  const ending = plan().moves.filter((move) => move.end === place).flatMap((move) => move.who);
  return {
    there: topFirst([...new Set([...starting.filter((one) => !leaves(one)).map((one) => one.who), ...ending])]),
    gone: topFirst(starting.filter(leaves).map((one) => one.who)),
  };
}

const depth = new Map([...counters.keys()].reverse().map((counter, place) => [counter, place]));

/** Those whose counters lie uppermost are the ones that one sees, and means by a click. */
function topFirst(group) {
  const deep = (who) => depth.get(movables.get(who).counter) ?? depth.size;
  return group.sort((one, other) => deep(one) - deep(other));
}

export { PATH as MOVES };
