"use strict";
// What there is to know of something on a map or a chart: beside the pointer, or under the arrow keys.
(() => {
  const told = document.createElement("div");
  told.id = "told";
  told.hidden = true;
  document.body.append(told);
  const spoken = document.createElement("p");
  spoken.className = "unseen";
  spoken.setAttribute("aria-live", "polite");
  const main = document.querySelector("main");
  main.append(spoken);
  const titles = new WeakMap();

  // The browser's own tooltip would cover ours: a title is read once and kept.
  const titleOf = (element) => {
    const title = element.querySelector(":scope > title");
    if (title) {
      titles.set(element, title.textContent);
      title.remove();
    }
    return titles.get(element) || "";
  };
  const linesOf = (element) => {
    const stack = element.closest(".stack");
    if (!stack) return titleOf(element) ? [titleOf(element)] : [];
    for (const badge of stack.querySelectorAll(".badge")) titleOf(badge);
    return [...stack.querySelectorAll(".counter")].reverse().map(titleOf).filter(Boolean);
  };
  const target = (at) => {
    for (let found = at; found && found.closest && found.closest("svg"); found = found.parentElement) {
      if (found.matches(".stack, .counter") || titleOf(found)) return found.matches("svg") ? null : found;
    }
    return null;
  };
  const placeNear = (x, y) => {
    const box = told.getBoundingClientRect();
    const left = x + 16 + box.width > innerWidth ? Math.max(4, x - box.width - 12) : x + 16;
    const top = y + 16 + box.height > innerHeight ? Math.max(4, y - box.height - 12) : y + 16;
    told.style.left = `${left}px`;
    told.style.top = `${top}px`;
  };
  const show = (lines, x, y) => {
    told.replaceChildren();
    for (const text of lines.slice(0, 12)) {
      text.split("\n").forEach((line, number) => {
        const row = document.createElement("p");
        row.textContent = line;
        if (number === 0) row.className = "name";
        told.append(row);
      });
    }
    told.hidden = lines.length === 0;
    if (!told.hidden) placeNear(x, y);
  };
  // What the keys have chosen: it stays in sight while the page scrolls to it.
  let held = null;
  const hide = () => {
    told.hidden = true;
    held = null;
  };
  const point = (event) => {
    const element = event.target.closest && event.target.closest("svg") ? target(event.target) : null;
    held = null;
    if (element) show(linesOf(element), event.clientX, event.clientY); else hide();
  };
  document.addEventListener("pointermove", point);
  document.addEventListener("pointerdown", point);
  const follow = () => (held && held.isConnected ? placeNear(...middle(held)) : hide());
  document.addEventListener("scroll", follow, { passive: true, capture: true });

  // The arrow keys go from stack to stack, and from combat to combat.
  const chosen = new WeakMap();
  const things = (map) => [...map.querySelectorAll(".stack, .fight")].filter((one) => linesOf(one).length);
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const ring = (map, element) => {
    map.querySelectorAll(".ring").forEach((old) => old.remove());
    const svg = element.closest("svg"), box = element.getBBox(), name = "http://www.w3.org/2000/svg";
    const toSvg = svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
    const rect = document.createElementNS(name, "rect");
    const sizes = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 3 };
    for (const [key, value] of Object.entries(sizes)) rect.setAttribute(key, value);
    rect.setAttribute("class", "ring");
    rect.setAttribute("fill", "none");
    rect.setAttribute("stroke", "#d1007f");
    rect.setAttribute("stroke-width", "3");
    rect.setAttribute("pointer-events", "none");
    rect.setAttribute("transform", `matrix(${toSvg.a} ${toSvg.b} ${toSvg.c} ${toSvg.d} ${toSvg.e} ${toSvg.f})`);
    svg.append(rect);
  };
  const choose = (map, element) => {
    chosen.set(map, element);
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    ring(map, element);
    const [x, y] = middle(element), lines = linesOf(element);
    show(lines, x, y);
    held = element;
    map.dispatchEvent(new CustomEvent("chosen", { bubbles: true, detail: element }));
    spoken.textContent = lines.join("; ").replaceAll("\n", ", ");
  };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const next = (map, way) => {
    const all = things(map), from = chosen.get(map);
    if (!from || !from.isConnected) return all[0];
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const one of all) {
      if (one === from) continue;
      const [a, b] = middle(one), along = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (along > 1 && along + 2 * aside < least) { best = one; least = along + 2 * aside; }
    }
    return best || from;
  };
  for (const map of document.querySelectorAll(".map")) {
    map.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hide();
      if (!(event.key in ways) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const one = next(map, ways[event.key]);
      if (one) choose(map, one);
    });
    map.addEventListener("blur", () => {
      map.querySelectorAll(".ring").forEach((old) => old.remove());
      hide();
    });
  }

  // Maps open on what matters, so large that counters can be read; buttons make them larger, smaller and whole.
  const READ = 26, LARGEST = 46;
  for (const figure of document.querySelectorAll(".board-frame")) {
    const map = figure.querySelector(".map"), svg = map.querySelector("svg");
    let zoom = 1, chosen = false;
    const room = () => [map.clientWidth, Math.min(map.clientHeight, innerHeight * .88)];
    const unit = () => map.clientWidth / svg.viewBox.baseVal.width;
    const middle = (x, y) => {
      const [width, height] = room(), pixels = unit() * zoom;
      map.scrollTo(x * pixels - width / 2, y * pixels - height / 2);
    };
    const set = (factor) => {
      const [width, height] = room(), before = unit() * zoom;
      const at = [(map.scrollLeft + width / 2) / before, (map.scrollTop + height / 2) / before];
      zoom = Math.min(4, Math.max(1, factor));
      svg.style.width = zoom === 1 ? "" : `${Math.round(100 * zoom)}%`;
      middle(...at);
    };
    // Where the reader has chosen a size it stays; what matters comes into sight where it is not.
    const look = () => {
      const [x, y, wide, high, counter] = (figure.dataset.focus || "").split(" ").map(Number);
      if (!counter || !map.clientWidth) return;
      const one = unit(), fits = Math.min(map.clientWidth / wide, innerHeight * .88 / high) / one;
      if (!chosen) set(Math.max(Math.min(fits, LARGEST / (counter * one)), READ / (counter * one)));
      const [width, height] = room(), pixels = one * zoom;
      const seen = x * pixels >= map.scrollLeft && (x + wide) * pixels <= map.scrollLeft + width
        && y * pixels >= map.scrollTop && (y + high) * pixels <= map.scrollTop + height;
      if (!seen) middle(x + wide / 2, y + high / 2);
      chosen = true;
    };
    figure.querySelectorAll("button[data-zoom]").forEach((button) => button.addEventListener("click", () => {
      chosen = true;
      set(button.dataset.zoom === "in" ? zoom * 1.4 : button.dataset.zoom === "out" ? zoom / 1.4 : 1);
    }));
    figure.addEventListener("look", look);
    look();
  }

  const openAll = (open) => document.querySelectorAll("details").forEach((one) => { one.open = open; });
  document.querySelectorAll("button[data-open]").forEach((button) =>
    button.addEventListener("click", () => openAll(button.dataset.open === "all")));
  addEventListener("beforeprint", () => openAll(true));
  // A link to something folded away unfolds it.
  const reveal = () => {
    const found = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!found) return;
    for (let at = found; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    found.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
