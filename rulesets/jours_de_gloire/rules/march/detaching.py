"""jdg 6.1: detachments formed and taken back, before anybody moves.

An entry of `detach`, as public input: {"from": counter, "counter": fresh counter}, in open games with "unit" (the
detachment counter of the game) and "pf". An entry of `rejoin`: {"unit": counter, "detachment": counter}. In a hidden
game both counters are committed to anew in the same message, strength as it is after their logs, so these begin afresh.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from rulesets.jours_de_gloire.board import Board, well_formed
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.rules.admin import signs_of
from rulesets.jours_de_gloire.rules.march.command import link, may_detach
from rulesets.jours_de_gloire.rules.march.steps import Doings
from rulesets.jours_de_gloire.setting import Known, Setting, Troops
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any


def detachments(turn: Turn, doings: Doings) -> Part:
    """jdg 6.1-1, 6.1-3, 6.1-4: all entries of `detach`, then of `rejoin`; what it costs goes to `doings`."""
    for number, _ in enumerate(turn.orders.get("detach", ())):
        yield from detach(turn, number, doings)
    for number, _ in enumerate(turn.orders.get("rejoin", ())):
        yield from rejoin(turn, number, doings)


def detach(turn: Turn, number: int, doings: Doings) -> Part:
    """jdg 6.1-1, 6.1-4: one entry of `detach`."""
    entry = yield from turn.judged(detach_refusal, "detach", ("detach", number), {})
    if entry and (yield from turn.in_hand((entry["from"], entry["counter"]), f"detach.{number}")):
        yield from _detach(turn, entry, doings)


def rejoin(turn: Turn, number: int, doings: Doings) -> Part:
    """jdg 6.1-3, 6.1-4: one entry of `rejoin`."""
    entry = yield from turn.judged(rejoin_refusal, "rejoin", ("rejoin", number), {})
    if entry and (yield from turn.in_hand((entry["unit"],), f"rejoin.{number}")):
        yield from _rejoin(turn, entry, doings)


def detach_refusal(board: Board, entry: Json, known: Known | None) -> Refusal | None:
    """jdg 6.1-1, 6.1-2, 6.1-3, 6.1-5, 4.5-2, 4.5-3: a judge of one entry of `detach`. It has "unit" and "pf" where
    somebody looks into the unit."""
    refusal = public_detach_refusal(board, entry)
    if refusal is not None or known is None or entry["from"] not in known:
        return refusal
    return exact_detach_refusal(board.setting, board, known, entry)


def rejoin_refusal(board: Board, entry: Json, known: Known | None) -> Refusal | None:
    """jdg 6.1-3, 6.1-6, 6.1-7: a judge of one entry of `rejoin`."""
    refusal = public_rejoin_refusal(board, entry)
    if refusal is not None or known is None or not {entry["unit"], entry["detachment"]} <= known.keys():
        return refusal
    return exact_rejoin_refusal(board.setting, board, known, entry)


# -- forming -------------------------------------------------------------------------------


def public_detach_refusal(board: Board, entry: Json) -> Refusal | None:
    """jdg 6.1-1, 6.1-3: what everybody can see: the parent stands free of enemies, and face down in a hidden game."""
    refusal = _own_refusal(board, "6.1-1", (entry["from"],))
    if refusal is None and entry["counter"] not in board.free(board.player):
        refusal = Refusal("6.1-1", f"{entry['counter']} is no free number", entry["counter"])
    return refusal


def exact_detach_refusal(setting: Setting, board: Board, known: Known, entry: Json) -> Refusal | None:
    """jdg 6.1-1, 6.1-2, 6.1-5, 4.5-2, 4.5-3: why a unit cannot form this detachment.

    entry: with "unit" and "pf". known: contents of the army's counters, logs settled, as they are before it.
    """
    counter, parent = entry["from"], setting.troops(known.get(entry["from"]))
    if parent is None or not parent.initial or parent.detachment:
        return Refusal("6.1-1", f"{counter} is no unit that forms detachments", counter)
    part, pf = _formed(setting, entry, parent), entry.get("pf")
    least = setting.charts.number("detachment", "least")
    army = board.army(counter)
    used = {who(known.get(other)) for other in board.counters(army)}
    # A unit of the scenario bears its own detachment counter as long as it is in the game.
    used |= {unit.counter for unit in setting.units.values() if unit.id not in board.at.dead}
    if part is None or entry["unit"] in used or setting.forces.detachments[part.id].army != army:
        free = [uid for uid, one in setting.forces.detachments.items() if one.army == army and uid not in used]
        why = ", it is in use already" if part is not None and part.id in used else ""
        text = f"{str(entry.get('unit'))[:24]} is no free detachment counter{why}; free: {', '.join(free) or 'none'}"
        return Refusal("6.1-1", text, counter, legal=tuple(free))
    if part.kind != parent.kind:
        text = f"{parent.name} is {parent.kind} and cannot form {part.name} ({part.id}), which takes {part.kind}"
        return Refusal("6.1-1", text, counter)
    if part.co > parent.co:
        text = f"{part.name} has a better cohesion ({part.co}) than {parent.name} ({parent.co}): take another counter"
        return Refusal("6.1-5", text, counter)
    if type(pf) is not int or not least <= pf <= int(known[counter]["pf"]) - least:
        most = int(known[counter]["pf"]) - least
        text = (
            f"{parent.name} and {part.name} keep at least {least} strength point each: write pf from {least} to {most}"
        )
        return Refusal("6.1-1", text if most >= least else f"{parent.name} is too weak to be divided", counter)
    if may_detach(link(setting, board, known, counter)):
        return None
    return Refusal("4.5-2", f"{parent.name} is out of command and forms no detachment", counter)


def _formed(setting: Setting, entry: Json, parent: Troops) -> Troops | None:
    name = entry.get("unit")
    known = isinstance(name, str) and name in setting.forces.detachments
    return setting.troops({"unit": name, "of": parent.id}) if known else None


def divided(parent: Json, entry: Json) -> tuple[Json, Json]:
    """jdg 6.1-1: contents of a unit and its detachment afterwards, of the unit before, logs settled; stragglers stay
    with the unit."""
    rest = {**parent, "pf": int(parent["pf"]) - entry["pf"]}
    return rest, {"unit": entry["unit"], "pf": entry["pf"], "lag": 0, "of": parent["unit"]}


def _detach(turn: Turn, entry: Json, doings: Doings) -> Part:
    board, counter, new = turn.board, entry["from"], entry["counter"]
    box, parent = board.box(counter), board.content(counter)
    if parent is None:
        board.turn_down(counter)
        board.place(new, turn.army, box)
    else:
        rest, part = divided(parent, entry)
        board.see(counter, rest)
        board.place(new, turn.army, box, part)
        sign_anew(turn, (new,))
    _spend(turn, doings, (counter, new))
    event = {"army": turn.army, "counter": counter, "new": new, "at": box, "case": "6.1-1"}
    yield Tell({"kind": "detached", **event})


# -- taking back -----------------------------------------------------------------------------


def public_rejoin_refusal(board: Board, entry: Json) -> Refusal | None:
    """jdg 6.1-3: what everybody can see: both stand together, free of enemies."""
    both = (entry["unit"], entry["detachment"])
    refusal = _own_refusal(board, "6.1-3", both)
    if refusal is None and (both[0] == both[1] or board.box(both[0]) != board.box(both[1])):
        refusal = Refusal("6.1-3", f"{both[0]} and {both[1]} are not two counters of one box", both[1])
    return refusal


def exact_rejoin_refusal(setting: Setting, board: Board, known: Known, entry: Json) -> Refusal | None:
    """jdg 6.1-3, 6.1-6, 6.1-7: why a unit cannot take this detachment up.

    known: contents of the army's counters, logs settled, as they are before it.
    """
    counter = entry["detachment"]
    unit, part = setting.troops(known.get(entry["unit"])), setting.troops(known.get(counter))
    if unit is None or not unit.initial or part is None or not part.detachment:
        return Refusal("6.1-3", f"{counter} is no detachment that this unit takes up", counter)
    if part.kind != unit.kind:
        return Refusal("6.1-6", f"{unit.name} is {unit.kind} and cannot take up {part.name}", counter)
    if part.independent and unit.guard:
        return Refusal("6.1-7", f"{unit.name} is of the Guard and takes up no independent detachment", counter)
    if not part.independent and known[counter].get("of") != unit.id:
        text = f"{part.name} was not formed from {unit.name}: a detachment goes back to its own unit"
        return Refusal("6.1-3", text, counter)
    if well_formed(setting, joined(known[entry["unit"]], known[counter])):
        return None
    text = f"{unit.name} would become stronger than the {unit.initial} strength points that it began with"
    return Refusal("6.1-6", text, counter)


def joined(unit: Json, part: Json) -> Json:
    """jdg 6.1-3: the content of a unit that has taken a detachment up, stragglers of both included."""
    return {**unit, "pf": int(unit["pf"]) + int(part["pf"]), "lag": int(unit["lag"]) + int(part["lag"])}


def _rejoin(turn: Turn, entry: Json, doings: Doings) -> Part:
    board, counter, part = turn.board, entry["unit"], entry["detachment"]
    content, added = board.content(counter), board.content(part)
    if content is None or added is None:
        board.turn_down(counter)
        board.mark(counter, "lag", board.marked(counter, "lag") or board.marked(part, "lag"))
    else:
        board.see(counter, joined(content, added))
        board.mark(counter, "lag", board.content(counter)["lag"] > 0)  # type: ignore[index]
    doings.spent[counter] = max(doings.spent.get(counter, 0), doings.spent.get(part, 0))
    _spend(turn, doings, (counter,))
    event = {"army": turn.army, "counter": counter, "gone": part, "at": board.box(counter), "case": "6.1-3"}
    board.remove(part)
    yield Tell({"kind": "rejoined", **event})


# -- both ------------------------------------------------------------------------------------


def _own_refusal(board: Board, case: str, counters: Sequence[str]) -> Refusal | None:
    own = board.counters(board.player)
    for counter in counters:
        if counter not in own:
            return Refusal(case, f"{counter} is no counter of yours in play", counter)
        if board.engaged(counter):
            return Refusal("6.1-3", f"{counter} is engaged with the enemy: nobody is detached or taken back", counter)
        if board.setting.fog.exposed(board, counter):
            return Refusal(case, f"{counter} lies face up: what it holds cannot change unseen", counter)
    return None


def _spend(turn: Turn, doings: Doings, counters: Sequence[str]) -> None:
    """jdg 6.1-4: forming a detachment, and taking one back, costs movement points."""
    for counter in counters:
        doings.spent[counter] = doings.spent.get(counter, 0) + turn.setting.charts.number("detachment", "points")


def sign_anew(turn: Turn, counters: Sequence[str]) -> None:
    """jdg 2-B1-4: in an open game counters that came into play after the Administrative Phase get signs, without plans;
    their links are those of this moment."""
    board, known = turn.board, turn.setting.fog.contents(turn.board)
    if counters and known is not None:
        found = signs_of(turn.setting, board, known, turn.army, {})
        board.at.signs = {**(board.at.signs or {}), **{counter: found[counter] for counter in counters}}
