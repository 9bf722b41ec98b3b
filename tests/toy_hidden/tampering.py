"""A whole game of Veiled as files, and what a cheater or somebody on the way can do to them."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.campaign.records.archiving import LOG, TAPES, archive_bytes, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import read_envelope, write_envelope
from pbem.protocol.messages import peek
from pbem.protocol.verify import Verdict, head_of
from tests.attacks.world import edited, fresh, signed
from tests.campaign.folders import Peer
from tests.toy_hidden.campaigns import play_open

Body = dict[str, Any]
Files = dict[str, bytes]
RULES = "rules"
"""Who alone finds a fault: somebody who knows the rules."""
LOOSE = "loose"
"""Who has no rules sees a file that does not fit the log, which nobody signed; who has them sees who lied."""
VERSIONS = "versions"
"""Who has no rules sees two messages of one number and names nobody: the other may be refused by the rules."""


@dataclass(frozen=True)
class HiddenGame:
    """A finished game. masters: of the players by side."""

    archive: bytes
    masters: Mapping[str, bytes]

    @classmethod
    def played(cls, folder: Path, seed: int) -> HiddenGame:
        """Random game number `seed`, the same every time."""
        play_open(folder, seed)
        peers = {letter: Peer(folder, letter) for letter in "ab"}
        archive = archive_bytes(peers["a"].open(write=False))
        return cls(archive, {letter: peer.person().master for letter, peer in peers.items()})

    @cached_property
    def verdict(self) -> Verdict:
        """What pbem says of the archive."""
        return judge_archive(self.archive).verdict

    @cached_property
    def log(self) -> list[bytes]:
        """The messages, each a line with its line feed."""
        return unpack(self.archive)[LOG].splitlines(keepends=True)

    @cached_property
    def tapes(self) -> list[bytes]:
        """The tapes of the segments, likewise."""
        return unpack(self.archive)[TAPES].splitlines(keepends=True)

    @cached_property
    def bodies(self) -> list[Body]:
        """The payloads."""
        return [peek(line.rstrip(b"\n")).body for line in self.log]

    def files(self, log: Sequence[bytes] = (), tapes: Sequence[bytes] | None = None) -> Files:
        """Log and tapes; the game's own by default."""
        return {LOG: b"".join(log or self.log), TAPES: b"".join(self.tapes if tapes is None else tapes)}

    def beginning(self, count: int) -> Files:
        """The first messages."""
        return self.files(self.log[:count], self.tapes[: count - 1])

    def ending_with(self, body: Body, seq: int) -> Files:
        """The log up to message `seq`, in the place of which stands another, signed by whoever wrote the first."""
        line = signed(body, self.masters["ab"[seq % 2]]) + b"\n"
        return self.files([*self.log[:seq], line], self.tapes[:seq])


# -- what a player can sign ------------------------------------------------------------


@dataclass(frozen=True)
class Lie:
    """A change of a signed message, and what it is found out as. fits: whether a message can be changed so.

    by: RULES where nobody can see it who has no rules, LOOSE where he cannot tell it from a damaged file.
    """

    name: str
    code: str
    fits: Callable[[HiddenGame, Body], bool]
    edit: Callable[[HiddenGame, Body], Any]
    by: str = ""

    def told(self, game: HiddenGame, rng: random.Random) -> Files | None:
        """The log with one message changed so, and nothing behind it; None where no message fits."""
        places = [body["seq"] for body in game.bodies[2:] if self.fits(game, body)]
        if not places:
            return None
        seq = rng.choice(places)
        body = copy.deepcopy(game.bodies[seq])
        self.edit(game, body)
        return game.ending_with(body, seq)


def _any(game: HiddenGame, body: Body) -> bool:
    return True


def _drawn(game: HiddenGame, body: Body) -> bool:
    """Whether the message closes a segment that draws: where none is drawn, no rules are needed to see the lie."""
    return bool(json.loads(game.tapes[body["seq"] - 1]))


def _has(name: str, count: int = 1) -> Callable[[HiddenGame, Body], bool]:
    return lambda game, body: name in body and (count == 1 or len(body[name]) >= count)


def _opens(form: str) -> Callable[[HiddenGame, Body], bool]:
    return lambda game, body: any(opening["t"] == form for opening in body.get("open", ()))


def _opening(form: str, **changed: Any) -> Callable[[HiddenGame, Body], Any]:
    return lambda game, body: next(one for one in body["open"] if one["t"] == form).update(changed)


