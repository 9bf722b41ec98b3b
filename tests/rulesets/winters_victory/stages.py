"""Segments of the learning scenario with other counters, on its own ground or on a small country of hexes 0101 to 1212
(see `country`): who stands where in words, and what a segment makes of orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.hexgame.field.field import HexField
from rulesets.winters_victory import sequence
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.tempo import SIX
from tests.rulesets.winters_victory.battles import setting
from tests.rulesets.winters_victory.country import piece
from tests.rulesets.winters_victory.winter import terrain

Where = Mapping[str, str]
"""Counter -> words as `country.piece` reads them."""


def stage(field: HexField | None = None) -> Setting:
    """The learning scenario in six mails a turn, on another ground if one is given."""
    of = setting("learning-serpallen", SIX)
    return of if field is None else replace(of, ground=Ground(field, terrain()))


def standing(of: Setting, segment: str, turn: int, counters: Where, **more: Any) -> Position:
    """Where a segment begins, with these counters and no others. more: members of the position."""
    position = sequence.start(setting("learning-serpallen", SIX))
    pieces = {uid: piece(of.units[uid], words) for uid, words in counters.items()}
    position.take(Board(of.field, of.units, pieces))
    position.turn, position.segment = turn, segment
    for member, value in more.items():
        setattr(position, member, value)
    return position


def judged(of: Setting, position: Position, orders: Any) -> list[PlacedRefusal]:
    """What the rules have against orders, before any die."""
    return list(SegmentOrders(Play(of, position)).faults(orders))
