// The panel of the files: what the orders have become, to look at, copy and save.

import { announce, button, byId, h, para, rebuild } from "./dom.js";
import { data, desk, nameOf } from "./data.js";
import { faults } from "./schema.js";
import { plan } from "./moves.js";
import { attacks, engaged, gesture, left } from "./attacks.js";
import { isKeeping } from "./drafts.js";
import { saved, state, unsaved } from "./store.js";
import { garrison } from "./reckon.js";
import { opening, taken } from "./view_open.js";
import { write } from "./yaml.js";

// Lines of each kind that are listed.
const MOST_LINES = 30;

/** orders.yaml as it would be saved. */
export function ordersText() {
  const { orders, note } = state();
  const listed = Object.keys(data.schema.properties ?? {});
  const members = [...listed.filter((name) => name in orders), ...Object.keys(orders).filter((name) => !listed.includes(name))];
  const document = { ...data.frame, ...Object.fromEntries(members.map((name) => [name, orders[name]])) };
  if (note.trim()) document.note = note.includes("\n") ? `${note.trimEnd()}\n` : note.trim();
  return `# yaml-language-server: $schema=orders.schema.json\n${comment(data.headline)}${write(document)}`;
}

/** standing.yaml as it would be saved: the template with what is set in place of the defaults. */
export function standingText() {
  const { head = [], template = [] } = data.standing ?? {};
  const lines = [...head];
  for (const section of template) {
    const set = state().standing[section.kind];
    lines.push("", ...section.above, ...(section.heads ? [`${section.kind}:`] : []));
    for (const slot of section.slots) lines.push(...slotLines(section, slot, set));
  }
  return `${lines.join("\n")}\n`;
}

function slotLines(section, slot, set) {
  const formation = section.heads ? slot.name.slice(section.kind.length + 1) : "";
  const value = formation ? set?.[formation] : set;
  if (value === undefined) return slot.lines;
  const whole = write({ [section.kind]: formation ? { [formation]: value } : value }).trimEnd().split("\n");
  const written = formation ? whole.slice(1) : whole;
  return slot.whose ? [`${written[0].padEnd(26)}  # ${slot.whose}`, ...written.slice(1)] : written;
}

function comment(text) {
  return `# ${text.replace(/\s+/g, " ")}\n`;
}

/** What the page itself finds wrong on any of its panels, in words; the rules may find more. */
export function troubles() {
  const found = faults(data.schema, state().orders, data.schema).map((fault) => `${where(fault.path)}: ${fault.text}`);
  for (const move of plan().moves) found.push(...move.errors.map((error) => `move ${move.index + 1}: ${error}`));
  for (const attack of attacks()) found.push(...attack.errors.map((error) => `attack ${attack.index + 1}: ${error}`));
  return [...found, ...standingTroubles()];
}

/** What the page cannot judge, in words. */
function doubts() {
  const found = plan().moves.flatMap((move) => [...move.beyond, ...move.doubts].map((text) => `move ${move.index + 1}: ${text}`));
  for (const [counter, those] of engaged()) {
    if (those.length > 1) found.push(`${nameOf(counter)} is in attacks ${those.map((one) => one.index + 1).join(" and ")}`);
  }
  return found;
}

/** Attacks to which the rules oblige and that nobody has ordered: no fault, they come by default. */
function owed() {
  if (!gesture || !desk.must) return [];
  const { places, idle } = left();
  return [
    ...places.map((place) => `attacks: in contact and attacked by nobody: ${garrison(place)}`),
    ...(idle.length ? [`attacks: in contact and in no attack: ${idle.map(nameOf).join(", ")}`] : []),
  ];
}

function standingTroubles() {
  const found = [];
  for (const slot of data.standing?.slots ?? []) {
    const kind = state().standing[slot.kind];
    const value = slot.formation ? kind?.[slot.formation] : kind;
    if (value === undefined) continue;
    const wrong = faults(data.standing.schemas[slot.schema], value, data.schema);
    found.push(...wrong.map((fault) => `standing.yaml, ${where([slot.name, ...fault.path])}: ${fault.text}`));
  }
  return found;
}

function where(path) {
  return path.map((step) => (typeof step === "number" ? String(step + 1) : step)).join(" ") || "orders";
}

export function drawFile() {
  const { check, submit } = data.commands;
  const place = `the campaign's folder, ${data.folder}`;
  const then = `Lay it into ${place}, then: ${check}, and ${submit}. Or check it where it is: ${check} FILE.`;
  const later = `Lay it into ${place}; pbem standing checks it. It counts from your next message.`;
  rebuild(
    byId("panel-file"),
    opening(drawFile),
    taken(),
    findings(troubles(), doubts(), owed()),
    file("orders", "orders.yaml", ordersText(), then),
    data.standing ? file("standing", "standing.yaml", standingText(), later) : null,
    para(
      "notes",
      isKeeping()
        ? "Until your next turn this browser keeps a draft of what you do here; whoever uses it after you can read it."
        : "This browser lets the page keep no draft: copy or save before you close it.",
    ),
    para("notes", "This page is yours alone: it may hold what your opponent must not know. It sends nothing anywhere."),
  );
}

/** One list of all that the page finds on any of its panels. */
function findings(wrong, doubtful, open) {
  if (!wrong.length && !doubtful.length && !open.length) {
    return h("p", { class: "good", id: "troubles-orders" }, "The page finds nothing wrong; the rules have the last word.");
  }
  return h(
    "section",
    { "aria-label": "What the page finds" },
    wrong.length ? listing("wrong", "troubles-orders", "The page itself finds wrong:", wrong) : null,
    doubtful.length ? listing("doubt", "doubts-orders", "The page cannot judge; pbem check does:", doubtful) : null,
    open.length ? listing("notes", "open-orders", "Not ordered, so the rules do it by default:", open) : null,
  );
}

function listing(kind, id, heading, lines) {
  const shown = lines.slice(0, MOST_LINES).map((line) => h("li", {}, line));
  const more = lines.length - shown.length;
  return h("div", { class: kind, id }, h("p", {}, heading), h("ul", {}, shown, more > 0 ? h("li", {}, `and ${more} more`) : null));
}

function file(which, name, text, then) {
  const id = `text-${which}`;
  const rows = Math.min(Math.max(text.split("\n").length, 4), 40);
  const area = h("textarea", { id, class: "file", readonly: true, rows, value: text, "data-key": id, spellcheck: "false" });
  return h(
    "section",
    {},
    h("h2", {}, h("label", { for: id }, name)),
    h(
      "div",
      { class: "adds" },
      button("Copy", `copy ${which}`, () => copy(which, name, area)),
      button("Save", `save ${which}`, () => save(which, name, text)),
    ),
    area,
    para("help", then),
  );
}

async function copy(which, name, area) {
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    // Without a secure context the old way is left.
    area.select();
    document.execCommand("copy");
  }
  saved(which);
  announce(`${name} copied`);
}

function save(which, name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/yaml" })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  saved(which);
  announce(`${name} saved`);
}

/** Whether something would be lost with the page. */
export function isUnsaved() {
  return unsaved("orders") || unsaved("standing");
}
