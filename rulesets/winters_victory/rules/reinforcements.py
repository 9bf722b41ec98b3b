"""Reinforcements: whose turn it is, in which order they come on, and who waits (6.7, 17.53)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Refusal
from pbem.lean import dataclass as lean
from rulesets.winters_victory.board.leaders import AWAY, DISPLAY
from rulesets.winters_victory.board.pieces import ROAD_COLUMN, SQUARE, Piece, Unit
from rulesets.winters_victory.rules.command import activation
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.moving import entering, roads
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.scenarios_data import Arrival


@lean(frozen=True, slots=True)
class Wish:
    """wv 6.72: how an owner wants a brigade to come on. at: the hex, "" for that of the scenario. formation: "" for
    Road Column; delay: turns that it waits while the entry is blocked."""

    at: str = ""
    formation: str = ""
    delay: int = 0


@dataclass(frozen=True)
class Queue:
    """wv 6.7: who is still to come. arrivals: the groups of the scenario. waiting: unit -> the turn of its group's day
    from which it comes, 0 for those who wait for a die; whoever has come is not in it. brigades: brigade -> its units
    in the order of their column. turns: (day, turn) of all turns, in order. crews: battery -> its crew."""

    arrivals: Sequence[Arrival]
    waiting: dict[str, int]
    brigades: Mapping[str, Sequence[str]]
    turns: Sequence[tuple[int, int]]
    crews: Mapping[str, str] = field(default_factory=dict)

    def units(self, brigade: str) -> tuple[str, ...]:
        """The units of a brigade that are still to come."""
        return tuple(uid for uid in self.brigades[brigade] if uid in self.waiting)

    def due(self, now: tuple[int, int]) -> Iterator[tuple[Arrival, str, str, int]]:
        """wv 6.7: who may come on now: group, brigade, unit, and the turns that it has waited, in the order of the
        columns."""
        for one in self.arrivals:
            for brigade in one.brigades:
                for uid in self.units(brigade):
                    turn = self.waiting[uid]
                    if turn and (one.day, turn) <= now:
                        yield one, brigade, uid, self.turns.index(now) - self.turns.index((one.day, turn))

    def rolling(self, now: tuple[int, int]) -> tuple[Arrival, ...]:
        """wv 6.7: the groups that wait for a die and may come in a turn."""
        return tuple(
            one
            for one in self.arrivals
            if one.most and one.day == now[0] and one.turn <= now[1]
            if any(self.waiting.get(uid) == 0 for brigade in one.brigades for uid in self.brigades[brigade])
        )

    def call(self, group: Arrival, turn: int) -> None:
        """Has a group come from a turn on."""
        for brigade in group.brigades:
            for uid in self.units(brigade):
                self.waiting[uid] = turn


def called(queue: Queue, now: tuple[int, int], label: str, *, hourly: bool) -> Part:
    """wv 6.7: the dice of an hourly interphase by which groups without a fixed turn come, and those whose last turn it
    is."""
    for group in queue.rolling(now):
        comes, told = now[1] >= group.last, {}
        if not comes and hourly:
            name = f"{label}.arrival.{group.brigades[0]}"
            die = yield from ten(name, "6.7", group.at)
            comes, told = die <= group.most, {"die": die, "most": group.most, "label": name}
        if comes or told:
            yield event("arrival", brigades=list(group.brigades), at=group.at, comes=comes, case="6.7", **told)
        if comes:
            queue.call(group, now[1])


def why_not(queue: Queue, staff: Staff, army: str, brigade: str, wish: Wish) -> Refusal | None:
    """wv 6.7, 6.72: what the rules have against a wish, whatever the enemy does."""
    units = queue.units(brigade) if brigade in queue.brigades else ()
    if not units or staff.scene.unit(units[0]).army != army:
        return Refusal("6.7", f"{brigade[:20]} is no brigade of the army that is still to come")
    if wish.formation == SQUARE:
        return Refusal("6.72", f"{brigade} may not come on in square", units[0])
    group = next(one for one in queue.arrivals if brigade in one.brigades)
    ground = staff.scene.ground
    far = roads.LATER * roads.LATEST
    if wish.at and (len(ground.field.neighbours[wish.at]) == 6 or ground.distance(wish.at, group.at) > far):
        text = f"{brigade} may not come on at {wish.at}: that is no hex of the edge within {far} of {group.at}"
        return Refusal("6.72", text, units[0], wish.at)
    return None


@dataclass
class Entering:
    """wv 6.7, 6.71-2: the reinforcements of an army in its movement phase. walking: the situation as rules of movement
    read it. rounds: battery -> its ammunition, where that is not `usual_rounds`. ahead: entry hex -> units that have
    come on there by the road in this turn. halted: entry hex where somebody waits -> whether others may come on
    elsewhere (6.72)."""

    staff: Staff
    queue: Queue
    army: str
    now: tuple[int, int]
    wishes: Mapping[str, Wish]
    walking: Callable[[], Scene]
    rounds: Mapping[str, int]
    usual_rounds: int
    ahead: dict[str, list[tuple[Unit, int]]] = field(default_factory=dict)
    halted: dict[str, bool] = field(default_factory=dict)

    def run(self) -> Part:
        """wv 6.7, 6.71-2, 6.72, 17.53-2: everybody whose turn it is, in the order of the columns; returns who has come
        on. Whoever finds no room waits, and all behind him."""
        entered: list[str] = []
        for group, brigade, uid, waited in list(self.queue.due(self.now)):
            unit = self.staff.scene.unit(uid)
            if unit.army != self.army or not self.halted.get(group.at, True):
                continue
            wish, blocked = self.wishes.get(brigade, Wish()), roads.blocked(self.walking(), self.army, group.at)
            at = self._elsewhere(group, unit, wish, waited) if blocked else self._here(group, unit, wish)
            if not at:
                if group.at not in self.halted:
                    yield event("waits", unit=uid, at=group.at, blocked=blocked, turns=waited, case="6.72")
                self.halted[group.at] = self.halted.get(group.at, True) and blocked
                continue
            del self.queue.waiting[uid]
            entered.append(uid)
            piece = self.staff.scene.piece(uid)
            yield event("enters", unit=uid, at=at, to=piece.at, formation=piece.formation, case="6.7")
            yield from self._leaders(group, uid, piece.at)
        return entered

    def _crew(self, uid: str) -> Unit | None:
        crew = self.queue.crews.get(uid, "")
        return self.staff.scene.unit(crew) if crew else None

    def _rounds(self, uid: str) -> int:
        return self.rounds.get(uid, self.usual_rounds)

    def _here(self, group: Arrival, unit: Unit, wish: Wish) -> str:
        """wv 6.7: at the hex of the scenario, by the road as long as no enemy is near; where it has come on, "" if
        nowhere."""
        scene, at = self.walking(), group.at
        formed = entering.formation(unit, wish.formation)
        if roads.why_not_enter_as(scene, unit, at, formed) is not None:
            formed = entering.formation(unit, "column")
        ahead = self.ahead.setdefault(at, [])
        crew, rounds = self._crew(unit.id), self._rounds(unit.id)
        points = entering.fee(scene, at, ahead)
        if entering.late(scene, unit, points, formed):
            return ""
        if formed == ROAD_COLUMN:
            done = entering.march(scene, unit, crew, at, points, rounds)
            formed = entering.formation(unit, "column")
        else:
            done = entering.step_on(scene, unit, crew, at, formed, rounds)
        done = done or entering.spread(scene, unit, crew, at, formed, rounds)
        if done:
            ahead.append((unit, unit.strength))
        return at if done else ""

    def _elsewhere(self, group: Arrival, unit: Unit, wish: Wish, waited: int) -> str:
        """wv 6.72: where the entry is blocked: up to four hexes away for each turn that it has waited, where its owner
        says; without a word of his after three turns, as near as can be."""
        turns = min(waited, roads.LATEST)
        if turns < wish.delay or not (wish.at or turns == roads.LATEST):
            return ""
        scene = self.walking()
        open_ = [at for at in roads.entries(scene, group.at, turns) if not scene.enemies(unit.id, at)]
        nearest = sorted(open_, key=lambda at: (scene.ground.distance(group.at, at), at))
        formed = entering.formation(unit, wish.formation or "column")
        formed = entering.formation(unit, "column") if formed == ROAD_COLUMN else formed
        for at in [one for one in nearest if one == wish.at] if wish.at else nearest:
            if entering.step_on(scene, unit, self._crew(unit.id), at, formed, self._rounds(unit.id)):
                return at
        return ""

    # -- leaders -----------------------------------------------------------------------------

    def _leaders(self, group: Arrival, uid: str, at: str) -> Part:
        """wv 17.53-2, 17.53-3, 6.7: with the first unit of a brigade its leader, and that of his division; with the
        first of a group the commanders who come with it."""
        staff = self.staff
        for one in group.leaders:
            if staff.where(one) == AWAY:
                staff.scene.board.place(one, Piece(at, 0, 0, ""))
                yield event("activated", leader=one, at=at, case="6.7")
        leader = activation.forced(staff, uid)
        while leader and staff.where(leader) == DISPLAY:
            above = activation.activate(staff, leader, at, involuntary=True)
            yield event("activated", leader=leader, at=at, case="6.7")
            leader = above
