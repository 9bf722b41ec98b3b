// The panel of attacks, or where orders know none, of the combats that will come: who, whom, and the odds.

import { announce, button, byId, chooser, fold, frame, fresh, h, ordering, para, rebuild, scrolled } from "./dom.js";
import { counters, data, desk, garrison, nameOf, placeName } from "./data.js";
import { field } from "./form.js";
import { ATTACKS, attack, attacks, candidates, choices, engaged, gesture, isAfterMoves } from "./attacks.js";
import { remove, rewrite, standing, targets, toggle, unordered } from "./attacks.js";
import { selectAttack, selection } from "./chosen.js";
import { bare, canSuppose, course, isSilent, silence } from "./judge.js";
import { standsAt } from "./moves.js";
import { itemSchema, memberSchema, resolve } from "./schema.js";
import { at, swap } from "./store.js";
import { wrongAt, wrongUnder } from "./view_findings.js";
import { odds } from "./view_odds.js";
import { supposition } from "./view_suppose.js";
import { inline } from "./yaml.js";

export function drawAttacks() {
  rebuild(
    byId("panel-attacks"),
    gesture ? ordered() : null,
    gesture && isAfterMoves() ? pressing() : null,
    gesture ? newAttack() : null,
    gesture && isAfterMoves() && !targets().length ? para("help", "After these moves nobody of yours can attack.") : null,
    isAfterMoves() ? coming() : asItStands(),
  );
}

function ordered() {
  const listed = attacks();
  return [
    gesture.doc ? para("notes", gesture.doc) : null,
    h("h2", {}, `Ordered attacks (${listed.length})`),
    wrongAt(ATTACKS),
    listed.length ? h("ol", { class: "orders", id: "attack-list" }, listed.map((one) => item(one, listed.length))) : para("help", "None."),
  ];
}

