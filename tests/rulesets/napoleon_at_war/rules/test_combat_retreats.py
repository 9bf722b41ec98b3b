"""Retreat, displacement and their chains: 7.71 to 7.73, 7.8, 17.23. p4 in 0505 is driven off by f16 and friends."""

from __future__ import annotations

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.requests import ASK
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.engagement import Engagement
from pbem.hexgame.fighting.falling_back import OrderOptions, StepOptions
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.battle.combat import ground, ledger_of
from tests.rulesets.napoleon_at_war.boards import Fight, Fought, attack, plain

# A lane of one column along the west edge: nobody leaves it sideways.
LANE = plain(terrain=dict.fromkeys(("0202", "0203", "0204", "0205", "0206"), "marsh"))


def driven(at: dict[str, str], by: str = "f16", on: str = "0505", **more: object) -> Fought:
    """A fight in which the defender in `on` gets Dr."""
    field = more.pop("field", None) or plain()
    fight = Fight(at, on=field)  # type: ignore[arg-type]
    done = fight.fought(attack(on, by), dice=[1], **more)  # type: ignore[arg-type]
    assert done.combat["result"] in ("Dr", "De")
    return done


def options_of(at: dict[str, str], unit: str, enemies: str, on: object = None) -> StepOptions:
    """The choices of a unit that those enemies drive off."""
    fight = Fight(at, on=on or plain(), army="french")  # type: ignore[arg-type]
    board = fight.board()
    ledger = ledger_of(fight.setting, board, "gt6.french", {})
    by = tuple(enemies.split())
    starts = {one: at[one] for one in (*by, unit)}
    entry = Attack(0, "a1", (at[unit],), by, Manner(), {}, None)
    engagement = Engagement(ledger, entry, Manner(), ("attacks", 0), by, (), (unit,), starts)
    return StepOptions(engagement, ground(engagement, board.army_of(unit)), unit, at[unit], {})


def case_of(options: StepOptions, answer: object) -> str:
    refusal = options.why_not(answer)
    return refusal.case if refusal else ""


@pytest.mark.rule("naw", "7.71")
def test_the_only_hex_out_of_enemy_zones_is_taken() -> None:
    # f8 holds 0404 and 0604, f4 holds 0405, f4b holds 0605.
    options = options_of({"f8": "0504", "f4": "0306", "f4b": "0706", "p4": "0505"}, "p4", "f8")
    assert options.answers == ("0506",)
    assert case_of(options, "0405") == "7.72"
    assert case_of(options, "0507") == "7.71"
    assert case_of(options, 7) == "7.71"
    assert case_of(options, ["0506"]) == "7.71"


@pytest.mark.rule("naw", "7.71")
def test_the_owner_decides_and_his_wishes_come_in_order() -> None:
    at = {"f8": "0504", "p4": "0505"}
    wishes = {"to": ["n", "9999", "s", "se"], "units": {"p4": ["0404"]}}
    assert driven(at, "f8", standing={"retreat.left": wishes}).at["p4"] == "0506"
    own = {"to": ["se"], "units": {"p4": ["sw"]}}
    assert driven(at, "f8", standing={"retreat.left": own}).at["p4"] == "0405"


@pytest.mark.rule("naw", "7.71")
def test_the_default_hex_is_far_from_the_enemy_and_straight_back() -> None:
    assert driven({"f8": "0504", "p4": "0505"}, "f8").at["p4"] == "0506"
    # An enemy in the south makes it turn aside: 0405 and 0605 are as far from him, the smaller number counts.
    assert driven({"f8": "0504", "f2": "0508", "p4": "0505"}, "f8").at["p4"] == "0405"


@pytest.mark.rule("naw", "7.71")
def test_the_order_of_several_is_their_owners() -> None:
    at = {"f16": "0505", "p4": "0504", "p4b": "0506"}
    fight = Fight(at)
    done = fight.fought(attack("0504 0506", "f16"), dice=[1], standing={"order.left": {"first": ["p4b"]}})
    assert [event["unit"] for event in done.kinds("retreated")] == ["p4b", "p4"]
    plain_order = fight.fought(attack("0504 0506", "f16"), dice=[1])
    assert [event["unit"] for event in plain_order.kinds("retreated")] == ["p4", "p4b"]
    options = OrderOptions(["p4", "p4b"], CASES)
    assert options.why_not(["p4b", "p4"]) is None
    for wrong in (["p4"], ["p4", "p4"], ["p4", "p4b", "p4"], [["p4"]], "p4", None):
        assert options.why_not(wrong) is not None


