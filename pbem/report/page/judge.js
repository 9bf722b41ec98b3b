// What Python has said of the orders. Nothing else on a page knows rules: modules ask here what is known already, and are
// told when more comes. Who answers is installed at the start: `judge_file.js` for a file that carries all that it knows,
// another one for a page with the program behind it.

import { at } from "./store.js";

const NOBODY = {
  course: () => null,
  reach: () => undefined,
  known: () => undefined,
  findings: () => [],
  isFinal: () => false,
  isAsking: () => false,
  bare: () => null,
  suppose: null,
  silence: () => "",
};

let judge = NOBODY;
let answers = 0;
// The last answer, with the entries of which it was given.
let last = { course: null, findings: [], entries: new Map() };
const listeners = [];

/** Installs who answers. What he leaves out nobody answers:
 *  course() `Course` of pbem.engine.desk as JSON, of the orders as they are now; null while it is not known
 *  reach(group, way) where these can go together, as `asReach` makes it; undefined while or where it is not known. way: a
 *    path that they have begun, its first place included; [] for all of their reach
 *  known(group) the same reach, only if nobody has to be asked for it
 *  findings() what is wrong, each { path, text } with the path of `store.at`: "orders", "standing" or "note" first
 *  isFinal() whether course and findings are those of the orders as they are now, and complete
 *  isAsking() whether an answer to the orders as they are now is on its way: until it comes, entries that are as they were
 *    keep what was said of them
 *  bare() a course of no orders at all, for a page that knows nothing of the present ones; null where nobody needs it
 *  suppose(place, enemy) a promise of the outlooks of the combat there with an enemy of that strength, or of an Error with
 *    words for the player; null where nobody can be asked
 *  silence() why something is not known, in words for the player */
export function install(one) {
  judge = { ...NOBODY, ...one };
  last = { course: null, findings: [], entries: new Map() };
  came();
}

/** To be called when more is known than before. */
export function came() {
  answers += 1;
  if (judge.isFinal()) remember();
  for (const listener of listeners) listener();
}

/** Calls back whenever more is known. */
export function onAnswer(listener) {
  listeners.push(listener);
}

/** Rises with every answer. */
export function answered() {
  return answers;
}

export const reach = (group, way = []) => judge.reach(group, way);
export const known = (group) => judge.known(group);
export const isFinal = () => judge.isFinal();
export const bare = () => judge.bare();
export const canSuppose = () => judge.suppose !== null;
export const suppose = (place, enemy) => judge.suppose(place, enemy);
export const silence = () => judge.silence();

/** Whether nobody has said anything of the orders as they are now, nor will. */
export const isSilent = () => !judge.isFinal() && !judge.isAsking();

// -- what was said last ------------------------------------------------------------------

/** An entry, or whatever else stands at the beginning of a path. */
const entryAt = (path) => JSON.stringify(at(path.slice(0, 3)));

function remember() {
  const course = judge.course();
  const told = [...(course?.moves ?? []), ...(course?.combats ?? []), ...(course?.pending ?? [])].filter((one) => one.at.length);
  const paths = [...told.map((one) => ["orders", ...one.at]), ...judge.findings().map((one) => one.path)];
  const entries = new Map(paths.map((path) => [JSON.stringify(path.slice(0, 3)), entryAt(path)]));
  last = { course, findings: judge.findings(), entries };
}

const isAsItWas = (path) => last.entries.get(JSON.stringify(path.slice(0, 3))) === entryAt(path);

/** The course of the orders as they are now, or while it is being asked for the last one; null where neither is known. What
 *  it says of entries is the matter of `entryTold`. */
export function course() {
  return judge.course() ?? (judge.isAsking() ? last.course : null);
}

/** What the course says of an entry: one of its `moves`, `combats` or `pending`; undefined where nothing is known. */
export function entryTold(kind, member, index) {
  const now = judge.course();
  const from = now ?? (judge.isAsking() && isAsItWas(["orders", member, index]) ? last.course : null);
  return from?.[kind].find((one) => one.at.length === 2 && one.at[0] === member && one.at[1] === index);
}

/** What is wrong with the orders as they are now; while that is being asked, what was wrong with what has not changed. */
export function findings() {
  if (!judge.isAsking()) return judge.findings();
  return last.findings.filter((one) => isAsItWas(one.path));
}

// -- places ------------------------------------------------------------------------------

/** A `Reach` of pbem.engine.desk as JSON, with its steps by place. */
export function asReach({ allowance, steps, note = "" }) {
  return { allowance, note, steps: new Map(steps.map((step) => [step.place, step])) };
}

const begins = (path, prefix) => prefix.every((step, place) => path[place] === step);

/** What is wrong at a path itself. */
export function findingsAt(path) {
  return findings().filter((one) => one.path.length === path.length && begins(one.path, path));
}

/** What is wrong there and in anything inside of it. */
export function findingsUnder(path) {
  return findings().filter((one) => begins(one.path, path));
}
