"""What a rulebook hands in where lists of attacks are judged: the cases of refusals, and what it alone can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

from pbem.engine.options import Json, Refusal
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.said import Found


@dataclass(frozen=True, slots=True)
class AttackCases:
    """The case of the rulebook that each kind of refusal cites.

    listed: the list as a whole. target: nobody to attack in a hex. unknown, foreign, absent: an attacker who is no
    unit, belongs to the other army, or is not on a map. distance: an attacker who is not adjacent to a target.
    water: he is, over a hexside that stops zones. nobody: an attack without attackers. single: batteries alone on
    several hexes. condition: what a condition says. must_attack, must_be_attacked: a debt, also where it is left to
    a condition. reduction: a column that is not lower. twice: who attacks or is attacked twice. name: two attacks of
    the same name. Only where units stack or somebody may stay out - bystander: who stands in a hex and does not
    fight. together: stacked units apart. salvo: stacked batteries at two targets. drawn_in: whom somebody touches who
    attacks of his own will.
    """

    listed: str
    target: str
    unknown: str
    foreign: str
    absent: str
    distance: str
    water: str
    nobody: str
    single: str
    condition: str
    must_attack: str
    must_be_attacked: str
    reduction: str
    twice: str
    name: str
    bystander: str = ""
    together: str = ""
    salvo: str = ""
    drawn_in: str = ""

    @classmethod
    def under(cls, case: str, **others: str) -> AttackCases:
        """One case for all reasons but those that are named."""
        return cls(**{**{one.name: case for one in fields(cls)}, **others})


Lower = tuple[str, tuple[str, ...]]
"""A column of odds, and those to which an attacker may lower it, best first."""


def never_lowered(by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> Lower:
    """The odds are what they are."""
    return "", ()


def nobody(unit: str) -> bool:
    """There is no artillery."""
    return False


def at_nobody(unit: str) -> Sequence[str]:
    """Nobody fires from afar."""
    return ()


def unhindered(unit: str, target: str) -> Refusal | None:
    """Where nobody bombards nothing has to be said against it."""
    return None


def without_wishes(attack: Attack) -> Iterable[Found]:
    """Nothing that an attack says of later decisions is judged before its die."""
    return ()


@dataclass(frozen=True, slots=True)
class AttackRules:
    """What a rulebook knows of attacks beyond who touches whom, on the board as it stands.

    foe: the enemy as a sentence names him. results: what an attack can come to. read: an entry of the list, or the
    first thing that makes it unreadable. column: of attackers, batteries and target hexes, where odds may be lowered.
    Where there is artillery - is_battery: whether a unit is one that bombards. aims: the hexes that a unit may bombard.
    bombardment: why a unit may not bombard a hex.
    preferences: what an attack says of later decisions and will be void in its turn.
    """

    cases: AttackCases
    foe: str
    results: Sequence[str]
    read: Callable[[int, Json], Attack | Found]
    column: Callable[[Sequence[str], Sequence[str], Sequence[str]], Lower] = never_lowered
    is_battery: Callable[[str], bool] = nobody
    aims: Callable[[str], Sequence[str]] = at_nobody
    bombardment: Callable[[str, str], Refusal | None] = unhindered
    preferences: Callable[[Attack], Iterable[Found]] = without_wishes
