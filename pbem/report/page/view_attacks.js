// The panel of attacks, or where orders know none, of the combats that will come: who, whom, and the odds.

import { announce, button, byId, chooser, fold, frame, fresh, h, ordering, para, rebuild, scrolled } from "./dom.js";
import { data, desk, nameOf, placeName } from "./data.js";
import { field } from "./form.js";
import { percent, text } from "./fraction.js";
import { ATTACKS, attack, attacks, candidates, contacts, engaged, gesture, left, remove, rewrite, targets, toggle } from "./attacks.js";
import { selectAttack, selection } from "./chosen.js";
import { assume, assumption, garrison, isUnknown, reckon, signed } from "./reckon.js";
import { enemies } from "./data.js";
import { itemSchema, memberSchema, resolve } from "./schema.js";
import { swap } from "./store.js";

export function drawAttacks() {
  const listed = attacks();
  const list = h("ol", { class: "orders", id: "attack-list" }, listed.map((one) => item(one, listed.length)));
  const { doc, exact } = desk.sheet ?? { doc: "", exact: true };
  rebuild(
    byId("panel-attacks"),
    gesture?.doc ? para("notes", gesture.doc) : null,
    doc || !exact ? para("doubt", doc || "These odds leave something out; pbem check has it.") : null,
    gesture ? pressing() : null,
    h("h2", {}, gesture ? `Ordered attacks (${listed.length})` : `Combats that will come (${listed.length})`),
    listed.length ? list : para("help", gesture ? "None." : "No unit ends next to an enemy."),
    gesture ? newAttack() : null,
  );
}

/** Whom the rules oblige to attack, and who would attack nobody. */
function pressing() {
  const { places, idle } = left();
  if (!desk.must) return null;
  if (!contacts().length) return para("help", "No unit of yours ends next to an enemy.");
  const all = "Every enemy in contact is attacked, and all who are in contact attack.";
  if (!places.length && !idle.length) return para("good", all);
  return h(
    "section",
    { id: "pressing", class: "doubt" },
    places.length ? h("h2", {}, "Still to be attacked") : null,
    h("div", { class: "adds" }, places.map((place) => button(garrison(place), `press ${place}`, () => begin(place)))),
    idle.length ? h("p", {}, `In contact and in no attack: ${idle.map(nameOf).join(", ")}.`) : null,
  );
}

/** A new attack on a place, or the one that there is. */
export function begin(place) {
  const there = attacks().find((one) => one.on.includes(place));
  const panel = byId("panel-attacks");
  const inside = panel.contains(document.activeElement);
  const number = there ? there.index : attack(place);
  selectAttack(number);
  const entry = panel.querySelector(`[data-attack="${number}"]`);
  if (entry) scrolled(byId("panels"), entry);
  // Who came by keys goes on with what he has begun.
  if (inside) entry?.querySelector("input, button")?.focus({ preventScroll: true });
  announce(there ? `attack ${number + 1} on ${placeName(place)}` : `new attack on ${garrison(place)}`);
}

function newAttack() {
  const free = targets().filter((place) => !attacks().some((one) => one.on.includes(place)));
  if (!free.length) return null;
  return h(
    "div",
    { class: "field" },
    h("label", { for: "new-target" }, "Another attack on"),
    chooser({ id: "new-target", "data-key": "new target" }, "choose...", named(free), "Attack", begin),
  );
}

// -- one attack -----------------------------------------------------------------------------

function item(one, count) {
  const title = one.on.map(placeName).join(", ") || "nobody";
  const now = selection().attack === one.index;
  return h(
    "li",
    { class: `entry${one.errors.length ? " bad" : ""}${now ? " now" : ""}`, "data-attack": one.index },
    h("h3", {}, gesture ? `Attack on ${title}` : title),
    para("help", one.on.map(garrison).join("; ")),
    one.errors.map((error) => para("wrong", error)),
    gesture ? [members(one, title), buttons(one, count, title, now)] : h("p", {}, one.by.map(([counter]) => nameOf(counter)).join(", ")),
    odds(one),
    gesture ? whole(one, title) : null,
  );
}

function buttons(one, count, title, now) {
  const key = `attack ${one.index}`;
  const named = { "aria-pressed": String(now), "aria-label": `${title}: choose on the map` };
  return h(
    "span",
    { class: "order" },
    button(now ? "On the map" : "Show on the map", `${key} show`, () => selectAttack(now ? -1 : one.index), named),
    ordering(key, title, one.index, count, (to) => (to === undefined ? remove(one.index) : swap(ATTACKS, one.index, to))),
  );
}

function members(one, title) {
  const can = candidates(one.on);
  const busy = engaged();
  const also = targets().filter((place) => !one.on.includes(place));
  const less = (place) => {
    const rest = one.on.filter((other) => other !== place);
    return button(`without ${placeName(place)}`, `attack ${one.index} less ${place}`, () => retarget(one, rest));
  };
  return [
    checks(one, "Attackers", [...one.by, ...can.by], one.by, busy),
    can.far.length || one.far.length ? checks(one, "From afar", [...one.far, ...can.far], one.far, busy) : null,
    h(
      "div",
      { class: "adds", role: "group", "aria-label": `Targets of the attack on ${title}` },
      one.on.length > 1 ? one.on.map(less) : null,
      also.length ? addTarget(one, also, title) : null,
    ),
  ];
}

