"""Rows L of the adversarial plan: page and pbem name the same code, class, exit status, message and side."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pbem.protocol import keys
from pbem.protocol.admission import game_id
from pbem.protocol.envelope import MESSAGE_TYPE, PART_TYPE, pae, write_envelope
from pbem.protocol.verify import head_of, log_lines, tape_lines
from tests.page.browser import Page
from tests.page.rows import Edit, agree, beside, by, ours
from tests.protocol.test_attacks_log import (
    broken_lines,
    edited,
    relogged,
    resigned,
    short_signature,
    trailing_bits,
    upper_keyid,
)
from tests.protocol.toy import (
    MASTERS,
    TERMS,
    begun,
    body_of,
    cheat,
    draft,
    grown,
    line,
    signed,
)


@pytest.mark.parametrize("seq", [2, 3, 4])
def test_l01_a_second_message_after_the_reply(page: Page, seq: int) -> None:
    agree(page, beside(begun(6), line(begun(seq), strike=1)), ("FORK", "proof", seq, by(seq)))


def test_l01_a_second_accept(page: Page) -> None:
    bad = cheat(begun(1), lambda b: b.pop("vault"))
    agree(page, beside(begun(4), bad), ("FORK", "proof", 1, "b"))
    other = line(begun(1), seed="again")
    agree(page, beside(begun(4), other), ("GAME_MISMATCH", "stranger", 1, ""))


@pytest.mark.parametrize("seq", range(6))
def test_l02_an_archived_message_edited(page: Page, seq: int) -> None:
    chain = begun(6)
    log = relogged(chain, seq, edited(chain.messages[seq].line, lambda b: b.update(note=["x"])))
    agree(page, {"log.jsonl": log, "tapes.jsonl": tape_lines(chain)}, ("SIG_INVALID", "damage", seq, ""))


@pytest.mark.parametrize("seq", range(1, 5))
def test_l03_an_archived_message_signed_again(page: Page, seq: int) -> None:
    chain = begun(6)
    log = relogged(chain, seq, signed({**chain.messages[seq].body, "note": ["x"]}, by(seq)))
    agree(page, {"log.jsonl": log, "tapes.jsonl": tape_lines(chain)}, ("PARENT_MISMATCH", "damage", seq + 1, ""))


@pytest.mark.parametrize("seq", range(5))
def test_l04_the_same_message_twice(page: Page, seq: int) -> None:
    chain = begun(5)
    files = beside(chain, chain.messages[seq].line, tapes=tape_lines(chain))
    said = agree(page, files, ("OK", "ok", None, ""))
    assert [(w["code"], w["message"]) for w in said["warnings"]] == [("REPLAY", seq)]


def test_l04_signed_anew_it_is_the_same_message(page: Page) -> None:
    chain = begun(5)
    again = signed(chain.messages[4].payload, "a")
    assert agree(page, beside(chain, again, tapes=tape_lines(chain)), ("OK", "ok", None, ""))["warnings"]


@pytest.mark.parametrize("seq", range(5))
def test_l05_l06_dropped_and_swapped(page: Page, seq: int) -> None:
    chain = begun(6)
    lines = [m.line for m in chain.messages]
    dropped = b"".join(one + b"\n" for one in lines[:seq] + lines[seq + 1 :])
    lines[seq], lines[seq + 1] = lines[seq + 1], lines[seq]
    swapped = b"".join(one + b"\n" for one in lines)
    for log in (dropped, swapped):
        agree(page, {"log.jsonl": log, "tapes.jsonl": tape_lines(chain)}, ("SEQ_GAP", "damage", seq + 1, ""))


def test_l07_the_same_side_twice_in_a_row(page: Page) -> None:
    chain = begun(5)
    bad = signed({**body_of(line(chain)), "side": "a"}, "a")
    agree(page, beside(chain, bad), ("SIDE_TURN", "proof", 5, "a"))


def test_l08_a_message_of_another_game(page: Page) -> None:
    other = begun(1)
    other = grown(other.extend(line(other, seed="second game")), 3)
    chain = begun(5)
    for message in other.messages[1:]:
        agree(page, beside(chain, message.line), ("GAME_MISMATCH", "stranger", message.seq, ""))
    elsewhere = signed({**other.messages[0].body, "nonce": "1" * 64}, "a")
    agree(page, beside(chain, elsewhere), ("GAME_MISMATCH", "stranger", 0, ""))
    unfounded = cheat(begun(1), lambda b: b.update(game="0" * 64))
    agree(page, beside(begun(1), unfounded, tapes=b""), ("GAME_MISMATCH", "stranger", 1, ""))


@pytest.mark.parametrize("who", ["a", "c"])
def test_l09_another_key_signs_my_slot(page: Page, who: str) -> None:
    agree(page, beside(begun(5), cheat(begun(5), lambda b: None, who)), ("SIG_WRONG_KEY", "stranger", 5, ""))


def test_l10_terms_changed_after_the_accept(page: Page) -> None:
    chain = begun(4)
    terms = {**TERMS, "clock": {"days": 1, "default": "forfeit"}}
    log = relogged(chain, 0, signed({**chain.messages[0].body, "terms": terms}, "a"))
    agree(page, {"log.jsonl": log}, ("PARENT_MISMATCH", "damage", 1, ""))


def test_l14_accept_with_the_inviters_key(page: Page) -> None:
    chain = begun(1)
    body = body_of(line(chain))
    body["key"] = keys.public_key(MASTERS["a"]).hex()
    body["game"] = game_id(chain.messages[0].id, bytes.fromhex(body["key"]), bytes.fromhex(body["nonce"])).hex()
    agree(page, beside(chain, signed(body, "a"), tapes=b""), ("KEY_REUSED", "invalid", 1, ""))


BAD_KEYS = ["01" + "00" * 31, "ecffff" + "ff" * 28 + "7f", "02" + "00" * 31, "00" * 32, "ff" * 32]


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("key", BAD_KEYS)
def test_l15_a_bad_public_key(page: Page, length: int, key: str) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(key=key))
    agree(page, beside(chain, bad, tapes=b""), ("KEY_INVALID", "invalid", length, ""))


def test_l16_signature_plus_group_order(page: Page) -> None:
    chain = begun(5)
    payload = draft(chain).payload
    signature = keys.sign(MASTERS["b"], pae(MESSAGE_TYPE, payload))
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(signature[32:], "little") + order
    key = keys.public_key(MASTERS["b"])
    bad = write_envelope(payload, [(key, signature[:32] + s.to_bytes(32, "little"))])
    agree(page, beside(chain, bad), ("SIG_INVALID", "damage", 5, ""))


@pytest.mark.parametrize(
    "edit",
    [
        short_signature,
        upper_keyid,
        broken_lines,
        trailing_bits,
        lambda o: o.update(extra=1),
        lambda o: o.pop("payloadType"),
        lambda o: o.update(signatures=[]),
        lambda o: o.update(signatures=o["signatures"] * 2),
        lambda o: o.update(signatures=[{"keyid": f"{i:064x}", "sig": "A" * 86 + "=="} for i in range(9)]),
        lambda o: o.update(payload=o["payload"].rstrip("=") + "!"),
        lambda o: o.update(payload=o["payload"] + "===="),
        lambda o: o.update(payload="A"),
        lambda o: o.update(payload=1),
        lambda o: o.update(payloadType=1),
        lambda o: o.update(payloadType="\n\t\x7f\u2028"),
        lambda o: o.update(payloadType="x" * 30_000_000),
        lambda o: o["signatures"][0].update(x="y"),
    ],
)
def test_l17_l21_malformed_envelopes(page: Page, edit: Edit) -> None:
    chain = begun(5)
    files = beside(chain, resigned(line(chain), edit))
    code = ours(files)["code"]
    assert code in ("ENVELOPE_MALFORMED", "PAYLOAD_TYPE", "PAYLOAD_SIZE")
    agree(page, files, (code, "stranger" if code == "PAYLOAD_TYPE" else "damage", 5, ""))


@pytest.mark.parametrize(
    "change",
    [
        lambda line: b" " + line,
        lambda line: line[:-1] + b',"payload":"e30="}',
        lambda line: line[:-1],
        lambda line: line + b"}",
        lambda line: line + b"\r",
        lambda line: b"[" * 100_000,
        lambda line: b"\xff" + line,
        lambda line: b"null",
        lambda line: b"",
        lambda line: b'{"payload":' + b"1" * 5000 + b"}",
        lambda line: json.dumps(json.loads(line)).encode(),
        lambda line: line.replace(b"application/", b"application\\/"),
        lambda line: line.replace(b"application/", b"\\ud800/"),
        lambda line: line.replace(b"application/", b"\xed\xa0\x80/"),
        lambda line: line.replace(b'"payloadType":"', b'"payloadType":"\\u0041'),
    ],
)
def test_l21_envelopes_in_another_form(page: Page, change: Callable[[bytes], bytes]) -> None:
    chain = begun(5)
    agree(page, beside(chain, change(line(chain))), ("ENVELOPE_MALFORMED", "damage", 5, ""))


@pytest.mark.parametrize("extra", ["a", "c"])
def test_l18_a_further_signature(page: Page, extra: str) -> None:
    bad = signed(body_of(line(begun(5))), "b", extra)
    agree(page, beside(begun(5), bad), ("SIG_WRONG_KEY", "stranger", 5, ""))


def test_l19_l20_another_payload_type(page: Page) -> None:
    chain = begun(5)
    text = resigned(line(chain), lambda o: o.update(payloadType="text/plain"))
    part = signed(body_of(line(chain)), "b", kind=PART_TYPE)
    for bad in (text, part):
        agree(page, beside(chain, bad), ("PAYLOAD_TYPE", "stranger", 5, ""))
    wrapped = resigned(part, lambda o: o.update(payloadType=MESSAGE_TYPE))
    agree(page, beside(chain, wrapped), ("SIG_INVALID", "damage", 5, ""))


def test_l22_a_log_cut_before_the_known_head(page: Page) -> None:
    chain, head = begun(6), head_of(begun(6))
    assert agree(page, beside(chain, tapes=tape_lines(chain)) | {"head": head}, ("OK", "ok", None, ""))
    cut = ("LOG_TRUNCATED", "damage", None, "")
    for kept in (2, 3, 5):
        agree(page, beside(begun(kept), tapes=tape_lines(begun(kept))) | {"head": head}, cut)
    agree(page, {"log.jsonl": b"", "head": head}, cut)
    other = begun(5).extend(line(begun(5), strike=1))
    agree(page, beside(other, tapes=tape_lines(other)) | {"head": head}, cut)
    agree(page, beside(begun(6), tapes=tape_lines(begun(6))) | {"head": head_of(begun(4))}, ("OK", "ok", None, ""))
    for bad in (head[:-1], head.replace(b"6", b"06"), head.replace(b"\n", b"\r\n"), b"x" * 10_000, head + b"\n"):
        agree(page, beside(chain, tapes=tape_lines(chain)) | {"head": bad}, cut)


def test_l22_a_torn_log(page: Page) -> None:
    chain = begun(6)
    agree(page, {"log.jsonl": log_lines(chain)[:-1]}, ("ENVELOPE_MALFORMED", "damage", 5, ""))
    torn = b"nonsense\n" + log_lines(chain)[:-1]
    agree(page, {"log.jsonl": torn}, ("ENVELOPE_MALFORMED", "damage", 6, ""))


def test_messages_from_the_future_of_a_log_without_keys(page: Page) -> None:
    chain = begun(5)
    agree(page, beside(begun(1), chain.messages[3].line, tapes=b""), ("SEQ_GAP", "damage", 3, ""))
    early = {**chain.messages[3].body, "seq": 1, "nonce": "0" * 64}
    del early["reveal"]
    agree(page, beside(begun(1), signed(early, "b"), tapes=b""), ("SIG_WRONG_KEY", "stranger", 1, ""))
