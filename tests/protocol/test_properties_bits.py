"""No bit of a log is free: every flip, every blank, every other spelling of the same content is found out."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.campaign.core.fold import chain_of
from pbem.campaign.records.archiving import HEAD, LOG, TAPES, unpack
from pbem.campaign.records.verification import Wanted, judge_log
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import MESSAGE_TYPE, write_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.verify import Verdict
from tests.places import SAMPLES
from tests.protocol.toy import begun, body_of, line, signed
from tests.tiers import examples, steady, third

SAMPLE = SAMPLES / "jena-auerstadt" / "campaign.pbem"
BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@cache
def files() -> dict[str, bytes]:
    return unpack(SAMPLE.read_bytes())


@cache
def lines() -> list[bytes]:
    return files()[LOG].split(b"\n")[:-1]


@cache
def folds() -> list[Chain]:
    """The sample log as far as each message: folds()[k] holds k of them."""
    machine, whole = chain_of(lines())
    chains = [Chain(machine, machine.depths)]
    for message in whole.messages:
        chains.append(chains[-1].extend(message.line))
    assert chains[-1].messages == whole.messages and chains[-1].audited
    return chains


def flip(data: bytes, bit: int) -> bytes:
    """The data with one bit the other way."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def refusal(chain: Chain, damaged: bytes) -> Fault:
    """Why a line is refused; a flip may have made two lines of it."""
    try:
        for part in damaged.split(b"\n"):
            chain = chain.extend(part)
    except Fault as fault:
        return fault
    raise AssertionError("the line was taken")


def judged(log: bytes, **wanted: Any) -> Verdict:
    return judge_log(log, files()[TAPES], Wanted(head=files()[HEAD], complete=True, **wanted)).verdict


# -- bits ---------------------------------------------------------------------------


@pytest.mark.sweeps
@pytest.mark.parametrize("seq", [1, 0])
def test_every_bit_of_the_handshake_of_a_real_game_counts(seq: int) -> None:
    codes = Counter[str]()
    start, step = third("bits", seq)
    for bit in range(start, 8 * len(lines()[seq]), step):
        fault = refusal(folds()[seq], flip(lines()[seq], bit))
        assert fault.signed_by == "" and fault.exit in (10, 12, 13, 14), (bit, fault)
        codes[fault.code] += 1
    assert {"ENVELOPE_MALFORMED", "SIG_INVALID", "SIG_WRONG_KEY", "PAYLOAD_NONCANONICAL"} <= set(codes)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=examples(1200), deadline=None, derandomize=steady())
def test_any_bit_of_a_real_game_counts(data: st.DataObject) -> None:
    """The fold as far as the message that is hit is the same; so the message alone decides."""
    seq = data.draw(st.integers(0, len(lines()) - 1))
    damaged = flip(lines()[seq], data.draw(st.integers(0, 8 * len(lines()[seq]) - 1)))
    fault = refusal(folds()[seq], damaged)
    assert fault.signed_by == "" and fault.exit in (10, 12, 13, 14), fault
    assert fault.seq in (None, *range(len(lines()) + 1))


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(max_examples=examples(200), deadline=None, derandomize=steady())
def test_any_bit_of_the_whole_log_changes_the_verdict(number: int) -> None:
    log = files()[LOG]
    assert judged(flip(log, number % (8 * len(log)))).code != "OK"


def test_the_whole_log_is_good_before() -> None:
    verdict = judged(files()[LOG])
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")


@pytest.mark.slow
def test_every_line_end_counts() -> None:
    log = files()[LOG]
    for at in (at for at, byte in enumerate(log) if byte == 10):
        for bit in (0, 3, 7):
            assert judged(flip(log, 8 * at + bit)).exit in (10, 12, 13, 14)


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(max_examples=examples(30), deadline=None, derandomize=steady())
def test_any_bit_of_the_tapes_counts(number: int) -> None:
    tapes = files()[TAPES]
    verdict = judge_log(files()[LOG], flip(tapes, number % (8 * len(tapes)))).verdict
    assert (verdict.code, verdict.signed_by) == ("REPORT_MISMATCH", "")


@pytest.mark.slow
def test_every_bit_of_the_head_counts() -> None:
    short = b"".join(one + b"\n" for one in lines()[:3])
    machine, chain = chain_of(lines()[:3])
    head = b"pbem.invalid/%b\n3\n%b\n" % (chain.game.hex().encode(), base64.b64encode(chain.messages[2].id))
    assert judge_log(short, wanted=Wanted(head=head)).exit == 0
    for bit in range(0, 8 * len(head), 3):
        verdict = judge_log(short, wanted=Wanted(head=flip(head, bit))).verdict
        assert (verdict.code, verdict.signed_by) == ("LOG_TRUNCATED", ""), bit
    assert machine.game.scenario.id == "jena-auerstadt"


# -- other spellings of the same content ----------------------------------------------


def test_every_blank_in_an_envelope_is_refused() -> None:
    chain, good = begun(2), line(begun(2))
    start = good.index(MESSAGE_TYPE.encode())
    kind = range(start, start + len(MESSAGE_TYPE) + 1)  # text, in which a blank is another text
    for at in range(len(good) + 1):
        for blank in (b" ", b"\t", b"\n", b"\r"):
            fault = refusal(chain, good[:at] + blank + good[at:])
            wanted = ("ENVELOPE_MALFORMED", "PAYLOAD_TYPE") if at in kind else ("ENVELOPE_MALFORMED",)
            assert fault.code in wanted and fault.signed_by == "", (at, blank)


