"""The mail with HTML and a map beside its text: as mail programs show it, forward it, and mangle it."""

from __future__ import annotations

import email
import html
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.campaign.outbox import mail_draft
from tests.cli.players import Duel, Player, begin_duel
from tests.report.markup import Parsed

PICTURED = {"PBEM_MAIL": ""}


@pytest.fixture(scope="module")
def mailed(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """Anna's first orders lie in her outbox, with a map; Bert has not got them."""
    duel = begin_duel(tmp_path_factory.mktemp("mailed"))
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty", **PICTURED)
    return duel


def draft(player: Player, seq: int) -> Path:
    return next((player.place / "outbox").glob(f"{seq:04d}-?.eml"))


def opened(path: Path) -> EmailMessage:
    return email.message_from_bytes(path.read_bytes(), policy=default)  # type: ignore[return-value]


def html_of(letter: EmailMessage) -> str:
    body = letter.get_body(("html",))
    assert body is not None
    return str(body.get_content())  # type: ignore[attr-defined]


@pytest.mark.slow
def test_its_parts(mailed: Duel) -> None:
    path = draft(mailed.anna, 2)
    letter = opened(path)
    kinds = " ".join(part.get_content_type() for part in letter.walk())
    assert kinds == ("multipart/mixed multipart/alternative text/plain multipart/related text/html image/png text/yaml")
    assert path.stat().st_size < 400_000
    parsed = Parsed(html_of(letter))
    (shown,) = parsed.named("img")
    (picture,) = [part for part in letter.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == f"<{str(shown['src']).removeprefix('cid:')}>"
    assert picture.get_content_disposition() == "inline" and picture.get_filename() == "map-0002.png"
    assert picture.get_content().startswith(b"\x89PNG")
    assert "French 10 counters" in str(shown["alt"]) or "counter" in str(shown["alt"])
    (file,) = letter.iter_attachments()
    assert file.get_filename() == "0002-a.yaml"
    text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    for line in ("Game-Turn 1, French player turn (night)", "The state of the armies"):
        assert line in text and line in parsed.text()


@pytest.mark.slow
def test_a_second_time_it_is_the_same_mail(mailed: Duel) -> None:
    path = draft(mailed.anna, 2)
    before = path.read_bytes()
    path.unlink()
    mailed.anna.good("submit", "--resend", **PICTURED)
    assert path.read_bytes() == before


def forwarded(body: str, kind: str = "html", turn: str = "") -> bytes:
    """A mail with another's body, as it is sent on. turn: the attached file that goes with it, "" where it is lost."""
    letter = EmailMessage()
    letter["Subject"], letter["From"], letter["To"] = "Fwd: your turn", "eve@example.org", "bert@example.org"
    letter.set_content(body, subtype=kind)
    if turn:
        letter.add_attachment(turn, subtype="yaml", filename="0002-a.yaml")
    return letter.as_bytes()


def outlook(body: str) -> str:
    """Every element of its own kind, lines broken anew, entities by number."""
    inner = re.sub(
        r"<pre[^>]*>(.*?)</pre>",
        lambda one: f"<p class=MsoNormal>{one[1].replace(chr(10), '<br>')}</p>",
        body,
        flags=re.DOTALL,
    )
    return re.sub(r"&quot;", "&#34;", inner)


def quoted(body: str) -> str:
    """The text of it, as somebody quotes it in his answer."""
    text = html.unescape(re.sub(r"<[^>]+>", "", body.replace("</tr>", "\n").replace("</p>", "\n")))
    return "Look what I got!\n\n" + "".join(f"> {line}\n" for line in text.split("\n"))


@pytest.mark.parametrize("way", ["as it is", "html alone", "outlook", "quoted text", "without html", "inside a mail"])
def test_the_turn_is_found_however_it_is_forwarded(mailed: Duel, tmp_path: Path, way: str) -> None:
    letter = opened(draft(mailed.anna, 2))
    page = html_of(letter)
    (attached,) = (part.get_content() for part in letter.iter_attachments())
    if way == "as it is":
        data = letter.as_bytes()
    elif way == "html alone":
        data = forwarded(page, turn=attached)
    elif way == "outlook":
        data = forwarded(outlook(page), turn=attached)
    elif way == "quoted text":
        data = forwarded(quoted(page), "plain", attached)
    elif way == "without html":
        data = forwarded(letter.get_body(("plain",)).get_content(), "plain")  # type: ignore[union-attr]
    else:
        outer = EmailMessage()
        outer["Subject"] = "Fwd"
        outer.set_content("See below")
        outer.add_attachment(letter)
        data = outer.as_bytes()
    (tmp_path / "in.eml").write_bytes(data)
    said = mailed.bert.good("verify", tmp_path / "in.eml", "--json").json
    assert said["ok"] and said["what"] == "turn" and said["message"] in (2, None), said


def test_the_page_holds_what_is_read_and_no_block(mailed: Duel, tmp_path: Path) -> None:
    letter = opened(draft(mailed.anna, 2))
    page, plain = html_of(letter), letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "PBEM TURN" not in page and len(page) < 12_000
    assert "The signed turn is attached: 0002-a.yaml." in Parsed(page).text()
    assert "BEGIN PBEM TURN" in plain, "who loses the attachment has it there"
    (tmp_path / "in.eml").write_bytes(forwarded(page))
    said = mailed.bert("receive", tmp_path / "in.eml")
    assert said.status == 2 and "what is attached to it" in said.err


def test_it_is_received(mailed: Duel) -> None:
    said = mailed.bert.good("receive", draft(mailed.anna, 2), "--quiet").out
    assert "message 2 of Anna (French): valid, added to the log" in said
    assert "0002" in said and "already" not in said


def test_a_large_picture_and_a_long_turn_are_left_out(mailed: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    path = draft(mailed.anna, 2)
    kept = path.read_bytes()
    path.unlink()
    monkeypatch.setattr(mail_draft, "PICTURE_LIMIT", 1000)
    monkeypatch.setattr(mail_draft, "INLINE_LIMIT", 500)
    mailed.anna.good("submit", "--resend", **PICTURED)
    letter = opened(path)
    kinds = [part.get_content_type() for part in letter.walk()]
    assert kinds == ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/yaml"]
    assert "<img" not in html_of(letter) and "BEGIN PBEM TURN" not in html_of(letter)
    path.write_bytes(kept)


def test_plain_for_who_wants_it_so(mailed: Duel) -> None:
    path = draft(mailed.anna, 2)
    kept = path.read_bytes()
    path.unlink()
    mailed.anna.good("submit", "--resend", PBEM_MAIL="plain")
    assert [part.get_content_type() for part in opened(path).walk()] == ["multipart/mixed", "text/plain", "text/yaml"]
    path.write_bytes(kept)


@pytest.mark.slow
def test_an_invitation_shows_where_the_game_begins(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "g", **PICTURED)
    letter = opened(draft(anna.within("g"), 0))
    parsed = Parsed(html_of(letter))
    assert len(parsed.named("img")) == 1 and "pbem join FILE" in parsed.text() and "0000-a.yaml" in parsed.text()


@pytest.mark.parametrize("error", [ValueError("the renderer cannot"), ImportError("no renderer"), RecursionError()])
def test_a_drawing_that_fails_holds_no_turn_up(mailed: Duel, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    path = draft(mailed.anna, 2)
    kept = path.read_bytes()
    path.unlink()

    def broken(*_: object) -> bytes:
        raise error

    monkeypatch.setattr("pbem.campaign.telling.mail_pages.map_picture", broken)
    mailed.anna.good("standing", **PICTURED)  # opening the campaign lays the missing draft out
    kinds = [part.get_content_type() for part in opened(path).walk()]
    assert kinds == ["multipart/mixed", "text/plain", "text/yaml"]
    assert "BEGIN PBEM TURN" in path.read_text("utf-8")
    path.write_bytes(kept)