/** Whom the rules want attacked and nobody attacks, and who should attack and does not. */
function pressing() {
  const open = targets().filter((one) => one.pressing).map((one) => one.place);
  const idle = course().idle;
  if (!open.length && !idle.length) return null;
  return h(
    "section",
    { id: "pressing", class: "doubt" },
    open.length ? h("h2", {}, "Still to be attacked") : null,
    h("div", { class: "adds" }, open.map((place) => button(garrison(place), `press ${place}`, () => begin(place)))),
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
  const free = choices().filter((place) => !attacks().some((one) => one.on.includes(place)));
  if (!free.length) return null;
  return h(
    "div",
    { class: "field" },
    h("label", { for: "new-target" }, "Another attack on"),
    chooser({ id: "new-target", "data-key": "new target" }, "choose...", named(free), "Attack", begin),
  );
}

// -- combats that nobody has to order ------------------------------------------------------------

function coming() {
  const those = unordered();
  const heading = gesture ? "Fought by default" : "Combats that will come";
  if (gesture && !those.length) return null;
  return [
    h("h2", {}, `${heading} (${those.length})`),
    those.length ? combats(those) : para("help", "None."),
  ];
}

/** For a page that knows no course of the present orders. */
function asItStands() {
  const known = bare();
  if (!known) return silence() ? para("help", `What comes of these orders is ${silence()}.`) : null;
  return h(
    "section",
    { id: "as-it-stands" },
    h("h2", {}, "As the board stands now; pbem check decides"),
    para("help", "Nothing that is ordered here counts in these odds."),
    known.combats.length ? combats(known.combats) : para("help", "Nobody is in contact."),
  );
}

function combats(those) {
  return those.map((one) => {
    const title = one.on.map(garrison).join("; ");
    const key = `combat ${one.on.join(" ")}`;
    const [place] = one.on;
    return h(
      "section",
      { "data-combat": one.on.join(" ") },
      h("h3", {}, title),
      para("help", fighters(one)),
      odds(key, one.outlooks),
      desk.supposes && canSuppose() ? supposition(place, title) : null,
      desk.wishes ? wishes(place) : null,
    );
  });
}

/** What is wanted in the combat of a place, beside what holds for all of them. */
function wishes(place) {
  const schema = memberSchema(resolve(memberSchema(data.schema, desk.wishes) ?? {}, data.schema), place);
  const path = ["orders", desk.wishes, place];
  if (!schema) return null;
  return fold(`wishes ${place}`, `What you want there${at(path) ? `: ${inline(at(path))}` : ""}`, field(schema, path, placeName(place), data.schema));
}

function fighters({ by, far }) {
  const near = `by ${by.map(nameOf).join(", ") || "nobody"}`;
  return far.length ? `${near}; from afar ${far.map(nameOf).join(", ")}` : near;
}

// -- one attack -----------------------------------------------------------------------------

function item(one, count) {
  const title = one.on.map(placeName).join(", ") || "nobody";
  const now = selection().attack === one.index;
  return h(
    "li",
    { class: `entry${one.isBad ? " bad" : ""}${now ? " now" : ""}`, "data-attack": one.index },
    h("h3", {}, `Attack on ${title}`),
    para("help", one.on.map(garrison).join("; ")),
    wrongUnder([...ATTACKS, one.index]),
    members(one, title),
    buttons(one, count, title, now),
    one.combat ? odds(`attack ${one.index}`, one.combat.outlooks) : null,
    one.combat || one.isBad || !isSilent() ? null : para("doubt", silence()),
    whole(one, title),
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
  const also = choices().filter((place) => !one.on.includes(place));
  const less = (place) => {
    const rest = one.on.filter((other) => other !== place);
    return button(`without ${placeName(place)}`, `attack ${one.index} less ${place}`, () => rewrite(one.index, rest, one.by, one.far));
  };
  return [
    checks(one, "Attackers", [...one.by, ...can.by], one.by),
    can.far.length || one.far.length ? checks(one, "From afar", [...one.far, ...can.far], one.far) : null,
    isAfterMoves() ? null : addAttacker(one, title, can),
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
  return chooser(attributes, "at the same time...", named(also), "Add", (place) => rewrite(one.index, [...one.on, place], one.by, one.far));
}

/** Anybody may be written down whom nobody has judged yet. */
function addAttacker(one, title, can) {
  const listed = new Set([...one.by, ...one.far, ...can.by, ...can.far]);
  const others = standing().filter((counter) => !listed.has(counter)).map((counter) => [counter, inPlace(counter)]);
  if (!others.length) return null;
  const attributes = { "aria-label": `${title}: somebody else joins`, "data-key": `attack ${one.index} join` };
  return h("div", { class: "adds" }, chooser(attributes, "somebody else...", others, "Join", (counter) => toggle(one.index, counter)));
}

const named = (list) => list.map((place) => [place, garrison(place)]);

const inPlace = (counter) => `${nameOf(counter)} ${counters.get(counter)?.value ?? ""} in ${placeName(standsAt(counter)) || "no place"}`;

function checks(one, legend, all, inside) {
  const busy = engaged();
  const rows = [...new Set(all)].map((counter) => {
    const id = fresh("attacker");
    const elsewhere = (busy.get(counter) ?? []).filter((other) => other.index !== one.index);
    const checked = inside.includes(counter);
    const box = h("input", {
      type: "checkbox",
      id,
      checked,
      "data-key": `attack ${one.index} ${legend} ${counter}`,
      onchange: () => toggle(one.index, counter),
    });
    const others = ` in attack ${elsewhere.map((other) => other.index + 1).join(", ")}`;
    const busyThere = h("span", { class: checked ? "doubt" : "help" }, checked ? `${others} too` : others);
    const label = h("label", { for: id }, inPlace(counter));
    return h("div", { class: "check" }, box, label, elsewhere.length ? busyThere : null);
  });
  return frame(legend, rows.length ? rows : para("help", "Nobody is named for it."));
}

function whole(one, title) {
  const schema = itemSchema(resolve(memberSchema(data.schema, gesture.member) ?? {}, data.schema), one.index);
  if (!schema) return null;
  const form = field(schema, [...ATTACKS, one.index], title, data.schema);
  return fold(`attack ${one.index} edit`, "Everything in this order: retreats, conditions and the like", form);
}
