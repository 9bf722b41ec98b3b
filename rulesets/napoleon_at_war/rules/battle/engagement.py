"""What a combat phase remembers, and one combat of it while it is resolved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pbem.engine.options import Json, Options
from pbem.engine.requests import SILENT, Choose, Silent, as_said
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Manner, Path
from rulesets.napoleon_at_war.setting import Setting

Read = Callable[[Json], Json | Silent]


@dataclass
class Ledger:
    """A combat phase. army: the phasing one. prefix: of all labels, `gt4.french`.

    foes: hex -> enemy unit there when the phase began. results: attack id -> result, "" if it lapsed.
    advanced, displaced: units that were moved so in this phase.
    """

    setting: Setting
    board: Board
    army: str
    foe: str
    prefix: str
    foes: Mapping[str, str]
    results: dict[str, str] = field(default_factory=dict)
    advanced: set[str] = field(default_factory=set)
    displaced: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)

    def label(self, words: str) -> str:
        """A label that no other step of the phase bears: a repeated one gets a number behind it."""
        count = self.labels[words] = self.labels.get(words, 0) + 1
        return f"{self.prefix}.{words}" if count == 1 else f"{self.prefix}.{words}.{count}"


@dataclass
class Engagement:
    """A combat: adjacent attackers, batteries that bombard, defending units, and where all stood at its start.

    root: path of the manner in the orders, `("attacks", 0)` or `("attacks", 0, "else")`.
    """

    ledger: Ledger
    attack: Attack
    manner: Manner
    root: Path
    by: tuple[str, ...]
    bombard: tuple[str, ...]
    targets: tuple[str, ...]
    starts: Mapping[str, str]

    @property
    def board(self) -> Board:
        """The board of the phase."""
        return self.ledger.board

    def involved(self, unit: str) -> bool:
        """Whether a unit takes part in this combat."""
        return unit in self.starts

    def victors_over(self, army: str) -> tuple[str, ...]:
        """Where those who fought against an army stood when the combat began: the adjacent ones if there are any."""
        if army == self.ledger.army:
            return tuple(self.starts[unit] for unit in self.targets)
        return tuple(self.starts[unit] for unit in self.by or self.bombard)

    def decision(
        self, army: str, what: str, options: Options, name: str, said: Json | Silent, slot: str, read: Read = as_said
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
        obliged = what != "advance"
        return Choose(army, what, options, label, said, where, slot, read, obliged=obliged, scene=self.board)
