"""A brigade's macro worked out: for each unit the path that it can pay, and remarks on what it cannot do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    INFANTRY,
    LINE,
    ROAD_COLUMN,
    SKIRMISHERS,
    SQUARE,
    UNLIMBERED,
)
from rulesets.winters_victory.documents.macros.goals import (
    away,
    beside_any,
    enemies_of,
    forward,
    in_line,
    near,
    route,
)
from rulesets.winters_victory.documents.macros.requests import (
    DEPLOY,
    Advance,
    Assault,
    Back,
    Battery,
    Face,
    Form,
    Hold,
    Macro,
    March,
    Screen,
)
from rulesets.winters_victory.documents.macros.seeking import Found, Goal
from rulesets.winters_victory.documents.macros.work import WORDS, Work, changes, copied, nearest_first
from rulesets.winters_victory.rules.formations.skirmishing import detach, why_not_detach
from rulesets.winters_victory.rules.moving.paths import act
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import stance_of


@dataclass(frozen=True)
class Expanded:
    """What a brigade will do. entries: units that move together and their path, in the order in which they move;
    remarks: what a unit cannot do, or not wholly. detached: pairs of a battalion and its companies that leave it
    first (8.61)."""

    entries: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    remarks: tuple[Refusal, ...]
    detached: tuple[tuple[str, tuple[str, ...]], ...] = ()


def expand(macro: Macro, units: Iterable[str], scene: Scene) -> Expanded:
    """wv 6.0-2, 6.4, 7.1, 8.6-1: what the units of a brigade, in the order of its roster, do this turn by a macro: each
    as much of it as it can, where the others leave it room. Those off the map are passed over, crews go with their
    guns. The board stays as it is."""
    work = Work(copied(scene), scene)
    here = [uid for uid in units if uid in scene.board.pieces and scene.unit(uid).kind != CREW]
    _MACROS[type(macro)](work, macro, here)
    return Expanded(tuple(work.entries), tuple(work.remarks), tuple(work.detached))


# -- march ---------------------------------------------------------------------------------------------


def _march(work: Work, macro: March, units: Sequence[str]) -> None:
    movable = work.movable(units)
    if not movable or not _known(work, movable, (macro.to,)):
        return
    scene = work.scene
    far = route(scene.ground, scene.piece(movable[0]).at, macro.to, road=macro.road)
    for i in nearest_first(scene, [(uid, far) for uid in movable]):
        _march_one(work, macro, movable[i], far)


def _march_one(work: Work, macro: March, uid: str, far: Callable[[str], int]) -> None:
    """wv 6.41-1: one unit; it stops before the hexes within six of an enemy."""
    piece, scene = work.scene.piece(uid), work.scene
    watched = scene.watched[scene.unit(uid).army]
    if piece.at in watched:
        return work.remark(uid, "6.41-3", f"does not march from {piece.at}: an enemy is within six hexes", piece.at)
    goal = Goal(far, formation=ROAD_COLUMN if macro.column else "", fits=lambda done: done.after.at not in watched)
    found = work.seek(uid, goal, (), "grand", "road-in") if macro.column else None
    found = found or work.seek(uid, goal, ("road-in",) if macro.column else (), "grand")
    found = found or work.seek(uid, goal, changes(scene, uid, COLUMN))
    return work.come(uid, found, f"to {macro.to}")


def _known(work: Work, units: Sequence[str], hexes: Iterable[str]) -> bool:
    """Whether hexes are on the map; a remark of each unit if one is not."""
    wrong = next((at for at in hexes if at not in work.scene.ground.field.neighbours), "")
    for uid in units if wrong else ():
        work.remark(uid, "6.0-2", f"cannot go to {wrong[:20]!r}: there is no such hex", work.scene.piece(uid).at)
    return not wrong


# -- advance -------------------------------------------------------------------------------------------


def _advance(work: Work, macro: Advance, units: Sequence[str]) -> None:
    movable = work.movable(units)
    if not movable or not _known(work, movable, macro.to):
        return
    scene = work.scene
    if macro.to:
        front = scene.piece(movable[0]).facing if macro.front is None else macro.front
        hexes = in_line(scene, macro.to, len(movable), front, macro.keep)
    else:
        hexes = [forward(scene, scene.piece(uid).at, macro.axis, macro.ahead) for uid in movable]
    goals = [(uid, near(scene.ground, at)) for uid, at in zip(movable, hexes, strict=True)]
    for i in nearest_first(scene, goals):
        uid, far = goals[i]
        formation = macro.formation if scene.unit(uid).kind == INFANTRY else ""
        found = work.seek(uid, Goal(far, macro.front, formation), changes(scene, uid, formation))
        work.come(uid, found, f"to {hexes[i]}")


# -- on the spot ---------------------------------------------------------------------------------------


def _form(work: Work, macro: Form, units: Sequence[str]) -> None:
    movable = work.movable(units)
    done = _squares(work, movable) if macro.formation == SQUARE else set[str]()
    for uid in movable:
        if uid in done:
            continue
        piece, kind = work.scene.piece(uid), work.scene.unit(uid).kind
        wanted = macro.formation
        if wanted == DEPLOY:
            wanted = {INFANTRY: LINE, ARTILLERY: UNLIMBERED}.get(kind, piece.formation)
        if piece.formation != wanted:
            _at_once(work, uid, WORDS[wanted])


def _squares(work: Work, units: Sequence[str]) -> set[str]:
    """wv 8.41.2: battalions of one hex form square together; those that do."""
    done = set[str]()
    foot = [uid for uid in units if work.scene.unit(uid).kind == INFANTRY]
    for at in dict.fromkeys(work.scene.piece(uid).at for uid in foot):
        here = [uid for uid in foot if work.scene.piece(uid).at == at]
        there = tuple(uid for uid in here if work.scene.piece(uid).formation != SQUARE)
        if len(there) > 1 and work.go(there, (WORDS[SQUARE],)):
            done.update(there)
    return done


def _face(work: Work, macro: Face, units: Sequence[str]) -> None:
    for uid in work.movable(units):
        piece = work.scene.piece(uid)
        if work.scene.fronts(work.scene.unit(uid), stance_of(piece)) and piece.facing != macro.corner:
            _at_once(work, uid, f"face {macro.corner}")


def _at_once(work: Work, uid: str, word: str) -> None:
    """One word on the spot, or the remark why not."""
    alone, at = work.alone(uid), work.scene.piece(uid).at
    done = act(alone, uid, stance_of(alone.piece(uid)), word)
    if isinstance(done, Refusal):
        work.remarks.append(done)
    elif not work.go((uid,), (word,)):
        work.remark(uid, "9.3-1", f"stays as it is in {at}: it would not fit those who stand there", at)


def _hold(work: Work, macro: Hold, units: Sequence[str]) -> None:
    """Nobody moves."""


# -- back, guns, companies, assault --------------------------------------------------------------------


def _back(work: Work, macro: Back, units: Sequence[str]) -> None:
    for uid in _farthest_first(work, work.movable(units)):
        scene, piece = work.scene, work.scene.piece(uid)
        far = away(scene, uid, macro.hexes)
        if far is None:
            work.remark(uid, "6.0-2", f"sees no enemy to go back from and stays in {piece.at}", piece.at)
            continue
        goal = Goal(far, macro.front)
        ways = [work.seek(uid, goal, changes(scene, uid)), work.seek(uid, goal, ("front",), "about")]
        found = min((way for way in ways if way), key=lambda way: (way.lacks, way.stance.spent), default=None)
        work.come(uid, found, f"{macro.hexes} hexes back")


def _farthest_first(work: Work, units: list[str]) -> list[str]:
    """Who is farthest from the enemy goes first, and makes room."""
    ground = work.scene.ground

    def key(uid: str) -> int:
        at = work.scene.piece(uid).at
        return -min((ground.distance(at, one) for one in enemies_of(work.scene, uid)), default=0)

    return sorted(units, key=key)


def _battery(work: Work, macro: Battery, units: Sequence[str]) -> None:
    guns = work.of_kind(work.movable(units), frozenset({ARTILLERY}), "is no battery")
    if not guns or not _known(work, guns, (macro.at,)):
        return
    far = route(work.scene.ground, work.scene.piece(guns[0]).at, macro.at, road=True)
    formation = UNLIMBERED if macro.unlimber else ""
    for uid in guns:
        goal = Goal(far, macro.front, formation)
        found = work.seek(uid, goal, changes(work.scene, uid, formation))
        if found is None or found.lacks[0]:
            grand = work.seek(uid, goal, (), "grand")
            found = min((way for way in (found, grand) if way), key=lambda way: way.lacks, default=None)
        work.come(uid, found, f"to {macro.at}")


def _screen(work: Work, macro: Screen, units: Sequence[str]) -> None:
    out = [uid for uid in units if work.scene.unit(uid).kind == SKIRMISHERS][: macro.companies]
    for uid in units:
        if len(out) < macro.companies and work.scene.unit(uid).kind == INFANTRY:
            out += _let_out(work, uid, macro.companies - len(out))
    if len(out) < macro.companies and units:
        at = work.scene.piece(units[0]).at if units[0] in work.scene.board.pieces else ""
        work.remark(units[0], "8.62", f"and its brigade have {len(out)} companies to send out", at)
    for uid in work.movable(out):
        battalion = work.scene.board.pieces.get(work.scene.unit(uid).serves) or work.scene.piece(uid)
        to = forward(work.scene, battalion.at, battalion.facing, macro.at)
        work.come(uid, work.seek(uid, Goal(near(work.scene.ground, to))), f"to {to}")


def _let_out(work: Work, uid: str, most: int) -> list[str]:
    """wv 8.6-1, 8.61-1: as many companies out of a battalion as it may detach, by id."""
    board = work.scene.board
    own = sorted(one for one, unit in board.units.items() if unit.serves == uid and one not in board.pieces)[:most]
    own = [one for one in own if board.unit(one).kind == SKIRMISHERS]
    while own and why_not_detach(board, uid, own):
        own.pop()
    if own:
        detach(board, uid, own)
        work.detached.append((uid, tuple(own)))
    return own


def _assault(work: Work, macro: Assault, units: Sequence[str]) -> None:
    movable = work.of_kind(work.movable(units), frozenset({INFANTRY, CAVALRY}), "attacks nobody in shock")
    if not movable or not _known(work, movable, macro.on):
        return
    far = beside_any(work.scene.ground, macro.on)
    for i in nearest_first(work.scene, [(uid, far) for uid in movable]):
        uid = movable[i]
        found = work.seek(uid, Goal(far), changes(work.scene, uid))
        if found and not found.lacks[0]:
            found = _facing_it(work, uid, macro.on, found)
        work.come(uid, found, f"to the side of {' or '.join(macro.on)}")


def _facing_it(work: Work, uid: str, on: Sequence[str], found: Found) -> Found:
    """The same hex with a front towards what is assaulted, if that can be paid; else as it was found."""
    at, ground = found.stance.at, work.scene.ground
    target = next(one for one in on if ground.distance(at, one) == 1)
    side = facing.side_towards(ground.grid(at), at, target)
    ways = [
        work.seek(uid, Goal(near(ground, at), corner), changes(work.scene, uid))
        for corner in (side, facing.turned(side, 1))
    ]
    fit = [way for way in ways if way and not way.lacks[0]]
    return min(fit, key=lambda way: (way.lacks, way.stance.spent), default=found)


_MACROS: Final[dict[type, Callable[..., None]]] = {
    March: _march,
    Advance: _advance,
    Form: _form,
    Face: _face,
    Hold: _hold,
    Back: _back,
    Battery: _battery,
    Screen: _screen,
    Assault: _assault,
}
