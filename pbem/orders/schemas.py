"""The JSON Schemas of people's files: how they are read, and how a ruleset's fragment joins the common frame."""

from __future__ import annotations

import json
import re
from typing import Any

from pbem.resources import schema_bytes

Schema = dict[str, Any]


def read_schema(name: str) -> Schema:
    """The schema `schemas/<name>.schema.json`; FileNotFoundError if this installation has none."""
    schema: Schema = json.loads(schema_bytes(f"{name}.schema.json"))
    return schema


def combine(frame: Schema, fragment: Schema) -> Schema:
    """The schema of a whole file: the frame's members and the ruleset's, and no others.

    Both are object schemas. `properties`, `required` and `$defs` are united; the rest is the
    frame's, save `title` and `description`, which the fragment may replace. Neither argument is changed.
    Raises ValueError if both define a member or a definition of one name, or if the fragment uses
    another keyword at its top level. The schemas of members are not copied: they are there to be read.
    """
    combined = dict(frame)
    for keyword, value in fragment.items():
        if keyword in ("properties", "$defs"):
            known = combined.get(keyword, {})
            clash = sorted(set(known) & set(value))
            if clash:
                raise ValueError(f"frame and fragment both define {keyword}: {', '.join(clash)}")
            combined[keyword] = {**known, **value}
        elif keyword == "required":
            combined["required"] = list(dict.fromkeys([*combined.get("required", []), *value]))
        elif keyword in ("title", "description"):
            combined[keyword] = value
        elif keyword not in ("$schema", "$id", "type", "additionalProperties"):
            raise ValueError(f"a fragment cannot use {keyword} at its top level")
    combined["additionalProperties"] = False
    return combined


def resolve(schema: Any, root: Schema) -> Schema:
    """Follow local `$ref` (`#/$defs/name`); annotations beside the reference override the target's.

    `True` stands for the empty schema. Raises ValueError for references elsewhere, or in a circle.
    """
    if isinstance(schema, dict) and "$ref" not in schema:
        return schema
    beside: Schema = {}
    for _ in range(32):
        if not isinstance(schema, dict):
            return {**beside} if schema is not False else {"not": {}, **beside}
        if "$ref" not in schema:
            return {**schema, **beside} if beside else schema
        beside = {**{k: v for k, v in schema.items() if k != "$ref"}, **beside}
        schema = _pointed(schema["$ref"], root)
    raise ValueError("references in a circle")


def _pointed(reference: str, root: Schema) -> Any:
    if reference != "#" and not reference.startswith("#/"):
        raise ValueError(f"not a local reference: {reference}")
    target: Any = root
    for part in reference.split("/")[1:]:
        if "~" in part:
            part = part.replace("~1", "/").replace("~0", "~")
        target = target[int(part) if isinstance(target, list) else part]
    return target


def member_schema(schema: Schema, key: str) -> Any:
    """The schema of member `key` of an object schema: by name, by pattern, or the additional one; else None."""
    if key in schema.get("properties", {}):
        return schema["properties"][key]
    for pattern, sub in schema.get("patternProperties", {}).items():
        if re.search(pattern, key):
            return sub
    extra = schema.get("additionalProperties")
    return extra if isinstance(extra, dict) else None


def item_schema(schema: Schema, index: int) -> Any:
    """The schema of entry `index` of an array schema, or None."""
    prefix = schema.get("prefixItems", [])
    if index < len(prefix):
        return prefix[index]
    return schema.get("items")


def types_of(schema: Schema) -> tuple[str, ...]:
    """The JSON types that `type` names, as a tuple; empty if it is silent."""
    named = schema.get("type", ())
    return (named,) if isinstance(named, str) else tuple(named)
