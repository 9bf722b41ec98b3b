// Plain data as YAML that the program reads back as it was. The same subset as in docs/orders.md.

const LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0400-\u045f";
const PLAIN = new RegExp(
  `^(?:[${LETTER}]|[0-9]+/)[0-9${LETTER}_./+()'-]*(?: [0-9${LETTER}(][0-9${LETTER}_./+()'-]*)*$`,
);
// Words that other YAML readers take for something else.
const WORDS = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"]);
const CLASS = "\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0400-\u045f\u2013\u2014\u2018\u2019\u201c\u201d\u2026";
const FOREIGN = new RegExp(`[^${CLASS}\n]`, "gu");
const WIDTH = 96;

/** The text without what orders cannot hold. */
export function cleaned(text) {
  return text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(FOREIGN, "");
}

function scalar(value) {
  if (typeof value !== "string") return String(value);
  const text = cleaned(value);
  if (PLAIN.test(text) && !WORDS.has(text.toLowerCase())) return text;
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}

function isMany(value) {
  return value !== null && typeof value === "object";
}

/** The value on one line; undefined where it holds text of several. */
function flow(value) {
  if (typeof value === "string" && value.includes("\n")) return undefined;
  if (!isMany(value)) return scalar(value);
  const entries = Array.isArray(value) ? value.map(flow) : Object.entries(value).map(member);
  if (entries.includes(undefined)) return undefined;
  return Array.isArray(value) ? `[${entries.join(", ")}]` : `{${entries.join(", ")}}`;
}

function member([key, value]) {
  const text = flow(value);
  return text === undefined ? undefined : `${scalar(key)}: ${text}`;
}

function literal(text, pad) {
  const body = cleaned(text).split("\n");
  if (text.endsWith("\n")) body.pop();
  const cleanEnd = text.endsWith("\n") && text.replace(/\n/g, "") !== "" && !text.endsWith("\n\n");
  const chomp = cleanEnd ? "" : text.endsWith("\n") ? "+" : "-";
  const opening = text.replace(/^\n+/, "");
  const width = opening === "" || opening.startsWith(" ") ? "2" : "";
  return [`|${width}${chomp}`, ...body.map((line) => (line ? `${pad}  ${line}` : ""))];
}

/** Whether a value is given lines of its own though it would fit on one: everything but short lists at the margin. */
function spread(value, depth) {
  if (!isMany(value) || Object.keys(value).length === 0) return false;
  return depth === 0 && !(Array.isArray(value) && !value.some(isMany));
}

function entry(lead, value, pad, depth) {
  if (typeof value === "string" && value.includes("\n")) {
    const [head, ...body] = literal(value, pad);
    return [`${pad}${lead} ${head}`, ...body];
  }
  const line = flow(value);
  const fits = line !== undefined && (!isMany(value) || pad.length + lead.length + 1 + line.length <= WIDTH);
  if ((fits && !spread(value, depth)) || !isMany(value) || Object.keys(value).length === 0) return [`${pad}${lead} ${line}`];
  const body = block(value, `${pad}  `, depth + 1);
  return lead === "-" ? [`${pad}- ${body[0].trimStart()}`, ...body.slice(1)] : [`${pad}${lead}`, ...body];
}

function block(value, pad, depth) {
  if (Array.isArray(value)) return value.flatMap((item) => entry("-", item, pad, depth));
  return Object.entries(value).flatMap(([key, item]) => entry(`${scalar(key)}:`, item, pad, depth));
}

/** A map as a document; its members in their order, lists of maps an entry a line. */
export function write(document) {
  const lines = Object.keys(document).length ? block(document, "", 0) : [];
  return lines.map((line) => `${line}\n`).join("");
}

/** A value on one line, for people. */
export function inline(value) {
  return flow(value) ?? JSON.stringify(value);
}
