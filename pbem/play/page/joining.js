// New campaigns: an invitation that has come by mail, and a game against the practice opponent.

import { announce, button, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, get, post } from "./api.js";

const goTo = (id) => {
  location.hash = `#/${id}`;
};

/** Shows the terms of an invitation, and accepts it. Whether it was accepted. */
export async function joining(mail) {
  const offered = await post("invitation", mail);
  const dialog = h("dialog", { "aria-labelledby": "joining-title" });
  const [nameId, mailId, secretId] = ["name", "address", "secret"].map(fresh);
  const name = h("input", { type: "text", id: nameId, value: offered.name });
  const address = h("input", { type: "text", id: mailId });
  const secret = h("input", { type: "password", id: secretId, autocomplete: "new-password" });
  const said = h("div", { role: "status" });
  return new Promise((resolve) => {
    const accept = async () => {
      const passphrase = offered.identity ? {} : { passphrase: secret.value };
      try {
        const joined = await post("join", { ...mail, name: name.value, mail: address.value, ...passphrase });
        dialog.close("accepted");
        announce("You have joined. Your acceptance has to go to your opponent.");
        goTo(`${joined.id}/act`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        said.replaceChildren(para("wrong", error.words));
        announce(error.words);
      }
    };
    dialog.append(
      h("h2", { id: "joining-title" }, "An invitation"),
      h("pre", { tabindex: 0 }, [...offered.lines, ...offered.fixes].join("\n")),
      h("div", { class: "field" }, h("label", { for: nameId }, "Your name"), name),
      h("div", { class: "field" }, h("label", { for: mailId }, "Your mail address"), address),
      offered.identity ? "" : h("div", { class: "field" }, h("label", { for: secretId }, "A passphrase for your new identity"), secret),
      h("div", { class: "adds" }, button("Accept", "accept", accept), button("Not now", "not now", () => dialog.close())),
      said,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "accepted");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A game against the practice opponent: which one, and on which side. */
export async function practising() {
  const { rulesets } = await get("rules");
  const books = await Promise.all(rulesets.map((book) => get(`rules/${book.id}`)));
  const scenarios = books.flatMap((book) => book.scenarios.map((one) => ({ ...one, book: book.id, rules: book.title })));
  scenarios.sort((one, other) => Number(other.id.startsWith("learning-")) - Number(one.id.startsWith("learning-")));
  const said = h("div", { role: "status" });
  const sides = h("div", { class: "adds" });
  const id = fresh("scenario");
  const choose = h("select", { id, onchange: () => offer() }, scenarios.map((one, number) => h("option", { value: String(number) }, `${one.title} (${one.rules})`)));

  function offer() {
    const one = scenarios[Number(choose.value)];
    const named = one.armies.map((army) => [army.id ?? army, army.name ?? army]);
    sides.replaceChildren(...named.map(([side, title]) => button(`Play the ${title}`, `play ${side}`, () => begin(one, side))));
  }

  async function begin(one, side) {
    said.replaceChildren(para("help", "The game is being set up..."));
    try {
      goTo((await post("practice", { ruleset: one.book, scenario: one.id, side })).id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.replaceChildren(para("wrong", error.words));
      announce(error.words);
    }
  }

  offer();
  return frame("A practice game", h("div", { class: "field" }, h("label", { for: id }, "Scenario"), choose), sides, said);
}
