"""The installed rulebooks, found by entry point: nothing here or elsewhere in pbem names a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

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


def example_names() -> dict[str, str]:
    """Names for examples in help texts, from the first installed ruleset: ruleset, scenario, side, option, value."""
    examples = {"ruleset": "RULESET", "scenario": "SCENARIO", "side": "SIDE", "option": "NAME", "value": "VALUE"}
    for name in names()[:1]:
        examples["ruleset"] = name
        for scenario in ruleset(name).scenarios()[:1]:
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
            "scenarios": [scenario.id for scenario in book.scenarios()],
        }
        for book in installed().values()
    ]


def book_data(book: Ruleset) -> dict[str, Any]:
    """A ruleset with its scenarios, their options, and the standing orders of each army."""
    from pbem.protocol.manifest import manifest, ruleset_digest

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
                "standing": _slots(book, scenario),
            }
            for scenario in book.scenarios()
        ],
    }


def _slots(book: Ruleset, scenario: Scenario) -> dict[str, list[str]]:
    game = book.game(scenario.id, {name: entry["default"] for name, entry in scenario.options.items()})
    return {army: [slot.name for slot in game.slots(army)] for army in scenario.armies}


def scenario_of(book: Ruleset, name: str) -> Scenario:
    """The scenario of this id, or the only one of the book. Raises Problem UNKNOWN_SCENARIO."""
    offered = {scenario.id: scenario for scenario in book.scenarios()}
    if not name and len(offered) == 1:
        return next(iter(offered.values()))
    if name not in offered:
        if not name:
            what = f"which scenario? {book.id} has {', '.join(offered)}"
            raise Problem("SCENARIO_MISSING", what, "name it with --scenario")
        what = f"{quoted(name)} is no scenario of {book.id}; scenarios: {', '.join(offered)}"
        near = did_you_mean(name, list(offered))
        mend = near if near.startswith("did you") else "name one of them with --scenario"
        raise Problem("UNKNOWN_SCENARIO", what, mend)
    return offered[name]
