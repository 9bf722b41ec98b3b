"""Substitute counters: who leaves, who takes his place, and what the new counters bear (16.1A, pages 30 and 31)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulesets.napoleons_last_battles.setting import Setting
from tests.rulesets.napoleons_last_battles.files import roster, setting

rule = pytest.mark.rule


def exchange(case: str, leave: str, come: str) -> Any:
    """A row: `name strength-allowance` of the counters that leave, and of those that come."""
    return pytest.param(leave, come, marks=rule("nlb", case), id=f"{case} {leave.split()[0]}")


# Whatever no text gives is a reading: sums of complements, shares of what leaves, or invented.
SETS = [
    exchange("SUB-FR-1", "lf-ds 4-7", "lf-ds-s 5-7"),
    exchange("SUB-FR-2", "noury 4-4, duch-4c 3-6", "noury-s 5-4, duch-4c-s 2-6"),
    exchange("SUB-FR-3", "duch-g 4-6", "lt-g 2-6, hvy-g 2-6"),
    exchange("SUB-FR-4", "baud-6 7-4, soye-6 6-4", "baud-6s 5-4, soye-6s 5-4, lt-6 3-4"),
    exchange("SUB-FR-5", "gauth-9 6-4, jamin-9 5-4", "gauth-9s 4-4, jamin-9s 4-4, lt-9 3-4"),
    exchange("SUB-FR-6", "gen-10 6-4, duf-11 5-4", "gen-10s 4-4, duf-11s 4-4, lt-3 3-4"),
    exchange("SUB-FR-7", "laf-21 3-4, pen-21 2-4", "21st 4-4"),
    exchange("SUB-FR-8", "lall 6-4, st-maur 6-4", "res-g 3-3, gr-g 3-4, ch-g 3-4, yng-g 3-4"),
    exchange("SUB-FR-9", "desal 6-4, pell 6-4", "desal-s 4-4, pell-s 4-4, left-heavy 3-3, left-horse 2-6"),
    exchange("SUB-FR-9", "dogr 5-4, baltus 5-4", "dogr-s 3-4, baltus-s 3-4, right-heavy 3-3, right-horse 2-6"),
    exchange("SUB-PR-1", "lehm 8-4", "lehm-s 4-4, hvy-1 3-4"),
    exchange("SUB-PR-2", "brdlbn 11-4", "brdlbn-s 5-4, hvy-4 3-4, horse-4 3-6"),
    exchange("SUB-PR-3", "12-1 5-4, 24-1 4-4", "12-1s 4-4, 24-1s 3-4"),
    exchange("SUB-PR-4", "tresk 3-6, lutz 3-6, thum 2-6, sohr 2-6", "tresk-s 2-6, lutz-s 2-6, thum-s 3-6, sohr-s 3-6"),
    exchange("SUB-PR-5", "rohl 7-4", "rohl-s 4-4, hvy-2 3-4"),
    exchange("SUB-AL-1", "adam 4-4, kiel 4-4, mitch 3-4", "adam-s 5-4, kiel-s 5-4, mitch-s 4-4"),
    exchange("SUB-AL-2", "best 4-4, bttlr 5-4", "best-s 3-4, bttlr-s 3-4, gd 2-4"),
    exchange("SUB-AL-3", "frazer 6-6", "frazer-s 4-6, drmrnd 4-6"),
    exchange("SUB-AL-4", "drnbrg 2-7, vand 2-7, grant 2-7", "drnbrg-s 3-7, vand-s 3-7, grant-s 3-7"),
    exchange(
        "SUB-AL-5",
        "blndt 4-4, wmar 4-4, opstl 1-4",
        "blndt-a 3-4, blndt-b 2-4, 2-nass 3-4, ornass 2-4, opstl-s 2-4",
    ),
    exchange("SUB-AL-6", "trip 2-6, mrln 2-7, smiss 1-4", "trip-s 3-6, mrln-s 3-7, smiss-s 2-4"),
]


@cache
def campaign(substitutes: bool) -> Setting:
    """The scenario in which everybody plays."""
    return setting("campaign", {"substitutes": substitutes})


def bears(unit: str) -> str:
    """`name strength-allowance` of a counter."""
    counter = roster().units[unit]
    assert counter.strength is not None
    return f"{unit} {counter.strength.value}-{counter.allowance.value}"


def playing(now: Setting, counters: str) -> str:
    """Those of the counters that are in play."""
    there = {bears(unit) for unit in now.units() if roster().units[unit].fights}
    return ", ".join(one for one in counters.split(", ") if one in there)


@pytest.mark.parametrize(("leave", "come"), SETS)
def test_substitutes_play_instead_of_those_that_they_replace(leave: str, come: str) -> None:
    now = campaign(True)
    assert playing(now, leave) == "" and playing(now, come) == come


@pytest.mark.parametrize(("leave", "come"), SETS)
def test_without_the_option_the_order_of_battle_stands(leave: str, come: str) -> None:
    now = campaign(False)
    assert playing(now, leave) == leave and playing(now, come) == ""


@rule("nlb", "SUB-FR-1", "SUB-FR-8", "16.1A")
def test_the_sets_are_all_there_is() -> None:
    """Nobody else comes with the option, and nobody else goes."""
    gone = set(campaign(False).units()) - set(campaign(True).units())
    come = set(campaign(True).units()) - set(campaign(False).units())
    leave, new = (
        {one.rpartition(" ")[0] for row in SETS for one in str(row.values[place]).split(", ")} for place in (0, 1)
    )
    assert (gone, come) == (leave, new)


@pytest.mark.parametrize(
    ("unit", "beside"),
    [
        pytest.param("lt-g", "lf-ds-s", marks=rule("nlb", "SUB-FR-3")),
        pytest.param("hvy-g", "guyot", marks=rule("nlb", "SUB-FR-3")),
        pytest.param("hvy-1", "lehm-s", marks=rule("nlb", "SUB-PR-1")),
        pytest.param("hvy-2", "rohl-s", marks=rule("nlb", "SUB-PR-5")),
        pytest.param("lt-3", "gen-10s", marks=rule("nlb", "SUB-FR-6")),
    ],
)
def test_batteries_and_light_infantry_begin_beside_their_own(unit: str, beside: str) -> None:
    """In the same hex where there is room, else placed by the owner in it or next to it."""
    now = campaign(True)
    free = next((place for place in now.places if unit in place.units), None)
    begins = (now.start[unit],) if free is None else free.hexes
    assert begins == (now.start[beside],)
    assert free is None or free.within == 1


@pytest.mark.parametrize(
    ("unit", "heavy"),
    [
        pytest.param("res-g", True, marks=rule("nlb", "SUB-FR-8")),
        pytest.param("left-heavy", True, marks=rule("nlb", "SUB-FR-9")),
        pytest.param("right-heavy", True, marks=rule("nlb", "SUB-FR-9")),
        pytest.param("gr-g", False, marks=rule("nlb", "SUB-FR-8")),
    ],
)
def test_which_batteries_are_heavy(unit: str, heavy: bool) -> None:
    assert ("heavy" in roster().units[unit].traits) is heavy
