"""`pbem keys show|new|name|backup|restore|renew|passphrase`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.person import Person, load_person
from pbem.campaign.outbox.people import require_name
from pbem.cli import opening
from pbem.cli.lazy import group_app, with_examples
from pbem.cli.parameters import Json, NoPassphrase, Yes
from pbem.cli.terminal import (
    answered_here,
    asked,
    complain,
    confirmed,
    known_passphrase,
    new_passphrase,
    say,
    show,
    typed_twice,
    warn,
    warned_if_empty,
)
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.paper import LINES, TEXT_LIMIT, PaperError, read_line, read_paper
from pbem.store.files import read_bounded
from pbem.store.home import IDENTITY, Home
from pbem.upkeep import keyring

_ABOUT = "Your identity: show, new, name, backup, restore, renew, passphrase."
_GROUP = ("pbem keys show", "pbem keys backup --out paper.txt", "pbem keys restore paper.txt")

app = group_app(_ABOUT, _GROUP)


@app.callback()
def group() -> None:
    """Your identity: show, new, name, backup, restore, renew, passphrase."""


class Passphrase:
    """The passphrase of the identity, asked for at most once; `said` is "" where it was not needed."""

    def __init__(self, *, as_json: bool) -> None:
        self._ask = partial(known_passphrase, as_json=as_json)
        self.said = ""

    def __call__(self) -> str:
        """Asks."""
        self.said = self.said or self._ask()
        return self.said


def _person(home: Home, passphrase: Callable[[], str]) -> Person:
    person = load_person(home, passphrase)
    if person is None:
        mend = "pbem new and pbem join make one, pbem keys restore brings one back from paper"
        raise Problem("NO_IDENTITY", "there is no identity on this computer yet", mend, str(home.path / IDENTITY))
    return person


@app.command("show", cls=with_examples(("pbem keys show", "pbem keys show --json")))
def show_keys(as_json: Json = False) -> None:
    """Show your fingerprint, your former keys, and who plays in your campaigns.

    Players compare fingerprints by voice: what an impostor could alter is a mail, not a telephone call.
    """
    home = opening.home()
    person = opening.person(home, as_json=as_json)
    told = {
        "identity": keyring.identity_data(home, person) if person else None,
        "former": keyring.former_data(home, person) if person else [],
        "campaigns": [asdict(one) for one in keyring.played(home, person, opening.campaign_if_any(None))],
    }
    show(told, _shown(told), as_json=as_json)


@app.command("new", cls=with_examples(("pbem keys new --name Anna", "pbem keys new --name Anna --no-passphrase")))
def new(
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Your name in every new game, as opponents will read it.")
    ] = "",
    no_passphrase: NoPassphrase = False,
    as_json: Json = False,
) -> None:
    """Make your identity, with the name by which you play.

    pbem new and pbem join do the same with their first use. The name is offered in each new game; --name says another
    one there.
    """
    home = opening.home()
    if home.read_identity() is not None:
        mend = "for another name: pbem keys name; for another identity: pbem keys renew"
        raise Problem("IDENTITY_EXISTS", "you have an identity already", mend, str(home.path / IDENTITY))
    if not name and not as_json and answered_here():
        name = (asked("Your name, as your opponents will read it: ") or "").strip()
    name = require_name(name) if name else home.name()
    person = opening.person_or_new(home, none=no_passphrase, as_json=as_json)
    if name:
        home.keep_name(name)
    told = {"fingerprint": person.fingerprint, "key": person.key.hex(), "name": name}
    lines = [
        "Your identity was made; nobody can make it again. Copy it to paper: pbem keys backup",
        f"Your fingerprint, for opponents to compare: {person.fingerprint}",
        f"Your name in every new game: {name}" if name else "You have no name yet: pbem keys name NAME",
    ]
    show(told, lines, as_json=as_json)


@app.command("name", cls=with_examples(("pbem keys name", "pbem keys name 'Anna B.'")))
def name(
    words: Annotated[
        str, typer.Argument(metavar="NAME", help="From now on, in games that begin; else show it.", show_default=False)
    ] = "",
    as_json: Json = False,
) -> None:
    """Show or change the name by which you play, in games that begin from now on."""
    home = opening.home()
    if words:
        home.keep_name(require_name(words))
    found = home.name()
    line = f"Your name in every new game: {found}" if found else "You have no name yet: pbem keys name NAME"
    show({"name": found}, [line], as_json=as_json)


@app.command(
    "backup",
    cls=with_examples(("pbem keys backup --out paper.txt", "pbem keys backup --to-terminal")),
)
def backup(
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file that only you may read.")
    ] = None,
    to_terminal: Annotated[
        bool, typer.Option("--to-terminal", help="Print it here; what scrolls by may be kept somewhere.")
    ] = False,
    key: Annotated[
        str, typer.Option("--key", metavar="FINGERPRINT", help="One of your former identities, by its first letters.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write your secret for printing: four lines that bring your identity back.

    Nobody else can make them again. Print them, then delete the file.
    """
    if (out is None and not to_terminal) or str(out) == "-":
        what = "whoever reads a backup can sign as you, so you have to say where it goes"
        raise Problem("BACKUP_WHERE", what, "say --out FILE, or --to-terminal")
    home = opening.home()
    person = _person(home, Passphrase(as_json=as_json))
    master = keyring.chosen(person, key)
    text = keyring.paper_of(master)
    if out is not None:
        keyring.save_paper(text, out.absolute())
    if to_terminal and not sys.stdout.isatty():
        warn("your secret goes into a pipe or a file: see that no copy of it stays")
    told: dict[str, Any] = {
        "fingerprint": keys.fingerprint(keys.public_key(master)),
        "out": str(out.absolute()) if out is not None else "",
    }
    if to_terminal:
        told["paper"] = text.splitlines()
    show(told, _backed_up(told), as_json=as_json)


