"""Which unit attacks whom: the judgement of a list of attacks (7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.engine.options import Json, Pick, Refusal
from rulesets.napoleon_at_war.advice import BOMBARD, advised
from rulesets.napoleon_at_war.contacts import Contacts, contacts, default_allocation
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle import artillery
from rulesets.napoleon_at_war.rules.battle.allocation_sample import sample
from rulesets.napoleon_at_war.rules.battle.attack import RESULTS, Attack, Found, Path, is_names, read_attack, shown
from rulesets.napoleon_at_war.rules.battle.occasions import Occasions
from rulesets.napoleon_at_war.rules.battle.odds import odds_of, reductions
from rulesets.napoleon_at_war.rules.battle.preferences import preference_faults
from rulesets.napoleon_at_war.setting import Setting

MOST_ATTACKS = 200


class AttackOptions:
    """The lists of attacks that are legal for the phasing army on a board; `Options` of the `attacks` decision."""

    def __init__(self, setting: Setting, board: Board) -> None:
        self.setting = setting
        self.board = board
        self.army = board.position.army
        self.foe = board.enemy[self.army]
        # The list judged last, with its entries as they were read: it is read once, not again when it is carried out.
        self._last: tuple[Json, list[Attack]] = (None, [])

    @cached_property
    def contacts(self) -> Contacts:
        """Own units in contact, each with the enemies it touches."""
        return contacts(self.board, self.army)

    @cached_property
    def pressed(self) -> tuple[str, ...]:
        """The hexes of enemies who have to be attacked, ascending."""
        at = self.board.position.at
        return tuple(sorted({at[enemy] for enemies in self.contacts.values() for enemy in enemies}))

    # -- Options -------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """The first refusal, None for a legal list."""
        return next((refusal for _, refusal in self._binding(answer)), None)

    def default(self) -> Json:
        """The default allocation."""
        return default_allocation(self.board)

    def sample(self, pick: Pick) -> Json:
        """A random legal list."""
        return sample(self, pick)

    def describe(self) -> Json:
        """Contacts, hexes that must be attacked, targets of each free battery, and the default allocation."""
        at = self.board.position.at
        free = [u for u in self.board.on_map(self.army) if self.board.roster.units[u].kind == "artillery"]
        aims = {unit: list(artillery.targets_of(self.setting, self.board, unit)) for unit in free}
        return {
            "contacts": [
                {"unit": unit, "at": at[unit], "enemies": [{"unit": e, "at": at[e]} for e in enemies]}
                for unit, enemies in self.contacts.items()
            ],
            "must_attack": list(self.pressed),
            "bombard": {unit: targets for unit, targets in aims.items() if targets},
            "default": self.default(),
        }

    def attacks(self, listed: Json) -> list[Attack]:
        """The attacks of a legal list, in its order."""
        if self._last[0] is listed:
            return self._last[1]
        return [attack for attack in map(read_attack, range(len(listed)), listed) if isinstance(attack, Attack)]

    def sound(self, listed: Json) -> list[Attack]:
        """The attacks of a list that nothing is wrong with, though the list as a whole may be void."""
        wrong = {path[0] for path, _ in self._binding(listed) if path}
        return [attack for attack in self._last[1] if attack.index not in wrong]

    # -- judging -------------------------------------------------------------------

    def faults(self, answer: Json) -> list[Found]:
        """All refusals with their paths in the list: what voids it as a whole, then what will be void in its turn."""
        found = list(self._binding(answer))
        found = [advised(self.setting, self.board, self._last[1], fault) for fault in found]
        if isinstance(answer, list):
            read = [read_attack(index, entry) for index, entry in enumerate(answer[:MOST_ATTACKS])]
            found += [f for one in read if isinstance(one, Attack) for f in preference_faults(self.board, one)]
        return found

    def _binding(self, answer: Json) -> Iterator[Found]:
        """naw 7.0-4: everything that makes the list void, on the board as it stands now (ruling 8)."""
        if not isinstance(answer, list) or len(answer) > MOST_ATTACKS:
            yield (), Refusal("7.0", f"attacks are a list of at most {MOST_ATTACKS}")
            return
        attacks: list[Attack] = []
        for index, entry in enumerate(answer):
            read = read_attack(index, entry)
            if isinstance(read, Attack):
                attacks.append(read)
            else:
                yield read
        self._last = (answer, attacks)
        for attack in attacks:
            yield from self._attack(attack, attacks)
        yield from self._twice(attacks)
        # What is owed cannot be told while entries cannot be read.
        if len(attacks) == len(answer):
            yield from self._owed(attacks)

    def _attack(self, attack: Attack, attacks: Sequence[Attack]) -> Iterator[Found]:
        """Everything against one attack by itself."""
        clean = True
        checks = (self._targets, self._adjacent, self._batteries, lambda a: self._condition(a, attacks))
        for check in checks:
            for fault in check(attack):
                clean = False
                yield fault
        if clean:
            yield from self._reductions(attack)

    def _targets(self, attack: Attack) -> Iterator[Found]:
        for number, at in enumerate(attack.on):
            if self.board.holder(at) != self.foe:
                foe = self.setting.names.get(self.foe, self.foe)
                text = f"attack {attack.id}: there is no {foe} unit in {shown(at)}"
                yield (attack.index, "on", number), Refusal("7.0", text, hex=at[:8], legal=self.pressed)

    def _own(self, path: Path, unit: str) -> Found | None:
        """naw 17.21-2: attackers are units of the phasing army on a map; who is in transit attacks nobody."""
        counter = self.board.roster.units.get(unit)
        if counter is None:
            return path, Refusal("7.12", f"there is no unit {shown(unit)}", unit=unit[:40], legal=tuple(self.contacts))
        if counter.army != self.army:
            return path, Refusal("7.0", f"{counter.name} belongs to the other army and makes no attack now", unit)
        if unit not in self.board.position.at:
            return path, Refusal("17.21", f"{counter.name} is not on a map and cannot attack", unit)
        return None

    def _adjacent(self, attack: Attack) -> Iterator[Found]:
        """naw 7.15, 7.21, 7.22, 8.42, 9.0-9: adjacent attackers touch every target of their combat (ruling 9)."""
        for number, unit in enumerate(attack.by):
            path: Path = (attack.index, "by", number)
            foreign = self._own(path, unit)
            if foreign is not None:
                yield foreign
                continue
            at = self.board.position.at[unit]
            near = self.board.field.zone_neighbours[at]
            # A hex without an enemy is refused already: nobody needs to be next to it.
            missed = [to for to in attack.on if to not in near and self.board.holder(to) == self.foe]
            if missed:
                yield path, self._out_of_reach(attack, unit, at, missed[0])

    def _out_of_reach(self, attack: Attack, unit: str, at: str, target: str) -> Refusal:
        """naw 7.15, 9.0-9: not adjacent, or a river without a bridge in between."""
        counter = self.board.roster.units[unit]
        legal = tuple(self.board.position.at[enemy] for enemy in self.contacts.get(unit, ()))
        who = f"attack {attack.id}: {counter.name} in {at}"
        hint = BOMBARD if counter.kind == "artillery" else ""
        if target in self.board.field.neighbours[at]:
            text = f"{who} cannot attack {target} across a river without a bridge{hint}"
            return Refusal("9.0", text, unit, target[:8], legal)
        return Refusal("7.15", f"{who} is not adjacent to {target[:8]}{hint}", unit, target[:8], legal)

    def _batteries(self, attack: Attack) -> Iterator[Found]:
        """naw 8.13, 8.21, 8.22: batteries fire at one hex, or join adjacent units and reach a target of theirs."""
        for root, manner in attack.manners():
            if not attack.by and not manner.bombard:
                yield root, Refusal("7.0", f"attack {attack.id} has no attacker")
            if not attack.by and len(attack.on) > 1:
                text = f"attack {attack.id}: without adjacent attackers batteries bombard a single hex"
                yield (*root, "bombard"), Refusal("8.13", text, hex=attack.on[1][:8])
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
            refusal = artillery.bombardment_refusal(self.setting, self.board, unit, target)
            if refusal is None:
                return None
            first = first or refusal
        return None if first is None else (path, first)

    def _condition(self, attack: Attack, attacks: Sequence[Attack]) -> Iterator[Found]:
        """A condition asks for an earlier result or a vacant hex; without an else it is for free batteries only."""
        if not attack.condition:
            return
        path: Path = (attack.index, "if")
        text = self._condition_fault(attack, attacks)
        if text:
            yield path, Refusal("7.0", f"attack {attack.id}: {text}")
        if attack.other is not None:
            return
        if attack.by:
            text = f"attack {attack.id}: {self._name(attack.by[0])} has to attack, so that its attack needs an else"
            yield path, Refusal("7.12", text, attack.by[0][:40])
            return
        for at in [at for at in attack.on if at in self.pressed][:1]:
            text = f"attack {attack.id}: the enemy in {at} has to be attacked, so that the attack needs an else"
            yield path, Refusal("7.11", text, hex=at)

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
        if not is_names(results) or not results or any(result not in RESULTS for result in results):
            return f"a result is one of {', '.join(RESULTS)}"
        return ""

    def _name(self, unit: str) -> str:
        counter = self.board.roster.units.get(unit)
        return counter.name if counter else shown(unit)

    def _reductions(self, attack: Attack) -> Iterator[Found]:
        """naw 7.9: a reduction asks for a lower column than the odds give on the present board (ruling 16).

        Where `else` keeps the reduction with fewer batteries, the odds may be as low already: then it has no effect.
        """
        for root, manner in attack.manners():
            kept = manner is attack.other and manner.reduce == attack.manner.reduce
            if not manner.reduce or kept:
                continue
            targets = [self.board.here[at][0] for at in attack.on]
            column = odds_of(self.setting, self.board, attack.by, manner.bombard, targets).column
            lower = reductions(self.setting, column)
            if manner.reduce not in lower:
                text = f"attack {attack.id} stands at {column} and cannot be reduced to {shown(manner.reduce)}"
                yield (*root, "reduce"), Refusal("7.9", text, legal=lower)

    def _twice(self, attacks: Sequence[Attack]) -> Iterator[Found]:
        """naw 7.14-1, 7.14-2, 7.3: no unit attacks twice, no enemy is attacked twice, no two attacks share a name.

        7.0 lets the attacker decide after each die: who is named twice is refused where both may come about. Where
        the enemy is the same, that he is attacked twice says it all.
        """
        occasions = Occasions(attacks)
        names: dict[str, None] = {}
        targets: dict[str, list[Attack]] = {}
        units: dict[str, list[_Part]] = {}
        for attack in attacks:
            again = list(self._attacked_again(occasions, attack, targets))
            engaged = list(self._engaged_again(occasions, attack, units))
            yield from again or engaged
            if attack.id in names and not again and not engaged:
                yield (attack.index, "id"), Refusal("7.0", f"two attacks are called {attack.id}")
            names[attack.id] = None

    def _attacked_again(
        self, occasions: Occasions, attack: Attack, targets: dict[str, list[Attack]]
    ) -> Iterator[Found]:
        """naw 7.14-2: target hexes of an attack that it, or one listed before it, names already."""
        for number, at in enumerate(attack.on):
            clash = next(
                (one for one in targets.get(at, ()) if one is attack or not occasions.apart(one, attack)), None
            )
            if clash is not None:
                text = f"attack {attack.id}: the enemy in {at[:8]} is attacked already{_may_both(clash, attack)}"
                yield (attack.index, "on", number), Refusal("7.14", text, hex=at[:8])
            targets.setdefault(at, []).append(attack)

    def _engaged_again(self, occasions: Occasions, attack: Attack, units: dict[str, list[_Part]]) -> Iterator[Found]:
        """naw 7.14-1, 7.3: attackers that an attack, or one listed before it, names already."""
        for part in _parts(attack):
            clash = next((one for one in units.get(part.unit, ()) if part.clashes(one, occasions)), None)
            if clash is not None:
                both = _may_both(clash.attack, attack)
                text = f"attack {attack.id}: {self._name(part.unit)} attacks already and cannot be divided{both}"
                yield part.path, Refusal("7.14", text, part.unit[:40])
            units.setdefault(part.unit, []).append(part)

    def _owed(self, attacks: Sequence[Attack]) -> Iterator[Found]:
        """naw 7.11, 7.12, 8.41: every enemy in contact is attacked, and every own unit in contact attacks.

        One refusal for one cause: an attack that is left to a condition, or made on a hex without an enemy, is refused
        by itself, and where an enemy is left out it goes without saying that his neighbours have to attack.
        """
        attacked = {at for attack in attacks for at in attack.on}
        astray = {u for one in attacks if any(self.board.holder(at) != self.foe for at in one.on) for u in one.by}
        spared: set[str] = set()
        for at in self.pressed:
            if at not in attacked:
                spared.add(at)
                near = tuple(u for u, es in self.contacts.items() if self.board.here[at][0] in es)
                if not astray.intersection(near):
                    text = f"{self._name(self.board.here[at][0])} in {at} is in contact and must be attacked"
                    yield (), Refusal("7.11", text, self.board.here[at][0], at, near)
        attacking = {unit for attack in attacks for unit in attack.by}
        for unit, enemies in self.contacts.items():
            legal = tuple(self.board.position.at[enemy] for enemy in enemies)
            if unit not in attacking and not spared.intersection(legal):
                at = self.board.position.at[unit]
                yield (), Refusal("7.12", f"{self._name(unit)} in {at} is in contact and must attack", unit, at, legal)


@dataclass(frozen=True, slots=True)
class _Part:
    """A unit named in an attack: where it is named, and in which manners it attacks (0 as listed, 1 by `else`)."""

    attack: Attack
    path: Path
    unit: str
    manners: tuple[int, ...]

    def clashes(self, other: _Part, occasions: Occasions) -> bool:
        """Whether the unit might have to attack for both."""
        if self.attack is other.attack:
            return bool(set(self.manners) & set(other.manners))
        pairs = [(one, two) for one in self.manners for two in other.manners]
        return not all(occasions.exclude(self.attack, one, other.attack, two) for one, two in pairs)


def _parts(attack: Attack) -> Iterator[_Part]:
    """Everybody named as attacker; a battery that `else` takes over from the attack counts once."""
    both = tuple(range(len(attack.manners())))
    for number, unit in enumerate(attack.by):
        yield _Part(attack, (attack.index, "by", number), unit, both)
    own, other = attack.manner.bombard, attack.other
    taken = other is not None and other.bombard is own
    for number, unit in enumerate(own):
        yield _Part(attack, (attack.index, "bombard", number), unit, both if taken else (0,))
    if other is not None and not taken:
        for number, unit in enumerate(other.bombard):
            yield _Part(attack, (attack.index, "else", "bombard", number), unit, (1,))


def _may_both(one: Attack, other: Attack) -> str:
    """What is wrong with two attacks of which at least one has a condition."""
    if one is other or not (one.condition or other.condition):
        return ""
    return f"; attacks {one.id} and {other.id} may both come about, as their conditions do not exclude each other"
