"""What pbem can use of the system around it, for `pbem doctor`: nothing of it is needed to play."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pbem.errors import Problem
from pbem.mail.passwords import system_keyring
from pbem.mail.servers import Keyring
from pbem.mailservice.mailsettings import read_account, settings_path
from pbem.store.clipboard import why_not
from pbem.store.desktop import opens_pages
from pbem.store.files import entry_at
from pbem.store.home import MAIL_SETTINGS

if TYPE_CHECKING:
    from pbem.store.home import Home

# State (good or note), what it is about, what is so, what can be done.
Row = tuple[bool, str, str, str]


def surroundings(home: Home) -> Iterator[Row]:
    """Keyring, browser, pictures, clipboard and mail account: whether each can be used, and else what is missing."""
    yield _keyring(home)
    yield _browser()
    yield _pictures()
    yield _clipboard()
    yield _mail(home)


def _keyring(home: Home) -> Row:
    """Asked where a password lies in it alone: its backends take half as long to load as everything else here."""
    about, mend = "keyring", "for pbem mail let a program print the password: pbem mail setup --password-command"
    if find_spec("keyring") is None:
        return False, about, "the package keyring is not installed", f"install it: pip install keyring; {mend}"
    if not _keeps_passwords(home):
        return True, about, "installed; it is asked where mail.yaml takes a password from it", ""
    try:
        found = system_keyring().get_keyring()
    except Exception as error:
        # Its backends are foreign code that talks to services of the session.
        return False, about, f"it does not answer ({type(error).__name__})", mend
    if found.priority <= 0:
        what = "this session has none that a program could use (on Linux: GNOME Keyring, KWallet)"
        return False, about, what, mend
    return True, about, f"{found.name}, for the password of pbem mail", ""


def _keeps_passwords(home: Home) -> bool:
    """Whether a mail account takes a password from the system's keyring."""
    if entry_at(settings_path(home)) is None:
        return False
    try:
        account = read_account(home)
    except Problem:
        # That the settings cannot be read is told of the mail account.
        return False
    return any(isinstance(server.password, Keyring) for server in (account.imap, account.smtp))


def _browser() -> Row:
    if opens_pages():
        return True, "browser", "the system opens pages and mails (--open)", ""
    what = "the system knows no program that opens pages or mails; --open does nothing"
    return False, "browser", what, "open the files by hand; on Linux install a browser and xdg-utils"


def _pictures() -> Row:
    try:
        import_module("resvg_py")
        return True, "resvg-py", f"{version('resvg-py')}, for pictures as PNG", ""
    except (ImportError, PackageNotFoundError):
        mend = "install it: pip install resvg-py; pictures as SVG need nothing"
        return False, "resvg-py", "is not installed, so there are no pictures as PNG", mend


def _clipboard() -> Row:
    why = why_not()
    if not why:
        return True, "clipboard", "pbem receive --clipboard can read it", ""
    return False, "clipboard", why, "on Linux install wl-clipboard, xclip or xsel; else save the mail as a file"


def _mail(home: Home) -> Row:
    about = "mail account"
    if entry_at(settings_path(home)) is None:
        return (
            False,
            about,
            "none: you send and save mails by hand",
            "if you want pbem to fetch and send: pbem mail setup",
        )
    try:
        account = read_account(home)
    except Problem as problem:
        return False, about, f"{MAIL_SETTINGS}: {problem.what.splitlines()[0]}", problem.mend
    what = f"{account.address}: fetches from {account.imap.place}, sends by {account.smtp.place}"
    return True, about, what, ""
