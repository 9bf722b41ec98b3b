"""jdg 10-6: several players a side: whose an order is, and what a captain's program makes of his members' orders."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbem.engine.contract import Compiled
from pbem.engine.desk import Course, OrdersDesk, Reach, desk_behind
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import ORDERS
from pbem.engine.teams import compiled_behind
from rulesets.jours_de_gloire.board import empty_position
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.position import encode
from rulesets.jours_de_gloire.ruleset import ruleset
from rulesets.jours_de_gloire.team import TALK, JoursTeams
from tests.games.hostile import Spoiler
from tests.rulesets.jours_de_gloire.games.campaigns import inlined
from tests.rulesets.jours_de_gloire.papers import field, own, question, set_up
from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.world import World, public, small

BOOK = "jours-de-gloire"
pytestmark = pytest.mark.rule(BOOK, "10-6")
OPEN = small(hiding="open")
# Six stacks of two French armies, face down and face up, a Russian one; whoever has no `^` lies face down.
PLACES = {"eiche": "napoleon i ii guard murat-i french:infantry", "kiefer": "jerome west", "garten": "rus-2"}
SHOWN = {"eiche": "napoleon^ i^ ii^", "kiefer": "jerome^ west^", "garten": "rus-2^"}
WEST = {"stack": ["f8"], "path": ["linde"], "command": "army-west"}


def opened(**at: Any) -> World:
    """The open game."""
    return field(SHOWN, setting=OPEN, signs={}, **at)


def behind(place: World, document: dict[str, Any], orders: list[Any], knows: Any = None) -> Compiled:
    """A captain's paper behind these orders of his team."""
    one = game(**({} if place.setting.options.hidden else {"hiding": "open"}))
    knows = knows or (own(place) if place.setting.options.hidden else NOTHING)
    return compiled_behind(one, question(place), document, knows, orders)


def blindly(place: World, *entries: dict[str, Any]) -> Compiled:
    """A member's paper: he sees what everybody sees."""
    return compile_document(place.setting, question(place), {"orders": list(entries)}, NOTHING)


def told(found: Compiled) -> list[tuple[Any, str]]:
    return [(fault.path, fault.refusal.case) for fault in found.faults]


# -- who commands what -----------------------------------------------------------------------------


def test_formations_are_the_commands_of_a_side() -> None:
    found: dict[tuple[str, str], list[str]] = {}
    for scenario in ruleset.scenarios():
        teams = ruleset.game(scenario.id, {}, ()).writing.teams
        assert teams is not None and teams.talk == TALK
        found |= {(scenario.id, army): list(teams.formations(army)) for army in scenario.armies}
    assert all(found.values())
    assert found["eylau-1807", "french"] == ["grande-armee"]
    assert found["danube-1809", "french"] == ["armee-d-allemagne", "armee-d-italie"]
    # B.7.1: Yorck may come over, and then somebody has to command him.
    assert "prussian-corps" in found["poland-1813", "french"]
    assert found["poland-1813", "russian"] == ["main-army", "western-army", "prussian-corps"]


@pytest.mark.parametrize(
    ("order", "commands"),
    [
        ({"stack": ["f5"]}, ["army-west"]),
        ({"stack": ["f4"]}, ["army-west"]),
        ({"stack": ["f2", "f5"]}, ["grande-armee", "army-west"]),
        # Who pays for others' units takes them along: both are concerned.
        ({"stack": ["f2"], "command": "army-west"}, ["grande-armee", "army-west"]),
        ({"stack": ["r1"]}, []),
        ({"stack": ["f5", "r1"]}, ["army-west"]),
        ({"stack": ["f60"]}, []),
        ({"stack": ["f60"], "command": "army-west"}, ["army-west"]),
        ({"stack": ["f60"], "command": "russian-army"}, []),
        ({"stack": ["f60"], "enter": "north-road", "holds": ["late-horse", "west", "rus-1", "nobody"]}, None),
        ({"stack": ["f60"], "enter": "north-road"}, ["grande-armee"]),
        ({"stack": ["f60"], "enter": "nowhere"}, []),
    ],
)
def test_in_an_open_game_everybody_sees_whose_stack_it_is(order: Any, commands: list[str] | None) -> None:
    at = public(opened(due=[0], arrivals=[0], turn=2).board)
    expected = ["grande-armee", "army-west"] if commands is None else commands
    assert JoursTeams(OPEN).concerned(at, "french", {"path": ["fels"], **order}) == expected


