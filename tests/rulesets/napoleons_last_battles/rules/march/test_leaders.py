"""Leaders on the move: costs, zones, coming in, fleeing (10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from rulesets.napoleons_last_battles.rules.march.movement import movement
from tests.rulesets.napoleons_last_battles.rules.march.ground import DAY, NIGHT, RAIN, go, group, play, small

FOOT, ENEMY = "huss-5", "blndt"
OURS, THEIRS = "reille", "perponcher"


@pytest.mark.rule("nlb", "10.1C-1")
@pytest.mark.rule("nlb", "10.1C-3")
def test_a_leader_rides_as_cavalry_does() -> None:
    assert play(small({OURS: "0302"}), go(OURS, "0302", "0303")).cost() == "4"
    assert play(small({OURS: "0709"}), go(OURS, "0709", "0708")).cost() == "1/2"
    slow = small({OURS: "0204"}, broken={"fr-2": "demoralized"})
    path = ("0204", "0205", "0206", "0207", "0208")
    assert play(slow, go(OURS, *path)).cases == ["5.1-1"]
    assert play(slow, go(OURS, *path[:4])).cost() == "6"


@pytest.mark.rule("nlb", "10.1C-2")
def test_who_has_given_command_rides_half_as_far() -> None:
    path = ("0204", "0205", "0206", "0207", "0208")
    assert play(small({OURS: "0204"}), go(OURS, *path), commanded=[OURS]).cases == ["5.1-1"]
    assert play(small({OURS: "0204"}), go(OURS, *path[:4]), commanded=[OURS]).cost() == "3"


@pytest.mark.rule("nlb", "10.1B")
def test_leaders_stack_freely() -> None:
    at = {FOOT: "0205", "baud-6": "0205", OURS: "0204", "ney": "0204", "kellermann": "0205"}
    phase = play(small(at), go(OURS, "0204", "0205"), go("ney", "0204", "0205"), go("baud-6", "0205", "0206"))
    assert phase.kinds() == ["moved"] * 3
    full = small({**at, "soye-6": "0206"})
    assert play(full, go("soye-6", "0206", "0306"), go("ney", "0204", "0205")).kinds() == ["moved"] * 2


@pytest.mark.parametrize("turn", [DAY, NIGHT, RAIN])
@pytest.mark.parametrize(
    ("units", "path", "cases"),
    [
        pytest.param({}, ("0204", "0205", "0206"), ["10.1D-1"], marks=pytest.mark.rule("nlb", "10.1D-1")),
        pytest.param({FOOT: "0206"}, ("0204", "0205", "0206"), [], marks=pytest.mark.rule("nlb", "10.1D-2")),
        pytest.param({FOOT: "0206"}, ("0206", "0205", "0204"), [], marks=pytest.mark.rule("nlb", "10.1D-2")),
        pytest.param({FOOT: "0206"}, ("0205", "0206", "0307"), ["10.1D-1"], marks=pytest.mark.rule("nlb", "10.1D-1")),
        pytest.param(
            {FOOT: "0206", "baud-6": "0107"},
            ("0205", "0206", "0107"),
            [],
            marks=pytest.mark.rule("nlb", "10.1D-2"),
        ),
        ({}, ("0206", "0207"), ["5.0"]),
    ],
)
def test_a_leader_enters_and_leaves_zones_where_friends_are(
    units: dict[str, str], path: Sequence[str], cases: list[str], turn: str
) -> None:
    phase = play(small({**units, OURS: path[0], ENEMY: "0207"}, turn), go(OURS, *path))
    assert phase.cases == cases
    assert (phase.board.position.leaders.get(OURS) == path[-1]) is (cases == [])


@pytest.mark.rule("nlb", "10.1D-1")
def test_a_leader_rides_into_a_zone_with_his_units_but_not_before_them() -> None:
    board = small({FOOT: "0204", OURS: "0204", ENEMY: "0207"})
    alone = go(OURS, "0204", "0205", "0206")
    assert play(board, alone).cases == ["10.1D-1"]
    phase = play(board, {"units": [OURS, FOOT], "to": "0206"})
    assert [event["unit"] for event in phase.events] == [FOOT, OURS] and phase.cases == []
    assert board.position.leaders[OURS] == board.at[FOOT] == "0206"


@pytest.mark.rule("nlb", "11.3A-1", "11.3A-2")
def test_out_of_command_a_leader_neither_enters_nor_leaves_a_zone() -> None:
    units = {FOOT: "0206", ENEMY: "0207"}
    inside = small({**units, OURS: "0206"}, idle={OURS})
    assert play(inside, go(OURS, "0206", "0205")).cases == ["11.3A"]
    outside = small({**units, OURS: "0205"}, idle={OURS})
    assert play(outside, go(OURS, "0205", "0206")).cases == ["11.3A"]
    assert play(outside, go(OURS, "0205", "0204")).cases == []


@pytest.mark.rule("nlb", "10.1E-1")
@pytest.mark.rule("nlb", "10.1E-2")
def test_units_go_past_a_lone_leader_who_flees_at_once() -> None:
    board = small({FOOT: "0204", THEIRS: "0306", ENEMY: "0909"})
    phase = play(board, go(FOOT, "0204", "0205", "0206", "0207", "0208"))
    assert phase.kinds() == ["moved", "fled"] and phase.cases == []
    assert phase.events[1] == {"kind": "fled", "unit": THEIRS, "from": "0306", "to": "0909", "case": "10.1E-2"}


@pytest.mark.rule("nlb", "10.1E-2")
def test_a_unit_may_enter_the_hex_of_a_lone_leader() -> None:
    board = small({FOOT: "0204", THEIRS: "0205", ENEMY: "0909"})
    assert play(board, go(FOOT, "0204", "0205")).kinds() == ["moved", "fled"]
    assert board.position.leaders[THEIRS] == "0909" and board.at[FOOT] == "0205"


@pytest.mark.rule("nlb", "10.1E-2")
def test_nobody_flees_with_a_unit_beside_him_or_from_a_leader() -> None:
    board = small({FOOT: "0204", OURS: "0204", THEIRS: "0207", ENEMY: "0207", "wellington": "0206"})
    phase = play(board, go(OURS, "0204", "0205"))
    assert phase.kinds() == ["moved"]
    assert play(small({FOOT: "0204", THEIRS: "0207", ENEMY: "0207"}), go(FOOT, "0204", "0205", "0206")).kinds() == [
        "moved"
    ]


@pytest.mark.rule("nlb", "10.1E-2")
def test_without_a_friend_a_leader_is_out_of_play() -> None:
    board = small({FOOT: "0204", THEIRS: "0206"})
    assert play(board, go(FOOT, "0204", "0205")).kinds() == ["moved", "leader_lost"]
    assert board.position.leaders == {} and board.position.dead == {THEIRS}


@pytest.mark.rule("nlb", "10.1E-2")
@pytest.mark.parametrize(
    ("said", "to"), [(None, "0605"), (["0101", "0609", "0605"], "0609"), ("0609", "0609"), (["0101"], "0605")]
)
def test_the_owner_says_where_one_of_two_hexes_is_as_near(said: Any, to: str) -> None:
    board = small({FOOT: "0404", THEIRS: "0607", ENEMY: "0605", "wmar": "0609"})
    asked: list[Choose] = []

    class Slots(OpenBook):
        def choose(self, request: Choose) -> Any:
            if request.what == "flee":
                asked.append(request)
                answer = request.read(said) if said is not None else None
                return answer if isinstance(answer, str) else request.options.default()
            return super().choose(request)

    path = ("0404", "0405", "0406", "0507", "0506")
    Slots().carry_out(movement(board, [go(FOOT, *path[:4])]))
    assert board.position.leaders[THEIRS] == to
    assert [(one.army, one.slot, one.label) for one in asked] == [
        ("coalition", "flee.al-n2", f"gt{board.position.turn}.french.m1.flee.{THEIRS}")
    ]


@pytest.mark.rule("nlb", "10.1E-2")
def test_who_is_alone_in_an_enemy_zone_at_the_end_flees() -> None:
    board = small({FOOT: "0204", OURS: "0206", ENEMY: "0207"})
    phase = play(board)
    assert phase.kinds() == ["fled"] and board.position.leaders[OURS] == "0204"


@pytest.mark.rule("nlb", "10.1A")
def test_a_leader_comes_in_with_a_unit_of_his_group_or_after_it() -> None:
    due = (group("quiot-1 bourg-1", "0109", leaders=("derlon",)),)
    assert play(small({}, groups=due), {"unit": "derlon", "enter": "0109"}).cases == ["10.1A"]
    board = small({}, groups=due)
    phase = play(board, {"units": ["derlon", "quiot-1"], "enter": "0109"}, {"unit": "bourg-1", "enter": "0109"})
    assert [(event["unit"], event["cost"]) for event in phase.events] == [
        ("quiot-1", "1"),
        ("derlon", "1"),
        ("bourg-1", "2"),
    ]
    board = small({}, groups=due)
    phase = play(board, {"unit": "quiot-1", "enter": "0109"}, {"unit": "derlon", "enter": "0109"})
    assert phase.cases == [] and phase.cost() == "1" and board.position.leaders == {"derlon": "0109"}


@pytest.mark.rule("nlb", "22.4A-2")
def test_a_leader_leaves_the_map_as_units_do() -> None:
    board = small({OURS: "0708"}, exits=({"case": "22.4A-2", "for": "french", "at": "0709"},))
    assert play(board, {"unit": OURS, "exit": "0709"}).kinds() == ["moved", "exited"]
    assert board.position.exited == {OURS: "0709"} and board.position.leaders == {}
