"""Ways written as hexes alone: the turns that they need are put in, the cheapest ones (5.3, 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.facing import CORNERS
from rulesets.winters_victory.rules.moving.ending import settled
from rulesets.winters_victory.rules.moving.paths import act, together
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance, stance_of


@dataclass(frozen=True, slots=True)
class Pose:
    """Units that go together in the middle of their move. words: of the path so far. stances: unit -> how it stands.
    touched: whether it has befallen others on the way."""

    words: tuple[str, ...]
    stances: Mapping[str, Stance]
    touched: bool = False

    @property
    def spent(self) -> int:
        """Sixths of a movement point of the one who has paid most."""
        return max(stance.spent for stance in self.stances.values())

    @property
    def key(self) -> tuple[object, ...]:
        """What the poses that go on from here depend on, but for points."""
        return tuple(
            (one.at, one.facing, one.formation, one.state, one.second, one.rear, one.halted)
            for one in self.stances.values()
        )

    @property
    def rank(self) -> tuple[int, int, tuple[str, ...]]:
        """The cheapest first, of those the one with the fewest words."""
        return self.spent, len(self.words), self.words


class Leading:
    """Leads units that stand in one hex. scene: the situation in which they move."""

    def __init__(self, scene: Scene, units: Sequence[str]) -> None:
        self.units = tuple(units)
        self.scene = together(scene, self.units)

    def begin(self) -> Pose:
        """As they stand."""
        board = self.scene.board
        return Pose((), {uid: stance_of(board.piece(uid)) for uid in self.units})

    def onward(self, poses: Iterable[Pose], word: str) -> list[Pose]:
        """wv 5.4-1: a word of a path followed out of any of these poses, behind a turn where it is a hex that not all
        look into; of poses that differ by nothing but their cost the cheapest. None where nobody can follow."""
        found: dict[tuple[object, ...], Pose] = {}
        for pose in poses:
            for ready in self._turned(pose, word.partition(" ")[0]):
                after = self._followed(ready, word)
                if after is not None:
                    known = found.get(after.key)
                    found[after.key] = after if known is None or after.rank < known.rank else known
        return sorted(found.values(), key=lambda pose: pose.rank)

    def led(self, words: Sequence[str]) -> Pose | None:
        """The cheapest way of following words, hexes of which need no turns before them, to a pose in which the units
        may end if there is one; None where they cannot be followed."""
        poses = [self.begin()]
        for word in words:
            poses = self.onward(poses, word)
        return self.best(poses)

    def best(self, poses: Sequence[Pose]) -> Pose | None:
        """The cheapest of some poses, one in which all may end before those in which somebody may not."""
        return min(poses, key=lambda pose: (self.cost(pose) is None, pose.rank), default=None)

    def cost(self, pose: Pose) -> int | None:
        """wv 5.41-1, 6.12-4, 8.52-1: sixths of a movement point that a move costs which ends so, what its end does of
        itself included; None where somebody may not end so. Of those who go together each is asked for himself."""
        done = self.ended(pose)
        return done.spent if done is not None else None

    def ended(self, pose: Pose) -> Pose | None:
        """The same: how they stand then."""
        done = {uid: settled(self.scene, uid, stance, frozenset()) for uid, stance in pose.stances.items()}
        after = {uid: one.after for uid, one in done.items() if not isinstance(one, Refusal)}
        return Pose(pose.words, after, pose.touched) if len(after) == len(done) else None

    def why_no_end(self, pose: Pose) -> Refusal | None:
        """The same: why the first of them may not."""
        done = (settled(self.scene, uid, stance, frozenset()) for uid, stance in pose.stances.items())
        return next((one for one in done if isinstance(one, Refusal)), None)

    def _turned(self, pose: Pose, to: str) -> Iterator[Pose]:
        """The pose itself if all look into a hex; else turned to either corner from which they do."""
        board, near = self.scene.board, self.scene.ground.field.neighbours
        here = {stance.at for stance in pose.stances.values()}
        if to not in near or not all(to in near[at] for at in here):
            yield pose
            return
        if all(self.scene.faces(board.unit(uid), one, to) for uid, one in pose.stances.items()):
            yield pose
            return
        side = board.side(next(iter(here)), to)
        for corner in (side, (side + 1) % CORNERS):
            turned = self._followed(pose, f"face {corner}")
            if turned is not None:
                yield turned

    def _followed(self, pose: Pose, word: str) -> Pose | None:
        stances, touched = {}, pose.touched
        for uid, stance in pose.stances.items():
            done = act(self.scene, uid, stance, word)
            if isinstance(done, Refusal):
                return None
            stances[uid], touched = done.after, touched or bool(done.others)
        return Pose((*pose.words, word), stances, touched)


def with_turns(scene: Scene, units: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """wv 5.3, 5.4-1: the words of a path with the turns that its hexes need and do not have; as they are where that
    does not help, so that the rules say what is wrong."""
    board = scene.board
    known = [uid for uid in units if uid in board.pieces]
    if not known or len(known) < len(units) or len({board.piece(uid).at for uid in known}) > 1:
        return tuple(words)
    found = Leading(scene, known).led(words)
    return found.words if found is not None else tuple(words)
