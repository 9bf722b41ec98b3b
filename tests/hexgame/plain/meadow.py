"""A plain game on a meadow of seven by seven with a town at 0303: blue moves first, and b4 comes in at 0107 on turn 2.

Units are called by their strength, `b8`, `r6`; each has four movement points. Cases are those of a book that numbers
movement 2, combat 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from pbem.engine.calculation import Counted
from pbem.engine.contract import Scenario
from pbem.engine.gesture import ALL, PATH, TARGETS, WHO
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, SILENT, Choose, Phase
from pbem.hexgame.board.codec import Codec
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import Entries, Form, fields, one, some
from pbem.hexgame.documents.kinds import Hex, Target, Unit, Wish, Word
from pbem.hexgame.fighting import falling_back, results
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import random_allocation
from pbem.hexgame.fighting.attack_rules import AttackCases, AttackRules
from pbem.hexgame.fighting.attacks import AttackReader
from pbem.hexgame.fighting.cases import under
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.engagement import CombatRules, Engagement, Event, Ledger
from pbem.hexgame.fighting.odds import calculated, strength_of
from pbem.hexgame.moving.rules import MoveCases, MoveRules, ZoneRule
from pbem.hexgame.plain.book import PlainBoard, PlainBook
from pbem.hexgame.plain.combats import combat_phase, defenders_retreat
from pbem.hexgame.plain.game import PlainGame
from pbem.hexgame.plain.marches import Marches, movement_phase
from pbem.hexgame.plain.orders import PlainOrders
from pbem.wargame.retreat import Ground
from tests.hexgame.field.test_field import FOOT
from tests.hexgame.fighting.skirmish import COLUMNS, ENEMY, TABLE, piece, plain

FIELD: Final = plain("0303")
UNITS: Final = ("b8", "b5", "b4", "r6", "r2")
ROSTER: Final = Roster(
    {uid: piece(uid, order) for order, uid in enumerate(UNITS)},
    {"blue": ("first",), "red": ("first",)},
    {"first": "First"},
)
MOVING: Final = MoveCases.under("2.1", owner="1.0", held="2.2", stop="2.2", room="2.3", stacking="2.3")
FIGHTING: Final = AttackCases.under("3.1")
HEX: Final = Hex("[0-9]{4}", ".{0,56}[A-Za-z]{3}.{0,56}", "write four digits")
UNIT: Final = Unit("write its id, such as b8")
WISH: Final = Wish(HEX, ("n", "ne", "se", "s", "sw", "nw"))
MOVE: Final = fields(
    unit=one(UNIT, required=True, gesture=WHO),
    to=one(HEX, written=True),
    path=some(HEX, least=1, single=False, gesture=PATH),
    enter=one(HEX, written=True),
)
MANNER: Final = fields(
    retreat=retreats(UNIT, WISH, "where it retreats (3.4)"), advance=advances(UNIT, HEX, "who enters (3.5)")
)
ATTACK: Final = fields(
    id=one(Word("^[a-z0-9]{1,8}$")),
    on=some(Target(HEX.number, HEX.printed, key="target"), required=True, said="on {}", gesture=TARGETS),
    by=some(UNIT, said="by {}", gesture=ALL),
    **MANNER.members,
)
FORM: Final = Form(
    "Orders", {"moves": Entries(MOVE, "Moves.", "moves"), "attacks": Entries(ATTACK, "Attacks.", "attacks")}
)
READER: Final = AttackReader(ATTACK.members, MANNER.members, (), "^[a-z0-9]{1,8}$", "3.1")
RESULTS: Final = {
    "Ae": results.attacker_eliminated,
    "Ar": results.attacker_retreats,
    "Ex": results.exchange,
    "Dr": defenders_retreat,
    "De": results.defender_eliminated,
}


@dataclass
class Position:
    """Where the units stand, and who is lost."""

    turn: int
    army: str
    at: dict[str, str] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)


def marches(board: PlainBoard) -> Marches:
    """b4 comes in from turn 2 on."""
    zone = board.zones[ENEMY[board.army]]
    rules = MoveRules(
        board,
        board.army,
        MOVING,
        points=lambda unit: 2 * ROSTER.units[unit].allowance,
        steps=lambda unit: FIELD.steps,
        zone=lambda unit: zone,
        zones=lambda unit: ZoneRule(),
        fits=lambda at, there: len(there) < 2,
        mover=lambda unit: FOOT,
    )
    comes = board.army == "blue" and board.position.turn > 1 and not {"b4"} & {*board.at, *board.position.lost}
    return Marches(rules, {"b4": {"0107": 2}} if comes else {}, _absent, "2.1")


def _absent(unit: str, at: str) -> Refusal:
    return Refusal("2.4", f"{unit} does not come in at {at or 'no hex'}", unit, at)


def attacks(board: PlainBoard) -> AttackList[Piece]:
    """Everybody in contact fights."""
    rules = AttackRules(FIGHTING, ENEMY[board.army], tuple(RESULTS), READER.read)
    return AttackList(board, board.army, Duties.of_zones(board), rules, random_allocation)


def _lose(ledger: Ledger[PlainBoard], unit: str, why: str, case: str) -> Event:
    at = ledger.board.lift(unit)
    ledger.board.position.lost.add(unit)
    strength = ledger.board.strength([unit])
    return {"kind": "eliminated", "unit": unit, "at": at, "strength": strength, "why": why, "case": case}


def _reckon(engagement: Engagement[PlainBoard]) -> Any:
    board, starts = engagement.board, engagement.starts
    near, foes = ([Counted(u, board.strength([u]), at=starts[u]) for u in side] for side in _sides(engagement))
    return calculated(COLUMNS, strength_of("attacker", near), strength_of("defender", foes))


def _sides(engagement: Engagement[PlainBoard]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return engagement.by, engagement.targets


def _ground(engagement: Engagement[PlainBoard], army: str) -> Ground:
    board = engagement.board
    clear = falling_back.clear_of_the_enemy(board, army)
    return falling_back.ground(board, army, clear, lambda unit, at, moved: at not in board.here, lambda unit: False)


BOOK: Final = PlainBook(
    title="Meadow",
    armies={"blue": "Blue", "red": "Red"},
    turns=3,
    codec=Codec(Position),
    field=FIELD,
    roster=ROSTER,
    board=lambda position: PlainBoard(position, FIELD, ROSTER, ENEMY),
    moves=marches,
    attacks=attacks,
    combat=CombatRules(
        cases=under("3.3", {}),
        columns=COLUMNS,
        table=TABLE,
        results=RESULTS,
        reckon=_reckon,
        lose=_lose,
        ground=_ground,
    ),
    form=FORM,
    unit=UNIT,
    wish=WISH,
    moving=MOVING,
    fighting=FIGHTING,
    results={code: f"what {code} means" for code in RESULTS},
    looks={"wood": "forest", "lake": "water"},
)


class Meadow(PlainGame):
    """Three turns; nobody wins."""

    scenario = Scenario("meadow", "Meadow", ("blue", "red"))

    @cached_property
    def book(self) -> PlainBook:
        return BOOK

    def start(self) -> Json:
        return at("b8 0304, b5 0504, r6 0301, r2 0501")

    def phase(self, at: Json) -> Phase:
        board = BOOK.at(at)
        orders = yield Choose(board.army, ORDERS, PlainOrders(BOOK, board), f"{board.prefix}.{ORDERS}", scene=board)
        yield from movement_phase(marches(board), board.prefix, orders.get("moves", ()), board)
        yield from combat_phase(BOOK, board, orders.get("attacks", SILENT))
        board.position.turn += board.army == "red"
        board.position.army = ENEMY[board.army]
        return BOOK.json(board)

    def over(self, at: Json) -> dict[str, Json]:
        return {"how": "played", "winner": ""} if at["turn"] > BOOK.turns else {}


GAME: Final = Meadow()


def at(units: str, *, turn: int = 1, army: str = "blue", lost: str = "") -> Json:
    """A position in few words: `b8 0304, r6 0301`."""
    places: Mapping[str, str] = dict(one.split() for one in units.split(", "))
    return BOOK.codec.to_json(Position(turn, army, dict(places), set(lost.split())))


def asked(units: str, **more: Any) -> Choose:
    """The orders question of a position."""
    board = BOOK.at(at(units, **more))
    return Choose(board.army, ORDERS, PlainOrders(BOOK, board), f"{board.prefix}.{ORDERS}", scene=board)
