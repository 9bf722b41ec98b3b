"""Command states, and the order of activities (17.4, 17.6)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import ARMY, BRIGADE, CORPS, DETACHMENT, DIVISION
from rulesets.winters_victory.board.leaders import Attack
from rulesets.winters_victory.rules.command import sequence, states
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.staffs import refused, staff
from tests.rulesets.winters_victory.winter import chain

Standing = Mapping[str, str]
ALL = {"nap": "0101", "cor": "0303", "fdiv": "0505", "fbde": "0606", "lest": "1212", "f1": "0606"}


@pytest.mark.parametrize(
    ("posts", "uid", "found"),
    [
        row("17.61 17.31", {}, "cor", "no 17.61"),
        row("17.61 17.36-3", {"cor": "received"}, "cor", "yes"),
        row("17.61", {"cor": "received mobilized"}, "cor", "no 17.61"),
        row("17.61 16.14-1", {"cor": "received inactive"}, "cor", "no 16.15"),
        row("17.41-1", {}, "nap", "yes"),
        row("16.32-1", {}, "lest", "yes"),
        row("17.71-5", {"fdiv": "attack-A"}, "fdiv", "yes"),
        row("16.15", {"fbde": "received"}, "fbde", "no 16.15"),
    ],
)
def test_mobilizing(posts: Standing, uid: str, found: str) -> None:
    assert refused(states.why_not_mobilize(staff(ALL, posts), uid)) == found


@pytest.mark.rule("wv", "17.61", "17.36-3", "17.71-5", "17.36-5")
def test_mobilizing_uses_the_order_up() -> None:
    at = staff(ALL, {"cor": "received", "fdiv": "attack-A"})
    for uid in ("cor", "fdiv", "nap"):
        states.mobilize(at, uid)
    assert [(at.post(uid).state, at.post(uid).received) for uid in ("cor", "fdiv")] == [("mobilized", False)] * 2
    assert at.post("fdiv").attack == "A"
    assert at.radius("nap") == 2


@pytest.mark.rule("wv", "17.62", "17.41-2", "17.41-3")
def test_going_to_standing() -> None:
    at = staff(ALL, {"cor": "mobilized"})
    assert refused(states.why_not_stand(at, "fdiv")) == "no 17.62"
    assert refused(states.why_not_stand(at, "cor")) == "yes"
    states.stand(at, "cor")
    assert at.post("cor").state == "standing"


@pytest.mark.rule("wv", "17.63-0")
def test_who_rolls_and_in_which_order() -> None:
    standing = {"nap": "0101", "cor": "0303", "fdiv": "0505", "fdiv2": "0505", "wing": "1010", "det": "1111"}
    at = staff(standing, dict.fromkeys(standing, "mobilized"))
    assert states.due(at, "french") == ("cor", "fdiv", "fdiv2")
    assert states.due(at, "allied") == ("wing", "det")
    at.command.exempt.add("cor")
    assert states.due(at, "french") == ("fdiv", "fdiv2")


@pytest.mark.parametrize(
    ("standing", "posts", "uid", "evening", "found"),
    [
        # A division with a radius of 2: one brigade three hexes away, the other on the display.
        row("17.63-1", {"fdiv": "0505", "fbde": "0805", "f1": "0805"}, {}, "fdiv", False, 2),
        row("17.63-1", {"fdiv": "0505", "fbde": "1005", "fbde2": "0505"}, {}, "fdiv", False, 3),
        row("17.63-1", {"fdiv": "0505", "fbde": "0505", "fbde2": "0505"}, {"fbde2": "gone"}, "fdiv", False, 0),
        row("17.63-1", {"fdiv": "0505", "fbde": "0505"}, {"fbde2": "gone"}, "fdiv", False, 1),
        row("17.63-1", {"fdiv": "0505", "fbde": "0505", "fbde2": "0505"}, {}, "fdiv", True, 2),
        row("17.63-1", {"fdiv": "0505", "fbde": "0505", "fbde2": "0505", "cor": "0605"}, {}, "fdiv", False, -1),
        row(
            "17.63-1",
            {"fdiv": "0505", "fbde": "0505", "fbde2": "0505", "cor": "0605"},
            {"cor": "mobilized"},
            "fdiv",
            False,
            -3,
        ),
        row(
            "17.63-1",
            {"fdiv": "0505", "fbde": "0505", "fbde2": "0505", "cor": "1212"},
            {"cor": "mobilized"},
            "fdiv",
            False,
            -2,
        ),
        row("17.63-1 16.13", {"cor": "0505", "fdiv": "0505", "fdiv2": "0905"}, {}, "cor", False, 0),
        row("17.63-1 16.13", {"cor": "0505", "fdiv": "0505", "f12": "0505"}, {}, "cor", False, 0),
        row("17.63-1 16.13", {"cor": "0505", "fdiv": "0505"}, {}, "cor", False, -1),
        row("17.73-1 17.63-1", {"cor": "0505", "fdiv": "0505"}, {"cor": "attack-A"}, "cor", False, -3),
        row("17.63-1", {"rdiv": "0505", "rbde": "0505", "rbde2": "0505"}, {}, "rdiv", False, 0),
    ],
)
def test_modifiers_of_continuation(standing: Standing, posts: Standing, uid: str, evening: bool, found: int) -> None:
    words = {**posts, uid: f"{posts.get(uid, '')} mobilized"}
    assert sum(states.parts(staff(standing, words), uid, evening=evening).values()) == found


@pytest.mark.parametrize(
    ("die", "stays"), [row("17.63-0 16.12-2", 2, True), row("17.63-0 16.12-2", 3, False), row("17.63-0", 9, False)]
)
def test_continuation(die: int, stays: bool) -> None:
    """Rating 2, no modifier."""
    at = staff({"rdiv": "0505", "rbde": "0505", "rbde2": "0505"}, {"rdiv": "mobilized"})
    assert states.continues(at, "rdiv", die) is stays
    assert at.post("rdiv").state == ("mobilized" if stays else "standing")


@pytest.mark.rule("wv", "17.75-4", "17.63-0")
def test_going_to_standing_violates_an_attack_order() -> None:
    at = staff({"rdiv": "0505", "rbde": "0505", "rbde2": "0505"}, {"rdiv": "mobilized attack-A"})
    at.command.attacks["allied"] = {"A": Attack(DIVISION, "rdiv", begun=True)}
    assert states.continues(at, "rdiv", 4)
    assert not states.continues(at, "rdiv", 5)
    assert at.command.attacks["allied"]["A"].violations == 1


@pytest.mark.parametrize(
    ("standing", "points", "uid", "found"),
    [
        row("17.64 4.1.1G", {"nap": "0202", "cor": "1212"}, 1, "cor", "yes"),
        row("17.64", {"nap": "0202", "cor": "1212", "fdiv": "0505"}, 1, "fdiv", "no 17.64"),
        row("17.64 17.22-1", {"nap": "0202", "cor": "1212"}, 0, "cor", "no 17.22-1"),
        row("17.64 17.22-1", {"nap": "1212", "cor": "1212"}, 1, "cor", "no 17.22-1"),
        row("17.64", {"nap": "0202", "cor": "1212", "r1": "1211 v0 line", "r2": "0908 v1 line"}, 1, "cor", "yes"),
        row("17.64", {"nap": "0202", "fbde": "1212"}, 1, "fbde", "no 17.63-0"),
    ],
)
def test_exemption(standing: Standing, points: int, uid: str, found: str) -> None:
    posts = dict.fromkeys(("cor", "fdiv"), "mobilized")
    at = staff(standing, posts, points={"french": points}, headquarters={"french": "0202"})
    assert refused(states.why_not_exempt(at, uid)) == found


@pytest.mark.rule("wv", "17.64", "16.33-2", "4.1.1G")
def test_an_exemption_costs_a_point_and_lasts_for_a_phase() -> None:
    at = staff(
        {"nap": "0202", "fdiv": "1212"}, {"fdiv": "mobilized"}, points={"french": 1}, headquarters={"french": "0202"}
    )
    at.command.attached["fdiv"] = "nap"
    assert refused(states.why_not_exempt(at, "fdiv")) == "yes"
    states.exempt(at, "fdiv")
    assert (at.command.points["french"], states.due(at, "french")) == (0, ())
    states.finish(at)
    assert states.due(at, "french") == ("fdiv",)


@pytest.mark.rule("wv", "17.64")
def test_no_exemption_without_a_path() -> None:
    around = {"rhus": "1211", "rcuir": "1112"}
    at = staff(
        {"nap": "0202", "cor": "1212", **around},
        {"cor": "mobilized"},
        points={"french": 1},
        headquarters={"french": "0202"},
    )
    assert refused(states.why_not_exempt(at, "cor")) == "no 17.64"


@pytest.mark.parametrize(
    ("army", "sender", "receiver", "found"),
    [
        row("17.4-SEQ 4.1.2", "allied", ARMY, CORPS, False),
        row("17.4-SEQ 4.1.2", "allied", CORPS, DIVISION, False),
        row("17.4-SEQ 4.1.2", "allied", ARMY, DETACHMENT, False),
        row("17.4-SEQ 4.1.7", "french", ARMY, CORPS, True),
        row("17.4-SEQ 4.1.7", "french", CORPS, DIVISION, True),
        row("17.4-SEQ 4.1.7", "french", DIVISION, BRIGADE, True),
    ],
)
def test_orders_run_down_the_french_chain_in_one_phase(army: str, sender: str, receiver: str, found: bool) -> None:
    assert sequence.same_phase(chain().order[army], sender, receiver) is found


@pytest.mark.rule("wv", "17.4-0", "17.41-4", "4.1.2", "4.1.7")
def test_segments() -> None:
    assert " ".join(sequence.segments(chain().order["allied"])) == (
        "delays brigade division wing army charges ammunition"
    )
    assert " ".join(sequence.segments(chain().order["french"])) == (
        "delays army corps division brigade charges ammunition"
    )
    assert sequence.segment_of(chain().order["allied"], DETACHMENT) == "division"
