"""What chapters 5 to 9 forbid, one document each: its one fault says who, where and by which rule.

What `test_compile_faults` has is not repeated: a third unit, a stack that leaves one of its own out, hexes out of play.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from tests.rulesets.napoleons_last_battles.documents.test_compile_faults import Bad, attack, move
from tests.rulesets.napoleons_last_battles.documents.written import CONTACT, compiled

rule = pytest.mark.rule
LBA, WAVRE = "la-belle-alliance", "wavre"


def row(
    uid: str,
    document: dict[str, Any],
    where: tuple[str | int, ...],
    case: str,
    words: tuple[str, ...],
    cases: str,
    **scene: Any,
) -> Any:
    """A row of the table: see `Bad`. cases: the catalogue's ids. scene: its board."""
    return pytest.param(Bad(uid, document, where, case, words, **scene), id=uid, marks=rule("nlb", *cases.split()))


FORT = {"byng": "0617", "jamin-9": "0618", "mait": "0719", "gauth-9": "0717"}
"""Byng in Hougoumont, with the French on two sides of him; Maitland touches Jamin only."""
GUNS = {"marc": "1645", "blndt": "1643", "opstl": "1744", "camp-5": "1850", "pire": "1947"}
"""Marcillac behind the crest of the worked example, two hexes from Bylandt and van Opstal."""
BANKS = {"gen-10": "4208", "9-6": "4207"}
FRENCH = {"uid": LBA}
COALITION = {"uid": LBA, "army": "coalition"}
COMING = {"army": "coalition"}
NIGHT = {"uid": "campaign", "turn": "16/2100"}
RAIN = {"uid": "campaign", "turn": "17/1500"}
HEARD = {"ney": "1648", "reille": "1648"}
"""Who gives command, so that nobody is out of it."""
NEAR = {"camp-5": "1646", "opstl": "1744"}
BESIDE = {"camp-5": "1745", "opstl": "1744"}