def test_every_character_left_out_or_doubled_is_refused() -> None:
    chain, good = begun(2), line(begun(2))
    for at in range(len(good)):
        for changed in (good[:at] + good[at + 1 :], good[:at] + good[at : at + 1] + good[at:]):
            if changed != good:
                assert refusal(chain, changed).signed_by == "", at


@pytest.mark.parametrize("note", ["", "x", "xx"])
def test_the_spare_bits_of_base64_are_no_place_to_hide(note: str) -> None:
    """The last letter before the padding has two or four bits that decoders drop."""
    chain = begun(2)
    body = body_of(line(chain)) | {"note": [note]}
    envelope = json.loads(signed(body, "a"))
    assert len(chain.extend(signed(body, "a")).messages) == 3
    seen = 0
    for member, holder in (("payload", envelope), ("sig", envelope["signatures"][0])):
        text = holder[member]
        bare = text.rstrip("=")
        forms = {bare[:-1] + chr(letter) + "=" * (len(text) - len(bare)) for letter in BASE64}
        same = {form for form in forms if base64.b64decode(form) == base64.b64decode(text)} - {text}
        same |= {bare, text + "=", text + "====", text.replace("+", "-").replace("/", "_")} - {text}
        for form in same:
            holder[member] = form
            assert refusal(chain, spelt(envelope)).code == "ENVELOPE_MALFORMED", (member, form[-8:])
            seen += 1
        holder[member] = text
    assert seen > 15


def test_three_lengths_have_the_three_paddings() -> None:
    """The test above has met every form that the end of a payload can have."""
    bodies = [body_of(line(begun(2))) | {"note": [note]} for note in ("", "x", "xx")]
    ends = {json.loads(signed(body, "a"))["payload"][-2:].count("=") for body in bodies}
    assert ends == {0, 1, 2}


def spelt(envelope: dict[str, Any]) -> bytes:
    return json.dumps(envelope, sort_keys=True, separators=(",", ":")).encode()


def test_other_spellings_of_an_envelope_are_refused() -> None:
    chain, good = begun(2), line(begun(2))
    envelope = json.loads(good)
    escaped = [good.replace(b"vnd.pbem", b"vnd\\u002epbem"), good.replace(b"application/", b"application\\/")]
    ordered = json.dumps(dict(reversed(envelope.items())), separators=(",", ":")).encode()
    upper = spelt(envelope).replace(envelope["signatures"][0]["keyid"].encode(), b"%b")
    upper = upper.replace(b"%b", envelope["signatures"][0]["keyid"].upper().encode())
    twice = good[:-1] + b',"signatures":[]}'
    more = spelt({**envelope, "z": 1})
    for changed in (
        *escaped,
        ordered,
        upper,
        twice,
        more,
        b"\xef\xbb\xbf" + good,
        good + b"\0",
        good.decode().encode("utf-16"),
    ):
        assert changed != good
        fault = refusal(chain, changed)
        assert (fault.code, fault.signed_by) == ("ENVELOPE_MALFORMED", "")


NOT_LINES: list[Callable[[bytes], bytes]] = [
    lambda log: log + b"\n",
    lambda log: b"\n" + log,
    lambda log: log[:-1],
    lambda log: log.replace(b"\n", b"\r\n"),
    lambda log: b"\xef\xbb\xbf" + log,
    lambda log: log + b"\0",
    lambda log: log.replace(b"\n", b"\n\n", 1),
]


@pytest.mark.parametrize("change", NOT_LINES)
def test_nothing_can_stand_between_the_lines_of_a_log(change: Callable[[bytes], bytes]) -> None:
    verdict = judged(change(files()[LOG]))
    assert (verdict.code, verdict.signed_by) == ("ENVELOPE_MALFORMED", "")


def test_a_second_signature_of_the_same_key_is_refused() -> None:
    """Signing is deterministic, but a holder of the key may choose another nonce: the id stays, the line does not."""
    chain, good = begun(2), line(begun(2))
    envelope = json.loads(good)
    key = bytes.fromhex(envelope["signatures"][0]["keyid"])
    signature = base64.b64decode(envelope["signatures"][0]["sig"])
    payload = base64.b64decode(envelope["payload"])
    fault = refusal(chain, write_envelope(payload, [(key, signature), (key, signature)]))
    assert fault.code == "ENVELOPE_MALFORMED"


def test_codes_of_the_flips_by_place() -> None:
    """A flip in a key id names a stranger, one in signature or payload is damage: each in its own class."""
    good = lines()[2]
    envelope = json.loads(good)
    for member, wanted in (
        ("keyid", {"SIG_WRONG_KEY", "ENVELOPE_MALFORMED"}),
        ("sig", {"SIG_INVALID", "ENVELOPE_MALFORMED"}),
    ):
        start = good.index(envelope["signatures"][0][member].encode())
        length = len(envelope["signatures"][0][member])
        found = {refusal(folds()[2], flip(good, bit)).code for bit in range(8 * start, 8 * (start + length))}
        assert found == wanted


def test_each_pair_of_messages_is_told_apart() -> None:
    ids = [message.id for message in folds()[-1].messages]
    assert all(one != two for (i, one), (j, two) in product(enumerate(ids), repeat=2) if i != j)
