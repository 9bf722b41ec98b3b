"""`pbem seat`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.evidence import keep_refused
from pbem.campaign.core.inherited_secrets import HANDOVER_LIMIT
from pbem.campaign.inbox.receive import find_folder
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.people import opponents_address, person_entry, replace_opponent, write_people
from pbem.campaign.seats.cosign_seat import cosign, examine, read_seating
from pbem.campaign.seats.seat_secrets import handover_text
from pbem.campaign.seats.seating import (
    Intended,
    marker_contents,
    pending_seating,
    prepare_seating,
    seat_due,
    sign_seating,
)
from pbem.campaign.telling.seats import seating_facts
from pbem.cli import opening
from pbem.cli.asking import own_name
from pbem.cli.completing import army_words
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json, Name, NoPassphrase, Yes
from pbem.cli.reading import mailed
from pbem.cli.terminal import confirmed, say, show
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.admission import other
from pbem.protocol.compose import Words
from pbem.protocol.faults import Fault
from pbem.store.files import read_bounded
from pbem.store.folder import CAMPAIGN, DOCUMENT_LIMIT
from pbem.upkeep.keyring import save_paper

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person

EXAMPLES = (
    "pbem seat <scenario>.pbem --name Carl --into <scenario>",
    "pbem seat <scenario>.pbem --from hand-over.txt",
    "pbem seat --cosign mail.txt",
    "pbem seat --hand-over hand-over.txt",
)
TAKE = "You take this seat for the rest of the campaign. A signed message can never be changed. Sign it?"
AGREE = "Compare the new key by voice first. You agree to this seat for good; void seats are counted for ever. Sign it?"


@command_app(EXAMPLES)
def app(
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="SOURCE", help="Your opponent's archive, or all mails; else the campaign here."),
    ] = None,
    army: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="The army whose player is gone.", autocompletion=army_words)
    ] = "",
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="The campaign's folder; else its scenario's name.")
    ] = None,
    handed: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="What the player who leaves wrote with --hand-over.")
    ] = None,
    markers: Annotated[
        Path | None, typer.Option("--markers", metavar="FILE", help="What each face-down marker holds from now on.")
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="DIGITS", help="Which game, where there are several.")] = "",
    name: Name = "",
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="PERSON", help="The other player: Name <address>; stays here.")
    ] = "",
    agree: Annotated[
        Path | None, typer.Option("--cosign", metavar="FILE", help="You stayed: look at a seat and sign it, too.")
    ] = None,
    leave: Annotated[
        Path | None, typer.Option("--hand-over", metavar="FILE", help="You leave: write what your successor needs.")
    ] = None,
    yes: Yes = False,
    no_passphrase: NoPassphrase = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Take the place of a player who is gone, or agree that somebody does.

    The newcomer takes the log from the player who stayed, signs a seat and mails it to him; he signs it, too, and mails
    it back. Without what the former player hands over the seat is void: the open turn is asked and rolled anew.
    """
    _require_one_wish(sources, agree, leave)
    if leave is not None:
        _hand_over(leave.absolute(), campaign, as_json)
    elif agree is not None:
        _agree(agree, campaign, opponent, yes=yes, as_json=as_json)
    else:
        person = opening.person_or_new(opening.home(), none=no_passphrase, as_json=as_json)
        with _at(sources or (), into, game, campaign, person) as at:
            name = own_name(name, opening.home(), as_json=as_json)
            _take(at, army, handed, markers, name, opponent, yes=yes, as_json=as_json)


def _require_one_wish(sources: Sequence[Path] | None, agree: Path | None, leave: Path | None) -> None:
    if sum(bool(wish) for wish in (sources, agree, leave)) > 1:
        what = "taking a seat, --cosign and --hand-over are three different wishes"
        raise Problem("USAGE", what, "say one of them")


# -- taking it ---------------------------------------------------------------------


@contextmanager
def _at(
    sources: Sequence[Path], into: Path | None, game: str, campaign: Path | None, person: Person
) -> Iterator[Campaign]:
    """The campaign, built from the sources where there are any, opened for writing."""
    path = _built(sources, into, game, person) if sources else opening.campaign_path(campaign)
    opened = open_campaign(path, opening.home(), person, write=True)
    try:
        yield opened
    finally:
        opened.folder.close()


def _built(sources: Sequence[Path], into: Path | None, game: str, person: Person) -> Path:
    from pbem.campaign.records.gather import gather
    from pbem.campaign.records.importing import Target, chosen, import_game
    from pbem.campaign.records.log_assembly import sort_games

    games, _ = sort_games(gather(sources).envelopes)
    if not games:
        raise Problem("NO_TURN", "there is no signed message in these sources", "ask the other player for pbem archive")
    imported = import_game(chosen(games, game, every=False)[0], Target(into), opening.home(), person)
    if imported.campaign is None or imported.exit:
        faults = [one.fault for one in [*imported.assembled.forks, *imported.refused_last]]
        fault = imported.broken or faults[0]
        raise Problem(fault.code, str(fault), "ask the other player for his file from pbem archive; see pbem import")
    return imported.campaign.folder.path