MARCHES = [
    row(
        "over-a-river",
        move({"unit": "gen-10", "path": ["4208", "4207"]}),
        ("orders", 0),
        "5.2A-2",
        ("Gen", "4208", "4207"),
        "5.2A-2 TEC-river",
        at={"gen-10": "4208", "9-6": "4505"},
        more={"uid": WAVRE},
    ),
    row(
        "out-of-a-zone-at-night",
        move({"unit": "camp-5", "to": "1746"}),
        ("orders", 0, "to"),
        "5.3F",
        ("Campi", "1745"),
        "5.3F",
        at=BESIDE,
        more=NIGHT,
    ),
    row(
        "into-a-zone-in-rain",
        move({"unit": "camp-5", "to": "1745"}),
        ("orders", 0, "to"),
        "4.3-1",
        ("Campi", "1745", "rain"),
        "4.3-1 5.3F",
        at={**NEAR, **HEARD},
        options=("leaders",),
        more=RAIN,
    ),
    row(
        "second-in-a-chateau",
        move({"unit": "mait", "to": "0617"}),
        ("orders", 0),
        "5.4",
        ("Maitland", "0617", "Byng"),
        "8.1A-1",
        at={"byng": "0617", "mait": "0616", "jamin-9": "1020"},
        more=COALITION,
    ),
]
EXITS = [
    row(
        "no-exit-at-all",
        move({"unit": "camp-5", "exit": "1648"}),
        ("orders", 0, "exit"),
        "5.5-1",
        ("Campi", "1648", "none"),
        "5.5-1",
    ),
    row(
        "another-exit",
        move({"unit": "camp-5", "exit": "0606"}),
        ("orders", 0, "exit"),
        "5.5-1",
        ("Campi", "0606", "exits: 0605"),
        "5.5-1",
        at={"camp-5": "0607", "opstl": "1744"},
        more={"uid": "campaign"},
    ),
    row(
        "exit-out-of-a-zone",
        move({"unit": "camp-5", "exit": "0605"}),
        ("orders", 0, "exit"),
        "5.3-2",
        ("Campi", "0605"),
        "5.5-2 5.3-2",
        at={"camp-5": "0605", "opstl": "0606", "ney": "0603", "reille": "0603"},
        more={"uid": "campaign"},
    ),
    row(
        "exit-too-far",
        move({"unit": "camp-5", "exit": "0605"}),
        ("orders", 0, "exit"),
        "5.5-2",
        ("Campi", "0605"),
        "5.5-2",
        at={"camp-5": "0404", "opstl": "1744"},
        more={"uid": "campaign"},
    ),
    row(
        "who-has-left",
        move({"unit": "huss-5", "enter": "0605"}),
        ("orders", 0, "unit"),
        "5.5A",
        ("Husson", "left the map"),
        "5.5A",
        at={"camp-5": "0607", "opstl": "1744"},
        more={"uid": "campaign", "exited": {"huss-5": "0605"}},
    ),
]
# The division of Picton is due at 1634, and the Brunswickers behind it.
ENTRIES = [
    row(
        "before-the-others",
        move({"unit": "bttlr", "enter": "1634"}),
        ("orders", 0, "unit"),
        "5.6A-1",
        ("Buttlar", "after Kempt"),
        "5.6A-1",
        at={},
        more=COMING,
    ),
    row(
        "three-in-a-column",
        move({"units": ["kempt", "pack", "vincke"], "enter": "1634"}),
        ("orders", 0, "units", 0),
        "5.6A-1",
        ("Kempt", "stack is 2"),
        "5.6A-1",
        at={},
        more=COMING,
    ),
    row(
        "not-due",
        move({"unit": "mait", "enter": "0136"}),
        ("orders", 0, "unit"),
        "5.6-1",
        ("Maitland", "not due"),
        "5.6-1 5.6E",
        at={},
        more=COMING,
    ),
    row(
        "another-entry",
        move({"unit": "kempt", "enter": "2134"}),
        ("orders", 0, "enter"),
        "5.6-1",
        ("Kempt", "2134", "1634"),
        "5.6-1",
        at={},
        more=COMING,
    ),
    row(
        "entry-held-by-the-enemy",
        move({"unit": "kempt", "enter": "1634"}),
        ("orders", 0, "enter"),
        "5.6D",
        ("Kempt", "1634"),
        "5.6D",
        at={"camp-5": "1634"},
        more=COMING,
    ),
    row(
        "entry-into-a-zone-at-night",
        move({"unit": "mait", "enter": "0136"}),
        ("orders", 0, "enter"),
        "5.6D",
        ("Maitland", "0136"),
        "5.6D 4.2-2",
        at={"camp-5": "0137"},
        more={**NIGHT, **COMING},
    ),
]
ATTACKS = [
    row(
        "at-night",
        attack({"on": "1744", "by": "camp-5"}),
        ("attacks",),
        "4.2",
        ("no combat",),
        "4.2-3",
        at=BESIDE,
        more=NIGHT,
    ),
    row(
        "in-rain",
        attack({"on": "1744", "by": "camp-5"}),
        ("attacks",),
        "4.3",
        ("no combat",),
        "4.3-1",
        at=BESIDE,
        more=RAIN,
    ),
    row(
        "over-an-unbridged-river",
        attack({"on": "4207", "by": "gen-10"}),
        ("attacks", 0, "by"),
        "5.2",
        ("Gen", "4208", "4207"),
        "TEC-river",
        at=BANKS,
        more={"uid": WAVRE},
    ),
    row(
        "not-all-touch-all",
        attack({"on": ["1744", "1643"], "by": ["camp-5", "huss-5"]}),
        ("attacks", 0, "by", 0),
        "6.1A",
        ("Campi", "1745", "1643"),
        "6.1E-3",
        at={"camp-5": "1745", "huss-5": "1644", "opstl": "1744", "blndt": "1643"},
    ),
    row(
        "a-stack-on-two-hexes",
        attack({"on": "1744", "by": "camp-5"}, {"on": "1643", "by": "huss-5"}),
        ("attacks", 0, "by"),
        "6.1D",
        ("Campi", "Husson", "1644"),
        "6.1D",
        at={"camp-5": "1644", "huss-5": "1644", "opstl": "1744", "blndt": "1643"},
    ),
    row(
        "twice-in-a-phase",
        attack({"on": "1744", "by": "camp-5"}, {"on": "1643", "by": "camp-5"}),
        ("attacks", 1, "by"),
        "6.1B",
        ("Campi", "1643", "1744"),
        "6.1B 6.1C",
        at={"camp-5": "1644", "opstl": "1744", "blndt": "1643"},
    ),
    row(
        "a-hex-left-out",
        attack({"on": "1744", "by": "camp-5"}),
        ("attacks",),
        "6.1",
        ("Bylandt", "1643"),
        "6.1-2",
        at={"camp-5": "1644", "opstl": "1744", "blndt": "1643"},
    ),
    row(
        "one-hex-of-a-chateau-and-a-neighbour",
        attack({"on": "0719", "by": "jamin-9"}),
        ("attacks",),
        "6.1",
        ("Byng", "0617"),
        "8.2A-2",
        at={"byng": "0617", "jamin-9": "0618", "mait": "0719"},
        more=FRENCH,
    ),
    row(
        "a-chateau-that-attacks-one-of-two",
        attack({"on": "0618", "by": ["byng", "mait"]}),
        ("attacks",),
        "8.2A",
        ("Gauthier", "0717"),
        "8.2A-3",
        at=FORT,
        more=COALITION,
    ),
]
GUNNERS = [
    row(
        "crest-at-the-battery",
        attack({"on": "1643", "bombard": "marc"}),
        ("attacks", 0, "bombard"),
        "7.3D",
        ("Marc", "1645", "1643", "crest"),
        "7.3D",
        at=GUNS,
    ),
    row(
        "junction-of-crests",
        attack({"on": "1744", "bombard": "marc"}),
        ("attacks", 0, "bombard"),
        "7.3C",
        ("Marc", "1744", "crest"),
        "7.3C",
        at=GUNS,
    ),
    row(
        "out-of-range",
        attack({"on": "1744", "bombard": "pell"}),
        ("attacks", 0, "bombard"),
        "7.1",
        ("Pellet", "1744", "2 hexes"),
        "7.1-1 7.1B",
        at={"pell": "1747", "opstl": "1744"},
    ),
    row(
        "two-targets-of-a-stack",
        attack({"on": "1345", "bombard": "pell"}, {"on": "1347", "bombard": "marc"}),
        ("attacks", 1, "bombard"),
        "7.1C",
        ("Pellet", "1546", "1347"),
        "7.1C",
        at={"pell": "1546", "marc": "1546", "opstl": "1345", "blndt": "1347"},
    ),
    row(
        "into-a-chateau",
        attack({"on": "0617", "bombard": "pell"}),
        ("attacks", 0, "bombard"),
        "8.1C",
        ("Pellet", "0617", "chateau"),
        "8.1C",
        at={"pell": "0619", "byng": "0617"},
        more=FRENCH,
    ),
    row(
        "at-night-from-afar",
        attack({"on": "1744", "bombard": "pell"}),
        ("attacks",),
        "4.2",
        ("artillery may not bombard",),
        "4.2-3 7.1A",
        at={"pell": "1746", "opstl": "1744"},
        more=NIGHT,
    ),
]
WISHES = [
    row(
        "advance-of-a-battery-from-afar",
        attack({"on": "1744", "by": ["camp-5", "huss-5", "pire"], "bombard": "pell", "advance": [{"unit": "pell"}]}),
        ("attacks", 0, "advance", 0, "unit"),
        "6.7",
        ("Pelletier",),
        "6.7-1 7.1E",
        at=CONTACT,
    ),
    row(
        "payment-by-a-battery-from-afar",
        attack({"on": "1744", "by": ["camp-5", "huss-5", "pire"], "bombard": "pell", "pay": ["pell"]}),
        ("attacks", 0, "pay", 0),
        "6.5A",
        ("Pelletier",),
        "7.2-3 6.5A",
        at=CONTACT,
    ),
]


