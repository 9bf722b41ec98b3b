"""A brigade's macro worked out: for each unit the path that it can pay, and remarks on what it cannot do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    GENERAL_ORDER,
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
from rulesets.winters_victory.documents.macros.seeking import Found, Goal, begun, peaceful, seek
from rulesets.winters_victory.rules.formations.skirmishing import detach, why_not_detach
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk, act, together, why_not_move
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import stance_of

_WORDS: Final = {LINE: "line", COLUMN: "column", SQUARE: "square", GENERAL_ORDER: "go", UNLIMBERED: "unlimber"}
"""Formations -> words of a path that lead into them."""


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
    work = _Work(_copied(scene), scene)
    here = [uid for uid in units if uid in scene.board.pieces and scene.unit(uid).kind != CREW]
    _MACROS[type(macro)](work, macro, here)
    return Expanded(tuple(work.entries), tuple(work.remarks), tuple(work.detached))


def _copied(scene: Scene) -> Scene:
    """A scene over a board of its own, which no enemy moves on: what is known of their nearness holds."""
    board = Board(scene.board.field, scene.board.units)
    board.pieces = {uid: piece.copy() for uid, piece in scene.board.pieces.items()}
    board.here = dict(scene.board.here)
    return _knowing(scene, replace(scene, board=board))


def _knowing(scene: Scene, other: Scene) -> Scene:
    """Another scene with the same enemies, which need not be counted anew."""
    vars(other)["watched"] = scene.watched
    return other


@dataclass
class _Work:
    """The brigade on its scratch board. first: as it was before."""

    scene: Scene
    first: Scene
    entries: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    remarks: list[Refusal] = field(default_factory=list)
    detached: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def remark(self, uid: str, case: str, what: str, at: str) -> None:
        self.remarks.append(self.scene.refusal(uid, case, what, at))

    def movable(self, units: Iterable[str]) -> list[str]:
        """Those who may move at all; of the others remarks."""
        found = []
        for uid in units:
            refused = why_not_move(self.scene, uid)
            if refused:
                self.remarks.append(refused)
            else:
                found.append(uid)
        return found

    def of_kind(self, units: Iterable[str], kinds: frozenset[str], what: str) -> list[str]:
        """Those of some arms; of the others remarks that they cannot do what is told."""
        found = []
        for uid in units:
            if self.scene.unit(uid).kind in kinds:
                found.append(uid)
            else:
                self.remark(uid, "7.3", f"{what} and stays in {self.scene.piece(uid).at}", self.scene.piece(uid).at)
        return found

    def alone(self, uid: str) -> Scene:
        """The scene in which a unit moves, with its crew."""
        return _knowing(self.scene, together(self.scene, (uid,)))

    def seek(self, uid: str, goal: Goal, words: Sequence[str] = (), *first: str) -> Found | None:
        """The pose nearest to a goal; first: words that the path begins with, such as `grand` or `about`."""
        scene, stance = self.alone(uid), stance_of(self.scene.piece(uid))
        goal = peaceful(scene, uid, goal)
        for word in first:
            after = begun(scene, uid, stance, word)
            if after is None:
                return None
            stance = after
        found = seek(scene, uid, goal, stance, tuple(words))
        if found is None or not first:
            return found
        return replace(found, path=(*first, *found.path)) if found.path else None

    def go(self, uid: str, path: Sequence[str]) -> bool:
        """Follows a path on the scratch board and makes it an entry; False, and all as before, if it cannot be followed
        or may not end so."""
        if not path:
            return True
        if not self._walked(uid, path):
            self._rewind()
            return False
        self.entries.append(((uid,), tuple(path)))
        return True

    def _walked(self, uid: str, path: Sequence[str]) -> bool:
        alone = self.alone(uid)
        walk = Walk(alone, {uid: stance_of(alone.piece(uid))})
        if any(walk.follow(token) for token in path):
            return False
        acts = finish(walk)
        if isinstance(acts, Refusal):
            return False
        walk.carry_out(acts)
        return True

    def _rewind(self) -> None:
        """Takes back what went wrong, which is rare: what went well is done once more on a new board."""
        self.scene = _copied(self.first)
        for battalion, companies in self.detached:
            detach(self.scene.board, battalion, companies)
        for units, path in self.entries:
            for uid in units:
                self._walked(uid, path)

    def come(self, uid: str, found: Found | None, where: str) -> None:
        """Takes the path that was found; a remark if it falls short. where: what the goal is called."""
        at = self.scene.piece(uid).at
        if found is None or not self.go(uid, found.path):
            self.remark(uid, "6.0-2", f"finds no way from {at} {where}", at)
            return
        hexes, other, turns = found.lacks
        if hexes:
            text = f"comes as far as {found.stance.at} on its way {where}"
            self.remark(uid, "6.11-1", text, found.stance.at)
        elif other or turns:
            what = "in the formation" if other else "with the front"
            self.remark(uid, "7.11-1", f"reaches {found.stance.at}, but not {what} that was told", found.stance.at)


def _nearest_first(scene: Scene, goals: Sequence[tuple[str, Callable[[str], int]]]) -> list[int]:
    """Places in a list of units and how far they have to go: who is nearest to his goal moves first, so that he makes
    room; ties in the order of the roster."""
    return sorted(range(len(goals)), key=lambda i: (goals[i][1](scene.piece(goals[i][0]).at), i))


def _changes(scene: Scene, uid: str, formation: str = "") -> tuple[str, ...]:
    """The changes worth trying on the way to a formation, "" for any: out of General Order, guns limbered."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind == ARTILLERY:
        return ("limber", "unlimber") if formation == UNLIMBERED else ("limber",)
    if unit.kind == INFANTRY:
        wanted = (_WORDS[formation],) if formation in _WORDS else ()
        return tuple(dict.fromkeys(("column", *wanted))) if wanted or piece.formation in (SQUARE, GENERAL_ORDER) else ()
    return ("reform",) if unit.kind == CAVALRY and piece.formation == GENERAL_ORDER else ()


