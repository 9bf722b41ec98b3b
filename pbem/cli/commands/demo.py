"""`pbem demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.outbox.new_game import first_army, invitation_of, simplest_ruleset
from pbem.campaign.records.open_target import verdict_data
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json, Options, RulesetName, ScenarioName
from pbem.cli.terminal import Bar, show
from pbem.local.demo import demonstrate

EXAMPLES = ("pbem demo", "pbem demo --ruleset <ruleset> --scenario <scenario> --folder demo")


@command_app(EXAMPLES)
def app(
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="Where the two campaign folders are made.")
    ] = Path("demo"),
    ruleset: RulesetName = "",
    scenario: ScenarioName = "",
    option: Options = None,
    as_json: Json = False,
) -> int:
    """Play a whole campaign between two practice opponents and verify it.

    Two campaign folders that share nothing but mailed files. The archive is then verified from its file alone. A
    folder of an earlier demonstration is made anew; any other is left alone.
    """
    ruleset = ruleset or ("" if scenario else simplest_ruleset())
    wish = invitation_of(ruleset, scenario, first_army(ruleset, scenario), option or ())
    bar = Bar()
    try:
        played = demonstrate(folder.absolute(), wish, opening.now(), bar.step)
    finally:
        bar.close()
    verdict = verdict_data(played.judgement)
    told = {"messages": played.messages, "archive": str(played.archive), "report": played.report, "verdict": verdict}
    show(told, _lines(told), as_json=as_json)
    return 0 if verdict["ok"] else 2


def _lines(told: dict[str, Any]) -> list[str]:
    verdict = told["verdict"]
    counts = f"{verdict['messages']} messages, {verdict['dice']} dice, {verdict['decisions']} decisions checked"
    outcome = "verified" if verdict["ok"] else f"NOT verified: {verdict['code']}"
    return [
        told["report"].rstrip("\n"),
        "",
        f"The archive: {told['archive']}",
        f"From that file alone: {counts}",
        f"{outcome}: {verdict['detail']}",
    ]
