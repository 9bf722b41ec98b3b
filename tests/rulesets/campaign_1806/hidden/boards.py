"""Boards of hidden games with everybody face down, as the public and as an army sees them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from pbem.engine.hidden import Own
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
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
