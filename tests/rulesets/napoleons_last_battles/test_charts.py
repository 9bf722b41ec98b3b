"""Set-ups and reinforcements of the scenarios, figure by figure, against the charts of the rulebook."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulesets.napoleons_last_battles.rules.march.entry import due_units
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from tests.rulesets.napoleons_last_battles import charts
from tests.rulesets.napoleons_last_battles.files import roster, setting
from tests.rulesets.napoleons_last_battles.rules.march.ground import play
from tests.rulesets.napoleons_last_battles.rules.turns import board

rule = pytest.mark.rule


def read(chart: str) -> dict[str, str]:
    """Counter -> hex, with an `r` behind it where it begins reduced."""
    rows = (row.partition(" ") for row in " ".join(chart.split()).split(", "))
    return {unit: at for unit, _, at in rows}


def begins(uid: str, **options: bool) -> dict[str, str]:
    """The same of a scenario's combat units that have a hex of their own."""
    now = setting(uid, options)
    units = {unit: at for unit, at in now.start.items() if now.roster.units[unit].fights}
    return {unit: at + "r" * (unit in now.reduced) for unit, at in units.items()}


ROWS = [
    pytest.param("ligny", charts.LIGNY, 0, marks=rule("nlb", "18.2C")),
    pytest.param("quatre-bras", charts.QUATRE_BRAS, 0, marks=rule("nlb", "19.2C")),
    pytest.param("wavre", charts.WAVRE, 0, marks=rule("nlb", "20.2C")),
    pytest.param("la-belle-alliance", charts.LA_BELLE_ALLIANCE, 0, marks=rule("nlb", "21.2C")),
    pytest.param("campaign", charts.CAMPAIGN, 99, marks=rule("nlb", "22.2C")),
    pytest.param("campaign-variant", charts.CAMPAIGN_VARIANT, 0, marks=rule("nlb", "28.0C")),
]


@pytest.mark.parametrize(("uid", "chart", "more"), ROWS)
def test_everybody_begins_where_his_chart_has_him(uid: str, chart: str, more: int) -> None:
    """more: those of the charts of other chapters that a scenario takes over."""
    found, expected = begins(uid), read(chart)
    assert {unit: found.get(unit) for unit in expected} == expected
    assert len(found) == len(expected) + more


@pytest.mark.parametrize(
    ("uid", "parts"),
    [
        pytest.param("campaign", (charts.LIGNY, charts.QUATRE_BRAS, charts.CAMPAIGN), marks=rule("nlb", "22.2C")),
        pytest.param("grand-waterloo", (charts.WAVRE, charts.LA_BELLE_ALLIANCE), marks=rule("nlb", "27.2C")),
    ],
)
def test_great_scenarios_are_the_charts_of_their_battles(uid: str, parts: tuple[str, ...]) -> None:
    assert begins(uid) == {unit: at for part in parts for unit, at in read(part).items()}


@rule("nlb", "24.2C")
def test_grand_ligny_has_the_first_corps_of_the_campaign() -> None:
    first = {unit: at for unit, at in read(charts.CAMPAIGN).items() if roster().units[unit].formation == "fr-1"}
    assert len(first) == 6 and first["quiot-1"] == "1563"
    assert begins("grand-ligny") == {**read(charts.LIGNY), **read(charts.QUATRE_BRAS), **first}


@rule("nlb", "25.0B")
def test_at_historical_wavre_the_prussians_are_one_corps_and_two_units() -> None:
    chart = read(charts.WAVRE)
    units = roster().units
    both = {u: at for u, at in chart.items() if units[u].nation == "french" or units[u].formation == "pr-3"}
    assert begins("historic-wavre") == {**both, "6-2": "3810r", "lutz": "3810"}
    prussians = "6-2 lutz 8-9 30-9 1k-9 27-10 2k-10 3k-11 31-12 5k-12 6k-12 mar lott mohn horse-3"
    assert {u for u in begins("historic-wavre") if units[u].nation == "prussian"} == set(prussians.split())