@app.command(
    "restore",
    cls=with_examples(("pbem keys restore paper.txt", "pbem keys restore", "pbem keys restore old-paper.txt --former")),
)
def restore(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The text, - for standard input; else you type line after line."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of the present identity, which is kept in former/.")
    ] = False,
    former: Annotated[
        bool, typer.Option("--former", help="Put it beside the present identity, for the campaigns it plays in.")
    ] = False,
    no_passphrase: NoPassphrase = False,
    as_json: Json = False,
) -> None:
    """Bring an identity back from its paper backup.

    Typing errors are named by their line. The folders of your campaigns go on with it at once.
    """
    if replace and former:
        raise Problem("USAGE", "--replace and --former are two different wishes", "say one of them")
    master = _master(file, as_json)
    home = opening.home()
    person = _person_as_it_is(home)
    key = keys.public_key(master)
    told = {"fingerprint": keys.fingerprint(key), "became": ""}
    if person is None or (key != person.key and (replace or person.master_of(key) is None)):
        told["became"] = keyring.FORMER if former else keyring.PRESENT
        if former:
            passphrase = Passphrase(as_json=as_json)
            keyring.add_former(home, _person(home, passphrase), master, passphrase.said)
        else:
            asks = partial(new_passphrase, none=no_passphrase, as_json=as_json)
            keyring.restored(home, master, asks, replace=replace)
    show(told, _restored(told), as_json=as_json)


@app.command("renew", cls=with_examples(("pbem keys renew", "pbem keys renew --yes")))
def renew(yes: Yes = False, as_json: Json = False) -> None:
    """Make a new identity; the present one is kept in former/.

    For a secret that somebody may have seen. New campaigns begin with the new one; running ones keep the old key until
    you change it there, which each of them shows to both players.
    """
    home = opening.home()
    passphrase = Passphrase(as_json=as_json)
    person = _person(home, passphrase)
    running = [one for one in keyring.played(home, person, opening.campaign_if_any(None)) if one.you and one.running]
    if not confirmed("Make a new identity? Running campaigns then want a change of key.", yes=yes, as_json=as_json):
        say("Nothing was changed.")
        return
    new = keyring.renewed(home, passphrase.said)
    told = {
        "fingerprint": new.fingerprint,
        "key": new.key.hex(),
        "former": person.fingerprint,
        "running": [one.folder for one in running],
    }
    show(told, _renewed(told), as_json=as_json)


