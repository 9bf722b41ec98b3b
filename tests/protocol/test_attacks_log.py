"""Rows L of the adversarial plan: a cheater with his own keys against an honest log."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest

from pbem.protocol import keys
from pbem.protocol.admission import game_id
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.envelope import PART_TYPE, pae, write_envelope
from pbem.protocol.verify import head_of, log_lines, verify_log
from pbem.resources import schema_bytes
from tests.protocol.toy import (
    MASTERS,
    TERMS,
    TREES,
    Toy,
    begun,
    body_of,
    cheat,
    draft,
    grown,
    line,
    refused,
    signed,
)

Edit = Callable[[dict[str, Any]], Any]
ENVELOPES = jsonschema_rs.Draft202012Validator(json.loads(schema_bytes("envelope.schema.json")))


def judged(log: bytes, **more: Any) -> tuple[str, str, int | None, str]:
    verdict = verify_log(log, Toy(), TREES, **more)
    assert verdict.detail
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


@pytest.mark.parametrize("seq", [2, 3, 4])
def test_l01_a_second_message_after_the_reply(seq: int) -> None:
    chain, prefix = begun(6), begun(seq)
    second = line(prefix, strike=1)
    assert refused(chain, second) == ("FORK", "proof", seq, "ab"[seq % 2])
    assert judged(log_lines(chain) + second + b"\n") == ("FORK", "proof", seq, "ab"[seq % 2])


def test_l01_a_second_accept_of_the_same_game_is_a_fork_and_of_another_is_not() -> None:
    chain, prefix = begun(4), begun(1)
    assert refused(chain, cheat(prefix, lambda b: b.pop("vault"))) == ("FORK", "proof", 1, "b")
    assert refused(chain, line(prefix, seed="again")) == ("GAME_MISMATCH", "stranger", 1, "")


def edited(envelope: bytes, edit: Edit) -> bytes:
    """The payload changed under the old signature."""
    outer = json.loads(envelope)
    body = json.loads(base64.b64decode(outer["payload"]))
    edit(body)
    outer["payload"] = base64.b64encode(canon(body)).decode()
    return json.dumps(outer, sort_keys=True, separators=(",", ":")).encode()


def relogged(chain: Chain, seq: int, envelope: bytes) -> bytes:
    return b"".join((envelope if m.seq == seq else m.line) + b"\n" for m in chain.messages)


@pytest.mark.parametrize("seq", range(6))
def test_l02_an_archived_message_edited(seq: int) -> None:
    chain = begun(6)
    log = relogged(chain, seq, edited(chain.messages[seq].line, lambda b: b.update(note=["x"])))
    assert judged(log) == ("SIG_INVALID", "damage", seq, "")


@pytest.mark.parametrize("seq", range(1, 5))
def test_l03_an_archived_message_edited_and_signed_again(seq: int) -> None:
    chain = begun(6)
    body = {**chain.messages[seq].body, "note": ["x"]}
    log = relogged(chain, seq, signed(body, "ab"[seq % 2]))
    assert judged(log) == ("PARENT_MISMATCH", "damage", seq + 1, "")


@pytest.mark.parametrize("seq", range(5))
def test_l05_a_message_dropped(seq: int) -> None:
    chain = begun(6)
    log = log_lines(chain).replace(chain.messages[seq].line + b"\n", b"")
    assert judged(log) == ("SEQ_GAP", "damage", seq + 1, "")


@pytest.mark.parametrize("seq", range(5))
def test_l06_two_messages_swapped(seq: int) -> None:
    lines = [m.line for m in begun(6).messages]
    lines[seq], lines[seq + 1] = lines[seq + 1], lines[seq]
    assert judged(b"\n".join([*lines, b""])) == ("SEQ_GAP", "damage", seq + 1, "")


def test_l07_the_same_side_twice_in_a_row() -> None:
    chain = begun(5)
    body = {**body_of(line(chain)), "side": "a"}
    assert refused(chain, signed(body, "a")) == ("SIDE_TURN", "proof", 5, "a")


def test_l08_a_message_of_another_game_of_the_same_players() -> None:
    other = begun(1)
    other = grown(other.extend(line(other, seed="second game")), 3)
    chain = begun(5)
    for message in other.messages[1:]:
        assert refused(chain, message.line) == ("GAME_MISMATCH", "stranger", message.seq, "")
    elsewhere = signed({**other.messages[0].body, "nonce": "1" * 64}, "a")
    assert refused(chain, elsewhere) == ("GAME_MISMATCH", "stranger", 0, "")


def test_l08_an_accept_whose_game_does_not_follow() -> None:
    chain = begun(1)
    assert refused(chain, cheat(chain, lambda b: b.update(game="0" * 64))) == ("GAME_MISMATCH", "stranger", 1, "")


@pytest.mark.parametrize("who", ["a", "c"])
def test_l09_another_key_signs_my_slot(who: str) -> None:
    chain = begun(5)
    assert refused(chain, cheat(chain, lambda b: None, who)) == ("SIG_WRONG_KEY", "stranger", 5, "")


def test_l10_terms_changed_after_the_accept() -> None:
    chain = begun(4)
    terms = {**TERMS, "clock": {"days": 1, "default": "forfeit"}}
    log = relogged(chain, 0, signed({**chain.messages[0].body, "terms": terms}, "a"))
    assert judged(log) == ("PARENT_MISMATCH", "damage", 1, "")


@pytest.mark.parametrize(
    ("name", "code"),
    [("ruleset", "RULESET_MISMATCH"), ("scenario", "SCENARIO_MISMATCH"), ("engine", "ENGINE_MISMATCH")],
)
def test_l11_l12_l13_other_files_or_rules(name: str, code: str) -> None:
    chain = Chain(Toy(), TREES)
    other = "toy 2" if name == "engine" else "0" * 64
    bad = cheat(chain, lambda b: b["terms"].update({name: other}))
    assert refused(chain, bad) == (code, "environment", 0, "")


def test_l14_accept_with_the_inviters_key() -> None:
    chain = begun(1)
    body = body_of(line(chain))
    body["key"] = keys.public_key(MASTERS["a"]).hex()
    body["game"] = game_id(chain.messages[0].id, bytes.fromhex(body["key"]), bytes.fromhex(body["nonce"])).hex()
    assert refused(chain, signed(body, "a")) == ("KEY_REUSED", "invalid", 1, "")


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("key", ["01" + "00" * 31, "ecffff" + "ff" * 28 + "7f", "02" + "00" * 31])
def test_l15_a_bad_public_key(length: int, key: str) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(key=key))
    assert refused(chain, bad) == ("KEY_INVALID", "invalid", length, "")


def test_l16_signature_plus_group_order() -> None:
    chain = begun(5)
    payload = draft(chain).payload
    signature = keys.sign(MASTERS["b"], pae("application/vnd.pbem.message.v1+json", payload))
    s = int.from_bytes(signature[32:], "little") + keys._L
    bad = write_envelope(payload, [(chain.keys["b"], signature[:32] + s.to_bytes(32, "little"))])
    assert refused(chain, bad) == ("SIG_INVALID", "damage", 5, "")


def resigned(envelope: bytes, edit: Edit) -> bytes:
    """The envelope's own JSON changed, in its proper form."""
    outer = json.loads(envelope)
    edit(outer)
    return json.dumps(outer, sort_keys=True, separators=(",", ":")).encode()