@rule("nlb", "26.0E", "16.1B-2")
def test_the_variant_of_la_belle_alliance_changes_its_chart() -> None:
    """Whom the variant does not name begins as in the chart of chapter 21, a substitute for him too. Riflemen are
    at full strength even beside a reduced brigade."""
    found, named = begins("lba-variant"), read(charts.LA_BELLE_ALLIANCE_VARIANT)
    assert {unit: found.get(unit) for unit in named} == named
    others = {unit: at for unit, at in found.items() if unit not in named}
    before = read(charts.LA_BELLE_ALLIANCE)
    same = {unit: at for unit, at in others.items() if unit in before}
    assert same == {unit: before[unit] for unit in same}
    heirs = {"lf-ds-s": "lf-ds", "pell-s": "pell", "noury-s": "noury", "duch-4c-s": "duch-4c", "adam-s": "adam"}
    heirs |= {"baud-6s": "baud-6", "soye-6s": "soye-6", "gauth-9s": "gauth-9", "jamin-9s": "jamin-9"}
    heirs |= {"kiel-s": "kiel", "mitch-s": "mitch", "best-s": "best", "vand-s": "vand"}
    heirs |= {"blndt-a": "blndt", "2-nass": "wmar"}
    riflemen = {"rifles-1": "0516", "rifles-2": "0716", "rifles-3": "0915"}
    assert {unit: at for unit, at in others.items() if unit not in before} == {
        **{heir: before[unit] for heir, unit in heirs.items()},
        **riflemen,
    }


@rule("nlb", "19.5E", "SUB-AL-5")
def test_the_expanded_division_stands_by_its_own_chart() -> None:
    chart = read(charts.SECOND_NETHERLANDS_DIVISION)
    found = begins("quatre-bras", **{"expanded-n2": True})
    assert {unit: at for unit, at in found.items() if roster().units[unit].formation == "al-n2"} == chart
    assert "1545" not in found.values()


@pytest.mark.parametrize(
    ("uid", "at", "units"),
    [
        pytest.param("ligny", "3657", "29-3 3w-3", marks=rule("nlb", "18.2C")),
        pytest.param("ligny", "3256", "12-1r 24-1", marks=rule("nlb", "18.2C")),
        pytest.param("wavre", "4617", "bill-8r cors-8r", marks=rule("nlb", "20.2C")),
        pytest.param("wavre", "5214", "laf-21 pen-21", marks=rule("nlb", "20.2C")),
        pytest.param("la-belle-alliance", "0617", "byng", marks=rule("nlb", "21.2C")),
        pytest.param("campaign", "1563", "quiot-1", marks=rule("nlb", "22.2C")),
        pytest.param("campaign", "3561", "napoleon", marks=rule("nlb", "22.2C")),
        pytest.param("grand-ligny", "1563", "quiot-1", marks=rule("nlb", "24.2C")),
        pytest.param("lba-variant", "1021", "res-g yng-g", marks=rule("nlb", "26.0E")),
        pytest.param("lba-variant", "0215", "detm detm-2", marks=rule("nlb", "26.0E")),
        pytest.param("grand-waterloo", "0922", "napoleon", marks=rule("nlb", "27.2C")),
        pytest.param("campaign-variant", "1856", "huss-5 camp-5", marks=rule("nlb", "28.0C")),
    ],
)
def test_who_stands_in_a_hex_at_first(uid: str, at: str, units: str) -> None:
    now = setting(uid)
    assert [u + "r" * (u in now.reduced) for u, where in now.start.items() if where == at] == units.split()


# -- placed by their owner -----------------------------------------------------------------


@cache
def placing(uid: str, army: str) -> PlacingOptions:
    """What an army places, on a board on which only those stand who have a hex of their own."""
    now = setting(uid)
    units = {unit: at for unit, at in now.start.items() if now.roster.units[unit].fights}
    return PlacingOptions(board(uid, units, "", army), army)


