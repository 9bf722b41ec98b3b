// Who answers on the page of `pbem play`: the program, by the rules themselves, a moment after every change.

import { data } from "/shared/data.js";
import { asReach, came } from "/shared/judge.js";
import { MOVES, plan } from "/shared/moves.js";
import { edition, state, watch } from "/shared/store.js";
import { Refused, post } from "./api.js";

// Milliseconds without a change after which the program is asked: a hand that types or drags asks once.
const PAUSE = 80;

/** A finding of the program with its path in what the page holds, and in one line. */
function placed(path, one) {
  const words = [one.what, one.expected ? `expected ${one.expected}` : "", one.hint].filter(Boolean).join("; ");
  return { path, text: one.case ? `${words} (${one.case})` : words };
}

const inOrders = (one) => placed(one.path[0] === "note" ? one.path : ["orders", ...one.path], one);
const inStanding = (one) => placed(["standing", ...one.path], one);

/** For `install` of judge.js. campaign: its id. answer: what is said to an offer, "" where there is none. missed: called
 *  with what the program says in place of an answer. */
export function judgeOfProgram(campaign, answer, missed) {
  let told = null;
  let told_of = -1;
  let silence = "not judged yet";
  let timer = 0;
  const reaches = new Map();

  async function ask() {
    const asked = edition();
    const { orders, note, standing } = state();
    try {
      const [found, slots] = await Promise.all([
        post(`${campaign}/judge`, { orders, note, answer }),
        data.standing ? post(`${campaign}/standing/judge`, { values: standing, answer }) : { findings: [] },
      ]);
      if (asked !== edition()) return;
      const wrong = [...found.findings.map(inOrders), ...slots.findings.map(inStanding)];
      [told, told_of, silence] = [{ ...found, findings: wrong }, asked, ""];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      silence = error.words;
      missed(error);
    }
    came();
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  watch(later);
  ask();

  const isNow = () => told !== null && told_of === edition();

  /** Where some can go, asked for once for the orders as they are now. */
  function reach(group, way) {
    const at = plan().by.get(group[0])?.index;
    const key = JSON.stringify([edition(), group, way]);
    if (!reaches.has(key)) {
      for (const old of reaches.keys()) if (JSON.parse(old)[0] !== edition()) reaches.delete(old);
      reaches.set(key, undefined);
      const place = at === undefined ? null : [MOVES.at(-1), at];
      fetched(key, { orders: state().orders, at: place, who: group, way, answer });
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

  return {
    reach,
    course: () => (isNow() ? told.course : null),
    findings: () => (isNow() ? told.findings : []),
    isFinal: isNow,
    silence: () => silence || "not judged yet",
    /** Everything that the program has said of the present orders; null while it has not. */
    answer: () => (isNow() ? told : null),
  };
}
