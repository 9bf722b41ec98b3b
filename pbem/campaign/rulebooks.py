"""The installed rulebooks, found by entry point: nothing here or elsewhere in pbem names a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset

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
    raise Problem(
        "UNKNOWN_RULESET",
        f"no ruleset {name!r} is installed; installed: {', '.join(names()) or 'none'}",
        "check the spelling, or install the package that brings it",
    )


def installed() -> Mapping[str, Ruleset]:
    """All installed rulesets by id."""
    return {name: ruleset(name) for name in names()}
