"""Cases of the catalogue to the letter, where the tests of the procedures have only their like."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from pbem.engine.answerers import Scripted
from rulesets.jours_de_gloire import ruleset
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.rules.arrivals import contents_of
from rulesets.jours_de_gloire.rules.march.command import stack_allowance
from rulesets.jours_de_gloire.rules.march.steps import Doings, exact_refusal
from rulesets.jours_de_gloire.setting import Setting
from tests.rulesets.jours_de_gloire.marches import place
from tests.rulesets.jours_de_gloire.papers import compiled, field
from tests.rulesets.jours_de_gloire.position_checks import position_checks
from tests.rulesets.jours_de_gloire.rules.test_recon import scouted
from tests.rulesets.jours_de_gloire.rules.test_setup import run
from tests.rulesets.jours_de_gloire.world import public, small, world

SCENARIOS = [scenario.id for scenario in ruleset.scenarios()]


def setting_of(scenario: str, **options: str) -> Setting:
    """A shipped scenario."""
    return read_setting(ruleset.data_files(), ruleset.scenario_files(scenario), options, scenario)


# -- counters ------------------------------------------------------------------------------


@pytest.mark.rule("jdg", "1.1-2")
@pytest.mark.rule("jdg", "1.2.1-6")
@pytest.mark.rule("jdg", "1.3-2")
@pytest.mark.parametrize(
    ("force", "seen"),
    [("kamenskoi", ["r1"]), ("rus-1 rus-2 cossacks", ["r1", "r2", "r3"]), ("rus-1 russian:infantry", ["r1", "r2"])],
)
def test_the_enemy_sees_flags_and_nothing_else(force: str, seen: list[str]) -> None:
    """Everything that the position says of them is the same for all, and the same whatever they hold."""
    board = world({"garten": force}).board
    seen_of = public(board)["counters"]
    assert list(seen_of) == seen
    assert {repr(seen_of[counter]) for counter in seen} == {repr({"side": "russian", "box": "garten", "log": []})}


@pytest.mark.rule("jdg", "1.2.1-5")
@pytest.mark.rule("jdg", "6.1-1")
@pytest.mark.parametrize(("legion", "free"), [("legion", False), ("", True)])
def test_a_detachment_counter_in_use_is_not_free(legion: str, free: bool) -> None:
    """Counter A is the Legion's while there is a Legion."""
    here = field({"eiche": f"napoleon i {legion}"}, dead=[] if legion else ["legion"])
    found = compiled(here, {"detach": [{"from": "i", "counter": "french-a", "pf": 3}]})
    assert ([fault.refusal.case for fault in found.faults] == []) is free
    if free:
        assert {content["pf"] for content in found.hide.values() if "unit" in content} >= {4, 3}


@pytest.mark.rule("jdg", "1.3-1")
@pytest.mark.rule("jdg", "5.0")
@pytest.mark.parametrize(
    ("dummy", "weather", "points"), [("cavalry", "clear", 8), ("infantry", "clear", 6), ("cavalry", "snow", 7)]
)
def test_dummies_differ_in_their_points(dummy: str, weather: str, points: int) -> None:
    here = world({"eiche": f"napoleon i french:{dummy}"}, weather)
    assert stack_allowance(here.setting, here.board, here.known, here.of(f"french:{dummy}"), forced=False) == points


@pytest.mark.rule("jdg", "2-B1-1")
def test_two_of_four_dummies_return() -> None:
    board = world({"eiche": "i"}, out={"french": {"infantry": 2, "cavalry": 2, "other": 0}, "russian": {}}).board
    assert (shuffle.out_of_play(board, "french"), shuffle.returnable(board, "french")) == (4, 2)


@pytest.mark.rule("jdg", "7.1-6")
def test_of_five_dummies_two_return_and_then_one() -> None:
    returned, out = [], 5
    for _ in range(2):
        left = {"french": {"infantry": out, "cavalry": 0, "other": 0}, "russian": {}}
        returned.append(shuffle.returnable(world({"eiche": "i"}, out=left).board, "french"))
        out -= returned[-1]
    assert (returned, out) == ([2, 1], 2)