def place(case: str, uid: str, army: str, said: str, legal: bool = True) -> Any:
    """A row: `unit hex` of those who are placed one after the other, and whether the last may stand so."""
    return pytest.param(uid, army, said, legal, marks=rule("nlb", case), id=f"{uid} {said}")


@pytest.mark.parametrize(
    ("uid", "army", "said", "legal"),
    [
        place("23.0B-2", "qb-variant", "french", "kellermann 1454"),
        place("23.0B-2", "qb-variant", "french", "kellermann 1751", legal=False),
        place("23.0B-2", "qb-variant", "french", "ney 1847, reille 1755"),
        place("23.0B-2", "qb-variant", "french", "ney 1451", legal=False),
        place("23.0B-3", "qb-variant", "coalition", "blndt-a 1644"),
        place("23.0B-3", "qb-variant", "coalition", "2-nass 1647", legal=False),
        place("23.0B-3", "qb-variant", "coalition", "2-nass 1646", legal=False),
        place("23.0B-3", "qb-variant", "coalition", "blndt-a 1644, blndt-b 1644", legal=False),
        place("23.0B-3", "qb-variant", "coalition", "wellington 0738"),
        place("26.0E-2", "lba-variant", "coalition", "18-15 2312, 3s-15 2412, 4s-15 2313"),
        place("26.0E-2", "lba-variant", "coalition", "15-16 2712, 1s-16 2713, 2s-16 2812"),
        place("26.0E-2", "lba-variant", "coalition", "18-15 2312, 3s-15 2312", legal=False),
        place("26.0E-2", "lba-variant", "coalition", "15-16 2312", legal=False),
        place("27.2C", "grand-waterloo", "coalition", "schw 2912, watz 3011"),
        place("27.2C", "grand-waterloo", "coalition", "sydow 3012", legal=False),
        place("27.2C", "grand-waterloo", "coalition", "brdlbn 3309"),
        place("27.2C", "grand-waterloo", "french", "mouton 0919"),
        place("27.2C", "grand-waterloo", "french", "mouton 5214", legal=False),
        place("27.2C", "grand-waterloo", "french", "pajol 1018", legal=False),
        place("27.2C", "grand-waterloo", "french", "pajol 5212"),
        place("24.2C", "grand-ligny", "french", "derlon 1266"),
        place("24.2C", "grand-ligny", "french", "derlon 1751", legal=False),
    ],
)
def test_where_an_owner_may_place_whom(uid: str, army: str, said: str, legal: bool) -> None:
    options = placing(uid, army)
    *before, (unit, at) = (one.split() for one in said.split(", "))
    scratch = board(uid, dict(options.board.at), "", army)
    for other, there in before:
        scratch.place(other, there)
    assert (at in options.hexes(scratch, unit)) is legal


@pytest.mark.parametrize(
    ("army", "unit", "at", "case", "where"),
    [
        pytest.param("french", "kellermann", "1751", "10.1A", "Third Cavalry Corps", marks=rule("nlb", "23.0B-2")),
        pytest.param("coalition", "2-nass", "1647", "3.2C", "1641", marks=rule("nlb", "23.0B-3")),
    ],
)
def test_who_may_not_stand_there_is_told_where_he_may(army: str, unit: str, at: str, case: str, where: str) -> None:
    refusal = placing("qb-variant", army).why_not({"setup": {unit: at}})
    assert refusal is not None and (refusal.case, refusal.unit, refusal.hex) == (case, unit, at)
    assert at in refusal.text and roster().units[unit].name in refusal.text
    assert where in refusal.text


@rule("nlb", "26.0E-2")
def test_the_fourth_corps_is_placed_only_without_the_early_start() -> None:
    early = setting("lba-variant", {"early-start": True})
    assert [place for place in early.places if "18-15" in place.units] == []


