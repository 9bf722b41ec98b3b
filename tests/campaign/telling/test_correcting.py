"""A proposed correction in lines: cut short, it says how much is not shown."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.campaign.telling.correcting import change_lines

SAID = {"before_said": "", "after_said": "", "words": ""}
PLACES = [{"path": ["at", unit], "before": "0610", "after": "0611", **SAID} for unit in ("i", "ii", "iii")]
FACTS = [
    {"label": "Losses", "before": "1", "after": "2", "words": ""},
    {"label": "Turn", "before": "3", "after": "4", "words": ""},
]
TOLD: dict[str, Any] = {"before": "", "after": "", "unable": "", "places": PLACES, "facts": FACTS, "message": 7}


@pytest.mark.parametrize(("most", "last"), [(1, "4 lines more"), (3, "2 lines more"), (4, "1 lines more")])
def test_what_is_not_shown_is_counted(most: int, last: str) -> None:
    lines = change_lines(TOLD, most)
    assert len(lines) == 1 + most + 1
    assert lines[-1] == f"  ({last}, of 3 places; whole: pbem show 7)"


def test_what_fits_is_shown_whole_and_nothing_is_counted() -> None:
    assert change_lines(TOLD, 5) == change_lines(TOLD)
    assert change_lines(TOLD)[1:] == [
        *(f'  at/{unit}: "0610" -> "0611"' for unit in ("i", "ii", "iii")),
        "  Losses: 1 -> 2",
        "  Turn: 3 -> 4",
    ]
