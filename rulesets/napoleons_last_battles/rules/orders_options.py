"""The whole orders of a player turn: judged, described and drawn at random on a scratch board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import SILENT, Request, Roll
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.moves import NO
from pbem.hexgame.moving.options import moves_at_random
from pbem.hexgame.moving.rehearsal import MoveRehearsal, Path, TurnOrders
from pbem.hexgame.moving.told_first import told_first
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.command.chain import Chain
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.command.phase import COMMAND, command_phase
from rulesets.napoleons_last_battles.rules.corps_morale import proximity
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN, HidingOptions, Supposing, hiding_phase
from rulesets.napoleons_last_battles.rules.march.garrisons import complete
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS, MoveOptions, movement
from rulesets.napoleons_last_battles.rules.march.random_moves import movable
from rulesets.napoleons_last_battles.rules.memos import open_entering
from rulesets.napoleons_last_battles.rules.reorganization import (
    REORGANIZE,
    ReorganizeOptions,
    reorganization_phase,
    without,
)

ATTACKS, MOUNTED = "attacks", "mounted"
PASS = "pass"
"""The member of orders that says that there are none."""
MovesCarriedOut = Callable[[Board, Sequence[Json], Collection[str]], Generator[Request, Any, MoveOptions]]
"""The moves of orders on a board, with the leaders who gave command."""


class OrdersOptions(TurnOrders):
    """What may be ordered at the start of a player turn. Nothing is worked out before it is asked for.

    board: the board when orders are asked for; it is read, never changed.
    """

    def __init__(self, board: Board) -> None:
        self.board = board

    def moving(self, orders: Mapping[str, Json]) -> MoveOptions:
        """What may be moved on a scratch board, command given and units reorganized as orders have it."""
        board = self.scratch()
        given, _ = Hopeful(board.own).carry_out(before_movement(board, orders))
        for _event in complete(board):
            continue
        return MoveOptions(board, given.commanders)

    def reorganizing(self, orders: Mapping[str, Json]) -> ReorganizeOptions:
        """What may be reorganized on a scratch board, command given as orders have it."""
        board = self.scratch()
        return ReorganizeOptions(board, Hopeful(board.own).carry_out(before_reorganization(board, orders)))

    def scratch(self) -> Board:
        """A board of its own with the same position."""
        board = self.board
        return board.another(board.position.copy())

    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders, with the place in them, in the order of the phases.

        Attacks are judged on the board as the moves leave it.
        """
        board, found = rehearse(self.scratch(), orders)
        if REORGANIZE in orders:
            wrong = self.reorganizing(orders).faults(orders[REORGANIZE])
            others = [one for one in found if one[0][0] != REORGANIZE]
            found = [((REORGANIZE, *path), one) for path, one in wrong] + others
        if COMMAND in orders:
            wrong = CommandOptions(self.scratch()).faults(orders[COMMAND])
            found = [((COMMAND, *path), one) for path, one in wrong] + [one for one in found if one[0] != (COMMAND,)]
        return [*found, *_combat().combat_faults(board, orders)]

    def default(self) -> Json:
        """nlb 5.0, 6.1-1, 11.0-1: command as far as it goes, no moves, and the attacks that the rules demand."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Random legal orders: command now and then, a random part of the units on random moves, random attacks."""
        said = CommandOptions(self.board).sample(pick) if pick(2) else {}
        orders: dict[str, Json] = {COMMAND: said} if said else {}
        if self.board.position.waiting:
            entry = self.reorganizing(orders).sample(pick)
            orders |= {REORGANIZE: [entry]} if entry != NO else {}
        if self.board.setting.on("hidden-movement"):
            orders |= self._hidden_at_random(orders, pick)
        moves = moves_at_random(self.moving(orders), pick)
        orders |= {ORDERS: moves} if moves else {}
        board, faults = rehearse(self.scratch(), orders)
        return orders if faults or not pick(8) else {**orders, **_combat().random_combats(board, pick)}

    def _hidden_at_random(self, orders: Mapping[str, Json], pick: Pick) -> dict[str, Json]:
        """Up to three random entries of `hidden`, each legal behind those before it."""
        found: list[Json] = []
        for _ in range(pick(4)):
            entry = self.hiding({**orders, HIDDEN: found}).sample(pick)
            found += [entry] if entry != NO else []
        return {HIDDEN: found} if found else {}

    def hiding(self, orders: Mapping[str, Json]) -> HidingOptions:
        """Which pairs may be placed or revealed on a scratch board, behind the rest of the command phase and what the
        orders have of it already."""
        board, book = self.scratch(), Hopeful(self.board.own)
        book.carry_out(before_movement(board, orders))
        options = HidingOptions(board)
        options.busy.update(entry["pair"] for entry in orders.get(HIDDEN, ()) if isinstance(entry, Mapping))
        return options

    def describe(self) -> Json:
        """Who may give command, move or come in, for templates and the orders page.

        Allowances, and who is out of command, are as they are when command is given by default.
        """
        options = self.moving({})
        board, position = options.board, options.board.position
        units = [
            {
                "unit": unit,
                "at": options.marches.place(unit),
                "allowance": points_text(options.marches.points(unit)),
                "idle": unit in position.idle,
            }
            for unit in movable(options)
            if options.marches.place(unit)
        ]
        due = [{"unit": d.unit, "hexes": list(d.hexes), "case": d.case} for d in options.due.values()]
        return {
            "noun": "orders",
            "turn": position.turn,
            "army": position.army,
            "weather": board.conditions,
            "command": CommandOptions(self.board).describe(),
            "reorganize": ReorganizeOptions(self.board).describe(),
            "units": units,
            "due": due,
            "default": {},
        }


