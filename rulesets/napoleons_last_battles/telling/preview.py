"""What orders would do before any die is thrown: moves as carried out, and the odds and chances of every attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import SILENT, Request
from pbem.hexgame.telling.previewing import (
    NO_ATTACKS,
    PreviewWords,
    attacks_ahead,
    attacks_leave_a_choice,
    ordered,
    preview_lines,
    void,
)
from pbem.hexgame.telling.wording import march_line
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now, ledger_of
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.battle.mounted import mounted_retreats, repaired
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN, Supposing, hiding_phase
from rulesets.napoleons_last_battles.rules.hiding.revealing import put
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS
from rulesets.napoleons_last_battles.rules.march.random_moves import movable
from rulesets.napoleons_last_battles.rules.orders_options import (
    ATTACKS,
    MOUNTED,
    PASS,
    Hopeful,
    OrdersOptions,
    before_combat,
)
from rulesets.napoleons_last_battles.rules.placing import SETUP, PlacingOptions, placed_events
from rulesets.napoleons_last_battles.rules.raids import parted, prey, raids
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.outlooks import foresight, odds_words, scratch_of
from rulesets.napoleons_last_battles.telling.wording import wording
from rulesets.napoleons_last_battles.theatre import SETUP as PLACING

_MARCHES: Final = frozenset(("moved", "entered", "exited", "holds", "undone", "halted", "fled", "leader_lost"))
"""Kinds of events of the Movement Phase; what is told before the first of them belongs to command."""
_DECIDED: Final = "The game is over before any attack is made."


def preview(names: DispatchNames, board: Board, orders: Json) -> Json:
    """nlb 4.1.1A-1, 4.1.1A-2, 4.1.1A-3, 4.1.1B, 4.1.1C: {"moves": events, "void": refusals, "attacks": [...],
    "default": bool, "ordered", "idle", "open", "lines"}.

    moves: the events of the turn up to its combat, undone moves and the flight of leaders among them; dice of the
    command phase are supposed to fall well (`hoped`). void: orders that the rules refuse, {"where", "case", "text"}.
    attacks: those on the board after the moves, if no enemy falls back before combat; `default` says that they are the
    default allocation, because the orders list none or a list that is void as a whole. ordered, idle: of those who
    could move, or come in, how many are ordered to, and the names of the others. open: whether anything could be
    decided otherwise than by default, and is not passed. board: read, never changed.
    """
    if board.position.turn == PLACING:
        return _placing(names, board, orders)
    found = _carried_out(names, scratch_of(board), orders)
    found |= ordered(movable(OrdersOptions(board).moving(orders)), orders.get(ORDERS, ()), names.unit)
    could = bool(found["idle"]) or bool(found["ordered"]) or _attacks_otherwise(board, found)
    found["open"] = could and PASS not in orders
    return {**found, "lines": _lines(names, found)}


def _carried_out(names: DispatchNames, board: Board, orders: Mapping[str, Any]) -> dict[str, Json]:
    """What the orders come to on a board that may be changed: `moves`, `void`, `attacks`, `default`."""
    book = _Supposing(board.own)
    try:
        book.carry_out(before_combat(board, orders))
    except GameDecided:
        return {"moves": book.events, "void": void(book.faults), **NO_ATTACKS, "decided": True}
    attacks, refused = _attacks(names, board, book, orders)
    hoped = {"hoped": True} if book.thrown else {}
    return {"moves": book.events, "void": void([*book.faults, *refused]), **attacks, **hoped}


class _Supposing(Hopeful):
    """nlb 12.2: carries the command phase out as if its dice fell well. thrown: whether there were any."""

    def __init__(self, own: Own) -> None:
        super().__init__(own)
        self.thrown = False

    def foreseen(self, request: Request) -> Json:
        """See `Hopeful`."""
        self.thrown = True
        return super().foreseen(request)


def _attacks(
    names: DispatchNames, board: Board, book: OpenBook, orders: Mapping[str, Any]
) -> tuple[Mapping[str, Json], list[PlacedRefusal]]:
    """nlb 4.3-1, 6.0-1, 15.3-2, 16.17C: the attacks after the moves, after own mounted units have fallen back, and
    after trains that are attacked are lost; none at night and in rain."""
    if not fights_now(board):
        refusal = Refusal("4.3", "there is no combat on this turn: what is said of attacks is not carried out")
        return NO_ATTACKS, [PlacedRefusal((ATTACKS,), refusal)] if orders.get(ATTACKS) else []
    prefix, before = f"gt{board.position.turn}.{board.position.army}", dict(board.at)
    book.carry_out(mounted_retreats(board, ledger_of(board, prefix, {}), orders.get(MOUNTED, SILENT)))
    parts, stood = parted(board, orders.get(ATTACKS)), board.at == before
    book.carry_out(raids(board, prefix, parts))
    options, listed = attack_list(board), parts.rest
    if not stood and listed is not None:
        listed = repaired(options)(listed)
    ahead, refused = attacks_ahead(options, listed, foresight(names, board))
    return ahead, [replace(one, path=(ATTACKS, *parts.at((one.path[1:], one.refusal))[0])) for one in refused]


def _attacks_otherwise(board: Board, found: Mapping[str, Any]) -> bool:
    """nlb 6.1-1, 6.2C, 6.7-1, 7.1A, 8.2A-2, 16.17C: whether who orders nothing leaves a choice of attacks, reductions
    or advances."""
    if not fights_now(board):
        return False
    if prey(board):
        return True
    return attacks_leave_a_choice(attack_list(board), found["attacks"], board.setting.columns[0])


def _lines(names: DispatchNames, found: Mapping[str, Any]) -> list[str]:
    words = PreviewWords(
        events=lambda event: march_line(names, event) or wording(names, event),
        odds=odds_words(names),
        allocation="6.1",
    )
    command = list(takewhile(lambda event: event["kind"] not in _MARCHES, found["moves"]))
    given = [f"  {text}" for event in command if (text := words.events(event))]
    lines = ["Command, if its dice fall well:" if found.get("hoped") else "Command:", *given] if given else []
    lines += preview_lines(words, {**found, "moves": found["moves"][len(command) :]})
    return [*lines, _DECIDED] if found.get("decided") else lines


# -- before the first turn ---------------------------------------------------------------

_BY_DEFAULT: Final = " By default."


def _hidden(board: Board, orders: Mapping[str, Any], placed: Mapping[str, str]) -> Sequence[Mapping[str, Json]]:
    """nlb 16.6A-2: what is told of the pairs that a set-up places, once everybody stands where he is placed."""
    scratch, book = board.another(board.position.copy()), Supposing(board.own)
    for unit, at in placed.items():
        put(scratch, unit, at)
    book.carry_out(hiding_phase(scratch, orders.get(HIDDEN, SILENT), SETUP))
    return book.events


def _placing(names: DispatchNames, board: Board, orders: Mapping[str, Any]) -> Json:
    """nlb 3.2C-2, 10.1A: a set-up: where everybody would stand. Nobody is idle: lines tell who stands by default."""
    options = PlacingOptions(board, board.position.army)
    faults = options.faults(orders)
    said: Mapping[str, Any] = {} if faults else orders.get(SETUP, {})
    placed = options.complete({} if faults else orders)
    events = list(placed_events(board, placed, tuple(options.place_of)))
    found: dict[str, Json] = {
        "moves": events,
        "void": void(PlacedRefusal(path, refusal) for path, refusal in faults),
        **NO_ATTACKS,
        "ordered": len(said),
        "idle": [],
        "open": any(len(options.hexes(board, unit)) > 1 for unit in options.place_of),
    }
    lines = [f"  {wording(names, event)}{'' if event['unit'] in said else _BY_DEFAULT}" for event in events]
    lines += [] if faults else [f"  {wording(names, event)}" for event in _hidden(board, orders, placed)]
    refused = [f"Void: {one['text']} ({one['case']})" for one in found["void"]]
    return {**found, "lines": ["Set-up:", *lines, *refused]}
