"""What units, formations, nations, books of losses and places are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.wording import RESULTS as WORDS
from pbem.hexgame.telling.wording import Names
from rulesets.napoleons_last_battles.rules.battle.cases import RESULTS as CODES
from rulesets.napoleons_last_battles.rules.command.effects import NO_EFFECT
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import Theatre

RESULTS: Final[Mapping[str, str]] = {code: WORDS[code] for code in CODES}
"""nlb 6.4: code of the Combat Results Table -> words."""
_SENTENCED: Final = {**RESULTS, NO_EFFECT: "nothing happens"}
_WINGS: Final[Mapping[str, str]] = {"west": "left", "east": "right"}


@dataclass(frozen=True)
class DispatchNames(Names[Piece]):
    """Printed names, and what else sentences have to know of a scenario."""

    setting: Setting

    def unit(self, uid: str) -> str:
        """The name of a unit or leader, one who is not in play yet too."""
        known = self.setting.roster.units.get(uid)
        return known.name if known else uid

    def name(self, thing: str) -> str:
        """The name of a unit, hex, formation, army, nation, nationality, book or town; the id itself where there is
        none."""
        if thing in self.setting.roster.units:
            return self.unit(thing)
        return self.hex(thing) if thing in self.field.neighbours else self.place(thing)

    def book(self, book: str) -> str:
        """nlb 9.0, 13.0-1, 13.1, 27.1A-1: a book of losses within a sentence: `the French army`, `the 3rd Division`,
        `the British contingent`, `the French left wing`."""
        name = self.place(book)
        if book in self.setting.roster.nation_names or book in self.setting.armies:
            return f"the {name} army"
        return f"the {name} contingent" if book in self.setting.roster.nationalities else f"the {name}"


def names_of(theatre: Theatre) -> DispatchNames:
    """All names of a theatre."""
    return DispatchNames(theatre.everybody, theatre.field, _places(theatre.setting), _SENTENCED, theatre.setting)


def _places(setting: Setting) -> dict[str, str]:
    """Id -> name of whatever is neither unit nor hex."""
    roster = setting.roster
    names = {army: army.capitalize() for army in setting.armies}
    names |= {name: name.replace("-", " ").title() for name in setting.towns}
    names |= {uid: one.name for uid, one in roster.nationalities.items()}
    names |= {uid: _formation_name(setting, uid) for uid in roster.formations}
    names |= roster.nation_names
    for book, row in setting.losses.books.items():
        if row.get("wing"):
            names[book] = f"{roster.nation_names.get(row['of'], row['of'])} {_WINGS[row['wing']]} wing"
    return names


def _formation_name(setting: Setting, uid: str) -> str:
    """Formations of which two nations have one of that name bear their nation's: `French First Corps`."""
    roster = setting.roster
    one = roster.formations[uid]
    alike = any(other.name == one.name and other.nation != one.nation for other in roster.formations.values())
    return f"{roster.nation_names[one.nation]} {one.name}" if alike else one.name
