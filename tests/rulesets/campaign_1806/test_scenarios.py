"""The nine scenarios: turns, parts of the map, set-ups by date, arrivals (19, 21)."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.battlefield import read_chart, read_ground
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.calendar import TRACK, order_of, turn, turns
from rulesets.campaign_1806.rules.march.stacking import overfull
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


def test_there_are_nine_scenarios() -> None:
    assert len(IDS) == 9 and all(scenario(uid).id == uid for uid in IDS)


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
