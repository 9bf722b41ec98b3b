"""`pbem practice`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.outbox.new_game import invitation_of
from pbem.cli import opening
from pbem.cli.asking import whole_wish
from pbem.cli.lazy import command_app
from pbem.cli.parameters import (
    Army,
    CampaignDir,
    Json,
    Name,
    NoPassphrase,
    Options,
    RulesetName,
    ScenarioName,
)
from pbem.cli.terminal import show
from pbem.errors import Problem
from pbem.local.practice_campaign import begin_practice, let_answer, practice_data

EXAMPLES = (
    "pbem practice --scenario <scenario> --side <side> --folder training",
    "pbem practice",
    "pbem practice --campaign training --json",
)


@command_app(EXAMPLES)
def app(
    army: Army = "",
    ruleset: RulesetName = "",
    scenario: ScenarioName = "",
    option: Options = None,
    name: Name = "",
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="The new campaign's folder; else practice.")
    ] = None,
    no_passphrase: NoPassphrase = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Play against the practice opponent.

    With --side it begins a campaign: yours as any other, with the opponent in a folder inside it. Without, the
    opponent answers what you have signed. Exit status 3 where there is nothing to answer.
    """
    if army or ruleset or scenario or folder is not None:
        ruleset, scenario, army = whole_wish(ruleset, scenario, army, as_json=as_json)
        wish = invitation_of(ruleset, scenario, army, option or ())
        home = opening.home()
        person = opening.person_or_new(home, none=no_passphrase, as_json=as_json)
        place = (folder or Path("practice")).absolute()
        begun = begin_practice(place, wish, home, person, name or home.name(), opening.now())
        with begun.folder:
            told = practice_data(begun, [1])
    else:
        with opening.campaign(_here(campaign), write=True, as_json=as_json) as at:
            told = practice_data(at, let_answer(at, opening.now()))
    show(told, _lines(told), as_json=as_json)


def _here(campaign: Path | None) -> Path:
    """The folder of the campaign at hand. Raises Problem NO_CAMPAIGN, with how to begin one against the machine where
    there is none at all."""
    try:
        return opening.campaign_path(campaign)
    except Problem as problem:
        if "pbem new" not in problem.mend:
            raise
        mend = "begin one against the machine: pbem practice --folder training; or go into the folder of yours"
        raise Problem(problem.code, problem.what, mend, problem.where) from None


def _lines(told: dict[str, Any]) -> list[str]:
    numbers = ", ".join(str(seq) for seq in told["answered"])
    return [
        told["report"].rstrip("\n"),
        "",
        f"Your opponent's messages: {numbers}. Campaign: {told['folder']}",
        f"Awaited: {told['awaited']}",
        f"Next: {', '.join(told['commands'])}; then pbem practice",
    ]
