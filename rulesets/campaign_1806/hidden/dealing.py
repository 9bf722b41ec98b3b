"""Pieces under fresh counters: in the set-up, with each turn's orders, and when they come in (1.5, 1.52, 1.6).

Which fresh ids go to a hex is public, and that as many pieces stand there as before. What lies behind each its owner
has committed to, and the audit compares it with what was there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.engine.options import Json
from pbem.engine.requests import InHand, Request, Tell
from rulesets.campaign_1806.hidden.counters import is_counter, pool
from rulesets.campaign_1806.rules.battle.boxes import BROKEN
from rulesets.campaign_1806.rules.decisions import Procedure, texts
from rulesets.campaign_1806.rules.march.arriving import waiting
from rulesets.campaign_1806.rules.march.group import Group
from rulesets.campaign_1806.rules.vedettes import LEAST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.campaign_1806.play import Play

Marks = tuple[bool, ...]
DEALT, OFF = "dealt", "off"
MOST_HEXES: Final = 130
"""Entries of a list of hexes that are read."""


def pairs(said: Json) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The entries [hex, [counters]] of what orders say; what is none is passed over."""
    for entry in said[:MOST_HEXES] if isinstance(said, (list, tuple)) else ():
        if isinstance(entry, (list, tuple)) and len(entry) == 2 and isinstance(entry[0], str):
            yield entry[0], texts(entry[1])


def free(play: Play, army: str) -> tuple[str, ...]:
    """osg 1.5: the counters of an army that nobody bears."""
    used = {*play.at, *play.position.boxes, *(one for ids in play.coming.values() for one in ids)}
    return tuple(uid for uid in pool(army) if uid not in used)


def held(play: Play, counters: Sequence[str], label: str) -> Generator[Request, Any, bool]:
    """Whether the phasing army may deal some counters: nobody bears them, and it has committed to what they hold."""
    if not counters or len(set(counters)) < len(counters) or not set(counters) <= set(free(play, play.army)):
        return False
    found = yield InHand(play.army, tuple(counters), label)
    return tuple(found) == tuple(counters)


# -- the set-up --------------------------------------------------------------------------


