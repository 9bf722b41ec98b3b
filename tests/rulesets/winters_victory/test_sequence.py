"""Battles of Winter's Victory from the first segment to the last: what is played when, and that both tempos agree."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.engine.contract import PlacedRefusal
from pbem.engine.requests import Choose
from pbem.hexgame.board.codec import codec_of
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ARTILLERY, ENEMY, EXTENDED, GOOD
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules.formations.mobility import crew_of
from rulesets.winters_victory.sequence import start
from rulesets.winters_victory.tempo import SIX, TWO
from tests.rulesets.winters_victory.battles import aloud, at_random, battle, setting, wishes_at_random
from tests.rulesets.winters_victory.test_scenarios import IDS, scenario
from tests.rulesets.winters_victory.winter import ID
from tests.tiers import turns

rule = pytest.mark.rule


_LARGE = [pytest.param("davout", 1), pytest.param("first-day", 2)]


def without_segment(position: Position) -> Any:
    return {name: value for name, value in position.to_json().items() if name not in ("turn", "segment")}


@rule(ID, "4.0-1")
@rule(ID, "4.4")
@rule(ID, "4.5")
def test_phases_follow_each_other_through_the_night() -> None:
    phases = [(day, turn, int(phase)) for day, one in setting("two-days").segments for turn, phase in one.phases]
    assert phases == sorted(phases) and len(set(phases)) == len(phases)
    assert phases[0] == (7, 34, 1) and phases[-1] == (8, 53, 10)
    assert {phase for day, turn, phase in phases if turn == 60} < set(range(1, 11))


@rule(ID, "4.0-1")
@pytest.mark.parametrize("uid", ["learning-serpallen", *turns([pytest.param(uid) for uid in ("first-day", "davout")])])
def test_both_tempos_come_to_the_same(uid: str) -> None:
    two, told = battle(setting(uid, TWO))
    six, told_slowly = battle(setting(uid, SIX))
    assert without_segment(two) == without_segment(six)
    mails = ("segment",)
    assert [one for one in told if one["kind"] not in mails] == [one for one in told_slowly if one["kind"] not in mails]
    first, last = scenario(uid).days[0].first, scenario(uid).days[0].last
    assert sum(one["kind"] == "segment" for one in told) == 2 * (last - first + 1) + 1
    assert sum(one["kind"] == "segment" for one in told_slowly) == 6 * (last - first + 1) + 1


@rule(ID, "4.0-1")
@pytest.mark.parametrize("seed", [0, pytest.param(3, marks=pytest.mark.slow)])
def test_equal_decisions_come_to_the_same_in_both_tempos(seed: int) -> None:
    """What an army has written for two phases at once, it writes for each of them when its turn comes."""
    uid = "learning-serpallen"
    said: dict[str, dict[str, Any]] = {}
    draw, wishes = at_random(seed), wishes_at_random(setting(uid), seed)

    def at_once(play: Play) -> Any:
        said[play.segment.label] = draw(play)
        return said[play.segment.label]

    def one_by_one(play: Play) -> Any:
        label, _, what = play.segment.label.partition("-")
        member = {"shock": "shock", "move": "orders"}.get(what, "")
        return {member: said[label][member]} if member in said.get(label, {}) else {}

    two, told = battle(setting(uid, TWO), aloud(setting(uid, TWO), at_once, wishes), wishes, seed=seed)
    six, slowly = battle(setting(uid, SIX), aloud(setting(uid, SIX), one_by_one, wishes), wishes, seed=seed)
    assert without_segment(two) == without_segment(six)
    assert [one for one in told if one["kind"] != "segment"] == [one for one in slowly if one["kind"] != "segment"]


@pytest.mark.slow
@rule(ID, "11.0-1")
@rule(ID, "11.8")
def test_armies_that_only_stand_there_fire_at_each_other() -> None:
    davout = setting("davout")
    men = sum(unit.strength for uid, unit in davout.units.items() if uid in scenario("davout").units)
    lost = 0

    def check(position: Position) -> None:
        nonlocal lost
        assert codec_of(Position).read(codec_of(Position).text(position)) == position
        board = position.board(davout.field, davout.units)
        for at in board.here:
            assert not (board.fighting(at, "french") and board.fighting(at, "allied")), at
        standing = sum(one.strength for uid, one in board.pieces.items() if uid in scenario("davout").units)
        assert standing <= men - lost
        lost = men - standing

    _, events = battle(davout, check=check)
    kinds = Counter(one["kind"] for one in events)
    assert kinds["fire"] > 0 and kinds["morale"] > 0 and lost > 0


@pytest.mark.slow
@rule(ID, "11.3-1")
def test_brigades_that_are_told_to_hold_their_fire_hold_it() -> None:
    davout = setting("davout")
    guns = {uid for uid, unit in davout.units.items() if unit.kind == "artillery"}
    hold = {f"fire.{brigade}": {"hold": sorted(guns)} for brigade in davout.forces.brigades}
    _, events = battle(
        davout,
        lambda play: {"fire": {b: {"hold": sorted(guns)} for b in davout.forces.brigades}},
        lambda slot: hold.get(slot, {}),
    )
    fired = {one["unit"] for one in events if one["kind"] == "fire"}
    assert not fired & guns


@rule(ID, "4.0-1")
def test_who_wants_to_be_asked_is_asked_where_his_standing_orders_would_speak() -> None:
    learning = setting("learning-serpallen")
    wishes = {f"react.{brigade}": {"fire": "never"} for brigade in learning.forces.brigades}
    said, told = battle(learning, standing=lambda slot: wishes.get(slot, {}))
    asked: list[str] = []

    def answer(request: Choose) -> Any:
        asked.append(request.slot)
        assert request.what == "react" and isinstance(request.scene, Play)
        assert request.options.why_not({"fire": "never"}) is None and request.options.why_not([]) is not None
        return {"fire": "never"}

    answered, heard = battle(learning, standing=lambda slot: "ask" if slot in wishes else {}, answer_to=answer)
    assert (answered, heard) == (said, told)
    assert set(asked) == {f"react.{brigade}" for brigade in ["r14-3", "r14-b", "rl-3", "f3-2a", "f3-4a", "f3-b"]}


@rule(ID, "3.0")
@pytest.mark.parametrize("uid", IDS)
def test_battles_begin_as_their_scenarios_say(uid: str) -> None:
    of = setting(uid)
    position = start(of)
    board = position.board(of.field, of.units)
    assert {one.unit for one in scenario(uid).placed} <= set(board.pieces)
    assert all(piece.state == GOOD for piece in board.pieces.values())
    assert set(position.books) == set(scenario(uid).books(of.forces, of.chain))
    assert (position.day, position.turn) == (scenario(uid).days[0].day, scenario(uid).days[0].first)


def left(board: Board, uid: str) -> bool:
    """Whether these are guns without a crew."""
    return board.unit(uid).kind == ARTILLERY and not crew_of(board, uid)


@rule(ID, "6.0-1")
@rule(ID, "9.0")
@rule(ID, "12.0-1")
@pytest.mark.parametrize(
    ("uid", "seed"),
    [
        pytest.param("learning-serpallen", 0, marks=pytest.mark.smoke),
        *turns([*(pytest.param("learning-serpallen", seed) for seed in (1, 2)), *_LARGE]),
    ],
)
def test_battles_at_random_come_to_an_end(uid: str, seed: int) -> None:
    of = setting(uid)
    most = {one.unit: of.units[one.unit].strength for one in scenario(uid).placed}

    def check(position: Position) -> None:
        assert codec_of(Position).read(codec_of(Position).text(position)) == position
        board = position.board(of.field, of.units)
        for at in board.here:
            # Guns that their crew has left stand among enemies (12.43.3).
            foes = [[uid for uid in board.fighting(at, army) if not left(board, uid)] for army in ENEMY]
            assert not all(foes), at
        for one, piece in board.pieces.items():
            assert 0 <= piece.strength <= of.units[one].strength, one
            assert (piece.formation == EXTENDED) >= bool(piece.second), one
            assert len(set(piece.hexes)) == len(piece.hexes), one
        for one in list(most):
            now = board.pieces[one].strength if one in board.pieces else 0
            assert now <= most[one], one
            most[one] = now

    last, events = battle(of, at_random(seed), wishes_at_random(of, seed), seed=seed, check=check)
    fired: set[tuple[str, str]] = set()
    phase = ""
    for one in events:
        if one["kind"] == "phase":
            phase, fired = f"{one['turn']} {one['phase']}", set()
        elif one["kind"] == "fire" and phase.endswith(" 6"):
            assert (one["unit"], one["to"]) not in fired
            fired.add((one["unit"], one["to"]))
    kinds = Counter(one["kind"] for one in events)
    assert kinds["move"] > 0 and not last.segment
    for book, (start_, level, _, _) in last.books.items():
        changes = [one["change"] for one in events if one["kind"] == "morale-points" and one["book"] == book]
        assert start_ + sum(changes) == level, book


@rule(ID, "6.0-3")
def test_what_cannot_be_ordered_is_refused_with_its_place() -> None:
    of = setting("learning-serpallen")
    faults: list[PlacedRefusal] = []

    def orders(play: Play) -> dict[str, Any]:
        if play.segment.label == "t20.f":
            wrong = {"units": ["f-15l-1"], "path": ["4071", "nowhere"]}
            faults.extend(SegmentOrders(play).faults({"orders": [{"units": ["r-b14-2"], "path": []}, wrong]}))
        return {}

    battle(of, orders)
    assert [one.path for one in faults] == [("orders", 0), ("orders", 1)]
    assert all(one.refusal.text and one.refusal.case for one in faults)


@rule(ID, "12.11.1")
@rule(ID, "4.1.4B-1")
def test_attacks_are_judged_with_their_place_and_only_where_they_are_played() -> None:
    attack = {"shock": [{"units": ["f-15l-1"], "on": ["4071"]}, {"id": "c", "charge": "nobody"}]}
    move = {"orders": [{"units": ["f-15l-1"], "path": []}]}
    found: dict[str, list[tuple[Any, str]]] = {}

    def orders(play: Play) -> dict[str, Any]:
        options = SegmentOrders(play)
        placed = [*options.faults(attack), *options.faults(move)]
        found[play.segment.label] = [(one.path, one.refusal.case) for one in placed]
        return {}

    battle(setting("learning-serpallen", SIX), orders)
    assert found["t21.f-shock"] == [(("shock", 0), "12.0-1"), (("shock", 1), "12.53.1"), (("orders", 0), "4.1")]
    assert found["t21.f-move"] == [(("shock", 0), "4.1")]
