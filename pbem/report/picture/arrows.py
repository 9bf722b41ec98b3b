"""What happened: arrows of the movements, and bursts with the results where it came to fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

from pbem.engine.picture import Arrow, Board, Fight, Scene
from pbem.report.picture.crop import Frame, Window, centres, extent
from pbem.report.picture.lettering import clean, escaped, lettered, number, points, titled, wide
from pbem.report.picture.palette import BURST, INK, NEUTRAL, PAPER, Livery
from pbem.report.picture.placing import least_covered
from pbem.report.picture.surroundings import Box

Spot = tuple[float, float]

# Thickness in pixels and dashes of each kind.
KINDS: Final[Mapping[str, tuple[float, str]]] = {
    "march": (2.6, ""),
    "retreat": (2.6, "5 3"),
    "advance": (4.4, ""),
    "entry": (2.6, "1.8 2.6"),
    "exit": (2.6, "1.8 2.6"),
    "ordered": (2.0, "7 4"),
    "attack ordered": (3.6, "7 4"),
}
# Those of which nobody knows yet whether they come to pass: their heads are hollow.
_FORETOLD: Final = ("ordered", "attack ordered")
_PLAIN: Final = (2.6, "")


def arrows(board: Board, scene: Scene, frame: Frame, liveries: Mapping[str, Livery], prefix: str) -> list[str]:
    """An element for each way that somebody took; those who took the same one share it."""
    where = centres(board)
    names = {counter.id: counter.hover[0] if counter.hover else counter.name for counter in scene.counters}
    taken: dict[tuple[str, str, tuple[str, ...]], list[Arrow]] = {}
    for arrow in scene.arrows:
        if all(at in where for at in arrow.places) and arrow.places:
            taken.setdefault((arrow.army, arrow.kind, arrow.places), []).append(arrow)
    held = {counter.place for counter in scene.counters}
    found = []
    for count, ((army, kind, places), same) in enumerate(taken.items()):
        spots = _spots(board, frame, kind, [frame.at(where[at]) for at in places])
        who = list(dict.fromkeys(names.get(one, one) for arrow in same for one in arrow.who))
        named = f'id="{prefix}arrow-{count}" class="arrow {escaped(kind)}" data-side="{escaped(army)}"'
        units = " ".join(dict.fromkeys(one for arrow in same for one in arrow.who))
        title = titled([f"{', '.join(who) or kind}: {kind}"])
        # Heads stop short of a counter that hides what lies below it.
        gap = frame.counter * 0.58 if places[-1] in held and kind != "exit" else 0.0
        path = shaft(spots, gap, kind, liveries.get(army, NEUTRAL).line)
        found.append(
            f'<g {named} data-units="{escaped(units)}" data-places="{escaped(" ".join(places))}">{title}{path}</g>'
        )
    return found


def _spots(board: Board, frame: Frame, kind: str, spots: list[Spot]) -> list[Spot]:
    """The way in pixels; who came or went over the edge of the map does so from the nearest one."""
    if kind == "entry" or (kind == "ordered" and len(spots) == 1):
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


_HEAD: Final = f'fill="{{}}" stroke="{PAPER}" stroke-width="0.8"'


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
    hollow = kind in _FORETOLD
    looks = f'fill="{PAPER}" stroke="{colour}" stroke-width="1.4"' if hollow else _HEAD.format(colour)
    start = f'<circle cx="{number(way[0][0])}" cy="{number(way[0][1])}" r="{number(width * 1.1)}" fill="{colour}"/>'
    line = f'<polyline points="{path}" fill="none" stroke-linejoin="round"'
    return (
        f'{line} stroke="{PAPER}" stroke-width="{number(width + 2.8)}" stroke-opacity="0.9"/>'
        f'{line} stroke="{colour}" stroke-width="{number(width)}"{dashes}/>{start}'
        f'<polygon points="{corners}" {looks}/>'
    )


# -- fights ---------------------------------------------------------------------------------

# Corners of a burst about (0, 0), in hundredths of its radius, alternately far and near.
_BURST: Final = (
    (0, -100), (19, -57), (50, -87), (46, -40), (90, -43), (58, -12), (100, 12), (55, 22), (75, 66), (33, 50),
    (22, 97), (0, 60), (-26, 97), (-31, 52), (-72, 66), (-55, 24), (-100, 10), (-60, -11), (-90, -43), (-44, -38),
    (-50, -87), (-18, -55),
)  # fmt: skip


def fights(
    board: Board, scene: Scene, frame: Frame, prefix: str, busy: Sequence[Box] = (), printed: Sequence[Box] = ()
) -> list[str]:
    """A burst for each combat, between those who fought, with the result in it or on a tag beside it.

    busy: what a tag had better not hide. printed: names and values of counters, from which bursts keep away.
    """
    return [body for body, _ in placed_fights(board, scene, frame, prefix, busy, printed)]


def placed_fights(
    board: Board, scene: Scene, frame: Frame, prefix: str, busy: Sequence[Box] = (), printed: Sequence[Box] = ()
) -> list[tuple[str, list[Box]]]:
    """As `fights`, each with what its burst and its tag cover."""
    return [
        (_fight(fight, spot, frame, f"{prefix}fight-{count}", tag), [_burst_box(spot, frame), *([tag] if tag else [])])
        for count, fight, spot, tag in _results(board, scene, frame, busy, printed)
    ]


def fight_boxes(
    board: Board, scene: Scene, frame: Frame, busy: Sequence[Box] = (), printed: Sequence[Box] = ()
) -> list[Box]:
    """What the bursts in the window cover, and their tags."""
    found = list(_results(board, scene, frame, busy, printed))
    return [_burst_box(spot, frame) for _, _, spot, _ in found] + [tag for *_, tag in found if tag]


def _results(
    board: Board, scene: Scene, frame: Frame, busy: Sequence[Box], printed: Sequence[Box]
) -> Iterator[tuple[int, Fight, Spot, Box | None]]:
    """The combats in the window, with their numbers: the middle of the burst, and the tag where there is one."""
    fought = [(n, fight, spot) for n, (fight, spot) in enumerate(_fought(board, scene, frame, printed)) if spot]
    taken = [*busy, *(_burst_box(spot, frame) for *_, spot in fought)]
    for count, fight, spot in fought:
        text, tag = clean(fight.text, _LONGEST), None
        if text and not _fits(text, _radius(frame)):
            tag = _tag(text, spot, frame, taken)
            taken.append(tag)
        yield count, fight, spot, tag


def _burst_box(spot: Spot, frame: Frame) -> Box:
    (x, y), radius = spot, _radius(frame)
    return x - radius, y - radius, x + radius, y + radius


def _fought(board: Board, scene: Scene, frame: Frame, printed: Sequence[Box]) -> Iterator[tuple[Fight, Spot | None]]:
    """Every combat, with the middle of its burst where the defender stood in the window."""
    where, taken = centres(board), list(printed)
    for fight in scene.fights:
        at = [where[place] for place in fight.at if place in where]
        by = [frame.at(where[place]) for place in fight.by if place in where]
        if not at or not frame.window.holds(at[0]):
            yield fight, None
            continue
        spots = _about(_between([frame.at(spot) for spot in at], by, frame), frame)
        spot, box = least_covered([(spot, _burst_box(spot, frame)) for spot in spots], taken, frame.width, frame.height)
        taken.append(box)
        yield fight, spot


def _about(spot: Spot, frame: Frame) -> list[Spot]:
    """A spot and those round about, the nearest first, none so far off that one cannot tell whose combat it is."""
    x, y = spot
    steps = [(dx, dy) for dx in range(-4, 5) for dy in range(-4, 5) if dx * dx + dy * dy <= 20]
    steps.sort(key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    return [(x + dx * frame.counter * 0.15, y + dy * frame.counter * 0.15) for dx, dy in steps]


# Characters of a result.
_LONGEST: Final = 60


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


def _fight(fight: Fight, spot: Spot, frame: Frame, name: str, tag: Box | None) -> str:
    """The burst of a combat. tag: where its result lies, None where that stands in the burst."""
    named = f'id="{name}" class="fight" data-side="{escaped(fight.army)}" data-places="{escaped(" ".join(fight.at))}"'
    text = clean(fight.text, _LONGEST)
    drawn = burst(fight.text, *spot, _radius(frame))
    if tag:
        left, top, right, bottom = tag
        (x, y), to = spot, (min(max(spot[0], left + 3), right - 3), (top + bottom) / 2)
        way = f"M{number(x)} {number(y)}L{number(to[0])} {number(to[1])}"
        drawn = f'<path d="{way}" stroke="{INK}" stroke-width="1.6"/>{drawn}'
        card = f'<rect x="{number(left)}" y="{number(top)}" width="{number(right - left)}"'
        card += f' height="{number(bottom - top)}" rx="3" fill="{BURST}" stroke="{INK}" stroke-width="0.8"/>'
        size = _tag_size(frame)
        drawn += card + lettered(text, (left + right) / 2, top + size, size, bold=True)
    drawn += dice(fight.dice, *spot, _radius(frame))
    return f"<g {named}>{titled([text or 'combat', *fight.hover])}{drawn}</g>"


def dice(thrown: Sequence[int], x: float, y: float, radius: float) -> str:
    """The first two dice of a combat at the lower right of its burst, each a white square with its number."""
    half, parts = radius * 0.38, []
    for count, number_ in enumerate(thrown[:2]):
        left, top = x + radius * 0.66 - half, y + radius * (0.66 - 0.8 * count) - half
        box = f'x="{number(left)}" y="{number(top)}" width="{number(2 * half)}" height="{number(2 * half)}"'
        square = f'<rect {box} rx="{number(half * 0.3)}" fill="{PAPER}" stroke="{INK}" stroke-width="1"/>'
        parts.append(square + lettered(str(number_), left + half, top + half * 1.62, half * 1.75, bold=True))
    return f'<g class="dice">{"".join(parts)}</g>' if parts else ""


def _fits(text: str, radius: float) -> bool:
    return wide(text, bold=True) * radius * 0.72 <= radius * 1.5


def _tag_size(frame: Frame) -> float:
    return max(_radius(frame) * 0.6, 8.0)


def _tag(text: str, spot: Spot, frame: Frame, taken: Sequence[Box]) -> Box:
    """Where a long result stands on a tag of its own: above, beside or below the burst, where it hides least."""
    size, radius, (x, y) = _tag_size(frame), _radius(frame), spot
    width, height = wide(text, bold=True) * size + 6, size * 1.35
    beside = [(x + radius, y - height / 2), (x - radius - width, y - height / 2)]
    corners = [(x - width / 2, y - radius * 0.9 - height), *beside, (x - width / 2, y + radius * 0.9)]
    for off in (0.0, 0.8, 1.6):
        tops = (y - radius * 0.9 - height * (1 + off), y + radius * 0.9 + height * off)
        corners += [(x - width * part / 8, top) for part in (4, 3, 5, 2, 6, 1, 7, 0, 8) for top in tops]
    spots = [((left, top), (left, top, left + width, top + height)) for left, top in corners]
    return least_covered(spots, taken, frame.width, frame.height)[1]


def burst(text: str, x: float, y: float, radius: float) -> str:
    """A burst, with its result where that is short enough to stand in it."""
    corners = points((x + dx * radius / 100, y + dy * radius / 100) for dx, dy in _BURST)
    star = f'<polygon points="{corners}" fill="{BURST}" stroke="{INK}" stroke-width="1"/>'
    text = clean(text, 40)
    if not _fits(text, radius):
        return star
    return star + lettered(text, x, y + radius * 0.26, radius * 0.72, bold=True)
