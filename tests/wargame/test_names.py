"""Names that people mistype, and what comes close to them."""

from __future__ import annotations

import pytest

from pbem.wargame.names import distance, folded, nearest

KNOWN = {"davout": "davout", "davout (iii)": "iii", "iii": "iii", "iv": "iv", "soult": "soult"}


def test_a_name_is_compared_without_case_and_spare_spaces() -> None:
    assert folded("  Davout   (III) ") == "davout (iii)"


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "bc", 1), ("kitten", "sitting", 3)],
)
def test_distance(a: str, b: str, steps: int) -> None:
    assert distance(a, b) == distance(b, a) == steps


@pytest.mark.parametrize(
    ("typed", "close"),
    [
        ("davuot", ("davout",)),
        ("Davout (II)", ("iii",)),
        ("iiii", ("iii",)),
        ("ij", ("iv",)),
        ("x", ()),
        ("", ()),
        ("marmont", ()),
    ],
)
def test_nearest(typed: str, close: tuple[str, ...]) -> None:
    assert nearest(typed, KNOWN) == close


def test_a_text_of_any_length_costs_little() -> None:
    assert nearest("davout" * 10**6, KNOWN) == ()
    assert nearest(" " * 10**6 + "davout", KNOWN) == ()
