// Who answers in a file: what Python reckoned when the page was made, and nothing more. Of the orders with which the page
// began it knows the course and what is wrong; of all others it is silent.

import { counters, data, isOwn, movables } from "./data.js";
import { asReach } from "./judge.js";
import { unitsAt } from "./moves.js";
import { cheapest } from "./paths.js";
import { beginning, edition, state } from "./store.js";

const { reaches = [], bare = null, begun = null } = data.known ?? {};
const ELSEWHERE = "Other places: hold Shift and click them on the map. What they cost this page does not know.";

const keyOf = (group) => [...group].sort().join("\n");

/** A step of the page's table: a row, shorter than a map in a file that holds thousands. */
function stepOf([place, cost, before, stop, note, more, isFull]) {
  return {
    place, cost, before, stop, note, more, isFull,
    /** Whether own units fill the place as things are drawn now. */
    get taken() {
      return unitsAt(place).there.length >= enough;
    },
  };
}

const table = new Map();
for (const { who, allowance, note, steps } of reaches) table.set(keyOf(who), asReach({ allowance, note, steps: steps.map(stepOf) }));
const enough = fill();

/** How many units fill a place, by what the reaches say of the places as they are; Infinity where none is full. */
function fill() {
  const units = new Map();
  const lying = [...movables.values()].filter(({ start, counter }) => start && (isOwn(counter) || !counters.has(counter)));
  for (const { start } of lying) units.set(start, (units.get(start) ?? 0) + 1);
  const full = [...table.values()].flatMap((found) => [...found.steps.values()]).filter((step) => step.isFull);
  return Math.min(Infinity, ...full.map((step) => units.get(step.place)).filter(Boolean));
}

const known = (group) => table.get(keyOf(group));

function reach(group, way) {
  const found = known(group);
  return found && way.length ? further(group, found, way) : found;
}

/** Goes on from the end of a path that is the cheapest one to it. */
function further(group, found, way) {
  const usual = way.length === 1 && way[0] === movables.get(group[0])?.start ? way : cheapest(found, way.at(-1));
  if (usual.join() !== way.join()) return undefined;
  return asReach({ ...found, note: ELSEWHERE, steps: [...found.steps.values()].filter((step) => step.before === way.at(-1)) });
}

// -- the orders with which the page began -----------------------------------------------------

const textOf = ({ orders, note }) => JSON.stringify([orders, note]);
let asked = { edition: -1, same: false };

function isAsBegun() {
  if (asked.edition !== edition()) {
    asked = { edition: edition(), same: textOf(state()) === textOf(beginning()) };
  }
  return asked.same && begun !== null;
}

/** For `install` of judge.js. */
export const judgeOfFile = {
  reach,
  known,
  bare: () => bare,
  course: () => (isAsBegun() ? begun.course : null),
  findings: () => (isAsBegun() ? begun.findings : []),
  isFinal: isAsBegun,
  silence: () => "not judged: pbem check decides",
};
