// An invitation that has come by mail: its terms, and accepting it.

import { announce, button, fresh, h, para } from "/shared/dom.js";
import { Refused, post } from "./api.js";
import { UNLIKE, newIdentity } from "./identity.js";
import { onward } from "./onward.js";

/** Shows the terms of an invitation, and accepts it. from: whose mail it was, as `Name <address>`. Whether it was accepted. */
export async function joining(mail, from = "") {
  const offered = await post("invitation", mail);
  const dialog = h("dialog", { "aria-labelledby": "joining-title" });
  const [name, address, theirs] = ["name", "address", "theirs"].map((word) => h("input", { type: "text", id: fresh(word) }));
  name.value = offered.name;
  theirs.value = from.includes("@") ? from : "";
  const field = (words, input) => h("div", { class: "field" }, h("label", { for: input.id }, words), input);
  const identity = offered.identity ? null : newIdentity();
  const said = h("div", { role: "status" });
  return new Promise((resolve) => {
    const accept = async () => {
      const passphrase = identity?.passphrase();
      if (passphrase === null) {
        said.replaceChildren(para("wrong", UNLIKE));
        announce(UNLIKE);
        return;
      }
      const whole = theirs.value.includes("<") ? theirs.value : `${offered.inviter} <${theirs.value}>`;
      const opponent = theirs.value ? { opponent: whole } : {};
      try {
        const joined = await post("join", { ...mail, name: name.value, mail: address.value, ...opponent, passphrase });
        dialog.close("accepted");
        onward(`${joined.id}/act`, "You have joined. Your acceptance has to go to your opponent.", `Your fingerprint, for him to compare: ${joined.your_fingerprint}`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        said.replaceChildren(para("wrong", error.words));
        announce(error.words);
      }
    };
    dialog.append(
      h("h2", { id: "joining-title" }, "An invitation"),
      h("pre", { tabindex: 0 }, [...offered.lines, ...offered.fixes].join("\n")),
      field("Your name", name),
      field("Your mail address, if it shall be kept", address),
      field("Your opponent's mail address, if it shall be kept", theirs),
      ...(identity?.parts ?? []),
      h("div", { class: "adds" }, button("Accept", "accept", accept), button("Not now", "not now", () => dialog.close())),
      said,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "accepted");
    });
    document.body.append(dialog);
    dialog.showModal();
    name.focus();
  });
}
