// Campaigns that begin here: a game against the practice opponent, and an own invitation.

import { announce, button, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, get, post } from "./api.js";
import { UNLIKE, newIdentity } from "./identity.js";
import { onward } from "./onward.js";

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const field = (words, input) => h("div", { class: "field" }, h("label", { for: input.id }, words), input);
const text = (word, more = {}) => h("input", { type: "text", id: fresh(word), ...more });
const select = (word, choices, chosen, more = {}) =>
  h("select", { id: fresh(word), ...more }, choices.map((value) => h("option", { value: String(value), selected: String(value) === String(chosen) }, String(value))));

/** All scenarios of all rulebooks, those for learning first. */
export async function allScenarios() {
  const { rulesets } = await get("rules");
  const books = await Promise.all(rulesets.map((book) => get(`rules/${book.id}`)));
  const scenarios = books.flatMap((book) => book.scenarios.map((one) => ({ ...one, book: book.id, rules: book.title })));
  return scenarios.sort((one, other) => Number(other.id.startsWith("learning-")) - Number(one.id.startsWith("learning-")));
}

/** A list to choose a scenario from, with what it is about. changed: called with the one that is chosen, at first, too. */
function scenarioChoice(scenarios, changed) {
  const about = para("help");
  const choose = h("select", { id: fresh("scenario"), onchange: () => show() }, scenarios.map((one, number) => h("option", { value: String(number) }, `${one.title} (${one.rules})`)));
  function show() {
    const one = scenarios[Number(choose.value)];
    about.textContent = one.doc;
    changed(one);
  }
  show();
  return [field("Scenario", choose), about];
}

/** Asks the program for a new campaign; what is wrong is said in `said`. Its answer, null where there is none. */
async function asked(path, body, identity, said) {
  const passphrase = identity?.passphrase();
  if (passphrase === null) {
    said.replaceChildren(para("wrong", UNLIKE));
    announce(UNLIKE);
    return null;
  }
  said.replaceChildren(para("help", "The game is being set up..."));
  try {
    return await post(path, { ...body, passphrase });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    said.replaceChildren(para("wrong", error.words));
    announce(error.words);
    return null;
  }
}

/** A game against the practice opponent: which one, and on which side. isKnown: whether the player has an identity. */
export function practising(scenarios, isKnown) {
  const said = h("div", { role: "status" });
  const sides = h("div", { class: "adds" });
  const identity = isKnown ? null : newIdentity();
  const choice = scenarioChoice(scenarios, (one) => {
    sides.replaceChildren(...one.armies.map((side) => button(`Play the ${capital(side)}`, `play ${side}`, () => begin(one, side))));
  });

  async function begin(one, side) {
    const begun = await asked("practice", { ruleset: one.book, scenario: one.id, side }, identity, said);
    if (begun) location.hash = `#/${begun.id}`;
  }

  return frame("A game against the practice opponent", ...choice, identity ? identity.parts : null, sides, said);
}

/** Somebody is invited: what `pbem new` asks is asked in a dialogue. */
export function inviting(scenarios) {
  return frame(
    "A game against somebody",
    para("help", "You choose the game and sign an invitation, which has to go to him. Teams and corrections of the map have a command: pbem new."),
    h("div", { class: "adds" }, button("Invite somebody...", "invite", () => invitation(scenarios))),
  );
}

async function invitation(scenarios) {
  const { name, identity: isKnown, clock } = await get("new");
  const dialog = h("dialog", { "aria-labelledby": "inviting-title" });
  const said = h("div", { role: "status" });
  const identity = isKnown ? null : newIdentity();
  const own = text("name", { value: name });
  const [address, opponent, theirs] = ["address", "opponent", "theirs"].map((word) => text(word));
  const days = h("input", { type: "number", id: fresh("days"), min: 1, max: 3660, value: String(clock.days) });
  const outcome = select("outcome", clock.outcomes, clock.default);
  const terms = h("div");
  let wish = null;

  const choice = scenarioChoice(scenarios, (one) => {
    const side = select("side", one.armies, one.armies[0]);
    const options = Object.entries(one.options).map(([word, { values, default: usual, doc }]) => [word, select("option", values, usual), doc]);
    terms.replaceChildren(field("Your side", side), ...options.flatMap(([word, input, doc]) => [field(capital(word), input), doc ? para("help", doc) : ""]));
    wish = () => ({ ruleset: one.book, scenario: one.id, side: side.value, options: options.map(([word, input]) => `${word}=${input.value}`) });
  });

  const person = () => (theirs.value && !theirs.value.includes("<") ? `${opponent.value} <${theirs.value}>` : theirs.value || opponent.value);
  const invite = async () => {
    const who = { name: own.value, mail: address.value, opponent: person() };
    const begun = await asked("new", { ...wish(), ...who, clock_days: Number(days.value), clock_default: outcome.value }, identity, said);
    if (!begun) return;
    dialog.close();
    const fixes = begun.fixed.map((word) => `Your first message after that fixes ${word}: choose it under Standing before.`);
    onward(`${begun.id}/act`, "The invitation is signed. It has to go to your opponent.", `Your fingerprint, for him to compare: ${begun.fingerprint}`, ...fixes);
  };

  dialog.append(
    h("h2", { id: "inviting-title" }, "Invite somebody"),
    ...choice,
    terms,
    field("Your name, as your opponent will read it", own),
    field("Your mail address, if it shall be kept", address),
    field("Your opponent's name", opponent),
    field("His mail address, if it shall be kept", theirs),
    field("Days for a reply before the clock has run out", days),
    field("What then counts", outcome),
    ...(identity?.parts ?? []),
    h("div", { class: "adds" }, button("Sign the invitation", "sign invitation", invite), button("Not now", "not now", () => dialog.close())),
    said,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
