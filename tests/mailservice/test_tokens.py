"""Logging in with a token: at real servers, and at one that plays every trick; whatever happens, it is never shown."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest

from pbem.errors import Problem
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING
from pbem.mail.passwords import Wallet
from pbem.mail.servers import Account, Program, Server
from pbem.mail.smtp import Courier
from pbem.mail.tokens import OAUTHBEARER, XOAUTH2, Bearer, mechanism_of
from pbem.mailservice.mailsettings import account_of
from tests.cli.players import Player, assert_two_lines, fresh_player
from tests.mailservice.people import accepted, begin, correspondent
from tests.mailservice.servers import PASSWORD, PostOffice, token
from tests.mailservice.tiny import TinyImap, opened

SECRET = "eyJ.c2VjcmV0.c2lnbmVk"


def account(office: PostOffice, address: str, **more: str) -> Account:
    return account_of(office.settings(address, auth="oauth", **more).encode(), Path("/mail.yaml"))


@pytest.mark.slow
def test_a_game_with_tokens(office: PostOffice, tmp_path: Path) -> None:
    anna, bert = correspondent(office, tmp_path, "Anna"), correspondent(office, tmp_path, "Bert")
    for one in (anna, bert):
        one.settings(auth="oauth", password=token(one.address.partition("@")[0]))
    assert "logged in as" in anna.player.good("mail", "check").out
    begin(anna, bert)
    anna.turn()
    anna.sync()
    assert accepted(bert.sync()) == [2]
    assert set(office.logins) == {one.address.partition("@")[0] for one in (anna, bert)}


@pytest.mark.parametrize("kind", [Mailbox, Courier])
def test_a_token_that_is_refused(office: PostOffice, kind: type) -> None:
    at = account(office, office.user("anna"))
    old = token(at.imap.user, exp=5) if kind is Mailbox else f"{SECRET}"
    with pytest.raises(Problem) as raised:
        kind(at, old)
    said = f"{raised.value}{raised.value.mend}"
    assert raised.value.code == "MAIL_LOGIN" and "MAIL_LOGIN" not in PASSING
    assert f"refuses the token of {at.imap.user}: status 40" in said and "scope mail" in said
    assert old not in said and "\x1b" not in said and len(said) < 700
    assert kind is Mailbox or office.challenges == [b""], "the reason has to be answered with nothing"


def test_a_refused_token_ends_a_watch_in_two_lines(office: PostOffice, tmp_path: Path) -> None:
    anna = correspondent(office, tmp_path, "Anna")
    anna.settings(auth="oauth", password=SECRET)
    for command in (("mail", "check"), ("mail", "sync", "--watch"), ("mail", "serve")):
        said = anna.player(*command)
        assert said.status == 2 and "refuses the token" in said.err and SECRET not in said.err + said.out
        assert_two_lines(said)


def test_bearer_as_the_standard_has_it(office: PostOffice) -> None:
    """OAUTHBEARER at the real server, where XOAUTH2 is not offered."""
    at = account(office, office.user("anna"))
    for name in (XOAUTH2, OAUTHBEARER):
        assert mechanism_of(at.imap, [name, "PLAIN"]) == name
    assert mechanism_of(at.imap, [OAUTHBEARER, XOAUTH2]) == XOAUTH2
    with pytest.raises(Problem, match="takes no tokens; its ways to log in are: CRAM-MD5, PLAIN") as raised:
        mechanism_of(at.imap, ["PLAIN", "CRAM-MD5"])
    assert raised.value.code == "MAIL_LOGIN"
    odd = replace(at.imap, user="a,b=c")
    assert Bearer(odd, "t", OAUTHBEARER).begin().startswith("n,a=a=2Cb=3Dc,\x01host=localhost\x01port=")


@pytest.mark.parametrize("shown", [True, False])
def test_oauthbearer_at_a_real_server(office: PostOffice, monkeypatch: pytest.MonkeyPatch, shown: bool) -> None:
    at = account(office, office.user("anna"))
    monkeypatch.setattr("pbem.mail.imap.mechanism_of", lambda server, offered: OAUTHBEARER)
    if shown:
        Mailbox(at, token(at.imap.user)).close()
        return
    with pytest.raises(Problem, match="refuses the token") as raised:
        Mailbox(at, SECRET)
    assert raised.value.code == "MAIL_LOGIN" and SECRET not in str(raised.value)


def refusing(
    answers: list[bytes], challenge: str, times: int = 1, end: str = "NO [AUTHENTICATIONFAILED] no"
) -> TinyImap:
    """A server that tells its reason and waits for what is said to it."""
    tiny = TinyImap(capable="CAPABILITY IMAP4rev1 AUTH=XOAUTH2 AUTH=OAUTHBEARER")
    serve = tiny.serve

    def listen(source: BinaryIO, out: BinaryIO) -> None:
        def trouble(line: str, out: BinaryIO) -> bool:
            if not line.startswith("AUTHENTICATE"):
                return False
            out.write(b"+ \r\n")
            out.flush()
            source.readline()
            for _ in range(times):
                out.write(f"+ {challenge}\r\n".encode())
                out.flush()
                answers.append(source.readline())
            out.write(b"%s %s\r\n" % (tag_of(tiny, line), end.encode()))
            out.flush()
            return True

        tiny.trouble = trouble
        serve(source, out)

    tiny.serve = listen  # type: ignore[method-assign]
    return tiny


def tag_of(tiny: TinyImap, line: str) -> bytes:
    return tiny.tags[tiny.said.index(line)]


def coded(reason: object) -> str:
    return base64.b64encode(json.dumps(reason).encode()).decode()


@pytest.mark.parametrize(
    ("challenge", "told"),
    [
        (coded({"status": "400", "schemes": "bearer", "scope": "mail"}), "status 400, scope mail; "),
        (
            coded({"status": "invalid_token", "error_description": "expired\r\nA1 OK"}),
            "error_description expired A1 OK; ",
        ),
        (coded({"status": {"deep": 1}}), "nothing; "),
        (coded(["400"]), '["400"]; '),
        (coded(f"your {SECRET}"), '"your ***"; '),
        (base64.b64encode(b"[" * 3000).decode(), "[[[["),
        (base64.b64encode(b"\xff\x1b[2J" * 2000).decode(), "[2J"),
        ("", "nothing; "),
    ],
)
def test_the_reason_is_asked_for_and_shown(challenge: str, told: str) -> None:
    answers: list[bytes] = []
    with opened(refusing(answers, challenge)) as tiny, pytest.raises(Problem) as raised:
        Mailbox(tiny.account(auth="oauth"), SECRET)
    said = str(raised.value)
    assert answers == [b"\r\n"] and raised.value.code == "MAIL_LOGIN"
    assert told in said and SECRET not in said and len(said) < 600 and said.isprintable()


@pytest.mark.parametrize(
    ("challenge", "times", "end", "code"),
    [
        (coded({"status": "400"}), 99, "NO no", "MAIL_SERVER"),
        ("not base 64!", 1, "NO no", "MAIL_SERVER"),
        (coded({}), 1, "NO [UNAVAILABLE] later", "MAIL_SERVER"),
        (coded({}), 1, "NO [LIMIT] rate", "MAIL_SERVER"),
        (coded({}), 1, "BAD no", "MAIL_LOGIN"),
    ],
)
def test_challenges_without_end_or_sense(
    monkeypatch: pytest.MonkeyPatch, challenge: str, times: int, end: str, code: str
) -> None:
    answers: list[bytes] = []
    # A server that waits for more words does not keep anybody who takes leave.
    monkeypatch.setattr("pbem.mail.imap.FAREWELL", 0.2)
    with opened(refusing(answers, challenge, times, end)) as tiny, pytest.raises(Problem) as raised:
        Mailbox(tiny.account(auth="oauth"), SECRET)
    assert raised.value.code == code and len(answers) <= 5 and SECRET not in str(raised.value)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("TOKEN_COMMAND", ("false",)),
        ("TOKEN_COMMAND", ("/no/such/program",)),
        ("PASSWORD_MISSING", ("echo", "")),
        ("PASSWORD_MISSING", ("echo", "two words")),
        ("PASSWORD_MISSING", ("echo", "t\x01t")),
        ("PASSWORD_MISSING", ("echo", "t" * 8193)),
    ],
)
def test_programs_that_print_no_token(code: str, words: tuple[str, ...]) -> None:
    with pytest.raises(Problem) as raised:
        Wallet().password(Server("h", 993, "ssl", "u", Program(words, 9), "oauth"))
    assert raised.value.code == code and (code in PASSING) == (code == "TOKEN_COMMAND")


def test_each_login_has_a_token_of_its_own(tmp_path: Path) -> None:
    """They are good for an hour, and a watch lasts for days."""
    count = tmp_path / "count"
    program = Program(("sh", "-c", f"echo x >> {count}; wc -l < {count} | tr -d ' '"), 9)
    server, wallet = Server("h", 993, "ssl", "u", program, "oauth"), Wallet()
    assert [wallet.password(server) for _ in range(3)] == ["1", "2", "3"]
    assert wallet.password(replace(server, auth="password")) == wallet.password(replace(server, auth="password")) == "4"
    assert len(Wallet().password(Server("h", 1, "ssl", "u", Program(("echo", "t" * 8192), 9), "oauth"))) == 8192


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    player = fresh_player(tmp_path, "anna")
    player.home.mkdir()
    return player


SETUP = ("mail", "setup", "--address", "a@example.org", "--imap", "h", "--smtp", "h")


def test_setup_with_tokens(anna: Player) -> None:
    said = anna(*SETUP, "--auth", "oauth", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "USAGE") and "--password-command" in said.json["error"][
        "mend"
    ]
    said = anna(*SETUP, "--auth", "kerberos", "--password-command", "x", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "ORDERS_SCHEMA")
    more = ("--auth", "oauth", "--password-command", "oama access a@example.org", "--sent", "auto")
    assert anna.good(*SETUP, *more, "--json").json["next"] == ["pbem mail check", "pbem mail sync"]
    path = anna.home / "mail.yaml"
    found = account_of(path.read_bytes(), path)
    assert (found.imap.auth, found.smtp.auth, found.sent) == ("oauth", "oauth", "auto")
    assert found.imap.password == Program(("oama", "access", "a@example.org"), 30)


def test_tokens_for_one_server_only(tmp_path: Path) -> None:
    text = (
        "address: a@example.org\nimap: {host: h, auth: oauth, password: {command: [token]}}\nsmtp: {host: h}\n"
        "password: {keyring: pbem}\n"
    )
    found = account_of(text.encode(), tmp_path / "mail.yaml")
    assert (found.imap.auth, found.smtp.auth) == ("oauth", "password")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("imap: {host: h, auth: oauth}\nsmtp: {host: h}\n", "2:23"),
        ("imap: {host: h}\nsmtp: {host: h}\nauth: oauth\n", "4:7"),
        ("imap: {host: h}\nsmtp: {host: h, password: {keyring: x}}\nauth: oauth\npassword: {command: [x]}\n", "4:7"),
    ],
)
def test_tokens_without_a_program(anna: Player, text: str, where: str) -> None:
    (anna.home / "mail.yaml").write_text(f"address: a@example.org\n{text}", encoding="utf-8")
    said = anna("mail", "check")
    assert said.status == 2 and f"mail.yaml:{where}" in said.err and "prints a token" in said.err, said.err


def test_a_password_is_not_shown_as_a_token(office: PostOffice) -> None:
    at = account(office, office.user("anna"))
    for kind in (Mailbox, Courier):
        with pytest.raises(Problem) as raised:
            kind(at, PASSWORD)
        assert raised.value.code in ("MAIL_LOGIN", "MAIL_SERVER", "MAIL_LOST") and PASSWORD not in str(raised.value)
