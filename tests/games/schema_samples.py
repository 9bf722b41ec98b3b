"""Random values that fit a JSON Schema, as far as slot schemas use one."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

_MOST = 3


def sample(schema: Mapping[str, Any], rng: random.Random, words: Sequence[str]) -> Any:
    """A value that fits `schema`. words: texts to take for strings; those that a pattern allows are drawn from."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return sample(rng.choice(schema[either]), rng, words)
    kind = schema["type"]
    if kind == "string":
        return _text(schema.get("pattern", ""), rng, words)
    if kind == "integer":
        return rng.randrange(schema["minimum"], schema["maximum"] + 1)
    if kind == "array":
        least = schema.get("minItems", 0)
        if schema["items"].get("enum") == []:
            return []
        return [sample(schema["items"], rng, words) for _ in range(rng.randrange(least, least + _MOST))]
    if kind == "object":
        return _map(schema, rng, words)
    raise ValueError(f"slot schemas do not use {kind}")


def _text(pattern: str, rng: random.Random, words: Sequence[str]) -> str:
    fitting = _fitting(pattern, tuple(words))
    if not fitting:
        raise ValueError(f"no word fits {pattern}")
    return rng.choice(fitting)


@lru_cache(maxsize=64)
def _fitting(pattern: str, words: tuple[str, ...]) -> Sequence[str]:
    return [word for word in words if re.search(pattern, word)]


def _map(schema: Mapping[str, Any], rng: random.Random, words: Sequence[str]) -> dict[str, Any]:
    wanted = [n for n in schema.get("properties", {}) if n in schema.get("required", ()) or rng.randrange(3)]
    named = {name: sample(schema["properties"][name], rng, words) for name in wanted}
    more = schema.get("additionalProperties")
    if isinstance(more, Mapping):
        names = {"type": "string", **schema.get("propertyNames", {})}
        if names.get("enum") == []:
            return named
        others = {sample(names, rng, words): sample(more, rng, words) for _ in range(rng.randrange(_MOST))}
        named |= {name: value for name, value in others.items() if name not in schema.get("properties", {})}
    return named
