"""The orders of a segment: what the rules have against them before any die, and orders drawn at random (6.0)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Pick, Refusal
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    COLUMN,
    CREW,
    ENEMY,
    GENERAL_ORDER,
    INFANTRY,
    LEADER,
    LINE,
    SKIRMISHERS,
)
from rulesets.winters_victory.decisions import ENTER, arrivals, assaults, entries, misnamed, overruled
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command import control
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.entering import ROAD
from rulesets.winters_victory.rules.moving.poses import poses
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.naming import Naming
from rulesets.winters_victory.rules.reinforcements import why_not
from rulesets.winters_victory.rules.shock_judging import Judging
from rulesets.winters_victory.tempo import MOVEMENTS, PHASING, SHOCKS, Phase

ORDERS, SHOCK = "orders", "shock"
_COMING = (ROAD, COLUMN, LINE, GENERAL_ORDER)
_MOST = 3
"""Units that a random player moves in a segment."""


class Rehearsal(MovementPhase):
    """wv 6.0-1: the phase on a board on which no enemy moves, so that the hexes which he watches (6.41) are found once:
    they are half of the work of a march."""

    def walking(self) -> Scene:
        """The situation as rules of movement read it."""
        found = super().walking()
        return found.knowing(vars(self).setdefault("_first", found))


class SegmentOrders:
    """wv 6.0-2: what may be ordered in the segment that begins on a board, which is never changed."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def why_not(self, answer: Json) -> Refusal | None:
        """The first thing that the rules have against orders."""
        return next((one.refusal for one in self.faults(answer)), None)

    def faults(self, orders: Json) -> Sequence[PlacedRefusal]:
        """Everything that the rules have against orders, as long as the enemy does nothing, each with its place."""
        if not isinstance(orders, Mapping):
            return [PlacedRefusal((), Refusal("6.0-2", "orders are a list of members"))]
        found: Mapping[str, Callable[[Json], Iterator[tuple[int | str, Refusal]]]]
        found = {ORDERS: self._moved, SHOCK: self._judged, ENTER: self._entering}
        placed = [
            PlacedRefusal((member, place), refused)
            for member, judged in found.items()
            for place, refused in judged(orders)
        ]
        naming = Naming(self.play.setting.units, self.play.segment.army)
        decided = (*misnamed(naming, orders), *overruled(self.play.staff, orders))
        return placed + [PlacedRefusal(path, refused) for path, refused in decided]

    def _entering(self, orders: Mapping[str, Json]) -> Iterator[tuple[int | str, Refusal]]:
        """wv 6.7, 6.72: what the rules have against how brigades come on."""
        wanted, play = arrivals(orders), self.play
        if wanted and not self._plays(MOVEMENTS):
            yield next(iter(wanted)), self._out_of_time("Movement")
            return
        for brigade, wish in wanted.items():
            refused = why_not(play.queue, play.staff, play.segment.army, brigade, wish)
            if refused is not None:
                yield brigade, refused

    def _moved(self, orders: Mapping[str, Json]) -> Iterator[tuple[int | str, Refusal]]:
        """wv 6.0-2: the moves that cannot be, of all those in the orders."""
        wanted = entries(orders)
        if not wanted:
            return
        if not self._plays(MOVEMENTS):
            yield 0, self._out_of_time("Movement")
            return
        phase = self.rehearsal()
        for number, entry in enumerate(wanted):
            refused = rehearsed(phase, entry)
            if refused is not None:
                yield number, refused

    def _judged(self, orders: Mapping[str, Json]) -> Iterator[tuple[int | str, Refusal]]:
        """wv 12.0-1: the attacks and charges that cannot be, of all those in the orders."""
        play, army = self.play, self.play.segment.army
        wanted = assaults(orders)
        if wanted and not self._plays(SHOCKS):
            yield 0, self._out_of_time("Shock")
            return
        zones = {horse: one for horse, one in play.zones.items() if play.setting.units[horse].army == army}
        yield from Judging(play.scene, army, zones, play.headquarters(ENEMY[army])).faults(wanted)

    def _plays(self, phases: Collection[Phase]) -> bool:
        """wv 4.1.4B-1, 4.1.5, 4.1.9B, 4.1.10: whether one of these phases of the author is played in the segment."""
        segment = self.play.segment
        return any(one in phases and PHASING[one] == segment.army for _, one in segment.phases)

    def _out_of_time(self, what: str) -> Refusal:
        segment = self.play.segment
        army = segment.army.capitalize()
        return Refusal("4.1", f"no {army} {what} Phase is played in segment {segment.name} of turn {segment.turn}")

    def rehearsal(self) -> Rehearsal:
        """The movement phase of the author on a board of its own."""
        play = Play(self.play.setting, self.play.position)
        army = self.play.segment.army
        zones = tuple(one for horse, one in play.zones.items() if play.setting.units[horse].army != army)
        phase = Rehearsal(play.breaking("rehearsal"), play.staff, army, zones, left=play.left)
        control.settle(phase.staff, army)
        return phase

    def default(self) -> Json:
        """Nobody moves."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Some units somewhere: to poses that they can reach."""
        moved = self._somewhere(pick) if self._plays(MOVEMENTS) else []
        attacks = [one for one in self.attacks() if pick(2)] if self._plays(SHOCKS) else []
        # Of those out of one hex the first is judged, so that the next may be void when it is gone.
        while void := {number for number, _ in self._judged({SHOCK: attacks})}:
            attacks = [one for number, one in enumerate(attacks) if number not in void]
        come = self._arrivals(pick) if self._plays(MOVEMENTS) else {}
        found = {ORDERS: moved, SHOCK: attacks, ENTER: come}
        return {member: said for member, said in found.items() if said}

    def _arrivals(self, pick: Pick) -> dict[str, Json]:
        """wv 6.7: formations in which some of the brigades come on whose turn it is."""
        play, army = self.play, self.play.segment.army
        due = dict.fromkeys(one for _, one, uid, _ in play.queue.due(play.time) if play.board.unit(uid).army == army)
        return {brigade: {"in": _COMING[pick(len(_COMING))]} for brigade in due if not pick(3)}

    def _somewhere(self, pick: Pick) -> list[Json]:
        """Entries of moves."""
        phase = self.rehearsal()
        board = phase.scene.board
        own = [uid for uid in sorted(board.pieces) if board.unit(uid).army == phase.army]
        able = [uid for uid in own if board.unit(uid).kind not in (LEADER, CREW)]
        found = []
        for _ in range(min(_MOST, len(able))):
            uid = able.pop(pick(len(able)))
            companies = [one for one in phase.scene.board.units if phase.scene.unit(one).serves == uid]
            if phase.companies.inside(companies) and pick(2):
                uid = companies[0]
                phase.companies.let_out([uid])
            path = _somewhere(phase, uid, pick) if uid in board.pieces else ()
            entry = Entry((uid,), path)
            if path and rehearsed(phase, entry) is None:
                found.append({"units": [uid], "path": list(path)})
        return found

    def attacks(self) -> Iterator[Json]:
        """wv 12.11.3: the attacks of units that look at an enemy beside them, one a unit."""
        board, army = self.play.board, self.play.segment.army
        for uid in sorted(board.pieces):
            unit = board.unit(uid)
            if unit.army == army and unit.kind in (INFANTRY, SKIRMISHERS):
                ahead = (to for _, to in board.faced(uid) if board.enemies_in(to, army))
                to = next(ahead, "")
                if to:
                    yield {"units": [uid], "on": [to]}

    def describe(self) -> Json:
        """The army, and its units on the map."""
        board, army = self.play.board, self.play.segment.army
        return {"army": army, "units": [uid for uid in sorted(board.pieces) if board.unit(uid).army == army]}


def rehearsed(phase: MovementPhase, entry: Entry) -> Refusal | None:
    """Carries an entry out without dice or enemies' deeds; why it cannot be."""
    walk = phase.begin(entry)
    if isinstance(walk, Refusal):
        return walk
    for word in entry.path:
        done = phase.of_companies(walk, word)
        refused = done if isinstance(done, Refusal) else None if done else walk.follow(word)
        if refused is not None:
            return refused
    if not walk.stances:
        return None
    ended = finish(walk)
    if isinstance(ended, Refusal):
        return ended
    walk.carry_out(ended)
    return None


def _somewhere(phase: MovementPhase, uid: str, pick: Pick) -> tuple[str, ...]:
    """The path to a pose that a unit can reach, () if it can reach none."""
    unit = phase.scene.unit(uid)
    changes = {INFANTRY: ("line", "column"), ARTILLERY: ("limber", "unlimber")}.get(unit.kind, ())
    if phase.why_not(Entry((uid,), ())) is not None:
        return ()
    reached = poses(phase.walking(), uid, changes=changes)
    nodes = [node for node in reached.found.stops if reached.path(node)]
    return reached.path(nodes[pick(len(nodes))]) if nodes else ()
