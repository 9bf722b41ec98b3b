"""Lists of attacks: what orders say, made whole by what the rules demand (4.31, 10.22, 11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.lean import dataclass
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.roster import FOOT
from rulesets.campaign_1806.rules.battle.duties import Attack, Duties
from rulesets.campaign_1806.rules.battle.terrain import held_chateau
from rulesets.campaign_1806.rules.decisions import texts

ATTACKS: Final = "attacks"
WISHES: Final = ("reduce", "leave", "advance", "retreat", "exchange")
"""What an entry may say beside who fights whom."""


@dataclass
class Combat:
    """An attack that is being put together. said: the entry it comes from."""

    on: list[str]
    by: list[str]
    said: dict[str, Json] = field(default_factory=dict)

    @property
    def entry(self) -> dict[str, Json]:
        """The attack as an answer has it."""
        return {"on": self.on, "with": self.by, **{name: self.said[name] for name in WISHES if name in self.said}}


class AttackOptions:
    """osg 11.2: the attacks of a combat phase, as a list of {"on", "with", ...}. play: as combat begins."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._free = Duties(play, play.army, {}, play.crossings)

    @cached_property
    def duties(self) -> Duties:
        """osg 10.22-1: the duties; of failed repulses those alone that can be met beside all others."""
        if not self.play.failed:
            return self._free
        met = {
            at: [on for on in targets if any(at in one.by and on in one.on for one in self._whole)]
            for at, targets in self.play.failed.items()
        }
        return Duties(self.play, self.play.army, met, self.play.crossings)

    @cached_property
    def _whole(self) -> list[Combat]:
        return self.completed(())

    # -- the contract --------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """The first thing wrong with a list."""
        attacks = [_read(self.play, entry) for entry in answer] if isinstance(answer, (list, tuple)) else [None]
        if None in attacks:
            return Refusal("11.2", "an attack names hexes that are attacked, and hexes that attack")
        return self.duties.faults([attack for attack in attacks if attack])

    @property
    def owes(self) -> bool:
        """osg 4.31, 10.22-1: whether the rules demand any attack: whoever has to be attacked can be."""
        found: list[Combat] = []
        self._owed(found)
        return bool(found or self._targets(found))

    def default(self) -> Json:
        """Just what the rules demand."""
        return [one.entry for one in self._whole]

    def read(self, said: Json) -> Json:
        """What orders say, as far as it can be done, made whole."""
        return [one.entry for one in self.completed(said if isinstance(said, (list, tuple)) else ())]

    def sample(self, pick: Pick) -> Json:
        """The default, in any order, with odds lowered and advances at random."""
        found = self.default()
        for entry in found:
            if not pick(4):
                entry["reduce"] = self.play.setting.charts.columns[pick(len(self.play.setting.charts.columns))]
            if pick(2):
                entry["advance"] = "yes"
            if not pick(3):
                fighting = [uid for at in entry["with"] for uid in self.play.fighting(at, self.play.army)]
                entry["leave"] = [uid for uid in fighting if self.play.unit(uid).kind not in FOOT]
        return [found.pop(pick(len(found))) for _ in range(len(found))]

    def describe(self) -> Json:
        """The default."""
        return {"noun": "attacks", "default": self.default()}

    # -- faults of single entries ----------------------------------------------------------

    def entry_faults(self, entries: Sequence[Json]) -> list[tuple[int, Refusal]]:
        """What is wrong with single entries, each behind those before it."""
        found: list[tuple[int, Refusal]] = []
        kept: list[Attack] = []
        for number, entry in enumerate(entries):
            attack = _read(self.play, entry)
            if attack is None:
                found.append((number, Refusal("11.2", "an attack names hexes under attack, and hexes that attack")))
                continue
            refusal = self._free.single(attack, kept)
            if refusal:
                found.append((number, refusal))
                continue
            kept.append(attack)
            if afoot := self._leaving_on_foot(entry, attack):
                found.append((number, afoot))
        return found

    def _leaving_on_foot(self, entry: Mapping[str, Json], attack: Attack) -> Refusal | None:
        """osg 16.2-1: who is named to leave before the attack and is foot; of a counter only its owner knows."""
        for uid in texts(entry.get("leave")):
            if uid in self.play.at and self.play.at[uid] in attack.by and self.play.unit(uid).kind in FOOT:
                text = f"{self.play.name(uid)} is no horse and may not retreat before combat"
                return Refusal("16.2-1", text, uid, self.play.at[uid])
        return None

    # -- making a list whole ---------------------------------------------------------------

    def completed(self, said: Iterable[Json]) -> list[Combat]:
        """osg 4.31, 10.22-1, 11.21-1, 11.22-1: entries that can be done as they are; then whoever has to attack or to
        be attacked is added, so that each stack fights once.

        Every contact lies in a star of one stack and those about it, so a whole list can always be made.
        """
        found: list[Combat] = []
        kept: list[Attack] = []
        for entry in said:
            attack = _read(self.play, entry)
            if attack and self._free.single(attack, kept) is None:
                kept.append(attack)
                found.append(Combat(list(attack.on), list(attack.by), dict(entry)))
        self._owed(found)
        self._pair(found)
        self._cover(found)
        self._join(found)
        return found

    def _owed(self, found: list[Combat]) -> None:
        """Stacks whose repulse has failed attack those whom they tried to push away."""
        for at, targets in sorted(self.play.failed.items()):
            free = [on for on in targets if self.play.fighting(on, self.play.foe) and not _attacked(found, on)]
            if free and not _attacking(found, at) and self.play.fighting(at, self.play.army):
                found.append(Combat(free, [at]))

    def _pair(self, found: list[Combat]) -> None:
        """As many enemies as possible get an attacker of their own."""
        enemies = [at for at in self._targets(found) if not _attacked(found, at)]
        match: dict[str, str] = {}
        for at in enemies:
            self._augment(at, match, set(), found)
        found += [Combat([on], [by]) for by, on in sorted(match.items())]

    def _augment(self, at: str, match: dict[str, str], seen: set[str], found: list[Combat]) -> bool:
        for by in self._attackers(at):
            if by in seen or _attacking(found, by):
                continue
            seen.add(by)
            if by not in match or self._augment(match[by], match, seen, found):
                match[by] = at
                return True
        return False

    def _cover(self, found: list[Combat]) -> None:
        """Who is left over is attacked beside the target of a stack that stands next to him."""
        for at in self._targets(found):
            if _attacked(found, at):
                continue
            for by in self._attackers(at):
                attack = _attacking(found, by)
                if attack is None:
                    found.append(Combat([at], [by]))
                elif all(self._free.touches(one, at) for one in attack.by):
                    attack.on.append(at)
                else:
                    attack.by.remove(by)
                    found.append(Combat([at], [by]))
                break

    def _join(self, found: list[Combat]) -> None:
        """Stacks that have to attack join an attack, or take one of several targets over."""
        for by in self._free.stacks(self.play.army):
            if not self._free.bound(by) or _attacking(found, by):
                continue
            near = [one for one in found if any(self._free.touches(by, on) for on in one.on)]
            whole = next((one for one in near if all(self._free.touches(by, on) for on in one.on)), None)
            if whole is not None:
                whole.by.append(by)
            elif near:
                on = next(on for on in near[0].on if self._free.touches(by, on))
                near[0].on.remove(on)
                found.append(Combat([on], [by]))

    def _targets(self, found: list[Combat]) -> list[str]:
        """The enemies who have to be attacked; of a garrison that stays not."""
        play, free = self.play, self._free
        return [
            at
            for at in free.stacks(play.foe)
            if any(_attacking(found, one) or not held_chateau(play, one) for one in free.beside(at))
        ]

    def _attackers(self, at: str) -> list[str]:
        """Own stacks next to an enemy over no river, the strongest first; garrisons last."""
        play = self.play
        return sorted(
            self._free.beside(at),
            key=lambda one: (held_chateau(play, one), -play.strength(play.fighting(one, play.army)), one),
        )


def _read(play: Play, entry: Json) -> Attack | None:
    """An entry as an attack: stacks that attack are named by their hexes, or by units wherever these have come to."""
    if not isinstance(entry, Mapping):
        return None
    on, by = texts(entry.get("on")), texts(entry.get("with"))
    named = [play.at[uid] for uid in texts(entry.get("by")) if uid in play.at and play.army_of(uid) == play.army]
    hexes = tuple(dict.fromkeys((*by, *named)))
    return Attack(on, hexes) if on and hexes else None


def _attacked(found: Iterable[Combat], at: str) -> Combat | None:
    return next((one for one in found if at in one.on), None)


def _attacking(found: Iterable[Combat], at: str) -> Combat | None:
    return next((one for one in found if at in one.by), None)
