"""The targets through which foreign bytes come in: mails, payloads, logs, archives, people's own files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from jsonschema import Draft202012Validator

from pbem.campaign.outbox.amending import read_patch
from pbem.campaign.outbox.create import read_invitation
from pbem.campaign.records.archiving import LOG, archive_bytes, unpack
from pbem.campaign.records.verification import compare_report, judge_archive, judge_log, judge_single, judge_turn
from pbem.campaign.seats.seat_secrets import handover_text, read_handover
from pbem.campaign.telling.reports import public_text
from pbem.campaign.writing.orders_file import check_orders, template_text
from pbem.campaign.writing.standing import STANDING, committed_values, standing_text
from pbem.errors import Problem
from pbem.mail.armour import MAX_BLOCKS, read_blocks, write_block
from pbem.mail.mailboxes import portions, split_mbox, texts_of
from pbem.orders.check import MOST_ERRORS, check
from pbem.orders.findings import OrdersFault
from pbem.orders.loader import load
from pbem.orders.signed import readable_differs, readable_part, turns_of
from pbem.orders.writer import dump
from pbem.protocol import keys
from pbem.protocol.canonical import admissible, canon, parse
from pbem.protocol.encoding import prf, u64
from pbem.protocol.envelope import pae, read_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.head import read_head
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile, write_keyfile
from pbem.protocol.messages import check_shape, peek, read_message
from pbem.protocol.paper import PaperError, read_paper, write_paper
from pbem.protocol.vault import VaultError, read_vault
from pbem.protocol.verify import head_of
from tests.fuzz import mutations as spoil
from tests.fuzz.teams import team_targets
from tests.fuzz.watch import Target
from tests.fuzz.world import World, build
from tests.games.hostile import words_of
from tests.games.schema_samples import sample
from tests.orders.frames import orders_schema
from tests.places import SAMPLES

SAMPLE = SAMPLES / "jena-auerstadt"
# Folder of tests/fuzz/corpus -> the targets at which everything in it is tried.
FAMILIES: dict[str, tuple[str, ...]] = {
    "mail": ("turn-file", "readable-part", "single-turn", "turn", "invitation", "mailbox"),
    "payload": ("payload", "signed-message", "vault", "key-file", "handover"),
    "line": ("envelope", "message"),
    "log": ("log",),
    "archive": ("archive",),
    "head": ("head",),
    "report": ("report",),
    "orders": ("orders", "orders-of-a-phase", "answer", "standing", "patch"),
    "backup": ("paper-backup",),
    "team": ("part", "briefing"),
    "team-payload": ("signed-part", "signed-briefing", "team-message"),
}
NAMES = tuple(name for family in FAMILIES.values() for name in family)
FULL_ORDERS = b"""campaign: "0c9f3aa5162b"
phase: "10-x"
for: 19
moves:
  - {unit: 1/V, to: "0103"}
  - unit: 3/V   # then
    path: ["0612", "0613"]
attacks:
  - {kind: assault, at: "0612", odds: 3}
  - {kind: bombard, by: [1/V, 3/V]}
losses: {1/V: "2"}
night: true
note: |
  Hallo
   'to' "you"
"""


@cache
def world() -> World:
    """The campaign that the samples come from."""
    return build()


# -- what is read -------------------------------------------------------------------


def read_turn(data: bytes) -> None:
    """Blocks are whole or damaged, never both, and not more than there may be."""
    blocks = read_blocks(data)
    assert len(blocks) <= MAX_BLOCKS
    assert all(bool(block.envelope) != bool(block.damage) and block.line > 0 for block in blocks)
    for block in blocks:
        if block.envelope:
            assert read_blocks(write_block(block.envelope))[0].envelope == block.envelope


def read_mailbox(data: bytes) -> None:
    """A mailbox is the same in pieces of any size; its mails are taken apart down to their blocks."""
    mails = list(split_mbox([data]))
    assert mails == list(split_mbox(data[at : at + 997] for at in range(0, len(data), 997)))
    for mail in [data, *(mail for mail in mails if mail is not None)]:
        for text in texts_of(mail):
            for portion in portions(text):
                read_blocks(portion)


def read_readable(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    readable_part(text)
    readable_differs(text, {"for": 3, "moves": [{"unit": "1/III", "to": "0612"}]}, ["A word"])
    for piece in turns_of(text):
        assert piece in text


def read_payload(data: bytes) -> None:
    body = parse(data)
    assert canon(body) == data
    check_shape(body)


def read_line(data: bytes) -> None:
    envelope = read_envelope(data)
    assert envelope.line == data
    read_message(envelope)


def read_orders(data: bytes) -> None:
    """The loader, then the check against a schema that uses every keyword that schemas of orders use."""
    document, schema = load(data), orders_schema()
    typed, findings = check(document, schema)
    assert Draft202012Validator(schema).is_valid(typed) != bool(findings)
    assert len(findings) <= MOST_ERRORS + 1
    for finding in findings:
        assert finding.message() and finding.kind and finding.to_json()


def read_vault_of(master: bytes, game: bytes) -> Callable[[bytes], None]:
    """A reader of the bytes as a vault's content, sealed with the right key, and as a vault."""
    box = ChaCha20Poly1305(prf(master, "vault", game, u64(1)))

    def read(data: bytes) -> None:
        import base64

        for vault in (
            base64.b64encode(bytes(12) + box.encrypt(bytes(12), data, None)).decode(),
            data.decode("latin-1"),
        ):
            try:
                read_vault(master, game, 1, vault)
            except VaultError:
                continue

    return read


