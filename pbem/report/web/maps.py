"""Maps for pages: the drawing in a frame that zooms, answers to the arrow keys and says what lies where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board, Scene
from pbem.lean import dataclass
from pbem.report.picture import legend as below
from pbem.report.picture.crop import counter_span, frame, what_matters
from pbem.report.picture.palette import liveries
from pbem.report.picture.svg import layer, view
from pbem.report.web.markup import Markup, joined, lines, tag

# In pixels; the page scales it to the room that it has.
WIDTH: Final = 1000
# Edge of a counter, in pixels of a page that wide, at which one sees at once what it is.
_CLEAR: Final = 30
_TAG: Final = re.compile(r"<(/?)[a-zA-Z][^<>]*?(/?)>")
_SCENE: Final = re.compile(r'^<g id="[^"]*" class="scene">|</g>$')


@dataclass(frozen=True, slots=True)
class Atlas:
    """The boards of a game and how its armies are called: army id -> printed name, in the order of their colours."""

    boards: Sequence[Board]
    armies: Mapping[str, str]

    def prefix(self, number: int) -> str:
        """Of the ids of a board; no other id of a page begins like it."""
        return f"b{number}-"


def drawn_boards(atlas: Atlas, scene: Scene) -> Markup:
    """All boards with what lies on them, each with its legend, and who is on none of them."""
    return lines(*(_board(atlas, number, scene) for number in range(len(atlas.boards))), _beside(scene))


def bare_board(atlas: Atlas, number: int) -> Markup:
    """A board with nothing on it, for scenes to come and go; the frame bears the board's number."""
    return _framed(atlas, number, _view(atlas, number, Scene()), "", "")


def pieces(atlas: Atlas, number: int, scene: Scene) -> list[str]:
    """What lies on a board at one moment, cut where nothing is torn; what stays where it was stays the same piece.

    Pieces are drawn in their order, above the bare board.
    """
    board = atlas.boards[number]
    drawn = layer(board, scene, atlas.armies, frame(board, None, WIDTH), atlas.prefix(number))
    inner = _SCENE.sub("", drawn.strip())
    found: list[str] = []
    for part in _cut(inner):
        # What lies in a group moves for itself; a group of its own keeps nothing that its parts need.
        opened = re.match(r'<g class="(?:arrows|counters|marks|fights|strokes)">', part)
        found += _cut(part[opened.end() : -len("</g>")]) if opened else [part]
    return [part for part in found if part != "<defs></defs>"]


def scene_words(atlas: Atlas, scene: Scene, number: int) -> str:
    """`Hill country: Red 34 counters, Blue 12 counters; 3 combats`."""
    board = atlas.boards[number]
    here = {place.id for place in board.places}
    counts = {army: sum(c.army == army and c.place in here for c in scene.counters) for army in atlas.armies}
    told = ", ".join(f"{atlas.armies[army]} {_many(count, 'counter')}" for army, count in counts.items())
    fought = sum(any(at in here for at in fight.at) for fight in scene.fights)
    return f"{board.title}: {told}" + (f"; {_many(fought, 'combat')}" if fought else "")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _board(atlas: Atlas, number: int, scene: Scene) -> Markup:
    focus = focus_of(atlas, number, scene)
    return _framed(atlas, number, _view(atlas, number, scene), legend_of(atlas, number, scene), focus)


def legend_of(atlas: Atlas, number: int, scene: Scene) -> Markup:
    """What the signs mean that occur on a board; nothing where there are none."""
    board, looks = atlas.boards[number], liveries(list(atlas.armies))
    shown = frame(board, None, WIDTH)
    block = below.legend(board, scene, shown, atlas.armies, looks, atlas.prefix(number))
    if not block.body:
        return Markup("")
    width, height = f"{shown.width:.0f}", f"{block.height:.0f}"
    box = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    words = f"What the signs on the map of {board.title} mean"
    return tag("div", tag("svg", Markup(block.body), role="img", aria_label=words, **box), class_="legend")


def focus_of(atlas: Atlas, number: int, scene: Scene) -> str:
    """What a reader wants to see first: left, top, width, height and the edge of a counter, in units of the drawing.

    "" for the whole board. All that happened is in it, and the fronts as far as counters stay legible.
    """
    board = atlas.boards[number]
    near = what_matters(board, scene, widest=WIDTH * counter_span(board) // _CLEAR)
    if near is None:
        return ""
    shown = frame(board, None, WIDTH)
    left, top = shown.at((near.left, near.top))
    box = (left, top, near.width * shown.scale, near.height * shown.scale, shown.counter)
    return " ".join(f"{one:.0f}" for one in box)


def _view(atlas: Atlas, number: int, scene: Scene) -> Markup:
    board = atlas.boards[number]
    drawn = view(board, scene, atlas.armies, frame(board, None, WIDTH), atlas.prefix(number))
    words = tag("svg", role="img", aria_label=scene_words(atlas, scene, number))
    return Markup(drawn.replace("<svg ", words.removesuffix("></svg>") + " ", 1))


def _framed(atlas: Atlas, number: int, svg: Markup, drawn: str, focus: str) -> Markup:
    title = atlas.boards[number].title
    tools = tag(
        "span",
        tag("button", "−", type="button", data_zoom="out", aria_label=f"Show {title} smaller"),
        tag("button", "+", type="button", data_zoom="in", aria_label=f"Show {title} larger"),
        tag("button", "whole map", type="button", data_zoom="all", aria_label=f"Show the whole map of {title}"),
        class_="tools",
    )
    say = f"Map of {title}. The arrow keys go from stack to stack."
    window = tag("div", svg, class_="map", tabindex="0", role="application", aria_label=say)
    caption = tag("figcaption", tag("span", title), tools)
    return tag("figure", caption, window, drawn, class_="board-frame", data_board=str(number), data_focus=focus)


def _beside(scene: Scene) -> Markup:
    if not scene.beside:
        return Markup("")
    groups = [
        joined(tag("h3", heading), tag("ul", *(tag("li", line) for line in rows)))
        for heading, rows in scene.beside.items()
    ]
    return tag("details", tag("summary", "Who is on no map"), *groups)


def _cut(markup: str) -> Iterator[str]:
    """The outermost elements of a text without anything between them."""
    depth, start = 0, 0
    for found in _TAG.finditer(markup):
        if depth == 0:
            start = found.start()
        depth += -1 if found[1] else 0 if found[2] else 1
        if depth == 0:
            yield markup[start : found.end()]
