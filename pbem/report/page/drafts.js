// The draft that the browser keeps: what the player has decided so far, for when he closes the page by mistake.

import { data } from "./data.js";
import { beginning, replace, state } from "./store.js";

const { campaign, for: number } = data.frame;
const FAMILY = `pbem draft/${campaign}/${data.army}${data.noted ? "" : "/part"}/`;
const KEY = `${FAMILY}${number}`;
const LONGEST = 1024 * 1024;
const DEEPEST = 32;

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Calls with the browser's storage; undefined where it is closed, full or broken. */
function tried(deed) {
  try {
    return deed(window.localStorage);
  } catch {
    return undefined;
  }
}

/** Keeps the present state; where it is what the page began with, nothing. Whether the browser could do it. */
export function keep() {
  const now = state();
  const base = JSON.stringify(beginning());
  if (JSON.stringify(now) === base) {
    return tried((storage) => {
      storage.removeItem(KEY);
      return true;
    }) ?? false;
  }
  const text = JSON.stringify({ base, at: new Date().toISOString(), present: now });
  if (text.length > LONGEST) return false;
  return tried((storage) => {
    storage.setItem(KEY, text);
    return storage.getItem(KEY) === text;
  }) ?? false;
}

export function forget() {
  tried((storage) => storage.removeItem(KEY));
}

/** Calls back when another window with the same question has kept a draft over this one's. */
export function onOther(listener) {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue !== null) listener();
  });
}

/** Whether the browser lets the page keep anything. */
export function isKeeping() {
  return tried((storage) => {
    storage.setItem(`${FAMILY}?`, "");
    storage.removeItem(`${FAMILY}?`);
    return true;
  }) ?? false;
}

/** The draft of this question: { present, at, same }, undefined where there is none of any use. same: whether it was begun
 *  on a page that held the same. Those of earlier questions go. */
export function draft() {
  const kept = tried((storage) => {
    const old = Object.keys(storage).filter((key) => key.startsWith(FAMILY) && Number(key.slice(FAMILY.length)) < number);
    for (const key of old) storage.removeItem(key);
    const text = storage.getItem(KEY);
    return text && text.length <= LONGEST ? JSON.parse(text) : undefined;
  });
  if (!isMap(kept) || !isState(kept.present)) return undefined;
  const base = JSON.stringify(beginning());
  if (JSON.stringify(kept.present) === base) return undefined;
  const when = new Date(kept.at);
  return { present: kept.present, at: Number.isNaN(when.getTime()) ? "" : when.toLocaleString(), same: kept.base === base };
}

/** Whether something is of the form of a state: other pages on this computer can write into the same storage. */
function isState(value) {
  return isMap(value) && isMap(value.orders) && typeof value.note === "string" && isMap(value.standing) && isShallow(value, DEEPEST);
}

function isShallow(value, depth) {
  if (value === null || typeof value !== "object") return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

/** Takes a draft over; undone as any change. */
export function take({ present: { orders, note, standing } }) {
  replace({ orders, note, standing });
}