def read_key(data: bytes) -> None:
    if not needs_passphrase(data):  # scrypt is slow on purpose
        assert len(read_keyfile(data, "")) == 32


def verified(judge: Callable[[bytes], Any], lines: Callable[[bytes], list[bytes]]) -> Callable[[bytes], None]:
    """A reader that gives verdicts. Nobody is named in one who has not signed something that he never sent.

    lines: the envelopes in the bytes.
    """

    def read(data: bytes) -> None:
        verdict = judge(data).verdict
        assert verdict.exit in (0, 10, 11, 12, 13, 14, 15) and (verdict.exit == 0) == (verdict.cls == "ok")
        assert verdict.exit == 0 or verdict.detail
        if verdict.exit and verdict.signed_by:
            key = world().folds[-1].keys[verdict.signed_by]
            assert any(_signed_anew(line, key) for line in lines(data)), verdict

    return read


def _signed_anew(line: bytes, key: bytes) -> bool:
    """Whether an envelope holds another payload than the campaign's, under a good signature of `key`."""
    try:
        envelope = read_envelope(line)
    except Fault:
        return False
    good = dict(envelope.signatures).get(key, b"")
    return keys.verifies(key, good, pae(envelope.type, envelope.payload)) and envelope.payload not in world().payloads


def lines_of_turn(data: bytes) -> list[bytes]:
    return [block.envelope for block in read_blocks(data)]


def lines_of_log(data: bytes) -> list[bytes]:
    return data.split(b"\n")


def lines_of_archive(data: bytes) -> list[bytes]:
    return lines_of_log(unpack(data).get(LOG, b""))


# -- how it is spoilt ----------------------------------------------------------------


def forged(data: bytes, rng: random.Random) -> bytes:
    """A payload whose input is of the right form and nothing else; where it has none, one with a member changed."""
    at = world()
    if data not in at.payloads or rng.randrange(3):
        return spoil.payload(data, rng)
    body = json.loads(data)
    if "input" not in body:
        return spoil.json_tree(data, rng)
    state = at.folds[body["seq"]].state
    need = at.folds[body["seq"] + 1].state["need"]
    words = [*words_of(state["at"]), "nobody", "9-1", "ask", "n"]
    try:
        given = sample(at.machine.game.schema(need["ask"]), rng, words)
    except (KeyError, ValueError):
        return spoil.json_tree(data, rng)
    return canon({**body, "input": {"for": need["n"], **given}})


# -- targets ---------------------------------------------------------------------------


def mail_targets(at: World) -> Iterator[Target]:
    mails = [path.read_bytes() for path in sorted((SAMPLE / "mails").iterdir())[:4]]
    turns = [*at.orders[:4], *mails, *(write_block(line).encode("ascii") for line in at.lines[:3])]
    stranger = at.campaign(at.folds[3])
    key = at.folds[-1].keys["a"]
    yield Target("turn-file", turns, read_turn, spoil.armoured, ())
    yield Target("readable-part", turns, read_readable, spoil.either(spoil.document, spoil.mailed), ())
    yield Target(
        "single-turn", turns, verified(lambda data: judge_single(data, key), lines_of_turn), spoil.armoured, ()
    )
    yield Target("turn", turns, verified(lambda data: judge_turn(data, stranger), lines_of_turn), spoil.armoured, ())
    box = b"".join(b"From nobody Thu Jan  1 00:00:00 1970\n" + mail + b"\n" for mail in mails[:2])
    yield Target("mailbox", [box, *mails], read_mailbox, spoil.either(spoil.mailed, spoil.armoured), ())
    yield Target("invitation", turns[:1], read_invitation, spoil.armoured, (Problem, Fault))


