// What the program wrote into the page, with indexes into it.

/** Read once: a page that fetches it lays it there first, and imports these modules then. */
export const data = JSON.parse(document.getElementById("data").textContent);
// Words of orders are looked up in it: `constructor` is the name of nothing.
Object.setPrototypeOf(data.names ?? {}, null);
/** `Layout` of pbem.engine.desk; null for forms alone. */
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

/** who -> `Movable` of pbem.engine.desk. */
export const movables = new Map((desk?.movables ?? []).map((one) => [one.who, one]));

const byCounter = new Map([...movables.values()].map((one) => [one.counter, one]));

const named = new Map();
for (const counter of counters.values()) {
  for (const word of [counter.hover[0], counter.id]) if (word) named.set(word.toLowerCase(), counter.id);
}
for (const one of movables.values()) named.set(one.who.toLowerCase(), one.counter);

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

/** What the enemy has in a place, in words. */
export function garrison(place) {
  const there = (enemies.get(place) ?? []).map((counter) => `${nameOf(counter)} ${counters.get(counter).value}`.trim());
  return `${placeName(place)}: ${there.join(", ") || "nobody"}`;
}
