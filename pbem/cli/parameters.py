"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.completing import answer_words, army_words, campaign_words, option_words, ruleset_words, scenario_words


def meant(word: Path | None) -> Path | None:
    """The campaign that somebody names, wherever he is. Raises Problem NO_CAMPAIGN, CAMPAIGN_UNCLEAR."""
    if word is None:
        return None
    from pbem.cli.home import home
    from pbem.upkeep.choosing import campaign_named

    return campaign_named(str(word), home())


CampaignDir = Annotated[
    Path | None,
    typer.Option(
        "--campaign",
        metavar="CAMPAIGN",
        help="The campaign: its folder, its name or first digits of its id; else the one here, or your only one.",
        callback=meant,
        autocompletion=campaign_words,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON; never ask anything.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Name = Annotated[str, typer.Option("--name", metavar="NAME", help="Your name, as your opponent will read it.")]
Mail = Annotated[str, typer.Option("--mail", metavar="ADDRESS", help="Your mail address; it stays on this computer.")]
NoPassphrase = Annotated[
    bool, typer.Option("--no-passphrase", help="Keep a new identity in clear, without a passphrase.")
]
RulesetName = Annotated[
    str,
    typer.Option("--ruleset", metavar="RULESET", help="The rulebook to play by.", autocompletion=ruleset_words),
]
ScenarioName = Annotated[
    str,
    typer.Option(
        "--scenario",
        metavar="SCENARIO",
        help="The scenario; needless where there is only one.",
        autocompletion=scenario_words,
    ),
]
Army = Annotated[str, typer.Option("--side", metavar="SIDE", help="The army that you play.", autocompletion=army_words)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the scenario; may be given several times.",
        autocompletion=option_words,
    ),
]
Members = Annotated[
    list[str] | None,
    typer.Option(
        "--member",
        metavar="ID:KEY:FORMATIONS",
        help="One of your team: a name, his key (or a file with it), his formations with commas; several times.",
    ),
]
PartFiles = Annotated[
    list[Path] | None,
    typer.Option("--part", metavar="FILE", help="The part of a member of your team; several times."),
]
AsOf = Annotated[str, typer.Option("--as-of", metavar="DATE", help="Read the clock on this day; else today.")]
Auto = Annotated[
    bool, typer.Option("--auto", help="Sign by itself what leaves you nothing to decide; never orders or an answer.")
]
Unicode = Annotated[bool, typer.Option("--unicode", help="Use signs beyond plain ASCII.")]


AnswerOption = Annotated[
    str,
    typer.Option(
        "--answer",
        metavar="accept|decline",
        help="What your message answers to your opponent's offer.",
        autocompletion=answer_words,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Write over whatever file has this name.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be signed; sign nothing.")]
OrdersFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="Orders; else orders.yaml.")]
