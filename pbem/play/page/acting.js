// What else can be done in a campaign: mail out and in, offers and answers, resigning, the audit.

import { announce, button, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, get, post } from "./api.js";
import { mailbox } from "./mailing.js";
import { verdict } from "./proving.js";
import { byHand, signing, ways } from "./signing.js";

// What is due and needs neither map nor forms.
const PLAIN = ["continue", "acknowledge"];

/** Fills the section. */
export async function acting(made, section) {
  const { id, status } = made;
  const { mail } = await get("campaigns");
  const over = Object.keys(status.over).length > 0;
  const sent = await lastOwn(id);
  section.replaceChildren(
    ...[
      standing(status),
      PLAIN.includes(status.due) ? due(made) : null,
      sent ? last(sent, made, mail) : null,
      sent?.practice ? null : mailbox({ fetches: mail, open: id }),
      over || status.due === "wait" || !status.standing ? null : offers(made),
      status.due === "orders" && status.team.length ? (status.standing ? briefing : parts)(made) : null,
      status.overdue ? clock(made) : null,
      over ? audit(id) : null,
      proof(id),
    ].filter(Boolean),
  );
}

function standing(status) {
  const lines = [
    ["Awaited", status.awaited],
    ["Mailed", status.mailed],
    ["Asked", status.asked],
    ["Clock", status.overdue],
    ["Agreed", status.agreed],
    ["Standing orders", status.standing],
    ["To be mended", status.unfit],
    ["Result", status.result],
    ...status.team.map((line) => ["Team", line]),
    ...status.seatings.map((line) => ["Seat", line]),
  ].filter(([, words]) => words);
  return h("dl", { class: "facts" }, lines.map(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]));
}

function due({ id, status }) {
  return frame("Your next message", h("p", {}, status.awaited), button("Look at it and sign", "sign plain", () => signing(id, "due", {})));
}

/** One's own last message as the program tells it; null where there is none. */
async function lastOwn(id) {
  const { messages } = await get(`${id}/messages`);
  const own = messages.findLast((one) => one.yours);
  return own ? { ...(await get(`${id}/outgoing/${own.message}`)), isAnswered: own.message !== messages.length - 1 } : null;
}

/** It may have got lost on its way, or waits for the practice opponent. */
function last(sent, { id, status }, mail) {
  if (sent.practice) return status.due === "wait" ? frame("The practice opponent", ways(sent, id)) : null;
  const about = sent.isAnswered ? "It is answered: send it again only where your opponent asks for it." : "If you have not sent it yet, or it got lost, send it from here.";
  return frame(`Your message ${sent.message}`, para("help", about), ways({ ...sent, sync: mail }, id, true));
}

function offers({ id, status }) {
  const to = h("input", { type: "number", id: fresh("to"), min: 1, max: status.messages });
  const make = (offer) => () => signing(id, "offer", { offer, ...(to.value && offer === "takeback" ? { to: Number(to.value) } : {}) });
  return frame(
    "Offers, in place of your next message",
    h(
      "div",
      { class: "adds" },
      button("Offer a draw", "offer draw", make("draw")),
      button("Resign", "resign", () => signing(id, "resign", {})),
    ),
    h("div", { class: "field" }, button("Offer to take back", "offer takeback", make("takeback")), h("label", { for: to.id }, "to message"), to),
    para("help", "A correction of the position, or play by newer rules, is offered with pbem offer amend."),
  );
}

/** A member's part: to be signed, and to be mailed once more. */
function parts({ id }) {
  const told = h("div", { role: "status" });
  const again = attempting(told, async () => told.replaceChildren(byHand(await post(`${id}/part/resend`))));
  const buttons = [button("Sign your part", "sign part", () => signing(id, "part", {})), button("Show the part that you have signed", "part again", again)];
  return frame("Your team", h("div", { class: "adds" }, buttons), told);
}

/** What a captain's team has to know of the position before it orders. */
function briefing({ id }) {
  const told = h("div", { role: "status" });
  const words = "It has to go to your team by mail. It tells the dice that you have rolled: keep it from your opponent.";
  const write = attempting(told, async () => {
    const { text, briefing: file } = await post(`${id}/part/brief`);
    told.replaceChildren(byHand({ file, text }, words));
  });
  return frame("Your team", button("Write the briefing for your team", "brief", write), told);
}

const lines = (all) => h("pre", { tabindex: 0 }, all.join("\n"));

/** Does something; what the program refuses is said in `told`. */
const attempting = (told, act) => async () => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    told.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
};

/** The days of the opponent are over. */
function clock({ id, status }) {
  const told = h("div", { role: "status" });
  const write = attempting(told, async () => told.replaceChildren(lines((await post(`${id}/overdue`)).lines)));
  const seat = para("help", "Somebody else may play on in his place: pbem seat.");
  return frame("The clock", h("p", {}, status.overdue), button("Write evidence that his days are over", "overdue", write), seat, told);
}

/** That all is in order, for oneself and for others. */
function proof(id) {
  const told = h("div", { role: "status" });
  const verify = attempting(told, async () => told.replaceChildren(verdict(await get(`${id}/verify`))));
  const save = attempting(told, async () => download(await get(`${id}/archive`)));
  return frame("Proof", h("div", { class: "adds" }, button("Verify the whole campaign", "verify", verify), button("Save its archive", "archive", save)), told);
}

function download({ name, base64 }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const link = h("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
  announce(`${name} is saved: anybody can verify it.`);
}

function audit(id) {
  const told = h("div", { role: "status" });
  const look = attempting(told, async () => told.replaceChildren(lines((await get(`${id}/audit`)).lines)));
  return frame("After the game", button("Audit it", "audit", look), told);
}
