"""mail.yaml, passwords, and every way in which a server can be out of reach: told clearly, and without the password."""

from __future__ import annotations

import imaplib
import re
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import keyring
import keyring.backend
import keyring.errors
import pytest
from jsonschema import Draft202012Validator

from pbem.club.clubrules import ClubRules, Limits, read_rules
from pbem.errors import Problem
from pbem.mail import imap
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING, tls_context
from pbem.mail.passwords import Wallet, password_of
from pbem.mail.servers import Account, Keyring, Program, Server
from pbem.mail.smtp import Courier
from pbem.mailservice.mailsettings import account_of, server_entry
from pbem.orders.schemas import read_schema
from tests.cli.players import Player, assert_two_lines, fresh_player
from tests.mailservice.people import correspondent
from tests.mailservice.servers import PASSWORD, PostOffice
from tests.places import DOCS

SECRET = "hunter2hunter2"


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    player = fresh_player(tmp_path, "anna")
    player.home.mkdir()
    return player


class Memory(keyring.backend.KeyringBackend):
    """A keyring that lasts as long as a test."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


@pytest.fixture
def memory() -> Memory:
    before, ring = keyring.get_keyring(), Memory()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


@pytest.mark.parametrize("name", ["mail", "club"])
def test_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(read_schema(name))


def test_what_settings_leave_out(tmp_path: Path) -> None:
    text = (
        "address: a@example.org\nimap: {host: imap.example.org}\nsmtp: {host: smtp.example.org, security: starttls}\n"
    )
    account = account_of(text.encode(), tmp_path / "mail.yaml")
    common = Keyring("pbem")
    assert account.imap == Server("imap.example.org", 993, "ssl", "a@example.org", common)
    assert account.smtp == Server("smtp.example.org", 587, "starttls", "a@example.org", common)
    assert (account.folder, account.ca) == ("INBOX", None)
    more = f"{text}ca: my.pem\npassword: {{command: [pass, mail], seconds: 5}}\n"
    account = account_of(more.encode(), tmp_path / "mail.yaml")
    assert account.ca == tmp_path / "my.pem" and account.smtp.password == Program(("pass", "mail"), 5)


@pytest.mark.parametrize(
    ("text", "where", "word"),
    [
        ("address: a@example.org\nimap: {host: h, security: plain}\nsmtp: {host: h}\n", "2:27", "in clear"),
        ("address: a@example.org\nimap: {host: h, port: 70000}\nsmtp: {host: h}\n", "2:23", "65535"),
        ("address: a@example.org\nimap: {host: h}\nsmpt: {host: h}\n", "3:1", "did you mean smtp?"),
        ("address: anna\nimap: {host: h}\nsmtp: {host: h}\n", "1:10", "name@example.org"),
        ("address: a@example.org\nimap: {host: h}\nsmtp: {host: h}\npassword: {seconds: 3}\n", "4:", "password"),
        ("address: a@example.org\nimap: {host: h}\nsmtp: {host: h, security: tls}\n", "3:27", "ssl"),
    ],
)
def test_faults_have_a_place(anna: Player, text: str, where: str, word: str) -> None:
    (anna.home / "mail.yaml").write_text(text, encoding="utf-8")
    said = anna("mail", "check")
    assert said.status == 2 and f"mail.yaml:{where}" in said.err and word in said.err, said.err


@pytest.mark.parametrize(
    "line",
    [
        f"password: {SECRET}",
        f"password: [{SECRET}]",
        f'password: {{keyring: x, pass: "{SECRET}"}}',
        f"passwd: {SECRET}",
        f"password: {{{SECRET}: x}}",
        f"password: {{command: {SECRET}}}",
        f"password: {{command: [pass, {{{SECRET}: 1}}]}}",
        f"password: {{command: [pass], seconds: {SECRET}}}",
        f"password: {{keyring: [{SECRET}]}}",
        f"password: {{keyring: {SECRET}, command: {SECRET}}}",
        f"password: {{password: {{password: {SECRET}}}}}",
        f"auth: oauth\npassword: {SECRET}",
    ],
)
def test_a_password_in_the_settings_is_refused_and_not_repeated(anna: Player, line: str) -> None:
    above = f"address: a@example.org\nimap: {{host: h}}\nsmtp: {{host: h}}\n{line}\n"
    below = f"address: a@example.org\nimap: {{host: h}}\nsmtp:\n  host: h\n{textwrap.indent(line, '  ')}\n"
    for text in (above, below):
        (anna.home / "mail.yaml").write_text(text, encoding="utf-8")
        for form in ((), ("--json",)):
            said = anna("mail", "check", *form)
            assert said.status == 2 and "mail.yaml" in said.err + said.out and SECRET not in said.err + said.out


def test_a_file_in_the_home_folder_of_nobody(anna: Player) -> None:
    text = "address: a@example.org\nimap: {host: h}\nsmtp: {host: h}\nca: ~no-such-user/my.pem\n"
    (anna.home / "mail.yaml").write_text(text, encoding="utf-8")
    said = anna("mail", "check")
    assert said.status == 2 and "mail.yaml:4:5" in said.err and "home folder" in said.err
    line = ("--address", "a@example.org", "--imap", "h", "--smtp", "h", "--ca", "~no-such-user/my.pem", "--replace")
    said = anna("mail", "setup", *line)
    assert said.status == 2 and "home folder" in said.err
    assert_two_lines(said)
    assert (anna.home / "mail.yaml").read_text(encoding="utf-8") == text


def test_the_settings_in_the_guide(tmp_path: Path) -> None:
    guide = (DOCS / "mail.md").read_text(encoding="utf-8")
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n)+", guide, re.MULTILINE)]
    (mail,) = [block for block in blocks if block.startswith("address:")]
    assert account_of(mail.encode(), tmp_path / "mail.yaml").smtp.host == "smtp.example.org"
    assert account_of(mail.encode(), tmp_path / "mail.yaml").sent == "auto"
    (token,) = [block for block in blocks if block.startswith("auth:")]
    assert account_of(f"{mail.partition('password:')[0]}{token}".encode(), tmp_path / "mail.yaml").imap.auth == "oauth"
    (club,) = [block for block in blocks if block.startswith("name:")]
    (tmp_path / "club.yaml").write_text(club, encoding="utf-8")
    rules = read_rules(tmp_path)
    assert rules.member("anna") == "anna@example.org" and rules.asleep == 3600 and rules.limits == Limits()
    assert rules.term == ClubRules().term == 60 * 86400


def test_no_file_of_certificates() -> None:
    for name in ("no\0file", "/no/such/file"):
        with pytest.raises(Problem) as raised:
            tls_context(Path(name))
        assert raised.value.code == "MAIL_CA"


def test_setup_writes_what_it_is_told(anna: Player) -> None:
    line = (
        "mail",
        "setup",
        "--address",
        "a@example.org",
        "--imap",
        "imap.example.org:1993",
        "--smtp",
        "smtp.example.org",
    )
    assert "pbem mail password" in anna.good(*line).out
    path = anna.home / "mail.yaml"
    assert path.stat().st_mode & 0o077 == 0
    assert account_of(path.read_bytes(), path).imap.port == 1993
    said = anna(*line)
    assert said.status == 2 and "--replace" in said.err
    assert_two_lines(said)
    more = ("--replace", "--password-command", "pass show 'my mail'", "--folder", "Games", "--security", "starttls")
    assert anna.good(*line, *more, "--json").json["next"][0] == "pbem mail check"
    account = account_of(path.read_bytes(), path)
    assert account.imap.password == Program(("pass", "show", "my mail"), 30) and account.folder == "Games"
    assert account.smtp.port == 587


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ((), "ANSWER_MISSING"),
        (("--address", "a@example.org", "--imap", "h"), "ANSWER_MISSING"),
        (("--address", "a@example.org", "--imap", ":993", "--smtp", "h"), "SERVER_NAME"),
        (("--address", "a@example.org", "--imap", "h", "--smtp", "h", "--keyring=x", "--password-command=y"), "USAGE"),
        (("--address", "a@example.org", "--imap", "h", "--smtp", "h", "--password-command", "'"), "USAGE"),
        (("--address", "a@example.org", "--imap", "h", "--smtp", "h", "--security", "plain"), "ORDERS_SCHEMA"),
    ],
)
def test_setup_refuses(anna: Player, more: tuple[str, ...], code: str) -> None:
    said = anna("mail", "setup", *more, "--json")
    assert (said.status, said.json["error"]["code"]) == (2, code) and not (anna.home / "mail.yaml").exists()


def test_server_entries() -> None:
    assert server_entry("[::1]:993", "", "u", what="--imap") == {"host": "::1", "port": 993, "user": "u"}


def test_without_settings(anna: Player) -> None:
    for command in ("sync", "check", "password", "serve"):
        said = anna("mail", command)
        assert said.status == 2 and "pbem mail setup" in said.err
        assert_two_lines(said)


def test_the_keyring(anna: Player, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    anna.good("mail", "setup", "--address", "a@example.org", "--imap", "h", "--smtp", "h", "--keyring", "games")
    said = anna("mail", "password")
    assert said.status == 2 and "terminal" in said.err
    monkeypatch.setattr("pbem.cli.commands.mail._typed", lambda question, as_json: SECRET)
    said = anna.good("mail", "password")
    assert memory.held == {("games", "a@example.org"): SECRET} and SECRET not in said.out
    server = Server("h", 993, "ssl", "a@example.org", Keyring("games"))
    assert password_of(server) == SECRET
    wallet = Wallet()
    assert wallet.password(server) == SECRET
    memory.held.clear()
    assert wallet.password(server) == SECRET
    wallet.forget()
    with pytest.raises(Problem, match=r"no password for a@example\.org"):
        wallet.password(server)


def test_a_keyring_that_does_not_answer(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*words: str) -> None:
        raise keyring.errors.KeyringLocked(SECRET)

    monkeypatch.setattr(memory, "get_password", locked)
    with pytest.raises(Problem) as raised:
        password_of(Server("h", 993, "ssl", "u", Keyring("pbem")))
    assert raised.value.code == "NO_KEYRING" and SECRET not in str(raised.value)


@pytest.mark.parametrize(
    ("code", "script"),
    [
        ("PASSWORD_COMMAND", f"print({SECRET!r}); raise SystemExit({SECRET!r})"),
        ("PASSWORD_COMMAND", "import time; time.sleep(9)"),
        ("PASSWORD_COMMAND", "import sys; sys.stdout.buffer.write(bytes([255, 10]))"),
        ("PASSWORD_MISSING", "print()"),
        ("PASSWORD_MISSING", f"print({SECRET!r} * 100)"),
    ],
)
def test_password_commands_that_fail(code: str, script: str) -> None:
    with pytest.raises(Problem) as raised:
        password_of(Server("h", 993, "ssl", "u", Program((sys.executable, "-c", script), 1)))
    assert raised.value.code == code and SECRET not in f"{raised.value}{raised.value.mend}"


def test_password_commands() -> None:
    def server(*argv: str) -> Server:
        return Server("h", 993, "ssl", "u", Program(argv, 9))

    assert password_of(server(sys.executable, "-c", "print('p\\u00e4ss w$rd'); print('user: x')")) == "p\u00e4ss w$rd"
    # No shell reads the words.
    assert password_of(server("echo", "$HOME; id")) == "$HOME; id"
    with pytest.raises(Problem, match="cannot be run"):
        password_of(server("/no/such/program"))


def account(office: PostOffice, **more: str) -> Account:
    return account_of(office.settings(office.user("anna"), **more).encode(), Path("/mail.yaml"))


@pytest.mark.parametrize("kind", [Mailbox, Courier])
@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("MAIL_LOGIN", {"password": SECRET}),
        ("MAIL_CERTIFICATE", {"ca": ""}),
        ("MAIL_CERTIFICATE", {"host": "127.0.0.1"}),
        ("MAIL_HOST", {"host": "nowhere.invalid"}),
        ("MAIL_UNREACHABLE", {"imap_port": "1", "smtp_port": "1"}),
        ("MAIL_CA", {"ca": "/no/such/file"}),
    ],
)
def test_what_goes_wrong_on_the_way(office: PostOffice, kind: type, code: str, more: dict[str, str]) -> None:
    at = account(office, **more)
    with pytest.raises(Problem) as raised:
        kind(at, password_of(at.imap))
    assert raised.value.code == code and raised.value.mend and SECRET not in f"{raised.value}{raised.value.mend}"
    assert (code in PASSING) == (code in ("MAIL_HOST", "MAIL_UNREACHABLE"))


@pytest.mark.parametrize(
    ("server", "port", "security", "codes"),
    [
        ("imap", "imap", "ssl", {"MAIL_TLS"}),
        ("imap", "imaps", "starttls", {"MAIL_TIMEOUT"}),
        ("smtp", "smtp", "ssl", {"MAIL_TLS"}),
        ("smtp", "smtps", "starttls", {"MAIL_TIMEOUT", "MAIL_LOST"}),
    ],
)
def test_the_wrong_kind_of_security(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, server: str, port: str, security: str, codes: set[str]
) -> None:
    # Both ends wait for the other one to speak first; a busy machine needs time where they do not.
    monkeypatch.setattr(imap, "TIMEOUT", 2)
    monkeypatch.setattr("pbem.mail.smtp.TIMEOUT", 2)
    found = account(office, **{f"{server}_port": str(getattr(office, port)), f"{server}_security": security})
    with pytest.raises(Problem) as raised:
        (Mailbox if server == "imap" else Courier)(found, PASSWORD)
    assert raised.value.code in codes


def test_both_kinds_of_security_work(office: PostOffice) -> None:
    at = account(
        office, imap_port=str(office.imap), imap_security="starttls", smtp_port=str(office.smtps), smtp_security="ssl"
    )
    Courier(at, PASSWORD).send(at.address, [at.address], b"Subject: x\r\n\r\n.\r\n..\r\n")
    box = Mailbox(at, PASSWORD)
    assert (box.mail(1) or b"").endswith(b"\r\n\r\n.\r\n..\r\n") and box.mail(7) is None
    box.close()


def test_a_server_without_sasl(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    real = imaplib.IMAP4._get_capabilities

    def fewer(self: imaplib.IMAP4) -> None:
        real(self)
        self.capabilities = tuple(one for one in self.capabilities if not one.startswith("AUTH="))

    monkeypatch.setattr(imaplib.IMAP4, "_get_capabilities", fewer)
    Mailbox(account(office), PASSWORD).close()
    for password in (SECRET, "\u00fcber"):
        with pytest.raises(Problem, match="refuses the login") as raised:
            Mailbox(account(office), password)
        assert password not in str(raised.value)


def test_nothing_goes_over_a_network_in_clear(office: PostOffice) -> None:
    at = account(office)
    for name, kind in (("imap", Mailbox), ("smtp", Courier)):
        server = replace(getattr(at, name), host="mail.example.org", security="plain")
        with pytest.raises(Problem, match="in clear"):
            kind(replace(at, **{name: server}), PASSWORD)


def test_a_folder_that_is_not_there(office: PostOffice) -> None:
    with pytest.raises(Problem, match="does not open the folder Entw\u00fcrfe & mehr"):
        Mailbox(replace(account(office), folder="Entw\u00fcrfe & mehr"), PASSWORD)


def test_check(office: PostOffice, tmp_path: Path) -> None:
    anna = correspondent(office, tmp_path, "Anna")
    assert "logged in as" in anna.player.good("mail", "check").out
    anna.settings(password=SECRET)
    for command in (("mail", "check"), ("mail", "sync"), ("mail", "sync", "--watch"), ("mail", "serve")):
        said = anna.player(*command)
        assert said.status == 2 and "refuses the login" in said.err and SECRET not in said.err + said.out
        assert_two_lines(said)
