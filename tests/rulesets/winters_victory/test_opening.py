"""How scenarios of Winter's Victory begin as its rules see it: boards with crews, chain, command, books, weather."""

from __future__ import annotations

import pytest

from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory import opening
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.leaders import Attack
from rulesets.winters_victory.board.pieces import ARTILLERY, CREW
from rulesets.winters_victory.command_charts import read_delivery
from rulesets.winters_victory.playbook import read_night, read_points, read_snow
from rulesets.winters_victory.rules.command.control import in_command, leader_in_command
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.formations.mobility import manned
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.test_scenarios import IDS, calendar, ground, scenario
from tests.rulesets.winters_victory.winter import HOME, ID, chain, command, data, fire_table, forces, terrain

rule = pytest.mark.rule
ROUNDS = 8


def board(uid: str) -> Board:
    return opening.board(scenario(uid), ground(uid), forces(), chain(), ROUNDS)


@rule(ID, "2.2")
def test_charts_are_read_from_the_folder() -> None:
    charts = opening.read_charts(read_folder(HOME / "data"))
    assert charts.infantry["prussian"] == charts.infantry["french"] == fire_table("infantry-french")
    assert charts.ammunition.start == ROUNDS and charts.crews.crew_guns == 3


@rule(ID, "7.5-1")
@rule(ID, "11.93-0")
@pytest.mark.parametrize("uid", IDS)
def test_batteries_begin_with_crew_and_ammunition(uid: str) -> None:
    found = board(uid)
    guns = [one for one in scenario(uid).units if found.unit(one).kind == ARTILLERY]
    assert guns and all(manned(found, one) and found.piece(one).rounds == ROUNDS for one in guns)
    assert sum(found.unit(one).kind == CREW for one in found.pieces) == len(guns)


@pytest.mark.parametrize("uid", IDS)
def test_no_two_enemies_stand_in_a_hex(uid: str) -> None:
    found = board(uid)
    for at in found.here:
        assert not (found.fighting(at, "french") and found.fighting(at, "allied")), at


@rule(ID, "17.11-1")
@pytest.mark.parametrize("uid", IDS)
def test_everybody_begins_in_command(uid: str) -> None:
    one = scenario(uid)
    scene = Scene(board(uid), Ground(ground(uid), terrain()), opening.read_charts(read_folder(HOME / "data")))
    card = read_delivery(data("charts/delivery"))
    staff = Staff(scene, chain().command, opening.command(one, chain()), command(), card)
    assert [unit for unit in one.units if not in_command(staff, unit)] == []
    leaders = [placed.unit for placed in one.placed if not placed.formation]
    assert [leader for leader in leaders if not leader_in_command(staff, leader)] == []


@rule(ID, "16.15")
@rule(ID, "17.2")
@rule(ID, "17.71-1")
def test_command_begins_as_the_scenario_says() -> None:
    found = opening.command(scenario("davout"), chain())
    assert found.post("davout").state == "mobilized" and found.post("davout").received
    assert found.attacks["french"]["A"] == Attack("division", "friant", begun=True)
    assert (found.post("friant").received, found.independent) == (False, {"davout"})
    under = [uid for uid, post in found.posts.items() if post.attack == "A"]
    assert sorted(under) == ["friant", "grandeau", "kister", "lochet"]
    assert found.post("gudin").state == "standing" and not found.post("gudin").received
    assert found.points == {"french": 0, "allied": 3} and found.headquarters == {"allied": "4436"}
    assert found.attached["kamensky"] == "bennigsen"


@rule(ID, "14.0")
@rule(ID, "14.11-1")
@rule(ID, "14.12")
def test_books_and_what_they_lose() -> None:
    points = read_points(data("playbook/points"))
    books = opening.books(scenario("eylau"), forces(), chain(), points)
    assert (books["russian"].start, books["russian"].level, books["iii"].start) == (153, 153, 32)
    assert {chain().book(uid) for uid in ("f-108-1", "f-108-1.s1")} == {"iii"}
    assert opening.values(points).points == {
        "halved": 1,
        "eliminated": 2,
        "routed": 1,
        "rallied": 1,
        "leader brigade": 1,
        "leader division": 2,
        "leader corps": 5,
        "leader wing": 5,
        "leader detachment": 2,
        "leader army": 8,
    }


@rule(ID, "11.22-2")
@pytest.mark.parametrize(
    ("rate", "turn", "visibility"), [("none", 20, None), ("light", 20, 6), ("heavy", 2, 2), ("light", 2, 4)]
)
def test_weather(rate: str, turn: int, visibility: int | None) -> None:
    snow, night = read_snow(data("playbook/snow")), read_night(data("playbook/night"))
    found = opening.weather(rate, calendar()[turn], snow, night, ground("eylau"))
    assert (found.visibility, found.snow, found.wind) == (visibility, rate, frozenset({0, 1}))
