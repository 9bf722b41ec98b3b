"""Maps in plain characters, for a terminal and for reports as text: what matters, and below it who stands where."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board, Counter, Mark, Place, Scene
from pbem.report.picture.crop import Window, elsewhere, pitch, what_matters
from pbem.report.textmap.boxes import box_map
from pbem.report.textmap.canvas import Canvas, painted
from pbem.report.textmap.events import happenings, laid_over, unit
from pbem.report.textmap.extract import Extract, Labels
from pbem.report.textmap.hexes import hex_map
from pbem.report.typesetting import ASCII, UNICODE, Style

# Characters from place to place that a map of boxes needs for their names, and a map of hexes for its numbers.
_BOX: Final = 8
_HEX: Final = 2


def draw(
    board: Board,
    scene: Scene,
    armies: Mapping[str, str],
    *,
    reader: str = "",
    width: int = 80,
    unicode: bool = False,
    colour: bool = False,
    whole: bool = False,
    labels: bool = False,
) -> list[str]:
    """A board with what lies on it as lines of at most `width` characters, 40 at least.

    armies: army id -> printed name, in the order that gives them their colours. reader: as for `crop.what_matters`.
    unicode: signs beyond plain ASCII. colour: escape sequences for a terminal. whole: not only what matters; it may
    be too wide for names then. labels: the numbers of places where nothing else stands.
    """
    style, width = UNICODE if unicode else ASCII, max(width, 40)
    each = _HEX if board.grid == "hex" else _BOX
    window = None if whole else what_matters(board, scene, reader, widest=(width - 8) * pitch(board) // each)
    shown = [place for place in board.places if window is None or window.holds(place.centre)]
    labelled = _labels(board, scene, armies, style)
    named = {place.id: labelled[place.id] for place in shown if place.id in labelled}
    draws = hex_map if board.grid == "hex" else box_map
    canvas = Canvas(width, list(armies))
    key = draws(Extract(board, shown, scene, named, style, labels), canvas) if shown else ""
    lines = [style.fit(board.title), "", *canvas.lines(colour=colour), ""]
    lines += _key(shown, named, scene, armies, width, style, colour)
    lines += happenings(board, scene, armies, style, width)
    lines += laid_over(board, scene, style, width)
    closing = _closing(board, scene, armies, window, labelled, key, style)
    lines += [line for text in closing for line in _wrapped(text, width)]
    return lines


def heading(text: str, width: int = 80, *, unicode: bool = False) -> list[str]:
    """A heading in lines of at most `width` characters."""
    return _wrapped((UNICODE if unicode else ASCII).fit(text), width)


def beside(scene: Scene, width: int = 80, *, unicode: bool = False) -> list[str]:
    """Who is on no map, a heading and what stands below it, in lines of at most `width` characters."""
    style, lines = UNICODE if unicode else ASCII, []
    for heading, told in scene.beside.items():
        lines += _wrapped(style.fit(heading), width)
        for line in told:
            lines += textwrap.wrap(
                style.fit(line), width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
            )
    return lines


def _wrapped(text: str, width: int, hang: int = 2) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * hang, break_on_hyphens=False) or [""]


# -- labels -------------------------------------------------------------------------------------


def _labels(board: Board, scene: Scene, armies: Mapping[str, str], style: Style) -> Labels:
    """Place -> army -> `F3`: an initial and a number, the same however much of the board is shown.

    Stacks are counted by the numbers of their hexes, and those in boxes from north to south.
    """
    lying: dict[str, dict[str, str]] = {place.id: {} for place in board.places}
    initials, counts = _initials(armies, style), dict.fromkeys(armies, 0)
    held = {(counter.place, counter.army) for counter in scene.counters}
    for place in sorted(board.places, key=lambda place: _rank(place, numbered=board.grid == "hex")):
        for army in armies:
            if (place.id, army) in held:
                counts[army] += 1
                lying[place.id][army] = f"{initials[army]}{counts[army]}"
    return {at: stacks for at, stacks in lying.items() if stacks}


def _rank(place: Place, *, numbered: bool) -> tuple[str, int, int, str]:
    return (place.id if numbered else "", place.centre[1], place.centre[0], place.id)


def _initials(armies: Mapping[str, str], style: Style) -> dict[str, str]:
    """A letter for each army that no other has."""
    found: dict[str, str] = {}
    for army, name in armies.items():
        letters = [char.upper() for char in style.fit(name) if char.isalpha()]
        letters += [chr(ord("A") + number) for number in range(26)]
        found[army] = next(letter for letter in letters if letter not in found.values())
    return found


def _key(
    shown: Sequence[Place],
    named: Labels,
    scene: Scene,
    armies: Mapping[str, str],
    width: int,
    style: Style,
    colour: bool,
) -> Iterator[str]:
    """Side by side, a line for each stack: label, place, and who is in it, the topmost first."""
    places = {place.id: place for place in shown}
    lying: dict[tuple[str, str], list[Counter]] = {}
    for counter in scene.counters:
        lying.setdefault((counter.place, counter.army), []).insert(0, counter)
    for army, name in armies.items():
        rows = [(stacks[army], at) for at, stacks in named.items() if army in stacks]
        rows.sort(key=lambda row: int(row[0][1:]))
        if rows:
            yield style.fit(name)
        entries = [(label, _where(places[at], style), _who(lying[at, army], style)) for label, at in rows]
        yield from _columns(entries, army, list(armies), width, colour)
    if named:
        yield ""


def _columns(
    entries: Sequence[tuple[str, str, str]], army: str, armies: Sequence[str], width: int, colour: bool
) -> Iterator[str]:
    """The entries in as many columns as they fit in, down the first and then down the next."""
    if not entries:
        return
    label = max(len(one) for one, _, _ in entries)
    texts = [
        (one, f"{where}: {who}" if " " in where or not where.isdigit() else f"{where} {who}")
        for one, where, who in entries
    ]
    longest = max(len(text) for _, text in texts) + label + 4
    count = max(min(width // longest, 3), 1)
    height = (len(texts) + count - 1) // count
    room = width // count
    for row in range(height):
        line = ""
        for one, text in texts[row::height]:
            cell = _wrapped(text, room - label - 3)
            line += f"{painted(one.rjust(label), army, armies, colour=colour)} {cell[0].ljust(room - label - 1)}"
            rest = cell[1:]
        yield line.rstrip()
        # Only where there is one column can an entry be longer than its line.
        yield from (" " * (label + 1) + part for part in rest)


def _where(place: Place, style: Style) -> str:
    return style.fit(place.name or place.label or place.id) if not place.label else style.fit(place.label)


def _who(counters: Sequence[Counter], style: Style) -> str:
    """`Lannes 6, Ney 2, 3 unknown (f1, f2, f7)`."""
    told = [unit(counter) for counter in counters if counter.symbol != "unknown" or counter.value]
    unknown = [counter.name for counter in counters if counter.symbol == "unknown" and not counter.value]
    if unknown:
        told.append(f"{len(unknown)} unknown ({', '.join(unknown)})" if len(unknown) > 1 else f"{unknown[0]}?")
    return style.fit(", ".join(told))


# -- below ----------------------------------------------------------------------------------------


def _closing(
    board: Board,
    scene: Scene,
    armies: Mapping[str, str],
    window: Window | None,
    labelled: Labels,
    key: str,
    style: Style,
) -> Iterator[str]:
    """Names of hexes, marks, who is beyond the window, and what the signs mean."""
    shown = [place for place in board.places if window is None or window.holds(place.centre)]
    names = [f"{place.label} {place.name}" for place in shown if place.name and place.label]
    if names:
        yield style.fit(f"Places: {', '.join(names)}")
    words = {place.id: place.name or place.label or place.id for place in shown}
    marks: dict[tuple[str, str], list[Mark]] = {}
    for mark in scene.marks:
        if mark.place in words:
            marks.setdefault((mark.kind, mark.army), []).append(mark)
    for (kind, army), lying in marks.items():
        of = f" of {armies[army]}" if army in armies else ""
        told = [words[mark.place] + (f" ({mark.text})" if mark.text else "") for mark in lying]
        yield style.fit(f"{kind.capitalize()}{of}: {', '.join(told)}")
    away = elsewhere(board, scene, window)
    everywhere = {place.id: f"{place.label} {place.name}".strip() or place.id for place in board.places}
    for army, name in armies.items():
        told = [
            f"{labelled[at][army]} {everywhere[at]} {_who(here, style)}"
            for at, counters in away.items()
            if (here := [counter for counter in counters if counter.army == army])
        ]
        if told:
            yield style.fit(f"Elsewhere {name}: {'; '.join(told)}")
    yield style.fit(key)
    yield "North is at the top."
