"""Attacks on trains: any attack destroys one, without a die (16.17C)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Silent, Tell
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Procedure
from pbem.hexgame.fighting.said import Found
from pbem.hexgame.moving.moves import NO
from pbem.lean import dataclass
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.artillery import alone_in_rain, bombardment_refusal
from rulesets.napoleons_last_battles.rules.battle.attack import read_attack
from rulesets.napoleons_last_battles.rules.march.ground import in_rain

CASE: Final = "16.17C"


@dataclass(frozen=True, slots=True)
class Parted:
    """A list of attacks in two: raids, index -> entry; the rest, and the index that each of it had in the list."""

    raids: dict[int, Json]
    rest: Json | Silent
    places: Sequence[int]

    def at(self, found: Found) -> Found:
        """A refusal of the rest, its path led into the whole list."""
        path, refusal = found
        return ((self.places[int(path[0])], *path[1:]) if path and self.raids else path), refusal


def parted(board: Board, said: Json | Silent) -> Parted:
    """nlb 16.17C: the entries that are made on the hex of an enemy train alone, apart from all others."""
    entries = list(enumerate(said)) if board.trains and isinstance(said, list) else []
    raids = {index: entry for index, entry in entries if _train_of(board, entry)}
    if not raids:
        return Parted({}, said, ())
    rest = [(index, entry) for index, entry in entries if index not in raids]
    return Parted(raids, [entry for _, entry in rest], [index for index, _ in rest])


def _train_of(board: Board, entry: Json) -> str:
    """The enemy train on whose hex alone an entry is made, "" for any other entry."""
    on = entry.get("on") if isinstance(entry, dict) else None
    if not isinstance(on, list) or len(on) != 1 or not isinstance(on[0], str):
        return ""
    train = board.train_in(on[0])
    return train if train and board.army_of(train) != board.position.army else ""


@dataclass(frozen=True, slots=True)
class Prey:
    """An enemy train that could be attacked now. by: units that touch it and are free to, guns: batteries in reach."""

    train: str
    at: str
    by: tuple[str, ...]
    guns: tuple[str, ...]

    def entry(self) -> dict[str, Json]:
        """An attack on it by one unit: an adjacent one, else a battery."""
        return {"on": [self.at], **({"by": [self.by[0]]} if self.by else {"bombard": [self.guns[0]]})}


def prey(board: Board) -> tuple[Prey, ...]:
    """nlb 16.5-4, 16.17C: the enemy trains that the phasing army can attack on the board as it stands, in order of hex.

    In rain batteries alone reach none.
    """
    army = board.position.army
    own = board.on_map(army) if board.trains else ()
    found = []
    for at, train in sorted((board.at[uid], uid) for uid in board.trains if uid in board.at):
        if board.army_of(train) != army:
            by = tuple(unit for unit in own if _unfit(board, unit, at, (), near=True) is None)
            fires = bool(by) or in_rain(board) == 1
            guns = tuple(unit for unit in own if fires and _unfit(board, unit, at, (), near=False) is None)
            found.append(Prey(train, at, by, guns))
    return tuple(one for one in found if one.by or one.guns)


def raided(board: Board, listed: Sequence[Json]) -> Iterator[dict[str, Json]]:
    """nlb 16.17C: attacks on trains, one each, by those whom a list of attacks leaves free."""
    busy = {unit for entry in listed for unit in _named(entry)}
    for one in prey(board):
        by = tuple(unit for unit in one.by if unit not in busy)
        guns = tuple(unit for unit in one.guns if unit not in busy) if in_rain(board) == 1 else ()
        if by or guns:
            entry = replace(one, by=by, guns=guns).entry()
            busy.update(_named(entry))
            yield entry


def raid_faults(board: Board, parts: Parted) -> Iterator[Found]:
    """What the rules have against raids, with its place in the list of attacks."""
    for index, entry in parts.raids.items():
        refusal = _refusal(board, index, entry, _busy(parts, index))
        if refusal is not None:
            yield (index,), refusal


def raids(board: Board, prefix: str, parts: Parted) -> Procedure:
    """nlb 16.17C: destroys the trains that are attacked, before any combat. prefix: of the labels."""
    for number, (index, entry) in enumerate(parts.raids.items()):
        options = RaidOptions(board, index, _busy(parts, index))
        where = ("attacks", index)
        answer = yield Choose(
            board.position.army, "raid", options, f"{prefix}.raid{number + 1}", entry, where, scene=board
        )
        if answer != NO:
            train = _train_of(board, answer)
            by = [*answer.get("by", ()), *answer.get("bombard", ())]
            at = board.lift(train)
            board.position.dead.add(train)
            yield Tell({"kind": "raid", "unit": train, "at": at, "by": by, "case": CASE})


def _busy(parts: Parted, index: int) -> frozenset[str]:
    """Who is named in another attack of the list."""
    others = [entry for other, entry in parts.raids.items() if other != index]
    rest = parts.rest if isinstance(parts.rest, list) else []
    return frozenset(unit for entry in (*others, *rest) for unit in _named(entry))


def _named(entry: Json) -> Iterator[str]:
    for manner in (entry, entry.get("else")) if isinstance(entry, dict) else ():
        if isinstance(manner, dict):
            for units in (manner.get("by"), manner.get("bombard")):
                yield from (unit for unit in units if isinstance(unit, str)) if isinstance(units, list) else ()


@dataclass(frozen=True, slots=True)
class RaidOptions:
    """An attack on a train as the orders have it, or `no`. busy: who attacks somebody else."""

    board: Board
    index: int
    busy: Collection[str]

    def why_not(self, answer: Json) -> Refusal | None:
        """nlb 6.1-1, 6.1B, 7.1-1, 16.5-4, 16.17C: why it cannot be made."""
        return None if answer == NO else _refusal(self.board, self.index, answer, self.busy)

    def default(self) -> Json:
        """None."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """None: chance attacks whom it has to."""
        return NO

    def describe(self) -> Json:
        """{"answers", "default"}."""
        return {"answers": [NO], "default": NO}


def _refusal(board: Board, index: int, entry: Json, busy: Collection[str]) -> Refusal | None:
    attack = read_attack(index, entry)
    if not isinstance(attack, Attack):
        return attack[1]
    if not _train_of(board, entry):
        return Refusal(CASE, f"attack {attack.id}: the train is no longer there", hex=attack.on[0])
    if attack.condition or attack.other is not None:
        return Refusal(CASE, f"attack {attack.id}: an attack on a train hangs on no condition", hex=attack.on[0])
    if not attack.by and not attack.manner.bombard:
        return Refusal(CASE, f"attack {attack.id} has no attacker", hex=attack.on[0])
    if not attack.by and in_rain(board) > 1:
        return alone_in_rain(board, attack)
    found = [_unfit(board, unit, attack.on[0], busy, near=True) for unit in attack.by]
    found += [_unfit(board, unit, attack.on[0], busy, near=False) for unit in attack.manner.bombard]
    return next((refusal for refusal in found if refusal is not None), None)


def _unfit(board: Board, unit: str, at: str, busy: Collection[str], *, near: bool) -> Refusal | None:
    """Why somebody cannot attack a train: not there, bound by the enemy, busy, or out of reach."""
    piece = board.roster.units.get(unit)
    if piece is None or piece.army != board.position.army or not piece.strength or unit not in board.at:
        return Refusal("6.0", f"{unit[:40]} is no combat unit of yours on the map", unit[:40])
    here = board.at[unit]
    if unit in busy:
        return Refusal("6.1B", f"{piece.name} in {here} attacks already and cannot be divided", unit, here)
    if not near:
        return bombardment_refusal(board, unit, at)
    if at not in board.field.zone_neighbours[here]:
        return Refusal("6.1A", f"{piece.name} in {here} is not adjacent to {at}", unit, at)
    if board.zone(unit).get(here):
        text = f"{piece.name} in {here} stands in an enemy zone of control and has to attack those who hold it"
        return Refusal("6.1", text, unit, here)
    return None
