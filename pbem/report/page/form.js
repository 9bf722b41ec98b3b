// Forms made of a JSON Schema. Every part writes the value at its own path, and nothing else.

import { announce, button, frame, fresh, h, ordering, para } from "./dom.js";
import { meaning } from "./data.js";
import { blank, blankOf, control, eitherIndex, itemSchema, memberSchema, noun, resolve } from "./schema.js";
import { at, put, swap } from "./store.js";
import { wrongAt } from "./view_findings.js";
import { cleaned, inline } from "./yaml.js";

// Above so many values a list to choose from gives way to a field with suggestions.
const MOST_CHOICES = 16;
const suggestions = new Map();

const keyOf = (path, word = "") => `${path.join("/")}#${word}`;
const groupOf = (path) => `text ${path.join("/")}`;

/** Whether a change only typed into a field of a form: the form itself stays as it is then. */
export function isTyping(word) {
  return word.startsWith("text ");
}

/** The form for the value at a path. label: of the whole. root: for references. */
export function field(schema, path, label, root) {
  return part(control(schema, root), path, label, root, false);
}

/** quiet: the label is seen already, in the number of a list or the frame around. */
function part(made, path, label, root, quiet) {
  if (made.kind === "either") return either(made, path, label, root);
  if (made.kind === "list") return list(made, path, label, root, quiet);
  if (made.kind === "record") return record(made, path, label, root, quiet);
  if (made.kind === "map") return map(made, path, label, root, quiet);
  if (made.kind === "number") return number(made, path, label, root, quiet);
  if (made.kind === "pick" && made.values.length === 1) return fixed(made, label, quiet);
  if (made.kind === "pick" && made.values.length <= MOST_CHOICES) return picked(made, path, label, quiet);
  return word(made, path, label, root, quiet);
}

function help(schema) {
  return schema.description ? para("help", schema.description) : null;
}

/** What is typed, without what orders cannot hold: that goes from the field too, for nobody would get it. */
export function clean(box) {
  const text = cleaned(box.value);
  if (text === box.value) return text;
  const at = Math.max(0, box.selectionStart - (box.value.length - text.length));
  box.value = text;
  box.setSelectionRange(at, at);
  announce("Orders cannot hold what was typed there: it is taken out.");
  return text;
}

// -- single values ------------------------------------------------------------------

function labelled(label, id, made, quiet, ...parts) {
  const input = parts.find((one) => one.id === id);
  if (quiet) input.setAttribute("aria-label", label);
  return h("div", { class: "field" }, quiet ? null : h("label", { for: id }, label), ...parts, quiet ? null : help(made.schema));
}

function fixed(made, label, quiet) {
  if (quiet) return null;
  return h("div", { class: "field" }, h("span", { class: "name" }, label), h("code", {}, String(made.values[0])), help(made.schema));
}

function option(value, present) {
  const name = meaning(value);
  const text = JSON.stringify(value);
  return h("option", { value: text, selected: text === JSON.stringify(present) }, name ? `${name} (${value})` : String(value));
}

function picked(made, path, label, quiet) {
  const id = fresh("field");
  const present = at(path);
  const known = made.values.some((value) => value === present);
  const odd = h("option", { value: JSON.stringify(present ?? ""), selected: true }, present ? String(present) : "choose...");
  const select = h(
    "select",
    { id, "data-key": keyOf(path), onchange: (event) => put(path, JSON.parse(event.target.value), groupOf(path)) },
    known ? null : odd,
    made.values.map((value) => option(value, present)),
  );
  return labelled(label, id, made, quiet, select, wrongAt(path));
}

function suggested(values) {
  const key = JSON.stringify(values);
  if (!suggestions.has(key)) {
    const id = fresh("words");
    const options = values.map((value) => h("option", { value: String(value) }, meaning(value) || undefined));
    document.body.append(h("datalist", { id }, options));
    suggestions.set(key, id);
  }
  return suggestions.get(key);
}

/** An input that writes what is typed; below it stands what it means, and what is wrong with it as soon as that is known. */
function typed(path, attributes, read) {
  const id = fresh("wrong");
  const told = wrongAt(path, { id });
  const name = h("span", { class: "meaning" }, meaning(at(path)));
  const input = h("input", {
    "data-key": keyOf(path),
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": id,
    "aria-invalid": told.hidden ? "false" : "true",
    ...attributes,
    oninput: () => {
      const value = read(input);
      name.textContent = meaning(value);
      put(path, value, groupOf(path));
    },
  });
  return [input, name, told];
}

function word(made, path, label, root, quiet) {
  const id = fresh("field");
  const present = at(path);
  const attributes = { id, type: "text", value: typeof present === "string" ? present : "", maxlength: made.schema.maxLength };
  if (made.values.length) attributes.list = suggested(made.values);
  return labelled(label, id, made, quiet, ...typed(path, attributes, clean));
}

function number(made, path, label, root, quiet) {
  const id = fresh("field");
  const { minimum: min, maximum: max } = made.schema;
  const read = ({ value }) => (/^-?\d{1,15}$/.test(value) ? Number(value) : value);
  const attributes = { id, type: "number", min, max, step: 1, value: at(path) ?? "" };
  return labelled(label, id, made, quiet, ...typed(path, attributes, read));
}

// -- many values --------------------------------------------------------------------

/** path: whose faults are told in it, null for nobody's. */
function group(label, made, path, quiet, ...parts) {
  const told = path ? wrongAt(path) : null;
  if (quiet) return h("div", { class: "bare", role: "group", "aria-label": label }, told, ...parts);
  return frame(label, help(made.schema), told, ...parts);
}

