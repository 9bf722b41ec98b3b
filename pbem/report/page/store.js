// What the player has decided so far: one value, changed here alone, with every earlier one to go back to.

import { data } from "./data.js";

const clone = (value) => JSON.parse(JSON.stringify(value));

const begun = clone({ orders: data.orders, note: data.note, standing: data.standing ? data.standing.values : {} });
let present = clone(begun);
let kept = { orders: JSON.stringify([present.orders, present.note]), standing: JSON.stringify(present.standing) };
let past = [];
let future = [];
let group = "";
let version = 0;
const listeners = [];

export function state() {
  return present;
}

/** What the page began with. */
export function beginning() {
  return clone(begun);
}

/** Rises with every change: what was worked out for one number holds as long as it stays. */
export function edition() {
  return version;
}

/** Calls back after each change, with the word that the change bore. */
export function watch(listener) {
  listeners.push(listener);
}

function became(next, word) {
  present = next;
  version += 1;
  for (const listener of listeners) listener(word);
}

/** Changes a copy. word: changes that bear the same one, such as letters typed into one field, are undone together. */
export function change(mutate, word = "") {
  const next = clone(present);
  mutate(next);
  if (JSON.stringify(next) === JSON.stringify(present)) return;
  if (!word || word !== group) past.push(present);
  if (past.length > 200) past.shift();
  group = word;
  future = [];
  became(next, word);
}

export function canUndo() {
  return past.length > 0;
}

export function canRedo() {
  return future.length > 0;
}

export function undo() {
  if (!past.length) return;
  future.push(present);
  group = "";
  became(past.pop(), "");
}

export function redo() {
  if (!future.length) return;
  past.push(present);
  group = "";
  became(future.pop(), "");
}

/** The value at a path of keys and indices, undefined where there is none. */
export function at(path) {
  let node = present;
  for (const step of path) {
    if (node === null || typeof node !== "object" || !Object.hasOwn(node, step)) return undefined;
    node = node[step];
  }
  return node;
}

function parent(root, path) {
  let node = root;
  for (const [place, step] of path.slice(0, -1).entries()) {
    if (!Object.hasOwn(node, step) || node[step] === null || typeof node[step] !== "object") {
      node[step] = typeof path[place + 1] === "number" ? [] : {};
    }
    node = node[step];
  }
  return node;
}

/** Sets a value; undefined takes it away. Maps on the way to it are made. */
export function put(path, value, word = "") {
  change((next) => {
    const node = parent(next, path);
    const last = path.at(-1);
    if (value !== undefined) node[last] = value;
    else if (Array.isArray(node)) node.splice(last, 1);
    else delete node[last];
  }, word);
}

/** Exchanges two entries of a list. */
export function swap(path, one, other) {
  change((next) => {
    const list = parent(next, [...path, 0]);
    if (one < 0 || other < 0 || one >= list.length || other >= list.length) return;
    [list[one], list[other]] = [list[other], list[one]];
  });
}

/** Whether a file, `orders` or `standing`, has changed since it was last taken out of the page. */
export function unsaved(file) {
  const now = file === "orders" ? [present.orders, present.note] : present.standing;
  return JSON.stringify(now) !== kept[file];
}

export function saved(file) {
  kept[file] = JSON.stringify(file === "orders" ? [present.orders, present.note] : present.standing);
}

/** Puts others in the place of the present orders, note or standing orders; what is not given stays. */
export function replace(parts) {
  change((next) => Object.assign(next, clone(parts)));
}