def test_in_a_hidden_game_an_order_is_of_the_army_that_it_names() -> None:
    teams, at = JoursTeams(small()), public(field(PLACES).board)
    assert teams.concerned(at, "french", WEST) == ["army-west"]
    assert teams.concerned(at, "french", {**WEST, "stack": ["f2"]}) == ["army-west"]
    for command in ("", "russian-army", "nobody"):
        assert teams.concerned(at, "french", {**WEST, "command": command}) == []
    assert teams.concerned(at, "french", {"stack": ["f8"], "path": ["linde"]}) == []


@pytest.mark.rule(BOOK, "B.7.1")
def test_a_command_that_has_gone_over_is_of_its_new_side() -> None:
    at = public(field(PLACES, turned={"army-west": "russian"}).board)
    assert not JoursTeams(small()).concerned(at, "french", WEST)
    assert JoursTeams(small()).concerned(at, "russian", WEST) == ["army-west"]


def test_in_the_set_up_nobody_orders_stacks() -> None:
    at = encode(replace(empty_position(small()), player="french"))
    assert not JoursTeams(small()).concerned(at, "french", WEST)
    request, knows, setting = set_up()
    found = JoursTeams(setting).compile(request, {}, knows, [WEST])
    assert told(found) == [(("orders", 0), "T-SCEN")] and found.input["orders"] == [WEST]
    member = compile_document(setting, request, {}, NOTHING)
    assert (member.input, member.hide, member.show, member.leaves) == ({}, {}, (), {}) and not member.faults


@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_no_order_of_the_binding_form_is_too_much(hiding: str) -> None:
    """Whatever the schema lets through is somebody's or nobody's, and is refused or carried out."""
    place = (
        field(PLACES, due=[0], arrivals=[0], turn=2) if hiding == "hidden" else opened(due=[0], arrivals=[0], turn=2)
    )
    words = [*place.board.at.counters, *place.setting.boxes, *place.setting.units, *place.setting.commands, "f64"]
    schema = game().schema(ORDERS)
    listed = {"type": "object", "properties": {"orders": inlined(schema["properties"]["orders"], schema["$defs"])}}
    rng, orders, teams = random.Random(7), [WEST, {"stack": ["f64"], "enter": "north-road"}], JoursTeams(place.setting)
    at = public(place.board)
    for _ in range(60):
        spoilt = Spoiler(listed | {"additionalProperties": False}, [*words, "north-road"], rng).spoilt(
            {"orders": orders}
        )
        entries = spoilt.get("orders", [])
        for entry in entries:
            assert set(teams.concerned(at, "french", entry)) <= {"grande-armee", "army-west"}
        assert behind(place, {}, entries).input["orders"] == entries


# -- the captain's paper behind them ---------------------------------------------------------------


def test_a_part_stands_first_as_it_was_signed() -> None:
    found = behind(field(PLACES), {"orders": [{"stack": ["i"], "path": ["fels"]}]}, [WEST])
    assert found.faults == [] and found.input["orders"] == [WEST, {"path": ["fels"], "stack": ["f2"]}]
    assert behind(field(PLACES), {}, []).input["orders"] == []


@pytest.mark.rule(BOOK, "4.4-3")
def test_what_a_part_costs_is_gone_for_the_captain_and_for_other_members() -> None:
    place = field(PLACES, pc={"grande-armee": 1, "army-west": 6})
    first, second = ({"stack": [one], "path": ["fels"], "command": "grande-armee"} for one in ("f2", "f3"))
    own_too = {"orders": [{"stack": ["ii"], "path": ["fels"]}]}
    assert behind(place, own_too, []).faults == []
    assert told(behind(place, own_too, [first])) == [(("orders", 1), "4.4-3")]
    found = behind(place, {}, [first, second])
    assert told(found) == [(("orders", 1), "4.4-3")] and "II Corps (f3)" in found.faults[0].refusal.text
    assert behind(place, {}, [first, WEST]).faults == []


