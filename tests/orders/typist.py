"""Documents as somebody types them: every style that the loader reads, comments of his own, any line end."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from pbem.orders.alignment import aligned, same
from pbem.orders.loader import Document, load
from pbem.orders.schemas import resolve
from pbem.orders.writer import flow, rows

WORDS = (
    "suc-1",
    "0609",
    "no",
    "1/Suchet",
    "a: b",
    "# not a comment",
    "Płońsk",
    "it's",
    'say "so"',
    "-",
    "5",
    "x y",
    "",
)
# What comments begin with: some look like a heading of the template.
COMMENTS = ("#", "#", "#", "##", "#no blank", "# note: |", "# \u65e5\u672c \u2028")
LINES = ("Well played.", "# moves:", "", "  further in", "moves: []", "- {unit: x}", "it's yours")


def drawn(schema: Any, rng: random.Random, root: Mapping[str, Any], depth: int = 0) -> Any:
    """A value for a schema; one in ten has another form."""
    schema = resolve(schema, dict(root))
    if rng.random() < 0.1 or depth > 5:
        return rng.choice([*WORDS, 7, True, [], ["a", "b"], {"unit": "suc-1"}])
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return rng.choice(schema["enum"])
    for either in ("anyOf", "oneOf"):
        if either in schema and "properties" not in schema and schema.get("type") != "string":
            return drawn(rng.choice(schema[either]), rng, root, depth + 1)
    kind = schema.get("type", "string")
    if kind == "integer":
        return rng.randrange(40)
    if kind == "array":
        return [drawn(schema["items"], rng, root, depth + 1) for _ in range(rng.randrange(5))]
    if kind == "object":
        return _map(schema, rng, root, depth)
    return rng.choice(WORDS)


def _map(schema: Mapping[str, Any], rng: random.Random, root: Mapping[str, Any], depth: int) -> dict[str, Any]:
    own = schema.get("properties", {})
    found = {name: drawn(own[name], rng, root, depth + 1) for name in own if rng.random() < 0.5}
    more = schema.get("additionalProperties")
    if isinstance(more, Mapping):
        found |= {name: drawn(more, rng, root, depth + 1) for name in ("1", "12", "suc-1") if rng.random() < 0.4}
    return found


def document(schema: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """Members of a file, and often a note."""
    found = {name: drawn(one, rng, schema) for name, one in schema["properties"].items() if rng.random() < 0.6}
    if rng.random() < 0.5:
        found["note"] = "\n".join(rng.choice(LINES) for _ in range(rng.randrange(1, 4)))
    return found


def another(wanted: Mapping[str, Any], schema: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with a change or a few, as a page makes them."""
    found = dict(wanted)
    for _ in range(rng.randrange(1, 4)):
        other = document(schema, rng)
        name = rng.choice([*schema["properties"], "note"])
        value = found.get(name)
        way = rng.randrange(6)
        if way == 0 or name not in found or name == "note":
            found.pop(name, None)
            found |= {name: other[name]} if name in other and way else {}
        elif isinstance(value, list) and value:
            found[name] = _list(value, other.get(name), rng)
        elif isinstance(value, dict) and value:
            found[name] = _changed(value, rng)
    return found


def _list(value: list[Any], other: Any, rng: random.Random) -> list[Any]:
    entries, place = list(value), rng.randrange(len(value))
    way = rng.randrange(5)
    if way == 0:
        del entries[place]
    elif way == 1:
        entries.insert(0, entries.pop(place))
    elif way == 2 and isinstance(entries[place], dict) and entries[place]:
        entries[place] = _changed(entries[place], rng)
    else:
        more = other if isinstance(other, list) else [rng.choice(WORDS)]
        entries[place : place + rng.randrange(2)] = more
    return entries


