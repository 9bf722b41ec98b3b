// JSON Schema as far as forms need it: what a value may be, and what a new one looks like. It says nothing of what is wrong.

/** Follows local references; what stands beside one goes before its target. */
export function resolve(schema, root) {
  let beside = {};
  let found = schema === true ? {} : schema;
  for (let depth = 0; depth < 32 && found && found.$ref; depth += 1) {
    const { $ref, ...rest } = found;
    beside = { ...rest, ...beside };
    found = $ref
      .split("/")
      .slice(1)
      .reduce((node, step) => node?.[step.replace(/~1/g, "/").replace(/~0/g, "~")], root);
  }
  return { ...(found || {}), ...beside };
}

function branchesOf(schema, root) {
  return (schema.oneOf ?? schema.anyOf ?? []).map((branch) => resolve(branch, root));
}

function typeOf(value) {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function types(schema) {
  if (schema.type) return [schema.type].flat();
  if ("const" in schema) return [typeOf(schema.const)];
  if (schema.enum) return [...new Set(schema.enum.map(typeOf))];
  if (schema.properties || schema.additionalProperties) return ["object"];
  if (schema.items) return ["array"];
  return [];
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function listed(schema) {
  return "const" in schema ? [schema.const] : schema.enum;
}

/** Whether a text fits a pattern; one that this browser cannot read is left to the program. */
function fits(pattern, text) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Written for another reader of patterns.
    }
  }
  return true;
}

export function itemSchema(schema, index) {
  return schema.prefixItems?.[index] ?? schema.items;
}

export function memberSchema(schema, key) {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  for (const [pattern, inner] of Object.entries(schema.patternProperties ?? {})) if (fits(pattern, key)) return inner;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** Whether branches say only which members have to be there. */
function onlyRequired(branches) {
  return branches.length > 0 && branches.every((branch) => Object.keys(branch).join() === "required");
}

/** What a value is, in words. */
export function noun(schema, root) {
  if (schema["x-noun"]) return schema["x-noun"];
  const kinds = { array: "a list", object: "an entry", string: "text", integer: "a number", boolean: "true or false" };
  const named = types(schema).map((type) => kinds[type] ?? type);
  return named.join(" or ") || branchesOf(schema, root).map((branch) => noun(branch, root)).join(" or ") || "a value";
}

// -- what it may be ------------------------------------------------------------------

/** How a schema is asked for:
 *  { kind: "word", values, free, schema } a text, with suggestions; `free`: others are taken too
 *  { kind: "pick", values } one of a list; { kind: "number" | "flag" | "list" | "record" | "map", schema }
 *  { kind: "either", branches } of these, which may be any of the others. */
export function control(given, root) {
  const schema = resolve(given, root);
  const branches = branchesOf(schema, root);
  if (branches.length && !onlyRequired(branches)) return choice(schema, branches, root);
  const values = listed(schema);
  if (values) return { kind: "pick", values, schema };
  const [type] = types(schema);
  if (type === "integer" || type === "number") return { kind: "number", schema };
  if (type === "boolean") return { kind: "pick", values: [true, false], schema };
  if (type === "array") return { kind: "list", schema };
  if (type === "object") return { kind: schema.properties ? "record" : "map", schema };
  return { kind: "word", values: [], free: true, schema };
}

function choice(schema, branches, root) {
  const inner = branches.map((branch) => control(branch, root)).flatMap((one) => (one.kind === "either" ? one.branches : [one]));
  const words = inner.filter((one) => one.kind === "word" || (one.kind === "pick" && one.values.every((v) => typeof v === "string")));
  const others = inner.filter((one) => !words.includes(one));
  const merged = words.length ? [wordOf(schema, words)] : [];
  const all = [...merged, ...others];
  return all.length === 1 ? { ...all[0], schema: { ...all[0].schema, ...notes(schema) } } : { kind: "either", branches: all, schema };
}

function notes(schema) {
  return Object.fromEntries(["description", "x-noun", "x-mend"].filter((key) => schema[key]).map((key) => [key, schema[key]]));
}

function wordOf(schema, words) {
  const values = [...new Set(words.flatMap((one) => one.values))];
  const free = words.some((one) => one.kind === "word" && one.free);
  const named = words.map((one) => one.schema["x-noun"]).filter(Boolean);
  const own = words.length === 1 ? words[0].schema : { "x-noun": named.length ? [...new Set(named)].join(" or ") : "a word" };
  return free ? { kind: "word", values, free, schema: own } : { kind: "pick", values, schema: own };
}

/** A value to begin with. */
export function blank(given, root) {
  const made = control(given, root);
  const schema = made.schema;
  if (made.kind === "either") return blankOf(made.branches[0], root);
  return blankOf({ ...made, schema }, root);
}

export function blankOf(made, root) {
  const schema = made.schema;
  if (made.kind === "pick") return made.values.length <= 12 ? made.values[0] : "";
  if (made.kind === "number") return schema.minimum ?? 0;
  if (made.kind === "list") return schema.minItems ? [blank(itemSchema(schema, 0) ?? {}, root)] : [];
  if (made.kind === "map") return {};
  if (made.kind === "either") return blankOf(made.branches[0], root);
  if (made.kind !== "record") return "";
  return Object.fromEntries((schema.required ?? []).map((key) => [key, blank(memberSchema(schema, key) ?? {}, root)]));
}

/** Which of the branches of `either` a value is of. */
export function eitherIndex(branches, value, root) {
  const fit = branches.findIndex((one) => suits(one, value, root));
  return fit >= 0 ? fit : 0;
}

function suits(one, value, root) {
  const type = typeOf(value);
  if (one.kind === "word") return type === "string";
  if (one.kind === "pick") return one.values.some((listedValue) => same(listedValue, value)) || (type === "string" && value === "");
  if (one.kind === "number") return type === "integer" || type === "number";
  if (one.kind === "list") return type === "array";
  if (type !== "object") return false;
  const known = Object.keys(value).every((key) => memberSchema(one.schema, key) !== undefined);
  return known && (one.schema.required ?? []).every((key) => key in value);
}
