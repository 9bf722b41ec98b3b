// The panel of moves: who can move, where to, and the list of what is ordered, in its order.

import { announce, button, byId, chooser, fold, frame, fresh, h, ordering, para, rebuild, scrolled } from "./dom.js";
import { counters, data, desk, isOwn, nameOf, placeName, reaches } from "./data.js";
import { field } from "./form.js";
import { parse, points } from "./fraction.js";
import { reach, regroup, regroupAll, select, selection, draw } from "./chosen.js";
import { beginnings, cheapest, judge, onward, price } from "./paths.js";
import { MOVES, entryFor, gesture, order, plan, remove, touched } from "./moves.js";
import { memberSchema, itemSchema, resolve } from "./schema.js";
import { swap } from "./store.js";
import { inline } from "./yaml.js";

export function drawMoves() {
  const panel = byId("panel-moves");
  rebuild(panel, unitList(), chosenUnit(), notes(), moveList());
  const chosen = panel.querySelector("[role=option][aria-selected=true]");
  if (chosen) scrolled(byId("units"), chosen);
}

function notes() {
  return h("div", { class: "notes" }, [...desk.notes, gesture.doc].filter(Boolean).map((line) => h("p", {}, line)));
}

const names = (group) => group.map((who) => nameOf(reaches.get(who).counter)).join(", ");

// -- who --------------------------------------------------------------------------------

function unitList() {
  const onMap = [...reaches.values()].filter((one) => one.start);
  // In the order in which they come; those of one turn as the rules name them.
  const off = [...reaches.values()].filter((one) => !one.start).sort((one, other) => (one.turn ?? 0) - (other.turn ?? 0));
  const all = [...onMap, ...off];
  const current = Math.max(all.findIndex((one) => selection().group.includes(one.who)), 0);
  const option = (one) => unit(one, all.indexOf(one) === current);
  const heading = h("div", { id: "off-heading", class: "group-name", role: "presentation" }, "Not on the map");
  const beside = h("div", { role: "group", "aria-labelledby": "off-heading" }, heading, off.map(option));
  const named = { role: "listbox", "aria-labelledby": "units-heading", class: "units", id: "units" };
  const list = { ...named, "data-key": "units", "data-scrolls": true, onkeydown: rove };
  return h(
    "section",
    {},
    h("h2", { id: "units-heading" }, "Units"),
    all.length ? h("div", list, onMap.map(option), off.length ? beside : null) : para("help", "Nobody can be ordered to move."),
  );
}

function unit(one, entrance) {
  return h(
    "div",
    {
      role: "option",
      class: "unit",
      "data-key": `unit ${one.who}`,
      "data-who": one.who,
      "aria-selected": String(selection().group.includes(one.who)),
      tabindex: entrance ? 0 : -1,
      onclick: () => take(one.who),
    },
    h("span", { class: "unit-name" }, nameOf(one.counter)),
    h("span", { class: "unit-value" }, [counters.get(one.counter)?.value || one.value, one.turn ? `turn ${one.turn}` : ""].filter(Boolean).join(", ")),
    h("span", { class: "unit-place" }, whereabouts(one)),
  );
}

function whereabouts(one) {
  const move = plan().by.get(one.who);
  const start = one.start ? placeName(one.start) : "";
  if (!move) return start;
  return `${start} → ${move.end ? placeName(move.end) : move.also || "as written"}`;
}

/** Chooses one in the list, and says so. */
function take(who) {
  select(who);
  announce(`${names(selection().group)} chosen, ${whereabouts(reaches.get(who)) || "not on the map"}`);
}

/** Arrow keys go from unit to unit and select. */
function rove(event) {
  const options = [...event.currentTarget.querySelectorAll("[role=option]")];
  const here = options.indexOf(document.activeElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: options.length - 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    byId("destination")?.focus();
  } else if (to !== undefined && options[to]) {
    event.preventDefault();
    options[to].focus();
    take(options[to].dataset.who);
  }
}

