"""Current effectiveness, and what is added to the die of a morale check (13.2, 13.13)."""

from __future__ import annotations

from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    DISORDERED,
    GENERAL_ORDER,
    INFANTRY,
    ROUTED,
    SKIRMISHERS,
    SQUARE,
)
from rulesets.winters_victory.rules.firing.firers import DEPLETED, loose
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED
from rulesets.winters_victory.rules.moving.stance import REAR
from rulesets.winters_victory.rules.scene import Scene

OUT: Final = "out"
"""wv 17.11-1: the mark of units out of command."""
FOOT: Final = (INFANTRY, SKIRMISHERS)
_LONELY: Final = 5
"""wv 13.13-n: hexes from a battalion of their nation beyond which skirmishers are alone."""

_ATTACK: Final = 5
"""wv 17.73-4: hexes from skirmishers to a battalion under an Attack Order."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a unit checks, as far as the die asks. here, near: a friend was eliminated in the same hex, or a battalion or
    regiment in an adjacent one. flank: fired on through flank or rear. zone: what the charge zone adds in which it
    checks (12.63). formed: fired on by formed units."""

    here: bool = False
    near: bool = False
    flank: bool = False
    zone: int = 0
    formed: bool = False


PLAIN: Final = Cause()


def current(scene: Scene, uid: str, *, self_rally: bool = False) -> int:
    """wv 15.2-3, 13.2-0, 13.2-a, 13.2-b, 13.2-c, 13.2-d, 13.2-e, 13.2-f, 13.2-g, 7.41-1: the current effectiveness of a
    unit, never below 0."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    printed = unit.weak_rating if EXHAUSTED in piece.marks else unit.rating
    adds = scene.charts.morale.effectiveness
    return max(0, printed + sum(adds[name].add for name in _changes(scene, uid) if not (self_rally and name == _ORDER)))


_ORDER: Final = "attack-order"


def _changes(scene: Scene, uid: str) -> tuple[str, ...]:
    """wv 12.22.1, 8.54.2: the rows of the chart of effectiveness that hold for a unit."""
    unit, piece, brigades = scene.unit(uid), scene.piece(uid), scene.brigades
    tired = 0
    if unit.kind in (*FOOT, CAVALRY):
        tired = scene.charts.fatigue.level(brigades.fatigue.get(unit.brigade, 0)).level
    attacking = unit.kind in FOOT and piece.good and OUT not in piece.marks and _attacks(scene, uid)
    holds = {
        _ORDER: attacking,
        "half-strength": unit.kind != CREW and piece.strength * 2 <= unit.strength,
        "general-order": piece.formation == GENERAL_ORDER and piece.good,
        "demoralized": unit.brigade in brigades.demoralized,
        "disintegrated": unit.brigade in brigades.disintegrated,
        "fatigue-1": tired == 1,
        "fatigue-2": tired >= 2,
        "rear": REAR in piece.marks,
    }
    return tuple(name for name, there in holds.items() if there)


def _attacks(scene: Scene, uid: str) -> bool:
    """wv 17.73-2, 17.73-4: whether an Attack Order helps foot: its brigade's; of skirmishers that of any battalion of
    their army within five hexes."""
    unit, attacking = scene.unit(uid), scene.brigades.attacking
    if unit.kind != SKIRMISHERS or not attacking:
        return unit.brigade in attacking
    at = scene.piece(uid).at
    return any(
        scene.unit(one).kind == INFANTRY and scene.unit(one).brigade in attacking
        for near in scene.ground.grid(at).within(at, _ATTACK)
        for one in scene.board.fighting(near, unit.army)
    )


def original(scene: Scene, uid: str) -> int:
    """wv 13.12-3: the printed effectiveness, whatever has become of the unit."""
    return scene.unit(uid).rating


# -- the die ---------------------------------------------------------------------------------


def modifiers(scene: Scene, uid: str, cause: Cause = PLAIN) -> tuple[tuple[str, int], ...]:
    """wv 13.13-a, 13.13-b, 13.13-c, 13.13-d, 13.13-e, 13.13-f, 13.13-g, 13.13-h, 13.13-i, 13.13-j, 13.13-k, 13.13-l,
    13.13-m, 13.13-n, 13.13-o, 13.13-p, 13.13-C2, 13.13-C3: pairs of a name and what it adds to the die of a check.

    `own` is the unit's modifier, `formed-fire` what it adds to the die of Cossacks (ours, for 19.2), `charge` that
    of the charge zone, which a square leaves out.
    """
    adds = scene.charts.morale.modifiers
    piece = scene.piece(uid)
    found = [("own", -scene.unit(uid).modifier)] if scene.unit(uid).modifier else []
    found += [(name, adds[name].add) for name, there in (*_ground(scene, uid), *_state(scene, uid)) if there]
    for name, there in (
        ("elimination-here", cause.here),
        ("elimination-near", cause.near),
        ("flank-fire", cause.flank),
    ):
        if there:
            found.append((name, adds[name].add))
    if cause.formed and scene.unit(uid).all_around:
        found.append(("formed-fire", scene.charts.special.under_formed_fire))
    if cause.zone and piece.formation != SQUARE:
        found.append(("charge", cause.zone))
    return tuple(found)


def _ground(scene: Scene, uid: str) -> tuple[tuple[str, bool], ...]:
    at = scene.piece(uid).at
    cover = scene.ground.cover(at)
    return (
        ("hard-cover", cover == "hard"),
        ("soft-cover", cover == "soft"),
        ("light-cover", (cover == "light" and _few(scene, uid)) or scene.ground.behind_cover(at)),
        ("regiment", _with_its_regiment(scene, uid)),
        ("light-battery", _with_light_guns(scene, uid)),
    )


def _state(scene: Scene, uid: str) -> tuple[tuple[str, bool], ...]:
    """wv 8.43.1, 8.54.6, 8.65B.2: what its state and company change the die by."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    return (
        ("leader", piece.good and not loose(piece) and scene.led(piece.at, unit.army)),
        ("square", piece.formation == SQUARE),
        ("snow", scene.in_the_wind(uid)),
        ("disordered", piece.state == DISORDERED),
        ("lonely", unit.kind == SKIRMISHERS and _lonely(scene, uid)),
        ("depleted", _without_ammunition(scene, uid)),
    )