@app.command("passphrase", cls=with_examples(("pbem keys passphrase", "pbem keys passphrase --no-passphrase")))
def passphrase(
    no_passphrase: Annotated[
        bool, typer.Option("--no-passphrase", help="Remove it: the identity is kept in clear.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Set, change or remove the passphrase of your identity and of the former ones.

    Scripts give the new one in PBEM_NEW_PASSPHRASE.
    """
    home = opening.home()
    before = home.read_identity() or b""
    person = _person(home, Passphrase(as_json=as_json))
    new = _next_passphrase(none=no_passphrase, as_json=as_json)
    left = keyring.relocked(home, person, before, new, partial(_passphrase_of, as_json=as_json))
    for name in left:
        warn(f"{name} does not open with your passphrase and was left as it is")
    told = {"locked": bool(new), "left": left}
    done = "Your identity is locked with the new passphrase." if new else "Your identity is kept in clear."
    show(told, [done], as_json=as_json)


def _master(file: Path | None, as_json: bool) -> bytes:
    """The master of a paper that is read or typed. Raises Problem PAPER_DAMAGED."""
    if file is None and as_json:
        raise Problem("ANSWER_MISSING", "nobody types the lines here", "name the FILE that holds them, - for a pipe")
    try:
        if file is None:
            return read_paper(_typed())
        if str(file) == "-":
            data = sys.stdin.buffer.read(4 * TEXT_LIMIT + 1)
        else:
            data = read_bounded(file, 4 * TEXT_LIMIT)
        return read_paper(data.decode("utf-8", "replace"))
    except PaperError as error:
        raise Problem("PAPER_DAMAGED", error.what, error.mend, str(file or "")) from None


def _typed() -> str:
    """The lines as the person types them; one with an error is asked for again. Ends early at the end of the input."""
    lines: list[str] = []
    while len(lines) < LINES:
        typed = asked(f"line {len(lines) + 1} of {LINES}: ")
        if typed is None:
            say()
            break
        if not typed.strip() or typed.lstrip().startswith("#"):
            continue
        try:
            lines.append(read_line(len(lines) + 1, typed))
        except PaperError as error:
            complain(f"  {error.what}: {error.mend}")
    return "\n".join(lines)


def _person_as_it_is(home: Home) -> Person | None:
    """The identity where it opens without a question; a damaged or locked one hinders no restoring."""
    try:
        return opening.person_unasked(home)
    except Problem as problem:
        if problem.code != "IDENTITY_LOCKED":
            raise
        return None


def _next_passphrase(*, none: bool, as_json: bool) -> str:
    """The passphrase that takes the place of the present one. Raises Problem."""
    given = "" if none else os.environ.get("PBEM_NEW_PASSPHRASE")
    if given is None:
        if as_json or not sys.stdin.isatty():
            mend = "set PBEM_NEW_PASSPHRASE, or say --no-passphrase"
            raise Problem("PASSPHRASE_MISSING", "the new passphrase is missing", mend)
        given = typed_twice()
    return warned_if_empty(given)


def _passphrase_of(name: str, *, as_json: bool) -> str:
    """The passphrase of a former file that has one of its own; "" leaves it."""
    given = os.environ.get("PBEM_FORMER_PASSPHRASE")
    if given is not None or as_json or not sys.stdin.isatty():
        return given or ""
    import getpass

    return getpass.getpass(f"Passphrase of {name} (empty: leave it): ")


def _locked(told: dict[str, Any]) -> str:
    return "locked with a passphrase" if told["locked"] else "in clear"


def _shown(told: dict[str, Any]) -> Iterator[str]:
    one = told["identity"]
    if one is None:
        yield "You have no identity here yet. pbem new and pbem join make one, pbem keys restore brings one back."
    else:
        yield "Your identity"
        yield f"  fingerprint   {one['fingerprint']}"
        yield f"  public key    {one['key']}"
        yield f"  kept          {_locked(one)}, in {one['file']}"
    for former in told["former"]:
        if "error" in former:
            yield f"Former identity in {former['file']}: {former['error']}"
            yield "  by its own passphrase: pbem keys passphrase; from its paper: pbem keys restore FILE --former"
        else:
            yield f"Former identity in {former['file']}, {_locked(former)}"
            yield f"  fingerprint   {former['fingerprint']}"
            yield f"  public key    {former['key']}"
    for campaign in told["campaigns"]:
        yield from _campaign(campaign)


def _campaign(told: dict[str, Any]) -> Iterator[str]:
    yield f"{told['campaign']} (game {told['game']})" if told["campaign"] else "Campaign"
    yield f"  folder        {told['folder']}"
    if told["error"]:
        yield f"  cannot be read: {told['error']}"
        return
    for player in told["players"]:
        mine = ", with a former identity" if told["with_key"] == keyring.FORMER else ""
        whose = f"you{mine}" if player["yours"] else "your opponent" if told["you"] else "a player"
        yield f"  {player['fingerprint']}   {player['name']}: {whose}"


def _backed_up(told: dict[str, Any]) -> Iterator[str]:
    yield from told.get("paper", ())
    if told["out"]:
        yield f"{told['out']}: the identity {told['fingerprint']}"
        yield "Print it, lock the paper away, and delete the file: whoever reads it can sign as you."


def _restored(told: dict[str, Any]) -> Sequence[str]:
    words = {
        "": "This identity is here already.",
        keyring.PRESENT: "Your identity is back.",
        keyring.FORMER: "It is among your former identities, for the campaigns that it plays in.",
    }
    lines = [words[told["became"]], f"Its fingerprint, to compare with the paper: {told['fingerprint']}"]
    if told["became"]:
        lines.append("Next: pbem doctor in the folder of each campaign")
        lines.append(
            "A folder that is lost or older than your last mail: first pbem import, with all mails, sent ones too"
        )
    return lines


def _renewed(told: dict[str, Any]) -> Iterator[str]:
    yield f"Your new fingerprint, for your opponents to compare: {told['fingerprint']}"
    yield f"The former identity, {told['former']}, is kept: running campaigns need it."
    for folder in told["running"]:
        yield f"  change the key of this campaign with your next message: pbem submit --change-key --campaign {folder}"
    yield "Next: pbem keys backup --out paper.txt, for the new one is on no paper yet"
