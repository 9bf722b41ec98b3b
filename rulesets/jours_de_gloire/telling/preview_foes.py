"""What an army may suppose of the other: the forces in its boxes as far as all can see, and an even share of the rest.

Everything here goes by the public position and by the scenario, which both armies have read; never by a content that
lies face down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from pbem.engine.odds_query import Unanswerable
from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.battle.parts import INFANTRY, Fighter, Force, Leader
from rulesets.jours_de_gloire.rules.fights.box_forces import force_of
from rulesets.jours_de_gloire.setting import General, Setting, Unit

SUPPOSED: Final = "supposed"


@dataclass(frozen=True, slots=True)
class Foe:
    """The enemy in a box. known: those who lie face up. hidden: how many counters do not. pf: strength, supposed where
    `hidden` is not 0, in whole points. force: the whole as one force, what is supposed in it as one unit. real: the
    chance that there is any unit. met: the force if there is."""

    box: str
    known: Force
    hidden: int
    pf: int
    force: Force
    real: Fraction
    met: Force


@dataclass(frozen=True, slots=True)
class Mean:
    """What a face-down counter is worth on an average. leader: the middle one of those that lie face down. real: share
    of them that are units."""

    pf: Fraction
    real: Fraction
    generals: Fraction
    ba: Fraction
    bc: Fraction
    co: int
    leader: General | None


class Foes:
    """Every box with enemies of an army. boxes: box -> what is supposed there, in the map's order."""

    def __init__(self, setting: Setting, board: Board, army: str) -> None:
        self.setting, self.board, self.army = setting, board, setting.foe(army)
        self.boxes: dict[str, Foe] = {box: self._foe(box) for box in board.boxes_of(self.army)}

    def pf(self, box: str) -> int:
        """Strength that is supposed in a box, 0 for one without enemies."""
        return self.boxes[box].pf if box in self.boxes else 0

    def supposed(self, box: str, pf: int) -> Foe:
        """The enemy in a box as if he were so strong: those who lie face up, and the rest as one unit of the mean kind.

        Raises Unanswerable for fewer points than lie face up, and for none.
        """
        found = self.boxes.get(box)
        known = found.known if found is not None else Force(self.army, ())
        if pf < max(known.pf, 1):
            text = f"{known.pf} PF of the enemy are known to be there; fewer cannot be supposed"
            raise Unanswerable([Refusal("", text if known.pf else "an enemy of no strength fights no battle")])
        mean, rest = self.mean, pf - known.pf
        if not rest:
            return Foe(box, known, found.hidden if found else 0, known.pf, known, Fraction(1), known)
        share = rest / mean.pf if mean.pf else Fraction(1)
        unit = Fighter(SUPPOSED, INFANTRY, rest, mean.co, _whole(mean.ba * share), _whole(mean.bc * share))
        leaders = found.force.leaders if found is not None else ()
        force = Force(self.army, (*known.fighters, unit), leaders)
        return Foe(box, known, max(found.hidden if found else 0, 1), force.pf, force, Fraction(1), force)

    # -- who is left ------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """jdg 3.3-1: units of the enemy that came into play and were not seen to perish, and lie face down."""
        at, setting, board = self.board.at, self.setting, self.board
        coming = {name for number in at.arrivals for name in setting.scenario.reinforcements[number].units}
        seen = {str(content.get("unit")) for content in board.known().values()}
        return tuple(
            unit
            for uid, unit in setting.units.items()
            if board.army_of_command(unit.command) == self.army and uid not in {*at.dead, *coming, *seen}
        )

    @cached_property
    def generals(self) -> tuple[General, ...]:
        """Generals of the enemy on the map who lie face down."""
        board = self.board
        seen = {str(content.get("general")) for content in board.known().values()}
        return tuple(
            general
            for uid, general in self.setting.generals.items()
            if board.army_of_command(general.command) == self.army and board.present(uid) and uid not in seen
        )

    @cached_property
    def mean(self) -> Mean:
        """An even share of all that lies face down, losses that everybody saw taken off."""
        units, count = self.units, max(len(self.board.hidden(self.army)), 1)
        pf = sum(unit.pf - int(self.board.at.lost.get(unit.id, 0)) for unit in units)
        ranked = sorted(self.generals, key=lambda general: (general.bt, general.rank, general.id))
        return Mean(
            Fraction(max(pf, 0), count),
            min(Fraction(len(units), count), Fraction(1)),
            Fraction(len(self.generals), count),
            Fraction(sum(unit.ba for unit in units), count),
            Fraction(sum(unit.bc for unit in units), count),
            sum(unit.co for unit in units) // len(units) if units else 0,
            ranked[len(ranked) // 2] if ranked else None,
        )

    # -- one box -------------------------------------------------------------------------

    def _foe(self, box: str) -> Foe:
        board = self.board
        down = board.hidden(self.army, box)
        known = force_of(board, self.army, board.counters(self.army, box))
        pf, force = self._whole(box, known, len(down))
        real = Fraction(1)
        if force is not known and not known.fighters and self._scheduled(box, len(down)) is None:
            real = 1 - (1 - self.mean.real) ** len(down)
        return Foe(box, known, len(down), pf, force, real, self._met(force, real))

    def _met(self, force: Force, real: Fraction) -> Force:
        """The force if there is one: the fewer of its counters are units, the stronger those are that are."""
        if not real or real == 1:
            return force
        found = tuple(
            replace(one, pf=_whole(one.pf / real), ba=_whole(one.ba / real), bc=_whole(one.bc / real))
            for one in force.fighters
        )
        return Force(force.army, found, force.leaders)

    def _whole(self, box: str, known: Force, down: int) -> tuple[int, Force]:
        if not down:
            return known.pf, known
        scheduled = self._scheduled(box, down)
        if scheduled is not None:
            force = known.with_others(scheduled.fighters, scheduled.leaders)
            return force.pf, force
        mean = self.mean
        pf = _whole(mean.pf * down)
        if not pf:
            return known.pf, known
        unit = Fighter(SUPPOSED, INFANTRY, pf, mean.co, _whole(mean.ba * down), _whole(mean.bc * down))
        led = mean.leader is not None and not known.leaders and mean.generals * down >= Fraction(1, 2)
        leaders = (_leader(mean.leader),) if led and mean.leader is not None else ()
        force = known.with_others((unit,), leaders)
        return force.pf, force

    def _scheduled(self, box: str, down: int) -> Force | None:
        """jdg T-SCEN: in the first turn, where nothing has moved yet, those whom the scenario puts there."""
        at = self.board.at
        if at.turn > 1 or at.player == self.army or at.order[0] == self.army:
            return None
        contents = starting(self.setting, self.army).get(box, [])
        if not contents or down < len(contents):
            return None
        fighters, leaders = [], []
        for content in contents:
            troops, general = self.setting.troops(content), self.setting.general(content)
            if troops is not None:
                values = (troops.co, troops.ba, troops.bc)
                fighters.append(Fighter(troops.id, troops.kind, int(content["pf"]), *values))
            elif general is not None:
                leaders.append(_leader(general))
        return Force(self.army, tuple(fighters), tuple(leaders))


def _whole(value: Fraction) -> int:
    """Halves up."""
    return int(value + Fraction(1, 2))


def _leader(general: General) -> Leader:
    return Leader(general.id, general.vc, general.rank, general.bt, False, general.emperor)


def lumped(force: Force, name: str) -> Force:
    """A force as one unit with its mean cohesion, which is looked through faster."""
    if len(force.fighters) < 2:
        return force
    first = force.fighters[0]
    tired = all(fighter.fatigued for fighter in force.fighters)
    unit = Fighter(name, first.kind, force.pf, force.cohesion, force.ba, force.bc, tired)
    return Force(force.army, (unit,), force.leaders)
