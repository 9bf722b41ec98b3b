"""Odds: strengths, the one effect of terrain that counts, columns and limits (6.2, 6.3, 8.2B, the chart)."""

from __future__ import annotations

import pytest

from pbem.hexgame.fighting.odds import reduced, result_of
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet

rule = pytest.mark.rule


def row(*values: object, cases: str) -> object:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


@pytest.mark.parametrize(
    ("units", "by", "guns", "land", "water", "strengths", "column"),
    [
        row("fi9 0403, fi9b 0405, ai4 0404", "fi9 fi9b", "", "", "", (18, 4), "4-1", cases="6.2 6.1E-1"),
        row("fi11 0403, ai4 0404", "fi11", "", "", "", (11, 4), "2-1", cases="6.2A"),
        row("fi4 0403, ai5 0404", "fi4", "", "", "", (4, 5), "1-2", cases="6.2A"),
        row("fi2 0403, ai5 0404", "fi2", "", "", "", (2, 5), "1-3", cases="6.2A"),
        row("fi30 0403, ai4 0404", "fi30", "", "", "", (30, 4), "6-1", cases="6.2B"),
        row("fi1 0403, ai9 0404", "fi1", "", "", "", (1, 9), "1-5", cases="6.2B"),
        row("fi9 0403, ai4 0404, ai3 0404", "fi9", "", "", "", (9, 7), "1-1", cases="6.1D 6.1C"),
        row("fi8 0403, ai4 0404", "fi8", "", "0404 t", "", (8, 8), "1-1", cases="6.3-1 TEC-town"),
        row("fi72 0403, ai6 0404", "fi72", "", "0404 c", "", (72, 18), "4-1", cases="TEC-chateau 8.2B"),
        row("fi120 0403, ai6 0404", "fi120", "", "0404 c", "", (120, 18), "4-1", cases="8.2B"),
        row("fi120 0403, ac6 0404", "fi120", "", "0404 c", "", (120, 18), "6-1", cases="8.2 8.2B"),
        row("fc4 0403, ai2 0404", "fc4", "", "0404 f", "", (2, 2), "1-1", cases="6.3-1 TEC-forest-2"),
        row("fc3 0403, fc4 0405, ai2 0404", "fc3 fc4", "", "0404 f", "", (4, 2), "2-1", cases="6.3B"),
        row("fc5 0403, fi4 0405, ai2 0404", "fc5 fi4", "", "0404 f", "", (7, 2), "3-1", cases="6.3B"),
        row("fi6 0403, ac5 0404", "fi6", "", "0404 f", "", (6, 3), "2-1", cases="TEC-forest-2"),
        row("fi6 0403, ai4 0404", "fi6", "", "0404 f", "", (6, 4), "1-1", cases="TEC-forest-2"),
        row("fc6 0403, ai3 0404", "fc6", "", "0404 m", "", (3, 3), "1-1", cases="TEC-marsh-2"),
        row("fi4 0403, ai4 0404", "fi4", "", "0404 t", "0404-0403", (4, 8), "1-2", cases="6.3C"),
        row("fc4 0403, ai3 0404", "fc4", "", "0404 f", "0404-0403", (2, 3), "1-2", cases="6.3C"),
        # All six odds of a mixed force are tried as a whole: halving 4 of 12 gives 8 to 4, doubling gives 12 to 8.
        row(
            "fc8 0403, fi8 0504, ai4 0404", "fc8 fi8", "", "0404 f", "0404-0403 0404-0504", (16, 8), "2-1", cases="6.3C"
        ),
        row("fi6 0403, ai3 0404", "fi6", "", "", "0404-0403", (6, 6), "1-1", cases="6.3A TEC-stream"),
        row("fi6 0403, fi1 0405, ai3 0404", "fi6 fi1", "", "", "0404-0403", (7, 3), "2-1", cases="6.3A"),
        row("fi4 0403, fg6 0406, ai3 0404", "fi4", "fg6", "", "0404-0403", (10, 6), "1-1", cases="6.3A 7.2-1"),
        row("fg6 0406, ai3 0404", "", "fg6", "", "0404-0405", (6, 3), "2-1", cases="6.3A 7.0"),
        row("fi5 0403, fg6 0406, ai4 0404", "fi5", "fg6", "", "", (11, 4), "2-1", cases="7.2-1"),
        row("fg6 0406, fg5 0402, ai4 0404", "", "fg6 fg5", "", "", (11, 4), "2-1", cases="7.1D"),
    ],
)
def test_a_combat_comes_to_its_column(
    units: str, by: str, guns: str, land: str, water: str, strengths: tuple[int, int], column: str
) -> None:
    found = board(units, sheet(land, stream=water))
    odds = odds_of(found, by.split(), guns.split(), [u for u in units.replace(",", " ").split() if u[0] == "a"])
    assert ((odds.attack, odds.defence), odds.column) == (strengths, column)


