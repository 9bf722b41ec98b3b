// The map: what can be reached, the planned paths, and pointing, dragging and keys.

import { announce, button, byId, h, rebuild, svg } from "./dom.js";
import { counters, data, enemies, isOwn, movables, nameOf, placeName, places } from "./data.js";
import { points, parse } from "./fraction.js";
import { arrivals, comes, goes, unfold } from "./arrivals.js";
import { attacks } from "./attacks.js";
import { path, reachOfChosen, selection, startOfChosen } from "./chosen.js";
import { isSilent } from "./judge.js";
import { plan, standsAt, unitsAt } from "./moves.js";
import { price } from "./paths.js";
import { begin, enlarge } from "./zoom.js";

const boards = new Map();
const taken = new Set([...counters.values()].map((counter) => counter.place));
let [shown, cursor] = ["", ""];
let hands = {};

/** Draws all boards' own layers. The hands that serve the pointer and the keys: { pick, drag, drop, cancel, back }. */
export function openMap(serve) {
  hands = serve;
  if (!data.boards.length) {
    byId("map").hidden = true;
    return;
  }
  for (const board of data.boards) boards.set(board.id, outfit(board));
  shown = firstBoard();
  cursor = firstPlace(shown);
  bar();
  show(shown);
}

function firstBoard() {
  const own = [...counters.values()].find((counter) => counter.side === data.army && places.has(counter.place));
  return own ? places.get(own.place).board : data.boards[0].id;
}

function firstPlace(board) {
  const inside = [...counters.values()].find((counter) => isOwn(counter.id) && places.get(counter.place)?.board === board);
  return inside?.place ?? [...places.values()].find((place) => place.board === board)?.id ?? "";
}

// -- outfit ---------------------------------------------------------------------------

function outfit(board) {
  const sheet = byId(`sheet-${board.number}`);
  const picture = sheet.querySelector("svg");
  for (const name of ["width", "height"]) picture.removeAttribute(name);
  // Who cannot see it is told of each place as the keys come to it, and has the lists.
  picture.setAttribute("aria-hidden", "true");
  const layers = Object.fromEntries(["reach", "plan", "spots", "cursor", "tags"].map((name) => [name, svg("g", { class: `own-${name}` })]));
  const hits = new Map();
  const hit = svg("g", { class: "own-hits" });
  for (const place of places.values()) {
    if (place.board !== board.id) continue;
    const title = svg("title");
    const shape = svg(...outline(place, board), title);
    hits.set(place.id, { shape, title });
    hit.append(shape);
  }
  picture.append(layers.reach, layers.plan, layers.spots, hit, layers.cursor, layers.tags);
  for (const layer of Object.values(layers)) layer.setAttribute("pointer-events", "none");
  const made = { board, sheet, picture, layers, hits, zoom: 0, coming: new Map(), pointed: "" };
  pointer(made);
  keys(made);
  return made;
}

/** Tag and attributes of the shape of a place. */
function outline(place, board, more = {}) {
  const common = { "data-hit": place.id, ...more };
  if (place.outline) return ["polygon", { points: place.outline, ...common }];
  return ["circle", { cx: place.x, cy: place.y, r: board.counter * 0.75, ...common }];
}

function shapeOf(id, kind, board) {
  const place = places.get(id);
  return svg(...outline(place, board, { class: kind, "data-hit": undefined, "data-spot": id }));
}

// -- board and size -------------------------------------------------------------------

function bar() {
  const tab = (board) =>
    button(board.title, `board ${board.id}`, () => show(board.id), { "aria-pressed": String(board.id === shown) });
  const tabs = data.boards.length > 1 ? data.boards.map(tab) : [];
  rebuild(
    byId("map-bar"),
    h("span", { class: "boards" }, tabs),
    h("span", { class: "zoom" }, [["−", 0.8, "smaller"], ["+", 1.25, "larger"], ["⤢", 0, "whole map"]].map(([sign, factor, words]) =>
      button(sign, `zoom ${words}`, () => zoom(factor), { "aria-label": `Map: ${words}`, title: words }))),
  );
}

export function show(board) {
  shown = board;
  if (places.get(cursor)?.board !== board) cursor = firstPlace(board);
  for (const made of boards.values()) made.sheet.hidden = made.board.id !== board;
  bar();
  const made = boards.get(board);
  watchSize(made);
  if (!made.zoom) {
    zoom(0);
    begin(made);
  }
  drawMap();
}

/** factor 0: all of the board. */
function zoom(factor) {
  enlarge(boards.get(shown), factor);
  reveal(cursor);
}

/** Who looks at all of a board does so in a window of another size, too. */
function watchSize(made) {
  if (made.watched) return;
  made.watched = new ResizeObserver(() => made.isWhole && made.board.id === shown && zoom(0));
  made.watched.observe(made.sheet);
}

