"""What happened: arrows of the movements, and bursts with the results where it came to fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

from pbem.engine.picture import Arrow, Board, Fight, Scene
from pbem.report.picture.crop import Frame, Window, extent
from pbem.report.picture.lettering import clean, escaped, lettered, number, points, titled, wide
from pbem.report.picture.palette import BURST, INK, NEUTRAL, PAPER, Livery
from pbem.report.picture.placing import Box, least_covered

Spot = tuple[float, float]

# Thickness in pixels and dashes of each kind.
KINDS: Final[Mapping[str, tuple[float, str]]] = {
    "march": (2.6, ""),
    "retreat": (2.6, "5 3"),
    "advance": (4.4, ""),
    "entry": (2.6, "1.8 2.6"),
    "exit": (2.6, "1.8 2.6"),
}
_PLAIN: Final = (2.6, "")


def arrows(board: Board, scene: Scene, frame: Frame, liveries: Mapping[str, Livery], prefix: str) -> list[str]:
    """An element for each way that somebody took; those who took the same one share it."""
    where = {place.id: frame.at(place.centre) for place in board.places}
    names = {counter.id: counter.hover[0] if counter.hover else counter.name for counter in scene.counters}
    taken: dict[tuple[str, str, tuple[str, ...]], list[Arrow]] = {}
    for arrow in scene.arrows:
        if all(at in where for at in arrow.places) and arrow.places:
            taken.setdefault((arrow.side, arrow.kind, arrow.places), []).append(arrow)
    held = {counter.place for counter in scene.counters}
    found = []
    for count, ((side, kind, places), same) in enumerate(taken.items()):
        spots = _spots(board, frame, kind, [where[at] for at in places])
        who = list(dict.fromkeys(names.get(one, one) for arrow in same for one in arrow.who))
        named = f'id="{prefix}arrow-{count}" class="arrow {escaped(kind)}" data-side="{escaped(side)}"'
        units = " ".join(dict.fromkeys(one for arrow in same for one in arrow.who))
        title = titled([f"{', '.join(who) or kind}: {kind}"])
        # Heads stop short of a counter that hides what lies below it.
        gap = frame.counter * 0.58 if places[-1] in held and kind != "exit" else 0.0
        path = shaft(spots, gap, kind, liveries.get(side, NEUTRAL).line)
        found.append(
            f'<g {named} data-units="{escaped(units)}" data-places="{escaped(" ".join(places))}">{title}{path}</g>'
        )
    return found


def _spots(board: Board, frame: Frame, kind: str, spots: list[Spot]) -> list[Spot]:
    """The way in pixels; who came or went over the edge of the map does so from the nearest one."""
    if kind == "entry":
        return [_outside(board, frame, spots[0]), *spots]
    if kind == "exit" or len(spots) == 1:
        return [*spots, _outside(board, frame, spots[-1])]
    return spots


def _outside(board: Board, frame: Frame, spot: Spot) -> Spot:
    """A point a little way from here towards the nearest edge of the board."""
    whole: Window = extent(board)
    (left, top), (right, bottom) = frame.at((whole.left, whole.top)), frame.at((whole.right, whole.bottom))
    x, y = spot
    reach = frame.counter * 1.2
    ways = (
        (x - left, (x - reach, y)),
        (right - x, (x + reach, y)),
        (y - top, (x, y - reach)),
        (bottom - y, (x, y + reach)),
    )
    return min(ways)[1]


def shaft(spots: Sequence[Spot], gap: float, kind: str, colour: str) -> str:
    """An arrow through some points, in a white rim; it ends this far before the last of them."""
    width, dash = KINDS.get(kind, _PLAIN)
    way = list(spots)
    (ax, ay), (bx, by) = way[-2], way[-1]
    length = sqrt((bx - ax) ** 2 + (by - ay) ** 2) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    head = width * 2.2 + 2
    gap = min(gap, max(length - head - 1, 0))
    tip = (bx - dx * gap, by - dy * gap)
    neck = (tip[0] - dx * head, tip[1] - dy * head)
    way[-1] = neck
    path = points(way)
    across = head * 0.62
    corners = points(
        (tip, (neck[0] - dy * across, neck[1] + dx * across), (neck[0] + dy * across, neck[1] - dx * across))
    )
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    start = f'<circle cx="{number(way[0][0])}" cy="{number(way[0][1])}" r="{number(width * 1.1)}" fill="{colour}"/>'
    line = f'<polyline points="{path}" fill="none" stroke-linejoin="round"'
    return (
        f'{line} stroke="{PAPER}" stroke-width="{number(width + 2.8)}" stroke-opacity="0.9"/>'
        f'{line} stroke="{colour}" stroke-width="{number(width)}"{dashes}/>{start}'
        f'<polygon points="{corners}" fill="{colour}" stroke="{PAPER}" stroke-width="0.8"/>'
    )


# -- fights ---------------------------------------------------------------------------------

# Corners of a burst about (0, 0), in hundredths of its radius, alternately far and near.
_BURST: Final = (
    (0, -100), (19, -57), (50, -87), (46, -40), (90, -43), (58, -12), (100, 12), (55, 22), (75, 66), (33, 50),
    (22, 97), (0, 60), (-26, 97), (-31, 52), (-72, 66), (-55, 24), (-100, 10), (-60, -11), (-90, -43), (-44, -38),
    (-50, -87), (-18, -55),
)  # fmt: skip


def fights(board: Board, scene: Scene, frame: Frame, prefix: str, busy: Sequence[Box] = ()) -> list[str]:
    """A burst for each combat, between those who fought, with the result in it or on a tag beside it.

    busy: what a tag had better not hide.
    """
    found, taken = [], list(busy)
    for count, (fight, spot) in enumerate(_fought(board, scene, frame)):
        if spot is not None:
            drawn, tag = _fight(fight, spot, frame, f"{prefix}fight-{count}", taken)
            taken += [tag] if tag else []
            found.append(drawn)
    return found


def fight_boxes(board: Board, scene: Scene, frame: Frame) -> list[Box]:
    """What the bursts in the window cover."""
    radius = _radius(frame)
    spots = [spot for _, spot in _fought(board, scene, frame) if spot is not None]
    return [(x - radius, y - radius, x + radius, y + radius) for x, y in spots]


def _fought(board: Board, scene: Scene, frame: Frame) -> Iterator[tuple[Fight, Spot | None]]:
    """Every combat, with the middle of its burst where the defender stood in the window."""
    where = {place.id: place.centre for place in board.places}
    for fight in scene.fights:
        at = [where[place] for place in fight.at if place in where]
        by = [frame.at(where[place]) for place in fight.by if place in where]
        inside = at and frame.window.holds(at[0])
        yield fight, _between([frame.at(spot) for spot in at], by, frame) if inside else None


def _radius(frame: Frame) -> float:
    return max(frame.counter * 0.36, 9.0)


def _between(at: Sequence[Spot], by: Sequence[Spot], frame: Frame) -> Spot:
    """The middle between the defenders and the nearest of the attackers; over a box that was fought in.

    Never nearer to the defenders than the edge of a counter, and not so far that one cannot tell whose it is.
    """
    x, y = _middle(at)
    apart = [spot for spot in by if (spot[0] - x) ** 2 + (spot[1] - y) ** 2 > 1]
    if not apart:
        return x, y - frame.counter * 0.75
    near = min(apart, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    length = sqrt((near[0] - x) ** 2 + (near[1] - y) ** 2)
    part = min(length / 2, frame.counter * 1.1) / length
    return x + (near[0] - x) * part, y + (near[1] - y) * part


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _fight(fight: Fight, spot: Spot, frame: Frame, name: str, taken: Sequence[Box]) -> tuple[str, Box | None]:
    """The burst of a combat, and where the tag with its result lies, None where the result stands in the burst."""
    named = f'id="{name}" class="fight" data-side="{escaped(fight.side)}" data-places="{escaped(" ".join(fight.at))}"'
    drawn, tag = burst(fight.text, *spot, _radius(frame)), None
    text, radius = clean(fight.text, 40), _radius(frame)
    if text and not _fits(text, radius):
        at, tag = _tag(text, spot, radius, frame, taken)
        drawn += at
    return f"<g {named}>{titled([text or 'combat', *fight.hover])}{drawn}</g>", tag


def _fits(text: str, radius: float) -> bool:
    return wide(text, bold=True) * radius * 0.72 <= radius * 1.5


def _tag(text: str, spot: Spot, radius: float, frame: Frame, taken: Sequence[Box]) -> tuple[str, Box]:
    """A long result on a tag of its own above, beside or below the burst, where it hides least."""
    size, (x, y) = max(radius * 0.6, 8.0), spot
    width, height = wide(text, bold=True) * size + 6, size * 1.35
    lefts = (x - width / 2, x + radius, x - radius - width, x - width / 2)
    tops = (y - radius * 0.9 - height, y - height / 2, y - height / 2, y + radius * 0.9)
    spots = [((left, top), (left, top, left + width, top + height)) for left, top in zip(lefts, tops, strict=True)]
    (left, top), box = least_covered(spots, taken, frame.width, frame.height)
    card = f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}" rx="3"'
    letters = lettered(text, left + width / 2, top + size, size, bold=True)
    return f'{card} fill="{BURST}" stroke="{INK}" stroke-width="0.8"/>{letters}', box


def burst(text: str, x: float, y: float, radius: float) -> str:
    """A burst, with its result where that is short enough to stand in it."""
    corners = points((x + dx * radius / 100, y + dy * radius / 100) for dx, dy in _BURST)
    star = f'<polygon points="{corners}" fill="{BURST}" stroke="{INK}" stroke-width="1"/>'
    text = clean(text, 40)
    if not _fits(text, radius):
        return star
    return star + lettered(text, x, y + radius * 0.26, radius * 0.72, bold=True)
