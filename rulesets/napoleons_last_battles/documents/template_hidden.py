"""The member `hidden` of an orders template: pairs that may be opened, and units that may be put under one (16.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.contract import Line
from pbem.engine.options import Json
from pbem.hexgame.documents.members import flow
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.hiding.pairs import own_real, pairs_in_play, pairs_of, places, told, under
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN, HidingOptions, hiding_faults

_MOST: Final = 4
"""Pairs that are offered to be placed, one example each."""
_WORDS: Final = (
    "Pairs of markers (16.6): units that no enemy observes go under one of two markers; the other is a dummy. Each",
    "moves by its own orders, such as unit: hm-f1a, as far as the slowest of those, and not into sight.",
    "real: a or b says in secret which of them is real; where it is left out nobody can foresee it. reveal: true",
    "opens a pair, and deploy: {unit: hex} puts its units into the hex of the real marker or next to it.",
)


def hidden_lines(board: Board) -> Iterator[Line]:
    """nlb 16.6A-1, 16.6A-2, 16.6C-1: what may be said of pairs now, one line for each that is in play, examples of
    others; nothing without the option, or where nothing can be said. board: as its reader knows it, command given."""
    if not board.setting.markers:
        return
    lines = [*_revealing(board), *_placing(board)]
    if not lines:
        return
    yield from (Line(comment=text) for text in _WORDS)
    yield Line(f"{HIDDEN}:")
    yield from lines
    yield Line()


def _revealing(board: Board) -> Iterator[Line]:
    """The pairs of the reader that are in play: where, for whom, and which marker is real."""
    options = HidingOptions(board)
    for pair in (one for one in pairs_in_play(board.position) if one in pairs_of(board.setting, options.army)):
        where = " and ".join(f"{marker} in {at}" for marker, at in places(board, pair).items()) or "still to come in"
        real = own_real(board, pair)
        text = f"{where}, for {told(board, under(board, pair))}{f'; {real} is real' if real else ''}"
        entry = {"pair": pair, "reveal": True}
        if options.why_not(entry) is None:
            yield Line(f"- {flow(entry)}", text, 1, off=True)
        else:
            yield Line(comment=f"{pair}: {text}", indent=1)


def _placing(board: Board) -> Iterator[Line]:
    """Some whose hexes nobody observes, each with a free pair; all of these stand together."""
    said: list[Json] = []
    for entry in _candidates(board):
        if len(said) < _MOST and not hiding_faults(board.another(board.position.copy()), [*said, entry]):
            said.append(entry)
            yield Line(f"- {flow(entry)}", told(board, entry["units"]), 1, off=True)


def _candidates(board: Board) -> Iterator[Json]:
    """Stack after stack with its leaders, each with the next free pair of its nation."""
    options, units = HidingOptions(board), board.setting.roster.units
    free = [pair for pair in pairs_of(board.setting, options.army) if pair in options.free]
    busy: set[str] = set()
    for at in sorted({board.at[unit] for unit in board.on_map(options.army) if units[unit].fights}):
        stack = list(board.units_in(at))
        near = (at, *board.field.neighbours[at])
        formations = {units[unit].formation for unit in stack}
        stack += [
            leader
            for leader, to in board.position.leaders.items()
            if to in near and leader not in busy and units[leader].formation in formations
        ]
        for pair in free:
            entry = {"pair": pair, "at": at, "units": stack}
            if options.why_not(entry) is None:
                free.remove(pair)
                busy.update(stack)
                yield entry
                break