def _disclosed(kind: str) -> Callable[[HiddenGame, Body], bool]:
    return lambda game, body: any(entry["kind"] == kind for entry in body.get("audit", {}).get("book", ()))


def _entry(kind: str, **changed: Any) -> Callable[[HiddenGame, Body], Any]:
    return lambda game, body: next(one for one in body["audit"]["book"] if one["kind"] == kind).update(changed)


def _left_out(kind: str) -> Callable[[HiddenGame, Body], Any]:
    def edit(game: HiddenGame, body: Body) -> None:
        book = body["audit"]["book"]
        book.remove(next(one for one in book if one["kind"] == kind))

    return edit


def _answered_before(game: HiddenGame, body: Body) -> int:
    """The last question that was answered before a message, 0 where there was none."""
    return max((one["input"]["for"] for one in game.bodies[2 : body["seq"]] if "input" in one), default=0)


def _late(game: HiddenGame, body: Body) -> bool:
    return "input" in body and _answered_before(game, body) > 0


STRANGE = {"units": ["nobody"]}
LIES = (
    Lie("reveal", "REVEAL_MISMATCH", _has("reveal"), lambda g, b: b.update(reveal=fresh("luck"))),
    Lie("no reveal", "REVEAL_MISSING", _has("reveal"), lambda g, b: b.pop("reveal")),
    Lie("tape", "TAPE_MISMATCH", _drawn, lambda g, b: b.update(tape=fresh("tape")), LOOSE),
    Lie("no seal", "SEAL_MISSING", _has("seal"), lambda g, b: b.pop("seal")),
    Lie("old seal", "SEAL_REUSED", _has("seal"), lambda g, b: b.update(seal=g.bodies[1]["seal"])),
    Lie("no root", "ROOT_MISSING", _has("roots"), lambda g, b: b["roots"].pop("doctrine")),
    Lie("markers", "HIDE_ILLEGAL", _has("hide", 2), lambda g, b: b["hide"].reverse()),
    Lie("leaf", "OPEN_MISMATCH", _opens("leaf"), _opening("leaf", value="strange")),
    Lie("leaf's salt", "OPEN_MISMATCH", _opens("leaf"), _opening("leaf", salt=fresh("salt"))),
    Lie("marker", "OPEN_MISMATCH", _opens("marker"), _opening("marker", value=STRANGE)),
    Lie("marker's salt", "OPEN_MISMATCH", _opens("marker"), _opening("marker", salt=fresh("salt"))),
    Lie("sealed answer", "OPEN_MISMATCH", _opens("sealed"), _opening("sealed", value="strange")),
    Lie("opened twice", "OPEN_EXTRA", _has("open"), lambda g, b: b["open"].append(dict(b["open"][0]))),
    Lie("old question", "INPUT_STALE", _late, lambda g, b: b["input"].update({"for": _answered_before(g, b)})),
    Lie("marker in the book", "AUDIT_COMMIT", _disclosed("marker"), _entry("marker", value=STRANGE)),
    Lie("sealed in the book", "AUDIT_COMMIT", _disclosed("sealed"), _entry("sealed", value="strange")),
    Lie("marker left out", "AUDIT_MISSING", _disclosed("marker"), _left_out("marker")),
    Lie("sealed left out", "AUDIT_MISSING", _disclosed("sealed"), _left_out("sealed")),
    Lie("veil", "AUDIT_COMMIT", _has("audit"), lambda g, b: b["audit"]["veils"][0].update(veil=fresh("veil"))),
    Lie("parent", "PARENT_MISMATCH", _any, lambda g, b: b.update(parent=fresh("parent"))),
    Lie("game", "GAME_MISMATCH", _any, lambda g, b: b.update(game=fresh("game"))),
    Lie("side", "SIG_WRONG_KEY", _any, lambda g, b: b.update(side="ba"["ab".index(b["side"])])),
    Lie("version", "VERSION_UNKNOWN", _any, lambda g, b: b.update(v=2)),
    Lie("member", "PAYLOAD_SCHEMA", _any, lambda g, b: b.update(more=1)),
    Lie("state", "STATE_MISMATCH", _any, lambda g, b: b.update(state=fresh("state")), RULES),
    Lie("no orders", "INPUT_MISSING", _has("input"), lambda g, b: b.pop("input"), RULES),
    Lie("nothing opened", "OPEN_MISSING", _has("open"), lambda g, b: b.pop("open"), RULES),
    Lie("leaf in the book", "AUDIT_COMMIT", _disclosed("hidden"), _entry("hidden", value=STRANGE), RULES),
    Lie("nothing at all", "OK", _any, lambda g, b: b.update(note=["Other words."])),
)


