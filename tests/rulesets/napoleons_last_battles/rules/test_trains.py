"""Trains: their roads, nobody in their way, and what becomes of them when they are attacked (16.17)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase
from rulesets.napoleons_last_battles.rules.combat_orders import random_combats
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.march.movement import movement
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.rules.raids import Prey, prey
from tests.rulesets.napoleons_last_battles.rules.march.ground import go
from tests.rulesets.napoleons_last_battles.rules.turns import Played, board, played
from tests.rulesets.napoleons_last_battles.turns import game

TRAIN, THEIRS = "train-french", "train-allied"
ROAD = ("1644", "1643", "1642", "1641", "1640", "1639", "1638", "1637")


def on(at: Mapping[str, str], turn: str = "16/1500", army: str = "french", *options: str, **change: Any) -> Board:
    return board("campaign", at, turn, army, "trains", *options, **change)


def moved(found: Board, *orders: Json) -> tuple[Board, list[str]]:
    """The Movement Phase with these orders: the board then, and the cases of what was refused."""
    faults = [refusal.case for _, refusal in OrdersOptions(found).faults({"orders": list(orders)})]
    played(found, movement(found, orders), 6)
    return found, faults


@pytest.mark.rule("nlb", "16.17A")
@pytest.mark.parametrize(
    ("turn", "change", "path", "cases"),
    [
        ("16/1500", {}, ROAD[:7], []),
        ("16/1500", {}, ROAD[:8], ["5.1-1"]),
        ("16/1500", {}, ("1644", "1744"), ["16.17A"]),
        ("17/1500", {}, ROAD[:3], []),
        ("17/1500", {}, ROAD[:4], ["5.1-1"]),
        ("17/1000", {"weather": "rain"}, ROAD[:4], ["5.1-1"]),
        ("16/2100", {}, ROAD[:2], ["16.17A"]),
    ],
)
def test_a_train_keeps_to_roads_and_stands_still_at_night(
    turn: str, change: dict[str, Any], path: tuple[str, ...], cases: list[str]
) -> None:
    found, faults = moved(on({TRAIN: ROAD[0]}, turn, **change), go(TRAIN, *path))
    assert faults == cases
    assert found.at[TRAIN] == (path[0] if cases else path[-1])


@pytest.mark.rule("nlb", "16.17A")
def test_with_rain_effects_it_gets_one_hex_far() -> None:
    wet = ("17/1500", "french", "rain-effects")
    assert not moved(on({TRAIN: ROAD[0]}, *wet), go(TRAIN, *ROAD[:2]))[1]
    assert moved(on({TRAIN: ROAD[0]}, *wet), go(TRAIN, *ROAD[:3]))[1] == ["5.1-1"]


@pytest.mark.rule("nlb", "16.17A")
def test_it_does_not_enter_an_enemy_zone() -> None:
    assert moved(on({TRAIN: ROAD[0], "mrln": "1741"}), go(TRAIN, *ROAD[:4]))[1] == ["16.17A"]


@pytest.mark.rule("nlb", "16.17B")
@pytest.mark.parametrize(
    ("at", "who", "path", "cases"),
    [
        ({"huss-5": "1643"}, TRAIN, ROAD[:2], ["16.17B"]),
        ({"huss-5": "1643"}, TRAIN, ROAD[:3], ["16.17B"]),
        ({"pire": "1645"}, "pire", ("1645", "1644"), ["16.17B"]),
        ({"pire": "1645"}, "pire", ("1645", "1644", "1643"), ["16.17B"]),
        ({"ney": "1645"}, "ney", ("1645", "1644", "1643"), []),
    ],
)
def test_nobody_moves_through_a_train_nor_it_through_anybody(
    at: dict[str, str], who: str, path: tuple[str, ...], cases: list[str]
) -> None:
    """Leaders do."""
    assert moved(on({TRAIN: ROAD[0], **at}), go(who, *path))[1] == cases


@pytest.mark.rule("nlb", "16.17B")
def test_a_unit_comes_in_once_the_train_has_made_room() -> None:
    at = {THEIRS: "0605"}
    kruse = {"unit": "kruse", "path": ["0605"], "enter": "0605"}
    assert moved(on(at, "18/0900", "coalition"), kruse)[1] == ["16.17B"]
    found, faults = moved(on(at, "18/0900", "coalition"), go(THEIRS, "0605", "0606"), kruse)
    assert not faults
    assert found.at == {THEIRS: "0606", "kruse": "0605"}


@pytest.mark.rule("nlb", "16.17B")
def test_a_train_stacks_with_nobody() -> None:
    found = on({TRAIN: ROAD[0]})
    assert found.fits("1643", (TRAIN,))
    assert not found.fits("1643", (TRAIN, "huss-5"))
    assert Marches(found).rules(TRAIN).zones(TRAIN).enter is False


@pytest.mark.rule("nlb", "16.17B")
@pytest.mark.parametrize("train", [{}, {TRAIN: "2051"}])
def test_a_train_is_no_hex_to_retreat_into(train: dict[str, str]) -> None:
    """Three enemies leave one hex open behind the Hussars' neighbour; with the train in it he is lost."""
    at = {"huss-5": "2050", "blndt": "2049", "wmar": "1950", "opstl": "2150"}
    attacks = [{"id": "a", "on": ["2050"], "by": ["blndt", "wmar", "opstl"]}]
    for die in range(1, 7):
        found = on({**at, **train}, "16/1500", "coalition")
        (event,) = fought(found, attacks, die).of("combat")
        if event["result"] == "Dr":
            assert found.at.get("huss-5", "lost") == ("lost" if train else "2051")
            assert TRAIN not in train or found.at[TRAIN] == "2051"
            return
    raise AssertionError("no die makes them retreat")


