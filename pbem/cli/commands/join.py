"""`pbem join`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.create import join_campaign, read_invitation
from pbem.campaign.drafting import lay_out_draft
from pbem.campaign.outgoing import outgoing_name
from pbem.campaign.teams import handshake_lines, members_wished
from pbem.campaign.terms import terms_data, terms_lines
from pbem.campaign.wishes import person_entry, write_people
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json, Mail, Members, Name, NoPassphrase, Yes
from pbem.cli.reading import mailed
from pbem.cli.terminal import confirmed, say, show
from pbem.protocol.compose import Words

EXAMPLES = ("pbem join invitation.txt --name Bert", "pbem join invitation.txt --folder <scenario> --yes")


@command_app(EXAMPLES)
def app(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The mail with the invitation, - for standard input.")],
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="The new campaign's folder; else its scenario's name."),
    ] = None,
    name: Name = "",
    mail: Mail = "",
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="PERSON", help="Your opponent: Name <address>; stays on this computer.")
    ] = "",
    member: Members = None,
    yes: Yes = False,
    no_passphrase: NoPassphrase = False,
    as_json: Json = False,
) -> None:
    """Look at an invitation and accept it.

    Shows all terms in words and asks once. Accepting makes the campaign's folder and your first signed message.
    """
    offered = read_invitation(mailed(file))
    if not as_json:
        for line in terms_lines(offered):
            say(line)
    members = members_wished(member or ())
    you = person_entry(f"{name} <{mail}>" if mail else name)
    # The name in an invitation is a name, whatever it looks like: no address is taken from it.
    them = person_entry(opponent) if opponent else {"name": offered.name, "mail": ""}
    if not confirmed("Accept this invitation? It cannot be taken back.", yes=yes, as_json=as_json):
        say("Nothing was accepted.")
        return
    home = opening.home()
    person = opening.person_or_new(home, none=no_passphrase, as_json=as_json)
    place = (folder or Path(offered.terms["names"]["scenario"])).absolute()
    campaign = join_campaign(place, offered, home, person, Words(name=name, date=opening.now()), members)
    with campaign.folder:
        write_people(campaign, you, them)
        accept = campaign.folder.path / "outbox" / outgoing_name(campaign, 1)
        draft = lay_out_draft(campaign, 1, illustrated=True)
    told = {**terms_data(offered), "folder": str(place), "accept": str(accept), "your_fingerprint": person.fingerprint}
    told["mail"] = str(draft or "")
    told["game"] = campaign.game_id
    told["team"] = handshake_lines(campaign.machine, members)
    show(told, _lines(told), as_json=as_json)


def _lines(told: dict[str, Any]) -> list[str]:
    return [
        f"The campaign's folder: {told['folder']}",
        f"The game's id is now {told['game'][:12]}",
        f"Your fingerprint, for your opponent to compare: {told['your_fingerprint']}",
        *(f"In your team: {line}" for line in told["team"]),
        "",
        f"A mail with your acceptance, ready to be sent: {told['mail']}",
        f"Next: look at standing.yaml there, then open that mail and send it, or mail {told['accept']}",
        "Then, when his message arrives: pbem receive FILE",
    ]
