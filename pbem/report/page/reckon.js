// The reckoning of a combat by the sheet that the rules wrote: exact, step by step, with the cases named.

import { counters, desk, enemies, nameOf, placeName } from "./data.js";
import { compare, fraction, parse, plus, points, times, whole } from "./fraction.js";

const sheet = desk?.sheet ?? null;
// Strengths that the player assumes, counter -> number.
const assumed = new Map();

export function assume(counter, strength) {
  if (strength === undefined) assumed.delete(counter);
  else assumed.set(counter, strength);
}

export function assumption(counter) {
  return assumed.get(counter);
}

/** Whether nobody but the enemy knows how strong it is. */
export function isUnknown(counter) {
  return !Object.hasOwn(sheet.strength, counter);
}

function strengthOf(counter) {
  return isUnknown(counter) ? assumed.get(counter) : sheet.strength[counter];
}

/** Places that can be attacked from a place. */
export function nextTo(place) {
  return desk.next_to[place] ?? [];
}

/** attack: { on: places, by: [[counter, place]], far: [[counter, place]] }. Gives { lines, results, missing, column, used } or
 *  for FIRE { lines, sides: [{ name, lines, results }], missing }. results: [{ name, words, chance }]. */
export function reckon(attack) {
  if (!sheet) return undefined;
  const defenders = attack.on.flatMap((place) => (enemies.get(place) ?? []).map((counter) => [counter, place]));
  const attackers = [...attack.by, ...attack.far];
  const missing = [...attackers, ...defenders].map(([counter]) => counter).filter((counter) => strengthOf(counter) === undefined);
  if (missing.length || !defenders.length || !attackers.length) return { missing, lines: [], results: [], sides: [] };
  const one = side(attack, attackers, true);
  const other = side(attack, defenders, false);
  return { missing, ...(sheet.kind === "ratio" ? ratio(attack, one, other) : fire(attack, one, other)) };
}

// -- strength --------------------------------------------------------------------------

function side(attack, members, isAttacker) {
  const lines = [];
  let total = fraction(0);
  for (const [counter, place] of members) {
    const fit = factors(attack, counter, place, isAttacker);
    let strength = fraction(strengthOf(counter));
    for (const factor of fit) strength = times(strength, parse(factor.by));
    total = plus(total, strength);
    const why = fit.map((factor) => ` × ${factor.by} (${factor.text}, ${factor.case})`).join("");
    const far = isAttacker && attack.far.some(([one]) => one === counter) ? " from afar" : "";
    const guess = isUnknown(counter) ? " assumed" : "";
    lines.push(`${nameOf(counter)} ${strengthOf(counter)}${guess}${far}${why}${why ? ` = ${points(strength)}` : ""}`);
  }
  return { total, lines };
}

function factors(attack, counter, place, isAttacker) {
  const fit = sheet.factors.filter((factor) => {
    const concerned = !factor.who.length || factor.who.includes(counter);
    const here = isAttacker ? attack.on.includes(factor.place) : factor.place === place;
    return concerned && here && factor.attacker === isAttacker && through(attack, factor);
  });
  // Those that go by one word count once.
  return fit.filter((factor, index) => !factor.once || fit.findIndex((one) => one.once === factor.once) === index);
}

function through(attack, factor) {
  if (!factor.ways.length) return true;
  const beside = attack.by.map(([, from]) => from).filter((from) => nextTo(from).includes(factor.place));
  return beside.length > 0 && beside.every((from) => factor.ways.includes(from));
}

// -- columns ---------------------------------------------------------------------------

function shifts(attack, isAttacker, die) {
  return sheet.shifts.filter((one) => {
    const here = !one.places.length || attack.on.some((place) => one.places.includes(place));
    return here && Boolean(one.die) === die && (sheet.kind === "ratio" || one.attacker === isAttacker);
  });
}

function within(number, most) {
  return Math.min(Math.max(number, 0), most);
}

