// The notice of a draft that the browser has kept, above everything else.

import { announce, button, byId, h, rebuild } from "./dom.js";
import { draft, forget, keep, onOther, take } from "./drafts.js";
import { beginning, replace, watch } from "./store.js";

// An older draft that waits for a decision: until then nothing is kept over it.
let waiting = false;

/** Takes over what was begun on this very page, offers what was begun on an earlier one, and from now on keeps drafts. */
export function openDraft() {
  const found = draft();
  if (found?.same) {
    take(found);
    restored(found);
  } else if (found) offered(found, `This browser keeps a draft${when(found)}, begun before orders.yaml came to what this page holds.`);
  watch(() => waiting || keep());
  onOther(() => {
    const others = draft();
    if (others) offered(others, "This page is open in another window too, which has just kept a draft of its own in place of yours.");
  });
}

const when = ({ at }) => (at ? ` of ${at}` : "");

function notice(words, ...buttons) {
  const place = byId("draft");
  rebuild(place, h("span", {}, words), h("div", { class: "adds" }, buttons));
  place.hidden = false;
  announce(words);
}

function close(words) {
  byId("draft").hidden = true;
  waiting = false;
  announce(words);
  byId("page").focus();
}

function restored(found) {
  const afresh = () => {
    replace(beginning());
    forget();
    close("the page is as it was when it was written");
  };
  notice(
    `Your draft${when(found)}, which this browser kept, is in this page.`,
    button("Start afresh", "draft afresh", afresh),
    button("Go on with it", "draft keep", () => close("you go on with your draft")),
  );
}

function offered(found, words) {
  waiting = true;
  const taken = () => {
    take(found);
    close("your draft is in this page");
    keep();
  };
  const away = () => {
    forget();
    close("the draft is thrown away");
    keep();
  };
  notice(
    `${words} Until you decide nothing else is kept.`,
    button("Take the draft", "draft take", taken),
    button("Throw it away", "draft drop", away),
  );
}
