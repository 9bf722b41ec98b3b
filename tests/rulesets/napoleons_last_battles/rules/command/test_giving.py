"""Command is given: capacities, ranges, lines, organizations, and who is in command without it (11.0 to 11.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.roster import LEADERS
from rulesets.napoleons_last_battles.rules.command.authority import Authority
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.command.tracing import Lines
from tests.rulesets.napoleons_last_battles.files import roster
from tests.rulesets.napoleons_last_battles.rules.command.stage import cases, give, stage, why

rule = pytest.mark.rule
SECOND = {"huss-5": "0305", "camp-5": "0306", "baud-6": "0405", "soye-6": "0306"}
"""Units of Reille."""
CAVALRY = {"pajol": "0504", "exelmans": "0505", "kellermann": "0506", "milhaud": "0604"}


def officers(*names: str) -> dict[str, list[str]]:
    return {"officers": list(names)}


def units(*names: str) -> dict[str, list[str]]:
    return {"units": list(names)}


# -- capacity --------------------------------------------------------------------------


@rule("nlb", "11.0-1", "11.1A")
def test_the_capacity_counts_for_officers_and_for_units_apart() -> None:
    board = stage({"grouchy": "0504", "reille": "0503", "drouot": "0603", "derlon": "0602", **SECOND})
    two = {"officers": ["reille", "drouot"], "units": ["huss-5", "camp-5"]}
    assert cases(board, {"grouchy": two}) == []
    three = {"officers": ["reille", "drouot", "derlon"], "units": ["huss-5", "camp-5", "baud-6"]}
    assert cases(board, {"grouchy": three}) == [
        (("grouchy", "officers", 2), "11.1A"),
        (("grouchy", "units", 2), "11.1A"),
    ]
    text = "Grouchy in 0504 commands 2 units: with Baudin in 0405 it would be 3 (11.1A)"
    assert why(board, {"grouchy": units("huss-5", "camp-5", "baud-6")}) == text


@rule("nlb", "11.1A")
def test_a_commander_of_capacity_one() -> None:
    board = stage({"ney": "0504", "reille": "0503", "pire": "0505", "lf-ds": "0506"})
    assert cases(board, {"ney": {"officers": ["reille"], "units": ["pire"]}}) == []
    assert cases(board, {"ney": units("pire", "lf-ds")}) == [(("ney", "units", 1), "11.1A")]
    assert "commands 1 unit: with Lefebvre-Desnoettes' cavalry in 0506" in why(board, {"ney": units("pire", "lf-ds")})


@rule("nlb", "11.1B-2")
def test_officers_lead_corps_or_divisions() -> None:
    known = roster()
    named = {one.id: known.formations[one.formation].name for one in known.units.values() if one.kind == "officer"}
    assert (named["reille"], named["picton"], named["ziethen"]) == ("Second Corps", "5th Division", "First Corps")
    assert all(one.capacity is None for one in known.units.values() if one.kind not in LEADERS[:2])


# -- ranges and lines --------------------------------------------------------------------


@rule("nlb", "11.0-2", "11.2-1")
@pytest.mark.parametrize(("hexid", "away"), [("0506", 5), ("0507", 6)])
def test_a_commander_reaches_five_hexes(hexid: str, away: int) -> None:
    board = stage({"ney": "0501", "reille": hexid, "pire": hexid})
    reached = away == 5
    assert (cases(board, {"ney": officers("reille")}) == []) is reached
    assert (cases(board, {"ney": units("pire")}) == []) is reached
    if not reached:
        text = "Ney in 0501 cannot give command to Reille in 0507: it is 6 hexes away, and he reaches 5 (11.0-2)"
        assert why(board, {"ney": officers("reille")}) == text


@rule("nlb", "11.2-1")
def test_on_the_map_of_belgium() -> None:
    board = stage({"ney": "1641", "reille": "1646"}, land="belgium")
    assert cases(board, {"ney": officers("reille")}) == []


@rule("nlb", "11.0-2", "11.1B-1")
def test_an_officer_passes_command_on_three_hexes_far_to_all_of_his() -> None:
    near = {"huss-5": "0504", "camp-5": "0504", "baud-6": "0403", "soye-6": "0503", "vill-7": "0601", "piat-7": "0401"}
    board = stage({"ney": "0501", "reille": "0501", "gauth-9": "0502", "jamin-9": "0505", "quiot-1": "0502", **near})
    given = give(board, {"ney": officers("reille")})
    assert set(given.chain.through["reille"]) == {*near, "gauth-9"}
    assert given.idle == ["jamin-9", "quiot-1"]


@rule("nlb", "11.2-2")
@pytest.mark.parametrize(
    ("ground", "reached"),
    [
        # An enemy's zones; a friend in them opens the hex.
        ({"ney": "0101", "reille": "0104"}, True),
        ({"ney": "0101", "reille": "0104", "12-1": "0202"}, False),
        ({"ney": "0101", "reille": "0104", "12-1": "0202", "huss-5": "0103"}, False),
        ({"ney": "0101", "reille": "0104", "12-1": "0202", "huss-5": "0103", "camp-5": "0102"}, True),
        # A leader alone opens nothing; the target's own hex counts too.
        ({"ney": "0101", "reille": "0102", "grouchy": "0102", "12-1": "0202"}, False),
        ({"ney": "0101", "reille": "0102", "huss-5": "0102", "12-1": "0202"}, True),
        # No zone reaches into a chateau (5.3).
        ({"ney": "0109", "reille": "0106", "12-1": "0208"}, False),
        ({"ney": "0109", "reille": "0107", "12-1": "0206", "huss-5": "0108"}, True),
    ],
)
def test_what_closes_a_line_of_command(ground: dict[str, str], reached: bool) -> None:
    board = stage(ground)
    assert (cases(board, {"ney": officers("reille")}) == []) is reached
    if not reached:
        assert cases(board, {"ney": officers("reille")}) == [(("ney", "officers", 0), "11.2-2")]


@rule("nlb", "11.2-2")
def test_a_river_is_gone_round_or_crossed_by_its_bridge() -> None:
    lines = Lines(stage({"ney": "0802"}), "french")
    assert lines.reach("0802", 5)["0801"] == 4 and lines.reach("0902", 5)["0901"] == 2
    assert lines.reach("0406", 5)["0506"] == 4 and lines.reach("0406", 1).keys() == {
        "0406",
        "0405",
        "0407",
        "0306",
        "0307",
        "0507",
    }


@rule("nlb", "11.2-2")
def test_an_enemy_closes_his_hex_and_his_zone() -> None:
    lines = Lines(stage({"ney": "0505", "12-1": "0504"}), "french")
    assert lines.closed == {"0504", "0503", "0505", "0403", "0404", "0603", "0604"}


@rule("nlb", "11.2-2")
def test_a_refusal_tells_how_long_the_line_would_be_or_that_there_is_none() -> None:
    wall = {"12-1": "0302", "24-1": "0305"}
    board = stage({"ney": "0203", "huss-5": "0203", "reille": "0503", "camp-5": "0503", **wall})
    assert "Ney in 0203 cannot give command to Reille in 0503" in why(board, {"ney": officers("reille")})
    assert why(board, {"ney": officers("reille")}).endswith(
        "the shortest line counts 11 hexes, and he reaches 5 (11.2-2)"
    )
    closed = stage({"ney": "0101", "reille": "0104", "12-1": "0203", "6-2": "0306", "28-2": "0205", "camp-5": "0104"})
    assert "rivers, enemies or their zones close every way (11.2-2)" in why(closed, {"ney": officers("reille")})


@rule("nlb", "24.1A-1", "27.1-0")
@pytest.mark.parametrize(("to", "reached"), [("2641", True), ("2741", False)])
@pytest.mark.parametrize("road", [True, False])
def test_along_a_road_ten_hexes_are_five(to: str, reached: bool, road: bool) -> None:
    uid = "grand-ligny" if road else "campaign"
    board = stage({"ney": "1641", "reille": to}, uid=uid, land="belgium")
    found = why(board, {"ney": officers("reille")})
    assert (found == "") is (road and reached)
    if road and not reached:
        assert found.endswith("the shortest line counts 5 1/2 hexes, and he reaches 5 (11.2-2)")


@rule("nlb", "24.1A-1")
def test_a_road_hex_counts_half_only_along_the_road() -> None:
    board = stage({"ney": "0709"}, special="road-command")
    reach = Authority(board).reach("ney")
    assert (reach["0704"], reach["0708"], reach["0608"], reach["0604"]) == (5, 1, 2, 6)


# -- organizations, armies, wings ----------------------------------------------------------


@rule("nlb", "11.1-1", "11.1B-1")
def test_an_officer_commands_his_own_only() -> None:
    given = give(
        stage({"ney": "0504", "reille": "0504", "quiot-1": "0505", "huss-5": "0503"}), {"ney": officers("reille")}
    )
    assert given.idle == ["quiot-1"] and given.chain.through == {"reille": ("huss-5",)}


@rule("nlb", "11.1C", "11.1-1")
def test_prussians_and_allies_do_not_command_each_other() -> None:
    board = stage({"wellington": "0504", "blucher": "0505", "schw": "0503", "kempt": "0603"}, army="coalition")
    assert cases(board, {"wellington": units("schw")}) == [(("wellington", "units", 0), "11.1C")]
    assert cases(board, {"blucher": units("kempt")}) == [(("blucher", "units", 0), "11.1C")]
    assert "Wellington in 0504 is Allied, Schwerin in 0503 Prussian" in why(board, {"wellington": units("schw")})
    assert cases(board, {"wellington": units("kempt"), "blucher": units("schw")}) == []


@rule("nlb", "11.1C")
def test_but_a_friend_of_the_other_nation_opens_an_enemy_zone() -> None:
    ground = {"wellington": "0101", "kempt": "0104", "quiot-1": "0202"}
    assert cases(stage(ground, army="coalition"), {"wellington": units("kempt")}) == [
        (("wellington", "units", 0), "11.2-2")
    ]
    assert (
        cases(stage({**ground, "24-1": "0102", "12-1": "0103"}, army="coalition"), {"wellington": units("kempt")}) == []
    )


@rule("nlb", "27.1A-1")
def test_until_they_join_the_french_wings_are_commanded_apart() -> None:
    ground = {
        "napoleon": "2915",
        "ney": "2914",
        "huss-5": "2815",
        "rome-12": "3015",
        "reille": "2913",
        "camp-5": "3013",
    }
    board = stage(ground, uid="grand-waterloo", land="belgium")
    assert cases(board, {"napoleon": units("huss-5", "rome-12")}) == [(("napoleon", "units", 1), "27.1A")]
    assert "belong to different wings, which column 29 divides" in why(board, {"napoleon": units("rome-12")})
    assert "camp-5" in give(board, {"napoleon": officers("reille"), "ney": {}}).idle
    joined = stage(ground, uid="grand-waterloo", land="belgium", once={"joined"})
    assert cases(joined, {"napoleon": units("rome-12")}) == []
    assert "camp-5" not in give(joined, {"napoleon": officers("reille"), "ney": {}}).idle


# -- counters of their own kind --------------------------------------------------------------


@rule("nlb", "24.1C", "27.1C")
@pytest.mark.parametrize(
    ("option", "named", "broken", "legal"),
    [
        (True, "pajol exelmans kellermann milhaud", {}, True),
        (False, "pajol exelmans kellermann milhaud", {}, False),
        (True, "pajol exelmans reille", {}, True),
        (True, "pajol exelmans kellermann reille", {}, False),
        (True, "pajol exelmans kellermann", {"fr-1c": "demoralized"}, True),
        (True, "pajol exelmans kellermann milhaud", {"fr-1c": "demoralized"}, False),
    ],
)
def test_grouchy_counts_cavalry_corps_as_half(option: bool, named: str, broken: Any, legal: bool) -> None:
    options = {"grouchy-cavalry": option}
    board = stage({"grouchy": "0504", "reille": "0503", **CAVALRY}, uid="grand-ligny", options=options, broken=broken)
    assert (cases(board, {"grouchy": officers(*named.split())}) == []) is legal
    if option and not legal:
        assert "it would be 2 1/2 (11.1A)" in why(board, {"grouchy": officers(*named.split())})


@rule("nlb", "24.1C", "27.1C")
def test_of_one_place_of_command_two_cavalry_corps_and_not_one_and_a_half() -> None:
    ground = {"grouchy": "0504", **CAVALRY}
    for broken, legal in (({}, True), ({"fr-2c": "demoralized"}, False)):
        board = stage(ground, uid="grand-waterloo", broken=broken, capacities={"grouchy": 1})
        assert (cases(board, {"grouchy": officers("pajol", "exelmans")}) == []) is legal


@rule("nlb", "24.1C")
def test_nobody_else_does() -> None:
    options = {"grouchy-cavalry": True}
    board = stage({"ney": "0504", **CAVALRY}, uid="grand-ligny", options=options)
    assert cases(board, {"ney": officers("pajol", "exelmans")}) == [(("ney", "officers", 1), "11.1A")]


@rule("nlb", "27.1E")
def test_bulow_is_always_in_command_and_passes_it_on() -> None:
    ground = {"blucher": "1005", "bulow": "3005", "10-13": "3006", "valentini": "3104", "8-9": "3006"}
    board = stage(ground, uid="grand-waterloo", land="belgium", army="coalition", options={"corps-chiefs": True})
    given = give(board)
    assert given.chain.through == {"bulow": ("10-13",)} and given.idle == ["8-9", "valentini"]
    assert "bulow" in given.chain.commanders
    elsewhere = give(stage(ground, land="belgium", army="coalition", options={"corps-chiefs": True}))
    assert elsewhere.idle == ["10-13", "8-9", "bulow", "valentini"]


@rule("nlb", "27.1E", "16.1B-2")
def test_who_is_always_in_command_takes_no_place() -> None:
    options = {"additions": True}
    board = stage(
        {"blucher": "0504", "bulow": "0505", "wellington": "0604", "rifles-1": "0605"},
        uid="grand-waterloo",
        army="coalition",
        options=options,
    )
    said = {"blucher": officers("bulow"), "wellington": units("rifles-1")}
    assert [case for _, case in cases(board, said)] == ["27.1E", "16.1B-2"]


@rule("nlb", "16.1B-2")
def test_riflemen_nine_hexes_from_every_leader_are_in_command() -> None:
    board = stage(
        {"wellington": "0101", "rifles-1": "0909", "kempt": "0908"}, army="coalition", options={"additions": True}
    )
    assert give(board).idle == ["kempt"]


@rule("nlb", "SUB-FR-10")
@pytest.mark.parametrize(
    ("said", "idle"),
    [
        (units("gen-10"), ["left-heavy"]),
        ({}, ["gen-10", "left-heavy", "right-heavy", "right-horse"]),
    ],
)
def test_left_and_right_batteries_are_in_command_beside_one_who_is(said: dict[str, Any], idle: list[str]) -> None:
    """Two hexes from anybody in command a battery needs a leader like other units."""
    ground = {"ney": "0504", "gen-10": "0506", "right-heavy": "0507", "right-horse": "0508", "left-heavy": "0909"}
    board = stage(ground, options={"substitutes": True})
    assert give(board, {"ney": said}).idle == idle


@rule("nlb", "16.1C-2")
@pytest.mark.parametrize(("die", "legal"), [(1, False), (3, True)])
def test_the_sick_napoleon_commands_what_his_die_gave_him(die: int, legal: bool) -> None:
    board = stage(
        {"napoleon-q": "0504", "reille": "0503", "drouot": "0505"},
        options={"sick-napoleon": True},
        capacities={"napoleon-q": die},
    )
    assert (cases(board, {"napoleon-q": officers("reille", "drouot")}) == []) is legal


@rule("nlb", "16.1C-4")
def test_two_officers_of_a_prussian_corps_are_one_command_of_one_commander() -> None:
    ground = {"blucher": "0501", "ziethen": "0505", "reiche": "0506", "pirch": "0504", "thielmann": "0503"}
    board = stage(ground, army="coalition", options={"corps-chiefs": True})
    assert cases(board, {"blucher": officers("ziethen", "reiche", "pirch", "thielmann")}) == []
    given = give(board, {"blucher": officers("ziethen", "pirch", "thielmann")})
    assert given.idle == ["reiche"]
    away = stage({**ground, "reiche": "0507"}, army="coalition", options={"corps-chiefs": True})
    assert cases(away, {"blucher": officers("ziethen", "reiche")}) == [(("blucher", "officers", 1), "11.0-2")]


@rule("nlb", "16.1C-4")
def test_the_default_takes_both_officers_of_a_corps() -> None:
    ground = {"blucher": "0501", "ziethen": "0505", "reiche": "0506", "pirch": "0504", "thielmann": "0503"}
    board = stage(ground, army="coalition", options={"corps-chiefs": True})
    assert CommandOptions(board).default() == {"blucher": officers("ziethen", "reiche", "pirch", "thielmann")}
