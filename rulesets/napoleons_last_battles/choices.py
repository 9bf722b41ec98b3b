"""The options of a scenario: what it offers, and which of them stand together (3.1, 15.0, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.hexgame.field.values import mapping
from rulesets.napoleons_last_battles.reading import flag, words

Value = bool | str


@dataclass(frozen=True, slots=True)
class Choice:
    """nlb 2.1-1, 3.1: an option. values: what it may be, `True` and `False` unless the file names words.

    needs: options without which it cannot stand. needs_heavy: heavy artillery has to be in play (16.10-1).
    excludes: options beside which it cannot stand. sets: sets of substitutes that it brings.
    """

    id: str
    case: str
    doc: str
    values: tuple[Value, ...]
    default: Value
    needs: tuple[str, ...]
    needs_heavy: bool
    excludes: tuple[str, ...]
    sets: tuple[str, ...]


@dataclass(frozen=True)
class Offer:
    """All options of a scenario. required: of each of these at least one has to be on."""

    choices: Mapping[str, Choice]
    required: Sequence[tuple[str, ...]]

    def bound(self, chosen: Mapping[str, Any]) -> Mapping[str, Value]:
        """nlb 2.1-1, 3.1: a value for every option: those that the players chose, else the scenario's. Without any the
        rules are chapters 1 to 9, and what the scenario demands.

        What is on unless somebody says otherwise gives way to a chosen option that excludes it. Raises ValueError for
        an option that the scenario does not offer, a value that it cannot have, two that exclude each other, and one
        that is without what it needs, each with the reason.
        """
        unknown = sorted(set(chosen) - set(self.choices))
        if unknown:
            raise ValueError(f"no such option: {', '.join(unknown)}; offered: {', '.join(self.choices)}")
        for name, value in chosen.items():
            self._require_value(self.choices[name], value)
        now: dict[str, Value] = {name: chosen.get(name, one.default) for name, one in self.choices.items()}
        for name in now:
            if name not in chosen and any(chosen.get(other) is True for other in self.rivals(name)):
                now[name] = False
        for alternatives in self.required:
            if not any(now[name] is True for name in alternatives):
                raise ValueError(f"this scenario is played with {' or '.join(alternatives)}")
        on = [name for name, value in now.items() if value is True]
        for name in on:
            self._require_company(self.choices[name], on)
        return now

    def rivals(self, name: str) -> tuple[str, ...]:
        """The options beside which one cannot stand, whichever of the two says so."""
        said = self.choices[name].excludes
        return tuple(other for other, one in self.choices.items() if other in said or name in one.excludes)

    def _require_value(self, one: Choice, value: Any) -> None:
        if not any(type(value) is type(known) and value == known for known in one.values):
            expected = " or ".join(str(known).lower() for known in one.values)
            raise ValueError(f"option {one.id}: {expected} expected, not {value!r}")

    def _require_company(self, one: Choice, on: Sequence[str]) -> None:
        for other in self.rivals(one.id):
            if other in on:
                cases = f"{one.case}, {self.choices[other].case}"
                raise ValueError(f"options {one.id} and {other} exclude each other ({cases})")
        for other in one.needs:
            if other not in on:
                why = "which is off" if other in self.choices else "which this scenario does not offer"
                raise ValueError(f"option {one.id} ({one.case}) needs {other}, {why}")


def read_offer(scenario: Mapping[str, Any], catalogue: Mapping[str, Any]) -> Offer:
    """nlb 3.1, 15.1-1, 16.0, 18.1, 18.5-0, 19.1, 19.5-0, 20.1, 21.1, 22.1, 23.0A, 24.1, 26.0A, 27.1-0,
    28.0A: what a scenario is played with and what it offers: its member `options`, with what data/options.yaml says
    of each.

    Raises ValueError for an option that neither knows.
    """
    data, known = scenario["options"], catalogue["options"]
    own = mapping(data.get("own"))
    required = tuple(tuple(one.split("/")) for one in words(data.get("required")))
    on = {*words(data.get("chosen")), *(one[0] for one in required if len(one) == 1)}
    left_out = expanded(data.get("without"), catalogue)
    listed = [*expanded(data["offered"], catalogue), *words(data.get("also")), *own]
    names = [name for name in dict.fromkeys(listed) if name not in left_out]
    strange = sorted({*names, *on, *(n for one in required for n in one)} - {*known, *own})
    if strange or not on <= set(names):
        raise ValueError(f"options that nobody describes or offers: {', '.join(strange or sorted(on - set(names)))}")
    return Offer({name: _choice(name, own.get(name) or known[name], name in on) for name in names}, required)


def expanded(text: Any, catalogue: Mapping[str, Any]) -> list[str]:
    """The options that a text names, by themselves or in a group."""
    return [one for name in words(text) for one in words(catalogue["groups"].get(name, name))]


def _choice(name: str, row: Mapping[str, Any], on: bool) -> Choice:
    values: tuple[Value, ...] = words(row.get("values")) or (False, True)
    default: Value = row["default"] if row.get("values") else on or flag(row.get("default"))
    return Choice(
        name,
        row["case"],
        row["doc"],
        values,
        default,
        words(row.get("needs")),
        flag(row.get("needs-heavy")),
        words(row.get("excludes")),
        words(row.get("sets")),
    )
