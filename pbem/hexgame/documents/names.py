"""Units and hexes that a player typed, by id or printed name, and what is wrong with those that are neither."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.field.field import HexField
from pbem.wargame.names import folded, nearest, without_commas

Path = tuple[str | int, ...]

AGREED: Final = frozenset(("yes", "ja", "oui", "true", "all"))
"""Words of who agrees where names are wanted."""
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
# So many letters of a word, and so many names, are told of.
_LONGEST: Final = 60
_MOST_LISTED: Final = 12
_MOST_MEANT: Final = 3


def _words(text: str) -> list[str]:
    """The words of a name without what stands between them and behind them: `Pelletier's` is `pelletier s`."""
    return re.findall(r"\w+", folded(text))


class Units:
    """Units by what people call them. Where two share a name the own army's one is meant.

    hints: whether who mistypes one is told which come close. printed: unit -> what else is printed on it; where several
    of an army bear the same, none of them is meant by it.
    """

    def __init__(
        self, units: Mapping[str, Piece], army: str, *, hints: bool = True, printed: Mapping[str, str] = _NOTHING
    ) -> None:
        self.known = units
        self.army = army
        self.hints = hints
        own_first = sorted(units.values(), key=lambda unit: (unit.army != army, unit.order))
        self._called: dict[str, str] = {}
        for unit in own_first:
            self._called.setdefault(folded(unit.id), unit.id)
        for unit in own_first:
            self._called.setdefault(folded(unit.name), unit.id)
        # What is printed on several counters of an army -> these.
        self._shared: dict[str, list[str]] = {}
        for unit in own_first if printed else ():
            if folded(printed[unit.id]) not in self._called:
                alike = self._shared.setdefault(folded(printed[unit.id]), [])
                alike += [unit.id] if not alike or units[alike[0]].army == unit.army else []
        self._called |= {word: alike[0] for word, alike in self._shared.items() if len(alike) == 1}

    def find(self, text: str) -> str:
        """The unit's id, empty if nobody is called so."""
        return self._called.get(folded(text), "")

    def own(self) -> list[str]:
        """The ids of the army, in the order of the roster."""
        return [uid for uid, unit in self.known.items() if unit.army == self.army]

    def unknown(self, text: str) -> Refusal:
        """Says that there is no such unit and which ones come close."""
        alike = self._shared.get(folded(text), ())
        if alike:
            which = " or ".join(map(self.label, alike))
            return Refusal("", f"{text!r} is printed on {len(alike)} counters; write {which}", text, "", tuple(alike))
        if not self.hints:
            return Refusal("", f"there is no unit {text[:_LONGEST]!r}", unit=text[:_LONGEST])
        close = self._with_word(text) or nearest(text, self._called)
        hint = f"; did you mean {' or '.join(self.label(unit) for unit in close)}?" if close else ""
        hint = without_commas(text, self._called) or hint
        return Refusal("", f"there is no unit {text!r}{hint}", unit=text[:_LONGEST], legal=close)

    def _with_word(self, text: str) -> tuple[str, ...]:
        """Who has these words in his name (`Pelletier` means the one of whom reports say `Pelletier's artillery`), the
        own ones first; nobody where there are more than three."""
        wanted = f" {' '.join(_words(text))} "
        found = {uid: None for word, uid in self._called.items() if wanted in f" {' '.join(_words(word))} "}
        return tuple(found) if len(found) <= _MOST_MEANT and wanted.strip() else ()

    def label(self, unit: str) -> str:
        """`suc-1 (1/Suchet)`."""
        return f"{unit} ({self.known[unit].name})"


class Places:
    """The hexes of the maps by number and by printed name. names: hex -> name, of those that have one.

    hints: whether who mistypes one is told which come close. beyond: why a word that names no hex may still look like
    one, such as a hex of a larger map, "" for any other word.
    """

    def __init__(
        self,
        hexes: Collection[str],
        names: Mapping[str, str],
        *,
        hints: bool = True,
        beyond: Callable[[str], str] | None = None,
    ) -> None:
        self._hexes = hexes
        self._hints = hints
        self._beyond = beyond
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

    def beyond(self, text: str) -> str:
        """Why a word that names no hex looks like one, "" for any other word."""
        return self._beyond(text) if self._beyond is not None else ""

    def _unknown(self, text: str) -> Refusal:
        if not self._hints:
            return Refusal("", f"there is no hex {text[:_LONGEST]!r}", hex=text[:_LONGEST])
        why = self.beyond(text)
        if why:
            return Refusal("", why, hex=text[:_LONGEST])
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
    ranked = sorted((abs(int(at[-4:-2]) - column) + abs(int(at[-2:]) - row), at) for at in hexes)
    return tuple(at for _, at in ranked[:3])


