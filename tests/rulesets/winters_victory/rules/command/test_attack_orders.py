"""Attack Orders: the printed example first, then how they are handed down, what they give, and how they end (17.7)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import CORPS, DIVISION
from rulesets.winters_victory.board.leaders import Attack, Fatigue
from rulesets.winters_victory.command_charts import IGNORED, RECEIVED
from rulesets.winters_victory.rules.command import activation, attack_orders, delivery, violations
from rulesets.winters_victory.rules.command.orders import Order
from rulesets.winters_victory.rules.command.staff import Staff
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.staffs import refused, staff

Standing = Mapping[str, str]
UNDER = {"fdiv": "mobilized attack-A", "fbde": "attack-A", "fbde2": "attack-A"}
LED = {"fdiv": "0505", "fbde": "0405", "fbde2": "0605"}


def attacking(standing: Standing, posts: Standing | None = None, scope: str = DIVISION, violated: int = 0) -> Staff:
    """A division with both brigades under Attack Order A."""
    at = staff({**LED, **standing}, UNDER if posts is None else posts)
    at.command.attacks["french"] = {"A": Attack(scope, "cor" if scope == CORPS else "fdiv", True, violated)}
    return at


# -- violations ------------------------------------------------------------------------------


@pytest.mark.rule("wv", "17.75-2")
def test_two_routed_battalions_of_a_brigade_are_one_violation() -> None:
    """The example of 17.75."""
    at = attacking({"f1": "0404 routed", "f2": "0406 routed", "f3": "0405", "f4": "0605"})
    found = violations.routed(at, "french", "A")
    assert found == ("f-one",)
    assert violations.record(at, "french", "A", violations.ROUT, len(found)) == 1


@pytest.mark.parametrize(
    ("standing", "starts", "found"),
    [
        row("17.75-1", {"f1": "0405", "r1": "1005"}, {}, ("f-one",)),
        row("17.75-1 17.73-3", {"f1": "0405", "r1": "1005"}, {"f1": "0305"}, ()),
        row("17.75-1", {"f1": "0405", "r1": "1005"}, {"f1": "0505"}, ("f-one",)),
        row("17.75-1", {"f1": "0405", "r1": "0505"}, {}, ()),
        row("17.75-1", {"f1": "0405", "f2": "0305", "r1": "0505"}, {}, ("f-one",)),
        row("17.75-1", {"f1": "0405", "f4": "0605", "r1": "1005"}, {}, ("f-one", "f-two")),
        row("17.75-1", {"f1": "0405 routed", "r1": "1005"}, {}, ()),
        row("17.75-1", {"f1": "0405", "r1": "1005", "r2": "0101"}, {"f1": "0505"}, ()),
    ],
)
def test_brigades_that_do_not_advance(standing: Standing, starts: Standing, found: tuple[str, ...]) -> None:
    assert violations.idle(attacking(standing), "french", "A", starts) == found


@pytest.mark.rule("wv", "17.75-2")
def test_each_brigade_with_routs_counts_once() -> None:
    at = attacking({"f1": "0404 routed", "f4": "0606 routed", "f5": "0605 routed"})
    assert violations.routed(at, "french", "A") == ("f-one", "f-two")


@pytest.mark.rule("wv", "17.75-3")
def test_exhausted_brigades() -> None:
    at = attacking({})
    at.command.fatigue = {"f-one": Fatigue(7), "f-two": Fatigue(6), "f-three": Fatigue(8)}
    assert violations.exhausted(at, "french", "A") == ("f-one",)


@pytest.mark.rule("wv", "17.75-4")
def test_leaders_who_are_reduced() -> None:
    at = attacking({"fbde3": "0101"})
    assert [violations.by_leader(at, uid) for uid in ("fbde", "fbde3", "fdiv")] == [True, False, True]
    assert at.command.attacks["french"]["A"].violations == 2


# -- handing down ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("posts", "division", "found"),
    [
        row("17.71-2", {"cor": "holds-A"}, "", "yes"),
        row("17.71-2", {"cor": "received"}, "", "no 17.71-2"),
        row("17.71-2 16.14-1", {"cor": "holds-A inactive"}, "", "no 17.71-2"),
        row("17.71-4", {"cor": "holds-A"}, "fdiv", "yes"),
        row("17.71-3", {"cor": "holds-A"}, "fdiv2", "no 17.71-4"),
        row("17.71-3", {"cor": "holds-A", "fdiv": "delay1 carries-A"}, "", "no 17.71-3"),
    ],
)
def test_who_may_implement_an_attack_order(posts: Standing, division: str, found: str) -> None:
    at = staff({"cor": "0505", "fdiv": "0605"}, posts)
    assert refused(attack_orders.why_not_implement(at, "cor", division)) == found


@pytest.mark.rule("wv", "17.71-3", "17.33", "17.71-2")
def test_a_corps_attacks_as_soon_as_one_division_has_it() -> None:
    standing = {"cor": "0505", "fdiv": "0605", "fdiv2": "0705", "fdiv3": "0505", "fdiv4": "1205"}
    at = staff(standing, {"cor": "holds-A"})
    at.command.attacks["french"] = {"A": Attack(CORPS, "cor")}
    sent = attack_orders.implement(at, "cor")
    assert [one.order.receiver for one in sent] == ["fdiv", "fdiv2", "fdiv3", "fdiv4"]
    assert [one.fate for one in sent] == ["roll", "roll", "received", "delay-1"]
    # Next to the sender, who has an Attack Order, 8 is 5: delayed. At two hexes 9 is 8: ignored.
    assert [delivery.arrive(at, one, die, "A") for one, die in zip(sent[:2], (8, 9), strict=True)] == [
        "delay-1",
        IGNORED,
    ]
    assert not at.command.attacks["french"]["A"].begun
    assert at.post("cor").holds == "A"
    assert delivery.arrive(at, sent[2], letter="A") == RECEIVED
    assert at.command.attacks["french"]["A"].begun
    assert (at.post("cor").holds, at.post("cor").attack, at.post("fdiv3").attack) == ("", "A", "A")
    assert delivery.arrive(at, sent[3], letter="A") == "delay-1"
    assert delivery.check(at, "fdiv4", 0) == RECEIVED
    assert at.post("fdiv4").attack == "A"


@pytest.mark.rule("wv", "17.71-4")
def test_a_division_order_lies_on_the_track_when_it_is_sent() -> None:
    at = staff({"cor": "0505", "fdiv": "0705"}, {"cor": "holds-A"})
    at.command.attacks["french"] = {"A": Attack(CORPS, "cor")}
    (sent,) = attack_orders.implement(at, "cor", "fdiv")
    attack = at.command.attacks["french"]["A"]
    assert (attack.begun, attack.scope, attack.head, attack.violations) == (True, DIVISION, "fdiv", 0)
    assert delivery.arrive(at, sent, 7, "A") == "delay-1"
    assert (at.post("cor").holds, at.post("cor").attack, at.post("fdiv").carries) == ("", "", "A")
    assert delivery.check(at, "fdiv", 0) == RECEIVED
    assert (at.post("fdiv").attack, at.post("fdiv").received) == ("A", False)


@pytest.mark.rule("wv", "17.71-6", "17.72", "4.1.2C.3")
def test_brigades_within_the_radius_get_it_at_once() -> None:
    at = attacking({"fbde2": "1005"}, {"fdiv": "attack-A"})
    assert attack_orders.hand_down(at, "fdiv") == (("fbde",), ())
    assert violations.members(at, "french", "A") == ("fbde",)
    assert violations.brigades(at, "french", "A") == ("f-one",)
    at.scene.board.move("fbde2", "0905")
    assert attack_orders.hand_down(at, "fdiv") == (("fbde2",), ())


@pytest.mark.rule("wv", "17.71-7", "17.71-5", "17.52-1")
def test_brigades_on_the_display_are_sent_it() -> None:
    """The nearest unit is far beyond the radius, and a die is rolled all the same."""
    at = staff({"fdiv": "0101", "f1": "1212"}, {"fdiv": "attack-A"})
    at.command.attacks["french"] = {"A": Attack(DIVISION, "fdiv", begun=True)}
    near, (sent,) = attack_orders.hand_down(at, "fdiv")
    # French brigade leader, and the sender has an Attack Order.
    assert (near, sent.fate, sent.modifier) == ((), "roll", -2)
    # Of 9 and 9 the first is ignored, which is a delay for brigades; the second, 1 better, is none yet.
    assert delivery.arrive(at, sent, 9, "A") == "delay-1"
    assert attack_orders.hand_down(at, "fdiv") == ((), ())
    assert [delivery.check(at, "fbde", die) for die in (9, 7)] == ["delay-1", RECEIVED]
    assert (at.post("fbde").received, at.post("fbde").attack) == (True, "A")
    activation.activate(at, "fbde", "1212")
    assert (at.post("fbde").received, at.post("fbde").attack) == (False, "A")


@pytest.mark.rule("wv", "17.34-2", "17.35-4", "17.52-1", "17.53-3", "17.41-3")
def test_an_order_from_army_to_brigade() -> None:
    """Delivery and activation from above, as the French do in one phase."""
    at = staff(
        {"nap": "0101", "cor": "0301", "f1": "0501", "f4": "0601"},
        points={"french": 6},
        headquarters={"french": "0101"},
    )
    order, _ = delivery.issue(at, Order("nap", "cor", urgent=True))
    assert (delivery.arrive(at, order, 9), at.command.points["french"]) == (RECEIVED, 4)
    assert delivery.arrive(at, delivery.sending(at, Order("cor", "fdiv")), 5) == RECEIVED
    activation.activate(at, "fdiv", "0501")
    assert delivery.arrive(at, delivery.sending(at, Order("fdiv", "fbde"))) == RECEIVED
    assert delivery.arrive(at, delivery.sending(at, Order("fdiv", "fbde2")), 8) == RECEIVED
    assert activation.called(at, "french", "brigade") == ("fbde", "fbde2")
    assert activation.activate(at, "fbde", "0501") == ""
    assert at.post("fdiv").received
    assert at.committed("f-one")


@pytest.mark.rule("wv", "4.1.2C.3-note")
def test_a_division_without_brigades_loses_its_attack_order() -> None:
    at = staff({"fdiv": "0505"}, {"fdiv": "attack-A"})
    assert attack_orders.tidy(at, "french") == ("fdiv",)
    at = attacking({}, {"fdiv": "", "fbde": "attack-A"})
    assert attack_orders.tidy(at, "french") == ("fbde",)
    assert attack_orders.tidy(attacking({}), "french") == ()


# -- effects ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("17.73-3", {"f1": "0405", "r1": "0805"}, True),
        row("17.73-3", {"f1": "0405", "r1": "0505"}, False),
        row("17.73-3 17.73-2", {"f1": "0405 disordered", "r1": "0805"}, False),
        row("17.73-3 17.73-2", {"f1": "0412", "r1": "0812"}, False),
    ],
)
def test_who_has_to_advance(standing: Standing, found: bool) -> None:
    assert attack_orders.must_close(attacking(standing), "f1") is found


# -- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scope", "violated", "die", "found"),
    [
        # The commander of the corps has a bonus of 1, the leader of the division none.
        row("17.76-A2 16.13", CORPS, 3, 2, True),
        row("17.76-A2 16.13", CORPS, 3, 3, False),
        row("17.76-A2 4.1.3B", DIVISION, 3, 3, True),
        row("17.76-A2", DIVISION, 0, 0, False),
    ],
)
def test_a_die_ends_it(scope: str, violated: int, die: int, found: bool) -> None:
    at = attacking({}, scope=scope, violated=violated)
    assert attack_orders.rolling(at, "french") == (("A",) if violated else ())
    assert attack_orders.must_end(at, "french", "A", die) is found


@pytest.mark.parametrize(
    ("scope", "standing"),
    [row("17.76-A1 17.76-A3", CORPS, ("cor", "fdiv")), row("17.76-A1 17.76-A3", DIVISION, ("fdiv",))],
)
def test_the_end(scope: str, standing: tuple[str, ...]) -> None:
    at = attacking({"cor": "0101"}, {**UNDER, "cor": "mobilized attack-A" if scope == CORPS else "mobilized"}, scope)
    at.command.fatigue = {"f-one": Fatigue(4), "f-three": Fatigue(4)}
    ended = attack_orders.end(at, "french", "A")
    assert (ended.standing, ended.tired) == (standing, ("f-one", "f-two"))
    assert at.post("cor").state == ("standing" if scope == CORPS else "mobilized")
    assert [at.post(uid).attack for uid in ("cor", "fdiv", "fbde", "fbde2")] == [""] * 4
    assert at.command.attacks["french"] == {}
    assert {brigade: one.points for brigade, one in at.command.fatigue.items()} == {
        "f-one": 6,
        "f-two": 2,
        "f-three": 4,
    }


@pytest.mark.rule("wv", "17.76-B", "15.22")
def test_russians_tire_less() -> None:
    at = staff({"rdiv": "0505", "rbde": "0505"}, {"rdiv": "attack-B", "rbde": "attack-B"})
    at.command.attacks["allied"] = {"B": Attack(DIVISION, "rdiv", begun=True)}
    at.command.fatigue = {"r-one": Fatigue(4)}
    attack_orders.end(at, "allied", "B")
    assert at.command.fatigue["r-one"].points == 5
