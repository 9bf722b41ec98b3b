"""`pbem mail setup|password|check|sync|serve`."""

from __future__ import annotations

import json
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.inbox.mailstate import StateFile
from pbem.cli import opening
from pbem.cli.completing import campaign_words
from pbem.cli.faults import tell
from pbem.cli.lazy import group_app, with_examples
from pbem.cli.parameters import Auto, Json, meant
from pbem.cli.terminal import Bar, asked, say, show
from pbem.club.clubhouse import Clubhouse, Round, watch_club
from pbem.club.clubrules import read_rules
from pbem.errors import Problem
from pbem.mail.filing import Filing
from pbem.mail.imap import Mailbox
from pbem.mail.passwords import Wallet, store_password
from pbem.mail.servers import OAUTH, Keyring, Server
from pbem.mail.smtp import Courier
from pbem.mailservice.mailing import MailOptions, MailService, Synced, watch
from pbem.mailservice.mailsettings import SERVICE, at_home, read_account, server_entry, write_settings
from pbem.mailservice.synced import synced_data, synced_lines

_ABOUT = "Fetch and send by yourself: setup, password, check, sync; serve for a club."
_GROUP = ("pbem mail setup", "pbem mail password", "pbem mail check", "pbem mail sync", "pbem mail serve --once")
_DEFAULT_PAUSE = 120
_LEAST_PAUSE = 10

app = group_app(_ABOUT, _GROUP)


@app.callback()
def group() -> None:
    """Fetch and send by yourself: setup, password, check, sync; serve for a club."""


@app.command(
    "setup",
    cls=with_examples(
        (
            "pbem mail setup",
            "pbem mail setup --address anna@example.org --imap imap.example.org --smtp smtp.example.org",
            "pbem mail setup --address a@example.org --imap h --smtp h --password-command 'pass show mail'",
            "pbem mail setup --address a@example.org --imap h --smtp h --auth oauth --password-command 'my-token a'",
        )
    ),
)
def setup(
    address: Annotated[str, typer.Option("--address", metavar="ADDRESS", help="Your mail address.")] = "",
    imap: Annotated[
        str, typer.Option("--imap", metavar="HOST", help="The server for reading: HOST or HOST:PORT.")
    ] = "",
    smtp: Annotated[
        str, typer.Option("--smtp", metavar="HOST", help="The server for sending: HOST or HOST:PORT.")
    ] = "",
    security: Annotated[
        str, typer.Option("--security", metavar="KIND", help="ssl (default), starttls, or plain on this computer.")
    ] = "",
    user: Annotated[
        str, typer.Option("--user", metavar="NAME", help="The name to log in with; else the address.")
    ] = "",
    folder: Annotated[str, typer.Option("--folder", metavar="NAME", help="The folder to read; else INBOX.")] = "",
    command: Annotated[
        str, typer.Option("--password-command", metavar="WORDS", help="A program that prints the password or token.")
    ] = "",
    auth: Annotated[
        str, typer.Option("--auth", metavar="KIND", help="password (default), or oauth: the program prints a token.")
    ] = "",
    sent: Annotated[
        str, typer.Option("--sent", metavar="NAME", help="The folder for copies of what is sent, or auto; else none.")
    ] = "",
    keyring: Annotated[
        str, typer.Option("--keyring", metavar="SERVICE", help="The keyring's service; else pbem.")
    ] = "",
    ca: Annotated[
        str, typer.Option("--ca", metavar="FILE", help="Certificates to trust in place of the system's.")
    ] = "",
    replace: Annotated[bool, typer.Option("--replace", help="In the place of the present settings.")] = False,
    as_json: Json = False,
) -> None:
    """Write mail.yaml: which servers pbem mail uses. It asks for what is not said.

    No password stands in it: that lies in the system's keyring, or a program prints it. See docs/mail.md for the
    servers of the common providers.
    """
    address = _wanted(address, "--address", "Your mail address: ", as_json=as_json)
    imap = _wanted(imap, "--imap", "The server for reading (IMAP), HOST or HOST:PORT: ", as_json=as_json)
    smtp = _wanted(smtp, "--smtp", "The server for sending (SMTP), HOST or HOST:PORT: ", as_json=as_json)
    settings: dict[str, Any] = {
        "address": address,
        "imap": server_entry(imap, security, user, what="--imap"),
        "smtp": server_entry(smtp, security, user, what="--smtp"),
        "password": _source(command, keyring),
    }
    if auth == OAUTH and not command:
        mend = "name a program that prints one: --password-command (docs/mail.md, OAuth)"
        raise Problem("USAGE", "with --auth oauth a program prints the token", mend)
    if auth:
        settings["auth"] = auth
    for name, value in (("folder", folder), ("sent", sent)):
        if value:
            settings["imap"][name] = value
    if ca:
        settings["ca"] = str(at_home(ca).absolute())
    path = write_settings(opening.home(), settings, replace=replace)
    steps = ["pbem mail check", "pbem mail sync"] if command else ["pbem mail password", "pbem mail check"]
    told = {"settings": str(path), "next": steps}
    show(told, [f"Your mail settings: {path}", f"Next: {', then '.join(steps)}"], as_json=as_json)


