"""What the kit of all rulesets cannot know of Jours de Gloire: see `tests.rulesets.kit`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled, Game
from pbem.engine.desk import Combat
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.odds_query import WhatIf
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose, Claim, Look, Open, Request, Roll
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.hidden.signs import Sign
from rulesets.jours_de_gloire.rules.admin import administer, signs_of
from rulesets.jours_de_gloire.rules.march.detaching import detachments
from rulesets.jours_de_gloire.rules.march.moves import March, ordered
from rulesets.jours_de_gloire.rules.march.steps import Doings
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn
from tests.rulesets.kit.desk import Fight, Rules, Spot

Json = Any


class Quiet(March):
    """A march after which nobody is looked for in the box: who is found there is seen later."""

    def _settles(self) -> Part:
        yield from ()


class Peace(OpenBook):
    """A turn in which the other army has nothing but dummies face down, nobody reacts, and dice do no harm."""

    def foreseen(self, request: Request) -> Json:
        """Of dice the best for who marches, of the enemy nothing."""
        if isinstance(request, Roll):
            return (1,)
        if isinstance(request, Claim):
            return ""
        if isinstance(request, Open):
            return tuple({"dummy": "infantry"} for _ in request.markers)
        if isinstance(request, Look):
            return tuple(Sign().leaf() for _ in request.names)
        assert isinstance(request, Choose)
        return request.options.default()


def setting_of(spot: Spot) -> Setting:
    found: Setting = spot.game.setting  # type: ignore[attr-defined]
    return found


def kept(compiled: Compiled) -> Json:
    """Without the orders with which anything is wrong."""
    void = {fault.path[1] for fault in compiled.faults if fault.path[0] == "orders" and len(fault.path) > 1}
    listed = compiled.input.get("orders", ())
    return {**compiled.input, "orders": [{"stack": []} if i in void else entry for i, entry in enumerate(listed)]}


def stood(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    setting, army = setting_of(spot), spot.request.army
    board, orders = Board(setting, spot.request.scene), kept(compiled)
    seen = setting.fog.contents(board)
    if seen is not None:
        board.at.signs = signs_of(setting, board, seen, setting.foe(army), {})
    turn, doings = Turn(setting, board, army, "t1", orders), Doings()
    own = Own(army, spot.own.with_hidden(compiled.hide).markers, {HIDDEN: compiled.leaves.get(HIDDEN, {})})
    peace = Peace(own)
    peace.carry_out(administer(turn))
    peace.carry_out(detachments(turn, doings))
    for number, _ in enumerate(orders["orders"]):
        peace.carry_out(ordered(turn, number, doings, Quiet))
    return {counter: board.box(counter) for counter in board.counters(army)}


def names(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    """Who was dealt anew by the counter under which he lay, who comes onto the map by his name."""
    scene, known = spot.request.scene, spot.own.with_hidden(compiled.hide).markers
    found: dict[str, str] = {}
    board = Board(setting_of(spot), scene)
    held = {**spot.own.markers, **board.known()}
    for entry in compiled.input.get("mix", ()):
        left = list(entry["counters"])
        for old in board.counters(spot.request.army, entry["box"]):
            new = next((one for one in left if _same(known.get(one), held.get(old))), "")
            if new:
                found[new] = old
                left.remove(new)
    for entry in compiled.input.get("detach", ()):
        found[entry["counter"]] = entry.get("unit") or who(known.get(entry["counter"])) or entry["counter"]
    for entry in compiled.input.get("orders", ()):
        if "enter" in entry and "stack" in entry:
            contents = entry.get("holds") or [who(known.get(counter)) for counter in entry["stack"]]
            found |= {counter: name for counter, name in zip(entry["stack"], contents, strict=True) if name}
    return found


def _same(one: Json, other: Json) -> bool:
    """Logs may have worn a unit down since it was committed to."""
    name = who(other)
    return who(one) == name if name else one == other


def fights(preview: Json) -> Sequence[Fight]:
    return [((one["at"],), tuple(sorted(one["own"]["counters"])), ()) for one in preview.get("battles", ())]


def beside(spot: Spot, place: str) -> Sequence[str]:
    """Nothing beside enemies who are seen: a path may lead on there, and the march ends."""
    setting, board = setting_of(spot), Board(setting_of(spot), spot.request.scene)
    foes = (setting.troops(board.content(counter)) for counter in board.enemies(spot.request.army, place))
    return () if any(foes) else setting.field.neighbours(place)


DESK = Rules(beside, stood, fights, kept, names)


def question(document: Json, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf | None:
    """The battle as `pbem odds` asks for it: whoever is named is supposed to be in the box, and nobody elsewhere."""
    return WhatIf(combat.on, combat.by) if {who for who, _ in moved} <= set(combat.by) else None


def foreseen(told: Json) -> Sequence[Json]:
    """Where there will be battles, as a preview has it."""
    return [[one["at"]] for one in told.get("battles", ())]


def happened(events: Sequence[Mapping[str, Json]]) -> Sequence[Json]:
    """Where the first battle is, if nobody has reacted: the enemy's reactions are not foreseen."""
    reacted = any(event["kind"] in ("intercepted", "guns", "withdrew") for event in events)
    return [] if reacted else [event["at"] for event in events if event["kind"] == "battle"][:1]


def follows(game: Game) -> bool:
    """Whether `stood` and `beside` know what happens: not against an army that nobody plays."""
    return not game.setting.options.solitaire  # type: ignore[attr-defined]


def known(at: Json) -> Collection[str]:
    """Chiefs of commands: everybody knows who they are, wherever they lie."""
    return set(at["chiefs"].values())


def left(at: Json) -> Collection[str]:
    """Generals who have left the war with their command."""
    return set(at["gone"])
