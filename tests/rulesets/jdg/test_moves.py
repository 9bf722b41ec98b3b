"""The Movement Phase: stacks, paths, contact, forced marches, rest, entering, flags, generals alone.

`play` runs one procedure of a turn through the engine's own loop. Owners answer truthfully unless `says` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.loop import advance
from pbem.engine.requests import Choose, Claim, InHand, Roll
from rulesets.jours_de_gloire import displaced, guns, interception
from rulesets.jours_de_gloire.admin import signs_of
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.moves import movement, rest
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.signs import read_sign
from rulesets.jours_de_gloire.steps import Doings, exact_refusal, passes_flag, public_refusal
from rulesets.jours_de_gloire.turn import Part, Turn
from tests.rulesets.jdg.world import World, content, small, world

Json = Any
RULES = "jours-de-gloire"
HIDDEN, OPEN, ALONE = "hidden", "open", "solitaire"


def setting_of(how: str) -> Setting:
    return small(solitaire="yes") if how == ALONE else small(hiding=how)


def place(places: Mapping[str, str], how: str = HIDDEN, weather: str = "clear", **at: Any) -> World:
    """A position; in open games all lie face up and every command has 20 command points."""
    w = world(places, weather, setting_of(how), pc=dict.fromkeys(small().commands, 20), **at)
    if how != HIDDEN:
        for counter, held in w.known.items():
            w.board.see(counter, held)
    return w


class Script(Scripted):
    """Owners who know their counters. says: what is asked -> answers instead of the truth, in their order."""

    def __init__(
        self, w: World, dice: Iterable[int], leaves: Mapping[str, Json], says: Mapping[str, list[str]]
    ) -> None:
        super().__init__(dice=dice)
        self.world, self.signs, self.says = w, leaves, {say: list(those) for say, those in says.items()}
        self.asked: list[tuple[str, str, str]] = []
        self.rolled: list[str] = []
        self.counters: list[str] = []

    def roll(self, request: Roll, count: int, faces: int) -> Any:
        assert request.label not in self.rolled
        self.rolled.append(request.label)
        return super().roll(request, count, faces)

    def claim(self, request: Claim) -> Any:
        self.asked.append((request.side, request.say, request.marker))
        if self.says.get(request.say):
            return self.says[request.say].pop(0)
        scene = request.scene
        shown = {c: read_sign(self.signs.get(c)) for c in scene["counters"]}
        if request.say == displaced.LEADER:
            return interception.leader(shown, scene["box"], scene["barred"])
        if request.say == displaced.GUNS:
            return guns.leader(shown, scene["reach"])
        return displaced.pointed_fact(self.world.setting, request.say, self.world.known, scene)

    def open(self, side: str, marker: str) -> Any:
        self.asked.append((side, "open", marker))
        return self.world.known[marker]

    def look(self, side: str, tree: str, name: str) -> Any:
        self.asked.append((side, "look", name))
        return self.signs[name]

    def in_hand(self, request: InHand) -> list[str]:
        return [counter for counter in request.markers if counter in self.world.known]

    def choose(self, request: Choose) -> Any:
        if request.slot:
            self.asked.append((request.side, "slot", request.slot))
        return super().choose(request)


@dataclass
class Run:
    """What came of it. result: of the procedure."""

    board: Board
    script: Script
    events: list[dict[str, Json]]
    turn: Turn
    result: Json

    def told(self, *kinds: str) -> list[dict[str, Json]]:
        return [event for event in self.events if event["kind"] in kinds]

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events if event["kind"] != "claimed"]

    @property
    def cases(self) -> list[str]:
        """Cases of the entries that were void."""
        return [refusal.case for _, refusal in self.script.refusals]

    def boxes(self, *counters: str) -> list[str]:
        there = self.board.at["counters"]
        return [there[counter]["box"] if counter in there else "" for counter in counters]


@dataclass
class _OnePhase:
    procedure: Callable[[Turn], Part]
    turn: Turn
    result: Json = None
    done: dict[str, Json] = field(default_factory=dict)

    def phase(self, at: Json) -> Part:
        self.result = yield from self.procedure(self.turn)
        self.done = {"how": "played"}
        return self.turn.board.position()

    def over(self, at: Json) -> Json:
        return self.done


def play(
    w: World,
    orders: Mapping[str, Json],
    dice: Iterable[int] = (),
    *,
    plans: Mapping[str, Json] | None = None,
    says: Mapping[str, list[str]] | None = None,
    slots: Mapping[str, Json] | None = None,
    side: str = "french",
    do: Callable[[Turn], Part] = movement,
    came: Mapping[str, str] | None = None,
    intercepted: Mapping[str, list[str]] | None = None,
) -> Run:
    """One procedure of a side's turn. plans: unit or general -> reaction plan, of either side."""
    board, named = w.board, {w.ids[name]: plan for name, plan in (plans or {}).items()}
    board.at["player"] = side
    leaves: dict[str, Json] = {}
    for each in w.setting.sides:
        leaves |= signs_of(w.setting, board, w.known, each, named)
    if not w.setting.options.hidden:
        board.at["signs"] = dict(leaves)
    turn = Turn(w.setting, board, side, f"t1.{side}", dict(orders))
    turn.came.update(came or {})
    turn.intercepted.update(intercepted or {})
    script = Script(w, iter(dice), leaves, says or {})
    script.slots = dict(slots or {})
    game = _OnePhase(do, turn)
    state = {"at": board.position(), "input": {}, "trace": [], "phase_seq": 0, "n": 0, "need": {}, "over": {}}
    out = advance(game, state, script, {"french": "a", "russian": "b"})  # type: ignore[arg-type]
    assert out.state["over"], "somebody had to be asked"
    return Run(board, script, out.events, turn, game.result)


