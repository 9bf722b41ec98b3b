"use strict";
// Steps through a campaign: which pieces lie on the maps, which story is told, how far the figures go.
(() => {
  const steps = JSON.parse(document.getElementById("steps").textContent);
  const by = (name) => document.getElementById(name);
  const slider = by("slider"), play = by("play"), pace = by("pace");
  const boards = [...document.querySelectorAll(".board-frame")].map((frame) => {
    const number = frame.dataset.board, svg = frame.querySelector(".map > svg");
    return { frame, svg, scene: svg.querySelector(".scene"), pieces: [...by(`pieces-${number}`).content.firstElementChild.children] };
  });
  const tellings = [...document.querySelectorAll(".step")];
  const column = document.querySelector(".telling");
  const name = "http://www.w3.org/2000/svg";
  const futures = new Map();
  for (const chart of document.querySelectorAll("svg.chart")) {
    const key = chart.querySelector("title").id.replace("-title", "");
    const rect = document.createElementNS(name, "rect"), line = document.createElementNS(name, "path");
    rect.setAttribute("class", "future");
    line.setAttribute("class", "now");
    const spots = chart.querySelector(".spot");
    chart.insertBefore(rect, spots);
    chart.insertBefore(line, spots);
    futures.set(key, [rect, line]);
  }
  let at = -1, timer = 0;

  const draw = (board, numbers) => {
    const had = board.shown || new Map(), have = new Map(), children = [];
    for (const number of numbers) {
      const node = had.get(number) || document.importNode(board.pieces[number], true);
      have.set(number, node);
      children.push(node);
    }
    board.shown = have;
    board.scene.replaceChildren(...children);
  };
  const go = (to) => {
    const next = Math.min(steps.length - 1, Math.max(0, to));
    if (next === at || !steps.length) return;
    at = next;
    const step = steps[at];
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", step.where);
    by("where").textContent = step.where;
    by("score").textContent = step.score;
    boards.forEach((board, number) => {
      draw(board, step.boards[number]);
      board.svg.setAttribute("aria-label", step.words[number]);
      board.frame.dataset.focus = step.focus[number];
      board.frame.dispatchEvent(new Event("look"));
      board.svg.querySelectorAll(".ring").forEach((old) => old.remove());
    });
    follow();
    tellings.forEach((section, number) => { section.hidden = number !== at; });
    if (column) column.scrollTop = 0;
    for (const [key, [rect, line]] of futures) {
      const [x, top, right, bottom] = step.cut[key];
      for (const [key, value] of Object.entries({ x: x + 1, y: top - 6, width: Math.max(0, right - x), height: bottom - top + 7 })) {
        rect.setAttribute(key, value);
      }
      line.setAttribute("d", `M${x} ${top}V${bottom}`);
    }
    by("first").disabled = by("back").disabled = at === 0;
    by("last").disabled = by("on").disabled = at === steps.length - 1;
    // A page within a page has no address of its own.
    if (location.protocol !== "about:") history.replaceState(null, "", `#${step.seq}`);
  };
  // The last ways of the unit that the reader has chosen, the older the fainter, above what lies on the maps.
  const TRAIL = 6;
  let followed = "";
  const follow = () => {
    boards.forEach((board, number) => {
      board.svg.querySelectorAll(":scope > .trail").forEach((old) => old.remove());
      if (!followed) return;
      const group = document.createElementNS(name, "g");
      group.setAttribute("class", "trail");
      group.setAttribute("pointer-events", "none");
      for (let back = at; back >= 0 && group.childElementCount < TRAIL; back--) {
        for (const piece of [...steps[back].boards[number]].reverse().map((one) => board.pieces[one])) {
          if (!piece.matches(".arrow") || !(piece.dataset.units || "").split(" ").includes(followed)) continue;
          if (group.childElementCount === TRAIL) break;
          const way = document.importNode(piece, true);
          way.removeAttribute("id");
          way.setAttribute("opacity", String(1 - 0.13 * group.childElementCount));
          group.prepend(way);
        }
      }
      if (group.childElementCount) board.svg.append(group);
    });
  };
  const choose = (thing) => {
    const counter = thing && (thing.closest(".counter") || [...(thing.closest(".stack") || thing).querySelectorAll(".counter")].pop());
    followed = counter ? counter.dataset.unit : "";
    follow();
  };
  document.addEventListener("chosen", (event) => choose(event.detail));
  document.addEventListener("click", (event) => {
    if (event.target.closest(".map")) choose(event.target.closest(".stack, .counter"));
  });

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  };
  const start = () => {
    stop();
    if (at === steps.length - 1) go(0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      go(at + 1);
      if (at === steps.length - 1) stop();
    }, Number(pace.value));
  };
  const toggle = () => (timer ? stop() : start());

  by("first").addEventListener("click", () => { stop(); go(0); });
  by("back").addEventListener("click", () => { stop(); go(at - 1); });
  by("on").addEventListener("click", () => { stop(); go(at + 1); });
  by("last").addEventListener("click", () => { stop(); go(steps.length - 1); });
  play.addEventListener("click", toggle);
  pace.addEventListener("change", () => { if (timer) start(); });
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  const ways = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => steps.length - 1 };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, summary, a")) return;
    if (event.key === " " && !event.target.closest("button, input")) {
      event.preventDefault();
      toggle();
    } else if (event.key in ways) {
      event.preventDefault();
      stop();
      go(ways[event.key]());
    }
  });
  const wanted = steps.findIndex((step) => `#${step.seq}` === location.hash);
  go(wanted < 0 ? 0 : wanted);
})();
