"""Garrisons of chateaux: who forms one, what it may not do, and how it comes out (16.11A, 16.11C)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from pbem.hexgame.moving.marching import reach
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from rulesets.napoleons_last_battles.rules.marks import FORMING
from tests.rulesets.napoleons_last_battles.rules.march.ground import NIGHT, go, optional, play

rule = pytest.mark.rule
FOOT, OTHER, HORSE, ENEMY = "huss-5", "baud-6", "pire", "blndt"
WALLS = "0107"
FORM = {"unit": FOOT, "garrison": True}


def on(at: Mapping[str, str], marks: Mapping[str, str] | None = None, **change: Any) -> Board:
    """The chateau of the small field under 16.11. marks: unit -> the mark that it bears."""
    found = optional("garrisons", at, **change)
    for unit, mark in (marks or {}).items():
        found.remark(mark, unit, on=True)
    return found


@rule("nlb", "16.11-1")
@pytest.mark.parametrize(("unit", "cost"), [(FOOT, "2"), (HORSE, "4")])
def test_a_chateau_is_entered_as_a_forest(unit: str, cost: str) -> None:
    phase = play(on({unit: "0106"}), go(unit, "0106", WALLS))
    assert (phase.cases, phase.cost()) == ([], cost)


@rule("nlb", "16.11-1")
def test_two_stand_in_a_chateau_and_enemy_zones_reach_into_it() -> None:
    """Under 8.0 one does, and its walls keep zones off."""
    board = on({FOOT: "0106", OTHER: WALLS, ENEMY: "0207"})
    assert play(board, go(FOOT, "0106", WALLS)).kinds() == ["moved"]
    assert board.zone(FOOT).get(WALLS) and not board.sheltered(FOOT)


@rule("nlb", "16.11A-1")
@pytest.mark.parametrize(
    ("at", "change"),
    [
        ({FOOT: WALLS}, {}),
        ({FOOT: WALLS, OTHER: WALLS}, {}),
        ({FOOT: WALLS, ENEMY: "0106"}, {}),
        ({FOOT: WALLS}, {"idle": {FOOT}}),
        ({FOOT: WALLS}, {"turn": NIGHT}),
    ],
)
def test_infantry_that_begins_in_a_chateau_forms_a_garrison(at: Mapping[str, str], change: Any) -> None:
    """In an enemy zone, out of command and at night too; who stands beside it is no part of it."""
    phase = play(on(at, **change), FORM)
    assert (phase.cases, phase.kinds()) == ([], ["garrison-forming"])
    assert phase.board.position.marks == {FORMING: {FOOT}}


@rule("nlb", "16.11A-1")
def test_who_forms_neither_moves_nor_attacks() -> None:
    board = on({FOOT: WALLS, ENEMY: "0106"})
    phase = play(board, FORM, go(FOOT, WALLS, "0108"))
    assert phase.cases == ["5.1C-1"]
    assert fighting(board, WALLS) == () and attack_list(board).default() == []
    refused = attack_list(board).faults([{"on": ["0106"], "by": [FOOT]}])
    assert refused and refused[0][1].unit == FOOT


@rule("nlb", "16.11A-1")
@pytest.mark.parametrize(
    ("at", "entry", "marks", "word"),
    [
        ({HORSE: WALLS}, {"unit": HORSE, "garrison": True}, {}, "one infantry unit"),
        ({FOOT: "0106"}, FORM, {}, "no chateau"),
        ({FOOT: WALLS, OTHER: WALLS}, {"units": [FOOT, OTHER], "garrison": True}, {}, "one infantry unit"),
        ({FOOT: WALLS, OTHER: WALLS}, FORM, {OTHER: FORMING}, "has a garrison already"),
        ({FOOT: WALLS, "ney": WALLS}, {"unit": "ney", "garrison": True}, {}, "one infantry unit"),
        ({FOOT: WALLS}, {**FORM, "to": "0108"}, {}, "nothing else"),
    ],
)
def test_who_forms_none(at: Mapping[str, str], entry: Any, marks: Mapping[str, str], word: str) -> None:
    options = MoveOptions(on(at, marks))
    refusal = options.why_not(entry)
    assert refusal is not None and word in refusal.text


@rule("nlb", "16.11A-3")
@pytest.mark.parametrize("near", ["0409", "0106"])
def test_in_the_next_movement_phase_it_stands(near: str) -> None:
    """An enemy next to it changes nothing."""
    phase = play(on({FOOT: WALLS, ENEMY: near}, {FOOT: FORMING}))
    assert phase.kinds() == ["garrison-formed"] and phase.board.position.marks == {GARRISON: {FOOT}}


@rule("nlb", "16.11A-3")
def test_the_enemys_phase_completes_none() -> None:
    phase = play(on({FOOT: WALLS, ENEMY: "0409"}, {FOOT: FORMING}, army="coalition"))
    assert phase.events == []


@rule("nlb", "16.11C")
def test_a_lone_garrison_has_no_zone_and_attacks_nobody() -> None:
    board = on({FOOT: WALLS, ENEMY: "0106"}, {FOOT: GARRISON}, army="coalition")
    assert not board.in_zone("0106", "french")
    assert play(board, go(ENEMY, "0106", "0105")).cases == []
    own = on({FOOT: WALLS, ENEMY: "0106"}, {FOOT: GARRISON})
    assert attack_list(own).default() == [] and fighting(own, WALLS) == ()


@rule("nlb", "16.11C")
@pytest.mark.parametrize(
    ("path", "cases"),
    [((WALLS, "0108"), []), ((WALLS, "0207"), []), ((WALLS, "0207", "0308"), ["5.0"])],
)
def test_it_comes_out_of_an_enemy_zone_and_marches_on_as_others_do(path: tuple[str, ...], cases: list[str]) -> None:
    """Enemies hold 0106 and 0206, so that the walls and 0207 lie in their zones."""
    board = on({FOOT: WALLS, ENEMY: "0106", "wmar": "0206"}, {FOOT: GARRISON})
    phase = play(board, go(FOOT, *path))
    assert phase.cases == cases
    assert phase.board.marked(GARRISON, FOOT) is bool(cases)


@rule("nlb", "16.11C")
def test_it_comes_out_where_it_stands_and_begins_anew() -> None:
    board = on({FOOT: WALLS}, {FOOT: GARRISON})
    play(board, {"unit": FOOT, "hold": True})
    assert not board.marked(GARRISON, FOOT)
    assert play(board, FORM).kinds() == ["garrison-forming"]


@rule("nlb", "16.11B")
def test_two_more_stand_on_a_garrison() -> None:
    board = on({FOOT: WALLS, OTHER: WALLS, "soye-6": "0108"}, {FOOT: GARRISON})
    phase = play(board, go("soye-6", "0108", WALLS))
    assert phase.kinds() == ["moved"] and phase.board.units_in(WALLS) == (OTHER, FOOT, "soye-6")


@rule("nlb", "16.11B", "16.11C")
@pytest.mark.parametrize(("beside", "stops"), [(("soye-6",), True), (("soye-6", OTHER), False)])
def test_who_comes_out_takes_the_room_of_any_other_unit(beside: Collection[str], stops: bool) -> None:
    """Beside two whom an enemy zone holds there is none."""
    board = on({FOOT: WALLS, ENEMY: "0208", **dict.fromkeys(beside, "0108")}, {FOOT: GARRISON})
    found = reach(Marches(board).rules(FOOT), FOOT, WALLS, 8)
    assert ("0108" in found.paths, "0108" in found.stops) == (True, stops)
    assert (MoveOptions(board).why_not(go(FOOT, WALLS, "0108")) is None) is stops
