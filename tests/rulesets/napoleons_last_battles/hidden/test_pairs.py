"""Hidden movement: pairs of markers placed, moved, given up, seen on the way, and what nobody may know (16.6)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.engine.hidden import NOTHING, Own, Record, Step
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.rollcall import RollCall
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.rules.hiding.deploying import DeployOptions
from rulesets.napoleons_last_battles.rules.hiding.pairs import free_pairs, pairs_of, places, under
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HidingOptions, hiding_faults, hiding_phase
from rulesets.napoleons_last_battles.rules.hiding.revealing import reveal_seen
from rulesets.napoleons_last_battles.rules.march.entry import due_units, nowhere
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions, movement
from rulesets.napoleons_last_battles.rules.observation import observed_from
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions, before_movement
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.plain import NIGHT, RAIN, board, plain
from tests.rulesets.napoleons_last_battles.rules.turns import Played, played
from tests.rulesets.napoleons_last_battles.rules.turns import board as turn_board
from tests.rulesets.napoleons_last_battles.turns import game

rule = pytest.mark.rule
FOOT, MORE, HORSE, OFFICER = "camp-5", "baud-6", "pire", "reille"
ENEMY, RIDER = "kempt", "vivian"
REAL_A, REAL_B = {"hm-f1": {"says": "a"}}, {"hm-f1": {"says": "b"}}


def on(at: Mapping[str, str], *, options: str = "", **change: Any) -> Board:
    found = board(at, options=f"observation hidden-movement {options}".strip(), **{"uid": "quatre-bras", **change})
    found.in_play = True
    return found


def hidden(at: Mapping[str, str], a: str, b: str, units: Sequence[str] = (FOOT,), **change: Any) -> Board:
    """A board on which the pair hm-f1 stands in two hexes for some units."""
    return on({**at, "hm-f1a": a, "hm-f1b": b}, hidden=dict.fromkeys(units, "hm-f1"), **change)


def phase(found: Board, *entries: Json, markers: Mapping[str, Json] = REAL_A) -> Played:
    return played(found, hiding_phase(found, list(entries), "gt1.french"), markers=markers)


def refused(found: Board, entry: Json) -> tuple[str, str]:
    refusal = HidingOptions(found).why_not(entry)
    return (refusal.case, refusal.text) if refusal else ("", "")


# -- placing -------------------------------------------------------------------------


@rule("nlb", "16.6-1")
def test_a_pair_stands_for_units_off_the_map() -> None:
    found = on({FOOT: "0505", MORE: "0506", OFFICER: "0505"})
    told = phase(found, {"pair": "hm-f1", "at": "0505", "units": [FOOT, MORE, OFFICER]})
    assert told.kinds() == ["hidden"]
    assert set(under(found, "hm-f1")) == {OFFICER, FOOT, MORE}
    assert places(found, "hm-f1") == {"hm-f1a": "0505", "hm-f1b": "0505"}
    assert FOOT not in found.at
    assert OFFICER not in found.position.leaders
    assert not any(nowhere(found.position, unit) for unit in (FOOT, MORE, OFFICER))
    assert CODEC.read(CODEC.text(found.position)) == found.position


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(("army", "pairs"), [("french", 8), ("coalition", 12)])
def test_how_many_pairs_an_army_has(army: str, pairs: int) -> None:
    assert len(pairs_of(on({}, uid="campaign").setting, army)) == pairs
    assert pairs_of(setting("campaign", {}), army) == ()


@pytest.mark.parametrize(
    ("enemy", "legal"),
    [
        pytest.param("2705", True, marks=rule("nlb", "16.6A-1")),
        pytest.param("1305", False, marks=rule("nlb", "16.6A-1")),
        pytest.param("0605", False, marks=rule("nlb", "16.6A-1")),
    ],
)
def test_who_is_observed_is_not_hidden(enemy: str, legal: bool) -> None:
    found = on({FOOT: "0505", ENEMY: enemy})
    case, text = refused(found, {"pair": "hm-f1", "at": "0505", "units": [FOOT]})
    assert case == ("" if legal else "16.6A")
    if not legal:
        assert all(word in text for word in ("Campi", "0505", f"observed from {enemy}"))


@pytest.mark.parametrize(
    ("units", "at", "gone"),
    [
        pytest.param([FOOT, MORE], "0505", {FOOT, MORE}, marks=rule("nlb", "16.6A-2")),
        pytest.param([FOOT], "0505", {FOOT}, marks=rule("nlb", "16.6A-2")),
        pytest.param([MORE], "0506", {MORE}, marks=rule("nlb", "16.6A-2")),
    ],
)
def test_any_who_stand_in_the_hex_or_next_to_it_are_hidden(units: list[str], at: str, gone: set[str]) -> None:
    found = on({FOOT: "0505", MORE: "0506"})
    assert phase(found, {"pair": "hm-f1", "at": at, "units": units}).kinds() == ["hidden"]
    assert {FOOT, MORE} - set(found.at) == gone


@rule("nlb", "16.6A-2")
@pytest.mark.parametrize(
    ("entry", "case", "words"),
    [
        ({"pair": "hm-f1", "at": "0505", "units": ["huss-5"]}, "16.6A", "not on the map"),
        ({"pair": "hm-f1", "at": "0508", "units": [FOOT]}, "16.6A", "Campi stands in 0505"),
        ({"pair": "hm-p1", "at": "0505", "units": [FOOT]}, "16.6", "no pair of this army"),
        ({"pair": ["hm"], "at": "0505", "units": [FOOT]}, "16.6", "no pair of this army"),
        ({"pair": "hm-f1", "at": "9999", "units": [FOOT]}, "16.6A", "no hex"),
        ({"pair": "hm-f1", "at": "0505", "units": [ENEMY]}, "16.6A", "no unit of this army"),
        ({"pair": "hm-f1", "at": "0505", "units": [OFFICER]}, "16.6A", "leaders alone"),
        ({"pair": "hm-f1", "at": "0506", "units": [FOOT]}, "16.6B", "stays in 0506"),
        ({"pair": "hm-f1", "at": "0505", "units": []}, "16.6", "a list of 1 to 24"),
        ({"pair": "hm-f1", "at": "0505", "units": [FOOT, FOOT]}, "16.6", "each once"),
        ({"pair": "hm-f1", "units": [FOOT]}, "16.6A", "write at"),
        ({"pair": "hm-f1", "units": ["huss-5"]}, "16.6A", "not due now"),
        ({"pair": "hm-f1", "reveal": True}, "16.6C", "stands for nobody"),
        ({"pair": "hm-f1"}, "16.6", "an entry names"),
        ("hm-f1", "16.6", "an entry names"),
    ],
)
def test_what_an_entry_may_not_say(entry: Json, case: str, words: str) -> None:
    found = on({FOOT: "0505", MORE: "0506", OFFICER: "0505"})
    told_case, text = refused(found, entry)
    assert told_case == case
    assert words in text
    assert hiding_faults(found, [entry])[0][0] == ("hidden", 0)
    assert not found.position.hidden


@rule("nlb", "16.6A-1")
def test_nobody_is_hidden_at_night_or_from_behind_walls() -> None:
    assert (
        "night"
        in refused(on({FOOT: "0505"}, turn=NIGHT, uid="campaign"), {"pair": "hm-f1", "at": "0505", "units": [FOOT]})[1]
    )
    found = on({FOOT: "0505"}, marks={GARRISON: {FOOT}})
    assert refused(found, {"pair": "hm-f1", "at": "0505", "units": [FOOT]})[0] == "16.6A"
    without = board({FOOT: "0505"}, options="observation")
    assert "without hidden movement" in refused(without, {"pair": "hm-f1", "at": "0505", "units": [FOOT]})[1]


@rule("nlb", "16.6A-1")
@pytest.mark.parametrize(
    ("units", "idle", "words"),
    [
        ([FOOT, OFFICER], (), ""),
        ([FOOT], (), "only with an officer of its organization"),
        ([FOOT, "derlon"], (), "only with an officer of its organization"),
        ([FOOT, OFFICER], (FOOT,), "out of command"),
        ([FOOT, OFFICER], (OFFICER,), "out of command"),
    ],
)
def test_with_command_an_officer_goes_along(units: list[str], idle: Sequence[str], words: str) -> None:
    at = {FOOT: "0505", OFFICER: "0505", "derlon": "0505"}
    found = on(at, options="leaders command", idle=set(idle))
    assert words in refused(found, {"pair": "hm-f1", "at": "0505", "units": units})[1]
    assert bool(words) == bool(refused(found, {"pair": "hm-f1", "at": "0505", "units": units})[1])


@rule("nlb", "16.6A-2")
def test_a_pair_is_placed_only_if_it_is_committed_to() -> None:
    found = on({FOOT: "0505"})
    entry = {"pair": "hm-f1", "at": "0505", "units": [FOOT]}
    assert phase(found, entry, markers={}).kinds() == ["not-hidden"]
    assert found.at == {FOOT: "0505"}
    assert phase(found, entry, {**entry, "units": [MORE]}).kinds() == ["hidden"]
    assert "already" in refused(found, {**entry, "units": [MORE]})[1]


@rule("nlb", "16.6A-1")
def test_reinforcements_are_hidden_before_they_come_in() -> None:
    one = game("quatre-bras", "hidden-movement", "observation")
    position = one.position(one.start())
    group = one.theatre.setting.groups[1]
    position.turn = next(turn.number for turn in one.theatre.setting.turns if turn.id == group.entries[0].turn)
    position.army = "coalition"
    found = one.theatre.board(position)
    unit, enter = group.units[0], group.entries[0].hexes[0]
    assert phase(found, {"pair": "hm-a1", "units": [unit]}, markers={"hm-a1": {"says": "b"}}).kinds() == ["hidden"]
    assert unit not in due_units(found)
    assert {"hm-a1a", "hm-a1b"} <= set(due_units(found))
    played(found, movement(found, [{"unit": "hm-a1a", "enter": enter, "path": [enter]}]))
    assert places(found, "hm-a1") == {"hm-a1a": enter}
    # The real one is turned before it has come in: its units are due as before.
    told = phase(found, {"pair": "hm-a1", "reveal": True}, markers={"hm-a1": {"says": "b"}})
    assert told.kinds() == ["revealed"]
    assert unit in due_units(found)


def refusal_of(judged: Any) -> Refusal:
    assert isinstance(judged, Refusal)
    return judged


# -- moving --------------------------------------------------------------------------


@rule("nlb", "16.6B-1")
@pytest.mark.parametrize(
    ("units", "path", "legal"),
    [
        ((FOOT, HORSE), ["0505", "0605", "0705", "0805", "0905"], True),
        ((FOOT, HORSE), ["0505", "0605", "0705", "0805", "0905", "1005"], False),
        ((HORSE,), ["0505", "0605", "0705", "0805", "0905", "1005"], True),
        ((FOOT, HORSE), ["0505", "0504"], True),
        ((FOOT, HORSE), ["0505", "0504", "0503"], False),
        ((FOOT,), ["0505", "0504", "0503"], True),
    ],
)
def test_a_marker_moves_as_the_slowest_under_it_at_the_dearest_costs(
    units: Sequence[str], path: list[str], legal: bool
) -> None:
    found = hidden({}, "0505", "0905", units, on=plain("0504 f"))
    judged = MoveOptions(found).judge({"unit": "hm-f1a", "path": path})
    assert (not isinstance(judged, Refusal)) == legal


@rule("nlb", "16.5-3")
@pytest.mark.parametrize(
    ("path", "legal"),
    [
        (["0505", "0504"], True),
        (["0505", "0504", "0503"], False),
        (["0505", "0605", "0604"], False),
        (["0505", "0605", "0705"], True),
        (["0505", "0605", "0705", "0805"], False),
    ],
)
def test_in_rain_a_marker_has_its_first_step_for_all_its_points(path: list[str], legal: bool) -> None:
    """Forest takes 8 of horse, and 4 is what the foot with it has."""
    land = plain("0504 f 0604 f")
    found = hidden({}, "0505", "0905", (FOOT, HORSE), turn=RAIN, uid="campaign", options="rain-effects", on=land)
    judged = MoveOptions(found).judge({"unit": "hm-f1a", "path": path})
    assert (not isinstance(judged, Refusal)) == legal


@pytest.mark.parametrize(
    ("others", "path", "words"),
    [
        pytest.param({MORE: "0605"}, ["0505", "0605", "0705"], "stacks with no unit", marks=rule("nlb", "16.6B-2")),
        pytest.param({OFFICER: "0605"}, ["0505", "0605"], "", marks=rule("nlb", "16.6B-2")),
        pytest.param({ENEMY: "1605"}, ["0505", "0605"], "observed from 1605", marks=rule("nlb", "16.6B-2")),
        pytest.param({ENEMY: "1605"}, ["0505", "0405"], "", marks=rule("nlb", "16.6B-2")),
        pytest.param({"hm-f2a": "0605"}, ["0505", "0605"], "stacks with no unit", marks=rule("nlb", "16.6B-2")),
    ],
)
def test_a_marker_goes_unseen_and_through_nobody(others: Mapping[str, str], path: list[str], words: str) -> None:
    found = hidden(others, "0505", "0405")
    judged = MoveOptions(found).judge({"unit": "hm-f1a", "path": path})
    if not words:
        assert not isinstance(judged, Refusal)
        return
    refusal = refusal_of(judged)
    assert refusal.case == "16.6B"
    assert refusal.unit == "hm-f1a"
    assert words in refusal.text
    assert "Marker F1A" in refusal.text


@rule("nlb", "16.6B-2")
def test_no_unit_moves_through_a_marker_but_leaders_stack_with_it() -> None:
    found = hidden({MORE: "0506", OFFICER: "0506"}, "0505", "1005", options="leaders")
    options = MoveOptions(found)
    refusal = refusal_of(options.judge({"unit": MORE, "path": ["0506", "0505", "0504"]}))
    assert (refusal.case, refusal.hex) == ("16.6B", "0505")
    assert "Marker F1A is there" in refusal.text
    assert not isinstance(options.judge({"unit": OFFICER, "path": ["0506", "0505"]}), Refusal)
    assert found.fits("0505", ("hm-f1a", "hm-f1b"))
    assert not found.fits("0505", ("hm-f1a", MORE))
    assert not found.fits("0505", ("hm-f1a", "hm-f2a"))


@rule("nlb", "16.6B-1")
def test_both_markers_move_each_on_its_own_and_their_units_do_not() -> None:
    found = hidden({}, "0505", "0505")
    orders = [{"unit": "hm-f1a", "path": ["0505", "0605"]}, {"unit": "hm-f1b", "path": ["0505", "0504"]}]
    played(found, movement(found, orders))
    assert places(found, "hm-f1") == {"hm-f1a": "0605", "hm-f1b": "0504"}
    assert refusal_of(MoveOptions(found).judge({"unit": FOOT, "path": ["0605", "0705"]})).case == "16.6B"
    assert refusal_of(MoveOptions(found).judge({"unit": "hm-f2a", "path": ["0605", "0705"]})).case == "16.6B"


# -- revealing -----------------------------------------------------------------------


@rule("nlb", "16.6C-1")
@pytest.mark.parametrize(("markers", "at"), [(REAL_A, "0505"), (REAL_B, "1005")])
def test_a_pair_is_given_up_and_its_units_stand_around_the_real_marker(markers: Mapping[str, Json], at: str) -> None:
    near = "0506" if at == "0505" else "1006"
    units = (FOOT, MORE, "soye-6", "vill-7")
    found = hidden({}, "0505", "1005", units)
    told = phase(found, {"pair": "hm-f1", "reveal": True, "deploy": {FOOT: near}}, markers=markers)
    assert told.kinds() == ["revealed", "deployed"]
    assert told.of("revealed")[0]["at"] == at
    assert found.at[FOOT] == near
    assert all(found.field.distance(at, found.at[unit]) <= 1 for unit in units)
    assert not found.position.hidden
    assert "hm-f1" in free_pairs(found)


@rule("nlb", "16.6C-1")
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({FOOT: "0705"}, "is deployed in 0505"),
        ({MORE: "0505"}, "is not hidden there: Campi are"),
        ({FOOT: "0506"}, "leaves no room"),
        ("0505", "unit by unit"),
    ],
)
def test_where_nobody_may_be_deployed(said: Json, words: str) -> None:
    found = on({ENEMY: "0506"})
    refusal = DeployOptions(found, (FOOT,), "0505").why_not(said)
    assert refusal is not None
    assert refusal.case == "16.6C"
    assert words in refusal.text


@rule("nlb", "16.6C-2")
def test_who_comes_in_sight_halts_while_the_pair_is_revealed_and_goes_on() -> None:
    found = hidden({RIDER: "1805"}, "0505", "0705", army="coalition", uid="campaign")
    path = ["1805", "1705", "1605", "1505", "1405"]
    told = played(found, movement(found, [{"unit": RIDER, "path": path}]), markers=REAL_A)
    assert told.kinds()[:4] == ["moved", "revealed", "deployed", "moved"]
    assert told.of("revealed")[0]["seen"] == "0705"
    assert told.of("revealed")[0]["from"] == "1705"
    assert found.at[FOOT] == "0505"
    assert found.at[RIDER] == "1405"
    paid = [event["cost"] for event in told.of("moved")]
    assert sum(map(int, paid)) == len(path) - 1


@rule("nlb", "16.6C-2")
@pytest.mark.parametrize(("markers", "to"), [(REAL_A, "1105"), (REAL_B, "1104")])
def test_who_is_deployed_in_the_way_stops_the_mover(markers: Mapping[str, Json], to: str) -> None:
    """Forests hide the markers from all but their neighbours; whose units stand there hold who comes next to them."""
    around = plain("1004 f 1105 f 1106 f 1006 f 0906 f 0905 f 2004 f 2105 f 2106 f 2006 f 1906 f 1905 f")
    found = hidden({RIDER: "1205"}, "1005", "2005", on=around, army="coalition", uid="campaign")
    told = played(found, movement(found, [{"unit": RIDER, "path": ["1205", "1105", "1104"]}]), markers=markers)
    assert found.at[RIDER] == to
    assert found.at[FOOT] == told.of("revealed")[0]["at"]
    halted = told.of("halted")
    assert [(one["at"], one["to"], one["case"]) for one in halted] == [("1105", "1104", "16.6C-2")] * (to == "1105")


@rule("nlb", "16.6C-2")
@pytest.mark.parametrize(
    ("wishes", "at"), [(["0506"], "0506"), (["0909", "0504"], "0504"), ([], "0505"), (["1805"], "0505")]
)
def test_a_standing_order_says_where_they_stand(wishes: list[str], at: str) -> None:
    options = DeployOptions(on({}), (FOOT,), "0505")
    assert options.complete(options.from_wishes(wishes)) == {FOOT: at}


@rule("nlb", "16.6C-2")
def test_units_without_room_stand_in_the_nearest_hex_that_has_some() -> None:
    infantry = [u.id for u in on({}).setting.roster.units.values() if u.kind == "infantry" and u.army == "french"]
    found = on({})
    places_ = DeployOptions(found, infantry[:16], "0505").complete({})
    away = sorted(found.field.distance("0505", at) for at in places_.values())
    assert away == [0] * 2 + [1] * 12 + [2] * 2


@rule("nlb", "16.6C-2")
def test_better_light_reveals_what_the_night_hid() -> None:
    by_night = hidden({ENEMY: "1205"}, "0505", "0705", turn=RAIN, uid="campaign")
    assert played(by_night, reveal_seen(by_night, "gt1"), markers=REAL_A).kinds() == ["revealed", "deployed"]
    far = hidden({ENEMY: "1305"}, "0505", "0705", turn=RAIN, uid="campaign")
    assert not played(far, reveal_seen(far, "gt1"), markers=REAL_A).events
    day = hidden({ENEMY: "1305"}, "0505", "0705")
    assert played(day, reveal_seen(day, "gt1"), markers=REAL_A).kinds() == ["revealed", "deployed"]


@rule("nlb", "16.6-1")
def test_markers_observe_nobody_and_a_scratch_board_reveals_nothing() -> None:
    found = hidden({}, "0505", "0705")
    assert observed_from(found, "0805", "french") == ""
    tried = hidden({ENEMY: "0905"}, "0505", "0705").another(found.position)
    assert not played(tried, reveal_seen(tried, "gt1"), markers=REAL_A).events


# -- what players write, and what nobody learns ----------------------------------------


def asked(found: Board) -> Choose:
    return Choose("french", ORDERS, OrdersOptions(found), "gt4.french.orders", hide=free_pairs(found), scene=found)


@rule("nlb", "16.6A-2")
@pytest.mark.parametrize("real", ["a", "b"])
def test_which_marker_is_real_is_committed_to_and_not_told(real: str) -> None:
    one, found = game("quatre-bras", "hidden-movement", "observation"), on({FOOT: "0505", HORSE: "0506"})
    document = {"hidden": [{"pair": "hm-f1", "at": "0505", "units": ["Campi"], "real": real}]}
    compiled = one.writing.compile(asked(found), document)
    assert [fault.refusal.text for fault in compiled.faults] == []
    assert compiled.hide == {"hm-f1": {"says": real}}
    assert compiled.input == {"hidden": [{"pair": "hm-f1", "at": "0505", "units": [FOOT]}]}
    silent = one.writing.compile(asked(found), {"hidden": [{"pair": "hm-f1", "at": "0505", "units": [FOOT]}]})
    assert silent.input == compiled.input
    assert silent.hide["hm-f1"]["says"] in ("a", "b")


@rule("nlb", "16.6B-1")
@rule("nlb", "16.6C-1")
def test_orders_go_by_what_their_author_knows_of_his_pairs() -> None:
    one, found = game("quatre-bras", "hidden-movement", "observation"), hidden({}, "0505", "1005")
    own = Own("french", REAL_B)
    document = {"hidden": [{"pair": "hm-f1", "reveal": True}], "orders": [{"unit": FOOT, "to": "1105"}]}
    compiled = one.writing.compile(asked(found), document, own)
    assert [fault.refusal.text for fault in compiled.faults] == []
    assert compiled.show == ["hm-f1"]
    assert compiled.input["orders"] == [{"unit": FOOT, "path": ["1005", "1105"]}]
    strange = one.writing.compile(asked(found), document, Own("french", REAL_A))
    assert strange.input["orders"] != compiled.input["orders"]
    move = {"orders": [{"unit": "hm-f1a", "to": "0705"}, {"unit": "f1b", "to": "1006"}]}
    moved = one.writing.compile(asked(found), move, own)
    assert [fault.refusal.text for fault in moved.faults] == []


@rule("nlb", "16.6A-2")
def test_a_wrong_entry_is_told_at_its_place() -> None:
    one, found = game("quatre-bras", "hidden-movement", "observation"), on({FOOT: "0505", ENEMY: "1305"})
    document = {"hidden": [{"pair": "hm-f1", "at": "0505", "units": [FOOT]}]}
    (fault,) = one.writing.compile(asked(found), document).faults
    assert fault.path[:2] == ("hidden", 0)
    assert (fault.refusal.case, fault.refusal.unit, fault.refusal.hex) == ("16.6A", FOOT, "0505")
    (fault,) = one.writing.compile(asked(found), {"hidden": [{**document["hidden"][0], "units": ["Nobody"]}]}).faults
    assert "no unit" in fault.refusal.text


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(("content", "named"), [({"says": "a"}, 0), ({"says": "b"}, 0), ({"says": "c"}, 1), ("a", 1)])
def test_the_roll_call_names_who_committed_to_no_marker(content: Json, named: int) -> None:
    one = game("quatre-bras", "hidden-movement", "observation")
    forces, at = one.hiding, CODEC.to_json(hidden({}, "0505", "1005").position)
    assert forces is not None
    assert forces.face_down(at) == {"hm-f1": "french"}
    assert not forces.face_down({**at, "hidden": {}})
    step = Step(2, "french", at, (), {}, (), {"hm-f1": 2}, {"hm-f1": content}, asked=ORDERS)
    record = Record(
        [step, Step(3, "coalition", at, (), {}, (), {"hm-f1": 2})], ("french",), {("hm-f1", 2): content}, {}
    )
    assert len(RollCall(forces, "french", record).accusations()) == named


@rule("nlb", "16.6-1")
def test_a_campaign_with_the_option_begins_with_set_ups() -> None:
    start = game("quatre-bras", "hidden-movement", "observation").start()
    assert (start["turn"], start["army"]) == (0, "french") or start["turn"] == 0
    assert game("quatre-bras", "observation").start()["turn"] == 1
    theatre: Theatre = game("quatre-bras", "hidden-movement", "observation").theatre
    assert all(theatre.prepares(army) for army in theatre.setting.armies)


@rule("nlb", "16.6-1")
def test_what_is_shown_does_not_hang_on_which_marker_is_real() -> None:
    one, found = game("quatre-bras", "hidden-movement", "observation"), hidden({}, "0505", "1005")
    at = CODEC.to_json(found.position)
    told = {json.dumps(one.telling.facts(at, NOTHING), sort_keys=True) for _ in (REAL_A, REAL_B)}
    assert len(told) == 1
    assert "says" not in json.dumps(at)


@rule("nlb", "16.6A-1")
@rule("nlb", "28.0D")
def test_who_is_hidden_before_he_comes_in_opens_his_memo() -> None:
    one = game("campaign-variant", "hidden-movement")
    found = turn_board("campaign-variant", {}, "16/1200", "french", "hidden-movement")
    own = Own("french", {"fourth-corps": {"says": "16/1200-3167"}})
    orders = {"hidden": [{"pair": "hm-f1", "units": ["rome-12", "gerard"]}]}
    compiled = one.writing.compile(asked(found), orders, own)
    assert [fault.refusal.text for fault in compiled.faults] == []
    assert compiled.show == ["fourth-corps"]
    told = played(found, before_movement(found, compiled.input), markers={**own.markers, **compiled.hide})
    assert [kind for kind in told.kinds() if kind in ("memo", "hidden", "void")] == ["memo", "hidden"]
    assert {"hm-f1a", "hm-f1b"} <= set(due_units(found))


@rule("nlb", "16.6B-2")
def test_a_marker_is_unseen_by_enemies_as_they_stand_now() -> None:
    """One object serves a phase, in which enemy leaders may flee: what was seen before is not what is seen now."""
    found = hidden({"wellington": "1605"}, "0505", "0405", options="leaders")
    options = MoveOptions(found)
    move = {"unit": "hm-f1a", "path": ["0505", "0605"]}
    assert refusal_of(options.judge(move)).case == "16.6B"
    found.position.leaders["wellington"] = "2005"
    assert not isinstance(options.judge(move), Refusal)
