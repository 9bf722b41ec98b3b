// The identity of somebody who has none yet: it is made with his first campaign, and he chooses what locks it.

import { fresh, h, para } from "/shared/dom.js";

/** Fields for it: { parts, passphrase }. passphrase() is what he has chosen, null where he did not type it twice alike. */
export function newIdentity() {
  const [first, second] = ["passphrase", "repeated"].map((word) => h("input", { type: "password", id: fresh(word), autocomplete: "new-password" }));
  const field = (words, input) => h("div", { class: "field" }, h("label", { for: input.id }, words), input);
  return {
    parts: [
      para("help", "Your identity is made now: it signs your messages. A passphrase locks it, and pbem play asks for it whenever it starts. Without one, whoever can read your files can sign as you. Nobody can make an identity again: pbem keys backup puts it on paper."),
      field("A passphrase, or nothing", first),
      field("The same once more", second),
    ],
    passphrase: () => (first.value === second.value ? first.value : null),
  };
}

export const UNLIKE = "The two passphrases differ; type the same one twice.";
