"""Fire at several hexes (8.42, 11.53, 11.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.splitting import extended_shares, why_not_shares, why_not_square
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import scene


@pytest.mark.parametrize(
    ("standing", "shares", "case"),
    [
        row("11.61-1", {"f1": "0505 general-order"}, [("0605", 3), ("0504", 3), ("0506", 3)], ""),
        row("11.61-1", {"f1": "0505 general-order"}, [("0605", 5), ("0504", 5)], "11.61-1"),
        row("11.62-1 8.65D.2", {"f12": "0505 general-order"}, [("0605", 9), ("0504", 3)], ""),
        row("11.62-1", {"f12": "0505 general-order"}, [("0605", 10)], "11.62-1"),
        row("11.62-2", {"flt.s1": "0505", "flt.s2": "0505"}, [("0605", 2), ("0605", 2)], "11.62-2"),
        row("11.62-1", {"flt.s1": "0505"}, [("0605", 0)], "11.62-1"),
    ],
)
def test_shares(standing: Mapping[str, str], shares: Sequence[tuple[str, int]], case: str) -> None:
    refused = why_not_shares(scene(standing), next(iter(standing)), shares)
    assert (refused.case if refused else "") == case


@pytest.mark.parametrize(
    ("hexes", "allowed"),
    [
        row("8.42.1", ["0605", "0406", "0404"], True),
        row("8.42.1", ["0605", "0506"], False),
        row("8.42.1", ["0705", "0506"], False),
        row("8.42.1", ["0705", "0406"], True),
        row("8.42.1", ["0705", "0606"], False),
        row("8.42.1", ["0705", "0305", "0603", "0607"], False),
    ],
)
def test_a_square_fires_at_hexes_far_from_each_other(hexes: list[str], allowed: bool) -> None:
    assert (why_not_square(scene({"f1": "0505 square"}), "f1", hexes) is None) is allowed


# The line looks north out of 0505 and 0605: before it lie 0404, 0504 (before both) and 0604.
@pytest.mark.parametrize(
    ("words", "hexes", "shift", "found"),
    [
        row("11.53.1-1", "13sp", ["0404", "0504"], 0, [("0505", "0404", 7), ("0605", "0504", 6)]),
        row("11.53.1-1", "13sp", ["0404", "0504"], -2, [("0505", "0404", 9), ("0605", "0504", 4)]),
        row("11.53.1-1", "14sp", ["0504", "0604"], 0, [("0505", "0504", 7), ("0605", "0604", 7)]),
        row("11.53.1-1", "14sp", ["0404", "0604"], 0, "11.53.1-1"),
        row("11.53.1-1", "14sp", ["0404"], 0, [("0505", "0404", 7)]),
        row("11.53.1-2", "14sp", ["0504"], 0, [("0505", "0504", 0)]),
        row("11.53.2", "12sp", ["0503"], 0, [("0505", "0503", 12)]),
        row("11.53.2", "12sp", ["0503", "0603"], 0, [("0505", "0503", 6), ("0605", "0603", 6)]),
        row("11.53.2", "12sp", ["0403"], 0, [("0505", "0403", 6)]),
        row("11.53-1", "12sp", ["0403", "0503", "0603"], 0, "11.53-1"),
        row("11.11.5", "12sp", ["0506"], 0, "11.11.5"),
    ],
)
def test_an_extended_line(words: str, hexes: list[str], shift: int, found: list[tuple[str, str, int]] | str) -> None:
    at = scene({"f14": f"0505 v0 extended +0605 {words}", **{f"r{n}": f"{to} v3" for n, to in enumerate(hexes, 1)}})
    made = extended_shares(at, "f14", hexes, shift)
    if isinstance(made, Refusal):
        assert made.case == found
    else:
        assert [(one.at, one.to, one.terms.strength) for one in made] == found
        fires = [aim(at, "f14", one.to, one.terms, at=one.at) for one in made]
        assert all(isinstance(fire, Fire) for fire in fires)


@pytest.mark.rule("wv", "11.53.1-2")
def test_the_centre_is_fired_at_by_the_column_of_nine_points_with_one_on_the_die() -> None:
    at = scene({"f14": "0505 v0 extended +0605", "r1": "0504 v3"})
    (share,) = extended_shares(at, "f14", ["0504"])  # type: ignore[misc]
    fire = aim(at, "f14", share.to, share.terms, at=share.at)
    assert isinstance(fire, Fire)
    assert (fire.line, fire.strength, fire.column, fire.modifier) == ("line", 9, 8, 1)
