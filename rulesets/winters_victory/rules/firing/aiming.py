"""A fire from its declaration to its result: range, target, line, strength, column, die (11.0)."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import ARTILLERY, DISORDERED, ENEMY
from rulesets.winters_victory.fire_charts import BANDS, MAXIMUM, MEDIUM, MINIMUM, RESULTS, FireTable
from rulesets.winters_victory.rules.firing import firers
from rulesets.winters_victory.rules.firing.targets import (
    FIRED_THROUGH,
    SCREENED,
    Target,
    behind,
    fired_through,
    screened,
    target,
)
from rulesets.winters_victory.rules.firing.zones import out_of
from rulesets.winters_victory.rules.scene import Scene

CENTRE = "centre"
"""wv 11.53.1-2: the one fire of an extended line at the hex before both its halves."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a fire differs from the usual. strength: points of a share of skirmishers, or of half an extended line, 0 for
    all. at_least: the shortest range by whose line guns fire (11.3.3). enemy_moves: whether it is the other side's
    movement phase (11.71.2). displaced: fire of displaced skirmishers at who displaces them (8.66-2). role: see
    `targets`. manner: CENTRE, or nothing. abandoned: guns fire although their crew has left them (7.65-3)."""

    strength: int = 0
    at_least: str = ""
    enemy_moves: bool = False
    displaced: bool = False
    role: str = ""
    manner: str = ""
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class Fire:
    """A fire that may be carried out. at, to: the hexes. band: the range; line: of the table; column: in it. firing:
    the firing class. modifiers: of the die, each with its name."""

    firer: str
    at: str
    to: str
    distance: int
    band: str
    line: str
    strength: int
    firing: int
    column: int
    target: Target
    modifiers: tuple[tuple[str, int], ...]

    @property
    def modifier(self) -> int:
        """wv 11.0-MODS: all that is added to the die."""
        return sum(add for _, add in self.modifiers)


_USUAL = Terms()


def aim(scene: Scene, firer: str, to: str, terms: Terms = _USUAL, *, at: str = "") -> Fire | Refusal:
    """wv 7.21.1-2, 7.56-3, 7.65-3, 11.0-F1, 11.0-F2, 11.0-F4-1, 11.0-F4-2, 11.0-F4-3, 11.0-F4-4, 11.0-F5, 11.0-MODS:
    the fire of a unit into a hex, or why there is none. at: out of which of its hexes, the first that can if none is
    named."""
    unit, piece = scene.unit(firer), scene.piece(firer)
    army = ENEMY[unit.army]
    silent = firers.why_silent(scene, firer)
    if silent is not None and not terms.abandoned:
        return silent
    if not scene.top(to, army):
        return Refusal("11.44-1", f"{unit.name} finds no enemy combat unit in {to}", firer, to)
    source = at or next(iter(out_of(scene, firer, to, BANDS[-1]) or out_of(scene, firer, to)), piece.at)
    distance = scene.ground.distance(source, to)
    band = firers.band(scene, firer, distance)
    if band is None:
        return Refusal("11.0-F2", f"{unit.name} in {source} does not fire as far as {to}", firer, to)
    if terms.role != SCREENED and source not in out_of(scene, firer, to, band):
        return Refusal("11.11.5", f"{unit.name} in {source} does not see {to} through its front", firer, to)
    struck = target(scene, to, army, source, firers.arm(unit), terms.role)
    return _columned(scene, firer, source, to, distance, band, struck, terms)


def _columned(
    scene: Scene, firer: str, source: str, to: str, distance: int, band: str, struck: Target, terms: Terms
) -> Fire | Refusal:
    unit, piece = scene.unit(firer), scene.piece(firer)
    most = firers.strength(scene, firer, source)
    if terms.strength > most:
        words = f"{unit.name} in {source} fires with {most} points at {to} at most"
        return Refusal("11.62-1", words, firer, to)
    strength = scene.charts.fire.most if terms.manner == CENTRE else terms.strength or most
    line = firers.line(scene, firer, source)
    firing = firers.firing_class(scene, firer, source, distance)
    shaken = piece.state == DISORDERED or terms.abandoned
    column = table(scene, firer).column(
        line, _by_line_of(scene, firer, band, terms), strength, firing, disordered=shaken
    )
    if column is None:
        words = f"{unit.name} in {source} is too few or too disordered to fire at {to}"
        return Refusal("11.0-F4-3", words, firer, to)
    added = _modifiers(scene, firer, struck, terms)
    return Fire(firer, source, to, distance, band, line, strength, firing, column, struck, added)


def table(scene: Scene, firer: str) -> FireTable:
    """wv 11.0-CRT: the table on which a unit fires: of its nation's infantry, or of all guns."""
    unit = scene.unit(firer)
    return scene.charts.guns if unit.kind == ARTILLERY else scene.charts.infantry[unit.nation]


