"""What a combat phase remembers, one combat of it while it is resolved, and what a rulebook hands in for both."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json, Options
from pbem.engine.requests import SILENT, Choose, Request, Silent, as_said
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.bombard import NO_GUNS, Bombardment
from pbem.hexgame.fighting.cases import Cases
from pbem.hexgame.fighting.said import Path
from pbem.wargame.retreat import Ground

Event = dict[str, Json]
Procedure = Generator[Request, Any, None]
Read = Callable[[Json], Json | Silent]
Advance = dict[str, Any]
"""{"unit", "to"}, and "with" where others of its stack come along: a list of units."""
B = TypeVar("B", bound=HexBoard[Any])


@dataclass(frozen=True, slots=True)
class Conversion:
    """A result that becomes another one before it is carried out."""

    result: str
    why: str
    case: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What may be done with the advances open to an army. must: one of them has to be made."""

    open: Sequence[Advance]
    must: bool = False


def _touches(board: HexBoard[Any], unit: str, foe: str) -> bool:
    return board.at[foe] in board.field.zone_neighbours[board.at[unit]]


def _noted(ledger: Ledger[Any], attack: Attack) -> Sequence[str]:
    return [unit for at in attack.on for unit in ledger.foes[at]]


def _anybody(engagement: Engagement[Any], unit: str, to: str) -> bool:
    return True


def _nowhere(board: HexBoard[Any], start: str, targets: Sequence[str]) -> str:
    return ""


def _unjudged(ledger: Ledger[Any], units: Sequence[str]) -> Procedure:
    yield from ()


def _as_it_fell(engagement: Engagement[Any], result: str) -> Conversion | None:
    return None


@dataclass(frozen=True, kw_only=True)
class CombatRules(Generic[B]):
    """What one rulebook's combats are fought by: tables, and small callables for what the books do each in their way.

    columns, table: odds, worst first, and die -> result in each. results: result -> how it is carried out, those of
    `pbem.hexgame.fighting.results` or the book's own. reckon: strengths, shifts and column of a combat.
    lose(ledger, unit, why, case): takes a unit off the map and books it; the event that tells of it.
    judge(ledger, units): looks what losses of one instant bring about. It may raise where the game ends at once: they
        are booked and told by then, and nothing that would follow is carried out.
    ground(engagement, army): the board as those see it who retreat (`falling_back.ground` makes one).
    whom(ledger, attack): whom an attack is made on; those who stood in its hexes when the phase began.
    touches(board, unit, foe): whether two units are in contact. pushed_out(unit): whether a unit of the phasing army
        that was displaced fights no more in this phase.
    may_advance(engagement, unit, to): beyond vacant hexes and passable hexsides. terms: what is left of the open
        advances, after a die if need be; None where all are free to be made.
    convert: a result into another. via: the kind of hexside that an attacker attacks through, for the report.
    guns: the kinds of units that rather stay where a friend must make room.
    """

    cases: Cases
    columns: tuple[str, ...]
    table: Mapping[int, Sequence[str]]
    results: Mapping[str, Callable[[Engagement[B]], Procedure]]
    reckon: Callable[[Engagement[B]], Calculation]
    lose: Callable[[Ledger[B], str, str, str], Event]
    ground: Callable[[Engagement[B], str], Ground]
    judge: Callable[[Ledger[B], Sequence[str]], Procedure] = _unjudged
    bombardment: Bombardment[B] = NO_GUNS
    whom: Callable[[Ledger[B], Attack], Sequence[str]] = _noted
    touches: Callable[[B, str, str], bool] = _touches
    pushed_out: Callable[[B, str], bool] = lambda board, unit: True
    may_advance: Callable[[Engagement[B], str, str], bool] = _anybody
    terms: Callable[[Engagement[B], str, Sequence[Advance]], Generator[Request, Any, Terms]] | None = None
    convert: Callable[[Engagement[B], str], Conversion | None] = _as_it_fell
    via: Callable[[B, str, Sequence[str]], str] = _nowhere
    guns: tuple[str, ...] = ("artillery",)


@dataclass
class Ledger(Generic[B]):
    """A combat phase. army: the phasing one. prefix: of all labels, `gt4.blue`.

    foes: hex -> enemy units there when the phase began. results: attack id -> result, "" if it lapsed.
    advanced, displaced, retreated: units that were moved so in this phase.
    """

    rules: CombatRules[B]
    board: B
    army: str
    foe: str
    prefix: str
    foes: Mapping[str, tuple[str, ...]]
    results: dict[str, str] = field(default_factory=dict)
    advanced: set[str] = field(default_factory=set)
    displaced: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)

    def label(self, words: str) -> str:
        """A label that no other step of the phase bears: a repeated one gets a number behind it."""
        count = self.labels[words] = self.labels.get(words, 0) + 1
        return f"{self.prefix}.{words}" if count == 1 else f"{self.prefix}.{words}.{count}"


@dataclass
class Engagement(Generic[B]):
    """A combat: adjacent attackers, batteries that bombard, defending units, and where all stood at its start.

    root: path of the manner in the orders, `("attacks", 0)` or `("attacks", 0, "else")`.
    pushed: who was displaced in this combat.
    board, rules: those of the phase.
    """

    ledger: Ledger[B]
    attack: Attack
    manner: Manner
    root: Path
    by: tuple[str, ...]
    bombard: tuple[str, ...]
    targets: tuple[str, ...]
    starts: Mapping[str, str]
    pushed: set[str] = field(default_factory=set)
    board: B = field(init=False, repr=False, compare=False)
    rules: CombatRules[B] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.board, self.rules = self.ledger.board, self.ledger.rules

    def victors_over(self, army: str) -> tuple[str, ...]:
        """Where those who fought against an army stood when the combat began: the adjacent ones if there are any."""
        if army == self.ledger.army:
            return tuple(self.starts[unit] for unit in self.targets)
        return tuple(self.starts[unit] for unit in self.by or self.bombard)

    def decision(
        self,
        army: str,
        what: str,
        options: Options,
        name: str,
        said: Json | Silent,
        slot: str,
        read: Read = as_said,
        *,
        obliged: bool = True,
    ) -> Choose:
        """A decision after the die: the phasing army's by its attack's entry, the other's by its standing orders.

        name: what follows the attack's id in the label. said: what the entry says. slot: name of the standing order.
        """
        label = self.ledger.label(f"{self.attack.id}.{name}")
        if army == self.ledger.army:
            member = "retreat" if what == "bombardier" else what
            where, slot = (*self.root, member), ""
        else:
            said, where = SILENT, ()
        return Choose(army, what, options, label, said, where, slot, read, obliged=obliged, scene=self.board)
