"""A Combat Phase of the small war, played through the engine's own loop by a script that knows both armies.

Forces are written as in `world`. In an open game every counter lies face up; in a hidden one all lie face down unless
their word ends in `^`. Dice are named by the end of their label behind `fight.`: `garten.r1.a`, `castell.siege`;
`garten.a` is that die in all rounds. Those not named are 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema

from pbem.engine.answerers import Scripted
from pbem.engine.loop import DEFER, Defer, Stop, advance
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose, Claim, Phase, Roll, Silent
from pbem.engine.state import State
from rulesets.jours_de_gloire.documents import standing
from rulesets.jours_de_gloire.hidden.signs import DUMMY, Sign
from rulesets.jours_de_gloire.rules.fights.contacts import CLOSES, closers
from rulesets.jours_de_gloire.rules.fights.fights import combat
from rulesets.jours_de_gloire.rules.fights.guns import Marchers
from rulesets.jours_de_gloire.rules.march.contact import pointed_facts
from rulesets.jours_de_gloire.setting import GENERAL, Setting
from rulesets.jours_de_gloire.turn import Turn
from tests.rulesets.jours_de_gloire.world import World, public, small


class Table(Scripted):
    """Answers truly for both armies and notes who was asked for what. slots: `army.slot` -> value, else the default."""

    def __init__(
        self,
        setting: Setting,
        world: World,
        signs: Mapping[str, Json],
        slots: Mapping[str, Json],
        dice: Mapping[str, int],
    ) -> None:
        super().__init__(markers=world.known)
        self.setting, self.world, self.signs, self.wanted, self.named = setting, world, signs, slots, dice
        self.asked: list[tuple[str, str]] = []
        self.rolled: list[str] = []
        self.lies: dict[str, str] = {}

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """What was said; who is asked matters only where a slot answers that was not opened before."""
        return DEFER

    def standing(self, army: str, slot: str) -> Json | Stop:
        """As told, else the default."""
        self.asked.append((army, slot))
        entry = next(entry for entry in standing.slots(self.setting, army) if entry.name == slot)
        value = self.wanted.get(f"{army}.{slot}", entry.default)
        assert value == "ask" or jsonschema.Draft202012Validator(entry.schema).is_valid(value), (slot, value)
        return value

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """As told, else 1."""
        name = request.label.partition(".fight.")[2]
        self.rolled.append(name)
        assert request.rule
        return [self.named.get(name, self.named.get(re.sub(r"\.r[1-4]", "", name), 1))]

    def open(self, army: str, marker: str) -> Json | Stop:
        """What is in it."""
        self.asked.append((army, f"open {marker}"))
        return self.world.known[marker]

    def claim(self, request: Claim) -> Json | Stop:
        """The truth, unless a lie was told."""
        self.asked.append((request.army, f"{request.say} {request.scene['box']}"))
        if request.marker in self.lies:
            return self.lies[request.marker]
        if request.say == CLOSES:
            return next(iter(closers(self.setting, self.world.known, request.scene)), "")
        return next(iter(pointed_facts(self.setting, request.say, self.world.known, request.scene)), "")

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The sign."""
        self.asked.append((army, f"sign {name}"))
        return self.signs[name]


class OnePhase:
    """A game of one Combat Phase."""

    def __init__(self, turn: Turn, marchers: Mapping[str, Sequence[Marchers]]) -> None:
        self.turn, self.marchers, self.ended = turn, marchers, False
        self.result: Any = None

    def phase(self, at: Json) -> Phase:
        """The phase, once."""
        self.result = yield from combat(self.turn, self.marchers)
        self.ended = True
        return public(self.turn.board)

    def over(self, at: Json) -> Json:
        """After the phase."""
        return {"how": "played"} if self.ended else {}


class Fought:
    """A Combat Phase that was fought. ended: whether the game is over by it. due: a question that stopped it, or ""."""

    def __init__(self, world: World, turn: Turn, table: Table, events: list[Json], result: Any, due: str) -> None:
        self.world, self.turn, self.table, self.events, self.ended = world, turn, table, events, result
        self.due = due
        self.at, self.asked, self.rolled = public(turn.board), table.asked, table.rolled

    def told(self, kind: str) -> list[Json]:
        """The events of a kind."""
        return [event for event in self.events if event["kind"] == kind]

    @property
    def refusals(self) -> list[tuple[str, Refusal]]:
        """What was illegal."""
        return self.table.refusals

    def box(self, name: str) -> str:
        """Where somebody is now; empty for who is gone."""
        counter = self.world.ids[name]
        return self.turn.board.box(counter) if counter in self.turn.board.at.counters else ""

    def pf(self, name: str) -> int:
        """Strength of a unit that lies face up, 0 for one that is gone."""
        counter = self.world.ids[name]
        seen = self.turn.board.content(counter) if counter in self.turn.board.at.counters else None
        return int(seen["pf"]) if seen is not None else 0

    def in_sections(self) -> bool:
        """Whether the phasing army was asked for nothing any more once the other army had begun to speak."""
        speakers = [army for army, _ in self.asked]
        return speakers == sorted(speakers, key=lambda army: army != self.turn.army)

    def opened(self, army: str) -> list[str]:
        """Counters of an army that were opened."""
        return [what.split()[1] for who, what in self.asked if who == army and what.startswith("open ")]


