// The panel of moves: who can move, where to, and the list of what is ordered, in its order.

import { announce, button, byId, chooser, fold, frame, fresh, h, ordering, para, rebuild, scrolled } from "./dom.js";
import { counters, data, desk, movables, nameOf, placeName } from "./data.js";
import { field } from "./form.js";
import { parse, points } from "./fraction.js";
import { aim, companions, draw, reachOfChosen, regroup, regroupAll, select, selection, startOfChosen } from "./chosen.js";
import { course, isFinal, isSilent, reach, silence } from "./judge.js";
import { beginnings, cheapest, lastStep, price } from "./paths.js";
import { fillIn } from "./gestures.js";
import { MOVES, entryFor, gesture, lastWord, order, plan, remove } from "./moves.js";
import { memberSchema, itemSchema, resolve } from "./schema.js";
import { swap } from "./store.js";
import { wrongAt, wrongUnder } from "./view_findings.js";
import { inline } from "./yaml.js";

export function drawMoves() {
  const panel = byId("panel-moves");
  rebuild(panel, unitList(), chosenUnit(), notes(), moveList(), boxes());
  const chosen = panel.querySelector("[role=option][aria-selected=true]");
  if (chosen) scrolled(byId("units"), chosen);
}

function notes() {
  return h("div", { class: "notes" }, [...desk.notes, gesture.doc].filter(Boolean).map((line) => h("p", {}, line)));
}

/** Who is on no map, as the boxes beside it hold them, those among them who cannot be ordered. */
function boxes() {
  const box = ([heading, lines]) => fold(`box ${heading}`, heading, lines.map((line) => para("help", line)));
  const all = Object.entries(data.beside ?? {}).map(box);
  return all.length ? h("section", { "aria-label": "Beside the map" }, h("h2", {}, "Beside the map"), all) : null;
}

const names = (group) => group.map((who) => nameOf(movables.get(who).counter)).join(", ");

// -- who --------------------------------------------------------------------------------

function unitList() {
  const onMap = [...movables.values()].filter((one) => one.start);
  // In the order in which they come; those of one turn as the rules name them.
  const off = [...movables.values()].filter((one) => !one.start).sort((one, other) => one.turn - other.turn);
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
  return `${start} → ${move.end ? placeName(move.end) : move.also || move.text || "as written"}`;
}

/** Chooses one in the list, and says so. */
function take(who) {
  select(who);
  announce(`${names(selection().group)} chosen, ${whereabouts(movables.get(who)) || "not on the map"}`);
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
  const { group } = selection();
  if (!group.length) return para("help", "Choose a unit in the list or on the map, then where it goes.");
  const found = reachOfChosen();
  const counter = counters.get(movables.get(group[0]).counter);
  const { note } = movables.get(group[0]);
  return h(
    "section",
    { class: "sheet-of-unit", "aria-label": "The chosen unit" },
    h("h2", {}, names(group)),
    together(),
    group.length === 1 && counter ? para("help", counter.hover.slice(1).join(" · ")) : null,
    group.length === 1 && note ? para("help", note) : null,
    found?.note && found.note !== note ? para("help", found.note) : null,
    found ? destination(found) : para("doubt", `Where ${group.length > 1 ? "they can go together" : "it can go"} is ${silence()}.`),
    looks(group),
    stepwise(),
    otherOrders(group),
    sendOff(group),
    plan().by.get(group[0]) ? button("Remove this order", "remove chosen", () => remove(plan().by.get(group[0]).index)) : null,
  );
}

function together() {
  const members = companions().map((who) => movables.get(who));
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
  return frame("Together with", whole, priced ? para("help", priced) : null, rows);
}

function destination(found) {
  const start = startOfChosen();
  const current = plan().by.get(selection().group[0])?.end ?? "";
  const stops = [...found.steps.values()].filter((step) => step.stop && (step.place !== start || step.place === current));
  if (!stops.length) return h("p", {}, "It cannot move.");
  const options = stops.map((step) => {
    const words = [step.cost ? points(parse(step.cost)) : "", step.note].filter(Boolean).join("; ");
    return h("option", { value: step.place, selected: step.place === current }, words ? `${placeName(step.place)}: ${words}` : placeName(step.place));
  });
  const stay = h("option", { value: "", selected: !current }, start ? "stays, without an order" : "no order");
  const elsewhere = current && !stops.some((step) => step.place === current);
  const odd = elsewhere ? h("option", { value: current, selected: true, disabled: true }, placeName(current)) : null;
  const of = found.allowance ? ` (of ${points(parse(found.allowance))} movement points)` : "";
  return h(
    "div",
    { class: "field" },
    h("label", { for: "destination" }, `Goes to${of}`),
    h("select", { id: "destination", "data-key": "destination", onchange: (event) => goTo(event.target.value) }, stay, odd, options),
  );
}

