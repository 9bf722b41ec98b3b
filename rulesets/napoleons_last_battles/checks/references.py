"""What set-up, reinforcements and the rest of a scenario's file name: units, hexes, turns, options there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Path
from rulesets.napoleons_last_battles.checks.names import STORY, Names
from rulesets.napoleons_last_battles.reading import rows, words

Json = Any
HEX: Final = "hex"
SPECIAL: Final = frozenset(
    (
        "attacks-out-of-command-normal",
        "bulow-in-command",
        "exchange-spares-guard",
        "grouchy-cavalry",
        "proximity",
        "road-command",
    )
)
"""Rules of single scenarios that are code (member `special`)."""
_CONDITIONAL: Final = {"if": "option", "also-if": "option", "unless": "option"}
_ROWS: Final[Mapping[str, Mapping[str, str]]] = {
    "places": {
        "for": "side",
        "units": "unit",
        "with": "formation",
        "at": HEX,
        "hexes": HEX,
        "outside-zones-of": "army",
    },
    "changes": {"reduced": "unit", "full": "unit", "out": "unit", "dice": "unit"},
    "reinforcements": {"for": "nation", "turn": "turn", "leaders": "unit", "memo": "memo", "released": "formation"},
    "releases": {"units": "group", "activates": "unit", "until": "turn"},
    "allowances": {"units": "group", "turn": "turn"},
    "memos": {"army": "army", "written-by": "turn", "opened": "turn"},
    "exits": {"for": "side", "at": HEX, "until": "turn", "down-to": "option", "north-of": HEX},
    "levels": {"from": "turn", "until": "turn"},
    "level-changes": {},
    "removals": {},
    "points": {},
}
"""Lists of rows -> members that name something -> what; `hex` for hexes in play."""


def reference_faults(story: Json, names: Names) -> Iterator[FileFault]:
    """Everything that the file names and that there is not, and figures that cannot be."""
    yield from _options(story, names)
    yield from names.unknown("option", story["turns"].get("rolled-if", ""), ("turns", "rolled-if"))
    yield from names.unknown("option", story["turns"].get("early-if", ""), ("turns", "early-if"))
    yield from _setup(story, names)
    for member, kinds in _ROWS.items():
        for i, row in enumerate(rows(story.get(member))):
            yield from _row(row, {**_CONDITIONAL, **kinds}, names, (member, i))
    for part in ("instant", "end"):
        for i, row in enumerate(rows(story["victory"].get(part))):
            yield from _row(row, _CONDITIONAL, names, ("victory", part, i))
    for town, hexes in (story.get("towns") or {}).items():
        yield from names.off_map(hexes, ("towns", town))
    for army, hexes in (story.get("held") or {}).items():
        yield from names.unknown("army", army, ("held", army))
        yield from names.off_map(hexes, ("held", army))
    for book, entry in (story.get("books") or {}).items():
        yield from names.unknown("nation", entry["of"], ("books", book, "of"))
        if entry.get("wing") and not story.get("wing-line"):
            yield FileFault(STORY, "a wing needs the member wing-line", ("books", book, "wing"), "add wing-line")
    for nation in story["supply"]:
        yield from names.unknown("nation", nation, ("supply", nation))


def _row(row: Json, kinds: Mapping[str, str], names: Names, path: Path) -> Iterator[FileFault]:
    for member, kind in kinds.items():
        text, where = row.get(member, ""), (*path, member)
        if isinstance(text, str):
            yield from names.off_map(text, where) if kind == HEX else names.unknown(kind, text, where)
    if path[0] == "reinforcements":
        yield from _group(row, names, path)
    if path[0] == "levels" and row.get("rises"):
        for member in ("from", "until"):
            yield from names.unknown("turn", row["rises"][member], (*path, "rises", member))
    for turn in row.get("die") or ():
        yield from names.unknown("turn", turn, (*path, "die", turn))
    for member in ("swap", "at"):
        for unit, to in row[member].items() if isinstance(row.get(member), Mapping) else ():
            yield from names.unknown("unit", unit, (*path, member, unit))
            where = (*path, member, unit)
            yield from names.unknown("unit", to, where) if member == "swap" else names.off_map(to, where)


def _group(row: Json, names: Names, path: Path) -> Iterator[FileFault]:
    yield from names.unknown("unit", row["units"].replace(",", ""), (*path, "units"))
    entries = [(entry, (*path, "entries", n)) for n, entry in enumerate(row.get("entries") or ())]
    for entry, where in [*entries, *([(row, path)] if "at" in row else [])]:
        if entry["at"] != "east-ways":
            yield from names.off_map(entry["at"], (*where, "at"))
        yield from names.unknown("turn", entry["turn"], (*where, "turn"))


def _setup(story: Json, names: Names) -> Iterator[FileFault]:
    seen: set[str] = set()
    for nation, formations in story["setup"].items():
        yield from names.unknown("nation", nation, ("setup", nation))
        for formation, units in formations.items():
            yield from names.unknown("formation", formation, ("setup", nation, formation))
            for unit, text in units.items():
                path = ("setup", nation, formation, unit)
                yield from names.unknown("unit", unit, path)
                yield from names.off_map(text[:4], path)
                if unit in seen:
                    yield FileFault(STORY, f"unit {unit} is set up twice", path)
                seen.add(unit)


def _options(story: Json, names: Names) -> Iterator[FileFault]:
    said = story["options"]
    for member in ("offered", "also", "without"):
        yield from names.unknown("any-option", said.get(member, ""), ("options", member))
    yield from names.unknown("option", said.get("chosen", ""), ("options", "chosen"))
    yield from names.unknown("option", said.get("required", "").replace("/", " "), ("options", "required"))
    yield from names.unknown("set", said.get("sets-not", ""), ("options", "sets-not"))
    for name, option in (said.get("own") or {}).items():
        for member in ("needs", "excludes"):
            yield from names.unknown("alternative", option.get(member, ""), ("options", "own", name, member))
        yield from names.unknown("set", option.get("sets", ""), ("options", "own", name, "sets"))
    for word in words(story.get("special")):
        if word not in SPECIAL:
            yield FileFault(STORY, f"no rule is called {word[:32]}", ("special",), "take it out")