function either(made, path, label, root) {
  const chosen = eitherIndex(made.branches, at(path), root);
  const select = h(
    "select",
    {
      "aria-label": `${label}: form`,
      "data-key": keyOf(path, "form"),
      onchange: (event) => put(path, blankOf(made.branches[Number(event.target.value)], root)),
    },
    made.branches.map((branch, index) => h("option", { value: index, selected: index === chosen }, branchName(branch, root))),
  );
  const inner = part(made.branches[chosen], path, label, root, true);
  const told = [...(inner?.querySelectorAll("[data-at]") ?? [])].some((one) => one.dataset.at === JSON.stringify(path));
  return group(label, made, told ? null : path, false, select, inner);
}

function branchName(branch, root) {
  if (branch.kind === "pick" && branch.values.length === 1) return String(branch.values[0]);
  if (branch.kind === "pick" && branch.values.length <= 3) return branch.values.join(" or ");
  if (branch.kind === "list") {
    const inner = branch.schema["x-noun"] ?? noun(resolve(itemSchema(branch.schema, 0) ?? {}, root), root);
    return `several: ${inner}`;
  }
  if (branch.kind === "record" && !branch.schema["x-noun"]) return Object.keys(branch.schema.properties).join(", ");
  return noun(branch.schema, root);
}

function moveButtons(path, index, count, what) {
  const does = (to) => (to === undefined ? put([...path, index], undefined) : swap(path, index, to));
  return h("span", { class: "order" }, ordering(keyOf([...path, index]), what, index, count, does));
}

function dropButton(path, key, label) {
  const away = () => put([...path, key], undefined);
  return button("✕", keyOf([...path, key], "drop"), away, { "aria-label": `Remove ${key} of ${label}`, class: "drop" });
}

function list(made, path, label, root, quiet) {
  const present = at(path);
  const values = Array.isArray(present) ? present : [];
  const full = made.schema.maxItems !== undefined && values.length >= made.schema.maxItems;
  const items = values.map((_, index) => {
    const item = part(control(itemSchema(made.schema, index) ?? {}, root), [...path, index], `${label} ${index + 1}`, root, true);
    return h("li", {}, h("div", { class: "member" }, item, moveButtons(path, index, values.length, `${label} ${index + 1}`)));
  });
  const add = button(`+ ${noun(resolve(itemSchema(made.schema, values.length) ?? {}, root), root)}`, keyOf(path, "add"), () => {
    put([...path, values.length], blank(itemSchema(made.schema, values.length) ?? {}, root));
    announce(`${label}: entry ${values.length + 1} added`);
  }, { class: "add", disabled: full, "aria-label": `Add to ${label}` });
  return group(label, made, path, quiet, h("ol", { class: "entries" }, items), add);
}

function record(made, path, label, root, quiet) {
  const present = at(path);
  const value = present && typeof present === "object" ? present : {};
  const required = made.schema.required ?? [];
  const known = Object.keys(made.schema.properties);
  const there = [...known.filter((key) => key in value), ...Object.keys(value).filter((key) => !known.includes(key))];
  const rows = there.map((key) =>
    h(
      "div",
      { class: "member" },
      memberSchema(made.schema, key) === undefined
        ? h("div", {}, h("code", {}, `${key}: ${inline(value[key])}`), wrongAt([...path, key]))
        : field(memberSchema(made.schema, key), [...path, key], key, root),
      required.includes(key)
        ? null
        : dropButton(path, key, label),
    ),
  );
  const absent = known.filter((key) => !(key in value)).map((key) =>
    button(`+ ${key}`, keyOf(path, `add ${key}`), () => put([...path, key], blank(memberSchema(made.schema, key), root)), {
      class: "add",
      title: resolve(memberSchema(made.schema, key), root).description,
      "aria-label": `Add ${key} to ${label}`,
    }),
  );
  return group(label, made, path, quiet, rows, absent.length ? h("div", { class: "adds" }, absent) : null);
}

function map(made, path, label, root, quiet) {
  const present = at(path);
  const value = present && typeof present === "object" ? present : {};
  const inner = made.schema.additionalProperties;
  const rows = Object.keys(value).map((key) =>
    h(
      "div",
      { class: "member" },
      field(memberSchema(made.schema, key) ?? {}, [...path, key], meaning(key) ? `${key} (${meaning(key)})` : key, root),
      dropButton(path, key, label),
    ),
  );
  return group(label, made, path, quiet, rows, newKey(made, path, label, root, value, inner));
}

/** The field for the key of a new member. */
function newKey(made, path, label, root, value, inner) {
  const id = fresh("key");
  const names = made.schema.propertyNames ? control(made.schema.propertyNames, root) : { values: [] };
  const told = h("span", { class: "wrong", role: "status" });
  const input = h("input", {
    id,
    type: "text",
    "data-key": keyOf(path, "key"),
    autocomplete: "off",
    maxlength: 60,
    list: names.values?.length ? suggested(names.values) : undefined,
    onkeydown: (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add();
    },
  });
  const add = () => {
    const key = cleaned(input.value).trim();
    const wrong = !key ? "nothing is written here" : key in value || key === "__proto__" ? "is there already" : "";
    told.textContent = wrong;
    if (!wrong) put([...path, key], blank(inner && typeof inner === "object" ? inner : {}, root));
  };
  const heading = h("label", { for: id }, `New entry of ${label}`);
  return h("div", { class: "field" }, heading, input, button("Add", keyOf(path, "add"), add), told);
}
