"""Memos: written with certain orders, closed until they are opened, and what nobody wrote (18.5C, 22.6B, 28.0D)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pbem.engine.answerers import Nobody
from pbem.engine.contract import Compiled
from pbem.engine.hidden import EXCUSED, NOTHING, Own, Record, Step
from pbem.engine.loop import advance
from pbem.engine.options import Json, Options
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.rollcall import RollCall
from pbem.engine.state import fresh
from pbem.engine.table import Chance, Table
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.memos import committed, memo_lines
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.rules.march.entry import due_units
from rulesets.napoleons_last_battles.rules.march.movement import movement
from rulesets.napoleons_last_battles.rules.memos import known_to, memos_of, open_due, written_now
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from tests.rulesets.napoleons_last_battles.rules.turns import board, played
from tests.rulesets.napoleons_last_battles.turns import SEATS, game

FRENCH = ("fourth-corps", "guard", "first-corps", "fourth-cavalry", "sixth-corps")
LIGNY, HAL, VARIANT = ("ligny", "first-corps"), ("campaign", "hal", "victory-levels"), ("campaign-variant",)


def on(which: tuple[str, ...], turn: str = "", army: str = "french", **change: Any) -> Board:
    uid, *options = which
    return board(uid, {}, turn, army, *options, **change)


def at_setup(which: tuple[str, ...], army: str) -> Board:
    found = on(which, "", army)
    found.position.turn = 0
    return found


# -- writing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "turn", "army", "expected"),
    [
        pytest.param(LIGNY, "", "french", ("first-corps",), marks=pytest.mark.rule("nlb", "18.5C-3")),
        (LIGNY, "16/1400", "french", ()),
        (LIGNY, "", "coalition", ()),
        pytest.param(HAL, "17/2100", "coalition", ("hal",), marks=pytest.mark.rule("nlb", "22.6B")),
        (HAL, "17/2100", "french", ()),
        (HAL, "17/2000", "coalition", ()),
        (HAL, "17/2400", "coalition", ()),
        pytest.param(VARIANT, "", "french", FRENCH, marks=pytest.mark.rule("nlb", "28.0C-R1")),
        (VARIANT, "16/0900", "french", ()),
        pytest.param(VARIANT, "17/0900", "coalition", ("fourth-prussian",), marks=pytest.mark.rule("nlb", "28.0C-R2")),
        (VARIANT, "17/2100", "coalition", ("hal",)),
    ],
)
def test_each_memo_is_written_with_the_orders_of_one_time(
    which: tuple[str, ...], turn: str, army: str, expected: tuple[str, ...]
) -> None:
    found = on(which, turn, army) if turn else at_setup(which, army)
    assert tuple(memo.id for memo in written_now(found)) == expected
    lines = [line.text for line in memo_lines(found)]
    assert lines == (["memos:", *(f'{memo.id}: "{memo.default}"' for memo in written_now(found))] if expected else [])


@pytest.mark.rule("nlb", "18.5C-3")
def test_who_has_a_memo_to_write_has_a_set_up_for_it() -> None:
    assert game(*LIGNY).start()["turn"] == 0
    assert game("ligny").start()["turn"] == 1


@pytest.mark.rule("nlb", "22.6B")
@pytest.mark.rule("nlb", "28.0D")
@pytest.mark.parametrize(
    ("said", "content", "cases"),
    [
        (None, {"hal": {"says": "none"}}, []),
        ({}, {"hal": {"says": "none"}}, []),
        ({"hal": "0124"}, {"hal": {"says": "0124"}}, []),
        ({"hal": "0605"}, {}, ["22.6B"]),
        ({"first-corps": "yes"}, {}, ["28.0D"]),
        ({"hal": ["0114"], "x" * 99: 1}, {}, ["22.6B", "28.0D"]),
    ],
)
def test_who_writes_nothing_commits_to_the_default(said: Json, content: Json, cases: list[str]) -> None:
    hide, faults = committed(on(HAL, "17/2100", "coalition"), said)
    assert hide == content
    assert [fault.refusal.case for fault in faults] == cases
    assert all(fault.path[0] == "memos" for fault in faults)


# -- opening -------------------------------------------------------------------------


@pytest.mark.rule("nlb", "18.5C-3")
@pytest.mark.parametrize(
    ("markers", "says", "written"),
    [
        ({"first-corps": {"says": "yes"}}, "yes", True),
        ({"first-corps": {"says": "no"}}, "no", True),
        ({}, "no", False),
        ({"first-corps": {"says": "perhaps"}}, "no", True),
        ({"first-corps": "yes"}, "no", True),
        ({"first-corps": {"says": "yes", "more": 1}}, "no", True),
    ],
)
def test_the_first_corps_is_known_with_its_first_die(markers: Json, says: str, written: bool) -> None:
    early = on(LIGNY, "16/1600")
    assert not played(early, open_due(early), markers=markers).events
    late = on(LIGNY, "16/1700")
    turned = played(late, open_due(late), markers=markers)
    assert late.position.memos == {"first-corps": says}
    assert [(event["says"], event["written"]) for event in turned.events] == [(says, written)]
    assert not played(late, open_due(late), markers=markers).events


def entered(which: tuple[str, ...], turn: str, army: str, says: Json, *orders: Json) -> tuple[Board, list[str]]:
    """Movement with these orders: the board then, and the kinds of what was told."""
    found = on(which, turn, army)
    turned = played(found, movement(found, orders), markers=says)
    return found, turned.kinds()


@pytest.mark.rule("nlb", "28.0D")
@pytest.mark.rule("nlb", "28.0C-R1")
@pytest.mark.parametrize(
    ("turn", "says", "enter", "comes"),
    [
        ("16/1200", "16/1200-3167", "3167", True),
        ("16/1200", "16/1400-1167", "1167", False),
        ("16/1400", "16/1400-1167", "1167", True),
        ("16/1400", "16/1400-1167", "3167", False),
        ("16/1500", "16/1200-3167", "3167", True),
    ],
)
def test_a_choice_of_entry_is_opened_by_who_orders_it(turn: str, says: str, enter: str, comes: bool) -> None:
    order = {"unit": "rome-12", "enter": enter, "path": [enter]}
    found, kinds = entered(VARIANT, turn, "french", {"fourth-corps": {"says": says}}, order)
    assert kinds[0] == "memo"
    assert found.position.memos == {"fourth-corps": says}
    assert ("rome-12" in found.at) == comes


@pytest.mark.rule("nlb", "28.0D")
def test_nothing_is_opened_before_the_first_time_or_without_an_order() -> None:
    says = {"fourth-corps": {"says": "16/1200-3167"}}
    order = {"unit": "rome-12", "enter": "3167", "path": ["3167"]}
    found, kinds = entered(VARIANT, "16/1000", "french", says, order)
    assert "memo" not in kinds
    assert not found.position.memos
    odd = ({"unit": "gerard", "units": 3}, "nonsense", {"units": [1]})
    found, kinds = entered(VARIANT, "16/1200", "french", says, *odd)
    assert not found.position.memos


@pytest.mark.rule("nlb", "22.6B")
@pytest.mark.parametrize(
    ("turn", "says", "due"),
    [
        ("18/1100", "0114", ("0114",)),
        ("18/1200", "0114", ()),
        ("18/1100", "0124", ()),
        ("18/1300", "0124", ("0124",)),
        ("18/1300", "0136", ("0136",)),
        ("18/1400", "0136", ()),
        ("18/1300", "none", ()),
    ],
)
def test_the_force_at_hal_comes_on_its_turn_or_never(turn: str, says: str, due: tuple[str, ...]) -> None:
    found = on(HAL, turn, "coalition", memos={"hal": says})
    hal = {unit: one.hexes for unit, one in due_units(found).items() if one.group.memo == "hal"}
    assert set(hal.values()) == ({due} if due else set())
    assert len(hal) == (14 if due else 0)


@pytest.mark.rule("nlb", "28.0C-R2")
@pytest.mark.parametrize(("turn", "due"), [("17/2000", False), ("17/2100", True), ("18/0900", True)])
def test_the_fourth_prussian_corps_comes_where_it_was_written(turn: str, due: bool) -> None:
    found = on(VARIANT, turn, "coalition", memos={"fourth-prussian": "5740"})
    assert [one.hexes for unit, one in due_units(found).items() if unit == "10-13"] == ([("5740",)] if due else [])
    (memo,) = (memo for memo in memos_of(found) if memo.id == "fourth-prussian")
    assert {"5712", "5740"} <= set(memo.values)
    assert all(at.startswith("57") for at in memo.values)


# -- what its owner knows -------------------------------------------------------------


@pytest.mark.rule("nlb", "28.0D")
@pytest.mark.parametrize(
    ("army", "turn", "expected"),
    [
        ("french", "16/1200", {**dict.fromkeys(FRENCH[2:], ""), "fourth-corps": "16/1400-1167", "guard": ""}),
        ("coalition", "16/1200", {}),
    ],
)
def test_an_owner_plans_by_what_he_has_written(army: str, turn: str, expected: dict[str, str]) -> None:
    found = on(VARIANT, turn, army)
    defaults = {memo.id: memo.default for memo in memos_of(found)}
    seen = known_to(found, Own(army, {"fourth-corps": {"says": "16/1400-1167"}}))
    assert seen.position.memos == {uid: says or defaults[uid] for uid, says in expected.items()}
    assert not found.position.memos
    assert not known_to(found, NOTHING).position.memos


# -- hidden forces ---------------------------------------------------------------------


def test_contents_are_judged_by_the_memo_that_they_stand_in() -> None:
    forces = game(*VARIANT).hiding
    assert forces is not None
    at = game(*VARIANT).start()
    assert set(forces.face_down(at)) == {*FRENCH, "hal", "fourth-prussian"}
    opened = {**at, "memos": {"hal": "0114"}}
    assert "hal" not in forces.face_down(opened)
    assert forces.shown(opened, "coalition") == {"hal": {"says": "0114"}}
    assert not forces.shown(opened, "french")
    assert forces.well_formed({"says": "0114"})
    assert not any(map(forces.well_formed, ({"says": "9999"}, {}, "0114", None, {"says": "0114", "x": 1})))
    held = {"hal": {"says": "0114"}, "guard": {"says": "0114"}}
    assert len(forces.imbalance(at, "french", held)) == 1
    values = {value for memo in memos_of(on(VARIANT)) for value in memo.values}
    assert forces.content_size == max(len(json.dumps({"says": one}, separators=(",", ":"))) for one in values)
    assert game("ligny").hiding is None
    assert game("campaign").hiding is None


@pytest.mark.parametrize(("content", "named"), [({"says": "yes"}, 0), ({"says": "moon"}, 1), ("no", 1)])
def test_the_roll_call_names_who_wrote_what_no_memo_may_say(content: Json, named: int) -> None:
    forces, at = game(*LIGNY).hiding, game(*LIGNY).start()
    assert forces is not None
    write = Step(2, "french", at, (), {}, (), {"first-corps": 2}, {"first-corps": content}, asked=ORDERS)
    after = Step(3, "coalition", at, (), {}, (), {"first-corps": 2})
    record = Record([write, after], ("french",), {("first-corps", 2): content}, {})
    found = RollCall(forces, "french", record).accusations()
    assert [one.seq for one in found] == [2] * named
    assert EXCUSED not in record.content.values()


# -- nothing leaks ---------------------------------------------------------------------


class Silent(Table):
    """Standing orders that no slot has yet: defaults count."""

    def standing(self, army: str, slot: str) -> Json:
        return self.seats[army].standing.get(slot, "")


@pytest.mark.slow
@pytest.mark.rule("nlb", "18.5C-3")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_tells_of_a_memo_once(seed: int) -> None:
    found: LastBattlesGame = game(*LIGNY)
    pick = random.Random(seed).randrange
    table = Silent(found, {army: Chance(found, pick) for army in SEATS}, pick)
    told = [event for event in table.play().events if event["kind"] == "memo"]
    assert [event["memo"] for event in told] == ["first-corps"]
    assert told[0]["written"]
    assert table.at["memos"] == {"first-corps": told[0]["says"]}


@pytest.mark.rule("nlb", "18.5C-3")
def test_what_is_mailed_and_shown_holds_no_memo() -> None:
    """What a player writes is taken out of his public orders, and stands in no position before it is opened."""
    one = game(*LIGNY)
    outcome = advance(one, fresh(one.start(), hidden=True), Nobody(), SEATS)
    request = outcome.request
    assert request is not None
    assert request.hide == ("first-corps",)
    compiled = one.writing.compile(request, {"memos": {"first-corps": "yes"}})
    assert compiled.input == {}
    assert compiled.hide == {"first-corps": {"says": "yes"}}
    own = Own("french", compiled.hide)
    public = [outcome.state["at"], one.telling.facts(outcome.state["at"], own)]
    public += [line.text for line in one.writing.template(request, own)]
    assert "yes" not in json.dumps(public)


@pytest.mark.rule("nlb", "28.0D")
def test_who_orders_an_entry_opens_his_memo_in_the_same_message() -> None:
    one = game(*VARIANT)
    found = on(VARIANT, "16/1200")
    request = Choose("french", ORDERS, OrdersOptions(found), "gt4.french.orders", scene=found)
    own = Own("french", {uid: {"says": "16/1200-3167"} for uid in FRENCH})
    order = {"unit": "rome-12", "to": "3167"}
    assert one.writing.compile(request, {"orders": [order]}, own).show == ["fourth-corps"]
    assert one.writing.compile(request, {"orders": [order]}).show == []
    assert one.writing.compile(request, {}, own).show == []


def sampled(found: Board, options: Options, seeds: range) -> list[Compiled]:
    """Random answers to a question for orders of who has written the first of all values."""
    forces = game(*VARIANT).hiding
    assert forces is not None
    own = Own("french", {memo.id: {"says": memo.values[0]} for memo in memos_of(found) if memo.army == "french"})
    request = Choose("french", ORDERS, options, "label", scene=found)
    return [forces.sample(request, own, random.Random(seed).randrange) for seed in seeds]


def test_random_memos_are_written_all_at_once() -> None:
    found = at_setup(VARIANT, "french")
    tries = sampled(found, PlacingOptions(found, "french"), range(2))
    assert all(set(compiled.hide) == set(FRENCH) for compiled in tries)
    assert any(len({compiled.hide[uid]["says"] for compiled in tries}) == 2 for uid in FRENCH)


@pytest.mark.slow
def test_random_orders_go_by_what_their_author_has_written() -> None:
    found = on(VARIANT, "16/1200")
    tries = sampled(found, OrdersOptions(found), range(6))
    assert any("fourth-corps" in compiled.show for compiled in tries)
    assert not any(compiled.hide for compiled in tries)


@pytest.mark.rule("nlb", "28.0D")
@pytest.mark.parametrize(("says", "comes"), [("16/1200-3167", True), ("16/1400-1167", False)])
def test_a_preview_goes_by_what_its_reader_has_written(says: str, comes: bool) -> None:
    one, found = game(*VARIANT), on(VARIANT, "16/1200")
    request = Choose("french", ORDERS, OrdersOptions(found), "label", scene=found)
    orders = {"orders": [{"unit": "rome-12", "path": ["3167"], "enter": "3167"}]}
    told = one.telling.preview(request, orders, Own("french", {"fourth-corps": {"says": says}}))
    assert ("entered" in [event["kind"] for event in told["moves"]]) == comes
    assert bool(told["void"]) != comes
