"""A tiny game of combats on a bare field of seven by seven: two units in a hex, one in a town, blue attacks red.

Odd columns stand higher: 0404 touches 0403 (n), 0504 (ne), 0505 (se), 0405 (s), 0305 (sw) and 0304 (nw).
A unit's name tells what it is: b8 blue infantry of strength 8, bg5 blue artillery; r6 and rg4 the same for red. A
letter behind tells units apart: b8x, which is of the second formation. Cases are the names of their reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pbem.engine.calculation import Calculation, Counted, Effect
from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Choose, Roll, Silent, Tell
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.fighting import falling_back, results
from pbem.hexgame.fighting.bombard import Bombardment
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import CombatRules, Engagement, Event, Ledger, Procedure
from pbem.hexgame.fighting.odds import Cap, calculated, strength_of
from pbem.hexgame.fighting.resolve import begun, fought
from pbem.hexgame.fighting.said import Path
from pbem.wargame.retreat import Ground, Moves, WhyNot
from pbem.wargame.sight import blockers, line_of_sight
from tests.hexgame.field.test_field import CHART, GRID, LEGEND

ENEMY = {"blue": "red", "red": "blue"}
COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1")
TABLE = {
    1: ("Dr", "Dr", "Dr", "De", "De"),
    2: ("Ar", "Dr", "Dr", "Dr", "De"),
    3: ("Ar", "Ar", "Ex", "Ex", "Dr"),
    4: ("Ar", "Ar", "Ar", "Ex", "Ex"),
    5: ("Ae", "Ae", "Ar", "Ar", "Ar"),
    6: ("Ae", "Ae", "Ae", "Ae", "Ar"),
}
CASES = {reason: reason.name for reason in (*Reason, *WhyNot)}
PIECE = re.compile(r"([br])(g?)(\d+)([a-z]?)")


@lru_cache(maxsize=32)
def plain(towns: str = "", **hexsides: str) -> HexField:
    """A clear field. towns: hexes of towns. hexsides: kind="0404-0403 ..."."""
    rows = [" ".join("t" if f"0{c}0{r}" in towns else "." for c in range(1, 8)) for r in range(1, 8)]
    grid = {**GRID, "columns": "01-07", "rows": "01-07"}
    sheet = {"id": "sheet", "grid": grid, "legend": LEGEND, "terrain": "\n".join(rows) + "\n"}
    return read_field([{**sheet, "hexsides": hexsides}], CHART)


def piece(uid: str, order: int) -> Piece:
    """The counter that a name means."""
    side, gun, strength, more = PIECE.fullmatch(uid).groups()  # type: ignore[union-attr]
    army, kind = ("blue" if side == "b" else "red"), "artillery" if gun else "infantry"
    return Piece(uid, uid.upper(), kind, int(strength), 4, army, "second" if more else "first", order)


class Board(HexBoard[Piece]):
    """A board on which strengths are those of current faces. lost: units that are gone. faces: unit -> strength."""

    def __init__(self, at: Mapping[str, str], on: HexField) -> None:
        units = {uid: piece(uid, order) for order, uid in enumerate(at)}
        formations = dict.fromkeys(ENEMY, ("first", "second"))
        super().__init__(dict(at), on, Roster(units, formations, {"first": "First", "second": "Second"}), ENEMY)
        self.faces: dict[str, int] = {}
        self.lost: list[str] = []

    def strength(self, units: Iterable[str]) -> int:
        """Strength points of current faces together."""
        return sum(self.faces.get(unit, self.roster.units[unit].strength) for unit in units)


@dataclass(frozen=True)
class Manner:
    """How an attack is made."""

    bombard: tuple[str, ...] = ()
    reduce: str = ""
    pay: Json | Silent = SILENT
    retreat: Json | Silent = SILENT
    displace: Json | Silent = SILENT
    advance: Json | Silent = SILENT


@dataclass(frozen=True)
class Attack:
    """An attack on hexes by adjacent units."""

    on: tuple[str, ...]
    by: tuple[str, ...] = ()
    manner: Manner = field(default_factory=Manner)
    id: str = "a1"
    index: int = 0
    condition: Mapping[str, Json] = field(default_factory=dict)
    other: Manner | None = None

    def manners(self) -> tuple[tuple[Path, Manner], ...]:
        own: tuple[tuple[Path, Manner], ...] = (((self.index,), self.manner),)
        return own if self.other is None else (*own, ((self.index, "else"), self.other))

    def batteries(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit for _, manner in self.manners() for unit in manner.bombard))


def attack(on: str, by: str = "", *, id: str = "a1", index: int = 0, **manner: Any) -> Attack:
    """An attack in few words: hexes and units with blanks between them."""
    guns = tuple(manner.pop("bombard", "").split())
    return Attack(tuple(on.split()), tuple(by.split()), Manner(guns, **manner), id, index)


def lose(ledger: Ledger[Board], unit: str, why: str, case: str) -> Event:
    """Takes a unit off the board."""
    at = ledger.board.lift(unit)
    ledger.board.lost.append(unit)
    return {"kind": "eliminated", "unit": unit, "at": at, "why": why, "case": case}


def judge(ledger: Ledger[Board], units: Sequence[str]) -> Procedure:
    """Tells of every instant at which somebody was lost."""
    if units:
        yield Tell({"kind": "judged", "units": list(units)})


def most(board: Board, at: str) -> int:
    """One unit in a town, two elsewhere."""
    return 1 if board.field.terrain[at] == "town" else 2


def ground(engagement: Engagement[Board], army: str) -> Ground:
    """Who stands in a town, takes part or was displaced already is not displaced."""
    board = engagement.board

    def displaceable(unit: str) -> bool:
        town = board.field.terrain[board.at[unit]] == "town"
        return not (town or unit in engagement.starts or unit in engagement.pushed)

    def fits(unit: str, at: str, moved: Moves) -> bool:
        there = [one for one in board.units_in(at) if one not in moved and one != unit]
        there += [one for one, to in moved.items() if to == at and one != unit]
        return len(there) < most(board, at)

    return falling_back.ground(board, army, falling_back.clear_of_the_enemy(board, army), fits, displaceable)


def reckon(engagement: Engagement[Board]) -> Calculation:
    """Current faces; blue infantry is halved against a town, which caps the odds at 2-1."""
    board = engagement.board
    towns = any(board.field.terrain[engagement.starts[unit]] == "town" for unit in engagement.targets)
    half = (Effect(Fraction(1, 2), "against a town", "town"),) if towns else ()
    near = [Counted(unit, board.strength([unit]), half) for unit in (*engagement.by, *engagement.bombard)]
    foes = [Counted(unit, board.strength([unit]), at=engagement.starts[unit]) for unit in engagement.targets]
    caps = [Cap("2-1", "a town caps the odds", "cap")] if towns else []
    return calculated(COLUMNS, strength_of("attacker", near), strength_of("defender", foes), (), caps)


def walls(board: Board, at: str, target: str) -> tuple[str, ...]:
    """The hexes whose kind blocks the straight line between two."""
    field = board.field
    return blockers(line_of_sight(field.grids[field.map_of[at]], at, target), lambda one: field.kind(one).blocks_sight)


RULES: CombatRules[Board] = CombatRules(
    cases=CASES,
    columns=COLUMNS,
    table=TABLE,
    results={
        "Ae": results.attacker_eliminated,
        "Ar": results.attacker_retreats,
        "Ex": results.exchange,
        "Dr": lambda combat: results.defender_retreats(combat, combat.targets),
        "De": results.defender_eliminated,
    },
    reckon=reckon,
    lose=lose,
    judge=judge,
    ground=ground,
    bombardment=Bombardment(cases=CASES, blockers=walls),
)


def ledger(at: Mapping[str, str], on: HexField | None = None, **changed: Any) -> Ledger[Board]:
    """Blue's combat phase on a board. changed: members of the rules."""
    board = Board(at, on or plain())
    foes = {hex_: tuple(units) for hex_, units in board.here.items() if board.army_of(units[0]) == "red"}
    return Ledger(replace(RULES, **changed), board, "blue", "red", "gt1.blue", foes)


