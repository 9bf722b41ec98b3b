"""Leaders and trains without escort, carried out (5.26, 9.11, 14.34, 20.3)."""

from __future__ import annotations

from pbem.engine.requests import Roll, Tell
from rulesets.campaign_1806.board import ENEMY
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import TRAINS
from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, GONE
from rulesets.campaign_1806.rules.control import at_once
from rulesets.campaign_1806.rules.decisions import GameDecided, Procedure
from rulesets.campaign_1806.rules.leaders import captured, exposed, refuges, taken_without_die


def in_danger(play: Play, army: str) -> tuple[str, ...]:
    """osg 5.26-1, 9.11-2, 14.34-2: leaders and trains of an army that stand alone in an enemy zone, in order of hex,
    then of arrival there."""
    at, here, zone = play.at, play.here, play.zones[ENEMY[army]]
    unarmed = play.setting.forces.unarmed[army]
    if not play.faces and zone.keys().isdisjoint(map(at.get, unarmed)):
        # So it is after nearly every move.
        return ()
    there = [uid for uid in unarmed if zone.get(at.get(uid, ""))]
    there += [uid for uid in play.faces if zone.get(at.get(uid, "")) and play.army_of(uid) == army]
    found = {uid for uid in there if exposed(play, uid)}
    return tuple(sorted(found, key=lambda uid: (at[uid], here[at[uid]].index(uid))))


def catch(play: Play, label: str, armies: tuple[str, ...] = ("french", "prussian")) -> Procedure:
    """osg 5.26-1, 5.26-2, 9.11-2, 14.34-2: what becomes of all leaders and trains that stand alone in an enemy zone
    now."""
    for army in armies:
        for uid in in_danger(play, army):
            yield from play.fog.scout(play, play.hex_of(uid), play.enemy[army])
            (uid,) = yield from play.fog.turn_up(play, [uid], f"{label}.danger")
            if uid not in play.at or is_counter(uid) or play.unit(uid).fights or not exposed(play, uid):
                continue
            if play.unit(uid).kind in TRAINS:
                yield lose_train(play, uid)
            else:
                yield from _catch_leader(play, uid, label)
    won = at_once(play.boxed(CAPTURED, "french"))
    if won:
        raise GameDecided(won)


def lose_train(play: Play, uid: str) -> Tell:
    """osg 9.11-2, 9.13-2, 9.14, 14.34-2: a train is lost: baggage is captured, a bridge train destroyed."""
    at = play.hex_of(uid)
    baggage = play.unit(uid).kind == "baggage-train"
    play.put_away(uid, CAPTURED if baggage else GONE)
    return event("train-lost", unit=uid, at=at, captured=baggage, case="14.34" if baggage else "9.11")


def _catch_leader(play: Play, uid: str, label: str) -> Procedure:
    """osg 5.26-1, 5.26-2, 5.26-NOTE2: an enemy die, or no die where there is no way out; who gets away flies."""
    at, army = play.hex_of(uid), play.army_of(uid)
    die = 0
    yield from play.fog.survey(play, at, 1, play.enemy[army])
    if not taken_without_die(play, uid, play.crossings):
        (die,) = yield Roll("1d6", f"{label}.catch.{uid}", "5.26", (at,))
    if die == 0 or captured(play.setting.charts, die):
        play.put_away(uid, CAPTURED)
        yield event("captured", unit=uid, at=at, die=die, army=ENEMY[army], case="5.26")
        return
    found = refuges(play, uid)
    play.lift(uid)
    if found:
        play.place(uid, found[0])
    else:
        sources = play.setting.sources(army) or (at,)
        play.position.late[uid] = min(sources, key=lambda one: (play.field.distance(at, one), one))
        play.marching.discard(uid)
        play.out.discard(uid)
    yield event("flew", unit=uid, at=at, to=play.at.get(uid, ""), die=die, case="5.26")
