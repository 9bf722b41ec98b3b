"""jdg 4: lines of communication (LdC), what an activation costs, who leads, and who plays first.

known: contents of one army's counters, as its owner knows them; enemy counters count without being looked into.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum

from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.march.march import allowance, distances, stack_refusal
from rulesets.jours_de_gloire.setting import GENERAL, General, Known, Setting

# Boards of which searches are kept.
_SEARCHES = 128


class Link(IntEnum):
    """jdg 4.3-1: what a counter is linked to: nobody, a general who is not linked to the chief, or the chief."""

    NONE = 0
    GENERAL = 1
    CHIEF = 2


# -- lines of communication -------------------------------------------------------------


class Lines:
    """The lines of communication of one army at one moment: ways are searched once for each general.

    jdg 4.3-2: enemy counters of any kind block a way through their box, face-down ones too; they do not block one that
    begins or ends there. Own dummies neither help nor hinder.
    """

    def __init__(self, setting: Setting, board: Board, known: Known, army: str) -> None:
        self._setting, self._board, self._known, self._army = setting, board, known, army
        self._foes = frozenset(board.at.places.boxes(setting.foe(army)))
        self._reach = searches(setting, board, self._foes)
        self._at: dict[str, str] = {}
        # Box and command -> link: counters of a box share them, and each dummy asks for every command.
        self._found: dict[tuple[str, str], Link] = {}
        for counter in board.counters(army):
            content = known.get(counter)
            # Most counters hold troops; a line is drawn at every move that is weighed.
            if type(content) is dict and GENERAL not in content:
                continue
            general = setting.general(content)
            if general is not None:
                self._at[general.id] = board.box(counter)

    def of(self, counter: str) -> Link:
        """jdg 4.3-1, 4.5-1, 7.1-2: the link of a counter; of a dummy the best that any command of its army gives."""
        content, box = self._known.get(counter), self._board.box(counter)
        general = self._setting.general(content)
        if general is not None:
            return self.of_general(general.id)
        troops = self._setting.troops(content)
        if troops is None:
            return self._best(box)
        found = self.at(box, troops.command)
        return min(found, Link.GENERAL) if troops.independent else found

    def _best(self, box: str) -> Link:
        """jdg 7.1-2: the best link that a command of the army has in a box."""
        found = self._found.get((box, ""))
        if found is None:
            found = max((self.at(box, command) for command in self._board.commands_of(self._army)), default=Link.NONE)
            self._found[box, ""] = found
        return found

    def of_general(self, general: str) -> Link:
        """jdg 4.1-2, 4.3-1: the link of a general: CHIEF for the chief and who has a line to him, else NONE."""
        chief = self._board.chief(self._setting.generals[general].command)
        if general == chief:
            return Link.CHIEF
        return Link.CHIEF if self._joined(self._at.get(general, ""), chief) else Link.NONE

    def at(self, box: str, command: str) -> Link:
        """jdg 4.1-2, 4.3-1: the link of a unit of a command in a box: to the chief, at most by one general between."""
        found = self._found.get((box, command))
        if found is None:
            near = self.leaders(box, command)
            chief = any(self.of_general(uid) == Link.CHIEF for uid in near)
            found = Link.CHIEF if chief else Link.GENERAL if near else Link.NONE
            self._found[box, command] = found
        return found

    def leaders(self, box: str, command: str) -> tuple[str, ...]:
        """jdg 4.3-1: the generals of a command who are known and have a line to a box."""
        return tuple(
            uid for uid in self._at if self._setting.generals[uid].command == command and self._joined(box, uid)
        )

    def _joined(self, box: str, general: str) -> bool:
        """jdg 4.3-2, 4.3-3: whether a way within reach leads from a box to a general, by the PM of infantry today."""
        if not box or general not in self._at:
            return False
        start = self._at[general]
        if start not in self._reach:
            limit = self._setting.charts.number("communication", "reach")
            self._reach[start] = distances(self._setting, self._board, start, limit, self._foes.__contains__)
        return box in self._reach[start]


def searches(setting: Setting, board: Board, what: Hashable) -> dict[str, Mapping[str, int]]:
    """Box -> boxes within reach of it, as far as they were searched for on a board like this one.

    Lines are asked for at every move that is weighed, and most of these change nothing that a way hangs on: weather,
    bridges, pontoons. what: which search it is, with all else that it hangs on.
    """
    key = (board.weather, tuple(board.at.broken), tuple(sorted(board.at.pontoons)), what)
    if len(setting.reaches) > _SEARCHES:
        setting.reaches.clear()
    return setting.reaches.setdefault(key, {})


def link(setting: Setting, board: Board, known: Known, counter: str) -> Link:
    """jdg 4.3-1, 2-B1-4: the link of a counter at this moment; nothing of it is frozen for the turn."""
    return Lines(setting, board, known, board.army(counter)).of(counter)


def stack_link(lines: Lines, setting: Setting, known: Known, counters: Sequence[str]) -> Link:
    """jdg 4.4-6, 4.4-7: the link of a stack: the worst of its units, of all its counters where it has no units."""
    units = [counter for counter in counters if setting.troops(known.get(counter)) is not None]
    return min((lines.of(counter) for counter in units or counters), default=Link.NONE)


def may_detach(linked: Link) -> bool:
    """jdg 4.5-2, 4.5-3: whether a unit with this link may form detachments: only in command."""
    return linked == Link.CHIEF


def may_besiege(linked: Link) -> bool:
    """jdg 4.5-3, 8.8-4: whether a unit with this link may carry on a siege: with a line to any general."""
    return linked != Link.NONE


# -- command points ---------------------------------------------------------------------


def points(setting: Setting, board: Board, command: str, die: int) -> int:
    """jdg 4.4-1, 4.4-2: command points of a command for this turn alone: die and VC of its chief."""
    chief = setting.generals.get(board.chief(command))
    return die + (chief.vc if chief is not None and board.present(chief.id) else 0)


def payers(setting: Setting, board: Board, known: Known, counters: Sequence[str]) -> tuple[str, ...]:
    """jdg 4.4-2: the commands of the units and generals in a stack, in the order of the file: each pays for its own.

    Dummies alone are paid by one command of their army, whichever.
    """
    there = commands_in(setting, known, counters)
    army = board.army(counters[0])
    return tuple(command for command in board.commands_of(army) if command in there or not there)


def commands_in(setting: Setting, known: Known, counters: Iterable[str]) -> frozenset[str]:
    """jdg 4.1-1: the commands of the units and generals in some counters."""
    return frozenset(setting.command_of(known.get(counter)) for counter in counters) - {""}


def pc_cost(
    setting: Setting,
    board: Board,
    known: Known,
    counters: Sequence[str],
    command: str,
    lines: Lines | None = None,
) -> int:
    """jdg 4.4-2, 4.4-4, 4.4-5, 4.4-6, 4.4-7, 5.3-3, 5.3-7: command points that a command pays for its own in one
    stack that is activated: its generals save it points, those of others do not.

    counters: those that move together, from one box. command: one of `payers`. lines: those of their army now, drawn
    here where they are not at hand.
    """
    lines = lines or Lines(setting, board, known, board.army(counters[0]))
    chart = setting.charts
    counters = [c for c in counters if setting.command_of(known.get(c)) == command] or counters
    led = [general for general in generals(setting, known, counters) if general.command == command]
    if any(general.id == board.chief(command) for general in led):
        return chart.number("activation", "chief")
    if any(lines.of_general(general.id) == Link.CHIEF for general in led):
        return chart.number("activation", "linked-general")
    if led:
        return chart.number("activation", "unlinked-general")
    linked = stack_link(lines, setting, known, counters) == Link.CHIEF
    return chart.number("activation", "linked-unit" if linked else "unlinked-unit")


def entrench_cost(setting: Setting) -> int:
    """jdg 4.4-8: command points for entrenching a box; they stand in place of those for activating who digs."""
    return setting.charts.number("activation", "entrench")


# -- stacks on the march -----------------------------------------------------------------


def stack_allowance(
    setting: Setting,
    board: Board,
    known: Known,
    counters: Sequence[str],
    *,
    forced: bool = False,
    lines: Lines | None = None,
) -> int:
    """jdg 5.3-4, 4.5-2, 4.5-3, 7.1-2: PM of a stack: those of its slowest member, out of command one less.

    4.5 is about combat units; a general has all his PM whatever his link. lines: as for `pc_cost`.
    """
    lines = lines or Lines(setting, board, known, board.army(counters[0]))
    found = []
    for counter in counters:
        kind = setting.kind(known.get(counter))
        commanded = kind == GENERAL or lines.of(counter) == Link.CHIEF
        found.append(allowance(setting, kind, board.weather, commanded=commanded, forced=forced))
    return min(found)


def concentrated(setting: Setting, known: Known, counters: Sequence[str]) -> bool:
    """jdg 5.4-1: whether a stack is above the limit of moving stacks, so that it moves only as a concentration."""
    return stack_refusal(setting, [setting.kind(known.get(counter)) for counter in counters]) is not None


def chiefs_in(setting: Setting, board: Board, known: Known, counters: Iterable[str]) -> tuple[General, ...]:
    """jdg 5.4-1: the commanders-in-chief in some counters, who may lead a concentration."""
    return tuple(g for g in generals(setting, known, counters) if g.id == board.chief(g.command))


def unled(refusal: Refusal) -> Refusal:
    """jdg 5.4-1: a stack is too large, and no chief is there to lead a concentration."""
    return replace(refusal, text=f"{refusal.text}, unless their commander-in-chief leads a concentration (5.4)")


def riding_alone(counter: str) -> Refusal:
    """jdg 5.4-2: units make forced marches, and who goes with them; it costs them stragglers, and generals nothing."""
    return Refusal("5.4-2", "generals make a forced march only with a unit: leave out forced", counter)


def marching_refusal(
    setting: Setting,
    board: Board,
    known: Known,
    counters: Sequence[str],
    *,
    forced: bool = False,
    lines: Lines | None = None,
) -> Refusal | None:
    """jdg 5.3-2, 5.4-1, 5.4-2, 4.5-3: None if these may move together, on a forced march if so ordered.

    A stack above the limit needs the chief of one of its commands in it. A forced march needs for each unit and dummy a
    line to a general, linked or not; generals make one only beside these. lines: as for `pc_cost`.
    """
    refusal = stack_refusal(setting, [setting.kind(known.get(counter)) for counter in counters])
    if refusal is not None and not chiefs_in(setting, board, known, counters):
        return unled(refusal)
    if forced and all(setting.general(known.get(counter)) is not None for counter in counters):
        return riding_alone(counters[0])
    if not forced:
        return None
    lines = lines or Lines(setting, board, known, board.army(counters[0]))
    for counter in counters:
        content = known.get(counter)
        if setting.general(content) is None and lines.of(counter) == Link.NONE:
            troops = setting.troops(content)
            name = troops.name if troops is not None else "a dummy"
            text = f"{name} has no line to a general and cannot make a forced march: leave out forced"
            return Refusal("5.4-2", text, counter)
    return None


# -- generals ------------------------------------------------------------------------------


def generals(setting: Setting, known: Known, counters: Iterable[str]) -> tuple[General, ...]:
    """The generals in some counters."""
    found = (setting.general(known.get(counter)) for counter in counters)
    return tuple(general for general in found if general is not None)


def lead(those: Sequence[General], by: str = "vc") -> General | None:
    """jdg 6.5.1-4, 8.5-8: the general of highest rank; among equals the one with the best `vc` or `bt`."""

    def worth(general: General) -> tuple[int, int]:
        return general.rank, general.bt if by == "bt" else general.vc

    return max(those, key=worth, default=None)


def reaction_value(setting: Setting, those: Sequence[General]) -> int:
    """jdg 6.5.1-4, 6.5.2-2: what the die of a reaction must not exceed: VC of who leads, 1 where nobody does."""
    leader = lead(those)
    return setting.charts.number("reaction", "no-general") if leader is None else leader.vc


def reaction_modifier(setting: Setting, linked: Link) -> int:
    """jdg 6.5.1-5, 6.5.2-2: what the link of a force adds to the die of a reaction."""
    names = {Link.NONE: "", Link.GENERAL: "general", Link.CHIEF: "chief"}
    return setting.charts.number("reaction", names[linked]) if names[linked] else 0


# -- who plays first -------------------------------------------------------------------------


def emperor_chooses(setting: Setting, board: Board) -> bool:
    """jdg 3.2-1: whether Napoleon is on the map, so that the French say who plays first."""
    return board.present(setting.emperor)


def names_first(setting: Setting, board: Board, army: str) -> bool:
    """jdg 2-A3: whether orders of an army may say who plays first next turn: those of each second player turn but the
    last."""
    return bool(board.at.order[1] == army and board.at.turn < len(setting.scenario.turns))


def first_values(setting: Setting, board: Board) -> Mapping[str, int]:
    """jdg 3.2-2: what each army adds to its die for first player: VC of its highest chief on the map, 0 without one."""
    values = {}
    for army in setting.armies:
        ids = (board.chief(command) for command in board.commands_of(army))
        chief = lead([setting.generals[uid] for uid in ids if board.present(uid)])
        values[army] = chief.vc if chief is not None else 0
    return values


def chooser(setting: Setting, board: Board, dice: Mapping[str, int]) -> str:
    """jdg 3.2-2: the army whose die and VC are higher; empty for a tie, which is thrown again."""
    values = first_values(setting, board)
    first, second = setting.armies
    ahead = values[first] + dice[first] - values[second] - dice[second]
    return "" if ahead == 0 else first if ahead > 0 else second


__all__ = [
    "Lines",
    "Link",
    "chiefs_in",
    "chooser",
    "commands_in",
    "concentrated",
    "emperor_chooses",
    "entrench_cost",
    "first_values",
    "generals",
    "lead",
    "link",
    "marching_refusal",
    "may_besiege",
    "may_detach",
    "names_first",
    "payers",
    "pc_cost",
    "points",
    "reaction_modifier",
    "reaction_value",
    "riding_alone",
    "stack_allowance",
    "stack_link",
    "unled",
]
