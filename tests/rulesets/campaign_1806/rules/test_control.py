"""Control of hexes, victories at once, the closed strip, sources in use (14.24, 20.16, 20.3, 21.62, 21.96)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.rules.control import at_once, closed_to, saalfeld, taken, usable_sources
from tests.rulesets.campaign_1806.country import HOME, ID, board, row, rows
from tests.rulesets.spoiling import read

RULES = read(HOME / "scenarios" / "saalfeld" / "scenario.yaml")["victory"]

TAKING = rows(
    row("20.16", "klein", "0506 0507", True, {"0506": "french", "0509": "prussian"}),
    row("20.16", "klein", "0506 0507", False, {"0506": "prussian", "0509": "prussian"}),
    row("20.16", "davout", "0506 0507", True, {"0506": "prussian", "0509": "prussian"}),
    row("20.16", "klein", "0504", True, {"0506": "prussian", "0509": "prussian"}),
)


@pytest.mark.parametrize(("uid", "path", "supplied", "then"), TAKING)
def test_who_takes_a_hex(uid: str, path: str, supplied: bool, then: dict[str, str]) -> None:
    held = {"0506": "prussian", "0509": "prussian"}
    taken(held, board({"0505": uid}), uid, path.split(), supplied=supplied)
    assert held == then


@pytest.mark.rule(ID, "20.3")
def test_the_capture_of_napoleon_ends_a_game() -> None:
    assert at_once(["ney", "napoleon"]) == "prussian"
    assert at_once(["ney", "brunswick"]) == ""


# Who holds Saalfeld and an objective, strength points lost by the French and the Prussians, and who wins.
SAALFELD = rows(
    row("21.96-2", "prussian", "prussian", 20, 0, "prussian"),
    row("21.96-2", "prussian", "prussian", 0, 20, "prussian"),
    row("21.96-3", "french", "french", 20, 0, "french"),
    row("21.96-1 21.91", "prussian", "french", 6, 9, "french"),
    row("21.96-1", "french", "prussian", 9, 6, "prussian"),
    row("21.96-1", "french", "prussian", 6, 6, ""),
)


@pytest.mark.parametrize(("town", "objective", "french", "prussian", "winner"), SAALFELD)
def test_who_wins_at_saalfeld(town: str, objective: str, french: int, prussian: int, winner: str) -> None:
    held = {"n0809": town, "n1409": "prussian", "n1211": objective}
    assert saalfeld(held, RULES, french, prussian) == winner


STRIP = rows(
    row("21.62", "prussian", "n2005", False, True),
    row("21.62", "prussian", "n2006", False, False),
    row("21.72", "prussian", "n1803", False, True),
    row("21.82", "prussian", "s0901", False, True),
    row("21.62", "prussian", "n2005", True, False),
    row("21.62", "french", "n2005", False, False),
)


@pytest.mark.parametrize(("army", "at", "french_in", "closed"), STRIP)
def test_the_strip_that_is_closed_to_the_prussians(army: str, at: str, french_in: bool, closed: bool) -> None:
    assert closed_to(army, at, french_in=french_in) is closed


@pytest.mark.rule(ID, "14.24")
def test_the_french_use_sources_at_which_they_came_in() -> None:
    assert usable_sources("french", ["s0901", "s2701"], ["s2701"]) == ("s2701",)
    assert usable_sources("prussian", ["n3916"], []) == ("n3916",)
