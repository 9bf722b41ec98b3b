"""The orders page's data: what it offers the rules take, what it leaves out they refuse, and its odds are theirs.

The page's reckoning is done here in Python, by the words of `pbem.engine.orders_page_data`; what the page itself
reckons is held against the rules in a browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import pytest

from pbem.engine.options import Refusal
from pbem.engine.orders_page_data import Factor, OrdersPageData, Sheet
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.artillery import targets_of
from rulesets.napoleon_at_war.rules.battle.odds import odds_of
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.telling.orders_page import orders_page
from tests.rulesets.napoleon_at_war.playing import real
from tests.rulesets.napoleon_at_war.whole_games import whole_game
from tests.rulesets.ways import cheapest_way

OPTIONS = ("louis", "bernadotte")
PHASES = range(8)


@cache
def positions() -> tuple[Position, ...]:
    """Phases of a whole game, every third one."""
    played = whole_game("both", 1, *OPTIONS)
    return tuple(Position.from_json(at) for at in played.positions[:-1:3])


def desk_at(number: int) -> tuple[Board, OrdersPageData]:
    board = real(*OPTIONS).setting.board(positions()[number].copy())
    return board, orders_page(real(*OPTIONS).setting, board)


def reckoned(sheet: Sheet, by: dict[str, str], far: Sequence[str], on: dict[str, str]) -> tuple[int, Fraction, str]:
    """Attack, defence and column by the sheet alone. by, on: unit -> place."""
    attack = sum(sheet.strength[unit] for unit in (*by, *far))
    defence = Fraction(0)
    for unit, place in on.items():
        fit = [factor for factor in sheet.factors if _fits(factor, place, by, on)]
        applied = {factor.once or str(number): factor for number, factor in enumerate(fit)}
        strength = Fraction(sheet.strength[unit])
        for factor in applied.values():
            strength *= Fraction(factor.by)
        defence += strength
    ranks = [
        number for number, column in enumerate(sheet.columns) if attack * column.least[1] >= defence * column.least[0]
    ]
    shift = sum(one.columns for one in sheet.shifts if not one.places or set(on.values()) & set(one.places))
    place_ = min(max(max(ranks, default=0) + shift, 0), len(sheet.columns) - 1)
    return attack, defence, sheet.columns[place_].name


def _fits(factor: Factor, place: str, by: dict[str, str], on: dict[str, str]) -> bool:
    """Those who attack next to the place count; who stands next to another target of the attack does not."""
    if factor.place != place or factor.attacker:
        return False
    beside = [start for start in by.values() if start in neighbours(place)]
    return not factor.ways or (bool(beside) and all(start in factor.ways for start in beside))


def neighbours(place: str) -> Sequence[str]:
    return real().setting.field.zone_neighbours[place]


@pytest.mark.rule("naw", "5.0-1")
@pytest.mark.parametrize("number", PHASES)
def test_places_that_are_offered_are_those_to_which_a_unit_may_march(number):
    board, found = desk_at(number)
    options = MoveOptions(real(*OPTIONS).setting, board)
    assert {reach.who for reach in found.reaches} >= set(board.on_map(board.position.army))
    for reach in found.reaches:
        assert len({step.place for step in reach.steps}) == len(reach.steps)
        for step in reach.steps[:: max(1, len(reach.steps) // 9)]:
            way = cheapest_way(reach.steps, step.place)
            spent = options.judge({"unit": reach.who, "path": list(way)})
            assert isinstance(spent, Refusal) is not step.stop, (reach.who, step, spent)
            assert not step.stop or Fraction(spent, 2) == Fraction(step.cost)


@pytest.mark.rule("naw", "5.15-1")
@pytest.mark.parametrize("number", PHASES)
def test_places_next_to_the_reach_are_refused_and_steps_cost_what_the_ways_say(number):
    board, found = desk_at(number)
    options = MoveOptions(real(*OPTIONS).setting, board)
    for reach in found.reaches[:12]:
        inside = {step.place for step in reach.steps}
        for step in reach.steps[::7]:
            way = cheapest_way(reach.steps, step.place)
            assert sum((Fraction(found.ways[a][b]) for a, b in pairwise(way)), Fraction(0)) <= Fraction(step.cost)
            for to in board.field.neighbours[step.place]:
                if to not in inside:
                    refusal = options.judge({"unit": reach.who, "path": [*way, to]})
                    assert isinstance(refusal, Refusal), (reach.who, to)


@pytest.mark.rule("naw", "7.6-T")
@pytest.mark.parametrize("number", PHASES)
def test_the_sheet_comes_to_the_odds_of_the_rules(number):
    board, found = desk_at(number)
    setting, enemy = real(*OPTIONS).setting, board.enemy[board.position.army]
    if setting.is_night(board.position.turn):
        assert (found.sheet, found.attack, found.next_to) == (None, None, {})
        return
    assert found.sheet is not None
    compared = 0
    own = board.on_map(board.position.army)
    for foe in board.on_map(enemy):
        at = board.hex_of(foe)
        beside = [unit for unit in own if at in found.next_to.get(board.hex_of(unit), ())]
        for size in range(1, min(len(beside), 3) + 1):
            for by in combinations(beside, size):
                rules = odds_of(setting, board, by, (), [foe])
                mine = reckoned(found.sheet, {unit: board.hex_of(unit) for unit in by}, (), {foe: at})
                assert mine == (rules.attack, rules.defence, rules.column)
                compared += 1
    assert compared >= len({at for unit in own for at in found.next_to.get(board.hex_of(unit), ())})


@pytest.mark.rule("naw", "8.11-1")
@pytest.mark.parametrize("number", PHASES)
def test_batteries_reach_whom_they_may_bombard(number):
    board, found = desk_at(number)
    setting = real(*OPTIONS).setting
    if setting.is_night(board.position.turn):
        assert found.far == {} and found.attack is None
        return
    own = board.on_map(board.position.army)
    assert found.far.keys() == {unit for unit in own if setting.roster.units[unit].kind == "artillery"} != set()
    for unit in own:
        assert found.far.get(unit, {}).get(board.hex_of(unit), ()) == targets_of(setting, board, unit)


def test_some_battery_has_somebody_to_bombard():
    """Else the test above would compare nothing with nothing."""
    desks = [desk_at(number) for number in PHASES]
    assert any(aims.get(board.hex_of(unit)) for board, found in desks for unit, aims in found.far.items())


@pytest.mark.rule("naw", "17.0-6")
def test_ways_off_the_map_are_offered_where_the_rules_let_a_unit_leave():
    options = 0
    for number in range(len(positions())):
        _, found = desk_at(number)
        for reach in found.reaches:
            for label, entry in reach.also:
                assert label and entry["unit"] == reach.who
                options += 1
    assert options


@pytest.mark.rule("naw", "7.6-T")
def test_chances_of_a_column_add_up_to_one():
    _, found = desk_at(2)
    assert found.sheet is not None
    for column in found.sheet.columns:
        assert sum((Fraction(chance) for chance in column.chances.values()), Fraction(0)) == 1
        assert set(column.chances) <= set(found.sheet.words)
