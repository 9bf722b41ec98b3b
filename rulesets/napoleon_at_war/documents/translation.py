"""Names in a player's document into ids: units, hexes, and lists where he wrote a single word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Refusal
from pbem.engine.requests import ASK
from rulesets.napoleon_at_war.documents.documents import DIRECTIONS
from rulesets.napoleon_at_war.documents.lookup import Places, Units
from rulesets.napoleon_at_war.setting import Setting

Path = tuple[str | int, ...]

_AGREED = frozenset(("yes", "ja", "oui", "true", "all"))


class Translation:
    """One document of one army. `faults` gathers what names nothing or the wrong army.

    A word that cannot be translated stays as it was typed, so that every entry keeps its place. hints: whether faults
    say what may have been meant, which takes a search for each of them.
    """

    def __init__(self, setting: Setting, army: str, *, hints: bool = True) -> None:
        self.setting = setting
        self.army = army
        self.hints = hints
        self.units = Units(setting.roster, army, hints=hints)
        self.places = Places(setting.field.hexes, setting.field.names, hints=hints)
        self.faults: list[PlacedRefusal] = []

    def fault(self, path: Path, refusal: Refusal) -> None:
        """Notes what is wrong at a place of the document."""
        self.faults.append(PlacedRefusal(path, refusal))

    def unit(self, text: Any, path: Path) -> str:
        """The id of a unit of the own army."""
        found = self.units.find(str(text))
        if not found:
            self.fault(path, self.units.unknown(str(text)))
            return str(text)
        if self.setting.roster.units[found].army != self.army:
            self.fault(path, self._foreign(found))
        return found

    def _foreign(self, unit: str) -> Refusal:
        counter = self.setting.roster.units[unit]
        army = self.setting.names.get(counter.army, counter.army)
        text = f"{counter.name} ({unit}) is a {army} unit; orders are for your own units only"
        return Refusal("5.11", text, unit=unit)

    def hex(self, text: Any, path: Path) -> str:
        """A hex of the maps, by its number or its printed name."""
        return self._found(self.places.find(str(text)), text, path)

    def _found(self, found: str | Refusal, text: Any, path: Path) -> str:
        if isinstance(found, Refusal):
            self.fault(path, found)
            return str(text)
        return found

    def preference(self, text: Any, path: Path) -> str:
        """A hex, or a direction, which needs no map."""
        if text in DIRECTIONS:
            return str(text)
        found = self.places.find(str(text))
        if isinstance(found, Refusal) and not found.legal:
            found = replace(found, text=f"{found.text}, or a direction: {', '.join(DIRECTIONS)}")
        return self._found(found, text, path)

    def result(self, text: Any, path: Path) -> str:
        """A combat result; the schema has judged it already."""
        return str(text)

    def several(self, value: Any, path: Path, one: Callable[[Any, Path], Any]) -> list[Any]:
        """A list, each entry translated; a single value is a list of one."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [one(entry, (*path, number)) for number, entry in enumerate(value)]
        return [one(value, path)]

    # -- attacks -----------------------------------------------------------------

    def attack(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """One attack in the form of the public input, with the id that counts if none is given."""
        on = self.several(entry.get("on", ()), (*path, "on"), self._attacked)
        found: dict[str, Any] = {"id": str(entry.get("id") or (on[0] if on else "")), "on": on}
        if "by" in entry:
            found["by"] = self.several(entry["by"], (*path, "by"), self.unit)
        found |= self.manner(entry, path)
        if "if" in entry:
            found["if"] = self._condition(entry["if"], (*path, "if"))
        if "else" in entry:
            found["else"] = self.manner(entry["else"], (*path, "else"))
        return found

    def _attacked(self, text: Any, path: Path) -> str:
        """A hex under attack; who names the unit in it is told to name the hex."""
        unit, found = self.units.find(str(text)), self.places.find(str(text))
        if unit and isinstance(found, Refusal):
            name = self.setting.roster.units[unit].name
            found = replace(found, text=f"{name} is a unit; name the hex in which it is attacked", legal=())
        return self._found(found, text, path)

    def manner(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """How an attack is made: the members that may stand in `else` too."""
        found: dict[str, Any] = {}
        if "bombard" in entry:
            found["bombard"] = self.several(entry["bombard"], (*path, "bombard"), self.unit)
        if "reduce" in entry:
            found["reduce"] = str(entry["reduce"])
        for key in ("pay", "displace"):
            if key in entry:
                found[key] = ASK if entry[key] == ASK else self.several(entry[key], (*path, key), self.unit)
        if "retreat" in entry:
            found["retreat"] = self._retreats(entry["retreat"], (*path, "retreat"))
        if "advance" in entry:
            found["advance"] = self._advances(entry["advance"], (*path, "advance"))
        return found

    def _retreats(self, value: Any, path: Path) -> Any:
        return ASK if value == ASK else self.several(value, path, self._retreat)

    def _retreat(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        unit = self.unit(entry["unit"], (*path, "unit"))
        if entry["to"] == ASK:
            return {"unit": unit, "to": ASK}
        return {"unit": unit, "to": self.several(entry["to"], (*path, "to"), self.preference)}

    def _advances(self, value: Any, path: Path) -> Any:
        return value if value in ("no", ASK) else self.several(value, path, self._advance)

    def _advance(self, entry: Any, path: Path) -> dict[str, Any]:
        if not isinstance(entry, Mapping):
            if not self.units.find(str(entry)) and str(entry).casefold() in _AGREED:
                example = next(uid for uid, unit in self.setting.roster.units.items() if unit.army == self.army)
                text = f"name who may advance, such as [{example}], or write no"
                self.fault(path, Refusal("", text, unit=str(entry)))
                return {"unit": str(entry)}
            return {"unit": self.unit(entry, path)}
        found = {"unit": self.unit(entry["unit"], (*path, "unit"))}
        if "to" in entry:
            found["to"] = self.hex(entry["to"], (*path, "to"))
        return found

    def _condition(self, entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
        if "vacant" in entry:
            return {"vacant": self.hex(entry["vacant"], (*path, "vacant"))}
        return {"attack": str(entry["attack"]), "result": self.several(entry["result"], path, self.result)}

    # -- answers -----------------------------------------------------------------

    def answer(self, value: Any) -> Any:
        """An answer with every printed name of a unit turned into its id; words that name none stay."""
        if isinstance(value, Mapping):
            return {key: self.answer(inner) for key, inner in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.answer(inner) for inner in value]
        if not isinstance(value, str) or value in self.setting.field.neighbours:
            return value
        place = self.places.find(value)
        return self.units.find(value) or (value if isinstance(place, Refusal) else place)
