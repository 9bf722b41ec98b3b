"""jdg 2-B1: the Administrative Phase: counters face down, dummies back, Force markers, strength points, lines, and PC.

The dice for command points fall before the orders are asked for, everything else is in the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Roll, Tell
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.signs import DUMMY, Sign, read_sign
from rulesets.jours_de_gloire.position import Waiting, without
from rulesets.jours_de_gloire.rules.march.command import Lines, Link, points
from rulesets.jours_de_gloire.rules.straggling import PF, book, crosses
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.turn import Judge, Part, Turn

MOST_PF = 1
"""jdg 3.3-5: strength points that a unit may receive in a turn."""


def administer(turn: Turn) -> Part:
    """jdg 2-B1-1, 2-B1-2, 2-B1-3, 2-B1-4, 3.3-5: everything of the phase that the orders decide."""
    yield from shuffle.mix(turn)
    yield from shuffle.turn_down(turn)
    yield from force_markers(turn)
    yield from reinforce(turn)
    yield from check_lines(turn)


# -- command points -----------------------------------------------------------------------


def mustered(setting: Setting, board: Board, command: str) -> bool:
    """jdg 4.4-1: whether a command has come into play: a unit or general of it began on the map or has arrived."""
    coming = [setting.scenario.reinforcements[number] for number in board.at.arrivals]
    late = {name for arrival in coming for name in arrival.units}
    units = any(u.command == command and u.id not in late for u in setting.units.values())
    return units or any(g.command == command and board.present(g.id) for g in setting.generals.values())


def command_points(turn: Turn) -> Part:
    """jdg 2-B1-5, 4.4-1, 4.4-2, 10-6: one die for each command of the phasing army, whoever of its players has it; what
    was left of others is gone."""
    setting, board = turn.setting, turn.board
    board.at.pc = {}
    for command in board.commands_of(turn.army):
        if not mustered(setting, board, command):
            continue
        die = (yield Roll("1d6", f"{turn.label}.pc.{command}", "4.4-1"))[0]
        board.at.pc = {**board.at.pc, command: points(setting, board, command, die)}
        told = {"command": command, "chief": board.chief(command), "die": die, "pc": board.at.pc[command]}
        yield Tell({"kind": "command-points", "army": turn.army, "case": "4.4-1", **told})


# -- Force markers ------------------------------------------------------------------------


def force_refusal(marker: str) -> Judge:
    """jdg 7.2-1: a judge of the counters that are to go under a Force marker; an empty list takes it off the map."""

    def judge(board: Board, those: Json, _known: Known | None) -> Refusal | None:
        most = board.setting.scenario.counters[board.player].forces
        if marker not in {str(number) for number in range(1, most + 1)}:
            text = f"there are {most} Force markers; {marker[:8]} is none: take one from 1 to {most}"
            return Refusal("7.2-1", text, unit=marker)
        if not those:
            return None
        own = set(board.counters(board.player))
        if len(set(those)) != len(those) or len(those) < 2 or not set(those) <= own:
            return Refusal("7.2-1", "a Force is a stack: two or more counters of yours, each once", unit=marker)
        if len({board.box(counter) for counter in those}) > 1:
            there = ", ".join(_at(board, counter) for counter in those)
            return Refusal("7.2-1", f"a Force marker lies in one box: {there}", unit=marker)
        others = {name: group for name, group in board.at.forces[board.player].items() if name != marker}
        for counter in those:
            if any(counter in group for group in others.values()):
                return Refusal("7.2-1", f"{counter} lies under another marker: name it once", counter)
        return None

    return judge


def force_markers(turn: Turn) -> Part:
    """jdg 2-B1-3, 7.2-1, 7.2-2: Force markers as `forces` says: marker -> counters. Their number is open.

    A marker that is not named stays over those of its counters that still stand together.
    """
    board, army = turn.board, turn.army
    wanted: Mapping[str, Json] = turn.orders.get("forces", {})
    forces = board.at.forces[army]
    apart = [marker for marker in forces if marker in wanted or len(_boxes(board, forces[marker])) > 1]
    board.at.forces = {**board.at.forces, army: without(forces, *apart)}
    for marker in wanted:
        those = yield from turn.judged(force_refusal(marker), "force", ("forces", marker))
        if those:
            board.at.forces = {**board.at.forces, army: {**board.at.forces[army], marker: list(those)}}
            told = {"marker": marker, "at": board.box(those[0]), "counters": list(those)}
            yield Tell({"kind": "force", "army": army, "case": "7.2-1", **told})


def _at(board: Board, counter: str) -> str:
    return f"{counter} in {board.setting.boxes[board.box(counter)].name}"


def _boxes(board: Board, counters: Sequence[str]) -> set[str]:
    return {board.box(counter) for counter in counters}


# -- strength points ------------------------------------------------------------------------


def waiting(board: Board, army: str, command: str) -> int:
    """jdg 3.3-5, 3.3-6: strength points that wait for units of a command."""
    return sum(entry.pf for entry in board.at.pool[army] if entry.command == command)


def may_receive(setting: Setting, board: Board, known: Known, army: str, command: str) -> tuple[str, ...]:
    """jdg 3.3-5: the counters of a command in command that have lost strength for good, the worst hit first.

    known: contents of all counters of the army.
    """
    lines = Lines(setting, board, known, army)
    own = [c for c in board.counters(army) if setting.command_of(known.get(c)) == command]
    fit = [counter for counter in own if not _unfit(setting, known, lines, counter)]
    return tuple(sorted(fit, key=lambda counter: -_lost(setting, known, counter)))


def _unfit(setting: Setting, known: Known, lines: Lines, counter: str) -> str:
    """jdg 3.3-5: why a counter may receive no strength point, by what it holds; empty where it may."""
    troops = setting.troops(known[counter])
    if troops is None or not troops.initial:
        return "is no unit of the roster"
    if lines.of(counter) != Link.CHIEF:
        return "is not in command"
    return "" if _lost(setting, known, counter) > 0 else "has lost nothing for good"


def _lost(setting: Setting, known: Known, counter: str) -> int:
    content = known[counter]
    return crosses(setting, content, detached(setting, known)[content["unit"]])


def detached(setting: Setting, known: Known) -> Counter[str]:
    """jdg 6.1-2: unit -> strength and stragglers that detachments of it hold; they are not lost."""
    found: Counter[str] = Counter()
    for content in known.values():
        of = content.get("of") if type(content) is dict else None
        if isinstance(of, str) and setting.troops(content):
            found[of] += int(content["pf"]) + int(content["lag"])
    return found


def reinforce_refusal(taken: set[str]) -> Judge:
    """jdg 3.3-5: a judge of one entry of `reinforce`: {"counter", "command"}. taken: counters that received already."""

    def judge(board: Board, entry: Json, known: Known | None) -> Refusal | None:
        setting, army, counter, command = board.setting, board.player, entry["counter"], entry["command"]
        if counter not in board.counters(army):
            return Refusal("3.3-5", f"{counter[:24]} is no counter of yours", counter)
        if counter in taken:
            text = f"{counter} has received a strength point in this turn, and a unit receives no more than one"
            return Refusal("3.3-5", text, counter)
        seen = board.content(counter)
        if known is not None and known.get(counter) is not None:
            refusal = exact_reinforce_refusal(setting, board, known, entry)
        elif seen is not None and setting.command_of(seen) != command:
            refusal = _of_another(counter, command)
        else:
            refusal = None
        if refusal is not None:
            return refusal
        if not waiting(board, army, command):
            return Refusal("3.3-5", f"no PF waits for {_at(board, counter)}: leave it out", counter)
        return None

    return judge


def exact_reinforce_refusal(setting: Setting, board: Board, known: Known, entry: Json) -> Refusal | None:
    """jdg 3.3-5: why a counter may receive no strength point, by what it holds. known: contents of all counters of its
    army, logs settled."""
    counter, command, army = entry["counter"], entry["command"], board.player
    unfit = _unfit(setting, known, Lines(setting, board, known, army), counter)
    if unfit:
        fit = may_receive(setting, board, known, army, command)
        return Refusal("3.3-5", f"{_at(board, counter)} {unfit} and takes no PF: leave it out", counter, legal=fit)
    return None if setting.command_of(known[counter]) == command else _of_another(counter, command)


def _of_another(counter: str, command: str) -> Refusal:
    return Refusal("3.3-5", f"{counter} is not of {command[:24]}", counter)


def reinforce(turn: Turn) -> Part:
    """jdg 3.3-5, 3.3-6: strength points go to units as `reinforce` says: [{"counter", "command"}], one to each.

    Where all can be seen, points that could be used and were not go to the worst hit by themselves.
    """
    board, taken = turn.board, set[str]()
    for number, _ in enumerate(turn.orders.get("reinforce", ())):
        yield from receive(turn, number, taken)
    known = turn.setting.fog.contents(board)
    for command, counter in owed(turn.setting, board, known, turn.army, taken) if known is not None else ():
        yield from _receive(turn, counter, command, taken, "3.3-6")


def receive(turn: Turn, number: int, taken: set[str]) -> Part:
    """jdg 3.3-5: one entry of `reinforce`. taken: counters that received a point this turn; this one joins them."""
    entry = yield from turn.judged(reinforce_refusal(taken), "reinforce", ("reinforce", number))
    if entry:
        yield from _receive(turn, entry["counter"], entry["command"], taken, "3.3-5")


def owed(
    setting: Setting, board: Board, known: Known, army: str, taken: set[str] | frozenset[str] = frozenset()
) -> list[tuple[str, str]]:
    """jdg 3.3-6: the points that an army must take beside those that it took: (command, counter), the worst hit first.

    known: contents of all counters of the army. taken: counters that have received one this turn.
    """
    found = []
    for command in board.commands_of(army):
        fit = [c for c in may_receive(setting, board, known, army, command) if c not in taken]
        found += [(command, counter) for counter in fit[: waiting(board, army, command)]]
    return found


def _receive(turn: Turn, counter: str, command: str, taken: set[str], case: str) -> Part:
    """jdg 3.3-5, 9-9: a unit receives a point; a cross is taken off the roster, which is the bill of losses."""
    board = turn.board
    taken.add(counter)
    book(turn.setting, board, counter, [PF, MOST_PF], board.known())
    board.at.losses = {**board.at.losses, turn.army: max(0, board.at.losses[turn.army] - MOST_PF)}
    taken_up(board, turn.army, command)
    told = {"command": command, "counter": counter, "pf": MOST_PF, "left": waiting(board, turn.army, command)}
    yield Tell({"kind": "strength-points", "army": turn.army, "case": case, **told})


def taken_up(board: Board, army: str, command: str) -> None:
    """jdg 3.3-5: one strength point less waits for a command."""
    left, pool = MOST_PF, list[Waiting]()
    for entry in board.at.pool[army]:
        used = min(left, entry.pf) if entry.command == command else 0
        left -= used
        pool.append(Waiting(entry.command, entry.pf - used))
    board.at.pool = {**board.at.pool, army: [entry for entry in pool if entry.pf]}


# -- lines of communication ---------------------------------------------------------------------


def signs_of(setting: Setting, board: Board, known: Known, army: str, plans: Mapping[str, Json]) -> dict[str, Json]:
    """jdg 2-B1-4: what the counters of an army show when they react until their next Administrative Phase, as leaves.

    known: contents of all counters of the army. plans: counter -> plan; nothing for one that is missing.
    """
    lines = Lines(setting, board, known, army)
    return {
        counter: sign_of(setting, known.get(counter), lines.of(counter), plans.get(counter, {})).leaf()
        for counter in board.counters(army)
    }


def sign_of(setting: Setting, content: Json, link: Link, plan: Json = MappingProxyType({})) -> Sign:
    """What a counter with a content shows that has a line of communication of this kind."""
    general = setting.general(content)
    real = general is not None or setting.troops(content) is not None
    vc, rank = (general.vc, general.rank) if general is not None else (0, 0)
    return Sign(setting.kind(content) if real else DUMMY, vc, rank, int(link), plan)


def plan_refusal(counter: str) -> Judge:
    """jdg 6.5.1-1, 6.5.2-1: a judge of a counter's plan in an open game; for its members see `signs`."""

    def judge(board: Board, plan: Json, _known: Known | None) -> Refusal | None:
        own = board.counters(board.player)
        if counter not in own:
            return Refusal("6.5.1-1", f"{counter[:24]} is no counter of yours", counter)
        guns = plan.get("guns", [])
        boxes = [*plan.get("intercept", ()), *([] if guns == "any" else guns), *filter(None, [plan.get("back", "")])]
        for box in boxes:
            if box not in board.setting.boxes:
                return Refusal("0.1", f"there is no box {box[:24]}", counter, box)
        for other in plan.get("with", ()):
            if other not in own:
                return Refusal("6.5.1-1", f"{other[:24]} is no counter of yours", counter)
        return None

    return judge


def check_lines(turn: Turn) -> Part:
    """jdg 2-B1-4: in an open game the signs of the army's counters are worked out here, plans from `reactions`.

    reactions: counter -> plan; who is left out keeps the one that he has. In a hidden game all this is in the leaves
    that go with the orders.
    """
    board, known = turn.board, turn.setting.fog.contents(turn.board)
    if known is None:
        return
    plans = {c: dict(read_sign(leaf).plan) for c, leaf in (board.at.signs or {}).items()}
    for counter in turn.orders.get("reactions", {}):
        plan = yield from turn.judged(plan_refusal(counter), "reaction", ("reactions", counter))
        if plan != "":
            plans[counter] = plan
    board.at.signs = {**(board.at.signs or {}), **signs_of(turn.setting, board, known, turn.army, plans)}
