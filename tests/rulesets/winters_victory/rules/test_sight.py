"""Sight (10.4): facing, what blocks, levels, reverse slopes, and the printed examples A to D."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.sight import Look, in_triangle, line_clear, sees
from tests.rulesets.winters_victory.country import board, country, row
from tests.rulesets.winters_victory.winter import terrain

LOOK = Look(FRENCH)
FIRE = Look(FRENCH, fire=True)
GUNS = Look(FRENCH, fire=True, guns=True)
EAST = "v1"


def strip(levels: str, kinds: Mapping[str, str] | None = None) -> Ground:
    """A map of whole columns of one level each, such as `22210`, the last one to the eastern edge."""
    columns = levels + levels[-1] * (12 - len(levels))
    bands = {
        int(level): " ".join(f"{c:02}{r:02}" for c in range(1, 13) if columns[c - 1] == level for r in range(1, 13))
        for level in sorted(set(columns))
    }
    return Ground(country(kinds, levels=bands), terrain())


@pytest.mark.parametrize(
    ("levels", "a", "b", "visible"),
    [
        # Example A: from level 2 down to level 0. Four hexes to the edge, two from it, 4 - 2 x 2 = 0; then five.
        row("10.4.2 10.41.1 10.41.2 10.41.3 10.41.4 10.41.5", "222210", "0205", "0605", True),
        row("10.41.2 10.41.5", "222210", "0105", "0605", False),
        row("10.41.1", "222210", "0605", "0205", True),
        # Example B: both on slopes of one level; the plateau lies between, or it does not.
        row("10.43", "012221", "0305", "0505", False),
        row("10.43 10.4.3-2", "01221", "0305", "0405", True),
        row("10.43", "012222", "0305", "0605", True),
        row("10.43 10.41-0", "1222210", "0205", "0705", False),
        row("10.41.5", "33221", "0105", "0505", True),
        row("10.41-0", "2030", "0105", "0405", False),
        row("10.4.3-1", "0010", "0105", "0405", False),
        row("10.41.5", "2100", "0105", "0805", True),
        row("10.41.5", "2220", "0105", "0405", True),
        row("10.41.5", "11100", "0105", "0405", False),
    ],
)
def test_levels_and_reverse_slopes(levels: str, a: str, b: str, visible: bool) -> None:
    ground = strip(levels)
    assert line_clear(board({}, ground.field), ground, a, b, LOOK) is visible
    assert line_clear(board({}, ground.field), ground, b, a, LOOK) is visible


@pytest.mark.parametrize(
    ("kinds", "levels", "a", "b", "visible"),
    [
        row("10.4.3-1", {"farmette": "0405"}, "0", "0205", "0605", False),
        row("10.42.3", {"woods": "0405"}, "0", "0205", "0405", True),
        row("10.42.3", {"woods": "0405"}, "0", "0405", "0205", True),
        row("10.42.3", {"woods": "0405"}, "0", "0205", "0505", False),
        row("10.4.3-1", {"light-cover": "0405", "frozen-wetlands": "0305"}, "0", "0205", "0605", True),
        row("10.42.4", {"woods": "1005"}, "5544332210", "0105", "1105", False),
        row("10.41.2", {"village": "0405"}, "11100", "0305", "0505", True),
        row("10.41.2", {"village": "0405"}, "1100", "0205", "0505", False),
        row("10.41.2", {"village": "0405"}, "22000", "0205", "0705", True),
        row("10.41.2", {"village": "0605"}, "22000", "0205", "0705", False),
        # The line runs along the hexside between 0304 and 0404: one clear hex is enough, two towns block.
        row("10.42.1", {"town": "0404"}, "0", "0405", "0403", True),
        row("10.42.1", {"town": "0404 0304"}, "0", "0405", "0403", False),
    ],
)
def test_terrain_in_between(kinds: Mapping[str, str], levels: str, a: str, b: str, visible: bool) -> None:
    ground = strip(levels, kinds)
    assert line_clear(board({}, ground.field), ground, a, b, LOOK) is visible


@pytest.mark.parametrize("side", [row("10.42.2", "light_cover_side"), row("10.42.2", "major_stream")])
def test_what_lies_along_a_hexside_blocks_nobody(side: str) -> None:
    ground = Ground(country(**{side: "0305-0405"}), terrain())
    assert line_clear(board({}, ground.field), ground, "0205", "0605", LOOK)


@pytest.mark.parametrize(
    ("standing", "levels", "look", "visible"),
    [
        row("10.4.3-1", {"r1": "0405 3sp"}, "0", LOOK, False),
        row("10.4.3-1", {"rjgr.s1": "0405"}, "0", LOOK, True),
        row("10.4.3-1", {"f1": "0405 2sp"}, "0", LOOK, False),
        row("11.44-1", {"fdiv": "0405", "fbde": "0405"}, "0", FIRE, True),
        row("10.42.4", {"f1": "0405 1sp"}, "55000", FIRE, False),
        row("10.42.4", {"f1": "0405"}, "55000", LOOK, True),
        row("10.41.2", {"r1": "0505"}, "11000", LOOK, False),
        row("10.41.2", {"f1": "0505"}, "11000", LOOK, True),
        row("11.46-1", {"rjgr.s1": "0505", "rjgr.s2": "0505", "rjgr.s3": "0505"}, "0", FIRE, False),
        row("11.46-1", {"rjgr.s1": "0505", "rjgr.s2": "0505", "rjgr.s3": "0505"}, "0", GUNS, True),
        row("11.46-1", {"rjgr.s1": "0505 2sp", "rjgr.s2": "0505 2sp"}, "0", GUNS, False),
        row("11.46-1", {"rjgr.s1": "0405 2sp"}, "0", GUNS, False),
        row("11.22-2 10.4.3-2", {}, "0", Look(FRENCH, limit=4), True),
        row("11.22-2 10.4.3-2", {}, "0", Look(FRENCH, limit=3), False),
        row("11.46-1", {"rjgr.s1": "0505 3sp"}, "0", Look(ALLIED, fire=True, guns=True), False),
    ],
)
def test_counters_in_between(standing: Mapping[str, str], levels: str, look: Look, visible: bool) -> None:
    ground = strip(levels)
    assert line_clear(board(standing, ground.field), ground, "0205", "0605", look) is visible


@pytest.mark.parametrize(
    ("words", "to", "seen"),
    [
        row("10.4.1", "0505 line v0", "0705", False),
        row("10.4.1", "0505 column v0", "0504", True),
        row("10.4.1", "0505 line v0", "0403", True),
        row("10.4.1", "0505 line v0", "0506", False),
        # Between front and flank the line runs through a corner: not seen through the front alone.
        row("10.4.1 5.51.2", "0505 line v0", "0604", False),
        row("10.4.1", "0505 general-order", "0705", True),
        row("10.4.1", "0505 line v0 disordered", "0705", True),
    ],
)
def test_facing(words: str, to: str, seen: bool) -> None:
    ground = strip("0")
    assert sees(board({"f1": words}, ground.field), ground, "f1", to, LOOK) is seen


@pytest.mark.rule("wv", "11.21-1", "12.52.2-1")
def test_the_triangle_before_a_unit_has_one_hex_more_in_every_row() -> None:
    ground = strip("0")
    grid = ground.grid("0612")
    rows = [sum(in_triangle(ground, "0612", 0, to) for to in grid.ring("0612", far)) for far in range(1, 7)]
    assert rows == [2, 3, 4, 5, 6, 7]
    assert sorted(to for to in grid.ring("0606", 1) if in_triangle(ground, "0606", 2, to)) == ["0706", "0707"]
