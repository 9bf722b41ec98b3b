"""The desk on small boards: where units, leaders and stacks go, who comes in and leaves, what a document leads to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.desk import NO_LAYOUT, Course, Layout, Movable, Reach, Step
from pbem.engine.loop import Stop, advance
from pbem.engine.odds_query import WhatIf
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.state import fresh
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.telling.desk import LastBattlesDesk
from rulesets.napoleons_last_battles.telling.odds_question import what_if
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.kit import desk as kit
from tests.rulesets.kit.desk import Spot
from tests.rulesets.napoleons_last_battles.desk_cases import DESK
from tests.rulesets.napoleons_last_battles.rules.command.stage import stage
from tests.rulesets.napoleons_last_battles.rules.march.ground import DAY, NIGHT, RAIN, group, small
from tests.rulesets.napoleons_last_battles.turns import SEATS, all_but, game
from tests.tiers import turns

rule = pytest.mark.rule
FOOT, OTHER, THIRD, HORSE, GUNS = "huss-5", "baud-6", "soye-6", "pire", "pell"
LEADER, ENEMY = "reille", "blndt"
ENDS = "enemy zone of control: the move ends here (5.0)"


@dataclass
class Page:
    """A page before a player turn on a board."""

    board: Board

    def __post_init__(self) -> None:
        self.desk = LastBattlesDesk(Theatre(self.board.setting, self.board.field))
        self.request = Choose(
            self.board.position.army, ORDERS, OrdersOptions(self.board), "t", said=None, scene=self.board
        )

    @property
    def layout(self) -> Layout:
        return self.desk.layout(self.request)

    def movable(self, who: str) -> Movable:
        (found,) = [one for one in self.layout.movables if one.who == who]
        return found

    def course(self, **document: Any) -> Course:
        return self.desk.course(self.request, document)

    def reach(self, *who: str, way: Sequence[str] = (), **document: Any) -> Reach:
        return self.desk.reach(self.request, document, who, way=way)

    def steps(self, *who: str, **document: Any) -> dict[str, Step]:
        return {step.place: step for step in self.reach(*who, **document).steps}


def field(at: Mapping[str, str], turn: str = DAY, **change: Any) -> Board:
    """The small field, where nobody needs command."""
    board = small(at, turn, **change)
    board.setting = replace(board.setting, options={**board.setting.options, "command": False})
    return board


def page(at: Mapping[str, str], turn: str = DAY, **change: Any) -> Page:
    return Page(field(at, turn, **change))


def go(who: str, path: str, **more: Any) -> dict[str, Any]:
    """An entry of one, or of several with blanks between them."""
    units = who.split()
    named = {"unit": who} if len(units) == 1 else {"units": units}
    return {**named, "path": path.split(), **more}


# -- reach ---------------------------------------------------------------------------------


@rule("nlb", "5.1-1")
@rule("nlb", "5.1C-1")
def test_a_stack_goes_as_far_as_all_of_it_can_whoever_is_named_first() -> None:
    """0303 is forest: 2 points for foot of 4, 4 points for horse of 7."""
    found = page({FOOT: "0203", HORSE: "0203"})
    foot, horse = found.steps(FOOT), found.steps(HORSE)
    both = found.reach(FOOT, HORSE)
    there = {step.place: step for step in both.steps}
    assert both == found.reach(HORSE, FOOT) and both.allowance == "4"
    assert there.keys() == foot.keys() < horse.keys()
    assert (there["0303"].cost, foot["0303"].cost, horse["0303"].cost) == ("2", "2", "4")
    (move,) = found.course(orders=[go(f"{HORSE} {FOOT}", "0203 0303")]).moves
    assert (move.who, move.cost, move.allowance) == ((HORSE, FOOT), "2", "4")


@rule("nlb", "13.2-2", "10.1C-3")
def test_ground_that_is_dear_for_one_keeps_all_of_a_stack_near() -> None:
    """A leader of a broken corps pays two points for a clear hex and has six; foot of another one pays one of four."""
    found = page({"quiot-1": "0203", LEADER: "0203"}, broken={"fr-2": "demoralized"})
    foot, both = found.steps("quiot-1"), found.steps("quiot-1", LEADER)
    assert (both["0206"].cost, both["0206"].note) == ("3", "Reille spends 6 of 6")
    assert "0207" in foot and "0207" not in both and both == found.steps(LEADER, "quiot-1")


@rule("nlb", "5.4-2")
def test_a_stack_needs_room_for_two_and_finds_none_beside_who_has_moved() -> None:
    found = page({FOOT: "0203", OTHER: "0203", THIRD: "0204"})
    assert not found.steps(FOOT)["0204"].taken
    step = found.steps(FOOT, OTHER)["0204"]
    assert (step.stop, step.taken, step.note) == (True, True, "only if Soye moves away (5.4-2)")
    moved = found.steps(FOOT, OTHER, orders=[go(THIRD, "0204 0205")])
    assert not moved["0204"].taken and (moved["0205"].stop, moved["0205"].taken) == (False, True)
    assert moved["0205"].note == "Soye has moved there (5.4-2)"


@rule("nlb", "5.3-2")
@rule("nlb", "5.0")
def test_zones_end_a_move_and_hold_who_begins_in_one() -> None:
    found = page({FOOT: "0204", OTHER: "0206", ENEMY: "0207"})
    assert found.steps(FOOT)["0206"].note == ENDS
    held = found.reach(OTHER)
    assert [step.place for step in held.steps] == ["0206"]
    assert held.note == found.movable(OTHER).note == "held by an enemy zone of control (5.3-2)"
    assert "0207" not in found.steps(FOOT)
    assert [step.place for step in found.reach(FOOT, way=("0204", "0205", "0206")).steps] == ["0206"]


@rule("nlb", "10.1D-1")
def test_a_leader_goes_into_a_zone_beside_his_units_alone() -> None:
    found = page({FOOT: "0204", LEADER: "0204", ENEMY: "0207"})
    assert "0206" in found.steps(FOOT) and "0206" not in found.steps(LEADER)
    both = found.steps(LEADER, FOOT)
    assert (both["0206"].stop, both["0206"].note) == (True, ENDS)
    document = {"orders": [go(f"{LEADER} {FOOT}", "0204 0205 0206")]}
    assert found.course(**document).stands == {FOOT: "0206", LEADER: "0206"}


@rule("nlb", "10.1C-1")
@rule("nlb", "10.1C-2")
def test_a_leader_rides_and_who_gives_command_rides_half_as_far() -> None:
    found = Page(stage({"ney": "0305", FOOT: "0306"}))
    silent = {"command": {"ney": {"officers": [], "units": []}}}
    assert found.reach("ney").allowance == "3" and found.reach("ney", **silent).allowance == "6"


@rule("nlb", "11.3A-1")
def test_who_is_left_without_command_enters_no_zone() -> None:
    found = Page(stage({"ney": "0305", FOOT: "0306", OTHER: "0204", ENEMY: "0207"}))
    idle = found.reach(OTHER, command={"ney": {"units": [FOOT]}})
    assert "0206" not in {step.place for step in idle.steps}
    assert idle.note == "Baudin is out of command and enters no enemy zone (11.3A)"
    free = found.reach(OTHER, command={"ney": {"units": [OTHER]}})
    assert "0206" in {step.place for step in free.steps} and free.note == ""


@rule("nlb", "5.0")
def test_names_that_mean_nobody_or_the_enemy_or_units_apart_reach_nothing() -> None:
    found = page({FOOT: "0203", OTHER: "0204", ENEMY: "0707"})
    assert found.reach("Husson").steps == found.reach(FOOT).steps != ()
    for who in ((), ("nobody",), (ENEMY,), (FOOT, OTHER), ("quiot-1",)):
        reach = found.reach(*who)
        assert reach.steps == () and reach.note, who
    for way in (("0204", "0203"), ("0203", "0909"), ("0203", "x"), ("0203", "0204") * 9):
        assert found.reach(FOOT, way=way).steps == (), way


@rule("nlb", "5.1C-1")
def test_who_has_an_entry_is_asked_for_without_it_and_a_path_goes_on_at_its_whole_cost() -> None:
    found = page({FOOT: "0203", HORSE: "0203"})
    ordered = {"orders": [go(f"{FOOT} {HORSE}", "0203 0204")]}
    assert found.reach(FOOT, **ordered) == found.reach(FOOT)
    on = found.reach(FOOT, HORSE, way=("0203", "0202", "0303"))
    assert on.steps[0] == Step("0303", "3")


# -- coming in and leaving -------------------------------------------------------------------


@rule("nlb", "5.6A-2")
def test_a_stack_pays_its_place_in_the_column_once() -> None:
    found = page({}, groups=(group("quiot-1 bourg-1 schmtz-2", "0109"),))
    assert [(one.who, one.start, one.turn, one.arrives) for one in found.layout.movables] == [
        (unit, "", found.board.position.turn, "0109") for unit in ("quiot-1", "bourg-1", "schmtz-2")
    ]
    together = [go("quiot-1 bourg-1", "0109 0108")]
    assert found.steps("quiot-1", "bourg-1")["0109"].cost == "1"
    assert found.steps("schmtz-2", orders=together)["0109"].cost == "2"
    apart = [go("quiot-1", "0109 0108"), go("bourg-1", "0109 0108")]
    assert found.steps("schmtz-2", orders=apart)["0109"].cost == "3"
    assert found.course(orders=together).stands == {"quiot-1": "0108", "bourg-1": "0108"}


@rule("nlb", "5.6A-1")
def test_a_stack_that_comes_in_is_two_and_the_next_part_comes_after_the_first() -> None:
    found = page({}, groups=(group("quiot-1 bourg-1 schmtz-2,aulard-2", "0109"),))
    crowd = found.reach("quiot-1", "bourg-1", "schmtz-2")
    assert crowd.steps == () and crowd.note.endswith("a stack is 2 here (5.6A-1)")
    late = found.reach("aulard-2")
    assert (late.steps, late.note) == ((), "Aulard comes in after Quiot, Bourgeois, Schmitz (5.6A-1)")
    assert found.movable("aulard-2").note == "may come in at 0109, after Quiot, Bourgeois, Schmitz"
    first = [go("quiot-1", "0109 0108"), go("bourg-1 schmtz-2", "0109 0209")]
    assert found.steps("aulard-2", orders=first)["0109"].cost == "3"


@rule("nlb", "10.1A")
def test_a_leader_comes_in_with_a_unit_of_his_group_or_after_it() -> None:
    found = page({}, groups=(group("quiot-1", "0109", leaders=("derlon",)),))
    assert found.reach("derlon").steps == () and found.reach("derlon").note.endswith("(10.1A)")
    assert found.steps("quiot-1", "derlon")["0109"].cost == "1"
    assert found.steps("derlon", orders=[go("quiot-1", "0109 0108")])["0109"].cost == "1"


@rule("nlb", "5.5-1")
@rule("nlb", "5.5-2")
def test_who_can_leave_the_map_is_told_at_which_hex() -> None:
    exits = ({"for": "french", "at": "0709 0109", "case": "5.5"},)
    found = page({FOOT: "0707", OTHER: "0303"}, exits=exits)
    ((label, entry),) = found.movable(FOOT).also
    assert (label, entry) == ("leaves the map for good at 0709 (5.5)", {"unit": FOOT, "exit": "0709"})
    assert found.movable(OTHER).also == ()
    gone = found.course(orders=[entry])
    assert gone.stands == {FOOT: ""} and gone.moves[0].text == label
    assert (gone.moves[0].way, gone.moves[0].cost) == (("0707", "0708", "0709"), "3/2")


@rule("nlb", "19.5C")
def test_who_is_held_back_is_told_why() -> None:
    release = {"units": FOOT, "until": "18/0900", "case": "19.5C"}
    found = page({FOOT: "0203"}, releases=(release,))
    assert found.movable(FOOT).note == found.reach(FOOT).note != ""
    assert found.reach(FOOT).note.endswith("(19.5C)") and found.reach(FOOT).steps == ()


# -- the course ------------------------------------------------------------------------------


@rule("nlb", "5.4-2")
def test_of_a_stack_that_finds_no_room_the_last_goes_back_and_what_is_refused_is_no_move() -> None:
    found = page({FOOT: "0203", OTHER: "0203", THIRD: "0204"})
    course = found.course(orders=[go(f"{FOOT} {OTHER}", "0203 0204"), go(THIRD, "0203 0202")])
    assert [(move.at, move.who) for move in course.moves] == [(("orders", 0), (FOOT,))]
    assert course.stands == {FOOT: "0204"}


@rule("nlb", "10.1E-2")
def test_a_leader_who_is_alone_before_the_enemy_flees_unless_he_is_led_away() -> None:
    found = page({FOOT: "0203", LEADER: "0206", ENEMY: "0207"})
    bare, led = found.course(), found.course(orders=[go(LEADER, "0206 0205")])
    assert [(move.at, move.who, move.text) for move in bare.moves] == [((), (LEADER,), "flees to 0203 (10.1E)")]
    assert (bare.stands, led.stands) == ({LEADER: "0203"}, {LEADER: "0205"}) and len(led.moves) == 1


@rule("nlb", "11.1A")
@rule("nlb", "11.1B-1")
def test_commanders_tell_whom_they_command_and_whom_they_could() -> None:
    at = {"ney": "0305", LEADER: "0306", FOOT: "0406", OTHER: "0307", HORSE: "0405", THIRD: "0909"}
    found = Page(stage(at))
    given = {"command": {"ney": {"officers": [LEADER], "units": [HORSE]}}}
    notes = found.course(**given).notes
    assert notes == (
        "Ney commands Reille, Pire's cavalry: 1 of 1 officers, 1 of 1 units (11.1A)",
        "Reille passes it on to Husson, Baudin, Pire's cavalry (11.1B)",
        "Without command: Soye (11.3)",
    )
    withheld = found.course(command={"ney": {"officers": [], "units": [HORSE]}}).notes
    assert withheld == (
        "Ney commands Pire's cavalry: 0 of 1 officers, 1 of 1 units (11.1A); "
        "in his range without command: Reille, Husson, Baudin",
        "Without command: Reille, Husson, Baudin, Soye (11.3)",
    )
    assert page(at).course().notes == ()


@rule("nlb", "12.0-2")
@rule("nlb", "12.1F")
@pytest.mark.parametrize("broken", [False, True])
def test_who_is_reorganized_comes_back_and_may_march_then(broken: bool) -> None:
    lost = {"waiting": {OTHER: 1}, "broken": {"fr-2": "demoralized"} if broken else {}}
    board = stage({"ney": "0305", LEADER: "0306"}, turn="15/1700", options={"reorganization": True}, **lost)
    board.position.turn = 5
    found = Page(board)
    waiting = found.movable(OTHER)
    assert (waiting.start, waiting.note) == (
        "",
        "may come back with Reille, as other orders say, and march then (12.0)",
    )
    assert found.reach(OTHER).steps == ()
    back = {"command": {LEADER: "reorganizes"}, "reorganize": [{"unit": OTHER}]}
    assert (found.steps(OTHER, **back)["0306"].before, found.course(**back).stands) == ("", {OTHER: "0306"})
    marched = found.course(**back, orders=[go(OTHER, "0306 0406")])
    assert marched.stands == {OTHER: "0406"} and [move.who for move in marched.moves] == [(OTHER,)]
    told = [note for note in marched.notes if "(12" in note]
    assert told[-1] == "Baudin comes back in 0306 with Reille (12.0)"
    assert told[:-1] == (["On a 5 or 6 Reille loses Baudin for good instead (12.2)"] if broken else [])


@rule("nlb", "6.1-1")
@rule("nlb", "7.1A")
def test_targets_name_who_touches_them_and_who_could_bombard_and_combats_their_odds() -> None:
    found = page({FOOT: "0505", OTHER: "0505", GUNS: "0405", ENEMY: "0606"})
    (far,) = found.course().targets
    assert (far.place, far.by, far.far, far.pressing) == ("0606", (), (GUNS,), False)
    near = [go(f"{FOOT} {OTHER}", "0505 0605")]
    course = found.course(orders=near)
    (target,) = course.targets
    assert (target.by, target.far, course.idle) == ((FOOT, OTHER), (GUNS,), ())
    (combat,) = course.combats
    assert (combat.at, combat.on, combat.by, combat.far) == ((), ("0606",), (FOOT, OTHER), ())
    listed = found.course(orders=near, attacks=[{"on": ["0606"], "by": [FOOT], "bombard": [GUNS]}])
    assert listed.idle == (OTHER,) and [one.at for one in listed.combats] == [()]
    (made,) = found.course(orders=near, attacks=[{"on": ["0606"], "by": [FOOT, OTHER], "bombard": [GUNS]}]).combats
    assert (made.at, made.far) == (("attacks", 0), (GUNS,))


@rule("nlb", "6.2C")
def test_outlooks_are_those_of_the_odds_question() -> None:
    board = field({FOOT: "0205", OTHER: "0205", ENEMY: "0206"})
    found = Page(board)
    attack = {"on": ["0206"], "by": [FOOT, OTHER], "reduce": "1-1"}
    (combat,) = found.course(attacks=[attack]).combats
    theatre = Theatre(board.setting, board.field)
    asked = what_if(
        theatre, found.desk.names, board.position, "french", WhatIf(("0206",), (FOOT, OTHER), (), (), "1-1")
    )
    assert [one.chances for one in combat.outlooks] == [one.chances for one in asked]
    assert combat.at == ("attacks", 0) and combat.by == (FOOT, OTHER)


@rule("nlb", "4.2-2")
@rule("nlb", "4.3-1")
@pytest.mark.parametrize("turn", [NIGHT, RAIN])
def test_nobody_attacks_at_night_or_in_rain(turn: str) -> None:
    found = page({FOOT: "0205", ENEMY: "0206"}, turn)
    course = found.course(attacks=[{"on": ["0206"], "by": [FOOT]}])
    assert (course.targets, course.combats, course.idle) == ((), (), ())
    assert found.layout.attack is None and found.layout.notes


@rule("nlb", "16.11A-1")
def test_infantry_in_a_chateau_may_form_its_garrison() -> None:
    board = field({FOOT: "0107", HORSE: "0202"})
    assert Page(board).movable(FOOT).also == ()
    board.setting = replace(board.setting, options={**board.setting.options, "garrisons": True})
    found = Page(board)
    assert found.movable(FOOT).also == (("forms a garrison here (16.11)", {"unit": FOOT, "garrison": True}),)
    assert found.movable(HORSE).also == ()
    (move,) = found.course(orders=[{"unit": FOOT, "garrison": True}]).moves
    assert (move.who, move.way, move.text) == ((FOOT,), (), "forms a garrison here (16.11)")


# -- real games -------------------------------------------------------------------------------


class Asks(RandomPlayer):
    """Throws and answers, but is asked for orders of a turn."""

    def choose(self, request: Choose) -> Any:
        turn = request.scene.position.turn if request.what == ORDERS else 0
        return Stop(request.army, request.what) if turn else super().choose(request)


def spot_of(uid: str, seed: int, *options: str, phases: int = 0) -> Spot:
    """The question of a player turn after so many random phases."""
    found = game(uid, *options)
    at = found.start()
    player = RandomPlayer(random.Random(f"desk {seed}").randrange, 1)
    for _ in range(phases):
        at = advance(found, fresh(at), player, SEATS).state["at"]
    outcome = advance(found, fresh(at), Asks(random.Random(seed).randrange, 99), SEATS)
    assert outcome.request is not None
    return Spot(found, outcome.state, SEATS, outcome.request)


def test_a_set_up_is_answered_by_forms_alone() -> None:
    found = game("qb-variant")
    asked = advance(found, fresh(found.start()), Setting(random.Random(1).randrange, 1), SEATS).request
    assert asked is not None and found.writing.desk is not None
    assert found.writing.desk.layout(asked) == NO_LAYOUT
    assert found.writing.desk.reach(asked, {}, ("ney",)) == Reach("", ())
    assert found.writing.desk.course(asked, {}) == Course()


class Setting(RandomPlayer):
    """Is asked for his set-up."""

    def choose(self, request: Choose) -> Any:
        return Stop(request.army, request.what)


@pytest.mark.parametrize(("uid", "phases"), turns([("quatre-bras", 3), ("wavre", 4), ("ligny", 3), ("campaign", 4)]))
@pytest.mark.parametrize("all_options", [False, True])
def test_what_is_offered_in_random_games_is_what_the_rules_have_it(uid: str, phases: int, all_options: bool) -> None:
    options = all_but(uid, "hidden-movement") if all_options else ()
    spot, rng = spot_of(uid, 7, *options, phases=phases), random.Random(uid)
    document = kit.clicked(spot, rng, 4)
    assert kit.accepted(spot, document, rng, 5) and kit.refused(spot, DESK, document, rng, 5)
    kit.begun(spot, document, rng, 2)
    kit.stacked(spot, DESK, document, rng, 4)
    kit.carried_out(spot, DESK, document)
    kit.fought(spot, DESK, document)
    kit.bears(spot, DESK, document, rng)
