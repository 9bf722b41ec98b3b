"""Which volleys an army fires in the Reciprocal Fire Phase where its player leaves the choice to the rules (11.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.pieces import SQUARE
from rulesets.winters_victory.rules.fire_phase import Volley
from rulesets.winters_victory.rules.firing.aiming import Terms
from rulesets.winters_victory.rules.firing.phase import SEGMENTS, firing_in, targets
from rulesets.winters_victory.rules.firing.splitting import Share, extended_shares, why_not_square
from rulesets.winters_victory.rules.scene import Scene

Wishes = Mapping[str, Mapping[str, Any]]


def volleys(scene: Scene, army: str, wishes: Wishes) -> tuple[Volley, ...]:
    """wv 11.0-P2, 11.0-P3, 11.11.7-1: the volleys of an army along its line, from the west. wishes: brigade -> `hold`,
    units that do not fire; `prefer`, unit -> hex at which it fires if it may; of other hexes the nearest."""
    found = [one for of in SEGMENTS for uid in firing_in(scene, army, of) for one in _volley(scene, uid, wishes)]
    return tuple(sorted(found, key=lambda one: (scene.piece(one.unit).at, one.unit)))


def _volley(scene: Scene, uid: str, wishes: Wishes) -> Iterator[Volley]:
    """wv 11.11.1: what a unit fires; nothing where its player has it hold."""
    wish = wishes.get(scene.unit(uid).brigade, {})
    if uid in wish.get("hold", ()):
        return
    open_ = targets(scene, uid)
    liked = wish.get("prefer", {}).get(uid, "")
    first = liked if liked in open_ else open_[0]
    for to in _of_a_square(scene, uid, first, open_) if scene.piece(uid).formation == SQUARE else (first,):
        yield Volley(uid, _shares(scene, uid, to))


def _of_a_square(scene: Scene, uid: str, first: str, open_: Sequence[str]) -> list[str]:
    """wv 8.42.1: the hexes at which a square fires, three at most: one, then the nearest that are not too close."""
    found = [first]
    for to in open_:
        if to not in found and why_not_square(scene, uid, (*found, to)) is None:
            found.append(to)
    return found


def _shares(scene: Scene, uid: str, to: str) -> tuple[Share, ...]:
    """wv 11.53-1: one fire with everything; of an extended line out of its halves."""
    piece = scene.piece(uid)
    if piece.second:
        shares = extended_shares(scene, uid, [to])
        if not isinstance(shares, Refusal):
            return shares
    return (Share(piece.at, to, Terms()),)
