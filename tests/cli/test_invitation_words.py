"""An invitation says which program and rules it wants and no address; where to get them the reader's own copy says."""

from __future__ import annotations

import email
import re
import tomllib
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path

import pytest

from pbem import __version__
from pbem.campaign.core import origin
from pbem.mail.armour import write_block
from pbem.protocol import compose
from pbem.protocol.envelope import sign_envelope
from tests.cli.players import SCENARIO, Player, fresh_player
from tests.places import PROJECT

pytestmark = pytest.mark.usefixtures("painted_once")
NOWHERE = "Get pbem where you trust it, not from this mail."
ADDRESS = "https://example.org/pbem"


def invitation(anna: Player) -> EmailMessage:
    begin = ("new", "--scenario", SCENARIO, "--side", "french", "--name", "Anna", "--no-passphrase", "--folder", "game")
    anna.good(*begin, PBEM_MAIL="")
    mail = (anna.place / "game/outbox/0000-a.eml").read_bytes()
    return email.message_from_bytes(mail, policy=default)  # type: ignore[return-value]


@pytest.fixture
def bert(tmp_path: Path) -> Player:
    """Somebody else who has never used it."""
    return fresh_player(tmp_path, "bert")


def by_other_rules(anna: Player) -> Path:
    """A mail with an invitation by a version of the rules that nobody has."""
    invitation(anna)
    terms = anna.good("show", "0", "--campaign", "game", "--json").json["payload"]["terms"]
    draft = compose.invite(bytes(32), bytes(32), {**terms, "engine": "napoleon-at-war 99"})
    mail = anna.place / "newer.eml"
    mail.write_text(write_block(sign_envelope(draft.payload, bytes(32))), encoding="utf-8")
    return mail


def words(letter: EmailMessage, kind: str) -> str:
    body = letter.get_body((kind,))
    assert body is not None
    return " ".join(re.sub("<[^>]+>", " ", str(body.get_content())).split())  # type: ignore[attr-defined]


def urls(monkeypatch: pytest.MonkeyPatch, *entries: str) -> None:
    found = Message()
    for entry in entries:
        found["Project-URL"] = entry
    monkeypatch.setattr(origin, "metadata", lambda name: found)


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_no_address_goes_with_a_mail(anna: Player, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever installs from an address in a stranger's mail installs what the stranger likes."""
    urls(monkeypatch, f"Homepage, {ADDRESS}")
    letter = invitation(anna)
    assert NOWHERE in words(letter, kind) and "example.org" not in letter.as_string()


@pytest.mark.slow
def test_join_tells_the_address_of_the_readers_own_copy(
    anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    invitation(anna)
    mail = anna.place / "game/outbox/0000-a.eml"
    assert "names this address" not in bert("join", mail, "--name", "Bert", "--folder", "none", typed="n\n").out
    urls(monkeypatch, "Issues, https://example.org/issues", f"Homepage, {ADDRESS}")
    said = bert("join", mail, "--name", "Bert", "--folder", "none", typed="n\n")
    assert f"{__version__} here; your own copy of pbem names this address: {ADDRESS}" in said.out
    told = bert.good("join", mail, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes", "--json").json
    assert told["pbem"] == {"version": __version__, "address": ADDRESS}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["join", "receive"])
def test_other_rules_name_the_address_of_the_readers_own_copy(
    anna: Player, bert: Player, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = by_other_rules(anna)
    said = bert(command, mail, "--json").json["error"]
    for part in ("napoleon-at-war 99", "installed are 'napoleon-at-war "):
        assert part in said["what"]
    assert said["mend"] == "install the version of the ruleset that the campaign began with"
    urls(monkeypatch, f"Homepage, {ADDRESS}")
    told = bert(command, mail, "--json").json["error"]
    assert (told["code"], told["status"]) == (said["code"], said["status"])
    assert told["mend"] == f"{said['mend']}; your own copy of pbem names this address: {ADDRESS}"
    assert f"names this address: {ADDRESS}" in bert(command, mail).err


@pytest.mark.slow
def test_an_invitation_by_our_rules_is_looked_at_by_join(anna: Player, bert: Player) -> None:
    invitation(anna)
    mail = anna.place / "game/outbox/0000-a.eml"
    told = bert("receive", mail, "--json").json["error"]
    assert (told["code"], told["mend"]) == ("INVITATION", f"look at it with: pbem join {mail}")
    assert told["what"] == "this is an invitation to a new campaign"


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
    assert origin.address() == "" and origin.own_words() == ""


def test_the_project_invents_no_address() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert origin.address() == next(iter(project.get("urls", {}).values()), "")