def resolve(ledger: Ledger[Board], attack: Attack) -> Procedure:
    """One attack, if it is made."""
    engagement = yield from begun(ledger, attack)
    if engagement is not None:
        yield from fought(engagement)


@dataclass
class Played:
    """What a procedure told, asked and offered. refused: labels of answers that were not legal."""

    events: list[Event] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    offered: list[Json] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def kinds(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.events if event["kind"] == kind]


def play(
    procedure: Procedure, dice: Sequence[int] = (), answers: Mapping[str, Json] | None = None, pick: Any = None
) -> Played:
    """Carries a procedure out. answers: label without prefix -> what an army says; else what is said or the default."""
    played, left = Played(), iter(dice)
    answer: Any = None
    try:
        while True:
            request = procedure.send(answer)
            answer = None
            if isinstance(request, Tell):
                played.events.append(request.event)
            elif isinstance(request, Roll):
                answer = [next(left)]
            elif isinstance(request, Choose):
                answer = _answered(played, request, answers or {}, pick)
    except StopIteration:
        return played


def _answered(played: Played, request: Choose, answers: Mapping[str, Json], pick: Any) -> Json:
    label = request.label.removeprefix("gt1.blue.")
    played.asked.append(label)
    played.offered.append(request.options.describe())
    said = answers.get(label, request.said)
    if not isinstance(said, Silent):
        answer = request.read(said)
        if not isinstance(answer, Silent) and request.options.why_not(answer) is None:
            return answer
        played.refused.append(label)
    return request.options.default() if pick is None else request.options.sample(pick)
