"""Counters lie face down: what the rules look at, and what they turn up (1.5, 1.51, 1.52)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.hidden import HIDDEN
from pbem.engine.options import Json, Options, Pick, Refusal
from pbem.engine.requests import Look, Open, Request
from rulesets.campaign_1806.fog import Looking, Picked
from rulesets.campaign_1806.hidden import commanding, dealing
from rulesets.campaign_1806.hidden.counters import TROOPS, ZONES, is_counter, number_of, unit_in
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.decisions import texts

SORT: Final = "kind."
"""Leaves of what a look at a counter shows: `kind.f12`."""
UNSUPPLIED: Final = "unsupplied"


class FaceDown:
    """See `fog.Fog`."""

    hidden = True
    by_counters = True

    def counter_of(self, uid: str) -> str:
        """Counters stand for themselves."""
        return ""

    def hideable(self, play: Play) -> tuple[str, ...]:
        """Those that nobody bears."""
        return dealing.free(play, play.army)

    def orders(self, play: Play) -> Options:
        """Any: what they may say is judged entry by entry."""
        return AnyOrders()

    def breaks(self, word: str) -> bool:
        """It names the vedettes' counters, and whether their unit stays."""
        return dealing.vedettes_of(word) is not None

    def break_down(self, play: Play, parent: str, word: str, label: str) -> Generator[Request, Any, bool]:
        """As many as it names, if their owner has committed to them."""
        return (yield from dealing.break_down(play, parent, word, label))

    # -- looks ---------------------------------------------------------------------------

    def scout(self, play: Play, at: str, army: str, *, troops: bool = False) -> Looking:
        """Stack by stack, and no further than one counter with a zone in each; a stack without one is turned up."""
        for near in sorted([one for one in play.field.zone_neighbours[at] if one in play.here]):
            down = _face_down(play, near, army)
            if down:
                yield from self._looked_at(play, near, army, troops, down)

    def scouted(self, play: Play, at: str, army: str) -> bool:
        """Where nobody of them lies face down next to it, or in each such stack one with a zone is known."""
        here = play.here
        return all(
            play.army_of(here[near][0]) != army
            or not _face_down(play, near, army)
            or _settled(play, near, army, troops=False)
            for near in play.field.zone_neighbours[at]
            if near in here
        )

    def _looked_at(self, play: Play, at: str, army: str, troops: bool, down: Sequence[str]) -> Looking:
        for counter in sorted(down, key=number_of):
            if _settled(play, at, army, troops):
                return
            if counter not in play.position.sorts:
                (leaf,) = yield Look(army, HIDDEN, (f"{SORT}{counter}",), f"{play.prefix}.look")
                play.learn(counter, leaf)
        if not any(play.unit(uid).fights for uid in play.units_in(at)):
            # 5.26, 9.11: leaders and trains alone are seen by everybody.
            yield from self.turn_up(play, down, f"{play.prefix}.alone")

    def survey(self, play: Play, at: str, radius: int, army: str, *, troops: bool = False) -> Looking:
        """From the middle outwards."""
        seen, rim = {at}, [at]
        for step in range(radius + 1):
            for one in rim:
                yield from self.scout(play, one, army, troops=troops)
            if step < radius:
                rim = sorted({near for one in rim for near in play.field.neighbours[one]} - seen)
                seen.update(rim)

    def turn_up(self, play: Play, units: Sequence[str], label: str) -> Picked:
        """Both armies' may be among them."""
        down = [uid for uid in units if is_counter(uid) and uid in play.at]
        found: dict[str, str] = {}
        settled = True
        for army in sorted({play.army_of(uid) for uid in down}):
            mine = tuple(sorted((uid for uid in down if play.army_of(uid) == army), key=number_of))
            places = {counter: play.hex_of(counter) for counter in mine}
            contents = yield Open(army, mine, label)
            for counter, value in zip(mine, contents, strict=True):
                found[counter] = play.turn_up(counter, unit_in(value))
            # Who only tries something on learns of nobody.
            told = [{"counter": one, "unit": found[one], "at": places[one]} for one in mine if found[one] != one]
            if told:
                settled = False
                yield event("turned-up", army=army, pieces=told, case="1.52")
        yield from () if settled else play.settle()
        return [name for uid in units if (name := found.get(uid, uid))]

    def in_contact(self, play: Play, label: str) -> Looking:
        """First it is settled who has zones, then all are turned up at once."""
        for army in (play.foe, play.army):
            for at in sorted({play.hex_of(uid) for uid in play.on_map(play.enemy[army])}):
                yield from self.scout(play, at, army)
        touched = [
            uid
            for army in (play.foe, play.army)
            for uid in play.on_map(army)
            if play.in_zone(play.hex_of(uid), play.enemy[army])
        ]
        yield from self.turn_up(play, [uid for uid in touched if is_counter(uid)], label)

    # -- a player turn -------------------------------------------------------------------

    def set_up(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """The counters that orders deal; without any the army stands open where the tables have it."""
        yield from dealing.set_up(play, orders)

    def completed(self, orders: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a captain says of command in his members' moves."""
        return commanding.completed(orders)

    def command(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """What is shown and dealt, who is reorganized, and the dice of officers."""
        shown = [uid for uid in texts(orders.get("show", ())) if _mine(play, uid)]
        yield from self.turn_up(play, shown, f"{play.prefix}.show")
        yield from dealing.deal(play, orders.get("deal", ()))
        yield from commanding.command_phase(play, orders)
        yield from dealing.announced(play, orders.get("enter", ()))

    def individual(self, play: Play, entry: Json) -> bool:
        """As it says itself."""
        return commanding.is_individual(entry)

    def willing(self, play: Play, entry: Mapping[str, Json], label: str) -> Picked:
        """By the ratings that it states."""
        return (yield from commanding.willing(play, entry, label))

    def why_not_entry(self, play: Play, entry: Mapping[str, Json]) -> Refusal | None:
        """Its form; whether it is true the audit finds."""
        return commanding.why_not(play, entry)

    def reassemble(self, play: Play, number: int, entry: Json) -> Looking:
        """It names the unit's counter, and those of its vedettes."""
        if isinstance(entry, Mapping):
            yield from dealing.reassemble(play, str(entry.get("unit")), texts(entry.get("of", ())))

    def alternate(self, play: Play) -> Collection[str] | None:
        """The plan is sealed, where there is one."""
        return None if any(one.track for one in play.setting.setup.arrivals) else ()

    def groups(self, play: Play) -> Sequence[tuple[Collection[str], Collection[str]]]:
        """Counters dealt for groups in this phase."""
        groups = [[play.turned.get(uid, uid) for uid in ids] for ids in play.coming.values()]
        return [(ids, came) for ids in groups if (came := [uid for uid in ids if uid in play.at])]

    def came(self, play: Play) -> None:
        """Who came stands behind those counters."""
        dealing.came(play)

    def unsupplied(self, play: Play, orders: Mapping[str, Json]) -> Collection[str]:
        """Those of which their owner says so."""
        return {uid for uid in texts(orders.get(UNSUPPLIED, ())) if _mine(play, uid) and play.unit(uid).fights}

    def named_now(self, play: Play, said: Json) -> Json:
        """Everywhere in it."""
        if isinstance(said, str):
            return play.turned.get(said, said)
        if isinstance(said, Mapping):
            return {key: self.named_now(play, value) for key, value in said.items()}
        return [self.named_now(play, value) for value in said] if isinstance(said, (list, tuple)) else said


class AnyOrders:
    """Orders that name counters: members of any kind; what is legal in them is judged where it is carried out."""

    def why_not(self, answer: Json) -> Refusal | None:
        """Only what is no object is refused."""
        return None if isinstance(answer, Mapping) else Refusal("2.11", "orders are a list of members")

    def default(self) -> Json:
        """Nothing is ordered."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """Random orders are drawn by who knows the counters: `hidden.forces`."""
        return {}

    def describe(self) -> Json:
        """What they are."""
        return {"noun": "orders", "default": {}}


def _mine(play: Play, uid: str) -> bool:
    return uid in play.at and play.army_of(uid) == play.army


def _face_down(play: Play, at: str, army: str) -> list[str]:
    return [uid for uid in play.units_in(at) if is_counter(uid) and play.army_of(uid) == army]


def _settled(play: Play, at: str, army: str, troops: bool) -> bool:
    """Whether it is known that an army has a zone in a hex. troops: one of more than vedettes."""
    return any(_has_zone(play, uid, troops) for uid in _pieces(play, at, army))


def _pieces(play: Play, at: str, army: str) -> Iterator[str]:
    return (uid for uid in play.units_in(at) if play.army_of(uid) == army)


def _has_zone(play: Play, uid: str, troops: bool) -> bool:
    if is_counter(uid):
        return play.position.sorts.get(uid) in ((TROOPS,) if troops else ZONES)
    unit = play.unit(uid)
    return unit.fights and not (troops and unit.kind == VEDETTE)
