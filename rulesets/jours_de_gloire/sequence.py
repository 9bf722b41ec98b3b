"""The course of play (jdg 2): the set-ups, then player turn by player turn, each one phase of the engine.

The Events Phase of a game turn runs at the end of the phase before it: that of the second set-up, then those of the
second player turns. So weather, arrivals and who plays first are known when the next orders are asked for.
"""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Phase, Tell
from rulesets.jours_de_gloire.board import DUG, MARCHED, MOVED, Board
from rulesets.jours_de_gloire.orders_question import Orders
from rulesets.jours_de_gloire.position import SETUP, Position, encode
from rulesets.jours_de_gloire.rules import admin, events, victory
from rulesets.jours_de_gloire.rules.battle.siege import Siege
from rulesets.jours_de_gloire.rules.fights import fights, guns
from rulesets.jours_de_gloire.rules.march import moves
from rulesets.jours_de_gloire.rules.setup import set_up
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import headline
from rulesets.jours_de_gloire.turn import Part, Turn


class SequenceOfPlay:
    """The phases of a game, one after the other, and its end."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def phase(self, at: Json) -> Phase:
        """See `phase`."""
        return phase(self.setting, at)

    def over(self, at: Position) -> dict[str, Json]:
        """jdg 9-8, 9-10: {} while the game goes on, else how it ended."""
        return victory.over(self.setting, at)


def phase(setting: Setting, at: Json) -> Phase:
    """The phase that begins at a position: a set-up or a player turn with what follows it."""
    board = Board.read(setting, at)
    yield from _set_up(board) if board.at.stage == SETUP else _player_turn(board)
    return encode(board.position())


def _set_up(board: Board) -> Part:
    """jdg 7.1-1: one army's set-up; after the second, the first turn begins."""
    setting, army = board.setting, board.player
    turn = Turn(setting, board, army, f"setup.{army}")
    yield from set_up(turn)
    if army == setting.armies[0]:
        board.at.player = setting.armies[1]
    else:
        board.at.stage = "play"
        _go_on_besieging(board)
        yield from events.begin(turn, 1)


def _go_on_besieging(board: Board) -> None:
    """jdg 8.8-S1, T-SCEN: the sieges that the scenario begins with, whoever holds the city being inside."""
    for box, siege in board.setting.scenario.sieges.items():
        besieged = board.counters(board.setting.foe(siege.by), box)
        if besieged and board.counters(siege.by, box):
            board.at.sieges = {**board.at.sieges, box: Siege(siege.by, siege.step)}
            board.at.inside = {**board.at.inside, box: list(besieged)}


def _player_turn(board: Board) -> Part:
    """jdg 2-B1-5, 2-B1-1, 2-B1-2, 2-B1-3, 2-B1-4, 2-B2-1, 2-B2-2, 2-B3, 2-B4, 2-C: a player turn; then the
    other's, or the end of the game turn."""
    army, number = board.player, board.at.turn
    turn = Turn(board.setting, board, army, f"t{number}.{army}")
    told = {"turn": number, "weather": board.weather, "heading": headline(board.setting, board.at)}
    yield Tell({"kind": "player-turn", "army": army, "case": "2-0", **told})
    yield from admin.command_points(turn)
    hide = board.setting.fog.hideable((*board.counters(army), *board.free(army)))
    turn.orders = yield Choose(
        army, ORDERS, Orders(board, "turn"), f"{turn.label}.orders", hide=hide, scene=board.position()
    )
    yield from events.taken_off(turn, turn.foe)
    yield from _phases(turn)
    board.at.pc = {}
    change = board.setting.scenario.defection
    if change is not None and change.to == army and board.at.stage == "play":
        yield from events.defection(turn)
    if victory.emperor_taken(board.setting, board.at):
        yield from _end(board)
    elif army == board.at.order[0]:
        board.at.player = board.at.order[1]
    else:
        yield from _game_turn_ends(turn)


def _phases(turn: Turn) -> Part:
    """jdg 2-B1-1, 2-B2-1, 2-B3, 2-B4: the four phases of a player turn."""
    yield from admin.administer(turn)
    yield from moves.movement(turn)
    yield from moves.rest(turn)
    marchers = yield from guns.march_to_guns(turn)
    yield from fights.combat(turn, marchers)


def _game_turn_ends(turn: Turn) -> Part:
    """jdg 2-C, 8.5-1: fatigue and what was noted for the turn are gone; the next turn begins, or the game is over."""
    board = turn.board
    for counter in board.counters():
        board.mark(counter, "fatigued", False)
    for what in (MOVED, DUG, MARCHED):
        setattr(board.at, what, [])
    if board.at.turn < len(turn.setting.scenario.turns):
        yield from events.begin(turn, board.at.turn + 1)
    else:
        yield from _end(board)


def _end(board: Board) -> Part:
    """jdg 9-1, 9-10: the game is over."""
    board.at.stage = "over"
    result = victory.over(board.setting, board.at)
    case = "9-8" if result["level"] == victory.CAPTURE else "9-10"
    yield Tell({"kind": "over", "army": result["winner"], "case": case, "result": result})