# -- march ---------------------------------------------------------------------------------------------


def _march(work: _Work, macro: March, units: Sequence[str]) -> None:
    movable = work.movable(units)
    if not movable or not _known(work, movable, (macro.to,)):
        return
    scene = work.scene
    far = route(scene.ground, scene.piece(movable[0]).at, macro.to, road=macro.road)
    for i in _nearest_first(scene, [(uid, far) for uid in movable]):
        _march_one(work, macro, movable[i], far)


def _march_one(work: _Work, macro: March, uid: str, far: Callable[[str], int]) -> None:
    """wv 6.41-1: one unit; it stops before the hexes within six of an enemy."""
    piece, scene = work.scene.piece(uid), work.scene
    watched = scene.watched[scene.unit(uid).army]
    if piece.at in watched:
        return work.remark(uid, "6.41-3", f"does not march from {piece.at}: an enemy is within six hexes", piece.at)
    goal = Goal(far, formation=ROAD_COLUMN if macro.column else "", fits=lambda done: done.after.at not in watched)
    found = work.seek(uid, goal, (), "grand", "road-in") if macro.column else None
    found = found or work.seek(uid, goal, ("road-in",) if macro.column else (), "grand")
    found = found or work.seek(uid, goal, _changes(scene, uid, COLUMN))
    return work.come(uid, found, f"to {macro.to}")


def _known(work: _Work, units: Sequence[str], hexes: Iterable[str]) -> bool:
    """Whether hexes are on the map; a remark of each unit if one is not."""
    wrong = next((at for at in hexes if at not in work.scene.ground.field.neighbours), "")
    for uid in units if wrong else ():
        work.remark(uid, "6.0-2", f"cannot go to {wrong[:20]!r}: there is no such hex", work.scene.piece(uid).at)
    return not wrong


# -- advance -------------------------------------------------------------------------------------------


def _advance(work: _Work, macro: Advance, units: Sequence[str]) -> None:
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
    for i in _nearest_first(scene, goals):
        uid, far = goals[i]
        formation = macro.formation if scene.unit(uid).kind == INFANTRY else ""
        found = work.seek(uid, Goal(far, macro.front, formation), _changes(scene, uid, formation))
        work.come(uid, found, f"to {hexes[i]}")


# -- on the spot ---------------------------------------------------------------------------------------


def _form(work: _Work, macro: Form, units: Sequence[str]) -> None:
    for uid in work.movable(units):
        piece, kind = work.scene.piece(uid), work.scene.unit(uid).kind
        wanted = macro.formation
        if wanted == DEPLOY:
            wanted = {INFANTRY: LINE, ARTILLERY: UNLIMBERED}.get(kind, piece.formation)
        if piece.formation != wanted:
            _at_once(work, uid, _WORDS[wanted])


