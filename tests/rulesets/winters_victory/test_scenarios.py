"""The turn track, the stand-ins of the playbook and the scenarios of Winter's Victory, with their whole states."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.hexgame.field.field import HexField
from pbem.wargame.data_reader import read_data
from rulesets.winters_victory.battlefield import window
from rulesets.winters_victory.board.chain import DIVISION
from rulesets.winters_victory.calendar import ALL_PHASES, Calendar, read_calendar
from rulesets.winters_victory.playbook import (
    HEAVY,
    LIGHT,
    NONE,
    read_night,
    read_points,
    read_snow,
    read_special,
    seen,
)
from rulesets.winters_victory.scenarios_data import Scenario, read_scenario, setup_faults
from tests.rulesets.winters_victory.winter import HOME, ID, chain, data, field, forces

rule = pytest.mark.rule
IDS = ("davout", "eylau", "first-day", "learning-serpallen", "two-days")


@cache
def calendar() -> Calendar:
    return read_calendar(data("calendar"))


@cache
def files(uid: str) -> tuple[Any, Any]:
    folder = HOME / "scenarios" / uid
    scenario, setup = (read_data(name, Path(folder / name).read_bytes()) for name in ("scenario.yaml", "setup.yaml"))
    return scenario, setup


@cache
def scenario(uid: str) -> Scenario:
    return read_scenario(*files(uid), forces(), chain())


@cache
def ground(uid: str) -> HexField:
    return window(field(), data("maps/eylau")["areas"], scenario(uid).area)


# -- the turn track --------------------------------------------------------------------


@rule(ID, "4.0-2")
@rule(ID, "4.2")
@rule(ID, "4.3")
@rule(ID, "4.4")
@rule(ID, "4.5")
@pytest.mark.parametrize(
    ("turn", "kind", "clock", "hourly", "visibility"),
    [
        (1, "dawn", "06:15", False, 4),
        (4, "dawn", "07:00", True, 4),
        (6, "day", "07:30", False, None),
        (20, "day", "11:00", True, None),
        (44, "day", "17:00", True, None),
        (45, "dusk", "17:15", False, 4),
        (50, "dusk", "18:30", False, 4),
        (51, "evening", "18:45", True, 2),
        (53, "evening", "19:45", True, 2),
        (54, "night", "20:15", False, 2),
        (59, "night", "22:45", True, 2),
        (60, "transition", "23:15", True, 2),
        (61, "transition", "02:45", True, 2),
    ],
)
def test_turns(turn: int, kind: str, clock: str, hourly: bool, visibility: int | None) -> None:
    one = calendar()[turn]
    assert (one.kind, one.clock, one.hourly, one.visibility) == (kind, clock, hourly, visibility)
    assert one.dark == (turn > 50)


@rule(ID, "4.1.1-hourly")
def test_hourly_turns() -> None:
    hourly = [number for number, one in calendar().items() if one.hourly]
    assert hourly == [*range(4, 49, 4), 51, 53, 55, 57, 59, 60, 61]
    assert not {1, 14, 34} & set(hourly)


@rule(ID, "4.0-1")
@rule(ID, "4.5")
def test_nobody_fights_in_the_night_between_the_days() -> None:
    assert {one.phases for number, one in calendar().items() if number < 60} == {ALL_PHASES}
    assert not {5, 6, 10} & set(calendar()[60].phases)


def test_a_track_with_a_gap_is_refused() -> None:
    kinds = data("calendar")["kinds"]
    with pytest.raises(ValueError, match="turn 7 does not follow turn 5"):
        read_calendar({**data("calendar"), "kinds": {**kinds, "day": {**kinds["day"], "turns": "7-44"}}})


# -- snow, night, points ---------------------------------------------------------------


@rule(ID, "4.1.1B")
def test_snow() -> None:
    snow = read_snow(data("playbook/snow"))
    assert [snow.begun(die) for die in (0, 1, 2, 3, 4, 9)] == [HEAVY, HEAVY, LIGHT, LIGHT, NONE, NONE]
    assert [snow.changed(LIGHT, die) for die in (0, 2, 3, 8, 9)] == [NONE, NONE, LIGHT, LIGHT, HEAVY]
    assert snow.changed(HEAVY, 9) == HEAVY and snow.changed(HEAVY, 2) == LIGHT
    assert snow.begins_at == set(range(12, 41, 4)) <= {number for number, one in calendar().items() if one.hourly}
    assert snow.wind == ("ne", "e")


@rule(ID, "11.22-2")
def test_hour_and_weather_limit_sight_together() -> None:
    snow = read_snow(data("playbook/snow"))
    assert seen(calendar()[20].visibility, snow.visibility[HEAVY]) == 2
    assert seen(calendar()[3].visibility, snow.visibility[LIGHT]) == 4
    assert seen(calendar()[20].visibility, snow.visibility[NONE]) is None


@rule(ID, "4.3")
@rule(ID, "4.4")
def test_evening_and_night() -> None:
    night = read_night(data("playbook/night"))
    assert (night.evening.delivery, night.evening.rally, night.evening.charges) == (2, 1, True)
    assert not night.night.charges and not night.night.attack_orders
    assert (night.rest_distance, night.rest_points, night.transition) == (4, 1, 3)


@rule(ID, "14.0")
@rule(ID, "14.11-1")
@rule(ID, "14.12")
@rule(ID, "14.22B")
def test_points() -> None:
    points = read_points(data("playbook/points"))
    assert [points.begins(strength) for strength in (0, 4, 5, 14, 15, 282)] == [0, 0, 1, 1, 2, 28]
    assert points.disintegration == {"half": 2, "divide": 4}
    assert (points.loss["half"], points.loss["eliminated"], points.leaders["army"]) == (1, 2, 8)


@rule(ID, "4.1.2C.4")
@rule(ID, "16.32-2")
def test_special_rules() -> None:
    special = read_special(data("playbook/special"))
    assert special.light_batteries == {"class": 3, "range": 6, "morale": -1}
    assert (special.under_formed_fire, special.grand_battery, special.bagration) == (1, 4, 3)
    assert special.gunners <= chain().leaders.keys()
    assert special.loss["division"] == "at-once"


def test_stand_ins_of_the_playbook_are_ours() -> None:
    for name in ("snow", "night", "special", "points"):
        assert data(f"playbook/{name}")["from"] == "ours"


# -- scenarios -------------------------------------------------------------------------


@rule(ID, "1.0")
def test_there_are_four_scenarios_and_one_for_learning() -> None:
    assert tuple(sorted(path.name for path in (HOME / "scenarios").iterdir())) == IDS
    assert [scenario(uid).section for uid in IDS] == ["20.2", "20.3", "20.1", "none", "20.4"]


@rule(ID, "3.0")
@rule(ID, "9.1-1")
@pytest.mark.parametrize("uid", IDS)
def test_set_ups_are_sound(uid: str) -> None:
    assert setup_faults(scenario(uid), ground(uid), forces()) == []


@rule(ID, "1.0")
@pytest.mark.parametrize(
    ("uid", "days", "begin", "come"),
    [
        ("davout", [(8, 14, 34)], 62, 38),
        ("eylau", [(8, 1, 53)], 292, 76),
        ("first-day", [(7, 34, 53)], 49, 58),
        ("learning-serpallen", [(8, 20, 22)], 11, 0),
        ("two-days", [(7, 34, 61), (8, 1, 53)], 209, 159),
    ],
)
def test_who_is_there(uid: str, days: list[tuple[int, int, int]], begin: int, come: int) -> None:
    one = scenario(uid)
    assert [(day.day, day.first, day.last) for day in one.days] == days
    assert (len(one.units), len(one.coming(forces()))) == (begin, come)


def test_all_units_fight_at_eylau() -> None:
    combatants = {uid for brigade in forces().brigades.values() for uid in brigade.units}
    for uid in ("eylau", "two-days"):
        one = scenario(uid)
        assert {*one.units, *one.coming(forces())} == combatants


@rule(ID, "6.7")
@rule(ID, "6.71-2")
def test_arrivals_come_in_time_by_roads() -> None:
    eylau = scenario("eylau")
    assert [len(eylau.due(8, turn)) for turn in (7, 8, 14, 22, 26, 30, 53)] == [0, 1, 2, 3, 4, 6, 6]
    assert eylau.arrivals[0].brigades == ("f3-4a", "f3-2a", "f3-2b", "f3-2c")
    (ney,) = [one for one in eylau.arrivals if one.most]
    assert (ney.turn, ney.most, ney.last, ney.leaders[0]) == (40, 4, 48, "ney")
    for uid in IDS:
        assert {one.at for one in scenario(uid).arrivals} <= ground(uid).way_ends
        assert {at for hexes in scenario(uid).retreat.values() for at in hexes} <= ground(uid).way_ends
    assert len(scenario("two-days").due(7, 53)) == 7


@rule(ID, "15.1")
@rule(ID, "16.14-1")
@pytest.mark.parametrize("uid", IDS)
def test_units_on_the_map_have_their_leaders_there(uid: str) -> None:
    one = scenario(uid)
    placed = {placed.unit for placed in one.placed}
    led = chain().with_superiors(one.superiors)
    for unit in one.units:
        leader = led.leader_of(unit)
        assert leader.id in placed or leader.level != "brigade"
        assert {above for above in led.superiors(leader.id) if led.leaders[above].level == DIVISION} <= placed
    assert len(placed) == len(one.placed)


@rule(ID, "17.21-1")
@rule(ID, "17.21-2")
@pytest.mark.parametrize(
    ("uid", "points", "headquarters", "commanders"),
    [
        ("eylau", (6, 3), {"french": "2350", "allied": "4436"}, {"napoleon", "bennigsen"}),
        ("two-days", (6, 3), {"french": "0246", "allied": "4436"}, {"napoleon", "bennigsen"}),
        ("first-day", (6, 3), {"french": "0246", "allied": "2351"}, {"napoleon"}),
        ("davout", (0, 3), {"allied": "4436"}, {"bennigsen"}),
        ("learning-serpallen", (0, 0), {}, set()),
    ],
)
def test_command_at_the_start(
    uid: str, points: tuple[int, int], headquarters: dict[str, str], commanders: set[str]
) -> None:
    one = scenario(uid)
    assert (one.points["french"], one.points["allied"]) == points
    assert one.headquarters == headquarters
    assert {"napoleon", "bennigsen"} & {placed.unit for placed in one.placed} == commanders


@rule(ID, "16.33-1")
@pytest.mark.parametrize("uid", IDS)
def test_states_name_leaders_of_the_game(uid: str) -> None:
    one = scenario(uid)
    leaders = {*one.states, *one.ordered, *one.attacks.values(), *one.independent}
    leaders |= {name for arrival in one.arrivals for name in arrival.leaders}
    assert leaders <= set(chain().leaders)
    assert one.weather == ("none", "ne")
    assert set(one.states.values()) <= {"standing", "mobilized"}
    assert ("davout" in one.independent) == (uid == "davout")


@rule(ID, "16.31-2")
@rule(ID, "2.32-2")
def test_detachments_have_brigades_of_divisions_under_them() -> None:
    led = chain().with_superiors(scenario("davout").superiors)
    assert led.brigades("baggovut") == ("r3-4", "r14-3", "rl-3")
    first = chain().with_superiors(scenario("first-day").superiors)
    assert first.superiors("essen") == ("bagration", "bennigsen")


@rule(ID, "14.13")
def test_objectives_and_victory() -> None:
    assert sum(one.points for one in scenario("davout").objectives) == 14
    (town,) = scenario("first-day").objectives
    assert len(town.hexes) == 14
    assert scenario("first-day").victory == {
        "kind": "hexes",
        "french-major": "11",
        "french-minor": "8",
        "tie": "morale",
    }
    assert {field().terrain[at] for one in scenario("eylau").objectives for at in one.hexes} == {
        "town",
        "village",
        "farmette",
    }


@rule(ID, "14.0")
def test_books_begin_with_a_tenth_of_their_points() -> None:
    points = read_points(data("playbook/points"))
    books = {book: points.begins(strength) for book, strength in scenario("eylau").books(forces(), chain()).items()}
    assert books == {
        "guard": 15,
        "iii": 32,
        "iv": 37,
        "vi": 28,
        "vii": 23,
        "reserve": 26,
        "russian": 153,
        "prussian": 19,
    }


SPOILED = (
    ({"f4-3a": {"at": "2153", "face": "1", "in": "column"}}, "column in town"),
    ({"f4-3a": {"at": "1738", "face": "1", "in": "column"}}, "4 units of 44 points"),
    ({"f4-3a": {"at": "1738 1739", "face": "1", "in": "line"}}, "a line of 11 points"),
    ({"f4-3a": {"at": "2926 2927", "face": "4", "in": "column"}}, "both armies"),
    ({"f4-3a": {"at": "1937 1938", "face": "1", "in": "column"}}, "several kinds or facings"),
    ({"f4-3a": {"at": "9901", "face": "1", "in": "column"}}, "9901 is not on the map"),
    ({"f4-b": {"at": "2153", "face": "1", "units": "f-b4-1"}}, "artillery in town"),
    ({"f3-2a": {"at": "0301 0302", "face": "1", "in": "column"}}, "begins twice"),
)


@pytest.mark.parametrize(("rows", "says"), SPOILED)
def test_what_is_wrong_with_a_set_up_is_told(rows: dict[str, Any], says: str) -> None:
    one, setup = files("eylau")
    spoiled = read_scenario(one, {**setup, "brigades": {**setup["brigades"], **rows}}, forces(), chain())
    assert any(says in fault for fault in setup_faults(spoiled, field(), forces()))


@pytest.mark.parametrize(
    ("member", "row", "error"),
    [
        ("brigades", {"f9-1a": {"at": "1738", "face": "1"}}, KeyError),
        ("brigades", {"f4-3a": {"at": "1738", "face": "1", "units": "f-17-1"}}, ValueError),
        ("leaders", {"wellington": "2153"}, KeyError),
    ],
)
def test_a_set_up_of_unknown_units_is_refused(member: str, row: dict[str, Any], error: type[Exception]) -> None:
    one, setup = files("eylau")
    with pytest.raises(error):
        read_scenario(one, {**setup, member: {**setup[member], **row}}, forces(), chain())
