"""Positions to look ahead from: on the map of Belgium with these units only, and the worked example of 7.0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.odds_query import Outlook, WhatIf
from pbem.engine.options import Json
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.telling.odds_question import what_if
from rulesets.napoleons_last_battles.telling.preview import preview
from tests.rulesets.napoleons_last_battles.rules.battle import test_worked_example as worked
from tests.rulesets.napoleons_last_battles.turns import game

EXAMPLE = {unit.replace("_", "-"): at for unit, at in {**worked.FRENCH, **worked.ALLIED}.items()}


def standing(at: Mapping[str, str], uid: str = "quatre-bras", turn: int = 1, **rest: Any) -> Position:
    """The French turn with these units and leaders; nobody else is due."""
    units = game(uid).theatre.setting.roster.units
    leaders = {one: to for one, to in at.items() if units[one].leads}
    position = Position(turn, "french", {one: to for one, to in at.items() if one not in leaders}, leaders, **rest)
    position.dead = {unit for unit in game(uid).theatre.setting.units() if unit not in at}
    return position


def previewed(position: Position, orders: Json, *options: str, uid: str = "quatre-bras") -> Any:
    """The preview of orders, which changes nothing."""
    found, before = game(uid, *options), position.copy()
    told = preview(found.telling.names, found.theatre.board(position), orders)
    assert position == before
    return told


def asked(
    position: Position,
    *on: str,
    options: tuple[str, ...] = (),
    uid: str = "quatre-bras",
    army: str = "french",
    **words: Any,
) -> Outlook:
    """The one answer to a question, which changes nothing."""
    found, before = game(uid, *options), position.copy()
    (outlook,) = what_if(found.theatre, found.telling.names, position, army, WhatIf(on, **words))
    assert position == before
    return outlook


def noted(outlook: Outlook) -> list[tuple[str, str]]:
    """Case and text of its notes."""
    return [(note.case, note.text) for note in outlook.notes]


def remarked(told: Any, attack: int = 0) -> list[tuple[str, str]]:
    """Case and text of what is remarked of an attack of a preview in its first manner."""
    return [(one["case"], one["text"]) for one in told["attacks"][attack]["manners"][0].get("remarks", ())]
