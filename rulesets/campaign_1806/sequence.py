"""The sequence of play: set-up, day turns, night turns, and how the game ends (2)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, Final

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Phase, Request, Roll
from pbem.hexgame.moving.told_first import told_first
from rulesets.campaign_1806.calendar import order_of
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.rules.battle.combat import combat_phase
from rulesets.campaign_1806.rules.command.initiative import passes
from rulesets.campaign_1806.rules.decisions import GameDecided
from rulesets.campaign_1806.rules.march.movement import movement_phase
from rulesets.campaign_1806.rules.night_phase import before_orders, night_phase
from rulesets.campaign_1806.rules.orders_options import options_for
from rulesets.campaign_1806.rules.result import concluded, told
from rulesets.campaign_1806.setting import Setting

CHECKED_ON: Final = ("10/morning", "11/morning")
"""osg 19.31: the turns on which a check decides whether a group comes at all."""


def start(setting: Setting) -> Position:
    """osg 1.6-1, 1.6-2, 14.24, 19.21, 1.6-3, 19.28: the position before the First Player's set-up. Who begins on the
    map has come in by all sources of his side, but where the French have yet to come (21.6)."""
    position = Position(SETUP, setting.armies[0])
    position.at = dict(setting.setup.at)
    position.marching, position.reduced = set(setting.setup.marching), set(setting.setup.reduced)
    position.held = {at: army for army in ("french", "prussian") for at in setting.sources(army)}
    for at in setting.objectives:
        position.held.setdefault(at, "prussian")
    if any(setting.forces.units[uid].army == "french" for uid in setting.setup.at):
        position.entered = set(setting.sources("french"))
    return position


def phase(setting: Setting, position: Position) -> Phase:
    """The set-up or player turn that begins at a position; returns the position at its end."""
    play = Play(setting, position)
    yield event("headline", turn=position.turn, army=position.army, text=headline(setting, position))
    try:
        yield from _played(play)
        _advance(setting, position)
        over = position.turn > len(setting.turns)
        decided = ""
    except GameDecided as end:
        over, decided = True, end.army
    if over:
        position.result = concluded(play, decided)
        yield event("over", **told(position.result))
    return position.to_json()


def _played(play: Play) -> Generator[Request, Any, None]:
    if play.position.turn == SETUP:
        orders = yield from _asked(play, f"setup.{play.army}")
        yield from told_first(play.fog.set_up(play, orders))
    elif play.now.night:
        yield from told_first(before_orders(play))
        orders = yield from _asked(play, play.prefix)
        yield from night_phase(play, orders)
    else:
        yield from told_first(_checked(play))
        orders = play.fog.completed((yield from _asked(play, play.prefix)))
        yield from told_first(play.fog.command(play, orders))
        yield from movement_phase(play, orders)
        yield from combat_phase(play, orders.get("attacks", ()))


def _asked(play: Play, label: str) -> Generator[Request, Any, Mapping[str, Json]]:
    hide = play.fog.hideable(play)
    orders: Mapping[str, Json] = yield Choose(
        play.army, ORDERS, options_for(play), f"{label}.{ORDERS}", hide=hide, scene=play
    )
    return orders


def _checked(play: Play) -> Generator[Request, Any, None]:
    """osg 19.31: the die of a leader who comes only if he passes a check."""
    for one in play.setting.setup.arrivals:
        leader = one.units[0]
        mine = one.turn == "die" and play.army_of(leader) == play.army and leader not in play.position.released
        if mine and play.now.id in CHECKED_ON:
            (die,) = yield Roll("1d6", f"{play.prefix}.comes.{leader}", "19.31", (one.at,))
            if passes(play, leader, die):
                play.position.released.update(one.units)
            yield event("comes", unit=leader, die=die, done=leader in play.position.released, case="19.31")


def _advance(setting: Setting, position: Position) -> None:
    """osg 1.6-1, 1.6-2, 2.1, 2.2, 2.12D, 1.62, 2.0: who is next. By night the Second Player is first."""
    first, second = setting.armies
    if position.turn == SETUP:
        position.turn, position.army = (SETUP, second) if position.army == first else (1, first)
        if position.turn == 1:
            position.army = _order(setting, 1)[0]
        return
    order = _order(setting, position.turn)
    if position.army == order[0]:
        position.army = order[1]
        return
    position.turn += 1
    if position.turn <= len(setting.turns):
        position.army = _order(setting, position.turn)[0]


def _order(setting: Setting, turn: int) -> tuple[str, str]:
    return order_of(*setting.armies, setting.turns[turn - 1])


def headline(setting: Setting, position: Position) -> str:
    """osg 2.1, 2.2: `14 October, morning, French player turn`."""
    army = position.army.capitalize()
    if position.result or position.turn > len(setting.turns):
        return "The game is over"
    if position.turn == SETUP:
        return f"Set-up of the {army} player"
    day, part = setting.turns[position.turn - 1].id.split("/")
    return f"{day} October, {part}, {army} player turn"
