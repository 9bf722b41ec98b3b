"""Movement and combat carried out with scripted dice: repulse, retreat, exchange, the Guard, leaders, trains."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.battle.boxes import CAPTURED, DAY, GONE
from rulesets.campaign_1806.rules.battle.combat import combat_phase
from rulesets.campaign_1806.rules.command.phase import command_phase
from rulesets.campaign_1806.rules.march.movement import movement_phase
from tests.rulesets.campaign_1806.country import ID, country, row, rows
from tests.rulesets.campaign_1806.turns import carried, named, playing

# All sides of 0505 are barred but the way to 0504; a bridge leads to 0506.
ISLAND = {
    "river": "0404-0505 0405-0505 0505-0604 0505-0605 0505-0506",
    "bridge": "0505-0506",
    "roads": ("0505 0506",),
}


def moves(units: str, *path: str) -> dict[str, Any]:
    """Orders with one entry."""
    return {"orders": [{"units": units.split(), "path": list(path)}]}


def attack(on: str, with_: str, **wishes: Any) -> list[dict[str, Any]]:
    """A list of one attack."""
    return [{"on": on.split(), "with": with_.split(), **wishes}]


# -- repulse ------------------------------------------------------------------------------


@pytest.mark.rule(ID, "10.21-1")
@pytest.mark.rule(ID, "10.11-1")
def test_who_has_pushed_the_enemy_away_marches_on() -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski"})
    told = carried(movement_phase(play, moves("suchet", "0505", "repulse 0506", "0606")))
    assert named(told, "repulse")[0]["done"] and named(told, "stopped") == []
    assert play.at["suchet"] == "0606"
    (gone,) = named(told, "retreated")
    assert gone["unit"] == "boguslawski" and play.field.distance("0506", play.at["boguslawski"]) == 2


@pytest.mark.rule(ID, "10.22-1")
@pytest.mark.rule(ID, "10.22-2")
def test_a_repulse_that_fails_is_followed_by_an_attack_two_columns_down() -> None:
    play = playing({"0505": "suchet", "0506": "tauenzien"})
    told = carried(movement_phase(play, moves("suchet", "0505", "repulse 0506")))
    assert not named(told, "repulse")[0]["done"] and play.at["suchet"] == "0505"
    (fight,) = named(carried(combat_phase(play, []), [3]), "combat")
    # 12 to 6 is 2-1, two columns down 1-2, where a 3 sends the attacker back.
    assert fight["rolled"] == "Ar"


@pytest.mark.rule(ID, "10.23")
def test_vedettes_that_are_pushed_away_are_lost() -> None:
    play = playing({"0505": "gudin", "0506": "bila-v1"}, vedettes=True)
    carried(movement_phase(play, moves("gudin", "0505", "repulse 0506")))
    assert play.position.boxes["bila-v1"] == DAY and play.at["gudin"] == "0506"


# -- who is lost, and who pays ------------------------------------------------------------

# 20 to 9 is 2-1, where a 3 sends the defender back; the die of 16.4 has one added for the column.
SAVED = rows(row("16.4", 2, DAY), row("16.4", 3, GONE))


@pytest.mark.parametrize(("die", "box"), SAVED)
def test_a_die_for_who_is_surrounded(die: int, box: str) -> None:
    play = playing({"0504": "suchet", "0506": "gazan", "0505": "grawert"})
    told = carried(combat_phase(play, attack("0505", "0504 0506")), [3, die])
    assert play.position.boxes["grawert"] == box and named(told, "lost")[0]["die"] == die
    assert play.position.losses == {"pr-iii": 9}


PAYMENTS = rows(row("11.4-Ex", {}, "gazan"), row("11.4-Ex", {"exchange": ["suchet"]}, "suchet"))


@pytest.mark.parametrize(("wishes", "payer"), PAYMENTS)
def test_an_exchange_is_paid_as_the_owner_wants(wishes: dict[str, Any], payer: str) -> None:
    play = playing({"0505": "suchet gazan lannes", "0506": "tauenzien"})
    carried(combat_phase(play, attack("0506", "0505", **wishes)), [6])
    assert play.position.boxes == {"tauenzien": DAY, payer: DAY}


@pytest.mark.rule(ID, "16.31")
@pytest.mark.rule(ID, "16.32")
def test_the_guard_recoils_and_the_levels_fall() -> None:
    play = playing({"0505": "guard-infantry", "0506": "grawert"})
    before = play.losses.level("iii").points
    told = carried(combat_phase(play, attack("0506", "0505")), [6])
    assert named(told, "guard-recoils")
    assert play.losses.level("iii").points == before - before // 3
    assert play.losses.level("pr-iii").points == 23


@pytest.mark.rule(ID, "11.45-1")
@pytest.mark.rule(ID, "11.31F")
def test_a_friend_makes_room_for_who_retreats() -> None:
    at = {"0506": "suchet gazan lannes", "0505": "grawert", "0504": "orange wartensleben"}
    play = playing(at, country(**ISLAND))
    told = carried(combat_phase(play, attack("0505", "0506")), [2])
    (moved,) = named(told, "displaced")
    assert play.at["grawert"] == "0504" and moved["at"] == "0504"
    assert play.at[moved["unit"]] == moved["to"] != "0504"


@pytest.mark.rule(ID, "11.46-1")
def test_who_has_won_advances() -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski"})
    carried(combat_phase(play, attack("0506", "0505", advance="yes")), [1])
    assert play.at == {"suchet": "0506"}


# -- leaders ------------------------------------------------------------------------------


@pytest.mark.rule(ID, "5.26-1")
@pytest.mark.rule(ID, "5.13")
def test_a_leader_is_captured_and_somebody_takes_his_place() -> None:
    play = playing({"0508": "gudin", "0505": "hohenlohe", "0902": "grawert", "0901": "prittwitz"})
    told = carried(movement_phase(play, moves("gudin", "0508", "0507", "0506")), [1])
    assert named(told, "captured")[0]["army"] == "french" and play.position.boxes == {"hohenlohe": CAPTURED}
    play.position.army = "prussian"
    told = carried(command_phase(play, {"replace": {"hohenlohe": "0902"}}), [6])
    assert named(told, "replaced")[0]["leader"] == "hohenlohe"
    assert play.at["replacement-p1"] == "0902" and play.formation_of("replacement-p1") == "pr-iii"
    assert carried(command_phase(play, {"replace": {"hohenlohe": "0902"}}), [6])[0]["kind"] == "command"


@pytest.mark.rule(ID, "5.26-2")
def test_a_leader_who_gets_away_flies_to_his_own() -> None:
    play = playing({"0508": "gudin", "0505": "hohenlohe", "0902": "grawert"})
    told = carried(movement_phase(play, moves("gudin", "0508", "0507", "0506")), [2])
    assert named(told, "flew")[0]["to"] == play.at["hohenlohe"] == "0902"


@pytest.mark.rule(ID, "5.25-1")
def test_a_leader_goes_along_with_who_is_pushed_away() -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski hohenlohe"})
    carried(movement_phase(play, moves("suchet", "0505", "repulse 0506")))
    assert play.at["hohenlohe"] == play.at["boguslawski"] != "0506"


# -- trains -------------------------------------------------------------------------------

TRAINS = rows(row("9.13-3", 1, False), row("9.13-3", 2, False), row("9.13-3 11.43-2", 3, True))


@pytest.mark.parametrize(("die", "along"), TRAINS)
def test_a_train_whose_escort_retreats(die: int, along: bool) -> None:
    play = playing({"0505": "suchet", "0506": "boguslawski bridge-pr-iii"})
    told = carried(combat_phase(play, attack("0506", "0505")), [6, die])
    assert bool(named(told, "train-followed")) is along
    if along:
        assert play.at["bridge-pr-iii"] == play.at["boguslawski"]
    else:
        assert play.position.boxes["bridge-pr-iii"] == GONE


@pytest.mark.rule(ID, "14.34-2")
def test_baggage_without_escort_is_captured_in_passing() -> None:
    play = playing({"0508": "klein", "0505": "baggage-pr"})
    told = carried(movement_phase(play, moves("klein", "0508", "0507", "0506", "0405")))
    assert named(told, "train-lost")[0]["captured"] and play.position.boxes == {"baggage-pr": CAPTURED}
    assert play.at == {"klein": "0405"}


# -- vedettes -----------------------------------------------------------------------------


@pytest.mark.rule(ID, "13.11-1")
@pytest.mark.rule(ID, "13.12")
def test_vedettes_go_out_and_become_their_unit_again() -> None:
    play = playing({"0505": "viallanes"}, vedettes=True)
    orders = moves("viallanes", "0505", "vedettes")
    orders["orders"].append({"units": ["viallanes-v1"], "path": ["0505", "0506", "0507"]})
    carried(movement_phase(play, orders))
    assert play.at == {"viallanes-v1": "0507", "viallanes-v2": "0505"}
    play.moved.clear()
    back = {**moves("viallanes-v1", "0507", "0506", "0505"), "reassemble": ["viallanes"]}
    told = carried(movement_phase(play, back))
    assert named(told, "reassembled") and play.at == {"viallanes": "0505"} and not play.position.boxes


LEAVING = rows(row("13.22-1", "vedettes", True), row("13.22-1", "never", False))


@pytest.mark.parametrize(("said", "gone"), LEAVING)
def test_vedettes_leave_before_combat_as_standing_orders_say(said: str, gone: bool) -> None:
    play = playing({"0505": "grawert", "0506": "viallanes-v1"}, army="prussian", vedettes=True)
    told = carried(combat_phase(play, attack("0506", "0505")), [] if gone else [1], leave=said)
    assert bool(named(told, "left")) is gone is bool(named(told, "lapsed"))
    assert (play.at.get("viallanes-v1", "") != "") is gone