def short_signature(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["sig"] = base64.b64encode(bytes(63)).decode()


def upper_keyid(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["keyid"] = outer["signatures"][0]["keyid"].upper()


def broken_lines(outer: dict[str, Any]) -> None:
    outer["payload"] = outer["payload"][:64] + "\n" + outer["payload"][64:]


def trailing_bits(outer: dict[str, Any]) -> None:
    outer["signatures"][0]["sig"] = outer["signatures"][0]["sig"][:-3] + "/=="


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
        lambda o: o.update(payload=1),
        lambda o: o["signatures"][0].update(x="y"),
    ],
)
def test_l17_l21_malformed_envelopes(edit: Edit) -> None:
    chain = begun(5)
    bad = resigned(line(chain), edit)
    assert refused(chain, bad) == ("ENVELOPE_MALFORMED", "damage", 5, "")
    duplicate_keyid = len({e["keyid"] for e in json.loads(bad)["signatures"] if "keyid" in e}) < len(
        json.loads(bad)["signatures"]
    )
    bits = edit is trailing_bits
    assert ENVELOPES.is_valid(json.loads(bad)) == (duplicate_keyid or bits)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: b" " + line,
        lambda line: line + b"\n",
        lambda line: line[:-1] + b',"payload":"e30="}',
        lambda line: line[:-1],
        lambda line: b"[" * 100_000,
        lambda line: b"\xff" + line,
        lambda line: b"null",
        lambda line: b'{"payload":' + b"1" * 5000 + b"}",
        lambda line: json.dumps(json.loads(line)).encode(),
    ],
)
def test_l21_envelopes_in_another_form(change: Callable[[bytes], bytes]) -> None:
    chain = begun(5)
    assert refused(chain, change(line(chain))) == ("ENVELOPE_MALFORMED", "damage", 5, "")


def test_the_envelope_schema_takes_honest_envelopes() -> None:
    assert all(ENVELOPES.is_valid(json.loads(m.line)) for m in begun(5).messages)


