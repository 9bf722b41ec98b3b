"""`pbem join`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.campaign.core.teams import members_wished
from pbem.campaign.inbox.joined import joined_data
from pbem.campaign.inbox.mailhints import SYNC
from pbem.campaign.outbox.create import join_campaign, read_invitation
from pbem.campaign.outbox.people import person_entry, write_people
from pbem.campaign.telling.terms import Offered, terms_data, terms_lines
from pbem.campaign.writing.standing import reader_of
from pbem.campaign.writing.standing_start import (
    OPTION,
    choices,
    file_at,
    fixed,
    fixed_words,
    standing_file,
    wished,
    words_of,
)
from pbem.cli import opening
from pbem.cli.asking import own_name
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json, Mail, Members, Name, NoPassphrase, Yes
from pbem.cli.reading import mailed
from pbem.cli.terminal import answered_here, asked, confirmed, say, show
from pbem.errors import Problem
from pbem.protocol.compose import Words

if TYPE_CHECKING:
    from pbem.engine.contract import Slot

EXAMPLES = (
    "pbem join invitation.txt --name Bert",
    "pbem join invitation.txt --folder <scenario> --yes",
    "pbem join invitation.txt --set <slot>=<value>",
    "pbem join invitation.txt --standing my-standing.yaml",
)


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
    choice: Annotated[
        list[str] | None,
        typer.Option(
            OPTION, metavar="SLOT=VALUE", help="A standing order that your acceptance commits to; several times."
        ),
    ] = None,
    standing: Annotated[
        Path | None, typer.Option("--standing", metavar="FILE", help="Your standing orders, in place of --set.")
    ] = None,
    yes: Yes = False,
    no_passphrase: NoPassphrase = False,
    as_json: Json = False,
) -> None:
    """Look at an invitation and accept it.

    Shows all terms in words and asks once. Accepting makes the campaign's folder and your first signed message, which
    commits to your standing orders as they are then; what it fixes for good is asked on a terminal.
    """
    offered = read_invitation(mailed(file))
    if not as_json:
        for line in terms_lines(offered):
            say(line)
    members = members_wished(member or ())
    home = opening.home()
    name = own_name(name, home, as_json=as_json, ask="" if yes else str(offered.terms["sides"]["b"]))
    you = person_entry(f"{name} <{mail}>" if mail else name)
    # The name in an invitation is a name, whatever it looks like: no address is taken from it.
    them = person_entry(opponent) if opponent else {"name": offered.name, "mail": ""}
    place = (folder or Path(offered.terms["names"]["scenario"])).absolute()
    orders = _standing_orders(offered, place, choice or (), standing, quiet=yes or as_json)
    if not as_json and not yes:
        for entry in fixed(offered.machine.slots["b"], orders, reader_of(offered.machine, "b")):
            say(f"  your acceptance fixes {fixed_words(entry)}; to choose otherwise answer n and see {OPTION}")
    if not confirmed("Accept this invitation? It cannot be taken back.", yes=yes, as_json=as_json):
        say("Nothing was accepted.")
        return
    person = opening.person_or_new(home, none=no_passphrase, as_json=as_json)
    words = Words(name=name, date=opening.now())
    campaign = join_campaign(place, offered, home, person, words, members, standing=orders)
    with campaign.folder:
        write_people(campaign, you, them)
        told = {**terms_data(offered), **joined_data(campaign, members)}
    told |= {"folder": str(place), "your_fingerprint": person.fingerprint, "name": name}
    show(told, _lines(told), as_json=as_json)


def _standing_orders(
    offered: Offered, place: Path, words: Sequence[str], given: Path | None, *, quiet: bool
) -> bytes | None:
    """The standing.yaml to accept with, None for the template: a file, or what is said here or typed at a terminal."""
    slots, read = offered.machine.slots["b"], reader_of(offered.machine, "b")
    chosen = wished(slots, words, read)
    written = file_at(place, given, slots, read)
    if written is not None:
        if chosen and written[1] != standing_file(slots, chosen):
            what = f"{OPTION} goes with the template, and {written[0]} holds standing orders of yours"
            raise Problem("STANDING_EXISTS", what, f"write it into that file, and leave out {OPTION}")
        return written[1]
    for slot in choices(slots) if not quiet and answered_here() else ():
        if slot.name not in chosen:
            chosen.update(_chosen(slot))
    return standing_file(slots, chosen) if chosen else None


def _chosen(slot: Slot) -> dict[str, str]:
    """What somebody at the terminal chooses for a slot; {} for its default."""
    say(f"Your acceptance fixes this, and it cannot be changed later. {slot.doc}")
    while True:
        line = asked(f"{slot.name}, {' or '.join(words_of(slot))} [{slot.default}]: ")
        word = (line or "").strip().casefold()
        if not word:
            return {}
        for value in words_of(slot):
            if value.casefold() == word:
                return {slot.name: value}
        say(f"It is one of: {', '.join(words_of(slot))}")


def _fixed_line(entry: Mapping[str, Any]) -> str:
    text = f"Fixed by it, whatever standing.yaml says later: {fixed_words(entry)}"
    return text if entry["set"] else f"{text}; {OPTION} {entry['slot']}={entry['others'][0]} would have said otherwise"


def _lines(told: dict[str, Any]) -> list[str]:
    rest = "Everything else in" if told["fixed"] else "The standing orders in"
    return [
        f"The campaign's folder: {told['folder']}",
        f"The game's id is now {told['game'][:12]}",
        f"Your fingerprint, for your opponent to compare: {told['your_fingerprint']}",
        *(f"In your team: {line}" for line in told["team"]),
        "",
        f"A mail with your acceptance, ready to be sent: {told['mail']}",
        *map(_fixed_line, told["fixed"]),
        f"Next: {SYNC}, which sends it"
        if told["sync"]
        else f"Next: open that mail and send it, or mail {told['accept']}",
        f"{rest} standing.yaml there may be changed: edits count from your next message",
        f"Then, when his message arrives: {SYNC if told['sync'] else 'pbem receive FILE'}",
    ]
