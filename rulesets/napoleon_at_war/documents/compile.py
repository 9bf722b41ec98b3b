"""A player's document as public input: names to ids, destinations to paths, and everything that is wrong with it.

Entry number i of `moves` and `attacks` stays number i, so that each refusal of the rules points into the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.options import Refusal
from pbem.hexgame.documents.names import Path
from pbem.hexgame.field.values import points_text
from pbem.hexgame.fighting.attacks import Attack
from rulesets.napoleon_at_war.documents.translation import Translation, attack
from rulesets.napoleon_at_war.forms import MOVE, WHO
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.attack import read_attack
from rulesets.napoleon_at_war.rules.battle.conditions import always_vacant, condition_remarks
from rulesets.napoleon_at_war.rules.battle.preferences import retreat_remarks
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.march.routing import Wish, find_path, open_path
from rulesets.napoleon_at_war.rules.march.transit import no_return, turns_back
from rulesets.napoleon_at_war.rules.march.why_unreachable import of_the_goal
from rulesets.napoleon_at_war.rules.orders_options import OrdersOptions
from rulesets.napoleon_at_war.setting import Setting

# The case that forbids combat at night.
NIGHT = "10.1"
# Members that say all of a move by themselves, and what may stand beside each.
_BESIDE = {"track": {"unit"}, "refuse": {"unit"}, "path": {"unit", "path", "exit", "transit"}}


def compile_orders(setting: Setting, position: Position, document: Mapping[str, Any]) -> Compiled:
    """The public input of a document that fits `document_schema`, its faults and what was chosen for the player.

    Faults are complete: names that mean nothing or the wrong army (their refusals bear no case, as no rule is
    broken by a misspelling), ways that are not open, then all that the rules have against the rest before any
    die. A refusal that only follows from an earlier one is left out. Their paths lead into the document.
    """
    translation = Translation(setting, position.army)
    if "answer" in document:
        return Compiled({"answer": translation.answer(document["answer"])}, translation.faults)
    notes: list[str] = []
    moves = _Moves(setting, position, translation, notes)
    orders = _translated(document, translation, moves)
    judged = OrdersOptions(setting, setting.board(position.copy())).faults(orders)
    news = [
        PlacedRefusal(path, refusal) for path, refusal in judged if _news(orders, translation.faults, path, refusal)
    ]
    news = _without_consequences(document.get("attacks") or [], translation.faults, _first_of_each_place(news))
    board, attacks = moves.options.board, _attacks(orders)
    empty = [PlacedRefusal(("attacks", *path), why) for attack in attacks for path, why in always_vacant(board, attack)]
    faults = _in_order([*translation.faults, *news, *empty])
    return Compiled(orders, faults, notes, remarks=() if faults else _remarks(setting, board, attacks))


def public_orders(setting: Setting, position: Position, document: Mapping[str, Any]) -> dict[str, Any]:
    """The public input of a document alone, for who wants to know what comes of it and not whether it is legal."""
    translation = Translation(setting, position.army, hints=False)
    return _translated(document, translation, _Moves(setting, position, translation, []))


def _translated(document: Mapping[str, Any], translation: Translation, moves: _Moves) -> dict[str, Any]:
    """Moves and attacks as public input.

    An empty list in the file means what a missing one means: the defaults of the rules.
    """
    orders: dict[str, Any] = {}
    if document.get("moves"):
        orders["moves"] = moves.compile(document["moves"])
    if document.get("attacks"):
        listed = enumerate(document["attacks"])
        orders["attacks"] = [attack(entry, ("attacks", number), translation) for number, entry in listed]
    return orders


def _attacks(orders: Mapping[str, Any]) -> list[Attack]:
    """The attacks that can be read at all."""
    read = [read_attack(number, entry) for number, entry in enumerate(orders.get("attacks", ()))]
    return [attack for attack in read if isinstance(attack, Attack)]


def _remarks(setting: Setting, board: Board, attacks: Sequence[Attack]) -> list[PlacedRefusal]:
    """What the attacks wish that is not possible as the moves leave the board, and may be later."""
    closed = [found for attack in attacks for found in retreat_remarks(board, attack)]
    return [
        PlacedRefusal(("attacks", *path), why) for path, why in [*closed, *condition_remarks(setting, board, attacks)]
    ]


def _first_of_each_place(faults: Sequence[PlacedRefusal]) -> list[PlacedRefusal]:
    """One refusal for each entry or member; the list of attacks as a whole may have several."""
    told: dict[Path, None] = {}
    found = []
    for fault in faults:
        if len(fault.path) == 1 or fault.path not in told:
            found.append(fault)
        told[fault.path] = None
    return found


def _without_consequences(
    entries: Sequence[Mapping[str, Any]], known: Sequence[PlacedRefusal], faults: Sequence[PlacedRefusal]
) -> list[PlacedRefusal]:
    """The faults without those that only follow from a wrong target of the same attack: who is too far from it, and the
    name that the attack took from it. known: those of words, among which the wrong target may be."""
    found = (*known, *faults)
    wrong = {(f.path[1], f.refusal.hex) for f in found if f.path[0] == "attacks" and f.path[2:3] == ("on",)}
    numbers = {number for number, _ in wrong}

    def follows(fault: PlacedRefusal) -> bool:
        if fault.path[0] != "attacks" or len(fault.path) < 3:
            return False
        number, member = fault.path[1:3]
        named = "id" in entries[number] if isinstance(number, int) else True
        away = member in WHO and (number, fault.refusal.hex) in wrong
        return away or (member == "id" and not named and number in numbers)

    return [fault for fault in faults if not follows(fault)]


def _news(orders: Mapping[str, Any], known: Sequence[PlacedRefusal], path: Path, refusal: Refusal) -> bool:
    """Whether a refusal is more than the consequence of a fault that is known already."""
    if any(_about(fault.path, path) for fault in known):
        return False
    if path[:1] != ("attacks",):
        return True
    if len(path) == 1 and known:
        # What is owed cannot be judged while a move or a name is wrong; that it is night does not hang on either.
        return refusal.case == NIGHT
    movers = {str(orders["moves"][fault.path[1]]["unit"]) for fault in known if fault.path[0] == "moves"}
    return refusal.unit not in movers


def _about(known: Path, path: Path) -> bool:
    """Whether two paths concern the same place: the same entry of the moves, or one within the other."""
    if known[0] == path[0] == "moves":
        return known[:2] == path[:2]
    return path[: len(known)] == known or (known[: len(path)] == path and len(path) > 1)


def _in_order(faults: Sequence[PlacedRefusal]) -> tuple[PlacedRefusal, ...]:
    """Moves before attacks, each in order of its entries; otherwise as found."""
    first = {"moves": 0, "attacks": 1}
    return tuple(sorted(faults, key=lambda f: (first.get(str(f.path[0]), 2), f.path[1] if len(f.path) > 1 else -1)))


class _Moves:
    """The moves of a document, each judged and carried out on a scratch board before the next one is read."""

    def __init__(self, setting: Setting, position: Position, translation: Translation, notes: list[str]) -> None:
        self.options = MoveOptions(setting, setting.board(position.copy()))
        self.setting = setting
        self.translation = translation
        self.notes = notes
        # Unit -> the number of the entry that has moved it.
        self.ordered: dict[str, int] = {}

    def compile(self, entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The entries in their order; one that cannot be compiled keeps its place."""
        return [self._entry(entry, ("moves", number)) for number, entry in enumerate(entries)]

    def _entry(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        before = len(self.translation.faults)
        unit = self.translation.unit(entry["unit"], (*path, "unit"))
        if unit in self.ordered:
            text = (
                f"{self._name(unit)} has its order already, in entry {self.ordered[unit]} of the moves; it moves once"
            )
            self.translation.fault((*path, "unit"), Refusal("5.17", text, unit))
        places = {key: self.translation.hex(entry[key], (*path, key)) for key in ("to", "enter") if key in entry}
        entry = {**entry, **places}
        found = self._said(unit, entry, path)
        if len(self.translation.faults) > before:
            return found
        chosen = "path" in found and "path" not in entry
        spent = self.options.judge(found)
        if not isinstance(spent, Refusal):
            if chosen:
                self._note(found, spent)
            if self.options.why_not(found) is None:
                self.options.perform(found)
                self.ordered[unit] = int(path[1]) + 1
        elif chosen and self.translation.hints:
            self._refuse(found, entry, path, spent)
        return found

    def _refuse(self, found: Mapping[str, Any], entry: Mapping[str, Any], path: Path, refusal: Refusal) -> None:
        """Notes why no way is open: at the destination, or at the unit where the rules object to the unit itself."""
        board, to, field = self.options.board, str(entry.get("to", "")), self.setting.field
        start = (found["path"] or [""])[0]
        if turns_back(self.setting, board, str(found["unit"]), to):
            refusal = no_return(self.setting, board, str(found["unit"]), to)
        elif start and to and refusal.hex and field.map_of.get(start) != field.map_of[to]:
            text = f"{self._name(found['unit'])} cannot march from {start} to {to}: that is on another map"
            refusal = Refusal("5.16", text, found["unit"], to)
        if to in board.here and board.holder(to) != board.position.army and refusal.hex:
            foe = self._name(board.here[to][0])
            text = (
                f"{self._name(found['unit'])} may not enter {self.setting.field.name(to)}: {foe} of the enemy is there"
            )
            refusal = Refusal("5.12", text, found["unit"], to)
        else:
            refusal = of_the_goal(self.options, Wish.of(str(found["unit"]), entry), found["path"], refusal)
        keys = ("to", "exit", "transit", "enter") if refusal.hex else ("unit",)
        self.translation.fault((*path, next(key for key in keys if key in entry)), refusal)

    def _said(self, unit: str, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """The entry in the form of the public input; an empty path, which no rule allows, where there is no way."""
        found: dict[str, Any] = {"unit": unit}
        nowhere = {"unit": unit, "path": []}
        if self._contradiction(unit, entry, path):
            return nowhere
        if "refuse" in entry:
            return {**found, "refuse": True}
        if "track" in entry:
            return {**found, "track": str(entry["track"])}
        if "path" in entry:
            found["path"] = MOVE.members["path"].node.read(entry["path"], (*path, "path"), self.translation)
        elif any(fault.path[:2] == path for fault in self.translation.faults):
            return nowhere
        else:
            # Why no way is open need not be looked for where nobody is told.
            way = find_path if self.translation.hints else open_path
            found["path"] = way(self.options, Wish.of(unit, entry))
        return found | {key: str(entry[key]) for key in ("exit", "transit") if key in entry}

    def _contradiction(self, unit: str, entry: Mapping[str, Any], path: Path) -> bool:
        """Notes members that cannot stand together; whether there were any."""
        for key, beside in _BESIDE.items():
            strange = [other for other in entry if other not in {*beside, key}]
            if key in entry and strange:
                return self._clash(path, strange[0], unit, f"'{strange[0]}' cannot stand beside '{key}'")
        if "exit" in entry and "transit" in entry:
            return self._clash(path, "transit", unit, "a unit leaves for good or onto the track, not both")
        if "enter" in entry and unit in self.options.board.position.at:
            at = self.options.board.hex_of(unit)
            return self._clash(path, "enter", unit, f"{self._name(unit)} is on the map already, in {at}")
        return False

    def _clash(self, path: Path, key: str, unit: str, text: str) -> bool:
        self.translation.fault((*path, key), Refusal("", text, unit))
        return True

    def _name(self, unit: str) -> str:
        return self.setting.roster.units[unit].name if unit in self.setting.roster.units else unit

    def _note(self, entry: Mapping[str, Any], spent: int) -> None:
        has = allowance(self.setting, entry["unit"], self.options.board.position.turn)
        way = " ".join(entry["path"])
        end = f", then off the map ({entry.get('exit') or entry.get('transit')})" if len(entry) > 2 else ""
        self.notes.append(f"{self._name(entry['unit'])}: {way}{end}, {points_text(spent)} of {points_text(has)}")