// -- the one that is chosen ----------------------------------------------------------------

function chosenUnit() {
  const found = reach();
  if (!found) return para("help", "Choose a unit in the list or on the map, then where it goes.");
  const { group } = selection();
  const counter = counters.get(reaches.get(group[0]).counter);
  const alone = group.map((who) => reaches.get(who)).filter((one) => one.note);
  return h(
    "section",
    { class: "sheet-of-unit", "aria-label": "The chosen unit" },
    h("h2", {}, names(group)),
    gesture.together ? companions(found) : null,
    group.length === 1 && counter ? para("help", counter.hover.slice(1).join(" · ")) : null,
    alone.map((one) => para("help", group.length > 1 ? `${nameOf(one.counter)}: ${one.note}` : one.note)),
    doubtsOf(found),
    found.steps.size ? destination(found) : h("p", {}, "It cannot move."),
    found.steps.size ? stepwise(found) : null,
    otherOrders(group),
    plan().by.get(group[0]) ? button("Remove this order", "remove chosen", () => remove(plan().by.get(group[0]).index)) : null,
  );
}

function doubtsOf(found) {
  const others = touched(found, plan().by.get(selection().group[0])?.entry);
  if (!others.length) return null;
  const told = `Planned moves touch its reach: ${[...new Set(others)].join("; ")}.`;
  return para("doubt", `${told} What is told here is as if it moved first; pbem check judges the whole.`);
}

function companions(found) {
  const members = [...reaches.values()].filter((one) => one.start && one.start === found.start);
  if (members.length < 2) return null;
  const priced = members.some((one) => one.note) ? "One order for several may cost less than one for each of them." : "";
  const all = members.every((one) => selection().group.includes(one.who));
  const rows = members.map((one) => {
    const id = fresh("with");
    const checked = selection().group.includes(one.who);
    const last = checked && selection().group.length === 1;
    const onchange = () => regroup(one.who);
    const box = h("input", { type: "checkbox", id, checked, "data-key": `with ${one.who}`, disabled: last, onchange });
    const words = [`${nameOf(one.counter)} ${counters.get(one.counter)?.value ?? ""}`.trim(), one.note].filter(Boolean).join("; ");
    return h("div", { class: "check" }, box, h("label", { for: id }, words));
  });
  const whole = button("All of them", "with all", () => regroupAll(members.map((one) => one.who)), { disabled: all });
  return frame("Together with", priced ? para("help", priced) : null, rows, whole);
}

function destination(found) {
  const current = plan().by.get(selection().group[0])?.end ?? "";
  const stops = [...found.steps.values()].filter((step) => step.stop && (step.place !== found.start || step.place === current));
  const options = stops.map((step) => {
    const words = [points(parse(step.cost)), step.note].filter(Boolean).join("; ");
    return h("option", { value: step.place, selected: step.place === current }, `${placeName(step.place)}: ${words}`);
  });
  const stay = h("option", { value: "", selected: !current }, found.start ? "stays, without an order" : "no order");
  return h(
    "div",
    { class: "field" },
    h("label", { for: "destination" }, `Goes to (of ${points(parse(found.allowance))} movement points)`),
    h("select", { id: "destination", "data-key": "destination", onchange: (event) => goTo(event.target.value) }, stay, options),
  );
}

/** Orders those who are chosen to a place by the cheapest way; "" takes their order back. */
export function goTo(place) {
  const { group } = selection();
  const before = plan().by.get(group[0]);
  if (!place) {
    if (before) remove(before.index);
    return;
  }
  follow(cheapest(reach(), place));
}

