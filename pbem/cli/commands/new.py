"""`pbem new`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.teams import members_wished
from pbem.campaign.inbox.invited import invited_data
from pbem.campaign.inbox.mailhints import SYNC
from pbem.campaign.outbox.create import new_campaign
from pbem.campaign.outbox.new_game import invitation_of
from pbem.campaign.outbox.people import person_entry, write_people
from pbem.cli import opening
from pbem.cli.asking import own_name, whole_wish
from pbem.cli.completing import clock_words
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Army, Json, Mail, Members, Name, NoPassphrase, Options, RulesetName, ScenarioName
from pbem.cli.terminal import show
from pbem.protocol.compose import Words
from pbem.store.files import read_bounded

EXAMPLES = (
    "pbem new --scenario <scenario> --side <side> --name Anna",
    "pbem new --ruleset <ruleset> --scenario <scenario> --side <side> --option <option>=<value>",
    "pbem new --scenario <scenario> --side <side> --opponent 'Bert <bert@example.org>' --folder with-bert",
)


@command_app(EXAMPLES)
def app(
    ruleset: RulesetName = "",
    scenario: ScenarioName = "",
    army: Army = "",
    option: Options = None,
    name: Name = "",
    mail: Mail = "",
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="PERSON", help="Your opponent: Name <address>; stays on this computer.")
    ] = "",
    clock_days: Annotated[
        int, typer.Option("--clock-days", metavar="DAYS", help="Days for a reply before the clock has run out.")
    ] = 14,
    clock_default: Annotated[
        str,
        typer.Option(
            "--clock-default",
            metavar="WORD",
            help="What then counts: forfeit, draw or adjudicate.",
            autocompletion=clock_words,
        ),
    ] = "forfeit",
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE", help="Map corrections, a YAML list.")
    ] = None,
    member: Members = None,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="The new campaign's folder; else its scenario's name."),
    ] = None,
    no_passphrase: NoPassphrase = False,
    as_json: Json = False,
) -> None:
    """Begin a campaign: make its folder and the signed invitation.

    The first use makes your identity, which all your campaigns share, with your name. What you do not say it asks at a
    terminal: the rulebook, the scenario, the army, and your name once.
    """
    corrections = read_bounded(overlay, 256 * 2**10) if overlay is not None else None
    ruleset, scenario, army = whole_wish(ruleset, scenario, army, as_json=as_json)
    wish = invitation_of(ruleset, scenario, army, option or (), corrections, clock_days, clock_default)
    wish = replace(wish, members=members_wished(member or ()))
    home = opening.home()
    person_entry(f"{name} <{mail}>" if mail else name)
    them = person_entry(opponent)
    person = opening.person_or_new(home, none=no_passphrase, as_json=as_json)
    name = own_name(name, home, as_json=as_json, ask=wish.army)
    you = person_entry(f"{name} <{mail}>" if mail else name)
    place = (folder or Path(wish.scenario)).absolute()
    campaign = new_campaign(place, wish, home, person, Words(name=name, date=opening.now()))
    with campaign.folder:
        write_people(campaign, you, them)
        told = invited_data(campaign, person, wish.members)
    show(told, _lines(told, person.fresh), as_json=as_json)


def _lines(told: dict[str, Any], fresh: bool) -> list[str]:
    return [
        *(["Your identity was made; nobody can make it again. Copy it to paper: pbem keys backup"] if fresh else []),
        f"The campaign's folder: {told['folder']}",
        f"Your fingerprint, for your opponent to compare: {told['fingerprint']}",
        *(f"In your team: {line}" for line in told["team"]),
        "",
        f"A mail with the invitation, ready to be sent: {told['mail']}",
        *_steps(told),
        *(
            f"Your first message after that fixes {name}: pbem standing writes standing.yaml, choose it there before"
            for name in told["fixed"]
        ),
    ]


def _steps(told: dict[str, Any]) -> list[str]:
    """What to do with the invitation, and then."""
    to = told["mail_to"] or "your opponent"
    if told["sync"]:
        return [f"Next: {SYNC}, which sends it to {to}", f"Then, when he has accepted: {SYNC}"]
    return [
        f"Next: open that mail and send it to {to}, or mail him {told['invitation']}",
        "Then, when his acceptance arrives: pbem receive FILE",
    ]
