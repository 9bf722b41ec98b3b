"""Segment by segment, what each level of command may do in a Command Phase (4.1.2, 4.1.7)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import CORPS, DIVISION, MOBILIZED
from rulesets.winters_victory.board.leaders import Attack
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.command.orders import Order
from rulesets.winters_victory.rules.command.phase import Activity
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.rules.command.test_phase import play
from tests.rulesets.winters_victory.staffs import staff

FIELD = {
    "nap": "0101",
    "cor": "0301",
    "fdiv": "0301",
    "fdiv2": "0301",
    "fbde": "0302",
    "f1": "0302",
    "f4": "0303",
    "ben": "1212",
    "wing": "1010",
    "rdiv": "1010",
    "rbde": "1010",
    "r1": "1010",
}


def orders(sender: str, *receivers: str, state: str = "") -> Activity:
    """Orders to some command units, and a change of state."""
    return Activity(state=state, orders=tuple(Order(sender, one) for one in receivers))


@pytest.mark.parametrize(
    ("army", "before", "dice", "told", "delay"),
    [
        row("4.1.2A", ALLIED, {"rdiv": "delay2"}, [], ["delay-shortened rdiv 17.35"], 1),
        row("4.1.2A", ALLIED, {"rdiv": "delay1"}, [2], ["delay rdiv received"], 0),
        row("4.1.2A", ALLIED, {"fdiv": "delay1"}, [], [], 0),
        row("4.1.7A", FRENCH, {"fdiv": "delay1"}, [2], ["delay fdiv received"], 0),
        row("4.1.7A", FRENCH, {"fdiv": "delay3"}, [], ["delay-shortened fdiv 17.35"], 2),
    ],
)
def test_orders_on_their_way_come_first(
    army: str, before: Mapping[str, str], dice: list[int], told: list[str], delay: int
) -> None:
    at = staff(FIELD, before)
    assert play(at, army, {}, dice) == told
    assert all(at.post(uid).delay == delay for uid in before if at.officer(uid).army == army)


@pytest.mark.parametrize(
    ("army", "posts", "leader", "plan", "dice", "told"),
    [
        # Brigades and divisions come from the display as soon as their order is there.
        row(
            "4.1.2B",
            ALLIED,
            {"rbde2": "received"},
            "rbde2",
            Activity(place="1011"),
            [],
            ["activated rbde2 1011"],
        ),
        row("4.1.7E", FRENCH, {"fbde2": "received"}, "fbde2", Activity(), [], ["activated fbde2 0303"]),
        # A division leader without an order does nothing.
        row(
            "4.1.2C.2",
            ALLIED,
            {},
            "rdiv",
            orders("rdiv", "rbde2", state=MOBILIZED),
            [],
            ["refused rdiv 17.32-5", "refused rdiv 17.61"],
        ),
        row(
            "4.1.2C.2",
            ALLIED,
            {"rdiv": "received"},
            "rdiv",
            orders("rdiv", "rbde", "rbde2", state=MOBILIZED),
            [3],
            ["order rbde received", "order rbde2 received", "state rdiv mobilized"],
        ),
        # A corps commander without one sends one, and goes on standing.
        row(
            "4.1.2D.1",
            ALLIED,
            {},
            "wing",
            orders("wing", "rdiv", "rbde", state=MOBILIZED),
            [],
            ["order rdiv received", "refused wing 17.32-4", "refused wing 17.61"],
        ),
        row("4.1.2D.1", ALLIED, {}, "wing", orders("wing", "rbde"), [], ["order rbde received"]),
        row(
            "4.1.7C",
            FRENCH,
            {"cor": "received"},
            "cor",
            orders("cor", "fdiv", "fdiv2", state=MOBILIZED),
            [],
            ["order fdiv received", "order fdiv2 received", "state cor mobilized"],
        ),
        row(
            "4.1.2E",
            ALLIED,
            {},
            "ben",
            orders("ben", "wing", "rdiv"),
            [0],
            ["order wing received", "refused ben 17.32-3"],
        ),
        # Army commanders need neither order nor point to change their state.
        row("4.1.7B", FRENCH, {}, "nap", Activity(state=MOBILIZED), [], ["state nap mobilized"]),
        row("4.1.7B", FRENCH, {}, "nap", orders("nap", "cor"), [0], ["order cor received"]),
    ],
)
def test_what_a_level_may_do_in_its_segment(
    army: str, posts: Mapping[str, str], leader: str, plan: Activity, dice: list[int], told: list[str]
) -> None:
    at = staff({**FIELD, "r4": "1011"}, posts)
    assert play(at, army, {leader: plan}, dice) == told


@pytest.mark.rule("wv", "4.1.7D")
def test_french_brigades_get_an_attack_order_in_the_phase_of_their_corps() -> None:
    at = staff(FIELD, {"cor": "holds-A"})
    at.command.attacks[FRENCH] = {"A": Attack(CORPS, "cor")}
    told = play(at, FRENCH, {"cor": Activity(implement="fdiv")}, [3])
    assert told == [
        "order fdiv received",
        "attack-order fbde A",
        "order fbde2 received",
        "activated fbde2 0303",
    ]


@pytest.mark.rule("wv", "4.1.2D.2")
def test_a_wing_with_an_attack_order_hands_it_to_one_division_or_to_all() -> None:
    """A division gets it before it may act upon it: its segment is over, its brigades wait a turn."""
    at = staff(FIELD, {"wing": "holds-A"})
    at.command.attacks[ALLIED] = {"A": Attack(CORPS, "wing")}
    assert play(at, ALLIED, {"wing": Activity(implement="rdiv")}, []) == ["order rdiv received"]
    attack = at.command.attacks[ALLIED]["A"]
    assert (attack.scope, attack.head, at.post("rdiv").attack, at.post("rbde").attack) == (DIVISION, "rdiv", "A", "")
    assert play(at, ALLIED, {"wing": Activity(implement=CORPS)}, []) == ["attack-order rbde A", "refused wing 17.71-2"]
