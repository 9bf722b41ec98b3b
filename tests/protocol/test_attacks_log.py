"""Rows L of the adversarial plan: a cheater with his own keys against an honest log."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest

from pbem.protocol import keys
from pbem.protocol.chain import Chain
from pbem.protocol.verify import head_of, log_lines, verify_log
from pbem.resources import schema_bytes
from tests.protocol.log_rows import (
    ANOTHER_FORM,
    BAD_KEYS,
    GROUP_ORDER,
    MALFORMED,
    Edit,
    accept_with_the_inviters_key,
    dropped,
    early,
    edited,
    of_another_game,
    other_terms,
    plus_group_order,
    relogged,
    resigned,
    seat_twice,
    signed_again,
    swapped,
    trailing_bits,
    wrapped_part,
)
from tests.protocol.toy import (
    MASTERS,
    TREES,
    Toy,
    begun,
    body_of,
    cheat,
    line,
    refused,
    signed,
)

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


@pytest.mark.parametrize("seq", range(6))
def test_l02_an_archived_message_edited(seq: int) -> None:
    chain = begun(6)
    log = relogged(chain, seq, edited(chain.messages[seq].line, lambda b: b.update(note=["x"])))
    assert judged(log) == ("SIG_INVALID", "damage", seq, "")


@pytest.mark.parametrize("seq", range(1, 5))
def test_l03_an_archived_message_edited_and_signed_again(seq: int) -> None:
    chain = begun(6)
    assert judged(signed_again(chain, seq)) == ("PARENT_MISMATCH", "damage", seq + 1, "")


@pytest.mark.parametrize("seq", range(5))
def test_l05_a_message_dropped(seq: int) -> None:
    assert judged(dropped(begun(6), seq)) == ("SEQ_GAP", "damage", seq + 1, "")


@pytest.mark.parametrize("seq", range(5))
def test_l06_two_messages_swapped(seq: int) -> None:
    assert judged(swapped(begun(6), seq)) == ("SEQ_GAP", "damage", seq + 1, "")


def test_l07_the_same_side_twice_in_a_row() -> None:
    chain = begun(5)
    assert refused(chain, seat_twice(chain)) == ("SIDE_TURN", "proof", 5, "a")


def test_l08_a_message_of_another_game_of_the_same_players() -> None:
    chain, (other, elsewhere) = begun(5), of_another_game()
    for message in other.messages[1:]:
        assert refused(chain, message.line) == ("GAME_MISMATCH", "stranger", message.seq, "")
    assert refused(chain, elsewhere) == ("GAME_MISMATCH", "stranger", 0, "")


def test_l08_an_accept_whose_game_does_not_follow() -> None:
    chain = begun(1)
    assert refused(chain, cheat(chain, lambda b: b.update(game="0" * 64))) == ("GAME_MISMATCH", "stranger", 1, "")


@pytest.mark.parametrize("who", ["a", "c"])
def test_l09_another_key_signs_my_slot(who: str) -> None:
    chain = begun(5)
    assert refused(chain, cheat(chain, lambda b: None, who)) == ("SIG_WRONG_KEY", "stranger", 5, "")


def test_l10_terms_changed_after_the_accept() -> None:
    assert judged(other_terms(begun(4))) == ("PARENT_MISMATCH", "damage", 1, "")


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
    assert refused(chain, accept_with_the_inviters_key(chain)) == ("KEY_REUSED", "invalid", 1, "")


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("key", BAD_KEYS)
def test_l15_a_bad_public_key(length: int, key: str) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(key=key))
    assert refused(chain, bad) == ("KEY_INVALID", "invalid", length, "")


def test_l16_signature_plus_group_order() -> None:
    chain = begun(5)
    assert keys._L == GROUP_ORDER and chain.keys["b"] == keys.public_key(MASTERS["b"])
    assert refused(chain, plus_group_order(chain)) == ("SIG_INVALID", "damage", 5, "")


@pytest.mark.parametrize("edit", MALFORMED)
def test_l17_l21_malformed_envelopes(edit: Edit) -> None:
    chain = begun(5)
    bad = resigned(line(chain), edit)
    assert refused(chain, bad) == ("ENVELOPE_MALFORMED", "damage", 5, "")
    duplicate_keyid = len({e["keyid"] for e in json.loads(bad)["signatures"] if "keyid" in e}) < len(
        json.loads(bad)["signatures"]
    )
    bits = edit is trailing_bits
    assert ENVELOPES.is_valid(json.loads(bad)) == (duplicate_keyid or bits)


@pytest.mark.parametrize("change", [*ANOTHER_FORM, lambda line: line + b"\n"])
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
    part, bad = wrapped_part(chain)
    assert refused(chain, part) == ("PAYLOAD_TYPE", "stranger", 5, "")
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
    seating = {**{name: body[name] for name in names}, "kind": "seat", "void": True, "nonce": "0" * 64}
    seating["key"] = keys.public_key(MASTERS["c"]).hex()
    assert refused(chain, signed(seating, "c")) == ("COSIGN_MISSING", "stranger", 5, "")
    # The state after a void seat asks the same question under a new number, which this seat did not sign.
    assert refused(chain, signed(seating, "c", "a")) == ("TAPE_MISMATCH", "invalid", 5, "")
    assert refused(chain, signed({**new_key, "key": chain.keys["a"].hex()}, "b", "a"))[0] == "KEY_REUSED"


def test_messages_from_the_future_of_a_log_without_keys() -> None:
    chain = begun(5)
    assert refused(begun(1), chain.messages[3].line) == ("SEQ_GAP", "damage", 3, "")
    assert refused(Chain(Toy(), TREES), chain.messages[4].line) == ("SEQ_GAP", "damage", 4, "")
    assert refused(begun(1), early(chain)) == ("SIG_WRONG_KEY", "stranger", 1, "")


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
