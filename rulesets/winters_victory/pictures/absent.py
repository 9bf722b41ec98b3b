"""Who is in play and on no hex: to come, on the display, out of the game (6.7, 16.14, 17.51)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.hexgame.telling.absent import beside
from rulesets.winters_victory.board.leaders import AWAY, DISPLAY, GONE
from rulesets.winters_victory.board.pieces import CREW
from rulesets.winters_victory.pictures.counters import Names, in_play, named
from rulesets.winters_victory.pictures.drawing import due_text
from rulesets.winters_victory.play import ARMIES, Play


def beside_the_map(names: Names, play: Play) -> dict[str, tuple[str, ...]]:
    """wv 6.7, 16.14-1, 17.51: heading -> lines, army by army."""
    armies = {army: names.name(army) for army in ARMIES}
    return beside(armies, lambda army: _absent(names, play, army))


def _absent(names: Names, play: Play, army: str) -> Mapping[str, Sequence[str]]:
    staff = play.staff
    known = in_play(play.setting)
    leaders = [uid for uid, one in play.setting.chain.leaders.items() if one.army == army and uid in known]
    where = {uid: staff.where(uid) for uid in leaders}
    away = [uid for uid in sorted(known) if _off(play, uid) and play.setting.units[uid].army == army]
    broken = [uid for uid in away if any(one in play.board.pieces for one in play.setting.companies.get(uid, ()))]
    gone = [uid for uid in away if uid not in broken]
    gone += [uid for uid in leaders if where[uid] == GONE and uid not in gone]
    display = [uid for uid in leaders if where[uid] == DISPLAY]
    elsewhere = [uid for uid in leaders if where[uid] == AWAY]
    return {
        "to come": list(_to_come(names, play, army)),
        "leaders on the display": [named(names, display)] if display else [],
        "leaders who are not there": [named(names, elsewhere)] if elsewhere else [],
        "broken down into companies": [named(names, broken)] if broken else [],
        "out of the game": [named(names, gone)] if gone else [],
    }


def _off(play: Play, uid: str) -> bool:
    """Whether a combat unit has been on the map, or might be, and is not: who is to come is not off, nor the crew of
    guns that are."""
    unit = play.setting.units[uid]
    coming = uid in play.position.waiting or (unit.kind == CREW and unit.serves in play.position.waiting)
    return unit.fights and uid not in play.board.pieces and not coming


def _to_come(names: Names, play: Play, army: str) -> Iterator[str]:
    """wv 6.7: each brigade of which somebody is still to come; crews come with their guns."""
    setting, waiting = play.setting, play.position.waiting
    for one in setting.scenario.arrivals:
        for brigade in one.brigades:
            units = [uid for uid in setting.forces.brigades[brigade].units if uid in waiting]
            if units and setting.units[units[0]].army == army:
                yield f"{due_text(one.turn, one.most)} at {one.at}: {named(names, units)}"