def _changed(value: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    found, key = dict(value), rng.choice(list(value))
    if rng.random() < 0.3:
        del found[key]
    else:
        found[rng.choice([key, "to"])] = rng.choice([*WORDS, ["0609", "0610"], {"unit": "suc-1", "to": "0609"}, 3])
    return found


class Typist:
    """Types documents, each in another way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._comments = 0

    def typed(self, frame: Mapping[str, Any], members: Mapping[str, Any]) -> bytes:
        """A file that says this."""
        self._margin = self._rng.choice(["", "", "", "  "])
        pieces = [[f"{self._margin}{key}: {flow(value)}{self._behind()}"] for key, value in frame.items()]
        pieces += [self._member(key, value, self._margin) for key, value in members.items()]
        self._rng.shuffle(pieces)
        lines = [line for piece in pieces for line in [*self._between(self._margin), *piece]]
        return self._ended([*lines, *self._between(self._margin)])

    def _ended(self, lines: Sequence[str]) -> bytes:
        end = self._rng.choice(["\n", "\n", "\r\n", "\r"])
        text = end.join(lines) + self._rng.choice([end, ""])
        return self._rng.choice([b"", b"\xef\xbb\xbf"]) + text.encode("utf-8")

    def _comment(self) -> str:
        self._comments += 1
        return f"{self._rng.choice(COMMENTS)} {self._comments}: my own words, and moves: [] too"

    def _between(self, indent: str) -> list[str]:
        margin = self._rng.choice([indent, indent, ""])
        blank = self._rng.choice(["", "", "   "])
        return [self._rng.choice([blank, f"{margin}{self._comment()}"]) for _ in range(self._rng.choice([0, 0, 1, 2]))]

    def _behind(self) -> str:
        return self._rng.choice(["", "", "  ", f"   {self._comment()}"])

    def _scalar(self, value: Any) -> str:
        plain = flow(value)
        if isinstance(value, str) and value.isalnum() and self._rng.random() < 0.5:
            return self._rng.choice([f"'{value}'", f'"{value}"', value])
        return plain

    def _member(self, key: str, value: Any, indent: str) -> list[str]:
        name = self._rng.choice([flow(key), flow(key), f'"{key}"', f"'{key}'"])
        return self._below(f"{indent}{name}{self._rng.choice(['', '', '', ' '])}:", value, indent)

    def _below(self, lead: str, value: Any, indent: str) -> list[str]:
        if isinstance(value, str) and "\n" in value:
            return rows(lead.lstrip(" "), value, indent)
        if not isinstance(value, dict | list) or not value:
            return [f"{lead} {self._scalar(value)}{self._behind()}"]
        if self._rng.random() < 0.5 and lead.endswith("-"):
            return [f"{lead} {flow(value)}{self._behind()}"]
        if self._rng.random() < 0.1 and lead.endswith("-"):
            # Nothing else stands in the line of the dash.
            return [f"{lead}{self._behind()}", *self._entries(value, f"{indent}   ")]
        if self._rng.random() < 0.2:
            return self._brackets(lead, value, indent)
        return self._block(lead, value, indent)

    def _brackets(self, lead: str, value: Any, indent: str) -> list[str]:
        if isinstance(value, dict) or self._rng.random() < 0.5:
            return [f"{lead} {flow(value)}{self._behind()}"]
        entries = [f"{indent}    {flow(one)},{self._behind()}" for one in value]
        return [f"{lead} [{self._behind()}", *entries, f"{indent}  ]{self._behind()}"]

    def _block(self, lead: str, value: Any, indent: str) -> list[str]:
        dashed = isinstance(value, list)
        deeper = indent + ("" if dashed and not lead.endswith("-") and self._rng.random() < 0.3 else "   ")
        lines = [f"{lead}{self._behind()}"]
        entries = [self._below(f"{deeper}-", one, deeper) for one in value] if dashed else []
        if not dashed:
            entries = [self._member(key, one, deeper) for key, one in value.items()]
            if lead.endswith("-") and self._rng.random() < 0.7:
                # The first member behind the dash.
                column = len(lead) + 1
                entries = [self._member(key, one, " " * column) for key, one in value.items()]
                return [f"{lead} {entries[0][0].lstrip(' ')}", *entries[0][1:], *chain(*entries[1:])]
        for entry in entries:
            lines += [*self._between(deeper), *entry]
        return lines

    def _entries(self, value: Any, indent: str) -> list[str]:
        if isinstance(value, list):
            return [line for one in value for line in self._below(f"{indent}-", one, indent)]
        return [
            line for key, one in value.items() for line in [*self._between(indent), *self._member(key, one, indent)]
        ]


def lines_of(source: bytes) -> list[str]:
    """The lines without their ends."""
    text = source.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def untouched(source: bytes, former: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """The lines that a change must not touch: all outside of what it changes that are not blank."""
    found, lines = load(source), lines_of(source)
    changed: set[int] = set()
    for key in found.data:
        if (key in former or key in wanted) and not same(former.get(key), wanted.get(key)):
            changed |= _lines_of_change(found, lines, key, former.get(key), wanted.get(key))
    return [line for number, line in enumerate(lines, 1) if number not in changed and line.strip()]


def _lines_of_change(found: Document, lines: Sequence[str], key: str, former: Any, wanted: Any) -> set[int]:
    """Of a list over lines those of the entries that go or become others, else those of the whole member."""
    line, column = found.values[key,]
    brackets = lines[line - 1][column - 1 : column] == "["
    paths: list[tuple[str | int, ...]] = [(key,)]
    if not brackets and isinstance(former, list) and isinstance(wanted, list) and former and wanted:
        pairs = [(old, new) for old, new in aligned(former, wanted) if old is not None]
        paths = [(key, old) for old, new in pairs if new is None or not same(former[old], wanted[new])]
    concerned: set[int] = set()
    for path in paths:
        first = found.keys[path][0] if path in found.keys else found.values[path][0]
        # A dash may stand alone above its entry.
        while len(path) > 1 and lines[first - 1][column - 1 : column] != "-":
            first -= 1
        concerned |= set(range(first, found.ends[path][0] + 1))
    return concerned