def _few(scene: Scene, uid: str) -> bool:
    unit, piece = scene.unit(uid), scene.piece(uid)
    units = scene.board.fighting(piece.at, unit.army)
    alone = all(scene.unit(one).kind in (SKIRMISHERS, CREW) for one in units)
    return alone and sum(scene.piece(one).strength for one in units) <= scene.charts.fire.few


def _beside(scene: Scene, uid: str) -> list[str]:
    """The other combat units of an army in a unit's hex and those around it."""
    unit, at = scene.unit(uid), scene.piece(uid).at
    hexes = (at, *scene.ground.field.neighbours[at])
    return [one for near in hexes for one in scene.board.fighting(near, unit.army) if one != uid]


def _with_its_regiment(scene: Scene, uid: str) -> bool:
    unit = scene.unit(uid)
    if unit.kind != INFANTRY or not unit.regiment or not scene.ground.clear(scene.piece(uid).at):
        return False
    near = ((scene.unit(one), scene.piece(one)) for one in _beside(scene, uid))
    return any(one.kind == INFANTRY and one.regiment == unit.regiment and piece.state != ROUTED for one, piece in near)


def _with_light_guns(scene: Scene, uid: str) -> bool:
    """wv 13.13-f: a Russian light battery of the same division in an adjacent hex."""
    unit, at = scene.unit(uid), scene.piece(uid).at
    russian = unit.kind == INFANTRY and unit.nation == "russian" and unit.division and scene.ground.clear(at)
    if not russian:
        return False
    near = (scene.unit(one) for to in scene.ground.field.neighbours[at] for one in scene.board.fighting(to, unit.army))
    return any(
        one.kind == ARTILLERY and one.sort == "light" and one.nation == "russian" and one.division == unit.division
        for one in near
    )


def _lonely(scene: Scene, uid: str) -> bool:
    """wv 13.13-n, 8.65C.3: no battalion of the nation within five hexes."""
    unit, at = scene.unit(uid), scene.piece(uid).at
    for near in scene.ground.grid(at).within(at, _LONELY):
        for one in scene.board.fighting(near, unit.army):
            if scene.unit(one).kind == INFANTRY and scene.unit(one).nation == unit.nation:
                return False
    return True


def _without_ammunition(scene: Scene, uid: str) -> bool:
    """wv 13.13-o: the unit's own want, or that of the guns above a crew."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind == CREW:
        return any(
            one == unit.serves and DEPLETED in scene.piece(one).marks
            for one in scene.board.fighting(piece.at, unit.army)
        )
    return DEPLETED in piece.marks
