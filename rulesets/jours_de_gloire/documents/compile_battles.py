"""What a player's paper wants of a battle, held against the box in which it would be fought (8.4, 8.7, 8.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.engine.requests import ASK
from rulesets.jours_de_gloire.documents.documents import NO, YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings

# A member of the entry, with its place in a list where it is one, and what is wrong with it.
Wrong = tuple[tuple[str | int, ...], Refusal]


def misplaced(holdings: Holdings, box: str, entry: Mapping[str, Any]) -> Iterator[Wrong]:
    """All that cannot be wanted in this box. entry: one of `battles`, with ids of boxes and counters in it.

    holdings: as they are when all moves of the paper have come through.
    """
    yield from _city(holdings, box, entry)
    wanted = entry.get("retreat")
    for i, to in enumerate(wanted if isinstance(wanted, list) else ()):
        yield from _way(holdings, box, to, ("retreat", i), ("8.7-1", "8.6-5"), "nobody goes back there")
    if entry.get("advance", NO) not in (NO, ASK):
        yield from _way(holdings, box, entry["advance"], ("advance",), ("8.4-7", "8.4-8"), "nobody advances into them")


def _city(holdings: Holdings, box: str, entry: Mapping[str, Any]) -> Iterator[Wrong]:
    """jdg 8.8-2, 8.8-3, 8.8-7: citadels and sieges are for fortified cities, a sortie for the besieged."""
    place, board = holdings.setting.boxes[box], holdings.board
    cases = {"city": ("8.8-2", "citadel"), "siege": ("8.8-3", YES)}
    for member, (case, word) in cases.items():
        if entry.get(member) == word and not place.city:
            yield (member,), Refusal(case, f"{place.name} is no fortified city: leave out {member}", hex=box)
    inside = board.at.inside.get(box, ())
    if entry.get("sortie") == YES and not any(counter in inside for counter in holdings.counters(box)):
        yield ("sortie",), Refusal("8.8-7", f"nobody of yours is besieged in {place.name}: leave out sortie", hex=box)


def _way(
    holdings: Holdings, box: str, to: str, at: tuple[str | int, ...], cases: tuple[str, str], barred: str
) -> Iterator[Wrong]:
    """jdg 8.7-1, 8.6-5, 8.4-7, 8.4-8: a box to go to is adjacent, and no enemies are seen in it."""
    setting, board = holdings.setting, holdings.board
    ways = board.neighbours(box)
    names = {uid: setting.boxes[uid].name for uid in (box, to) if uid in setting.boxes}
    if to not in names:
        return
    if to not in ways:
        text = f"{names[to]} is not adjacent to {names[box]}; write one of {', '.join(ways) or 'none'}"
        yield at, Refusal(cases[0], text, hex=box, legal=ways)
    elif seen := _enemies_seen(holdings, to):
        free = tuple(way for way in ways if not _enemies_seen(holdings, way))
        text = f"{', '.join(seen)} of the enemy {'stands' if len(seen) == 1 else 'stand'} in {names[to]}: {barred}"
        yield (
            at,
            Refusal(
                cases[1], f"{text}; free of enemies that are seen: {', '.join(free) or 'none'}", hex=box, legal=free
            ),
        )


def _enemies_seen(holdings: Holdings, box: str) -> Sequence[str]:
    """Enemy units that lie face up in a box, by their printed names."""
    setting, board = holdings.setting, holdings.board
    troops = (setting.troops(board.content(counter)) for counter in board.enemies(holdings.army, box))
    return [one.name for one in troops if one is not None]


def absent(holdings: Holdings, box: str, counters: Sequence[str]) -> Iterator[tuple[int, Refusal]]:
    """jdg 8.4-2: losses are borne by those who are there. counters: in the order in which they are to pay."""
    there, place = holdings.counters(box), holdings.setting.boxes[box].name
    for i, counter in enumerate(counters):
        if counter in holdings.known and counter not in there:
            text = f"{holdings.printed(counter)} will be in {holdings.place_name(counter)}, not in {place}"
            unit = holdings.name_of(counter) or counter
            yield i, Refusal("8.4-2", f"{text}: only those in the battle share its losses", unit, box)