def _by_line_of(scene: Scene, firer: str, band: str, terms: Terms) -> str:
    """wv 11.93.2-1, 11.3.3: the range by whose line is fired: the next one of guns without ammunition."""
    if scene.unit(firer).kind != ARTILLERY:
        return band
    used = max(band, terms.at_least or band, key=BANDS.index)
    if firers.DEPLETED in scene.piece(firer).marks:
        return scene.charts.ammunition.depleted[used]
    return used


def _modifiers(scene: Scene, firer: str, struck: Target, terms: Terms) -> tuple[tuple[str, int], ...]:
    """wv 11.0-MODS, 11.41-2, 11.71.2, 8.66-2, 11.53.1-2: all that is added to the die."""
    adds = scene.charts.fire.modifiers
    holds = {
        "massed": struck.massed,
        "extended-centre": terms.manner == CENTRE,
        "enemy-movement": terms.enemy_moves and scene.unit(firer).kind == ARTILLERY,
        "displaced": terms.displaced,
    }
    return tuple((name, adds[name].add) for name, there in holds.items() if there)


def read(scene: Scene, fire: Fire, die: int) -> str:
    """wv 11.0-F6, 11.8, 11.93.2-2: the result of a die, one of fire_charts.RESULTS. Guns without ammunition cost their
    target one point at most."""
    found = table(scene, fire.firer).result(fire.column, fire.target.number, die, fire.modifier)
    return str(min(int(found), most_loss(scene, fire.firer))) if found.isdecimal() else found


def most_loss(scene: Scene, firer: str) -> int:
    """wv 11.8, 11.93.2-2: the most points that a fire costs, fewer of guns without ammunition."""
    empty = scene.unit(firer).kind == ARTILLERY and firers.DEPLETED in scene.piece(firer).marks
    return scene.charts.ammunition.most_loss if empty else int(RESULTS[-1])


def impact(scene: Scene, fire: Fire, die: int) -> str:
    """wv 11.23-2: the hex in which a shot at extended range falls, by its first die; "" off the map."""
    return behind(scene, fire.at, fire.to, scene.charts.fire.extended_shot[die])


def redirect(scene: Scene, fire: Fire, to: str) -> Fire | None:
    """wv 11.23-3: a fire at extended range at whoever stands in the hex of its impact, None if nobody does. Its line
    stays the extended one; friends suffer as enemies do."""
    board = scene.board
    army = next((scene.unit(uid).army for uid in board.units_in(to) if scene.unit(uid).fights), "")
    if not army:
        return None
    struck = target(scene, to, army, fire.at, "artillery")
    added = _modifiers(scene, fire.firer, struck, _USUAL)
    return replace(fire, to=to, target=struck, modifiers=added)


def also_struck(scene: Scene, fire: Fire) -> tuple[Fire, ...]:
    """wv 11.45-1, 11.45-2, 11.46-2, 11.46-3: the fires that a shot of guns at medium or maximum range brings along,
    each with a die of its own: at few skirmishers before its target, and at who is screened behind it. They cost no
    more ammunition."""
    army = fire.target.army
    if scene.unit(fire.firer).kind != ARTILLERY or fire.target.army != ENEMY[scene.unit(fire.firer).army]:
        return ()
    near = fired_through(scene, fire.at, fire.to, army)
    far = screened(scene, fire.firer, fire.at, fire.to, army, fire.band)
    if fire.band not in (MEDIUM, MAXIMUM) or (near and scene.ground.distance(fire.at, near) <= _near(scene)):
        near = ""
    roles = ((near, FIRED_THROUGH), (far, SCREENED))
    found = (aim(scene, fire.firer, to, Terms(role=role), at=fire.at) for to, role in roles if to)
    return tuple(one for one in found if isinstance(one, Fire))


def _near(scene: Scene) -> int:
    return max(scene.charts.fire.ranges["artillery"][MINIMUM])


def halves(strength: int, shift: int, most: int) -> tuple[int, int]:
    """wv 11.53.1-1: what the two halves of an extended line fire with.

    strength: all of it; shift: -2 to 2 points from the second half to the first; most: points of one hex. The odd point
    goes to the first half where the shift is above zero or none. Raises ValueError for a shift out of bounds.
    """
    if not -2 <= shift <= 2:
        raise ValueError("an extended line shifts two points at most between its halves")
    less, more = strength // 2, strength - strength // 2
    first, second = (more, less) if shift >= 0 else (less, more)
    return min(first + shift, most), min(second - shift, most)
