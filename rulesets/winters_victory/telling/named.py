"""What counters, leaders, corps, hexes and places are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Names
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.scenarios_data import Objective
from rulesets.winters_victory.setting import Setting

ARMY_NAMES: Final[Mapping[str, str]] = {FRENCH: "French", ALLIED: "Allied"}
PEOPLE: Final[Mapping[str, str]] = {FRENCH: "French", ALLIED: "Allies"}
_NUMBER: Final = re.compile(r"\b[0-9]{4}\b(?! \()")
_PART: Final = re.compile(r"^(?P<of>.*), (?P<what>battalion|part) (?P<number>[0-9]+)$")
_MANY: Final = {"battalion": "battalions", "part": "parts"}


@dataclass(frozen=True)
class WinterNames(Names[Piece]):
    """Printed names, and what else sentences have to know of a battle."""

    setting: Setting

    def units(self, uids: Sequence[str]) -> str:
        """`A, B and C`; battalions of one regiment together, `17th Line, battalions 1 and 2`."""
        groups: dict[tuple[str, str], list[str]] = {}
        for uid in dict.fromkeys(uids):
            name = self.unit(uid)
            part = _PART.match(name)
            key = (part["of"], part["what"]) if part else (name, "")
            groups.setdefault(key, []).append(part["number"] if part else "")
        return _several([_grouped(of, what, numbers) for (of, what), numbers in groups.items()])

    def army(self, word: str) -> str:
        """`the French army`."""
        return f"the {self.place(word)} army"

    def people(self, word: str) -> str:
        """`the French`, `the Allies`."""
        return f"the {PEOPLE.get(word, word)}"

    def hexes(self, many: Sequence[str]) -> str:
        """`4167 (Serpallen) and 4066`."""
        return listed([self.hex(at) for at in many])

    def way(self, path: Sequence[str]) -> str:
        """`4167 (Serpallen) - 4066 - 4065`: the ends with their names."""
        ends = (path[0], path[-1]) if path else ()
        return " - ".join(self.hex(at) if at in ends else at for at in path)

    def text(self, text: str) -> str:
        """What the rules say in a refusal, with the names of its places."""
        return _NUMBER.sub(lambda found: self.hex(found[0]), text)


def names_of(setting: Setting) -> WinterNames:
    """All names of a battle."""
    pieces = {
        uid: Piece(
            uid,
            unit.name,
            unit.kind,
            unit.strength,
            max(unit.allowance.values(), default=0),
            unit.army,
            unit.brigade,
            i,
        )
        for i, (uid, unit) in enumerate(setting.units.items())
    }
    brigades = {uid: one.name for uid, one in setting.forces.brigades.items()}
    formations = {
        army: tuple(uid for uid, one in setting.forces.brigades.items() if one.army == army) for army in ARMY_NAMES
    }
    return WinterNames(Roster(pieces, formations, brigades), setting.field, _places(setting), {}, setting)


def _places(setting: Setting) -> dict[str, str]:
    """Id -> name of whatever is neither counter nor hex nor brigade."""
    found = dict(ARMY_NAMES)
    found |= {book: name for book, (name, _) in setting.chain.books.items()}
    return found | {one.name: objective_name(setting, one) for one in setting.scenario.objectives}


def objective_name(setting: Setting, one: Objective) -> str:
    """wv 14.13: an objective by the first name on the map among its hexes, else by its own."""
    named = (setting.field.names[at] for at in one.hexes if at in setting.field.names)
    return next(named, one.name.capitalize())


def _grouped(of: str, what: str, numbers: Sequence[str]) -> str:
    if not what:
        return of
    return f"{of}, {_MANY[what] if len(numbers) > 1 else what} {listed(sorted(numbers, key=int))}"


def _several(texts: Sequence[str]) -> str:
    """Several names that may hold commas: with semicolons between them then."""
    if len(texts) < 2 or not any("," in text for text in texts):
        return listed(list(texts))
    return f"{'; '.join(texts[:-1])}; and {texts[-1]}" if len(texts) > 2 else " and ".join(texts)