@pytest.mark.rule("jdg", "2-B1-3")
@pytest.mark.rule("jdg", "7.2-1")
@pytest.mark.rule("jdg", "7.2-2")
def test_of_a_force_the_enemy_counts_the_counters() -> None:
    """Five under a marker: the message has five numbers; four of them cannot march as one stack for all that."""
    here = field({"eiche": "napoleon i ii murat-i french:infantry"})
    found = compiled(here, {"forces": {"1": ["napoleon", "i", "ii", "murat-i", "f5"]}})
    assert (found.faults, found.input["forces"]) == ([], {"1": ["f1", "f2", "f3", "f4", "f5"]})
    four = {"forces": {"1": ["davout", "i", "ii", "iv"]}, "orders": [{"stack": "1", "path": ["kiefer"]}]}
    (fault,) = compiled(field({"iller": "davout i ii iv", "eiche": "napoleon"}), four).faults
    assert (fault.path, fault.refusal.case) == (("orders", 0), "5.3-2")


# -- scouts -----------------------------------------------------------------------------------


@pytest.mark.rule("jdg", "6.3-2")
def test_four_points_of_cohesion_three_see_two() -> None:
    run = scouted(place({"kiefer": "french-1<murat-i=4 napoleon", "linde": "rus-1 rus-2 rus-3"}), "french-1", [2, 1, 1])
    (told,) = run.told("recon")
    assert (told["points"], told["sum"], told["count"], len(run.board.hidden("russian"))) == (4, 5, 2, 1)


@pytest.mark.rule("jdg", "6.3-3")
def test_a_screen_of_four_stops_four_without_a_die() -> None:
    run = scouted(place({"kiefer": "murat-i napoleon", "linde": "rus-1 cossacks russian-1<cossacks=2"}), "murat-i", [])
    assert [event["case"] for event in run.told("recon-failed")] == ["6.3-3"]
    assert run.script.rolled == [] and run.board.hidden("russian") == ("r1",)


# -- the two games -----------------------------------------------------------------------------


MONTHS = {name.capitalize(): number for number, name in enumerate(small().charts.months, 1)}
DAYS = re.compile(r"(\d+)(?: (\w+))?(?: (\d{4}))? ?- ?(\d+) (\w+) (\d{4})")


def days_of(label: str) -> tuple[date, date]:
    """First and last day that a turn stands for."""
    match = DAYS.fullmatch(label)
    assert match is not None, label
    first, month, year, last, end, later = match.groups()
    return (
        date(int(year or later), MONTHS[month or end], int(first)),
        date(int(later), MONTHS[end], int(last)),
    )


