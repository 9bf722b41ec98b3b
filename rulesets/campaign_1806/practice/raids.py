"""Raids of the practice opponent: who rides for a hex that the scenario pays for, away from the battle."""

from __future__ import annotations

from typing import Final

from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import HORSE, VEDETTE

PACE: Final = 3
"""Half points of way for each point of allowance that a raider is trusted to cover in a turn, by roads that is,
if he moves."""
DEAR: Final = 3
"""Half points of way that a half point of strength counts which is missing in the battle."""


FACES: Final = 6


def raids(view: View, wanted: tuple[str, ...]) -> dict[str, str]:
    """Unit -> the hex that it goes for: each wanted hex has the cheapest who can be there before the end."""
    play = view.board
    left = sum(not turn.night for turn in play.setting.turns[play.position.turn - 1 :])
    riders = [uid for uid in view.ways if play.unit(uid).kind in HORSE and play.unit(uid).kind != VEDETTE]
    found: dict[str, str] = {}
    offers: list[tuple[int, str, str]] = []
    for at in wanted:
        for uid in riders:
            unit = play.unit(uid)
            far = view.ground.way_to([at], unit.mover).get(play.at.get(uid, ""))
            if far is not None and FACES * far <= PACE * unit.allowance * (FACES + (left - 1) * _sure(play, uid)):
                offers.append((far + DEAR * view.rules.strength(uid), uid, at))
    for _, uid, at in sorted(offers):
        if uid not in found and at not in found.values():
            found[uid] = at
    return found


def _sure(play: Play, uid: str) -> int:
    """In how many of six turns a rider moves, far from all leaders, by his own initiative (7.13)."""
    return min(play.rating(uid), FACES)