class Names:
    """The names in one document of one army. `faults` gathers what names nothing or the wrong army.

    A word that cannot be translated stays as it was typed, so that every entry keeps its place. armies: what they are
    called. foreign: the case that somebody breaks who orders units of another army.
    """

    def __init__(self, units: Units, places: Places, armies: Mapping[str, str], foreign: str) -> None:
        self.units = units
        self.places = places
        self._armies = armies
        self._foreign = foreign
        self.faults: list[PlacedRefusal] = []

    @property
    def hints(self) -> bool:
        """Whether who mistypes is told what he may have meant, which takes a search for each word."""
        return self.units.hints

    def fault(self, path: Path, refusal: Refusal) -> None:
        """Notes what is wrong at a place of the document."""
        self.faults.append(PlacedRefusal(path, refusal))

    def unit(self, text: Any, path: Path) -> str:
        """The id of a unit of the own army."""
        found = self.units.find(str(text))
        if not found:
            self.fault(path, self.units.unknown(str(text)))
            return str(text)
        unit = self.units.known[found]
        if unit.army != self.units.army:
            army = self._armies.get(unit.army, unit.army)
            what = f"{unit.name} ({found}) is a {army} unit; orders are for your own units only"
            self.fault(path, Refusal(self._foreign, what, unit=found))
        return found

    def own_unit(self, text: Any, path: Path) -> str:
        """The same where nobody but the own army comes into question; who misses is told the nearest, else some."""
        if self.units.find(str(text)):
            return self.unit(text, path)
        own = self.units.own()
        close = [unit for unit in self.units.unknown(str(text)).legal if unit in own]
        hint = f"did you mean {' or '.join(map(self.units.label, close))}?" if close else f"legal: {_first(own)}"
        refusal = Refusal("", f"no such one of your units; {hint}", str(text)[:_LONGEST], legal=tuple(close or own))
        self.fault(path, refusal)
        return str(text)

    def called(self, unit: str) -> str:
        """The printed name of a unit, the word itself where it is none."""
        return self.units.known[unit].name if unit in self.units.known else unit

    def agrees(self, text: Any) -> bool:
        """Whether a word where a unit is expected only says yes."""
        return not self.units.find(str(text)) and str(text).casefold() in AGREED

    def hex(self, text: Any, path: Path) -> str:
        """A hex of the maps, by its number or its printed name."""
        return self._found(self.places.find(str(text)), text, path)

    def target(self, text: Any, path: Path) -> str:
        """A hex under attack; who names the unit in it is told to name the hex."""
        unit, found = self.units.find(str(text)), self.places.find(str(text))
        if unit and isinstance(found, Refusal):
            name = self.units.known[unit].name
            found = replace(found, text=f"{name} is a unit; name the hex in which it is attacked", legal=())
        return self._found(found, text, path)

    def wish(self, text: Any, path: Path, directions: Sequence[str]) -> str:
        """A hex, or one of the directions, which needs no map."""
        if text in directions:
            return str(text)
        found = self.places.find(str(text))
        if isinstance(found, Refusal) and not found.legal and not self.places.beyond(str(text)):
            found = replace(found, text=f"{found.text}, or a direction: {', '.join(directions)}")
        return self._found(found, text, path)

    def _found(self, found: str | Refusal, text: Any, path: Path) -> str:
        if isinstance(found, Refusal):
            self.fault(path, found)
            return str(text)
        return found

    def answer(self, value: Json) -> Json:
        """An answer with every printed name of a unit or hex turned into its id; words that name none stay."""
        if isinstance(value, Mapping):
            return {key: self.answer(inner) for key, inner in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.answer(inner) for inner in value]
        if not isinstance(value, str):
            return value
        place = self.places.find(value)
        if place == value:
            return value
        return self.units.find(value) or (value if isinstance(place, Refusal) else place)


def names_in(
    units: Mapping[str, Piece],
    field: HexField,
    army: str,
    armies: Mapping[str, str],
    foreign: str,
    *,
    hints: bool,
    printed: Mapping[str, str] = _NOTHING,
    beyond: Callable[[str], str] | None = None,
) -> Names:
    """The names in a document of an army: these units, and the hexes of the maps. See `Names`, `Units` and `Places`."""
    known = Units(units, army, hints=hints, printed=printed)
    return Names(known, Places(field.hexes, field.names, hints=hints, beyond=beyond), armies, foreign)


def _first(units: Sequence[str]) -> str:
    more = len(units) - _MOST_LISTED
    return ", ".join(units[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
