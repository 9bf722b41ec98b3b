"""What a small rulebook need not hand in: cases for every reason, artillery, lowered odds, what losses bring about."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import random_allocation
from pbem.hexgame.fighting.attack_rules import AttackCases, AttackRules
from pbem.hexgame.fighting.attacks import AttackReader
from pbem.hexgame.fighting.cases import Reason, under
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.engagement import CombatRules
from pbem.hexgame.moving.rules import MoveCases
from pbem.wargame.retreat import WhyNot
from tests.hexgame.fighting.skirmish import RULES, Board, attack, ledger, plain, play, resolve

READER = AttackReader(("id", "on", "by", "retreat"), ("retreat",), (), "^[a-z0-9]{1,8}$", "3.1")


def test_one_case_stands_for_all_that_are_not_named() -> None:
    moving = MoveCases.under("2.1", held="2.2")
    assert {getattr(moving, one.name) for one in fields(MoveCases)} == {"2.1", "2.2"} and moving.held == "2.2"
    listed = AttackCases.under("3.1", twice="3.2")
    assert (listed.twice, listed.must_attack, listed.drawn_in) == ("3.2", "3.1", "3.1")
    after = under("3.3", {Reason.RETREAT: "3.4"})
    assert set(after) == {*Reason, *WhyNot} and after[Reason.RETREAT] == "3.4" and after[WhyNot.BARRED] == "3.3"


def test_a_case_that_there_is_not_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        MoveCases.under("2.1", hold="2.2")


@pytest.fixture
def options() -> AttackList[Piece]:
    """Two of blue before two of red, one of whom both touch, and nothing but who attacks whom may be said."""
    board = Board({"b5": "0404", "b4": "0304", "r3": "0403", "r4": "0303"}, plain())
    rules = AttackRules(AttackCases.under("3.1"), "red", ("Ar", "Dr"), READER.read)
    return AttackList(board, "blue", Duties.of_zones(board), rules, random_allocation)


def test_without_artillery_and_lowered_odds_a_list_is_judged(options: AttackList[Piece]) -> None:
    assert options.why_not(options.default()) is None
    told = options.describe()
    assert told["bombard"] == {} and told["must_attack"] == ["0303", "0403"]
    strange = [{"on": ["0403"], "by": ["b5"], "bombard": ["b4"]}]
    assert [refusal.text for _, refusal in options.faults(strange)] == ["an attack has no member 'bombard'"]


def test_random_lists_say_who_attacks_whom_and_nothing_else(options: AttackList[Piece]) -> None:
    drawn = [options.sample(random.Random(seed).randrange) for seed in range(20)]
    assert all(options.why_not(one) is None for one in drawn)
    assert {key for one in drawn for entry in one for key in entry} == {"on", "by"}
    assert len({str(one) for one in drawn}) > 1


def test_a_combat_needs_no_artillery_and_nobody_who_judges_losses() -> None:
    small: CombatRules[Board] = CombatRules(
        cases=under("3.3", {}),
        columns=RULES.columns,
        table=RULES.table,
        results=RULES.results,
        reckon=RULES.reckon,
        lose=RULES.lose,
        ground=RULES.ground,
    )
    book = ledger({"b8": "0404", "r2": "0403"})
    book.rules = small
    alone = attack("0403", "b8")
    played = play(resolve(book, alone), [1])
    assert [event["kind"] for event in played.events] == ["combat", "eliminated"]
    assert played.events[1]["case"] == "3.3"
