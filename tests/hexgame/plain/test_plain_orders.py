"""Orders of a plain game: entries judged and carried out, whole documents read and refused, templates, random play."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.options import Refusal
from pbem.engine.requests import Choose
from pbem.engine.state import fresh
from pbem.hexgame.moving.moves import NO
from pbem.hexgame.plain.orders import PlainOrders, rehearsed
from tests.hexgame.plain.meadow import BOOK, GAME, asked, at, marches

LINE = "b8 0304, b5 0504, r6 0301, r2 0501"


# -- entries ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"unit": "b8", "path": ["0304", "0404"]}, 2),
        ({"unit": "b8", "path": ["0304"]}, 0),
        ({"unit": "b4", "path": ["0107", "0207"]}, 4),
        ({"unit": "b4", "path": ["0106"]}, "2.4"),
        ({"unit": "b4"}, "2.1"),
        ({"unit": "b8", "path": []}, "2.1"),
        ({"unit": "b8", "path": "0304"}, "2.1"),
        ({"unit": "b8", "path": ["0404"]}, "2.1"),
        ({"unit": "r6", "path": ["0301"]}, "1.0"),
        ({"unit": ["b8"], "path": ["0304"]}, "1.0"),
        ("b8", "1.0"),
        (None, "1.0"),
    ],
)
def test_an_entry_costs_points_or_is_refused(entry: Any, found: int | str) -> None:
    judged = marches(BOOK.at(at(LINE, turn=2))).judge(entry)
    assert (judged.case if isinstance(judged, Refusal) else judged) == found


def test_who_has_moved_moves_no_more() -> None:
    options = marches(BOOK.at(at(LINE)))
    events = options.perform({"unit": "b8", "path": ["0304", "0404"]})
    assert [(one["kind"], one["from"], one["to"], one["cost"]) for one in events] == [("moved", "0304", "0404", "1")]
    again = options.why_not({"unit": "b8", "path": ["0404", "0304"]})
    assert again is not None and again.text == "B8 has moved already in this phase"
    assert options.movable() == ["b5"]
    with pytest.raises(ValueError, match="has moved already"):
        options.perform({"unit": "b8", "path": ["0404", "0304"]})


def test_who_comes_in_is_told_even_where_he_stays() -> None:
    options = marches(BOOK.at(at(LINE, turn=2)))
    (event,) = options.perform({"unit": "b4", "path": ["0107"]})
    assert (event["kind"], event["at"], event["cost"]) == ("entered", "0107", "1")
    assert options.perform({"unit": "b8", "path": ["0304"]}) == []


def test_random_entries_are_legal() -> None:
    for seed in range(30):
        options = marches(BOOK.at(at(LINE, turn=2)))
        entry = options.sample(random.Random(seed).randrange)
        assert entry != NO and options.why_not(entry) is None
    held = marches(BOOK.at(at("b8 0304, r6 0303")))
    assert held.sample(random.Random(0).randrange) == NO and held.describe()["units"] == []


# -- documents ----------------------------------------------------------------------------


def compiled(document: dict[str, Any], units: str = LINE, **more: Any) -> tuple[Any, list[tuple[Any, ...]], Any]:
    request = asked(units, **more)
    assert Draft202012Validator(GAME.writing.document_schema("orders")).is_valid(document)
    found = GAME.writing.compile(request, document)
    return found.input, [(fault.path, fault.refusal.case, fault.refusal.text) for fault in found.faults], found.notes


def test_a_destination_becomes_the_cheapest_path() -> None:
    found, faults, notes = compiled({"moves": [{"unit": "B8", "to": "0504"}, {"unit": "b5", "to": "0604"}]})
    assert found["moves"][0] == {"unit": "b8", "path": ["0304", "0403", "0504"]}
    assert faults == [] and notes == ["B8: 0304 0403 0504, 2 of 4", "B5: 0504 0604, 1 of 4"]
    Draft202012Validator(GAME.schema("orders")).validate(found)


@pytest.mark.parametrize(
    ("entry", "units", "path", "case", "text"),
    [
        ({"unit": "b9", "to": "0404"}, LINE, ("moves", 0, "unit"), "", "there is no unit 'b9'; did you mean"),
        ({"unit": "r6", "to": "0404"}, LINE, ("moves", 0, "unit"), "1.0", "is a Red unit"),
        ({"unit": "b8", "to": "0909"}, LINE, ("moves", 0, "to"), "", "there is no hex '0909'"),
        ({"unit": "b8", "to": "0301"}, LINE, ("moves", 0, "to"), "2.1", "R6 of the enemy is there"),
        ({"unit": "b8", "to": "0707"}, LINE, ("moves", 0, "to"), "2.1", "cannot reach 0707: the cheapest way costs 5"),
        ({"unit": "b8", "to": "0304"}, "b8 0304, b5 0504", None, "", ""),
        ({"unit": "b8", "to": "0504"}, LINE, ("moves", 0), "2.3", "its move is taken back"),
        ({"unit": "b8", "to": "0305"}, "b8 0304, r6 0303", ("moves", 0, "to"), "2.2", "may not leave it"),
        ({"unit": "b4", "enter": "0107"}, LINE, ("moves", 0, "enter"), "2.4", "b4 does not come in at 0107"),
        ({"unit": "b8", "enter": "0107"}, LINE, ("moves", 0, "enter"), "", "is on the map already"),
        ({"unit": "b8", "to": "0404", "path": ["0304"]}, LINE, ("moves", 0, "to"), "", "cannot stand beside 'path'"),
    ],
)
def test_what_is_wrong_with_a_move_is_told_at_its_place(
    entry: dict[str, Any], units: str, path: Any, case: str, text: str
) -> None:
    faults = compiled({"moves": [entry]}, units)[1]
    assert [one[:2] for one in faults] == ([] if path is None else [(path, case)]), faults
    assert all(text in one[2] for one in faults), faults


def test_who_is_due_comes_in_and_goes_on() -> None:
    found, faults, _ = compiled({"moves": [{"unit": "b4", "enter": "0107", "to": "0207"}]}, turn=2)
    assert faults == [] and found["moves"] == [{"unit": "b4", "path": ["0107", "0207"]}]
    assert compiled({"moves": [{"unit": "b4", "to": "0207"}]}, turn=2)[0] == found


def test_attacks_are_judged_where_the_moves_lead() -> None:
    moves = [{"unit": "b8", "to": "0302"}]
    attack = {"on": "0301", "by": "b8", "advance": "no"}
    found, faults, _ = compiled({"moves": moves, "attacks": [attack]})
    assert faults == [] and found["attacks"] == [{"id": "0301", "on": ["0301"], "by": ["b8"], "advance": "no"}]
    assert [one[:2] for one in compiled({"attacks": [attack]})[1]] == [(("attacks", 0, "by"), "3.1")]


def test_an_answer_may_bear_printed_names() -> None:
    request = Choose("blue", "retreat", PlainOrders(BOOK, BOOK.at(at(LINE))), "r", scene=BOOK.at(at(LINE)))
    assert GAME.writing.compile(request, {"answer": {"unit": "B8", "to": "0404"}}).input == {
        "answer": {"unit": "b8", "to": "0404"}
    }


def test_faults_of_orders_that_nobody_compiled() -> None:
    board = BOOK.at(at(LINE))
    orders = PlainOrders(BOOK, board)
    both = [{"unit": "b8", "path": ["0304", "0404", "0504"]}, {"unit": "b5", "path": ["0504", "0604", "0504"]}]
    _, faults = rehearsed(BOOK, board, both)
    assert [(path, refusal.case) for path, refusal in faults] == [(("moves", 0), "2.3")]
    assert orders.why_not({"moves": both}) == faults[0][1]
    assert orders.why_not(orders.default()) is None
    assert board.at == BOOK.at(at(LINE)).at


# -- templates and words --------------------------------------------------------------------


def lines(units: str, **more: Any) -> list[str]:
    return [f"{line.text or '#'} # {line.comment}" for line in GAME.writing.template(asked(units, **more))]


def test_a_template_offers_every_move_and_attack() -> None:
    told = "\n".join(lines("b8 0304, b5 0504, r6 0303", turn=2))
    assert "Meadow: Game-Turn 2, Blue player turn" in told
    assert "B8 8-4 (b8) in 0304 may not move: held by R6 in 0303 (2.2)" in told
    assert '- {unit: b5, to: "0504"} # B5 5-4 (b5) in 0504, 4 MP' in told
    assert '- {unit: b4, enter: "0107", to: "0107"} # B4 4-4 may come in at 0107; default: waits' in told
    assert '- {on: ["0303"], by: [b8]} # B8 8 must attack R6 6 in 0303' in told
    assert "advance: [b8]" in told and "retreat and advance may be ask" in told


def test_who_finds_no_room_is_told_of() -> None:
    told = "\n".join(lines("b8 0107, r6 0106", turn=2))
    assert "b4: B4 4-4 may come in at 0107; default: waits; there is no room beside those above" in told


def test_an_editor_completes_who_may_be_named() -> None:
    found = GAME.writing.helper_schema(asked("b8 0304, r6 0303, r2 0501", turn=2))["$defs"]
    assert found["unit"]["anyOf"][0]["enum"] == ["b8", "b4"]
    assert found["target"]["anyOf"][0]["enum"] == ["0303", "0501"]


def test_positions_have_one_line() -> None:
    here = at(LINE, turn=2, lost="b4")
    text = GAME.writing.text(here)
    assert text == "2 blue b5:0504,b8:0304,r2:0501,r6:0301 b4" and GAME.writing.read_text(text) == here
    for wrong in ("2 green b8:0304 -", "2 blue b9:0304 -", "2 blue b8:0909 -", "2 blue"):
        with pytest.raises(ValueError, match="position"):
            GAME.writing.read_text(wrong)


def test_standing_orders_bear_printed_names() -> None:
    standing = GAME.writing.standing
    assert standing is not None
    read = standing.read("red", {"advance.first": {"when": "safe", "units": ["R2"]}})
    assert read.values == {"advance.first": {"when": "safe", "units": ["r2"]}} and not read.faults
    assert [slot.name for slot in GAME.slots("red")] == ["retreat.first", "advance.first", "order.first"]
    (fault,) = standing.read("red", {"advance.first": {"units": ["b8"]}}).faults
    assert fault.path == ("advance.first", "units", 0)


def test_standing_orders_are_held_against_a_position() -> None:
    standing = GAME.writing.standing
    assert standing is not None
    values = {"retreat.first": {"units": {"b8": ["0101"], "b4": ["s"], "b5": ["s"]}}}
    found = standing.read("blue", values, at("b8 0304, r6 0301", lost="b5"))
    assert [(one.path[-1], one.refusal.text) for one in found.faults] == [("b5", "B5 was eliminated: leave it out")]
    assert [one.refusal.text for one in found.remarks] == [
        "B8 stands in 0304 now: 0101 is not next to it",
        "B4 has not arrived yet",
    ]
    assert list(standing.soon("blue", at(LINE))) == ["retreat.first", "advance.first", "order.first"]
    assert list(standing.soon("blue", at("b8 0707, r2 0101"))) == []


# -- play ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_random_games_come_to_their_end(seed: int) -> None:
    rng, state = random.Random(seed), fresh(GAME.start())
    while not state["over"]:
        request = asked_of(state["at"])
        orders = request.options.sample(rng.randrange)
        Draft202012Validator(GAME.schema("orders")).validate(orders)
        state = advance(GAME, state, RandomPlayer(rng.randrange, phases=1), {"blue": "a", "red": "b"}).state
    assert state["at"]["turn"] == 4


def asked_of(position: Any) -> Choose:
    board = BOOK.at(position)
    return Choose(board.army, "orders", PlainOrders(BOOK, board), "orders", scene=board)
