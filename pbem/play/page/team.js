// A captain's team: of which members two parts lie there, and which of them counts.

import { h, para } from "/shared/dom.js";
import { Refused, get } from "./api.js";

/** campaign: its id. changed: called when another part counts than before. */
export function teamParts(campaign, changed) {
  let twice = new Map();
  const counts = new Map();

  const choice = ([member, files]) =>
    h("div", { class: "field" }, h("label", { for: `part-of-${member}` }, `Which part of ${member} counts`), h(
      "select",
      { id: `part-of-${member}`, "data-key": `part ${member}`, onchange: (event) => choose(member, event.target.value) },
      h("option", { value: "", selected: !counts.has(member) }, "choose one"),
      files.map(({ file, orders }) => h("option", { value: file, selected: counts.get(member) === file }, `${file}, ${orders === 1 ? "1 order" : `${orders} orders`}`)),
    ));

  function choose(member, file) {
    if (file) counts.set(member, file);
    else counts.delete(member);
    changed();
  }

  return {
    /** For the requests that judge and sign: the files that count in the place of others. */
    chosen: () => [...counts.values()],
    /** Looks at what lies there. */
    async look() {
      try {
        const { parts } = await get(`${campaign}/parts`);
        const before = JSON.stringify([...twice]);
        twice = new Map();
        for (const { member } of parts) twice.set(member, parts.filter((one) => one.member === member));
        for (const [member, files] of twice) if (files.length < 2) twice.delete(member);
        for (const [member, file] of counts) if (!twice.get(member)?.some((one) => one.file === file)) counts.delete(member);
        if (JSON.stringify([...twice]) !== before) changed();
      } catch (error) {
        if (!(error instanceof Refused)) throw error; // told by who judges
      }
    },
    draw: () => (twice.size ? h("section", {}, para("doubt", "Two parts lie there of one member."), [...twice].map(choice)) : null),
  };
}
