"""Repulses of the practice opponent: where 5-1 is sure and either vedettes are in the way, or a hex that matters."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.view import Moves
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.repulse import Attempt, attempt


def pushes(moves: Moves) -> list[dict[str, Json]]:
    """The entries of stacks in enemy zones that push everybody away whom they touch."""
    play = moves.play
    found: list[dict[str, Json]] = []
    spared: set[str] = set()
    for at in sorted(play.here):
        stack = [uid for uid in play.fighting(at, play.army) if moves.able(uid)]
        commanded = [uid for uid in stack if uid not in play.out]
        if not commanded or not play.in_zone(at, play.foe):
            continue
        setting, least = play.setting, min(moves.points(uid) for uid in commanded)
        tried = attempt(play, setting.charts, setting.defence, commanded, least, moves.crossings)
        if isinstance(tried, Attempt) and tried.succeeds and not spared & set(tried.targets) and _pays(play, tried):
            spared |= set(tried.targets)
            into = next((to for to in tried.targets if to in play.setting.objectives), tried.targets[0])
            drop = ["drop"] if set(commanded) & play.marching else []
            found.append({"units": commanded, "path": [at, *drop, f"repulse {into}"]})
    return found


def _pays(play: Play, tried: Attempt) -> bool:
    """Whether to push rather than to attack: vedettes are lost by it, and what matters is won at once."""
    units = [uid for at in tried.targets for uid in play.fighting(at, play.foe)]
    if all(play.unit(uid).kind == VEDETTE for uid in units):
        return True
    return any(at in play.setting.objectives and play.position.held.get(at) != play.army for at in tried.targets)
