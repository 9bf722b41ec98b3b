"""Command points, who may order whom, and how orders are delivered (17.2, 17.3)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import CORPS, DIVISION
from rulesets.winters_victory.command_charts import IGNORED, RECEIVED, ROLL
from rulesets.winters_victory.rules.command import delivery, orders, points
from rulesets.winters_victory.rules.command.orders import Order
from rulesets.winters_victory.rules.command.staff import Staff
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.staffs import refused, staff
from tests.rulesets.winters_victory.winter import command as charts

Standing = Mapping[str, str]
FRENCH_POINTS = {"french": 6, "allied": 3}


@pytest.mark.parametrize(
    ("army", "held", "lost", "found"),
    [
        row("17.21-1", "french", 4, False, 6),
        row("17.21-1 4.1.1F", "french", 2, False, 6),
        row("17.21-1", "french", 4, True, 0),
        row("17.21-2", "allied", 4, False, 5),
        row("17.21-2 4.1.1F", "allied", 3, False, 5),
        row("17.21-2", "allied", 0, True, 2),
        row("17.21-2", "allied", 4, True, 5),
    ],
)
def test_points_of_the_hour(army: str, held: int, lost: bool, found: int) -> None:
    assert points.after_the_hour(charts().points[army], held, lost=lost) == found


@pytest.mark.rule("wv", "17.21-1", "17.21-2")
def test_points_are_gained_while_the_commander_is_there() -> None:
    at = staff({"nap": "0101"}, points={"french": 2, "allied": 1})
    assert [points.gain(at, army) for army in ("french", "allied")] == [6, 3]
    assert at.command.points == {"french": 6, "allied": 3}


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("17.22-1 17.2", {"nap": "0505"}, 6),
        row("17.22-1 17.2", {"nap": "0805"}, 6),
        row("17.22-1", {"nap": "1005"}, 0),
        row("17.23-2", {"nap": "0805", "r1": "0505"}, 0),
    ],
)
def test_points_are_spent_at_headquarters(standing: Standing, found: int) -> None:
    at = staff(standing, points=FRENCH_POINTS, headquarters={"french": "0505"})
    assert points.spendable(at, "french") == found


@pytest.mark.rule("wv", "17.22-2", "17.32-2", "17.71-1")
def test_costs() -> None:
    plain, urgent = points.cost(charts()), points.cost(charts(), urgent=True)
    assert plain + plain + urgent == 4
    assert points.cost(charts(), attack=True) == 2
    assert points.cost(charts(), attack=True, urgent=True) == 3
    assert points.HEADQUARTERS_STRENGTH == 2


AT_HOME = {"nap": "0505", "cor": "0805", "f1": "1212", "f2": "0606"}


def sent(*receivers: str, sender: str) -> tuple[Order, ...]:
    return tuple(Order(sender, one) for one in receivers)


@pytest.mark.parametrize(
    ("standing", "have", "order", "given", "found"),
    [
        row("17.32-2", AT_HOME, 6, Order("nap", "cor"), "", "yes"),
        row("17.32-2 17.34-4", AT_HOME, 6, Order("nap", "fbde"), "", "yes"),
        row("17.34-4", {"nap": "0505"}, 6, Order("nap", "fbde"), "", "no 17.34-4"),
        row("17.32-1", AT_HOME, 6, Order("nap", "wing"), "", "no 17.32-1"),
        row("17.33", AT_HOME, 6, Order("nap", "cor"), "fdiv fdiv2", "yes"),
        row("17.33", AT_HOME, 6, Order("nap", "cor"), "fdiv fdiv2 fdiv3", "no 17.33"),
        row("17.35-5", AT_HOME, 1, Order("nap", "cor", urgent=True), "", "no 17.35-5"),
        row("17.35-5", AT_HOME, 2, Order("nap", "cor", urgent=True), "", "yes"),
        row("17.35-5", AT_HOME, 0, Order("nap", "cor", urgent=True), "", "no 17.35-5"),
        row("17.71-1", {**AT_HOME, "cor": "1005"}, 1, Order("nap", "cor", attack=CORPS), "", "no 17.71-1"),
        row("17.71-1", {**AT_HOME, "cor": "1005"}, 2, Order("nap", "cor", attack=CORPS), "", "yes"),
        row("17.71-1 17.32-3", {"nap": "0505", "cor": "0505"}, 0, Order("nap", "cor", attack=CORPS), "", "yes"),
        row("17.71-1", AT_HOME, 0, Order("nap", "cor", attack=CORPS), "", "no 17.71-1"),
        row("17.71-1", AT_HOME, 6, Order("nap", "cor", attack=DIVISION), "", "no 17.71-1"),
        row("17.32-3", {**AT_HOME, "fdiv": "0505"}, 0, Order("nap", "fdiv", attack=DIVISION), "", "yes"),
        row("17.71-8", AT_HOME, 6, Order("nap", "fbde", attack=DIVISION), "", "no 17.71-8"),
        row("17.32-3", {"nap": "1005", "cor": "1205"}, 6, Order("nap", "cor"), "", "yes"),
        row("17.32-3", {"nap": "1005", "cor": "1205", "fdiv": "1105"}, 6, Order("nap", "cor"), "fdiv", "no 17.32-3"),
        row("17.22-3 17.32-3", AT_HOME, 0, Order("nap", "cor"), "", "yes"),
        row("17.22-3", AT_HOME, 0, Order("nap", "cor"), "fdiv", "no 17.32-3"),
        row("17.32-3", {"nap": "1005", "cor": "0105"}, 6, Order("nap", "cor"), "", "no 17.32-3"),
    ],
)
def test_orders_of_the_army(standing: Standing, have: int, order: Order, given: str, found: str) -> None:
    """The headquarters is at 0505."""
    at = staff(standing, points={"french": have}, headquarters={"french": "0505"})
    assert refused(orders.why_not(at, order, sent(*given.split(), sender="nap"))) == found


CORPS_AT = {"cor": "0505", "fdiv": "0605", "fdiv2": "0705", "fdiv3": "0805", "fdiv4": "0606"} | {
    "fbde": "0506",
    "lcbde": "0405",
}


@pytest.mark.parametrize(
    ("posts", "order", "given", "found"),
    [
        row("17.32-4 17.33", {"cor": "received"}, Order("cor", "fdiv3"), "fdiv fdiv2", "yes"),
        row("17.32-4 17.33", {"cor": "received"}, Order("cor", "fdiv4"), "fdiv fdiv2 fdiv3", "no 17.33"),
        row("17.32-4", {"cor": "received"}, Order("cor", "fbde"), "", "yes"),
        row("17.32-4", {"cor": "received"}, Order("cor", "fbde"), "fdiv", "no 17.32-4"),
        row("17.32-4", {"cor": "received"}, Order("cor", "fdiv"), "fbde", "no 17.32-4"),
        row("17.32-4", {}, Order("cor", "fdiv"), "", "yes"),
        row("17.32-4", {}, Order("cor", "fbde"), "", "no 17.32-4"),
        row("17.41-2", {}, Order("cor", "fdiv2"), "fdiv", "no 17.32-4"),
        row("17.33", {"cor": "received mobilized"}, Order("cor", "fdiv2"), "", "yes"),
        row("17.33", {"cor": "received mobilized"}, Order("cor", "fdiv3"), "", "no 17.33"),
        row("17.33", {"cor": "received mobilized"}, Order("cor", "fdiv"), "fdiv2", "no 17.33"),
        row("16.14-1", {"cor": "received inactive"}, Order("cor", "fdiv"), "", "no 16.14-1"),
        row("17.71-1", {"cor": "received"}, Order("cor", "fdiv", attack=DIVISION), "", "no 17.71-1"),
        row("17.34-0", {"cor": "received", "fdiv": "delay1 carries-A"}, Order("cor", "fdiv"), "", "no 17.34-0"),
        row("17.32-5 16.2 17.41-3", {}, Order("fdiv", "fbde"), "", "no 17.32-5"),
        row("17.32-5", {"fdiv": "mobilized"}, Order("fdiv", "fbde"), "", "yes"),
        row("17.32-5", {"fdiv": "mobilized"}, Order("fdiv", "fbde"), "fbde2", "no 17.32-5"),
        row("17.33", {"fdiv": "received"}, Order("fdiv", "fbde"), "fbde2", "yes"),
        row("17.71-5", {"fdiv": "attack-A"}, Order("fdiv", "fbde"), "fbde2", "yes"),
        row("17.33", {"fdiv": "received mobilized"}, Order("fdiv", "fbde"), "fbde2", "no 17.33"),
        row("17.41-4", {"fbde": "received"}, Order("fbde", "fdiv"), "", "no 17.41-4"),
    ],
)
def test_orders_below_the_army(posts: Standing, order: Order, given: str, found: str) -> None:
    at = staff(CORPS_AT, posts)
    assert refused(orders.why_not(at, order, sent(*given.split(), sender=order.sender))) == found


@pytest.mark.rule("wv", "16.32-1", "16.32-3")
def test_allied_commands() -> None:
    at = staff({"lest": "0505", "det": "0605", "wing": "0705"})
    assert at.ordered("lest")
    assert not at.ordered("det")
    assert refused(orders.why_not(at, Order("wing", "det"))) == "no 17.32-1"
    at.command.attached["det"] = "wing"
    assert refused(orders.why_not(at, Order("wing", "det"))) == "yes"


# -- delivery --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "posts", "order", "fate"),
    [
        row("17.34-1", {"nap": "0505", "cor": "0505"}, {}, Order("nap", "cor"), RECEIVED),
        row("17.34-2", {"nap": "0105", "cor": "0505"}, {}, Order("nap", "cor"), ROLL),
        row("17.34-3", {"nap": "0105", "cor": "0605"}, {}, Order("nap", "cor"), "delay-1"),
        row("17.34-3", {"nap": "0105", "cor": "1005"}, {}, Order("nap", "cor"), "delay-2"),
        row("17.34-3", {"nap": "0105", "cor": "1205"}, {"nap": "mobilized"}, Order("nap", "cor"), "delay-3"),
        row("17.34-4", {"cor": "0105", "f1": "0405", "f2": "1005"}, {}, Order("cor", "fbde"), ROLL),
        row("17.34-4", {"cor": "0105", "f1": "0705", "f2": "1005"}, {}, Order("cor", "fbde"), "delay-1"),
        row("17.34-3", {"nap": "0305", "cor": "0705", "r1": "0506 v0 line"}, {}, Order("nap", "cor"), "delay-1"),
    ],
)
def test_fate_of_an_order(standing: Standing, posts: Standing, order: Order, fate: str) -> None:
    assert delivery.sending(staff(standing, posts), order).fate == fate


@pytest.mark.parametrize(
    ("standing", "posts", "order", "modifier"),
    [
        row("17.35-4 17.35-6", {"nap": "0105", "f1": "0405"}, {}, Order("nap", "fbde", urgent=True), -5),
        row("17.35-4 16.13", {"nap": "0105", "cor": "0505"}, {}, Order("nap", "cor"), -3),
        row("17.35-4", {"cor": "0105", "fdiv": "0205"}, {"cor": "received"}, Order("cor", "fdiv"), -3),
        row("17.35-4", {"cor": "0105", "fdiv": "0205"}, {"cor": "holds-A"}, Order("cor", "fdiv"), -3),
        row("17.35-4", {"cor": "0105", "fdiv": "0305"}, {}, Order("cor", "fdiv"), 0),
        row("17.35-4", {"fdiv": "0105", "f1": "0205", "f2": "0705"}, {"fdiv": "received"}, Order("fdiv", "fbde"), -4),
        row("17.35-4", {"rdiv": "0105", "r1": "0205"}, {"rdiv": "received"}, Order("rdiv", "rbde"), -3),
        row("17.35-6", {"ben": "0105", "wing": "0405"}, {}, Order("ben", "wing"), -2),
        row("17.35-5", {"ben": "0105", "wing": "0405"}, {}, Order("ben", "wing", urgent=True), -4),
    ],
)
def test_modifiers(standing: Standing, posts: Standing, order: Order, modifier: int) -> None:
    assert delivery.sending(staff(standing, posts), order).modifier == modifier


def markers(at: Staff, uid: str) -> str:
    """`received`, `delay 2` or nothing, and an Attack Order that is held, obeyed or on its way."""
    post = at.post(uid)
    words = [
        *(["received"] if post.received else []),
        *([f"delay {post.delay}"] if post.delay else []),
        *(f"{name} {letter}" for name in ("attack", "holds", "carries") if (letter := getattr(post, name))),
    ]
    return ", ".join(words)


@pytest.mark.parametrize(
    ("order", "die", "result", "found"),
    [
        # The card, a stand-in: 4 and less received, 5 to 7 delayed, 8 and more ignored.
        row("17.34-0 17.3", Order("cor", "fdiv"), 4, RECEIVED, "received"),
        row("17.34-0", Order("cor", "fdiv"), 5, "delay-1", "delay 1"),
        row("17.34-0", Order("cor", "fdiv"), 8, IGNORED, ""),
        row("17.35-2", Order("cor", "fbde"), 9, "delay-1", "delay 1"),
        row("17.36-1 17.51 17.32-1", Order("nap", "cor"), 0, RECEIVED, "received"),
    ],
)
def test_markers_after_the_die(order: Order, die: int, result: str, found: str) -> None:
    at = staff({"nap": "0105", "cor": "0305", "fdiv": "0505", "f1": "0505"}, {"cor": "inactive"})
    assert delivery.arrive(at, delivery.sending(at, order), die) == result
    assert markers(at, order.receiver) == found
    assert at.post("cor").inactive is (order.receiver != "cor")


@pytest.mark.rule("wv", "17.34-2")
def test_a_die_is_needed_within_the_radius_alone() -> None:
    at = staff({"nap": "0105", "cor": "0305", "fdiv": "0905"})
    with pytest.raises(ValueError, match="needs a die"):
        delivery.arrive(at, delivery.sending(at, Order("nap", "cor")))
    assert delivery.arrive(at, delivery.sending(at, Order("cor", "fdiv"))) == "delay-1"


@pytest.mark.rule("wv", "17.35-1", "17.35-3", "4.1.2A")
def test_a_long_way() -> None:
    """Delay 2 in turn 10: Delay 1 in turn 11, not rolled; rolled from turn 12 on, each die that fails helping the
    next one by 1."""
    at = staff({"ben": "0105", "wing": "1005"})
    assert delivery.arrive(at, delivery.sending(at, Order("ben", "wing"))) == "delay-2"
    assert (delivery.due(at, "allied"), delivery.shorten(at, "allied")) == ((), ("wing",))
    assert (delivery.due(at, "allied"), delivery.due(at, "french")) == (("wing",), ())
    # 9 - 2 by the Army Commander; then 8 - 3; then 8 - 4.
    assert [delivery.check(at, "wing", die) for die in (9, 8)] == ["delay-1", "delay-1"]
    assert delivery.shorten(at, "allied") == ()
    assert delivery.check(at, "wing", 8) == RECEIVED
    assert markers(at, "wing") == "received"
    assert (at.post("wing").modifier, at.post("wing").checks) == (0, 0)


@pytest.mark.rule("wv", "17.35-3")
def test_the_initial_die_counts() -> None:
    at = staff({"cor": "0105", "fdiv": "0305"})
    assert delivery.arrive(at, delivery.sending(at, Order("cor", "fdiv")), 5) == "delay-1"
    assert [delivery.check(at, "fdiv", 7), delivery.check(at, "fdiv", 6)] == ["delay-1", RECEIVED]


@pytest.mark.rule("wv", "17.35-1")
def test_a_delayed_order_may_be_ignored() -> None:
    at = staff({"cor": "0105", "fdiv": "0305"}, {"fdiv": "delay1"})
    assert delivery.check(at, "fdiv", 9) == IGNORED
    assert markers(at, "fdiv") == ""


@pytest.mark.rule("wv", "17.71-1", "17.71-2", "17.72", "17.36-2", "4.1.2E")
def test_issuing_an_attack_order() -> None:
    at = staff({"nap": "0505", "cor": "0705"}, points={"french": 5}, headquarters={"french": "0505"})
    order, letter = delivery.issue(at, Order("nap", "cor", attack=CORPS))
    assert (letter, at.command.points["french"]) == ("A", 3)
    assert delivery.arrive(at, order, 0, letter) == RECEIVED
    assert markers(at, "cor") == "received, holds A"
    assert not at.command.attacks["french"]["A"].begun


@pytest.mark.rule("wv", "17.71-5", "17.36-2")
def test_a_division_is_under_its_attack_order_at_once() -> None:
    at = staff({"nap": "0505", "fdiv": "0505"})
    order, letter = delivery.issue(at, Order("nap", "fdiv", attack=DIVISION))
    delivery.arrive(at, order, letter=letter)
    assert markers(at, "fdiv") == "attack A"
    assert at.command.attacks["french"]["A"].begun
    assert at.ordered("fdiv")


@pytest.mark.rule("wv", "17.34-0", "17.72")
def test_an_attack_order_that_is_ignored_is_gone() -> None:
    at = staff({"nap": "0105", "fdiv": "0305"}, points={"french": 5}, headquarters={"french": "0105"})
    order, letter = delivery.issue(at, Order("nap", "fdiv", attack=DIVISION))
    assert delivery.arrive(at, delivery.Sending(order.order, ROLL, {}), 9, letter) == IGNORED
    assert at.command.attacks["french"] == {}
    assert orders.free_letter(at, "french") == "A"
