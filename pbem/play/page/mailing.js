// Mail comes in: dropped or pasted here, or fetched by the program. An invitation among it is looked at and accepted.

import { announce, button, fold, frame, fresh, h, para } from "/shared/dom.js";
import { Refused, get, post } from "./api.js";
import { joining } from "./joining.js";
import { onward } from "./onward.js";

/** The place where a mail is put in; what is new is read on the page of its campaign. fetches: whether there is a mailbox.
 *  open: the campaign that is looked at. */
export function mailbox({ fetches = false, open = "" } = {}) {
  /** An invitation has another id once it is accepted: the folder says which campaign has got something. */
  const came = async (lines, received) => {
    const { campaigns } = await get("campaigns");
    const folders = new Set(received.filter(isNew).map((one) => one.campaign));
    const one = folders.size === 1 ? campaigns.find(({ folder }) => folders.has(folder)) : undefined;
    const to = one?.game ?? open;
    // Papers of a team change what there is to order, and no report.
    const view = received.length && !received.some((each) => each.accepted.length) ? "order" : "read";
    onward(to ? `${to}/${view}` : "", ...lines);
  };
  const said = h("div", { class: "received", role: "status" });
  const id = fresh("mail");
  const text = h("textarea", { id, rows: 4, placeholder: "Paste a mail here, or drop its file." });
  const take = async () => {
    if (text.value.trim() && (await receive({ text: text.value }, said, came))) text.value = "";
  };
  const fetchButton = button("Fetch my mail", "fetch mail", () => fetched(said, came));
  const box = frame(
    "Take a mail in",
    h("label", { for: id }, "The whole mail, or the signed part of it"),
    text,
    h("div", { class: "adds" }, button("Take it in", "take mail", take), fetches ? fetchButton : null),
    fetches ? null : para("help", "With a mail account of yours set up, by pbem mail setup, mails are fetched and sent from here."),
    said,
  );
  box.classList.add("mailbox");
  drops(box, (mail) => receive(mail, said, came));
  return box;
}

/** Takes files that are dropped on an element. */
function drops(box, take) {
  box.addEventListener("dragover", (event) => {
    event.preventDefault();
    box.classList.add("over");
  });
  box.addEventListener("dragleave", () => box.classList.remove("over"));
  box.addEventListener("drop", async (event) => {
    event.preventDefault();
    box.classList.remove("over");
    for (const file of event.dataTransfer.files) await take({ name: file.name, base64: await asBase64(file) });
  });
}

/** A file as text that JSON can hold. */
export async function asBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // As many at a time as a call takes.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Whether a mail brought a message, or a paper of one's team. */
const isNew = (one) => one.accepted.length > 0 || (one.kept ?? []).length > 0;

/** Whether it was taken in. */
async function receive(mail, said, came) {
  try {
    const told = await post("receive", mail);
    show(said, told);
    if (told.received.some(isNew)) await came([...told.lines, ...told.signed.map(own)], told.received);
    return !told.error;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.error.code === "INVITATION") return joining(mail);
    said.replaceChildren(para("wrong", error.words));
    announce(error.words);
    return false;
  }
}

function show(said, told) {
  const [first = "Nothing new.", ...rest] = told.lines;
  const errors = (told.errors ?? []).map((one) => para("wrong", one.what));
  const kind = told.received.some((one) => one.error) ? "wrong" : "good";
  said.replaceChildren(para(kind, first), rest.length ? fold("receipt", "All that is said of it", h("pre", { tabindex: 0 }, rest.join("\n"))) : "", ...errors);
  announce(first);
}

/** Of a message that left nothing to decide. */
const own = (sent) => `Your message ${sent.message} left nothing to decide and is signed: send it from Mail and more.`;

async function fetched(said, came) {
  said.replaceChildren(para("help", "The program asks your mail server..."));
  try {
    const told = await post("fetch");
    const look = (one) => button(`Look at the invitation of ${one.from}`, "look at invitation", () => joining({ text: one.text }, one.from));
    said.replaceChildren(h("pre", { tabindex: 0 }, told.lines.join("\n") || "Nothing new."), ...told.invitations.map(look));
    announce(told.lines[0] ?? "Nothing new.");
    if (told.received.some(isNew)) await came(told.lines, []);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    said.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
}
