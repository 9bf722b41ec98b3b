"""What an entry of `orders` may order: for everybody to see, and by what its counters really hold.

An entry, as public input: {"stack": [counters], "path": [...]} with, where they apply, "enter" (an entry of the map),
"holds" (open games: units and generals that enter, one for each counter; without it the next who are due), "entrench",
"forced", "concentrate", "flag": true; "lead": a general's counter whose sign is opened; "command": who pays. An item of
the path is a box, a work (`engineers.is_work`) or at the end a reconnaissance (`recon.is_recon`).

In a hidden game `public_refusal` is what the engine goes by. `exact_refusal` goes by the contents: the owner's program
and the audit ask it, and the engine in open games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.board import MOVED, Board
from rulesets.jours_de_gloire.rules.march import engineers
from rulesets.jours_de_gloire.rules.march.comers import arrival_of, coming_by, still_out
from rulesets.jours_de_gloire.rules.march.command import (
    Lines,
    chiefs_in,
    concentrated,
    marching_refusal,
    riding_alone,
    stack_allowance,
    unled,
)
from rulesets.jours_de_gloire.rules.march.engineers import is_work, pf_refusal
from rulesets.jours_de_gloire.rules.march.march import allowance, entry_cost, path_refusal, stack_refusal, step_cost
from rulesets.jours_de_gloire.rules.march.paying import bill
from rulesets.jours_de_gloire.rules.march.recon import is_recon, judged
from rulesets.jours_de_gloire.rules.victory import valued
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY, Known, Setting

Json = Any
KINDS: Final = (GENERAL, INFANTRY, CAVALRY)
FAR: Final = 10**6


@dataclass
class Doings:
    """What an army's counters did in the running Movement Phase.

    acted: those that had their turn (5.1-3). spent: PM that detaching or rejoining cost them (6.1-4).
    """

    acted: set[str] = field(default_factory=set)
    spent: dict[str, int] = field(default_factory=dict)


def told(entry: Json, member: str) -> bool:
    """Whether an entry says so."""
    return entry.get(member) is True


def path_of(entry: Json) -> tuple[Json, ...]:
    """The items of its path."""
    return tuple(entry.get("path", ()))


# -- what everybody sees ---------------------------------------------------------------------


def public_refusal(setting: Setting, board: Board, army: str, entry: Json, doings: Doings) -> Refusal | None:
    """jdg 5.1-3, 5.3-2, 5.3-5, 8.8-6, 3.3-4, 6.2-1, 6.2-5: why nobody could carry this out, whatever it holds.

    Where contents decide, the most favourable one counts: a path may cost what the fastest counters have.
    """
    return _public(setting, board, army, entry, doings)[0]


def _public(setting: Setting, board: Board, army: str, entry: Json, doings: Doings) -> tuple[Refusal | None, int]:
    """The same, and the PM that its path takes."""
    refusal = _seen_refusal(setting, board, army, entry, doings)
    if refusal is not None:
        return refusal, 0
    if told(entry, "entrench"):
        return _entrench_refusal(setting, board, army, entry), 0
    if not path_of(entry) and "enter" not in entry:
        text = "the orders say nowhere to go and nothing to do: write a path, or entrench"
        return Refusal("5.1-2", text, entry["stack"][0]), 0
    return walk(setting, board, army, entry, most_points(setting, board, entry, doings))


def _seen_refusal(setting: Setting, board: Board, army: str, entry: Json, doings: Doings) -> Refusal | None:
    """What everybody sees of who marches, wherever he goes."""
    if "enter" in entry:
        refusal = _entering_refusal(board, army, entry)
    else:
        refusal = _stack_refusal(board, army, entry, doings)
    return refusal or _lead_refusal(entry) or _visible_stack(setting, board, army, entry)


def _stack_refusal(board: Board, army: str, entry: Json, doings: Doings) -> Refusal | None:
    own, stack = board.counters(army), entry["stack"]
    for counter in stack:
        if counter not in own:
            return Refusal("5.1-3", f"{counter} is no counter of the {army} side in play", counter, legal=own)
        if counter in doings.acted:
            return Refusal("5.1-3", f"{counter} has had its turn: one stack's orders stand in one entry", counter)
        if any(counter in inside for inside in board.at.inside.values()):
            text = f"{counter} is besieged and leaves only by fighting: order a sortie under battles"
            return Refusal("8.8-6", text, counter)
        if board.box(counter) != board.box(stack[0]):
            where = f"{counter} is in {_place(board, counter)}, {stack[0]} in {_place(board, stack[0])}"
            return Refusal("5.3-5", f"{where}: a stack starts in one box", counter)
    return None if len(set(stack)) == len(stack) > 0 else Refusal("5.3-5", "a stack names each of its counters once")


def _place(board: Board, counter: str) -> str:
    return board.setting.boxes[board.box(counter)].name


def _entering_refusal(board: Board, army: str, entry: Json) -> Refusal | None:
    name, stack = str(entry["enter"])[:24], tuple(entry["stack"])
    number = arrival_of(board, army, entry)
    if number is None:
        due = [board.setting.scenario.reinforcements[n].entry for n in (board.at.due or ())]
        text = f"nobody comes by {name} this turn; this turn somebody comes by: {', '.join(due) or 'no entry'}"
        return Refusal("3.3-4", text)
    left = still_out(board, number)
    if not 0 < len(stack) <= left:
        return Refusal("3.3-4", f"{left} counters are to come by {name}, not {len(stack)}")
    fresh = board.free(army)
    if len(set(stack)) < len(stack) or not set(stack) <= set(fresh):
        return Refusal(
            "3.3-4", "those who enter bear numbers that nobody bears, each its own", legal=fresh[: len(stack)]
        )
    if told(entry, "forced"):
        return Refusal("3.3-4", "who enters the map cannot make a forced march: leave out forced")
    return (
        Refusal("3.3-4", "who enters the map cannot entrench this turn: leave out entrench")
        if told(entry, "entrench")
        else None
    )


def _lead_refusal(entry: Json) -> Refusal | None:
    leads = entry.get("lead", "")
    return None if leads in ("", *entry["stack"]) else Refusal("5.4-3", f"{leads} does not march with them", leads)


def _visible_stack(setting: Setting, board: Board, army: str, entry: Json) -> Refusal | None:
    """jdg 5.3-2, 5.4-1: kinds as far as they are seen; beyond three counters there must be generals, or it masses."""
    stack = entry["stack"]
    here = [counter for counter in stack if counter in board.at.counters]
    seen = [board.content(counter) for counter in here]
    if told(entry, "forced") and len(here) == len(stack) and all(setting.general(content) for content in seen):
        return riding_alone(stack[0])
    if told(entry, "concentrate"):
        return None
    refusal = stack_refusal(setting, [setting.kind(content) for content in seen if content is not None])
    units = setting.charts.number("movement", "stack", "units")
    if refusal is not None or len(stack) <= units:
        return refusal
    generals = sum(board.army_of_command(general.command) == army for general in setting.generals.values())
    most = units + generals
    if len(stack) > most:
        text = f"{len(stack)} counters are too many for a moving stack: at most {most}, with all generals in it"
        refusal = Refusal("5.3-2", text, stack[0])
    return refusal


def _entrench_refusal(setting: Setting, board: Board, army: str, entry: Json) -> Refusal | None:
    first, at = entry["stack"][0], board.box(entry["stack"][0])
    place = setting.boxes[at]
    if path_of(entry) or told(entry, "forced") or told(entry, "concentrate"):
        return Refusal("6.2-1", "who entrenches does nothing else: leave out path, forced and concentrate", first, at)
    moved = next((counter for counter in entry["stack"] if board.noted(counter, MOVED)), None)
    if moved is not None:
        return Refusal("6.2-1", f"{moved} moved or reacted this turn and cannot entrench", moved, at)
    if place.city:
        return Refusal("6.2-5", f"{place.name} is a fortified city: nobody entrenches there", first, at)
    return Refusal("6.2-1", f"{place.name} is entrenched already", first, at) if at in board.at.entrenched else None


def most_points(setting: Setting, board: Board, entry: Json, doings: Doings) -> int:
    """jdg 5.0, 5.4-2, 5.3-4: the most PM that a stack can have as far as everybody sees; FAR in the solitaire game,
    where a die says it later."""
    if setting.options.solitaire:
        return FAR
    found = []
    for counter in entry["stack"]:
        seen = board.content(counter) if counter in board.at.counters else None
        kinds = KINDS if seen is None else (setting.kind(seen),)
        best = max(allowance(setting, kind, board.weather, forced=told(entry, "forced")) for kind in kinds)
        found.append(best - doings.spent.get(counter, 0))
    return min(found)


# -- the way ---------------------------------------------------------------------------------


def walk(setting: Setting, board: Board, army: str, entry: Json, points: int) -> tuple[Refusal | None, int]:
    """jdg 5.1-1, 6.4-1, 6.4-4, 6.4-5, 6.3-5: why a path with its works cannot be done with these PM, enemies apart; and
    the PM that it takes. Earlier items of the path change what later ones find.
    """
    items, board = path_of(entry), Board(setting, board.at)
    if "enter" in entry:
        at, cost = setting.map.entries[entry["enter"]].box, entry_cost(setting, board, entry["enter"])
        if cost is None:
            return Refusal("5.1-5", "the river bars the way onto the map", hex=at), 0
        way = [at]
    else:
        at, cost, way = board.box(entry["stack"][0]), 0, [board.box(entry["stack"][0])]
    for number, item in enumerate(items):
        alone = len(items) == 1 and "enter" not in entry
        if is_recon(item):
            refusal, more = judged(setting, board, army, entry["stack"], items, number, way)
        elif is_work(item):
            refusal, more = _work(setting, board, army, at, item, alone)
        else:
            refusal, more = _step(setting, board, at, item)
            at, way = (at, way) if refusal else (item, [*way, item])
        cost += more
        if refusal is None and cost > points:
            refusal = Refusal(
                "5.1-1", f"so far this takes {cost} movement points; there are {points}: end the path sooner", hex=at
            )
        if refusal is not None:
            return refusal, cost
    return None if cost <= points else Refusal("5.1-1", f"entering takes {cost} movement points", hex=at), cost


def _step(setting: Setting, board: Board, at: str, item: Json) -> tuple[Refusal | None, int]:
    to = item if isinstance(item, str) else ""
    cost = step_cost(setting, board, at, to)
    return (None, cost) if cost is not None else (path_refusal(setting, board, (at, to), FAR), 0)


def _work(setting: Setting, board: Board, army: str, at: str, item: Json, alone: bool) -> tuple[Refusal | None, int]:
    ((work, to),) = item.items()
    refusal = engineers.refusal(setting, board, army, at, work, to)
    if refusal is not None:
        return refusal, 0
    if engineers.whole(setting, work):
        if alone:
            return None, 0
        text = f"{engineers.WORDS[work]} takes all movement points: make it the only item of the path"
        return Refusal(engineers.CASES[work], text, hex=to), 0
    cost = engineers.points(setting, board, army, work, to)
    engineers.carry_out(board, army, at, work, to)
    return None, cost


# -- by the contents -------------------------------------------------------------------------


def exact_refusal(
    setting: Setting, board: Board, army: str, known: Known, entry: Json, doings: Doings
) -> Refusal | None:
    """Why an entry breaks a rule, by what the counters hold: everything that `public_refusal` says, and stacks, links,
    command points, movement points, strength of engineers, kinds of those who dig or reconnoitre, flags.

    board: as it is before this entry, with `pc` what is left. known: contents of the army's counters with their logs
    settled, those who enter among them.
    """
    refusal, cost = _public(setting, board, army, entry, doings)
    refusal = refusal or _content_refusal(setting, known, entry)
    if refusal is not None:
        return refusal
    if "enter" in entry:
        return _arrivals_refusal(setting, board, army, known, entry)
    lines = Lines(setting, board, known, army)
    paid = bill(setting, board, known, entry, lines)
    if isinstance(paid, Refusal):
        return paid
    if told(entry, "entrench"):
        return _diggers_refusal(setting, known, entry)
    refusal = _together_refusal(setting, board, known, entry, lines) or _works_refusal(setting, board, known, entry)
    if refusal is not None or setting.options.solitaire:
        return refusal
    points = exact_points(setting, board, known, entry, doings, lines)
    # That the path can be done with the points of the fastest was found above.
    return None if cost <= points else walk(setting, board, army, entry, points)[0]


def dummies_refusal(setting: Setting, known: Known, entry: Json) -> Refusal | None:
    """jdg 7.1-2: dummies march; a stack of nothing but dummies does nothing else. known: contents of its counters."""
    stack, items = entry["stack"], path_of(entry)
    acts = told(entry, "entrench") or any(not isinstance(item, str) for item in items)
    if stack and acts and all(setting.dummy(known.get(counter)) for counter in stack):
        return Refusal("7.1-2", "dummies can do nothing but march", stack[0])
    return None


def _content_refusal(setting: Setting, known: Known, entry: Json) -> Refusal | None:
    stack = entry["stack"]
    for counter in stack:
        if known.get(counter) is None:
            return Refusal("1.2.1-6", f"nobody knows what {counter} holds", counter)
    units = [counter for counter in stack if setting.troops(known[counter]) is not None]
    if told(entry, "flag") and not units:
        return Refusal("9-3", "only combat units turn a flag: leave out flag", stack[0])
    leads = entry.get("lead", "")
    no_general = leads and setting.general(known[leads]) is None
    return Refusal("5.4-3", f"{leads} is no general", leads) if no_general else None


def _arrivals_refusal(setting: Setting, board: Board, army: str, known: Known, entry: Json) -> Refusal | None:
    """jdg 3.3-4: who enters is who comes, at full strength, with all his points."""
    refusal = _comers_refusal(setting, board, army, known, entry)
    return refusal or walk(setting, board, army, entry, points_of(setting, board, known, entry, Doings()))[0]


def _comers_refusal(setting: Setting, board: Board, army: str, known: Known, entry: Json) -> Refusal | None:
    contents = [known[counter] for counter in entry["stack"]]
    coming = coming_by(board, army, known, entry)
    if any(content not in coming or contents.count(content) > 1 for content in contents):
        return Refusal("3.3-4", "somebody else comes by this entry", entry["stack"][0])
    refusal = stack_refusal(setting, [setting.kind(content) for content in contents])
    if refusal is not None and (not told(entry, "concentrate") or not chiefs_in(setting, board, known, entry["stack"])):
        return unled(refusal) if told(entry, "concentrate") else refusal
    return None


def _diggers_refusal(setting: Setting, known: Known, entry: Json) -> Refusal | None:
    """jdg 6.2-4, 6.2-6: a unit of infantry, no cavalry; dummies and generals may be there."""
    kinds = {c: setting.kind(known[c]) for c in entry["stack"] if setting.troops(known[c]) is not None}
    rider = next((counter for counter, kind in kinds.items() if kind == CAVALRY), None)
    if rider is not None:
        return Refusal("6.2-6", f"{rider} is cavalry and does not entrench", rider)
    text = "dummies and generals do not entrench without a unit of infantry"
    return None if kinds else Refusal("6.2-4", text, entry["stack"][0])


def _together_refusal(setting: Setting, board: Board, known: Known, entry: Json, lines: Lines) -> Refusal | None:
    stack = entry["stack"]
    refusal = marching_refusal(setting, board, known, stack, forced=told(entry, "forced"), lines=lines)
    if refusal is None and concentrated(setting, known, stack) and not told(entry, "concentrate"):
        return Refusal("5.3-2", "so many units march only as a concentration (5.4): add concentrate: yes", stack[0])
    return refusal


def start_refusal(
    setting: Setting, board: Board, army: str, known: Known | None, entry: Json, doings: Doings
) -> Refusal | None:
    """jdg 5.1-3, 5.3-5, 5.3-2, 5.4-1, 5.4-2, 4.4-3, 3.3-4: why a stack cannot march at all, whatever its path.

    known: as for `exact_refusal`; None for what everybody sees.
    """
    refusal = _seen_refusal(setting, board, army, entry, doings)
    if refusal is not None or known is None:
        return refusal
    refusal = _content_refusal(setting, known, entry)
    if refusal is not None:
        return refusal
    if "enter" in entry:
        return _comers_refusal(setting, board, army, known, entry)
    lines = Lines(setting, board, known, army)
    paid = bill(setting, board, known, entry, lines)
    return paid if isinstance(paid, Refusal) else _together_refusal(setting, board, known, entry, lines)


def points_of(setting: Setting, board: Board, known: Known | None, entry: Json, doings: Doings) -> int:
    """jdg 5.0, 5.1-2, 3.3-4: PM by which a path is judged. known: as for `start_refusal`."""
    if known is None or setting.options.solitaire:
        return most_points(setting, board, entry, doings)
    if "enter" in entry:
        return min(allowance(setting, setting.kind(known[counter]), board.weather) for counter in entry["stack"])
    return exact_points(setting, board, known, entry, doings)


def exact_points(
    setting: Setting, board: Board, known: Known, entry: Json, doings: Doings, lines: Lines | None = None
) -> int:
    """jdg 5.0, 5.3-4, 4.5-2, 4.5-3, 5.4-2, 6.1-4: PM of a stack in play. lines: as for `command.pc_cost`."""
    lines, forced = lines or Lines(setting, board, known, board.army(entry["stack"][0])), told(entry, "forced")
    found: Mapping[str, int] = {
        counter: stack_allowance(setting, board, known, (counter,), forced=forced, lines=lines)
        for counter in entry["stack"]
    }
    return min(points - doings.spent.get(counter, 0) for counter, points in found.items())


def _works_refusal(setting: Setting, board: Board, known: Known, entry: Json) -> Refusal | None:
    """jdg 6.4-1, 6.4-4, 6.4-5, 6.3-1: strength of those who build, kind of those who reconnoitre."""
    stack = entry["stack"]
    for item in path_of(entry):
        if is_work(item):
            ((work, to),) = item.items()
            refusal = pf_refusal(setting, board, known, stack, work, to)
            if refusal is not None:
                return refusal
        elif is_recon(item):
            riders = [c for c in stack if setting.troops(known[c]) and setting.kind(known[c]) == CAVALRY]
            others = [c for c in stack if c not in riders and setting.general(known[c]) is None]
            if others or not riders:
                text = "only cavalry reconnoitres, alone or with generals: take everybody else out of the stack"
                return Refusal("6.3-1", text, (others or stack)[0])
    return None


def passes_flag(setting: Setting, board: Board, army: str, entry: Json) -> bool:
    """jdg 9-3: whether a path leads through a box whose flag it may turn, so that `flag` is worth saying."""
    boxes = [item for item in path_of(entry) if isinstance(item, str)]
    first = [setting.map.entries[entry["enter"]].box] if "enter" in entry else []
    return any(valued(setting, box) and board.at.control.get(box) != army for box in (*first, *boxes))
