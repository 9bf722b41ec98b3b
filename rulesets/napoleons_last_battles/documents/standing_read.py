"""Standing orders as their player wrote them: names into ids, what can never be meant, what matters soon."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.standing import Standing, reading
from pbem.hexgame.moving.marching import reach
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import DAY
from rulesets.napoleons_last_battles.documents.standing import slots
from rulesets.napoleons_last_battles.documents.translation import translation
from rulesets.napoleons_last_battles.forms import UNIT, WISH
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.rules.battle.mounted import MOUNTED_KINDS
from rulesets.napoleons_last_battles.rules.march.entry import due_units, entry_hexes, judge_entry
from rulesets.napoleons_last_battles.rules.march.ground import mover
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre

_CASES: Final = {"retreat": "6.6", "displace": "6.6D", "advance": "6.7", "order": "6.6", "mounted": "15.3"}
"""Kind of slot -> the case that reads what stands in it of units and neighbouring hexes."""
_FAR: Final = 2
"""Hexes from which artillery still attacks."""


class LastBattlesStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        position = CODEC.from_json(at) if at is not None else Position(1, army)
        return read_standing(self.theatre.board(position), army, values, judge=at is not None)

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations to which the enemy can come near in his next daylight turn, of each kind that may be
        asked for then."""
        board = self.theatre.board(CODEC.from_json(at))
        found = threatened(board, army)
        kinds = {formation: set(_kinds(board, units)) for formation, units in found.items()}
        split = [(slot.name, *slot.name.split(".", 1)) for slot in slots(self.theatre, army)]
        return [name for name, kind, formation in split if kind in kinds.get(formation, ())]


def read_standing(board: Board, army: str, values: Mapping[str, Json], *, judge: bool) -> Reading:
    """The values with ids, see `engine.standing.StandingOrders`. judge: also against the board."""
    return reading(values, translation(board, army), UNIT, WISH, partial(standing, board) if judge else None)


def standing(board: Board) -> Standing:
    """nlb 6.6A, 6.6B, 6.6D-1, 6.7A, 15.3-1: what the slots name, held against a position."""
    position, units = board.position, board.setting.roster.units

    def gone(unit: str) -> str:
        if unit in position.dead:
            return "was eliminated for good"
        if units[unit].leads:
            return "is a leader and does not fight"
        return "has left the map for good" if unit in position.exited else ""

    def absent(unit: str) -> str:
        return "was eliminated, and may be reorganized" if unit in position.waiting else "has not arrived yet"

    return Standing(
        board.field,
        board.everybody,
        position.at,
        _CASES,
        members=("retreat", "advance", "mounted"),
        barred="6.6A",
        steps=lambda unit: board.field.steps_for(mover(board, unit)),
        gone=gone,
        absent=absent,
    )


# -- what matters soon -------------------------------------------------------------


def near(board: Board, army: str) -> list[str]:
    """The formations of an army to which the enemy can come near, in roster order."""
    return list(threatened(board, army))


def threatened(board: Board, army: str) -> dict[str, list[str]]:
    """Formation -> those of its units and leaders next to whom the enemy may end a march, or within range of whom.

    He marches from where he stands, and comes in where he is due, in his next daylight turn; nobody else has moved.
    """
    ahead = _next_turn(board, board.enemy[army])
    everybody, guns = _reached(ahead)
    close = _grown(board, everybody, 1) | _grown(board, guns, _FAR)
    units, position = board.setting.roster.units, board.position
    found: dict[str, list[str]] = {}
    for uid, at in {**position.at, **position.leaders}.items():
        if units[uid].army == army and at in close:
            found.setdefault(units[uid].formation, []).append(uid)
    return {uid: found[uid] for uid in board.setting.roster.formations if uid in found}


def _next_turn(board: Board, foe: str) -> Board:
    """A board of its own on which the other army is about to move by day."""
    position, turns = board.position.copy(), board.setting.turns
    first = max(position.turn, 1)
    # After the second army's player turn the first one moves on the next game-turn.
    if position.army != foe and foe == board.setting.armies[0] and position.turn != SETUP:
        first += 1
    light = (number for number in range(first, len(turns) + 1) if turns[number - 1].kind == DAY)
    position.turn, position.army = next(light, min(first, len(turns))), foe
    position.weather = ""
    return board.another(position)


def _reached(board: Board) -> tuple[set[str], set[str]]:
    """The hexes in which the phasing army's units may end a march, and those in which its artillery may."""
    marches, found, guns = Marches(board), set[str](), set[str]()
    units = board.setting.roster.units
    for unit in board.on_map(board.position.army):
        if units[unit].fights:
            rules, at = marches.rules(unit), board.at[unit]
            there = reach(rules, unit, at, rules.points(unit)).costs
            found.update(there)
            guns.update(there if _is_gun(board, unit) else ())
    for due in due_units(board).values():
        if not units[due.unit].fights:
            continue
        rules = marches.rules(due.unit)
        for at in entry_hexes(board, rules, due):
            cost = judge_entry(marches, due, at, {}, False)
            if isinstance(cost, Refusal):
                # Who comes in behind others has less left, never more.
                continue
            there = reach(rules, due.unit, at, rules.points(due.unit) - cost).costs
            found.update(there)
            guns.update(there if _is_gun(board, due.unit) else ())
    return found, guns


def _is_gun(board: Board, unit: str) -> bool:
    return board.roster.units[unit].kind.endswith("artillery")


def _grown(board: Board, hexes: Collection[str], steps: int) -> set[str]:
    """Hexes with everything around them as far as so many steps."""
    found = set(hexes)
    for _ in range(steps):
        found |= {to for at in found for to in board.field.neighbours[at]}
    return found


def _kinds(board: Board, near_by: Sequence[str]) -> Iterator[str]:
    """The kinds of standing orders that may be asked for of units and leaders of a formation."""
    units = board.setting.roster.units
    kinds = [units[uid].kind for uid in near_by]
    if any(units[uid].fights for uid in near_by):
        yield from ("retreat", "displace", "advance", "order")
    if any(board.at.get(uid) in board.chateau_hexes for uid in near_by):
        yield "chateau"
    if any(kind in MOUNTED_KINDS for kind in kinds):
        yield "mounted"
    if any(kind == "infantry" for kind in kinds):
        yield "arm"
    if any(units[uid].leads for uid in near_by):
        yield from ("flee", "leader")
