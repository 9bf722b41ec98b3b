"""Boards of hidden games with everybody face down, as the public and as an army sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose, InHand, Look, Open, Request, Roll, Silent
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.counters import sort_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.rules.march.movement import movement_phase
from rulesets.campaign_1806.ruleset import Campaign1806


@cache
def game(scenario: str = "jena") -> CampaignGame:
    """A game whose pieces lie under counters."""
    return Campaign1806().game(scenario, {"forces": "hidden", "vedettes": True, "supply": True})


class Hidden:
    """The beginning of a player turn. open_: units that lie face up. places: units that stand elsewhere than the tables
    have them; "" for none. play: what everybody sees. own: what the army that phases knows."""

    def __init__(self, army: str, turn: int = 1, open_: Collection[str] = (), scenario: str = "jena", **places: str):
        position: Position = game(scenario).position(game(scenario).start())
        position.turn, position.army = turn, army
        position.at.update({uid.replace("_", "-"): at for uid, at in places.items()})
        self.counters: dict[str, str] = {}
        for uid in sorted(position.at):
            letter = game(scenario).setting.forces.units[uid].army[0]
            at = position.at.pop(uid)
            position.came.add(uid)
            if at and uid not in open_:
                number = sum(one[0] == letter for one in self.counters.values()) + 1
                self.counters[uid] = f"{letter}{number}"
            if at:
                position.at[self.counters.get(uid, uid)] = at
        self.game, self.play = game(scenario), Play(game(scenario).setting, position)
        mine = {one: {"unit": uid} for uid, one in self.counters.items() if one[0] == army[0]}
        self.own = Own(army, mine, secret=bytes(32))

    def filled(self, said: Any) -> Any:
        """A document with `=gazan` turned into the counter of Gazan."""
        if isinstance(said, str):
            return self.counters[said[1:]] if said[:1] == "=" else said
        if isinstance(said, dict):
            return {self.filled(key): self.filled(value) for key, value in said.items()}
        return [self.filled(one) for one in said] if isinstance(said, list) else said


class Truth(OpenBook):
    """Both owners tell the truth, and every die is a one. faults of it: what is refused."""

    def __init__(self, board: Hidden, hide: Mapping[str, Any]) -> None:
        super().__init__()
        held = {counter: {"unit": uid} for uid, counter in board.counters.items()}
        self.held = {**held, **hide}
        self.units = board.play.setting.forces.units

    def answer(self, request: Request) -> Any:
        """What lies there."""
        if isinstance(request, InHand):
            return request.markers
        if isinstance(request, Open):
            return tuple(self.held[counter] for counter in request.markers)
        if isinstance(request, Look):
            return tuple(sort_of(self.units[self.held[name.partition(".")[2]]["unit"]]) for name in request.names)
        return super().answer(request)

    def choose(self, request: Choose) -> Any:
        """What orders say, else the default."""
        answer = super().choose(request)
        return request.options.default() if isinstance(answer, Silent) else answer

    def foreseen(self, request: Request) -> Any:
        """Ones."""
        assert isinstance(request, Roll)
        return (1,) * int(request.dice.partition("d")[0])


def day(board: Hidden, found: Compiled) -> Truth:
    """The command and movement phases of orders as they were sent."""
    book = Truth(board, found.hide)
    orders = board.play.fog.completed(found.input)
    book.carry_out(board.play.fog.command(board.play, orders))
    book.carry_out(movement_phase(board.play, orders))
    return book