def set_up(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 1.6-1, 1.6-2, 19.2-1: an army is set up face down: [hex, counters] for each hex, and the counters of units
    that broke down into vedettes. What is not dealt whole stands open, as the tables have it."""
    listed = list(pairs(orders.get(DEALT, ())))
    off = texts(orders.get(OFF, ()))
    legal = [(at, ids) for at, ids in listed if at in play.field.neighbours and play.holder(at) != play.foe]
    fresh = [*(one for _, ids in legal for one in ids), *off]
    if len(legal) < len(listed) or not (yield from held(play, fresh, f"setup.{play.army}.{DEALT}")):
        return
    for uid in play.on_map(play.army):
        play.lift(uid)
        play.marching.discard(uid)
        play.position.came.add(uid)
    marching = set(texts(orders.get("marching", ())))
    for at, ids in legal:
        for counter in ids:
            play.place(counter, at)
    play.marching.update(uid for uid in marching if uid in play.at and is_counter(uid))
    play.position.boxes.update(dict.fromkeys(off, BROKEN))
    yield _told("dealt", army=play.army, hexes=[[at, list(ids)] for at, ids in legal], off=list(off), case="1.6")


# -- with orders -------------------------------------------------------------------------


def classes(play: Play, at: str) -> list[list[str]]:
    """The pieces of the phasing army in a hex, those together that bear the same markers, the unmarked first. Fresh
    counters go to them in this order."""
    found: dict[Marks, list[str]] = {}
    for uid in play.units_in(at):
        if play.army_of(uid) == play.army:
            marks = (uid in play.marching, uid in play.position.unsupplied)
            found.setdefault(marks, []).append(uid)
    return [found[marks] for marks in sorted(found)]


def sound(play: Play, said: Json) -> Iterator[tuple[str, list[list[str]], tuple[str, ...]]]:
    """osg 1.5, 1.52: what orders have dealt, hex by hex, with its pieces and the fresh counters for them; hexes with
    too many or too few of these, and those that were dealt already, are passed over."""
    done: set[str] = set()
    used: set[str] = set()
    able = set(free(play, play.army))
    for at, fresh in pairs(said):
        groups = classes(play, at) if at in play.here else []
        if at in done or sum(map(len, groups)) != len(fresh) or not fresh:
            continue
        if len(set(fresh)) == len(fresh) and set(fresh) <= able - used:
            done.add(at)
            used.update(fresh)
            yield at, groups, fresh


def deal(play: Play, said: Json) -> Procedure:
    """osg 1.5, 1.52, 2.11C4, 11.1-6: all pieces in a hex are turned down, or shuffled, under fresh counters."""
    for number, (at, groups, fresh) in enumerate(list(sound(play, said))):
        if not (yield from held(play, fresh, f"{play.prefix}.deal.{number + 1}")):
            continue
        ids = iter(fresh)
        old = [uid for group in groups for uid in group]
        for group in groups:
            for uid in group:
                play.turn_down(uid, next(ids))
        yield _told("dealt", army=play.army, hexes=[[at, list(fresh)]], old=old, case="1.52")


# -- vedettes ----------------------------------------------------------------------------

LEAVES, STAYS = "out", "post"
"""osg 13.11-1, 13.3-1: first words of what breaks a unit down: it leaves the map, or stays as Light Troops do."""


def vedettes_of(word: str) -> tuple[str, ...] | None:
    """The counters that a word of a course puts out; None where it puts out none."""
    name, *ids = word.split(" ")
    return tuple(ids) if name in (LEAVES, STAYS) and ids and all(map(is_counter, ids)) else None


def break_down(play: Play, parent: str, word: str, label: str) -> Generator[Request, Any, bool]:
    """osg 13.11-1, 13.11-NOTE1, 13.3-1: vedettes come out in the hex of their unit; whether it leaves the map. Without
    commitments to them nothing happens."""
    fresh = vedettes_of(word) or ()
    if not (yield from held(play, fresh, f"{label}.vedettes")):
        return False
    at = play.hex_of(parent)
    for uid in fresh:
        play.place(uid, at)
    if word.startswith(STAYS):
        return False
    play.lift(parent)
    return True


def reassemble(play: Play, unit: str, vedettes: Sequence[str]) -> Procedure:
    """osg 13.12: vedettes in one hex give way to the unit that they came from, which lies off the map."""
    there = {play.at.get(uid, "") for uid in vedettes if uid in play.at and play.army_of(uid) == play.army}
    at = min(there, default="")
    if play.position.boxes.get(unit) != BROKEN or play.army_of(unit) != play.army:
        return
    if len(there) != 1 or len(set(vedettes)) < max(len(vedettes), LEAST) or not set(vedettes) <= set(play.at):
        return
    yield from play.fog.scout(play, at, play.foe)
    if play.in_zone(at, play.foe):
        return
    for uid in vedettes:
        play.put_away(uid, BROKEN)
        play.position.boxes.pop(uid)
        play.position.sorts.pop(uid, None)
    del play.position.boxes[unit]
    play.place(unit, at)
    yield _told("reassembled", unit=unit, at=at, of=list(vedettes), case="13.12")


# -- reinforcements ----------------------------------------------------------------------


def entering(play: Play, said: Json) -> Iterator[tuple[Group, tuple[str, ...]]]:
    """osg 15.2-2: groups that orders bring in, with a counter for each of theirs: [hex, counters], and the force too
    where the plan of entries is sealed (21.85). What fits no group that may come in is passed over."""
    left = list(waiting(play, play.army))
    for entry in said[:MOST_HEXES] if isinstance(said, (list, tuple)) else ():
        if not isinstance(entry, (list, tuple)) or len(entry) not in (2, 3):
            continue
        fresh, force = texts(entry[1]), entry[2] if len(entry) == 3 else ""
        fits = (one for one in left if (one.at, one.force, len(one.units)) == (entry[0], force, len(fresh)))
        group = next(fits, None)
        if group is not None:
            left = [one for one in left if not set(one.units) & set(group.units)]
            yield group, fresh


def announced(play: Play, said: Json) -> Procedure:
    """osg 15.2-2: counters for the groups that may come in now, one for each of a group."""
    for number, (group, fresh) in enumerate(list(entering(play, said))):
        if (yield from held(play, fresh, f"{play.prefix}.enter.{number + 1}")):
            play.coming[group] = fresh


def came(play: Play) -> None:
    """osg 15.2-2: groups of which all have come in are on the map now, nobody knows where."""
    for group, ids in play.coming.items():
        if all(play.turned.get(uid, uid) in play.at for uid in ids):
            play.position.came.update(group.units)
            for uid in group.units:
                play.position.late.pop(uid, None)


def _told(kind: str, /, **members: Any) -> Tell:
    return Tell({"kind": kind, **members})