def moved(w: World, names: str, *path: Json, **more: Any) -> dict[str, Json]:
    """Orders of one stack."""
    return {"orders": [{"stack": list(w.of(names)), "path": list(path), **more}]}


def refused(w: World, orders: Mapping[str, Json], doings: Doings | None = None) -> str:
    """The case by which the last move of some orders breaks a rule, by the contents; empty if it does not."""
    found = exact_refusal(w.setting, w.board, "french", w.known, orders["orders"][-1], doings or Doings())
    return found.case if found else ""


BOTH = pytest.mark.parametrize("how", [HIDDEN, OPEN])


# -- paths and points ----------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "5.1-1")
@pytest.mark.rule(RULES, "2-B2-1")
def test_a_stack_goes_step_by_step(how: str) -> None:
    w = place({"iller": "i davout"}, how)
    run = play(w, moved(w, "i davout", "kiefer", "linde"))
    assert run.boxes("f1", "f2") == ["linde", "linde"]
    assert run.kinds() == ["activated", "step", "step"]
    assert run.turn.came == {"f1": "kiefer", "f2": "kiefer"} and run.board.at["moved"] == ["f1", "f2"]
    assert run.script.asked == []


@pytest.mark.parametrize(
    ("places", "names", "path", "weather", "more", "case"),
    [
        # Infantry, dotted, dotted, plain, plain: 6 PM, the whole allowance.
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-1"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs", "castell"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.1-2"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs"], "rain", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "T-MOVE"),
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["fels", "garten", "heide", "dachs", "castell"], "clear",
            {"forced": True}, "", marks=pytest.mark.rule(RULES, "5.4-2"),
        ),
        # Nobody to be linked to: no forced march, and a point less.
        pytest.param(
            {"eiche": "i"}, "i", ["iller"], "clear", {"forced": True}, "5.4-2", marks=pytest.mark.rule(RULES, "5.4-2")
        ),
        pytest.param(
            {"eiche": "i"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "4.5-3"),
        ),
        # Out of the chief's reach, with a general: a forced march of 7 PM.
        pytest.param(
            {"eiche": "i davout"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "4.5-2"),
        ),
        pytest.param(
            {"eiche": "i davout"}, "i", ["fels", "garten", "heide", "dachs"], "clear", {"forced": True}, "",
            marks=pytest.mark.rule(RULES, "4.5-2"),
        ),
        # The slowest counts.
        pytest.param(
            {"eiche": "i murat-i napoleon"}, "i murat-i napoleon",
            ["fels", "garten", "heide", "dachs", "heide"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.3-4"),
        ),
        pytest.param(
            {"eiche": "murat-i napoleon"}, "murat-i napoleon", ["fels", "garten", "heide", "dachs", "heide"], "clear",
            {}, "", marks=pytest.mark.rule(RULES, "5.3-4"),
        ),
        pytest.param(
            {"fels": "i napoleon"}, "i", ["kiefer"], "clear", {}, "5.1-5", marks=pytest.mark.rule(RULES, "5.1-5")
        ),
        pytest.param(
            {"eiche": "i napoleon"}, "i", ["garten"], "clear", {}, "5.1-4", marks=pytest.mark.rule(RULES, "5.1-4")
        ),
        # A ford costs a point more in rain: 5 PM carry just over two of them.
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke"], "rain", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke", "castell"], "rain", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        pytest.param(
            {"ahorn": "i napoleon"}, "i", ["eiche", "ahorn", "birke", "castell"], "snow", {}, "",
            marks=pytest.mark.rule(RULES, "5.1-6"),
        ),
        # An unlinked dummy of infantry: 5 PM.
        pytest.param(
            {"eiche": "french:infantry"}, "french:infantry", ["fels", "garten", "heide"], "clear", {}, "",
            marks=pytest.mark.rule(RULES, "7.1-2"),
        ),
        pytest.param(
            {"eiche": "french:infantry"}, "french:infantry", ["fels", "garten", "heide", "dachs"], "clear", {}, "5.1-1",
            marks=pytest.mark.rule(RULES, "7.1-2"),
        ),
        pytest.param({"eiche": "i napoleon"}, "i", [], "clear", {}, "5.1-2", marks=pytest.mark.rule(RULES, "5.1-2")),
    ],
)  # fmt: skip
def test_paths_by_the_contents(
    places: dict[str, str], names: str, path: list[str], weather: str, more: dict[str, Json], case: str
) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how, weather)
        assert refused(w, moved(w, names, *path, **more)) == case
    run = play(w, moved(w, names, *path, **more), [1, 1, 1])
    assert run.cases == ([case] if case else [])
    assert run.boxes(*w.of(names)) == [(w.board.box("f1") if case else path[-1])] * len(w.of(names))


