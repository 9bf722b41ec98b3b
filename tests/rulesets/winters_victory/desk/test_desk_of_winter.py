"""The desk of a segment: who lies there, where he goes with which turns, what he can do, what attacks come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema_rs
import pytest

from pbem.engine.gesture import END, TURN
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.winters_victory import sequence
from rulesets.winters_victory.desk.desk import WintersDesk
from rulesets.winters_victory.documents.compile import compile_orders
from rulesets.winters_victory.documents.writing import WintersWriting
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position, Stance
from tests.rulesets.winters_victory.battles import setting
from tests.rulesets.winters_victory.country import row

LEARNING = "learning-serpallen"


def board(segment: str = "f", turn: int = 20, standing: Mapping[str, str] | None = None) -> Play:
    """The learning battle with counters elsewhere: `4068/3` a hex and a corner, perhaps with a formation behind it."""
    position = sequence.start(setting(LEARNING))
    position.segment, position.turn = segment, turn
    made = position.board(setting(LEARNING).field, setting(LEARNING).units)
    for uid, text in (standing or {}).items():
        at, corner, *formation = text.split("/")
        made.move(uid, at)
        made.piece(uid).facing = int(corner)
        made.piece(uid).formation = formation[0] if formation else made.piece(uid).formation
    position.take(made)
    return Play(setting(LEARNING), Position.from_json(position.to_json()))


def asked(play: Play) -> Choose:
    return Choose(play.segment.army, ORDERS, SegmentOrders(play), "orders", scene=play)


def learning(segment: str = "f", turn: int = 20, **standing: str) -> Choose:
    return asked(board(segment, turn, {uid.replace("_", "-"): text for uid, text in standing.items()}))


# -- who lies there ----------------------------------------------------------------------------


@pytest.mark.rule("wv", "4.0-1")
def test_the_lists_of_a_page_are_those_of_the_segments_phases() -> None:
    first = WintersDesk().layout(learning())
    assert first.attack is None and first.move is not None and first.move.together, "no shock phase comes first"
    assert first.move.entry == {"unit": "$who", "path": "$way"}
    assert first.move.several == {"units": "$all", "path": "$way"}
    later = WintersDesk().layout(learning(turn=21))
    assert later.attack is not None and later.attack.entry == {"units": "$all", "on": "$targets"}


@pytest.mark.rule("wv", "6.0-1")
def test_everybody_of_the_army_lies_there_but_crews_with_their_guns() -> None:
    found = {one.who: one for one in WintersDesk().layout(learning()).movables}
    assert set(found) == {"f-15l-1", "f-33-1", "f-33-2", "f-b3-2", "f-1ch", "kister", "friant", "marulaz"}
    assert all(one.start == setting_of(uid)[0] and one.counter == uid for uid, one in found.items())


def setting_of(uid: str) -> Stance:
    return sequence.start(setting(LEARNING)).counters[uid]


@pytest.mark.parametrize(
    ("uid", "labels", "others"),
    [
        row(
            "7.1 5.31-1",
            "f-33-1",
            "goes into line (7.1);goes into square (8.4);faces north-east (5.3)",
            "faces north (5.3)",
        ),
        row("5.41-1 9.1-1", "f-33-2", "", "goes into line (7.1);faces north-east (5.3)"),
        row("7.5-1", "f-b3-2", "unlimbers (7.5)", "limbers (7.5);faces south (5.3)"),
        row("5.31-1", "f-1ch", "faces south (5.3)", "goes into line (7.1)"),
        row("16.11", "kister", "", "goes into line (7.1);faces south (5.3)"),
    ],
)
def test_what_can_be_done_on_the_spot_is_offered(uid: str, labels: str, others: str) -> None:
    request = learning(f_33_1="3871/0")
    (found,) = (one for one in WintersDesk().layout(request).movables if one.who == uid)
    offered = dict(found.also)
    assert {*filter(None, labels.split(";"))} <= offered.keys() and offered.keys().isdisjoint(others.split(";"))
    for entry in offered.values():
        assert compile_orders(request.scene, {"orders": [entry]}).faults == []


# -- whole brigades ----------------------------------------------------------------------------


def sent(template: Json, end: str, turn: Json = None) -> Json:
    """What the page makes of the order of a formation: see `pbem/report/page/gestures.js`."""
    if isinstance(template, Mapping):
        members = {key: sent(one, end, turn) for key, one in template.items()}
        return {key: one for key, one in members.items() if one is not None}
    if isinstance(template, list):
        return [sent(one, end, turn) for one in template]
    return {END: end, TURN: turn}.get(template, template) if isinstance(template, str) else template


@pytest.mark.rule("wv", "6.0-2")
@pytest.mark.parametrize(("segment", "end"), [("f", "4069"), ("f", "4167"), ("a", "4069"), ("a", "3054")])
def test_a_brigade_is_sent_to_any_hex_by_one_order(segment: str, end: str) -> None:
    request = learning(segment)
    layout = WintersDesk().layout(request)
    validator = jsonschema_rs.validator_for(WintersWriting(setting(LEARNING)).document_schema(ORDERS))
    movables = {one.who for one in layout.movables}
    members = [who for one in layout.formations for who in one.who]
    assert len(set(members)) == len(members) and set(members) <= movables
    for one in layout.formations:
        for turn in (None, *(value for _, value in one.turns[:1])):
            for label, template in one.orders:
                entry = sent(template, end, turn)
                assert validator.is_valid({"orders": [entry]}), entry
                compiled = compile_orders(request.scene, {"orders": [entry]})
                assert compiled.faults == [], (one.name, label)


def test_a_brigade_goes_where_it_was_sent_and_looks_where_it_was_told() -> None:
    request = learning()
    (kister,) = (one for one in WintersDesk().layout(request).formations if "f-33-1" in one.who)
    assert kister.name == "Kister's brigade" and kister.who == ("f-15l-1", "f-33-1", "f-33-2", "kister")
    entry = sent(dict(kister.orders)["advances to"], "4069", 1)
    assert entry == {"brigade": "f3-2a", "advance": {"to": ["4069"], "front": 1, "keep": 0}}
    course = WintersDesk().course(request, {"orders": [entry]})
    assert course.stands["f-15l-1"] == "4069" and course.moves[0].who[0] in kister.who
    looking = compile_orders(request.scene, {"orders": [entry]}).input["orders"]
    assert "face 1" in next(one["path"] for one in looking if one["units"] == ["f-15l-1"])


# -- where one goes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "way", "words", "cost"),
    [
        row("5.4-1", {}, ["4070"], ["4070"], "1"),
        row("5.31-1 5.4-1", {}, ["4171"], ["face 1", "4171"], "3/2"),
        row("5.31-1", {"f-33-1": "4071/3"}, ["4070"], ["face 1", "4070"], "2"),
        row("5.31-1", {}, ["4070", "4170"], ["4070", "face 1", "4170"], "5/2"),
        row("5.1B 8.4", {"f-33-1": "4071/0/general-order"}, ["4171", "4172"], ["4171", "4172"], "3"),
        row("5.31-1", {}, ["4070", "face 3"], ["4070", "face 3"], "5/2"),
        row("6.0-2", {}, ["4060"], ["4060"], ""),
    ],
)
def test_hexes_alone_are_a_path_with_the_cheapest_turns(
    standing: Mapping[str, str], way: Sequence[str], words: Sequence[str], cost: str
) -> None:
    play = board(standing={"f-33-1": "4071/0", **standing})
    document = {"orders": [{"unit": "f-33-1", "path": way}]}
    compiled = compile_orders(play, document)
    assert compiled.input["orders"][0]["path"] == words
    moves = WintersDesk().course(asked(play), document).moves
    assert [one.cost for one in moves] == ([cost] if cost else []) and bool(compiled.faults) == (not cost)


@pytest.mark.rule("wv", "6.0-3")
def test_those_of_one_hex_go_together_at_the_cost_of_the_slowest() -> None:
    request = learning()
    reach = WintersDesk().reach(request, {}, ["f-33-1", "f-33-2"])
    steps = {step.place: step for step in reach.steps}
    assert reach.allowance == "5" and steps["4070"].stop and steps["4070"].before == "4071"
    assert steps["4071"].before == "" and steps["4067"].cost == "4"
    apart = WintersDesk().reach(request, {}, ["f-33-1", "f-1ch"])
    assert (apart.steps, apart.note) == ((), "they do not stand together (6.0)")


@pytest.mark.rule("wv", "11.3-1")
def test_hexes_under_fire_are_told() -> None:
    reach = WintersDesk().reach(learning(r_j26_1="4167/3"), {}, ["f-33-1"])
    notes = {step.place: step.note for step in reach.steps}
    assert notes["4070"] == "" and notes["4068"] == "in an enemy fire zone: who leaves it is fired at (11.3)"


@pytest.mark.rule("wv", "6.0-1")
def test_who_has_moved_with_his_brigade_goes_nowhere_else() -> None:
    document = {"orders": [{"brigade": "f3-2a", "advance": {"to": ["4069"]}}]}
    reach = WintersDesk().reach(learning(), document, ["f-33-1"])
    assert not reach.steps and reach.note.endswith("has moved in this phase (6.0-1)")


@pytest.mark.parametrize("way", [("4171", "4170"), ("4071", "4060"), ("9999",)])
def test_a_way_that_is_none_leads_nowhere(way: tuple[str, ...]) -> None:
    reach = WintersDesk().reach(learning(), {}, ["f-33-1"], way=way)
    assert not reach.steps and reach.note


# -- what comes of it --------------------------------------------------------------------------


def test_a_brigade_is_one_move_with_all_its_units() -> None:
    document = {"orders": [{"brigade": "f3-2a", "advance": {"to": ["4069", "4169"]}}]}
    course = WintersDesk().course(learning(), document)
    (move,) = course.moves
    assert (move.at, move.way, move.cost) == (("orders", 0), (), "")
    assert set(move.who) == {"f-15l-1", "f-33-1", "f-33-2", "kister"} and "15th Light, battalion 1 to 4069" in move.text
    assert course.stands["f-15l-1"] == "4069" and course.stands["f-33-1"] == "4169"
    assert move.ways["f-15l-1"][::2] == ("4071", "4069") and {*move.ways} == {*move.who}


def test_a_turn_is_a_move_to_no_place() -> None:
    (move,) = WintersDesk().course(learning(), {"orders": [{"unit": "f-1ch", "path": ["face 2"]}]}).moves
    assert (move.way, move.text, move.cost) == ((), "face 2", "1")


ATTACK = {"units": ["f-33-1", "f-33-2"], "on": ["4167"]}


def attacking() -> Choose:
    return learning(
        turn=21, f_33_1="4168/0", f_33_2="4168/0", r_j26_1="4167/3/general-order", r_j26_2="4167/3/general-order"
    )


@pytest.mark.rule("wv", "12.11.3", "5.4-1")
def test_targets_are_enemies_that_somebody_looks_into() -> None:
    targets = {one.place: one.by for one in WintersDesk().course(attacking(), {}).targets}
    assert targets == {"4167": ("f-33-1", "f-33-2")}
    assert WintersDesk().course(learning(), {}).targets == (), "this segment has no shock phase"


@pytest.mark.rule("wv", "12.0-1", "12.3")
def test_an_attack_is_told_with_exact_chances() -> None:
    (combat,) = WintersDesk().course(attacking(), {"shock": [ATTACK]}).combats
    assert (combat.at, combat.on, combat.by) == (("shock", 0), ("4167",), ("f-33-1", "f-33-2"))
    (way,) = combat.outlooks
    assert sum(one.share for one in way.chances) == 1 and all(one.share * 10 % 1 == 0 for one in way.chances)
    assert way.steps[0].text == "9 points against 9, row 1:1", "nine points of foot fight into cover"


@pytest.mark.rule("wv", "12.0-1")
def test_the_attacks_of_an_assault_are_told_behind_those_of_the_document() -> None:
    assault = {"brigade": "f3-2a", "assault": {"on": ["4167"]}}
    (combat,) = WintersDesk().course(attacking(), {"orders": [assault]}).combats
    assert (combat.at, combat.on, combat.by) == ((), ("4167",), ("f-33-1", "f-33-2"))
    both = WintersDesk().course(attacking(), {"shock": [ATTACK], "orders": [assault]}).combats
    assert [one.at for one in both][:1] == [("shock", 0)]


@pytest.mark.parametrize(
    "document",
    [
        {"shock": [{"units": ["f-33-1", "f-33-2"], "on": ["4071"]}]},
        {"shock": [{"units": ["f-b3-2"], "on": ["4167"]}, {"charge": "f-1ch"}]},
        {"shock": [{"units": ["nobody"], "on": ["4167"]}, {"units": ["f-33-1"], "on": ["nowhere at all"]}]},
        {"orders": [{"unit": "nobody", "path": ["4070"]}, {"unit": "r-j23-1", "path": ["4065"]}, {"brigade": "f3-2a"}]},
    ],
)
def test_what_the_rules_refuse_is_left_out(document: Json) -> None:
    course = WintersDesk().course(attacking(), document)
    assert course.combats == () and course.moves == () and course.stands == {}


def test_moves_of_a_team_stand_before_ones_own() -> None:
    signed: list[Any] = [{"units": ["f-33-1"], "path": ["4070"]}]
    desk, request = WintersDesk(signed), learning()
    assert desk.course(request, {}).stands == {"f-33-1": "4070"}
    assert desk.reach(request, {}, ["f-33-1"]).note.endswith("has moved in this phase (6.0-1)")
