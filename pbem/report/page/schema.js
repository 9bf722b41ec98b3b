// JSON Schema as far as orders use it: what a value may be, what is wrong with one, and what a new one looks like.

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

export function branchesOf(schema, root) {
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

export function listed(schema) {
  return "const" in schema ? [schema.const] : schema.enum;
}

// -- what is wrong -----------------------------------------------------------------

/** Everything that is wrong with a value: [{ path, text }]. */
export function faults(given, value, root, path = []) {
  const schema = resolve(given, root);
  const wrong = (text) => [{ path, text }];
  const expected = types(schema);
  if (expected.length && !expected.includes(typeOf(value))) return wrong(`not ${noun(schema, root)}`);
  const values = listed(schema);
  if (values && !values.some((one) => same(one, value))) {
    const few = values.length <= 12 ? `; one of ${values.join(", ")}` : "";
    return wrong(value === "" ? "nothing is chosen" : `${short(value)} is not ${noun(schema, root)}${few}`);
  }
  const found = [];
  if (typeof value === "string") found.push(...textFaults(schema, value, wrong, root));
  if (typeof value === "number") found.push(...numberFaults(schema, value, wrong));
  if (Array.isArray(value)) found.push(...listFaults(schema, value, root, path, wrong));
  if (typeOf(value) === "object") found.push(...mapFaults(schema, value, root, path, wrong));
  for (const part of schema.allOf ?? []) found.push(...faults(part, value, root, path));
  if (schema.anyOf || schema.oneOf) found.push(...choiceFaults(schema, value, root, path));
  return found;
}

function short(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
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

function textFaults(schema, value, wrong, root) {
  const mend = schema["x-mend"] ? `; ${schema["x-mend"]}` : "";
  if (value === "" && (schema.minLength || schema.pattern)) return wrong("nothing is written here");
  if (schema.minLength && value.length < schema.minLength) return wrong("too short");
  if (schema.maxLength !== undefined && value.length > schema.maxLength) return wrong(`longer than ${schema.maxLength} letters`);
  if (schema.pattern && !fits(schema.pattern, value)) return wrong(`${short(value)} is not ${noun(schema, root)}${mend}`);
  return [];
}

function numberFaults(schema, value, wrong) {
  if (schema.minimum !== undefined && value < schema.minimum) return wrong(`less than ${schema.minimum}`);
  if (schema.maximum !== undefined && value > schema.maximum) return wrong(`more than ${schema.maximum}`);
  return [];
}

function listFaults(schema, value, root, path, wrong) {
  const found = [];
  if (schema.minItems && value.length < schema.minItems) found.push(...wrong("an entry is missing"));
  if (schema.maxItems !== undefined && value.length > schema.maxItems) found.push(...wrong(`more than ${schema.maxItems} entries`));
  const many = schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length;
  if (many) found.push(...wrong("an entry stands twice"));
  value.forEach((item, index) => {
    const inner = itemSchema(schema, index);
    if (inner) found.push(...faults(inner, item, root, [...path, index]));
  });
  return found;
}

export function itemSchema(schema, index) {
  return schema.prefixItems?.[index] ?? schema.items;
}

export function memberSchema(schema, key) {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  for (const [pattern, inner] of Object.entries(schema.patternProperties ?? {})) if (fits(pattern, key)) return inner;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function mapFaults(schema, value, root, path, wrong) {
  const found = [];
  for (const key of schema.required ?? []) if (!Object.hasOwn(value, key)) found.push(...wrong(`${key} is missing`));
  if (schema.maxProperties !== undefined && Object.keys(value).length > schema.maxProperties) found.push(...wrong("too many members"));
  for (const [key, needed] of Object.entries(schema.dependentRequired ?? {})) {
    const lacks = Object.hasOwn(value, key) ? needed.filter((other) => !Object.hasOwn(value, other)) : [];
    if (lacks.length) found.push(...wrong(`${key} needs ${lacks.join(", ")} beside it`));
  }
  for (const [key, inner] of Object.entries(value)) {
    const member = memberSchema(schema, key);
    if (schema.propertyNames) found.push(...faults(schema.propertyNames, key, root, [...path, key]));
    if (member !== undefined) found.push(...faults(member, inner, root, [...path, key]));
    else if (schema.additionalProperties === false) found.push({ path: [...path, key], text: "no such member here" });
  }
  return found;
}

function choiceFaults(schema, value, root, path) {
  const branches = branchesOf(schema, root);
  const tried = branches.map((branch) => faults(branch, value, root, path));
  if (tried.some((found) => found.length === 0)) return [];
  const wanted = branches.map((one) => one.required?.join(" and ")).join(", ");
  if (onlyRequired(branches)) return [{ path, text: `one of these is missing: ${wanted}` }];
  return tried[branchIndex(branches, value, root)];
}

/** Whether branches say only which members have to be there. */
export function onlyRequired(branches) {
  return branches.length > 0 && branches.every((branch) => Object.keys(branch).join() === "required");
}

/** Which branch a value is meant for: the first that it fits, else the first of its type. */
export function branchIndex(branches, value, root) {
  const fit = branches.findIndex((branch) => faults(branch, value, root).length === 0);
  if (fit >= 0) return fit;
  const alike = branches.findIndex((branch) => {
    const expected = types(branch);
    return !expected.length ? branches.length === 1 : expected.includes(typeOf(value)) && !listed(branch);
  });
  return alike >= 0 ? alike : 0;
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
