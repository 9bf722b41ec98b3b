"""The ratio and the differential of a shock attack (12.0, 12.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import CLEAR, LIGHT_COVER, MAJOR_STREAM, STREAM
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    DISORDERED,
    ENEMY,
    EXTENDED,
    ROUTED,
    SKIRMISHERS,
    SQUARE,
)
from rulesets.winters_victory.rules.firing.firers import loose
from rulesets.winters_victory.rules.morale.effectiveness import FOOT, current
from rulesets.winters_victory.rules.scene import HEAVY_SNOW, LIGHT_SNOW, Scene
from rulesets.winters_victory.rules.shock.attacks import attackers

RETREAT: Final = "Dr"
UNHURT: Final = "dot"


@dataclass(frozen=True, slots=True)
class Attack:
    """A shock attack. army: the attacker's; at, to: the hexes. strength: points of half an extended line, 0 for all
    that may. charging: whether horse does it in a charge. countered: whether horse that charges too is attacked, so
    that neither has impetus (12.56.2-3)."""

    army: str
    at: str
    to: str
    strength: int = 0
    charging: bool = False
    countered: bool = False


@dataclass(frozen=True, slots=True)
class Odds:
    """wv 12.0-P4, 12.0-P5: strengths, row and column of an attack. attacker, defender: names of modifiers and what they
    add. ours, theirs: effectiveness with these. forced: results without a die, None where it is rolled."""

    attack: int
    defence: int
    row: str
    differential: int
    ours: int
    theirs: int
    attacker: tuple[tuple[str, int], ...]
    defender: tuple[tuple[str, int], ...]
    forced: tuple[str, str] | None = None


# -- strengths -------------------------------------------------------------------------------


def attack_strength(scene: Scene, attack: Attack) -> int:
    """wv 12.0-P4, 12.13-1, 12.13-2: points that attack: all of the hex, into cover nine of infantry at most."""
    units = attackers(scene, attack.at, attack.army)
    points = attack.strength or sum(scene.piece(uid).strength for uid in units)
    return _capped(scene, attack.to, points) if scene.unit(units[0]).kind in FOOT else points


def defence_strength(scene: Scene, to: str, army: str) -> int:
    """wv 7.53-2, 9.31-3, 12.0-P4, 12.13-2, 12.22.3, 8.35.1-1, 7.61G: points that defend a hex: of guns those of the
    crew, of an extended line half, rounded up. Of crews alone only the top one counts."""
    units = scene.board.fighting(to, army)
    if all(scene.unit(uid).kind == CREW for uid in units):
        return scene.piece(units[0]).strength
    foot = sum(_points(scene, uid) for uid in units if scene.unit(uid).kind in FOOT)
    others = sum(_points(scene, uid) for uid in units if scene.unit(uid).kind in (CAVALRY, CREW))
    return _capped(scene, to, foot) + others


def _points(scene: Scene, uid: str) -> int:
    piece = scene.piece(uid)
    return (piece.strength + 1) // 2 if piece.formation == EXTENDED and piece.good else piece.strength


def _capped(scene: Scene, to: str, points: int) -> int:
    covered = scene.ground.cover(to) in ("hard", "soft")
    return min(points, scene.charts.shock.cover_most) if covered else points


# -- effectiveness ---------------------------------------------------------------------------


def fighter(scene: Scene, at: str, army: str) -> str:
    """wv 12.2-0, 12.22.3, 7.61B-1: the unit whose effectiveness counts for a hex: the topmost; of guns their crew."""
    top = scene.top(at, army)
    return (scene.crew_of(top) or top) if scene.unit(top).kind == ARTILLERY else top


def attacker_modifiers(scene: Scene, attack: Attack, ratio: Fraction) -> tuple[tuple[str, int], ...]:
    """wv 12.2.1-a, 12.2.1-b, 12.2.1-c, 12.2.1-d, 12.2.1-e, 12.2.1-f, 12.2.1-i, 12.21.1, 12.21.2, 12.55, 12.56.2-3: what
    changes the attacker's effectiveness, but for high odds."""
    top = attackers(scene, attack.at, attack.army)[0]
    unit, piece = scene.unit(top), scene.piece(top)
    windy = scene.in_the_wind(top)
    shaken = piece.state == DISORDERED
    light = unit.kind == SKIRMISHERS or unit.sort == "cossack"
    holds = {
        "disordered": shaken and not light,
        "disordered-loose": shaken and light,
        "heavy-snow": windy and scene.weather.snow == HEAVY_SNOW,
        "light-snow": windy and scene.weather.snow == LIGHT_SNOW,
        "below-1:3": ratio < Fraction(1, 3),
        "leader": _led(scene, top, attack.at),
        "russian-infantry": unit.kind in FOOT and unit.nation == "russian",
        "impetus": unit.kind == CAVALRY and attack.charging and piece.good and not attack.countered,
    }
    return tuple((name, scene.charts.shock.attacker[name].add) for name, there in holds.items() if there)


def _led(scene: Scene, top: str, at: str) -> bool:
    """wv 12.21.1: an unreduced leader helps who is formed, in good order and not in General Order."""
    piece = scene.piece(top)
    return piece.good and not loose(piece) and scene.led(at, scene.unit(top).army)


