"""Morale checks carried out with all that they bring about: retreats, fire on the way, and the checks of others (13.1,
13.3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rulesets.winters_victory.board.pieces import DISORDERED, GOOD, ROUTED, Unit
from rulesets.winters_victory.fire_charts import EXTENDED
from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.reactions import LEAVE, RETREATING, Act, Chance, chances
from rulesets.winters_victory.rules.firing.shooting import Hit, shoot
from rulesets.winters_victory.rules.formations.crews import may_limber_to_retreat
from rulesets.winters_victory.rules.morale.chains import (
    GONE,
    RETREAT,
    Duty,
    after_fire,
    crowded,
    entered,
    neighbours,
    passed,
)
from rulesets.winters_victory.rules.morale.check import check, checker, limber_to_retreat, settle
from rulesets.winters_victory.rules.morale.retreats import (
    OFF,
    Flight,
    depart,
    distance,
    may_end,
    next_hex,
    points,
    step,
    stops_at_edge,
)
from rulesets.winters_victory.rules.scene import Scene

LONGEST: Final = 40
"""Hexes after which a retreat through friends ends wherever it is."""


def nobody(chance: Chance, act: Act) -> bool:
    """Plan of who never fires."""
    return False


def never(uid: str) -> bool:
    """Plan of who leaves his guns behind, or keeps his extended line."""
    return False


def anywhere(army: str, at: str) -> Flight:
    """The flight of an army without a line of retreat."""
    return Flight(army)


def unheard(units: Sequence[str], why: str) -> Part:
    """Nobody hears of who is attacked, or checks for fire."""
    yield from ()


FIRED_ON, SHELLED, STRUCK = "fired-on", "shelled", "struck"
"""wv 17.53-1, 17.53-2: what units suffer of which their leader hears: they check for fire, or for fire at extended
range; they are attacked in shock."""


@dataclass
class Breaking:
    """Checks and retreats that follow from one another, each carried out before the next begins.

    scene: it changes. label: prefix of the dice. flight: of an army out of a hex, without its cause. fires: whether a
    firing opportunity is taken. limbers: whether guns limber before they retreat (7.57). loosens: whether an extended
    line goes into General Order before it defends (8.35.1). alarm: what comes of one of the words above at once.

    `run` is given the first duties, `retreat` a stack that must go. They end, since whoever retreats is in a worse
    state than before, and nobody gets better."""

    scene: Scene
    label: str
    flight: Callable[[str, str], Flight] = anywhere
    fires: Callable[[Chance, Act], bool] = nobody
    limbers: Callable[[str], bool] = never
    loosens: Callable[[str], bool] = never
    alarm: Callable[[Sequence[str], str], Part] = unheard
    barred: frozenset[str] = frozenset()
    queue: deque[tuple[Duty, str]] = field(default_factory=deque)
    dice: int = 0

    def _label(self, what: str) -> str:
        self.dice += 1
        return f"{self.label}.{self.dice}.{what}"

    def run(self, duties: Iterable[Duty], cause: str = "") -> Part:
        """wv 13.11-0, 13.11-N: carries checks out, then those that they bring about, until there are none. cause: the
        hex from which the fire or attack came, "" for none."""
        self.queue.extend((duty, cause) for duty in duties)
        yield from self._empty()

    def retreat(self, at: str, army: str, hexes: int, cause: str = "", only: Sequence[str] = ()) -> Part:
        """wv 13.3-1, 12.41-Dr, 13.42-4: a stack that is disordered or routed already retreats, and all that follows.

        only: those of it that do, where others have rallied and stay.
        """
        yield from self._retreat(at, army, hexes, cause, only)
        yield from self._empty()

    def emptied(self, hit: Hit, units: Sequence[Unit], cause: str) -> Part:
        """wv 13.11.4, 13.11.1: what a fire brings about: the check of the hex struck, or those of its neighbours where
        nobody is left. units: those that were in it."""
        if hit.shakes:
            yield from self.alarm([one.id for one in units], SHELLED if hit.band == EXTENDED else FIRED_ON)
        if self.scene.board.fighting(hit.at, hit.army):
            duty = after_fire(self.scene, hit.at, hit.army, hit.result, hit.losses, hit.through, formed=hit.formed)
            yield from self.run([duty] if duty else [], cause)
        else:
            yield from self.run(neighbours(self.scene, hit.at, hit.army, units, GONE))

    def _empty(self) -> Part:
        while self.queue:
            duty, cause = self.queue.popleft()
            yield from self._check(duty, cause)

    def _check(self, duty: Duty, cause: str) -> Part:
        """wv 13.1-0: one check; whoever is gone, or not on top any more, is let off."""
        scene, uid = self.scene, duty.unit
        if uid not in scene.board.pieces or checker(scene, scene.piece(uid).at, scene.unit(uid).army) != uid:
            return
        at, army = scene.piece(uid).at, scene.unit(uid).army
        label = self._label(f"morale.{uid}")
        die = yield from ten(label, "13.1", at)
        made = check(scene, uid, die, duty.cause)
        state = made.outcome.state if made.outcome else ""
        with_it = list(scene.board.fighting(at, army))
        yield event("morale", at=at, state=state, units=with_it, label=label, case="13.1", **made.told())
        if made.outcome is None:
            return
        if made.outcome.retreat:
            yield from self._limber(at, army)
        settle(scene, at, army, state)
        if made.outcome.retreat:
            yield from self._retreat(at, army, made.outcome.retreat, cause)

    def _limber(self, at: str, army: str) -> Part:
        """wv 7.57: guns limber before the retreat after a morale check, if their owner wishes, and one may be lost."""
        scene = self.scene
        for uid in scene.board.fighting(at, army):
            if not may_limber_to_retreat(scene.board, uid, by_shock=False, by_charge=False) or not self.limbers(uid):
                continue
            label = self._label(f"limber.{uid}")
            die = yield from ten(label, "7.57", at)
            lost = limber_to_retreat(scene, uid, die)
            yield event("limbered", unit=uid, at=at, die=die, lost=lost, label=label, case="7.57")

    # -- retreats ----------------------------------------------------------------------------

    def _retreat(self, at: str, army: str, hexes: int, cause: str, only: Sequence[str] = ()) -> Part:
        """wv 13.3-1, 13.3-2, 13.33-1, 13.33-2, 13.33-3, 13.34: a stack goes hex by hex."""
        scene = self.scene
        flight = self.flight(army, at)
        flight = Flight(army, cause or flight.away, flight.edge, flight.prefer, flight.leader)
        group = tuple(uid for uid in depart(scene, at, army) if uid in only or not only)
        who = [scene.unit(uid) for uid in group]
        been, checked = [at], set(group)
        while group and len(been) <= LONGEST:
            here = been[-1]
            if len(been) > hexes and may_end(scene, group, here, army):
                break
            if stops_at_edge(scene, group, flight, here):
                break
            to = next_hex(scene, group, flight, been)
            if to not in ("", OFF):
                yield from self._make_way(to, army, who, points(scene, group), here, checked)
            if len(been) > 1:
                hexes, group = yield from self._under_fire(group, here, to, hexes, len(been))
                if not group:
                    break
            step(scene, group, to)
            yield event("retreat", units=list(group), at=here, to=to)
            if len(been) == 1:
                self._shaken(neighbours(scene, here, army, who, RETREAT, frozenset(checked)), checked)
            if to in ("", OFF):
                break
            been.append(to)
            self._shaken(passed(scene, to, army, who, frozenset(checked)), checked)

    def _shaken(self, duties: Sequence[Duty], checked: set[str]) -> None:
        """wv 13.11-N: puts off the checks of those next to a retreat to its end; each unit once for it."""
        for duty in duties:
            checked.add(duty.unit)
            self.queue.append((duty, ""))

    def _make_way(self, to: str, army: str, who: Sequence[Unit], coming: int, source: str, checked: set[str]) -> Part:
        """wv 13.33-1, 13.33-2, 13.33-4: friends in the next hex check, and retreat first if they fail; or are
        disordered by the crowd."""
        duty = entered(self.scene, to, army, who)
        if duty is not None and duty.unit not in checked:
            checked.add(duty.unit)
            yield from self._check(duty, source)
        if crowded(self.scene, to, army, coming):
            changed = settle(self.scene, to, army, DISORDERED)
            yield event("crowded", units=list(changed), at=to)

    def _under_fire(self, group: Sequence[str], here: str, to: str, hexes: int, gone: int) -> Part:
        """wv 11.3-4, 13.34, 12.4-5: fire at a stack that leaves a further hex; returns the hexes of its retreat, more
        if it routs now, and who is left of it."""
        scene, army = self.scene, self.scene.unit(group[0]).army
        act = Act(LEAVE, tuple(group), here, to, RETREATING, enemy_moves=False, barred=self.barred)
        for chance in chances(scene, act):
            left = tuple(uid for uid in group if uid in scene.board.pieces)
            alone = len(left) == len(scene.board.fighting(here, army))
            if not left or not alone or not self.fires(chance, act):
                continue
            fire = aim(scene, chance.firer, here, chance.terms)
            if not isinstance(fire, Fire):
                continue
            hit = yield from shoot(scene, fire, self._label(f"react.{chance.firer}"))
            routed = yield from self._hit(hit, here, army)
            if routed:
                hexes = gone - 1 + distance(scene, ROUTED)
        return hexes, tuple(uid for uid in group if uid in scene.board.pieces)

    def _hit(self, hit: Hit | None, here: str, army: str) -> Part:
        """Whether a fire on the way has routed a stack that was disordered."""
        scene = self.scene
        formed = bool(hit and hit.formed)
        duty = after_fire(scene, here, army, hit.result, hit.losses, hit.through, formed=formed) if hit else None
        if duty is None:
            return False
        label = self._label(f"morale.{duty.unit}")
        die = yield from ten(label, "13.1", here)
        made = check(scene, duty.unit, die, duty.cause)
        state = made.outcome.state if made.outcome else ""
        with_it = list(scene.board.fighting(here, army))
        yield event("morale", at=here, state=state, units=with_it, label=label, case="13.1", **made.told())
        if made.outcome is None or scene.piece(duty.unit).state == GOOD:
            return False
        settle(scene, here, army, made.outcome.state)
        return made.outcome.state == ROUTED
