"""Facing: which hexsides are front, flank and rear (5.0, 5.31, 8.3)."""

from __future__ import annotations

import pytest

from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout
from rulesets.winters_victory.board import facing

GRID = HexGrid.rectangle(
    Layout("pointy", "CCRR", columns_grow="east", rows_grow="south", shifted="even"), (1, 9), (1, 9)
)


def around(at: str, corner: int) -> dict[str, list[str]]:
    """What the neighbours of a hex are to a unit there that looks at a corner: aspect -> directions."""
    found: dict[str, list[str]] = {"front": [], "flank": [], "rear": []}
    for direction, near in GRID.around(at):
        found[facing.aspect(corner, facing.side_towards(GRID, at, near))].append(direction)
    return found


@pytest.mark.parametrize(
    ("corner", "front", "flank", "rear"),
    [
        (0, ["ne", "nw"], ["e", "w"], ["se", "sw"]),
        (1, ["ne", "e"], ["se", "nw"], ["sw", "w"]),
        (2, ["e", "se"], ["ne", "sw"], ["w", "nw"]),
        (3, ["se", "sw"], ["e", "w"], ["ne", "nw"]),
        (4, ["sw", "w"], ["se", "nw"], ["ne", "e"]),
        (5, ["w", "nw"], ["ne", "sw"], ["e", "se"]),
    ],
)
def test_two_sides_each_are_front_flank_and_rear(
    corner: int, front: list[str], flank: list[str], rear: list[str]
) -> None:
    assert around("0505", corner) == {"front": front, "flank": flank, "rear": rear}
    assert [GRID.directions[side] for side in sorted(facing.front(corner))] == front


def test_a_turn_is_counted_the_shorter_way_round() -> None:
    assert [facing.turn(1, to) for to in range(facing.CORNERS)] == [1, 0, 1, 2, 3, 2]
    assert [facing.turned(5, 1), facing.turned(0, -1)] == [0, 5]


def test_hexes_that_do_not_touch_have_no_side_between_them() -> None:
    with pytest.raises(ValueError, match="do not touch"):
        facing.side_towards(GRID, "0505", "0705")
