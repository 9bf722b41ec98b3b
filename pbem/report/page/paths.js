// Where a unit or several together can go, what a path costs, and what is wrong with one.

import { desk, placeName, reaches } from "./data.js";
import { compare, parse, plus, points } from "./fraction.js";

const halts = new Set(desk ? desk.halts : []);
const joined = new Map();

/** What several units that move together can do: where all of them can go, at the price of the slowest. */
export function together(group) {
  const key = group.join(" ");
  if (!joined.has(key)) joined.set(key, join(group.map((who) => reaches.get(who)).filter(Boolean)));
  return joined.get(key);
}

function join(members) {
  const [first, ...others] = members;
  if (!others.length) return first;
  const slowest = members.reduce((a, b) => (compare(parse(b.allowance), parse(a.allowance)) < 0 ? b : a));
  const steps = new Map();
  for (const [place, step] of slowest.steps) {
    const all = members.map((member) => member.steps.get(place));
    if (all.some((one) => !one)) continue;
    const cost = all.map((one) => one.cost).reduce((a, b) => (compare(parse(b), parse(a)) > 0 ? b : a));
    const notes = [...new Set(all.map((one) => one.note).filter(Boolean))];
    const more = Object.assign({}, ...all.map((one) => one.more));
    steps.set(place, { ...step, cost, stop: all.every((one) => one.stop), note: notes.join("; "), more });
  }
  return { ...slowest, steps, entry: first.entry, note: "" };
}

/** The places of the cheapest way, the first one included; [] where there is none. */
export function cheapest(reach, place) {
  const way = [];
  let here = place;
  while (here && reach.steps.has(here) && !way.includes(here)) {
    way.push(here);
    here = reach.steps.get(here).before;
  }
  return way.reverse();
}

/** The places to which a path may go on, with the cost of the step: [[place, cost]]. */
export function onward(reach, path) {
  const last = path.at(-1);
  if (last === undefined) return [...reach.steps.values()].filter((step) => !step.before).map((step) => [step.place, step.cost]);
  if (path.length > 1 && halts.has(last)) return [];
  return Object.entries(desk.ways[last] ?? {});
}

/** Places in which a path may begin. */
export function beginnings(reach) {
  return reach.start ? [reach.start] : [...reach.steps.values()].filter((step) => !step.before).map((step) => step.place);
}

/** { cost, errors, notes, more } of a path. cost: a fraction, undefined where nobody can tell. */
export function judge(reach, path) {
  const found = { cost: undefined, errors: [], notes: [], more: {} };
  if (!path.length) return found;
  if (!beginnings(reach).includes(path[0])) found.errors.push(`the path begins in ${placeName(path[0])}, where the unit is not`);
  found.cost = costOf(reach, path, found.errors);
  path.slice(1, -1).forEach((place) => {
    if (halts.has(place)) found.errors.push(`a move that enters ${placeName(place)} ends there`);
  });
  const end = reach.steps.get(path.at(-1));
  if (end?.note) found.notes.push(`${placeName(end.place)}: ${end.note}`);
  if (end && !end.stop) found.errors.push(`no move ends in ${placeName(end.place)}${end.note ? "" : " as things are"}`);
  if (found.cost) spend(reach, end, found);
  return found;
}

function costOf(reach, path, errors) {
  // As far as the path is the cheapest way its cost is the rules' own; from there on step by step.
  let agreed = 0;
  while (agreed < path.length && sameWay(reach, path, agreed)) agreed += 1;
  if (!agreed) return undefined;
  let cost = parse(reach.steps.get(path[agreed - 1]).cost);
  for (let place = agreed; place < path.length; place += 1) {
    const step = desk.ways[path[place - 1]]?.[path[place]];
    if (step === undefined) {
      errors.push(`nobody goes from ${placeName(path[place - 1])} to ${placeName(path[place])} in one step`);
      return undefined;
    }
    cost = plus(cost, parse(step));
  }
  return cost;
}

function sameWay(reach, path, place) {
  const step = reach.steps.get(path[place]);
  return step !== undefined && step.before === (place ? path[place - 1] : "");
}

/** Whether there are points enough, with what an entry needs besides for more of them. */
function spend(reach, end, found) {
  const costs = [...reach.steps.values()].map((step) => parse(step.cost));
  const most = costs.reduce((a, b) => (compare(a, b) >= 0 ? a : b), parse(reach.allowance));
  const own = compare(found.cost, parse(reach.allowance)) <= 0;
  if (compare(found.cost, most) > 0) found.errors.push(`${points(found.cost)} movement points, of ${points(most)} at most`);
  else if (end && Object.keys(end.more).length) found.more = end.more;
  else if (!own) {
    const dear = [...reach.steps.values()].find((step) => Object.keys(step.more).length);
    if (dear) Object.assign(found, { more: dear.more, notes: [...found.notes, dear.note] });
    else found.errors.push(`${points(found.cost)} movement points, of ${points(parse(reach.allowance))}`);
  }
}

/** `2 of 4 movement points`; beyond its own points, `7 movement points, 5 of its own`. */
export function price(reach, cost) {
  if (!cost) return "";
  const own = parse(reach.allowance);
  if (compare(cost, own) > 0) return `${points(cost)} movement points, ${points(own)} of its own`;
  return `${points(cost)} of ${points(own)} movement points`;
}
