"""Who comes in the campaigns, when and where: the reinforcements of the set-up boxes (22.2C, 28.0C, 16.1C)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.march.entry import due_units
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.turns import board

CAMPAIGN, VARIANT = "campaign", "campaign-variant"


def fresh(found: Board) -> dict[str, tuple[str, ...]]:
    """Who may come in on this turn and might not before -> his hexes."""
    now = {unit: one.hexes for unit, one in due_units(found).items()}
    found.position.turn -= 1
    before = due_units(found) if found.position.turn else {}
    return {unit: hexes for unit, hexes in now.items() if unit not in before}


def comes(case: str, uid: str, turn: str, army: str, units: str, hexes: str) -> Any:
    """A row: units that come and their hexes."""
    return pytest.param(uid, turn, army, units, hexes, marks=pytest.mark.rule("nlb", case), id=f"{uid} {turn} {army}")


@pytest.mark.parametrize(
    ("uid", "turn", "army", "units", "hexes"),
    [
        comes("22.2C-R1", CAMPAIGN, "16/1400", "french", "pegot-4 brue-4 jacq desal", "1167"),
        comes(
            "22.2C-R1",
            CAMPAIGN,
            "16/2000",
            "french",
            "bell-19 thev-19 bony-20 trom-20 laf-21 pen-21 noury mouton",
            "3167",
        ),
        comes("22.2C-R2", CAMPAIGN, "17/2100", "coalition", "18-15 3s-15 4s-15 bulow", "5712"),
        comes("22.2C-R2", CAMPAIGN, "17/2400", "coalition", "15-16 1s-16 2s-16 brdlbn", "5712"),
        comes(
            "22.2C-R2", CAMPAIGN, "18/0300", "coalition", "schw watz sydow 10-13 2n-13 3n-13 11-14 1p-14 2p-14", "5712"
        ),
        comes("22.2C-R3", CAMPAIGN, "16/1600", "coalition", "halk-3 kiel wllmsn alten", "0136"),
        comes("22.2C-R3", CAMPAIGN, "16/1700", "coalition", "mait byng adye cooke", "0136"),
        comes("22.2C-R3", CAMPAIGN, "16/2400", "coalition", "kruse", "0605"),
        comes("22.2C-R3", CAMPAIGN, "17/0900", "coalition", "trip ghngy", "0124 0136"),
        comes("22.2C-R3", CAMPAIGN, "17/1000", "coalition", "detm daub smiss chasse", "0124 0136"),
        comes("22.2C-R3", CAMPAIGN, "18/0900", "coalition", "best cole", "0605"),
        comes("22.2C-R3", CAMPAIGN, "18/1100", "coalition", "lamb bruck", "0605"),
        comes(
            "28.0C-R1", VARIANT, "16/0900", "french", "soult-1c sbrvie coth strolz chastel godet pajol exelmans", "3167"
        ),
        comes(
            "28.0C-R1",
            VARIANT,
            "16/1000",
            "french",
            "bill-8 cors-8 gen-10 dup-10 duf-11 lag-11 dom dogr vandamme napoleon grouchy soult hq-french",
            "3167",
        ),
        comes("28.0C-R1", VARIANT, "16/1200", "french", "baud-6 soye-6 pell", "1167"),
        comes(
            "28.0C-R2", VARIANT, "16/1000", "coalition", "kempt pack heisse best picton wellington hq-allied", "0605"
        ),
        comes("28.0C-R2", VARIANT, "16/1100", "coalition", "bttlr specht cramm mahn brunswick", "0605"),
        comes("28.0C-R2", VARIANT, "16/1300", "coalition", "mrln collaert", "0136"),
        comes("28.0C-R2", VARIANT, "16/1800", "coalition", "drnbrg hake", "0605"),
    ],
)
def test_reinforcements_come_on_their_turn(uid: str, turn: str, army: str, units: str, hexes: str) -> None:
    found = fresh(board(uid, {}, turn, army, "leaders"))
    assert found == dict.fromkeys(units.split(), tuple(hexes.split()))


@pytest.mark.rule("nlb", "22.2C-R3")
def test_most_of_the_allied_army_comes_at_six_on_the_17th() -> None:
    found = fresh(board(CAMPAIGN, {}, "17/0600", "coalition", "leaders", "hill"))
    west = "adam du-plat halk-2 gold mitch clinton hill colville"
    assert {unit for unit, hexes in found.items() if hexes == ("0114",)} == set(west.split())
    assert set(found.values()) == {("0114",), ("0124", "0136")}


@pytest.mark.rule("nlb", "22.6F")
@pytest.mark.parametrize(("options", "there"), [((), True), (("missing-leaders",), False)])
def test_two_british_leaders_may_be_missing(options: tuple[str, ...], there: bool) -> None:
    needed = ("observation", "reorganize-unseen", "reorganize-command", "reorganize-supplied") if options else ()
    found = board(CAMPAIGN, {}, "18/0900", "coalition", *needed, *options)
    assert ("cole" in due_units(found)) == there
    assert ("colville" in due_units(found)) == there


@pytest.mark.rule("nlb", "16.1C-6")
@pytest.mark.parametrize(
    ("uid", "beside"),
    [("la-belle-alliance", ("al-2", "al-4")), ("lba-variant", ("any",)), ("grand-waterloo", ("al-2", "al-4"))],
)
def test_hill_is_placed_with_the_second_or_fourth_division(uid: str, beside: tuple[str, ...]) -> None:
    options = {"leaders": True, "hill": True}
    places = [place for place in setting(uid, options).places if "hill" in place.units]
    assert [place.beside for place in places] == [beside]
    assert "hill" not in setting(uid, {"hill": False, "leaders": True}).units()
