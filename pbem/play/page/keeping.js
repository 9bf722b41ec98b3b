// Every change goes into orders.yaml and standing.yaml, the files that an editor sees. An edit made there comes to the page.

import { announce, button, h, para } from "/shared/dom.js";
import { replace, state, watch } from "/shared/store.js";
import { Refused, get, post } from "./api.js";

// Milliseconds: writes are gathered.
const PAUSE = 500;
// Letters of a file that a browser still sends when its page has gone.
const MOST_IN_GOING = 15_000;

/** Keeps what is decided in the campaign's files. made: the campaign as evening.js opened it. begun: { orders, standing }, the digests of the files that the page began
 *  with. banner: where a clash is told. */
export function keeping({ id: campaign, answer = "" }, begun, banner) {
  const files = {
    orders: {
      name: "orders.yaml",
      path: "keep",
      base: begun.orders,
      now: () => ({ orders: state().orders, note: state().note }),
      lying: ({ file }) => ({ ...file, parts: { orders: file.orders, note: file.note }, says: { orders: file.orders, note: file.note } }),
    },
    standing: {
      name: "standing.yaml",
      path: "standing/keep",
      base: begun.standing,
      now: () => ({ values: state().standing }),
      lying: ({ standing_file: file }) => ({ ...file, parts: { standing: file.values }, says: { values: file.values } }),
    },
  };
  for (const file of Object.values(files)) Object.assign(file, { kept: JSON.stringify(file.now()), timer: 0, busy: null, clash: false, failed: false });
  let told = "";

  const changed = (file) => JSON.stringify(file.now()) !== file.kept;

  async function write(file) {
    if (file.busy || file.clash || !changed(file)) return;
    const now = file.now();
    file.busy = post(`${campaign}/${file.path}`, { ...now, base: file.base, answer });
    try {
      const answer = await file.busy;
      Object.assign(file, { base: answer.digest, kept: JSON.stringify(now) });
      told = answer.put_away ? `What you had written by hand is kept: ${answer.put_away}` : "";
      if (file.failed && !told) announce(`${file.name} is written now.`);
      file.failed = false;
      if (told) announce(told);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.error.code === "CLASH") clashed(file, error);
      else {
        file.failed = true;
        if (told !== error.words) announce(error.words);
        told = error.words;
      }
    }
    file.busy = null;
    if (changed(file)) later(file);
  }

  function later(file) {
    clearTimeout(file.timer);
    file.timer = setTimeout(() => write(file), PAUSE);
  }

  /** What lies there now comes to the page. isWanted: whether it still may, once it is read; it is told the digest. */
  async function taken(file, isWanted) {
    const { digest, parts, says, notices } = file.lying(await desk());
    if (!isWanted(digest)) return;
    Object.assign(file, { base: digest, kept: JSON.stringify(says), clash: false });
    replace(parts);
    announce([`${file.name} was edited beside this page, and stands here now.`, ...(notices ?? [])].join(" "));
  }

  const desk = () => get(`${campaign}/desk?answer=${answer}`);

  async function overwritten(file) {
    Object.assign(file, { base: file.lying(await desk()).digest, clash: false });
    await write(file);
  }

  /** The way out of a clash; where it fails the clash stays. */
  const way = (words, name, go) =>
    button(words, name, async () => {
      try {
        await go();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        announce(error.words);
      }
      banner.hidden = !Object.values(files).some((file) => file.clash);
    });

  function clashed(file, error) {
    file.clash = true;
    banner.hidden = false;
    const theirs = way("Take what the file says", "take theirs", () => taken(file, () => true));
    const mine = way("Keep what this page says", "take mine", () => overwritten(file));
    banner.replaceChildren(para("doubt", error.words), h("div", { class: "adds" }, theirs, mine));
    announce(error.words);
  }

  watch(() => Object.values(files).forEach((file) => changed(file) && later(file)));
  // What a page that goes can still send; anything else only its player can save.
  const isSmall = (file) => JSON.stringify(file.now()).length < MOST_IN_GOING;
  const isSafe = (file) => !changed(file) || (!file.busy && !file.clash && !file.failed && isSmall(file));
  window.addEventListener("beforeunload", (event) => {
    if (!Object.values(files).every(isSafe)) event.preventDefault();
  });
  window.addEventListener("pagehide", () => {
    for (const file of Object.values(files)) {
      if (!changed(file) || !isSafe(file)) continue;
      clearTimeout(file.timer);
      post(`${campaign}/${file.path}`, { ...file.now(), base: file.base, answer }, { keepalive: true }).catch(() => {});
    }
  });

  return {
    /** Writes what is not written yet, now; whether all of it stands in the files. */
    async flush() {
      for (const file of Object.values(files)) {
        clearTimeout(file.timer);
        if (file.busy) await file.busy.catch(() => {});
        await write(file);
      }
      return !Object.values(files).some(changed);
    },
    /** An event of the program: a file says something else than what this page wrote or read. */
    async heard(digests) {
      for (const [name, file] of Object.entries(files)) {
        // What is told while a file is being written may be an edit behind it.
        if (file.busy) await file.busy.catch(() => {});
        if (digests[name] === undefined || digests[name] === file.base) continue;
        const isIdle = () => !changed(file) && !file.busy;
        try {
          // What this page has written meanwhile itself is no edit beside it.
          if (isIdle()) await taken(file, (digest) => isIdle() && digest !== file.base);
        } catch (error) {
          if (!(error instanceof Refused)) throw error; // the campaign has gone on: told elsewhere
        }
        if (changed(file)) later(file);
      }
    },
    words: () => told,
    isWritten: () => Object.values(files).every((file) => !file.busy && !changed(file)),
  };
}
