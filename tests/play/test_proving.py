"""What the page proves: what `pbem verify`, `archive`, `overdue` and `keys` say."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from pbem.play import proving
from tests.cli.players import Duel, begin_duel, fresh_player
from tests.play.visitor import Visitor, visitor

LATE = "2099-01-01T00:00:00Z"


@pytest.fixture
def duel(tmp_path: Path) -> Duel:
    """Anna waits for Bert's message 3."""
    duel = begin_duel(tmp_path)
    duel.turn(2)
    return duel


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def test_the_whole_campaign_is_verified_as_by_the_command(duel: Duel, anna: Visitor) -> None:
    told = anna.get("/api/C/verify")
    assert told == {**duel.anna.good("verify", "--json").json, "lines": told["lines"]} and told["ok"]
    assert told["lines"] == duel.anna.good("verify").out.splitlines()
    log = duel.anna.place / "log.jsonl"
    data = log.read_bytes()
    log.write_bytes(data[:-60] + (b"A" if data[-60:-59] != b"A" else b"B") + data[-59:])
    told = anna.get("/api/C/verify")
    assert not told["ok"] and any(line.startswith("NOT verified: ") for line in told["lines"])
    assert told["lines"] == duel.anna("verify").out.splitlines()


def test_the_archive_is_that_of_the_command_and_anybody_verifies_it(duel: Duel, anna: Visitor, tmp_path: Path) -> None:
    told = anna.get("/api/C/archive")
    file = Path(duel.anna.good("archive", "--json").json["archive"])
    assert told["name"] == file.name and base64.b64decode(told["base64"]) == file.read_bytes()
    carl = visitor(fresh_player(tmp_path, "carl"))
    found = carl.post("/api/verify", name=file.name, base64=told["base64"])
    assert found["ok"] and found["lines"] == duel.anna.good("verify", file).out.splitlines()
    assert carl.get("/api/campaigns")["campaigns"] == [], "nothing of it is taken in"


@pytest.mark.parametrize("data", [b"", b"Hello", b"{", b"\xff" * 99, b"{}\n{}\n", b"PBEM-ARCHIVE 1\n"])
def test_what_is_no_archive_is_told_as_by_the_command(duel: Duel, anna: Visitor, data: bytes) -> None:
    file = duel.anna.place / "what.bin"
    file.write_bytes(data)
    said = duel.anna("verify", file, "--json").json
    found = anna.ask("POST", "/api/verify", json={"base64": coded(data)}).json()
    if "error" in said:
        assert found["error"]["code"] == said["error"]["code"]
    else:
        assert not found["ok"] and (found["code"], found["detail"]) == (said["code"], said["detail"])


def test_a_mail_is_held_against_the_campaign(duel: Duel, anna: Visitor) -> None:
    mail = duel.mail(duel.anna, 2)
    found = anna.post("/api/verify", text=mail.read_text("utf-8"))
    assert found["lines"] == duel.anna.good("verify", mail).out.splitlines()


def test_evidence_is_written_when_the_days_are_over(duel: Duel, anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert anna.refused("/api/C/overdue", 422)["code"] == "NOT_OVERDUE"
    monkeypatch.setattr(proving, "now", lambda: LATE)
    told = anna.post("/api/C/overdue")
    said = duel.anna.good("overdue", "--as-of", LATE, "--json").json
    assert told == {**said, "lines": told["lines"]} and "owes message 3" in told["lines"][0]
    found = visitor(duel.bert).post("/api/verify", base64=coded(Path(told["file"]).read_bytes()))
    assert found["code"] == "OPEN_SEGMENT" and "agreed for that case" in found["detail"]
    assert visitor(duel.bert).refused("/api/C/overdue", 422)["code"] == "NOT_WAITING"


def test_who_plays_is_told_with_the_fingerprint(duel: Duel, anna: Visitor, tmp_path: Path) -> None:
    told = anna.get("/api/identity")
    said = duel.anna.good("keys", "show", "--json").json
    assert (told["identity"], told["former"]) == (said["identity"], []) and told["name"] == "Anna"
    carl = visitor(fresh_player(tmp_path, "carl"))
    assert carl.get("/api/identity") == {"name": "", "identity": None, "former": []}


@pytest.mark.slow
def test_a_renewed_identity_plays_on_after_a_word(duel: Duel, anna: Visitor) -> None:
    duel.turn(3)
    anna.post("/api/C/orders")
    assert not anna.post("/api/C/prepare")["renewed"]
    assert anna.refused("/api/C/prepare", 422, new_key=True)["code"] == "KEY_UNCHANGED"
    duel.anna.good("keys", "renew", "--yes")
    page = visitor(duel.anna)
    assert len(page.get("/api/identity")["former"]) == 1
    shown = page.post("/api/C/prepare", new_key=True)
    assert shown["renewed"]
    assert page.post("/api/C/sign", digest=shown["digest"], empty=True, new_key=True)["message"] == 4
    duel.bert.good("receive", duel.mail(duel.anna, 4), "--quiet")
    renewed = page.get("/api/identity")["identity"]["fingerprint"]
    assert any(renewed in line for line in visitor(duel.bert).get("/api/C/verify")["lines"])