def _wanted(given: str, flag: str, question: str, *, as_json: bool) -> str:
    """What was said with a flag, else what the person types. Raises Problem ANSWER_MISSING."""
    answer = given or (asked(question) if not as_json and sys.stdin.isatty() else "")
    if not answer:
        raise Problem("ANSWER_MISSING", "the mail settings are not complete", f"say {flag}")
    return answer.strip()


def _source(command: str, keyring: str) -> dict[str, Any]:
    if not command:
        return {"keyring": keyring or SERVICE}
    if keyring:
        raise Problem("USAGE", "a password comes from the keyring or from a program", "leave one of the two out")
    import shlex

    try:
        words = shlex.split(command)
    except ValueError:
        raise Problem("USAGE", "a quotation mark is missing in --password-command", "close it") from None
    return {"command": words}


@app.command("password", cls=with_examples(("pbem mail password",)))
def password(as_json: Json = False) -> None:
    """Put the password of your mail account into the system's keyring. It is typed, and not shown.

    Many providers want a password made for programs, not that of the web page; see docs/mail.md.
    """
    account = read_account(opening.home())
    servers = [one for one in (account.imap, account.smtp) if isinstance(one.password, Keyring)]
    if not servers:
        mend = "nothing has to be stored"
        raise Problem("NO_KEYRING_WANTED", "a program prints your passwords, as mail.yaml says", mend)
    places: dict[tuple[str, str], list[Server]] = {}
    for server in servers:
        assert isinstance(server.password, Keyring)
        places.setdefault((server.password.service, server.user), []).append(server)
    for (service, user), used in places.items():
        hosts = " and ".join(dict.fromkeys(one.host for one in used))
        store_password(Keyring(service), user, _typed(f"Password of {user} at {hosts}: ", as_json=as_json))
    told = {"stored": [{"service": service, "user": user} for service, user in places], "next": ["pbem mail check"]}
    show(told, ["The password lies in the keyring.", "Next: pbem mail check"], as_json=as_json)


def _typed(question: str, *, as_json: bool) -> str:
    """A password as it is typed at the terminal, without being shown. Raises Problem PASSWORD_MISSING."""
    if as_json or not sys.stdin.isatty():
        mend = "type the command at a terminal, or let a program print the password (docs/mail.md)"
        raise Problem("PASSWORD_MISSING", "a password is typed at a terminal", mend)
    import getpass

    found = getpass.getpass(question)
    if not found:
        raise Problem("PASSWORD_MISSING", "no password was typed", "run the command again")
    return found


@app.command("check", cls=with_examples(("pbem mail check",)))
def check(as_json: Json = False) -> None:
    """Log in to both servers and open the folders; nothing is fetched or sent."""
    account, wallet = read_account(opening.home()), Wallet()
    with closing(Mailbox(account, wallet.password(account.imap))) as box:
        count = len(box.newer(0))
    if account.sent:
        Filing(account, wallet.password(account.imap)).close()
    Courier(account, wallet.password(account.smtp)).close()
    told = {"address": account.address, "imap": account.imap.place, "smtp": account.smtp.place, "mails": count}
    lines = [
        f"{account.imap.place}: logged in as {account.imap.user}; {account.folder} holds {count} mails",
        f"{account.smtp.place}: logged in as {account.smtp.user}",
        "Next: pbem mail sync",
    ]
    show(told, lines, as_json=as_json)


Watch = Annotated[bool, typer.Option("--watch", help="Go on until you stop it.")]
Every = Annotated[
    int, typer.Option("--every", metavar="SECONDS", help="With --watch: how long to wait between two goes.")
]


