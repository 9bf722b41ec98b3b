"""What the procedures of a player turn share: the board, the orders, who speaks, and how counters are turned up."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Open, Request
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.straggling import held_by, settled
from rulesets.jours_de_gloire.setting import Known, Setting

Part = Generator[Request, Any, Any]
Judge = Callable[[Board, Json, Known | None], Refusal | None]
"""The rule that forbids an entry of the orders on a board as it is.

known: what the counters of the army whose orders they are hold, as far as this run may look into them; None where
entries are judged by what everybody sees. So each rule is written once: the engine, the owner's program and the audit
ask it with what they know.
"""


class Entry:
    """Options of one entry of the orders: whatever a judge has nothing against; `nothing` is the default.

    known: as for `Judge`. said: what the orders say, which a random player says too.
    """

    def __init__(
        self, board: Board, judge: Judge, known: Known | None = None, nothing: Json = "", said: Json = ""
    ) -> None:
        self.board = board
        self.judge = judge
        self.known = known
        self.nothing = nothing
        self.said = said

    def why_not(self, answer: Json) -> Refusal | None:
        """The rule that forbids it, None where it is legal."""
        return None if answer == self.nothing else self.judge(self.board, answer, self.known)

    def why_not_seen(self, answer: Json) -> Refusal | None:
        """The same by what everybody sees."""
        return None if answer == self.nothing else self.judge(self.board, answer, None)

    def describe(self) -> Json:
        """The orders' own schema says what can be ordered."""
        return {}

    def default(self) -> Json:
        """Nothing is done."""
        return self.nothing

    def sample(self, pick: Pick) -> Json:
        """What the orders say, where it is legal: entries are drawn with the orders as a whole."""
        return self.said if self.why_not(self.said) is None else self.nothing


@dataclass
class Turn:
    """One player turn. army: the phasing one. label: `t3.french`, which begins all labels of the turn.

    came: counter -> box from which it entered the box where it stands, for those that moved or reacted in this player
    turn, "" for an entry. bridged: counters whose last step crossed a bridge. intercepted: box -> counters of the
    non-phasing army that intercepted into it. surprised: box -> counters of the phasing army that stood in it when they
    were intercepted there. proved: face-down counters whose signs have shown that units in them bar
    a retreat. book: contents of the phasing army's counters that lie face down, as committed to, for a run that may
    look into them; None for the engine's own.
    """

    setting: Setting
    board: Board
    army: str
    label: str
    orders: dict[str, Json] = field(default_factory=dict)
    came: dict[str, str] = field(default_factory=dict)
    bridged: set[str] = field(default_factory=set)
    intercepted: dict[str, list[str]] = field(default_factory=dict)
    surprised: dict[str, tuple[str, ...]] = field(default_factory=dict)
    proved: set[str] = field(default_factory=set)
    book: Mapping[str, Json] | None = None

    @property
    def foe(self) -> str:
        """The non-phasing army."""
        return self.setting.foe(self.army)

    def known(self) -> Known | None:
        """What the counters of the phasing army hold now, as far as this run may look into them; see `Judge`."""
        seen = self.setting.fog.contents(self.board)
        return seen if self.book is None else held_by(self.setting, self.board, self.army, self.book)

    def judged(self, judge: Judge, what: str, where: tuple[str | int, ...], nothing: Json = "") -> Part:
        """One entry of the orders, found at `where`, judged on the board as it is; `nothing` where it is illegal."""
        said: Json = self.orders
        for step in where:
            said = said[step]
        label = ".".join((self.label, *(str(step) for step in where)))
        options = Entry(self.board, judge, self.known(), nothing, said)
        # Nobody is shown a question of a run that looks into the counters.
        scene = self.board.position() if self.book is None else None
        return (yield Choose(self.army, what, options, label, said=said, where=where, scene=scene))

    def in_hand(self, counters: Sequence[str], name: str) -> Part:
        """Whether the orders message committed to what all these counters hold; in open games there is nothing to
        commit to."""
        return (yield from self.setting.fog.in_hand(self.army, counters, f"{self.label}.{name}.held"))

    def turn_up(self, army: str, counters: Iterable[str], label: str) -> Part:
        """Turns counters of an army face up, logs settled: counter -> content of all of them, also of those that lay
        face up. Units that the march has worn away are removed by whoever asks."""
        board, wanted = self.board, tuple(counters)
        down = tuple(counter for counter in wanted if not board.face_up(counter))
        if down:
            contents = yield Open(army, down, label)
            for counter, content in zip(down, contents, strict=True):
                log = board.log(counter)
                board.turn_up(counter, content)
                board.see(counter, settled(self.setting, board.content(counter), log, board.known()))
        found: Mapping[str, Json] = {counter: board.content(counter) for counter in wanted}
        return found
