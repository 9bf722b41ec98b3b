"""How the practice opponent sets up: as the tables have it, with vedettes out in front where they are played."""

from __future__ import annotations

from functools import partial

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.goals import SCREEN
from rulesets.campaign_1806.roster import TRAINS, VEDETTE
from rulesets.campaign_1806.rules.placing import SETUP, hexes_for, placeable, put, rank


def set_up(play: Play) -> dict[str, Json]:
    """The orders of a set-up: vedettes toward the enemy, baggage trains away from him."""
    scratch, said = play.scratch(), dict[str, Json]()
    foes = [at for uid, at in play.at.items() if play.army_of(uid) == play.foe and play.unit(uid).fights]
    if not foes:
        return {}
    for uid in sorted(placeable(play), key=partial(rank, play)):
        kind = play.unit(uid).kind
        if kind != VEDETTE and kind not in TRAINS:
            continue
        legal = hexes_for(scratch, uid)
        away = {at: min(play.field.distance(at, foe) for foe in foes) for at in legal}
        if not legal:
            continue
        if kind == VEDETTE:
            at = min(legal, key=lambda one: (abs(away[one] - SCREEN), len(scratch.units_in(one)), one))
        else:
            at = max(legal, key=lambda one: (away[one], one == play.at.get(uid), one))
        if scratch.at.get(uid) != at:
            put(scratch, uid, at)
            said[uid] = at
    return {SETUP: said} if said else {}
