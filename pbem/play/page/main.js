// The page of `pbem play`: one list of campaigns, and of each campaign what is to be read, ordered and mailed.

import { announce, byId, h, para } from "/shared/dom.js";
import { Refused, admitted, get, listen, post } from "./api.js";
import { campaignList } from "./campaigns.js";
import { evening } from "./evening.js";
import { sayKept } from "./onward.js";

/** The view that is open: it hears what happens in the folders. */
let open = null;
/** What is being set up: a view that is asked for meanwhile is one of it, and no second page is made beside. */
let opening = null;
/** Something could not be shown: what comes next begins anew. */
let broken = false;

/** `#/ID/VIEW/ANSWER`; nothing of it is secret. */
function route() {
  const [, id = "", view = "", answer = ""] = location.hash.slice(1).split("/");
  return { id: /^[0-9a-f]{12,64}$/.test(id) ? id : "", view, answer: ["accept", "decline"].includes(answer) ? answer : "" };
}

async function show() {
  await opening?.catch(() => {});
  const { id, view, answer } = route();
  if (broken) return location.reload();
  byId("said").textContent = "";
  try {
    if (open?.id !== id) {
      if (open?.holds) return location.reload(); // map and forms of one question are set up once
      opening = id ? evening(id, answer) : campaignList();
      open = await opening;
    }
    await open.turn?.(view);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404 && id && (await elsewhere(id, view))) {
      await show();
      return;
    }
    broken = true;
    byId("play").replaceChildren(h("section", { class: "view" }, para("wrong", error.words), para("help", error.error.where ?? ""), h("p", {}, h("a", { href: "#/" }, "All campaigns"))));
    announce(error.words);
  }
}

/** An invitation has another id when it has been accepted. Whether the page goes there. */
async function elsewhere(id, view) {
  const { moved } = await get("campaigns");
  if (!moved[id]) return false;
  history.replaceState(null, "", `#/${moved[id]}/${view}`);
  return true;
}

function ended() {
  byId("top").hidden = true;
  byId("play").replaceChildren(para("notice", "The program has ended: nothing here is kept any more. Start it again with pbem play."));
}

/** first: the program has just opened the page, on the campaign that it was started for. */
async function begin(first) {
  byId("stop").addEventListener("click", async () => {
    await open?.leave?.();
    await post("stop").catch(() => {});
    ended();
  });
  window.addEventListener("hashchange", show);
  if (first && !route().id) {
    const { here } = await get("campaigns");
    if (here) history.replaceState(null, "", `#/${here}`);
  }
  await show();
  sayKept();
  hear();
}

/** Hears what the program tells. A stream that breaks off while the program still answers is taken up again. */
function hear() {
  listen((event) => open?.heard?.(event), () => get("rules").then(() => setTimeout(hear, 1000), ended));
}

const admission = admitted();
if (admission) begin(admission === "new");
else byId("play").replaceChildren(para("notice", "This page is opened by the program: type pbem play."));