@app.command(
    "sync", cls=with_examples(("pbem mail sync", "pbem mail sync --watch --every 300", "pbem mail sync --dry-run"))
)
def sync(
    no_fetch: Annotated[bool, typer.Option("--no-fetch", help="Only send.")] = False,
    no_send: Annotated[bool, typer.Option("--no-send", help="Only fetch.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be taken in and sent; do neither.")
    ] = False,
    again: Annotated[
        Path | None,
        typer.Option(
            "--again",
            metavar="CAMPAIGN",
            help="Send the last message of this campaign once more, if it is yours.",
            callback=meant,
            autocompletion=campaign_words,
        ),
    ] = None,
    auto: Auto = False,
    watching: Watch = False,
    every: Every = _DEFAULT_PAUSE,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No reports, and nothing at all where nothing is new.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Take in what arrived in your mailbox, and send what is in your outboxes.

    Your mailbox stays as it is: nothing in it is deleted, moved or marked as read; copies of what is sent go into a
    folder of it if you want that. Invitations are kept for pbem join. Of each campaign the last message is sent if it
    is yours and was not sent by this command before. What leaves nothing to decide is signed by itself
    before, where campaign.yaml says "automatic: yes", or with --auto. Exit status 0, 2 where something could not be
    done, or 10 to 15 by the class of what was refused.
    """
    home = opening.home()
    account = read_account(home)
    person = opening.person(home, as_json=as_json)
    files, bar = StateFile.of(home), Bar()
    once_more = again.absolute() if again is not None else None
    options = MailOptions(not no_fetch, not no_send, dry_run, once_more, auto, bar.step)
    if dry_run and watching:
        raise Problem("USAGE", "a dry run does one go: the next would find the same", "leave out --watch")
    # A dry run writes nothing, so it needs no lock, whose file would be the first thing.
    with nullcontext() if dry_run else files.lock():
        service = MailService(home, person, account, files, Wallet())
        if not watching:
            try:
                synced = service.sync(options)
            finally:
                bar.close()
            if as_json or synced.told or not quiet:
                show(synced_data(synced, dry_run), synced_lines(synced, dry_run, quiet), as_json=as_json)
            _complain(synced, as_json=as_json)
            return synced.exit
        _require_pause(every)
        if again is not None:
            raise Problem("USAGE", "a message is sent once more once, not again and again", "leave out --watch")
        status = 0
        for synced in watch(service, options, every):
            bar.close()
            _tell(synced, quiet=quiet, as_json=as_json)
            status = synced.exit
    return status


def _require_pause(every: int) -> None:
    if every < _LEAST_PAUSE:
        raise Problem("USAGE", f"--every {every} is too often for a mail server", f"say {_LEAST_PAUSE} or more")


def _tell(synced: Synced, *, quiet: bool, as_json: bool) -> None:
    """One go of many: a line of JSON, or words where something happened."""
    if not synced.told:
        return
    if as_json:
        say(json.dumps({"at": opening.now(), **synced_data(synced, False)}, ensure_ascii=True))
        return
    say(f"{opening.now()}")
    show(None, synced_lines(synced, False, quiet), as_json=False)
    _complain(synced, as_json=False)


def _complain(synced: Synced, *, as_json: bool) -> None:
    """What went wrong, on standard error."""
    for problem in () if as_json else (*synced.taken.failed, *synced.problems):
        tell(problem, "mail", as_json=False)


@app.command("serve", cls=with_examples(("pbem mail serve", "pbem mail serve --once", "pbem mail serve --every 300")))
def serve(
    club: Annotated[
        Path | None, typer.Option("--club", metavar="DIR", help="The club's folder; else club/ beside mail.yaml.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="One go, for cron; else it goes on until you stop it.")] = False,
    every: Every = _DEFAULT_PAUSE,
    as_json: Json = False,
) -> int:
    """Run the mailbox of a club that hosts games: verify what arrives, send it on, answer, remind.

    The club plays in none of them and needs no identity. docs/mail.md is its guide. Exit status 0, or 2 where the
    network was down.
    """
    home, bar = opening.home(), Bar()
    account = read_account(home)
    folder = (club or home.path / "club").absolute()
    files = StateFile(folder)
    with files.lock():
        house = Clubhouse(account, read_rules(folder), files, Wallet(), progress=bar.step)
        if once:
            try:
                done = house.go()
            finally:
                bar.close()
            show(done.data, done.events or ["Nothing new."], as_json=as_json)
            for problem in () if as_json else done.problems:
                tell(problem, "mail", as_json=False)
            return _round_status(done)
        _require_pause(every)
        status = 0
        for done in watch_club(house, every):
            bar.close()
            _tell_round(done, as_json=as_json)
            status = _round_status(done)
    return status


def _round_status(done: Round) -> int:
    return max((problem.status for problem in done.problems), default=0)


def _tell_round(done: Round, *, as_json: bool) -> None:
    if as_json and (done.events or done.problems):
        say(json.dumps({"at": opening.now(), **done.data}, ensure_ascii=True))
        return
    for event in done.events:
        say(f"{opening.now()} {event}")
    for problem in done.problems:
        tell(problem, "mail", as_json=False)
