"""The way of a retreat (13.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import DISORDERED, FRENCH, ROUTED
from rulesets.winters_victory.rules.morale.retreats import (
    OFF,
    Flight,
    depart,
    distance,
    may_end,
    next_hex,
    points,
    step,
    stops_at_edge,
)
from rulesets.winters_victory.rules.scene import Scene
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

RING = "0504 0605 0506 0406 0405 0404"


def way(at: Scene, group: Sequence[str], flight: Flight, hexes: int) -> list[str]:
    """The hexes of a retreat over open ground, the one that it begins in left out."""
    been = [at.piece(group[0]).at]
    for _ in range(hexes):
        to = next_hex(at, group, flight, been)
        been.append(to)
        if to in ("", OFF):
            break
    return been[1:]


@pytest.mark.parametrize(
    ("standing", "field", "flight", "hexes", "found"),
    [
        row("13.32-1", {"f1": "0505 disordered"}, None, Flight(FRENCH, "0605"), 2, ["0405", "0305"]),
        row("13.32-2 13.31.1", {"f1": "0505 routed"}, None, Flight(FRENCH, "0705"), 3, ["0405", "0305", "0205"]),
        row("13.32-1", {"f1": "0505 routed"}, None, Flight(FRENCH, edge={"0506": 1, "0405": 2}), 1, ["0506"]),
        row("13.32-1", {"f1": "0505 routed"}, None, Flight(FRENCH, prefer=(2,)), 1, ["0506"]),
        row("13.32-1", {"f1": "0505 routed"}, None, Flight(FRENCH, leader="0508"), 1, ["0406"]),
        row("13.32-2", {"f1": "0505 disordered", "f2": "0405"}, None, Flight(FRENCH, "0605"), 1, ["0404"]),
        row(
            "13.32-2",
            {"f1": "0505 disordered", "r1": "0305 v1 line"},
            None,
            Flight(FRENCH, "0605"),
            1,
            ["0404"],
        ),
        row(
            "13.3-2",
            {"f1": "0505", **{f"r{n}": at for n, at in enumerate(RING.split(), 1) if n < 6}, "rjgr": "0404"},
            None,
            Flight(FRENCH),
            2,
            [""],
        ),
        row("13.3-2", {"f1": "0205 routed"}, None, Flight(FRENCH, "0305", {"0105": 0}), 3, ["0105", OFF]),
        row("13.32-3", {"fcuir": "0505 disordered"}, country({"woods": "0405"}), Flight(FRENCH, "0605"), 1, ["0404"]),
        row("13.32-3", {"fhus": "0505 disordered"}, country({"woods": "0405"}), Flight(FRENCH, "0605"), 1, ["0405"]),
        row(
            "13.32-3",
            {"fcuir": "0505 disordered"},
            country({"woods": "0405"}, major=("0505 0405 0305",)),
            Flight(FRENCH, "0605"),
            1,
            ["0405"],
        ),
        row(
            "13.32-3",
            {"fb8": "0505 limbered disordered", "fb8.c": "0505"},
            country({"woods": "0405 0404 0406", "frozen-wetlands": "0504 0605 0506"}, major=("0505 0605 0705",)),
            Flight(FRENCH),
            1,
            [""],
        ),
    ],
)
def test_the_way(
    standing: Mapping[str, str], field: HexField | None, flight: Flight, hexes: int, found: list[str]
) -> None:
    at = scene(standing, field)
    group = depart(at, at.piece(next(iter(standing))).at, FRENCH)
    assert way(at, group, flight, hexes) == found


@pytest.mark.parametrize(
    ("state", "rallying", "enemy", "hexes"),
    [
        row("13.31.1", DISORDERED, False, 0, 2),
        row("13.31.1", ROUTED, False, 0, 3),
        row("13.31.2 13.42-4", ROUTED, True, 8, 6),
        row("13.31.2 13.42-4", ROUTED, True, 9, 3),
    ],
)
def test_distances(state: str, rallying: bool, enemy: int, hexes: int) -> None:
    assert distance(scene({}), state, rallying=rallying, enemy=enemy) == hexes


@pytest.mark.parametrize(
    ("mine", "friend", "ends"),
    [
        row("13.33-3", "disordered", "0605", False),
        row("13.33-3 7.21.4", "disordered", "0605 disordered", True),
        row("13.33-3", "routed", "0605 routed", True),
        row("13.33-3", "disordered", "0604", True),
    ],
)
def test_a_retreat_ends_in_an_empty_hex_or_among_its_like(mine: str, friend: str, ends: bool) -> None:
    at = scene({"f1": f"0505 {mine}", "f2": friend})
    assert may_end(at, ("f1",), "0605", FRENCH) is ends


@pytest.mark.rule("wv", "13.3-1", "13.3-2", "13.33-4")
def test_a_group_goes_as_one_and_the_map_ends_somewhere() -> None:
    at = scene({"f1": "0505 disordered", "f2": "0505 disordered", "fb8": "0505 limbered disordered", "fb8.c": "0505"})
    group = depart(at, "0505", FRENCH)
    assert points(at, group) == 9 + 9 + 8
    step(at, group, "0405")
    assert at.board.units_in("0405") == ("f1", "f2", "fb8", "fb8.c")
    assert stops_at_edge(at, group, Flight(FRENCH, edge={"0405": 0}), "0405")
    step(at, group, OFF)
    assert at.board.pieces == {}
