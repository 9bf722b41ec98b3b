"""The search as a whole on random boards of stacks: room, reach, and moves that the rules let stand."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.hexgame.practice.ground import Ground
from pbem.hexgame.practice.posting import Wishes
from pbem.hexgame.practice.rules import Goal
from pbem.hexgame.practice.search import marches, planned
from tests.hexgame.moving.tiny import ENEMY, PIECES, ground, two_and_leaders
from tests.hexgame.practice.small import scene
from tests.tiers import examples


def random_places(seed: int) -> dict[str, str]:
    """Up to twelve pieces, stacked by two at most, each hex of one army."""
    chance = random.Random(seed)
    hexes = chance.sample(list(ground().hexes), 12)
    at: dict[str, str] = {}
    for army in ENEMY:
        pieces = sorted(unit for unit, piece in PIECES.items() if piece.army == army and piece.kind != "leader")
        for unit in chance.sample(pieces, chance.randint(1, 6)):
            place = chance.choice(hexes[:6] if army == "blue" else hexes[6:])
            if two_and_leaders(place, [*(one for one, there in at.items() if there == place), unit]):
                at[unit] = place
    return at


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 100_000))
def test_everybody_has_room_within_his_reach(seed: int) -> None:
    at = random_places(seed)
    seen = scene(at)
    goal = Goal(Ground(ground()).way_to(seen.foes))
    plan = planned(seen, Wishes(goal=lambda unit, to: goal), lambda unit, to: False, 0)
    assert {unit: plan.where[unit] for unit in seen.held} == seen.held
    assert all(plan.where[unit] in ways for unit, ways in seen.ways.items() if unit in plan.where)
    assert all(two_and_leaders(place, units) for place, units in plan.spot.items())
    # Who goes into an enemy zone has a part in an attack.
    assert all(unit in plan.engaged for unit in seen.ways if seen.zone.get(plan.where.get(unit, "")))
    moves = marches(seen, plan, sorted(seen.ways))
    assert all(entry["path"][0] == at[entry["unit"]] and len(entry["path"]) > 1 for entry in moves)


def test_nobody_attacks_where_there_is_no_combat() -> None:
    seen = scene({"bf1": "0303", "bf2": "0303", "rf1": "0503"})
    goal = Goal(Ground(ground()).way_to(seen.foes))
    wishes = Wishes(goal=lambda unit, to: goal)
    assert planned(seen, wishes, lambda unit, to: False, 0).engaged
    quiet = planned(seen, wishes, lambda unit, to: False, None)
    assert not quiet.engaged and all(not seen.zone.get(to) for to in quiet.where.values())


def test_who_leaves_is_told_over_which_edge() -> None:
    seen = scene({"bf1": "0203"})
    goal = Goal(Ground(ground()).way_to(["0103"]))
    wishes = Wishes(goal=lambda unit, to: goal, way_off=lambda unit: ("0103", "west"))
    plan = planned(seen, wishes, lambda unit, to: False, 0)
    assert marches(seen, plan, ["bf1"]) == [{"unit": "bf1", "path": ["0203", "0103"], "exit": "west"}]
