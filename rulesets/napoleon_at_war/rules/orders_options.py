"""The whole orders of a player turn: judged, described and drawn at random on a scratch board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving.options import moves_at_random
from pbem.hexgame.moving.rehearsal import MoveRehearsal
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, movement_phase
from rulesets.napoleon_at_war.setting import Setting

if TYPE_CHECKING:
    from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions

Path = tuple[str | int, ...]


class OrdersOptions:
    """What may be ordered at the start of a player turn. Nothing is worked out before it is asked for.

    board: the board at the start of the player turn; it is read, never changed.
    """

    def __init__(self, setting: Setting, board: Board) -> None:
        self.setting = setting
        self.board = board

    def scratch(self) -> Board:
        """A board of its own with the same position."""
        return self.setting.board(self.board.position.copy())

    def why_not(self, answer: Json) -> Refusal | None:
        """None if everything in the orders can be carried out, else the first refusal."""
        found = self.faults(answer)
        return found[0][1] if found else None

    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders, with the place in them: moves, stacking (5.32), attacks.

        Attacks are judged on the board as the moves leave it; at night there are none (10.1).
        """
        board, found = rehearse(self.setting, self.scratch(), orders.get("moves", ()))
        if "attacks" not in orders:
            return found
        if self.setting.is_night(board.position.turn):
            if orders["attacks"]:
                found.append((("attacks",), Refusal("10.1", "there is no combat in a night game-turn")))
            return found
        attacks = self._attacks(board)
        found += [(("attacks", *path), refusal) for path, refusal in attacks.faults(orders["attacks"])]
        return found

    def _attacks(self, board: Board) -> AttackOptions:
        # Combat takes long to load, and most commands judge no attack.
        from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions

        return AttackOptions(self.setting, board)

    def default(self) -> Json:
        """naw 5.0-1: no moves and the default attacks."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Random legal orders: a random part of the units on random moves, then by day (10.1) attacks."""
        moves = moves_at_random(MoveOptions(self.setting, self.scratch()), pick)
        orders: dict[str, Json] = {"moves": moves} if moves else {}
        if self.setting.is_night(self.board.position.turn) or not pick(8):
            return orders
        board, _ = rehearse(self.setting, self.scratch(), moves)
        return {**orders, "attacks": self._attacks(board).sample(pick)}

    def describe(self) -> Json:
        """Whose orders, on which game-turn, in which weather (15.4)."""
        position = self.board.position
        weather = self.setting.weather(position.turn)
        return {"noun": "orders", "turn": position.turn, "army": position.army, "weather": weather, "default": {}}


def rehearse(setting: Setting, board: Board, moves: Json) -> tuple[Board, list[tuple[Path, Refusal]]]:
    """Runs a Movement Phase (4.1) on a board that may be changed: the board after it, and every fault of the moves."""
    book = MoveRehearsal("moves", moves)
    book.carry_out(movement_phase(setting, board, moves))
    return board, [(fault.path, fault.refusal) for fault in book.faults]
