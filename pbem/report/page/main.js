// The start of a page that is a file: what Python knew is in it, the browser keeps a draft, and the files are taken out.

import { isUnsaved, drawFile, ordersText, standingText } from "./view_file.js";
import { asReach, came, install } from "./judge.js";
import { judgeOfFile } from "./judge_file.js";
import { replace } from "./store.js";
import { openDraft } from "./view_draft.js";
import { count } from "./view_findings.js";
import { ORDERING, drawAll, openWorkbench } from "./workbench.js";
import { write } from "./yaml.js";

install(judgeOfFile);
openWorkbench([...ORDERING, { name: "file", draw: drawFile, wrong: () => count([]) }]);
window.addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});
openDraft();
drawAll();

/** For scripts, and for the tests of the page. */
window.pbemOrders = {
  orders: ordersText,
  standing: standingText,
  load: (orders) => replace({ orders }),
  write,
  judge: { asReach, came, install },
};