@pytest.mark.rule(RULES, "5.0")
@pytest.mark.parametrize(
    ("weather", "more", "path", "case"),
    [
        ("clear", {}, ["fels", "garten", "fels", "garten"], ""),
        ("clear", {}, ["fels", "garten", "fels", "garten", "heide"], "5.1-1"),
        ("clear", {"forced": True}, ["fels", "garten", "fels", "garten", "heide", "garten"], ""),
        ("clear", {"forced": True}, ["fels", "garten", "fels", "garten", "fels", "garten"], "5.1-1"),
        ("snow", {}, ["fels", "garten", "fels", "garten"], "5.1-1"),
        ("mud", {}, ["fels", "garten", "fels"], ""),
    ],
)
def test_what_lies_face_down_may_be_the_fastest(
    weather: str, more: dict[str, Json], path: list[str], case: str
) -> None:
    w = place({"eiche": "i napoleon"}, HIDDEN, weather)
    entry = moved(w, "i", *path, **more)["orders"][0]
    found = public_refusal(w.setting, w.board, "french", entry, Doings())
    assert (found.case if found else "") == case
    assert refused(w, {"orders": [entry]}) == "5.1-1"


@BOTH
@pytest.mark.rule(RULES, "5.1-3")
def test_nobody_has_two_turns(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "west"}, how)
    f1, f3 = w.of("i west")
    orders = {"orders": [{"stack": [c], "path": [to]} for c, to in ((f1, "kiefer"), (f3, "linde"), (f1, "linde"))]}
    run = play(w, orders)
    assert run.cases == ["5.1-3"] and run.boxes(f1, f3) == ["kiefer", "linde"]