def require_fault(found: Board, bad: Bad) -> None:
    """Its fault is the only one, in its place, by its case, and in words that name who and where."""
    told = [(fault.path, fault.refusal.case, fault.refusal.text) for fault in compiled(found, bad.document).faults]
    assert [(where, case) for where, case, _ in told] == [(bad.where, bad.case)], told
    assert [word for word in bad.words if word not in told[0][2]] == [], told


@pytest.mark.parametrize("bad", [*MARCHES, *EXITS, *ATTACKS, *GUNNERS, *WISHES])
def test_an_order_that_the_rules_forbid_is_told_by_unit_hex_and_case(bad: Bad) -> None:
    require_fault(bad.board(), bad)


@pytest.mark.parametrize("bad", ENTRIES)
def test_an_entry_that_the_rules_forbid_is_told_by_unit_hex_and_case(bad: Bad) -> None:
    found = bad.board()
    # Whoever is on no map is due, as in the scenario.
    found.position.dead.clear()
    require_fault(found, bad)


@rule("nlb", "7.4A", "7.4", "6.1-1")
def test_a_battery_next_to_the_enemy_is_told_what_it_may_not_and_what_it_must() -> None:
    found = Bad("", {}, (), "", (), {"pell": "1745", "camp-5": "1844", "opstl": "1744", "wmar": "1743"}).board()
    document = attack({"on": "1743", "bombard": "pell"}, {"on": "1744", "by": "camp-5"})
    told = [(fault.path, fault.refusal.case) for fault in compiled(found, document).faults]
    assert told == [(("attacks",), "6.1"), (("attacks", 0, "bombard"), "7.4A")]
