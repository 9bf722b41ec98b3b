"""Fire at several hexes at once: extended lines, squares, skirmishers and General Order (8.42, 11.53, 11.6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.rules.firing.aiming import CENTRE, Terms, halves
from rulesets.winters_victory.rules.firing.firers import together
from rulesets.winters_victory.rules.firing.zones import MAXIMUM, MINIMUM, out_of
from rulesets.winters_victory.rules.scene import Scene

SQUARE_TARGETS: Final = 3
"""wv 8.42.1: hexes at which a square fires in the fire phase."""


@dataclass(frozen=True, slots=True)
class Share:
    """One fire of several: out of which hex, into which, on which terms."""

    at: str
    to: str
    terms: Terms


def why_not_shares(scene: Scene, uid: str, shares: Sequence[tuple[str, int]]) -> Refusal | None:
    """wv 11.61-1, 11.62-1, 11.62-2, 8.54.4-2, 8.65D.2: why the skirmishers and General Order of a hex may not split
    their fire so, None if they may. shares: pairs of a hex and the points that fire at it."""
    at = scene.piece(uid).at
    name = f"{scene.name(uid)} in {at}"
    have = sum(scene.piece(one).strength for one in together(scene, uid, at))
    hexes = [to for to, _ in shares]
    if len(set(hexes)) < len(hexes):
        return Refusal("11.62-2", f"{name} fires at one hex twice", uid, hexes[0])
    if sum(points for _, points in shares) > have:
        return Refusal("11.61-1", f"{name} has {have} points to fire with", uid, at)
    most = scene.charts.fire.most
    for to, points in shares:
        if not 0 < points <= most:
            return Refusal("11.62-1", f"{name} fires with 1 to {most} points at {to}", uid, to)
    return None


def why_not_square(scene: Scene, uid: str, hexes: Sequence[str]) -> Refusal | None:
    """wv 8.42.1: why a square may not fire at so many hexes, None if it may: three, none beside another at minimum
    range, and none within two hexes of another at maximum range."""
    at = scene.piece(uid).at
    name = f"{scene.name(uid)} in {at}"
    if len(hexes) > SQUARE_TARGETS or len(set(hexes)) < len(hexes):
        return Refusal("8.42.1", f"{name} fires at three different hexes at most", uid, at)
    for one, other in combinations(hexes, 2):
        far = max(scene.ground.distance(at, one), scene.ground.distance(at, other))
        if scene.ground.distance(one, other) <= far:
            return Refusal("8.42.1", f"{name} may not fire at {one} and {other}, which are too close", uid, one)
    return None


def extended_shares(scene: Scene, uid: str, hexes: Sequence[str], shift: int = 0) -> tuple[Share, ...] | Refusal:
    """wv 11.53-1, 11.53.1-1, 11.53.1-2, 11.53.2: the fires of an extended line at one hex or two, or why there are
    none.

    shift: points that its first hex gives up for the second, or the other way round if below zero: two at most. At
    minimum range its halves never combine; at the hex before both of them alone it fires once, with nine points. At
    maximum range both fire as one at a hex that both see."""
    piece = scene.piece(uid)
    name = f"{scene.name(uid)} in {piece.at}"
    if not 1 <= len(hexes) <= 2 or len(set(hexes)) < len(hexes):
        return Refusal("11.53-1", f"{name} fires at two different hexes at most", uid, piece.at)
    near = {to: out_of(scene, uid, to, MINIMUM) for to in hexes}
    seen = {to: near[to] or out_of(scene, uid, to, MAXIMUM) for to in hexes}
    blind = [to for to in hexes if not seen[to]]
    if blind:
        return Refusal("11.11.5", f"{name} does not see {blind[0]} through its front", uid, blind[0])
    most = scene.charts.fire.most
    shares = dict(zip(piece.hexes, halves(piece.strength, -shift, most), strict=True))
    if len(hexes) == 1:
        return _at_one(piece.strength, hexes[0], near[hexes[0]], seen[hexes[0]], shares)
    first, second = hexes
    if scene.ground.distance(first, second) != 1:
        return Refusal("11.53.1-1", f"{name} fires at hexes that touch, not at {first} and {second}", uid, first)
    for one, other in (piece.hexes, piece.hexes[::-1]):
        if one in seen[first] and other in seen[second]:
            return (
                Share(one, first, Terms(strength=shares[one])),
                Share(other, second, Terms(strength=shares[other])),
            )
    return Refusal("11.53.1-1", f"{name} fires out of both its hexes, not at {first} and {second}", uid, first)


def _at_one(
    whole: int, to: str, near: tuple[str, ...], seen: tuple[str, ...], shares: dict[str, int]
) -> tuple[Share, ...]:
    """wv 11.53.1-2, 11.53.2: the fire at a single hex."""
    if len(near) > 1:
        return (Share(near[0], to, Terms(manner=CENTRE)),)
    if near or len(seen) == 1:
        return (Share(seen[0], to, Terms(strength=shares[seen[0]])),)
    return (Share(seen[0], to, Terms(strength=whole)),)
