"""A stack on the move: what each of its counters has spent, and one word of its course after the other (8, 10)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Request, Roll
from pbem.hexgame.field.values import points_text
from pbem.wargame.hexgrid import hexside
from rulesets.campaign_1806.play import Play, event, listed, pair_of, side_of
from rulesets.campaign_1806.roster import FACE_DOWN
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.battle.boxes import BROKEN, GONE
from rulesets.campaign_1806.rules.capturing import catch
from rulesets.campaign_1806.rules.control import closed_to
from rulesets.campaign_1806.rules.march import bridging
from rulesets.campaign_1806.rules.march.costs import DROP, MARCH, Spent, step_cost, why_barred
from rulesets.campaign_1806.rules.march.repulsing import carry_out, prepared
from rulesets.campaign_1806.rules.march.zones import why_not_enter, why_not_leave
from rulesets.campaign_1806.rules.repulse import targets_of

Course = Generator[Request, Any, Refusal | None]
"""Carries out a part of a course; returns what stops it."""
REPULSE, DAMAGE, REPAIR, LAY, BURN, VEDETTES = "repulse", "damage", "repair", "lay", "burn", "vedettes"
WORDS: Final = (REPULSE, DAMAGE, REPAIR, LAY, BURN)
"""Words of a course that stand before a hex."""
ALONE: Final = (MARCH, DROP, VEDETTES)
_POINT: Final = 2
STRIP_OPEN = "strip-open"
"""osg 21.62: what a position notes once French units have entered the strip that is closed to the Prussians."""


class Stack:
    """osg 1.4-Force: counters that move together. label: of the steps that they may bring about. spent: counter -> what
    it has spent. ended: whether it may do nothing more in this phase. tried: the hex in which a repulse was tried last.
    entered: whether it came in with this move. trail: the hexes that it has been in. done: words of its course that
    were carried out and name no hex to enter."""

    def __init__(self, play: Play, units: Sequence[str], label: str) -> None:
        self.play, self.units, self.label = play, list(units), label
        self.spent = {uid: Spent(play.at.get(uid, ""), 0, uid in play.marching) for uid in units}
        self.ended = False
        self.tried = ""
        self.steps = 0
        self.entered = False
        self.trail = [self.at]
        self.done: list[str] = []

    @property
    def at(self) -> str:
        """The hex of the stack, "" once it has left the map."""
        return self.play.at.get(self.units[0], "")

    @property
    def fighting(self) -> list[str]:
        """Those of it that fight."""
        return [uid for uid in self.units if self.play.unit(uid).fights]

    def left(self, uid: str) -> int:
        """osg 1.4-MovementAllowance, 8.12B: half points that a counter has left."""
        return _POINT * self.play.unit(uid).allowance - self.spent[uid].points

    def pay(self, uid: str, cost: int) -> None:
        """A counter spends half points."""
        self.spent[uid] = self.spent[uid].paying(cost)

    @property
    def has_acted(self) -> bool:
        """Whether it has entered a hex, or done something there that is told nowhere else."""
        told_elsewhere = (REPULSE, DAMAGE, REPAIR)
        return len(self.trail) > 1 or any(word.partition(" ")[0] not in told_elsewhere for word in self.done)

    def told(self) -> dict[str, Any]:
        """What is told of it once it stands: who, what movement points the dearest of them has spent of his allowance,
        whether on a road march, what else it did, and where it is, "" off the map. Of whom lies face down nobody knows
        what he has to spend."""
        dearest = max(self.units, key=lambda uid: self.spent[uid].points)
        unit = self.play.unit(dearest)
        return {
            "unit": next(iter(self.fighting), self.units[0]),
            "units": list(self.units),
            "to": self.at,
            "from": self.trail[0],
            "cost": points_text(self.spent[dearest].points),
            "allowance": "" if unit.kind == FACE_DOWN else str(unit.allowance),
            "marching": any(one.marching for one in self.spent.values()),
            "done": list(self.done),
        }

    def word(self, word: str) -> Course:
        """Carries out one word of a course: a hex, MARCH, DROP, VEDETTES, or one of WORDS with a hex behind it."""
        refusal = yield from self._carry_out(word)
        if refusal is None and word not in self.play.field.neighbours:
            self.done.append(word)
        return refusal

    def _carry_out(self, word: str) -> Course:
        self.steps += 1
        name, _, at = word.partition(" ")
        if self.ended:
            return Refusal("10.22", f"{self._names()} may do nothing more in this phase", self.units[0], self.at)
        if word == MARCH:
            return self._declare()
        if word == DROP:
            return self._drop()
        if not self.at:
            # 5.26, 9.11: who was caught or lost on his way goes no further.
            return Refusal("5.26", f"{self._names()} went no further: they are off the map", self.units[0])
        if self.play.fog.breaks(word):
            return (yield from self._break_down(word))
        if name == REPULSE:
            return (yield from self._repulse(at))
        if name in (DAMAGE, REPAIR):
            return (yield from self._bridge(name, at))
        if name == LAY:
            return (yield from self._lay(at))
        if name == BURN:
            return self._burn(at)
        return (yield from self._step(word))

    def _names(self) -> str:
        return listed(self.units, self.play)

    # -- hexes ---------------------------------------------------------------------------

    def _step(self, to: str) -> Course:
        """osg 4.1-1, 4.1-2, 8.0, 8.12A, 8.22-1, 21.62: one hex further."""
        play, at = self.play, self.at
        refusal = why_not_there(play, self.units, at, to)
        if refusal:
            return refusal
        yield from play.fog.scout(play, at, play.foe)
        refusal = why_not_by_zones(play, self.units, at, to)
        if refusal:
            return refusal
        yield from self._pontoon_die(at, to)
        costs = {uid: cost_of_step(play, uid, self.spent[uid], at, to) for uid in self.units}
        for uid, cost in costs.items():
            if isinstance(cost, Refusal):
                return cost
            self.pay(uid, cost)
        yield from self.enter(to)
        return None

    def _pontoon_die(self, at: str, to: str) -> Generator[Request, Any, None]:
        """osg 9.24, 9.23-2: the die of a pontoon that was laid in this phase, before the first of all crosses it."""
        play, pair = self.play, hexside(at, to)
        if side_of(pair) not in play.position.pontoons:
            return
        play.crossed.add(pair)
        if play.laid.get(pair) == 0 and not all(play.unit(uid).leads for uid in self.units):
            (die,) = yield Roll("1d6", f"{self.label}.pontoon.{at}-{to}", "9.24", (at, to))
            play.laid[pair] = die

    def go_freely(self, path: Sequence[str], spent: Mapping[str, Spent]) -> None:
        """osg 8.0: goes a course on which nothing happens. spent: see `free_course`."""
        play, hexes = self.play, path[1:]
        self.trail += hexes
        self.spent = dict(spent)
        for uid in self.units if hexes else ():
            play.move(uid, path[-1])
        if any(_opens_strip(play, to) for to in hexes):
            play.position.once.add(STRIP_OPEN)

    def enter(self, to: str) -> Generator[Request, Any, None]:
        """Puts the stack into a hex that it may enter: control changes, and who stands there alone may be caught."""
        play = self.play
        self.trail.append(to)
        for uid in self.units:
            play.move(uid, to)
            self.spent[uid] = self.spent[uid].paying(0, to)
            play.occupy(uid, (to,))
        if _opens_strip(play, to):
            play.position.once.add(STRIP_OPEN)
        yield from play.fog.scout(play, to, play.foe)
        if somebody_to_catch(play, to):
            yield from catch(play, f"{self.label}.{self.steps}", (play.foe,))

    # -- road march ----------------------------------------------------------------------

    def _declare(self) -> Refusal | None:
        """osg 8.21-1, 8.22-1, 8.2, 12.22: road march is declared; counters on one move one by one."""
        if len(self.units) > 1:
            return Refusal("8.22-1", f"{self._names()} cannot go on a road march together", self.units[0], self.at)
        (uid,) = self.units
        self.spent[uid] = replace(self.spent[uid], marching=True)
        self.play.marching.add(uid)
        return None

    def _drop(self) -> Refusal | None:
        """osg 8.23-1, 8.23-2: the marker of road march goes, for a point, leaders for nothing."""
        for uid in self.units:
            cost = 0 if self.play.unit(uid).may_lead else 2
            if uid not in self.play.marching:
                continue
            if cost > self.left(uid):
                return Refusal(
                    "8.23-1", f"{self.play.name(uid)} has no movement point left to end its road march", uid, self.at
                )
            self.pay(uid, cost)
            self.spent[uid] = replace(self.spent[uid], marching=False)
            self.play.marching.discard(uid)
        return None

    # -- repulse -------------------------------------------------------------------------

    def _repulse(self, into: str) -> Course:
        """osg 10.1, 10.21-1, 10.22-1, 10.22-NOTE: the stack pushes away all enemies whose zones hold it, and goes where
        one was."""
        play, at = self.play, self.at
        yield from play.fog.scout(play, at, play.foe)
        yield from self._shown(targets_of(play, at, play.army))
        if not self.units:
            return None
        least = min((self.left(uid) for uid in self.fighting), default=0)
        attempt = prepared(play, self.units, into, least)
        if isinstance(attempt, Refusal):
            return attempt
        for uid in self.fighting:
            self.pay(uid, attempt.cost)
        self.tried = at
        freed = yield from carry_out(play, self.units, attempt, f"{self.label}.{self.steps}")
        if not freed:
            play.failed[at] = attempt.targets
            self.ended = True
            return None
        yield from self.enter(into or attempt.targets[0])
        return None

    def _shown(self, hexes: Sequence[str]) -> Generator[Request, Any, None]:
        """osg 1.51A: the stack and all who stand in some hexes are turned up."""
        play = self.play
        near = [uid for at in hexes for uid in play.units_in(at)]
        names = yield from play.fog.turn_up(play, [*self.units, *near], f"{self.label}.{self.steps}.{REPULSE}")
        for old, new in zip(list(self.units), names, strict=False):
            self.spent[new] = self.spent.pop(old)
        self.units = [uid for uid in names[: len(self.units)] if uid in play.at]

    def finish(self) -> Course:
        """osg 8.22A, 10.22-1: a unit on a road march that has come into an enemy zone tries a repulse if it can; what
        it lacks for it keeps it where it is."""
        play = self.play
        marching = [uid for uid in self.fighting if uid in play.marching]
        if marching:
            yield from play.fog.scout(play, self.at, play.foe)
        if marching and not self.ended and self.tried != self.at and play.in_zone(self.at, play.foe):
            yield from self._repulse("")
        return None

    # -- bridges -------------------------------------------------------------------------

    def _bridge(self, what: str, over: str) -> Course:
        """osg 8.41-1, 8.42A, 8.43-1: one attempt on a bridge, for its price whatever comes of it."""
        play, uid = self.play, next(iter(self.fighting), self.units[0])
        refusal = bridging.why_not(play, play.setting.charts, play.crossings, uid, over, what, self.left(uid))
        if refusal:
            return refusal
        attempt, at = bridging.attempt_on(play, play.setting.charts, what, self.at, over), self.at
        for one in self.units:
            self.pay(one, 2 * attempt.points)
        (die,) = yield Roll("1d6", f"{self.label}.{self.steps}.{what}", "8.4", (at, over))
        done = bridging.succeeds(play, play.setting.charts, uid, over, what, die)
        pair = hexside(at, over)
        if done and what == DAMAGE:
            play.position.damaged.add(side_of(pair))
        elif done:
            play.position.damaged.discard(side_of(pair))
            play.repaired[pair] = attempt.points
        yield event(what, unit=uid, at=at, over=over, die=die, done=done, case="8.43" if what == REPAIR else "8.41")
        return None

    def _lay(self, over: str) -> Course:
        """osg 9.2-1, 9.21, 9.22, 9.23-1: a bridge train becomes a pontoon, but not in the phase in which it was one."""
        play = self.play
        yield from self._shown(())
        if not self.units:
            return None
        train = self.units[0]
        refusal = bridging.why_not_deploy(play, train, over)
        pair = hexside(self.at, over)
        if refusal is None and len(self.units) > 1:
            refusal = Refusal("9.21", f"{play.name(train)} lays its bridge alone", train, self.at)
        if refusal is None and (side_of(pair) in play.position.pontoons or train in play.taken_up):
            refusal = Refusal("9.23", f"{play.name(train)} cannot lay its bridge there in this phase", train, self.at)
        if refusal:
            return refusal
        play.lift(train)
        play.out.discard(train)
        play.position.pontoons[side_of(pair)] = (train, play.army)
        play.laid[pair] = 0
        self.ended = True
        return None

    def _burn(self, over: str) -> Refusal | None:
        """osg 9.27: an enemy pontoon next to the stack is destroyed, as it could be captured."""
        play, pair = self.play, hexside(self.at, over)
        found = play.position.pontoons.get(side_of(pair))
        if found is None or play.army_of(found[0]) == play.army or bridging.captor(play, play.foe, *pair) != play.army:
            text = f"no enemy bridge lies between {self.at} and {over[:20]} that {self._names()} could destroy"
            return Refusal("9.27", text, self.units[0], self.at)
        del play.position.pontoons[side_of(pair)]
        play.position.boxes[found[0]] = GONE
        return None

    # -- vedettes ------------------------------------------------------------------------

    def _break_down(self, word: str) -> Course:
        """osg 13.1, 13.11-1, 19.4: a unit that has not moved puts its vedettes out; horse leaves the map."""
        play, (parent, *others) = self.play, self.units
        if not play.setting.choices.on("vedettes"):
            return Refusal("19.4", "this campaign is played without vedettes", parent, self.at)
        moved = bool(others) or self.entered or self.steps > 1 or parent in play.moved
        refusal = vedettes.why_not_break(play, parent, moved=moved)
        if refusal:
            return refusal
        out = parent in play.out
        if (yield from play.fog.break_down(play, parent, word, f"{self.label}.{self.steps}")):
            play.put_away(parent, BROKEN)
            self.ended = True
        if out:
            play.out.update(uid for uid in vedettes.of(play, parent) if uid in play.at)
        return None


def free_course(play: Play, units: Sequence[str], path: Sequence[str]) -> dict[str, Spent] | None:
    """osg 1.51A, 4.1-1, 4.1-2, 8.12A: what counters have spent at the end of a course on which nothing happens but that
    they march: hexes alone, and nobody and nothing on the way that would have to be looked at, thrown for or caught. So
    it need not be carried out step by step to be judged. None for any other course."""
    position, foe, scouted = play.position, play.foe, play.fog.scouted
    if position.pontoons or any(play.at.get(uid) != path[0] for uid in units):
        return None
    if any(uid in play.marching for uid in units) or not scouted(play, path[0], foe):
        return None
    here, zone, crossings = play.here, play.zones[foe], play.crossings
    points = dict.fromkeys(units, 0)
    for at, to in pairwise(path):
        if why_not_there(play, units, at, to):
            return None
        if held_beside(play, to) and (somebody_to_catch(play, to) or not scouted(play, to, foe)):
            return None
        if (zone.get(at) or zone.get(to) or to in here) and why_not_by_zones(play, units, at, to):
            return None
        for uid, spent in points.items():
            unit = play.unit(uid)
            cost = step_cost(play.field, unit, at, to, crossings=crossings)
            if cost is None or spent + cost > _POINT * unit.allowance:
                return None
            points[uid] = spent + cost
    return {uid: Spent(path[-1], spent) for uid, spent in points.items()}


def why_not_there(play: Play, units: Sequence[str], at: str, to: str) -> Refusal | None:
    """osg 8.0, 21.62: what keeps counters from a hex whoever is about."""
    if to not in play.field.neighbours[at]:
        near = ", ".join(play.field.neighbours[at])
        text = f"{listed(units, play)} cannot go from {at} to {to[:20]}: it is not next to it; next to it are {near}"
        return Refusal("8.0", text, units[0], at)
    open_ = "strip" not in play.setting.scenario.data or STRIP_OPEN in play.position.once
    if closed_to(play.army, to, french_in=open_):
        return Refusal("21.62", f"{to} is closed to the Prussians until the French have come there", units[0], to)
    return None


def why_not_by_zones(play: Play, units: Sequence[str], at: str, to: str) -> Refusal | None:
    """osg 4.1-1, 4.1-2: what keeps counters from a hex because of the enemy."""
    for uid in units:
        refusal = why_not_leave(play, uid, at) or why_not_enter(play, uid, to, units)
        if refusal:
            return refusal
    return None


def cost_of_step(play: Play, uid: str, spent: Spent, at: str, to: str) -> int | Refusal:
    """osg 8.0, 8.12A, 8.22-1: half points that a step costs a counter, or why it may not make it."""
    unit = play.unit(uid)
    cost, most = step_cost(play.field, unit, at, to, marching=spent.marching, crossings=play.crossings), unit.allowance
    if cost is None:
        case, why = why_barred(play.field, unit, at, to, play.crossings)
        return Refusal(case, f"{unit.name} cannot go from {at} to {to}: {why}", uid, at)
    if spent.points + cost > _POINT * most and (spent.points or cost <= _POINT * most):
        return Refusal("8.12A", f"{unit.name} has too few movement points left to enter {to}", uid, to)
    return cost


def _opens_strip(play: Play, at: str) -> bool:
    """osg 21.62: whether the strip that is closed to the Prussians is open once the phasing army has entered a hex."""
    return play.army == "french" and closed_to("prussian", at, french_in=False)


def somebody_to_catch(play: Play, at: str) -> bool:
    """osg 5.26-1, 9.11-2: whether leaders or trains of the other army are next to a hex."""
    return not all(play.unit(uid).fights for near in held_beside(play, at) for uid in play.here[near])


def held_beside(play: Play, at: str) -> list[str]:
    """osg 4.0-1: the hexes next to one, over no river, in which the other army stands."""
    here, units, foe = play.here, play.roster.units, play.foe
    return [near for near in play.field.zone_neighbours[at] if near in here and units[here[near][0]].army == foe]


def captured_bridges(play: Play) -> Generator[Request, Any, None]:
    """osg 9.26-1, 9.25A: pontoons that have come into other hands."""
    for side, (train, holder) in sorted(play.position.pontoons.items()):
        now = bridging.captor(play, holder, *pair_of(side))
        if now:
            play.position.pontoons[side] = (train, now)
            yield event("bridge-captured", unit=train, side=side, army=now, case="9.26")