# -- what can happen on the way --------------------------------------------------------

Accident = Callable[[HiddenGame, random.Random], Files]


def _resigned(line: bytes) -> bytes:
    """A signature of which one bit has changed."""
    envelope = read_envelope(line.rstrip(b"\n"))
    bad = [(key, bytes([sig[0] ^ 1]) + sig[1:]) for key, sig in envelope.signatures]
    return write_envelope(envelope.payload, bad) + b"\n"


def _at(game: HiddenGame, rng: random.Random) -> int:
    return rng.randrange(2, len(game.log) - 2)


def flipped(game: HiddenGame, rng: random.Random) -> Files:
    k = _at(game, rng)
    return game.files([*game.log[:k], _resigned(game.log[k]), *game.log[k + 1 :]])


def reworded(game: HiddenGame, rng: random.Random) -> Files:
    k = _at(game, rng)
    line = edited(game.log[k].rstrip(b"\n"), lambda body: body.update(date="1806-10-15T06:00:00Z")) + b"\n"
    return game.files([*game.log[:k], line, *game.log[k + 1 :]])


def dropped(game: HiddenGame, rng: random.Random) -> Files:
    k = _at(game, rng)
    return game.files([*game.log[:k], *game.log[k + 1 :]])


def swapped(game: HiddenGame, rng: random.Random) -> Files:
    k = _at(game, rng)
    return game.files([*game.log[:k], game.log[k + 1], game.log[k], *game.log[k + 2 :]])


def copied(game: HiddenGame, rng: random.Random) -> Files:
    k = _at(game, rng)
    return game.files([*game.log[: k + 2], game.log[k], *game.log[k + 2 :]])


def forked(game: HiddenGame, rng: random.Random) -> Files:
    """The same player has signed another message of one number."""
    k = _at(game, rng)
    other = signed({**game.bodies[k], "note": ["Another one."]}, game.masters["ab"[k % 2]]) + b"\n"
    return game.files([*game.log, other])


def torn(game: HiddenGame, rng: random.Random) -> Files:
    return game.files([*game.log[:-1], game.log[-1][:-1]])


def cut_before_the_head(game: HiddenGame, rng: random.Random) -> Files:
    campaign = judge_archive(game.archive).campaign
    assert campaign is not None
    return game.beginning(_at(game, rng)) | {"head": head_of(campaign.chain)}


def _tape_edited(wanted: Callable[[Sequence[int]], bool]) -> Accident:
    """The result of one entry of the tape file is another."""

    def accident(game: HiddenGame, rng: random.Random) -> Files:
        tapes = [json.loads(line) for line in game.tapes]
        entry = rng.choice([entry for tape in tapes for entry in tape if wanted(entry[1:])])
        entry[2] = entry[2] % entry[1] + 1
        return game.files(tapes=[canon(tape) + b"\n" for tape in tapes])

    return accident


def without_last_tape(game: HiddenGame, rng: random.Random) -> Files:
    return game.files(tapes=game.tapes[:-1])


ACCIDENTS: Mapping[str, tuple[str, Accident]] = {
    "signature": ("SIG_INVALID", flipped),
    "words": ("SIG_INVALID", reworded),
    "dropped": ("SEQ_GAP", dropped),
    "swapped": ("SEQ_GAP", swapped),
    "copied": ("OK", copied),
    "forked": ("FORK", forked),
    "torn": ("ENVELOPE_MALFORMED", torn),
    "cut": ("LOG_TRUNCATED", cut_before_the_head),
    "die": ("REPORT_MISMATCH", _tape_edited(lambda entry: entry[0] > 0 and entry[1] > 0)),
    "secret draw": ("REPORT_MISMATCH", _tape_edited(lambda entry: entry[0] > 0 and entry[1] == 0)),
    "last tape": ("REPORT_MISMATCH", without_last_tape),
}


@dataclass(frozen=True)
class Case:
    """A tampered log. code: what pbem says of it. by: as for Lie."""

    name: str
    code: str
    files: Files
    by: str = ""


def cases(game: HiddenGame, rng: random.Random) -> Iterator[Case]:
    """Everything that can be done to this game, each at a random place."""
    for lie in LIES:
        files = lie.told(game, rng)
        if files is not None:
            yield Case(lie.name, lie.code, files, lie.by)
    for name, (code, accident) in ACCIDENTS.items():
        yield Case(name, code, accident(game, rng), VERSIONS if accident is forked else "")
