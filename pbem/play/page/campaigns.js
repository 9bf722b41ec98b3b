// The list of campaigns, and a place for a mail that belongs to any of them.

import { byId, frame, h, para } from "/shared/dom.js";
import { get } from "./api.js";
import { allScenarios, inviting, practising } from "./beginning.js";
import { mailbox } from "./mailing.js";
import { verifying } from "./proving.js";

const count = (number) => (number === 1 ? "1 message" : `${number} messages`);

function row(one) {
  if (one.error) return h("li", { class: "campaign" }, h("strong", {}, one.folder), para("wrong", one.error));
  const move = one.yours ? h("p", { class: "good" }, "Your move") : one.waits_for ? h("p", {}, `Waits for ${one.waits_for}`) : null;
  return h(
    "li",
    { class: "campaign" },
    h("h2", {}, h("a", { href: `#/${one.game}` }, one.campaign)),
    h("p", {}, [one.phase, count(one.messages), one.state].filter(Boolean).join(", ")),
    move,
    para("help", `${one.game} in ${one.folder}`),
  );
}

/** Who plays here, and which commands deal with that. */
function person({ name, identity, former }) {
  const more = former.length ? ` Former identities: ${former.length} (pbem keys show).` : "";
  return frame(
    "Your identity",
    h("p", {}, `${name ? `You are ${name}. ` : ""}Your fingerprint, for your opponents to compare: ${identity.fingerprint}.${more}`),
    para("help", "On paper: pbem keys backup. Another name: pbem keys name. Another passphrase: pbem keys passphrase. If somebody may have seen your secret: pbem keys renew, then start pbem play again; your next signature in each game asks about it."),
  );
}

/** Shows it. */
export async function campaignList() {
  const { campaigns, mail, identity } = await get("campaigns");
  const own = identity ? await get("identity") : null;
  byId("title").textContent = "Your campaigns";
  byId("about").textContent = "";
  byId("views").replaceChildren();
  const list = h("ul", { class: "campaigns" }, campaigns.map(row));
  const none = para("help", "No campaigns yet. Put the mail with an invitation below, invite somebody, or play against the practice opponent.");
  const scenarios = await allScenarios();
  byId("play").replaceChildren(h("section", { class: "view", role: "main" }, campaigns.length ? list : none, mailbox({ fetches: mail }), inviting(scenarios), practising(scenarios, identity), verifying(), own ? person(own) : null));
  return { id: "", holds: false };
}
