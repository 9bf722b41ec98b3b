"""The orders of battle: who belongs to each corps and division, and what its counters bear (pages 27 to 29)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.roster import Unit
from tests.rulesets.napoleons_last_battles.files import roster

rule = pytest.mark.rule


def corps(case: str, formation: str, officer: str, base: int, counters: str) -> Any:
    """A row: its officer, combat units of the game itself, and `name strength-allowance` of each counter."""
    return pytest.param(formation, officer, base, counters, marks=rule("nlb", case), id=case)


# Figures that no print of the rulebook shows are readings; the light cavalry of the Allies moves as that of the French.
CORPS = [
    corps(
        "OB-FR-G",
        "fr-g",
        "Drouot",
        11,
        "Fri/Gr 7-4, Mrnd/Ch 7-4, Roug/Gr 6-4, Mich/Ch 6-4, Chrt/Y 5-4, Guye/Y 5-4, Lf-Ds 4-7, Guyot 6-6, "
        "Lall 6-4, St Maur 6-4, Duch 4-6",
    ),
    corps(
        "OB-FR-1",
        "fr-1",
        "D'Erlon",
        10,
        "Quiot/1 4-4, Bourg/1 4-4, Schmtz/2 5-4, Aulard/2 4-4, Nogues/3 4-4, Grenr/3 4-4, Pegot/4 4-4, "
        "Brue/4 4-4, Jacq 3-7, Desal 6-4",
    ),
    corps(
        "OB-FR-2",
        "fr-2",
        "Reille",
        10,
        "Huss/5 5-4, Camp/5 5-4, Baud/6 7-4, Soye/6 6-4, Vill/7 5-4, Piat/7 5-4, Gauth/9 6-4, Jamin/9 "
        "5-4, Pire 4-7, Pell 6-4",
    ),
    corps(
        "OB-FR-3",
        "fr-3",
        "Vandamme",
        8,
        "Bill/8 5-4, Cors/8 5-4, Gen/10 6-4, Dup/10 5-4, Duf/11 5-4, Lag/11 4-4, Dom 2-7, Dogr 5-4",
    ),
    corps(
        "OB-FR-4",
        "fr-4",
        "Gerard",
        8,
        "Rome/12 5-4, Schf/12 4-4, Cap/13 4-4, Desp/13 4-4, Hul/14 5-4, Touss/14 4-4, Maur 3-7, Baltus 5-4",
    ),
    corps(
        "OB-FR-6",
        "fr-6",
        "Mouton",
        7,
        "Bell/19 4-4, Thev/19 4-4, Bony/20 3-4, Trom/20 3-4, Laf/21 3-4, Pen/21 2-4, Noury 4-4",
    ),
    corps(
        "OB-FR-1c",
        "fr-1c",
        "Pajol",
        3,
        "Soult 3-7, Sbrvie 2-7, Coth 2-6",
    ),
    corps(
        "OB-FR-2c",
        "fr-2c",
        "Exelmans",
        3,
        "Strolz 4-6, Chastel 4-6, Godet 2-6",
    ),
    corps(
        "OB-FR-3c",
        "fr-3c",
        "Kellermann",
        3,
        "LHer 5-6, DUrb 4-6, Marc 2-6",
    ),
    corps(
        "OB-FR-4c",
        "fr-4c",
        "Milhaud",
        3,
        "StAl 3-6, Del 4-6, Duch 3-6",
    ),
    corps(
        "OB-PR-1",
        "pr-1",
        "Ziethen",
        15,
        "12/1 5-4, 24/1 4-4, 1W/1 4-4, 6/2 4-4, 28/2 4-4, 2W/2 3-4, 7/3 3-4, 29/3 3-4, 3W/3 3-4, 19/4 "
        "3-4, 4W/4 3-4, Tresk 3-6, Lutz 3-6, Lehm 8-4, Horse 3-6",
    ),
    corps(
        "OB-PR-2",
        "pr-2",
        "Pirch",
        17,
        "2/5 4-4, 25/5 3-4, 5W/5 3-4, 9/6 4-4, 26/6 3-4, 1E/6 3-4, 14/7 4-4, 22/7 3-4, 2E/7 3-4, 21/8 "
        "4-4, 23/8 3-4, 3E/8 3-4, Thum 2-6, Sohr 2-6, Schul 2-6, Rohl 7-4, Horse 3-6",
    ),
    corps(
        "OB-PR-3",
        "pr-3",
        "Thielmann",
        14,
        "8/9 4-4, 30/9 3-4, 1K/9 3-4, 27/10 3-4, 2K/10 3-4, 3K/11 2-4, 4K/11 2-4, 31/12 3-4, 5K/12 3-4, "
        "6K/12 2-4, Mar 3-6, Lott 2-6, Mohn 3-4, Horse 3-6",
    ),
    corps(
        "OB-PR-4",
        "pr-4",
        "Bulow",
        16,
        "10/13 4-4, 2N/13 3-4, 3N/13 3-4, 11/14 3-4, 1P/14 3-4, 2P/14 2-4, 18/15 3-4, 3S/15 3-4, 4S/15 "
        "2-4, 15/16 3-4, 1S/16 3-4, 2S/16 2-4, Schw 3-6, Watz 2-6, Sydow 3-6, Brdlbn 11-4",
    ),
    corps(
        "OB-AL-1",
        "al-1",
        "Cooke",
        3,
        "Mait 5-4, Byng 6-4, Adye 2-4",
    ),
    corps(
        "OB-AL-2",
        "al-2",
        "Clinton",
        4,
        "Adam 4-4, du Plat 4-4, Halk 3-4, Gold 2-4",
    ),
    corps(
        "OB-AL-3",
        "al-3",
        "Alten",
        4,
        "Halk 4-4, Omptda 4-4, Kiel 4-4, Wllmsn 2-4",
    ),
    corps(
        "OB-AL-4",
        "al-4",
        "Colville",
        1,
        "Mitch 3-4",
    ),
    corps(
        "OB-AL-5",
        "al-5",
        "Picton",
        4,
        "Kempt 4-4, Pack 4-4, Vincke 3-4, Heisse 2-4",
    ),
    corps(
        "OB-AL-6",
        "al-6",
        "Cole",
        4,
        "Lamb 4-4, Best 4-4, Kruse 3-4, Bruck 2-4",
    ),
    corps(
        "OB-AL-Bw",
        "al-bw",
        "Duke of Brunswick",
        4,
        "Bttlr 5-4, Specht 3-4, Cramm 2-7, Mahn 2-4",
    ),
    corps(
        "OB-AL-N1",
        "al-n1",
        "Stedman",
        0,
        "Hauw-1 3-4, Hauw-2 2-4, Eerens-1 3-4, Eerens-2 2-4, Anthng-1 3-4, Anthng-2 2-4, Wynand 1-4",
    ),
    corps(
        "OB-AL-N2",
        "al-n2",
        "Perponcher",
        3,
        "Blndt 4-4, Wmar 4-4, Opstl 1-4",
    ),
    corps(
        "OB-AL-N3",
        "al-n3",
        "Chasse",
        3,
        "Detm 3-4, D'Aub 3-4, Smiss 1-4",
    ),
    corps(
        "OB-AL-NC",
        "al-nc",
        "Collaert",
        3,
        "Trip 2-6, Ghngy 2-7, Mrln 2-7",
    ),
    corps(
        "OB-AL-C",
        "al-c",
        "Uxbridge",
        9,
        "Somerset 3-6, Pons 3-6, Drnbrg 2-7, Vand 2-7, Grant 2-7, Vivian 2-7, Arnts 1-7, Hake 1-7, Frazer 6-6",
    ),
    corps(
        "OB-AL-A",
        "al-a",
        "",
        0,
        "Rifles-1 2-5, Rifles-2 2-5, Rifles-3 2-5",
    ),
]


def counters_of(formation: str) -> list[Unit]:
    """The combat units of a formation but substitutes, additions and those that come to other formations from Hal."""
    units = [roster().units[uid] for uid in roster().formations[formation].units]
    whole = {"al-n1": "hal", "al-a": "additional"}
    return [one for one in units if one.fights and one.set == whole.get(formation, "base")]


@pytest.mark.parametrize(("formation", "officer", "base", "counters"), CORPS)
def test_what_the_counters_of_a_corps_bear(formation: str, officer: str, base: int, counters: str) -> None:
    found = [
        f"{one.printed} {one.strength and one.strength.value}-{one.allowance.value}" for one in counters_of(formation)
    ]
    assert ", ".join(found) == counters


@pytest.mark.parametrize(("formation", "officer", "base", "counters"), CORPS)
def test_how_many_units_a_corps_has_and_who_leads_it(formation: str, officer: str, base: int, counters: str) -> None:
    units = [roster().units[uid] for uid in roster().formations[formation].units]
    leaders = [one.name for one in units if one.kind == "officer" and one.set != "additional"]
    assert leaders == [officer] * bool(officer)
    assert len([one for one in units if one.fights and one.set == "base"]) == base
    assert len(counters_of(formation)) == len(counters.split(", "))


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        pytest.param("fri-gr", "infantry", marks=rule("nlb", "OB-FR-G")),
        pytest.param("soult-1c", "cavalry", marks=rule("nlb", "OB-FR-1c")),
        pytest.param("coth", "horse-artillery", marks=rule("nlb", "OB-FR-1c")),
        pytest.param("lehm", "foot-artillery", marks=rule("nlb", "OB-PR-1")),
        pytest.param("frazer", "horse-artillery", marks=rule("nlb", "OB-AL-C")),
        pytest.param("rifles-1", "infantry", marks=rule("nlb", "OB-AL-A")),
    ],
)
def test_of_what_arm_a_counter_is(unit: str, kind: str) -> None:
    assert roster().units[unit].kind == kind
