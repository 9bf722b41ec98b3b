"""Command where forces are hidden: dice of officers whom nobody names, and what entries say of command (7.1).

Who commands whom is the secret of a leaf that goes with the orders. A move says in public why it may be made: by
command; by the die of an officer, who is a number of that leaf, at most his rating; or by dice of the units themselves,
at most the ratings that it states. All that stands before the dice are thrown; the audit compares it with the book.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Request, Roll, Tell
from rulesets.campaign_1806.rules.command.phase import REORGANIZE, REPLACE, reorganization_segment, replacements
from rulesets.campaign_1806.rules.decisions import Procedure, texts

if TYPE_CHECKING:
    from rulesets.campaign_1806.play import Play
    from rulesets.campaign_1806.setting import Setting

BY, LED, COMMANDED = "by", "led", "command"
BASES: Final = "bases"
"""osg 18.0: what a captain says of command for the moves of his members, who know no contents, by number from 1."""
DIE, OWN = "die", "own"
BEST: Final = 6
ORDERS: Final = "orders"
"""The highest rating."""


def officers(setting: Setting, army: str) -> tuple[str, ...]:
    """osg 2.11A2-2, 7.12: all officers of an army's order of battle, on the map or not, in the order of the roster."""
    found = [unit for unit in setting.forces.units.values() if unit.army == army and unit.kind == "officer"]
    return tuple(unit.id for unit in sorted(found, key=lambda unit: unit.order))


def command_phase(play: Play, orders: Mapping[str, Json]) -> Procedure:
    """osg 2.11A1-1, 2.11A2-1, 2.11A2-2, 7.12: replacements, reorganization, then a die for every officer that there is,
    by number, so that it tells nothing."""
    yield from replacements(play, orders.get(REPLACE, {}))
    yield from reorganization_segment(play, orders.get(REORGANIZE, ()))
    mine = {uid for uid in play.at if play.army_of(uid) == play.army}
    play.out -= mine
    play.position.led -= mine
    count = len(officers(play.setting, play.army))
    play.dice = yield Roll(f"{count}d6", f"{play.prefix}.init", "7.12")
    said = orders.get(LED)
    for counter, basis in said.items() if isinstance(said, Mapping) else ():
        uid = play.turned.get(counter, counter)
        if uid in mine and form(basis, 1) is None and allowed(play, basis):
            play.position.led.add(uid)
    yield Tell({"kind": "officers", "army": play.army, "dice": list(play.dice), "case": "7.12"})


def completed(orders: Mapping[str, Json]) -> Mapping[str, Json]:
    """osg 18.0: orders with what the captain says of the moves of his members put into these."""
    bases, moves = orders.get(BASES), orders.get(ORDERS)
    if not isinstance(bases, Mapping) or not isinstance(moves, (list, tuple)):
        return orders
    return {**orders, ORDERS: [_with_basis(move, bases.get(str(number))) for number, move in enumerate(moves, 1)]}


def _with_basis(move: Json, basis: Json) -> Json:
    whole = isinstance(move, Mapping) and isinstance(basis, Mapping) and BY not in move
    return {**basis, **move} if whole else move


def named_in(entry: Json) -> tuple[str, ...]:
    """The counters that an entry of the list of moves names."""
    return texts(entry.get("units")) if isinstance(entry, Mapping) else ()


def allowed(play: Play, basis: Json) -> bool:
    """Whether command, or the die of an officer, lets somebody move in the command segment."""
    if basis == COMMANDED:
        return True
    name, number, rating = basis if len(basis) == 3 else ("", 0, 0)
    return bool(name == DIE and 1 <= number <= len(play.dice) and play.dice[number - 1] <= rating)


def why_not(play: Play, entry: Mapping[str, Json]) -> Refusal | None:
    """osg 2.11B1, 7.12, 7.13: what is wrong with the form of what an entry says of command."""
    units = texts(entry.get("units"))
    return form(entry.get(BY), len(units)) or _own_form(units)


def form(basis: Json, count: int) -> Refusal | None:
    """osg 2.11B1, 7.12, 7.13: what is wrong with the form of what a move of so many counters rests on."""
    text = f"by is {COMMANDED}, [{DIE}, number, rating], or [{OWN}, a rating for each unit]"
    refusal = Refusal("2.11B1", text)
    if basis == COMMANDED:
        return None
    if not isinstance(basis, (list, tuple)) or not basis:
        return refusal
    numbers = basis[1:]
    if not all(type(one) is int and 0 <= one <= 200 for one in numbers):
        return refusal
    if basis[0] == DIE and len(numbers) == 2 and numbers[1] <= BEST:
        return None
    return None if basis[0] == OWN and len(numbers) == count and max(numbers) <= BEST else refusal


def _own_form(units: Sequence[str]) -> Refusal | None:
    return None if units else Refusal("2.11B1", "an entry names counters")


def is_individual(entry: Json) -> bool:
    """osg 2.11B2-1: whether an entry is for the individual segment."""
    basis = entry.get(BY) if isinstance(entry, Mapping) else None
    return isinstance(basis, (list, tuple)) and bool(basis) and basis[0] == OWN


def willing(play: Play, entry: Mapping[str, Json], label: str) -> Generator[Request, Any, Sequence[str]]:
    """osg 2.11B2-1, 2.11B2-2, 7.12, 7.13: the counters of an entry that go. A rating of 0 is that of a leader, who
    needs no die."""
    units, basis = list(entry["units"]), entry[BY]
    if not is_individual(entry):
        if allowed(play, basis):
            play.position.led.update(units)
            return units
        yield _held_back(play, units, 0, "7.12")
        return ()
    going: list[str] = []
    for uid, rating in zip(units, basis[1:], strict=True):
        if rating == 0:
            going.append(uid)
            continue
        (die,) = yield Roll("1d6", f"{label}.own.{uid}", "7.13", tuple(filter(None, [play.at.get(uid, "")])))
        if die <= rating:
            going.append(uid)
        else:
            play.moved.add(uid)
            yield _held_back(play, [uid], die, "7.13")
    return going


def _held_back(play: Play, units: Sequence[str], die: int, case: str) -> Tell:
    at = play.at.get(units[0], "")
    return Tell({"kind": "held-back", "unit": units[0], "units": list(units), "die": die, "at": at, "case": case})
