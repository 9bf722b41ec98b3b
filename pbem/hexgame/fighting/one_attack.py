"""The judgement of one attack of a list by itself: its targets, attackers, batteries, condition and reduction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P
from pbem.hexgame.fighting.advice import BOMBARD
from pbem.hexgame.fighting.attack_rules import AttackRules
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.contacts import Contacts
from pbem.hexgame.fighting.said import Found, Path, is_names, shown
from pbem.lean import dataclass


@dataclass(frozen=True, slots=True)
class AttackJudge(Generic[P]):
    """Judges attacks one by one, on the board as it stands."""

    board: HexBoard[P]
    army: str
    contacts: Contacts[P]
    rules: AttackRules

    def faults(self, attack: Attack, attacks: Sequence[Attack]) -> Iterator[Found]:
        """Everything against one attack; attacks: the whole list, of which it is one."""
        clean = True
        for check in (self._targets, self._adjacent, self._batteries):
            for fault in check(attack):
                clean = False
                yield fault
        for fault in self._condition(attack, attacks):
            clean = False
            yield fault
        if clean:
            yield from self._reductions(attack)

    def name(self, unit: str) -> str:
        """The name of a unit, or what stands in its place."""
        piece = self.board.roster.units.get(unit)
        return piece.name if piece else shown(unit)

    def _targets(self, attack: Attack) -> Iterator[Found]:
        for number, at in enumerate(attack.on):
            if not self.contacts.is_target(at):
                text = f"attack {attack.id}: there is no {self.rules.foe} unit in {shown(at)}"
                refusal = Refusal(self.rules.cases.target, text, hex=at[:8], legal=self.contacts.pressed)
                yield (attack.index, "on", number), refusal

    def _own(self, path: Path, unit: str) -> Found | None:
        """Attackers are units of the phasing army on a map."""
        piece, cases = self.board.roster.units.get(unit), self.rules.cases
        if piece is None:
            legal = tuple(self.contacts.by_unit)
            return path, Refusal(cases.unknown, f"there is no unit {shown(unit)}", unit=unit[:40], legal=legal)
        if piece.army != self.army:
            return path, Refusal(cases.foreign, f"{piece.name} belongs to the other army and makes no attack now", unit)
        if unit not in self.board.at:
            return path, Refusal(cases.absent, f"{piece.name} is not on a map and cannot attack", unit)
        return None

    def _adjacent(self, attack: Attack) -> Iterator[Found]:
        """Adjacent attackers touch every target of their combat."""
        for number, unit in enumerate(attack.by):
            path: Path = (attack.index, "by", number)
            foreign = self._own(path, unit)
            if foreign is not None:
                yield foreign
                continue
            at = self.board.at[unit]
            if unit not in self.contacts.units(at):
                text = f"attack {attack.id}: {self.name(unit)} in {at} attacks nobody in this phase"
                yield path, Refusal(self.rules.cases.bystander, text, unit, at)
                continue
            near = self.contacts.touched.get(at, ())
            # A hex without an enemy is refused already: nobody needs to be next to it.
            missed = [to for to in attack.on if to not in near and self.contacts.is_target(to)]
            if missed:
                yield path, self._out_of_reach(attack, unit, at, missed[0])

    def _out_of_reach(self, attack: Attack, unit: str, at: str, target: str) -> Refusal:
        """Not adjacent, or water in between that stops zones."""
        legal = self.contacts.touched.get(at, ())
        who = f"attack {attack.id}: {self.name(unit)} in {at}"
        hint = BOMBARD if self.rules.is_battery(unit) else ""
        if target in self.board.field.neighbours[at]:
            text = f"{who} cannot attack {target}{self._over(at, target)}{hint}"
            return Refusal(self.rules.cases.water, text, unit, target[:8], legal)
        return Refusal(
            self.rules.cases.distance, f"{who} is not adjacent to {target[:8]}{hint}", unit, target[:8], legal
        )

    def _over(self, at: str, target: str) -> str:
        field = self.board.field
        if field.crossed_by_zones(at, target):
            return ""
        water = next(name for name, k in field.chart.sides.items() if k.stops_zones and field.has(name, at, target))
        return f" across a {water} without a bridge"

    def _batteries(self, attack: Attack) -> Iterator[Found]:
        """Batteries fire at one hex, or join adjacent units and reach a target of theirs."""
        for root, manner in attack.manners():
            if not attack.by and not manner.bombard:
                yield root, Refusal(self.rules.cases.nobody, f"attack {attack.id} has no attacker")
            if not attack.by and len(attack.on) > 1:
                text = f"attack {attack.id}: without adjacent attackers batteries bombard a single hex"
                yield (*root, "bombard"), Refusal(self.rules.cases.single, text, hex=attack.on[1][:8])
            for number, unit in enumerate(manner.bombard):
                fault = self._battery((*root, "bombard", number), attack, unit)
                if fault is not None:
                    yield fault

    def _battery(self, path: Path, attack: Attack, unit: str) -> Found | None:
        foreign = self._own(path, unit)
        if foreign is not None:
            return foreign
        first: Refusal | None = None
        for target in attack.on:
            if target not in self.board.field.map_of:
                return None
            refusal = self.rules.bombardment(unit, target)
            if refusal is None:
                return None
            first = first or refusal
        return None if first is None else (path, first)

    def _condition(self, attack: Attack, attacks: Sequence[Attack]) -> Iterator[Found]:
        """A condition asks for an earlier result or a vacant hex; without an else it may leave no debt unpaid."""
        if not attack.condition:
            return
        path: Path = (attack.index, "if")
        text = self._condition_fault(attack, attacks)
        if text:
            yield path, Refusal(self.rules.cases.condition, f"attack {attack.id}: {text}")
        if attack.other is not None:
            return
        bound = next((unit for unit in attack.by if self.board.at.get(unit) not in self.contacts.free), None)
        if bound is not None:
            text = f"attack {attack.id}: {self.name(bound)} has to attack, so that its attack needs an else"
            yield path, Refusal(self.rules.cases.must_attack, text, bound[:40])
            return
        drawn_in = self.contacts.drawn_in(unit for one in attacks if one is not attack for unit in one.by)
        for at in [at for at in attack.on if at in self.contacts.pressed or at in drawn_in][:1]:
            text = f"attack {attack.id}: the enemy in {at} has to be attacked, so that the attack needs an else"
            yield path, Refusal(self.rules.cases.must_be_attacked, text, hex=at)

    def _condition_fault(self, attack: Attack, attacks: Sequence[Attack]) -> str:
        condition = attack.condition
        if set(condition) == {"vacant"}:
            at = condition["vacant"]
            return "" if isinstance(at, str) and at in self.board.field.map_of else f"there is no hex {shown(at)}"
        if set(condition) != {"attack", "result"}:
            return "a condition is {attack, result} or {vacant}"
        if not any(one.id == condition["attack"] for one in attacks if one.index < attack.index):
            return f"there is no attack {shown(condition['attack'])} before it"
        results = condition["result"]
        if not is_names(results) or not results or any(result not in self.rules.results for result in results):
            return f"a result is one of {', '.join(self.rules.results)}"
        return ""

    def _reductions(self, attack: Attack) -> Iterator[Found]:
        """A reduction asks for a lower column than the odds give on the present board.

        Where `else` keeps the reduction with fewer batteries, the odds may be as low already: then it has no effect.
        """
        for root, manner in attack.manners():
            kept = manner is attack.other and manner.reduce == attack.manner.reduce
            if not manner.reduce or kept:
                continue
            column, lower = self.rules.column(attack.by, manner.bombard, attack.on)
            if manner.reduce not in lower:
                text = f"attack {attack.id} stands at {column} and cannot be reduced to {shown(manner.reduce)}"
                yield (*root, "reduce"), Refusal(self.rules.cases.reduction, text, legal=lower)
