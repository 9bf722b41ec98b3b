"""How a game ended, in sentences: who has won, by what, and the points (3.4, 9.1, 18.4 to 27.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.telling.wording import Event, cited
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.telling.named import DispatchNames

Row = Mapping[str, Any]


def over(names: DispatchNames, event: Event) -> str:
    """The event of the end, one or two sentences."""
    points = _points(names, event)
    if not event["winner"]:
        return f"The game ends in a draw{cited(event)}.{points}"
    level = f"wins a {event['level']} victory" if event["level"] else "wins"
    because = " and ".join(because_text(names, one) for one in event["because"])
    text = f"The {names.place(event['winner'])} player {level}{cited(event)}"
    shift = f" The level is moved ({event['shift']})." if event["shift"] else ""
    return f"{text}{': ' if because else ''}{because}.{shift}{points}"


def _points(names: DispatchNames, event: Event) -> str:
    points = event["points"]
    if not points:
        return ""
    told = ", ".join(f"{names.place(army)} {number}" for army, number in points.items())
    of = names.setting.victory.net.get("of")
    net = f", the difference {2 * points[of] - sum(points.values())}" if of else ""
    return f" Victory points: {told}{net}."


def because_text(names: DispatchNames, condition: Row) -> str:
    """A condition on which a victory hung, in words."""
    return CONDITIONS[condition["is"]](names, condition)


def _listed(texts: Sequence[str], condition: Row) -> str:
    return (" or " if condition.get("of") == "any" else " and ").join(texts)


def _state(word: str) -> Callable[[DispatchNames, Row], str]:
    def text(names: DispatchNames, one: Row) -> str:
        books = [names.book(book) for book in words(one["who"])]
        return f"{_listed(books, one)} {'is' if len(books) == 1 else 'are'} {word}"

    return text


def _ground(verb: str) -> Callable[[DispatchNames, Row], str]:
    def text(names: DispatchNames, one: Row) -> str:
        hexes = words(one["hexes"])
        town = next((town for town, parts in names.setting.towns.items() if set(parts) == set(hexes)), "")
        where = names.place(town) if town else _listed([names.hex(at) for at in hexes], one)
        return f"the {names.place(one['by'])} player {verb} {where}"

    return text


def _fallen(names: DispatchNames, one: Row) -> str:
    playing = set(names.setting.units())
    return f"{_listed([names.name(name) for name in words(one['who']) if name in playing], one)} has fallen"


def _fewer(names: DispatchNames, one: Row) -> str:
    book, state = words(one["at"])
    lost = f"{names.book(one['who'])} had lost fewer than {one['than']} strength points"
    return f"{lost} when {names.book(book)} was {state}"


def _written(names: DispatchNames, one: Row) -> str:
    return f"{names.place(one['memo'])} was written down as {one['value']}"


CONDITIONS: Final[Mapping[str, Callable[[DispatchNames, Row], str]]] = {
    "demoralized": _state("demoralized"),
    "disintegrated": _state("disintegrated"),
    "held": _ground("controls"),
    "occupied": _ground("occupies"),
    "entered": _ground("has entered"),
    "exited": _ground("has left the map at"),
    "eliminated": _fallen,
    "lost-fewer": _fewer,
    "written": _written,
}
