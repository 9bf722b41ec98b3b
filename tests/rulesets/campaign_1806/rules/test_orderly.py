"""What happens in which order, and what stays as it is: command, movement, combat and nights (2.11, 2.21, 10, 11.1)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.battle.boxes import DAY, GONE, NIGHT, retreat_hexes
from rulesets.campaign_1806.rules.battle.combat import combat_phase
from rulesets.campaign_1806.rules.battle.retreats import ways
from rulesets.campaign_1806.rules.capturing import catch
from rulesets.campaign_1806.rules.command.phase import ReorganizeOptions, command_phase
from rulesets.campaign_1806.rules.march.costs import Spent, walk
from rulesets.campaign_1806.rules.march.movement import MoveOptions, movement_phase
from rulesets.campaign_1806.rules.night_phase import before_orders, night_phase
from rulesets.campaign_1806.rules.orders_options import NightOrders
from rulesets.campaign_1806.sequence import phase
from tests.rulesets.campaign_1806.country import ID, board, country, forces, row, rows
from tests.rulesets.campaign_1806.rules.test_procedures import attack, moves
from tests.rulesets.campaign_1806.turns import NIGHT_TURN, SOURCE, carried, named, playing

ROAD = ("0501 0502 0503 0504 0505 0506",)

# -- command --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "2.11A1-1")
@pytest.mark.rule(ID, "6.13-2")
def test_a_leader_out_of_command_reorganizes_too() -> None:
    play = playing({"0201": "ney", "0909": "grawert"}, boxes={"marchand": NIGHT}, out={"ney"})
    told = carried(command_phase(play, {"reorganize": [{"leader": "ney", "units": ["marchand"]}]}), [6])
    assert named(told, "reorganized") and play.at["marchand"] == "0201"


@pytest.mark.rule(ID, "6.23")
def test_who_has_reorganized_gets_no_command() -> None:
    play = playing({"0201": "ney napoleon", "0909": "grawert"}, boxes={"marchand": NIGHT})
    carried(command_phase(play, {"reorganize": [{"leader": "ney", "units": ["marchand"]}]}), [1])
    assert "ney" in play.out and "ney" in play.busy


@pytest.mark.rule(ID, "5.15-1")
@pytest.mark.rule(ID, "7.3")
def test_a_commander_of_a_corps_has_it_in_command_until_his_next_turn() -> None:
    play = playing({"0505": "davout gudin", "0101": "friant", "0909": "grawert"})
    carried(command_phase(play, {}))
    assert "gudin" not in play.out and "friant" in play.out
    carried(movement_phase(play, moves("gudin", "0505", "0504", "0503", "0502", "0501")), [])
    assert "gudin" not in play.out


@pytest.mark.rule(ID, "2.11B2-NOTE2")
def test_a_unit_that_moves_on_its_own_keeps_its_marker() -> None:
    play = playing({"0505": "gudin", "0909": "grawert"}, out={"gudin"})
    carried(movement_phase(play, moves("gudin", "0505", "0504")), [1])
    assert play.at["gudin"] == "0504" and "gudin" in play.out


@pytest.mark.rule(ID, "2.0")
def test_a_player_turn_ends_where_the_next_begins() -> None:
    play = playing({"0505": "gudin", "0909": "grawert"})
    carried(phase(play.setting, play.position), orders={})
    assert (play.position.turn, play.position.army) == (2, "prussian")


# -- movement -------------------------------------------------------------------------------


@pytest.mark.rule(ID, "8.12A-EX")
def test_who_has_too_few_points_goes_one_hex() -> None:
    field = country(woods="0505-0506", stream="0505-0506")
    tired = Spent("0505")
    unit = forces().units["guard-cavalry"]
    assert isinstance(walk(field, unit, ["0506"], tired), Spent)


@pytest.mark.rule(ID, "12.22")
def test_the_demoralized_go_on_road_march() -> None:
    play = playing({"0501": "gudin", "0909": "grawert"}, country(roads=ROAD), demoralized={"gudin"})
    carried(movement_phase(play, moves("gudin", "0501", "march", "0502", "0503")))
    assert play.at["gudin"] == "0503" and "gudin" in play.marching


# A column of so many points, who stands in its way, and whether it is pushed away.
COLUMNS = rows(row("8.22A", "suchet", "boguslawski", True), row("8.22A 10.22-NOTE", "suchet", "tauenzien", False))


@pytest.mark.parametrize(("column", "enemy", "done"), COLUMNS)
def test_a_column_in_an_enemy_zone_tries_a_repulse(column: str, enemy: str, done: bool) -> None:
    play = playing({"0503": column, "0506": enemy}, country(roads=ROAD))
    told = carried(movement_phase(play, moves(column, "0503", "march", "0504", "0505")))
    assert [one["done"] for one in named(told, "repulse")] == [done]
    assert play.at[column] == ("0506" if done else "0505") and column in play.marching


@pytest.mark.rule(ID, "10.0")
@pytest.mark.rule(ID, "10.21-2")
@pytest.mark.rule(ID, "10.21-3")
def test_one_stack_repulses_as_often_as_its_points_allow() -> None:
    play = playing({"0502": "suchet", "0503": "boguslawski", "0506": "pelet"})
    words = ("0502", "repulse 0503", "0504", "0505", "repulse 0506")
    told = carried(movement_phase(play, moves("suchet", *words)))
    assert [one["done"] for one in named(told, "repulse")] == [True, True] and play.at["suchet"] == "0506"


@pytest.mark.rule(ID, "5.25-2")
def test_leaders_go_with_those_who_are_pushed_away() -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski hohenlohe"})
    carried(movement_phase(play, moves("suchet", "0505", "repulse 0506")))
    assert play.at["hohenlohe"] == play.at["boguslawski"] != "0506"


@pytest.mark.rule(ID, "9.23-2")
def test_a_bridge_that_was_crossed_is_not_taken_up_in_this_phase() -> None:
    field = country(river="0505-0506")
    play = playing({"0505": "gudin", "0909": "grawert"}, field, pontoons={"0505/0506": ("bridge-fr", "french")})
    carried(movement_phase(play, moves("gudin", "0505", "0506")))
    refusal = MoveOptions(play).why_not({"units": ["bridge-fr"], "path": ["0505"]})
    assert refusal is not None and refusal.case == "9.23-2"


@pytest.mark.rule(ID, "9.25A")
def test_a_bridge_between_no_friends_falls_to_the_enemy_who_comes() -> None:
    field = country(river="0505-0506")
    play = playing({"0504": "gudin", "0909": "grawert"}, field, pontoons={"0505/0506": ("bridge-pr-i", "prussian")})
    carried(movement_phase(play, moves("gudin", "0504", "0505")))
    assert play.position.pontoons == {"0505/0506": ("bridge-pr-i", "french")}


# -- combat ---------------------------------------------------------------------------------

# Die, and who is lost: 20 to 4 is 5-1, 2 to 12 is 1-4.
RESULTS = rows(
    row("11.4-De", {"0505": "suchet gazan lannes", "0506": "boguslawski prittwitz"}, 1, {"boguslawski", "prittwitz"}),
    row("11.4-Ae", {"0505": "treilhard", "0506": "grawert"}, 6, {"treilhard"}),
)


@pytest.mark.parametrize(("at", "die", "lost"), RESULTS)
def test_who_is_eliminated(at: dict[str, str], die: int, lost: set[str]) -> None:
    play = playing(at)
    carried(combat_phase(play, []), [die])
    assert set(play.position.boxes) == lost


@pytest.mark.rule(ID, "11.0")
@pytest.mark.rule(ID, "11.1-2")
@pytest.mark.rule(ID, "11.1-5")
@pytest.mark.rule(ID, "11.2")
def test_attacks_are_fixed_first_and_fought_in_their_order() -> None:
    play = playing({"0303": "suchet", "0304": "boguslawski", "0707": "gudin", "0708": "prittwitz"})
    told = carried(combat_phase(play, [*attack("0708", "0707"), *attack("0304", "0303")]), [1, 1])
    assert [one["on"] for one in named(told, "combat")] == [["0708"], ["0304"]]


@pytest.mark.rule(ID, "2.11C2")
@pytest.mark.rule(ID, "13.22-2")
@pytest.mark.rule(ID, "11.1-3")
def test_the_defender_s_horse_leaves_before_that_of_the_attacker() -> None:
    play = playing({"0505": "viallanes-v1 viallanes-v2", "0506": "bila-v1", "0405": "grawert"}, vedettes=True)
    entry = {"on": ["0506", "0405"], "with": ["0505"], "leave": ["viallanes-v1", "viallanes-v2"]}
    told = carried(combat_phase(play, [entry]), leave="vedettes")
    assert [one["unit"] for one in named(told, "left")] == ["bila-v1", "viallanes-v1", "viallanes-v2"]


@pytest.mark.rule(ID, "11.2-NOTE")
@pytest.mark.rule(ID, "16.2-2")
def test_horse_that_leaves_fights_nobody_and_leaves_once() -> None:
    play = playing({"0505": "viallanes-v1", "0506": "grawert"}, vedettes=True)
    told = carried(combat_phase(play, attack("0506", "0505", leave=["viallanes-v1"])))
    assert named(told, "lapsed") and "viallanes-v1" in play.left and not named(told, "combat")


@pytest.mark.rule(ID, "11.46-2")
def test_who_has_advanced_neither_fights_again_nor_is_fought() -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski", "0507": "prittwitz", "0607": "gudin"})
    listed = [*attack("0506", "0505", advance="yes"), *attack("0507", "0607")]
    told = carried(combat_phase(play, listed), [1, 1])
    second = [one["unit"] for one in named(told, "combat")[1]["attackers"]]
    assert (play.at["suchet"], second) == ("0506", ["gudin"])


@pytest.mark.rule(ID, "11.45-3")
@pytest.mark.rule(ID, "11.43-EX")
def test_nobody_retreats_into_vedettes_nor_pushes_them_aside() -> None:
    found = board({"0505": "gudin", "0506": "bila-v1"})
    assert "0506" not in retreat_hexes(found, "french", "0505")
    assert {path[-1] for path in ways(found, "gudin", 1)} == set(found.field.neighbours["0505"]) - {"0506"}


@pytest.mark.rule(ID, "13.2")
def test_vedettes_that_have_to_retreat_are_lost_for_a_day() -> None:
    play = playing({"0505": "suchet", "0506": "bila-v1"}, vedettes=True)
    carried(combat_phase(play, []), [3], leave="never")
    assert play.position.boxes == {"bila-v1": DAY}


@pytest.mark.rule(ID, "13.13-EX")
def test_light_troops_wait_for_vedettes_that_are_elsewhere() -> None:
    at = {"0101": "ruchel", "0303": "rudorff-v1", "0909": "gudin"}
    play = playing(at, army="prussian", vedettes=True, boxes={"rudorff": NIGHT})
    refusal = ReorganizeOptions(play).why_not({"leader": "ruchel", "units": ["rudorff"]})
    assert refusal is not None and refusal.case == "13.13"


# -- nights ---------------------------------------------------------------------------------


@pytest.mark.rule(ID, "2.21B-1")
def test_by_night_markers_of_command_come_off() -> None:
    play = playing({"0505": "gudin", "0909": "grawert"}, turn=NIGHT_TURN, out={"gudin", "grawert"})
    carried(before_orders(play))
    assert play.out == {"grawert"}


@pytest.mark.rule(ID, "14.0-1")
@pytest.mark.rule(ID, "14.0-2")
def test_by_night_each_unit_is_looked_at_and_only_it_suffers() -> None:
    # The Prussians have no source on the small map.
    play = playing({"0505": "grawert prittwitz", SOURCE: "gudin"}, army="prussian", turn=NIGHT_TURN, supply=True)
    (told,) = named(carried(night_phase(play, {})), "supply")
    assert told["out"] == ["grawert", "prittwitz"] and play.demoralized == {"grawert", "prittwitz"}
    assert not play.losses.demoralized("pr-iii")


@pytest.mark.rule(ID, "14.3")
def test_a_baggage_train_alone_next_to_the_enemy_is_lost() -> None:
    play = playing({"0505": "baggage-pr", "0506": "gudin"})
    (told,) = named(carried(catch(play, "t")), "train-lost")
    assert told["captured"] and "baggage-pr" not in play.at


# Who is ordered by night, and the case of the fault.
NIGHTS = rows(
    row("2.21C", ["friant"], ["0202"], "2.21C"),
    row("4.2", ["gudin"], ["0405"], "4.2"),
    row("4.2", ["gudin"], ["0404"], None),
)


@pytest.mark.parametrize(("units", "path", "case"), NIGHTS)
def test_orders_of_a_night(units: list[str], path: list[str], case: str | None) -> None:
    play = playing({"0505": "gudin", "0506": "grawert", "0101": "friant"}, turn=NIGHT_TURN)
    found: list[Any] = NightOrders(play).faults({"disengage": [{"units": units, "path": path}]})
    assert [one.case for _, one in found] == ([case] if case else [])


def test_a_unit_that_is_gone_for_good_stays_so_by_night() -> None:
    play = playing({"0505": "gudin"}, turn=NIGHT_TURN, boxes={"friant": GONE, "morand": DAY})
    carried(before_orders(play))
    assert play.position.boxes == {"friant": GONE, "morand": NIGHT}
