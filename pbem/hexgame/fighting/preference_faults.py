"""Preferences of an attack that can never fit, and retreats closed as the board stands: told at writing time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, SILENT
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.hexgame.fighting.said import Found, Path, entries, is_names, names_in, shown
from pbem.wargame.retreat import WhyNot

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
Board = HexBoard[Any]


def preference_faults(board: Board, army: str, attack: Attack, cases: Cases) -> Iterator[Found]:
    """Preferences of an army's attack that nothing on the present board could make legal, with their paths."""
    judged = _Judged(board, army, attack, cases)
    for root, manner in attack.manners():
        own = root[-1] != "else"
        for name, check in _CHECKS.items():
            value = getattr(manner, name)
            inherited = not own and value is getattr(attack.manner, name)
            if value is not SILENT and value != ASK and not inherited:
                yield from check(judged, manner, (*root, name))


def retreat_remarks(board: Board, attack: Attack, cases: Cases) -> Iterator[Found]:
    """Retreats of an attack that are closed as the board stands, and may be open when the die has fallen."""
    for root, manner in attack.manners():
        if root[-1] == "else" and manner.retreat is attack.manner.retreat:
            continue
        for number, one in enumerate(entries(manner.retreat)):
            unit = str(one.get("unit"))
            for wish in names_in(one.get("to")) if unit in board.at else ():
                text = _closed(board, unit, wish)
                if text:
                    path = (*root, "retreat", number, "to")
                    yield path, Refusal(cases[WhyNot.BARRED], text, unit, wish[:8])


def _closed(board: Board, unit: str, wish: str) -> str:
    """Why a unit cannot retreat to a neighbouring hex, or in a direction, as the board stands; "" where it can."""
    field, at, army = board.field, board.at[unit], board.army_of(unit)
    toward = {field.direction(at, to): to for to in field.neighbours[at]}
    to, name = toward.get(wish, wish), board.roster.units[unit].name
    if wish in DIRECTIONS and wish not in toward:
        return f"{name} in {at} has no hex {wish} of it"
    if to not in field.neighbours[at]:
        return "" if wish == ASK else f"{name} in {at} is not next to {field.name(to)}"
    if field.steps[at][to] is None:
        return f"{name} in {at} cannot retreat to {field.name(to)}, which the terrain bars"
    if board.zones[board.enemy[army]].get(to) or board.holder(to) == board.enemy[army]:
        return f"{name} in {at} cannot retreat to {field.name(to)} while an enemy stands there or next to it"
    return ""


class _Judged:
    """An attack on a board, with the cases that its preferences may break."""

    def __init__(self, board: Board, army: str, attack: Attack, cases: Cases) -> None:
        self.board = board
        self.army = army
        self.attack = attack
        self.cases = cases

    def pay(self, manner: Manner, path: Path) -> Iterator[Found]:
        """A payment names adjacent attackers who together are as strong as the defenders, or all of them."""
        attack, case = self.attack, self.cases[Reason.PAYMENT]
        if not is_names(manner.pay):
            yield path, Refusal(case, f"attack {attack.id}: pay is a list of units")
            return
        payers = names_in(manner.pay)
        for number, unit in enumerate(payers):
            if unit not in attack.by:
                text = f"attack {attack.id}: {self._named(unit)} is no adjacent attacker and cannot pay an exchange"
                yield (*path, number), Refusal(case, text, unit[:40], legal=attack.by)
        if any(unit not in attack.by for unit in payers):
            # What the others are worth is told once it is clear who pays.
            return
        board, units = self.board, self.board.roster.units
        given = board.strength(unit for unit in dict.fromkeys(payers) if unit in units)
        owed = board.strength(u for at in attack.on for u in board.units_in(at))
        if given < owed and any(unit not in payers for unit in attack.by):
            text = f"attack {attack.id}: an exchange costs {owed} strength points, those named are worth {given}"
            yield path, Refusal(case, text, legal=attack.by)

    def retreat(self, manner: Manner, path: Path) -> Iterator[Found]:
        """A retreat names own units, and neighbours on the map or directions."""
        board, neighbours = self.board, self.board.field.neighbours
        for number, one in enumerate(entries(manner.retreat)):
            unit = one.get("unit")
            fault = self._stranger((*path, number, "unit"), unit)
            if fault is not None:
                yield fault
                continue
            at = board.at[str(unit)]
            for wish in names_in(one.get("to")):
                # A unit that is pushed about may stand elsewhere by then; who attacks retreats from where he is.
                if wish == ASK or wish in DIRECTIONS or wish in neighbours[at]:
                    continue
                if unit in self.attack.by or wish not in neighbours:
                    text = f"{board.roster.units[str(unit)].name} in {at} cannot retreat to {wish[:8]} in one step"
                    refusal = Refusal(self.cases[Reason.RETREAT], text, str(unit), wish[:8], neighbours[at])
                    yield (*path, number, "to"), refusal

    def displace(self, manner: Manner, path: Path) -> Iterator[Found]:
        """Who is to give way is an own unit without a part in the combat."""
        for number, unit in enumerate(names_in(manner.displace)):
            fault = self._stranger((*path, number), unit)
            if fault is not None:
                yield fault
            elif unit in self.attack.by or unit in manner.bombard:
                name = self.board.roster.units[unit].name
                text = f"{name} takes part in attack {self.attack.id} and is not displaced by it"
                yield (*path, number), Refusal(self.cases[Reason.PUSH], text, unit)

    def advance(self, manner: Manner, path: Path) -> Iterator[Found]:
        """An adjacent attacker may advance one hex, into a hex that is attacked."""
        attack, case = self.attack, self.cases[Reason.ADVANCE]
        if isinstance(manner.advance, str):
            if manner.advance != "no":
                yield path, Refusal(case, f"advance is no, ask or a list, not {shown(manner.advance)}")
            return
        for number, one in enumerate(entries(manner.advance)):
            unit, to = one.get("unit"), one.get("to")
            if unit not in attack.by:
                text = f"attack {attack.id}: {self._named(unit)} is no adjacent attacker and cannot advance"
                yield (*path, number, "unit"), Refusal(case, text, str(unit)[:40], legal=attack.by)
            elif to is not None and to not in attack.on:
                name = self._named(unit)
                text = f"attack {attack.id}: {name} can advance one hex, into a hex under attack, not to {shown(to)}"
                yield (*path, number, "to"), Refusal(case, text, str(unit)[:40], str(to)[:8], attack.on)

    def _named(self, unit: Json) -> str:
        """A unit by its printed name; what is none as it was written."""
        counter = self.board.roster.units.get(unit) if isinstance(unit, str) else None
        return counter.name if counter is not None else shown(unit)

    def _stranger(self, path: Path, unit: Json) -> Found | None:
        counter = self.board.roster.units.get(unit) if isinstance(unit, str) else None
        if counter is None or counter.army != self.army or counter.id not in self.board.at:
            text = f"{self._named(unit)} is no own unit on a map"
            return path, Refusal(self.cases[Reason.RETREAT], text, shown(unit))
        return None


_CHECKS: Mapping[str, Callable[[_Judged, Manner, Path], Iterator[Found]]] = {
    "pay": _Judged.pay,
    "retreat": _Judged.retreat,
    "displace": _Judged.displace,
    "advance": _Judged.advance,
}
