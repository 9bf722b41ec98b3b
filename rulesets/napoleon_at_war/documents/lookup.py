"""What a player typed, found among units and hexes: by id or printed name, with the nearest ones if it is neither."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pbem.engine.options import Refusal
from pbem.wargame.names import folded, nearest, without_commas
from rulesets.napoleon_at_war.roster import Roster

_LONGEST = 60


class Units:
    """The units of a roster by what people call them. Where two share a name the own army's one is meant.

    hints: whether who mistypes one is told which come close.
    """

    def __init__(self, roster: Roster, army: str, *, hints: bool = True) -> None:
        self.roster = roster
        self._hints = hints
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
        if not self._hints:
            return Refusal("", f"there is no unit {text[:_LONGEST]!r}", unit=text[:_LONGEST])
        close = nearest(text, self._known)
        hint = f"; did you mean {' or '.join(self.label(unit) for unit in close)}?" if close else ""
        hint = without_commas(text, self._known) or hint
        return Refusal("", f"there is no unit {text!r}{hint}", unit=text[:_LONGEST], legal=close)

    def label(self, unit: str) -> str:
        """`suc-1 (1/Suchet)`."""
        return f"{unit} ({self.roster.units[unit].name})"


class Places:
    """The hexes of the maps by number and by printed name. names: hex -> name, of those that have one.

    hints: whether who mistypes one is told which come close.
    """

    def __init__(self, hexes: Collection[str], names: Mapping[str, str], *, hints: bool = True) -> None:
        self._hexes = hexes
        self._hints = hints
        self._called: dict[str, list[str]] = {}
        for at, name in names.items():
            self._called.setdefault(folded(name), []).append(at)

    def find(self, text: str) -> str | Refusal:
        """The hex that a number or a printed name means; else why it means none, with those that come close."""
        found = [text] if text in self._hexes else self._called.get(folded(text), [])
        if len(found) == 1:
            return found[0]
        if found:
            what = f"{text[:_LONGEST]!r} is printed on {len(found)} hexes: {', '.join(found)}; write the number of one"
            return Refusal("", what, hex=text[:_LONGEST], legal=tuple(found))
        return self._unknown(text)

    def _unknown(self, text: str) -> Refusal:
        if not self._hints:
            return Refusal("", f"there is no hex {text[:_LONGEST]!r}", hex=text[:_LONGEST])
        named = {at: at for at in self._hexes} | {name: hexes[0] for name, hexes in self._called.items()}
        close = nearest(text, named) or _nearest_numbers(text, self._hexes)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        if not close:
            hint = f"; write four digits, {min(self._hexes)} to {max(self._hexes)}, or a printed name"
        return Refusal("", f"there is no hex {text!r} on the maps{hint}", hex=text[:_LONGEST], legal=close)


def _nearest_numbers(text: str, hexes: Iterable[str]) -> tuple[str, ...]:
    """Of a number off the maps the hexes nearest to it by column and row, at most three; none for other words."""
    if len(text) != 4 or not (text.isascii() and text.isdecimal()):
        return ()
    column, row = int(text[:2]), int(text[2:])
    ranked = sorted((abs(int(at[:2]) - column) + abs(int(at[2:]) - row), at) for at in hexes)
    return tuple(at for _, at in ranked[:3])
