"""Goals that a unit reaches by a detour, and what is told of those that it cannot reach."""

from __future__ import annotations

import pytest

from pbem.engine.options import Json
from pbem.wargame.datafolder import read_folder
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.ruleset import bind
from tests.rulesets.napoleon_at_war.compiling import compiled, jena, move, on_field, orders_of
from tests.rulesets.napoleon_at_war.playing import HERE, real, small


def test_a_destination_behind_a_zone_is_reached_around_it() -> None:
    """The direct way by 0711 and 0710 is cheaper by three half points and ends in the zone of 0611."""
    position = jena({"suc-1": "0811", "tau-1": "0611"})
    entry = orders_of(compiled(real(), position, move(unit="suc-1", to="0609")))["moves"][0]
    zone = real().setting.board(position.copy()).zones["prussian"]
    assert entry["path"] == ["0811", "0810", "0710", "0609"]
    assert not any(zone.get(at) for at in entry["path"][:-1])
    assert zone.get("0711") or zone.get("0710")


# Who stands where, the goal, the game-turn, and the sentence with its case.
UNREACHABLE = {
    "too-far-around-a-zone": (
        {"suc-1": "0811", "tau-1": "0410"},
        {"to": "0409"},
        6,
        "1/Suchet cannot reach 0409: the cheapest way costs 4 1/2 movement points and the unit has 4; on a shorter "
        "one it has to stop in 0510, an enemy controlled hex, and cannot go on to 0409",
        ("5.15-1", "0409"),
    ),
    "held": (
        {"suc-1": "1010", "tau-1": "1111"},
        {"to": "0608"},
        6,
        "1/Suchet cannot reach 0608: it stands in 1010, an enemy controlled hex, and may not leave it",
        ("5.13", "0608"),
    ),
    "held-beside-the-goal": (
        {"suc-1": "0811", "tau-1": "0711"},
        {"to": "0812"},
        4,
        "1/Suchet cannot reach 0812: it stands in 0811, an enemy controlled hex, and may not leave it",
        ("5.13", "0812"),
    ),
    "held-at-the-edge": (
        {"suc-1": "0820", "tau-1": "0819"},
        {"exit": "north"},
        6,
        "1/Suchet cannot leave the map by the north edge: it stands in 0820, an enemy controlled hex, and may not "
        "leave it",
        ("5.13", "0820"),
    ),
    "held-with-the-enemy-on-the-way": (
        {"suc-1": "0811", "tau-1": "0711"},
        {"to": "0511"},
        4,
        "1/Suchet cannot reach 0511: it stands in 0811, an enemy controlled hex, and may not leave it",
        ("5.13", "0511"),
    ),
    "zones-on-every-way": (
        {"suc-1": "0811", "tau-1": "0609", "tau-2": "0612"},
        {"to": "0509"},
        2,
        "1/Suchet may not enter 0509 at night: it is enemy controlled",
        ("10.2-1", "0509"),
    ),
    "zones-around-it": (
        {"suc-1": "0811", "tau-1": "0609", "tau-2": "0612"},
        {"to": "0408"},
        2,
        "1/Suchet cannot reach 0408: the cheapest way costs",
        ("5.15-1", "0408"),
    ),
    "forbidden-ground": (
        {"suc-1": "0508"},
        {"to": "0110"},
        2,
        "1/Suchet may not enter the forest of 0110 at night",
        ("16.1-1", "0110"),
    ),
    "the-edge": (
        {"suc-1": "0609", "tau-1": "2901"},
        {"exit": "north"},
        6,
        "1/Suchet cannot leave the map by the north edge: the cheapest way costs 8 1/2 movement points and the unit "
        "has 4",
        ("5.15-1", "0820"),
    ),
    "no-edge-to-leave-by": (
        {"suc-1": "0609", "tau-1": "2901"},
        {"exit": "south"},
        6,
        "1/Suchet may not leave the map of Jena over its south edge, only over: north",
        ("17.0-3", "0609"),
    ),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_goal_out_of_reach_is_named_as_it_was_written(name: str) -> None:
    at, wish, turn, text, (case, where) = UNREACHABLE[name]
    (fault,) = compiled(real(), jena(at, turn, broken={"jena": "prussian"}), move(unit="suc-1", **wish)).faults
    assert fault.refusal.text.startswith(text)
    assert (fault.refusal.case, fault.refusal.hex) == (case, where)
    assert fault.path == ("moves", 0, next(iter(wish)))


def test_ground_that_nobody_may_enter_is_named_itself() -> None:
    """The river before the marsh is not the cause: there is no road into it from any side."""
    (fault,) = compiled(small(), on_field(f1="0406"), move(unit="f1", to="0407")).faults
    assert fault.refusal.text == "1/Centre may not enter 0407: marsh is prohibited"
    assert (fault.refusal.case, fault.refusal.hex) == ("5.21", "0407")


def test_a_forest_goal_at_night_is_a_matter_of_the_night_though_a_zone_lies_on_the_way() -> None:
    """16.1-1 and not 10.2-1: the wood stays closed when the enemy has gone."""
    position = jena({"suc-1": "0508", "tau-1": "0309"}, 2)
    (fault,) = compiled(real(), position, move(unit="suc-1", to="0209")).faults
    assert (fault.refusal.case, fault.refusal.hex) == ("16.1-1", "0209")


def test_a_goal_behind_a_river_says_that_no_way_leads_there() -> None:
    around = small().setting.field.neighbours["0407"]
    island: list[Json] = [{"hex": "0407", "terrain": "clear"}]
    hexsides = ["-".join(sorted(("0407", near))) for near in around]
    island += [{"hexside": pair, "feature": "river", "there": True} for pair in hexsides]
    game = bind(ruleset.data_files(), read_folder(HERE / "small"), overlay=island)
    (fault,) = compiled(game, on_field(f1="0406"), move(unit="f1", to="0407")).faults
    assert fault.refusal.text == (
        "1/Centre cannot reach 0407: no ground that it may enter leads there; on the shortest it cannot cross the "
        "river between 0406 and 0407: there is no bridge"
    )
    assert (fault.refusal.case, fault.refusal.hex) == ("5.24", "0407")


def test_too_far_is_told_of_the_cheapest_way_where_none_was_named() -> None:
    position = jena({"suc-1": "0508"})
    (fault,) = compiled(real(), position, {"moves": [{"unit": "suc-1", "to": "1412"}]}).faults
    assert "cannot reach 1412 (Krippendorf): the cheapest way costs" in fault.refusal.text
    assert fault.refusal.text.endswith("movement points and the unit has 4")
    way = ["0508", "0509", "0510", "0511", "0512", "0513", "0514"]
    (fault,) = compiled(real(), position, {"moves": [{"unit": "suc-1", "path": way}]}).faults
    assert "this way: it costs" in fault.refusal.text
