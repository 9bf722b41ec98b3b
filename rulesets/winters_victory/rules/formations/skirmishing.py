"""Skirmishers: companies out of battalions and back, how far they go, and how they make way for formed enemies
(8.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import (
    CAVALRY,
    ENEMY,
    FRENCH,
    INFANTRY,
    SKIRMISH,
    SKIRMISHERS,
    Piece,
    Unit,
)
from rulesets.winters_victory.roster import Pool
from rulesets.winters_victory.rules.formations.mobility import formed
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance

LEASH: Final = 5
"""wv 8.65A.5: hexes that a company goes from a battalion of its nation."""
DETACHED: Final = "detached"
"""wv 8.62.2: the mark of a line battalion whose one company of the game has left it."""
_TIMES: Final = 3
"""wv 8.66-1: how many times stronger the unit has to be before which skirmishers make way."""
_TWO: Final = 10
"""wv 8.63: original strength from which French companies have two points."""


# -- out of battalions and back ----------------------------------------------------------------------


def company_size(battalion: Unit) -> int:
    """wv 8.63: points of a company of a battalion: two of a French one of ten points or more, else one."""
    return 2 if battalion.army == FRENCH and battalion.strength >= _TWO else 1


def most_companies(board: Board, uid: str) -> int:
    """wv 8.62.1, 8.62.2, 8.62.3, 8.62.4, 8.63: companies that a battalion may detach now. A light one of two-point
    companies keeps an odd point."""
    unit, piece = board.unit(uid), board.piece(uid)
    if unit.kind != INFANTRY or not piece.good:
        return 0
    if unit.breaks_down:
        return piece.strength // company_size(unit)
    if unit.nation == "russian" or DETACHED in piece.marks or piece.strength < unit.strength:
        return 0
    return 1


def why_not_detach(board: Board, uid: str, companies: Sequence[str]) -> Refusal | None:
    """wv 8.6-1, 8.61-1, 8.62.1, 8.62.2, 8.62.3, 8.62.4: why a battalion may not detach companies, by their counters, at
    the beginning of its side's movement; None if it may. Which counters a corps or regiment has left is the
    caller's."""
    unit, at = board.unit(uid), board.piece(uid).at
    wrong = next((one for one in companies if board.unit(one).serves != uid or one in board.pieces), "")
    if wrong:
        return Refusal("8.6-1", f"{board.unit(wrong).name} cannot come out of {unit.name} in {at}", uid, at)
    most = most_companies(board, uid)
    if len(companies) > most:
        able = f"{most or 'no'} {'company' if most < 2 else 'companies'}"
        state = "" if board.piece(uid).good else f", since it is {board.piece(uid).state}"
        return Refusal(_detaching_case(board, uid), f"{unit.name} in {at} may detach {able}{state}", uid, at)
    return None


def _detaching_case(board: Board, uid: str) -> str:
    unit = board.unit(uid)
    if not board.piece(uid).good:
        return "8.62.4"
    if unit.kind == INFANTRY and unit.breaks_down:
        return "8.62.1"
    return "8.62.3" if unit.nation == "russian" else "8.62.2"


def left_in_pool(board: Board, pool: Pool, battalions: Collection[str]) -> Pool:
    """wv 8.6-1: the counters that a corps or regiment has left: those of its companies that are on the map are out, by
    the points printed on them. battalions: all that draw on the pool."""
    out = [board.unit(uid) for uid in board.pieces]
    sizes = [unit.strength for unit in out if unit.kind == SKIRMISHERS and unit.serves in battalions]
    return Pool(two=pool.two - sizes.count(2), one=pool.one - sizes.count(1))


def detach(board: Board, uid: str, companies: Sequence[str]) -> None:
    """wv 8.61-1, 8.61-2, 8.61-3, 8.62.1, 8.63: puts companies into the hex of their battalion, which loses their
    strength, at no cost and without fire; a light one that has none left leaves the map."""
    piece = board.piece(uid)
    size = company_size(board.unit(uid))
    for one in companies:
        board.place(one, Piece(piece.at, 0, size, SKIRMISH))
    piece.strength -= size * len(companies)
    if not board.unit(uid).breaks_down:
        piece.marks.add(DETACHED)
    if not piece.strength:
        board.remove(uid)


def why_not_recombine(
    ground: Ground, board: Board, company: str, battalion: str, *, moved: bool, begins: bool, ended: bool
) -> Refusal | None:
    """wv 8.62.4, 8.64-1, 8.64-2, 8.64-3: why a company may not join a battalion; None if it may.

    moved: whether the company has moved in this phase. begins, ended: whether the battalion's movement begins just now,
    or is over.
    """
    one, unit = board.unit(company), board.unit(battalion)
    at, to = board.piece(company).at, board.piece(battalion).at
    strength = board.piece(battalion).strength + board.piece(company).strength
    case, why = "", ""
    if one.serves != battalion:
        case, why = "8.64-3", "it came out of another"
    elif not (board.piece(company).good and board.piece(battalion).good):
        case, why = "8.62.4", "one of them is disordered or routed"
    elif strength > unit.strength:
        case, why = "8.64-3", f"{strength} points are more than its {unit.strength} at first"
    elif begins and not moved:
        if ground.distance(at, to) > 1:
            case, why = "8.64-1", f"it stands in {at}, not beside"
    elif not ended:
        case, why = "8.64-2", "the movement of the battalion is not over"
    elif at != to:
        case, why = "8.64-2", f"it stands in {at}"
    if case:
        return Refusal(case, f"{one.name} may not join {unit.name} in {to}: {why}", company, to)
    return None