def fight(
    places: Mapping[str, str],
    dice: Mapping[str, int] | None = None,
    *,
    army: str = "french",
    hidden: bool = True,
    came: Mapping[str, str] | None = None,
    bridged: str = "",
    intercepted: Mapping[str, str] | None = None,
    later: str = "",
    marchers: Sequence[tuple[str, str, int, str]] = (),
    orders: Mapping[str, Json] | None = None,
    slots: Mapping[str, Json] | None = None,
    plans: Mapping[str, Json] | None = None,
    unlinked: str = "",
    fatigued: str = "",
    lies: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    logs: Mapping[str, list[Json]] | None = None,
    weather: str = "clear",
    **at: Any,
) -> Fought:
    """Fights what stands in the same boxes.

    came: names -> box from which they entered theirs. intercepted: box -> names. later: names of those who came to such
    a box only then. marchers: (battle box, names, PM, box
    from which they enter). plans: name -> plan in its sign. unlinked: names whose sign has no line. fatigued: names.
    lies: name of the counter asked -> what its owner states instead of the truth. logs: name -> log. `inside` has
    names.
    """
    setting = small(hiding="hidden" if hidden else "open", **(options or {}))
    up = places if hidden else {box: " ".join(f"{w.rstrip('^')}^" for w in ws.split()) for box, ws in places.items()}
    world = World(up, {"weather": weather, "player": army, **at}, setting)
    ids = world.ids
    board = world.board
    for box, inside in list(board.at.inside.items()):
        board.at.inside = {**board.at.inside, box: [ids[name] for name in inside]}
    for name in fatigued.split():
        board.mark(ids[name], "fatigued")
    for name, log in (logs or {}).items():
        for entry in log:
            board.write(ids[name], entry)
    signs = {c: _sign(setting, name, world.known[c], plans or {}, unlinked) for name, c in ids.items()}
    if not hidden:
        board.at.signs = signs
    turn = Turn(setting, board, army, f"t1.{army}", dict(orders or {}))
    for names, start in (came or {}).items():
        turn.came |= {ids[name]: start for name in names.split()}
    turn.bridged = {ids[name] for name in bridged.split()}
    turn.intercepted = {box: [ids[name] for name in names.split()] for box, names in (intercepted or {}).items()}
    late = {ids[name] for name in later.split()}
    turn.surprised = {box: tuple(c for c in board.counters(army, box) if c not in late) for box in turn.intercepted}
    marching: dict[str, list[Marchers]] = {}
    for box, names, points, via in marchers:
        counters = world.of(names)
        marching.setdefault(box, []).append(Marchers(counters, points, board.box(counters[0]), via))
    table = Table(setting, world, signs, slots or {}, dice or {})
    table.lies = {ids[name]: ids.get(value, value) for name, value in (lies or {}).items()}
    game = OnePhase(turn, marching)
    letters = {"french": "a", "russian": "b"}
    state: State = {"at": public(board), "input": {}, "trace": [], "phase_seq": 0, "need": {}, "n": 0, "over": {}}
    outcome = advance(game, state, table, letters)  # type: ignore[arg-type]
    return Fought(world, turn, table, outcome.events, game.result, str(outcome.state["need"].get("ask", "")))


FRENCH = ("french", "napoleon", "ney", "i", "ii", "iii", "iv", "v", "guard", "murat-i", "legion")


def attack(places: dict[str, str], dice: Mapping[str, int] | None = None, *, came: str = "fels", **more: Any) -> Fought:
    """The French enter Garten, all by one box."""
    names = (word.partition("=")[0] for word in places["garten"].split())
    return fight(places, dice, came={" ".join(name for name in names if name.split(":")[0] in FRENCH): came}, **more)


def _sign(setting: Setting, name: str, held: Json, plans: Mapping[str, Json], unlinked: str) -> Json:
    kind = setting.kind(held)
    general = setting.general(held)
    link = 0 if name in unlinked.split() else 2
    if general is not None:
        return Sign(GENERAL, general.vc, general.rank, link, plans.get(name, {})).leaf()
    return Sign(DUMMY if setting.dummy(held) else kind, 0, 0, link, plans.get(name, {})).leaf()
