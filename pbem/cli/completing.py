"""Values that a shell offers when somebody presses the tab key. Quick, and silent whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pbem.engine.contract import Scenario


def _quiet(values: Callable[[typer.Context], Iterable[str]]) -> Callable[[typer.Context], list[str]]:
    """The values, none where they cannot be had: nobody reads an error while he is still typing."""

    @wraps(values)
    def offered(ctx: typer.Context) -> list[str]:
        try:
            return list(dict.fromkeys(values(ctx)))
        except Exception:
            # Rulesets are foreign code, and a half-typed line may name anything.
            return []

    return offered


def _scenarios(ctx: typer.Context) -> Iterator[Scenario]:
    """Those of the ruleset that the line names, else of all that are installed; only the one that it names, if any."""
    from pbem.campaign.core.rulebooks import names, ruleset

    book, wanted = (str(ctx.params.get(word) or "") for word in ("ruleset", "scenario"))
    for name in names():
        if book in ("", name):
            yield from (one for one in ruleset(name).scenarios() if wanted in ("", one.id))


@_quiet
def ruleset_words(ctx: typer.Context) -> Iterable[str]:
    """Ids of the installed rulesets."""
    from pbem.campaign.core.rulebooks import names

    return names()


@_quiet
def scenario_words(ctx: typer.Context) -> Iterable[str]:
    """Ids of scenarios."""
    return (scenario.id for scenario in _scenarios(ctx))


@_quiet
def army_words(ctx: typer.Context) -> Iterable[str]:
    """Armies of the scenario that the line names, else of all."""
    return (army for scenario in _scenarios(ctx) for army in scenario.armies)


@_quiet
def option_words(ctx: typer.Context) -> Iterable[str]:
    """`name=value` for every option of the scenario that the line names, else of all."""
    return (
        f"{option}={str(value).lower()}"
        for scenario in _scenarios(ctx)
        for option, entry in scenario.options.items()
        for value in entry["values"]
    )


def campaign_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """Folder names and ids of the registered campaigns, and folders that the word being typed may become."""
    return _quiet(lambda _: _campaigns(incomplete))(ctx)


def _campaigns(incomplete: str) -> Iterator[str]:
    from pathlib import Path

    from pbem.cli.home import home
    from pbem.upkeep.choosing import known_campaigns

    known = known_campaigns(home())
    yield from (word for word in (*(one.names[0] for one in known), *(one.short for one in known)))
    above, slash, _ = incomplete.rpartition("/")
    for path in sorted(Path(f"{above}{slash}" or ".").iterdir()):
        if path.is_dir() and not path.name.startswith("."):
            yield f"{above}{slash}{path.name}"


def answer_words() -> list[str]:
    """What can be answered to an offer."""
    return ["accept", "decline"]


def clock_words() -> list[str]:
    """What can be agreed on for the end of somebody's days."""
    from pbem.campaign.outbox.new_game import CLOCK_DEFAULTS

    return list(CLOCK_DEFAULTS)
