"""What is laid over a map: zones hatched in their army's colour, what is cut off in a ring, lines as broad bands."""

from __future__ import annotations

from collections import Counter as Tallied
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from pbem.engine.picture import Area, Board, Line, Place, Point, Scene
from pbem.report.picture.crop import Frame, centres, inside
from pbem.report.picture.lettering import escaped, number, points, titled
from pbem.report.picture.palette import ALARM, INK, NEUTRAL, PAPER, Livery
from pbem.report.picture.surroundings import Box

Spot = tuple[float, float]
# Lines of a hatching across a hex, in quarters of the way from its middle to a hexside: they meet the next hex's.
_HATCHED: Final = (-3, -1, 1, 3)
# Dashes of the line in the middle of a band.
_BANDS: Final[Mapping[str, str]] = {"full": "", "half": "5 4"}


def areas(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, Box, Spot]]:
    """Every place of an area in the window: drawn about (0, 0), what that covers there, and where it lies."""
    places = {place.id: place for place in board.places}
    order = list(looks)
    for area in (area for one in scene.overlays for area in one.areas):
        here = [places[at] for at in area.places if at in places]
        # A zone goes on over the hexes of those whose zone it is.
        inside = {*area.places, *(counter.place for counter in scene.counters if counter.army == area.army)}
        edges = Tallied(edge for at in inside if at in places for edge in _edges(places[at]))
        turn = order.index(area.army) if area.army in order else len(order)
        for place in here:
            if frame.window.holds(place.centre, board.span):
                body, reach = _area(area, place, frame, looks.get(area.army, NEUTRAL), edges, turn)
                words = f'class="overlay {area.kind}" data-place="{escaped(place.id)}" data-side="{escaped(area.army)}"'
                yield (
                    f'<g {words} pointer-events="none">{body}</g>',
                    (-reach, -reach, reach, reach),
                    frame.at(place.centre),
                )


def lines(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, list[Spot]]]:
    """A band for each line with all of its places on the board, and the points that it leads through."""
    where = centres(board)
    for line in (line for one in scene.overlays for line in one.lines):
        if len(line.places) > 1 and all(at in where for at in line.places):
            spots = [frame.at(where[at]) for at in line.places]
            words = f'class="overlay {line.kind}" data-side="{escaped(line.army)}"'
            told = f'{words} data-places="{escaped(" ".join(line.places))}"'
            yield f"<g {told}>{titled([line.text])}{_band(line.kind, spots, looks.get(line.army, NEUTRAL))}</g>", spots


def _edges(place: Place) -> Iterator[frozenset[Point]]:
    yield from (frozenset(pair) for pair in pairwise((*place.outline, *place.outline[:1])))


def _area(
    area: Area, place: Place, frame: Frame, livery: Livery, edges: Mapping[frozenset[Point], int], turn: int
) -> tuple[str, float]:
    """An area's share of a place, and how far it reaches. turn: which army it is of, for the way that lines run."""
    if area.kind == "cut" or len(place.outline) < 6:
        half = frame.counter * (0.7 if area.kind == "cut" else 0.78)
        return _ring(area.kind, half, livery), half + 3
    (x, y), scale = place.centre, frame.scale
    corners = [((a - x) * scale, (b - y) * scale) for a, b in place.outline]
    border = [number_ for number_, edge in enumerate(_edges(place)) if edges[edge] == 1]
    reach = max(max(abs(a), abs(b)) for a, b in corners) + 1
    return _hatching(corners, turn, livery) + _border(corners, border, turn, livery), reach


def _ring(kind: str, half: float, livery: Livery) -> str:
    """Around the counter of a place."""
    box = f'x="{number(-half)}" y="{number(-half)}" width="{number(2 * half)}" height="{number(2 * half)}" rx="4"'
    below = f'<rect {box} fill="none" stroke="{PAPER}" stroke-width="4.6"/>'
    if kind == "cut":
        return f'{below}<rect {box} fill="none" stroke="{ALARM}" stroke-width="2.6" stroke-dasharray="5 3"/>'
    return f'{below}<rect {box} fill="{livery.line}" fill-opacity="0.3" stroke="{livery.line}" stroke-width="2"/>'