/** Scrolls a place into view. */
export function reveal(id) {
  const place = places.get(id);
  if (!place) return;
  if (place.board !== shown) show(place.board);
  const made = boards.get(place.board);
  const { sheet, zoom: factor } = made;
  const [x, y] = [place.x * factor, place.y * factor];
  // What is seen whole stays where it is.
  const margin = made.board.counter * factor * 0.6;
  if (x < sheet.scrollLeft + margin || x > sheet.scrollLeft + sheet.clientWidth - margin) sheet.scrollLeft = x - sheet.clientWidth / 2;
  if (y < sheet.scrollTop + margin || y > sheet.scrollTop + sheet.clientHeight - margin) sheet.scrollTop = y - sheet.clientHeight / 2;
}

// -- drawing --------------------------------------------------------------------------

/** Draws anew what lies over the printed map. */
export function drawMap() {
  const made = boards.get(shown);
  if (!made) return;
  for (const layer of Object.values(made.layers)) layer.replaceChildren();
  const inside = (id) => places.get(id)?.board === shown;
  const found = selection().tab === "moves" ? reachOfChosen() : undefined;
  if (found) for (const step of found.steps.values()) if (inside(step.place) && step.place !== startOfChosen()) reachable(made, step);
  for (const one of plan().others) if (one.way.some(inside)) route(made, one.way, "route", one.who);
  for (const move of plan().moves) {
    const anew = selection().path && sameGroup(move);
    if (move.way.some(inside) && !anew) route(made, move.way, routeKind(move), move.who);
    for (const [who, way] of move.ways ?? []) if (way.some(inside)) route(made, way, routeKind(move), [who]);
  }
  if (selection().path?.some(inside)) route(made, selection().path, "route drawn", selection().group);
  arrivals(made);
  unfold(made, made.pointed, cursor);
  for (const [place, kind] of spots()) if (inside(place)) made.layers.spots.append(shapeOf(place, kind, made.board));
  if (inside(cursor)) made.layers.cursor.append(shapeOf(cursor, "cursor", made.board));
  moved(made);
  for (const [id, hit] of made.hits) hit.title.textContent = told(id, found).join("\n");
}

function routeKind(move) {
  if (move.isBad) return "route bad";
  return move.isKnown || !isSilent() ? "route" : "route open";
}

function sameGroup(move) {
  return move.who.some((who) => selection().group.includes(who));
}

function label(made, x, y, words, kind) {
  const size = made.board.counter * 0.42;
  return svg("text", { x, y, class: kind, "font-size": size, "text-anchor": "middle" }, words);
}

function reachable(made, step) {
  const place = places.get(step.place);
  const more = Object.keys(step.more ?? {}).length > 0;
  // Names stand around a box that is no hex: there the number goes into the middle, where nobody stands in it.
  const aside = place.outline || taken.has(step.place) ? 0.78 : 0.14;
  made.layers.reach.append(
    shapeOf(step.place, step.stop ? (more ? "within dear" : "within") : "within pass", made.board),
    step.cost ? label(made, place.x, place.y + made.board.counter * aside, points(parse(step.cost)), "cost") : "",
  );
}

function route(made, way, kind, group) {
  const spotsOf = way.map((id) => places.get(id)).filter((place) => place?.board === shown);
  if (spotsOf.length > 1) {
    const line = spotsOf.map((place) => `${place.x},${place.y}`).join(" ");
    made.layers.plan.append(svg("polyline", { class: `${kind} rim`, points: line }), svg("polyline", { class: kind, points: line }));
  }
  const end = places.get(way.at(-1));
  if (end?.board === shown) comes(made, end.id, group, kind);
}

/** What is marked: [[place, class]]. */
function* spots() {
  if (selection().tab === "moves" && startOfChosen()) yield [startOfChosen(), "selected"];
  if (selection().tab !== "attacks") return;
  for (const attack of attacks()) {
    const now = attack.index === selection().attack;
    const kind = ["target", now && "now", attack.isBad && "bad"].filter(Boolean).join(" ");
    for (const place of attack.on) if (places.has(place)) yield [place, kind];
    if (now) for (const place of [...attack.by, ...attack.far].map(standsAt)) if (places.has(place)) yield [place, "selected"];
  }
}

/** Counters that will have moved are drawn pale. */
function moved(made) {
  for (const element of made.picture.querySelectorAll("[data-unit]")) {
    const counter = counters.get(element.dataset.unit);
    element.classList.toggle("gone", Boolean(counter) && goes(counter));
  }
}

/** What there is to know of a place, a line each: who is there and what it costs before what stays as it is. */
function told(id, found) {
  const place = places.get(id);
  const step = found?.steps.get(id);
  const here = [...counters.values()].filter((counter) => counter.place === id);
  const { moves, others } = plan();
  const coming = [...moves, ...others].filter((move) => move.way.at(-1) === id && move.way.length > 1).flatMap((move) => move.who);
  return [
    placeName(id),
    ...here.map((counter) => [nameOf(counter.id), counter.value, data.sides[counter.side]].filter(Boolean).join(", ")),
    ...coming.map((who) => `${nameOf(movables.get(who).counter)} comes here`),
    ...(step ? [[price(step.cost, found.allowance), step.note].filter(Boolean).join("; ")] : []),
    ...place.hover,
  ];
}

