"""Boards with stacks of two, walled farms with a zone that goes out and not in, leaders, trains, and batteries.

The little rulebook of these tests: everybody in an enemy zone attacks, everybody in an own zone is attacked. Infantry
in a farm may stay out; if it attacks, all whom it touches are attacked. Leaders do not fight. Trains exert no zone and
do not attack. Batteries fire two hexes far.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import Entry, random_attacks
from pbem.hexgame.fighting.attack_rules import AttackCases, AttackRules, Lower
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.said import Found
from tests.hexgame.field.test_field import field

ENEMY = {"blue": "red", "red": "blue"}
RESULTS = ("Ae", "De", "Ex", "Ar", "Dr")
COLUMNS = ("1-2", "1-1", "2-1", "3-1")
KINDS = {"a": "artillery", "c": "cavalry", "i": "infantry", "l": "leader", "t": "train"}
CASES = AttackCases(**{one.name: one.name for one in fields(AttackCases)})
"""Each refusal cites what it is."""


def piece(uid: str) -> Piece:
    """`bi1`: a blue infantry of strength two."""
    return Piece(uid, uid.upper(), KINDS[uid[1]], 2, 4, "blue" if uid[0] == "b" else "red", "all", 0)


PIECES = {uid: piece(uid) for uid in (f"{army}{kind}{n}" for army in "br" for kind in KINDS for n in range(1, 10))}
ROSTER = Roster(PIECES, {"blue": ("all",), "red": ("all",)}, {"all": "All"})


class Ground:
    """A board on a tiny sheet, and what the little rulebook says of it to blue. farms: hexes with one."""

    def __init__(self, at: Mapping[str, str], farms: Sequence[str] = (), on: HexField | None = None) -> None:
        self.farms = frozenset(farms)
        self.board: HexBoard[Piece] = HexBoard(dict(at), on or field(), ROSTER, ENEMY)

    def kinds(self, at: str) -> list[str]:
        """The kinds of those who stand in a hex."""
        return [PIECES[unit].kind for unit in self.board.units_in(at)]

    def together(self, at: str) -> list[str]:
        idle = {"leader", "train"} if self.board.holder(at) == "blue" else {"leader"}
        return [unit for unit in self.board.units_in(at) if PIECES[unit].kind not in idle]

    def touches(self, a: str, b: str) -> bool:
        return b in self.board.field.zone_neighbours[a]

    def refused(self, *listed: Entry) -> list[str]:
        """What is wrong with a list: a word for each refusal."""
        return [refusal.case for _, refusal in self.options().faults(list(listed))]

    def broken(self, listed: Sequence[Entry]) -> bool:
        """Whether a list without batteries and conditions breaks the little rulebook, told from its words alone."""
        on = [at for one in listed for at in one["on"]]
        by = [unit for one in listed for unit in one["by"]]
        if len({*on}) < len(on) or len({*by}) < len(by) or any(not one["by"] for one in listed):
            return True
        if any(unit not in self.together(self.board.at.get(unit, "")) or unit[0] != "b" for unit in by):
            return True
        if any(self.board.holder(at) != "red" or not self.together(at) for at in on):
            return True
        for one in listed:
            starts = {self.board.at[unit] for unit in one["by"]}
            if any(not self.touches(start, at) for start in starts for at in one["on"]):
                return True
            if any(unit not in one["by"] for start in starts for unit in self.together(start)):
                return True
        attacking = {self.board.at[unit] for unit in by}
        own = [at for at in self.board.here if self.board.holder(at) == "blue" and self.together(at)]
        owed = {at for at in self.board.here if self.board.holder(at) == "red" and self.must_be_attacked(at)}
        owed = {at for at in owed if self.together(at) and self.near(at, "blue")}
        owed |= {to for at in attacking for to in self.near(at, "red") if at in self.farms and self.sheltered(at)}
        return not owed <= {*on} or any(at not in attacking for at in own if self.must_attack(at))

    def sheltered(self, at: str) -> bool:
        return at in self.farms and "infantry" in self.kinds(at)

    def zone(self, at: str) -> bool:
        return any(kind not in ("leader", "train") for kind in self.kinds(at))

    def near(self, at: str, army: str) -> list[str]:
        return [n for n in self.board.field.zone_neighbours[at] if self.board.holder(n) == army and self.together(n)]

    def must_attack(self, at: str) -> bool:
        return not self.sheltered(at) and any(self.zone(n) for n in self.near(at, "red"))

    def must_be_attacked(self, at: str) -> bool:
        return any(self.zone(n) and not self.sheltered(n) for n in self.near(at, "blue"))

    def options(self) -> AttackList[Piece]:
        duties = Duties(self.together, self.touches, self.must_attack, self.must_be_attacked)
        return AttackList(self.board, "blue", duties, self.rules(), sampler)

    def rules(self) -> AttackRules:
        return AttackRules(
            cases=CASES,
            foe="red",
            results=RESULTS,
            read=read,
            is_battery=lambda unit: PIECES[unit].kind == "artillery",
            aims=self.aims,
            bombardment=self.bombardment,
            column=self.column,
            preferences=lambda attack: (),
        )

    def aims(self, unit: str) -> list[str]:
        return [at for at in sorted(self.board.here) if self.bombardment(unit, at) is None and self.together(at)]

    def bombardment(self, unit: str, target: str) -> Refusal | None:
        at = self.board.at[unit]
        bound = any(self.zone(n) for n in self.near(at, "red"))
        if bound or self.board.field.distance(at, target) != 2 or self.board.holder(target) == "blue":
            return Refusal("range", f"{unit} cannot bombard {target}", unit, target)
        return None

    def column(self, by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> Lower:
        attack = self.board.strength((*by, *bombard))
        defence = self.board.strength(unit for at in on for unit in self.together(at))
        index = 0 if attack < defence else min(attack // defence, len(COLUMNS) - 1)
        return COLUMNS[index], COLUMNS[:index][::-1]


def read(index: int, entry: Json) -> Attack | Found:
    """An entry as it is: tests write none that cannot be read, but for None."""
    if entry is None:
        return (index,), Refusal("shape", "unreadable")

    def manner(of: Mapping[str, Any], base: Manner) -> Manner:
        return Manner(tuple(of.get("bombard", base.bombard)), of.get("reduce", base.reduce))

    own = manner(entry, Manner())
    other = manner(entry["else"], own) if "else" in entry else None
    on, by = tuple(entry["on"]), tuple(entry.get("by", ()))
    return Attack(index, entry.get("id", on[0]), on, by, own, entry.get("if", {}), other)


def sampler(options: AttackList[Piece], pick: Pick) -> Json:
    """A random list that says nothing of decisions after the die."""
    return random_attacks(options, pick, lambda entry, pick: None)


def entry(on: str, by: str = "", **rest: Json) -> Entry:
    """An entry of a list: names as words of a text."""
    return {"on": on.split(), "by": by.split(), **rest}


def random_ground(seed: int) -> Ground:
    """Up to thirty units close together, at most two to a hex and one to a farm, with rivers and farms anywhere."""
    chance = random.Random(seed)
    bare = field()
    hexes = list(bare.hexes)
    farms = chance.sample(hexes, chance.randint(0, 6))
    sides = sorted({f"{min(a, b)}-{max(a, b)}" for a in hexes for b in bare.neighbours[a]})
    pools = {army: chance.sample([uid for uid in PIECES if uid[0] == army], 45) for army in "br"}
    at: dict[str, str] = {}
    for place in chance.sample(hexes, chance.randint(4, 16)):
        army = chance.choice("br")
        for _ in range(1 if place in farms else chance.randint(1, 2)):
            at[pools[army].pop()] = place
    on = field(hexsides={"river": " ".join(chance.sample(sides, 6)), "bridge": " ".join(chance.sample(sides, 3))})
    return Ground(at, farms, on)
