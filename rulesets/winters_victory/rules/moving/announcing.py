"""What the enemy may fire at: acts of a move as special firing opportunities (11.3), and cavalry that sees them
(6.14)."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.winters_victory.rules.firing import reactions
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import CHANGE, ENTER, NOTHING, TURN, UNLIMBERS, Act

_KINDS = {ENTER: reactions.LEAVE, TURN: reactions.TURN, CHANGE: reactions.CHANGE, UNLIMBERS: reactions.UNLIMBER}
OPPORTUNITY = 3
"""wv 6.14-3: hexes at which cavalry may charge a moving enemy whom it sees."""


def announced(scene: Scene, acts: Mapping[str, Act]) -> tuple[reactions.Act, ...]:
    """wv 11.3-2, 5.31-4, 6.14-2, 7.12-1, 7.12-2: what the acts of a unit or stack are to the enemy's fire, before they
    are carried out: one for each hex that is left, turned or changed in; none for what draws no fire."""
    board, first = scene.board, next(iter(acts.values()))
    if first.kind == NOTHING or not any(board.unit(uid).fights for uid in acts):
        return ()
    units = tuple(uid for uid in board.units_in(first.before.at) if uid in acts and board.unit(uid).fights)
    left = [(at, to) for at, to in _goals(first) if first.kind != ENTER or at not in first.after.hexes]
    return tuple(
        reactions.Act(
            _KINDS[first.kind],
            units,
            at,
            to=to,
            first=first.before.entered == 0,
            points=first.after.turned,
        )
        for at, to in left
    )


def _goals(act: Act) -> tuple[tuple[str, str], ...]:
    """The hexes in which a unit acts, with those to which it goes: of an extended line both."""
    before, after = act.before, act.after
    if not before.second:
        return ((before.at, after.at),)
    return (before.at, after.at), (before.second, after.second or after.at)


def charged_by(scene: Scene, uid: str, at: str) -> tuple[str, ...]:
    """wv 6.14-3: the enemy cavalry within three hexes of a hex that a unit has entered, nearest first, which may try an
    opportunity charge if it sees the unit through its front (12.56.1 decides)."""
    board = scene.board
    near = sorted(
        (scene.ground.distance(at, piece.at), one)
        for one, piece in board.pieces.items()
        if board.unit(one).kind == "cavalry" and board.unit(one).army != board.unit(uid).army and piece.good
    )
    return tuple(one for far, one in near if far <= OPPORTUNITY and board.unit(uid).fights)
