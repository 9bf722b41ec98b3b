"""Guns and their crews, cavalry that is exhausted or turns (6.32, 7.41, 7.42, 7.56, 7.6)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.morale_charts import GunCharts, read_guns
from rulesets.winters_victory.rules.formations import cavalry, crews
from rulesets.winters_victory.rules.ground import Ground
from tests.rulesets.winters_victory.country import UNITS, board, country, row
from tests.rulesets.winters_victory.moves import outcome, scene
from tests.rulesets.winters_victory.winter import TAG, data, terrain


def guns() -> GunCharts:
    """What the text says of guns and crews."""
    return read_guns(data("charts/guns"))


@pytest.mark.parametrize(
    ("battery", "side", "die", "lost"),
    [
        row("6.32-2", "fb4", 0, 7, True),
        row("6.32-2", "fb6", -2, 9, False),
        row("6.32-2", "fb8", -2, 8, True),
        row("6.32-2", "fb8", -2, 7, False),
        row("6.32-2", "rb12", 0, 9, True),
        row("6.32-1", "fb4", -2, 8, False),
    ],
)
def test_a_high_die_costs_a_gun(battery: str, side: int, die: int, lost: bool) -> None:
    assert crews.breaks(guns(), UNITS[battery], side, die) is lost


@pytest.mark.parametrize(
    ("strength", "die", "lost"),
    [row("7.57", 8, 4, True), row("7.57", 5, 3, False), row("7.57", 8, 5, False)],
)
def test_limbering_to_retreat_may_cost_one(strength: int, die: int, lost: bool) -> None:
    assert guns().left_limbering(die, strength) is lost


@pytest.mark.parametrize(
    ("standing", "cause", "may"),
    [
        row("7.57", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, {}, True),
        row("7.57", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, {"by_shock": True}, False),
        row("7.57", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, {"by_charge": True}, False),
        row("7.57", {"fb8": "0505 unlimbered"}, {}, False),
    ],
)
def test_guns_limber_to_retreat_after_morale_checks_only(
    standing: dict[str, str], cause: dict[str, bool], may: bool
) -> None:
    causes = {"by_shock": False, "by_charge": False} | cause
    assert crews.may_limber_to_retreat(board(standing), "fb8", **causes) is may


@pytest.mark.parametrize(
    ("standing", "uid", "points"),
    [
        row("7.61C", {"fb6": "0505", "fb6.c": "0505"}, "fb6.c", 48),
        row("7.61C 7.61A", {"fb6.c": "0505"}, "fb6.c", 24),
        row("7.61C", {"fb8": "0505", "fb8.c": "0505"}, "fb8", 36),
    ],
)
def test_a_crew_moves_as_fast_as_its_guns(standing: dict[str, str], uid: str, points: int) -> None:
    assert crews.points_of(board(standing), uid) == points


@pytest.mark.parametrize(
    ("words", "points", "lost", "left"),
    [
        row("7.62B", "0505", 2, 0, 3),
        row("7.62B", "0505 hits-2", 1, 1, 2),
        row("7.62B", "0505", 4, 1, 2),
        row("7.62B", "0505 1sp", 9, 1, 0),
    ],
)
def test_a_crew_alone_loses_a_step_for_three_points(words: str, points: int, lost: int, left: int) -> None:
    placed = board({"fb8.c": words})
    assert crews.alone(placed, "fb8.c")
    assert crews.loses(guns(), placed, "fb8.c", points) == lost
    assert (placed.piece("fb8.c").strength if "fb8.c" in placed.pieces else 0) == left


@pytest.mark.parametrize(
    ("strength", "steps", "left"),
    [row("7.62C", 8, 2, 6), row("7.62C", 8, 3, 8), row("7.62C 7.56-8", 4, 1, 3)],
)
def test_a_crew_that_comes_back_serves_three_guns_a_step(strength: int, steps: int, left: int) -> None:
    at = scene({"fb8": f"0505 unlimbered {strength}sp", "fb8.c": f"0505 {steps}sp"})
    assert crews.reunite(guns(), at.board, "fb8.c") == strength - left
    assert at.board.piece("fb8").strength == left
    assert outcome(at, "fb8", "limber") == "refused 7.53-1"
    crews.next_phase(at.board)
    assert outcome(at, "fb8", "limber") == "2 limbered"


@pytest.mark.parametrize(
    ("standing", "state", "falling"),
    [
        row("7.56-1", {"fb8": "0505"}, "disordered", ()),
        row("7.56.1", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, "disordered", ("fb8", "fb8.c")),
        row("7.56-7", {"fb8": "0505", "fb8.c": "0505"}, "routed", ("fb8", "fb8.c")),
        row("7.56-8", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, "routed", ("fb8.c",)),
    ],
)
def test_guns_and_crew_share_their_state(standing: dict[str, str], state: str, falling: tuple[str, ...]) -> None:
    assert crews.shares(board(standing), "fb8", state) == falling


@pytest.mark.parametrize(("first", "spreads"), [row("7.61F", True, True), row("7.61F", False, False)])
def test_a_crew_unsettles_friends_once(first: bool, spreads: bool) -> None:
    assert crews.spreads(board({"fb8.c": "0505"}), "fb8.c", first=first) is spreads


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("7.65-1", {"fb8.c": "0505", "fb8": "0505"}, "0504", "refused 7.65-1"),
        row("7.65-1", {"fb8.c": "0505", "fb8": "0505 unlimbered"}, "0504", "1 skirmish"),
        row("7.56.2", {"fb8": "0505", "fb8.c": "0505"}, "0504, 0503", "2 limbered"),
    ],
)
def test_a_crew_leaves_unlimbered_guns_only(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing), next(iter(standing)), path) == then


@pytest.mark.rule(TAG, "7.56.2")
def test_a_town_disorders_guns_and_crew() -> None:
    at = scene({"fb6": "0505", "fb6.c": "0505"}, country({"town": "0504"}))
    assert outcome(at, "fb6", "0504") == "3 limbered disordered"
    assert at.board.piece("fb6.c").state == "disordered"


@pytest.mark.parametrize(
    ("attacker", "may"),
    [row("7.65-2 7.65-4", "r1", True), row("7.65-2", "rcuir", False)],
)
def test_guns_are_left_before_infantry(attacker: str, may: bool) -> None:
    at = scene({"fb8": "0505 unlimbered", "fb8.c": "0505", attacker: "0504", "r5": "0605"})
    assert crews.may_abandon(at.board, "fb8", (attacker,)) is may
    hexes = crews.abandons_to(at, "fb8.c")
    assert {"0506", "0507"} <= set(hexes)
    assert not {"0504", "0505", "0605"} & set(hexes)
    assert crews.fires_at_leaving(at.board, (attacker,), (attacker, "r5")) == ("r5",)


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("7.53-5", {"fb8": "0505"}, ("fb8",)),
        row("7.53-5", {"fb8": "0505", "fb8.c": "0505"}, ()),
        row("7.53-5 7.61G", {"fb8": "0505", "fb6.c": "0505"}, ("fb8",)),
    ],
)
def test_guns_without_their_crew(standing: dict[str, str], found: tuple[str, ...]) -> None:
    assert crews.uncrewed(board(standing), "0505") == found


# -- cavalry ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacks", "advanced", "routed", "worn"),
    [
        row("7.41-1", 1, 5, False, False),
        row("7.41-1", 1, 6, False, True),
        row("7.41-1", 2, 3, False, True),
        row("7.41-1", 1, 1, True, True),
        row("7.41-2", 0, 6, False, False),
    ],
)
def test_charges_exhaust(attacks: int, advanced: int, routed: bool, worn: bool) -> None:
    placed = board({"fhus": "0505"})
    assert cavalry.tire(placed, "fhus", attacks, advanced, routed=routed) is worn
    assert ("exhausted" in placed.piece("fhus").marks) is worn


@pytest.mark.parametrize(("words", "then"), [row("7.41.2", "0505 exhausted", True), row("7.41.2", "0505", False)])
def test_the_exhausted_are_disordered_by_a_charge(words: str, then: bool) -> None:
    assert cavalry.disordered_by_charge(board({"fhus": words}), "fhus") is then


@pytest.mark.parametrize(
    ("path", "then"),
    [
        row("7.41.3", "0511, 0510, 0509", "3 mounted"),
        row("7.41.3", "0511, 0510, 0509, face 1", "3 1/2 mounted disordered"),
        row("7.41.3", "0511, 0510, 0509, 0508", "4 mounted disordered"),
    ],
)
def test_exhausted_cavalry_moves_three_points(path: str, then: str) -> None:
    assert outcome(scene({"fhus": "0512 exhausted"}), "fhus", path) == then


@pytest.mark.parametrize(
    ("mover", "standing", "found"),
    [
        row("7.42-1", "f1", {"rhus": "0505 v3"}, ("rhus",)),
        row("7.42-1", "fbde", {"rhus": "0505 v3"}, ()),
        row("7.42-1", "f1", {"rhus": "0504"}, ()),
        row("7.42-1", "f1", {"rhus": "0505 disordered", "rcos": "0505", "fhus": "0505"}, ()),
        row("7.42-1", "f1", {"rhus": "0505", "rcuir": "0506"}, ("rcuir", "rhus")),
    ],
)
def test_cavalry_turns_towards_who_comes_near(mover: str, standing: dict[str, str], found: tuple[str, ...]) -> None:
    """The mover comes to 0508."""
    placed = board({**standing, mover: "0508"})
    assert cavalry.reacting(Ground(placed.field, terrain()), placed, mover, "0508") == found


@pytest.mark.parametrize(("uid", "checks"), [row("7.42-2", "rcuir", True), row("7.42-2", "rhus", False)])
def test_heavy_cavalry_checks_first(uid: str, checks: bool) -> None:
    placed = board({uid: "0505"})
    assert cavalry.checks_to_turn(UNITS[uid]) is checks
    cavalry.react(placed, uid, -1)
    assert placed.piece(uid).facing == 5
    with pytest.raises(ValueError, match="one corner"):
        cavalry.react(placed, uid, 2)