@pytest.mark.rule("jdg", "A.0.2")
@pytest.mark.rule("jdg", "B.0.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_turn_is_a_week_or_half_a_month(scenario: str) -> None:
    """Turns follow each other day by day; the weather's month is one that the turn has days in."""
    told = setting_of(scenario).scenario
    spans = [days_of(turn.label) for turn in told.turns]
    for turn, (first, last) in zip(told.turns, spans, strict=True):
        assert MONTHS[turn.month.capitalize()] in (first.month, last.month)
        if told.game == "danube":
            ends = (15, (date(first.year, first.month % 12 + 1, 1) - timedelta(1)).day)
            assert first.month == last.month and (first.day, last.day) in ((1, ends[0]), (16, ends[1]))
        else:
            assert (last - first).days == 6
    assert all(after[0] - before[1] == timedelta(1) for before, after in pairwise(spans))


@pytest.mark.rule("jdg", "A.0.2")
def test_october_1805_flips_to_its_second_half() -> None:
    labels = [turn.label for turn in setting_of("danube-1805").scenario.turns]
    assert labels[labels.index("1-15 October 1805") + 1] == "16-31 October 1805"


ALLIES = [
    pytest.param("danube-1805", "allied-army", "allied", marks=pytest.mark.rule("jdg", "A.7.1")),
    pytest.param("eylau-1807", "prussian-corps", "russian", marks=pytest.mark.rule("jdg", "B.7.1")),
    pytest.param("poland-1813", "prussian-corps", "french", marks=pytest.mark.rule("jdg", "B.7.1")),
    pytest.param("poland-1813", "right-wing", "french", marks=pytest.mark.rule("jdg", "B.7.1")),
]


@pytest.mark.parametrize(("scenario", "command", "army"), ALLIES)
def test_allies_have_the_dummies_and_markers_of_their_side(scenario: str, command: str, army: str) -> None:
    """The pool is the side's: nobody has another one, and its numbers tell no army from the other."""
    setting = setting_of(scenario)
    board = Board(setting, replace(empty_position(setting), player=army))
    assert list(setting.scenario.counters) == list(setting.armies)
    assert command in board.commands_of(army) and len(board.commands_of(army)) > 1
    pool = setting.scenario.counters[army]
    assert pool.dummies["infantry"] > 0 and pool.forces > 0
    for counter in board.fresh(army, 3):
        # One for the allies, one for the others, one for a dummy: on the map they are alike.
        board.place(counter, army, next(iter(setting.boxes)))
    assert list(board.at.counters) == [f"{army[0]}{number}" for number in (1, 2, 3)]
    assert len({repr(counter) for counter in board.at.counters.values()}) == 1


@pytest.mark.rule("jdg", "B.7.1")
def test_yorck_who_has_gone_over_has_the_russian_ones() -> None:
    setting = setting_of("poland-1813")
    board = Board(setting, replace(empty_position(setting), turned={"prussian-corps": "russian"}))
    assert "prussian-corps" in board.commands_of("russian") and "prussian-corps" not in board.commands_of("french")


@pytest.mark.rule("jdg", "10-6")
@pytest.mark.rule("jdg", "4.4-2")
def test_each_army_of_a_side_has_a_budget_of_its_own() -> None:
    """Whoever commands the one cannot pay with what the other has; both count for the same side in the end."""
    here = field({"kiefer": "jerome west", "eiche": "napoleon i"}, pc={"grande-armee": 0, "army-west": 6})
    found = compiled(here, {"orders": [{"stack": ["west"], "path": ["linde"]}, {"stack": ["i"], "path": ["fels"]}]})
    assert [(fault.path, fault.refusal.case) for fault in found.faults] == [(("orders", 1), "4.4-3")]
    assert "Grande Armée" in found.faults[0].refusal.text


@pytest.mark.rule("jdg", "5.4-1")
@pytest.mark.rule("jdg", "3.3-4")
@pytest.mark.parametrize(("chief", "case"), [("napoleon", "5.3-2"), ("bernadotte", "")])
def test_who_enters_concentrates_under_the_chief_alone(chief: str, case: str) -> None:
    """Bernadotte's four corps and divisions of 1805 enter as one stack only where he is their commander-in-chief."""
    setting = setting_of("danube-1805")
    (number,) = [n for n, row in enumerate(setting.scenario.reinforcements) if "bernadotte" in row.generals]
    plan = setting.scenario.reinforcements[number]
    start = replace(empty_position(setting), stage="play", player="french", turn=plan.turn, due=[number])
    command = setting.generals["bernadotte"].command
    board = Board(setting, replace(start, chiefs={**start.chiefs, command: chief}))
    contents = contents_of(board, number)
    stack = board.fresh("french", len(contents))
    entry = {"stack": list(stack), "enter": plan.entry, "concentrate": True}
    known = dict(zip(stack, contents, strict=True))
    refusal = exact_refusal(setting, board, "french", known, entry, Doings())
    assert (refusal.case if refusal is not None else "") == case


@pytest.mark.rule("jdg", "8.8-S4")
@pytest.mark.rule("jdg", "T-SCEN")
def test_danzig_is_besieged_when_the_campaign_of_friedland_begins() -> None:
    """Who stands there is inside and cannot march, and the next die is that of step 4."""
    setting = setting_of("friedland-1807", hiding="open")
    script = Scripted(orders=[{}, {}], dice=[4, 4, 3, 2], standing={"order-of-play": "first"})
    at = run(setting, empty_position(setting), script, 2).state["at"]
    assert at["stage"] == "play" and at["sieges"]["danzig"] == {"by": "french", "step": 3, "turn": 0, "own": False}
    board = Board.read(setting, at)
    assert board.at.inside["danzig"] == list(board.counters("russian", "danzig")) != []
    assert any(setting.troops(board.content(counter)) for counter in board.counters("french", "danzig"))
    assert position_checks(setting, at) == []


@pytest.mark.rule("jdg", "T-SCEN")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_supplies_what_the_book_leaves_to_it(scenario: str) -> None:
    """Turns with months, both sides' dummies, markers, forces at the start, chiefs of every command, valued boxes."""
    setting = setting_of(scenario)
    told = setting.scenario
    assert told.turns and told.boxes and set(told.counters) == set(told.armies)
    for army in told.armies:
        assert any("unit" in content for contents in starting(setting, army).values() for content in contents)
    chiefs = {command.chief for command in setting.commands.values()}
    assert chiefs <= set(setting.generals) and len(chiefs) == len(setting.commands)