function addTarget(one, also, title) {
  const attributes = { "aria-label": `${title}: attack at the same time`, "data-key": `attack ${one.index} more` };
  return chooser(attributes, "at the same time...", named(also), "Add", (place) => retarget(one, [...one.on, place]));
}

const named = (list) => list.map((place) => [place, garrison(place)]);

/** Other targets; who cannot reach all of them leaves the attack. */
function retarget(one, on) {
  const can = candidates(on);
  const still = (members, able) => members.map(([counter]) => counter).filter((counter) => able.some(([name]) => name === counter));
  rewrite(one.index, on, still(one.by, can.by), still(one.far, can.far));
}

function checks(one, legend, all, inside, busy) {
  const rows = [...new Map(all).entries()].map(([counter, place]) => {
    const id = fresh("attacker");
    const elsewhere = (busy.get(counter) ?? []).filter((other) => other.index !== one.index);
    const checked = inside.some(([name]) => name === counter);
    const box = h("input", {
      type: "checkbox",
      id,
      checked,
      "data-key": `attack ${one.index} ${legend} ${counter}`,
      onchange: () => toggle(one.index, counter),
    });
    const words = `${nameOf(counter)} ${desk.sheet?.strength[counter] ?? ""} in ${placeName(place)}`;
    const others = ` in attack ${elsewhere.map((other) => other.index + 1).join(", ")}`;
    const busyThere = h("span", { class: checked ? "doubt" : "help" }, checked ? `${others} too` : others);
    const label = h("label", { for: id }, words);
    return h("div", { class: "check" }, box, label, elsewhere.length ? busyThere : null);
  });
  return frame(legend, rows.length ? rows : para("help", "Nobody stands next to all of it."));
}

function whole(one, title) {
  const schema = itemSchema(resolve(memberSchema(data.schema, gesture.member) ?? {}, data.schema), one.index);
  if (!schema) return null;
  const form = field(schema, [...ATTACKS, one.index], title, data.schema);
  return fold(`attack ${one.index} edit`, "Everything in this order: retreats, conditions and the like", form);
}

// -- odds ---------------------------------------------------------------------------------------

function odds(one) {
  const found = reckon(one);
  if (!found) return null;
  const { missing, results } = found;
  return h(
    "div",
    { class: "odds" },
    assumptions(one),
    missing.length ? para("help", `Odds come with a strength for ${missing.map(nameOf).join(", ")}.`) : null,
    results.length ? [column("", found.used, ` (${found.attack} : ${found.defence}${of(found)})`), steps(one, found.lines, ""), table(results)] : null,
    found.sides.map((side) => [
      column(`The ${side.name} throw on column `, side.column, side.die ? `, die ${signed(side.die)}` : ""),
      steps(one, side.lines, side.name),
      table(side.results),
    ]),
    results.length && aside(one).length ? para("help", `Left aside in these odds: ${aside(one).join(", ")}.`) : null,
  );
}

/** Members of an attack of which the odds take no notice. */
function aside(one) {
  return one.more.filter((key) => key !== desk.sheet.lower?.member);
}

const of = ({ column: full, used }) => (full === used ? "" : `, lowered from ${full}`);

function column(before, name, behind) {
  return para("column", before, h("strong", {}, name), behind);
}

function steps(one, lines, name) {
  return fold(`attack ${one.index} steps ${name}`, "Step by step", h("ol", {}, lines.map((line) => h("li", {}, line))));
}

function table(results) {
  const head = ["Result", "Chance", "%"].map((word) => h("th", { scope: "col" }, word));
  const rows = results.map((one) => {
    const words = one.words ? h("span", { class: "help" }, ` ${one.words}`) : null;
    const name = h("th", { scope: "row" }, one.name, words);
    return h("tr", {}, name, h("td", {}, text(one.chance)), h("td", {}, percent(one.chance)));
  });
  return h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}

/** Fields for strengths that nobody but the enemy knows. */
function assumptions(one) {
  const unknown = one.on.flatMap((place) => enemies.get(place) ?? []).filter(isUnknown);
  return unknown.map((counter) => {
    const id = fresh("assume");
    const input = h("input", {
      id,
      type: "number",
      min: 0,
      max: 999,
      "data-key": `assume ${one.index} ${counter}`,
      value: assumption(counter) ?? "",
      onchange: (event) => {
        assume(counter, /^\d{1,3}$/.test(event.target.value) ? Number(event.target.value) : undefined);
        drawAttacks();
      },
    });
    return h("div", { class: "field" }, h("label", { for: id }, `Strength of ${nameOf(counter)}, as you assume it`), input);
  });
}
