"""The sequence of play: placing, player turns, game-turns, and how the game ends (3.2C, 4.0, 4.1, 9.1)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, SILENT, Choose, Phase, Request, Tell
from pbem.hexgame.board.turns import next_player_turn
from pbem.hexgame.moving.told_first import told_first
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import conditions
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, settle
from rulesets.napoleons_last_battles.rules.command.headquarters import threatened
from rulesets.napoleons_last_battles.rules.hiding.pairs import free_pairs
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN, hiding_phase
from rulesets.napoleons_last_battles.rules.marks import end_player_turn
from rulesets.napoleons_last_battles.rules.memos import written_now
from rulesets.napoleons_last_battles.rules.opening import opening
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions, before_combat
from rulesets.napoleons_last_battles.rules.placing import SETUP as SETUP_SAID
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions, placed_events
from rulesets.napoleons_last_battles.rules.victory.judging import close, end_of_player_turn
from rulesets.napoleons_last_battles.rules.victory.result import result
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre

_KINDS = {"night": ", night", "rain": ", rain", "mud": ", mud"}


def phase(theatre: Theatre, position: Position) -> Phase:
    """The phase that begins at a position: an army's set-up, or its player turn."""
    return _placing(theatre, position) if position.turn == SETUP else _player_turn(theatre, position)


def _placing(theatre: Theatre, position: Position) -> Phase:
    """nlb 3.2C-2, 10.1A, 16.6A-1: an army places what the set-up leaves to it, then pairs of markers. Returns the
    position afterwards."""
    board, army = theatre.board(position), position.army
    yield Tell(_headline_event(theatre.setting, position))
    options = PlacingOptions(board, army)
    hide = committed_now(board)
    said = yield Choose(army, ORDERS, options, f"setup.{army}.{ORDERS}", hide=hide, scene=board)
    yield from options.carry_out(board, said.get(SETUP_SAID, {}))
    placed = {**board.at, **position.leaders}
    for event in placed_events(board, placed, tuple(options.place_of)):
        yield Tell(event)
    yield from hiding_phase(board, said.get(HIDDEN, SILENT), f"setup.{army}")
    first, second = theatre.setting.armies
    if army == first and theatre.prepares(second):
        position.army = second
    else:
        position.turn, position.army = 1, first
    return CODEC.to_json(position)


def _player_turn(theatre: Theatre, position: Position) -> Phase:
    """nlb 2.1-2, 4.0-1, 4.1.2, 4.1.3, 25.0A: a player turn. Returns the position at the start of the next one, or
    at the end of the game. Which army is first is for the scenario to say."""
    board = theatre.board(position)
    board.in_play = True
    yield Tell(_headline_event(theatre.setting, position))
    try:
        yield from _play(board)
        next_player_turn(position, theatre.setting.armies)
    except GameDecided as decided:
        yield from close(board, decided.row)
        yield Tell({"kind": "over", **result(theatre.setting, position)})
    return CODEC.to_json(position)


def _play(board: Board) -> Generator[Request, Any, None]:
    """nlb 3.3, 4.0-1, 4.1.1B, 4.1.1C, 5.1C-2: the phases of a player turn, one after the other: when combat begins no
    unit moves any more but by its results."""
    army, turn = board.position.army, board.position.turn
    yield from told_first(_before_orders(board))
    hide = committed_now(board)
    orders: Mapping[str, Json] = yield Choose(
        army, ORDERS, OrdersOptions(board), f"gt{turn}.{army}.{ORDERS}", hide=hide, scene=board
    )
    yield from before_combat(board, orders)
    # Combat takes long to load, and nights have none.
    from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase

    yield from combat_phase(board, orders.get("attacks", SILENT), orders.get("mounted", SILENT))
    yield from threatened(board)
    yield from end_of_player_turn(board)
    end_player_turn(board)


def _before_orders(board: Board) -> Generator[Request, Any, None]:
    yield from opening(board)
    yield from settle(board)


def committed_now(board: Board) -> tuple[str, ...]:
    """nlb 16.6A-2, 18.5C-3, 22.6B, 28.0D: what the phasing army may commit to with the orders that it is asked for now:
    memos, and which marker is real of pairs that stand for nobody."""
    return (*(memo.id for memo in written_now(board)), *free_pairs(board))


def _headline_event(setting: Setting, position: Position) -> dict[str, Json]:
    turn, army = position.turn, position.army
    return {"kind": "headline", "turn": turn, "army": army, "text": headline(setting, position)}


def headline(setting: Setting, position: Position) -> str:
    """nlb 2.4-6, 4.0-2, 4.3-2: `16 June, 1500, French player turn`, and where the turn marker shows it night or
    rain."""
    army = position.army.capitalize()
    if position.result or position.turn > len(setting.turns):
        return "The game is over"
    if position.turn == SETUP:
        return f"Set-up of the {army} player"
    turn = setting.turns[position.turn - 1]
    day, hour = turn.id.split("/")
    kind = _KINDS.get(conditions(turn, position.weather), "")
    return f"{int(day)} June, {hour}, {army} player turn{kind}"