/** Orders them along a path, unless something is wrong with it. */
export function follow(way) {
  const { group } = selection();
  const found = reach();
  const judged = judge(found, way);
  if (judged.errors.length || way.length < (found.start ? 2 : 1)) {
    announce(judged.errors.join("; ") || "no move");
    return false;
  }
  order(group, entryFor(group, way), true);
  draw(null);
  announce(`${names(group)} to ${placeName(way.at(-1))}, ${price(found, judged.cost)}. ${judged.notes.join("; ")}`);
  return true;
}

// -- a path of one's own -----------------------------------------------------------------------

function stepwise(found) {
  const drawn = selection().path;
  if (!drawn) {
    return h("p", {}, button("Path of my own, step by step", "stepwise", () => draw(found.start ? [found.start] : [])));
  }
  const judged = judge(found, drawn);
  const next = onward(found, drawn);
  const attributes = { id: "next-step", "data-key": "next step", disabled: !next.length };
  const ways = next.map(([place, cost]) => [place, `${placeName(place)}: +${points(parse(cost))}`]);
  const step = chooser(attributes, next.length ? "choose..." : "the move ends here", ways, "Step", (to) => draw([...drawn, to]));
  return h(
    "fieldset",
    { class: "group" },
    h("legend", {}, "Path of my own"),
    h("p", { id: "drawn-path" }, drawn.map(placeName).join(" – ") || `begins in ${beginnings(found).map(placeName).join(" or ")}`),
    h("p", {}, price(found, judged.cost)),
    judged.errors.map((error) => para("wrong", error)),
    h("div", { class: "field" }, h("label", { for: "next-step" }, "Next step"), step),
    h(
      "div",
      { class: "adds" },
      button("Take it", "take path", () => follow(drawn), { disabled: judged.errors.length > 0 || drawn.length < (found.start ? 2 : 1) }),
      button("One step back", "step back", () => draw(drawn.slice(0, -1)), { disabled: drawn.length <= (found.start ? 1 : 0) }),
      button("Leave it", "leave path", () => draw(null)),
    ),
  );
}

function otherOrders(group) {
  const orders = group.length === 1 ? reaches.get(group[0]).also : [];
  if (!orders.length) return null;
  return h(
    "div",
    { class: "adds", role: "group", "aria-label": "Other orders" },
    orders.map(([label, entry]) => {
      const given = plan().by.get(group[0])?.also === label;
      return button(label, `also ${label}`, () => order(group, entry), { "aria-pressed": String(given) });
    }),
  );
}

// -- what is ordered ------------------------------------------------------------------------------

function moveList() {
  const { moves } = plan();
  const items = moves.map((move) => item(move, moves.length));
  return h(
    "section",
    {},
    h("h2", {}, `Ordered moves (${moves.length})`),
    moves.length ? h("ol", { class: "orders", id: "move-list" }, items) : para("help", "None yet."),
    moves.some((move) => move.doubts.length) ? para("doubt", "Where one move touches another, pbem check has the last word.") : null,
  );
}

function item(move, count) {
  const title = move.who.length ? names(move.who) : inline(move.entry);
  const key = `move ${move.index}`;
  const what = move.also || move.path.map(placeName).join(" – ") || "as written; the page cannot tell where it ends";
  const schema = itemSchema(resolve(memberSchema(data.schema, gesture.member) ?? {}, data.schema), move.index);
  return h(
    "li",
    { class: move.errors.length ? "entry bad" : "entry" },
    h("strong", {}, title),
    ": ",
    what,
    move.cost ? h("span", { class: "help" }, ` ${price(move.reach, move.cost)}`) : null,
    move.errors.map((text) => para("wrong", text)),
    move.notes.map((text) => para("help", text)),
    [...move.beyond, ...move.doubts].map((text) => para("doubt", text)),
    h(
      "span",
      { class: "order" },
      ordering(key, title, move.index, count, (to) => (to === undefined ? remove(move.index) : swap(MOVES, move.index, to))),
    ),
    schema ? fold(`${key} edit`, "Everything in this order", field(schema, [...MOVES, move.index], title, data.schema)) : null,
  );
}
