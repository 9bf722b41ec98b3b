"""One procedure of a turn, such as a Movement Phase, through the engine's own loop.

Owners answer truthfully unless `says` has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.loop import advance
from pbem.engine.requests import Choose, Claim, InHand, Roll
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.signs import read_sign
from rulesets.jours_de_gloire.rules.admin import signs_of
from rulesets.jours_de_gloire.rules.fights import guns
from rulesets.jours_de_gloire.rules.march import contact, interception
from rulesets.jours_de_gloire.rules.march.moves import movement
from rulesets.jours_de_gloire.rules.march.steps import Doings, exact_refusal
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn
from tests.rulesets.jours_de_gloire.world import World, public, small, world

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
        self.asked.append((request.army, request.say, request.marker))
        if self.says.get(request.say):
            return self.says[request.say].pop(0)
        scene = request.scene
        shown = {c: read_sign(self.signs.get(c)) for c in scene["counters"]}
        if request.say == contact.LEADER:
            return next(iter(interception.leaders(shown, scene["box"], scene["barred"])), "")
        if request.say == contact.GUNS:
            return next(iter(guns.leaders(shown, scene["reach"])), "")
        return next(iter(contact.pointed_facts(self.world.setting, request.say, self.world.known, scene)), "")

    def open(self, army: str, marker: str) -> Any:
        self.asked.append((army, "open", marker))
        return self.world.known[marker]

    def look(self, army: str, tree: str, name: str) -> Any:
        self.asked.append((army, "look", name))
        return self.signs[name]

    def in_hand(self, request: InHand) -> list[str]:
        return [counter for counter in request.markers if counter in self.world.known]

    def choose(self, request: Choose) -> Any:
        if request.slot:
            self.asked.append((request.army, "slot", request.slot))
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
        there = self.board.at.counters
        return [there[counter].box if counter in there else "" for counter in counters]


@dataclass
class _OnePhase:
    procedure: Callable[[Turn], Part]
    turn: Turn
    result: Json = None
    done: dict[str, Json] = field(default_factory=dict)

    def phase(self, at: Json) -> Part:
        self.result = yield from self.procedure(self.turn)
        self.done = {"how": "played"}
        return public(self.turn.board)

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
    army: str = "french",
    do: Callable[[Turn], Part] = movement,
    came: Mapping[str, str] | None = None,
    intercepted: Mapping[str, list[str]] | None = None,
) -> Run:
    """One procedure of an army's turn. plans: unit or general -> reaction plan, of either army."""
    board, named = w.board, {w.ids[name]: plan for name, plan in (plans or {}).items()}
    board.at.player = army
    leaves: dict[str, Json] = {}
    for each in w.setting.armies:
        leaves |= signs_of(w.setting, board, w.known, each, named)
    if not w.setting.options.hidden:
        board.at.signs = dict(leaves)
    turn = Turn(w.setting, board, army, f"t1.{army}", dict(orders))
    turn.came.update(came or {})
    turn.intercepted.update(intercepted or {})
    script = Script(w, iter(dice), leaves, says or {})
    script.slots = dict(slots or {})
    game = _OnePhase(do, turn)
    state = {"at": public(board), "input": {}, "trace": [], "phase_seq": 0, "n": 0, "need": {}, "over": {}}
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
