// Panels made of forms: the other members of the orders, an answer, and standing orders.

import { button, byId, fold, frame, fresh, h, para, rebuild } from "./dom.js";
import { data, desk, meaning, printed } from "./data.js";
import { clean, field } from "./form.js";
import { blank, blankOf, control, resolve } from "./schema.js";
import { at, put } from "./store.js";
import { wrongAt } from "./view_findings.js";
import { inline } from "./yaml.js";

// -- orders -----------------------------------------------------------------------------------

/** Members that are not clicked together on panels of their own. */
export function formMembers() {
  const clicked = [desk?.move?.member, desk?.attack?.member];
  return Object.keys(data.schema.properties ?? {}).filter((name) => !clicked.includes(name));
}

export function drawOrders() {
  const choices = data.options?.answers;
  const answering = Array.isArray(choices) && choices.length > 0;
  const members = formMembers().filter((name) => !(answering && name === "answer"));
  rebuild(
    byId("panel-orders"),
    data.question.map((line) => para("notes", line)),
    wrongAt(["orders"]),
    answering ? answers(choices) : null,
    members.length || answering || data.noted ? null : para("help", "There is nothing else to order."),
    members.map(memberForm),
    data.noted ? noteForm() : null,
    fold("template", "The file as pbem orders writes it", verbatim("Template", data.template)),
  );
}

function verbatim(label, text) {
  return h("pre", { tabindex: 0, role: "group", "aria-label": label }, text);
}

function memberForm(name) {
  const schema = data.schema.properties[name];
  const present = at(["orders", name]);
  const required = (data.schema.required ?? []).includes(name);
  const help = data.help[name] ?? [];
  const named = { "aria-label": `${name}: leave it to the default` };
  return h(
    "section",
    { class: "of-member" },
    h("h2", {}, name),
    resolve(schema, data.schema).description ? h("p", {}, resolve(schema, data.schema).description) : null,
    help.length ? fold(`help ${name}`, "Help", verbatim(`Help on ${name}`, help.join("\n"))) : null,
    present === undefined
      ? [
          wrongAt(["orders", name]),
          button(`Order something: ${name}`, `begin ${name}`, () => put(["orders", name], blank(schema, data.schema)), { class: "add" }),
        ]
      : [
          field({ ...resolve(schema, data.schema), description: undefined }, ["orders", name], name, data.schema),
          required ? null : button("Leave it to the default", `drop ${name}`, () => put(["orders", name], undefined), named),
        ],
  );
}

function answers(choices) {
  const present = JSON.stringify(at(["orders", "answer"]));
  const byDefault = JSON.stringify(data.options.default);
  const rows = choices.map((answer) => {
    const id = fresh("answer");
    const value = JSON.stringify(answer);
    const usual = value === byDefault ? "– the default" : "";
    const words = [inline(answer), meaning(answer) ? `(${meaning(answer)})` : "", usual].filter(Boolean).join(" ");
    const radio = h("input", {
      type: "radio",
      name: "answer",
      id,
      checked: value === present,
      "data-key": `answer ${value}`,
      "data-answer": value,
      onchange: () => put(["orders", "answer"], answer),
    });
    return h("div", { class: "check" }, radio, h("label", { for: id }, words));
  });
  return frame(data.options.noun ? `The answer: ${data.options.noun}` : "The answer", wrongAt(["orders", "answer"]), rows);
}

function noteForm() {
  const oninput = (event) => put(["note"], clean(event.target), "text note");
  const box = h("textarea", { id: "note", rows: 3, "data-key": "note", value: at(["note"]) ?? "", oninput });
  const label = h("label", { for: "note" }, "A few words to your opponent; they travel with the orders");
  return h("section", {}, h("h2", {}, "note"), h("div", { class: "field" }, label, box), wrongAt(["note"]));
}

// -- standing orders ---------------------------------------------------------------------------

export function drawStanding() {
  if (!data.standing) return;
  const [first, rest] = soonFirst(data.standing.slots);
  rebuild(
    byId("panel-standing"),
    para("notes", "What your units do in your opponent's turn. It stays on this computer."),
    para("notes", "The version in your last message counts, this one from your next."),
    rest.length ? para("notes", "First those that may count in his next turn.") : null,
    byKind(first),
    rest.length ? fold("later slots", `The others (${rest.length})`, byKind(rest)) : null,
  );
}

/** Slots that may count soon or are set, and all others; without a word of the rules all are among the first. */
function soonFirst(slots) {
  const isFirst = ({ name, kind, formation }) => !data.soon || data.soon.includes(name) || at(["standing", kind, ...(formation ? [formation] : [])]) !== undefined;
  return [slots.filter(isFirst), slots.filter((slot) => !isFirst(slot))];
}

function byKind(slots) {
  return [...grouped(slots)].map(([kind, those]) => h("section", {}, h("h2", {}, kind), those.map(slotForm)));
}

function grouped(slots) {
  const kinds = new Map();
  for (const slot of slots) kinds.set(slot.kind, [...(kinds.get(slot.kind) ?? []), slot]);
  return kinds;
}

function slotForm(slot) {
  const path = ["standing", slot.kind, ...(slot.formation ? [slot.formation] : [])];
  const name = slot.formation || slot.kind;
  const schema = data.standing.schemas[slot.schema];
  const isSet = at(path) !== undefined;
  const usual = isEmpty(slot.default) ? "the default" : `the default, ${inline(slot.default)}`;
  const set = button("Set", `set ${slot.name}`, () => put(path, starting(slot, schema)), { "aria-label": `Set ${slot.name}` });
  const back = { "aria-label": `${slot.name}: back to the default` };
  const drop = button("Back to the default", `unset ${slot.name}`, () => unset(path), back);
  return h(
    "details",
    { "data-key": `slot ${slot.name}`, class: "slot", open: isSet },
    h("summary", {}, h("strong", {}, printed(name)), isSet ? `: ${inline(at(path))}` : h("span", { class: "help" }, `: ${usual}`)),
    para("help", slot.doc),
    isSet ? [field(schema, path, slot.name, data.schema), drop] : set,
  );
}

function isEmpty(value) {
  return value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** What a slot is set to at first: its default, or where that says nothing, room for more than the word `ask`. */
function starting(slot, schema) {
  if (!isEmpty(slot.default)) return slot.default;
  const made = control(schema, data.schema);
  const wide = made.kind === "either" ? made.branches.find((branch) => branch.kind !== "pick") : undefined;
  return blankOf(wide ?? made, data.schema);
}

function unset(path) {
  put(path, undefined);
  const heading = at(path.slice(0, 2));
  if (path.length === 3 && heading && Object.keys(heading).length === 0) put(path.slice(0, 2), undefined, "empty heading");
}
