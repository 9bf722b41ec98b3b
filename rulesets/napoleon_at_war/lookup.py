"""What a player typed, found among units and hexes: by id or printed name, with the nearest ones if it is neither."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.options import Refusal
from pbem.wargame.names import folded, nearest
from rulesets.napoleon_at_war.roster import Roster

_LONGEST = 60


class Units:
    """The units of a roster by what people call them. Where two share a name the own army's one is meant."""

    def __init__(self, roster: Roster, army: str) -> None:
        self.roster = roster
        own_first = sorted(roster.units.values(), key=lambda unit: (unit.army != army, unit.order))
        self._known: dict[str, str] = {}
        for unit in own_first:
            self._known.setdefault(folded(unit.id), unit.id)
        for unit in own_first:
            self._known.setdefault(folded(unit.name), unit.id)

    def find(self, text: str) -> str:
        """The unit's id, empty if nobody is called so."""
        return self._known.get(folded(text), "")

    def unknown(self, text: str) -> Refusal:
        """Says that there is no such unit and which ones come close."""
        close = nearest(text, self._known)
        hint = f"; did you mean {' or '.join(self.label(unit) for unit in close)}?" if close else ""
        return Refusal("", f"there is no unit {text!r}{hint}", unit=text[:_LONGEST], legal=close)

    def label(self, unit: str) -> str:
        """`suc-1 (1/Suchet)`."""
        return f"{unit} ({self.roster.units[unit].name})"


def unknown_hex(text: str, hexes: Iterable[str]) -> Refusal:
    """Says that no map has such a hex and which ones come close."""
    close = nearest(text, {at: at for at in hexes})
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    return Refusal("", f"there is no hex {text!r} on the maps{hint}", hex=text[:_LONGEST], legal=close)
