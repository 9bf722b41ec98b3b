"""The practice opponent by night: everybody leaves enemy zones, toward his own."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.night_phase import DISENGAGE, WayOut, leaving


def by_night(play: Play) -> dict[str, Json]:
    """The orders of a night turn: the way out of each unit as those before it leave the board."""
    scratch, entries = play.scratch(), []
    for uid in leaving(play):
        if uid not in leaving(scratch):
            continue
        options = WayOut(scratch, uid)
        if options.paths:
            path = min(options.paths, key=lambda one: (_lonely(scratch, uid, one[-1]), len(one), one))
            entries.append({"units": [uid], "path": list(path)})
            scratch.move(uid, path[-1])
    return {DISENGAGE: entries} if entries else {}


def _lonely(play: Play, uid: str, at: str) -> int:
    """Hexes to the friends of a unit, all together."""
    mine = [one for one in play.at if play.formation_of(one) == play.formation_of(uid) and one != uid]
    return sum(play.field.distance(at, play.at[one]) for one in mine)
