"""What a map as a PNG is put together from: pieces that look the same wherever they lie, each drawn once.

The drawing functions of an SVG make them; a piece is drawn about a point of its own, and laid where it belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from pbem.engine.picture import Board, Scene
from pbem.lean import dataclass
from pbem.report.picture.arrows import arrows, placed_fights
from pbem.report.picture.bodies import bodies
from pbem.report.picture.crop import Frame
from pbem.report.picture.designations import told_apart
from pbem.report.picture.ground import near
from pbem.report.picture.overlays import areas, hidden_at, lines
from pbem.report.picture.palette import NEUTRAL, Livery
from pbem.report.picture.stacks import drawn, mark_boxes, mark_drawn, marked, stacks
from pbem.report.picture.strokes import passing, strokes
from pbem.report.picture.surroundings import Box
from pbem.report.picture.symbols import hatching
from pbem.report.picture.writing import Busy, covered_numbers, written

# What only pages need: nobody points at a PNG.
_UNSEEN: Final = re.compile(r'<title>.*?</title>| (?:id|class|data-[a-z]+|aria-[a-z]+)="[^"]*"', re.DOTALL)
_PATTERN: Final = re.compile(r"<pattern .*?</pattern>", re.DOTALL)
_PAIRS: Final = re.compile(r"(-?[0-9.]+),(-?[0-9.]+)")
# How far lines and heads of arrows reach beyond their points, in pixels.
_BEYOND: Final = 9.0


@dataclass(frozen=True, slots=True)
class Piece:
    """An SVG fragment drawn about (0, 0), and where that lies in the picture. box: what of it is shown.

    solid: it lies on white paper, so that nothing has to be mixed with what is below it.
    """

    body: str
    box: Box
    x: float = 0.0
    y: float = 0.0
    solid: bool = False


def bare(body: str) -> str:
    """A fragment without what nobody sees; patterns keep the ids by which they are used."""
    patterns = _PATTERN.findall(body)
    return "".join([*(["<defs>", *patterns, "</defs>"] if patterns else []), _UNSEEN.sub("", _PATTERN.sub("", body))])


def written_pieces(board: Board, frame: Frame, labels: bool | None, busy: Busy) -> Iterator[Piece]:
    """Names, worth and, where hexes are too small for theirs, the numbers along the edges."""
    for body, box, at in written(board, near(board, frame), frame, labels, busy):
        yield Piece(body, box, *at)


def scene_pieces(
    board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery], hatches: Mapping[str, str]
) -> Iterator[Piece]:
    """What lies on the board, in the order in which `svg.layer` draws it."""
    for body, around, at in areas(board, scene, frame, looks):
        yield Piece(body, around, *at)
    for body, spots in lines(board, scene, frame, looks):
        yield _framed(body, [(x, y, x, y) for x, y in spots], _BEYOND)
    passed = passing(board, scene.strokes)
    ends = [frame.at(point) for one in passed for point in one.points]
    for body in strokes(board, frame, passed):
        yield _framed(body, [(x, y, x, y) for x, y in ends], _BEYOND)
    for body, spots in bodies(board, scene, frame, looks):
        yield _framed(body, [(x, y, x, y) for x, y in spots], frame.counter / 2)
    for body in arrows(board, scene, frame, looks, ""):
        ends = [(float(x), float(y)) for x, y in _PAIRS.findall(_UNSEEN.sub("", body))]
        yield _framed(body, [(x, y, x, y) for x, y in ends], _BEYOND)
    scene = told_apart(board, scene, frame, looks)
    found = stacks(board, scene, frame)
    for stack in found:
        livery, hatch = looks.get(stack.army, NEUTRAL), hatches.get(stack.army, "")
        local = replace(stack, x=0.0, y=0.0)
        pattern = hatching(hatch, livery) if hatch and any(counter.down for counter in stack.counters) else ""
        left, top, right, bottom = local.box
        grown = stack.edge * 0.4 + 2
        body = pattern + drawn(local, livery, "", hatch)
        yield Piece(body, (left - grown, top - grown, right + grown, bottom + grown), stack.x, stack.y)
    for body, around, at in covered_numbers(board, hidden_at(scene), frame):
        yield Piece(body, around, *at)
    lying = zip(marked(board, scene, frame), mark_boxes(board, scene, frame), strict=True)
    for one, (left, top, right, _) in lying:
        size = right - left
        body = mark_drawn(one, (0.0, 0.0, size, size), looks.get(one.army, NEUTRAL))
        yield Piece(body, (-2.0, -2.0, size + 2, size + 2), left, top)
    covered, printed = [stack.box for stack in found], [box for stack in found for box in stack.printed]
    for body, boxes in placed_fights(board, scene, frame, "", covered, printed):
        yield _framed(body, boxes)


def _framed(body: str, boxes: Iterable[Box], beyond: float = 2.0) -> Piece:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    x, y = round(min(lefts) - beyond), round(min(tops) - beyond)
    moved = f'<g transform="translate({-x} {-y})">{body}</g>'
    return Piece(moved, (0.0, 0.0, max(rights) + beyond - x, max(bottoms) + beyond - y), x, y)
