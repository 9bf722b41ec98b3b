"""What a person types to begin a game, turned into an invitation; everything that is unknown is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.rulebooks import names, ruleset, scenario_of
from pbem.campaign.outbox.create import DEFAULT_CLOCK, Invitation
from pbem.errors import Problem
from pbem.orders.findings import did_you_mean, quoted, suggest
from pbem.orders.loader import load
from pbem.orders.scalars import type_scalars
from pbem.orders.schemas import read_schema

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset, Scenario

CLOCK_DEFAULTS = ("forfeit", "draw", "adjudicate")


def invitation_of(
    rules: str,
    scenario: str,
    army: str,
    options: Sequence[str] = (),
    overlay: bytes | None = None,
    clock_days: int = 0,
    clock_default: str = "",
) -> Invitation:
    """The invitation that these words mean. rules: may be empty where one ruleset alone has the scenario; scenario:
    may be empty where there is only one.

    army: its id in any case. options: `name=value`. overlay: bytes of a YAML list of map corrections.
    """
    book = ruleset_of(rules, scenario)
    chosen = scenario_of(book, scenario)
    return Invitation(
        book.id,
        chosen.id,
        _army(chosen, army),
        options_of(chosen, options),
        overlay_of(overlay) if overlay is not None else (),
        _clock(clock_days, clock_default),
    )


def ruleset_of(name: str, scenario: str = "") -> Ruleset:
    """The ruleset of this id, the only one that is installed, or the only one with the scenario. Raises Problem."""
    if name:
        return ruleset(name)
    if len(names()) == 1:
        return ruleset(names()[0])
    having = [known for known in names() if scenario and _has(known, scenario)]
    if scenario and not having:
        what = f"{quoted(scenario)} is no scenario of an installed rulebook"
        near = suggest(scenario, _scenarios())
        mend = f"did you mean {' or '.join(near)}?" if near else "pbem rules list names them all"
        raise Problem("UNKNOWN_SCENARIO", what, mend)
    if len(having) != 1:
        listed = ", ".join(names()) or "none"
        raise Problem("RULESET_MISSING", f"which rulebook? installed: {listed}", "name it with --ruleset")
    return ruleset(having[0])


def simplest_ruleset() -> str:
    """Id of the installed ruleset with the fewest scenarios, for a demonstration of which nobody says what to play."""
    return min(names(), key=lambda name: (len(ruleset(name).scenarios()), name), default="")


def _scenarios() -> list[str]:
    """Ids of the scenarios of all installed rulesets that load."""
    found: list[str] = []
    for name in names():
        try:
            found += [one.id for one in ruleset(name).scenarios()]
        except Problem:
            continue
    return found


def _has(name: str, scenario: str) -> bool:
    """Whether an installed ruleset has a scenario; one that does not load has none."""
    try:
        return any(one.id == scenario for one in ruleset(name).scenarios())
    except Problem:
        return False


def _army(scenario: Scenario, wanted: str) -> str:
    armies = ", ".join(scenario.armies)
    if not wanted:
        raise Problem("SIDE_MISSING", f"which army do you play? armies: {armies}", "name it with --side")
    found = next((army for army in scenario.armies if army.casefold() == wanted.casefold()), None)
    if found is None:
        near = suggest(wanted, scenario.armies)
        mend = f"did you mean {' or '.join(near)}?" if near else "name one of them with --side"
        raise Problem("UNKNOWN_ARMY", f"{quoted(wanted)} is no army of {scenario.id}; armies: {armies}", mend)
    return found


def options_of(scenario: Scenario, words: Sequence[str]) -> dict[str, Any]:
    """`name=value` as the scenario's values. Raises Problem UNKNOWN_OPTION."""
    chosen: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in scenario.options or not equals:
            offered = list(scenario.options)
            hint = did_you_mean(name, offered) or "this scenario has no options"
            raise Problem(
                "UNKNOWN_OPTION", f"{quoted(word, 60)} names no option of {scenario.id}", f"write name=value; {hint}"
            )
        values = {_spelled(value): value for value in scenario.options[name]["values"]}
        text = _MEANT.get(text.casefold(), text) if {True, False} == set(values.values()) else text
        if text.casefold() not in values:
            what = f"option {name} cannot be {quoted(text)}; it is one of {', '.join(values)}"
            raise Problem("UNKNOWN_OPTION", what, f"write for example --option {name}={next(iter(values))}")
        chosen[name] = values[text.casefold()]
    return chosen


_MEANT: Final = {"yes": "true", "no": "false", "on": "true", "off": "false"}
"""What people write for an option that is on or off; `pbem join` shows it so."""


def _spelled(value: Any) -> str:
    return str(value).casefold()


def overlay_of(data: bytes) -> list[Any]:
    """Map corrections: a YAML list, typed where it has the form of the published schema; the ruleset judges it.

    Raises Problem OVERLAY, ORDERS_YAML.
    """
    corrections = type_scalars(read_schema("overlay"), load(data, "the overlay").data)
    if not isinstance(corrections, list):
        raise Problem("OVERLAY", "an overlay is a list of map corrections", "write one correction behind each dash")
    return corrections


def _clock(days: int, default: str) -> dict[str, Any]:
    clock = dict(DEFAULT_CLOCK)
    if days:
        if not 1 <= days <= 3660:
            raise Problem("CLOCK", f"a clock of {days} days; 1 to 3660 are possible", "correct --clock-days")
        clock["days"] = days
    if default:
        if default not in CLOCK_DEFAULTS:
            what = f"{quoted(default)} is no outcome for a clock that has run out: {', '.join(CLOCK_DEFAULTS)}"
            near = suggest(default, CLOCK_DEFAULTS)
            raise Problem("CLOCK", what, f"did you mean {near[0]}?" if near else "correct --clock-default")
        clock["default"] = default
    return clock


def first_army(rules: str, scenario: str) -> str:
    """The army that a scenario names first, for games in which nobody chooses. Raises Problem."""
    return scenario_of(ruleset_of(rules, scenario), scenario).armies[0]
