// Panels beside the map and their tabs, of which one is seen.

import { byId } from "./dom.js";
import { selectTab, selection } from "./chosen.js";

let panels = [];

/** Opens those that are offered, the first of them in sight. Each { name, draw, isOffered, wrong, label }: name of its
 *  elements `tab-NAME` and `panel-NAME`; wrong: how many things in it are; label: on the tab, where the page's is not meant. */
export function openPanels(all) {
  panels = all.filter((one) => one.isOffered?.() ?? true);
  const names = panels.map((one) => one.name);
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const name = tab.id.replace("tab-", "");
    tab.hidden = !names.includes(name);
    tab.addEventListener("click", () => turnTo(name));
  }
  for (const { name, label } of panels) if (label) byId(`tab-${name}`).textContent = label;
  byId("tabs").addEventListener("keydown", (event) => {
    const here = names.indexOf(selection().tab);
    const count = names.length;
    const to = { ArrowRight: (here + 1) % count, ArrowLeft: (here + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    turnTo(names[to]);
    byId(`tab-${names[to]}`).focus();
  });
  turnTo(names[0]);
}

export function turnTo(name) {
  selectTab(name);
  byId("panels").scrollTop = 0;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const now = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(now));
    tab.tabIndex = now ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !now;
  }
}

/** Draws the one that is seen. */
export function drawPanel() {
  panels.find((one) => one.name === selection().tab)?.draw();
}

/** Says at each tab how much in its panel is wrong. */
export function countWrong() {
  for (const { name, wrong } of panels) {
    const tab = byId(`tab-${name}`);
    const number = wrong?.() ?? 0;
    tab.dataset.wrong = number ? String(number) : "";
    if (number) tab.setAttribute("aria-label", `${tab.textContent}, ${number} ${number === 1 ? "fault" : "faults"}`);
    else tab.removeAttribute("aria-label");
  }
}
