// What is clicked together as an entry of the orders, and an entry read back as what was clicked.

const WORD = /^\$(?:who|all|path|way|end|turn|targets|far)$/;

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The entry with words in the place of `$who`, `$path` and so on; members whose word is undefined are left out. */
export function fillIn(template, words) {
  if (typeof template === "string" && WORD.test(template)) return words[template.slice(1)];
  if (Array.isArray(template)) return template.map((item) => fillIn(item, words)).filter((item) => item !== undefined);
  if (!isMap(template)) return template;
  const members = Object.entries(template).map(([key, inner]) => [key, fillIn(inner, words)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** The words of an entry that was made by a template, or written like one; undefined where it says something else.
 *  More members than the template has are allowed, and such as hold a word alone may be missing. */
export function readOut(template, entry) {
  const words = {};
  return matches(template, entry, words) ? words : undefined;
}

function matches(template, value, words) {
  if (typeof template === "string" && WORD.test(template)) {
    if (value !== undefined) words[template.slice(1)] = value;
    return true;
  }
  if (Array.isArray(template)) {
    return Array.isArray(value) && template.length === value.length && template.every((item, place) => matches(item, value[place], words));
  }
  if (isMap(template)) return isMap(value) && Object.entries(template).every(([key, inner]) => matches(inner, value[key], words));
  return template === value;
}

/** The members of an entry that no template wrote. */
export function besides(template, entry) {
  return Object.keys(isMap(entry) ? entry : {}).filter((key) => !Object.hasOwn(template, key));
}
