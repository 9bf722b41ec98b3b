"""Units lost, carried out: their box, the die that may save them, casualty tracks, trains with them (6, 16.4)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.requests import Roll
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.rules.battle.boxes import box_of, needs_saving, saving_die, surrounded
from rulesets.campaign_1806.rules.capturing import lose_train
from rulesets.campaign_1806.rules.decisions import Procedure
from rulesets.campaign_1806.rules.leaders import lost_with_escort


def eliminate(play: Play, units: Sequence[str], label: str, column: str) -> Procedure:
    """osg 6.11B, 11.42-1, 13.2, 16.4: units that a result of combat eliminates; whether they were surrounded is judged
    for all of them before the first is gone. column: of the combat, "" for a repulse, which no die of 16.4 follows."""
    crossings = play.crossings
    for uid in units:
        yield from play.fog.survey(play, play.hex_of(uid), 1, play.enemy[play.army_of(uid)], troops=True)
    around = {uid: surrounded(play, play.army_of(uid), play.hex_of(uid), crossings) for uid in units}
    for uid in units:
        yield from lose(play, uid, label, column, around=around[uid])


def lose(play: Play, uid: str, label: str, column: str, *, around: bool, edge: bool = False) -> Procedure:
    """osg 6.1, 9.13-2, 11.42-1, 11.44-1, 12.1-1, 16.4: one unit is lost, and trains whose last escort it was.

    around: whether it is surrounded, or has no way to go. edge: whether it is forced off the map.
    """
    at, army = play.hex_of(uid), play.army_of(uid)
    die, saved = 0, False
    if column and not edge and needs_saving(play, uid, around=around):
        (die,) = yield Roll("1d6", f"{label}.save.{uid}", "16.4", (at,))
        saved = saving_die(play.setting.charts, die, column) <= play.setting.charts.numbers["saving"]
    box = box_of(play, uid, around=around and not edge, saved=saved)
    trains = lost_with_escort(play, at, army, [uid])
    play.losses.add(uid)
    play.put_away(uid, box)
    yield event("lost", unit=uid, at=at, box=box, die=die, case="11.44" if around else "11.42")
    for train in trains:
        yield lose_train(play, train)
    yield from play.settle()