/** `+1`, `−2`. */
export function signed(number) {
  return number > 0 ? `+${number}` : `−${-number}`;
}

function shifted(start, fit, lines) {
  const end = within(start + fit.reduce((sum, one) => sum + one.columns, 0), sheet.columns.length - 1);
  for (const one of fit) {
    const word = Math.abs(one.columns) === 1 ? "column" : "columns";
    lines.push(`${signed(one.columns)} ${word}: ${one.text} (${one.case})`);
  }
  if (fit.length) lines.push(`column ${sheet.columns[end].name}`);
  return end;
}

function results(chances) {
  return [...chances].map(([name, chance]) => ({ name, words: sheet.words[name] ?? "", chance }));
}

function ratio(attack, one, other) {
  const lines = [...one.lines.map((line) => `attack: ${line}`), ...other.lines.map((line) => `defence: ${line}`)];
  const start = sheet.columns.reduce((best, column, index) => {
    const [a, d] = column.least.map((number) => fraction(number));
    return compare(times(one.total, d), times(other.total, a)) >= 0 ? Math.max(best, index) : best;
  }, 0);
  lines.push(`${points(one.total)} : ${points(other.total)} is column ${sheet.columns[start].name}`);
  const end = shifted(start, shifts(attack, true, false), lines);
  const used = sheet.columns[lowered(attack, end, lines)];
  const chances = Object.entries(used.chances).map(([name, chance]) => [name, parse(chance)]);
  const strengths = { attack: points(one.total), defence: points(other.total) };
  return { lines, column: sheet.columns[end].name, used: used.name, ...strengths, results: results(chances), sides: [] };
}

/** The column that counts where the attacker asks for a lower one than his own; a higher one he does not get. */
function lowered(attack, end, lines) {
  const wish = sheet.lower && attack.entry?.[sheet.lower.member];
  const to = sheet.columns.findIndex((column) => column.name === wish);
  if (wish === undefined || to < 0 || to >= end) return end;
  lines.push(`${sheet.lower.text}: column ${wish} (${sheet.lower.case})`);
  return to;
}

function fire(attack, one, other) {
  const sides = [throwOf(attack, "attackers", one, true), throwOf(attack, "defenders", other, false)];
  return { lines: [], results: [], sides };
}

function throwOf(attack, name, given, isAttacker) {
  const lines = [...given.lines];
  const strength = whole(given.total) < 1n ? 1n : whole(given.total);
  const start = sheet.columns.reduce(
    (best, column, index) => (strength * BigInt(column.least[1]) >= BigInt(column.least[0]) ? Math.max(best, index) : best),
    0,
  );
  lines.push(`${strength} in all: column ${sheet.columns[start].name}`);
  const column = sheet.columns[shifted(start, shifts(attack, isAttacker, false), lines)];
  const dice = shifts(attack, isAttacker, true);
  for (const die of dice) lines.push(`${signed(die.columns)} to the die: ${die.text} (${die.case})`);
  const added = dice.reduce((sum, die) => sum + die.columns, 0);
  return { name, lines, column: column.name, die: added, results: results(cells(column, added)) };
}

/** The chance of each result of a modified die. */
function cells(column, added) {
  const found = new Map();
  const share = fraction(1, sheet.faces);
  const dice = column.cells.map(([die]) => die);
  for (let face = 1; face <= sheet.faces; face += 1) {
    const die = Math.min(Math.max(face + added, dice[0]), dice.at(-1));
    const result = column.cells.find(([number]) => number === die)[1];
    found.set(result, plus(found.get(result) ?? fraction(0), share));
  }
  return found;
}

/** What the enemy has in a place, in words. */
export function garrison(place) {
  const there = (enemies.get(place) ?? []).map((counter) => `${nameOf(counter)} ${counters.get(counter).value}`.trim());
  return `${placeName(place)}: ${there.join(", ") || "nobody"}`;
}