@pytest.mark.parametrize(
    ("order", "case"),
    [
        ({"stack": ["f2"], "path": ["fels"], "command": "army-west"}, "4.4-2"),
        ({"stack": ["f2", "f3", "f4", "f5", "f6"], "path": ["fels"], "command": "grande-armee"}, "5.3-2"),
        ({"stack": ["f6"], "entrench": True, "command": "grande-armee"}, "7.1-2"),
        ({"stack": ["f6"], "path": ["fels"], "command": "grande-armee", "flag": True}, "9-3"),
        (
            {"stack": ["f2"], "path": ["fels", "garten", "heide", "dachs", "castell"], "command": "grande-armee"},
            "5.1-1",
        ),
        ({"stack": ["f2"], "path": ["fels", {"recon": "stay"}], "command": "grande-armee"}, "6.3-1"),
        ({"stack": ["f2"], "path": ["fels"], "forced": True, "lead": "f2", "command": "grande-armee"}, "5.4-3"),
        ({"stack": ["f50"], "path": ["fels"], "command": "grande-armee"}, "5.1-3"),
    ],
)
def test_a_hidden_part_is_judged_by_what_its_counters_hold(order: Any, case: str) -> None:
    found = behind(field(PLACES), {"orders": [{"stack": ["i"], "path": ["fels"]}]}, [order])
    assert told(found) == [(("orders", 0), case)]


def test_nobody_moves_a_counter_twice() -> None:
    found = behind(field(PLACES), {"orders": [{"stack": ["west"], "path": ["moor"]}]}, [WEST])
    assert told(found) == [(("orders", 1), "5.1-3")]


def test_the_captain_opens_what_a_part_needs_opened() -> None:
    leads = {"stack": ["f1", "f2"], "path": ["fels"], "forced": True, "lead": "f1", "command": "grande-armee"}
    scouts = {"stack": ["f5"], "path": ["fels", "garten", {"recon": "stay"}], "command": "grande-armee"}
    found = behind(field(PLACES), {}, [leads, scouts])
    assert found.faults == [] and list(found.show) == ["hidden.f1", "f5"]


@pytest.mark.rule(BOOK, "2-B1-2")
def test_a_box_from_which_a_member_orders_keeps_its_numbers() -> None:
    """He knows counters by the numbers that they bore when he wrote; by default a box is dealt anew that was seen."""
    place = field({"eiche": "napoleon i^ ii", "kiefer": "jerome west^", "garten": "rus-2"}, signs={})
    west = {**WEST, "stack": ["f5"]}
    assert [entry["box"] for entry in behind(place, {}, []).input["mix"]] == ["eiche", "kiefer"]
    found = behind(place, {}, [west])
    assert found.faults == [] and [entry["box"] for entry in found.input["mix"]] == ["eiche"]
    assert "f5" in found.hide
    (fault,) = behind(place, {"mix": ["kiefer"]}, [west]).faults
    assert (fault.path, fault.refusal.case, fault.refusal.hex) == (("mix", 0), "10-6", "kiefer")
    out = {"french": {"infantry": 2, "cavalry": 0, "other": 0}, "russian": {}}
    place = field({"eiche": "napoleon i ii", "kiefer": "jerome west", "garten": "rus-2"}, out=out)
    dummies = {"dummies": [{"kind": "infantry", "box": "kiefer"}]}
    assert told(behind(place, dummies, [west])) == [(("dummies", 0), "10-6")]


@pytest.mark.rule(BOOK, "3.3-4")
def test_two_who_write_apart_never_give_out_one_number() -> None:
    place = opened(due=[0], arrivals=[0], turn=2)
    papers = [blindly(place, {"stack": [name], "enter": "north-road"}) for name in ("late-foot", "late-horse")]
    assert [paper.faults for paper in papers] == [[], []]
    first, second = (paper.input["orders"][0] for paper in papers)
    assert first["stack"] != second["stack"] and first["holds"] == ["late-foot"]
    own_too = {"detach": [{"from": "i", "counter": "french-b", "pf": 2}]}
    found = behind(place, own_too, [second, first])
    assert found.faults == [] and found.input["orders"] == [second, first]
    assert found.input["detach"][0]["counter"] not in (*first["stack"], *second["stack"])


# -- the captain's desk behind them ----------------------------------------------------------------


@dataclass(frozen=True)
class Desk:
    """The desk of the captain of the French behind orders of his team."""

    place: World
    team: list[Any]

    @property
    def desk(self) -> OrdersDesk:
        one = game(**({} if self.place.setting.options.hidden else {"hiding": "open"}))
        found = desk_behind(one, self.team)
        assert found is not None
        return found

    @property
    def knows(self) -> Own:
        return own(self.place) if self.place.setting.options.hidden else NOTHING

    def reach(self, who: str, *orders: Any) -> Reach:
        return self.desk.reach(question(self.place), {"orders": list(orders)}, (who,), self.knows)

    def course(self, *orders: Any) -> Course:
        return self.desk.course(question(self.place), {"orders": list(orders)}, self.knows)


