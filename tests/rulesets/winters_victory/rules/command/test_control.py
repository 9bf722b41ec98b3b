"""Who is in command, and what the others may not do (16.1, 17.1)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import MOBILIZED
from rulesets.winters_victory.rules.command import control
from rulesets.winters_victory.rules.command.paths import reaches
from rulesets.winters_victory.rules.firing.firers import why_silent
from rulesets.winters_victory.rules.firing.phase import targets
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.staffs import CHAIN, refused, staff

Standing = Mapping[str, str]


@pytest.mark.parametrize(
    ("standing", "to", "limit", "found"),
    [
        row("16.12-1", {}, "0705", 4, True),
        row("16.12-1", {}, "0705", 3, False),
        # A line of infantry that looks at 0505 and 0605 bars the row; the way round is longer.
        row("16.12-1", {"r1": "0506 v0 line"}, "0705", 4, False),
        row("16.12-1", {"r1": "0506 v0 line"}, "0705", 5, True),
        row("16.12-1", {"r1": "0506 v0 line", "f1": "0505"}, "0705", 4, False),
        # It looks at the receiver's own hex.
        row("16.12-1", {"r1": "0706 v0 line"}, "0705", 4, True),
        # Another path of four hexes is free: by 0504.
        row("16.12-1", {"r1": "0506 v0 line"}, "0504", 3, True),
        row("16.12-1", {"rhus": "0404"}, "0504", 3, True),
        # Horse has no fire zone and bars its own hex alone.
        row("16.12-1", {"rhus": "0505"}, "0705", 4, False),
        row("16.12-1", {"rhus": "0504"}, "0705", 4, True),
        # Guns without crew are ignored.
        row("16.12-1", {"rb12": "0505 unlimbered"}, "0705", 4, True),
        row("16.12-1", {"rb12": "0505 unlimbered", "rb12.c": "0505"}, "0705", 4, False),
        row("16.12-1", {}, "0705", None, True),
    ],
)
def test_paths(standing: Standing, to: str, limit: int | None, found: bool) -> None:
    """From 0305; 0705 lies four hexes along a row, 0504 three by several ways."""
    assert reaches(staff(standing).scene, "french", "0305", to, limit) is found


@pytest.mark.rule("wv", "16.12-1")
def test_a_leader_who_is_shut_in_reaches_nobody() -> None:
    around = {"r1": "0405", "r2": "0304", "r3": "0204", "r4": "0205", "r5": "0206", "r12": "0306"}
    at = staff(around)
    assert not reaches(at.scene, "french", "0305", "0705")


@pytest.mark.parametrize(
    ("standing", "posts", "uid", "found"),
    [
        row("17.1 17.14", {"f1": "1212 disordered", "fbde": "0101"}, {}, "f1", True),
        row("17.1", {"f1": "1212", "fbde": "0101"}, {}, "f1", False),
        row("17.14", {"f1": "1212 routed"}, {}, "f1", True),
        row("17.14", {"flt.s1": "1212"}, {}, "flt.s1", True),
        row("17.14", {"f1": "0909 general-order"}, {}, "f1", False),
        row("17.14", {"f1": "0808 general-order"}, {}, "f1", True),
        row("17.14", {"fb8.c": "0909"}, {}, "fb8.c", True),
        row("17.14 17.11-2", {"fb8.c": "0909", "fb8": "0909 unlimbered"}, {}, "fb8.c", False),
        row("17.11-1", {"f1": "0505", "fbde": "0305"}, {}, "f1", True),
        row("17.11-1", {"f1": "0505", "fbde": "0205"}, {}, "f1", False),
        row("17.11-1", {"f1": "0505", "f2": "0405", "fbde": "0205"}, {}, "f1", True),
        row("17.11-1", {"f1": "0605", "f2": "0505", "f3": "0405", "fbde": "0205"}, {}, "f1", True),
        row("17.11-1", {"f1": "0505", "f2": "0405 disordered", "fbde": "1205"}, {}, "f1", True),
        row("17.11-1", {"f1": "0505", "f4": "0405", "fbde": "1205", "fbde2": "0405"}, {}, "f1", False),
        row("17.11-1", {"f1": "0505", "fbde": "1205", "cor": "0505"}, {}, "f1", True),
        row("17.11-1 16.14-2", {"f1": "0505", "fdiv": "0505"}, {}, "f1", False),
        row("17.11-1", {"f1": "1205", "fbde": "1105", "fdiv": "0101"}, {}, "f1", True),
        row("17.11-2", {"fb8": "1212 limbered"}, {}, "fb8", True),
        row("17.11-2", {"fb8": "1212 unlimbered", "fdiv": "0101"}, {}, "fb8", False),
        row("17.11-2", {"fb8": "1212 unlimbered", "fdiv": "0101"}, {"fdiv": "mobilized"}, "fb8", True),
        row("17.11-2", {"fb8": "0505 unlimbered", "fdiv": "0101", "cor": "0905"}, {}, "fb8", True),
        row("17.11-2", {"fb8": "0505 unlimbered", "nap": "0605"}, {}, "fb8", False),
        row("17.11-2", {"fb8": "0505 unlimbered", "lcbde": "0505"}, {}, "fb8", True),
    ],
)
def test_units_in_command(standing: Standing, posts: Standing, uid: str, found: bool) -> None:
    at = staff(standing, posts, country({"woods": "0808"}))
    assert control.in_command(at, uid) is found


@pytest.mark.parametrize(
    ("standing", "posts", "uid", "found"),
    [
        row("16.16 17.11-4", {"cor": "1212", "nap": "0101"}, {}, "cor", True),
        row("16.14-1", {"cor": "1212", "nap": "1212"}, {"cor": "inactive"}, "cor", False),
        row("16.14-1 17.11-5", {"cor": "0505", "fdiv": "0905"}, {"cor": "inactive"}, "fdiv", True),
        row("17.11-5", {"cor": "0505", "fdiv": "1005"}, {}, "fdiv", False),
        row("17.11-5", {"cor": "0505", "fdiv": "1005"}, {"fdiv": "mobilized"}, "fdiv", True),
        row("17.11-5", {"cor": "0505", "fdiv": "0805"}, {"cor": "mobilized"}, "fdiv", False),
        row("17.11-6", {"fdiv": "0505", "fbde": "0905"}, {}, "fbde", True),
        row("17.11-6", {"fdiv": "0505", "fbde": "1005"}, {}, "fbde", False),
        row("17.11-6", {"fdiv": "0505", "fbde": "1212"}, {"fdiv": "mobilized"}, "fbde", True),
        row("17.11-7", {"cor": "0105", "lcbde": "0905"}, {}, "lcbde", True),
        row("17.11-7", {"cor": "0105", "lcbde": "1005"}, {}, "lcbde", False),
        row("17.11-7", {"cor": "0105", "lcbde": "1205"}, {"cor": "mobilized"}, "lcbde", True),
        row("17.73-1", {"fdiv": "0505", "fbde": "1212"}, {"fbde": "attack-A"}, "fbde", True),
    ],
)
def test_leaders_in_command(standing: Standing, posts: Standing, uid: str, found: bool) -> None:
    assert control.in_command(staff(standing, posts), uid) is found


@pytest.mark.rule("wv", "16.31-2")
def test_attached_leaders_look_to_another_superior() -> None:
    at = staff({"cor": "0505", "fdiv": "0505", "nap": "1212"})
    assert control.in_command(at, "fdiv")
    at.command.attached["fdiv"] = "nap"
    assert not control.in_command(at, "fdiv")


@pytest.mark.parametrize(
    ("standing", "uid", "to", "moved", "found"),
    [
        row("17.12-2", {"fbde": "0105", "f1": "0805"}, "f1", "0705", {"fbde"}, "no 17.12-2"),
        row("17.13", {"fbde": "0105", "f1": "0805"}, "f1", "0705", set(), "yes"),
        row("17.13", {"fbde": "0105", "f1": "0805"}, "f1", "0905", set(), "no 17.13"),
        row("17.13 16.14-2", {"f1": "0805", "fdiv": "0105"}, "f1", "0705", set(), "no 16.14-2"),
        row("17.12-7", {"fbde": "1005", "fdiv": "0105"}, "fbde", "0905", {"fdiv"}, "no 17.12-7"),
        row("17.13 17.12-7", {"fbde": "1005", "fdiv": "0105"}, "fbde", "0905", set(), "yes"),
        row("17.13", {"fbde": "1005", "cor": "0105"}, "fbde", "0905", set(), "yes"),
        row("17.12-7", {"fbde": "1005"}, "fbde", "0905", set(), "no 17.12-7"),
        row("17.12-8", {"fdiv": "1005", "cor": "0105"}, "fdiv", "0905", {"cor"}, "yes"),
        row("17.12-8", {"fdiv": "1005", "cor": "0105"}, "fdiv", "1105", set(), "no 17.12-8"),
    ],
)
def test_moves_out_of_command(standing: Standing, uid: str, to: str, moved: set[str], found: str) -> None:
    assert refused(control.why_not_move(staff(standing), uid, to, moved)) == found


@pytest.mark.rule("wv", "17.13")
def test_whoever_is_approached_stays() -> None:
    at = staff({"fbde": "0105", "f1": "0805"})
    assert control.held_by(at, "f1") == "fbde"
    assert refused(control.why_not_leave(at, "fbde", {"fbde"})) == "no 17.13"
    assert refused(control.why_not_leave(at, "fbde", set())) == "yes"


@pytest.mark.rule("wv", "16.31-1", "16.3")
def test_the_chain() -> None:
    at = staff({"fbde": "0105", "f1": "0805"})
    assert CHAIN.leader("f1") == "fbde"
    assert list(at.above("fbde")) == ["fdiv", "cor", "nap"]
    assert at.direct("fdiv") == ("fbde", "fbde2")
    assert list(at.below("cor")) == ["fdiv", "fbde", "fbde2", "fdiv2", "fbde3", "fdiv3", "fdiv4", "lcbde"]
    assert CHAIN.commander("allied") == "ben"
    assert CHAIN.brigades_of("fdiv") == ("f-guns",)
    assert CHAIN.led("fbde2") == ("f4", "f5")


@pytest.mark.rule("wv", "16.15", "16.12-2", "16.14-1")
def test_radius_by_state_and_where_leaders_are() -> None:
    at = staff({"fdiv": "0505"})
    before = at.radius("fdiv")
    at.post("fdiv").state = MOBILIZED
    assert (before, at.radius("fdiv")) == (4, 2)
    assert [at.where(uid) for uid in ("fdiv", "fbde", "cor")] == ["map", "display", "away"]
    at.post("fbde").gone = True
    assert at.where("fbde") == "gone"


@pytest.mark.rule("wv", "17.11-3", "4.1.4A")
def test_the_command_status_segment() -> None:
    """Who is in command at the start of the Movement Phase stays so, though his leader moves away."""
    at = staff({"cor": "0104", "fdiv": "0105", "fbde": "0305", "f1": "0405", "f2": "0805"})
    assert control.settle(at, "french") == ("f2",)
    at.scene.board.move("fbde", "0805")
    assert [sorted(at.scene.piece(uid).marks) for uid in ("f1", "f2")] == [[], ["out"]]
    assert control.settle(at, "french") == ("f1", "fbde")
    assert [sorted(at.scene.piece(uid).marks) for uid in ("f1", "f2")] == [["out"], []]


@pytest.mark.rule("wv", "17.12-6")
def test_fire_is_free_out_of_command() -> None:
    at = staff({"f1": "0505 v1 line out", "r1": "0605"})
    assert not control.in_command(at, "f1")
    assert why_silent(at.scene, "f1") is None
    assert targets(at.scene, "f1") == ("0605",)


@pytest.mark.rule("wv", "16.18", "16.0")
def test_reduced_leaders_help_no_morale_and_nobody_fights() -> None:
    at = staff({"f1": "0505", "fbde": "0505", "f2": "0606", "fbde2": "0606 reduced"})
    assert [at.scene.led(hex_, "french") for hex_ in ("0505", "0606")] == [True, False]
    assert at.scene.strength("0505", "french") == 9
