"""Leaders who are lost, and those who take their place (14.12, 16.22, 17.75; when they come is a stand-in of ours for
19.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from rulesets.winters_victory.board.chain import BRIGADE
from rulesets.winters_victory.board.fates import FALLEN, LEADER, Fate
from rulesets.winters_victory.board.pieces import ENEMY, Piece
from rulesets.winters_victory.rules.command import activation, violations
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event
from rulesets.winters_victory.rules.scene import REDUCED

AT_ONCE: Final = "at-once"


def lost(staff: Staff, fates: Iterable[Fate], when: Mapping[str, str]) -> Part:
    """wv 14.12, 17.75-4: what losses of leaders do to command: those under an Attack Order violate it; who was lost on
    his weaker side is taken off the map until his successor comes, unless one is there at once. when: level -> word.
    Returns those who are awaited."""
    awaited = []
    for uid, what in fates:
        if uid not in staff.chain.officers:
            continue
        if what == LEADER:
            violations.by_leader(staff, uid)
        if what != FALLEN or not staff.on_map(uid):
            continue
        back = when.get(staff.officer(uid).level, "next-hour")
        yield event("leader-lost", leader=uid, at=staff.at(uid), returns=back, case="14.12")
        if back != AT_ONCE:
            activation.retire(staff, uid)
            awaited.append(uid)
    return awaited


def retired(staff: Staff, waiting: Collection[str]) -> Part:
    """wv 17.54-2: leaders of brigades of which nobody is left leave the battle. waiting: units that have not come
    yet."""
    for army in ENEMY:
        for uid in activation.bereft(staff, army):
            if not any(one in waiting for one in staff.chain.led(uid)):
                yield event("retires", leader=uid, at=staff.at(uid), case="17.54")
                activation.retire(staff, uid)


def succeed(staff: Staff, awaited: Iterable[str]) -> Part:
    """wv 16.22, 16.23: successors in an hourly interphase, on the weaker side: of brigades on the display; of others
    with the first of those below them on the map. Returns those who find nobody there yet."""
    left = []
    for uid in sorted(awaited):
        at = "" if staff.officer(uid).level == BRIGADE else _among_his_own(staff, uid)
        if not at and staff.officer(uid).level != BRIGADE:
            left.append(uid)
            continue
        post = staff.post(uid)
        post.gone, post.reduced = False, True
        if at:
            staff.scene.board.place(uid, Piece(at, 0, 0, "", marks={REDUCED}))
        yield event("successor", leader=uid, at=at, case="16.22")
    return left


def _among_his_own(staff: Staff, uid: str) -> str:
    below = (staff.at(one) for one in staff.direct(uid) if staff.at(one))
    units = (staff.scene.piece(one).at for one in staff.units_of(uid))
    return next(below, "") or next(units, "")