# -- stacks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "names", "more", "case"),
    [
        pytest.param("i ii guard davout napoleon", "i ii guard davout", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        pytest.param("i murat-i murat-ii davout napoleon", "i murat-i murat-ii davout napoleon", {}, "",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        pytest.param("i ii french:infantry davout napoleon", "i ii french:infantry", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.3-2")),
        # The chief himself may take any number along; a subordinate may not.
        pytest.param("i ii iv v guard napoleon", "i ii iv v guard napoleon", {"concentrate": True}, "",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
        pytest.param("i ii iv v guard napoleon", "i ii iv v guard napoleon", {}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
        pytest.param("i ii iv v guard davout", "i ii iv v guard davout", {"concentrate": True}, "5.3-2",
                     marks=pytest.mark.rule(RULES, "5.4-1")),
    ],
)  # fmt: skip
def test_stacks_by_the_contents(force: str, names: str, more: dict[str, Json], case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"eiche": force}, how)
        assert refused(w, moved(w, names, "iller", **more)) == case


@pytest.mark.rule(RULES, "5.3-2")
def test_too_many_counters_cannot_be_generals_all() -> None:
    w = place({"eiche": "i ii iv v guard murat-i murat-ii west legion"})
    names = "i ii iv v guard murat-i murat-ii west legion"
    run = play(w, moved(w, names, "iller"))
    assert run.cases == ["5.3-2"]


@BOTH
@pytest.mark.rule(RULES, "5.3-5")
def test_a_stack_begins_in_one_box(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "ii"}, how)
    run = play(w, moved(w, "i ii", "kiefer", "linde"))
    assert run.cases == ["5.3-5"] and run.boxes("f1") == ["iller"]
    run = play(w, {"orders": [{"stack": ["f1", "f1"], "path": ["kiefer"]}]})
    assert run.cases == ["5.3-5"]


@BOTH
@pytest.mark.rule(RULES, "5.3-1")
def test_a_box_holds_any_number(how: str) -> None:
    w = place({"iller": "i ii iii iv v guard napoleon", "kiefer": "west"}, how)
    run = play(w, moved(w, "west", "iller"))
    assert len(run.board.counters("french", "iller")) == 8


@pytest.mark.rule(RULES, "5.3-3")
@pytest.mark.rule(RULES, "5.3-7")
@pytest.mark.rule(RULES, "4.4-3")
def test_each_stack_pays_once() -> None:
    w = place({"iller": "davout i ii iv v", "eiche": "napoleon"}, OPEN)
    ids = w.of("davout i ii iv v")
    orders = {"orders": [{"stack": list(ids[:3]), "path": ["kiefer"]}, {"stack": list(ids[3:]), "path": ["kiefer"]}]}
    run = play(w, orders)
    assert [event["pc"] for event in run.told("activated")] == [0, 1]
    assert run.board.at["pc"]["grande-armee"] == 19


@pytest.mark.rule(RULES, "4.4-7")
def test_without_points_nobody_goes() -> None:
    w = place({"moor": "i", "heide": "ii"}, OPEN)
    w.board.at["pc"] = {"grande-armee": 3, "army-west": 9}
    orders = {"orders": [{"stack": ["f1"], "path": ["linde"]}, {"stack": ["f2"], "path": ["garten"]}]}
    run = play(w, orders)
    assert run.cases == ["4.4-3"] and run.board.at["pc"]["grande-armee"] == 1


@BOTH
@pytest.mark.rule(RULES, "8.8-6")
def test_the_besieged_stay(how: str) -> None:
    w = place({"castell": "i napoleon rus-1"}, how, inside={"castell": ["f1"]})
    run = play(w, moved(w, "i", "birke"))
    assert run.cases == ["8.8-6"]


# -- contact -------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "5.2-1")
def test_units_stop_a_stack(how: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry rus-1"}, how)
    run = play(w, moved(w, "i", "kiefer", "linde"))
    assert run.boxes("f1") == ["kiefer"] and run.told("halted")[0]["why"] == "contact"
    if how == HIDDEN:
        assert run.script.asked == [("russian", "real", "r1"), ("russian", "look", "r2")]
        assert run.board.hidden("russian") == ("r1", "r2")


@BOTH
@pytest.mark.rule(RULES, "5.2-2")
@pytest.mark.rule(RULES, "7.1-3")
@pytest.mark.parametrize(("path", "left"), [(["kiefer", "linde"], 2), (["kiefer"], 0)])
def test_dummies_let_it_pass_and_are_found_where_it_ends(how: str, path: list[str], left: int) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry russian:cavalry"}, how)
    run = play(w, moved(w, "i", *path))
    assert run.boxes("f1") == [path[-1]]
    assert len(run.board.counters("russian")) == left and run.board.hidden("russian") == ()
    out = run.board.at["out"]["russian"]
    assert (out["infantry"], out["cavalry"]) == ((0, 0) if left else (1, 1))


@pytest.mark.rule(RULES, "5.2-2")
@pytest.mark.parametrize("named", ["", "r1"])
def test_a_false_claim_does_not_let_it_pass(named: str) -> None:
    w = place({"iller": "i napoleon", "kiefer": "russian:infantry rus-1"})
    run = play(w, moved(w, "i", "kiefer", "linde"), says={"real": [named]})
    assert run.boxes("f1") == ["kiefer"] and run.board.hidden("russian") == ()


@pytest.mark.rule(RULES, "7.1-3")
def test_in_an_open_game_dummies_find_no_dummies() -> None:
    w = place({"iller": "french:infantry", "kiefer": "russian:infantry"}, OPEN)
    run = play(w, moved(w, "french:infantry", "kiefer"))
    assert run.boxes("f1", "r1") == ["kiefer", "kiefer"]


@pytest.mark.rule(RULES, "4.2-3")
@pytest.mark.parametrize(("wish", "to"), [(["iller", "linde"], "linde"), ([], "eiche"), (["eiche"], "eiche")])
def test_a_general_alone_goes_to_the_nearest_friends(wish: list[str], to: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"fels": "i napoleon", "garten": "kamenskoi", "linde": "rus-1", "heide": "rus-2"}, how)
        goal = {"eiche": "linde", "linde": "linde"}[to] if to != "linde" else to
        goal = "heide" if wish == [] or wish == ["eiche"] else goal
        run = play(w, moved(w, "i", "garten"), slots={"stranded": wish})
        assert run.boxes("r1") == [goal] and ("russian", "slot", "stranded") in run.script.asked
        assert run.told("stranded")[0]["from"] == "garten"


@pytest.mark.rule(RULES, "4.2-3")
def test_he_is_asked_nothing_where_one_box_is_nearest_and_may_pass_enemies() -> None:
    w = place({"fels": "i napoleon", "garten": "kamenskoi", "linde": "ii", "moor": "rus-1"})
    run = play(w, moved(w, "i", "garten"))
    assert run.boxes("r1") == ["moor"] and not any(what == "slot" for _, what, _ in run.script.asked)
    w = place({"fels": "napoleon i", "garten": "rus-2"}, OPEN)
    run = play(w, moved(w, "napoleon", "garten"))
    assert run.boxes("f1") == ["fels"]


# -- stragglers, fatigue, rest ----------------------------------------------------------------


@pytest.mark.rule(RULES, "5.4-3")
@pytest.mark.rule(RULES, "2-B2-2")
@pytest.mark.rule(RULES, "8.5-1")
def test_a_forced_march_costs_men_everybody_sees_the_dice_of() -> None:
    w = place({"iller": "i napoleon davout"})
    run = play(w, moved(w, "i davout", "kiefer", forced=True), [6, 3])
    assert run.board.log("f1") == [["march", 6, "clear", []]] and run.board.log("f3") == [["march", 3, "clear", []]]
    assert run.board.marked("f1", "lag") and run.board.marked("f1", "fatigued") and run.board.marked("f3", "fatigued")
    run = play(place({"iller": "i napoleon davout"}), moved(w, "i davout", "kiefer", forced=True, lead="f3"), [6, 3])
    assert run.board.log("f1") == [["march", 6, "clear", [3]]] and ("french", "look", "f3") in run.script.asked


@pytest.mark.rule(RULES, "5.4-3")
@pytest.mark.rule(RULES, "5.3-6")
@pytest.mark.rule(RULES, "5.4-1")
def test_open_games_do_the_sums_at_once() -> None:
    w = place({"iller": "i ii iv davout napoleon"}, OPEN)
    orders = moved(w, "i ii iv davout napoleon", "kiefer", forced=True, concentrate=True)
    # Forced: I, II (CO 4), IV (CO 3) with good generals: 6 - 2, 5 - 2, 6 - 1; then concentrated.
    run = play(w, orders, [6, 5, 6, 6, 1, 5])
    assert [(run.board.content(c)["pf"], run.board.content(c)["lag"]) for c in ("f1", "f2", "f3")] == [  # type: ignore[index]
        (5, 2), (7, 0), (10, 2),
    ]  # fmt: skip
    assert [event["cause"] for event in run.told("stragglers")] == ["march"] * 3 + ["mass"] * 3
    assert run.script.rolled[0] == "t1.french.move.0.march.f1" and not run.board.marked("f2", "lag")


@pytest.mark.rule(RULES, "5.4-3")
def test_a_unit_may_march_itself_to_nothing() -> None:
    w = place({"iller": "guard=1 napoleon"}, OPEN, "mud")
    run = play(w, moved(w, "guard", "kiefer", forced=True), [6])
    assert run.boxes("f1") == [""] and run.board.at["dead"] == ["guard"]
    assert run.kinds()[-1] == "worn-away"


@pytest.mark.rule(RULES, "5.4-3")
def test_dummies_throw_too_as_long_as_they_lie_face_down() -> None:
    w = place({"iller": "french:infantry napoleon", "kiefer": "french:cavalry^"})
    run = play(w, moved(w, "french:infantry", "kiefer", forced=True), [6])
    assert len(run.board.log("f1")) == 1
    run = play(w, moved(w, "french:cavalry", "linde", forced=True))
    assert run.told("stragglers") == []


@pytest.mark.rule(RULES, "5.4-4")
@pytest.mark.rule(RULES, "2-B2-2")
def test_who_rested_gets_men_back() -> None:
    w = place({"iller": "i=4/3 ii iii=5/1 napoleon", "garten": "rus-1=3/1"}, OPEN, moved=["f3"])
    run = play(w, {}, [5], do=rest)
    assert run.board.content("f1") == content(w.setting, "i=6/1")[1] and run.board.marked("f1", "lag")
    assert [(event["counter"], event["back"]) for event in run.told("rested")] == [("f1", 2)]


@pytest.mark.rule(RULES, "5.4-4")
def test_rest_of_those_who_lie_face_down_is_in_their_logs() -> None:
    w = place({"iller": "i=4/3 ii=5/1 iii napoleon"})
    w.board.mark("f1", "lag")
    w.board.write("f2", ["march", 6, "clear", []])
    run = play(w, {}, [4, 6], do=rest)
    assert run.board.log("f1") == [["rest", 4]] and run.board.log("f2")[-1] == ["rest", 6]
    assert len(run.script.rolled) == 2 and all("back" not in event for event in run.told("rested"))


# -- entering, flags, solitaire ---------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
def test_reinforcements_enter_by_their_road(how: str) -> None:
    w = place({"eiche": "napoleon i"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f3": content(w.setting, "late-foot")[1], "f4": content(w.setting, "late-horse")[1]}
    first = {"stack": ["f4"], "enter": "north-road", "holds": ["late-horse"], "path": ["birke", "ahorn", "birke"]}
    if how == HIDDEN:
        del first["holds"]
    run = play(w, {"orders": [first]})
    # One point for the road, then four: four are left to cavalry.
    assert run.cases == [] and run.boxes("f4") == ["birke"] and run.turn.came["f4"] == "ahorn"
    assert run.board.at["arrivals"] == [1, 2] and run.board.at["due"] == [0] and run.board.at["entering"] == {"0": 1}
    run = play(w, {"orders": [{"stack": ["f3"], "enter": "north-road", "path": ["birke"], "forced": True}]})
    assert run.boxes("f3") == [""] and run.cases == ["3.3-4"]
    run = play(w, {"orders": [{"stack": ["f3"], "enter": "north-road", "path": ["birke"]}]})
    assert run.boxes("f3") == ["birke"] and run.board.at["due"] == [] and "entering" not in run.board.at
    if how == OPEN:
        assert run.board.content("f3") == w.known["f3"] and run.board.at["signs"]["f3"]["kind"] == "infantry"
        assert run.board.at["pc"]["grande-armee"] == 20


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
def test_who_enters_may_stay_where_the_road_ends(how: str) -> None:
    w = place({"eiche": "napoleon i"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f3": content(w.setting, "late-foot")[1]}
    entry = {"stack": ["f3"], "enter": "north-road", **({"holds": ["late-foot"]} if how == OPEN else {})}
    run = play(w, {"orders": [entry]})
    assert run.boxes("f3") == ["nebel"] and run.cases == []


@pytest.mark.rule(RULES, "3.3-4")
@pytest.mark.parametrize(
    ("stack", "path", "case"),
    [
        (["late-foot"], ["birke", "ahorn", "eiche", "iller", "kiefer"], "5.1-1"),
        (["late-foot"], ["birke", "ahorn", "eiche", "iller"], ""),
        (["late-foot"], ["birke", "nebel", "birke"], "5.1-1"),
        (["i"], ["birke"], "3.3-4"),
        (["late-foot=1"], ["birke"], "3.3-4"),
    ],
)
def test_who_enters_pays_for_the_road(stack: list[str], path: list[str], case: str) -> None:
    w = place({"eiche": "napoleon"}, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {"f9": content(w.setting, stack[0])[1]}
    assert refused(w, {"orders": [{"stack": ["f9"], "enter": "north-road", "path": path}]}) == case


@BOTH
@pytest.mark.rule(RULES, "3.3-4")
@pytest.mark.parametrize(
    ("stack", "enter", "case"),
    [(["f9"], "south-track", "3.3-4"), (["f1"], "north-road", "3.3-4"), (["f7", "f8", "f9"], "north-road", "3.3-4")],
)
def test_nobody_else_enters(how: str, stack: list[str], enter: str, case: str) -> None:
    w = place({"eiche": "napoleon"}, how, turn=2, due=[0], arrivals=[0, 1, 2])
    w.known |= {counter: content(w.setting, "late-foot")[1] for counter in ("f7", "f8", "f9")}
    run = play(w, {"orders": [{"stack": stack, "enter": enter, "path": ["birke"]}]})
    assert run.cases == [case]


@pytest.mark.rule(RULES, "9-3")
@pytest.mark.rule(RULES, "8.8-1")
@pytest.mark.parametrize(
    ("how", "names", "more", "holder"),
    [
        (OPEN, "i", {}, "french"),
        (OPEN, "french:infantry", {}, "russian"),
        (OPEN, "napoleon", {}, "russian"),
        (HIDDEN, "i", {"flag": True}, "french"),
        (HIDDEN, "i", {}, "russian"),
    ],
)
def test_units_turn_flags_in_passing(how: str, names: str, more: dict[str, Json], holder: str) -> None:
    w = place({"birke": "i napoleon french:infantry"}, how)
    orders = moved(w, names, "castell", "birke", **more)
    assert passes_flag(w.setting, w.board, "french", orders["orders"][0])
    run = play(w, orders)
    assert run.board.at["control"]["castell"] == holder
    assert [event["case"] for event in run.told("control")] == (["8.8-1"] if holder == "french" else [])


@pytest.mark.rule(RULES, "9-3")
def test_no_flag_turns_where_the_enemy_stands_or_by_dummies() -> None:
    w = place({"birke": "i napoleon french:infantry", "castell": "rus-1"})
    run = play(w, moved(w, "i", "castell", flag=True))
    assert run.board.at["control"]["castell"] == "russian"
    w = place({"birke": "i napoleon french:infantry"})
    assert refused(w, moved(w, "french:infantry", "castell", flag=True)) == "9-3"


@pytest.mark.parametrize(
    ("names", "others", "dice", "weather", "points"),
    [
        pytest.param("i", "napoleon", [5], "clear", 6, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("murat-i", "napoleon", [2], "clear", 6, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("i murat-i", "napoleon", [1, 5], "clear", 3, marks=pytest.mark.rule(RULES, "10-2")),
        pytest.param("murat-i", "", [1], "clear", 3, marks=pytest.mark.rule(RULES, "10-3")),
        pytest.param("napoleon", "", [6], "clear", 8, marks=pytest.mark.rule(RULES, "10-4")),
        pytest.param("davout", "", [1], "clear", 3, marks=pytest.mark.rule(RULES, "10-4")),
        pytest.param("i", "", [1], "rain", 1, marks=pytest.mark.rule(RULES, "10-5")),
    ],
)
def test_solitaire_points(names: str, others: str, dice: list[int], weather: str, points: int) -> None:
    w = place({"iller": f"{names} {others}"}, ALONE, weather)
    run = play(w, moved(w, names, "kiefer", *["linde", "kiefer"] * 5), dice)
    assert run.told("points")[0]["points"] == points and len(run.told("step")) == points
    assert run.told("halted")[-1]["why"] == "points" and run.cases == []


@pytest.mark.rule(RULES, "10-1")
def test_nobody_reconnoitres_alone() -> None:
    w = place({"iller": "murat-i napoleon", "kiefer": "rus-1"}, ALONE)
    assert play(w, moved(w, "murat-i", "kiefer", {"recon": "stay"})).cases == ["10-1"]
