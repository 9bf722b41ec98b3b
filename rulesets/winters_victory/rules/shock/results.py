"""What a shock result does to both sides (12.4)."""

from __future__ import annotations

from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    DISORDERED,
    ENEMY,
    GOOD,
    ROUTED,
    SKIRMISHERS,
)
from rulesets.winters_victory.rules.firing.firers import loose
from rulesets.winters_victory.rules.firing.losses import Loss, loss_order, take
from rulesets.winters_victory.rules.morale.check import settle
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers
from rulesets.winters_victory.rules.shock.odds import UNHURT, Attack, Odds, fighter

_RETREATS: Final = ("Dr", "Dr1", "Dr2")
_MILD: Final = ("D", "D1")
ROUT: Final = "R"


@dataclass(frozen=True, slots=True)
class Effect:
    """wv 12.41-0, 12.41-D, 12.41-D1, 12.41-Dr, 12.41-Dr1, 12.41-R: what becomes of a side. code: the result after all
    adjustments. losses: points or guns. state: DISORDERED, ROUTED or "" for no change. retreat: hexes."""

    code: str
    losses: int
    state: str
    retreat: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Both sides of a result. codes: as the table, or a rule without a die, has them."""

    codes: tuple[str, str]
    attacker: Effect
    defender: Effect

    @property
    def won(self) -> bool:
        """wv 12.0-4, 12.41-A: whether the defender leaves the hex and the attacker does not have to retreat."""
        return self.defender.retreat > 0 and self.attacker.retreat == 0


def outcome(scene: Scene, attack: Attack, found: Odds, die: int) -> Outcome:
    """wv 12.0-P6, 12.3, 12.42.1-1, 12.42.1-2, 12.42.2, 12.42.3, 12.42.4, 12.42.5, 12.23.5-2: the result of a die, with
    all adjustments, on the strengths and states before losses."""
    codes = found.forced or scene.charts.table.result(found.row, found.differential, die)
    army, foe = attack.army, ENEMY[attack.army]
    ours, theirs = codes
    if attack.charging and ours == "D" and _only_skirmishers(scene, attack.to, foe):
        ours = UNHURT
    lead, defender = attackers(scene, attack.at, army)[0], fighter(scene, attack.to, foe)
    theirs = ROUT if scene.piece(defender).state == ROUTED else theirs
    change = _loss_change(scene, attack)
    return Outcome(
        codes,
        _effect(scene, lead, ours, change),
        _effect(scene, defender, theirs, change),
    )


def _effect(scene: Scene, uid: str, code: str, change: int) -> Effect:
    """wv 8.54.5, 8.65B.3: what a result does to a side, by its state: who is loose is not disordered by the mild
    ones."""
    piece, rules = scene.piece(uid), scene.charts.shock
    again = piece.state == ROUTED
    if piece.state == DISORDERED and code in _RETREATS:
        code = ROUT
    row = rules.results[code]
    losses = row.losses + (rules.losses["routed-add"] if again else 0)
    if losses:
        losses = max(0, losses + change)
    state = "" if row.state == "none" else row.state
    if code in _MILD and (loose(piece) or piece.state != GOOD):
        state = ""
    return Effect(code, losses, state, row.retreat)


def _loss_change(scene: Scene, attack: Attack) -> int:
    """wv 12.42.4, 12.42.5: one point less on both sides where one has one or two, one more where both have eight; guns
    count for their crew."""
    limits = scene.charts.shock.losses
    ours = sum(scene.piece(uid).strength for uid in attackers(scene, attack.at, attack.army))
    theirs = _bearing(scene, attack.to, ENEMY[attack.army])
    if min(ours, theirs) <= limits["few"]:
        return limits["few-add"]
    guns = any(scene.unit(uid).kind == ARTILLERY for uid in scene.board.enemies_in(attack.to, attack.army))
    return limits["many-add"] if min(ours, theirs) >= limits["many"] and not guns else 0


def _bearing(scene: Scene, at: str, army: str) -> int:
    return sum(scene.piece(uid).strength for uid in loss_order(scene, at, army))


def _only_skirmishers(scene: Scene, at: str, army: str) -> bool:
    return all(scene.unit(uid).kind == SKIRMISHERS for uid in scene.board.fighting(at, army))


# -- applying --------------------------------------------------------------------------------


def spread(scene: Scene, at: str, army: str, points: int) -> tuple[Loss, ...]:
    """wv 12.4-2, 12.4-3, 12.42.6, 12.43.1, 7.62A: takes points off a hex: one of the topmost unit, then of each below
    it in turn, and round again; of guns in the place of their crew."""
    order = loss_order(scene, at, army)
    lost = dict.fromkeys(order, 0)
    for _ in range(points):
        left = [uid for uid in order if scene.piece(uid).strength > lost[uid]]
        if not left:
            break
        least = min(lost[uid] for uid in left)
        lost[next(uid for uid in left if lost[uid] == least)] += 1
    return tuple(take(scene, uid, gone) for uid, gone in lost.items() if gone)


def apply(scene: Scene, at: str, army: str, effect: Effect) -> tuple[Loss, ...]:
    """wv 9.52, 12.4-1, 12.4-4, 12.13-1: losses and state of one side; the whole stack shares them, and nobody checks
    morale for it. Retreats are the caller's, the defender's first."""
    lost = spread(scene, at, army, effect.losses)
    if effect.state:
        settle(scene, at, army, effect.state)
    return lost


def may_attack_again(effect: Effect) -> bool:
    """wv 12.11.5-2: whether a result leaves the attacker free to attack once more in the phase."""
    return effect.code not in _RETREATS and effect.code != ROUT
