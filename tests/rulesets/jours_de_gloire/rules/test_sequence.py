"""The course of play (jdg 2): phases in their order, whole games without contact, and what holds at all times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.loop import Outcome
from pbem.engine.requests import Claim, Tell
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.position import decode
from rulesets.jours_de_gloire.rules import events, victory
from rulesets.jours_de_gloire.rules.fights import fights, guns
from rulesets.jours_de_gloire.rules.march import moves
from rulesets.jours_de_gloire.scenario_data import Defection
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Turn
from tests.rulesets.jours_de_gloire.position_checks import position_checks
from tests.rulesets.jours_de_gloire.rules.test_setup import dealt, run, told
from tests.rulesets.jours_de_gloire.world import HOME, World, public, rule_files, small, world

RULES = "jours-de-gloire"
OPEN = small(hiding="open")
CALM = {"eiche": "napoleon^ i^", "castell": "kamenskoi^ rus-1^"}


def calm(setting: Setting = OPEN, **more: Any) -> World:
    """Two small armies far from each other; everybody else is dead."""
    return world(CALM, setting=setting, dead=["west"], **more)


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Stand-ins for movement, rest, march to the guns and combat; what was called, by phase and side."""
    heard: list[str] = []

    def stand_in(name: str) -> Any:
        def part(turn: Turn, *more: Any) -> Any:
            heard.append(f"{name} {turn.army} {turn.label} {list(more)}")
            yield Tell({"kind": name, "army": turn.army, "case": ""})
            return ["marchers"]

        return part

    for module, name in ((moves, "movement"), (moves, "rest"), (guns, "march_to_guns"), (fights, "combat")):
        monkeypatch.setattr(module, name, stand_in(name))
    yield heard


def turns(at: Any, orders: list[Any], phases: int, setting: Setting = OPEN, **script: Any) -> Outcome:
    return run(setting, at, Scripted(orders=orders, **script), phases)


# -- the set-up -------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", [small(), OPEN])
def test_both_set_up_and_the_first_turn_begins(setting: Setting) -> None:
    papers: list[Any] = []
    held: dict[str, Any] = {}
    for army in setting.armies:
        posts, contents = dealt(setting, army)
        papers.append({"mix": posts, "next": "second"} if setting.options.hidden else {"next": "second"})
        held |= contents
    script = Scripted(orders=papers, markers=held, dice=[4], standing={"order-of-play": "second"})
    outcome = run(setting, empty_position(setting), script, 2)
    at = outcome.state["at"]
    assert (at["stage"], at["turn"], at["weather"], at["player"]) == ("play", 1, "snow", "russian")
    assert at["order"] == ["russian", "french"]
    assert [event["army"] for event in told(outcome, "set-up")] == list(setting.armies)
    starting = [unit.at for unit in setting.units.values()] + [general.at for general in setting.generals.values()]
    assert len(at["counters"]) == len([box for box in starting if box])


def test_the_scenario_may_begin_in_mud() -> None:
    start = replace(empty_position(OPEN), mud=True)
    outcome = turns(start, [{}, {}], 2, standing={"order-of-play": "first"})
    assert outcome.state["at"]["weather"] == "mud" and outcome.state["at"]["player"] == "french"


# -- a turn -------------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "2-0")
@pytest.mark.rule(RULES, "2-B1-5")
def test_the_phases_of_a_player_turn(spoken: list[str]) -> None:
    w = calm()
    outcome = turns(public(w.board), [{"forces": {"1": ["f1", "f2"]}}], 1, dice=[2, 3])
    kinds = [event["kind"] for event in outcome.events]
    assert kinds == [
        "player-turn",
        "command-points",
        "command-points",
        "force",
        "movement",
        "rest",
        "march_to_guns",
        "combat",
    ]
    assert [line.split()[0] for line in spoken] == ["movement", "rest", "march_to_guns", "combat"]
    assert spoken[-1] == "combat french t1.french [['marchers']]"


