"""What the end of any phase does of itself (7.56, 8.32, 9.3, 11.9)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.rules.phase_end import phase_end
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene


@pytest.mark.parametrize(
    ("standing", "uid", "becomes"),
    [
        row("8.32.2", {"f14": "0505 v0 extended +0605 9sp"}, "f14", ("line", "", "good")),
        row("8.32.2", {"f14": "0505 v0 extended +0605 9sp disordered"}, "f14", ("line", "", "disordered")),
        row("8.32.2", {"f14": "0505 v0 extended +0605 10sp"}, "f14", ("extended", "0605", "good")),
        row("8.33.1-1", {"f14": "0505 v0 extended +0605", "f1": "0605 v0"}, "f14", ("extended", "0605", "disordered")),
        row("9.3-2 9.14.2-2", {"f1": "0505 v0", "f2": "0505 v0 line"}, "f1", ("column", "", "disordered")),
        row("9.3-3 9.14.2-1", {"f1": "0505 v0", "fhus": "0505 v0"}, "f1", ("column", "", "disordered")),
    ],
)
def test_formations_at_the_end(standing: Mapping[str, str], uid: str, becomes: tuple[str, str, str]) -> None:
    at = scene(standing)
    events = play(phase_end(at), [])[1]
    piece = at.piece(uid)
    assert (piece.formation, piece.second, piece.state) == becomes
    assert (uid in {one["unit"] for one in events}) == ("10sp" not in standing[uid])


@pytest.mark.parametrize(
    ("standing", "uid", "marks"),
    [
        row("11.91-1", {"flt.s1": "0505 depleted", "flt.s2": "0505"}, "flt.s2", {"depleted"}),
        row("11.93.1", {"fb8": "0505 spent"}, "fb8", set()),
        row("7.56-8", {"fb8": "0505", "fb8.c": "0505 back"}, "fb8.c", set()),
    ],
)
def test_markers_at_the_end(standing: Mapping[str, str], uid: str, marks: set[str]) -> None:
    at = scene(standing)
    play(phase_end(at), [])
    assert at.piece(uid).marks == marks
