"""Which unit attacks whom: the judgement of a list of attacks, and the list of who says nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Request, Silent, as_said
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P
from pbem.hexgame.fighting.advice import as_one_entry, without_bombarding
from pbem.hexgame.fighting.attack_rules import AttackRules
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.contacts import Contacts, Duties, default_allocation
from pbem.hexgame.fighting.occasions import Occasions, Part, batteries, may_both, parts
from pbem.hexgame.fighting.one_attack import AttackJudge
from pbem.hexgame.fighting.said import Found

MOST_ATTACKS = 200
Read = Callable[[Json], Json | Silent]
Sampler = Callable[["AttackList[P]", Pick], Json]
"""A random legal list; handed in, for rules choose nothing at random."""


class AttackList(Generic[P]):
    """The lists of attacks that are legal for the phasing army on a board; `Options` of the decision about them."""

    def __init__(self, board: HexBoard[P], army: str, duties: Duties, rules: AttackRules, sampler: Sampler[P]) -> None:
        self.board = board
        self.army = army
        self.foe = board.enemy[army]
        self.duties = duties
        self.rules = rules
        self._sampler = sampler
        # The list judged last, with its entries as they were read: it is read once, not again when it is carried out.
        self._last: tuple[Json, list[Attack]] = (None, [])

    @cached_property
    def bodies(self) -> Contacts[P]:
        """Who touches whom, by hexes."""
        return Contacts(self.board, self.army, self.duties)

    @property
    def contacts(self) -> Mapping[str, tuple[str, ...]]:
        """Own units that have to attack, each with the enemies it touches."""
        return self.bodies.by_unit

    @property
    def pressed(self) -> tuple[str, ...]:
        """The hexes of enemies who have to be attacked, ascending."""
        return self.bodies.pressed

    @cached_property
    def judge(self) -> AttackJudge[P]:
        """Who judges the entries one by one."""
        return AttackJudge(self.board, self.army, self.bodies, self.rules)

    # -- Options -------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """The first refusal, None for a legal list."""
        return next((refusal for _, refusal in self._binding(answer)), None)

    def default(self) -> Json:
        """The default allocation."""
        return default_allocation(self.bodies)

    def sample(self, pick: Pick) -> Json:
        """A random legal list."""
        return self._sampler(self, pick)

    def describe(self) -> Json:
        """Contacts, hexes that must be attacked, targets of each free battery, and the default allocation.

        may_attack, only where somebody may stay out: hexes from which one may attack -> the hexes he touches.
        """
        at = self.board.at
        aims = {unit: list(self.rules.aims(unit)) for unit in self.batteries()}
        told = {
            "contacts": [
                {"unit": unit, "at": at[unit], "enemies": [{"unit": e, "at": at[e]} for e in enemies]}
                for unit, enemies in self.contacts.items()
            ],
            "must_attack": list(self.pressed),
            "bombard": {unit: targets for unit, targets in aims.items() if targets},
            "default": self.default(),
        }
        free = {at: list(self.bodies.touched[at]) for at in sorted(self.bodies.free)}
        return {**told, "may_attack": free} if free else told

    def batteries(self) -> list[str]:
        """The units of the army that bombard where they can, in order of hex."""
        return [unit for unit in self.board.on_map(self.army) if self.rules.is_battery(unit)]

    def attacks(self, listed: Json) -> list[Attack]:
        """The attacks of a legal list, in its order."""
        return self._last[1] if self._last[0] is listed else self._readable(listed)

    def listed(self, prefix: str, said: Json | Silent, read: Read = as_said) -> Generator[Request, Any, list[Attack]]:
        """The attacks of a Combat Phase, asked for as the orders' member `attacks`; owed where somebody is in contact.

        prefix: of the label. said: that member, SILENT if there is none. read: what becomes of it first.
        """
        label, owed = f"{prefix}.attacks", bool(self.bodies.obliged)
        answer = yield Choose(
            self.army, "attacks", self, label, said, ("attacks",), read=read, obliged=owed, scene=self.board
        )
        return self.attacks(answer)

    def sound(self, listed: Json) -> list[Attack]:
        """The attacks of a list that nothing is wrong with, though the list as a whole may be void."""
        wrong = {path[0] for path, _ in self._binding(listed) if path}
        return [attack for attack in self._last[1] if attack.index not in wrong]

    def _readable(self, listed: Sequence[Json]) -> list[Attack]:
        read = map(self.rules.read, range(len(listed)), listed)
        return [attack for attack in read if isinstance(attack, Attack)]

    # -- judging -------------------------------------------------------------------

    def faults(self, answer: Json) -> list[Found]:
        """All refusals with their paths in the list: what voids it as a whole, then what will be void in its turn."""
        found = list(self._binding(answer, advise=True))
        if isinstance(answer, list):
            found += [f for one in self._readable(answer[:MOST_ATTACKS]) for f in self.rules.preferences(one)]
        return found

    def _binding(self, answer: Json, *, advise: bool = False) -> Iterator[Found]:
        """Everything that makes the list void, on the board as it stands now. advise: with what helps against it."""
        if not isinstance(answer, list) or len(answer) > MOST_ATTACKS:
            yield (), Refusal(self.rules.cases.listed, f"attacks are a list of at most {MOST_ATTACKS}")
            return
        attacks: list[Attack] = []
        for index, entry in enumerate(answer):
            read = self.rules.read(index, entry)
            if isinstance(read, Attack):
                attacks.append(read)
            else:
                yield read
        self._last = (answer, attacks)
        for attack in attacks:
            for fault in self.judge.faults(attack, attacks):
                yield without_bombarding(self.board, self.rules.bombardment, fault) if advise else fault
        for fault in self._twice(attacks):
            yield as_one_entry(self.board, attacks, fault) if advise else fault
        yield from self._divided(attacks)
        # What is owed cannot be told while entries cannot be read.
        if len(attacks) == len(answer):
            yield from self._owed(attacks)

    def _twice(self, attacks: Sequence[Attack]) -> Iterator[Found]:
        """No body attacks twice, no enemy is attacked twice, no two attacks share a name.

        The attacker may decide after each die: who is named twice is refused where both may come about. Where the
        enemy is the same, that he is attacked twice says it all.
        """
        occasions = Occasions(attacks, self.rules.results)
        names: dict[str, None] = {}
        targets: dict[str, list[Attack]] = {}
        units: dict[str, list[Part]] = {}
        guns: dict[str, list[Part]] = {}
        for attack in attacks:
            again = list(self._attacked_again(occasions, attack, targets))
            engaged = [*self._engaged_again(occasions, attack, units), *self._salvoes(occasions, attack, guns)]
            yield from again or engaged
            if attack.id in names and not again and not engaged:
                yield (attack.index, "id"), Refusal(self.rules.cases.name, f"two attacks are called {attack.id}")
            names[attack.id] = None

    def _attacked_again(
        self, occasions: Occasions, attack: Attack, targets: dict[str, list[Attack]]
    ) -> Iterator[Found]:
        """Target hexes of an attack that it, or one listed before it, names already."""
        for number, at in enumerate(attack.on):
            clash = next(
                (one for one in targets.get(at, ()) if one is attack or not occasions.apart(one, attack)), None
            )
            if clash is not None:
                text = f"attack {attack.id}: the enemy in {at[:8]} is attacked already{may_both(clash, attack)}"
                yield (attack.index, "on", number), Refusal(self.rules.cases.twice, text, hex=at[:8])
            targets.setdefault(at, []).append(attack)

    def _engaged_again(self, occasions: Occasions, attack: Attack, units: dict[str, list[Part]]) -> Iterator[Found]:
        """Attackers that an attack, or one listed before it, names already; of a stack the first."""
        told: dict[str, str] = {}
        for part in parts(attack):
            clash = next((one for one in units.get(part.unit, ()) if part.clashes(one, occasions)), None)
            if clash is not None and told.setdefault(self.board.at.get(part.unit, ""), part.unit) == part.unit:
                both = may_both(clash.attack, attack)
                text = f"attack {attack.id}: {self.judge.name(part.unit)} attacks already and cannot be divided{both}"
                yield part.path, Refusal(self.rules.cases.twice, text, part.unit[:40])
            units.setdefault(part.unit, []).append(part)

    def _salvoes(self, occasions: Occasions, attack: Attack, guns: dict[str, list[Part]]) -> Iterator[Found]:
        """Batteries of a stack fire at the same target, or not at all."""
        for part in batteries(attack):
            at = self.board.at.get(part.unit, "")
            others = [one for one in guns.get(at, ()) if one.unit != part.unit and one.attack is not attack]
            clash = next((one for one in others if part.clashes(one, occasions)), None)
            if at and clash is not None:
                text = f"attack {attack.id}: {self.judge.name(part.unit)} in {at} fires at the same target as"
                text = f"{text} {self.judge.name(clash.unit)}, who stands there too{may_both(clash.attack, attack)}"
                yield part.path, Refusal(self.rules.cases.salvo, text, part.unit, at)
            guns.setdefault(at, []).append(part)

    def _divided(self, attacks: Sequence[Attack]) -> Iterator[Found]:
        """Stacked units attack together; of a stack that is divided the first entry that names it is refused."""
        told: set[str] = set()
        for attack in attacks:
            for number, unit in enumerate(attack.by):
                at = self.board.at.get(unit, "")
                mates = self.bodies.units(at) if at in self.bodies.touched else ()
                if len(mates) < 2 or unit not in mates or at in told:
                    continue
                missing = [mate for mate in mates if mate not in attack.by]
                if missing:
                    told.add(at)
                    text = f"attack {attack.id}: {self.judge.name(unit)} in {at} attacks together with"
                    text = f"{text} {self._names(missing)}, or not at all"
                    yield (attack.index, "by", number), Refusal(self.rules.cases.together, text, unit, at, tuple(mates))

    def _owed(self, attacks: Sequence[Attack]) -> Iterator[Found]:
        """Every enemy in contact is attacked, and every own body in contact attacks.

        One refusal for one cause: an attack that is left to a condition, or made on a hex without an enemy, is refused
        by itself, and where an enemy is left out it goes without saying that his neighbours have to attack.
        """
        attacked = {at for attack in attacks for at in attack.on}
        astray = {u for one in attacks if not all(map(self.bodies.is_target, one.on)) for u in one.by}
        spared: set[str] = set()
        drawn_in = self.bodies.drawn_in(unit for attack in attacks for unit in attack.by)
        for at in sorted({*self.pressed, *drawn_in}) if drawn_in else self.pressed:
            if at not in attacked:
                spared.add(at)
                if not astray.intersection(self.bodies.touching(at)):
                    yield (), self._unpaid(at, drawn_in.get(at, ""))
        attacking = {unit for attack in attacks for unit in attack.by}
        for at in self.bodies.obliged:
            units, legal = self.bodies.units(at), self.bodies.touched[at]
            if not attacking.intersection(units) and not spared.intersection(legal):
                text = f"{self._names(units)} in {at} {_are(units)} in contact and must attack"
                yield (), Refusal(self.rules.cases.must_attack, text, units[0], at, legal)

    def _unpaid(self, at: str, because_of: str) -> Refusal:
        """An enemy who must be attacked and is not. because_of: who attacks though he might stay out."""
        units, near = self.bodies.units(at), self.bodies.touching(at)
        who = f"{self._names(units)} in {at}"
        if at in self.pressed:
            text = f"{who} {_are(units)} in contact and must be attacked"
            return Refusal(self.rules.cases.must_be_attacked, text, units[0], at, near)
        text = f"{who} must be attacked too, or {self.judge.name(because_of)}, next to it, attacks nobody"
        return Refusal(self.rules.cases.drawn_in, text, units[0], at, near)

    def _names(self, units: Sequence[str]) -> str:
        *rest, last = map(self.judge.name, units)
        return f"{', '.join(rest)} and {last}" if rest else last


def _are(units: Sequence[str]) -> str:
    return "are" if len(units) > 1 else "is"
