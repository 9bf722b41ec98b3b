"""Movements as arrows: those that events tell of, and those that are ordered and not carried out yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.picture import Arrow, Fight
from pbem.hexgame.board.pieces import P, Roster
from pbem.hexgame.field.field import HexField

Event = Mapping[str, Any]

MOVEMENTS: Final[Mapping[str, str]] = {
    "moved": "march",
    "entered": "entry",
    "retreated": "retreat",
    "displaced": "retreat",
    "advanced": "advance",
    "exited": "exit",
}
"""Kind of event -> kind of arrow."""
UNDONE: Final = "undone"
"""The kind of event by which the last movement of a piece never happened."""
ORDERED: Final = "ordered"
ATTACK: Final = "attack ordered"


# -- what was done -----------------------------------------------------------------


def arrows(events: Iterable[Event], roster: Roster[P], movements: Mapping[str, str] = MOVEMENTS) -> tuple[Arrow, ...]:
    """One for each movement, in order; what was taken back leaves none.

    An event of a movement has the members `unit`, or `units` of those who go together, and `path` or `from` with `to`,
    "" or none for off the map.
    """
    found: list[Arrow] = []
    for event in events:
        kind, unit = event.get("kind"), event.get("unit")
        if kind == UNDONE:
            _take_back(found, str(unit))
        elif (word := movements.get(kind or "", "")) and (places := tuple(_led_through(event))):
            who = tuple(event.get("units") or (unit,))
            found.append(Arrow(roster.units[who[0]].army, places, word, who))
    return tuple(found)


def _take_back(found: list[Arrow], unit: str) -> None:
    """Takes a piece out of its last movement, which is gone with the last of those who went together."""
    last = next((k for k in reversed(range(len(found))) if unit in found[k].who), None)
    if last is not None:
        rest = tuple(one for one in found[last].who if one != unit)
        found[last : last + 1] = [replace(found[last], who=rest)] if rest else []


def _led_through(event: Event) -> Sequence[str]:
    """The hexes of a movement; none for one that begins and ends off the map."""
    path: Sequence[str] | None = event.get("path")
    return path if path is not None else [at for at in (event["from"], event.get("to")) if at]


def fight(event: Event, roster: Roster[P], hover: Iterable[str]) -> Fight:
    """A combat: its attackers each with a `unit` and a `hex`, the defenders' hexes `on`, the `result` of the `die`.

    hover: its calculation, a line each.
    """
    whence = dict.fromkeys(one["hex"] for one in event["attackers"])
    army = roster.units[event["attackers"][0]["unit"]].army
    return Fight(tuple(event["on"]), tuple(whence), army, event["result"], tuple(hover), (event["die"],))


# -- what is ordered ---------------------------------------------------------------

Way = tuple[Sequence[str], Sequence[str]]
"""Pieces that go together, and the hexes that they go through; their own may come first."""
Assault = tuple[Sequence[str], Sequence[str]]
"""Pieces that attack, and the hexes that they attack."""


def assaults(entries: Iterable[Mapping[str, Any]], who: Sequence[str]) -> Iterator[Assault]:
    """Entries of a list of attacks, whose members `on` name hexes. who: the members that name units."""
    for entry in entries:
        yield [unit for member in who for unit in entry.get(member, ())], entry["on"]


def ordered(
    field: HexField, roster: Roster[P], at: Mapping[str, str], ways: Iterable[Way], assaults: Iterable[Assault]
) -> tuple[Arrow, ...]:
    """An arrow for each march, and one from each hex whence an attack is ordered to each hex that it is on.

    at: where the pieces stand before the marches. Who comes from off the map has an arrow from his first hex on.
    Attacks start where the marches lead. What names pieces or hexes that there are not has no arrow.
    """
    standing = dict(at)
    marches = [arrow for units, path in ways for arrow in _marches(field, roster, standing, units, path)]
    attacks = [arrow for units, targets in assaults for arrow in _attacks(field, roster, standing, units, targets)]
    return (*marches, *dict.fromkeys(attacks))


def _marches(
    field: HexField, roster: Roster[P], standing: dict[str, str], units: Sequence[str], path: Sequence[str]
) -> Iterator[Arrow]:
    """One for all that set out from one hex; standing: kept in step."""
    if not path or any(to not in field.neighbours for to in path):
        return
    known = [unit for unit in units if unit in roster.units]
    for start, together in _by_hex(known, standing).items():
        way = tuple(path) if start in ("", path[0]) else (start, *path)
        if not start or len(way) > 1:
            yield Arrow(roster.units[together[0]].army, way, ORDERED, tuple(together))
    standing.update(dict.fromkeys(known, path[-1]))


def _attacks(
    field: HexField, roster: Roster[P], standing: Mapping[str, str], units: Sequence[str], targets: Sequence[str]
) -> Iterator[Arrow]:
    """Those of one hex share an arrow."""
    for start, together in _by_hex([unit for unit in units if unit in standing], standing).items():
        for target in targets:
            if target in field.neighbours and target != start:
                yield Arrow(roster.units[together[0]].army, (start, target), ATTACK, tuple(together))


def _by_hex(units: Iterable[str], standing: Mapping[str, str]) -> Mapping[str, list[str]]:
    """Pieces by their hexes; "": off the map."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(standing.get(unit, ""), []).append(unit)
    return found
