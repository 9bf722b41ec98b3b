"""What strangers and the opponent write comes to the page as text: in JSON, or escaped in markup."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.players import Duel, begun, fresh_player
from tests.play.visitor import Visitor, visitor

NAME = 'Bert" onfocus="alert(1)" &lt;b&gt; {{7*7}}'
NOTE = [
    "</script><script>alert(document.cookie)</script>",
    "<img src=x onerror=alert(1)> <svg onload=alert(2)>",
    "javascript:alert(3) <!-- ]]> {{ 7 * 7 }} {% raw %}",
    "<a href='javascript:alert(4)'>click</a><iframe srcdoc='<script>alert(5)</script>'>",
]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Duel:
    """Bert has such a name, and writes such notes in message 3."""
    at = tmp_path_factory.mktemp("hostile")
    anna, bert = begun(fresh_player(at, "anna")), fresh_player(at, "bert")
    bert.good(
        "join", anna.place / "game/outbox/0000-a.yaml", "--name", NAME, "--no-passphrase", "--folder", "game", "--yes"
    )
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    found = Duel(anna.within("game"), bert.within("game"))
    found.turn(2)
    found.bert.good("orders", "--fresh")
    path = found.bert.place / "orders.yaml"
    note = "".join(f"  {line}\n" for line in NOTE)
    path.write_text(f"{path.read_text(encoding='utf-8')}note: |\n{note}", encoding="utf-8")
    found.bert.good("submit", "--yes", "--empty")
    found.anna.good("receive", found.mail(found.bert, 3), "--quiet")
    return found


class Elements(HTMLParser):
    """The elements and attributes of some markup, as a browser would find them."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        assert tag != "a" or dict(attrs).get("href", "").startswith("#")  # type: ignore[union-attr]


def texts(value: Any) -> list[str]:
    """Every text in some data."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


PATHS = (
    "status",
    "messages",
    "message/1",
    "message/3",
    "report",
    "report/3",
    "report/3?own=1",
    "replay",
    "dice",
    "map",
)


@pytest.mark.parametrize("path", PATHS)
def test_names_and_notes_are_text(duel: Duel, path: str) -> None:
    told = visitor(duel.anna).ask("GET", f"/api/C/{path}")
    assert told.status_code == 200 and told.headers["content-type"] == "application/json"
    assert told.content.isascii() and told.headers["x-content-type-options"] == "nosniff"
    answer = told.json()
    for markup in (answer.get("html", ""), answer.get("svg", "")):
        found = Elements(markup)
        assert not found.tags & {"iframe", "img", "object", "embed", "base", "meta", "link", "style", "form"}
        assert not {name for name in found.attributes if name.startswith("on") or name in ("style", "srcdoc", "src")}
        assert not re.search(r"<script(?! type=\"application/json\")", markup)
    if path.startswith(("report/3", "message/3")):
        assert any("onerror" in text for text in texts(answer)), "it is there, as text"


def test_the_bare_page_is_the_same_for_everybody(duel: Duel, tmp_path: Path) -> None:
    page = visitor(duel.anna).ask("GET", "/").text
    assert page == visitor(fresh_player(tmp_path, "carl")).ask("GET", "/").text
    assert "Bert" not in page and "onfocus" not in page


HOSTILE = [
    b"\0" * 10_000, b"<html><script>alert(1)</script></html>" * 99, b"From " * 50_000, b"[" * 200_000,
    b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 20_000, b"-----BEGIN PBEM TURN-----\n" * 5_000,
    bytes(range(256)) * 1_000,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_files_made_to_do_harm_are_refused(duel: Duel, number: int) -> None:
    anna = visitor(duel.anna)
    before = anna.get("/api/C/status")["messages"]
    name = f"../../{NAME}\0.eml"
    told = anna.ask("POST", "/api/receive", json={"base64": base64.b64encode(HOSTILE[number]).decode(), "name": name})
    assert told.status_code in (200, 422) and told.content.isascii()
    answer = told.json()
    assert answer.get("error") or answer["received"][0]["error"]
    assert "INTERNAL" not in json.dumps(answer)
    assert anna.get("/api/C/status")["messages"] == before


def test_a_hostile_name_of_a_file_is_a_label_and_no_path(duel: Duel) -> None:
    anna: Visitor = visitor(duel.anna)
    mail = base64.b64encode(duel.mail(duel.bert, 3).read_bytes()).decode()
    told = anna.post("/api/receive", base64=mail, name="/etc/passwd\n\x1b[2J" + "x" * 500)
    (receipt,) = told["received"]
    assert receipt["file"].isprintable() and len(receipt["file"]) <= 100
