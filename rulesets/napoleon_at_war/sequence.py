"""The sequence of play: player turns, game-turns, the Turn Record Track (4.0, 10.0, 13.3, 15.4); and their orders."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import ORDERS, SILENT, Choose, Phase, Request, Silent, Tell
from pbem.hexgame.board.turns import next_player_turn
from pbem.hexgame.moving.options import moves_at_random
from pbem.hexgame.moving.rehearsal import MoveRehearsal, Path, TurnOrders
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, movement_phase
from rulesets.napoleon_at_war.rules.victory import result
from rulesets.napoleon_at_war.setting import Setting

if TYPE_CHECKING:
    from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions


def player_turn(setting: Setting, position: Position) -> Phase:
    """naw 4.1-0, 4.1-1B, 4.1-2, 4.1-3, 5.14, 10.0, 10.1, 13.3: orders, the Movement Phase, then the Combat Phase, which
    nights do not have; then the other army becomes the phasing one, and after the second the turn marker goes on.

    All moves are carried out before the first die. Returns the position at the start of the next player turn.
    """
    board = setting.board(position)
    army, turn = position.army, position.turn
    text = headline(setting, turn, army)
    yield Tell({"kind": "headline", "turn": turn, "army": army, "weather": setting.weather(turn), "text": text})
    orders = yield Choose(army, ORDERS, OrdersOptions(setting, board), f"gt{turn}.{army}.{ORDERS}", scene=board)
    yield from movement_phase(setting, board, orders.get("moves", ()))
    yield from disclose_choice(setting, position)
    attacks = orders.get("attacks", SILENT)
    if setting.is_night(turn):
        yield from no_combat(setting, army, turn, attacks)
    else:
        from rulesets.napoleon_at_war.rules.battle.combat import combat_phase

        yield from combat_phase(setting, board, attacks)
    next_player_turn(position, setting.armies)
    if position.turn > setting.turns:
        yield Tell({"kind": "over", **result(setting, position)})
    return position.to_json()


def board_of(setting: Setting, request: Choose) -> Board:
    """The board on which a question is asked: the question carries it; for one that needs none that of the start."""
    board: Board | None = request.scene
    return board if board is not None else setting.board(setting.start())


def no_combat(setting: Setting, army: str, turn: int, attacks: Json | Silent) -> Generator[Request, Any, None]:
    """naw 10.0, 10.1: attacks that are ordered for a night turn are void, and the report says so."""
    if attacks is not SILENT:
        none = Listed([[]], "10.1", why="there is no combat at night: nobody attacks or fires from afar")
        yield Choose(army, "attacks", none, f"gt{turn}.{army}.attacks", attacks, ("attacks",))


def headline(setting: Setting, turn: int, army: str) -> str:
    """`Game-Turn 6, French player turn`, and where it is night or fog (15.4)."""
    if turn > setting.turns:
        return "The game is over"
    weather = setting.weather(turn)
    told = "" if weather == "day" else f" ({weather})"
    return f"Game-Turn {turn}, {setting.called(army)} player turn{told}"


def disclose_choice(setting: Setting, position: Position) -> Generator[Request, Any, None]:
    """naw 15.1-1: the committed choice of option is opened once, after the first move (ruling 26)."""
    choice = setting.choice
    if choice is None or position.choice or (position.turn, position.army) != (choice.turn, choice.after):
        return
    options = Listed(choice.values, "15.1-1", "an option", silent=choice.default)
    label = f"gt{position.turn}.{choice.army}.{choice.slot}"

    def read(said: Json) -> Json | Silent:
        # A slot that holds none of the values says nothing.
        return said if said in choice.values else SILENT

    position.choice = yield Choose(choice.army, choice.slot, options, label, slot=choice.slot, read=read)
    text = f"{setting.called(choice.army)} reinforcements: Option {position.choice}"
    yield Tell({"kind": "choice", "army": choice.army, "value": position.choice, "text": text, "case": "15.1-1"})


# -- orders ----------------------------------------------------------------------------


class OrdersOptions(TurnOrders):
    """naw 5.0-1: what may be ordered at the start of a player turn. Nothing is worked out before it is asked for.

    board: the board at the start of the player turn; it is read, never changed.
    """

    def __init__(self, setting: Setting, board: Board) -> None:
        self.setting = setting
        self.board = board

    def scratch(self) -> Board:
        """A board of its own with the same position."""
        return self.setting.board(self.board.position.copy())

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
    return board, book.found