@rule("nlb", "6.3A", "TEC-bridge")
def test_a_stream_and_a_bridge_double_together() -> None:
    on = sheet("", stream="0404-0403 0404-0405", bridge="0404-0405")
    found = board("fi6 0403, fi4 0405, fi1 0305, ai3 0404", on)
    assert odds_of(found, ["fi6", "fi4"], [], ["ai3"]).column == "1-1"
    odds = odds_of(found, ["fi6", "fi4", "fi1"], [], ["ai3"])
    assert (odds.attack, odds.defence, odds.column) == (11, 3, "3-1")


@rule("nlb", "6.1E-2", "6.3C")
def test_each_hex_of_a_combat_has_its_own_effect() -> None:
    found = board("fi5 0403, fi5b 0403, ai4 0404, ai3 0503", sheet("0404 t"))
    odds = odds_of(found, ["fi5", "fi5b"], [], ["ai4", "ai3"])
    assert (odds.attack, odds.defence, odds.column) == (10, 11, "1-2")


@rule("nlb", "8.2", "8.2B")
def test_demoralized_infantry_in_a_chateau_is_tripled_and_the_odds_are_not_capped() -> None:
    found = board("fi120 0403, ai6 0404", sheet("0404 c"))
    found.position.broken["allied"] = "demoralized"
    odds = odds_of(found, ["fi120"], [], ["ai6"])
    assert (odds.defence, odds.column) == (18, "6-1")


@rule("nlb", "8.2")
@pytest.mark.parametrize(("foe", "defence"), [("ai6", 18), ("ac6", 6), ("ag6", 6)])
def test_by_an_option_a_chateau_triples_infantry_only(foe: str, defence: int) -> None:
    found = board(f"fi9 0403, {foe} 0404", sheet("0404 c"), **{"chateau-infantry": True})
    assert odds_of(found, ["fi9"], [], [foe]).defence == defence


@rule("nlb", "2.4-1", "6.3-1")
def test_the_face_that_lies_up_counts() -> None:
    found = board("fi9 0403, ai4 0404")
    found.position.reduced.update(("fi9", "ai4"))
    odds = odds_of(found, ["fi9"], [], ["ai4"])
    assert (odds.attack, odds.defence) == (5, 2)


@rule("nlb", "CRT", "6.4")
@pytest.mark.parametrize(
    ("column", "results"),
    [
        ("1-5", "Ar Ar Ae Ae Ae Ae"),
        ("1-4", "Ar Ar Ar Ar Ae Ae"),
        ("1-3", "Dr Ar Ar Ar Ar Ae"),
        ("1-2", "Dr Dr Ar Ar Ar Ar"),
        ("1-1", "Dr Dr Dr Ar Ar Ar"),
        ("2-1", "Dr Dr Dr Dr Ar Ar"),
        ("3-1", "Dr Dr Dr Dr Dr Ar"),
        ("4-1", "De Dr Dr Dr Dr Ex"),
        ("5-1", "De De Dr Dr Ex Ex"),
        ("6-1", "De De De Dr Ex Ex"),
    ],
)
def test_the_table(column: str, results: str) -> None:
    bound = board("fi5 0403").setting
    found = [result_of(bound.columns, bound.results, die, column) for die in range(1, 7)]
    assert found == results.split()


@rule("nlb", "6.2C")
def test_the_attacker_lowers_his_odds_and_that_holds_for_the_die() -> None:
    found = board("fi20 0403, ai4 0404")
    assert reduced(found.setting.columns, "5-1", "3-1") == "3-1"
    played = fought(phase(found), order("0404", "fi20", reduce="3-1"), 6)
    (event,) = played.kinds("combat")
    assert (event["calculation"]["column"], event["calculation"]["used"], event["result"]) == ("5-1", "3-1", "Ar")


@rule("nlb", "6.6C-3")
@pytest.mark.parametrize(("wish", "column", "told"), [("2-1", "3-1", "retreated"), ("", "4-1", "eliminated")])
def test_who_retreated_into_a_hex_adds_no_strength_and_shares_the_result(wish: str, column: str, told: str) -> None:
    # 0602 fires at 0402, out of every French zone, where ai4 goes.
    gun = "fg9" if column == "3-1" else "fg12"
    found = board(f"fi9 0404, {gun} 0602, ai4 0403, ai3 0402")
    ledger = phase(found)
    fought(ledger, order("0403", "fi9"), 2, answers={"a1.retreat.ai4": ["0402"]})
    assert found.at["ai4"] == "0402"
    played = fought(ledger, order("0402", bombard=gun, index=1, **({"reduce": wish} if wish else {})), 1)
    (event,) = played.kinds("combat")
    assert [one["counts"] for one in event["calculation"]["strengths"]] == [int(gun[2:]), 3]
    assert event["calculation"]["column"] == column
    assert {one["unit"] for one in played.kinds(told)} == {"ai3", "ai4"}
