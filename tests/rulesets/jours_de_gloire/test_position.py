"""Positions: one codec to canonical JSON and back, and an index of who stands where."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.places import Places, number_of
from rulesets.jours_de_gloire.position import Position, decode, encode, without
from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.whole_games import whole_game
from tests.rulesets.jours_de_gloire.world import public, small, world

WRONG = "this is no position of this game"


def canonical(at: Any) -> str:
    return json.dumps(at, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_what_is_read_is_written_again_byte_for_byte(seed: int, hiding: str) -> None:
    found = whole_game(seed, hiding).positions
    assert len(found) > 4
    for at in found:
        again = encode(decode(at))
        assert again == at and canonical(again) == canonical(at)
        assert decode(again) == decode(at) and encode(decode(at).in_order()) == at


def test_a_position_shares_nothing_with_its_json() -> None:
    at = copy.deepcopy(whole_game(2).end)
    before = canonical(at)
    read = decode(at)
    written = encode(read)
    for spoilt in (at, written):
        kept = copy.deepcopy(spoilt)
        for value in spoilt.values():
            if isinstance(value, (dict, list)):
                value.clear()
        assert canonical(encode(read)) == before
        spoilt.clear()
        spoilt.update(kept)


def test_a_board_leaves_its_position_alone() -> None:
    first = world({"eiche": "i ii^", "garten": "rus-1"}).board
    at = first.position()
    before = canonical(encode(at))
    board = Board(first.setting, at)
    board.move("f1", "ahorn")
    board.write("f1", ["loss", 1])
    board.mark("f2", "fatigued")
    board.see("f2", {"unit": "ii", "pf": 1, "lag": 0})
    board.turn_up("r1", {"unit": "rus-1", "pf": 6, "lag": 0})
    board.remove("f2")
    board.lose("french", "ii", 3)
    board.at.control = {**board.at.control, "ahorn": "russian"}
    assert canonical(encode(at)) == before != canonical(public(board))


# -- what is none ------------------------------------------------------------------------------


def spoilt(at: Any, rng: random.Random) -> Any:
    """The position with one value anywhere of another type, missing or added."""
    wrong: list[Any] = [None, True, 1.5, "x", 7, [], {}, [[]], {"x": []}]
    bad = copy.deepcopy(at)
    node, key = bad, rng.choice(sorted(bad))
    while (
        isinstance(node[key], (dict, list)) and node[key] and key not in ("seen", "log", "signs") and rng.randrange(3)
    ):
        node = node[key]
        key = rng.choice(sorted(node)) if isinstance(node, dict) else rng.randrange(len(node))
    kinds = [value for value in wrong if type(value) is not type(node[key]) and (value != [] or node[key] != [])]
    node[key] = rng.choice(kinds)
    return bad


def test_anything_else_is_told_by_one_error() -> None:
    rng, found = random.Random(7), 0
    for at in whole_game(2).positions[::20]:
        for _ in range(40):
            bad = spoilt(at, rng)
            with pytest.raises(ValueError, match=WRONG):
                decode(bad)
            found += 1
    assert found > 100


@pytest.mark.parametrize("bad", [None, 5, "x", [], {}, [{}], {"stage": "play"}])
def test_no_position_at_all(bad: Any) -> None:
    with pytest.raises(ValueError, match=WRONG):
        decode(bad)


@pytest.mark.parametrize("member", ["stage", "counters", "control", "pool", "moved"])
def test_a_member_is_missing_or_too_much(member: str) -> None:
    at = public(world({"eiche": "i"}).board)
    for bad in (without(at, member), {**at, "more": 1}, {**at, "leaving": [{"general": "ney"}]}, {**at, "due": None}):
        with pytest.raises(ValueError, match=WRONG):
            decode(bad)


def test_signs_belong_to_open_games() -> None:
    one, hidden, open_ = game(), game().start(), game(hiding="open").start()
    assert one.writing.read_text(one.writing.text(hidden)) == hidden
    with pytest.raises(ValueError, match=WRONG):
        one.writing.read_text(one.writing.text(open_))
    with pytest.raises(ValueError, match=WRONG):
        one.writing.read_text('{"stage":' * 5000)


# -- who stands where ----------------------------------------------------------------------------


def counted(at: Position, army: str = "", box: str = "") -> tuple[str, ...]:
    """By looking at every counter."""
    found = [c for c, p in at.counters.items() if (not army or p.army == army) and (not box or p.box == box)]
    return tuple(sorted(found, key=lambda counter: (at.counters[counter].army, number_of(counter))))


@pytest.mark.parametrize("seed", range(6))
def test_the_index_says_what_looking_at_every_counter_says(seed: int) -> None:
    rng, board = random.Random(seed), world({"eiche": "i ii", "garten": "rus-1 rus-2"}).board
    boxes, armies = ["eiche", "garten", "fels", "moor"], small().armies
    for _ in range(120):
        there = board.counters()
        act = rng.randrange(5)
        if act == 0 or not there:
            army = rng.choice(armies)
            board.place(board.fresh(army, 1)[0], army, rng.choice(boxes))
        elif act == 1 and len(there) > 2:
            board.remove(rng.choice(there))
        elif act == 2:
            board.mark(rng.choice(there), "fatigued", rng.randrange(2) == 1)
        else:
            board.move(rng.choice(there), rng.choice(boxes))
        for army in ("", *armies):
            for box in ("", *boxes):
                assert board.counters(army, box) == counted(board.at, army, box)
        for army in armies:
            assert set(board.boxes_of(army)) == {board.box(counter) for counter in counted(board.at, army)}
        if rng.randrange(4) == 0:
            board = Board(board.setting, board.position())
    assert Places(board.at.counters).counters() == board.counters()
