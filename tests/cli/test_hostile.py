"""Hostile files at every command that reads one: a documented status, two lines, and nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Duel, Player

BLOCK = "-----BEGIN PBEM TURN-----\n{}\n-----END PBEM TURN-----\n"
HOSTILE = {
    "empty": b"",
    "zeros": b"\0" * 5000,
    "random": bytes(range(256)) * 40,
    "not utf-8": b"signed: |\n  \xff\xfe\n",
    "deep json": b"[" * 60_000,
    "deep map": b'{"a":' * 30_000,
    "deep yaml": b"- " * 30_000,
    "no json": b'{"payload": \n',
    "zip": b"PK\x03\x04" + b"\0" * 200,
    "zip end": b"PK\x05\x06" + b"\xff" * 18,
    "billion laughs": b"a: &a [x]\nb: *a\n",
    "block of noise": BLOCK.format("AAAA" * 200).encode(),
    "block without end": BLOCK.format("AAAA").encode()[:40],
    "long line": b"x" * 300_000,
    "terminal": b"campaign: \x1b[31m\x1b]0;owned\x07\n",
    "envelope": b'{"payloadType":"x","payload":"e30=","signatures":[]}\n' * 3,
}
READERS = (
    ("verify",),
    ("receive",),
    ("join", "--yes"),
    ("check",),
    ("submit", "--yes", "--empty"),
    ("try",),
    ("diverge",),
    ("hotseat", "--json", "--scenario", "jena-auerstadt", "--file"),
    ("verify", "--head"),
    ("verify", "--report"),
    ("verify", "--tapes"),
    ("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "n", "--overlay"),
)
ALLOWED = {0, 1, 2, 3, 10, 11, 12, 13, 14, 15}


def contents(player: Player) -> dict[Path, bytes]:
    """The files that count: log, tapes, journal."""
    return {path: path.read_bytes() for path in player.place.glob("*.jsonl")}


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_hostile_files(duel: Duel, command: tuple[str, ...]) -> None:
    before = contents(duel.anna)
    for name, data in HOSTILE.items():
        path = duel.anna.place / "hostile.bin"
        path.write_bytes(data)
        said = duel.anna(*command, path)
        assert said.status in ALLOWED, (name, said)
        assert "Traceback" not in said.out + said.err, name
        assert "a fault of this program" not in said.out + said.err, (name, said)
        assert said.status != 0 or command == ("verify", "--head"), (name, said)
        assert "\x1b" not in said.out + said.err, name
        path.unlink()
        for made in duel.anna.place.glob("n/**/*"):
            pytest.fail(f"{name}: {made} was made")
    assert contents(duel.anna) == before


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_folders_links_and_missing_files(duel: Duel, command: tuple[str, ...]) -> None:
    (duel.anna.place / "folder").mkdir()
    (duel.anna.place / "link").symlink_to("log.jsonl")
    for name in ("folder", "link", "missing", "\x00"):
        said = duel.anna(*command, name)
        # hotseat alone begins something where there is nothing.
        begun = command[0] == "hotseat" and name == "missing"
        assert said.status in ({0} if begun else ALLOWED - {0}), (name, said)
        assert "Traceback" not in said.out + said.err
        assert "a fault of this program" not in said.out + said.err, (name, said)
