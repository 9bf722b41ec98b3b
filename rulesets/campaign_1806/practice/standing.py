"""Standing orders of the practice opponent: horse leaves, units fall back on their own, and go on where it is safe."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.advancing import ADVANCE, NO, YES
from rulesets.campaign_1806.rules.battle.falling_back import RETREAT
from rulesets.campaign_1806.rules.battle.leaving import ALL, LEAVE


def standing_values(play: Play, army: str, slots: Iterable[str]) -> dict[str, Json]:
    """Slot name -> value; what is not said keeps the default of the rules.

    Who is outnumbered falls back on his rear; who is not goes after attackers who have gone.
    """
    found: dict[str, Json] = {}
    ours, theirs = (_strength(play, one) for one in (army, play.enemy[army]))
    for name in slots:
        kind, _, formation = name.partition(".")
        if kind == LEAVE:
            found[name] = ALL
        elif kind == ADVANCE:
            found[name] = YES if ours > theirs and not _holds(play, army, formation) else NO
        elif kind == RETREAT:
            rear = _rear(play, army, formation)
            found[name] = [rear] if rear else []
    return found


def _strength(play: Play, army: str) -> int:
    return sum(play.unit(uid).strength for uid in play.on_map(army))


def _holds(play: Play, army: str, formation: str) -> bool:
    """Whether a formation stands on what matters and stays there."""
    mine = [uid for uid in play.at if play.formation_of(uid) == formation and play.army_of(uid) == army]
    return any(play.at[uid] in play.setting.objectives for uid in mine)


def _rear(play: Play, army: str, formation: str) -> str:
    """The own stack that is farthest from the enemy and yet near to a formation, "" for none."""
    distance = play.field.distance
    mine = [play.at[uid] for uid in play.at if play.formation_of(uid) == formation and play.unit(uid).fights]
    foes = [at for uid, at in play.at.items() if play.army_of(uid) != army and play.unit(uid).fights]
    own = sorted({at for uid, at in play.at.items() if play.army_of(uid) == army})
    if not mine or not foes:
        return ""

    def worth(at: str) -> tuple[int, str]:
        safe = min(6, *(distance(at, foe) for foe in foes))
        return 2 * safe - min(distance(at, one) for one in mine), at

    return max(own, key=worth)