@pytest.mark.rule("naw", "7.72")
def test_nowhere_to_go() -> None:
    at = {"f8": "0504", "f4": "0306", "f4b": "0706", "f2": "0507", "p4": "0505"}
    done = Fight(at).fought(attack("0505", "f8"), dice=[1])
    assert done.lost == ["p4"]
    assert [(event["case"], event["at"]) for event in done.kinds("eliminated")] == [("7.72", "0505")]


@pytest.mark.rule("naw", "7.72")
def test_no_retreat_over_a_river_or_into_a_marsh() -> None:
    at = {"f8": "0504", "f4": "0306", "f4b": "0706", "p4": "0505"}
    assert driven(at, "f8").at["p4"] == "0506"
    assert driven(at, "f8", field=plain(river="0505-0506")).lost == ["p4"]
    assert driven(at, "f8", field=plain(terrain={"0506": "marsh"})).lost == ["p4"]
    bridged = plain(river="0505-0506", bridge="0505-0506")
    assert driven(at, "f8", field=bridged).at["p4"] == "0506"


@pytest.mark.rule("naw", "7.72")
def test_streams_and_slopes_do_not_hold_up_a_retreat() -> None:
    at = {"f8": "0504", "f4": "0306", "f4b": "0706", "p4": "0505"}
    on = plain(stream="0505-0506", slopes="0505", slope="0505-0506", terrain={"0506": "forest"})
    assert driven(at, "f8", field=on).at["p4"] == "0506"


@pytest.mark.rule("naw", "7.73")
@pytest.mark.rule("naw", "7.82-5")
def test_a_vacant_hex_comes_before_a_friend() -> None:
    at = {"f8": "0504", "p4": "0505", "p2": "0506", "f4": "0706"}
    options = options_of(at, "p4", "f8")
    assert options.answers == ("0405",)
    assert case_of(options, "0506") == "7.82"
    assert driven(at, "f8", standing={"retreat.left": {"to": ["s"]}}).at == {**at, "p4": "0405"}


@pytest.mark.rule("naw", "7.81-1")
def test_an_idle_friend_makes_room() -> None:
    at = {"f8": "0504", "f4": "0306", "f4b": "0706", "p6": "0505", "k2": "0506"}
    done = driven(at, "f8", standing={"retreat.left": {"units": {"k2": ["s"]}}})
    assert (done.at["p6"], done.at["k2"]) == ("0506", "0507")
    (event,) = done.kinds("displaced")
    assert event == {"kind": "displaced", "unit": "k2", "from": "0506", "to": "0507", "by": "p6", "case": "7.81"}


@pytest.mark.rule("naw", "7.81-1")
def test_the_owner_chooses_whom_to_push() -> None:
    at = {"f8": "0504", "p6": "0505", "k2": "0506", "p3": "0405", "p4": "0605"}
    for push, moved in (([], "k2"), (["p4"], "p4"), (["nobody", "p3", "p4"], "p3")):
        done = driven(at, "f8", standing={"displace.left": {"push": push}})
        assert [event["unit"] for event in done.kinds("displaced")] == [moved]


@pytest.mark.rule("naw", "7.81-1")
def test_who_takes_part_in_the_combat_is_not_displaced() -> None:
    at = {"f4": "0103", "g4": "0104", "p12": "0102"}
    idle = Fight(at, on=LANE).fought(attack("0102", "f4"), dice=[5])
    assert (idle.combat["result"], idle.at["f4"], idle.at["g4"]) == ("Ar", "0104", "0105")
    busy = Fight(at, on=LANE).fought(attack("0102", "f4", "g4"), dice=[5])
    assert (busy.combat["result"], busy.lost, busy.at["g4"]) == ("Ar", ["f4"], "0104")


