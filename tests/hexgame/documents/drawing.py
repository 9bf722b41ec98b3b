"""Documents drawn from a schema, and such with one thing broken."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

WRONG: Sequence[Any] = ("?", "", 7, True, None, [], {}, ["?"], {"strange": "x"}, "x" * 70)


class Drawer:
    """Values that fit a schema. words: what is tried where only a pattern or a length is asked for."""

    def __init__(self, root: Mapping[str, Any], words: Sequence[str], seed: int) -> None:
        self.root = root
        self.words = words
        self.random = Random(seed)

    def draw(self, schema: Mapping[str, Any]) -> Any:
        """One value; a list has three at most."""
        if "$ref" in schema:
            return self.draw(self.root["$defs"][schema["$ref"].rpartition("/")[2]])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if "properties" not in schema and ("oneOf" in schema or "anyOf" in schema):
            return self.draw(self.random.choice(schema.get("oneOf") or schema["anyOf"]))
        made: Any = getattr(self, f"_{schema['type']}")(schema)
        return made

    def _string(self, schema: Mapping[str, Any]) -> str:
        return self.random.choice([word for word in self.words if re.search(schema.get("pattern", ""), word)])

    def _array(self, schema: Mapping[str, Any]) -> list[Any]:
        return [self.draw(schema["items"]) for _ in range(self.random.randint(1, min(3, schema["maxItems"])))]

    def _object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if "propertyNames" in schema:
            return {self.draw(schema["propertyNames"]): self.draw(schema["additionalProperties"])}
        needed = list(schema.get("required", ()))
        needed += self.random.choice(schema["anyOf"])["required"] if "anyOf" in schema else ()
        known = schema["properties"].items()
        return {key: self.draw(one) for key, one in known if key in needed or not self.random.randrange(3)}

    def broken(self, value: Any) -> Any:
        """The value with one thing in it replaced or taken away; itself where it is empty."""
        found = copy.deepcopy(value)
        places = list(_places(found))
        if places:
            holder, key = self.random.choice(places)
            if self.random.randrange(4):
                holder[key] = copy.deepcopy(self.random.choice(WRONG))
            else:
                del holder[key]
        return found


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inner):
        yield value, key
        yield from _places(one)