# -- reinforcements ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "turn", "unit", "hexes", "reduced"),
    [
        pytest.param("quatre-bras", "16/1400", "bttlr", "1634", False, marks=rule("nlb", "19.2C-R")),
        pytest.param("quatre-bras", "16/1600", "kiel", "0136", False, marks=rule("nlb", "19.2C-R")),
        pytest.param("quatre-bras", "16/1700", "byng", "0136", False, marks=rule("nlb", "19.2C-R")),
        pytest.param("la-belle-alliance", "18/1300", "sydow", "2912 2914", False, marks=rule("nlb", "21.2C-R")),
        pytest.param("la-belle-alliance", "18/1400", "10-13", "2912 2914", False, marks=rule("nlb", "21.2C-R")),
        pytest.param("la-belle-alliance", "18/1400", "2p-14", "2912 2914", False, marks=rule("nlb", "21.2C-R")),
        pytest.param("la-belle-alliance", "18/1400", "brdlbn", "2912 2914", False, marks=rule("nlb", "21.2C-R")),
        pytest.param("lba-variant", "18/1100", "11-14", "2912", False, marks=rule("nlb", "26.0E-R")),
        pytest.param("lba-variant", "18/1300", "schw", "2912", False, marks=rule("nlb", "26.0E-R")),
        pytest.param("lba-variant", "18/1400", "3n-13", "2912", False, marks=rule("nlb", "26.0E-R")),
        pytest.param("lba-variant", "18/1500", "tresk-s", "2909", True, marks=rule("nlb", "26.0E-R")),
        pytest.param("lba-variant", "18/1500", "1w-1", "2909", True, marks=rule("nlb", "26.0E-R")),
        pytest.param("lba-variant", "18/1500", "26-6", "2912", True, marks=rule("nlb", "26.0E-R")),
    ],
)
def test_who_comes_when_and_where(uid: str, turn: str, unit: str, hexes: str, reduced: bool) -> None:
    """On his turn, and not on the one before."""
    now = board(uid, {}, turn, "coalition")
    assert due_units(now)[unit].hexes == tuple(hexes.split())
    assert (unit in now.setting.reduced) is reduced
    now.position.turn -= 1
    assert now.position.turn == 0 or unit not in due_units(now)


@rule("nlb", "26.0E-R")
@pytest.mark.parametrize(
    ("turn", "entries", "cases"),
    [
        ("18/1300", [("schw watz", "2912")], ["5.6A-1"]),
        ("18/1300", [("schw", "2912"), ("watz", "2912")], []),
        ("18/1500", [("12-1s 24-1s", "2909")], ["5.6A-1"]),
        ("18/1500", [("1w-1", "2912")], ["5.6-1"]),
    ],
)
def test_prussians_come_to_la_belle_alliance_one_at_a_time(
    turn: str, entries: list[tuple[str, str]], cases: list[str]
) -> None:
    orders: list[dict[str, Any]] = [{"units": units.split(), "enter": at} for units, at in entries]
    on = dict.fromkeys(("leaders", "command", "substitutes", "additions"), True)
    assert play(board("lba-variant", {}, turn, "coalition", *on), *orders).cases == cases


@rule("nlb", "19.2C-R", "5.6A-1")
def test_brunswick_waits_until_the_fifth_division_is_there() -> None:
    now = board("quatre-bras", {}, "16/1400", "coalition")
    assert play(now, {"unit": "bttlr", "enter": "1634"}).cases == ["5.6A-1"]
    orders = [{"unit": unit, "to": "1635"} for unit in ("kempt", "pack")]
    orders += [{"unit": unit, "to": "1634"} for unit in ("vincke", "heisse")]
    assert play(board("quatre-bras", {}, "16/1400", "coalition"), *orders).cases == []


# -- what the notes settle -----------------------------------------------------------------


@rule("nlb", "17.0")
@pytest.mark.parametrize(("odds", "taken"), [("4-1", 2), ("3-1", 0)])
def test_of_how_many_faces_hougoumont_falls(odds: str, taken: int) -> None:
    """Who holds a chateau does not retreat: only De and Ex take it."""
    now = setting("la-belle-alliance")
    column = now.columns.index(odds)
    assert sum(row[column] in ("De", "Ex") for row in now.results.values()) == taken
