// What Python has said of the orders. Nothing else on a page knows rules: modules ask here what is known already, and are
// told when more comes. Who answers is installed at the start: `judge_file.js` for a file that carries all that it knows,
// another one for a page with the program behind it.

const NOBODY = {
  course: () => null,
  reach: () => undefined,
  known: () => undefined,
  findings: () => [],
  isFinal: () => false,
  bare: () => null,
  silence: () => "",
};

let judge = NOBODY;
let answers = 0;
const listeners = [];

/** Installs who answers. What he leaves out nobody answers:
 *  course() `Course` of pbem.engine.desk as JSON, of the orders as they are now; null while it is not known
 *  reach(group, way) where these can go together, as `asReach` makes it; undefined while or where it is not known. way: a
 *    path that they have begun, its first place included; [] for all of their reach
 *  known(group) the same reach, only if nobody has to be asked for it
 *  findings() what is wrong, each { path, text } with the path of `store.at`: "orders", "standing" or "note" first
 *  isFinal() whether course and findings are those of the orders as they are now, and complete
 *  bare() a course of no orders at all, for a page that knows nothing of the present ones; null where nobody needs it
 *  silence() why something is not known, in words for the player */
export function install(one) {
  judge = { ...NOBODY, ...one };
  came();
}

/** To be called when more is known than before. */
export function came() {
  answers += 1;
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

export const course = () => judge.course();
export const reach = (group, way = []) => judge.reach(group, way);
export const known = (group) => judge.known(group);
export const findings = () => judge.findings();
export const isFinal = () => judge.isFinal();
export const bare = () => judge.bare();
export const silence = () => judge.silence();

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
