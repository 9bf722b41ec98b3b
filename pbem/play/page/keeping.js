// Every change goes into orders.yaml and standing.yaml, the files that an editor sees. An edit made there comes to the page.

import { announce, button, h, para } from "/shared/dom.js";
import { replace, state, watch } from "/shared/store.js";
import { Refused, get, post } from "./api.js";

// Milliseconds: writes are gathered.
const PAUSE = 500;

/** Keeps what is decided in the campaign's files. made: the campaign as evening.js opened it. begun: { orders, standing }, the digests of the files that the page began
 *  with. banner: where a clash is told. */
export function keeping({ id: campaign, answer = "" }, begun, banner) {
  const files = {
    orders: { path: "keep", base: begun.orders, now: () => ({ orders: state().orders, note: state().note }) },
    standing: { path: "standing/keep", base: begun.standing, now: () => ({ values: state().standing }) },
  };
  for (const file of Object.values(files)) Object.assign(file, { kept: JSON.stringify(file.now()), timer: 0, busy: null, clash: false });
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
      if (told) announce(told);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.error.code === "CLASH") clashed(file, error);
      else {
        told = error.words;
        announce(told);
      }
    }
    file.busy = null;
    if (changed(file)) later(file);
  }

  function later(file) {
    clearTimeout(file.timer);
    file.timer = setTimeout(() => write(file), PAUSE);
  }

  function clashed(file, error) {
    file.clash = true;
    banner.hidden = false;
    banner.replaceChildren(
      para("doubt", error.words),
      h(
        "div",
        { class: "adds" },
        button("Take what the file says", "take theirs", () => location.reload()),
        button("Keep what this page says", "take mine", async () => {
          const { file: orders, standing_file: standing } = await get(`${campaign}/desk?answer=${answer}`);
          Object.assign(file, { base: (file === files.orders ? orders : standing).digest, clash: false });
          banner.hidden = true;
          write(file);
        }),
      ),
    );
    announce(error.words);
  }

  watch(() => Object.values(files).forEach((file) => changed(file) && later(file)));
  window.addEventListener("beforeunload", (event) => {
    if (Object.values(files).some(changed)) event.preventDefault();
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
      const file = files.orders;
      if (digests.orders === file.base || file.busy) return;
      if (changed(file)) {
        later(file);
        return;
      }
      const { orders, note, digest, notices } = (await get(`${campaign}/desk?answer=${answer}`)).file;
      file.base = digest;
      file.kept = JSON.stringify({ orders, note });
      replace({ orders, note });
      announce(["orders.yaml was edited beside this page, and stands here now.", ...(notices ?? [])].join(" "));
    },
    words: () => told,
    isWritten: () => Object.values(files).every((file) => !file.busy && !changed(file)),
  };
}
