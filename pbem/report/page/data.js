// What the program wrote into the page, with indexes into it.

export const data = JSON.parse(document.getElementById("data").textContent);
export const desk = data.desk;

/** place id -> { id, label, name, x, y, outline, hover, board } */
export const places = new Map();
for (const board of data.boards) {
  for (const [id, label, name, x, y, outline, hover] of board.places) {
    places.set(id, { id, label, name, x, y, outline, hover, board: board.id });
  }
}

/** counter id -> counter, in the scene's order. */
export const counters = new Map(data.counters.map((counter) => [counter.id, counter]));

/** who -> what it can do; `steps` by place. */
export const reaches = new Map();
for (const reach of desk ? desk.reaches : []) {
  const steps = new Map(
    reach.steps.map(([place, cost, before, stop, note, more]) => [place, { place, cost, before, stop, note, more }]),
  );
  reaches.set(reach.who, { ...reach, steps });
}

const byCounter = new Map([...reaches.values()].map((reach) => [reach.counter, reach]));

/** What the unit of a counter can do, undefined for one that nobody can order. */
export function reachOf(counter) {
  return byCounter.get(counter);
}

const named = new Map();
for (const counter of counters.values()) {
  for (const word of [counter.hover[0], counter.id]) if (word) named.set(word.toLowerCase(), counter.id);
}
for (const reach of reaches.values()) named.set(reach.who.toLowerCase(), reach.counter);

/** The counter that orders mean by a word: as they name it, its id, or its full name. */
export function counterOf(word) {
  return typeof word === "string" ? named.get(word.toLowerCase()) : undefined;
}

/** How orders name a counter. */
export function whoOf(counter) {
  return byCounter.get(counter)?.who ?? counter;
}

/** The full name of a counter. */
export function nameOf(counter) {
  const there = counters.get(counter);
  return there?.hover[0] || there?.name || data.names[counter] || data.names[whoOf(counter)] || whoOf(counter);
}

/** `Closwitz 0610`, `0609`; an id that is on no map as it is. */
export function placeName(id) {
  const place = places.get(id);
  if (!place) return data.names[id] ?? id;
  return [place.name, place.label === place.name ? "" : place.label].filter(Boolean).join(" ") || id;
}

/** What a word of orders stands for, "" where it says it itself. */
export function meaning(word) {
  if (typeof word !== "string") return "";
  const counter = counterOf(word);
  const name = counter ? nameOf(counter) : places.has(word) ? placeName(word) : (data.names[word] ?? "");
  return name.toLowerCase() === word.toLowerCase() ? "" : name;
}

/** The printed name of what a word of orders stands for; the word itself where it has none. */
export function printed(word) {
  const counter = counterOf(word);
  return data.names[word] ?? (counter ? nameOf(counter) : places.has(word) ? placeName(word) : word);
}

export function isOwn(counter) {
  return counters.get(counter)?.side === data.army;
}

/** Counters of the others, by place. */
export const enemies = new Map();
for (const counter of counters.values()) {
  if (counter.side === data.army || !counter.side) continue;
  if (!enemies.has(counter.place)) enemies.set(counter.place, []);
  enemies.get(counter.place).push(counter.id);
}
