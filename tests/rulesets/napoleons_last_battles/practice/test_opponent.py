"""The practice opponent: what it writes is legal, and what it does where the right thing is plain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from pbem.engine.answerers import begin, faults
from pbem.engine.contract import Opponent
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS
from pbem.engine.state import fresh
from pbem.hexgame.practice.table import Outcome
from rulesets.napoleons_last_battles import ruleset
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.position import CODEC, Position
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.practice.levels import LOST, URGENT, WON, Levels
from rulesets.napoleons_last_battles.practice.objectives import has_to_attack, objectives, ways_off
from rulesets.napoleons_last_battles.practice.value import GUARD_LEAST, WASTED, Rates
from tests.rulesets.napoleons_last_battles.turns import SEATS, game

CROSSROADS = "1641"


@cache
def opponent(one: LastBattlesGame, army: str) -> Opponent:
    return ruleset.opponent(one, army)


def standing_at(one: LastBattlesGame, turn: int, army: str, at: Mapping[str, str], **rest: Any) -> Position:
    """A position with these units alone; who is not among them is out of play."""
    position = one.theatre.start()
    position.turn, position.army, position.at, position.leaders = turn, army, dict(at), {}
    units = one.theatre.setting.roster.units
    position.dead = {unit for unit in one.theatre.setting.units() if unit not in at}
    for unit in [unit for unit in at if units[unit].leads]:
        position.leaders[unit] = position.at.pop(unit)
    for name, value in rest.items():
        setattr(position, name, value)
    return position


def orders_at(one: LastBattlesGame, position: Position) -> dict[str, Any]:
    """Its orders on a position, which the compiler and the rules have nothing against."""
    state = fresh(CODEC.to_json(position), hidden=one.hiding is not None)
    request = begin(one, state, SEATS).request
    assert request is not None and request.what == ORDERS
    document = opponent(one, position.army).orders(one.position_of(request))
    compiled = one.writing.compile(request, document)
    assert list(compiled.faults) == []
    assert faults(one, state, compiled.input, SEATS) == []
    return document


def ends(document: Mapping[str, Any]) -> dict[str, str]:
    """Unit -> hex where its move ends."""
    return {
        unit: move["path"][-1] for move in document.get("orders", ()) for unit in move.get("units", [move.get("unit")])
    }


def attacks(document: Mapping[str, Any]) -> dict[str, Json]:
    """Enemy hex -> the attack on it."""
    return {at: one for one in document.get("attacks", ()) for at in one["on"]}


# -- attacks -----------------------------------------------------------------------------


def test_surrounds_a_lone_enemy() -> None:
    """Two brigades from opposite sides leave a weak one no way back (6.6)."""
    one = game("quatre-bras")
    at = {"huss-5": "1149", "camp-5": "1549", "blndt": "1346"}
    document = orders_at(one, standing_at(one, 1, "french", at))
    assert sorted(attacks(document)["1346"]["by"]) == ["camp-5", "huss-5"]
    near = one.theatre.field.neighbours
    first, second = (ends(document)[unit] for unit in ("huss-5", "camp-5"))
    assert not set(near["1346"]) - {first, second} - set(near[first]) - set(near[second])


def test_a_stack_attacks_from_one_hex_and_guns_from_two() -> None:
    one = game("quatre-bras")
    at = {"gauth-9": "1548", "jamin-9": "1548", "pell": "1448", "wmar": "1545"}
    attack = attacks(orders_at(one, standing_at(one, 3, "french", at)))["1545"]
    assert sorted(attack["by"]) == ["gauth-9", "jamin-9"] and attack["bombard"] == ["pell"]


def test_leaves_a_strong_line_alone() -> None:
    one = game("quatre-bras")
    line = {"kempt": "1640", "pack": "1640", "halk-3": "1641", "kiel": "1641", "bttlr": "1740", "specht": "1740"}
    document = orders_at(one, standing_at(one, 3, "french", {**line, "camp-5": "1646"}))
    assert attacks(document) == {}


def test_the_guard_is_not_sent_in_below_three_to_one() -> None:
    """15.2, 22.5B: what its repulse would cost counts with the attack; the others of the Guard go at any odds."""
    one = game("ligny", "imperial-guard")
    board = one.theatre.board(standing_at(one, 3, "french", {"fri-gr": "3257", "chrt-y": "3257", "12-1": "3256"}))
    rates = Rates(Ground(one.theatre), board, {}, Levels(board))
    least = one.theatre.setting.columns.index(GUARD_LEAST)
    old, young = [("fri-gr", "3257")], [("chrt-y", "3257")]
    assert rates.stake(old, least - 1) - rates.stake(old, least) == WASTED
    assert rates.stake(young, least - 1) == rates.stake(young, least) > 0
    assert rates.stake([("bill-8", "3257")], 0) == 0


def test_a_garrison_of_walls_does_not_retreat() -> None:
    """8.2C: driving off whom a chateau shelters wins nothing, so nobody goes there with odds that only do that."""
    one = game("learning-hougoumont")
    position = standing_at(one, 1, "french", {"byng": "0617", "baud-6": "0619", "adam": "0516"})
    board = one.theatre.board(position)
    rates = Rates(Ground(one.theatre), board, {}, Levels(board))
    assert rates.stays("0617") and not rates.stays("0516")
    assert one.theatre.setting.columns[rates.column([("baud-6", "0618")], (), ["0617"])] == "1-3"
    assert attacks(orders_at(one, position)) == {}


def test_at_night_nobody_attacks() -> None:
    one = game("campaign")
    turn = next(turn.number for turn in one.theatre.setting.turns if turn.kind == "night")
    document = orders_at(one, standing_at(one, turn, "french", {"gauth-9": "1547", "wmar": "1544", "ney": "1547"}))
    assert "attacks" not in document


# -- goals -------------------------------------------------------------------------------


def test_takes_a_crossroads_that_nobody_defends_and_stays_there() -> None:
    one = game("quatre-bras")
    at = {"camp-5": "1643", "gauth-9": "1545", "kempt": "1636"}
    document = orders_at(one, standing_at(one, 6, "french", at))
    assert CROSSROADS in ends(document).values()
    held = {"camp-5": CROSSROADS, "gauth-9": "1545", "kempt": "1636"}
    again = orders_at(one, standing_at(one, 7, "french", held, held={CROSSROADS: "french"}))
    assert ends(again).get("camp-5", CROSSROADS) == CROSSROADS


@pytest.mark.parametrize(
    ("uid", "army", "attacks_"),
    [
        ("quatre-bras", "french", True),
        ("quatre-bras", "coalition", False),
        ("ligny", "french", True),
        ("ligny", "coalition", False),
        ("campaign", "french", True),
        ("campaign", "coalition", False),
        ("historic-wavre", "coalition", False),
    ],
)
def test_who_loses_if_nothing_happens_has_to_attack(uid: str, army: str, attacks_: bool) -> None:
    one = game(uid)
    assert has_to_attack(one.theatre.board(standing_at(one, 1, army, {})), army) is attacks_


def test_objectives_are_what_the_rows_of_the_scenario_name() -> None:
    """18.3B: each village hex moves the Prussian levels; 19.4C: the crossroads are paid each turn and at the end."""
    ligny = game("ligny")
    wanted = objectives(ligny.theatre.board(ligny.theatre.start()), "french")
    assert [one.at for one in wanted] == sorted(["3755", "3854", "3855", "3955", "3256", "3357", "3457"])
    assert not any(one.ours for one in wanted)
    one = game("quatre-bras")
    worth = [objectives(one.theatre.board(standing_at(one, turn, "coalition", {})), "coalition")[0] for turn in (1, 7)]
    assert worth[0].ours and worth[0].worth > worth[1].worth > 0


def test_who_is_paid_for_it_leaves_the_map() -> None:
    """20.4C-2: five points for each strength point off the west edge."""
    one = game("wavre")
    position = standing_at(one, 5, "french", {"strolz": "3109", "12-1": "5525"})
    board = one.theatre.board(position)
    assert "2909" in ways_off(board, "strolz") and ways_off(board, "12-1") == ()
    (move,) = orders_at(one, position)["orders"]
    assert move["unit"] == "strolz" and move["exit"] == move["path"][-1]


def test_a_strength_point_counts_more_near_a_level() -> None:
    """19.3: the French break at ten lost until 1500."""
    one = game("quatre-bras")
    at = {"camp-5": "1643", "kempt": "1640"}
    fresh_, worn = (
        Levels(one.theatre.board(standing_at(one, 1, "french", at, losses={"french": lost}))) for lost in (0, 9)
    )
    assert worn.rate("camp-5") > fresh_.rate("camp-5") > LOST and worn.rate("camp-5") <= LOST + URGENT
    assert worn.rate("kempt") == fresh_.rate("kempt") == WON
    assert (worn.spare("french"), fresh_.spare("coalition")) == (1, 25)


# -- arrivals, leaders, set-ups --------------------------------------------------------------


def test_reinforcements_come_in_by_pairs() -> None:
    one = game("quatre-bras")
    position = one.theatre.start()
    position.turn, position.army = 1, "coalition"
    entries = [move for move in orders_at(one, position)["orders"] if move["path"][0] == "1634"]
    assert sum(len(move.get("units", ["one"])) for move in entries) == 8 and len(entries) == 5


def test_leaders_follow_their_corps_and_stand_with_a_unit() -> None:
    one = game("quatre-bras", "leaders", "command")
    at = {"camp-5": "1643", "gauth-9": "1644", "kempt": "1636", "reille": "1650", "ney": "1651"}
    found = ends(orders_at(one, standing_at(one, 5, "french", at)))
    units = {found.get(unit, at[unit]) for unit in ("camp-5", "gauth-9")}
    assert found["reille"] in units
    distance = one.theatre.field.distance
    assert min(distance(found["ney"], to) for to in units) < min(distance("1651", to) for to in units)


def test_trains_come_up_by_road_and_keep_away_from_the_enemy() -> None:
    """16.17: to the middle of the army, and no nearer to the enemy than eight hexes."""
    one = game("campaign", "trains")
    at = {"camp-5": "1647", "gauth-9": "1648", "ney": "1648", "kempt": "1640"}
    distance = one.theatre.field.distance
    ahead, back = (
        ends(orders_at(one, standing_at(one, 2, "french", {**at, "train-french": start})))["train-french"]
        for start in ("1659", "1645")
    )
    assert 8 <= distance(ahead, "1640") < distance("1659", "1640")
    assert distance(back, "1640") > distance("1645", "1640")


def test_a_train_that_a_unit_comes_to_touch_is_attacked() -> None:
    """16.17C: it stands beyond the hex to which the unit marches anyhow."""
    one = game("campaign", "trains")
    at = {"camp-5": "1543", "kempt": "1620"}
    end = ends(orders_at(one, standing_at(one, 3, "french", at)))["camp-5"]
    distance = one.theatre.field.distance
    beyond = max(one.theatre.field.zone_neighbours[end], key=lambda near: (distance("1543", near), near))
    said = orders_at(one, standing_at(one, 3, "french", {**at, "train-allied": beyond}))
    assert ends(said)["camp-5"] == end and said["attacks"] == [{"on": [beyond], "by": ["camp-5"]}]


def test_a_set_up_is_near_what_is_paid_for() -> None:
    one = game("qb-variant")
    position = one.theatre.start()
    position.army = "coalition"
    setup = orders_at(one, position)["setup"]
    distance = one.theatre.field.distance
    assert setup and max(distance(at, CROSSROADS) for at in setup.values()) <= 2
    assert len(set(setup.values())) == len(setup)


def test_units_come_back_with_their_officers() -> None:
    """12.0: far from the enemy, in the hex of the officer."""
    one = game("quatre-bras", "leaders", "command", "reorganization")
    at = {"camp-5": "1665", "reille": "1665", "kempt": "1636"}
    position = standing_at(one, 6, "french", at)
    position.dead.discard("gauth-9")
    position.waiting = {"gauth-9": 2}
    document = orders_at(one, position)
    assert document["reorganize"] == [{"unit": "gauth-9", "officer": "reille", "at": "1665"}]
    assert document["command"] == {"reille": "reorganizes"}


# -- the contract --------------------------------------------------------------------------


def test_standing_orders_fall_back_hold_and_follow_up() -> None:
    one = game("ligny")
    values = opponent(one, "coalition").standing(one.start())
    assert values["chateau.pr-1"] == "hold" and values["retreat.pr-1"] == {"to": ["se", "ne", "s"]}
    assert values["advance.pr-1"]["when"] == "safe" and "lutz" not in values["retreat.pr-1"]
    assert set(values) <= {slot.name for slot in one.slots("coalition")}


def test_only_its_own_turn_and_the_default_in_between() -> None:
    one = game("quatre-bras")
    request = begin(one, fresh(one.start()), SEATS).request
    assert request is not None
    assert opponent(one, "coalition").orders(one.start()) == {}
    assert opponent(one, "french").answer(request, one.start()) == request.options.default()


def test_the_table_is_that_of_the_charts() -> None:
    """De and Ex at 4-1 and better, no Ae from 1-1 on (page 32)."""
    table = Ground(game("quatre-bras").theatre).table
    assert all(sum(faces.values()) == 6 for faces in table.chances)
    assert table.chances[table.names.index("4-1")] == {
        Outcome.DEFENDER_LOST: 1,
        Outcome.DEFENDER_BACK: 4,
        Outcome.EXCHANGE: 1,
    }


# -- hidden movement -----------------------------------------------------------------


@pytest.fixture(scope="module")
def face_down() -> LastBattlesGame:
    return hiding()


@pytest.fixture(scope="module")
def commanded() -> LastBattlesGame:
    return hiding("leaders", "command")


def hiding(*options: str) -> LastBattlesGame:
    """Quatre Bras under 16.6, with a practice opponent who knows its ground."""
    one = game("quatre-bras", "observation", "hidden-movement", *options)
    opponent(one, "french")
    return one


def far_off(one: LastBattlesGame, at: Mapping[str, str], **rest: Any) -> dict[str, Any]:
    """Orders of the French against one enemy; the compiler has nothing against them."""
    position = standing_at(one, 1, "french", {"mrln": "0738", **at}, **rest)
    request = begin(one, fresh(CODEC.to_json(position), hidden=True), SEATS).request
    assert request is not None
    document = opponent(one, "french").orders(one.position_of(request))
    assert list(one.writing.compile(request, document).faults) == []
    return document


@pytest.mark.rule("nlb", "16.6A-2", "16.6B-1")
def test_who_is_far_from_the_enemy_goes_up_to_him_under_markers(face_down: LastBattlesGame) -> None:
    document = far_off(face_down, {"baud-6": "1754", "soye-6": "1754"})
    assert document["hidden"] == [{"pair": "hm-f1", "at": "1754", "units": ["baud-6", "soye-6"]}]
    assert ends(document).keys() == {"hm-f1a", "hm-f1b"} and len(set(ends(document).values())) == 2


@pytest.mark.rule("nlb", "16.6A-1")
def test_with_command_an_officer_goes_with_his_own(commanded: LastBattlesGame) -> None:
    at = {"ney": "1753", "reille": "1754", "baud-6": "1754", "soye-6": "1755", "lher": "1752"}
    document = far_off(commanded, at)
    assert document["hidden"] == [{"pair": "hm-f1", "at": "1754", "units": ["baud-6", "soye-6", "reille"]}]


@pytest.mark.rule("nlb", "16.6C-1")
@pytest.mark.parametrize(("marker", "opened"), [("0848", True), ("1754", False)])
def test_who_has_come_near_is_opened(face_down: LastBattlesGame, marker: str, opened: bool) -> None:
    document = far_off(face_down, {"hm-f1a": marker, "hm-f1b": "1755"}, hidden={"baud-6": "hm-f1"})
    assert document.get("hidden", []) == [{"pair": "hm-f1", "reveal": True}] * opened
    assert ("baud-6" in ends(document)) == opened
