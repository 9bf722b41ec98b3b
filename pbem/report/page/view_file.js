// The panel of the files: what the orders have become, to look at, copy and save.

import { announce, button, byId, h, para, rebuild } from "./dom.js";
import { data } from "./data.js";
import { isKeeping } from "./drafts.js";
import { isFinal } from "./judge.js";
import { saved, state, unsaved } from "./store.js";
import { allFindings } from "./view_findings.js";
import { write } from "./yaml.js";

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

/** What has been said of these very orders, or that nothing has. */
function judgement() {
  if (!isFinal()) {
    return h("p", { class: "doubt", id: "judged-orders" }, `This page judges nothing: ${data.commands.check} does, before anything is signed.`);
  }
  const wrong = allFindings("When the page was written pbem check found wrong:");
  return wrong ?? h("p", { class: "good", id: "judged-orders" }, "When the page was written pbem check found nothing wrong.");
}

export function drawFile() {
  const { check, submit } = data.commands;
  const place = `the campaign's folder, ${data.folder}`;
  const then = `Lay it into ${place}, then: ${check}, and ${submit}. Or check it where it is: ${check} FILE.`;
  const later = `Lay it into ${place}; pbem standing checks it. It counts from your next message.`;
  rebuild(
    byId("panel-file"),
    judgement(),
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
