"""Morale checks, what follows from them, and who else has to check (13.1, 13.33)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.winters_victory.board.pieces import ALLIED, DISORDERED, FRENCH, ROUTED
from rulesets.winters_victory.rules.firing.losses import Loss
from rulesets.winters_victory.rules.morale.chains import GONE, RETREAT, after_fire, crowded, entered, neighbours, passed
from rulesets.winters_victory.rules.morale.check import check, checker, leavers, limber_to_retreat, settle
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import scene


@pytest.mark.parametrize(
    ("words", "die", "found"),
    [
        # Effectiveness 6, modifier 1: of a General Order battalion 5, of disorder one more on the die.
        row("13.1-0", "0505", 7, None),
        row("13.1-0 13.1-F 2.4-4", "0505", 8, (DISORDERED, 0)),
        row("13.1-F", "0505 4sp", 9, (DISORDERED, 0)),
        row("13.1-U", "0505 general-order", 6, None),
        row("13.1-U", "0505 general-order", 9, (DISORDERED, 2)),
        row("13.1-U", "0505 4sp general-order", 9, (ROUTED, 3)),
        row("13.1-D", "0505 disordered", 6, None),
        row("13.1-D", "0505 disordered", 7, (ROUTED, 3)),
    ],
)
def test_checks(words: str, die: int, found: tuple[str, int] | None) -> None:
    made = check(scene({"f1": words}), "f1", die)
    assert (made.outcome and (made.outcome.state, made.outcome.retreat)) == found
    assert made.excess == max(0, made.total - made.rating)


@pytest.mark.rule("wv", "13.1-F", "13.31.1")
def test_a_formed_unit_that_fails_by_four_retreats_two_hexes() -> None:
    at = scene({"f1": "0505"})
    at.board.units = {**at.board.units, "f1": replace(at.unit("f1"), rating=5, modifier=0)}
    assert [getattr(check(at, "f1", die).outcome, "retreat", None) for die in (5, 8, 9)] == [None, 0, 2]


@pytest.mark.parametrize(
    ("standing", "uid"),
    [
        row("13.11-0", {"f1": "0505", "f2": "0505"}, "f1"),
        row("13.11.5 7.53-3", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, "fb8.c"),
        row("7.53-3", {"fb8": "0505 limbered", "fb8.c": "0505"}, "fb8"),
        row("13.12-0 7.56-1", {"fb8": "0505 unlimbered"}, ""),
        row("13.12-0", {"f1": "0505 routed"}, ""),
        row("13.12-0", {"fbde": "0505"}, ""),
    ],
)
def test_who_checks_for_a_hex(standing: Mapping[str, str], uid: str) -> None:
    assert checker(scene(standing), "0505", FRENCH) == uid


def states(at: Scene) -> dict[str, str]:
    """State of every counter."""
    return {uid: piece.state for uid, piece in at.board.pieces.items()}


@pytest.mark.rule("wv", "13.11-0", "13.1-M", "7.22-3")
def test_all_units_of_the_hex_share_the_result() -> None:
    at = scene({"f14": "0505 extended +0605", "f2": "0505", "fbde": "0505"})
    assert settle(at, "0505", FRENCH, DISORDERED) == ("f14", "f2")
    assert at.piece("f14").hexes == ("0505", "0605")
    assert settle(at, "0505", FRENCH, ROUTED) == ("f14", "f2")
    assert (at.piece("f14").formation, at.piece("f14").hexes) == ("column", ("0505",))
    assert settle(at, "0505", FRENCH, DISORDERED) == ()
    assert states(at) == {"f14": ROUTED, "f2": ROUTED, "fbde": "good"}


@pytest.mark.rule("wv", "7.56.1", "7.56-7", "7.56-8", "13.3-1")
def test_guns_share_the_disorder_of_their_crew_but_stay_when_it_flees() -> None:
    standing = {"fb8": "0505 unlimbered", "fb8.c": "0505"}
    at = scene(standing)
    settle(at, "0505", FRENCH, DISORDERED)
    assert states(at) == {"fb8": DISORDERED, "fb8.c": DISORDERED}
    at = scene(standing)
    settle(at, "0505", FRENCH, ROUTED)
    assert states(at) == {"fb8": "good", "fb8.c": ROUTED}
    assert leavers(at, "0505", FRENCH) == ("fb8.c",)
    at = scene({"fb8": "0505 limbered", "fb8.c": "0505"})
    settle(at, "0505", FRENCH, ROUTED)
    assert leavers(at, "0505", FRENCH) == ("fb8", "fb8.c")


@pytest.mark.parametrize(
    ("words", "die", "left"), [row("7.57", "0505 unlimbered", 4, 7), row("7.57", "0505 unlimbered 5sp", 3, 5)]
)
def test_limbering_to_retreat(words: str, die: int, left: int) -> None:
    at = scene({"fb8": words, "fb8.c": "0505"})
    limber_to_retreat(at, "fb8", die)
    assert (at.piece("fb8").strength, at.piece("fb8").formation) == (left, "limbered")


# -- who checks, and who does not ------------------------------------------------------------


@pytest.mark.rule("wv", "13.11.1", "13.11.2", "11.83", "13.13-j", "13.13-l")
def test_one_check_after_a_fire() -> None:
    at = scene({"r1": "0505", "r2": "0505"})
    assert after_fire(at, "0505", ALLIED, "0", (), "front") is None
    for result, losses, through in (("M", (), "front"), ("2", (Loss("r1", 2, 7),), "flank")):
        duty = after_fire(at, "0505", ALLIED, result, losses, through)
        assert duty is not None
        assert (duty.unit, duty.cause.here, duty.cause.flank) == ("r1", False, through == "flank")
    killed = after_fire(at, "0505", ALLIED, "2", (Loss("rjgr.s1", 1, 0), Loss("r1", 1, 8)), "front")
    assert killed is not None
    assert killed.cause.here
    assert after_fire(scene({"r1": "0505 routed"}), "0505", ALLIED, "1", (Loss("r1", 1, 8),), "front") is None


@pytest.mark.parametrize(
    ("friend", "leaver", "rating", "how", "checks", "near"),
    [
        row("13.11.3", "line", "r2", 7, RETREAT, True, False),
        row("13.12-3", "line", "r2", 6, RETREAT, False, False),
        row("13.12-3", "line", "r2", 8, RETREAT, True, False),
        row("13.11.4 13.13-k", "line", "r2", 6, GONE, True, True),
        row("13.12-1", "line", "rjgr.s1", 7, GONE, False, False),
        row("13.12-1 13.13-k", "general-order", "rjgr.s1", 7, GONE, True, False),
        row("13.12-2 7.61F", "line", "rb6.c", 6, RETREAT, False, False),
        row("13.12-N", "general-order", "rjgr.s1", 7, RETREAT, True, False),
        row("13.12-N", "line disordered", "r2", 6, RETREAT, True, False),
        row("13.12-4", "line rallied", "r2", 8, RETREAT, False, False),
        row("13.12-0", "line routed", "r2", 8, RETREAT, False, False),
    ],
)
def test_friends_next_door(friend: str, leaver: str, rating: int, how: str, checks: bool, near: bool) -> None:
    at = scene({"r1": f"0605 {friend}"})
    who = [replace(at.unit(leaver), rating=rating)]
    duties = neighbours(at, "0505", ALLIED, who, how)
    assert [(duty.unit, duty.cause.near) for duty in duties] == ([("r1", near)] if checks else [])
    assert neighbours(at, "0505", ALLIED, who, how, frozenset({"r1"})) == ()


@pytest.mark.rule("wv", "13.12-N", "13.11-N")
def test_only_unformed_and_disordered_units_check_as_a_retreat_passes() -> None:
    at = scene({"r1": "0605 line", "r2": "0504 general-order", "r3": "0404 disordered"})
    who = [replace(at.unit("r4"), rating=9)]
    assert [duty.unit for duty in passed(at, "0505", ALLIED, who)] == ["r3", "r2"]


@pytest.mark.parametrize(
    ("friend", "leaver", "rating", "checks"),
    [
        row("13.11.8 13.33-1", "0505 line", "r2", 7, True),
        row("13.33-1", "0505 line", "r2", 6, False),
        row("13.11.8 13.33-5 8.65C.4", "0505 line", "rjgr.s1", 9, False),
        row("13.33-1", "0505 general-order", "r2", 6, True),
    ],
)
def test_friends_in_the_way(friend: str, leaver: str, rating: int, checks: bool) -> None:
    at = scene({"r1": friend})
    assert bool(entered(at, "0505", ALLIED, [replace(at.unit(leaver), rating=rating)])) is checks


@pytest.mark.parametrize(
    ("friend", "points", "disordered"),
    [
        row("13.33-4", "0505 7sp", 6, True),
        row("13.33-4", "0505 7sp", 3, False),
        row("13.33-4", "0505 4sp line", 5, True),
        row("13.33-4", "0505 4sp", 5, False),
        row("13.33-5", "0505 6sp line", 5, True),
        row("13.33-4", "0505 general-order", 6, False),
    ],
)
def test_friends_are_disordered_by_the_crowd(friend: str, points: int, disordered: bool) -> None:
    assert crowded(scene({"r1": friend}), "0505", ALLIED, points) is disordered
