// Texts of a file become numbers, true and false where the schema asks for them, as the program does it.

import { branchesOf, faults, itemSchema, listed, memberSchema, onlyRequired, resolve } from "./schema.js";

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** A copy of plain data of which every scalar is text. What does not fit stays text. */
export function typed(given, value, root) {
  if (given === undefined) return value;
  const schema = resolve(given, root);
  let found = value;
  for (const part of schema.allOf ?? []) found = typed(part, found, root);
  const branches = branchesOf(schema, root);
  if (branches.length && !onlyRequired(branches)) found = best(branches, found, root);
  if (Array.isArray(found)) return found.map((item, index) => typed(itemSchema(schema, index), item, root));
  if (isMap(found)) {
    return Object.fromEntries(Object.entries(found).map(([key, inner]) => [key, typed(memberSchema(schema, key), inner, root)]));
  }
  return scalar(schema, found);
}

/** As the first branch reads it in which the least is wrong. */
function best(branches, value, root) {
  const tried = branches.map((branch) => typed(branch, value, root));
  const wrong = tried.map((one, index) => faults(branches[index], one, root).length);
  return tried[wrong.indexOf(Math.min(...wrong))];
}

function scalar(schema, value) {
  if (typeof value !== "string") return value;
  const values = listed(schema);
  if (values) return values.find((one) => String(one) === value) ?? value;
  const kinds = [schema.type ?? []].flat();
  if (!kinds.length || kinds.includes("string")) return value;
  if (kinds.includes("integer") && /^-?(?:0|[1-9]\d{0,15})$/.test(value) && Number.isSafeInteger(Number(value))) return Number(value);
  if (kinds.includes("boolean") && (value === "true" || value === "false")) return value === "true";
  if (value === "" && kinds.length === 1 && kinds[0] === "array") return [];
  if (value === "" && kinds.length === 1 && kinds[0] === "object") return {};
  return value;
}