@pytest.mark.rule(RULES, "2-C")
@pytest.mark.rule(RULES, "2-0")
def test_the_second_player_then_the_next_turn(spoken: list[str]) -> None:
    w = calm(order=["russian", "french"], player="russian")
    w.board.note("moved", ["f2"])
    w.board.note("dug", ["f2"])
    w.board.note("marched", ["r1"])
    w.board.mark("f2", "fatigued")
    outcome = turns(public(w.board), [{}], 1, dice=[1])
    at = outcome.state["at"]
    assert (at["player"], at["turn"], at["pc"], at["moved"]) == ("french", 1, {}, ["f2"])
    outcome = turns(at, [{"next": "second"}], 1, dice=[1, 1, 5, 3])
    at = outcome.state["at"]
    assert (at["player"], at["turn"], at["order"]) == ("russian", 2, ["russian", "french"])
    assert at["moved"] == at["dug"] == at["marched"] == [] and "fatigued" not in at["counters"]["f2"]
    assert [event["kind"] for event in outcome.events][-3:] == ["order", "may-enter", "delay"]
    assert {line.split()[1] for line in spoken} == {"russian", "french"}


@pytest.mark.rule(RULES, "B.7.1")
@pytest.mark.parametrize(("player", "told_of"), [("russian", 1), ("french", 0)])
def test_a_command_may_go_over_when_the_player_turn_of_its_new_side_has_ended(
    spoken: list[str], player: str, told_of: int
) -> None:
    """Its owner closes that turn, so that nobody has to ask him by a message of his own."""
    change = Defection("army-west", "russian", {1: 1}, "a convention")
    setting = replace(OPEN, scenario=replace(OPEN.scenario, defection=change))
    order = [player, setting.foe(player)]
    w = world({**CALM, "kiefer": "jerome^ west^"}, setting=setting, order=order, player=player)
    outcome = turns(public(w.board), [{}], 1, setting, dice=[1, 1, 1])
    assert len(told(outcome, "loyalty")) == told_of
    assert [event["kind"] for event in outcome.events][-1] == ("went-over" if told_of else "combat")
    assert ("army-west" in outcome.state["at"]["turned"]) is bool(told_of)


@pytest.mark.rule(RULES, "4.2-2")
@pytest.mark.parametrize(("place", "asked_in"), [("first", "turn"), ("second", "events")])
def test_a_replaced_general_is_pointed_out_where_it_costs_no_message(
    spoken: list[str], place: str, asked_in: str
) -> None:
    """In the Events Phase where his side plays next and opens its turn with the answer; else in the enemy's turn."""
    setting = small()
    places = {"eiche": "napoleon^ i^", "castell": "kamenskoi rus-1"}
    w = world(places, setting=setting, dead=["west"], order=["russian", "french"], player="french", turn=2)
    claims, markers = {"r1": "r1"}, dict(w.known)
    script: dict[str, Any] = {"claims": claims, "markers": markers}
    outcome = turns(public(w.board), [{"next": place}], 1, setting, dice=[1, 1, 1, 6], **script)
    at = outcome.state["at"]
    assert (at["turn"], at["player"]) == (3, "french" if place == "first" else "russian")
    assert ("r1" in at["counters"], "leaving" in at) == ((True, True) if asked_in == "turn" else (False, False))
    if asked_in == "turn":
        outcome = turns(at, [{}], 1, setting, dice=[1, 1], **script)
        kinds = [event["kind"] for event in outcome.events]
        assert kinds.index("claimed") < kinds.index("replaced") < kinds.index("movement")
        assert "r1" not in outcome.state["at"]["counters"] and "leaving" not in outcome.state["at"]


def test_command_points_are_known_before_the_orders_are_due(spoken: list[str]) -> None:
    w = calm(small())
    outcome = turns(public(w.board), [], 1, setting=small(), dice=[2, 3], markers=w.known)
    request = outcome.request
    assert request is not None and request.what == "orders"
    assert request.scene.pc == {"army-west": 5, "grande-armee": 6} and spoken == []
    assert len(request.hide) == 63 and set(w.board.counters("french")) <= set(request.hide)
    assert request.options.default() == {} == request.options.sample(lambda n: 0)
    assert request.options.why_not({"orders": []}) is None
    assert request.options.describe() == {"orders": "turn", "army": "french"}


def test_open_games_hide_nothing(spoken: list[str]) -> None:
    outcome = turns(public(calm().board), [], 1, dice=[2, 3])
    assert outcome.request is not None and outcome.request.hide == ()


