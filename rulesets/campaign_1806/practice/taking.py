"""Hexes that decide a game: they are manned while the enemy is near, and entered in the last turn (20.16, 21.96)."""

from __future__ import annotations

from pbem.engine.options import Json
from rulesets.campaign_1806.practice.goals import Goals
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.march.stacking import fits


def takes(view: View, goals: Goals) -> list[dict[str, Json]]:
    """The entries of those who go there: for each hex the strongest who gets there and is not gone elsewhere."""
    found, gone = list[dict[str, Json]](), set[str]()
    for at in goals.rush:
        able = [
            (view.rules.strength(uid), uid)
            for uid, ways in view.ways.items()
            if at in ways and uid not in gone and view.board.unit(uid).kind != VEDETTE
        ]
        if able:
            _, uid = max(able)
            gone.add(uid)
            found.append({"units": [uid], "path": view.moves.path(uid, view.ways[uid][at][1])})
    return found


def mans(view: View, goals: Goals) -> list[dict[str, Json]]:
    """The entries of those who go into the hexes that an army keeps, the strongest first, as many as find room. Only
    where a hex decides: elsewhere whoever shuts himself up in a town is missing in the battle."""
    play, found, gone = view.board, list[dict[str, Json]](), set[str]()
    for at in goals.keep if goals.decides else ():
        there = [*play.units_in(at)]
        able = [uid for uid, ways in view.ways.items() if at in ways and uid not in gone and uid not in there]
        for uid in sorted(able, key=lambda uid: (-view.rules.strength(uid), uid)):
            if play.unit(uid).kind != VEDETTE and fits(map(play.unit, [*there, uid])):
                there.append(uid)
                gone.add(uid)
                found.append({"units": [uid], "path": view.moves.path(uid, view.ways[uid][at][1])})
    return found