def fought(found: Board, attacks: Json, *dice: int) -> Played:
    return played(found, combat_phase(found, attacks), *dice)


@pytest.mark.rule("nlb", "16.17C")
@pytest.mark.parametrize(
    ("at", "attack"),
    [
        ({"huss-5": "1543"}, {"by": ["huss-5"]}),
        ({"pell": "1644"}, {"bombard": ["pell"]}),
        ({"huss-5": "1543", "pell": "1644"}, {"by": ["huss-5"], "bombard": ["pell"]}),
    ],
)
def test_any_attack_destroys_a_train(at: dict[str, str], attack: Json) -> None:
    found = on({THEIRS: "1642", "ney": "1644", **at})
    attacks = [{"id": "a", "on": ["1642"], **attack}]
    assert not OrdersOptions(found).faults({"attacks": attacks})
    turned = fought(found, attacks)
    assert THEIRS not in found.at
    assert found.position.dead == {THEIRS}
    assert not turned.thrown
    assert not found.position.losses
    told = turned.of("raid")
    assert [(event["unit"], event["at"], event["case"]) for event in told] == [(THEIRS, "1642", "16.17C")]
    text = game("campaign").telling.wording(told[0])
    assert text.startswith("Allied supply train in 1642 is attacked by ")


@pytest.mark.rule("nlb", "16.17C")
@pytest.mark.parametrize(
    ("at", "attack", "case"),
    [
        ({"huss-5": "1545"}, {"by": ["huss-5"]}, "6.1A"),
        ({"pell": "1647"}, {"bombard": ["pell"]}, "7.1"),
        ({"huss-5": "1543"}, {"bombard": ["huss-5"]}, "7.1"),
        ({"huss-5": "1543", "mrln": "1443"}, {"by": ["huss-5"]}, "6.1"),
        ({"huss-5": "1543"}, {"by": ["mrln"]}, "6.0"),
        ({"huss-5": "1543"}, {}, "16.17C"),
        ({"huss-5": "1543"}, {"by": ["huss-5"], "if": {"vacant": "1640"}}, "16.17C"),
    ],
)
def test_who_cannot_attack_it_leaves_it_alone(at: dict[str, str], attack: Json, case: str) -> None:
    found = on({THEIRS: "1642", **at})
    entry = {"id": "a", "on": ["1642"], "by": [], **attack}
    faults = OrdersOptions(found).faults({"attacks": [entry]})
    assert (("attacks", 0), case) in [(path, refusal.case) for path, refusal in faults]
    fought(found, [entry], 3)
    assert THEIRS in found.at


@pytest.mark.rule("nlb", "16.17C")
def test_nobody_has_to_attack_a_train_and_nobody_attacks_twice() -> None:
    found = on({THEIRS: "1642", "huss-5": "1543", "camp-5": "1540", "mrln": "1541"})
    assert not OrdersOptions(found).faults({})
    raid = {"id": "a", "on": ["1642"], "by": ["camp-5"]}
    battle = {"id": "b", "on": ["1541"], "by": ["camp-5"]}
    faults = OrdersOptions(found).faults({"attacks": [raid, battle]})
    assert [(path, refusal.case) for path, refusal in faults] == [(("attacks", 0), "6.1B")]
    wrong = {"id": "b", "on": ["1541"], "by": ["camp-5", "nobody"]}
    good = {"id": "a", "on": ["1642"], "by": ["huss-5"]}
    faults = OrdersOptions(found).faults({"attacks": [good, wrong]})
    assert [path for path, _ in faults] == [("attacks", 1, "by", 1)]


