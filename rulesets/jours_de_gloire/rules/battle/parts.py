"""Who fights and under which circumstances: fighters, leaders, forces, those on the march, the situation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
# In the order in which dice fall and reports speak.
ROLES: Final = (ATTACKER, DEFENDER)
# How a role is written in the label of a die.
LETTER: Final[Mapping[str, str]] = {ATTACKER: "a", DEFENDER: "d"}
FOE: Final[Mapping[str, str]] = {ATTACKER: DEFENDER, DEFENDER: ATTACKER}

INFANTRY: Final = "infantry"
CAVALRY: Final = "cavalry"

CLEAR: Final = "clear"
DEFENSIVE: Final = "defensive"
MOUNTAIN: Final = "mountain"

RAIN: Final = "rain"
MUD: Final = "mud"
SNOW: Final = "snow"

# jdg 6.5.2-3: PM spent on the march, and the round at whose end the marchers are there.
ARRIVAL: Final[Mapping[int, int]] = {1: 2, 2: 3}


@dataclass(frozen=True, slots=True)
class Fighter:
    """A combat unit in a battle (jdg 1.2.1-1).

    id: unit or detachment. kind: `infantry` or `cavalry`. pf: strength points on the roster now, at least 1.
    co, ba, bc: cohesion, artillery and cavalry bonus. fatigued: bears the marker of a forced march.
    """

    id: str
    kind: str
    pf: int
    co: int
    ba: int = 0
    bc: int = 0
    fatigued: bool = False
    detachment: bool = False
    guard: bool = False


@dataclass(frozen=True, slots=True)
class Leader:
    """A general in a battle (jdg 1.1-1). rank: 1 to 4 stars. chief: commander-in-chief. emperor: Napoleon."""

    id: str
    vc: int
    rank: int
    bt: int
    chief: bool = False
    emperor: bool = False


@dataclass(frozen=True, slots=True)
class Force:
    """All that one army has in a battle.

    prefer: ids of units in the order in which their owner has them pay what cannot be shared evenly (8.4-2); units
    that are not named come behind, the stronger first. Raises ValueError if a unit is named twice among the fighters.
    """

    army: str
    fighters: tuple[Fighter, ...]
    leaders: tuple[Leader, ...] = ()
    prefer: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len({fighter.id for fighter in self.fighters}) != len(self.fighters):
            raise ValueError(f"a unit of {self.army} is there twice")

    @property
    def pf(self) -> int:
        """Strength points as on the roster, without any multiplier."""
        return sum(fighter.pf for fighter in self.fighters)

    @property
    def ba(self) -> int:
        return sum(fighter.ba for fighter in self.fighters)

    @property
    def bc(self) -> int:
        return sum(fighter.bc for fighter in self.fighters)

    @property
    def cohesion(self) -> int:
        """jdg 1.2.1-2: the mean over the units, whatever their strength, rounded down; 0 for nobody."""
        return sum(fighter.co for fighter in self.fighters) // len(self.fighters) if self.fighters else 0

    @property
    def leader(self) -> Leader | None:
        """jdg 8.5-8: the leader of highest rank, of equals the one with the best BT; None if there is none."""
        return max(self.leaders, key=lambda leader: (leader.rank, leader.bt), default=None)

    @property
    def bt(self) -> int:
        """The tactical bonus that counts, 0 without a leader."""
        return self.leader.bt if self.leader else 0

    @property
    def cavalry(self) -> tuple[Fighter, ...]:
        return tuple(fighter for fighter in self.fighters if fighter.kind == CAVALRY)

    def after(self, losses: Mapping[str, int]) -> Force:
        """The force once its units have lost these PF; whoever has none left is no longer in it."""
        left = (replace(fighter, pf=fighter.pf - losses.get(fighter.id, 0)) for fighter in self.fighters)
        return replace(self, fighters=tuple(fighter for fighter in left if fighter.pf > 0))

    def with_others(self, fighters: tuple[Fighter, ...], leaders: tuple[Leader, ...]) -> Force:
        """The force with others added to it."""
        return replace(self, fighters=self.fighters + fighters, leaders=self.leaders + leaders)


@dataclass(frozen=True, slots=True)
class Joiner:
    """A defender's force on the march to the guns, its die already passed (jdg 6.5.2-2).

    id: what the caller knows it by. after: 2 or 3, the round at whose end it is there (`ARRIVAL`). flank: whether its
    arrival gives the defender a flank attack (8.5-3). Raises ValueError for another round.
    """

    id: str
    fighters: tuple[Fighter, ...]
    leaders: tuple[Leader, ...] = ()
    after: int = 2
    flank: bool = True

    def __post_init__(self) -> None:
        if self.after not in ARRIVAL.values():
            raise ValueError(f"nobody arrives at the end of round {self.after}")


@dataclass(frozen=True, slots=True)
class Situation:
    """The circumstances of a battle, as they are before its first round.

    terrain: of the box, a fortified city counting as defensive (`ground.terrain_of`). entrenched: the defender is.
    citadel: an assault on a citadel. flanks: roles that have a flank attack. encircled: the defender is.
    bridge: at least one attacking stack came over a bridge or pontoon. interception: the defender intercepted.
    relief: the besieged and their friends outside attack together (8.8-8): defensive terrain, no flank attack.
    """

    terrain: str = CLEAR
    entrenched: bool = False
    citadel: bool = False
    flanks: tuple[str, ...] = ()
    encircled: bool = False
    bridge: bool = False
    weather: str = "clear"
    interception: bool = False
    relief: bool = False
    joiners: tuple[Joiner, ...] = ()

    @property
    def ground(self) -> str:
        """The terrain that counts (jdg 8.8-8)."""
        return DEFENSIVE if self.relief else self.terrain

    @property
    def marchers(self) -> tuple[Joiner, ...]:
        """jdg 6.5.1-8, 8.8-9: those who may join: none where the defender intercepted or sits in his citadel."""
        return () if self.interception or self.citadel else self.joiners

    def flanked_by(self, role: str) -> bool:
        """jdg 8.5-2, 8.5-4, 8.8-8: a flank attack that counts: not in relief, not beside an encirclement."""
        if self.relief or (role == ATTACKER and self.encircled):
            return False
        return role in self.flanks
