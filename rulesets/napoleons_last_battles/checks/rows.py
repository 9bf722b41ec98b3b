"""Rows of levels, points and victory: that the rules understand each and what it asks (9.0, 18.3 to 28.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.datacheck import FileFault
from pbem.hexgame.board.known import Path
from rulesets.napoleons_last_battles.checks.names import STORY, Names
from rulesets.napoleons_last_battles.reading import rows
from rulesets.napoleons_last_battles.rules.battle.level_changes import HOW, IN_COMMAND_STRENGTH
from rulesets.napoleons_last_battles.rules.victory.conditions import KINDS
from rulesets.napoleons_last_battles.rules.victory.points import LINES
from rulesets.napoleons_last_battles.rules.victory.result import VICTORIOUS

Json = Any
Row = Mapping[str, Any]
EACH_TIME: Final = "each-time"
_EVENTS: Final = {
    "once": ("entered", "fought", "attacked"),
    EACH_TIME: ("lost-control", "gained-control"),
}
"""How a row counts -> conditions that only happen, and are noticed by such rows alone."""
_NAMES: Final = {"who": "who", "by": "side", "memo": "memo"}
_COMMON: Final = ("case", "if", "also-if", "unless", "for", "counts", "points")


def row_faults(story: Json, names: Names) -> Iterator[FileFault]:
    """Every row of levels, points and victory that the rules would not understand, in the order of the file."""
    for i, row in enumerate(rows(story.get("levels"))):
        yield from names.unknown("book", row["book"], ("levels", i, "book"))
        yield from names.unknown("army", row.get("plus-points-of", ""), ("levels", i, "plus-points-of"))
        if row.get("void-when"):
            yield from _state(row["void-when"], names, ("levels", i, "void-when"))
    for i, row in enumerate(rows(story.get("level-changes"))):
        yield from _change(row, names, ("level-changes", i))
    for i, row in enumerate(rows(story.get("removals"))):
        yield from names.unknown("group", row["units"], ("removals", i, "units"))
        yield from _state(row["when"], names, ("removals", i, "when"))
    for i, row in enumerate(rows(story.get("points"))):
        yield from _line(row, names, ("points", i))
    yield from _victory(story, names)


def _change(row: Row, names: Names, path: Path) -> Iterator[FileFault]:
    yield from names.unknown("book", row["book"], (*path, "book"))
    how, kind = row["how"], row["when"]["is"]
    yield from condition_faults(row["when"], names, (*path, "when"))
    if how not in HOW and how != EACH_TIME:
        yield FileFault(STORY, f"no rule says how a row counts {how}", (*path, "how"))
    for other, kinds in _EVENTS.items():
        if kind in kinds and how != other:
            text = f"{kind} happens at a moment: such a row counts {other}"
            yield FileFault(STORY, text, (*path, "how"))
    if how == EACH_TIME and kind not in _EVENTS[EACH_TIME]:
        text = f"a row that counts {how} asks for {' or '.join(_EVENTS[EACH_TIME])}"
        yield FileFault(STORY, text, (*path, "when", "is"))
    if how == "each-hex" and "hexes" not in KINDS[kind].needs:
        yield FileFault(STORY, f"a row that counts {how} asks for hexes", (*path, "when", "is"))
    if row.get("reversible-until") and how != "while":
        yield FileFault(STORY, "only a row that counts while can be reversed", (*path, "reversible-until"))
    if row["by"] == IN_COMMAND_STRENGTH and kind != "attacked":
        yield FileFault(STORY, f"{row['by']} is that of an attack: the row asks for attacked", (*path, "by"))


def _state(condition: Row, names: Names, path: Path) -> Iterator[FileFault]:
    """A condition that is asked at any time, which must not be one that only happens."""
    yield from condition_faults(condition, names, path)
    happens = {kind for kinds in _EVENTS.values() for kind in kinds}
    if condition["is"] in happens:
        yield FileFault(STORY, f"{condition['is']} happens at a moment and cannot be asked here", (*path, "is"))


def condition_faults(condition: Row, names: Names, path: Path) -> Iterator[FileFault]:
    """Members that a condition lacks, or that its kind does not have, and names in it that there are not."""
    kind = KINDS.get(condition["is"])
    if kind is None:
        yield FileFault(STORY, f"no rule knows the condition {condition['is']}", (*path, "is"))
        return
    yield from _members(condition, condition["is"], kind.needs, ("is", *kind.may), path)
    for member, of in _NAMES.items():
        yield from names.unknown(of, condition.get(member, ""), (*path, member))
    yield from names.off_map(condition.get("hexes", ""), (*path, "hexes"))
    if condition.get("at"):
        book, _, state = condition["at"].partition(" ")
        yield from names.unknown("book", book, (*path, "at"))
        if state not in ("demoralized", "disintegrated"):
            text = f"{condition['at']} is no event; write a book and demoralized or disintegrated"
            yield FileFault(STORY, text, (*path, "at"))


def _line(row: Row, names: Names, path: Path) -> Iterator[FileFault]:
    """nlb 3.4, 19.4C: a line of the schedule of points."""
    line = LINES.get(row["counts"])
    if line is None:
        yield FileFault(STORY, f"no rule counts {row['counts']}", (*path, "counts"))
        return
    yield from _members(row, row["counts"], line[0], (*_COMMON, *line[1]), path)
    yield from names.unknown("army", row["for"], (*path, "for"))
    yield from names.unknown("group", row.get("of", ""), (*path, "of"))
    yield from names.unknown("group", row.get("units", ""), (*path, "units"))
    yield from names.off_map(row.get("hexes", ""), (*path, "hexes"))


def _members(row: Row, what: str, needs: Sequence[str], may: Sequence[str], path: Path) -> Iterator[FileFault]:
    for member in needs:
        if not row.get(member):
            yield FileFault(STORY, f"{what} needs {member}", path, f"add {member}")
    for member in row:
        if member not in needs and member not in may:
            yield FileFault(STORY, f"{what} has no {member}", (*path, member), "take it out")


def _victory(story: Json, names: Names) -> Iterator[FileFault]:
    """nlb 9.1, 18.4 to 27.4: results at an instant and at the end, by points or by their difference."""
    victory = story["victory"]
    for part in ("instant", "end"):
        for i, row in enumerate(rows(victory.get(part))):
            path = ("victory", part, i)
            yield from names.unknown("army", row["winner"], (*path, "winner"))
            for n, one in enumerate(row.get("when", ())):
                yield from condition_faults(one, names, (*path, "when", n))
                if one["is"] in KINDS and one["is"] not in VICTORIOUS:
                    yield FileFault(STORY, f"no victory hangs on {one['is']}", (*path, "when", n, "is"))
            if part == "instant" and not row.get("when"):
                yield FileFault(STORY, "a victory at an instant needs a condition", path, "add when")
            if part == "end" and row.get("at"):
                yield FileFault(STORY, "the end is one moment", (*path, "at"), "take it out")
            if row.get("net-from") and not victory.get("net"):
                yield FileFault(STORY, "net-from needs the member net of victory", (*path, "net-from"))
    net = victory.get("net") or {}
    yield from names.unknown("army", net.get("of", ""), ("victory", "net", "of"))
    if net and net["instant"] not in [row.get("net-from") for row in rows(victory.get("end"))]:
        text = f"no row of the end is won from {net['instant']} points on"
        yield FileFault(STORY, text, ("victory", "net", "instant"), "add one with net-from")
    for i, row in enumerate(rows(victory.get("shifts"))):
        yield from names.unknown("army", row["toward"], ("victory", "shifts", i, "toward"))
        yield from _state(row["when"], names, ("victory", "shifts", i, "when"))
    if victory.get("by-points") and not story.get("points"):
        yield FileFault(STORY, "points decide, and no line gives any", ("victory", "by-points"))
    last = rows(victory.get("end"))[-1:]
    if not victory.get("by-points") and not (last and not last[0].get("when") and not last[0].get("net-from")):
        text = "a game may end without a result"
        yield FileFault(STORY, text, ("victory",), "let points decide, or let the last row of the end ask for nothing")