def _hatching(corners: Sequence[Spot], turn: int, livery: Livery) -> str:
    """Lines along one of the hex's sides, another one for each army of the game."""
    (ax, ay), (bx, by) = corners[turn % 3], corners[turn % 3 + 1]
    out_x, out_y, along_x, along_y = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
    path = ""
    for quarters in _HATCHED:
        part = quarters / 4
        # The hex is twice as wide in its middle as at its sides.
        half = 1 - abs(part) / 2
        x, y = out_x * part, out_y * part
        path += f"M{number(x - along_x * half)} {number(y - along_y * half)}"
        path += f"L{number(x + along_x * half)} {number(y + along_y * half)}"
    return f'<path d="{path}" stroke="{livery.line}" stroke-width="1" stroke-opacity="0.7" fill="none"/>'


def _border(corners: Sequence[Spot], border: Sequence[int], turn: int, livery: Livery) -> str:
    """The hexsides at which a zone ends, a little within, so that those of two armies lie beside each other.

    Where the next piece is in the next hex a line goes on to meet it, on the hexside between them.
    """
    (ax, ay), (bx, by) = corners[:2]
    within = 1.3 + 2.5 * turn
    inside = 1 - within / (sqrt((ax + bx) ** 2 + (ay + by) ** 2) / 2)
    # Twice the tangent of 30 degrees.
    more = within * 1.1547 / (sqrt((ax - bx) ** 2 + (ay - by) ** 2) * inside)
    path, count = "", len(corners)
    for number_ in border:
        (ax, ay), (bx, by) = corners[number_], corners[(number_ + 1) % count]
        before, behind = ((number_ + step) % count in border for step in (-1, 1))
        first, last = (0.0 if before else -more), (1.0 if behind else 1 + more)
        ends = [((ax + (bx - ax) * part) * inside, (ay + (by - ay) * part) * inside) for part in (first, last)]
        path += f"M{points(ends)}"
    cap = 'stroke-linecap="round" fill="none"'
    return f'<path d="{path}" stroke="{livery.line}" stroke-width="2.2" {cap}/>' if path else ""


def _band(kind: str, spots: Sequence[Spot], livery: Livery) -> str:
    """A broad band with a thin line in its middle."""
    path, dash = points(spots), _BANDS.get(kind, "")
    line = f'<polyline points="{path}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'{line} stroke="{livery.line}" stroke-width="9" stroke-opacity="0.35"/>'
        f'{line} stroke="{PAPER}" stroke-width="3"/>{line} stroke="{livery.line}" stroke-width="1.8"{dashes}/>'
    )


def hidden_at(scene: Scene) -> set[str]:
    """Where the number of a hex is hidden by what lies there or is laid over it."""
    laid = {at for overlay in scene.overlays for area in overlay.areas for at in area.places}
    return laid | {counter.place for counter in scene.counters}


# -- what they mean ----------------------------------------------------------------------


def samples(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, str]]:
    """For the legend: a sample of 22 by 14 pixels and its words, of everything that is laid over this board."""
    places, order, told = {place.id for place in inside(board, frame)}, list(looks), set[str]()
    corners = [(8.0, 0.0), (4.0, 6.9), (-4.0, 6.9), (-8.0, 0.0), (-4.0, -6.9), (4.0, -6.9)]
    laid: list[Area | Line] = [area for overlay in scene.overlays for area in overlay.areas]
    laid += [line for overlay in scene.overlays for line in overlay.lines]
    for one in laid:
        if one.text in told or places.isdisjoint(one.places):
            continue
        told.add(one.text)
        livery, turn = looks.get(one.army, NEUTRAL), order.index(one.army) if one.army in order else 0
        if isinstance(one, Line):
            yield _band(one.kind, [(2.0, 7.0), (20.0, 7.0)], livery), one.text
        elif one.kind == "cut" or board.grid != "hex":
            yield f'<g transform="translate(11 7)">{_ring(one.kind, 5.5, livery)}</g>', one.text
        else:
            hexagon = f'<polygon points="{points(corners)}" fill="{PAPER}" stroke="{INK}" stroke-width="0.4"/>'
            yield f'<g transform="translate(11 7)">{hexagon}{_hatching(corners, turn, livery)}</g>', one.text
