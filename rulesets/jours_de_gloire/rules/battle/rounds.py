"""A battle from its first round to its result (jdg 8.1-P3 to P5, 8.4-1, 8.4-4, 8.5-11, 8.6, 6.5.2-3, 6.5.2-4)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.calculation import Effect
from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle import telling
from rulesets.jours_de_gloire.rules.battle.morale import COMBAT_STAR, GUNS_STAR, tested
from rulesets.jours_de_gloire.rules.battle.outcome import Combatant, Outcome, loser_of, outcome_of
from rulesets.jours_de_gloire.rules.battle.parts import (
    ATTACKER,
    DEFENDER,
    FOE,
    LETTER,
    ROLES,
    Force,
    Joiner,
    Situation,
)
from rulesets.jours_de_gloire.rules.battle.strength import falls_in, reckon
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables
from rulesets.jours_de_gloire.rules.battle.tactics import length, one_general

Json = Any
# Turns up a force that arrives and gives it back as it really is; without fighters nobody joins.
Arrive = Callable[[Joiner], Generator[Request, Any, Joiner]]


def battle(
    tables: Tables,
    forces: Mapping[str, Force],
    situation: Situation,
    chits: Mapping[str, str],
    label: str,
    where: tuple[str, ...] = (),
    arrive: Arrive | None = None,
) -> Generator[Request, Any, Outcome]:
    """jdg 8.1-P3, 8.1-P4, 8.1-P5-1, 8.1-P5-2: all rounds of a battle; what comes after is for the caller.

    forces, chits: by role, `attacker` and `defender`; both forces have fighters, the chits are legal (`tactics`).
    label: of at most 48 characters, start of the names of the dice: `<label>.r1.a`, `.r1.d`, `.r2.guns.a`,
    `.r2.morale.d` and so on.
    where: boxes, for the report. arrive: called for a force marching to the guns when it arrives, so that its counters
    can be turned up no sooner; without it the joiner counts as given.
    """
    return (yield from _Battle(tables, forces, situation, chits, label, where, arrive).fought())


class _Battle:
    def __init__(
        self,
        tables: Tables,
        forces: Mapping[str, Force],
        situation: Situation,
        chits: Mapping[str, str],
        label: str,
        where: tuple[str, ...],
        arrive: Arrive | None,
    ) -> None:
        self.tables, self.situation, self.label, self.where = tables, situation, label, where
        self.arrive, self.chits = arrive, chits
        self.combatants = {role: Combatant(tables, role, forces[role]) for role in ROLES}
        general = one_general(forces[ATTACKER], forces[DEFENDER])
        self.length = length(tables, chits[ATTACKER], chits[DEFENDER], one_general=general, weather=situation.weather)
        self.joined: list[str] = []

    def fought(self) -> Generator[Request, Any, Outcome]:
        """Rounds until they are used up, somebody has to retreat, or nobody is left."""
        header = telling.opening(self.combatants, self.situation, self.chits, self.length)
        yield Tell({"kind": "battle", **self._place(), **header})
        number = 0
        while number < self.length.rounds and not self._over():
            number += 1
            yield from self._round(number)
            yield from self._arrivals(number, last=number == self.length.rounds or self._over())
        result = outcome_of(self.tables, self.combatants, self.situation, self.length, number, tuple(self.joined))
        yield Tell({"kind": "battle-over", **self._place(), **telling.closing(self.combatants, result)})
        return result

    def _over(self) -> bool:
        return any(combatant.failed or not combatant.force.fighters for combatant in self.combatants.values())

    def _place(self) -> dict[str, Json]:
        return {"label": self.label, "at": list(self.where)}

    def _round(self, number: int) -> Generator[Request, Any, None]:
        """jdg 8.1-P4: both armies' dice, the guns, losses at the same time, then morale."""
        for combatant in self.combatants.values():
            combatant.new_round()
        fire = yield from self._fire(number)
        guns = (yield from self._guns(number)) if falls_in(self.tables, number, "guns") else []
        losses = [self._suffer(combatant) for combatant in self.combatants.values()]
        told = {"round": number, "fire": fire, "guns": guns, "losses": losses}
        yield Tell({"kind": "round", **self._place(), **told})
        for combatant in self.combatants.values():
            yield from self._morale(combatant, number)

    def _fire(self, number: int) -> Generator[Request, Any, list[Json]]:
        """jdg 8.4-1: each army's own column and die give what the other loses."""
        forces = {role: combatant.force for role, combatant in self.combatants.items()}
        told = []
        for role in ROLES:
            reckoning = reckon(self.tables, role, forces, self.situation, number)
            die = (yield Roll("1d6", f"{self.label}.r{number}.{LETTER[role]}", "8.4-1", self.where))[0]
            loss = self.tables.combat(reckoning.column, die + reckoning.bonus)
            self.combatants[FOE[role]].hit(loss, COMBAT_STAR)
            told.append(
                {
                    **self.combatants[role].named(),
                    "calculation": reckoning.calculation.told(),
                    "die": die,
                    "sum": die + reckoning.bonus,
                    "loss": loss.pf,
                    "star": loss.star,
                }
            )
        return told

    def _guns(self, number: int) -> Generator[Request, Any, list[Json]]:
        """jdg 8.4-4: an army without any artillery bonus does not roll."""
        told = []
        weather = self.situation.weather
        by = self.tables.weather_modifier("artillery", weather)
        modifiers = [Effect(by, weather, "3.1-S4").told()] if by else []
        for role in ROLES:
            ba = self.combatants[role].force.ba
            if not ba:
                continue
            die = (yield Roll("1d6", f"{self.label}.r{number}.guns.{LETTER[role]}", "8.4-4", self.where))[0]
            total = die + by
            loss = self.tables.artillery(ba, total)
            self.combatants[FOE[role]].hit(loss, GUNS_STAR)
            named = self.combatants[role].named()
            told.append(
                {
                    **named,
                    "ba": ba,
                    "die": die,
                    "modifiers": modifiers,
                    "sum": total,
                    "loss": loss.pf,
                    "star": loss.star,
                }
            )
        return told

    def _suffer(self, combatant: Combatant) -> dict[str, Json]:
        """jdg 8.4-2: combat and artillery losses of the round are one loss."""
        return {**combatant.named(), **telling.paid(combatant.suffer(combatant.owed))}

    def _morale(self, combatant: Combatant, number: int) -> Generator[Request, Any, None]:
        """jdg 8.6-3, 8.6-5, 8.6-6: at most one test in a round; the encircled pay a PF and stay."""
        causes = combatant.causes()
        if not causes:
            return
        label = f"{self.label}.r{number}.morale.{LETTER[combatant.role]}"
        test = yield from tested(self.tables, combatant.force, label, self.where)
        event, extra = telling.morale(combatant, causes, test), dict[str, Json]()
        if not test.passed and combatant.role == DEFENDER and self.situation.encircled:
            extra = telling.paid(combatant.suffer(1))
        elif not test.passed:
            combatant.failed = True
        told = {"round": number, **combatant.named(), **event, "encircled": extra}
        yield Tell({"kind": "morale", **self._place(), **told})

    def _arrivals(self, number: int, *, last: bool) -> Generator[Request, Any, None]:
        """jdg 6.5.2-3, 6.5.2-4, 8.5-3: who is due at the end of this round joins; a flank attack counts from then.

        After the last round they share what follows the battle; friends who have lost it they leave alone, as coming is
        up to them.
        """
        if last and (loser_of(self.combatants)[0] == DEFENDER or not self.combatants[DEFENDER].force.fighters):
            return
        for due in self.situation.marchers:
            if due.after != number:
                continue
            joiner = (yield from self.arrive(due)) if self.arrive else due
            if not joiner.fighters:
                continue
            self.combatants[DEFENDER].join(joiner.fighters, joiner.leaders)
            self.joined.append(joiner.id)
            flank = not last and joiner.flank and DEFENDER not in self.situation.flanks
            if flank:
                self.situation = replace(self.situation, flanks=(*self.situation.flanks, DEFENDER))
            event = telling.joining(self.combatants[DEFENDER], joiner, not last and self.situation.flanked_by(DEFENDER))
            yield Tell({"kind": "joined", **self._place(), "round": number, **event})
