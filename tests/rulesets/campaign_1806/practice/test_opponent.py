"""The practice opponent: what it writes is legal, and what it does where the right thing is plain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.practice.taking import mans
from rulesets.campaign_1806.practice.view import Moves
from rulesets.campaign_1806.rules.battle.boxes import DAY, NIGHT
from rulesets.campaign_1806.rules.orders_options import DayOrders, options_for
from tests.rulesets.campaign_1806.country import row, rows
from tests.rulesets.campaign_1806.practice.duels import RULESET, duel, game, winners

QUICK = range(1, 3)
MEASURED = range(20)
WON = 18
"""Of MEASURED games against random play."""


def standing_at(scenario: str, turn: int, army: str, at: Mapping[str, str], **rest: Any) -> Position:
    """A position with these counters alone."""
    one = game(scenario)
    position = one.position(one.start())
    position.turn, position.army, position.at = turn, army, dict(at)
    for name, value in rest.items():
        setattr(position, name, value)
    return position


def orders_at(scenario: str, position: Position) -> dict[str, Any]:
    """Its orders on a position, against which the rules have nothing."""
    one = game(scenario)
    orders = RULESET.opponent(one, position.army).orders(position.to_json())
    faults: Any = options_for(one.play(position.to_json()))
    assert list(faults.faults(orders)) == []
    return orders


def ends(orders: Mapping[str, Any]) -> dict[str, str]:
    """Counter -> hex in which its move ends."""
    return {uid: entry["path"][-1] for entry in orders.get("orders", ()) for uid in entry["units"]}


# -- whole games --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("army", ["french", "prussian"])
def test_it_beats_random_play_and_writes_nothing_wrong(army: str) -> None:
    assert winners("saalfeld", [army], QUICK) == {army: len(QUICK)}


@pytest.mark.campaigns
@pytest.mark.parametrize("army", ["french", "prussian"])
@pytest.mark.parametrize("scenario", ["saalfeld", "jena"])
def test_it_beats_random_play_nearly_always(scenario: str, army: str) -> None:
    assert winners(scenario, [army], MEASURED)[army] >= WON


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", ["auerstedt", "jena", "jena-auerstedt", "massenbach", "saalfeld"])
def test_it_plays_against_itself(scenario: str) -> None:
    told, refused = duel(scenario, ["french", "prussian"], 1)
    assert refused == [] and told[-1]["kind"] == "over"


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", ["campaign", "early-warning", "erfurt", "free-entry"])
def test_it_plays_the_first_days_of_a_campaign(scenario: str) -> None:
    told, refused = duel(scenario, ["french", "prussian"], 1, 20)
    assert refused == [] and any(event["kind"] == "entered" for event in told)


def test_it_says_the_same_twice_and_leaves_the_position_alone() -> None:
    one = game("saalfeld")
    position = standing_at("saalfeld", 1, "french", one.setting.setup.at)
    before = position.to_json()
    assert orders_at("saalfeld", position) == orders_at("saalfeld", position)
    assert position.to_json() == before


def test_it_orders_nothing_for_the_other_army() -> None:
    one = game("saalfeld")
    position = standing_at("saalfeld", 1, "french", one.setting.setup.at)
    assert RULESET.opponent(one, "prussian").orders(position.to_json()) == {}


# -- what it does --------------------------------------------------------------------------


def test_command_goes_where_most_hangs_on_a_die() -> None:
    """7.11: two points of Brunswick; Kalckreuth has a division with him, who is too far off gets none."""
    at = {"brunswick": "n2238", "kalckreuth": "n2238", "kunheim": "n2238", "irwing": "n2239", "grawert": "n2338"}
    orders = orders_at("jena-auerstedt", standing_at("jena-auerstedt", 1, "prussian", at))
    assert orders["command"]["brunswick"]["officers"] == ["kalckreuth"]
    assert orders["command"]["brunswick"]["units"] == ["grawert"]


def test_it_concentrates_on_a_weak_enemy() -> None:
    at = {"lannes": "n0405", "suchet": "n0405", "gazan": "n0404", "boguslawski": "n0607"}
    orders = orders_at("saalfeld", standing_at("saalfeld", 1, "french", at))
    (attack,) = orders["attacks"]
    assert attack["on"] == ["n0607"] and attack["advance"] == "yes"
    assert {ends(orders)["suchet"], ends(orders)["gazan"]} == set(attack["with"])


def test_it_keeps_out_of_zones_when_out_of_strength() -> None:
    at = {"louis": "n0809", "lannes": "n0406", "suchet": "n0406", "gazan": "n0406"}
    orders = orders_at("saalfeld", standing_at("saalfeld", 1, "prussian", at))
    assert "attacks" not in orders


def test_vedettes_in_the_way_are_pushed_aside() -> None:
    """10.2: they are lost by it, and no die is needed."""
    position = standing_at("saalfeld", 1, "french", {"lannes": "n0405", "suchet": "n0405", "bila-v1": "n0505"})
    orders = orders_at("saalfeld", position)
    assert orders["orders"][0]["path"] == ["n0405", "repulse n0505"]


def test_who_is_far_from_the_enemy_marches_by_road() -> None:
    at = {"lannes": "n0403", "suchet": "n0403", "grawert": "n0824", "hohenlohe": "n0824"}
    orders = orders_at("saalfeld", standing_at("saalfeld", 1, "french", at))
    (entry,) = [entry for entry in orders["orders"] if entry["units"] == ["suchet"]]
    assert entry["path"][1] == "march"


def test_it_takes_a_baggage_train_that_stands_alone() -> None:
    """14.34-2, 20.15: whoever fights need only come next to it."""
    at = {"holtzendorff": "n1829", "grawert": "n1829", "baggage-fr": "n1530", "suchet": "n1129"}
    after = ends(orders_at("jena", standing_at("jena", 2, "prussian", at)))
    assert game("jena").play(game("jena").start()).field.distance(after["holtzendorff"], "n1530") == 1


RIDES = rows(
    row("20.12", "french", 1, "tilly", {"davout": "n1646", "tilly": "n1646", "orange": "n2830"}, "n2053"),
    row("20.12", "prussian", 1, "irwing", {"irwing": "n2232", "kunheim": "n2232", "suchet": "n0718"}, "n0401"),
)


@pytest.mark.parametrize(("army", "turn", "rider", "at", "source"), RIDES)
def test_horse_rides_for_sources_that_nobody_holds(
    army: str, turn: int, rider: str, at: dict[str, str], source: str
) -> None:
    position = standing_at("massenbach", turn, army, at)
    after = ends(orders_at("massenbach", position))
    distance = game("massenbach").play(position.to_json()).field.distance
    assert distance(after[rider], source) < distance(at[rider], source)


@pytest.mark.parametrize(
    ("foes", "near"),
    [({"grawert": "n1829"}, True), ({"grawert": "n1829", "orange": "n1829", "kunheim": "n1828"}, False)],
)
def test_it_stays_out_of_reach_of_who_is_far_stronger(foes: dict[str, str], near: bool) -> None:
    position = standing_at("jena", 1, "french", {"lannes": "n1330", "suchet": "n1330", **foes})
    after = ends(orders_at("jena", position)).get("suchet", "n1330")
    assert (game("jena").play(position.to_json()).field.distance(after, "n1829") <= 5) is near


def test_leaders_stay_with_those_who_fight_and_trains_behind() -> None:
    at = {"napoleon": "n1330", "suchet": "n1330", "gazan": "n1330", "baggage-fr": "n1330", "tauenzien": "n1532"}
    position = standing_at("jena", 1, "french", at)
    after = {**at, **ends(orders_at("jena", position))}
    play = game("jena").play(position.to_json())
    assert after["napoleon"] in (after["suchet"], after["gazan"])
    assert play.field.distance(after["baggage-fr"], "n1532") > play.field.distance("n1330", "n1532")


def test_who_waits_in_the_box_is_brought_back_far_from_the_enemy() -> None:
    boxes = {"suchet": NIGHT, "gazan": NIGHT, "tauenzien": DAY}
    at = {"lannes": "n0403", "treilhard": "n0403", "napoleon": "n0402", "grawert": "n0724"}
    orders = orders_at("saalfeld", standing_at("saalfeld", 2, "french", at, boxes=boxes))
    assert sorted(uid for entry in orders["reorganize"] for uid in entry["units"]) == ["gazan", "suchet"]


@pytest.mark.parametrize(
    ("scenario", "army", "turn"), rows(row("2.21C", "massenbach", "prussian", 4), row("4.2", "massenbach", "french", 4))
)
def test_by_night_it_leaves_enemy_zones(scenario: str, army: str, turn: int) -> None:
    at = {"suchet": "n1729", "lannes": "n1729", "grawert": "n1829", "hohenlohe": "n1829"}
    position = standing_at(scenario, turn, army, at)
    orders = orders_at(scenario, position)
    play = game(scenario).play(position.to_json())
    (entry,) = orders["disengage"]
    assert not play.in_zone(entry["path"][-1], play.foe)


def test_a_set_up_puts_vedettes_between_the_armies() -> None:
    one = game("jena", "vedettes")
    position = one.position(one.start())
    assert position.turn == SETUP
    said = RULESET.opponent(one, position.army).orders(position.to_json())["setup"]
    play = one.play(position.to_json())
    out = [uid for uid in said if play.unit(uid).parent]
    foes = [at for uid, at in play.at.items() if play.army_of(uid) == play.foe and play.unit(uid).fights]
    assert out and all(play.army_of(uid) == position.army for uid in said)
    near = [min(play.field.distance(said[uid], foe) for foe in foes) for uid in out]
    homes = [min(play.field.distance(play.at[play.unit(uid).parent], foe) for foe in foes) for uid in out]
    assert sum(near) < sum(homes)


def test_standing_orders_fit_their_slots() -> None:
    one = game("jena")
    position = standing_at("jena", 1, "french", one.setting.setup.at)
    said = RULESET.opponent(one, "prussian").standing(position.to_json())
    known = {slot.name: slot.schema for slot in one.slots("prussian")}
    assert {"leave.pr-iii", "advance.pr-iii", "retreat.pr-iii"} <= set(said) <= set(known)
    assert all(value in known[name].get("enum", [value]) for name, value in said.items())


def test_groups_come_in_whole() -> None:
    """15.2-2, 21.16: Davout with all who are due with him."""
    one = game("auerstedt")
    orders = orders_at("auerstedt", standing_at("auerstedt", 1, "french", one.setting.setup.at))
    assert {"davout", "gudin", "viallanes"} <= set(ends(orders))


@pytest.mark.parametrize(("turn", "enters"), [(2, False), (3, True)])
def test_in_its_last_turn_it_enters_the_empty_hex_that_decides(turn: int, enters: bool) -> None:
    """21.96: whoever holds Saalfeld in the end has won; before the last turn the battle comes first."""
    at = {"louis": "n1108", "hohenlohe": "n1108", "suchet": "n0708", "lannes": "n0708"}
    position = standing_at("learning-saalfeld", turn, "prussian", at, held={"n0809": "french"})
    assert (ends(orders_at("learning-saalfeld", position)).get("louis") == "n0809") == enters


def test_the_strongest_who_find_room_man_a_hex_that_decides() -> None:
    """21.96, 3.1: two of foot and two of horse with a leader; only hidden forces have it so."""
    at = {"louis": "n0809", "hohenlohe": "n0809", "prittwitz": "n0809", "dyherrn": "n0910", "holtzendorff": "n0910"}
    foes = {"suchet": "n0608", "gazan": "n0608", "lannes": "n0608"}
    position = standing_at("learning-saalfeld", 1, "prussian", {**at, **foes}, held={"n0809": "prussian"})
    one = game("learning-saalfeld")
    view, goals, _ = RULESET.opponent(one, "prussian")._seen(Moves(DayOrders(one.play(position.to_json())).play))
    assert mans(view, goals) == []
    goals.decides = True
    assert mans(view, goals) == [{"units": ["holtzendorff"], "path": ["n0910", "n0809"]}]
