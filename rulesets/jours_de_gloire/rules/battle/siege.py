"""Sieges step by step, citadels, sorties and relief (jdg 8.8, A.8.8)."""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle.parts import INFANTRY, Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables

# Readings of 8.8-8: whose friends enter. `besieged`: they and the besieged attack the besieger; `printed`: they and the
# besieger attack the besieged.
BESIEGED: Final = "besieged"
PRINTED: Final = "printed"

FIRST_STEP: Final = 1


@dataclass(frozen=True, slots=True)
class Siege:
    """A siege. by: the besieging army. step: the last one done, 1 once the marker lies. turn: game turn of the last
    die, 0 before it. own: that die fell in the besieger's own player turn."""

    by: str
    step: int = FIRST_STEP
    turn: int = 0
    own: bool = False


@dataclass(frozen=True, slots=True)
class Assay:
    """A siege die. siege: how it goes on, None if the city has fallen (`losses.taken`)."""

    die: int
    row: int
    siege: Siege | None

    @property
    def falls(self) -> bool:
        return self.siege is None


def why_no_siege(besiegers: Force, linked: Collection[str]) -> Refusal | None:
    """jdg 8.8-4, 4.5-3: why a force may not besiege; None if it may.

    linked: ids of its units that have a line of communication to any general.
    """
    infantry = [fighter.id for fighter in besiegers.fighters if fighter.kind == INFANTRY]
    if not infantry:
        return Refusal("8.8-4", "cavalry lays no siege; it assaults or has to be gone")
    if not any(unit in linked for unit in infantry):
        return Refusal("4.5-3", "no infantry here has a line of communication to a general, so none may besiege")
    return None


def due(siege: Siege, turn: int, phasing: str) -> bool:
    """jdg 8.8-S3, 8.8-5: whether a siege is rolled for in the combat phase of an army.

    Only in the besieger's own, once there; the die of a siege begun by interception does not count as that.
    """
    return phasing == siege.by and not (siege.own and siege.turn == turn)


def siege_die(
    tables: Tables, game: str, siege: Siege, turn: int, *, own: bool, label: str, where: tuple[str, ...] = ()
) -> Generator[Request, Any, Assay]:
    """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, 8.8-5, A.8.8-S2, A.8.8-S3: one die, `<label>.siege`.

    game: `poland` or `danube`, for the table. own: it is the besieger's player turn; in the enemy's (a siege begun by
    interception) the marker stays on 1 if the city holds.
    """
    row = min(siege.step + 1, tables.siege_steps(game))
    die = (yield Roll("1d6", f"{label}.siege", f"8.8-S{row}", where))[0]
    after: Siege | None = None
    if not tables.siege_falls(game, row, die):
        after = Siege(siege.by, row if own or siege.step > FIRST_STEP else FIRST_STEP, turn, own)
    event = {"by": siege.by, "row": row, "die": die, "falls": after is None, "step": after.step if after else 0}
    yield Tell({"kind": "siege", "label": label, "at": list(where), **event})
    return Assay(die, row, after)


@dataclass(frozen=True, slots=True)
class Joint:
    """An attack of two forces at a siege: `Situation(relief=True)`, outside the walls, besides what else holds."""

    attacker: Force
    defender: Force


def joint_attack(reading: str, besieger: Force, besieged: Force, newcomer: Force) -> Joint | None:
    """jdg 8.8-8: the battle that a newcomer makes at a siege, both friends as one force.

    reading: `besieged` or `printed` (see above). None where the reading says nothing of the newcomer: friends of the
    besieger then count in his next assault; friends of the besieged fight an ordinary battle of their own.
    """
    if reading == BESIEGED and newcomer.army == besieged.army:
        return Joint(besieged.with_others(newcomer.fighters, newcomer.leaders), besieger)
    if reading == PRINTED and newcomer.army == besieger.army:
        return Joint(besieger.with_others(newcomer.fighters, newcomer.leaders), besieged)
    return None
