"""Entries of a list of moves: who may be named, stacks that go together, too many in a hex, the list played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Tell
from pbem.hexgame.moving.marching import judge_march, reach
from pbem.hexgame.moving.moves import (
    NO,
    Event,
    are_texts,
    bring,
    entered_event,
    listed_moves,
    moved_event,
    mover_refusal,
    unstack,
    walk,
)
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from pbem.hexgame.moving.rules import MoveRules
from tests.hexgame.moving.test_marching import boards, peaceful
from tests.hexgame.moving.tiny import ground, is_leader, rules_of, walk_together
from tests.tiers import examples

FIELD = ground({"0302": "w", "0303": "w"})


def nobody_comes(unit: str, at: str) -> Refusal | int:
    """No piece is due."""
    return Refusal("due", f"{unit} is not due", unit, at)


def kept_away(unit: str, origin: Any) -> None:
    """A newcomer that is taken back is nowhere again."""


@pytest.mark.parametrize(
    ("unit", "case", "words"),
    [
        ("nobody", "owner", "there is no unit nobody"),
        (7, "owner", "there is no unit 7"),
        (None, "owner", "there is no unit None"),
        ("rf1", "owner", "red foot 1 belongs to the other army"),
        ("bf2", "moved", "blue foot 2 has moved already in this phase"),
    ],
)
def test_who_may_not_be_named(unit: Json, case: str, words: str) -> None:
    rules = rules_of(FIELD, {"bf1": "0101"})
    found = mover_refusal(rules, unit, {"bf2"})
    assert found is not None and found.case == case and words in found.text
    assert mover_refusal(rules, "bf1", {"bf2"}) is None


def test_lists_of_texts_are_told_from_others() -> None:
    assert are_texts(["0101"]) and are_texts(()) and are_texts([])
    assert not are_texts("0101") and not are_texts([1]) and not are_texts(None) and not are_texts([["0101"]])


def test_a_path_begins_where_its_piece_stands() -> None:
    rules = rules_of(FIELD, {"bf1": "0101"})
    assert walk(rules, "bf1", ("0101", "0102"), nobody_comes) == 2
    for path in ((), ("0102",)):
        found = walk(rules, "bf1", path, nobody_comes)
        assert isinstance(found, Refusal) and (found.case, found.text) == (
            "path",
            "blue foot 1 stands in 0101; its path begins there",
        )
    assert walk(rules, "bf2", ("0101", "0102"), nobody_comes) == Refusal("due", "bf2 is not due", "bf2", "0101")
    assert walk(rules, "bf2", ("0101", "0102"), lambda unit, at: 3) == 5


def test_a_stack_takes_one_path_and_each_pays_for_himself() -> None:
    rules = rules_of(FIELD, {"bf1": "0202", "bh1": "0202", "bl1": "0202", "bf2": "0203"})
    assert walk_together(rules, ("bf1", "bh1", "bl1"), ("0202", "0302"), nobody_comes) == {
        "bf1": 4,
        "bh1": 8,
        "bl1": 8,
    }
    found = walk_together(rules, ("bf1", "bh1"), ("0202", "0302", "0303"), nobody_comes)
    assert isinstance(found, Refusal) and (found.case, found.unit) == ("length", "bh1")
    apart = walk_together(rules, ("bf1", "bf2"), ("0202", "0302"), nobody_comes)
    assert isinstance(apart, Refusal) and (apart.case, apart.unit) == ("path", "bf2")


def test_a_stack_needs_room_together_where_nobody_can_go_away() -> None:
    rules = rules_of(FIELD, {"bf1": "0604", "bf2": "0604", "bf3": "0603", "rf1": "0602"})
    assert walk_together(rules, ("bf1",), ("0604", "0603"), nobody_comes) == {"bf1": 2}
    found = walk_together(rules, ("bf1", "bf2"), ("0604", "0603"), nobody_comes)
    assert isinstance(found, Refusal) and found.case == "room" and "that blue foot 3 cannot leave" in found.text


def test_of_too_many_the_move_listed_last_is_taken_back() -> None:
    rules = rules_of(FIELD, {"bf1": "0201", "bf2": "0202", "bf3": "0203", "bl1": "0201"})
    journal: list[tuple[str, Any]] = []
    for unit in ("bf1", "bf2", "bl1", "bf3"):
        journal.append((unit, rules.board.at[unit]))
        bring(rules.board, unit, "0102")
    told = list(unstack(rules, journal, kept_away))
    assert told == [
        {
            "kind": "undone",
            "unit": "bf3",
            "at": "0102",
            "to": "0203",
            "case": "stacking",
            "text": "blue foot 3 would share 0102 with blue foot 1 and blue foot 2: its move is taken back",
        }
    ]
    assert rules.board.at == {"bf1": "0102", "bf2": "0102", "bf3": "0203", "bl1": "0102"}
    assert [unit for unit, _ in journal] == ["bf1", "bf2", "bl1"]


def test_a_newcomer_that_is_taken_back_goes_where_it_was() -> None:
    rules = rules_of(FIELD, {"bf1": "0102", "bf2": "0102"})
    waiting: dict[str, Any] = {}
    bring(rules.board, "bf3", "0102")
    told = list(unstack(rules, [("bf1", "0102"), ("bf3", ("box", 2))], waiting.__setitem__))
    assert waiting == {"bf3": ("box", 2)} and "bf3" not in rules.board.at
    assert (told[0]["unit"], told[0]["to"]) == ("bf3", "")


@settings(max_examples=examples(60), deadline=None)
@given(boards, st.data())
def test_in_the_end_nobody_who_moved_stands_where_there_are_too_many(at: dict[str, str], data: Any) -> None:
    """Where more than two began together those stay who did not move."""
    rules = rules_of(FIELD, peaceful(at))
    before, journal = dict(rules.board.at), []
    for unit in sorted(before):
        found = reach(rules, unit, before[unit], rules.points(unit))
        to = data.draw(st.sampled_from(sorted(found.costs)))
        journal.append((unit, before[unit]))
        bring(rules.board, unit, to)
    for event in unstack(rules, journal, kept_away):
        assert rules.board.at[event["unit"]] == before[event["unit"]] == event["to"] != event["at"]
    for where, units in rules.board.here.items():
        if sum(not is_leader(unit) for unit in units) > 2:
            assert all(before[unit] == where for unit in units)


class Marches:
    """What a list of marches may say: a piece and its path."""

    def __init__(self, rules: MoveRules) -> None:
        self.rules = rules

    def why_not(self, answer: Json) -> Refusal | None:
        found = answer if answer == NO else walk(self.rules, answer["unit"], answer["path"], nobody_comes)
        return found if isinstance(found, Refusal) else None

    def default(self) -> Json:
        return NO

    def sample(self, pick: Pick) -> Json:
        return NO

    def describe(self) -> Json:
        return {}

    def perform(self, entry: Json) -> Sequence[Event]:
        unit, path = entry["unit"], entry["path"]
        spent = walk(self.rules, unit, path, nobody_comes)
        assert not isinstance(spent, Refusal)
        bring(self.rules.board, unit, path[-1])
        return [moved_event(self.rules, unit, path, spent)]


def test_the_list_is_played_entry_by_entry_and_void_ones_change_nothing() -> None:
    rules = rules_of(FIELD, {"bf1": "0101"})
    options = Marches(rules)
    entries = [{"unit": "bf1", "path": ["0101", "0102"]}, {"unit": "bf1", "path": ["0101", "0102"]}]
    asked, told, answer = [], [], None
    phase = listed_moves(options, "blue", "t1.blue.", "orders", entries, rules.board)
    while True:
        try:
            request = phase.send(answer)
        except StopIteration as end:
            assert end.value is options
            break
        answer = None
        if isinstance(request, Choose):
            asked.append((request.label, request.where, request.army))
            answer = NO if options.why_not(request.said) else request.said
        elif isinstance(request, Tell):
            told.append(request.event)
    assert asked == [("t1.blue.m1", ("orders", 0), "blue"), ("t1.blue.m2", ("orders", 1), "blue")]
    assert told == [
        {
            "kind": "moved",
            "unit": "bf1",
            "from": "0101",
            "to": "0102",
            "path": ["0101", "0102"],
            "cost": "1",
            "allowance": "4",
        }
    ]
    assert entered_event("bf2", ["0101", "0102"], 3, "late") == {
        "kind": "entered",
        "unit": "bf2",
        "at": "0101",
        "to": "0102",
        "path": ["0101", "0102"],
        "cost": "1 1/2",
        "why": "late",
    }


@settings(max_examples=examples(60), deadline=None)
@given(boards, st.randoms(use_true_random=False))
def test_random_marches_are_legal(at: dict[str, str], random: Any) -> None:
    rules = rules_of(FIELD, peaceful(at))
    for unit in free_to_move(rules, {"bf1"}):
        assert unit[0] == "b" and unit != "bf1"
        path = random_stop(rules, reach(rules, unit, rules.board.at[unit], rules.points(unit)), random.randrange)
        if path:
            assert not isinstance(judge_march(rules, unit, path, rules.points(unit)), Refusal)
            assert rules.fits(path[-1], (*rules.others_in(path[-1], (unit,)), unit))


def test_random_marches_go_towards_the_enemy_and_nowhere_where_all_is_full() -> None:
    rules = rules_of(FIELD, {"bf1": "0101", "rf1": "0801"})
    found = reach(rules, "bf1", "0101", 8)
    drawn = iter([3, *(found.stops.index(at) for at in ("0101", "0102", "0301", "0203"))])
    assert random_stop(rules, found, lambda n: next(drawn)) == ("0101", "0201", "0301")
    full = rules_of(FIELD, {"bf1": "0101", "bf2": "0101", "bf3": "0101"}, points=lambda unit: 0)
    assert random_stop(full, reach(full, "bf1", "0101", 0), lambda n: 0) == ()
