"""The map in plain characters: the boxes with the reader's counters and those next to them, and what lies there.

For everybody it is the neighbourhood of all counters. Boxes where a side will begin count as if its counters lay there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.beginning import to_be_set_up
from rulesets.jours_de_gloire.board import BLOCKED, PONTOON, Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name, held_by, who
from rulesets.jours_de_gloire.mapdata import link_name
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.telling.facts import printed_name

_WIDTH: Final = 80
_KEY: Final = (
    "Links: movement points of a step, without what weather adds at a ford; then ~ ford, = bridge, + pontoon, | river"
    " without a way over, x destroyed bridge; the next boxes by their ids, from north by way of east.",
    "Counters: the number behind a name is its strength in PF; ? lies face down and is not known to the reader; seen is"
    " what lies face up of his own; * is fatigued.",
)
# Eastings against northings, in hundredths of a degree at these latitudes, where a degree of longitude is shorter.
_NARROWER: Final = (3, 5)


def map_text(setting: Setting, at: Json, own: Own = NOTHING) -> str:
    """Box by box from north to south, in lines of 80 characters.

    own: of the reader, whose neighbourhood is shown with all that he knows; what else has counters is listed below it.
    """
    board = Board(setting, at)
    sheet = _Sheet(board, own)
    lines = [setting.map.title, ""]
    for box in sheet.shown():
        lines += sheet.block(box)
    lines += sheet.far()
    for text in _KEY:
        lines += ["", *_wrapped(text, "", "")]
    return "\n".join([*lines, ""])


class _Sheet:
    def __init__(self, board: Board, own: Own) -> None:
        self.board, self.setting = board, board.setting
        self.reader = own.army if own.army in board.setting.sides else ""
        self.known: Known = held_by(board.setting, board, self.reader, own) if self.reader else {}

    def shown(self) -> list[str]:
        """The boxes that are drawn, from north to south."""
        sides = (self.reader,) if self.reader else self.setting.sides
        held = dict.fromkeys(
            box for side in sides for box in (*self.board.boxes_of(side), *to_be_set_up(self.board, side))
        )
        near = dict.fromkeys([*held, *(to for box in held for to in self.setting.field.neighbours(box))])
        return sorted(near or self.setting.boxes, key=lambda box: (-self.setting.boxes[box].lat, box))

    def block(self, box: str) -> list[str]:
        """A box: its name and what there is to it, its links, and a line of counters for each side."""
        place = self.setting.boxes[box]
        lines = _wrapped(", ".join([f"{place.name} ({box})", *self._notes(box)]), "", "    ")
        links = [self._link(box, to) for to in self._round(box)]
        lines += _wrapped("  ".join(links), "    to ", "       ")
        for side in self.setting.sides:
            counters = self.board.counters(side, box)
            if counters:
                lines += _wrapped(
                    ", ".join(self._counter(counter) for counter in counters),
                    f"  {printed_name(self.setting, side)}: ",
                    "    ",
                )
        return lines

    def far(self) -> list[str]:
        """Where else there are counters, in a line each."""
        drawn = set(self.shown())
        lines: list[str] = []
        for side in self.setting.sides:
            boxes = [box for box in self.board.boxes_of(side) if box not in drawn]
            told = [f"{self.setting.boxes[box].name} {self._few(side, box)}" for box in boxes]
            if told:
                lines += _wrapped("; ".join(told), f"Elsewhere {printed_name(self.setting, side)}: ", "    ")
        return ["", *lines] if lines else []

    def _few(self, side: str, box: str) -> str:
        return ", ".join(self._counter(counter) for counter in self.board.counters(side, box))

    def _notes(self, box: str) -> list[str]:
        place, at = self.setting.boxes[box], self.board.at
        notes = [place.terrain] if place.terrain != "clear" else []
        notes += ["fortified city"] if place.city else []
        worth = self.setting.scenario.boxes.get(box, 0)
        notes += [f"{worth} victory point{'' if worth == 1 else 's'}"] if worth else []
        if box in at["control"]:
            notes.append(f"held by {printed_name(self.setting, at['control'][box])}")
        if box in at["entrenched"]:
            notes.append(f"entrenched by {printed_name(self.setting, at['entrenched'][box])}")
        if box in at["sieges"]:
            notes.append(f"besieged, step {at['sieges'][box]['step']}")
        return notes

    # -- links --------------------------------------------------------------------------------

    def _round(self, box: str) -> Sequence[str]:
        """The neighbours as a clock's hand meets them from north on."""
        return sorted(self.setting.field.neighbours(box), key=lambda to: (_POINTS.index(self._point(box, to)), to))

    def _point(self, box: str, to: str) -> str:
        """The point of the compass in which a neighbour lies."""
        here, there = self.setting.boxes[box], self.setting.boxes[to]
        north, east = (there.lat - here.lat) * _NARROWER[1], (there.lon - here.lon) * _NARROWER[0]
        # Within 22 degrees or so of an axis one of the two is more than twice the other.
        vertical = ("N" if north > 0 else "S") if 2 * abs(north) > abs(east) else ""
        return vertical + (("E" if east > 0 else "W") if 2 * abs(east) > abs(north) else "")

    def _link(self, box: str, to: str) -> str:
        """`NE pultusk 1=`."""
        setting, board = self.setting, self.board
        link = setting.link(box, to)
        cost = setting.charts.number("movement", "links", link.kind) if link is not None else 0
        mark = {"ford": "~", "bridge": "=", PONTOON: "+"}.get(board.crossing(box, to), "")
        if board.link_state(box, to) == BLOCKED:
            mark = "x" if link_name(box, to) in board.at["broken"] else "|"
        return f"{self._point(box, to)}\N{NO-BREAK SPACE}{to}\N{NO-BREAK SPACE}{cost}{mark}"

    # -- counters -----------------------------------------------------------------------------

    def _counter(self, counter: str) -> str:
        """`Davout (III) (f10) 7`, `r19?`; in an open game without its number."""
        tired = "*" if self.board.marked(counter, "fatigued") else ""
        face_up, fog = self.board.content(counter), self.setting.fog
        content = face_up if face_up is not None else self.known.get(counter)
        if content is None:
            return f"{counter}?{tired}"
        name = content_name(self.setting, content) if who(content) else "dummy"
        strength = f" {content['pf']}" if "pf" in content else ""
        seen = " seen" if fog.exposed(self.board, counter) and self.board.side(counter) == self.reader else ""
        return f"{name}{fog.tag(counter)}{strength}{tired}{seen}"


_POINTS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW", "")


def _wrapped(text: str, begins: str, goes_on: str) -> list[str]:
    lines = textwrap.wrap(
        text, _WIDTH, initial_indent=begins, subsequent_indent=goes_on, break_on_hyphens=False, break_long_words=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] or [begins.rstrip()]
