// The dialogue before a signature: what is ordered, what is not, and that it cannot be changed. Then the way to the opponent.

import { Refused, get, post } from "./api.js";
import { announce, button, h, para } from "/shared/dom.js";
import { onward } from "./onward.js";

/** What can be signed: the path of its requests, and what stands above it. */
const KINDS = {
  due: { path: "", warning: "A signed message can never be changed." },
  offer: { path: "offer/", warning: "Your opponent has to answer this offer; a signed message can never be changed." },
  resign: { path: "resign/", warning: "Your opponent wins. A signed message can never be changed." },
  part: { path: "part/", warning: "Your captain gets it; another one of yours counts only if he has not signed yet." },
};

/** Opens the dialogue. campaign: its id. kind: one of KINDS. said: what the request says besides, such as { answer }.
 *  The page is set up anew once it is signed. */
export async function signing(campaign, kind, said) {
  const dialog = h("dialog", { class: "signing", "aria-labelledby": "signing-title" });
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("cancel", () => announce("Nothing was signed."));
  dialog.showModal();
  try {
    asked(dialog, await post(`${campaign}/${KINDS[kind].path}prepare`, said), { campaign, kind, said });
  } catch (error) {
    refused(dialog, error);
  }
}

/** more: what can be done nevertheless. */
function refused(dialog, error, ...more) {
  if (!(error instanceof Refused)) throw error;
  announce(error.words);
  delete dialog.dataset.signing;
  dialog.replaceChildren(
    h("h2", { id: "signing-title" }, "This cannot be signed"),
    h("pre", { class: "wrong", tabindex: 0 }, error.error.what ?? ""),
    para("help", error.error.mend ?? ""),
    h("div", { class: "adds" }, ...more, button("Back", "signing back", () => dialog.close())),
  );
}

function asked(dialog, prepared, { campaign, kind, said }) {
  const { path, warning } = KINDS[kind];
  const shown = { digest: prepared.digest, standing: prepared.standing, message: prepared.message };
  const attempt = async (more) => {
    sign.disabled = true;
    dialog.dataset.signing = "";
    try {
      const body = { ...said, ...shown, ...(prepared.untouched ? { empty: true } : {}), ...(renewed?.checked ? { new_key: true } : {}), ...more };
      signed(dialog, await post(`${campaign}/${path}sign`, body), campaign);
    } catch (error) {
      // Another part of his is signed already: the captain may take either.
      const isOther = kind === "part" && error instanceof Refused && error.error.code === "JOURNAL_REFUSED";
      refused(dialog, error, isOther ? button("Sign this one, too", "sign again", () => attempt({ again: true })) : "");
    }
  };
  const sign = button("Sign it", "sign", () => attempt({}));
  const renewed = prepared.renewed ? h("input", { type: "checkbox", id: "new-key" }) : null;
  const { preview, lines, then = [], changes = [], untouched } = prepared;
  dialog.replaceChildren(
    h("h2", { id: "signing-title" }, prepared.what ? `Sign message ${prepared.message}?` : `Sign your part of message ${prepared.message}?`),
    untouched ? para("doubt", "Nothing has been ordered: all of it goes by default.") : "",
    h("pre", { tabindex: 0 }, [...lines, ...changes].join("\n")),
    ...then.map((line) => para("doubt", line)),
    h("p", {}, h("strong", {}, warning)),
    renewed ? h("div", { class: "field" }, renewed, h("label", { for: "new-key" }, "Play on with my new identity, which pbem keys renew made")) : "",
    h("div", { class: "adds" }, sign, button("Not yet", "not yet", () => dialog.close())),
  );
  sign.focus();
}

/** What became of it, and how it goes to the opponent. */
async function signed(dialog, sent, campaign) {
  announce(`Message ${sent.message} is signed.`);
  // Where it can be sent again, and the answer is taken in.
  dialog.addEventListener("close", () => onward(`${campaign}/act`));
  // What is signed is signed, though its text cannot be had now.
  const text = sent.practice || !("mail_to" in sent) ? {} : await get(`${campaign}/outgoing/${sent.message}`).catch(() => ({}));
  const outgoing = { ...sent, ...text };
  dialog.replaceChildren(
    h("h2", { id: "signing-title" }, `Message ${sent.message} is signed`),
    "mail_to" in sent ? ways(outgoing, campaign) : byHand(sent),
    h("div", { class: "adds" }, button("Done", "signing done", () => dialog.close())),
  );
  dialog.querySelector("button")?.focus();
}

/** A member's part goes to his captain by hand, as what else team-mates mail each other. */
export function byHand(sent, whither = "It has to go to your captain by mail.") {
  const lines = h("pre", { tabindex: 0 }, (sent.lines ?? [`It lies in ${sent.file}`]).join("\n"));
  if (!sent.text) return lines;
  const text = signedText(sent.text);
  return h("div", {}, para("help", whither), lines, h("div", { class: "adds" }, button("Copy it", "copy message", () => copied(text))), folded(text));
}

const signedText = (text) => h("textarea", { class: "file", rows: 8, readonly: true, "aria-label": "The signed message as text" }, text);
const folded = (text) => h("details", {}, h("summary", {}, "The message as text"), text);

/** The ways on which a signed message goes to the opponent. sent: as the program tells it. again: it went before. */
export function ways(sent, campaign, again = false) {
  const told = h("div", { role: "status" });
  const attempt = (path, body, words) => async () => {
    try {
      const answer = await post(`${campaign}/${path}`, body);
      told.replaceChildren(para(answer.opened === false ? "doubt" : "good", answer.lines?.join("\n") || words(answer)));
      announce(words(answer));
      if (path === "practice") onward(`${campaign}/read`, words(answer));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      told.replaceChildren(para("wrong", error.words));
      announce(error.words);
    }
  };
  if (sent.practice) {
    return h("div", {}, button("Let the practice opponent play", "practice", attempt("practice", {}, () => "The practice opponent has played.")), told);
  }
  const opened = (answer) => (answer.opened ? "It is open in your mail program: send it from there." : `No mail program took it. It lies in ${answer.mail}`);
  const text = signedText(sent.text ?? "");
  return h(
    "div",
    {},
    h("p", {}, `It ${again ? "goes" : "has to go"} to ${sent.mail_to || sent.to?.mail || sent.to?.name || "your opponent"}.`),
    h(
      "div",
      { class: "adds" },
      sent.sync ? button("Send it", "send", attempt("send", { again }, () => "Sent.")) : null,
      button("Open it in my mail program", "draft", attempt("draft", {}, opened)),
      button("Copy it", "copy message", () => copied(text)),
    ),
    folded(text),
    told,
  );
}

async function copied(area) {
  try {
    await navigator.clipboard.writeText(area.value);
    announce("Copied: paste it into a mail.");
  } catch {
    area.closest("details").open = true;
    area.select();
    announce("Copy it by hand: it is selected.");
  }
}
