"""Baggage trains that the enemy has left alone, and Napoleon: who comes next to them takes them (5.26, 14.34)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Json
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import VEDETTE

NAPOLEON: Final = "napoleon"
BAGGAGE: Final = "baggage-train"


def catches(view: View) -> list[dict[str, Json]]:
    """The entries of those who go next to a prize: the weakest who gets there, out of enemy zones if he can."""
    play, found, gone = view.board, list[dict[str, Json]](), set[str]()
    for prize in _alone(play):
        at = play.at[prize]
        ways = [
            (view.zone.get(to, 0) > 0, view.rules.strength(uid), view.threat.get(to, 0), uid, to)
            for uid, able in view.ways.items()
            if uid not in gone and play.unit(uid).kind != VEDETTE
            for to in able
            if at in play.controlled(uid, to)
        ]
        if ways:
            *_, uid, to = min(ways)
            gone.add(uid)
            found.append({"units": [uid], "path": view.moves.path(uid, view.ways[uid][to][1])})
    return found


def _alone(play: Play) -> list[str]:
    """Enemy baggage trains, and Napoleon, without anybody who fights in their hex (20.15, 20.3). With hidden forces
    nobody knows who is alone."""
    if play.fog.hidden:
        return []
    prizes = [uid for uid in play.on_map(play.foe) if uid == NAPOLEON or play.unit(uid).kind == BAGGAGE]
    return [uid for uid in prizes if not play.fighting(play.at[uid], play.foe)]
