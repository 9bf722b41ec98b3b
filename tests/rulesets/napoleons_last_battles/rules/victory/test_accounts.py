"""Over random play every unit is accounted for, and losses and points are those of what was told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.march.entry import nowhere
from rulesets.napoleons_last_battles.rules.victory.points import total
from tests import tiers
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.turns import Turns, all_but, game, played

rule = pytest.mark.rule
PLACES = ("at", "hidden", "waiting", "dead", "exited", "withdrawn", "due")


def boards(turns: Turns) -> list[Board]:
    """The board of each position between phases."""
    return [turns.game.theatre.board(turns.game.position(at)) for at in turns.positions]


def strength_by_place(board: Board) -> dict[str, int]:
    """Strength points of the faces that lie up, by where their units are: everybody is at one place."""
    position, units = board.position, board.setting.roster.units
    found = dict.fromkeys(PLACES, 0)
    for unit in board.setting.units():
        if units[unit].fights:
            places = [place for place in PLACES[:-1] if unit in getattr(position, place)]
            places += ["due"] if nowhere(position, unit) else []
            assert len(places) == 1, (unit, places)
            found[places[0]] += board.face(unit)
    return found


def check(turns: Turns) -> None:
    """The strength of all places together is constant but for units that come back reduced; what was lost is booked."""
    rolled = [number for number, phase in enumerate(turns.phases) if any(e["kind"] == "start-die" for e in phase)]
    sums = [sum(strength_by_place(board).values()) for board in boards(turns)][max(rolled, default=-1) + 1 :]
    rebuilt = [event for event in turns.events if event["kind"] == "reorganized"]
    assert sums == sorted(sums, reverse=True) and (len(set(sums)) == 1 or rebuilt)
    last, booked = boards(turns)[-1], Counter[str]()
    for event in turns.events:
        if event["kind"] == "eliminated":
            booked[event["book"]] += event["strength"]
    nations = last.setting.nations
    assert {nation: last.position.losses.get(nation, 0) for nation in nations} == {n: booked[n] for n in nations}
    if not rebuilt:
        places = strength_by_place(last)
        assert sum(booked.values()) == places["dead"] + places["waiting"]
    if last.setting.losses.wing_line and "joined" not in last.position.once:
        assert sum(last.position.losses.get(book, 0) for book in ("french-left", "french-right")) == booked["french"]
    check_points(turns, last, booked)


def check_points(turns: Turns, board: Board, booked: Counter[str]) -> None:
    """nlb 3.4A: points are those that were told, and those of losses where the scenario counts them."""
    told: Counter[str] = Counter()
    for event in turns.events:
        if event["kind"] == "points":
            told[event["army"]] += event["points"]
    counts = any(row["counts"] == "lost-strength" for row in board.setting.victory.points)
    army_of = board.setting.roster.army_of
    for army in board.setting.armies:
        lost = sum(number for nation, number in booked.items() if army_of[nation] != army) if counts else 0
        assert board.position.points.get(army, 0) == told[army] + lost
        assert total(board, army) >= board.position.points.get(army, 0)


def over(turns: Turns) -> Any:
    return turns.game.over(turns.positions[-1])


@rule("nlb", "3.4A", "5.5C", "9.0", "6.5-1")
@pytest.mark.parametrize("uid", ["learning-hougoumont", "quatre-bras"])
def test_everybody_is_accounted_for(uid: str) -> None:
    check(played(game(uid), 3, 4))


@rule("nlb", "3.4A", "5.5C", "9.0", "6.5-1", "24.3D", "27.3D")
@pytest.mark.parametrize("uid", tiers.turns(SCENARIOS))
@pytest.mark.parametrize("seed", range(1))
def test_everybody_is_accounted_for_in_whole_games(uid: str, seed: int) -> None:
    """Campaigns are broken off after six turns."""
    plain = played(game(uid), seed, 14)
    check(plain)
    found = over(plain)
    assert not found or found["winner"] in ("", *plain.game.scenario.armies)


@rule("nlb", "3.4A", "9.0", "6.5-1", "13.3-3")
@pytest.mark.parametrize("uid", tiers.turns(["quatre-bras", "ligny", "grand-waterloo", "campaign"]))
def test_everybody_is_accounted_for_with_all_options(uid: str) -> None:
    check(played(game(uid, *all_but(uid)), 1, 6))