@pytest.mark.rule(BOOK, "4.4-3")
@pytest.mark.rule(BOOK, "5.1-3")
def test_a_captain_s_reach_begins_where_his_members_orders_end() -> None:
    place = field(PLACES, pc={"grande-armee": 1, "army-west": 6})
    first = {"stack": ["f2"], "path": ["fels"], "command": "grande-armee"}
    assert Desk(place, []).reach("ii").steps and not Desk(place, [first]).reach("ii").steps
    assert "4.4" in Desk(place, [first]).reach("ii").note
    assert Desk(place, []).reach("west").steps and not Desk(place, [WEST]).reach("west").steps


@pytest.mark.parametrize("place", [field(PLACES), opened()], ids=["hidden", "open"])
def test_a_captain_s_course_holds_the_moves_of_his_members_as_none_of_his_entries(place: World) -> None:
    first = {**WEST, "stack": ["f5"]} if not place.setting.options.hidden else WEST
    (west,) = first["stack"]
    told = Desk(place, [first]).course({"stack": ["i"], "path": ["fels"]})
    assert [(move.at, move.way) for move in told.moves] == [
        ((), ("kiefer", "linde")),
        (("orders", 0), ("eiche", "fels")),
    ]
    assert told.stands == {west: "linde", "f2": "fels"}
    assert Desk(place, []).course({"stack": ["i"], "path": ["fels"]}).stands == {"f2": "fels"}


# -- a member's paper ------------------------------------------------------------------------------


def test_a_member_of_a_hidden_game_hides_and_discloses_nothing() -> None:
    place = field({"eiche": "napoleon^ i^ ii", "kiefer": "jerome west", "garten": "rus-2"}, signs={})
    entry = {"stack": ["napoleon", "f2"], "path": ["fels"], "forced": "yes", "lead": "yes", "command": "grande-armee"}
    found = blindly(place, entry, {"stack": ["f5"], "path": ["linde"], "flag": "yes", "command": "army-west"})
    assert found.faults == [] and set(found.input) == {"orders"}
    assert (found.hide, list(found.show), found.leaves, list(found.gone)) == ({}, [], {}, [])
    assert found.input["orders"][0]["lead"] == "f1" and found.input["orders"][0]["stack"] == ["f1", "f2"]


def test_a_member_names_the_general_whom_he_cannot_see() -> None:
    entry = {"stack": ["f1", "f2"], "path": ["fels"], "forced": "yes", "command": "grande-armee"}
    assert blindly(field(PLACES), {**entry, "lead": "f1"}).input["orders"][0]["lead"] == "f1"
    assert told(blindly(field(PLACES), {**entry, "lead": "yes"})) == [(("orders", 0, "lead"), "5.4-3")]


@pytest.mark.parametrize(
    ("entry", "path", "case", "word"),
    [
        ({"stack": ["f2"], "path": ["fels"]}, ("orders", 0), "10-6", "write command:"),
        ({"stack": ["f2"], "path": ["fels"], "command": "russian-army"}, ("orders", 0), "10-6", "army-west"),
        ({"stack": ["i"], "path": ["fels"], "command": "army-west"}, ("orders", 0, "stack", 0), "", "as your captain"),
        ({"stack": ["late-foot"], "enter": "north-road"}, ("orders", 0, "enter"), "10-6", "your captain has to"),
        ({"stack": ["f2"], "path": ["moor"], "command": "army-west"}, ("orders", 0, "path", 0), "5.1-4", ""),
        ({"stack": ["r1"], "path": ["moor"], "command": "army-west"}, ("orders", 0, "stack", 0), "", "Russian side"),
    ],
)
def test_what_a_member_of_a_hidden_game_cannot_write(entry: Any, path: Any, case: str, word: str) -> None:
    (fault,) = blindly(field(PLACES, due=[0], arrivals=[0], turn=2), entry).faults
    assert (fault.path, fault.refusal.case) == (path, case) and word in fault.refusal.text


def test_a_member_of_an_open_game_names_units_like_everybody() -> None:
    found = blindly(opened(), {"stack": ["west"], "path": ["linde"]})
    assert found.faults == [] and found.input["orders"] == [{**WEST, "stack": ["f5"]}]
