"""The Events Phase (jdg 2-A, 3.1, 3.2, 4.2-2, B.7.1), hidden and open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.jours_de_gloire.board import MOVED
from rulesets.jours_de_gloire.position import Leaving
from rulesets.jours_de_gloire.rules import events
from rulesets.jours_de_gloire.rules.battle.siege import Siege
from rulesets.jours_de_gloire.scenario_data import Defection, Replacement
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Turn
from tests.rulesets.jours_de_gloire.rules.test_setup import play, told
from tests.rulesets.jours_de_gloire.world import World, public, small, world

RULES = "jours-de-gloire"
OPEN = small(hiding="open")
BOTH = {"eiche": "napoleon i", "castell": "rus-1 kamenskoi", "garten": "bennigsen rus-2"}


def changed(setting: Setting, **members: Any) -> Setting:
    """The setting with other members of its scenario."""
    return replace(setting, scenario=replace(setting.scenario, **members))


# -- weather ---------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "2-A1")
@pytest.mark.rule(RULES, "3.1-1")
@pytest.mark.parametrize(
    ("number", "die", "kind", "mud"),
    [
        (1, 2, "clear", False),
        (1, 3, "rain", True),
        (1, 4, "snow", False),
        (2, 5, "rain", True),
        (3, 6, "rain", True),
        (3, 3, "clear", False),
        (4, 6, "clear", False),
    ],
)
def test_weather(number: int, die: int, kind: str, mud: bool) -> None:
    w = world({}, turn=number)
    outcome = play(w, events.weather, dice=[die])
    assert (w.board.weather, w.board.at.mud) == (kind, mud)
    assert [(event["die"], event["weather"]) for event in told(outcome, "weather")] == [(die, kind)]


@pytest.mark.rule(RULES, "3.1-RS")
@pytest.mark.rule(RULES, "2-A1")
def test_mud_comes_without_a_die_and_goes() -> None:
    w = world({}, weather="rain", mud=True, turn=2)
    play(w, events.weather)
    assert (w.board.weather, w.board.at.mud) == ("mud", False)
    play(w, events.weather, dice=[1])
    assert w.board.weather == "clear"


# -- replacements --------------------------------------------------------------------------------


ROW = Replacement(3, "kamenskoi", "bennigsen", "russian-army", "He goes home.")


def replaced(w: World, row: Replacement = ROW, **script: Any) -> Any:
    """A general is replaced, and his owner points his counter out if he has to."""

    def part(turn: Turn) -> Any:
        yield from events.replace(turn, row)
        yield from events.taken_off(turn, "russian")

    return play(w, part, **script)


@pytest.mark.rule(RULES, "4.2-2")
@pytest.mark.rule(RULES, "2-A2")
@pytest.mark.parametrize(("word", "setting"), [("kamenskoi", small()), ("kamenskoi^", small()), ("kamenskoi^", OPEN)])
def test_a_chief_is_replaced(word: str, setting: Setting) -> None:
    w = world({**BOTH, "castell": f"rus-1 {word}"}, setting=setting)
    counter, first = w.ids["kamenskoi"], w.ids["rus-1"]
    outcome = replaced(w, claims={first: counter})
    assert counter not in w.board.at.counters and w.board.at.gone == ["kamenskoi"]
    assert w.board.chief("russian-army") == "bennigsen" and not w.board.present("kamenskoi")
    *at_once, event = told(outcome, "replaced")
    assert (event["general"], event["chief"], event["counter"], event["at"]) == (
        "kamenskoi",
        "bennigsen",
        counter,
        "castell",
    )
    hidden = not word.endswith("^")
    assert len(told(outcome, "claimed")) == int(hidden) and "leaving" not in public(w.board)
    assert [one["counter"] for one in at_once] == ([""] if hidden else [])


@pytest.mark.rule(RULES, "4.2-2")
@pytest.mark.parametrize(
    ("more", "chief", "gone"),
    [
        ({"taken": ["kamenskoi"]}, "bennigsen", []),
        ({"gone": ["kamenskoi"]}, "bennigsen", ["kamenskoi"]),
        ({"taken": ["bennigsen"]}, "", ["kamenskoi"]),
    ],
)
def test_who_is_gone_already(more: Any, chief: str, gone: list[str]) -> None:
    w = world({"castell": "rus-1"}, **more)
    outcome = replaced(w, claims={"r1": ""})
    assert w.board.chief("russian-army") == chief and w.board.at.gone == gone
    assert told(outcome, "replaced")[0]["counter"] == ""


@pytest.mark.rule(RULES, "4.2-2")
def test_a_general_who_lies_face_down_gives_up_his_command_at_once_and_leaves_later() -> None:
    """Nobody asks his owner in the Events Phase; he still fits into his counter until he is pointed out."""
    w = world(BOTH)
    outcome = play(w, lambda turn: events.replace(turn, ROW))
    assert told(outcome, "claimed") == [] and w.board.at.gone == ["kamenskoi"]
    assert (w.board.chief("russian-army"), w.board.present("kamenskoi")) == ("bennigsen", False)
    assert w.board.at.leaving == [Leaving("kamenskoi", "russian-army", "russian")]
    assert w.board.leaves("kamenskoi") and w.board.fits(w.ids["kamenskoi"], {"general": "kamenskoi"})
    play(w, lambda turn: events.taken_off(turn, "french"))
    assert w.board.leaves("kamenskoi") and w.ids["kamenskoi"] in w.board.at.counters
    play(w, lambda turn: events.taken_off(turn, "russian"), claims={"r1": w.ids["kamenskoi"]})
    assert not w.board.leaves("kamenskoi") and w.ids["kamenskoi"] not in w.board.at.counters


def test_a_counter_that_is_somebody_else_is_not_removed() -> None:
    w = world({"castell": "rus-1 kamenskoi"})
    replaced(w, claims={"r1": "r1"})
    assert w.board.content("r1") == w.known["r1"] and w.board.at.gone == ["kamenskoi"]


@pytest.mark.parametrize(
    ("places", "box"),
    [
        ({"castell": "rus-1 kamenskoi^"}, "castell"),
        ({"castell": "kamenskoi^", "garten": "rus-2 rus-3", "heide": "cossacks"}, "garten"),
        ({"garten": "i rus-2 rus-3", "heide": "cossacks", "castell": "kamenskoi^"}, "heide"),
        ({"castell": "kamenskoi^"}, ""),
    ],
)
def test_an_heir_from_nowhere_takes_the_place(places: dict[str, str], box: str) -> None:
    setting = small()
    heir = replace(setting.generals["bennigsen"], at="")
    forces = replace(setting.forces, generals={**setting.generals, "bennigsen": heir})
    w = world(places, setting=replace(setting, forces=forces))
    replaced(w)
    there = [c for c, content in w.board.known().items() if content == {"general": "bennigsen"}]
    assert [w.board.box(c) for c in there] == ([box] if box else [])


def test_holder() -> None:
    held = {"r1": {"unit": "rus-1", "pf": 6, "lag": 0}, "r2": {"general": "kamenskoi"}, "r3": "nonsense"}
    scene = {"general": "kamenskoi", "counters": ["r1", "r2", "r3", "r4"]}
    assert events.holder(held, scene) == "r2"
    assert events.holder(held, {**scene, "counters": ["r1", "r3"]}) == ""


# -- a change of sides ---------------------------------------------------------------------------------


WEST = Defection("army-west", "russian", {2: 4, 3: 3, 4: 1}, "a convention")


@pytest.mark.rule(RULES, "B.7.1")
@pytest.mark.parametrize(
    ("number", "dice", "goes"),
    [(1, [], False), (2, [3], False), (2, [4], True), (3, [3], True), (3, [2], False), (4, [], True)],
)
def test_the_die_of_loyalty(number: int, dice: list[int], goes: bool) -> None:
    w = world({"kiefer": "jerome^ west^"}, setting=changed(small(), defection=WEST), turn=number)
    outcome = play(w, events.defection, dice=dice)
    assert (w.board.army_of_command("army-west") == "russian") is goes
    assert [event["goes"] for event in told(outcome, "loyalty")] == ([] if number == 1 else [goes])


@pytest.mark.parametrize("face", ["", "^"])
def test_everybody_goes_over_under_fresh_ids(face: str) -> None:
    places = {"kiefer": f"jerome{face} ii french:infantry", "castell": f"west=4/1{face}", "linde": "rus-1"}
    waits = {"french": [{"command": "army-west", "pf": 2}, {"command": "grande-armee", "pf": 1}], "russian": []}
    w = world(places, setting=changed(small(), defection=WEST), turn=4, pool=waits, inside={"castell": ["f4"]})
    w.board.at.sieges = {"castell": Siege("russian", 2, 3, True)}
    w.board.note(MOVED, w.of("jerome"))
    w.board.mark("f4", "lag")
    outcome = play(w, events.defection, claims={"f1": ["f1", "f4"], "f2": []})
    board = w.board
    assert board.counters("french") == ("f2", "f3") and board.counters("russian") == ("r1", "r2", "r3")
    assert board.known()["r2"] == {"general": "jerome"} and board.known()["r3"] == {"unit": "west", "pf": 4, "lag": 1}
    assert board.at.moved == ["r2"] and board.marked("r3", "lag")
    assert board.at.sieges == {} == board.at.inside and len(told(outcome, "siege-raised")) == 1
    assert public(board)["pool"] == {"french": [waits["french"][1]], "russian": [waits["french"][0]]}
    assert told(outcome, "went-over")[0]["counters"] == {"f1": "r2", "f4": "r3"}
    play(w, events.defection)
    assert board.counters("russian") == ("r1", "r2", "r3")


def test_a_fortress_goes_over_with_its_garrison() -> None:
    setting = changed(small(), defection=WEST)
    w = world({"castell": "west^"}, setting=setting, turn=4, control={"castell": "french"})
    play(w, events.defection)
    assert w.board.at.control["castell"] == "russian"
    w = world({"castell": "west^ i^"}, setting=setting, turn=4, control={"castell": "french"})
    play(w, events.defection)
    assert w.board.at.control["castell"] == "french" and w.board.contested() == ("castell",)


@pytest.mark.rule(RULES, "4.2-3")
def test_a_general_left_alone_goes_to_his_friends() -> None:
    setting = changed(small(), defection=WEST)
    w = world({"kiefer": "west^ ney^", "iller": "i^", "linde": "ii^"}, setting=setting, turn=4)
    play(w, events.defection, {"stranded": ["linde"]})
    assert w.board.box(w.ids["ney"]) == "linde"


def test_a_unit_worn_away_by_the_march_does_not_go_over() -> None:
    w = world({"kiefer": "west=1"}, setting=changed(small(), defection=WEST), turn=4)
    w.board.write("f1", ["march", 6, "clear", []])
    play(w, events.defection, claims={"f1": ["f1"]})
    assert w.board.counters() == () and w.board.at.dead == ["west"]


@pytest.mark.parametrize(
    ("answer", "fits"), [([], True), (["f1", "f3"], True), (["f3", "f1"], False), (["f9"], False), ("f1", False)]
)
def test_some_of(answer: Any, fits: bool) -> None:
    options = events.SomeOf(("f1", "f2", "f3"))
    assert (options.why_not(answer) is None) is fits
    assert options.why_not(options.sample(lambda n: n - 1)) is None and options.default() == []
    assert options.describe() == {"some-of": ["f1", "f2", "f3"]}


def test_deserters() -> None:
    w = world({"kiefer": "jerome ii french:infantry west french-b<west=2"})
    scene = {"command": "army-west", "counters": ["f1", "f2", "f3", "f4", "f5", "f6"]}
    assert events.deserters(w.setting, w.known, scene) == ["f1", "f4", "f5"]


# -- who plays first -----------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "3.2-1")
@pytest.mark.rule(RULES, "2-A3")
@pytest.mark.parametrize("place", ["first", "second"])
@pytest.mark.parametrize("phasing", ["french", "russian"])
def test_napoleon_says_who_is_first(place: str, phasing: str) -> None:
    w = world(BOTH, turn=2)
    own = phasing == "french"
    orders, slots = ({"next": place}, {}) if own else ({"next": "first"}, {"order-of-play": place})
    play(w, events.first_player, orders, phasing, standing=slots)
    assert w.board.at.order == (["french", "russian"] if place == "first" else ["russian", "french"])


@pytest.mark.rule(RULES, "3.2-2")
@pytest.mark.parametrize(
    ("more", "dice", "chooser"),
    [
        pytest.param(
            {"taken": ["napoleon"], "chiefs": {"grande-armee": "", "russian-army": "bennigsen"}}, [5, 1], "french"
        ),
        pytest.param(
            {"gone": ["napoleon"], "chiefs": {"grande-armee": "ney", "russian-army": "bennigsen"}}, [2, 3], "russian"
        ),
        pytest.param(
            {"gone": ["napoleon"], "chiefs": {"grande-armee": "ney", "russian-army": "bennigsen"}},
            [2, 1, 6, 1],
            "french",
            id="a tie is thrown again",
        ),
        pytest.param({"gone": ["napoleon"]}, [1, 3], "russian", id="the highest rank counts"),
    ],
)
def test_without_him_dice_do(more: Any, dice: list[int], chooser: str) -> None:
    w = world(BOTH, turn=2, **more)
    slots = {"order-of-play": "second"}
    outcome = play(
        w, events.first_player, {}, "russian" if chooser == "french" else "french", standing=slots, dice=dice
    )
    assert w.board.at.order[1] == chooser
    assert told(outcome, "first-dice")[-1]["army"] == chooser and len(told(outcome, "first-dice")) == len(dice) // 2


def test_silence_is_first_and_nonsense_is_void() -> None:
    w = world(BOTH, turn=2)
    play(w, events.first_player)
    assert w.board.at.order == ["french", "russian"]
    outcome = play(w, events.first_player, {"next": "never"})
    assert w.board.at.order == ["french", "russian"] and len(told(outcome, "void")) == 1


@pytest.mark.parametrize(("number", "order"), [(1, ["russian", "french"]), (2, ["french", "russian"])])
def test_the_scenario_may_say_so_for_turn_1(number: int, order: list[str]) -> None:
    w = world(BOTH, turn=number, setting=changed(small(), first="russian"))
    play(w, events.first_player)
    assert w.board.at.order == order


# -- all of it ----------------------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "2-0")
@pytest.mark.rule(RULES, "2-A2")
@pytest.mark.rule(RULES, "2-A3")
@pytest.mark.rule(RULES, "2-A4")
def test_events_come_in_their_order() -> None:
    w = world({**BOTH, "castell": "rus-1 kamenskoi^"}, arrivals=[1, 2])

    def part(turn: Turn) -> Any:
        return events.begin(turn, 3)

    outcome = play(w, part, {"next": "second"}, dice=[1, 4])
    kinds = [event["kind"] for event in outcome.events]
    assert kinds == ["game-turn", "weather", "replaced", "order", "delay", "arrived", "strength-points-due"]
    assert (w.board.at.turn, w.board.player) == (3, "russian")