@pytest.mark.rule("naw", "7.81-2")
@pytest.mark.rule("naw", "7.82-1")
def test_the_retreating_unit_dies_rather_than_the_displaced_one() -> None:
    # k2 in the only open hex is shut in: its other neighbours are in zones of f2 and f2b.
    at = {
        "f8": "0504",
        "f4": "0306",
        "f4b": "0706",
        "f2": "0508",
        "p7": "0505",
        "k2": "0506",
    }
    done = driven(at, "f8")
    assert (done.lost, done.at["k2"]) == (["p7"], "0506")


@pytest.mark.rule("naw", "7.82-2")
def test_a_chain() -> None:
    # West edge: p6 in 0103 can only go to 0104, whose p4 can only go on to 0105, whose p2 steps back.
    at = {"f16": "0102", "p6": "0103", "p4": "0104", "p2": "0105"}
    done = driven(at, "f16", "0103", field=LANE)
    assert done.at == {"f16": "0102", "p6": "0104", "p4": "0105", "p2": "0106"}
    assert [(event["unit"], event["by"]) for event in done.kinds("displaced")] == [("p4", "p6"), ("p2", "p4")]


@pytest.mark.rule("naw", "7.82-3")
def test_displaced_twice() -> None:
    on = plain(terrain=dict.fromkeys(("0202", "0203"), "marsh"))
    at = {"f16": "0102", "p6": "0103", "p2": "0104", "f8": "0305", "p3": "0204"}
    done = Fight(at, on=on).fought(attack("0103", "f16"), attack("0204", "f8"), dice=[1, 1])
    assert [(event["unit"], event["to"]) for event in done.kinds("displaced")] == [("p2", "0105"), ("p2", "0106")]
    assert done.at == {"f16": "0102", "p6": "0104", "p2": "0106", "f8": "0305", "p3": "0105"}


@pytest.mark.rule("naw", "17.23")
def test_nobody_is_driven_off_the_map_alive() -> None:
    done = driven({"f16": "0102", "p6": "0101"}, "f16", "0101")
    assert done.lost == ["p6"]
    assert done.kinds("eliminated")[0]["battle"] == "field"


def test_ask_stops_and_goes_on_with_the_answer() -> None:
    fight = Fight({"f8": "0504", "p4": "0505"})
    script = Scripted([{"attacks": [attack("0505", "f8")]}], standing={"retreat.left": ASK}, dice=[1])
    stopped = fight.run(script)
    assert stopped.state["need"] == {"side": "b", "ask": "retreat", "n": 1}
    assert stopped.request is not None
    assert stopped.request.options.describe()["answers"] == ["0605", "0506", "0405"]
    assert stopped.state["trace"][0][:2] == ["choose", "gt6.french.attacks"]
    again = Fight({"f8": "0504", "p4": "0505"})
    done = again.fought(
        attack("0505", "f8"), dice=[1], standing={"retreat.left": ASK}, answers={"gt6.french.0505.retreat.p4": "0605"}
    )
    assert done.at["p4"] == "0605"


def test_the_phasing_army_may_ask_too_for_one_unit_or_for_all() -> None:
    for retreat in ("ask", [{"unit": "f4", "to": "ask"}]):
        fight = Fight({"f4": "0504", "p4": "0505"})
        orders = attack("0505", "f4", retreat=retreat)
        assert fight.options().faults([orders]) == []
        stopped = fight.run(Scripted([{"attacks": [orders]}], dice=[6]))
        assert stopped.state["need"] == {"side": "a", "ask": "retreat", "n": 1}
        done = fight.fought(orders, dice=[6], answers={"gt6.french.0505.retreat.f4": "0403"})
        assert done.at["f4"] == "0403"


def test_an_answer_that_is_no_legal_hex_gives_way_to_the_default() -> None:
    done = driven(
        {"f8": "0504", "p4": "0505"},
        "f8",
        standing={"retreat.left": ASK},
        answers={"gt6.french.0505.retreat.p4": "0404"},
    )
    assert (done.voids, done.at["p4"]) == (["7.72"], "0506")