@pytest.mark.rule("nlb", "16.17-1")
def test_trains_begin_alone_on_their_roads() -> None:
    theatre = game("campaign", "trains").theatre
    places = {
        unit: place.hexes for place in theatre.setting.places for unit in place.units if unit in theatre.pieces.units
    }
    assert {uid: at for uid, at in places.items() if uid.startswith("train")} == {
        "train-french": ("3167",),
        "train-prussian": ("5756",),
        "train-allied": ("0605",),
    }


@pytest.mark.rule("nlb", "16.17C")
def test_a_preview_and_the_documents_take_an_attack_on_a_train() -> None:
    one, found = game("campaign"), on({THEIRS: "1642", "huss-5": "1543"})
    request = Choose("french", ORDERS, OrdersOptions(found), "gt2.french.orders", scene=found)
    compiled = one.writing.compile(request, {"attacks": [{"id": "a", "on": ["1642"], "by": ["huss-5"]}]})
    assert not compiled.faults
    told = one.telling.preview(request, compiled.input)
    assert not told["void"]


# -- who is told of them -----------------------------------------------------------------------


def asked(found: Board) -> Choose:
    return Choose(found.position.army, ORDERS, OrdersOptions(found), "gt2.french.orders", scene=found)


NEAR = {THEIRS: "1642", "huss-5": "1543", "pell": "1644", "camp-5": "1540"}
LED = {**NEAR, "napoleon": "1644"}


@pytest.mark.rule("nlb", "16.17C")
@pytest.mark.parametrize(
    ("at", "change", "near", "guns"),
    [
        (NEAR, (), ("huss-5",), ("pell",)),
        ({THEIRS: "1642", "pell": "1644"}, (), (), ("pell",)),
        ({**NEAR, "mrln": "1443"}, (), (), ("pell",)),
        ({**NEAR, "huss-5": "1550"}, ("17/1500", "french", "rain-effects"), None, None),
        (NEAR, ("17/1500", "french", "rain-effects"), ("huss-5",), ("pell",)),
        ({TRAIN: "1642", "huss-5": "1543"}, (), None, None),
        ({THEIRS: "1642", "camp-5": "1540"}, (), None, None),
    ],
)
def test_which_trains_can_be_attacked(at: dict[str, str], change: tuple[str, ...], near: Any, guns: Any) -> None:
    """Who stands in an enemy zone is bound, and in rain no battery fires alone."""
    expected = [] if near is None else [Prey(THEIRS, "1642", near, guns)]
    assert list(prey(on(at, *change))) == expected


@pytest.mark.rule("nlb", "16.17C", "16.5-4")
def test_in_rain_a_battery_alone_is_refused() -> None:
    found = on({THEIRS: "1642", "pell": "1644"}, "17/1500", "french", "rain-effects")
    faults = OrdersOptions(found).faults({"attacks": [{"id": "a", "on": ["1642"], "by": [], "bombard": ["pell"]}]})
    assert [(refusal.case, refusal.unit, refusal.hex) for _, refusal in faults] == [("16.5", "pell", "1642")]


@pytest.mark.rule("nlb", "16.17C")
def test_the_template_offers_attacks_on_trains() -> None:
    text = "\n".join(f"{line.text}  {line.comment}" for line in game("campaign").writing.template(asked(on(LED))))
    assert '- {on: ["1642"], by: [huss-5]}' in text and "any attack does (16.17)" in text
    assert "in reach of it as well: pell" in text


@pytest.mark.rule("nlb", "16.17C")
def test_a_page_shows_trains_as_targets_and_what_becomes_of_them() -> None:
    desk, found = game("campaign").writing.desk, on({**LED, "mrln": "1541"})
    assert desk is not None
    (target,) = (one for one in desk.course(asked(found), {}).targets if one.place == "1642")
    assert (target.by, target.far, target.pressing) == (("huss-5",), ("pell",), False)
    listed = [{"on": ["1541"], "by": ["camp-5"]}, {"on": ["1642"], "by": ["huss-5"]}]
    raid, battle = desk.course(asked(found), {"attacks": listed}).combats
    assert (raid.at, raid.on, raid.by) == (("attacks", 1), ("1642",), ("huss-5",))
    assert [(chance.result, chance.share) for chance in raid.outlooks[0].chances] == [("lost", 1)]
    assert (battle.at, battle.on, battle.by) == (("attacks", 0), ("1541",), ("camp-5",))
    turned = desk.course(asked(found), {"attacks": listed[::-1]})
    assert [combat.at for combat in turned.combats] == [("attacks", 0), ("attacks", 1)]


@pytest.mark.rule("nlb", "16.17C")
def test_chance_attacks_trains_too() -> None:
    drawn = [random_combats(on(NEAR), random.Random(seed).randrange)["attacks"] for seed in range(4)]
    assert all(not OrdersOptions(on(NEAR)).faults({"attacks": listed}) for listed in drawn)
    assert {entry["on"][0] for listed in drawn for entry in listed} == {"1642"} and [] in drawn
