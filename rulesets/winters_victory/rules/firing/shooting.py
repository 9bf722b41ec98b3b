"""One fire with all that it costs: die, losses, leaders, ammunition, and who has to check morale (11.0, 11.8)."""

from __future__ import annotations

from typing import Any

from pbem.lean import dataclass
from rulesets.winters_victory.fire_charts import EXTENDED
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.aiming import Fire, impact, most_loss, read, redirect
from rulesets.winters_victory.rules.firing.losses import Loss, leaders_at_risk, spend, suffer, wound
from rulesets.winters_victory.rules.scene import Scene


@dataclass(frozen=True, slots=True)
class Hit:
    """What a fire has done. at, army: the hex struck, and whose units were in it. result: as the table has it. through:
    the side through which it came. band: the range. formed: whether the firer is."""

    at: str
    army: str
    result: str
    losses: tuple[Loss, ...]
    through: str
    band: str = ""
    formed: bool = False

    @property
    def shakes(self) -> bool:
        """wv 11.83: whether somebody has to check morale for it."""
        return self.result == "M" or bool(self.losses)


def shoot(scene: Scene, fire: Fire, label: str) -> Part:
    """wv 11.0-F6, 11.23-2, 11.23-3, 11.44-2, 11.8, 11.81-1, 11.83, 11.93.1: carries a fire out and returns a Hit, or
    None where a shot at extended range strikes nobody. Leaders have rolled; the morale check is left to the caller."""
    shot: Fire | None = fire
    fell: dict[str, Any] = {}
    if fire.band == EXTENDED:
        shot, fell = yield from _fall(scene, fire, label)
    if shot is None:
        return None
    die = yield from ten(f"{label}.fire", "11.0", shot.at, shot.to)
    units = list(scene.board.fighting(shot.to, shot.target.army))
    most = most_loss(scene, shot.firer)
    result = read(scene, shot, die)
    points = int(result) if result.isdecimal() else 0
    losses = suffer(scene, shot.to, shot.target.army, points, through=shot.target.through)
    empty = spend(scene, shot, [die])
    yield event(
        "fire",
        unit=shot.firer,
        at=shot.at,
        to=shot.to,
        units=units,
        firing=shot.firing,
        range=shot.band,
        line=shot.line,
        strength=shot.strength,
        column=shot.column,
        target=shot.target.what,
        number=shot.target.number,
        die=die,
        modifiers=[list(one) for one in shot.modifiers],
        most=most,
        result=result,
        losses={one.unit: one.points for one in losses},
        gone=[one.unit for one in losses if one.left == 0],
        empty=list(empty),
        label=f"{label}.fire",
        case="11.0",
        **fell,
    )
    yield from endanger(scene, shot.to, shot.target.army, losses, shot.band, label)
    return Hit(
        shot.to, shot.target.army, result, losses, shot.target.through, shot.band, scene.piece(shot.firer).formed
    )


def _fall(scene: Scene, fire: Fire, label: str) -> Part:
    """wv 11.23-2, 11.23-3: where a shot at extended range falls: the fire at who stands there, None for nobody, and
    what is told of its first die."""
    die = yield from ten(f"{label}.range", "11.23", fire.at, fire.to)
    to = impact(scene, fire, die)
    found = redirect(scene, fire, to) if to else None
    if found is None:
        spend(scene, fire, [0])
        yield event(
            "shot-lost",
            unit=fire.firer,
            at=fire.at,
            to=to,
            die=die,
            aimed=fire.to,
            label=f"{label}.range",
            case="11.23",
        )
    return found, {"fell": die, "aimed": fire.to, "falls": f"{label}.range"}


def endanger(scene: Scene, at: str, army: str, losses: tuple[Loss, ...], cause: str, label: str) -> Part:
    """wv 11.44-2, 12.44, 13.13-C1: the dice of leaders beside units that have lost points. cause: the range, or
    `shock`."""
    for leader, least in leaders_at_risk(scene, at, army, losses, cause):
        name = f"{label}.leader.{leader}"
        die = yield from ten(name, "11.44", at)
        hurt = wound(scene, leader, least, die)
        yield event("leader-risk", unit=leader, at=at, die=die, least=least, lost=hurt, label=name, case="11.44")
