"""Movement Phases drawn at random keep the promises of chapters 4, 5 and 10.1."""

from __future__ import annotations

import random

import pytest

from pbem.engine.rehearsal import OpenBook
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.rules.march.entry import nowhere
from rulesets.napoleons_last_battles.rules.march.leaders import stranded
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions, movement
from rulesets.napoleons_last_battles.rules.march.random_moves import movable, random_entry
from tests.rulesets.napoleons_last_battles.rules.march.ground import belgian, bound
from tests.tiers import turns

SCENARIOS = [("quatre-bras", "16/1600"), ("ligny", "16/1600"), ("wavre", "18/1400"), ("campaign", "16/2100")]


def accounted(board: Board) -> dict[str, int]:
    """How many are on the map, out of it, or not yet there."""
    position, all_units = board.position, board.setting.units()
    places = [position.at, position.leaders, position.exited, position.dead, position.waiting]
    for unit in all_units:
        assert sum(unit in place for place in places) + nowhere(position, unit) == 1
    return {"all": len(all_units), "strength": board.strength(u for u in all_units if u in board.roster.units)}


def drawn(board: Board, picks: random.Random) -> list[object]:
    """Random entries, each legal as it comes up."""
    options = MoveOptions(board)
    entries: list[object] = []
    for unit in movable(options):
        if unit in options.moved or picks.random() < 0.4:
            continue
        entry = random_entry(options, unit, picks.randrange)
        if entry is not None:
            assert options.why_not(entry) is None
            entries.append(entry)
            options.perform(entry)
    return entries


@pytest.mark.slow
@pytest.mark.rule("nlb", "5.4-2")
@pytest.mark.parametrize(("uid", "turn"), SCENARIOS)
@pytest.mark.parametrize("seed", turns(range(3)))
def test_random_moves_are_legal_and_lose_nobody(uid: str, turn: str, seed: int) -> None:
    picks = random.Random(seed)
    start = dict(bound(uid).start)
    for number in range(2):
        for army in ("french", "coalition"):
            board = belgian(uid, start, turn, army)
            before, known = accounted(board), CODEC.to_json(board.position)
            entries = drawn(belgian(uid, start, turn, army), picks)
            book = OpenBook()
            book.carry_out(movement(board, entries))
            assert [fault.refusal.text for fault in book.faults] == [] and accounted(board) == before
            assert len(entries) > 3 or number
            assert "undone" not in [event["kind"] for event in book.events]
            assert all(board.fits(at, units) for at, units in board.here.items())
            assert not any(stranded(board, leader) for leader in board.position.leaders)
            enemies = set(board.on_map(board.enemy[army]))
            assert {u: board.at[u] for u in enemies} == {u: known["at"][u] for u in enemies}
            again = belgian(uid, start, turn, army)
            OpenBook().carry_out(movement(again, entries))
            assert again.position == board.position
            start = {**board.position.at, **board.position.leaders}
