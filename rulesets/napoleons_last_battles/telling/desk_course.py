"""What orders lead to before any die, entry by entry, for a page: command, moves, where all stand, and the combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from pbem.engine.desk import Combat, Course, Move, Target, Where
from pbem.engine.odds_query import Chance, Outlook, Step
from pbem.engine.options import Json
from pbem.engine.requests import SILENT
from pbem.hexgame.desk.course import MoveBook, stands, with_combats
from pbem.hexgame.desk.reaching import points
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now, ledger_of
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.battle.mounted import mounted_retreats, repaired
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions, units_of
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, MOUNTED, Hopeful, before_combat
from rulesets.napoleons_last_battles.rules.raids import CASE as RAIDS
from rulesets.napoleons_last_battles.rules.raids import Parted, parted, prey, raid_faults, raids
from rulesets.napoleons_last_battles.telling.desk_command import command_notes, pair_notes, reorganized_notes
from rulesets.napoleons_last_battles.telling.desk_layout import GARRISON, leaving
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.outlooks import foresight, scratch_of

_HOLDS: Final = "holds its hex"
_RAID, _LOST = "attack on a train", "lost"


def course(names: DispatchNames, board: Board, orders: Mapping[str, Any]) -> Course:
    """nlb 4.1.1A-1, 4.1.1B, 4.1.1C: the course of public orders. What the rules refuse is left out.

    board: when orders are asked for; it is read, never changed.
    """
    book, now, fights = _Book(board), scratch_of(board), True
    try:
        book.carry_out(before_combat(now, orders))
    except GameDecided:
        fights = False
    own = [unit.id for unit in names.roster.of(board.position.army)]
    notes = (
        *command_notes(names, board, now.given),
        *reorganized_notes(names, book.events),
        *pair_notes(names, book.events),
    )
    found = Course(tuple(book.moves), stands(own, _places(board), _places(now)), notes=notes)
    return _fought(names, now, book, orders, found) if fights and fights_now(now) else found


def _places(board: Board) -> dict[str, str]:
    return {**board.position.at, **board.position.leaders}


def _fought(names: DispatchNames, board: Board, book: MoveBook, orders: Mapping[str, Any], found: Course) -> Course:
    """nlb 6.0-1, 15.3-2: the combats, after those of one's own who fall back before them; no enemy is supposed to."""
    army, before = board.position.army, dict(board.at)
    ledger = ledger_of(board, f"gt{board.position.turn}.{army}", {})
    book.carry_out(mounted_retreats(board, ledger, orders.get(MOUNTED, SILENT)))
    parts, stood, trains = parted(board, orders.get(ATTACKS)), board.at == before, prey(board)
    raided = tuple(_raids(names, board, parts))
    book.carry_out(raids(board, f"gt{board.position.turn}.{army}", parts))
    options, listed = attack_list(board), parts.rest
    if not stood and listed is not None:
        listed = repaired(options)(listed)
    found = with_combats(found, options, foresight(names, board), listed)
    targets = [*found.targets, *(Target(one.at, one.by, one.guns) for one in trains)]
    return replace(
        found,
        targets=tuple(sorted(targets, key=lambda one: one.place)),
        combats=(*raided, *(_placed(parts, combat) for combat in found.combats)),
        pending=tuple(_placed(parts, combat) for combat in found.pending),
    )


def _placed(parts: Parted, combat: Combat) -> Combat:
    """A combat of the rest of a list, with its place in the whole."""
    if not combat.at or not parts.raids:
        return combat
    return replace(combat, at=(ATTACKS, parts.places[int(combat.at[1])]))


def _raids(names: DispatchNames, board: Board, parts: Parted) -> Iterator[Combat]:
    """nlb 16.17C: the attacks on trains that will be made; none of them needs a die."""
    wrong = {path[0] for path, _ in raid_faults(board, parts)}
    for index, entry in parts.raids.items():
        if index not in wrong:
            at, train = entry["on"][0], board.train_in(entry["on"][0])
            certain = Chance(_LOST, Fraction(1), f"{names.unit(train)} is lost")
            outlook = Outlook(_RAID, (Step("any attack destroys a train, without a die", RAIDS),), (certain,))
            yield Combat(
                (ATTACKS, index), (at,), tuple(entry.get("by", ())), tuple(entry.get("bombard", ())), (outlook,)
            )


class _Book(MoveBook, Hopeful):
    """Keeps the moves, and the flight of leaders of an army, as a page is told of them."""

    def __init__(self, board: Board) -> None:
        super().__init__(_written, partial(_flight, board), board.own)


def _flight(board: Board, event: Mapping[str, Json]) -> Move | None:
    """nlb 10.1E-2: a leader of one's own who stands alone before the enemy."""
    unit = str(event.get("unit", ""))
    if event["kind"] != "fled" or board.setting.roster.units[unit].army != board.position.army:
        return None
    return Move((), (unit,), text=f"flees to {board.field.name(event['to'])} (10.1E)")


def _written(options: MoveOptions, where: Where, entry: Json) -> Move:
    """The move of an entry that is legal, at the pace of the slowest."""
    units, (path, paid) = units_of(entry), options.judged(entry)
    assert isinstance(units, list), "the phase has judged it"
    if not path:
        return Move(where, tuple(units), text=GARRISON if "garrison" in entry else _HOLDS)
    company = options.marches.company(units)
    slowest = min(company, key=options.marches.points)
    text = leaving(options.board, path[-1]) if "exit" in entry else ""
    allowance = points(options.marches.points(slowest))
    return Move(where, tuple(units), tuple(path), points(paid[slowest]), allowance, text)
