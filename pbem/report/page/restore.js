// A file that the player opens: what of it becomes the present state, and by its line whatever is wrong with it.

import { data } from "./data.js";
import { lineOf, read } from "./reader.js";
import { faults } from "./schema.js";
import { replace } from "./store.js";
import { typed } from "./typing.js";

/** Above so many bytes no file is even read. */
export const MOST_FILE = 256 * 1024;
const MOST_SAID = 40;

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Puts a file in the place of what the page holds. { name, said } with a line for each thing to look at; { refused } where
 *  nothing was taken over and nothing changed. */
export function restore(text) {
  const file = read(text);
  if (file.refused) return { refused: `line ${file.refused.line}: ${file.refused.what}` };
  if (!isMap(file.data)) return { refused: "line 1: expected 'key: value' lines" };
  if (!Object.keys(file.data).length) return { refused: "there is nothing in it but comments" };
  return isStanding(file.data) ? restoreStanding(file) : restoreOrders(file);
}

const isFrame = (key) => key === "note" || Object.hasOwn(data.frame, key);
const isKnown = (key) => Object.hasOwn(data.schema.properties ?? {}, key);

/** Whether no heading of it is one of orders, and some are of standing orders. */
function isStanding(document) {
  const kinds = new Set((data.standing?.slots ?? []).map((slot) => slot.kind));
  const keys = Object.keys(document);
  return !keys.some((key) => isFrame(key) || isKnown(key)) && keys.some((key) => kinds.has(key));
}

/** The lines to show, shortened, and what goes with the comments of a file. */
function told(file, lines) {
  const said = lines.slice(0, MOST_SAID);
  if (lines.length > said.length) said.push(`and ${lines.length - said.length} more`);
  if (file.comments) said.push(`${file.comments} ${file.comments === 1 ? "comment is" : "comments are"} not kept`);
  return said;
}

const at = (file, path, text) => {
  const name = path.map((step) => (typeof step === "number" ? step + 1 : step)).join(" ");
  return `line ${lineOf(file.lines, path)}: ${name ? `${name}: ` : ""}${text}`;
};

// -- orders ------------------------------------------------------------------------------

function restoreOrders(file) {
  for (const [key, value] of Object.entries(data.frame)) {
    if (Object.hasOwn(file.data, key) && file.data[key] !== String(value)) {
      return { refused: at(file, [key], `this page is for ${value}; the file holds orders for another question`) };
    }
  }
  // A heading with nothing behind it is how the template leaves room.
  const members = Object.entries(file.data).filter(([key, value]) => !isFrame(key) && value !== "");
  const orders = typed(data.schema, Object.fromEntries(members), data.schema);
  const lines = faults(data.schema, orders, data.schema).map((fault) => at(file, fault.path, fault.text));
  const strange = members.map(([key]) => key).filter((key) => !isKnown(key));
  const named = new Set(lines);
  for (const line of strange.map((key) => at(file, [key], "no such member here"))) if (!named.has(line)) lines.push(line);
  replace({ orders, note: noteOf(file, lines) });
  return { name: "orders.yaml", said: told(file, lines) };
}

function noteOf(file, lines) {
  const note = Object.hasOwn(file.data, "note") ? [file.data.note].flat() : [];
  if (note.every((line) => typeof line === "string")) return note.join("\n");
  lines.push(at(file, ["note"], "neither a line nor a list of lines; it is left out"));
  return "";
}

// -- standing orders ---------------------------------------------------------------------

function restoreStanding(file) {
  const standing = {};
  const lines = [];
  for (const [kind, value] of Object.entries(file.data)) {
    if (value === "") continue;
    const slots = data.standing.slots.filter((slot) => slot.kind === kind);
    const alone = slots.find((slot) => !slot.formation);
    if (alone) standing[kind] = settled(file, alone, [kind], value, lines);
    else if (slots.length && isMap(value)) standing[kind] = formations(file, slots, value, lines);
    else lines.push(at(file, [kind], `${slots.length ? "expected a formation on each line below" : "no such standing order"}; it is left out`));
  }
  replace({ standing });
  return { name: "standing.yaml", said: told(file, lines) };
}

function formations(file, slots, value, lines) {
  const found = [];
  for (const [formation, inner] of Object.entries(value)) {
    const slot = slots.find((one) => one.formation === formation);
    const path = [slots[0].kind, formation];
    if (slot) found.push([formation, settled(file, slot, path, inner, lines)]);
    else lines.push(at(file, path, "no such formation here; it is left out"));
  }
  return Object.fromEntries(found);
}

function settled(file, slot, path, value, lines) {
  const schema = data.standing.schemas[slot.schema];
  const found = typed(schema, value, data.schema);
  lines.push(...faults(schema, found, data.schema).map((fault) => at(file, [...path, ...fault.path], fault.text)));
  return found;
}