def test_a_segment_waits_for_whoever_has_to_speak(spoken: list[str]) -> None:
    """The chooser who does not play now is asked by his standing orders, which may say `ask`."""
    w = calm(order=["french", "russian"], player="russian")
    script: dict[str, Any] = {"dice": [1, 1], "standing": {"order-of-play": "ask"}}
    outcome = turns(public(w.board), [{}], 1, **script)
    assert outcome.state["need"]["ask"] == "order-of-play" and outcome.phases == 0


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "9-10")
def test_the_game_ends_after_the_last_turn(spoken: list[str]) -> None:
    w = calm(turn=4, player="russian", arrivals=[])
    outcome = turns(public(w.board), [{}], 2, dice=[1])
    assert outcome.state["at"]["stage"] == "over"
    assert outcome.state["over"] == victory.over(OPEN, decode(outcome.state["at"]))
    assert told(outcome, "over")[0]["result"] == outcome.state["over"]
    assert (outcome.state["over"]["winner"], outcome.state["over"]["level"]) == ("russian", "victory")


@pytest.mark.rule(RULES, "9-8")
@pytest.mark.parametrize("player", ["french", "russian"])
def test_the_game_ends_at_once_when_napoleon_is_taken(
    player: str, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def combat(turn: Turn, marchers: Any) -> Any:
        turn.board.remove("f1")
        turn.board.at.taken = [*turn.board.at.taken, "napoleon"]
        yield Tell({"kind": "captured", "army": "russian", "case": "9-8"})

    monkeypatch.setattr(fights, "combat", combat)
    w = calm(player=player, pv={"french": 40, "russian": 0})
    outcome = turns(public(w.board), [{}], 2, dice=[1, 1])
    assert outcome.state["over"]["winner"] == "russian" and outcome.state["over"]["level"] == "capture"
    assert told(outcome, "over")[0]["case"] == "9-8"


# -- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"hiding": "open"}, {"solitaire": "yes"}])
@pytest.mark.parametrize("die", [1, 4, 6])
def test_a_war_in_which_nobody_moves(options: dict[str, str], die: int) -> None:
    setting = small(**options)
    papers: list[Any] = []
    held: dict[str, Any] = {}
    for army in setting.armies:
        posts, contents = dealt(setting, army, eiche="infantry cavalry", garten="infantry")
        papers.append({"mix": posts} if setting.options.hidden else {})
        held |= contents
    claims = {"r1": next((c for c, content in held.items() if content == {"general": "kamenskoi"}), "")}
    script = Scripted(
        orders=[*papers, *[{}] * 8],
        dice=lambda faces: die,
        markers=held,
        claims=claims,
        standing={"order-of-play": "first"},
    )
    outcome = run(setting, empty_position(setting), script, 99)
    assert outcome.phases == 10 and outcome.state["at"]["stage"] == "over" and script.refusals == []
    end = outcome.state["over"]
    assert end["kinds"]["russian"]["boxes"] == 7 and end["level"] == "victory" and end["winner"] == "russian"
    assert outcome.state["at"]["gone"] == ["kamenskoi"]
    assert len(told(outcome, "player-turn")) == 8 and len(told(outcome, "game-turn")) == 4


class Honest(Scripted):
    """A script whose claims are true."""

    def __init__(self, setting: Setting, **script: Any) -> None:
        super().__init__(**script)
        self.setting = setting

    def claim(self, request: Claim) -> Any:
        """The truth about generals and commands."""
        if request.say == events.HOLDER:
            return events.holder(self.markers, request.scene)
        return events.deserters(self.setting, self.markers, request.scene)


SCENARIOS = sorted(path.name for path in (HOME / "scenarios").iterdir() if path.is_dir())


@pytest.mark.rule(RULES, "T-SCEN")
@pytest.mark.rule(RULES, "A.0.2")
@pytest.mark.rule(RULES, "B.0.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("options", [{}, {"hiding": "open"}])
def test_scenarios_run_to_their_end(scenario: str, options: dict[str, str]) -> None:
    """Nobody moves; everybody arrives, goes over and is replaced as the scenario says."""
    folder = HOME / "scenarios" / scenario
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.yaml"))}
    setting = read_setting(rule_files(), files, options, scenario)
    papers: list[Any] = []
    held: dict[str, Any] = {}
    for army in setting.armies:
        posts, contents = dealt(setting, army)
        papers.append({"mix": posts} if setting.options.hidden else {})
        held |= contents
    dice = random.Random(1)
    script = Honest(
        setting,
        orders=[*papers, *[{}] * 2 * len(setting.scenario.turns)],
        dice=lambda faces: dice.randint(1, faces),
        markers=held,
        standing={"order-of-play": "first", "squatter": []},
    )
    outcome = run(setting, empty_position(setting), script, 999)
    at, story = outcome.state["at"], setting.scenario
    assert at["stage"] == "over" and script.refusals == []
    assert [event["days"] for event in told(outcome, "game-turn")] == [turn.label for turn in story.turns]
    assert {row.remove for row in story.replacements} <= set(at["gone"])
    assert [at["chiefs"][row.command] for row in story.replacements] == [row.chief for row in story.replacements]
    late = {number for number, row in enumerate(story.reinforcements) if row.entry or row.delay}
    assert set(at["arrivals"]) <= late
    if story.defection is not None:
        assert at["turned"] == {story.defection.command: story.defection.to}


def test_a_position_in_memory_and_one_read_back_go_on_alike(spoken: list[str]) -> None:
    w = calm()
    first = turns(public(w.board), [{}, {}], 2, dice=[1, 2, 3, 4, 5])
    again = turns(Board(OPEN, w.board.position()).position(), [{}], 1, dice=[1, 2])
    again = turns(again.state["at"], [{}], 1, dice=[3, 4, 5], standing={"order-of-play": ""})
    assert first.state["at"] == again.state["at"]


# -- what holds at all times -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "more", "wrong"),
    [
        ({"eiche": "i^ iii"}, {}, ""),
        ({"eiche": "i^ i"}, {}, "i is in f1 and in f2"),
        ({"eiche": "i^"}, {"dead": ["i"]}, "i is lost"),
        ({"eiche": "i=7 french-b<i=1"}, {}, "i has 8 of 7"),
        ({"eiche": "i"}, {"pc": {"grande-armee": -1}}, "grande-armee has -1 command points"),
        ({"eiche": "i"}, {"losses": {"french": -1, "russian": 0}}, "french has lost -1"),
        ({"eiche": "i"}, {"moved": ["f2"]}, "f2 is moved"),
        ({"eiche": "i"}, {"inside": {"eiche": ["f1"]}}, "eiche: ['f1'] are besieged"),
        ({"eiche": "i"}, {"entrenched": {"fels": "french"}}, "fels is entrenched"),
        ({"eiche": "i"}, {"forces": {"french": {"1": ["f3"]}, "russian": {}}}, "Force 1 of french"),
        ({"eiche": "i"}, {"pontoons": {"fels:kiefer": "french", "heide:moor": "french"}}, "french has more pontoons"),
        ({"eiche": "i"}, {"broken": ["iller:eiche"]}, "there is no link iller:eiche"),
        ({"eiche": "i"}, {"order": ["french", "french"]}, "french plays"),
        ({"eiche": "i"}, {"turn": 5}, "there is no turn 5"),
        ({"eiche": "i"}, {"control": {"eiche": "swiss"}}, "eiche is swiss's"),
        ({"eiche": "i"}, {"pool": {"french": [{"command": "x", "pf": 0}], "russian": []}}, "french waits for"),
        ({"eiche": "french:infantry^ " * 6}, {}, "french: 6 dummies are seen"),
        (
            {"eiche": "i"},
            {"out": {"french": {"infantry": 6, "cavalry": 0}, "russian": {"infantry": 0, "cavalry": 0}}},
            "french: 0 dummies are seen and 6 out of play, of 5",
        ),
    ],
)
def test_what_is_wrong_with_a_position(places: dict[str, str], more: Any, wrong: str) -> None:
    w = world(places, **{"dead": ["west"], **more})
    found = position_checks(w.setting, public(w.board), w.known)
    assert [line for line in found if line.startswith(wrong)] if wrong else found == []


@pytest.mark.parametrize(("lost", "fine"), [(3, True), (2, True), (4, False)])
def test_no_strength_out_of_nothing(lost: int, fine: bool) -> None:
    setting = OPEN
    start = run(
        setting, empty_position(setting), Scripted(orders=[{}, {}], dice=[1], standing={"order-of-play": "first"}), 2
    )
    board = Board.read(setting, start.state["at"])
    (counter,) = [c for c, content in board.known().items() if content.get("unit") == "i"]
    board.see(counter, {"unit": "i", "pf": 3, "lag": 1})
    board.at.losses = {**board.at.losses, "french": lost}
    assert (position_checks(setting, public(board)) == []) is fine


def test_ids_and_boxes_are_checked() -> None:
    w = world({"eiche": "i"}, dead=["west"])
    at = public(w.board)
    at["counters"]["r3"] = {"side": "french", "box": "moon", "log": []}
    found = position_checks(w.setting, at)
    assert found[:2] == ["r3 is no id of the french side", "r3 stands in no box: moon"]
