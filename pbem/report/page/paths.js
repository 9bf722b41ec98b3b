// Ways through a reach that the rules have worked out, and what they cost.

import { compare, parse, points } from "./fraction.js";

/** The places of the cheapest way, the first one included; [] where there is none. */
export function cheapest(reach, place) {
  const way = [];
  let here = place;
  while (here && reach?.steps.has(here) && !way.includes(here)) {
    way.push(here);
    here = reach.steps.get(here).before;
  }
  return way.reverse();
}

/** Places in which a path may begin: the start, else those in which one comes in. */
export function beginnings(start, reach) {
  if (start) return [start];
  return [...(reach?.steps.values() ?? [])].filter((step) => !step.before).map((step) => step.place);
}

/** The step in which a path ends, where the path is the very way by which the rules have reckoned its cost. */
export function lastStep(reach, path) {
  const step = reach?.steps.get(path.at(-1));
  const way = step ? cheapest(reach, step.place) : [];
  return way.length === path.length && way.every((place, index) => place === path[index]) ? step : undefined;
}

/** `2 of 4 movement points`; beyond its own points, `7 movement points, 5 of its own`; "" where there are none. */
export function price(cost, allowance) {
  if (!cost || !allowance) return "";
  const [spent, own] = [parse(cost), parse(allowance)];
  if (compare(spent, own) > 0) return `${points(spent)} movement points, ${points(own)} of its own`;
  return `${points(spent)} of ${points(own)} movement points`;
}