def _take(
    at: Campaign,
    army: str,
    handed: Path | None,
    markers: Path | None,
    name: str,
    opponent: str,
    *,
    yes: bool,
    as_json: bool,
) -> None:
    handover = read_bounded(handed, HANDOVER_LIMIT) if handed is not None else None
    seat = seat_due(at, army)
    contents: dict[str, Any] = {}
    if handover is None and pending_seating(at) is None:
        contents = marker_contents(at, army, *_file(markers))
    words = Words(name=name, date=opening.now())
    intended = prepare_seating(at, army, handover=handover, markers=contents, words=words)
    if not at.folder.has_document(CAMPAIGN):
        them = person_entry(opponent) if opponent else {"name": at.name_of(other(seat)), "mail": ""}
        write_people(at, {"name": name}, them)
    if not as_json:
        _tell(at, intended.body)
        if not intended.again:
            say("  your standing orders are those of standing.yaml in this folder, which the seat commits to")
    if not intended.again and not confirmed(TAKE, yes=yes, as_json=as_json):
        say(f"Nothing was signed. The campaign's folder: {at.folder.path}")
        return
    file = sign_seating(at, intended)
    told = {**_data(at, intended), "file": str(file), "mail_to": opponents_address(at)}
    show(told, _taken(told), as_json=as_json)


def _file(path: Path | None) -> tuple[bytes | None, str]:
    return (None, "") if path is None else (read_bounded(path, DOCUMENT_LIMIT), path.name)


def _tell(at: Campaign, body: dict[str, Any]) -> None:
    say(f"Message {body['seq']} of {at.game.scenario.title} (game {at.short_id})")
    for label, text in seating_facts(at, body):
        say(f"  {label:<10} {text}")


def _data(at: Campaign, intended: Intended) -> dict[str, Any]:
    return {
        "message": intended.seq,
        "side": intended.seat,
        "void": intended.body["void"],
        "again": intended.again,
        "folder": str(at.folder.path),
        "your_fingerprint": keys.fingerprint(bytes.fromhex(intended.body["key"])),
        "with": at.title_of(other(intended.seat)),
    }


def _taken(told: dict[str, Any]) -> list[str]:
    return [
        f"{'This seat was signed before' if told['again'] else 'The seat is signed'}: {told['file']}",
        f"Your fingerprint, for {told['with']} to compare by voice: {told['your_fingerprint']}",
        f"Next: mail that file to {told['mail_to'] or told['with']}, who types: pbem seat --cosign FILE",
        f"Then, when it comes back with both signatures: pbem receive FILE (the folder: {told['folder']})",
    ]


# -- agreeing ----------------------------------------------------------------------


def _agree(file: Path, campaign: Path | None, opponent: str, *, yes: bool, as_json: bool) -> None:
    data = mailed(file)
    seating = read_seating(data)
    place = campaign or find_folder(seating, opening.home())
    entry = person_entry(opponent) if opponent else None
    with opening.campaign(place, write=True, as_json=as_json) as at:
        try:
            again = examine(at, seating)
        except Fault:
            keep_refused(at, f"{min(seating.seq, len(at.chain.messages)):04d}-seat.txt", seating.line, data)
            raise
        if not as_json:
            _tell(at, seating.body)
            for line in seating.body.get("note", []):
                say(f"  | {line}")
        if not again and not confirmed(AGREE, yes=yes, as_json=as_json):
            say("Nothing was signed.")
            return
        back = cosign(at, seating, data)
        if entry is not None:
            replace_opponent(at, entry)
        told = {
            "message": seating.seq,
            "side": seating.seat,
            "void": seating.body["void"],
            "again": again,
            "file": str(back),
            "fingerprint": keys.fingerprint(bytes.fromhex(seating.body["key"])),
            "who": at.title_of(seating.seat, seating.seq),
        }
    show(told, _agreed(told), as_json=as_json)


def _agreed(told: dict[str, Any]) -> list[str]:
    return [
        f"{'You had signed it already' if told['again'] else 'You have signed it'}: {told['file']}",
        f"Next: mail that file to {told['who']}, then go on: pbem status",
        "His address is not that of your former opponent: see campaign.yaml",
    ]


# -- leaving -----------------------------------------------------------------------


def _hand_over(file: Path, campaign: Path | None, as_json: bool) -> None:
    with opening.campaign(campaign, as_json=as_json) as at:
        text = handover_text(at)
        save_paper(text, file)
        told = {"file": str(file), "game": at.game_id, "side": at.seat, "messages": len(at.chain.messages)}
    show(told, _left(told), as_json=as_json)


def _left(told: dict[str, Any]) -> list[str]:
    return [
        f"{told['file']}: the secrets of this game, for your successor alone",
        "Send it on a way that nobody else can read; whoever has it sees all that your side keeps hidden.",
        "Sign nothing more in this campaign: a message of yours would take the number of his seat.",
        "He types: pbem seat ARCHIVE --from FILE",
    ]
