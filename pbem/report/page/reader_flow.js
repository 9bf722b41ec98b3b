// Lists `[a, b]` and maps `{a: b}` of a file of orders, which may go over several rows.

import { doubtful, quoted, refuse, writes } from "./reader_marks.js";

/** What begins with a bracket at a column of the present row: { data, end } with `end` behind the closing one, in the row
 *  at which `file.row` then is. counted: (path, depth), for every value. */
export function flow(file, column, path, depth, counted) {
  const at = { file, column, counted };
  const data = bracket(at, path, depth);
  return { data, end: at.column };
}

/** The next sign that is no blank, no comment and no end of a row. */
function next(at) {
  const { file } = at;
  for (;;) {
    const row = file.rows[file.row];
    const rest = row.slice(at.column).search(/[^ ]/);
    const sign = row[at.column + Math.max(rest, 0)];
    const comment = sign === "#" && (rest > 0 || at.column === 0);
    if (rest >= 0 && !comment) {
      at.column += rest;
      if (at.column === 0 && /^(?:%|(?:---|\.\.\.)(?: |$))/.test(row)) refuse(file.row, "a list or a map is not closed");
      return sign;
    }
    if (comment) file.comments += 1;
    if (file.row + 1 >= file.rows.length) refuse(file.row, "a list [ or a map { is never closed");
    file.row += 1;
    at.column = 0;
  }
}

function bracket(at, path, depth) {
  if (depth > 16) refuse(at.file.row, "lists and maps are nested more than 16 deep");
  const isList = at.file.rows[at.file.row][at.column] === "[";
  const close = isList ? "]" : "}";
  const members = new Map();
  at.column += 1;
  while (next(at) !== close) {
    if (members.size) comma(at);
    if (members.size && next(at) === close) break;
    const key = isList ? members.size : keyed(at, members);
    const inner = [...path, key];
    at.counted(inner, depth + 1);
    members.set(key, value(at, inner, depth + 1));
    if (![",", close].includes(next(at))) refuse(at.file.row, `expected a comma or the closing ${close}`);
  }
  at.column += 1;
  return isList ? [...members.values()] : Object.fromEntries(members);
}

function comma(at) {
  if (next(at) !== ",") refuse(at.file.row, "expected a comma between the entries");
  at.column += 1;
}

function keyed(at, members) {
  next(at);
  const { row } = at.file;
  const key = scalar(at, "a key must be one word or short text");
  if (next(at) !== ":" || at.file.row !== row || !/^:(?: |$)/.test(at.file.rows[at.file.row].slice(at.column, at.column + 2))) {
    refuse(row, "inside { } expected 'key: value', with a space behind the colon");
  }
  if (members.has(key)) refuse(row, `the key '${key.slice(0, 40)}' stands twice`);
  if (key === "<<") refuse(row, "a merge key (<<) is not allowed");
  at.column += 1;
  return key;
}

function value(at, path, depth) {
  const sign = next(at);
  if (sign === "[" || sign === "{") return bracket(at, path, depth);
  return scalar(at, "a value or the closing bracket is missing");
}

function scalar(at, missing) {
  const sign = next(at);
  const number = at.file.row;
  const row = at.file.rows[number];
  if (sign === '"' || sign === "'") {
    const found = quoted(row, number, at.column);
    at.column = found.end;
    return found.text;
  }
  if (",[]{}:".includes(sign)) refuse(number, missing);
  doubtful(row, number, at.column);
  if (/^-[,\]}]/.test(row.slice(at.column, at.column + 2))) refuse(number, "a '-' alone must be quoted");
  const rest = row.slice(at.column);
  const stop = rest.search(/[,[\]{}?]|:(?:[ ,[\]{}]|$)| #/);
  const text = stop < 0 ? rest : rest.slice(0, stop);
  if (rest[stop] === "?") refuse(number, "a '?' inside [ ] or { } must be quoted");
  writes(text, number);
  at.column += text.length;
  return text.trimEnd();
}