def _face(work: _Work, macro: Face, units: Sequence[str]) -> None:
    for uid in work.movable(units):
        piece = work.scene.piece(uid)
        if work.scene.fronts(work.scene.unit(uid), stance_of(piece)) and piece.facing != macro.corner:
            _at_once(work, uid, f"face {macro.corner}")


def _at_once(work: _Work, uid: str, word: str) -> None:
    """One word on the spot, or the remark why not."""
    alone, at = work.alone(uid), work.scene.piece(uid).at
    done = act(alone, uid, stance_of(alone.piece(uid)), word)
    if isinstance(done, Refusal):
        work.remarks.append(done)
    elif not work.go(uid, (word,)):
        work.remark(uid, "9.3-1", f"stays as it is in {at}: it would not fit those who stand there", at)


def _hold(work: _Work, macro: Hold, units: Sequence[str]) -> None:
    """Nobody moves."""


# -- back, guns, companies, assault --------------------------------------------------------------------


def _back(work: _Work, macro: Back, units: Sequence[str]) -> None:
    for uid in _farthest_first(work, work.movable(units)):
        scene, piece = work.scene, work.scene.piece(uid)
        far = away(scene, uid, macro.hexes)
        if far is None:
            work.remark(uid, "6.0-2", f"sees no enemy to go back from and stays in {piece.at}", piece.at)
            continue
        goal = Goal(far, macro.front)
        ways = [work.seek(uid, goal, _changes(scene, uid)), work.seek(uid, goal, ("front",), "about")]
        found = min((way for way in ways if way), key=lambda way: (way.lacks, way.stance.spent), default=None)
        work.come(uid, found, f"{macro.hexes} hexes back")


def _farthest_first(work: _Work, units: list[str]) -> list[str]:
    """Who is farthest from the enemy goes first, and makes room."""
    ground = work.scene.ground

    def key(uid: str) -> int:
        at = work.scene.piece(uid).at
        return -min((ground.distance(at, one) for one in enemies_of(work.scene, uid)), default=0)

    return sorted(units, key=key)


def _battery(work: _Work, macro: Battery, units: Sequence[str]) -> None:
    guns = work.of_kind(work.movable(units), frozenset({ARTILLERY}), "is no battery")
    if not guns or not _known(work, guns, (macro.at,)):
        return
    far = route(work.scene.ground, work.scene.piece(guns[0]).at, macro.at, road=True)
    formation = UNLIMBERED if macro.unlimber else ""
    for uid in guns:
        goal = Goal(far, macro.front, formation)
        found = work.seek(uid, goal, _changes(work.scene, uid, formation))
        if found is None or found.lacks[0]:
            grand = work.seek(uid, goal, (), "grand")
            found = min((way for way in (found, grand) if way), key=lambda way: way.lacks, default=None)
        work.come(uid, found, f"to {macro.at}")


def _screen(work: _Work, macro: Screen, units: Sequence[str]) -> None:
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


def _let_out(work: _Work, uid: str, most: int) -> list[str]:
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


def _assault(work: _Work, macro: Assault, units: Sequence[str]) -> None:
    movable = work.of_kind(work.movable(units), frozenset({INFANTRY, CAVALRY}), "attacks nobody in shock")
    if not movable or not _known(work, movable, macro.on):
        return
    far = beside_any(work.scene.ground, macro.on)
    for i in _nearest_first(work.scene, [(uid, far) for uid in movable]):
        uid = movable[i]
        found = work.seek(uid, Goal(far), _changes(work.scene, uid))
        if found and not found.lacks[0]:
            found = _facing_it(work, uid, macro.on, found)
        work.come(uid, found, f"to the side of {' or '.join(macro.on)}")


def _facing_it(work: _Work, uid: str, on: Sequence[str], found: Found) -> Found:
    """The same hex with a front towards what is assaulted, if that can be paid; else as it was found."""
    at, ground = found.stance.at, work.scene.ground
    target = next(one for one in on if ground.distance(at, one) == 1)
    side = facing.side_towards(ground.grid(at), at, target)
    ways = [
        work.seek(uid, Goal(near(ground, at), corner), _changes(work.scene, uid))
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
