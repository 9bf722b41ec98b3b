// Quotes, comments and signs of a file of orders, within one row; and how it is refused.

import { writable } from "./yaml.js";

/** What stops the reading of a file, with its row from 0. */
class Stop extends Error {
  constructor(row, what) {
    super(what);
    this.row = row;
  }
}

export function refuse(row, what) {
  throw new Stop(row, what);
}

/** Refuses a text with signs that orders cannot hold. */
export function writes(text, row) {
  if (text.includes("\t")) refuse(row, "a tab stands here; expected spaces");
  if (!writable(text)) refuse(row, "a character that cannot be used in orders");
}

const SIGNS = {
  "&": "an anchor (&) is not allowed here; put the text in quotes",
  "*": "an alias (*) is not allowed here; put the text in quotes",
  "!": "a tag (!) is not allowed here; put the text in quotes",
  ">": "folded text (>) is not allowed; write '|'",
  "\t": "a tab stands here; expected spaces",
};

/** Refuses plain text that begins with a sign which means something else to readers of YAML. */
export function doubtful(row, number, start) {
  const sign = row[start];
  if (Object.hasOwn(SIGNS, sign)) refuse(number, SIGNS[sign]);
  if ("|,[]{}#'\"%@`".includes(sign) || /^[-?:](?: |$)/.test(row.slice(start, start + 2))) {
    refuse(number, "a text cannot begin with this character; put it in quotes");
  }
  if (start === 0 && /^(?:---|\.\.\.)(?: |$)/.test(row)) refuse(number, "a second document begins here; expected one");
}

/** How many comments stand behind a column; anything else there is refused. */
export function closed(row, number, column) {
  const rest = row.slice(column);
  if (/^ *$/.test(rest)) return 0;
  if (/^ +#/.test(rest)) return 1;
  return refuse(number, "something stands behind the value; expected the end of the line");
}

/** The text in quotes that begins at a column: { text, end } with `end` behind them. */
export function quoted(row, number, start) {
  const double = row[start] === '"';
  const pattern = double ? /"((?:[^"\\]|\\.)*)"/y : /'((?:[^']|'')*)'/y;
  pattern.lastIndex = start;
  const found = pattern.exec(row);
  if (!found) refuse(number, "a quotation mark is opened here and never closed in this line");
  const text = double ? escaped(found[1], number) : found[1].replaceAll("''", "'");
  writes(text, number);
  return { text, end: pattern.lastIndex };
}

function escaped(text, number) {
  return text.replace(/\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)/g, (_, word) => {
    if (word === "\\" || word === '"') return word;
    if (word.length === 1) refuse(number, "a letter after a backslash that orders do not know; write \\\\ for a backslash");
    return String.fromCharCode(Number.parseInt(word.slice(1), 16));
  });
}

export { Stop as Refusal };
