"""What templates call counters: ids with strength and formation, and what has befallen them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.chain import ARMY, BRIGADE
from rulesets.winters_victory.board.pieces import ARTILLERY, FRONTAL, Piece
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command.staff import Staff

_TOLD: Final = {
    "exhausted": "exhausted",
    "rear": "to the rear",
    "depleted": "short of ammunition",
    "out": "out of command",
}


def figures(play: Play, uid: str) -> str:
    """wv 2.4-1, 7.0: `10 column 0`, `12 guns unlimbered 3, disordered`: strength, formation and corner."""
    unit, piece = play.setting.units[uid], play.board.piece(uid)
    guns = " guns" if unit.kind == ARTILLERY else ""
    front = f" {piece.facing}" if piece.formation in FRONTAL and not unit.all_around else ""
    return ", ".join((f"{piece.strength}{guns} {piece.formation}{front}", *_states(piece)))


def _states(piece: Piece) -> Iterator[str]:
    """wv 5.42.1, 7.21-0, 7.22-1, 17.11-3: what has befallen a counter, in words."""
    if not piece.good:
        yield piece.state
    if piece.second:
        yield f"and in {piece.second}"
    yield from (words for mark, words in _TOLD.items() if mark in piece.marks)


def stack(play: Play, at: str, units: Iterable[str]) -> str:
    """`4071: f-15l-1 10 column 0; f-33-1 10 line 0`."""
    told = "; ".join(f"{uid} {figures(play, uid)}" for uid in units)
    return f"{play.setting.field.name(at)}: {told}"


def leader(staff: Staff, field: HexField, uid: str) -> str:
    """wv 16.12-1, 16.15, 17.34-1: `Davout (davout) in 4071, mobilized, radius 6, order received`."""
    name, at = staff.officer(uid).name, staff.at(uid)
    post, level = staff.post(uid), staff.officer(uid).level
    words = [f"{name} ({uid}) in {field.name(at)}" if at else f"{name} ({uid}) is not on the map"]
    if at:
        words += [post.state] if level not in (ARMY, BRIGADE) else []
        words.append(f"radius {staff.radius(uid)}")
    words += ["order received"] if post.received else []
    words += [f"his order comes in {post.delay} turns"] if post.delay else []
    words += [f"under Attack Order {post.attack}"] if post.attack else []
    words += [f"holds Attack Order {post.holds}"] if post.holds else []
    return ", ".join(words)
