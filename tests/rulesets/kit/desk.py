"""What a ruleset's desk promises, held against the judges of `pbem check` and against the game itself.

`tests/rulesets/NAME/kit_cases.py` tells the kit what it cannot know, `DESK = Rules(beside=..., stood=..., fights=...)`.
Each function below asserts one promise at one position (`Spot`) and gives back how much it tried, so that a test can
demand that it was something:

    spot = spot_of(moment)                    # of a recorded game; `spot_at` makes one of a position
    document = clicked(spot, rng, 6)          # legal orders, clicked together; legal at every click
    assert accepted(spot, document, rng, 10)

`accepted` and `refused` look at what is offered after a document, `begun` at paths begun by hand, `carried_out` and
`fought` at the course of a document, legal or not; `bears` at documents that `spoilt` made illegal. None of them knows
a rule: right is what `Writing.compile` and `pbem.engine.answerers.faults` have nothing against that they had not
against the document before.

What a desk has to keep to beside the contract in `pbem/engine/desk.py`: the place in which the steps begin (the unit's
own, the one in which it comes in, the end of a way that was begun) has no place before it.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import jsonschema_rs

from pbem.engine.answerers import begin, faults
from pbem.engine.contract import Compiled, Game
from pbem.engine.desk import Course, Layout, Movable, OrdersDesk, Reach, Step
from pbem.engine.gesture import ALL, PATH, WAY, WHO
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.state import State, fresh
from tests.games import hostile
from tests.rulesets.kit.recorded import Moment
from tests.rulesets.kit.ways import cheapest_way

Json = Any
# What is wrong with a document: places, cases and sentences.
Wrong = frozenset[tuple[tuple[str | int, ...], str, str]]
# Who fights whom: places under attack, those next to them, those who join from afar; sorted.
Fight = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Spot:
    """A question for orders. state: the public state on which it is asked. letters: army -> side, as in a campaign.
    own: what the army knows."""

    game: Game
    state: State
    letters: Mapping[str, str]
    request: Choose
    own: Own = NOTHING

    @cached_property
    def desk(self) -> OrdersDesk:
        found = self.game.writing.desk
        assert found is not None
        return found

    @cached_property
    def layout(self) -> Layout:
        return self.desk.layout(self.request, self.own)

    @property
    def member(self) -> str:
        """The list that moves are written into."""
        assert self.layout.move is not None
        return self.layout.move.member

    def reach(self, document: Json, who: str, way: Sequence[str] = ()) -> Reach:
        return self.reach_of(document, (who,), way)

    def reach_of(self, document: Json, who: Sequence[str], way: Sequence[str] = ()) -> Reach:
        return self.desk.reach(self.request, document, who, self.own, way)

    def course(self, document: Json) -> Course:
        return self.desk.course(self.request, document, self.own)

    def compiled(self, document: Json) -> Compiled:
        return self.game.writing.compile(self.request, document, self.own)

    @cached_property
    def validator(self) -> Any:
        return jsonschema_rs.validator_for(self.game.writing.document_schema(self.request.what))


@dataclass(frozen=True)
class Rules:
    """What the kit has to be told of a ruleset.

    beside: places beside a place, whoever may go there. stood: compiled orders -> place of every counter that is on a
    board after the moves of the real game, run by its own phase with no die thrown. fights: what a preview says of
    combats, in its order.

    kept: compiled orders -> what of the input the rules allow, where what is refused would not be passed over by
    itself. names: compiled orders -> counters that these call otherwise than the scene does -> their names there.
    """

    beside: Callable[[Spot, str], Iterable[str]]
    stood: Callable[[Spot, Compiled], Mapping[str, str]]
    fights: Callable[[Json], Sequence[Fight]]
    kept: Callable[[Compiled], Json] = lambda compiled: compiled.input
    names: Callable[[Spot, Compiled], Mapping[str, str]] = lambda spot, compiled: {}


def spot_at(game: Game, at: Json, letters: Mapping[str, str]) -> Spot:
    """The question with which an open game begins at a position."""
    asked = begin(game, fresh(at), dict(letters))
    assert asked.request is not None and asked.request.what == ORDERS
    return Spot(game, asked.state, letters, asked.request)


def spot_of(moment: Moment) -> Spot:
    """A question of a recorded game."""
    return Spot(moment.game, moment.due.state, moment.letters, moment.request, moment.own)  # type: ignore[arg-type]


# -- judging -------------------------------------------------------------------------------


def wrong(spot: Spot, document: Json) -> Wrong:
    """Everything that `pbem check` has against a document, which fits its schema."""
    assert spot.validator.is_valid(document), document
    compiled = spot.compiled(document)
    found = list(compiled.faults)
    if not found:
        found = faults(spot.game, spot.state, compiled.input, dict(spot.letters), compiled.hide)
    return frozenset((tuple(one.path), one.refusal.case, one.refusal.text) for one in found)


def written(spot: Spot, movable: Movable, way: Sequence[str], more: Mapping[str, Json], *others: Movable) -> Json:
    """The entry that a page makes of a gesture along a path. others: who go with the first."""
    move = spot.layout.move
    assert move is not None
    everybody = [movable.who, *(other.who for other in others)]
    words: dict[str, Json] = {WHO: movable.who, ALL: everybody, PATH: list(way), WAY: list(way[1:])}
    entry = movable.entry or ((move.several or move.entry) if others else move.entry)
    return {key: words.get(value, value) if isinstance(value, str) else value for key, value in entry.items()} | more


def appended(spot: Spot, document: Json, entry: Json) -> Json:
    """A document with an entry of a move behind those that it has."""
    return {**document, spot.member: [*document.get(spot.member, ()), entry]}


def trodden(spot: Spot, movable: Movable, way: Sequence[str]) -> bool:
    """Whether a path makes an entry: where it is written without its first place, one that stays at home makes none."""
    assert spot.layout.move is not None
    whole = PATH in (movable.entry or spot.layout.move.entry).values()
    return whole or len(way) > 1 or not movable.start


# -- documents -----------------------------------------------------------------------------


def clicked(spot: Spot, rng: random.Random, most: int) -> Json:
    """A legal document: random moves and other orders of movables, each legal when it is clicked."""
    document: Json = {}
    for movable in rng.sample(spot.layout.movables, len(spot.layout.movables)):
        if len(document.get(spot.member, ())) == most:
            break
        entry = _drawn(spot, document, movable, rng)
        tried = entry and appended(spot, document, entry)
        if tried and not wrong(spot, tried):
            document = tried
    return document


def _drawn(spot: Spot, document: Json, movable: Movable, rng: random.Random) -> Json:
    if movable.also and not rng.randrange(4):
        return rng.choice(movable.also)[1]
    reach = spot.reach(document, movable.who)
    ends = [step for step in reach.steps if step.stop and not step.taken]
    if not ends:
        return None
    step = rng.choice(ends)
    way = cheapest_way(reach.steps, step.place)
    return written(spot, movable, way, step.more) if trodden(spot, movable, way) else None


def spoilt(spot: Spot, document: Json, rng: random.Random) -> Json:
    """The document with one to four things done to it, which still fits the schema: entries in another order, twice,
    of other units, with paths cut, turned round and lengthened."""
    spoiler = hostile.spoiler_of(spot.game, spot.request, document, rng)
    done = copy.deepcopy(document)
    for _ in range(rng.randrange(1, 5)):
        tried = copy.deepcopy(done)
        rng.choice(_WAYS)(spoiler, tried)
        if spot.validator.is_valid(tried):
            done = tried
    return done


def _shuffled(spoiler: hostile.Spoiler, document: Json) -> None:
    at = spoiler.place(document, list)
    if at is not None:
        spoiler.rng.shuffle(at[0][at[1]])


def _shouted(spoiler: hostile.Spoiler, document: Json) -> None:
    at = spoiler.place(document, str)
    if at is not None:
        at[0][at[1]] = at[0][at[1]].upper()


_WAYS: Sequence[Callable[[hostile.Spoiler, Json], None]] = (_shuffled, _shouted, *hostile.UNLIKE)


# -- promises ------------------------------------------------------------------------------


@dataclass
class _Tried:
    """A movable after a document, alone or with others, and what was wrong with that before."""

    spot: Spot
    document: Json
    movable: Movable
    reach: Reach
    before: Wrong = field(default_factory=frozenset)
    others: tuple[Movable, ...] = ()

    def entry(self, way: Sequence[str], more: Mapping[str, Json]) -> Json:
        return written(self.spot, self.movable, way, more, *self.others)

    def news(self, way: Sequence[str], more: Mapping[str, Json]) -> Wrong:
        """What is wrong once it goes along a way."""
        return wrong(self.spot, appended(self.spot, self.document, self.entry(way, more))) - self.before

    def way(self, step: Step) -> tuple[str, ...]:
        return cheapest_way(self.reach.steps, step.place)

    def told(self, step: Step) -> str:
        who = " and ".join(one.who for one in (self.movable, *self.others))
        return f"{who} to {step} after {json.dumps(self.document)}"


def _each(spot: Spot, document: Json, rng: random.Random) -> Iterator[_Tried]:
    """The movables that the document says nothing of, in a random order."""
    before, text = wrong(spot, document), json.dumps(document)
    for movable in rng.sample(spot.layout.movables, len(spot.layout.movables)):
        if f'"{movable.who}"' not in text:
            yield _Tried(spot, document, movable, spot.reach(document, movable.who), before)


def _each_stack(spot: Spot, document: Json, rng: random.Random) -> Iterator[_Tried]:
    """Some of those who may be taken into one entry, and of whom the document says nothing, in a random order."""
    if spot.layout.move is None or not spot.layout.move.together:
        return
    before, text = wrong(spot, document), json.dumps(document)
    places: dict[tuple[str, str], list[Movable]] = {}
    for movable in spot.layout.movables:
        if (movable.start or movable.arrives) and f'"{movable.who}"' not in text:
            places.setdefault((movable.start, movable.arrives), []).append(movable)
    stacks = [there for there in places.values() if len(there) > 1]
    for there in rng.sample(stacks, len(stacks)):
        first, *others = rng.sample(there, rng.randrange(2, min(len(there), 4) + 1))
        reach = spot.reach_of(document, [first.who, *(other.who for other in others)])
        yield _Tried(spot, document, first, reach, before, tuple(others))


def accepted(spot: Spot, document: Json, rng: random.Random, most: int) -> int:
    """Steps with `stop` that are not taken are legal behind the document, along the way and at the cost that they
    tell. How many were tried."""
    return _accepted(_each(spot, document, rng), rng, most)


def stacked(spot: Spot, rules: Rules | None, document: Json, rng: random.Random, most: int) -> int:
    """The same of several who go together, whoever of them is named first; and steps without `stop`, and places beside
    the reach, are refused to them. How many were tried; none where nobody may go together."""
    stacks = list(_each_stack(spot, document, rng))[:most]
    for one in stacks:
        turned = spot.reach_of(document, [other.who for other in (*one.others, one.movable)])
        assert {step.place: step.stop for step in turned.steps} == {step.place: step.stop for step in one.reach.steps}
    tried = _accepted(stacks, rng, most)
    return tried + (_refused(stacks, rules, rng, most) if rules is not None else 0)


def _accepted(each: Iterable[_Tried], rng: random.Random, most: int) -> int:
    tried = 0
    for one in each:
        spot = one.spot
        places = [step.place for step in one.reach.steps]
        assert len(set(places)) == len(places), one.movable.who
        ends = [s for s in one.reach.steps if s.stop and not s.taken and trodden(spot, one.movable, one.way(s))]
        for step in rng.sample(ends, min(len(ends), 3)):
            assert one.news(one.way(step), step.more) == frozenset(), one.told(step)
            _costs_what_it_tells(one, one.way(step), step)
            tried += 1
        if tried >= most:
            break
    return tried


def _costs_what_it_tells(one: _Tried, way: tuple[str, ...], step: Step) -> None:
    """The course knows the same move, its place in the document, its way and its cost."""
    spot = one.spot
    at = (spot.member, len(one.document.get(spot.member, ())))
    orders = appended(spot, one.document, one.entry(way, step.more))
    (move,) = [move for move in spot.course(orders).moves if move.at == at]
    counters = {one.movable.counter, *(other.counter for other in one.others)}
    assert (move.way, move.cost, {*move.who}) == (way, step.cost, counters), one.told(step)


def refused(spot: Spot, rules: Rules, document: Json, rng: random.Random, most: int) -> int:
    """Steps without `stop`, and places beside the reach, are illegal behind the document. How many were tried."""
    return _refused(_each(spot, document, rng), rules, rng, most)


def _refused(each: Iterable[_Tried], rules: Rules, rng: random.Random, most: int) -> int:
    tried = 0
    for one in each:
        spot = one.spot
        inside = {step.place for step in one.reach.steps}
        for step in [s for s in one.reach.steps if not s.stop][:3]:
            assert one.news(one.way(step), step.more), one.told(step)
            tried += 1
        for step in rng.sample(one.reach.steps, min(len(one.reach.steps), 4)):
            beyond = [to for to in rules.beside(spot, step.place) if to not in inside]
            for to in beyond[:2]:
                assert one.news((*one.way(step), to), step.more), f"{one.told(step)} and {to}"
                tried += 1
        if tried >= most:
            break
    return tried


def begun(spot: Spot, document: Json, rng: random.Random, most: int) -> int:
    """Steps that go on from a path begun by hand are legal along the whole of it, at the whole cost. How many were
    tried."""
    tried = 0
    for one in _each(spot, document, rng):
        far = [way for step in one.reach.steps if len(way := one.way(step)) > 2]
        if not far:
            continue
        drawn = rng.choice(far)
        way = drawn[: rng.randrange(1, len(drawn))]
        further = spot.reach(document, one.movable.who, way)
        assert drawn[-1] in {step.place for step in further.steps}, (one.movable.who, drawn, way)
        ends = [step for step in further.steps if step.stop and not step.taken]
        for step in rng.sample(ends, min(len(ends), 3)):
            whole = (*way[:-1], *cheapest_way(further.steps, step.place))
            assert one.news(whole, step.more) == frozenset(), f"{one.told(step)} by {way}"
            _costs_what_it_tells(one, whole, step)
            tried += 1
        if tried >= most:
            break
    return tried


def carried_out(spot: Spot, rules: Rules, document: Json) -> int:
    """The course has every counter where the real game has it after the moves. How many have another place."""
    begins = {movable.counter: movable.start for movable in spot.layout.movables}
    compiled = spot.compiled(document)
    names = rules.names(spot, compiled)
    real = {names.get(counter, counter): place for counter, place in rules.stood(spot, compiled).items()}
    course = spot.course(document)
    told = json.dumps(document)
    for counter, place in course.stands.items():
        assert real.get(counter, "") == place, f"{counter}: {told}"
    for counter, start in begins.items():
        assert course.stands.get(counter, start) == real.get(counter, ""), f"{counter}: {told}"
    for move in course.moves:
        assert not move.way or all(real.get(who, "") in (move.way[-1], "") for who in move.who), f"{move}: {told}"
    return len(course.stands)


def fought(spot: Spot, rules: Rules, document: Json) -> int:
    """The course knows the combats of the preview; where a way of fighting one has chances, they add up to one. How
    many there are."""
    compiled = spot.compiled(document)
    known, names = spot.own.with_hidden(compiled.hide), rules.names(spot, compiled)
    preview = spot.game.telling.preview(spot.request, rules.kept(compiled), known)
    theirs = [
        (on, *(tuple(sorted(names.get(one, one) for one in those)) for those in (by, far)))
        for on, by, far in rules.fights(preview)
    ]
    combats = spot.course(document).combats
    mine = [(tuple(sorted(c.on)), tuple(sorted(c.by)), tuple(sorted(c.far))) for c in combats]
    assert mine == theirs, json.dumps(document)
    for combat in combats:
        assert combat.outlooks, json.dumps(document)
        for outlook in combat.outlooks:
            whole = sum(chance.share for chance in outlook.chances) == 1
            assert whole or outlook.chain or not outlook.chances, outlook
    return len(combats)


def bears(spot: Spot, rules: Rules, document: Json, rng: random.Random) -> None:
    """Neither reach nor course raises at a document that was spoilt, and the course tells what the game makes of it."""
    bad = spoilt(spot, document, rng)
    carried_out(spot, rules, bad)
    fought(spot, rules, bad)
    places = [place for place in spot.course(document).stands.values() if place] or ["nowhere"]
    for movable in rng.sample(spot.layout.movables, min(3, len(spot.layout.movables))):
        spot.reach(bad, movable.who)
        way = [movable.start, *rng.choices(places, k=rng.randrange(3))]
        spot.reach(bad, movable.who, way)
        both = (movable.who, rng.choice(spot.layout.movables).who)
        spot.desk.reach(spot.request, bad, both, spot.own, way[: rng.randrange(2)])
    assert spot.desk.reach(spot.request, bad, ("nobody at all",), spot.own).steps == ()
    assert spot.desk.reach(spot.request, bad, (), spot.own).steps == ()
