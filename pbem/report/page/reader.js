// A file of orders read back: the subset of YAML in docs/orders.md, in which every scalar is the text that was typed.
// What is not in the subset is refused by its line and never guessed at; size, depth and entries are bounded.

import { flow } from "./reader_flow.js";
import { closed, doubtful, quoted, refuse, Refusal, writes } from "./reader_marks.js";

const MOST_BYTES = 256 * 1024;
const MOST_DEPTH = 16;
const MOST_ENTRIES = 15000;

/** { data, lines, comments }, or { refused: { line, what } }. lines: path -> line of its key or entry, see `lineOf`;
 *  comments: how many lines are or hold one. */
export function read(text) {
  if (new TextEncoder().encode(text).length > MOST_BYTES) return { refused: { line: 1, what: "the file is larger than 256 KiB" } };
  const typed = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const found = { rows: typed.split("\n"), row: 0, count: 0, comments: 0, lines: new Map() };
  try {
    const data = whole(found);
    return { data, lines: found.lines, comments: found.comments };
  } catch (error) {
    if (error instanceof Refusal) return { refused: { line: error.row + 1, what: error.message } };
    throw error;
  }
}

const keyOf = (path) => JSON.stringify(path);

/** The line, from 1, on which a value stands, or the nearest one around it. */
export function lineOf(lines, path) {
  for (let length = path.length; length >= 0; length -= 1) {
    const line = lines.get(keyOf(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

function whole(file) {
  const first = skip(file);
  if (first >= 0 && /^---(?: *| +#.*)$/.test(file.rows[file.row])) file.row += 1;
  if (skip(file) < 0) return {};
  const data = node(file, skip(file), [], 1);
  if (skip(file) >= 0) refuse(file.row, "this line does not fit the lines above it");
  return data;
}

// -- rows --------------------------------------------------------------------------------

/** Goes on to the next row that holds data; the column at which it begins, -1 at the end. */
function skip(file) {
  for (; file.row < file.rows.length; file.row += 1) {
    const row = file.rows[file.row];
    if (row.includes("\0")) refuse(file.row, "a NUL byte");
    if (row.startsWith("%")) refuse(file.row, "a % directive is not allowed");
    const column = row.search(/[^ ]/);
    if (column < 0) continue;
    if (row[column] !== "#") return column;
    file.comments += 1;
  }
  return -1;
}

/** Ends a row behind a value: nothing may follow but a comment. */
function end(file, column) {
  file.comments += closed(file.rows[file.row], file.row, column);
  file.row += 1;
}

function counted(file, path, depth) {
  file.count += 1;
  if (file.count > MOST_ENTRIES) refuse(file.row, "the file holds too many entries");
  if (depth > MOST_DEPTH + 1) refuse(file.row, `lists and maps are nested more than ${MOST_DEPTH} deep`);
  if (!file.lines.has(keyOf(path))) file.lines.set(keyOf(path), file.row + 1);
}

// -- nodes -------------------------------------------------------------------------------

/** What begins at a column of the present row. */
function node(file, column, path, depth) {
  counted(file, path, depth);
  const row = file.rows[file.row];
  if (/^- |^-$/.test(row.slice(column, column + 2))) return list(file, column, path, depth);
  if (keyAt(file, column)) return map(file, column, path, depth);
  if (row[column] === "|") refuse(file.row, "write the '|' behind its key");
  return value(file, column, column, path, depth);
}

/** Whether a row goes on with an entry of a list at this very column. */
const hasEntry = (file, column) => skip(file) === column && /^-(?: |$)/.test(file.rows[file.row].slice(column));

function list(file, column, path, depth) {
  if (depth > MOST_DEPTH) refuse(file.row, `lists and maps are nested more than ${MOST_DEPTH} deep`);
  const items = [];
  do {
    const inner = [...path, items.length];
    const row = file.rows[file.row];
    const start = row.slice(column + 1).search(/[^ ]/) + column + 1;
    file.lines.set(keyOf(inner), file.row + 1);
    if (start > column && row[start] !== "#") items.push(entry(file, start, column, inner, depth + 1));
    else {
      end(file, column + 1);
      const next = skip(file);
      items.push(next > column ? node(file, next, inner, depth + 1) : "");
    }
  } while (hasEntry(file, column));
  fits(file, column);
  return items;
}

/** What stands behind `- ` in its own row: the entries of an inner list or map stand at the column where it begins. */
function entry(file, start, column, path, depth) {
  if (/^-(?: |$)/.test(file.rows[file.row].slice(start)) || keyAt(file, start)) return node(file, start, path, depth);
  counted(file, path, depth);
  return value(file, start, column, path, depth);
}

function map(file, column, path, depth) {
  if (depth > MOST_DEPTH) refuse(file.row, `lists and maps are nested more than ${MOST_DEPTH} deep`);
  const members = new Map();
  do {
    const key = keyAt(file, column);
    if (!key) refuse(file.row, "expected 'key: value'; the colon is missing");
    if (members.has(key.text)) refuse(file.row, `the key '${key.text.slice(0, 40)}' stands twice`);
    const inner = [...path, key.text];
    file.lines.set(keyOf(inner), file.row + 1);
    members.set(key.text, behind(file, key.end, column, inner, depth + 1));
  } while (skip(file) === column && !hasEntry(file, column));
  fits(file, column);
  return Object.fromEntries(members);
}

/** After a list or a map: the next row belongs to something around it. */
function fits(file, column) {
  const next = skip(file);
  if (next > column) refuse(file.row, "this line does not fit the lines above it");
}

/** The value of a key, behind its colon or on the rows below. */
function behind(file, from, column, path, depth) {
  const row = file.rows[file.row];
  const start = row.slice(from).search(/[^ ]/) + from;
  if (start >= from && row[start] !== "#") {
    counted(file, path, depth);
    return value(file, start, column, path, depth);
  }
  end(file, from);
  const next = skip(file);
  if (next > column || hasEntry(file, column)) return node(file, next, path, depth);
  return "";
}

/** A value that begins at a column. column: of the list or map that it is in. */
function value(file, start, column, path, depth) {
  const row = file.rows[file.row];
  const sign = row[start];
  if (sign === "|") return literal(file, start, column);
  if (sign === "[" || sign === "{") {
    const found = flow(file, start, path, depth, (inner, deep) => counted(file, inner, deep));
    end(file, found.end);
    return found.data;
  }
  if (sign === '"' || sign === "'") {
    const found = quoted(row, file.row, start);
    end(file, found.end);
    return found.text;
  }
  return plain(file, start, column);
}

function plain(file, start, column) {
  const row = file.rows[file.row];
  doubtful(row, file.row, start);
  const comment = row.indexOf(" #", start);
  const typed = comment < 0 ? row.slice(start) : row.slice(start, comment);
  writes(typed, file.row);
  const text = typed.trimEnd();
  if (/:(?: |$)/.test(text)) refuse(file.row, "a second ': ' where none can stand; put the text in quotes");
  const from = file.row;
  end(file, start + text.length);
  if (skip(file) > column) refuse(from, "this text runs over the end of its line");
  return text;
}

/** The key at a column: { text, end } with `end` behind its colon; undefined where the row is no `key: value`. */
function keyAt(file, column) {
  const row = file.rows[file.row];
  if (row[column] === '"' || row[column] === "'") {
    const found = quoted(row, file.row, column);
    const colon = /^ *:(?= |$)/.exec(row.slice(found.end));
    return colon ? { text: found.text, end: found.end + colon[0].length } : undefined;
  }
  if (/[[{|>]/.test(row[column])) return undefined;
  const text = row.slice(column).replace(/(?:^| )#.*$/, "");
  const colon = text.search(/:(?: |$)/);
  if (colon < 0) return undefined;
  writes(text.slice(0, colon), file.row);
  const key = text.slice(0, colon).trimEnd();
  if (!key) refuse(file.row, "a key is missing before ':'");
  doubtful(row, file.row, column);
  if (key === "<<") refuse(file.row, "a merge key (<<) is not allowed");
  if (key.length > 1000) refuse(file.row, "a key must be one word or short text");
  return { text: key, end: column + colon + 1 };
}

// -- text of several rows ----------------------------------------------------------------

function literal(file, start, column) {
  const head = /^\|([-+1-9]{0,2})(?: *$| +#.*$)/.exec(file.rows[file.row].slice(start));
  const marks = head?.[1] ?? "x";
  if (!/^(?:[-+]?[1-9]?|[1-9][-+])$/.test(marks)) refuse(file.row, "after '|' expected the end of the line");
  const keep = marks.replace(/\d/, "");
  const given = marks.replace(/\D/, "");
  file.row += 1;
  const least = column + 1;
  const indent = given ? column + Number(given) : indentOf(file, least);
  const rows = [];
  for (; file.row < file.rows.length; file.row += 1) {
    const row = file.rows[file.row];
    const blank = /^ *$/.test(row);
    if (!blank && row.search(/[^ ]/) < indent) break;
    writes(row, file.row);
    rows.push(row.slice(indent));
  }
  return ended(rows, keep, file.row === file.rows.length);
}

/** The column at which a text begins: that of its first row with letters. */
function indentOf(file, least) {
  for (let row = file.row; row < file.rows.length; row += 1) {
    const column = file.rows[row].search(/[^ ]/);
    if (column < 0) continue;
    const wider = file.rows.slice(file.row, row).findIndex((blank) => blank.length > Math.max(column, least));
    if (wider >= 0) refuse(file.row + wider, "spaces before the text that go further in than the text");
    return Math.max(column, least);
  }
  return file.rows.slice(file.row).reduce((most, row) => Math.max(most, row.length), least);
}

/** The rows as one text; of the empty ones behind it, what the marks behind `|` say. */
function ended(rows, keep, last) {
  // The file's last row is what stands behind its last line end.
  const whole = last && rows.length && rows.at(-1) === "" ? rows.slice(0, -1) : rows;
  const open = last && whole.length === rows.length && rows.length > 0;
  const filled = whole.findLastIndex((row) => row !== "") + 1;
  const text = whole.slice(0, filled).join("\n");
  const ends = whole.length - filled + (filled && !(open && filled === whole.length) ? 1 : 0);
  if (keep === "-") return text;
  if (keep === "+") return text + "\n".repeat(ends);
  return filled && ends ? `${text}\n` : text;
}
