"""Paths of orders: word by word into acts, the acts onto the board, and what the end of a move asks (1.3 of the
orders)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    COLUMN,
    GENERAL_ORDER,
    LIMBERED,
    LINE,
    ROUTED,
    SQUARE,
    UNLIMBERED,
)
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.formations import lines
from rulesets.winters_victory.rules.formations.changing import REFORM, change
from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.formations.mobility import crew_of
from rulesets.winters_victory.rules.moving import grand, roads, turning
from rulesets.winters_victory.rules.moving.advancing import step
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import NOTHING, Act, Stance, acted, put, stance_of

_CHANGES: Final = {
    "line": LINE,
    "column": COLUMN,
    "square": SQUARE,
    "go": GENERAL_ORDER,
    "reform": REFORM,
    "limber": LIMBERED,
    "unlimber": UNLIMBERED,
}
"""Words of a path -> the formation that they ask for."""
_WAYS: Final = ("", "disorder", "go")


def act(scene: Scene, uid: str, stance: Stance, token: str) -> Act | Refusal:
    """wv 6.0-2, 6.0-3, 7.1: one word of a path, worked out for one unit; the board stays as it is.

    token: a hex, perhaps with `disorder` (over a stream the cheap way, 6.22) or `go` (General Order rather than a point
    more, 6.13.2) behind it; `face V`; `line`, `column` or `square`, perhaps with a hex (the second half's, or the one
    that is kept); `go`, `reform`, `limber`, `unlimber`; `about`, `front` (5.42); `close`, perhaps with a hex (8.33.1);
    `grand`, `road-in`, `road-out` (6.4, 6.6)."""
    word, _, more = token.partition(" ")
    if word == "face":
        return _face(scene, uid, stance, more)
    if word in _CHANGES:
        return change(scene, uid, stance, _CHANGES[word], more)
    if word == "close":
        closed = lines.closed(scene, uid, stance, more)
        return closed if isinstance(closed, Refusal) else acted(NOTHING, stance, closed, 0)
    plain = {
        "about": turning.about,
        "front": turning.new_front,
        "grand": grand.declare,
        "road-in": roads.form,
        "road-out": roads.leave,
    }.get(word)
    if plain is not None and not more:
        return plain(scene, uid, stance)
    if word not in scene.ground.field.neighbours or more not in _WAYS:
        return scene.refusal(
            uid, "6.0-2", f"in {stance.at} cannot follow {token[:20]!r}: it is no hex and no word of a path", stance.at
        )
    return step(scene, uid, stance, word, more)


def _face(scene: Scene, uid: str, stance: Stance, corner: str) -> Act | Refusal:
    if corner not in ("0", "1", "2", "3", "4", "5"):
        return scene.refusal(
            uid, "5.31-1", f"in {stance.at} cannot face {corner[:20]!r}: corners are 0, north, to 5", stance.at
        )
    return turning.turn(scene, uid, stance, int(corner))


# -- a move ----------------------------------------------------------------------------------------------


def why_no_stack(scene: Scene, uids: Iterable[str]) -> Refusal | None:
    """wv 6.0-3: why units may not move together: they have to be of one army and stand in one hex; None if they may."""
    first, *others = uids
    at, army = scene.board.piece(first).at, scene.board.unit(first).army
    for uid in others:
        if scene.board.piece(uid).at != at or scene.board.unit(uid).army != army:
            return scene.refusal(uid, "6.0-3", f"does not stand in {at} with {scene.board.unit(first).name}", at)
    return None


def why_not_move(scene: Scene, uid: str) -> Refusal | None:
    """wv 6.1-2, 7.22-1: why a unit may not begin to move; None if it may. Of command `Scene.commanded` knows."""
    piece = scene.board.piece(uid)
    if piece.state == ROUTED:
        return scene.refusal(uid, "6.1-2", f"is routed in {piece.at} and does not move", piece.at)
    if not scene.commanded(uid):
        return scene.refusal(uid, "6.1-2", f"is out of command in {piece.at}", piece.at)
    return None


def together(scene: Scene, uids: tuple[str, ...]) -> Scene:
    """wv 6.0-3, 7.6: a scene in which these units move together, batteries with their crews."""
    crews = [crew_of(scene.board, uid) for uid in uids if scene.board.unit(uid).kind == ARTILLERY]
    found = replace(scene, party=frozenset((*uids, *(crew for crew in crews if crew))))
    return found.knowing(scene) if "watched" in vars(scene) else found


@dataclass
class Walk:
    """wv 6.0-2, 6.0-3: the move of a unit or a stack. stances: unit -> how it stands; all follow the same path, each at
    its own cost. The board follows with `carry_out`."""

    scene: Scene
    stances: dict[str, Stance] = field(default_factory=dict)

    @classmethod
    def begin(cls, scene: Scene, uids: Iterable[str]) -> Walk:
        """A move of these units, which stand on the board as they are."""
        moving = _as_they_lie(scene, uids)
        joint = together(scene, moving)
        return cls(joint, {uid: stance_of(joint.board.piece(uid)) for uid in moving})

    def prepare(self, token: str) -> dict[str, Act] | Refusal:
        """What a word of the path means for each unit; the refusal of the first that cannot follow."""
        acts: dict[str, Act] = {}
        for uid, stance in self.stances.items():
            done = act(self.scene, uid, stance, token)
            if isinstance(done, Refusal):
                return done
            acts[uid] = done
        return acts

    def carry_out(self, acts: dict[str, Act]) -> None:
        """wv 6.12-2, 6.13-0, 9.31-1: writes acts onto the board, and what befalls friends. Stacks keep their order."""
        board = self.scene.board
        for uid, done in _from_the_bottom(acts):
            put(board, uid, done.after, below=done.below)
            self.stances[uid] = done.after
            for other, what in done.others:
                befall(board, other, what)
        for at in {at for done in acts.values() for at in done.after.hexes}:
            board.restack(at, stacking.ordered(board, at))

    def follow(self, token: str) -> Refusal | None:
        """One word of the path prepared and carried out; for games without fire, tests and previews."""
        acts = self.prepare(token)
        if isinstance(acts, Refusal):
            return acts
        self.carry_out(acts)
        return None

    def reread(self) -> None:
        """wv 6.14-2, 7.56-6: after fire takes over from the board what has befallen the units. Whoever is disordered
        may go on, whoever has retreated goes no further, whoever is off the map leaves the move."""
        for uid, stance in list(self.stances.items()):
            piece = self.scene.board.pieces.get(uid)
            if piece is None or piece.at != stance.at or piece.state == ROUTED:
                del self.stances[uid]
                continue
            now = stance_of(piece)
            self.stances[uid] = replace(
                stance, state=now.state, formation=now.formation, second=now.second, rear=now.rear
            )
        self.scene = together(self.scene, tuple(self.stances))


def _as_they_lie(scene: Scene, uids: Iterable[str]) -> tuple[str, ...]:
    """Units of a stack, the top first."""
    board = scene.board
    return tuple(sorted(uids, key=lambda uid: board.units_in(board.piece(uid).at).index(uid)))


def _from_the_bottom(acts: dict[str, Act]) -> list[tuple[str, Act]]:
    """Those who go below from the top down, those who go on top from the bottom up: so the stack keeps its order."""
    listed = list(acts.items())
    lower = [one for one in listed if one[1].below]
    return lower + [one for one in reversed(listed) if not one[1].below]
