"""What befalls units as it happens, for the books of morale: halved, eliminated, routed, rallied, leaders lost (14.1).

Rules note it on the board in the moment in which they take points, rout or rally; whoever plays a phase enters it into
the books at its end.
"""

from __future__ import annotations

from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import CREW, SKIRMISHERS

HALVED, ELIMINATED, ROUTED, RALLIED, LEADER = "halved", "eliminated", "routed", "rallied", "leader"
"""Events of the books."""
FALLEN = "fallen"
"""What befalls a command unit that is lost on its weaker side, besides LEADER."""
Fate = tuple[str, str]
"""A counter and what has befallen it."""


def whole(board: Board, uid: str) -> int:
    """wv 8.62.1, 14.11-1: strength points of a unit on the map, its companies included."""
    out = (one for one, piece in board.pieces.items() if one == uid or board.unit(one).serves == uid)
    return sum(board.piece(one).strength for one in out if one == uid or board.unit(one).kind == SKIRMISHERS)


def hurt(board: Board, uid: str, points: int) -> None:
    """wv 14.11-1, 14.11-3: notes that a counter has lost points, after it has lost them: whether its unit is down to
    half of its printed strength now, or gone. A battalion is as strong as it is with its companies that are out (a
    reading); crews count nothing."""
    unit = board.unit(uid)
    if unit.kind == CREW or not points:
        return
    base = unit.serves if unit.kind == SKIRMISHERS else uid
    left, printed = whole(board, base), board.unit(base).strength
    if not left:
        board.fates.append((base, ELIMINATED))
    elif left * 2 <= printed < (left + points) * 2:
        board.fates.append((base, HALVED))


def note(board: Board, uid: str, event: str) -> None:
    """wv 14.11-1, 14.11-2, 14.12: notes that a unit has routed or rallied, or that a command unit was lost."""
    board.fates.append((uid, event))