def protocol_targets(at: World) -> Iterator[Target]:
    short = at.folds[5]
    head = head_of(short)
    master, game = at.persons["a"].master, at.folds[-1].game
    vault = canon([{"kind": "doctrine", "i": 3, "value": "ask"}, {"kind": "doctrine", "i": 5, "value": {"min": 2}}])
    keyfile = write_keyfile(bytes(32), "", bytes(16), bytes(12))
    yield Target("payload", at.payloads[:8], read_payload, spoil.payload, (Fault,))
    yield Target("envelope", at.lines[:8], read_line, spoil.envelope, (Fault,))
    yield Target("message", at.lines[:4], peek, spoil.envelope, (Fault,))
    yield Target("signed-message", [*at.payloads, *at.unusual], at.deliver, forged, (Fault, Problem))
    yield Target("head", [head], read_head, spoil.flat, (Fault,))
    yield Target("vault", [vault], read_vault_of(master, game), spoil.payload, ())
    giving = at.campaign(at.folds[8], "a")
    written = handover_text(giving).encode()
    handed = written[written.index(b"{") :]
    yield Target(
        "handover", [handed, written], lambda data: read_handover(data, at.folds[8], "a"), spoil.payload, (Problem,)
    )
    backup = write_paper(bytes(range(32)), ["kept in a drawer"]).encode()
    yield Target(
        "paper-backup",
        [backup],
        lambda data: read_paper(data.decode("utf-8", "replace")),
        spoil.document,
        (PaperError,),
    )
    yield Target("key-file", [keyfile], read_key, spoil.payload, (KeyFileError,))


def log_targets(at: World) -> Iterator[Target]:
    logs = [b"".join(line + b"\n" for line in at.lines[:count]) for count in (2, 4, len(at.lines))]
    archives = [archive_bytes(at.campaign(at.folds[count])) for count in (2, 4)]
    stranger = at.campaign(at.folds[-1])
    reports = [public_text(stranger, seq).encode() for seq in (2, 9, 14)]
    assert unpack(archives[0])[LOG] == logs[0]
    yield Target("log", logs, verified(judge_log, lines_of_log), spoil.log, ())
    yield Target("archive", archives, verified(judge_archive, lines_of_archive), spoil.archive, ())
    yield Target("report", reports, lambda data: compare_report(stranger, data), spoil.flat, (Fault,))


def paper_targets(at: World) -> Iterator[Target]:
    loose = [FULL_ORDERS, *(order for order in at.orders[:6])]
    yield Target("orders", loose, read_orders, spoil.document, (Problem,))
    for kind in ("orders", "answer"):
        campaign, due = at.due(kind)
        assert due.request is not None
        answer = due.request.options.sample(random.Random(2).randrange)
        head = template_text(campaign, due).split("\n\n")[0] + "\n"
        filled = head + dump(answer if kind == "orders" else {"answer": answer})
        good = [template_text(campaign, due).encode(), filled.encode()]
        name = "orders-of-a-phase" if kind == "orders" else "answer"
        yield Target(name, good, lambda data, c=campaign, d=due: check_orders(c, d, data), spoil.document, (Problem,))  # type: ignore[misc]
    position = at.folds[5].state["at"]
    steps = b"".join(b"- {path: %b, value: 3}\n" % name.encode() for name in list(position)[:3])
    yield Target("patch", [steps], lambda data: read_patch(position, data, "patch.yaml"), spoil.document, (Problem,))
    text = standing_text(at.campaign(at.folds[3], "a"), "a")

    def read_standing(data: bytes) -> None:
        try:
            values = committed_values(at.campaign(at.folds[3], "a", {STANDING: data}), "a")
        except OrdersFault as fault:
            assert 0 < len(fault.findings) <= MOST_ERRORS + 1
            raise
        admissible(values["doctrine"])

    active = re.sub("^  # ", "  ", text, flags=re.MULTILINE)
    yield Target("standing", [text.encode(), active.encode()], read_standing, spoil.document, (Problem,))


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    at = world()
    there = (*mail_targets(at), *protocol_targets(at), *log_targets(at), *paper_targets(at), *team_targets())
    found = {target.name: target for target in there}
    return {name: found[name] for name in NAMES}
