// What is read: the newest report, earlier ones, dice and the replay. The program has written all of it.

import { announce, button, h, para } from "/shared/dom.js";
import { Refused, get } from "./api.js";
import { markup } from "./markup.js";

const OWN = "own";
const REPLAY = "replay";

/** Fills the section. */
export async function reading({ id, status }, section) {
  const { messages } = await get(`${id}/messages`);
  const shown = h("div", { class: "report", tabindex: -1 });
  const rows = [...messages].reverse().filter((one) => one.public);
  const plays = Boolean(status.standing || messages.some((one) => one.yours));
  const choose = h(
    "select",
    { id: "which-report", onchange: () => show(id, shown, choose.value) },
    plays && rows.length ? h("option", { value: OWN }, "What is new, with what you alone know") : null,
    rows.flatMap((one) => [
      h("option", { value: String(one.message) }, `Message ${one.message}, ${one.sender}: ${one.headline}`),
      one.own ? h("option", { value: `${one.message}?own=1` }, `Message ${one.message}, as you received it`) : null,
    ]),
  );
  const tools = h(
    "div",
    { class: "field" },
    h("label", { for: "which-report" }, "Report"),
    choose,
    rows.length ? button("Map before and after", "maps", () => maps(id, shown, choose.value)) : null,
    rows.length ? button("Replay of the whole campaign", "replay", () => show(id, shown, REPLAY)) : null,
  );
  section.replaceChildren(...(rows.length ? [tools] : []), shown);
  if (rows.length) await show(id, shown, choose.value);
  else shown.replaceChildren(para("help", "Nothing has been played yet. Reports stand here once the first orders have come."));
}

async function show(id, shown, which) {
  shown.setAttribute("aria-busy", "true");
  try {
    const path = which === OWN ? "report" : which === REPLAY ? "replay?own=1" : `report/${which}`;
    shown.replaceChildren(paper(await get(`${id}/${path}`), which === REPLAY ? ["page.js", "replay.js"] : ["page.js"]));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    shown.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
  shown.removeAttribute("aria-busy");
}

/** The maps before and after the phase of which the chosen report tells. over: what is laid over them. */
async function maps(id, shown, which, over = []) {
  shown.setAttribute("aria-busy", "true");
  try {
    const number = Number.parseInt(which, 10);
    const laid = over.length ? `&overlay=${encodeURIComponent(over.join(","))}` : "";
    const { titles, svg, overlays } = await get(`${id}/map${Number.isNaN(number) ? "" : `/${number}`}?before=1&whole=1${laid}`);
    const title = titles.join(", then ");
    const choice = layers(overlays, over, (next) => maps(id, shown, which, next));
    shown.replaceChildren(...choice, paper({ title, html: `<main>${svg}</main>` }, []));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    shown.replaceChildren(para("wrong", error.words));
    announce(error.words);
  }
  shown.removeAttribute("aria-busy");
}

/** What can be laid over maps: a box to tick for each, and a field for what one is asked of, such as a hex. */
function layers(overlays, over, draw) {
  const offered = Object.entries(overlays);
  if (!offered.length) return [];
  const rows = offered.map(([name, title], number) => {
    const id = `overlay-${number}`;
    const asked = name.endsWith(":");
    const now = over.find((one) => (asked ? one.startsWith(name) : one === name));
    const others = over.filter((one) => one !== now);
    const label = h("label", { for: id }, title);
    if (!asked) {
      const onchange = (event) => draw(event.target.checked ? [...others, name] : others);
      return h("div", { class: "check" }, h("input", { type: "checkbox", id, checked: Boolean(now), onchange }), label);
    }
    const onchange = (event) => draw(event.target.value.trim() ? [...others, name + event.target.value.trim()] : others);
    const value = now ? now.slice(name.length) : "";
    return h("div", { class: "check" }, h("input", { id, value, size: 10, autocomplete: "off", onchange }), label);
  });
  const open = over.length > 0;
  return [h("details", { id: "overlays", open }, h("summary", {}, "Lay over the map"), rows)];
}

/** A report as the program has written it, in a frame, where its own styles and scripts work on nothing else. All that
 *  comes from strangers is text in it: it is the markup that pbem report writes into files. */
function paper(told, scripts) {
  const loaded = scripts.map((name) => `<script src="/report/${name}"></script>`).join("");
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="/report/page.css"></head>`;
  const frame = h("iframe", { class: "paper", title: told.title });
  frame.srcdoc = markup(`${head}<body>${told.html}${loaded}</body></html>`);
  frame.addEventListener("load", () => frame.contentDocument.addEventListener("click", within));
  return frame;
}

/** A link to another part of the report; the frame has no address of its own that could tell it. */
function within(event) {
  const link = event.target.closest?.("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const found = link.ownerDocument.getElementById(link.getAttribute("href").slice(1));
  for (let at = found; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  found?.scrollIntoView();
}
