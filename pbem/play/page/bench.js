// Map, panels and files of one question at work together, once its data is in the page.

import { announce, byId, button, h, para, rebuild } from "/shared/dom.js";
import { install } from "/shared/judge.js";
import { allFindings, count } from "/shared/view_findings.js";
import { ORDERING, drawAll, openWorkbench } from "/shared/workbench.js";
import { judgeOfProgram } from "./judge_play.js";
import { keeping } from "./keeping.js";
import { signing } from "./signing.js";
import { teamParts } from "./team.js";

/** Begins. Returns what the rest of the page asks of it: { heard, flush }. */
export function bench(made, desk) {
  const { id, status } = made;
  const isMember = status.team.length > 0 && !status.standing;
  const said = (error) => {
    announce(error.words);
    if (error.error.code === "PART_TWICE") team.look();
  };
  const team = teamParts(id, () => {
    judge.again();
    drawAll();
  });
  const besides = () => ({ answer: made.answer ?? "", parts: team.chosen() });
  const judge = judgeOfProgram(id, besides, said);
  const kept = keeping(made, { orders: desk.file.digest, standing: desk.standing_file?.digest ?? "" }, byId("clash"));
  install(judge);

  const sign = async () => {
    if (!(await kept.flush())) announce(kept.words() || "Not everything is written yet.");
    else signing(id, isMember ? "part" : "due", besides());
  };

  openWorkbench([...ORDERING, { name: "file", draw: () => drawSign(judge, team, sign), wrong: () => count([]) }]);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    sign();
  });
  drawAll();
  /** For the tests of the page. */
  window.pbemPlay = { isSettled: () => judge.isFinal() && kept.isWritten() };
  return { heard: kept.heard, flush: kept.flush };
}

function drawSign(judge, team, sign) {
  const told = judge.answer();
  rebuild(byId("panel-file"), told ? judgement(told) : para("help", judge.silence()), team.draw(), h("div", { class: "adds" }, button("Look at it and sign...", "sign orders", sign)), told ? preview(told) : null);
}

function judgement(told) {
  const wrong = allFindings("This cannot be signed yet:");
  return wrong ?? para("good", "Nothing is wrong with these orders.");
}

function preview({ lines, ordered, secret, notes, remarks }) {
  const rest = remarks.map((one) => one.what);
  const told = [...lines, ...ordered, ...secret, ...rest];
  if (!told.length && !notes.length) return null;
  return h("section", {}, h("h2", {}, "What they would do"), told.length ? h("pre", { tabindex: 0 }, told.join("\n")) : null, notes.map((line) => para("help", line)));
}