/** Orders those who are chosen to a place by the cheapest way; "" takes their order back. */
function goTo(place) {
  const before = plan().by.get(selection().group[0]);
  if (place) follow(cheapest(reachOfChosen(), place));
  else if (before) remove(before.index);
}

/** Orders them along a path. Whether it is one. */
export function follow(way) {
  const { group } = selection();
  if (way.length < (startOfChosen() ? 2 : 1)) {
    announce("no move");
    return false;
  }
  const found = reachOfChosen();
  const step = lastStep(found, way);
  const before = plan().by.get(group[0]);
  order(group, entryFor(group, way, before ? lastWord(before.entry) : ""), true);
  draw(null);
  const told = step ? [price(step.cost, found.allowance), step.note] : [isSilent() ? silence() : ""];
  announce([`${names(group)} to ${placeName(way.at(-1))}`, ...told].filter(Boolean).join(", "));
  return true;
}

// -- a path of one's own -----------------------------------------------------------------------

function stepwise() {
  const { group, path: drawn } = selection();
  const start = startOfChosen();
  if (!drawn) {
    const found = reachOfChosen();
    if (found && !found.steps.size) return null;
    return h("p", {}, button("Path of my own, step by step", "stepwise", () => draw(start ? [start] : [])));
  }
  const begun = start ? 2 : 1;
  return h(
    "fieldset",
    { class: "group" },
    h("legend", {}, "Path of my own"),
    h("p", { id: "drawn-path" }, drawn.map(placeName).join(" – ") || `begins in ${beginnings(start, reachOfChosen()).map(placeName).join(" or ")}`),
    h("p", { class: "help" }, drawn.length >= begun ? priceOf(group, drawn) : ""),
    nextStep(group, drawn),
    h(
      "div",
      { class: "adds" },
      button("Take it", "take path", () => follow(drawn), { disabled: drawn.length < begun }),
      button("One step back", "step back", () => draw(drawn.slice(0, -1)), { disabled: drawn.length < begun }),
      button("Leave it", "leave path", () => draw(null)),
    ),
  );
}

function priceOf(group, drawn) {
  const before = drawn.length > 1 ? reach(group, drawn.slice(0, -1)) : reach(group);
  const step = before?.steps.get(drawn.at(-1));
  return step ? [price(step.cost, before.allowance), step.note].filter(Boolean).join("; ") : silence();
}

function nextStep(group, drawn) {
  const found = drawn.length ? reach(group, drawn) : reach(group);
  const steps = [...(found?.steps.values() ?? [])].filter((step) => step.before === (drawn.at(-1) ?? ""));
  if (!steps.length) {
    const words = found && isFinal() ? "The move ends here." : "Next step: hold Shift and click it on the map, or Shift+Enter there.";
    return h("p", { id: "next-step", tabindex: -1 }, words);
  }
  const ways = steps.map((step) => [step.place, step.cost ? `${placeName(step.place)}: ${points(parse(step.cost))} in all` : placeName(step.place)]);
  const attributes = { id: "next-step", "data-key": "next step" };
  const choice = chooser(attributes, "choose...", ways, "Step", (to) => draw([...drawn, to]));
  return [h("div", { class: "field" }, h("label", { for: "next-step" }, "Next step"), choice), found.note && drawn.length ? para("help", found.note) : null];
}

/** Which word stands behind the path that is ordered, such as a facing. */
function looks(group) {
  const move = plan().by.get(group[0]);
  if (!gesture.lasts?.length || !move || move.way.length < 2) return null;
  const now = lastWord(move.entry);
  const options = [["", "as it comes"], ...gesture.lasts.map(([label, word]) => [word, label])];
  const choices = options.map(([value, words]) => h("option", { value, selected: value === now }, words));
  const onchange = (event) => order(move.who, entryFor(move.who, move.way, event.target.value), true);
  const choice = h("select", { id: "last-word", "data-key": "last word", onchange }, choices);
  return h("div", { class: "field" }, h("label", { for: "last-word" }, "In the end"), choice);
}

