"""mail.yaml in the configuration folder: which mail account `pbem mail` uses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pbem.errors import Problem
from pbem.mail.servers import (
    IMAP_PORTS,
    OAUTH,
    PASSWORD,
    PLAIN,
    SMTP_PORTS,
    SSL,
    Account,
    Keyring,
    PasswordSource,
    Program,
    Server,
    is_loopback,
)
from pbem.orders.check import check
from pbem.orders.findings import Finding, OrdersFault, quoted
from pbem.orders.loader import Document, load
from pbem.orders.schemas import read_schema
from pbem.orders.writer import dump
from pbem.store.atomic import set_aside, write_atomic
from pbem.store.files import ensure_folder, entry_at, read_bounded
from pbem.store.folder import DOCUMENT_LIMIT
from pbem.store.home import MAIL_SETTINGS, Home
from pbem.store.os_port import PRIVATE_FILE, PRIVATE_FOLDER

SERVICE: Final = "pbem"
SECONDS: Final = 30


def settings_path(home: Home) -> Path:
    """Where the settings are."""
    return home.path / MAIL_SETTINGS


def read_account(home: Home) -> Account:
    """The account of this configuration folder. Raises Problem: NO_MAIL_SETTINGS, ORDERS_YAML, ORDERS_SCHEMA."""
    path = settings_path(home)
    if entry_at(path) is None:
        mend = "write it with: pbem mail setup"
        raise Problem("NO_MAIL_SETTINGS", "nothing is known of your mail account yet", mend, str(path))
    return account_of(read_bounded(path, DOCUMENT_LIMIT), path)


def account_of(data: bytes, path: Path) -> Account:
    """The account that a settings file describes. path: names it, and is where `ca:` starts from. Raises Problem."""
    document = load(data, str(path))
    settings, findings = check(document, read_schema("mail"))
    findings = tuple(map(_discreet, findings)) or (*_in_clear(document, settings), *_tokens(document, settings))
    findings = findings or _homeless(document, settings)
    if findings:
        raise OrdersFault(str(path), findings)
    imap, smtp = (settings[name] for name in ("imap", "smtp"))
    return Account(
        address=settings["address"],
        imap=_server(imap, IMAP_PORTS, settings),
        folder=imap.get("folder", "INBOX"),
        smtp=_server(smtp, SMTP_PORTS, settings),
        ca=path.parent / at_home(settings["ca"]) if "ca" in settings else None,
        sent=imap.get("sent", ""),
    )


def at_home(text: str) -> Path:
    """A file's name, with `~` and `~anna` as the folders of people. Raises Problem MAIL_CA where there is no Anna."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise Problem("MAIL_CA", "nobody here has this home folder", "write the whole path", text[:200]) from None


def _discreet(finding: Finding) -> Finding:
    """A finding about a password without what stands there: somebody may have written it into the file, as any part of
    what stands below."""
    if "password" not in finding.path:
        return finding
    path = finding.path[: finding.path.index("password") + 1]
    what = "this does not say where a password comes from, and the password itself does not stand in this file"
    hint = "write keyring: SERVICE below it, or command: [PROGRAM, WORD] and seconds: NUMBER"
    return Finding("unreadable", finding.code, what, path, finding.line, finding.column, "password:", hint=hint)


def _in_clear(document: Document, settings: Mapping[str, Any]) -> list[Finding]:
    """`security: plain` for a host that is not this computer."""
    found = []
    for name in ("imap", "smtp"):
        server = settings[name]
        if server.get("security") == PLAIN and not is_loopback(server["host"]):
            line, column = document.mark((name, "security"))
            what = f"{server['host']} is not this computer, and a password must not go there in clear"
            path, hint = (name, "security"), "write ssl or starttls"
            found.append(Finding("unreadable", "mail-plain", what, path, line, column, "security: plain", hint=hint))
    return found


def _tokens(document: Document, settings: Mapping[str, Any]) -> list[Finding]:
    """`auth: oauth` where no program prints a token: they are good for an hour, so none lies in a keyring."""
    found = []
    for name in ("imap", "smtp"):
        entry = settings[name]
        if _of(entry, settings, "auth", PASSWORD) == OAUTH and "command" not in _of(entry, settings, "password", {}):
            path = (name, "auth") if "auth" in entry else ("auth",)
            line, column = document.mark(path)
            what, hint = "no program is named that prints a token", "write password: {command: [...]} (docs/mail.md)"
            found.append(Finding("unreadable", "mail-token", what, path, line, column, "auth: oauth", hint=hint))
    return found[:1]


def _homeless(document: Document, settings: Mapping[str, Any]) -> tuple[Finding, ...]:
    """`ca: ~anna/my.pem` where nobody is called so."""
    try:
        at_home(settings.get("ca", ""))
    except Problem as problem:
        line, column = document.mark(("ca",))
        return (Finding("unreadable", "no-home", problem.what, ("ca",), line, column, "ca:", hint=problem.mend),)
    return ()


def _of(entry: Mapping[str, Any], settings: Mapping[str, Any], member: str, usual: Any) -> Any:
    """A setting that may stand below one server, and above for both."""
    return entry.get(member, settings.get(member, usual))


def _server(entry: Mapping[str, Any], ports: Mapping[str, int], settings: Mapping[str, Any]) -> Server:
    security = entry.get("security", SSL)
    return Server(
        host=entry["host"],
        port=entry.get("port", ports[security]),
        security=security,
        user=entry.get("user", settings["address"]),
        password=_source(_of(entry, settings, "password", {"keyring": SERVICE})),
        auth=_of(entry, settings, "auth", PASSWORD),
    )


def _source(entry: Mapping[str, Any]) -> PasswordSource:
    if "keyring" in entry:
        return Keyring(entry["keyring"])
    return Program(tuple(entry["command"]), entry.get("seconds", SECONDS))


def write_settings(home: Home, settings: Mapping[str, Any], *, replace: bool) -> Path:
    """Writes mail.yaml, readable by its owner alone, once it is without faults. Raises Problem, FILE_EXISTS among them.

    settings: as the file holds them.
    """
    path = settings_path(home)
    if entry_at(path) is not None and not replace:
        mend = "edit it, or say --replace"
        raise Problem("FILE_EXISTS", "there are settings already", mend, str(path))
    data = dump(settings).encode("utf-8")
    account_of(data, path)
    ensure_folder(home.path, mode=PRIVATE_FOLDER)
    if entry_at(path) is not None and (former := read_bounded(path, DOCUMENT_LIMIT)) != data:
        set_aside(path, former, "former", mode=PRIVATE_FILE)
    write_atomic(path, data, mode=PRIVATE_FILE)
    return path


def server_entry(text: str, security: str, user: str, *, what: str) -> dict[str, Any]:
    """`imap.example.org:143` as an entry of the settings. what: the flag that said it. Raises Problem SERVER_NAME."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdigit() or "]" in port:
        host, port = text, ""
    host = host.strip("[]")
    if not host or len(port) > 5:
        raise Problem("SERVER_NAME", f"{quoted(text, 60)} names no server", f"write {what} HOST or {what} HOST:PORT")
    entry: dict[str, Any] = {"host": host}
    if port:
        entry["port"] = int(port)
    if security:
        entry["security"] = security
    if user:
        entry["user"] = user
    return entry
