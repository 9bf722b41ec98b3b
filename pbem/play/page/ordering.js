// The part of the page on which orders are given: map, panels, and what the program says of every change.

import { byId, h, para } from "/shared/dom.js";
import { get, post } from "./api.js";
import { markup } from "./markup.js";
import { signing } from "./signing.js";

/** Opens it for the question that is due. What can be told of it, as `bench` of bench.js gives it. */
export async function ordering(made, section) {
  const { id, status } = made;
  if (status.answers.length && !made.answer) return answering(made, section);
  section.replaceChildren(para("help", "The map is being drawn..."));
  // The template, where nothing lies there for this question; what lay there for another one is put away.
  await post(`${id}/orders`, { answer: made.answer });
  const desk = await get(`${id}/desk${made.answer ? `?answer=${made.answer}` : ""}`);
  if (!section.isConnected) return null; // the player has gone elsewhere
  section.replaceChildren(...furniture(desk));
  // The modules that draw the orders read what they are about once, from here.
  const { orders, note } = desk.file;
  const standing = desk.standing && { ...desk.standing, values: desk.standing_file?.values ?? desk.standing.values };
  byId("data").textContent = JSON.stringify({ ...desk, orders, note, standing });
  const { bench } = await import("./bench.js");
  return section.isConnected ? bench(made, desk) : null;
}

/** An offer is answered first: what one says to it decides what there is to order. */
function answering(made, section) {
  const { id, status } = made;
  // Orders come first where the answer has some: then it takes more than the one command.
  const choose = (answer, ordered) => () => {
    if (!ordered) return signing(id, "due", { answer }, () => location.reload());
    location.hash = `#/${id}/order/${answer}`;
    return location.reload();
  };
  section.replaceChildren(
    h(
      "div",
      { class: "view", role: "main" },
      h("h2", {}, "Your opponent's offer"),
      h("p", {}, status.awaited),
      status.answers.map((one) =>
        h(
          "div",
          { class: "field" },
          h("button", { type: "button", onclick: choose(one.answer, one.commands.length > 1), disabled: !one.commands.length }, one.answer === "accept" ? "Accept" : "Decline"),
          h("span", {}, one.means),
        ),
      ),
    ),
  );
  return null;
}

// -- what stands there before the modules begin ------------------------------------------------

function furniture(desk) {
  const notices = [...desk.file.notices, ...(desk.standing_file?.notices ?? [])].map((text) => h("p", { class: "notice", role: "note" }, text));
  return [
    h("div", { id: "clash", class: "notice", role: "alertdialog", "aria-label": "Clash", hidden: true }),
    ...notices,
    h("div", { id: "desk" }, mapSection(desk), panels()),
  ];
}

const HELP = `Click a unit, then the place where it goes; the small numbers are movement points. A click on a stack chooses the
uppermost, another click the next. A unit that has an order is drawn pale where it was and framed where it will be, and is chosen
there; point at it for its name. Drag the unit for a path of your own, or hold Shift and click place by place. With keys: arrows
go from place to place, n and p from unit to unit of yours, Enter chooses, a takes all who stand there along, Shift+Enter goes one step, Backspace takes a step or an order back, Escape lets go, Ctrl+Z undoes, Ctrl+Enter goes on
to the signature. Everything can be done in the lists as well.`;

function mapSection(desk) {
  return h(
    "section",
    { id: "map", "aria-label": "Map" },
    h("div", { id: "map-bar", role: "group", "aria-label": "Boards and size" }),
    desk.pictures.map(([title, svg], number) => sheet(number, title, svg)),
    faces(desk.drawn_faces),
    h("details", { class: "help", id: "map-help" }, h("summary", {}, "How to use the map"), h("p", {}, HELP)),
  );
}

/** Pictures are the program's own, in which all that comes from strangers is text. */
function drawn(written) {
  const holder = document.createElement("template");
  holder.innerHTML = markup(written);
  return holder.content;
}

function sheet(number, title, svg) {
  const named = { id: `sheet-${number}`, class: "board-sheet", tabindex: 0, role: "application" };
  return h("div", { ...named, "aria-label": title, "aria-describedby": "map-help", hidden: true }, drawn(svg));
}

function faces(all) {
  const inside = all.map((svg, number) => `<g id="face-${number}">${svg}</g>`).join("");
  return drawn(`<svg class="faces" width="0" height="0" aria-hidden="true"><defs>${inside}</defs></svg>`);
}

const TABS = [["moves", "Moves"], ["attacks", "Attacks"], ["orders", "Other orders"], ["standing", "Standing"], ["file", "Sign"]];

function panels() {
  const tab = ([name, title]) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }, title);
  const panel = ([name]) => h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true });
  const tool = (id, title) => h("button", { type: "button", id, disabled: true }, title);
  return h(
    "main",
    {},
    h("div", { class: "tools", role: "group", "aria-label": "Changes" }, tool("undo", "Undo"), tool("redo", "Redo"), h("span", { id: "kept", class: "help keep-state" })),
    h("div", { id: "tabs", role: "tablist", "aria-label": "Parts of the orders" }, TABS.map(tab)),
    h("div", { id: "panels" }, TABS.map(panel)),
  );
}
