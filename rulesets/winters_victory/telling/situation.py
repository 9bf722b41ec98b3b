"""How a battle stands, in lines for reports and `status`: weather, corps, leaders, ground, points, who comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.hexgame.documents.form import listed
from rulesets.winters_victory.board.chain import BRIGADE, STANDING
from rulesets.winters_victory.board.leaders import MAP
from rulesets.winters_victory.board.pieces import DISORDERED, ROUTED
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.rules import victory
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.strengths import Force, forces
from rulesets.winters_victory.telling.words import counted

Line = tuple[str, str]


def situation(names: WinterNames, play: Play) -> list[Line]:
    """Pairs of a label and a text."""
    found = forces(play)
    return [
        *_weather(play),
        *(line for army in ARMIES for line in _books(names, play, army, found)),
        *(line for army in ARMIES for line in _shaken(names, play, army)),
        *(line for army in ARMIES for line in _command(names, play, army)),
        *_ground(names, play),
        *_points(names, play),
        *_coming(names, play),
    ]


def _weather(play: Play) -> Iterator[Line]:
    """wv 11.22-2: snow and how far one sees."""
    if not play.position.segment or play.position.turn not in play.setting.calendar:
        return
    weather = play.scene.weather
    snow = {"none": "no snow", "light": "light snow", "heavy": "heavy snow"}.get(weather.snow, weather.snow)
    sight = "" if weather.visibility is None else f", sight {counted(weather.visibility, 'hex', 'hexes')}"
    yield "Weather", f"{snow}{sight}"


def _books(names: WinterNames, play: Play, army: str, found: Mapping[str, Force]) -> Iterator[Line]:
    """wv 14.0: strength, losses and morale of each book of an army."""
    for name, (_, whose) in play.setting.chain.books.items():
        if whose == army and name in found:
            yield names.place(name), "; ".join(_book(play, name, found[name]))


def _book(play: Play, name: str, force: Force) -> Iterator[str]:
    lost = [counted(force.lost, "point")] if force.lost else []
    lost += [counted(force.guns_lost, "gun")] if force.guns_lost else []
    yield f"{counted(force.points, 'point')} and {counted(force.guns, 'gun')}"
    yield f"{' and '.join(lost)} lost" if lost else "nothing lost"
    book = play.books.get(name)
    if book is not None:
        broken = ", DISINTEGRATED" if book.disintegrated else ", DEMORALIZED" if book.demoralized else ""
        yield f"morale {book.level} of {book.start}{broken}"


def _shaken(names: WinterNames, play: Play, army: str) -> Iterator[Line]:
    """wv 7.21-0, 7.22-1: who is routed, by name, and how many are disordered."""
    units = [uid for uid in sorted(play.board.pieces) if play.setting.units[uid].army == army]
    routed = [uid for uid in units if play.board.piece(uid).state == ROUTED]
    shaken = sum(play.board.piece(uid).state == DISORDERED for uid in units)
    parts = [f"{counted(shaken, 'unit')} disordered"] if shaken else []
    parts += [f"routed: {names.units(routed)}"] if routed else []
    if parts:
        yield f"{names.place(army)} disorder", "; ".join(parts)


def _command(names: WinterNames, play: Play, army: str) -> Iterator[Line]:
    """wv 16.15, 17.2, 17.34-1, 17.71-2: command points, and the commanders above brigades who are not just Standing."""
    told, others = [], 0
    for uid in commanders(play, army):
        words = list(_post(play, uid))
        others += not words
        told += [f"{names.unit(uid)} {', '.join(words)}"] if words else []
    rest = [f"{counted(others, 'commander')} Standing without orders"] if others else []
    text = "; ".join([counted(play.command.points.get(army, 0), "command point"), *told, *rest])
    yield f"{names.place(army)} command", text


def commanders(play: Play, army: str) -> list[str]:
    """wv 16.2: the commanders of an army above its brigades who are on the map."""
    leaders, staff = play.setting.chain.leaders, play.staff
    return [uid for uid, one in leaders.items() if (one.army, staff.where(uid)) == (army, MAP) and one.level != BRIGADE]


def _post(play: Play, uid: str) -> Iterator[str]:
    """The state of a commander and what he has been ordered; nothing of who is Standing without orders."""
    post = play.command.post(uid)
    if post.state != STANDING:
        yield post.state
    if post.received:
        yield "ordered"
    if post.delay:
        yield f"an order in {counted(post.delay, 'turn')}"
    if post.attack:
        yield f"under Attack Order {post.attack}"
    if post.holds:
        yield f"holds Attack Order {post.holds}"


def _ground(names: WinterNames, play: Play) -> Iterator[Line]:
    """wv 14.13: who holds the objectives."""
    objectives = play.setting.scenario.objectives
    for army in ARMIES:
        own = [names.place(one.name) for one in objectives if victory.holder(one, play.position.held) == army]
        if own:
            yield f"{names.place(army)} ground", listed(own)


def _points(names: WinterNames, play: Play) -> Iterator[Line]:
    """wv 14.13, 14.22-3: points as they would be if the battle ended now, and what they are for."""
    told = [f"{names.place(army)} {_sum(parts)}" for army, parts in victory.scored(play.standing()).items()]
    yield "Points", "; ".join(told)


def _sum(parts: Mapping[str, int]) -> str:
    named = ", ".join(f"{what} {count}" for what, count in parts.items() if count)
    return f"{sum(parts.values())} ({named})" if named and len(parts) > 1 else str(sum(parts.values()))


def _coming(names: WinterNames, play: Play) -> Iterator[Line]:
    """wv 6.7: the next group of each army that comes in, and where."""
    setting = play.setting
    told: set[str] = set()
    for one in setting.scenario.arrivals:
        army = setting.forces.brigades[one.brigades[0]].army
        units = [uid for brigade in one.brigades for uid in setting.forces.brigades[brigade].units]
        if army in told or not any(uid in play.position.waiting for uid in units):
            continue
        told.add(army)
        who = listed([names.name(brigade) for brigade in one.brigades])
        clock = setting.calendar[one.turn].clock
        when = f"by a die of {one.most} or less from turn {one.turn} on" if one.most else f"turn {one.turn} ({clock})"
        yield f"{names.place(army)} arrivals", f"{when} on {one.day} February at {names.hex(one.at)}: {who}"
