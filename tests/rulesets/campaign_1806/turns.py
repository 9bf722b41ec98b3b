"""Phases carried out on small maps with scripted dice."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import ORDERS, Choose, Request, Roll, Silent
from pbem.hexgame.field.field import HexField
from rulesets.campaign_1806.choices import Choices
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.ruleset import Campaign1806
from rulesets.campaign_1806.setting import Setting
from tests.rulesets.campaign_1806.country import country
from tests.rulesets.campaign_1806.modes import OPEN

DAY_TURN, NIGHT_TURN = 1, 4
"""Turns of the scenario of which the small settings are made."""
SOURCE = "0101"
"""Where the French are supplied on a small map."""


@cache
def _model() -> Setting:
    return Campaign1806().game("massenbach", OPEN).setting


def setting(field: HexField | None = None, **options: bool) -> Setting:
    """The two days of 13 and 14 October on a small map. options: vedettes, supply."""
    model = _model()
    scenario = replace(model.scenario, data={**model.scenario.data, "sources": {"french": SOURCE}})
    chosen = Choices({**model.choices.values, **options})
    return replace(model, scenario=scenario, choices=chosen, field=field or country())


def playing(
    at: Mapping[str, str], field: HexField | None = None, *, army: str = "french", turn: int = DAY_TURN, **rest: Any
) -> Play:
    """A player turn on a small map: hex -> counters. rest: options of the setting, members of the position."""
    options = {name: rest.pop(name) for name in ("vedettes", "supply") if name in rest}
    places = {uid: hex_ for hex_, units in at.items() for uid in units.split()}
    return Play(setting(field, **options), Position(turn, army, places, **rest))


class Script(OpenBook):
    """Dice in their order; answers by what is asked, the default where nothing is said."""

    def __init__(self, dice: Iterable[int], answers: Mapping[str, Json], orders: Json) -> None:
        super().__init__()
        self.dice = list(dice)
        self.answers = answers
        self.orders = orders

    def choose(self, request: Choose) -> Json:
        """The scripted answer, read as standing orders are."""
        if request.what == ORDERS:
            return self.orders
        said = self.answers.get(request.what) if request.slot else None
        answer = super().choose(request) if said is None else request.read(said)
        return request.options.default() if isinstance(answer, Silent) else answer

    def foreseen(self, request: Request) -> Json:
        """The next die."""
        assert isinstance(request, Roll)
        return (self.dice.pop(0),)


def carried(
    procedure: Generator[Request, Any, Any], dice: Iterable[int] = (), orders: Json = None, **answers: Json
) -> list[dict[str, Any]]:
    """What is told of a phase, or of a part of one, in which nothing is refused and all dice are thrown."""
    script = Script(dice, answers, orders)
    script.carry_out(procedure)
    assert script.faults == [] and script.dice == []
    return script.events


def named(events: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """The events of a kind."""
    return [one for one in events if one["kind"] == kind]
