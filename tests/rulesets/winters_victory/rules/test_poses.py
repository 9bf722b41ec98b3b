"""Where a unit can get to: poses and their cheapest paths."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import points_text
from rulesets.winters_victory.rules.moving.poses import Poses, poses
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.moves import follow, scene

MIXED = {
    "ground": {"woods": "0504 0604", "town": "0606"},
    "stream": "0505-0405 0506-0406",
    "minor": ("0505 0605 0705",),
}


def costs(found: Poses, at: str) -> dict[str, str]:
    """The poses in a hex, with what they cost."""
    return {node: points_text(int(cost)) for node, cost in found.found.costs.items() if node.startswith(f"{at}/")}


@pytest.mark.parametrize(
    ("standing", "changes", "at", "then"),
    [
        row("6.0-2 5.31-1", {"f1": "0505 line"}, (), "0504", {
            "0504/0/line": "1", "0504/1/line": "1 1/2", "0504/5/line": "1 1/2", "0504/2/line": "2", "0504/4/line": "2",
            "0504/3/line": "2 1/2",
        }),
        row("5.4-1", {"f1": "0505 line"}, (), "0506", {
            "0506/2/line": "2", "0506/1/line": "2 1/2", "0506/3/line": "2 1/2", "0506/0/line": "3", "0506/4/line": "3",
            "0506/5/line": "3 1/2",
        }),
        row("6.0-2", {"flt.s1": "0505", "flt": "0506"}, (), "0404", {"0404/-/skirmish": "1"}),
        row("8.0-1 6.11-2", {"r1": "0505"}, ("line",), "0505", {
            "0505/0/column": "0", "0505/1/column": "1/2", "0505/5/column": "1/2", "0505/2/column": "1",
            "0505/4/column": "1", "0505/3/column": "1 1/2", "0505/0/line": "2", "0505/1/line": "2 1/2",
            "0505/5/line": "2 1/2", "0505/2/line": "3", "0505/4/line": "3", "0505/3/line": "3 1/2",
        }),
        row("7.52-1", {"fb8": "0505", "fb8.c": "0505"}, ("unlimber",), "0505", {
            "0505/-/limbered": "0", "0505/-/unlimbered": "2", **{f"0505/{v}/unlimbered": "2" for v in range(6)},
        }),
    ],
)  # fmt: skip
def test_poses_cost_what_their_paths_cost(
    standing: dict[str, str], changes: tuple[str, ...], at: str, then: dict[str, str]
) -> None:
    assert costs(poses(scene(standing), next(iter(standing)), changes=changes), at) == then


@pytest.mark.parametrize("uid", ["f1", "fhus", "flt.s1", "fb6", "f12", "fbde"])
def test_every_path_leads_where_it_says_at_that_cost(uid: str) -> None:
    """Each is followed on a board of its own."""
    ground: dict[str, Any] = dict(MIXED)
    standing = {uid: "0505 extended +0605" if uid == "f12" else "0505", "f5": "0406 v2", "r1": "0703 v4"}
    if uid == "fb6":
        standing["fb6.c"] = "0505"
    field = country(**ground)
    found = poses(scene(standing, field), uid, changes=("line", "column", "reform", "unlimber"))
    nodes = sorted(found.found.paths)
    assert len(nodes) > 10
    for node in nodes[:: max(1, len(nodes) // 12)]:
        at = scene(standing, field)
        walk = follow(at, uid, ",".join(found.path(node)))
        assert not isinstance(walk, Refusal)
        assert walk.stances[uid].spent == found.found.costs[node]
        assert walk.stances[uid].at == node.split("/")[0]


@pytest.mark.parametrize(
    ("hex_", "corner", "formation", "node"),
    [
        row("6.0-2", "0504", None, "", "0504/0/column"),
        row("6.0-2", "0504", 2, "", "0504/2/column"),
        row("6.0-2", "0504", 0, "line", "0504/0/line"),
        row("6.12-4", "0404", None, "", ""),
        row("6.11-1", "1212", None, "", ""),
    ],
)
def test_the_best_pose_in_a_hex(hex_: str, corner: int | None, formation: str, node: str) -> None:
    found = poses(scene({"f1": "0505", "fhus": "0404"}), "f1", changes=("line",))
    assert found.best(hex_, corner, formation) == node


def test_turns_in_a_row_are_one_word() -> None:
    found = poses(scene({"f1": "0505"}), "f1")
    assert found.path("0506/2/column") == ("face 2", "0506")


def test_grand_tactical_movement_reaches_farther() -> None:
    at = scene({"f1": "0512"})
    assert "0505/0/column" not in poses(at, "f1").found.costs
    assert poses(at, "f1", grand=True).best("0504") != ""
    near = scene({"f1": "0512", "r1": "0507 v0"})
    assert poses(near, "f1", grand=True).found.costs == poses(near, "f1").found.costs
