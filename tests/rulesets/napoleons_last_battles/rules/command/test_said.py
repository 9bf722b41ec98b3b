"""What a player writes of command: every wrong word is refused with its place, and what is left out is added."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.engine.requests import SILENT
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.command.phase import command_phase
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from tests.rulesets.napoleons_last_battles.rules.command.stage import cases, give, stage, why

rule = pytest.mark.rule
GROUND = {
    "napoleon": "0404",
    "ney": "0405",
    "reille": "0504",
    "derlon": "0303",
    "huss-5": "0503",
    "camp-5": "0505",
    "pire": "0502",
    "quiot-1": "0204",
    "lf-ds": "0304",
    "blucher": "0909",
    "12-1": "0908",
}
NEY: dict[str, Any] = {"officers": ["reille"], "units": ["lf-ds"]}


@rule("nlb", "11.1A", "11.1B-1", "11.1-1", "11.2-1")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ([], [((), "11.0")]),
        ({"nobody": {}}, [(("nobody",), "11.0")]),
        ({"huss-5": {}}, [(("huss-5",), "11.0")]),
        ({"blucher": {}}, [(("blucher",), "11.1-1")]),
        ({"grouchy": NEY}, [(("grouchy",), "11.2-1")]),
        ({"ney": []}, [(("ney",), "11.0")]),
        ({"ney": {"corps": []}}, [(("ney",), "11.0")]),
        ({"ney": {"officers": "reille"}}, [(("ney", "officers"), "11.0")]),
        ({"ney": {"units": ["lf-ds"] * 201}}, [(("ney", "units"), "11.0")]),
        ({"ney": {"officers": ["huss-5"]}}, [(("ney", "officers", 0), "11.1A")]),
        ({"ney": {"officers": ["napoleon"]}}, [(("ney", "officers", 0), "11.1A")]),
        ({"ney": {"units": ["reille", 7, "nobody"]}}, [(("ney", "units", n), "11.1A") for n in range(3)]),
        ({"ney": {"units": ["12-1"]}}, [(("ney", "units", 0), "11.1-1")]),
        ({"ney": {"units": ["jacq"]}}, [(("ney", "units", 0), "11.2-1")]),
        ({"ney": {"units": ["pire"]}, "napoleon": {"units": ["pire"]}}, [(("ney", "units", 0), "11.1A")]),
        ({"ney": {"officers": ["reille", "reille"]}}, [(("ney", "officers", 1), "11.1A")]),
        ({"reille": {"units": ["huss-5"]}}, [(("reille",), "11.1B-1")]),
        ({"reille": "sleeps"}, [(("reille",), "11.1B-1")]),
        ({"ney": NEY, "napoleon": {}, "derlon": "reorganizes"}, []),
    ],
)
def test_every_wrong_word_has_its_place_and_case(said: Any, found: list[Any]) -> None:
    board = stage(GROUND)
    assert cases(board, said) == found
    assert (CommandOptions(board).why_not(said) is None) is (found == [])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"reille": {}}, "Reille in 0504 is an officer: he reorganizes or withholds, and has command from a commander"),
        ({"ney": {"officers": ["napoleon"]}}, "Napoleon in 0404 is a commander, who has command from nobody"),
        ({"ney": {"officers": ["huss-5"]}}, "Husson in 0503 is a combat unit, named under units"),
        ({"ney": {"units": ["reille"]}}, "Reille in 0504 is an officer, named under officers"),
        ({"grouchy": NEY}, "Grouchy is not on the map and has no part in command"),
        (
            {"ney": {"units": ["pire"]}, "napoleon": {"units": ["pire"]}},
            "Pire's cavalry has command from Napoleon in 0404 already",
        ),
    ],
)
def test_refusals_say_who_and_where(said: Any, text: str) -> None:
    assert text in why(stage(GROUND), said)


@rule("nlb", "11.2-1")
def test_the_fallen_command_nobody() -> None:
    board = stage({key: at for key, at in GROUND.items() if key != "ney"}, dead={"ney"})
    assert why(board, {"ney": NEY}) == "Ney has fallen and has no part in command (11.2-1)"


@rule("nlb", "11.1A")
def test_a_refusal_names_who_could_be_commanded() -> None:
    board = stage({**GROUND, "bourg-1": "0101"})
    refusal = CommandOptions(board).why_not({"ney": {"units": ["bourg-1"]}})
    assert refusal is not None and refusal.legal == ("lf-ds", "quiot-1", "huss-5", "camp-5", "pire")


@rule("nlb", "11.0-1")
def test_commanders_of_whom_nothing_is_said_give_command_all_the_same() -> None:
    board = stage(GROUND)
    given = give(board, {"ney": {"units": ["lf-ds"]}})
    assert given.chain.direct == {"lf-ds": "ney"} and given.chain.officers == {
        "reille": "napoleon",
        "derlon": "napoleon",
    }
    silent = give(stage(GROUND), {"ney": {}, "napoleon": {}})
    assert silent.chain.commanders == set() and len(silent.idle) == 7
    assert silent.kinds() == ["out-of-command"]


@rule("nlb", "10.1C-2")
def test_who_gives_command_moves_half_as_far() -> None:
    given = give(stage({**GROUND, "mouton": "0403"}), {"ney": NEY, "napoleon": {"officers": ["mouton"]}})
    # Mouton is in command and has nobody to pass it on to.
    assert given.chain.commanders == {"ney", "napoleon", "reille"}
    board = stage(GROUND)
    points = {one["unit"]: one["allowance"] for one in OrdersOptions(board).describe()["units"]}
    assert (points["ney"], points["reille"], points["napoleon"], points["lf-ds"]) == ("6", "3", "5", "7")


@rule("nlb", "11.1B-1")
def test_an_officer_in_command_may_withhold_it_and_keep_his_points() -> None:
    given = give(stage(GROUND), {"ney": {"officers": ["reille"]}, "reille": "withholds", "napoleon": {}})
    assert "reille" not in given.chain.commanders and {"huss-5", "camp-5"} <= set(given.idle)
    assert "reille" not in given.idle


@rule("nlb", "12.1D")
def test_who_reorganizes_passes_no_command_on_but_his_units_may_have_it_directly() -> None:
    given = give(stage(GROUND), {"ney": {"units": ["huss-5"]}, "napoleon": {}, "reille": "reorganizes"})
    assert given.chain.reorganizing == {"reille"} and "reille" not in given.chain.commanders
    assert {"camp-5", "pire", "reille"} <= set(given.idle) and "huss-5" not in given.idle
    assert "reorganizes" in given.kinds()
    bare = stage(GROUND, uid="ligny")
    assert [case for _, case in cases(bare, {"reille": "reorganizes"})] == ["12.0"]


@rule("nlb", "12.1D")
def test_the_default_plans_around_those_who_reorganize() -> None:
    given = give(stage(GROUND), {"reille": "reorganizes"})
    assert not given.chain.through.get("reille")
    assert given.chain.direct.keys() >= {"huss-5", "camp-5", "pire"}


@rule("nlb", "11.0-3", "4.2-1", "11.3-1")
def test_at_night_nothing_changes() -> None:
    board = stage(GROUND, turn="16/2100", idle={"huss-5", "12-1"})
    given = give(board)
    assert (given.idle, given.events, given.chain.commanders) == (["12-1", "huss-5"], [], set())
    assert cases(board, {"ney": NEY}) == [((), "4.2")] and cases(board, {}) == []
    refused = give(board, {"ney": NEY})
    assert refused.cases == ["4.2"] and refused.idle == ["12-1", "huss-5"]


@rule("nlb", "4.3-1", "11.0-3")
def test_in_rain_command_is_given_and_marks_of_the_other_army_stay() -> None:
    given = give(stage(GROUND, turn="17/1500", idle={"huss-5", "12-1"}), {"napoleon": {}, "ney": NEY})
    assert given.idle == ["12-1", "derlon", "quiot-1"]


@rule("nlb", "11.3-1")
def test_who_moves_out_of_reach_stays_in_command() -> None:
    board = stage(GROUND)
    give(board, {"napoleon": {}, "ney": NEY})
    board.move("lf-ds", "0101")
    assert "lf-ds" not in board.position.idle


def test_a_game_without_command_asks_for_none() -> None:
    board = stage({"huss-5": "0503"}, uid="ligny", options={"command": False})
    assert list(command_phase(board, SILENT)) == [] and board.position.idle == set()
    assert cases(board, {"ney": {}}) == [((), "11.0")] and CommandOptions(board).default() == {}


def test_orders_are_refused_where_the_command_is_wrong() -> None:
    board = stage(GROUND)
    said = {"ney": {"units": ["pire", "lf-ds"]}, "derlon": {}}
    found = OrdersOptions(board).faults({"command": said, "orders": []})
    assert [(path, one.case) for path, one in found] == [
        (("command", "ney", "units", 1), "11.1A"),
        (("command", "derlon"), "11.1B-1"),
    ]
    assert OrdersOptions(board).faults({"command": {"ney": NEY}}) == []


@rule("nlb", "10.1C-2")
def test_moves_are_judged_with_half_the_points_of_who_gave_command() -> None:
    board = stage({**GROUND, "ney": "0709", "reille": "0709"})
    ride = {"unit": "ney", "to": "0509"}
    quick = {"command": {"ney": {}}, "orders": [{"unit": "ney", "to": "0309"}]}
    assert OrdersOptions(board).faults(quick) == []
    slow = {"command": {"ney": {"officers": ["reille"]}}, "orders": [{"unit": "ney", "to": "0309"}]}
    assert [one.case for _, one in OrdersOptions(board).faults(slow)] == ["5.1-1"]
    assert OrdersOptions(board).faults({**slow, "orders": [ride]}) == []


def test_what_is_described() -> None:
    told = CommandOptions(stage(GROUND)).describe()
    ney = next(one for one in told["commanders"] if one["unit"] == "ney")
    assert (ney["at"], ney["capacity"], ney["silent"]) == ("0405", 1, "")
    assert ney["officers"] == ["derlon", "reille"] and "lf-ds" in ney["units"]
    assert {"unit": "reille", "at": "0504", "units": ["huss-5", "camp-5", "pire"]} in told["officers"]
    assert told["default"] == CommandOptions(stage(GROUND)).default() and told["headquarters"] == []
    night = CommandOptions(stage(GROUND, turn="16/2100")).describe()
    assert night["closed"].startswith("16/2100 is a night turn")


@rule("nlb", "11.0-1")
def test_the_default_takes_the_officers_who_gain_most_beside_single_units() -> None:
    """A corps of one strong unit is better commanded unit by unit."""
    ground = {"ney": "0504", "reille": "0503", "baud-6": "0503", "derlon": "0505", "quiot-1": "0505", "bourg-1": "0505"}
    assert CommandOptions(stage(ground)).default() == {"ney": {"officers": ["derlon"], "units": ["baud-6"]}}


def test_random_lists_are_legal_and_of_many_kinds() -> None:
    seen = set()
    for seed in range(40):
        board = stage(GROUND)
        said = CommandOptions(board).sample(random.Random(seed).randrange)
        assert cases(board, said) == []
        assert give(board, said).cases == []
        seen.update(key if isinstance(value, dict) else value for key, value in said.items())
    assert {"ney", "napoleon", "reorganizes", "withholds"} <= seen