def defender_modifiers(scene: Scene, attack: Attack) -> tuple[tuple[str, int], ...]:
    """wv 12.2.2-a, 12.2.2-b, 12.2.2-c, 12.2.2-d, 12.2.2-e, 12.2.2-f, 12.2.2-g, 12.2.2-h, 12.2.2-i, 12.2.2-j, 12.14-4,
    12.21.3, 12.22.7: what changes the defender's effectiveness."""
    army, to = ENEMY[attack.army], attack.to
    top = scene.top(to, army)
    holds = {**_condition(scene, top, attack), **_shelter(scene, top, attack)}
    return tuple((name, scene.charts.shock.defender[name].add) for name, there in holds.items() if there)


def _condition(scene: Scene, top: str, attack: Attack) -> dict[str, bool]:
    """wv 8.42.3, 8.65B.4: what the state of a defender changes."""
    unit, piece = scene.unit(top), scene.piece(top)
    shaken = scene.piece(fighter(scene, attack.to, unit.army)).state == DISORDERED
    light = unit.kind in (SKIRMISHERS, CREW, ARTILLERY) or unit.sort == "cossack"
    horse = scene.unit(attackers(scene, attack.at, attack.army)[0]).kind == CAVALRY
    return {
        "routed": piece.state == ROUTED,
        "disordered": shaken and not light,
        "disordered-loose": shaken and light,
        "heavy-snow": scene.in_the_wind(top) and scene.weather.snow == HEAVY_SNOW,
        "leader": _led(scene, top, attack.to),
        "square": piece.formation == SQUARE and piece.good and horse,
    }


def _shelter(scene: Scene, top: str, attack: Attack) -> dict[str, bool]:
    """wv 8.65B.6: what the ground gives a defender."""
    ground, kind, at, to = scene.ground, scene.unit(top).kind, attack.at, attack.to
    cover = ground.cover(to)
    units = scene.board.fighting(to, scene.unit(top).army)
    few = all(scene.unit(uid).kind == SKIRMISHERS for uid in units) and (
        sum(scene.piece(uid).strength for uid in units) <= scene.charts.fire.few
    )
    sheltered = kind not in (CAVALRY, ARTILLERY)
    return {
        "steep-slope": ground.steep_up(at, to),
        "stream": ground.field.has(STREAM, at, to) or ground.field.has(MAJOR_STREAM, at, to),
        "light-cover-few": few and cover == "light",
        "soft-cover": (sheltered and cover == "soft") or ground.cover_side(at, to),
        "hard-cover": cover == "hard" and kind in FOOT,
    }


# -- the row and the column ------------------------------------------------------------------


def odds(scene: Scene, attack: Attack) -> Odds:
    """wv 12.0-P4, 12.0-P5, 12.23.1, 12.23.2, 12.23.3, 12.23.4, 12.23.5-1, 12.23.5-2: row and differential of an attack,
    after all that changes either side before the die.

    High odds raise the attacker only from a differential of -3 on. At -4 the row is two lower in the last column.
    """
    strength = attack_strength(scene, attack)
    defence = defence_strength(scene, attack.to, ENEMY[attack.army])
    ratio = Fraction(strength, max(1, defence))
    ours, mine = _total(scene, attack.at, attack.army, attacker_modifiers(scene, attack, ratio))
    theirs, his = _total(scene, attack.to, ENEMY[attack.army], defender_modifiers(scene, attack))
    table = scene.charts.table
    if ours - theirs >= table.least:
        for name, least in (("at-4:1", 4), ("at-3:1", 3)):
            if ratio >= least:
                add = scene.charts.shock.attacker[name].add
                mine, ours = (*mine, (name, add)), ours + add
                break
    row, differential = table.row(strength, max(1, defence)), ours - theirs
    forced = _without_die(scene, attack, ratio, differential)
    limits = scene.charts.shock.automatic
    if forced is None and differential == limits["lower"]:
        lowered = table.lower(row, limits["rows-lower"])
        forced = (RETREAT, UNHURT) if lowered is None else None
        row = lowered or row
    return Odds(strength, defence, row, differential, ours, theirs, mine, his, forced)


def _total(
    scene: Scene, at: str, army: str, added: tuple[tuple[str, int], ...]
) -> tuple[int, tuple[tuple[str, int], ...]]:
    return current(scene, fighter(scene, at, army)) + sum(add for _, add in added), added


def _without_die(scene: Scene, attack: Attack, ratio: Fraction, differential: int) -> tuple[str, str] | None:
    limits = scene.charts.shock.automatic
    if differential <= limits["attacker"]:
        return RETREAT, UNHURT
    open_ground = scene.ground.kind(attack.to) in (CLEAR, LIGHT_COVER)
    guns = any(
        scene.unit(uid).kind == ARTILLERY and scene.manned(uid)
        for uid in scene.board.fighting(attack.to, ENEMY[attack.army])
    )
    if ratio >= limits["odds"] and differential >= limits["defender"] and open_ground and not guns:
        return UNHURT, RETREAT
    return None
