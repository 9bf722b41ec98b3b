"""Inactive commanders, and the headquarters of an army: its status, and its chief of staff (15.4, 16.14)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.supply import has_communications
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.hexgame.fighting.skirmish import play as fight
from tests.rulesets.napoleons_last_battles.rules.command.stage import bound, cases, give, stage, why
from tests.rulesets.napoleons_last_battles.rules.march.ground import go, play, small_field

rule = pytest.mark.rule
OPTIONS = {"headquarters": True}
SEAT, CHIEF = "hq-french", "soult"
STAFF = {SEAT: "0505", CHIEF: "0505", "ney": "0504", "reille": "0503", "huss-5": "0604"}


def inactive(board: Board) -> set[str]:
    return board.position.marks.get(INACTIVE, set())


def staff(at: dict[str, str] | None = None, **change: Any) -> Board:
    return stage({**STAFF, **(at or {})}, options={**OPTIONS, **change.pop("options", {})}, **change)


# -- inactive commanders -----------------------------------------------------------------


@rule("nlb", "15.4-1", "24.5B")
@pytest.mark.parametrize(
    ("uid", "options", "case"),
    [("campaign", {"late-start": True}, "15.4"), ("grand-ligny", {"neys-caution": True}, "24.5B")],
)
def test_an_inactive_commander_gives_no_command(uid: str, options: dict[str, Any], case: str) -> None:
    board = stage({"ney": "0504", "reille": "0503"}, uid=uid, options=options, marks={INACTIVE: {"ney"}})
    said = {"ney": {"officers": ["reille"]}}
    assert why(board, said) == f"Ney in 0504 is inactive and gives no command ({case})"
    assert cases(board, {"ney": {}}) == [] and CommandOptions(board).default() == {}
    assert give(board).idle == ["reille"]
    told = CommandOptions(board).describe()["commanders"]
    assert told[0]["silent"].startswith("Ney in 0504 is inactive") and told[0]["officers"] == []


@rule("nlb", "16.14C-2")
def test_without_a_line_he_is_inactive_too() -> None:
    assert cases(staff(marks={INACTIVE: {"ney"}}), {"ney": {"officers": ["reille"]}}) == [(("ney",), "16.14C")]


@rule("nlb", "28.0C-R1", "16.14A")
def test_a_game_begins_with_active_commanders_but_those_of_the_scenario() -> None:
    theatre = Theatre(bound("campaign-variant", tuple(OPTIONS.items())), small_field())
    assert theatre.start().marks == {INACTIVE: {"ney"}}
    assert Theatre(bound("campaign", tuple(OPTIONS.items())), small_field()).start().marks == {}


# -- status ------------------------------------------------------------------------------


@rule("nlb", "16.14A")
def test_it_is_turned_at_the_end_of_the_command_phase() -> None:
    board = staff()
    given = give(board, {SEAT: "inactive", "ney": {}})
    assert given.cases == [] and inactive(board) == {SEAT}
    assert given.events[-1]["kind"] == "headquarters" and given.events[-1]["to"] == "inactive"
    assert inactive(give(staff(marks={INACTIVE: {SEAT}}), {SEAT: "active"}).board) == set()
    assert give(staff(), {SEAT: "active"}).kinds().count("headquarters") == 0
    assert cases(staff(), {SEAT: "asleep"}) == [((SEAT,), "11.0")]


@rule("nlb", "16.14B")
def test_it_stacks_and_flees_like_a_leader() -> None:
    board = staff({"camp-5": "0505", "pire": "0505"}, marks={INACTIVE: {SEAT}})
    assert board.fits("0505", board.here["0505"]) and SEAT not in board.at
    alone = staff({"12-1": "0508"}, army="coalition")
    moved = play(alone, go("12-1", "0508", "0507", "0506"))
    assert [event["unit"] for event in moved.events if event["kind"] == "fled"] == [CHIEF, SEAT]
    assert alone.position.leaders[SEAT] == STAFF["huss-5"]


@rule("nlb", "16.14B", "10.2-2")
def test_no_die_falls_for_it_in_combat() -> None:
    ground = {"ney": "0406", SEAT: "0406", "huss-5": "0406", "camp-5": "0409", "12-1": "0405", "24-1": "0405"}
    board = stage(ground, options=OPTIONS, army="coalition")
    attack = [{"id": "a", "on": ["0406"], "by": ["12-1", "24-1"]}]
    fought = fight(combat_phase(board, attack), [1, 6])
    assert [event["unit"] for event in fought.kinds("retreated")] == ["huss-5"]
    assert [event["unit"] for event in fought.kinds("leader-unhurt")] == ["ney"]
    assert {event["unit"] for event in fought.kinds("fled")} >= {SEAT}


@rule("nlb", "16.14B")
def test_in_an_enemy_zone_it_is_inactive() -> None:
    board = staff({"huss-5": "0505", "12-1": "0508"}, army="coalition")
    moved = play(board, go("12-1", "0508", "0507", "0506"))
    assert inactive(board) == {SEAT} and moved.events[-1]["case"] == "16.14B"
    exposed = staff({"huss-5": "0505", "12-1": "0506"}, marks={INACTIVE: {SEAT}})
    assert cases(exposed, {SEAT: "active"}) == [((SEAT,), "16.14B")]


@rule("nlb", "16.14A", "16.14C-2", "15.4-1")
def test_who_may_move_hangs_on_it() -> None:
    assert play(staff(), go(SEAT, "0505", "0506")).cases == ["16.14A"]
    turned = staff(marks={INACTIVE: {SEAT, "ney"}})
    assert play(turned, go(SEAT, "0505", "0506"), go("ney", "0504", "0404")).cases == []
    late = stage({"ney": "0504"}, options={"late-start": True}, marks={INACTIVE: {"ney"}})
    assert play(late, go("ney", "0504", "0404")).cases == ["15.4"]


@rule("nlb", "16.14C-1")
@pytest.mark.parametrize(("hexid", "linked"), [("5342", True), ("5341", True), ("5340", False)])
def test_a_line_to_it_is_at_most_24_movement_points_long(hexid: str, linked: bool) -> None:
    """The roads from there to 3166 take 23, 24 and 25."""
    board = stage({SEAT: "3166", "ney": hexid}, options=OPTIONS, land="belgium")
    assert has_communications(board, "ney") is linked
    board.position.mark(INACTIVE, (SEAT,))
    assert not has_communications(board, "ney")


# -- chiefs of staff ---------------------------------------------------------------------


@rule("nlb", "16.14D", "16.1C-3")
def test_a_chief_of_staff_gives_no_command_while_his_headquarters_is_active() -> None:
    board = stage({"hq-prussian": "0505", "gneisenau": "0505", "ziethen": "0503"}, options=OPTIONS, army="coalition")
    said = {"gneisenau": {"officers": ["ziethen"]}}
    text = "Gneisenau in 0505 gives no command while Prussian headquarters staff in 0505 is active (16.14D)"
    assert why(board, said) == text and CommandOptions(board).default() == {}
    board.position.mark(INACTIVE, ("hq-prussian",))
    assert cases(board, said) == [] and CommandOptions(board).default() == said


@rule("nlb", "16.14D")
def test_a_headquarters_whose_chief_commands_is_not_made_active() -> None:
    board = staff(marks={INACTIVE: {SEAT}})
    said = {CHIEF: {"units": ["huss-5"]}, SEAT: "active"}
    assert cases(board, said) == [((SEAT,), "16.14D")]
    # Left to himself he gives way to it.
    given = give(board, {"ney": {}, SEAT: "active"})
    assert given.idle == ["huss-5", "reille"] and inactive(board) == set()


@rule("nlb", "16.14D")
def test_a_chief_who_leaves_makes_it_inactive_at_once() -> None:
    board = staff()
    moved = play(board, go("ney", "0504", "0404"), go(CHIEF, "0505", "0506"), go(SEAT, "0505", "0605"))
    assert moved.cases == [] and inactive(board) == {SEAT}
    (event,) = [one for one in moved.events if one["kind"] == "headquarters"]
    assert (event["why"], event["case"]) == ("Soult left it", "16.14D")
