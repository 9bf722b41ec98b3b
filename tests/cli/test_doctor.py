"""doctor: what is well, what was mended, what is wrong."""

from __future__ import annotations

import sys

import pytest
from pyperclip import PyperclipException, init_no_clipboard

from tests.cli.players import Duel, Player


def states(told: dict[str, list[dict[str, str]]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in told["findings"]:
        found.setdefault(finding["state"], []).append(f"{finding['about']}: {finding['text']}")
    return found


def test_without_identity_and_campaign(anna: Player) -> None:
    told = anna.good("doctor", "--json").json
    assert told["ok"] and any("ruleset napoleon-at-war" in line for line in states(told)["good"])
    assert "none yet" in anna.good("doctor").out


def test_tapes_are_healed(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    path = duel.anna.place / "tapes.jsonl"
    good = path.read_bytes()
    assert states(duel.anna.good("doctor", "--json").json).get("mended") is None
    lines = good.splitlines(keepends=True)
    for broken in (b"", b"".join(lines[:-1]), good.replace(lines[1], b'[["x",6,1]]\n', 1), good + b'[["to'):
        path.write_bytes(broken)
        told = duel.anna.good("doctor", "--json").json
        assert told["ok"] and path.read_bytes() == good
        assert duel.anna("verify", "--campaign", duel.anna.place).status == 0


def test_a_moved_folder_is_registered_again(duel: Duel) -> None:
    moved = duel.anna.place.with_name("moved")
    duel.anna.place.rename(moved)
    at = Player(duel.anna.home, moved)
    assert "receive went to" in at.good("doctor").out
    assert states(at.good("doctor", "--json").json).get("mended") is None


def test_a_log_that_was_changed(duel: Duel) -> None:
    path = duel.anna.place / "log.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"sig":"', b'"sig":"A', 1))
    said = duel.anna("doctor")
    assert said.status == 2 and "the log is not valid" in said.out


def test_an_identity_that_others_may_read(duel: Duel) -> None:
    (duel.anna.home / "identity.json").chmod(0o644)
    said = duel.anna("doctor")
    assert said.status == 2 and "chmod 600" in said.out
    (duel.anna.home / "identity.json").write_bytes(b"{}")
    assert duel.anna("doctor").status == 2


def test_former_identities_are_named_where_they_do_not_open(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "game")
    anna.good("keys", "renew", "--yes")
    told = anna.good("doctor", "--json").json["findings"]
    assert [one["text"].split(",")[0] for one in told if one["about"] == "former identities"] == ["1 open"]
    (kept,) = (anna.home / "former").iterdir()
    kept.write_text("{}", encoding="utf-8")
    (one,) = (one for one in anna.good("doctor", "--json").json["findings"] if one["about"] == "former identities")
    assert one["state"] == "note" and str(kept) in one["text"] and "pbem keys restore FILE --former" in one["mend"]


def around(told: dict[str, list[dict[str, str]]]) -> dict[str, tuple[str, str]]:
    """What is said of the system: thing -> state and text."""
    names = ("keyring", "browser", "resvg-py", "clipboard", "mail account")
    return {one["about"]: (one["state"], one["text"]) for one in told["findings"] if one["about"] in names}


def with_account(player: Player, *words: str) -> Player:
    """A mail account, whose password lies in the keyring unless `words` say otherwise."""
    server = ("--imap", "imap.example.org", "--smtp", "smtp.example.org")
    player.good("mail", "setup", "--address", "anna@example.org", *server, *words)
    return player


class Ring:
    """A keyring of any make."""

    def __init__(self, name: str, priority: int) -> None:
        self.name, self.priority = name, priority


def test_what_the_system_offers(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyring.get_keyring", lambda: Ring("Vault", 5))
    monkeypatch.setattr("pyperclip.determine_clipboard", lambda: (print, input))
    monkeypatch.setattr("pbem.store.desktop.shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setenv("DISPLAY", ":0")
    found = around(anna.good("doctor", "--json").json)
    assert {about for about, (state, _) in found.items() if state == "note"} == {"mail account"}
    assert "installed" in found["keyring"][1] and len(found) == 5
    found = around(with_account(anna).good("doctor", "--json").json)
    assert {state for state, _ in found.values()} == {"good"} and "Vault" in found["keyring"][1]


def test_a_keyring_that_nobody_uses_is_not_asked(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its backends take long to load, and may ask for a passphrase of their own."""
    asked: list[str] = []
    monkeypatch.setattr("keyring.get_keyring", lambda: asked.append("asked") or Ring("Vault", 5))
    anna.good("doctor")
    with_account(anna, "--password-command", "cat secret").good("doctor")
    (anna.home / "mail.yaml").write_text("address: [\n", encoding="utf-8")
    assert around(anna.good("doctor", "--json").json)["keyring"][0] == "good" and not asked


def test_what_is_missing_is_explained_and_fails_nothing(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyring.get_keyring", lambda: Ring("fail", 0))
    monkeypatch.setattr("pyperclip.determine_clipboard", init_no_clipboard)
    monkeypatch.setattr("pbem.store.desktop.shutil.which", lambda name: None)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    told = anna.good("doctor", "--json").json
    assert told["ok"] and {about for about, (state, _) in around(told).items() if state == "good"} == {"keyring"}
    for one in told["findings"]:
        assert one["state"] != "note" or one["mend"] or "identity" in one["about"], one
    monkeypatch.setitem(sys.modules, "pyperclip", None)
    assert around(with_account(anna).good("doctor", "--json").json)["keyring"][0] == "note"
    monkeypatch.setitem(sys.modules, "keyring", None)
    found = around(anna.good("doctor", "--json").json)
    assert "not installed" in found["keyring"][1] and "not installed" in found["clipboard"][1]


def test_what_lies_in_the_clipboard_is_not_looked_at(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def paste() -> str:
        read.append("a password")
        return read[-1]

    monkeypatch.setattr("pyperclip.paste", paste)
    monkeypatch.setattr("pyperclip.determine_clipboard", lambda: (print, paste))
    assert around(anna.good("doctor", "--json").json)["clipboard"][0] == "good" and not read

    def broken() -> None:
        raise PyperclipException("no mechanism")

    monkeypatch.setattr("pyperclip.determine_clipboard", broken)
    state, text = around(anna.good("doctor", "--json").json)["clipboard"]
    assert state == "note" and "no clipboard" in text and not read


def test_a_keyring_that_breaks(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no session bus")

    monkeypatch.setattr("keyring.get_keyring", broken)
    told = with_account(anna).good("doctor", "--json").json
    assert around(told)["keyring"] == ("note", "it does not answer (RuntimeError)")


def test_the_mail_account(anna: Player) -> None:
    with_account(anna)
    state, text = around(anna.good("doctor", "--json").json)["mail account"]
    assert state == "good" and "imap.example.org:993" in text and "smtp.example.org" in text
    (anna.home / "mail.yaml").write_text("address: [\n", encoding="utf-8")
    assert around(anna.good("doctor", "--json").json)["mail account"][0] == "note"
