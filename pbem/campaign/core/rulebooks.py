"""The installed rulebooks, found by entry point: nothing here or elsewhere in pbem names a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, cast

from pbem.errors import Problem
from pbem.orders.findings import did_you_mean, quoted

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset, Scenario

GROUP = "pbem.rulesets"


@cache
def names() -> tuple[str, ...]:
    """Ids of the installed rulesets in alphabetical order; loads none of them."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


@cache
def ruleset(name: str) -> Ruleset:
    """An installed ruleset. Raises Problem UNKNOWN_RULESET, naming what is installed."""
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            found: Ruleset = entry.load()
            return found
    near = did_you_mean(name, names())
    raise Problem(
        "UNKNOWN_RULESET",
        f"{quoted(name)} is no ruleset that is installed; installed: {', '.join(names()) or 'none'}",
        near if near.startswith("did you") else "check the spelling, or install the package that brings it",
    )


def ruleset_for(engine: str) -> Ruleset:
    """The ruleset of an engine name, `<id> <version>`: an older version where the package still brings it.

    Where it brings no such version it is the present one, which the campaign's terms then refuse. Raises Problem.
    """
    name, _, version = engine.partition(" ")
    book = ruleset(name)
    return next((one for one in (book, *book.older) if one.version == version), book)


def installed() -> Mapping[str, Ruleset]:
    """All installed rulesets by id."""
    return {name: ruleset(name) for name in names()}


def offered(book: Ruleset) -> Sequence[Scenario]:
    """The scenarios of a ruleset as they are offered: those for a first game before the others."""
    return sorted(book.scenarios(), key=lambda scenario: not scenario.learning)


def example_names() -> dict[str, str]:
    """Names for examples in help texts, from the first installed ruleset: ruleset, scenario, side, option, value."""
    examples = {"ruleset": "RULESET", "scenario": "SCENARIO", "side": "SIDE", "option": "NAME", "value": "VALUE"}
    for name in names()[:1]:
        examples["ruleset"] = name
        for scenario in offered(ruleset(name))[:1]:
            examples |= {"scenario": scenario.id, "side": scenario.armies[0]}
            for option, entry in list(scenario.options.items())[:1]:
                examples |= {"option": option, "value": str(entry["values"][-1]).lower()}
    return examples


def shelf_data() -> list[dict[str, Any]]:
    """The installed rulesets: id, version, title, ids of the scenarios."""
    return [
        {
            "id": book.id,
            "version": book.version,
            "title": book.title,
            "scenarios": [scenario.id for scenario in offered(book)],
            "learning": [scenario.id for scenario in offered(book) if scenario.learning],
        }
        for book in installed().values()
    ]


def book_data(book: Ruleset) -> dict[str, Any]:
    """A ruleset with its scenarios, their options, and the standing orders of each army."""
    from pbem.protocol.manifest import manifest, ruleset_digest

    standing = _standing(cast("Any", book))
    return {
        "id": book.id,
        "version": book.version,
        "title": book.title,
        "data": ruleset_digest(manifest(book.data_files())).hex(),
        "cases": len(book.catalogue()["entries"]),
        "scenarios": [
            {
                "id": scenario.id,
                "title": scenario.title,
                "armies": list(scenario.armies),
                "doc": scenario.doc,
                "options": {name: dict(entry) for name, entry in scenario.options.items()},
                "standing": {army: list(slots) for army, slots in standing[scenario.id].items()},
            }
            for scenario in offered(book)
        ],
    }


@cache
def _standing(book: Any) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Of a ruleset: scenario -> army -> names of its standing orders. Kept: a page asks for them whenever it is opened,
    and a game of each scenario is bound for them."""
    return {scenario.id: _slots(book, scenario) for scenario in book.scenarios()}


def _slots(book: Ruleset, scenario: Scenario) -> dict[str, list[str]]:
    game = book.game(scenario.id, {name: entry["default"] for name, entry in scenario.options.items()})
    return {army: [slot.name for slot in game.slots(army)] for army in scenario.armies}


def scenario_of(book: Ruleset, name: str) -> Scenario:
    """The scenario of this id, or the only one of the book that is not for a first game. Raises Problem
    SCENARIO_MISSING or UNKNOWN_SCENARIO."""
    known = {scenario.id: scenario for scenario in offered(book)}
    whole = [scenario for scenario in known.values() if not scenario.learning]
    if not name and len(whole) == 1:
        return whole[0]
    if not name:
        what = f"which scenario? {book.id} has {', '.join(known)}"
        raise Problem("SCENARIO_MISSING", what, "name it with --scenario")
    if name not in known:
        what = f"{quoted(name)} is no scenario of {book.id}; scenarios: {', '.join(known)}"
        near = did_you_mean(name, list(known))
        mend = near if near.startswith("did you") else "name one of them with --scenario"
        raise Problem("UNKNOWN_SCENARIO", what, mend)
    return known[name]
