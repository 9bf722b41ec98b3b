"""Random paths of random units: whatever they try, the board stays sound and no unit has more points than it has."""

from __future__ import annotations

import random

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.rules.formations.mobility import highest
from rulesets.winters_victory.rules.moving.announcing import announced
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk
from tests.rulesets.winters_victory.country import UNITS, country
from tests.rulesets.winters_victory.moves import scene

WORDS = (
    *(f"face {corner}" for corner in range(6)),
    *("line", "column", "square", "go", "reform", "limber", "unlimber"),
    *("about", "front", "close", "grand", "road-in", "road-out"),
)
FIELD = country(
    {"woods": "0505 0506 0606", "village": "0704 0705", "frozen-wetlands": "0303 0403", "light-cover": "0808 0809"},
    levels={1: "0907 0908 0909", 2: "1008 1009"},
    major=("0612 0611 0610 0609 0608 0607 0606 0605 0604 0603 0602 0601",),
    minor=("0404 0504 0604 0704 0804",),
    stream="0410-0510 0411-0511 0409-0509",
    brook="0909-0910 0808-0809",
    light_cover_side="0707-0807",
)


def placed(draw: random.Random) -> dict[str, str]:
    """Some counters somewhere, crews with their guns."""
    standing: dict[str, str] = {}
    taken: dict[str, str] = {}
    for uid in draw.sample(sorted(UNITS), 12):
        unit = UNITS[uid]
        if unit.kind == "crew" or unit.id in standing:
            continue
        at = f"{draw.randint(1, 12):02}{draw.randint(1, 12):02}"
        if taken.setdefault(at, unit.army) != unit.army:
            continue
        standing[uid] = f"{at} v{draw.randint(0, 5)}"
        if unit.kind == "artillery":
            standing[f"{uid}.c"] = at
    return standing


def sound(board: Board) -> None:
    """Hexes and counters agree, each counter once in each of its hexes."""
    for uid, piece in board.pieces.items():
        for at in piece.hexes:
            assert board.units_in(at).count(uid) == 1, (uid, at)
    assert sum(map(len, board.here.values())) == sum(len(piece.hexes) for piece in board.pieces.values())
    for uid, piece in board.pieces.items():
        serves = UNITS[uid].serves
        if UNITS[uid].kind == "crew" and serves in board.pieces:
            assert piece.at == board.piece(serves).at or board.piece(serves).formation == "unlimbered"


@pytest.mark.parametrize("seed", range(12))
def test_nothing_breaks(seed: int) -> None:
    draw = random.Random(seed)
    at = scene(placed(draw), FIELD)
    strength = sum(piece.strength for piece in at.board.pieces.values())
    for uid in [one for one in at.board.pieces if UNITS[one].kind != "crew"]:
        walk = Walk.begin(at, [uid])
        for _ in range(14):
            near = FIELD.neighbours[walk.stances[uid].at]
            token = draw.choice((*near, *near, *WORDS))
            acts = walk.prepare(token)
            if isinstance(acts, Refusal):
                assert UNITS[uid].name in acts.text
                assert acts.case
                continue
            announced(walk.scene, acts)
            walk.carry_out(acts)
            stance, piece = walk.stances[uid], at.board.piece(uid)
            assert stance.spent <= highest(UNITS[uid]) + 12
            assert (stance.hexes, stance.formation, stance.state) == (piece.hexes, piece.formation, piece.state)
            sound(at.board)
        ending = finish(walk)
        if not isinstance(ending, Refusal):
            walk.carry_out(ending)
            sound(at.board)
    assert sum(piece.strength for piece in at.board.pieces.values()) == strength
