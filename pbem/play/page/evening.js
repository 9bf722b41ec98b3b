// One campaign: what is to be read, what is to be ordered, and what else can be done in it.

import { announce, byId, h } from "/shared/dom.js";
import { get } from "./api.js";
import { acting } from "./acting.js";
import { tell } from "./onward.js";
import { ordering } from "./ordering.js";
import { reading } from "./reading.js";

// Kinds of what is due that are answered on the page of orders.
const ORDERED = ["orders", "answer"];
const TITLES = { read: "Read", order: "Order", act: "Mail and more" };

// The program leaves out what is empty.
const ABSENT = { answers: [], team: [], seatings: [], over: {}, standing: "", result: "" };

/** Opens a campaign; its `turn` shows a part of it. */
export async function evening(id, answer = "") {
  const status = { ...ABSENT, ...(await get(`${id}/status`)) };
  const asks = ORDERED.includes(status.due) || status.answers.length > 0;
  const views = asks ? ["read", "order", "act"] : ["read", "act"];
  const sections = Object.fromEntries(views.map((view) => [view, h("section", { class: `view of-${view}`, id: `view-${view}`, hidden: true, role: view === "order" ? null : "main" })]));
  byId("play").replaceChildren(...Object.values(sections));
  const made = { id, answer, holds: false, status, bench: null };
  head(made, views, first(status, asks));

  const filled = new Set();
  const fill = {
    read: () => reading(made, sections.read),
    order: async () => {
      made.holds = true;
      made.bench = await ordering(made, sections.order);
    },
    act: () => acting(made, sections.act),
  };
  made.turn = async (view) => {
    const now = views.includes(view) ? view : first(status, asks);
    for (const link of byId("views").querySelectorAll("a")) {
      if (link.dataset.view === now) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const [name, section] of Object.entries(sections)) section.hidden = name !== now;
    if (filled.has(now)) return;
    filled.add(now);
    await fill[now]();
  };
  made.heard = (event) => heard(made, event);
  made.leave = () => made.bench?.flush();
  return made;
}

/** What a player most likely came for: his orders, a message without any, the mail that he waits for, or else to read. */
function first(status, asks) {
  if (asks) return "order";
  return status.you && !Object.keys(status.over).length ? "act" : "read";
}

/** What is awaited, which leads to where it is done. */
function awaited(id, status, next) {
  const words = status.due === "wait" ? `waiting for ${status.awaited}` : `awaited: ${status.awaited}`;
  return status.you ? h("a", { href: `#/${id}/${next}` }, words) : words;
}

function head({ id, status }, views, next) {
  document.title = `${status.campaign}: pbem play`;
  byId("title").textContent = status.phase || status.campaign;
  const parts = [status.phase ? status.campaign : "", status.you ? `you are ${status.you}` : "you look on", status.result].filter(Boolean);
  byId("about").replaceChildren(parts.join("; "), ...(status.result ? [] : ["; ", awaited(id, status, next)]));
  const links = views.map((view) => h("a", { href: `#/${id}/${view}`, "data-view": view }, TITLES[view]));
  byId("views").replaceChildren(h("a", { href: "#/" }, "All campaigns"), ...links);
}

/** The campaign has gone on, or its files were edited. */
function heard(made, event) {
  // What is being signed here is told in its dialogue.
  if (event.campaign !== made.id || document.querySelector("dialog[data-signing]")) return;
  if (event.log !== undefined && event.log !== made.status.messages) {
    announce("The campaign has gone on.");
    tell("The campaign has gone on: ", h("a", { href: "", onclick: () => location.reload() }, "show it as it stands now"), ".");
  }
  made.bench?.heard(event);
}
