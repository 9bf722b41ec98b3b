"""What orders lead to before any die, entry by entry, for a page: the moves, where they end, and the combats (4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.engine.desk import Course, Move, Where
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.telling.combats_ahead import attacks_made, combat, idle, targets
from pbem.hexgame.telling.reaching import points
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.attack import read_attack
from rulesets.napoleon_at_war.rules.march.entry import entry_cost
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import NO, MoveOptions, movement_phase
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import foresight

REFUSED: Final = "stays out of the game for good (14.21)"
WAITS: Final = "stays in this space of the transit track"
_BY_ITSELF: Final = "comes in by itself"


def leaving(entry: Mapping[str, Json]) -> str:
    """How an entry leaves the map (17.0, 17.1); "" for one that does not."""
    if "exit" in entry:
        return f"leaves by the {entry['exit']} edge for good"
    return f"leaves onto the {entry['transit']} section of the transit track" if "transit" in entry else ""


def course(setting: Setting, position: Position, orders: Mapping[str, Any]) -> Course:
    """naw 4.1-1A, 7.0-1, 7.11, 7.12, 8.11-2, 8.41: the course of public orders. What the rules refuse is left out."""
    board = setting.board(position.copy())
    book = _Book(setting, board)
    book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
    moves, stands = tuple(book.moves.values()), _stands(setting, position, board.position)
    if setting.is_night(position.turn):
        return Course(moves, stands)
    options, ahead = AttackOptions(setting, board), foresight(setting, board)
    attacks, default, _ = attacks_made(options, orders.get("attacks"))
    listed = _listed(orders) if orders.get("attacks") else attacks
    return Course(
        moves,
        stands,
        tuple(targets(options, {at for attack in listed for at in attack.on})),
        tuple(combat(ahead, attack, () if default else _place(attack)) for attack in attacks),
        idle(options, listed),
        tuple(combat(ahead, attack, _place(attack)) for attack in _pending(options, orders, default=default)),
    )


def _stands(setting: Setting, before: Position, after: Position) -> dict[str, str]:
    """Units of the phasing army that are in another place than before; "" for those that have left the maps."""
    own = [unit.id for unit in setting.roster.of(before.army)]
    return {unit: after.at.get(unit, "") for unit in own if before.at.get(unit) != after.at.get(unit)}


# -- moves -----------------------------------------------------------------------------------


class _Book(OpenBook):
    """Keeps the moves of a phase beside its events. moves: unit -> its move, in the order in which they are made."""

    def __init__(self, setting: Setting, board: Board) -> None:
        super().__init__()
        self.setting = setting
        self.board = board
        self.moves: dict[str, Move] = {}

    def choose(self, request: Choose) -> Json:
        """Notes the move of an entry that is legal."""
        answer = super().choose(request)
        if isinstance(request.options, MoveOptions) and answer != NO:
            self.moves[answer["unit"]] = self._move(request.options, request.where, answer)
        return answer

    def _move(self, options: MoveOptions, where: Where, entry: Json) -> Move:
        unit, path = entry["unit"], entry.get("path")
        if path is None:
            return Move(where, (unit,), text=self._staying(unit, entry))
        spent = options.judge(entry)
        assert isinstance(spent, int), "the phase has judged it"
        return Move(where, (unit,), tuple(path), points(spent), self._has(unit), leaving(entry))

    def _staying(self, unit: str, entry: Json) -> str:
        if "refuse" in entry:
            return REFUSED
        return WAITS if entry["track"] == "wait" else _goes_on(self.board.position.track[unit][1] + 1)

    def _has(self, unit: str) -> str:
        return points(allowance(self.setting, unit, self.board.position.turn))

    def tell(self, event: Mapping[str, Json]) -> None:
        """Notes what the phase does by itself, and takes a move that is undone (5.32) away again."""
        super().tell(event)
        kind, unit = event["kind"], str(event.get("unit", ""))
        if kind == "undone":
            self.moves.pop(unit, None)
        elif kind == "entered" and unit not in self.moves:
            cost = points(entry_cost(self.setting, self.board.position.turn, event["at"]) or 0)
            self.moves[unit] = Move((), (unit,), tuple(event["path"]), cost, self._has(unit), _BY_ITSELF)
        elif kind == "transit" and unit not in self.moves:
            self.moves[unit] = Move((), (unit,), text=_goes_on(event["space"]))


def _goes_on(space: int) -> str:
    return f"goes on to space {space} of the transit track"


# -- combat ----------------------------------------------------------------------------------


def _place(attack: Attack) -> Where:
    return ("attacks", attack.index)


def _listed(orders: Mapping[str, Any]) -> Sequence[Attack]:
    """The attacks that orders list, as far as they can be read."""
    read = (read_attack(number, entry) for number, entry in enumerate(orders["attacks"]))
    return [attack for attack in read if isinstance(attack, Attack)]


def _pending(options: AttackOptions, orders: Mapping[str, Any], *, default: bool) -> Sequence[Attack]:
    """naw 7.0-4: attacks that would be made if the rest of their list were right."""
    return options.sound(orders["attacks"]) if default and "attacks" in orders else ()
