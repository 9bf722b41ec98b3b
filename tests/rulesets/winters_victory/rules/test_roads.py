"""Grand Tactical Movement and Road Column, and entering the map (6.4, 6.6, 6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.battlefield import points_text
from rulesets.winters_victory.rules.moving import roads
from tests.rulesets.winters_victory.country import UNITS, country, row
from tests.rulesets.winters_victory.moves import outcome, scene

ROAD = "0512 0511 0510 0509 0508 0507 0506 0505 0504 0503 0502 0501"
SIX = "0511, 0510, 0509, 0508, 0507, 0506"
GUNS = {"fb8": "0512", "fb8.c": "0512"}


@pytest.mark.parametrize(
    ("standing", "ground", "path", "then"),
    [
        row("6.41-1 6.4", {"f1": "0512"}, {}, f"grand, {SIX}, 0505, 0504", "8 column"),
        row("6.41-1", {"f1": "0512"}, {}, f"grand, {SIX}, 0505, 0504, 0503", "refused 6.11-1"),
        row("6.41-2", {"f1": "0512 line"}, {}, "grand", "refused 6.41-2"),
        row("6.41-2", {"fhus": "0512 exhausted"}, {}, "grand", "refused 6.41-2"),
        row("6.41-2", {"f1": "0512 general-order"}, {}, "grand, 0511", "1 general-order"),
        row("6.41-2", {"f1": "0512 disordered"}, {}, "grand", "refused 6.41-2"),
        row("6.41-2", {"flt.s1": "0512"}, {}, "grand", "refused 6.41-2"),
        row("6.41-2", {"fb8": "0512 unlimbered", "fb8.c": "0512"}, {}, "grand", "refused 6.41-2"),
        row("6.41-2", {"f1": "0512"}, {}, "0511, grand", "refused 6.41-2"),
        row("6.41-2", {"f1": "0512"}, {}, "grand, line", "refused 6.41-2"),
        row("6.41-3", {"f1": "0512", "r1": "0504"}, {}, "grand, 0511, 0510", "2 column"),
        row("6.41-3", {"f1": "0512", "r1": "0504"}, {}, "grand, 0511, 0510, 0509", "refused 6.41-3"),
        row("6.41-3", {"f1": "0512", "r1": "0506"}, {}, "grand", "refused 6.41-3"),
        row("6.41-3", {"f1": "0512", "r1": "0506 routed"}, {}, "grand, 0511", "1 column"),
        row("6.42-1", {"fcuir": "0512"}, {"ground": {"woods": "0511"}}, "grand, 0511", "1 mounted"),
        row("6.42-1", {"f1": "0512"}, {"stream": "0512-0511"}, "grand, 0511", "2 column"),
        row("6.42-1", {"fb8": "0512", "fb8.c": "0512"}, {"ground": {"frozen-wetlands": "0511"}}, "grand, 0511",
            "1 limbered"),
        row("6.42.1", {"fhus": "0512 v3"}, {}, "grand, 0511, face 5", "1 mounted"),
        row("6.42.2", {"fcuir": "0512"}, {"ground": {"village": "0511"}}, "grand, 0511", "2 mounted"),
        row("6.6-1 6.61-1", {"f1": "0512"}, {"ground": {"town": "0510"}, "stream": "0509-0508"},
            f"grand, road-in, {SIX}", "4 road-column"),
        row("6.61-1", {"fhus": "0512"}, {}, "road-in", "refused 6.61-1"),
        row("6.61-1", {"fhus": "0612"}, {}, "grand, road-in", "refused 6.61-1"),
        row("6.6-1", {"f1": "0512 road-column"}, {}, "0511", "refused 6.6-1"),
        row("6.62-1", {"f1": "0512 road-column"}, {}, "road-out", "2 column"),
        row("6.62-1", {"f1": "0512 road-column 8sp"}, {}, "road-out", "1 column"),
        row("6.62-1", {"f1": "0512 road-column"}, {}, "grand, 0611", "refused 6.62-1"),
        row("6.62-1", {"f1": "0512 road-column"}, {}, "line", "refused 6.62-1"),
        row("6.62-2", {"rhus": "0512 road-column"}, {}, "road-out", "3 mounted"),
        row("6.62-2", {"fb6": "0512 road-column", "fb6.c": "0512"}, {}, "road-out", "2 limbered"),
        row("6.62-1", {"f1": "0512 road-column"}, {"ground": {"village": "0512"}}, "road-out", "2 general-order"),
        row("6.63", {"f1": "0512 road-column v3"}, {}, "grand, 0511, face 2", "1/2 road-column"),
        row("6.64-1", {"f1": "0512 road-column", "f2": "0511 36sp"}, {}, "grand, 0511, 0510", "1 road-column"),
        row("6.64-1", {"f1": "0512 road-column", "f2": "0511 road-column"}, {}, "grand, 0511", "refused 6.64-1"),
        row("6.6-2", {"fbde": "0512"}, {}, "grand, road-in, 0511, road-out, 0611", "1 1/2 "),
        row("6.64-2", {"fbde": "0512", "f2": "0511 road-column"}, {}, "grand, road-in, 0511", "1/2 road-column"),
        row("6.31.1", {"fb8": "0512 road-column", "fb8.c": "0512"}, {"levels": {1: "0511"}}, "grand, 0511",
            "1/2 road-column"),
        row("10.31.1-1", {"fcuir": "0512 road-column"}, {"ground": {"village": "0511"}}, "grand, 0511",
            "1/2 road-column"),
        row("8.51-1", {"f1": "0512 road-column"}, {"ground": {"town": "0511"}}, "grand, 0511", "1/2 road-column"),
    ],
)  # fmt: skip
def test_a_major_road_in_grand_tactical_movement(
    standing: dict[str, str], ground: dict[str, Any], path: str, then: str
) -> None:
    """Along column 05, from south to north."""
    assert outcome(scene(standing, country(major=(ROAD,), **ground)), next(iter(standing)), path) == then


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("6.6-1", {"f1": "0512 road-column"}, f"grand, {SIX}", "4 road-column"),
        row("6.61-1", {"fhus": "0512"}, "grand, road-in", "2 road-column"),
        row("6.61-2", GUNS, "grand, road-in", "1 road-column"),
        row("6.6-1", {"f1": "0512 road-column"}, "grand, 0511", "2/3 road-column"),
    ],
)
def test_a_minor_road_is_slower(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing, country(minor=(ROAD,))), next(iter(standing)), path) == then


@pytest.mark.parametrize(
    ("standing", "ground", "then"),
    [
        row("6.42.2", {"f1": "0512"}, {"woods": "0511"}, "2 general-order"),
        row("6.42.2", {"fcuir": "0512"}, {"village": "0511"}, "2 mounted"),
        row("6.42.2", {"f1": "0512"}, {}, "1 column"),
    ],
)
def test_what_grand_tactical_movement_ends_in(standing: dict[str, str], ground: dict[str, str], then: str) -> None:
    at = scene(standing, country(ground))
    assert outcome(at, next(iter(standing)), "grand, 0511", end=True) == then


@pytest.mark.parametrize(
    ("standing", "trail"),
    [
        row("6.65-1", {"f1": "0512 road-column"}, "0510"),
        row("6.65-1", {"f12": "0512 road-column 16sp"}, "0510"),
        row("6.65-2", {"fb8": "0512 road-column", "fb8.c": "0512"}, "0510"),
        row("6.65-2", {"rhus": "0512 road-column"}, "0510 0511"),
    ],
)
def test_the_tail_follows(standing: dict[str, str], trail: str) -> None:
    at = scene(standing, country(major=(ROAD,)))
    uid = next(iter(standing))
    outcome(at, uid, "grand, 0511, 0510, 0509")
    assert at.board.piece(uid).trail == tuple(trail.split())


@pytest.mark.parametrize(
    ("standing", "then"),
    [row("6.7", {"r1": "0505"}, True), row("6.7", {"r1": "0506"}, False)],
)
def test_reinforcements_enter_in_road_column_far_from_the_enemy(standing: dict[str, str], then: bool) -> None:
    at = scene(standing, country(major=(ROAD,)))
    assert roads.by_column(at, "french", "0512") is then
    assert (roads.why_not_enter_as(at, UNITS["f1"], "0512", "road-column") is None) is then


@pytest.mark.parametrize(
    ("major", "ahead", "points"),
    [
        row("6.71-2", True, [("f1", 9)], "1"),
        row("6.71-2", True, [("f1", 9), ("fb8", 8)], "2"),
        row("6.71-1", False, [("f1", 9)], "1 1/3"),
    ],
)
def test_later_units_of_a_file_lose_points(major: bool, ahead: list[tuple[str, int]], points: str) -> None:
    at = scene({}, country(major=(ROAD,)) if major else country(minor=(ROAD,)))
    assert points_text(roads.entry_fee(at, "0512", [(UNITS[uid], strength) for uid, strength in ahead])) == points


@pytest.mark.parametrize(
    ("delay", "far"),
    [row("6.72", 0, 0), row("6.72", 1, 4), row("6.72", 2, 8)],
)
def test_a_blocked_unit_enters_later_and_elsewhere(delay: int, far: int) -> None:
    at = scene({"r1": "0512"}, country(major=(ROAD,)))
    assert roads.blocked(at, "french", "0512")
    assert max(at.ground.distance("0512", one) for one in roads.entries(at, "0512", delay)) == far
    refused = roads.why_not_enter_as(at, UNITS["f1"], "0512", "square")
    assert refused is not None
    assert refused.case == "6.72"


def test_nobody_waits_longer_than_three_turns() -> None:
    with pytest.raises(ValueError, match="up to 3 turns"):
        roads.entries(scene({}), "0512", 4)