def _combat() -> ModuleType:
    """What is written of combat: it takes long to load, and most commands judge no attack."""
    from rulesets.napoleons_last_battles.rules import combat_orders

    return combat_orders


class Hopeful(Supposing):
    """Supposes that dice fall well: units that are reorganized come back (12.2); and that pairs which are placed are
    committed to (16.6A)."""

    def foreseen(self, request: Request) -> Json:
        """A one."""
        return (1,) if isinstance(request, Roll) else super().foreseen(request)


class Rehearsal(MoveRehearsal, Hopeful):
    """Notes what could not be done beside what is refused, in one order, and supposes that dice fall well."""


def before_reorganization(board: Board, orders: Mapping[str, Json]) -> Generator[Request, Any, Chain]:
    """nlb 4.1.1A-1, 4.1.1A-2: the command and morale segments of a player turn; returns the command given."""
    given = yield from command_phase(board, orders.get(COMMAND, SILENT))
    yield from proximity(board)
    return given


def before_movement(board: Board, orders: Mapping[str, Json]) -> Generator[Request, Any, tuple[Chain, frozenset[str]]]:
    """nlb 4.1.1A-1, 4.1.1A-2, 4.1.1A-3, 16.6A-1, 28.0D: the command phase of a player turn, pairs of markers last,
    with the memos of those who are hidden before they come in; returns the command given, and who was destroyed in
    it."""
    given = yield from before_reorganization(board, orders)
    destroyed = yield from reorganization_phase(board, orders.get(REORGANIZE, SILENT), given)
    if HIDDEN in orders:
        yield from open_entering(board, orders[HIDDEN])
        yield from hiding_phase(board, orders[HIDDEN], f"gt{board.position.turn}.{board.position.army}")
    return given, destroyed


def before_combat(
    board: Board, orders: Mapping[str, Json], moves: MovesCarriedOut = movement
) -> Generator[Request, Any, MoveOptions]:
    """nlb 4.1.1A-1, 4.1.1B: the phases of a player turn from its orders to its combat; what was moved.

    moves: how the last of them is carried out, whole or without its end.
    """
    given, destroyed = yield from told_first(before_movement(board, orders))
    return (yield from moves(board, without(orders.get(ORDERS, ()), destroyed), given.commanders))


def rehearse(board: Board, orders: Mapping[str, Json]) -> tuple[Board, list[tuple[Path, Refusal]]]:
    """Carries orders out up to combat on a board that may be changed: the board then, and every fault of the orders."""
    book = Rehearsal(ORDERS, orders.get(ORDERS, ()), "5.4", board.own)
    # A game that is decided ends before any attack.
    with suppress(GameDecided):
        book.carry_out(before_combat(board, orders))
    return board, book.found
