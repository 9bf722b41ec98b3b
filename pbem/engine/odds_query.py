"""One attack that nobody has ordered: what it would come to, with exact chances and every step that leads to them.

Pure, like all of the contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Protocol

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.lean import dataclass

OFF: Final = "off"
"""The place of a unit that is supposed to stand nowhere: to have left, or to lie hidden under somebody else."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A question in the words of whoever asks it; a game refuses what it has no use for.

    on: places under attack. by: attackers; () for whoever stands next to it. far: those who join from afar. moved: unit
    and place, for units that are supposed to stand elsewhere; OFF for nowhere. column: lower odds that the attacker
    asks for. tactic, against: how the attacker and how the other army fights. enemy: strength supposed there, -1 for
    what is known.
    """

    on: tuple[str, ...]
    by: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    column: str = ""
    tactic: str = ""
    against: str = ""
    enemy: int = -1


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the calculation in words. case: of the rulebook, "" where none is needed."""

    text: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class Chance:
    """A result by its short name, its exact share, and what it means."""

    result: str
    share: Fraction
    text: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One way in which it may be fought.

    chances: they add up to one, unless `chain` says that they stand in an order in which each holds the one before, as
    "by the second turn" holds "by the first". notes: what is supposed, what else the rules demand.
    """

    title: str
    steps: Sequence[Step]
    chances: Sequence[Chance]
    notes: Sequence[Step] = ()
    chain: bool = False

    def to_json(self) -> Json:
        """Shares as exact fractions in text."""
        return {
            "title": self.title,
            "steps": [{"text": step.text, "case": step.case} for step in self.steps],
            "chances": [{"result": c.result, "share": str(c.share), "text": c.text} for c in self.chances],
            "chain": self.chain,
            "notes": [{"text": note.text, "case": note.case} for note in self.notes],
        }


class Unanswerable(ValueError):
    """What keeps a question from being answered: names that mean nothing, or what the rules forbid."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(refusal.text for refusal in self.refusals))


class GameOdds(Protocol):
    """`Telling.odds`: answers such questions."""

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """What an attack by `army` would come to at a position, whoever is due there. Raises Unanswerable.

        own: what the reader alone knows; of no use where it is not that army's.
        """
