"""The extended line: extending, stepping, wheeling, shrinking (8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.rules.formations.lines import needs_two_hexes, shrinks
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.moves import outcome, scene

LONG = {"f12": "0505 extended +0605"}


@pytest.mark.parametrize(("strength", "two"), [row("8.2", 9, False), row("8.2 8.3", 10, True)])
def test_ten_points_fill_two_hexes(strength: int, two: bool) -> None:
    assert needs_two_hexes(strength) is two


@pytest.mark.parametrize(
    ("standing", "ground", "path", "then", "hexes"),
    [
        row("8.31", {"f12": "0505", "flt.s1": "0605"}, {}, "line", "1 extended", "0505 0605"),
        row("8.31", {"f12": "0505"}, {"brook": "0505-0605"}, "line", "1 extended", "0505 0605"),
        row("8.31", {"f12": "0505"}, {"ground": {"farmette": "0605"}}, "line 0605", "refused 8.31", "0505"),
        row("8.31", {"f12": "0505"}, {"ground": {"farmette": "0605"}}, "line", "1 extended", "0505 0405"),
        row("8.31", {"f12": "0505"}, {"stream": "0505-0605"}, "line 0605", "refused 8.31", "0505"),
        row("8.31", {"f12": "0505"}, {"light_cover_side": "0505-0605"}, "line 0605", "refused 8.31", "0505"),
        row("8.31", {"f12": "0505", "f1": "0605"}, {}, "line 0605", "refused 8.31", "0505"),
        row("8.31", {"f12": "0505"}, {}, "line 0504", "refused 8.31", "0505"),
        row("8.34.1", LONG, {}, "0504", "1 extended", "0504 0604"),
        row("8.34.1", LONG, {}, "0404", "1 extended", "0404 0504"),
        row("8.34.1", LONG, {"brook": "0605-0604"}, "0504", "2 extended", "0504 0604"),
        row("8.34.1", {"f12": "0501 extended +0601"}, {}, "0504", "refused 6.0-2", "0501 0601"),
        row("8.33.2-1", LONG, {"ground": {"woods": "0604"}}, "0504", "2 general-order", "0504"),
        row("8.33.2-1", LONG, {"ground": {"light-cover": "0604"}}, "0504", "1 general-order", "0504"),
        row("8.33.2-1 8.33.1-1", LONG, {"ground": {"frozen-wetlands": "0604"}}, "0504", "2 extended disordered",
            "0504 0604"),
        row("8.34.2", LONG, {}, "face 1", "1 extended", "0504 0605"),
        row("8.34.2", LONG, {}, "face 5", "1 extended", "0505 0504"),
        row("8.34.2", LONG, {}, "face 2", "2 extended", "0604 0605"),
        row("8.34.2", {"f12": "0605 extended +0505"}, {}, "face 1", "1 extended", "0605 0504"),
        row("8.34.2", {**LONG, "f1": "0504"}, {}, "face 1", "refused 8.34.2", "0505 0605"),
        row("8.34.2", LONG, {"ground": {"woods": "0504"}}, "face 1", "1 general-order", "0504"),
        row("8.32.2", LONG, {}, "column 0605", "1 column", "0605"),
        row("8.32.2", LONG, {}, "column", "1 column", "0505"),
        row("8.32.2", LONG, {}, "column 0707", "refused 8.32.2", "0505 0605"),
        row("8.33.1-2", {"f12": "0505 extended +0605 disordered"}, {}, "close 0605", "0 line disordered", "0605"),
        row("8.33.1-2", LONG, {}, "close", "refused 8.33.1-2", "0505 0605"),
        row("8.33.1-2", {"f12": "0505 extended +0605 disordered"}, {}, "0504", "1 extended disordered", "0504 0604"),
    ],
)  # fmt: skip
def test_two_hexes_move_as_one(
    standing: dict[str, str], ground: dict[str, Any], path: str, then: str, hexes: str
) -> None:
    at = scene(standing, country(**ground))
    assert outcome(at, "f12", path) == then
    assert at.board.piece("f12").hexes == tuple(hexes.split())
    assert sorted(one for one, there in at.board.here.items() if "f12" in there) == sorted(hexes.split())


@pytest.mark.parametrize(
    ("formation", "strength", "then"),
    [row("8.32.2", "extended", 9, True), row("8.32.2", "extended", 10, False), row("8.33.1-2", "line", 9, False)],
)
def test_a_line_below_ten_points_shrinks(formation: str, strength: int, then: bool) -> None:
    assert shrinks(formation, strength) is then