// -- a formation of which the chosen one is part -------------------------------------------------

const turned = new Map();

function sendOff(group) {
  return (desk.formations ?? []).filter((one) => one.who.includes(group[0])).map((one) => formation(one));
}

function formation(one) {
  const { sent } = selection();
  const buttons = one.orders.map(([label, entry]) => {
    const key = `formation ${one.name} ${label}`;
    if (!JSON.stringify(entry).includes('"$end"')) return button(label, key, () => send(one, label, entry));
    const aimed = sent?.key === key;
    const act = () => aim(aimed ? null : { key, send: (place) => send(one, label, entry, place) });
    return button(`${label} ...`, key, act, { "aria-pressed": String(aimed) });
  });
  const help = "Now click the place on the map, drag them there, or go there with the arrow keys and press Enter; Escape leaves it.";
  const aimed = sent?.key.startsWith(`formation ${one.name} `);
  return frame(one.name, h("div", { class: "adds" }, buttons), turns(one), aimed ? para("help", help) : null);
}

function turns(one) {
  if (!one.turns.length) return null;
  const id = fresh("turn");
  const now = turned.get(one.name) ?? "";
  const options = [["", "as they come"], ...one.turns.map(([label, value]) => [JSON.stringify(value), label])];
  const choices = options.map(([value, words]) => h("option", { value, selected: value === now }, words));
  const onchange = (event) => turned.set(one.name, event.target.value);
  return h("div", { class: "field" }, h("label", { for: id }, "In the end"), h("select", { id, "data-key": `turn ${one.name}`, onchange }, choices));
}

/** Writes the entry of a formation in the place of what its members were ordered. */
function send(one, label, template, place) {
  const turn = turned.get(one.name);
  const words = { end: place, turn: turn ? JSON.parse(turn) : undefined };
  aim(null);
  order(one.who, fillIn(template, words));
  announce(`${one.name} ${label}${place ? ` ${placeName(place)}` : ""}`);
}

function otherOrders(group) {
  const orders = group.length === 1 ? movables.get(group[0]).also : [];
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
  const { moves, others } = plan();
  const items = moves.map((move) => item(move, moves.length));
  return h(
    "section",
    {},
    h("h2", {}, `Ordered moves (${moves.length})`),
    (course()?.notes ?? []).map((line) => para("notes", line)),
    wrongAt(MOVES),
    moves.length ? h("ol", { class: "orders", id: "move-list" }, items) : para("help", "None yet."),
    others.length ? h("h2", {}, `Without an order (${others.length})`) : null,
    others.length ? h("ul", { id: "others-list" }, others.map((one) => h("li", {}, h("strong", {}, names(one.who)), `: ${does(one)}`))) : null,
  );
}

function does({ way, text, cost, allowance }) {
  return [text, way.map(placeName).join(" – "), price(cost, allowance)].filter(Boolean).join(", ");
}

function item(move, count) {
  const title = move.who.length ? names(move.who) : inline(move.entry);
  const key = `move ${move.index}`;
  const what = move.text || move.also || move.way.map(placeName).join(" – ") || "as written";
  const schema = itemSchema(resolve(memberSchema(data.schema, gesture.member) ?? {}, data.schema), move.index);
  return h(
    "li",
    { class: move.isBad ? "entry bad" : "entry" },
    h("strong", {}, title),
    ": ",
    what,
    move.cost ? h("span", { class: "help" }, ` ${price(move.cost, move.allowance)}`) : null,
    wrongUnder([...MOVES, move.index]),
    move.isKnown || !isSilent() ? null : para("doubt", silence()),
    h(
      "span",
      { class: "order" },
      ordering(key, title, move.index, count, (to) => (to === undefined ? remove(move.index) : swap(MOVES, move.index, to))),
    ),
    schema ? fold(`${key} edit`, "Everything in this order", field(schema, [...MOVES, move.index], title, data.schema)) : null,
  );
}