// -- pointer --------------------------------------------------------------------------

function placeAt(made, x, y) {
  const element = document.elementFromPoint(x, y);
  return made.picture.contains(element) ? element?.dataset.hit : undefined;
}

/** Whether something can be dragged from a place: a unit that can be ordered stands there, or ends there. */
function grip(id) {
  if (selection().tab !== "moves") return false;
  const current = path();
  if (selection().group.length && (current.length ? current.at(-1) : startOfChosen()) === id) return true;
  const { there, gone } = unitsAt(id);
  return there.length + gone.length > 0;
}

function pointer(made) {
  let press = null;
  const picture = made.picture;
  picture.addEventListener("pointerdown", (event) => {
    const id = placeAt(made, event.clientX, event.clientY);
    if (event.button || !id) return;
    const drags = grip(id) && !event.shiftKey;
    const { scrollLeft: left, scrollTop: top } = made.sheet;
    press = { id, x: event.clientX, y: event.clientY, drags, moved: false, left, top, last: id };
    if (drags || event.pointerType === "mouse") picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointerleave", () => unfold(made, "", cursor));
  picture.addEventListener("pointermove", (event) => {
    if (!press) {
      unfold(made, event.target.dataset?.hit ?? "", cursor);
      return;
    }
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moved && Math.hypot(dx, dy) < 6) return;
    if (!press.moved && press.drags) hands.drag(press.id, undefined);
    press.moved = true;
    if (press.drags) trail(made, press, event);
    else if (event.pointerType === "mouse") [made.sheet.scrollLeft, made.sheet.scrollTop] = [press.left - dx, press.top - dy];
  });
  picture.addEventListener("pointerup", (event) => {
    if (!press) return;
    const { moved: dragged, drags, id } = press;
    press = null;
    if (!dragged) pick(id, event.shiftKey);
    else if (drags) hands.drop();
  });
  picture.addEventListener("pointercancel", () => {
    if (press?.moved && press.drags) hands.cancel();
    press = null;
  });
  // A finger that drags a unit does not scroll the map.
  made.sheet.addEventListener("touchmove", (event) => press?.drags && event.preventDefault(), { passive: false });
}

/** Every place between the last point and this one: a quick hand leaves none out. */
function trail(made, press, event) {
  const from = { x: press.atX ?? press.x, y: press.atY ?? press.y };
  const steps = Math.max(1, Math.ceil(Math.hypot(event.clientX - from.x, event.clientY - from.y) / 5));
  for (let step = 1; step <= steps; step += 1) {
    const x = from.x + ((event.clientX - from.x) * step) / steps;
    const y = from.y + ((event.clientY - from.y) * step) / steps;
    const id = placeAt(made, x, y);
    if (id && id !== press.last) {
      press.last = id;
      hands.drag(press.id, id);
    }
  }
  [press.atX, press.atY] = [event.clientX, event.clientY];
}

function pick(id, further) {
  cursor = id;
  hands.pick(id, further);
  drawMap();
}

// -- keys -----------------------------------------------------------------------------

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function keys(made) {
  made.sheet.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) go(nearest(cursor, way));
    else if (event.key === "Enter" || event.key === " ") pick(cursor, event.shiftKey);
    else if (event.key === "Escape") hands.cancel();
    else if (event.key === "Backspace") hands.back();
    else if (event.key === "a") hands.together();
    else if (event.key === "n" || event.key === "p") nextUnit(event.key === "n" ? 1 : -1);
    else return;
    event.preventDefault();
    if (event.key === "Enter" || event.key === " " || event.key === "a") return;
    say();
  });
}

/** The place that lies most nearly in a direction; the same where there is none. */
function nearest(id, [dx, dy]) {
  const from = places.get(id);
  let best = id;
  let least = Infinity;
  for (const place of places.values()) {
    if (place.board !== from.board || place.id === id) continue;
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (along <= 0 || aside > along * 1.8) continue;
    if (along + aside * 1.5 < least) [best, least] = [place.id, along + aside * 1.5];
  }
  return best;
}

function go(id) {
  cursor = id;
  reveal(id);
  drawMap();
}

function nextUnit(step) {
  const own = [...counters.values()].filter((counter) => isOwn(counter.id) && places.get(counter.place)?.board === shown);
  const spotsOf = [...new Set(own.map((counter) => counter.place))];
  if (spotsOf.length) go(spotsOf[(spotsOf.indexOf(cursor) + step + spotsOf.length) % spotsOf.length]);
}

function say() {
  const found = selection().tab === "moves" ? reachOfChosen() : undefined;
  const foes = enemies.has(cursor) ? ["enemy there"] : [];
  announce([...told(cursor, found), ...foes].join(". "));
}
