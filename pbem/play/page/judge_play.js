// Who answers on the page of `pbem play`: the program, by the rules themselves, a moment after every change.

import { counterOf, data, whoOf } from "/shared/data.js";
import { asReach, came } from "/shared/judge.js";
import { MOVES } from "/shared/moves.js";
import { at, edition, state, watch } from "/shared/store.js";
import { Refused, post } from "./api.js";

// Milliseconds without a change after which the program is asked: a hand that types or drags asks once.
const PAUSE = 80;

/** A finding of the program with its path in what the page holds, and in one line. */
function placed(path, one) {
  const words = [one.what, one.expected ? `expected ${one.expected}` : "", one.hint].filter(Boolean).join("; ");
  return { path, text: one.case ? `${words} (${one.case})` : words };
}

/** Where the entry of these units stands, null where they have none: what is ordered before it counts for their reach. */
function entryOf(group) {
  const listed = at(MOVES);
  const index = Array.isArray(listed) ? listed.findIndex((entry) => names(entry, group)) : -1;
  return index < 0 ? null : [MOVES.at(-1), index];
}

function names(value, group) {
  if (typeof value === "string") return group.includes(value) || group.includes(whoOf(counterOf(value)));
  return value !== null && typeof value === "object" && Object.values(value).some((inner) => names(inner, group));
}

const inOrders = (one) => placed(one.path[0] === "note" ? one.path : ["orders", ...one.path], one);
const inStanding = (one) => placed(["standing", ...one.path], one);

/** For `install` of judge.js. campaign: its id. besides(): what every request says besides, such as the answer to an offer.
 *  missed: called with what the program says in place of an answer. */
export function judgeOfProgram(campaign, besides, missed) {
  let told = null;
  let toldOf = -1;
  let silence = "";
  let timer = 0;
  const reaches = new Map();

  let isAway = false;

  /** One question at a time: a slow program is never asked about orders that are none any more. */
  async function ask() {
    if (isAway) return;
    isAway = true;
    const asked = edition();
    await answered(asked);
    isAway = false;
    if (asked !== edition()) later();
  }

  async function answered(asked) {
    const { orders, note, standing } = state();
    try {
      const [found, slots] = await Promise.all([
        post(`${campaign}/judge`, { orders, note, ...besides() }),
        data.standing ? post(`${campaign}/standing/judge`, { values: standing, ...besides() }) : { findings: [] },
      ]);
      if (asked !== edition()) return;
      const wrong = [...found.findings.map(inOrders), ...slots.findings.map(inStanding)];
      [told, toldOf, silence] = [{ ...found, findings: wrong }, asked, ""];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked !== edition()) return;
      silence = error.words;
      missed(error);
    }
    came();
  }

  function later() {
    silence = "";
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  watch(later);
  ask();

  const isNow = () => told !== null && toldOf === edition();

  /** Where some can go, asked for once for the orders as they are now. */
  function reach(group, way) {
    const key = JSON.stringify([edition(), group, way]);
    if (!reaches.has(key)) {
      for (const old of reaches.keys()) if (JSON.parse(old)[0] !== edition()) reaches.delete(old);
      reaches.set(key, undefined);
      fetched(key, { orders: state().orders, at: entryOf(group), who: group, way, ...besides() });
    }
    return reaches.get(key);
  }

  async function fetched(key, body) {
    try {
      const { reach: found } = await post(`${campaign}/reach`, body);
      if (found) reaches.set(key, asReach(found));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      missed(error);
    }
    came();
  }

  const supposed = new Map();

  /** What a combat would come to with an enemy of that strength, asked for once for the orders as they are now. */
  function suppose(place, enemy) {
    const key = JSON.stringify([edition(), place, enemy]);
    if (!supposed.has(key)) {
      for (const old of supposed.keys()) if (JSON.parse(old)[0] !== edition()) supposed.delete(old);
      const asked = post(`${campaign}/suppose`, { orders: state().orders, place, enemy, ...besides() });
      supposed.set(key, asked.then((said) => said.outlooks));
    }
    return supposed.get(key);
  }

  return {
    /** The same orders are judged once more: something beside them has changed. */
    again() {
      reaches.clear();
      supposed.clear();
      toldOf = -1;
      later();
    },
    reach,
    suppose,
    course: () => (isNow() ? told.course : null),
    findings: () => (isNow() ? told.findings : []),
    isFinal: isNow,
    isAsking: () => !isNow() && !silence,
    /** While an answer is awaited the lists of targets stay as they were. */
    bare: () => told?.course ?? null,
    silence: () => silence || "not judged yet",
    /** Everything that the program has said of the present orders; null while it has not. */
    answer: () => (isNow() ? told : null),
  };
}
