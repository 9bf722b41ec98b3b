"""An invitation says which program and rules it wants, and where its sender's copy says it comes from; no more."""

from __future__ import annotations

import email
import re
import tomllib
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path

import pytest

from pbem import __version__
from pbem.campaign import origin
from tests.cli.players import SCENARIO, Player

NOWHERE = "Get pbem where you trust it, not from this mail."


def invitation(anna: Player) -> EmailMessage:
    begin = ("new", "--scenario", SCENARIO, "--side", "french", "--name", "Anna", "--no-passphrase", "--folder", "game")
    anna.good(*begin, PBEM_MAIL="")
    mail = (anna.place / "game/outbox/0000-a.eml").read_bytes()
    return email.message_from_bytes(mail, policy=default)  # type: ignore[return-value]


def words(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body((kind,))
    assert body is not None
    return " ".join(re.sub("<[^>]+>", " ", str(body.get_content())).split())  # type: ignore[attr-defined]


def urls(monkeypatch: pytest.MonkeyPatch, *entries: str) -> None:
    found = Message()
    for entry in entries:
        found["Project-URL"] = entry
    monkeypatch.setattr(origin, "metadata", lambda name: found)


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_it_names_versions_and_digest_and_brings_no_program(
    anna: Player, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls(monkeypatch)
    letter = invitation(anna)
    terms = anna.good("show", "0", "--campaign", "game", "--json").json["payload"]["terms"]
    told = words(letter, kind)
    for part in (f"pbem {__version__}", terms["engine"], terms["ruleset"], NOWHERE, "pbem join FILE"):
        assert part in told
    assert "http" not in told
    assert anna.good("rules", "show", terms["names"]["ruleset"], "--json").json["data"] == terms["ruleset"]
    assert terms["ruleset"] in anna.good("rules", "show", terms["names"]["ruleset"]).out
    assert [part.get_filename() for part in letter.iter_attachments()] == ["0000-a.yaml"]


def test_the_address_is_that_of_the_senders_own_package(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    urls(monkeypatch, "Issues, https://example.org/issues", "Homepage, https://example.org/pbem")
    told = words(invitation(anna), "plain")
    assert f"My copy of pbem names this address: https://example.org/pbem {NOWHERE}" in told


NONE = (
    "Homepage, javascript:alert(1)",
    "Homepage,",
    "nothing",
    "Homepage, https://a b",
    f"Homepage, https://{'x' * 300}",
)


@pytest.mark.parametrize("entry", NONE)
def test_what_is_no_address_is_none(monkeypatch: pytest.MonkeyPatch, entry: str) -> None:
    urls(monkeypatch, entry)
    assert origin.address() == "" and origin.origin_words() == NOWHERE


def test_the_project_invents_no_address() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert origin.address() == next(iter(project.get("urls", {}).values()), "")
