"""A tiny game in which documents are read: moves by `to` or `path`, of one or of a stack; who holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.form import Entries, Form, fields, one, some
from pbem.hexgame.documents.kinds import Hex, Target, Unit, Wish, Word, Yes
from pbem.hexgame.documents.move_entries import MoveEntries, MoveReader, way_note
from pbem.hexgame.documents.names import Names, names_in
from pbem.hexgame.moving.marching import judge_march, no_room
from pbem.hexgame.moving.moves import bring
from pbem.hexgame.moving.routing import Errand, find_path, open_path
from tests.hexgame.moving.tiny import PIECES, ground, rules_of

UNIT: Final = Unit("write its id")
HEX: Final = Hex("[0-9]{4}", ".{0,56}[A-Za-z]{3}.{0,56}", "write four digits")
TARGET: Final = Target("[0-9]{4}", ".{0,56}[A-Za-z]{3}.{0,56}", key="target")
WISH: Final = Wish(HEX, ("n", "ne", "se", "s", "sw", "nw"))
MOVE: Final = fields(
    unit=one(UNIT),
    units=some(UNIT, least=1),
    to=one(HEX, written=True),
    path=some(HEX, least=1, single=False),
    enter=one(HEX, written=True),
    exit=one(HEX),
    hold=one(Yes()),
)
ATTACK: Final = fields(id=one(Word()), on=some(TARGET, required=True), by=some(UNIT), bombard=some(UNIT))
FORM: Final = Form(
    "Orders",
    {"orders": Entries(MOVE, "Moves.", "moves"), "attacks": Entries(ATTACK, "Attacks.", "attacks")},
    {"spare": one(UNIT), "secret": one(UNIT, written=True)},
)


class Moves:
    """Options of one move of blue on clear ground: judged by its path, carried out at once."""

    def __init__(self, at: Mapping[str, str]) -> None:
        self.rules = rules_of(ground(), at)
        self.board = self.rules.board

    def judge(self, entry: Json) -> Any:
        units, path = entry.get("units", [entry.get("unit")]), entry.get("path", [])
        if entry.get("hold"):
            return 0
        if not path:
            return Refusal("path", "a march has a path", units[0])
        for unit in units:
            spent = judge_march(self.rules, unit, path, self.rules.points(unit))
            if isinstance(spent, Refusal):
                return spent
        return no_room(self.rules, units, path[-1]) or spent

    def why_not(self, answer: Json) -> Refusal | None:
        found = self.judge(answer)
        return found if isinstance(found, Refusal) else None

    def perform(self, entry: Json) -> None:
        for unit in entry.get("units", [entry.get("unit")]):
            bring(self.board, unit, (entry.get("path") or [self.board.at[unit]])[-1])


def _find(options: Moves, units: Sequence[str], entry: Mapping[str, Any], told: bool) -> list[str]:
    errand = Errand(units[0], {options.board.at.get(units[0], "0101"): 0}, [entry["to"]], entry["to"])
    return (find_path if told else open_path)(options.rules, errand)


def _why(options: Moves, units: Sequence[str], entry: Any, path: Sequence[str], refusal: Refusal) -> Refusal:
    return refusal


def _note(options: Moves, units: Sequence[str], found: Any, judged: Any) -> str:
    return way_note(units[0], found["path"], found.get("exit", ""), [(judged, options.rules.points(units[0]))])


READER: Final = MoveReader(
    member="orders",
    called="orders",
    form=MOVE,
    moved="moved",
    places=("to", "enter", "exit"),
    beside={"hold": frozenset(), "path": frozenset(("exit",))},
    alone=("hold",),
    kept=("exit",),
    apart={("unit", "units"): "one or several"},
    place=lambda options, unit: options.board.at.get(unit, ""),
    find=_find,
    why=_why,
    note=_note,
    blamed=("to", "exit", "enter"),
    one_of=("to", "path", "enter", "hold"),
)


def names_of(*, hints: bool = True, **more: Any) -> Names:
    """The words of blue's documents."""
    return names_in(PIECES, ground(), "blue", {"red": "Red"}, "foreign", hints=hints, **more)


def moves_of(at: Mapping[str, str], names: Names) -> MoveEntries[Moves]:
    """The moves of a document, with pieces in these hexes."""
    return MoveEntries(READER, Moves(at), names, [])