@pytest.mark.parametrize("extra", ["a", "c"])
def test_l18_a_further_signature(extra: str) -> None:
    chain = begun(5)
    assert refused(chain, signed(body_of(line(chain)), "b", extra)) == ("SIG_WRONG_KEY", "stranger", 5, "")


def test_l19_payload_type_changed() -> None:
    chain = begun(5)
    bad = resigned(line(chain), lambda o: o.update(payloadType="text/plain"))
    assert refused(chain, bad) == ("PAYLOAD_TYPE", "stranger", 5, "")


def test_l20_a_signed_part_wrapped_as_a_message() -> None:
    chain = begun(5)
    part = signed(body_of(line(chain)), "b", kind=PART_TYPE)
    assert refused(chain, part) == ("PAYLOAD_TYPE", "stranger", 5, "")
    bad = resigned(part, lambda o: o.update(payloadType="application/vnd.pbem.message.v1+json"))
    assert refused(chain, bad) == ("SIG_INVALID", "damage", 5, "")


def test_l22_a_log_cut_before_the_head() -> None:
    chain = begun(6)
    head = head_of(chain)
    assert judged(log_lines(begun(5)), head=head) == ("LOG_TRUNCATED", "damage", None, "")
    assert judged(b"", head=head) == ("LOG_TRUNCATED", "damage", None, "")
    other = begun(5).extend(line(begun(5), strike=1))
    assert judged(log_lines(other), head=head) == ("LOG_TRUNCATED", "damage", None, "")
    for bad in (b"", head[:-1], head.replace(b"6", b"06"), head.replace(b"\n", b"\r\n"), b"x" * 10_000):
        assert judged(log_lines(chain), head=bad) == ("LOG_TRUNCATED", "damage", None, "")
    assert judged(log_lines(chain)[:-1]) == ("ENVELOPE_MALFORMED", "damage", 5, "")
    assert judged(log_lines(chain).replace(b"\n", b"\r\n"))[0] == "ENVELOPE_MALFORMED"


def test_k01_k09_missing_second_signatures() -> None:
    chain = begun(5)
    body = body_of(line(chain))
    new_key = {**body, "key": keys.public_key(MASTERS["c"]).hex()}
    assert refused(chain, signed(new_key, "c")) == ("COSIGN_MISSING", "stranger", 5, "")
    assert refused(chain, signed(new_key, "b")) == ("COSIGN_MISSING", "stranger", 5, "")
    assert chain.extend(signed(new_key, "b", "c")).keys["b"] == keys.public_key(MASTERS["c"])
    names = ("v", "seq", "side", "parent", "game", "seal", "roots", "state", "tape")
    seat = {**{name: body[name] for name in names}, "kind": "seat", "void": True, "nonce": "0" * 64}
    seat["key"] = keys.public_key(MASTERS["c"]).hex()
    assert refused(chain, signed(seat, "c")) == ("COSIGN_MISSING", "stranger", 5, "")
    # The state after a void seat asks the same question under a new number, which this seat did not sign.
    assert refused(chain, signed(seat, "c", "a")) == ("TAPE_MISMATCH", "invalid", 5, "")
    assert refused(chain, signed({**new_key, "key": chain.keys["a"].hex()}, "b", "a"))[0] == "KEY_REUSED"


def test_messages_from_the_future_of_a_log_without_keys() -> None:
    chain = begun(5)
    assert refused(begun(1), chain.messages[3].line) == ("SEQ_GAP", "damage", 3, "")
    assert refused(Chain(Toy(), TREES), chain.messages[4].line) == ("SEQ_GAP", "damage", 4, "")
    early = {**chain.messages[3].body, "seq": 1, "nonce": "0" * 64}
    del early["reveal"]
    assert refused(begun(1), signed(early, "b")) == ("SIG_WRONG_KEY", "stranger", 1, "")


def test_kinds_out_of_place_are_proof_against_their_signer() -> None:
    chain = begun(5)
    invite = {**chain.messages[0].body, "seq": 5, "side": "b", "key": chain.keys["b"].hex()}
    accept = {**chain.messages[1].body, "seq": 5, "parent": chain.messages[4].id.hex()}
    for body in (invite, accept, {**accept, "key": chain.keys["a"].hex()}):
        assert refused(chain, signed(body, "b"))[0] == "KEY_REUSED"
    # A new key has signed nothing by which the side is known: nobody is named.
    for body in (invite, accept):
        new = {**body, "key": keys.public_key(MASTERS["c"]).hex()}
        assert refused(chain, signed(new, "c")) == ("SIG_WRONG_KEY", "stranger", 5, "")
