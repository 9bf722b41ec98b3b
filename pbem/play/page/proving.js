// What a verification says, of a campaign here or of a file that somebody has.

import { announce, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, post } from "./api.js";
import { asBase64 } from "./mailing.js";

/** What `pbem verify` says. */
export function verdict({ ok, lines }) {
  announce(lines.at(-1));
  return h("pre", { class: ok ? "good" : "wrong", tabindex: 0 }, lines.join("\n"));
}

/** A place for an archive, a log or a mail that is to be verified and nothing else. */
export function verifying() {
  const told = h("div", { role: "status" });
  const file = h("input", { type: "file", id: fresh("proof"), onchange: () => judge(file.files[0], told) });
  return frame("Verify a file", h("label", { for: file.id }, "An archive, a log or a mail; nothing of it is taken in"), file, told);
}

async function judge(file, told) {
  if (!file) return;
  try {
    told.replaceChildren(verdict(await post("verify", { name: file.name, base64: await asBase64(file) })));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    told.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
}