def recombine(board: Board, company: str, battalion: str) -> None:
    """wv 8.64-1, 8.64-2: takes a company off the map, and gives its points back to its battalion."""
    board.piece(battalion).strength += board.remove(company).strength


# -- on the move -----------------------------------------------------------------------------------


def why_not_step(scene: Scene, uid: str, stance: Stance, to: str) -> Refusal | None:
    """wv 7.61A, 8.65A.1, 8.65A.4, 8.65A.5, 8.65A.6: what bars skirmishers or a crew from a hex; None if nothing does.
    Crews know no leash: they are no companies."""
    board, unit = scene.board, scene.board.unit(uid)
    if unit.kind == SKIRMISHERS and any(board.unit(one).kind == CAVALRY for one in scene.friends(uid, to)):
        return scene.refusal(uid, "8.65A.4", f"may not enter {to}: own cavalry stands there", to)
    near = scene.formed_zone(to, unit.army)
    if near:
        return scene.refusal(uid, "8.65A.1", f"may not enter {to}, which {board.unit(near).name} covers", to)
    return why_too_far(scene, uid, stance.at, to) if unit.kind == SKIRMISHERS else None


def why_too_far(scene: Scene, uid: str, at: str, to: str) -> Refusal | None:
    """wv 8.65A.5, 8.65A.6: whether a step leads a company too far from the battalions of its nation."""
    now, then = (leash(scene.ground, scene.board, uid, one) for one in (at, to))
    if then is None or now is None or then <= LEASH or then < now:
        return None
    covered = [scene.ground.cover(one) in ("hard", "soft") for one in (at, to)]
    if now > LEASH and not covered[0]:
        return scene.refusal(
            uid, "8.65A.6", f"is {now} hexes from its battalions and has to come closer, not to {to}", to
        )
    if covered[1] and (covered[0] or now > LEASH):
        return None
    return scene.refusal(uid, "8.65A.5", f"may not go to {to}, {then} hexes from the next battalion of its nation", to)


def leash(ground: Ground, board: Board, uid: str, at: str) -> int | None:
    """wv 8.65A.5, 8.65A.7, 8.65C.3: hexes from a hex to the nearest battalion of a unit's nation; None if there is
    none."""
    nation = board.unit(uid).nation
    far = [
        ground.distance(at, hex_)
        for one, piece in board.pieces.items()
        if board.unit(one).kind == INFANTRY and board.unit(one).nation == nation
        for hex_ in piece.hexes
    ]
    return min(far, default=None)


# -- making way ----------------------------------------------------------------------------------------


def displaced(scene: Scene, uid: str, to: str) -> tuple[str, ...] | Refusal:
    """wv 6.1-1, 8.66-1: the enemy skirmishers that have to make way before a formed unit that enters a hex, none if no
    enemy is there; refused where others stand, in cover, against too many, or if they have nowhere to go."""
    board, unit = scene.board, scene.board.unit(uid)
    enemies = scene.enemies(uid, to)
    if not enemies:
        return ()
    name = board.unit(enemies[0]).name
    if any(board.unit(one).kind != SKIRMISHERS for one in enemies) or not formed(board, uid):
        return scene.refusal(uid, "6.1-1", f"may not enter {to}: {name} stands there", to)
    strength = sum(board.piece(one).strength for one in enemies)
    if scene.ground.cover(to) not in ("none", "light") or not _open(scene, to):
        return scene.refusal(uid, "8.66-1", f"may not enter {to}: {name} holds it in cover", to)
    if board.piece(uid).strength < _TIMES * strength:
        return scene.refusal(uid, "8.66-1", f"is too weak to drive {name} out of {to}", to)
    if not all(makes_way_to(scene, one, unit.army) for one in enemies):
        return scene.refusal(uid, "8.66-1", f"may not enter {to}: {name} has nowhere to go", to)
    return enemies


def _open(scene: Scene, at: str) -> bool:
    return scene.ground.clear(at) or scene.ground.cover(at) == "light"


def makes_way_to(scene: Scene, uid: str, army: str) -> tuple[str, ...]:
    """wv 8.66-1: hexes, one or two away, to which displaced skirmishers may go before an army: free of enemies and of
    their formed battalions' zones, free of own cavalry; a second hex by way of such a first one."""
    board, at = scene.board, scene.board.piece(uid).at
    own = ENEMY[army]

    def fit(to: str) -> bool:
        if board.fighting(to, army) or scene.formed_zone(to, own):
            return False
        return all(board.unit(one).kind != CAVALRY for one in board.fighting(to, own))

    first = [to for to in scene.ground.field.neighbours[at] if fit(to)]
    second = [to for one in first for to in scene.ground.field.neighbours[one] if to != at and fit(to)]
    return tuple(dict.fromkeys((*first, *second)))


def steps_aside_to(scene: Scene, uid: str, before: str) -> tuple[str, ...]:
    """wv 8.66-3: hexes to which skirmishers may go once more that stand beside the unit before which they made way,
    when its move is over: beside their own, not beside that unit. before: the unit."""
    board, at = scene.board, scene.board.piece(uid).at
    hexes, army = board.piece(before).hexes, board.unit(before).army
    if not any(scene.ground.distance(at, one) == 1 for one in hexes):
        return ()
    fit = makes_way_to(scene, uid, army)
    near = [to for to in scene.ground.field.neighbours[at] if to in fit]
    return tuple(to for to in near if all(scene.ground.distance(to, one) > 1 for one in hexes))


def make_way(board: Board, uid: str, to: str) -> None:
    """wv 8.66-1, 8.66-2: puts displaced skirmishers into another hex, beneath whoever stands there."""
    board.move(uid, to)
