// Who will come to a place by the planned moves: counters that one sees through, and their names when one points there.

import { svg } from "./dom.js";
import { counters, data, movables, nameOf, places, whoOf } from "./data.js";
import { plan, standsAt } from "./moves.js";

// Number of the picture of each counter that can be ordered.
const faces = new Map((data.faces ?? []).map((counter, number) => [counter, number]));

/** Lays a group to those that will come to a place. kind: of their route. */
export function comes(made, place, group, kind) {
  const arriving = group.map((who) => ({ who, bad: kind.includes("bad"), open: kind.includes("open") }));
  made.coming.set(place, [...(made.coming.get(place) ?? []), ...arriving]);
}

/** Draws all that have been laid, beside who stays where they come, and lets go of them. */
export function arrivals(made) {
  const staying = new Set([...counters.values()].filter((counter) => !goes(counter)).map((counter) => counter.place));
  for (const [id, coming] of made.coming) {
    const place = places.get(id);
    const size = made.board.counter;
    const aside = staying.has(id) ? size * 0.25 : 0;
    const edge = size * (aside ? 0.6 : 0.85);
    const step = Math.min(edge * 0.25, (size * 0.6) / coming.length);
    coming.forEach((one, index) => {
      const shift = aside + (aside ? index : index - (coming.length - 1) / 2) * step;
      made.layers.plan.append(ghost(one, place.x + shift - edge / 2, place.y - shift - edge / 2, edge));
    });
    tag(made, place, coming);
  }
  made.coming.clear();
}

/** Whether a counter will be elsewhere after the planned moves. */
export function goes(counter) {
  return plan().by.has(whoOf(counter.id)) && standsAt(counter.id) !== counter.place;
}

function ghost({ who, bad, open }, x, y, edge) {
  const number = faces.get(movables.get(who)?.counter);
  const scale = `scale(${edge / (data.face ?? 1)})`;
  const looks = number === undefined ? card(who, edge) : [svg("use", { href: `#face-${number}`, transform: scale })];
  const rim = svg("rect", { class: "rim", x: -1, y: -1, width: edge + 2, height: edge + 2, rx: edge * 0.14 });
  const kind = bad ? "ghost bad" : open ? "ghost open" : "ghost";
  return svg("g", { class: kind, "data-ghost": who, transform: `translate(${x} ${y})` }, looks, rim);
}

/** Who is on no map yet has no counter there to copy: his name stands on a blank one. */
function card(who, edge) {
  const words = named(who);
  const room = { textLength: edge * 0.85, lengthAdjust: "spacingAndGlyphs" };
  const size = edge * 0.28;
  return [
    svg("rect", { class: "card", width: edge, height: edge, rx: edge * 0.12 }),
    svg("text", { x: edge / 2, y: edge * 0.6, "font-size": size, "text-anchor": "middle", ...(words.length > 5 ? room : {}) }, words),
  ];
}

const named = (who) => nameOf(movables.get(who)?.counter ?? who);

function tag(made, place, coming) {
  const size = made.board.counter;
  const middle = place.y + size * 0.9;
  const words = coming.map(({ who }) => named(who)).join(", ");
  const name = svg("text", { x: place.x, y: middle + size * 0.14, class: "tag-name", "font-size": size * 0.42, "text-anchor": "middle" }, words);
  made.layers.tags.append(svg("g", { class: "tag-of", "data-tag": place.id }, name));
  const wide = Math.max(name.getComputedTextLength(), size * 0.6) + size * 0.4;
  const kind = coming.some(({ bad }) => bad) ? "tag bad" : "tag";
  name.before(svg("rect", { class: kind, x: place.x - wide / 2, y: middle - size * 0.3, width: wide, height: size * 0.6, rx: size * 0.12 }));
}

/** Shows the names at the place at which one points, and at the one to which the keys have come. */
export function unfold(made, pointed, cursor) {
  made.pointed = pointed;
  for (const one of made.layers.tags.children) {
    one.classList.toggle("pointed", one.dataset.tag === pointed);
    one.classList.toggle("here", one.dataset.tag === cursor);
  }
}
