"""Small words about hidden things: runs of markers, and what is not told twice."""

from __future__ import annotations

import pytest

from pbem.campaign.telling.revealing import in_runs
from pbem.wargame.names import folded


@pytest.mark.parametrize(
    ("markers", "said"),
    [
        ([], ""),
        (["f2", "f1"], "f1, f2"),
        (["f10", "f9", "f8", "f2"], "f2, f8 to f10"),
        (["red-1", "red-2", "red-3", "scout", "blue-4"], "blue-4, red-1 to red-3, scout"),
        (["f1", "r2", "f3"], "f1, f3, r2"),
    ],
)
def test_markers_in_a_row_are_told_by_the_first_and_the_last(markers: list[str], said: str) -> None:
    assert in_runs(markers) == said


@pytest.mark.parametrize(
    ("typed", "compared"),
    [("Płock", "plock"), ("KÖNIGSBERG ", "konigsberg"), ("Ostrołęka", "ostroleka"), ("ßø", "sso")],
)
def test_names_are_compared_without_the_marks_of_their_letters(typed: str, compared: str) -> None:
    assert folded(typed) == compared
