"""What a move shows to the enemy: acts that draw fire, cavalry that is near (5.31, 6.14, 7.12, 11.3)."""

from __future__ import annotations

import pytest

from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.moving.announcing import announced, charged_by
from rulesets.winters_victory.rules.moving.paths import Walk
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.moves import scene
from tests.rulesets.winters_victory.winter import TAG


@pytest.mark.parametrize(
    ("standing", "path", "told"),
    [
        row("6.14-2", {"f1": "0505"}, "0504", [("leave", "0505", "0504", True)]),
        row("6.14-2", {"f1": "0505"}, "0504, 0503", [("leave", "0504", "0503", False)]),
        row("5.31-4", {"f1": "0505"}, "face 1", []),
        row("5.31-4", {"f1": "0505"}, "face 2", [("turn", "0505", "0505", True)]),
        row("7.12-1 8.52-3 11.3-2", {"f1": "0505 general-order"}, "reform", [("change", "0505", "0505", True)]),
        row("7.12-1 11.3-2", {"flt": "0505"}, "go", []),
        row("7.12-2", {"fb8": "0505", "fb8.c": "0505"}, "unlimber", [("unlimber", "0505", "0505", True)]),
        row("8.34.1", {"f12": "0505 extended +0605"}, "0504",
            [("leave", "0505", "0504", True), ("leave", "0605", "0604", True)]),
        row("6.14-2", {"fbde": "0505"}, "0504", []),
    ],
)  # fmt: skip
def test_acts_are_told_before_they_are_done(
    standing: dict[str, str], path: str, told: list[tuple[str, str, str, bool]]
) -> None:
    *before, last = path.split(", ")
    walk = Walk.begin(scene(standing), [next(iter(standing))])
    for token in before:
        assert walk.follow(token) is None
    acts = walk.prepare(last)
    assert isinstance(acts, dict)
    assert [(one.kind, one.at, one.to, one.first) for one in announced(walk.scene, acts)] == told


def test_a_stack_is_fired_at_as_one() -> None:
    walk = Walk.begin(scene({"f1": "0505", "f2": "0505", "f3": "0505"}), ["f2", "f1"])
    acts = walk.prepare("0504")
    assert isinstance(acts, dict)
    assert [one.units for one in announced(walk.scene, acts)] == [("f1", "f2")]


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("6.14-3", {"rhus": "0505", "rcuir": "0506"}, ("rcuir", "rhus")),
        row("6.14-3", {"rhus": "0504"}, ()),
        row("6.14-3", {"rhus": "0505 routed", "fhus": "0506"}, ()),
    ],
)
def test_cavalry_near_may_charge(standing: dict[str, str], found: tuple[str, ...]) -> None:
    """The mover has come to 0508."""
    assert charged_by(scene({"f1": "0508", **standing}), "f1", "0508") == found


@pytest.mark.rule(TAG, "6.14-2")
def test_fire_changes_a_move_under_way() -> None:
    at = scene({"f1": "0505", "f2": "0505", "f3": "0505"})
    walk = Walk.begin(at, ["f1", "f2", "f3"])
    assert walk.follow("0504") is None
    befall(at.board, "f1", "disordered")
    befall(at.board, "f2", "routed")
    at.board.move("f2", "0507")
    at.board.remove("f3")
    walk.reread()
    assert list(walk.stances) == ["f1"]
    assert (walk.stances["f1"].state, walk.stances["f1"].spent) == ("disordered", 6)
    assert walk.follow("0503") is None
    assert at.board.units_in("0503") == ("f1",)
