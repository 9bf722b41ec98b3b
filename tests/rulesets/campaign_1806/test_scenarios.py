"""The nine scenarios and ours: turns, parts of the map, set-ups by date, arrivals (19, 21)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import read_chart, read_ground
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.calendar import TRACK, order_of, turn, turns
from rulesets.campaign_1806.rules.march.stacking import overfull
from rulesets.campaign_1806.ruleset import Campaign1806
from rulesets.campaign_1806.scenarios_data import (
    ALTERNATE,
    DIE,
    Scenario,
    SetUp,
    area_hexes,
    read_scenario,
    read_set_up,
)
from tests.rulesets.campaign_1806.country import DATA, HOME, ID, data, forces, row, rows
from tests.rulesets.campaign_1806.modes import OPEN
from tests.rulesets.spoiling import read

IDS = sorted(path.name for path in (HOME / "scenarios").iterdir())


@cache
def thuringia() -> HexField:
    return read_ground(read(DATA / "maps" / "thuringia.yaml"), read_chart(data("terrain")))


@cache
def scenario(uid: str, start: str = "") -> Scenario:
    return read_scenario(read(HOME / "scenarios" / uid / "scenario.yaml"), start)


@cache
def area(name: str) -> frozenset[str]:
    return area_hexes(data("areas"), thuringia(), name)


@cache
def set_up(uid: str, start: str = "") -> SetUp:
    one = scenario(uid, start)
    return read_set_up(data("setups"), one, forces(), thuringia(), area(one.area))


@pytest.mark.rule(ID, "2.12D")
@pytest.mark.rule(ID, "2.2")
def test_the_track() -> None:
    assert (TRACK[0].id, TRACK[45].id, TRACK[45].number) == ("7/morning", "18/afternoon", 46)
    assert [one.night for one in TRACK[:4]] == [False, False, False, True]
    assert turn("14/night").day == "14"
    assert order_of("french", "prussian", turn("9/evening")) == ("french", "prussian")
    assert order_of("french", "prussian", turn("9/night")) == ("prussian", "french")
    with pytest.raises(ValueError, match="is no turn"):
        turn("14/noon")
    assert len(turns("13/morning", "14/evening")) == 7


SCENARIOS = rows(
    row("21.14 19.2-1", "auerstedt", "", "french", 3, "auerstedt"),
    row("21.24", "jena", "", "french", 3, "jena"),
    row("21.34", "jena-auerstedt", "", "french", 3, "north"),
    row("21.44 21.43", "massenbach", "", "prussian", 7, "north"),
    row("21.54 19.2-2 19.23-2", "campaign", "", "french", 41, "whole"),
    row("19.1 21.54", "campaign", "12", "french", 26, "whole"),
    row("21.64", "early-warning", "", "french", 46, "whole"),
    row("21.74", "erfurt", "", "french", 46, "north"),
    row("21.84", "free-entry", "", "french", 46, "whole"),
    row("21.94 21.93", "saalfeld", "", "french", 3, "saalfeld"),
)


@pytest.mark.parametrize(("uid", "start", "first", "length", "part"), SCENARIOS)
def test_a_scenario(uid: str, start: str, first: str, length: int, part: str) -> None:
    one = scenario(uid, start)
    assert (one.first, len(one.turns), one.area) == (first, length, part)


def test_there_are_nine_scenarios_and_one_of_ours() -> None:
    assert len(IDS) == 10 and all(scenario(uid).id == uid for uid in IDS)
    assert [uid for uid in IDS if uid.startswith("learning-")] == ["learning-saalfeld"]


def test_the_learning_scenario_is_small_and_says_whose_it_is() -> None:
    one = scenario("learning-saalfeld")
    found = set_up("learning-saalfeld")
    armies = [forces().units[uid].army for uid in found.at]
    assert len(one.turns) == 3 and armies.count("french") == armies.count("prussian") == 8
    assert "Not in the rulebook" in one.data["doc"] and len(area(one.area)) < 200


@pytest.mark.rule(ID, "19.1")
@pytest.mark.parametrize("start", ["9", "15", "north"])
def test_days_on_which_the_campaign_cannot_begin(start: str) -> None:
    with pytest.raises(ValueError, match="cannot begin"):
        scenario("campaign", start)


@pytest.mark.rule(ID, "21.12")
@pytest.mark.rule(ID, "21.22")
def test_ilm_and_saale_part_the_two_battlefields() -> None:
    north, south = area("auerstedt"), area("jena")
    assert north | south == area("north") and north & south == {"n2526"}
    assert {"n1942", "n2234", "n2238"} <= north and {"n1330", "n1646", "n0809"} <= south - north
    field = thuringia()
    wet = field.sides["river"] | field.sides["stream"]
    border = {hexside(a, b) for a in north for b in field.neighbours[a] if b in area("north") - north}
    assert border and border <= wet


@pytest.mark.rule(ID, "21.92")
def test_the_field_of_saalfeld_ends_with_row_13_but_for_an_objective() -> None:
    assert {at[:3] for at in area("saalfeld")} == {f"n{row:02}" for row in range(1, 15)}
    assert [at for at in area("saalfeld") if at.startswith("n14")] == ["n1409"]
    with pytest.raises(KeyError):
        area("moon")


STARTS = [(uid, start) for uid in IDS for start in ("", *scenario(uid).starts)]


@pytest.mark.parametrize(("uid", "start"), STARTS)
def test_every_set_up_keeps_the_rules(uid: str, start: str) -> None:
    """Nobody stands twice or where he may not, no stack is too large, and no enemies touch; who is left comes later."""
    found, part = set_up(uid, start), area(scenario(uid, start).area)
    board = Board(dict(found.at), thuringia(), forces())
    assert set(found.at.values()) <= part
    assert overfull(board, "french") is None and overfull(board, "prussian") is None
    fighting = [one for one in found.at if board.unit(one).fights]
    assert not [one for one in fighting if board.in_zone(found.at[one], board.enemy[board.army_of(one)])]
    later = [one for arrival in found.arrivals if arrival.track != ALTERNATE for one in arrival.units]
    assert len(set(later)) == len(later) and not set(later) & set(found.at)
    assert all(arrival.turn == DIE or turn(arrival.turn) for arrival in found.arrivals)
    assert {arrival.at for arrival in found.arrivals} <= set(thuringia().hexes)
    if uid in ("jena", "jena-auerstedt", "massenbach", "saalfeld") or start:
        assert {board.army_of(one) for one in found.at} == {"french", "prussian"}


# Scenario, day, unit and where the text has it: a hex, a turn in which it comes, or nowhere.
PLACES = rows(
    row("21.16", "auerstedt", "", "arnim", "14/morning"),
    row("21.17", "auerstedt", "", "gudin", "14/morning"),
    row("21.17", "auerstedt", "", "friant", "14/afternoon"),
    row("21.15", "auerstedt", "", "ruchel", ""),
    row("21.15", "auerstedt", "", "pletz", ""),
    row("21.25", "jena", "", "bernadotte", ""),
    row("21.25", "jena", "", "davout", ""),
    row("21.25", "jena", "", "ruchel", "n2526"),
    row("19.23-2 21.41", "massenbach", "", "bernadotte", "13/morning"),
    row("19.23-2 21.41", "massenbach", "", "klein", "13/afternoon"),
    row("19.24-1", "campaign", "13", "bridge-pr-reserve", ""),
    row("19.24-1", "campaign", "10", "bridge-pr-reserve", "12/morning"),
    row("19.24-2", "campaign", "", "bridge-fr", "9/evening"),
    row("19.24-3", "campaign", "12", "baggage-sx", ""),
    row("19.29", "campaign", "11", "king", "n2526"),
    row("19.31", "campaign", "10", "wurttemberg", DIE),
    row("19.21", "campaign", "12", "wurttemberg", ""),
    row("19.3", "campaign", "", "pelet", "8/evening"),
    row("15.11", "campaign", "", "blucher", "12/morning"),
    row("21.75b", "erfurt", "", "bila", "9/afternoon"),
    row("21.75b", "erfurt", "", "tauenzien", "10/morning"),
    row("21.95", "saalfeld", "", "ruchel", ""),
    row("21.95", "saalfeld", "", "louis", "n0809"),
    row("19.22", "campaign", "10", "suchet", "n0403"),
)


@pytest.mark.parametrize(("uid", "start", "unit", "place"), PLACES)
def test_who_is_where(uid: str, start: str, unit: str, place: str) -> None:
    found = set_up(uid, start)
    later = {one: arrival.turn for arrival in found.arrivals for one in arrival.units}
    assert found.at.get(unit, later.get(unit, "")) == place


@pytest.mark.rule(ID, "19.24-2")
@pytest.mark.parametrize(("train", "leader"), [("bridge-pr-i", "brunswick"), ("bridge-pr-iii", "hohenlohe")])
def test_bridge_trains_begin_near_their_leaders(train: str, leader: str) -> None:
    at = set_up("campaign", "12").at
    assert thuringia().distance(at[train], at[leader]) <= 5


@pytest.mark.rule(ID, "19.27")
def test_who_begins_on_a_road_march() -> None:
    found = set_up("campaign", "13")
    assert found.marching == {"bernadotte", "dupont", "rivaud", "drouet", "tilly"}


@pytest.mark.rule(ID, "19.24-3")
@pytest.mark.parametrize(("start", "trains"), [("11", 2), ("12", 1)])
def test_the_prussians_have_two_baggage_trains_until_the_12th(start: str, trains: int) -> None:
    units = [forces().units[uid] for uid in set_up("campaign", start).at]
    assert sum(unit.kind == "baggage-train" and unit.army == "prussian" for unit in units) == trains
    assert sum(unit.kind == "baggage-train" and unit.army == "french" for unit in units) == 1


# -- scenarios as games ----------------------------------------------------------------------

BOOK = Campaign1806()

# Scenario, its First Player, its first and last turn, a hex of its part of the map and one beyond.
BOUND = rows(
    row("21.11 21.13", "auerstedt", "french", "14/morning", "14/evening", "n2238", "n1730"),
    row("21.21 21.23 21.24", "jena", "french", "14/morning", "14/evening", "n1730", "n2238"),
    row("21.31 21.32 21.33 21.34", "jena-auerstedt", "french", "14/morning", "14/evening", "n2238", "s3850"),
    row("21.41 21.42 21.43", "massenbach", "prussian", "13/morning", "14/evening", "n1730", "s3850"),
    row("21.51 21.52 21.53 19.23-1", "campaign", "french", "8/afternoon", "18/afternoon", "s0901", ""),
    row("21.61 21.63", "early-warning", "french", "7/morning", "18/afternoon", "s0901", ""),
    row("21.71 21.73", "erfurt", "french", "7/morning", "18/afternoon", "n3518", "s0901"),
    row("21.81 21.83", "free-entry", "french", "7/morning", "18/afternoon", "s0901", ""),
    row("21.91 21.93", "saalfeld", "french", "10/morning", "10/evening", "n0809", "n1735"),
)


@pytest.mark.rule(ID, "19.0")
@pytest.mark.rule(ID, "21.0")
@pytest.mark.parametrize(("uid", "first", "begins", "ends", "inside", "beyond"), BOUND)
def test_a_scenario_is_bound(uid: str, first: str, begins: str, ends: str, inside: str, beyond: str) -> None:
    setting = BOOK.game(uid, OPEN).setting
    assert setting.armies[0] == first
    assert (setting.turns[0].id, setting.turns[-1].id) == (begins, ends)
    assert inside in setting.field.neighbours and beyond not in setting.field.neighbours


# Scenario, options, an option, whether it is in force.
CHOSEN = rows(
    row("19.4", "jena", {}, "supply", False),
    row("19.4", "jena", {"supply": True}, "supply", True),
    row("19.4", "jena", {"vedettes": True}, "vedettes", True),
    row("19.4", "campaign", {}, "vedettes", True),
    row("11.31A", "campaign", {"villages-help": True}, "villages-help", True),
)


@pytest.mark.parametrize(("uid", "options", "name", "on"), CHOSEN)
def test_an_option(uid: str, options: dict[str, Any], name: str, on: bool) -> None:
    assert BOOK.game(uid, options).setting.choices.on(name) is on


@pytest.mark.rule(ID, "21.25-EX")
def test_i_corps_is_at_jena_where_that_is_chosen() -> None:
    assert "dupont" not in BOOK.game("jena", OPEN).setting.setup.at
    assert "dupont" in BOOK.game("jena", OPEN | {"bernadotte": True}).setting.setup.at


@pytest.mark.rule(ID, "19.11")
@pytest.mark.parametrize("start", ["10", "11", "12", "13", "14"])
def test_a_campaign_begins_on_another_day(start: str) -> None:
    """19.11: the later it begins, the shorter it is."""
    assert BOOK.game("campaign", OPEN | {"start": start}).setting.turns[0].id == f"{start}/morning"
    assert len(BOOK.game("campaign", OPEN | {"start": start}).setting.turns) == 41 - 7 - 4 * (int(start) - 10)


@pytest.mark.parametrize("options", [{"start": "9"}, {"supply": False}, {"strange": True}, {"villages-help": 1}])
def test_an_option_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"option|day"):
        BOOK.game("campaign", options)


@pytest.mark.rule(ID, "14.22")
@pytest.mark.rule(ID, "21.75a")
def test_the_sources_of_the_alternate_track() -> None:
    setting = BOOK.game("erfurt", OPEN).setting
    assert setting.sources("french") == ("n0401", "n1801", "n2301")
    entries = {one.at for one in setting.setup.arrivals if setting.forces.units[one.units[0]].army == "french"}
    assert entries == {"n0401", "n1801", "n2301"}


# Forces that come by the alternate track, a force, and where and when it comes.
TRACKS = rows(
    row("21.81 21.85", [], "davout", "s2701", "9/morning"),
    row("21.81 21.85", ["iii"], "davout", "n2301", "8/evening"),
    row("21.81", ["vi"], "davout", "s2701", "9/morning"),
)


@pytest.mark.parametrize(("alternate", "uid", "at", "turn_"), TRACKS)
def test_a_plan_of_entries(alternate: list[str], uid: str, at: str, turn_: str) -> None:
    due = BOOK.game("free-entry", OPEN).setting.due(46, alternate)
    assert [(one.at, one.turn) for one in due if uid in one.units] == [(at, turn_)]


@pytest.mark.rule(ID, "19.24-3")
def test_a_train_comes_with_whom_it_belongs_to() -> None:
    due = BOOK.game("campaign", OPEN).setting.due(41)
    assert [one.units for one in due if "napoleon" in one.units] == [("napoleon", "baggage-fr")]
