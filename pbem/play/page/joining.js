// New campaigns: an invitation that has come by mail, and a game against the practice opponent.

import { announce, button, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, get, post } from "./api.js";
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

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** A game against the practice opponent: which one, and on which side. isKnown: whether the player has an identity. */
export async function practising(isKnown) {
  const { rulesets } = await get("rules");
  const books = await Promise.all(rulesets.map((book) => get(`rules/${book.id}`)));
  const scenarios = books.flatMap((book) => book.scenarios.map((one) => ({ ...one, book: book.id, rules: book.title })));
  scenarios.sort((one, other) => Number(other.id.startsWith("learning-")) - Number(one.id.startsWith("learning-")));
  const said = h("div", { role: "status" });
  const sides = h("div", { class: "adds" });
  const about = para("help");
  const identity = isKnown ? null : newIdentity();
  const id = fresh("scenario");
  const choose = h("select", { id, onchange: () => offer() }, scenarios.map((one, number) => h("option", { value: String(number) }, `${one.title} (${one.rules})`)));

  function offer() {
    const one = scenarios[Number(choose.value)];
    about.textContent = one.doc;
    sides.replaceChildren(...one.armies.map((side) => button(`Play the ${capital(side)}`, `play ${side}`, () => begin(one, side))));
  }

  async function begin(one, side) {
    const passphrase = identity?.passphrase();
    if (passphrase === null) {
      said.replaceChildren(para("wrong", UNLIKE));
      announce(UNLIKE);
      return;
    }
    said.replaceChildren(para("help", "The game is being set up..."));
    try {
      location.hash = `#/${(await post("practice", { ruleset: one.book, scenario: one.id, side, passphrase })).id}`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.replaceChildren(para("wrong", error.words));
      announce(error.words);
    }
  }

  offer();
  return frame("A game against the practice opponent", h("div", { class: "field" }, h("label", { for: id }, "Scenario"), choose), about, identity ? identity.parts : null, sides, said);
}
