"""Which attacks are planned: stacks, walls, room, places that are forbidden, and what a target is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.practice.assault import Assault, Operation
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.table import Outcome, Table, payers
from pbem.hexgame.practice.worth import Worth
from tests.hexgame.moving.tiny import ground
from tests.hexgame.practice.small import MEANS, RESULTS, TABLE, scene


def assault(seen: Scene[HexBoard[Piece]], **forbidden: tuple[str, ...]) -> Assault:
    """Plans upon a scene; those who are held have their places. forbidden: piece -> hexes."""
    plan = Plan(seen)
    for unit, at in seen.held.items():
        plan.put(unit, at)
    return Assault(seen, plan, Worth(seen), lambda unit, at: at in forbidden.get(unit, ()))


def best(at: Mapping[str, str], target: str, **change: Any) -> Operation:
    """The best attack on a hex; there is one."""
    found = assault(scene(at, **change)).best(target)
    assert found is not None
    return found


# -- stacks ------------------------------------------------------------------------------


def test_two_come_into_one_hex_where_there_is_only_one() -> None:
    """A lake all around leaves one way to the enemy in the corner: two of three foot take it, stacked."""
    field = ground(dict.fromkeys(("0701", "0802"), "o"))
    at = {"bf1": "0704", "bf2": "0703", "bf3": "0603", "rf1": "0801"}
    stacked = best(at, "0801", on=field)
    assert [to for _, to in stacked.units] == ["0702", "0702"]
    assert len(best(at, "0801", on=field, deep=1).units) == 1


def test_a_stack_is_attacked_as_one() -> None:
    """Six points in a hex are as many as two pieces of three in the columns of the table."""
    lone = best({"bf1": "0203", "bf2": "0103", "bf3": "0104", "rf1": "0403"}, "0403")
    pair = best({"bf1": "0203", "bf2": "0103", "bf3": "0104", "rf1": "0403", "rf2": "0403"}, "0403")
    assert lone.gain > 0 and lone.gain > pair.gain


def test_who_stands_in_a_full_hex_leaves_no_room() -> None:
    seen = scene({"bf1": "0303", "bf2": "0303", "bf3": "0103", "rf1": "0403"})
    planned = assault(seen)
    assert sorted(seen.held) == ["bf1", "bf2"] and not planned.plan.fits("0303", "bf3")
    found = planned.best("0403")
    assert found is not None and all(to != "0303" for _, to in found.units)
    # Beside one who is held there is room for a second.
    single = scene({"bf1": "0303", "bf3": "0103", "rf1": "0403"}, ground({}))
    assert assault(single)._pick("0303", ()) == "bf3"


def test_nobody_joins_a_stack_that_attacks_another() -> None:
    planned = assault(scene({"bf1": "0303", "bf2": "0103", "rf1": "0403", "rf2": "0302"}))
    planned.plan.engaged["bf1"] = "0302"
    assert not planned.plan.joins("0303", "0403") and planned.plan.joins("0303", "0302")
    found = planned.best("0403")
    assert found is not None and [to for _, to in found.units] == ["0404"]


def test_leaders_neither_attack_nor_are_attacked() -> None:
    seen = scene({"bl1": "0303", "bf1": "0103", "rl1": "0503", "rf1": "0403"})
    assert list(seen.foes) == ["0403"]
    assert all("bl1" not in units for units in assault(seen).takers.values())


# -- walls, and what an attack entails -------------------------------------------------------


def test_whom_walls_shelter_is_not_drawn_into_an_attack() -> None:
    """rf2 behind walls need not be attacked by who stands beside it; in the open it has to be."""
    at = {"bf1": "0303", "rf1": "0403", "rf2": "0402"}
    seen = scene({**at, "bf1": "0203"})
    near = seen.ground.around
    place = next(to for to in near["0403"] if to in near["0402"] and to in seen.ways["bf1"])
    open_field = assault(seen)._value("0403", (), (("bf1", place),), ())
    walled = scene({**at, "bf1": "0203"}, presses=lambda unit, to: [one for one in near[to] if one != "0402"])
    sheltered = assault(walled)._value("0403", (), (("bf1", place),), ())
    assert open_field[1] == ("0402",) and sheltered[1] == () and sheltered[0] > open_field[0]


def test_hexes_that_are_forbidden_are_not_attacked_from() -> None:
    seen = scene({"bf1": "0203", "rf1": "0403"})
    allowed = assault(seen).takers
    places = tuple(to for to, units in allowed.items() if units)
    assert places and not any(assault(seen, bf1=places).takers.values())


def test_the_enemy_who_counts_more_is_attacked_first() -> None:
    """Two enemies alike, one of an army that is about to break."""
    at = {"bf1": "0203", "bf2": "0203", "rf1": "0401", "rf2": "0404"}
    for dear in ("rf1", "rf2"):
        planned = assault(scene(at, worth=lambda unit, to, dear=dear: 900 if unit == dear else 300))
        planned.plan_all(0)
        assert next(iter(planned.plan.targets)) == at[dear]


def test_what_gains_too_little_for_its_risk_is_left_alone() -> None:
    planned = assault(scene({"bf1": "0203", "rf1": "0403", "rf2": "0403"}))
    planned.plan_all(0)
    assert planned.plan.targets == {} and planned.plan.where == {}


def test_a_friend_with_room_takes_in_who_retreats() -> None:
    """Shut in by water and zones an enemy can still fall back into the hex of a friend; not if that is full."""
    alone = {"bf1": "0103", "rf1": "0801", "rf2": "0802"}
    covered = lambda to: to not in ("0801", "0802")  # noqa: E731
    seen = scene(alone)
    assert Worth(seen).escapes("0801", ("0801",), covered, lambda to: False) == ["0802"]
    full = scene({**alone, "rf3": "0802"})
    assert Worth(full).escapes("0801", ("0801",), covered, lambda to: False) == []


# -- the table -------------------------------------------------------------------------------


def test_chances_are_counted_by_what_results_mean() -> None:
    assert TABLE.chances[1] == {Outcome.ATTACKER_BACK: 1, Outcome.ATTACKER_LOST: 1, Outcome.DEFENDER_BACK: 1}
    idle = Table(TABLE.names, {**RESULTS, 4: ("NE",) * 4}, MEANS)
    assert idle.chances == TABLE.chances
    assert [TABLE.column(*odds) for odds in ((1, 9), (4, 4), (7, 3), (7, 3, 1), (1, 9, -1))] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize(("exchange", "column"), [(0, 3), (-2_000, 2)])
def test_odds_are_lowered_where_an_exchange_is_dear(exchange: int, column: int) -> None:
    gains = dict.fromkeys(Outcome, 0) | {Outcome.DEFENDER_LOST: 100, Outcome.EXCHANGE: exchange}
    assert TABLE.best_column(gains, 3)[1] == column


def test_an_exchange_is_paid_by_the_cheapest() -> None:
    assert sorted(payers((8, 4, 2), 5)) == [1, 2] and payers((4, 2), 9) == (0, 1)
