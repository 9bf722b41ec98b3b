"""Changes of key in the toy game: two signatures, two veils, and no key comes back (section 11.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.protocol import commitments, compose, keys
from pbem.protocol.chain import Chain, state_digest
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.verify import log_lines, verify_log
from tests.protocol.newcomers import (
    CARL,
    DORA,
    compose_seating,
    compose_signed,
    handed_over,
    known,
    move_of,
    played_out,
    seating_of,
)
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, refused, signed


def rekeyed(chain: Chain) -> tuple[Chain, Ring]:
    """The next message changes the key of its side from its first master to Carl's."""
    seat = chain.waits_for
    first = Ring.single(MASTERS[seat], chain.game)
    seq = len(chain.messages)
    chain = chain.extend(move_of(chain, MASTERS[seat], new_master=CARL))
    return chain, Ring(CARL, (*first.spans, (seq, Secrets.of(CARL, chain.game))))


def test_a_new_key_plays_on_and_discloses_two_veils() -> None:
    chain, ring = rekeyed(begun(5, Toy(hp=3)))
    assert chain.keys["b"] == keys.public_key(CARL)
    ended = played_out(chain, "b", CARL, ring)
    assert verify_log(log_lines(ended), Toy(hp=3), TREES, complete=True).code == "OK"
    audit = next(m for m in reversed(ended.messages) if m.seat == "b").body["audit"]
    assert [veil["from"] for veil in audit["veils"]] == [0, 5]


def test_the_message_that_changes_the_key_commits_with_the_new_master() -> None:
    chain, ring = rekeyed(begun(5))
    chain = chain.extend(move_of(chain, MASTERS["a"]))
    value = keys.dice_value(Secrets.of(CARL, chain.game).dice, 5, chain.messages[4].id)
    assert keys.seal(chain.game, "b", 5, value).hex() == chain.messages[5].body["seal"]
    closing = compose.close(chain, ring, known(chain))
    assert closing.reveal == value
    opening = closing.open[0]
    salt = keys.salt(Secrets.of(CARL, chain.game).veil, chain.game, "b", 5, "doctrine", "0")
    assert (opening["at"], opening["salt"]) == (5, salt.hex())
    assert commitments.leaf_opens(
        opening, chain.game, "b", 2, bytes.fromhex(chain.messages[5].body["roots"]["doctrine"])
    )


@pytest.mark.parametrize(
    ("signers", "code"),
    [
        ((CARL,), "COSIGN_MISSING"),
        ((MASTERS["b"],), "COSIGN_MISSING"),
        ((CARL, MASTERS["a"]), "SIG_WRONG_KEY"),
    ],
)
def test_k09_a_change_of_key_wants_both_keys(signers: tuple[bytes, ...], code: str) -> None:
    chain = begun(5)
    body = body_of(move_of(chain, MASTERS["b"], new_master=CARL))
    assert refused(chain, compose_signed(body, *signers)) == (code, "stranger", 5, "")


def test_k10_the_old_key_after_a_change() -> None:
    chain, ring = rekeyed(begun(5))
    chain = chain.extend(move_of(chain, MASTERS["a"]))
    body = body_of(move_of(chain, CARL, ring))
    assert refused(chain, signed(body, "b")) == ("SIG_WRONG_KEY", "stranger", 7, "")


@pytest.mark.parametrize("back", ["a", "b"])
def test_no_key_comes_back(back: str) -> None:
    chain, ring = rekeyed(begun(5))
    chain = chain.extend(move_of(chain, MASTERS["a"]))
    body = {**body_of(move_of(chain, CARL, ring)), "key": keys.public_key(MASTERS[back]).hex()}
    assert refused(chain, compose_signed(body, CARL, MASTERS[back])) == ("KEY_REUSED", "invalid", 7, "")


def test_a_seat_after_a_change_of_key_is_cosigned_by_the_new_key() -> None:
    chain, _ = rekeyed(begun(4))
    draft = compose_seating(chain, DORA)
    assert refused(chain, draft.sign(DORA, MASTERS["a"]))[0] == "SIG_WRONG_KEY"
    assert chain.extend(draft.sign(DORA, CARL)).keys == {"a": keys.public_key(CARL), "b": keys.public_key(DORA)}


def test_a_copy_of_an_old_message_stays_a_copy_after_its_key_has_gone() -> None:
    chain = begun(5)
    seating = seating_of(chain)
    chain = chain.extend(seating)
    for envelope in (chain.messages[1].line, chain.messages[3].line, seating):
        assert chain.extend(envelope).warnings[-1].code == "REPLAY"
    assert replace(chain, warnings=()).extend(seating).messages == chain.messages


def test_secrets_that_were_handed_over_close_but_sign_nothing() -> None:
    chain = begun(5)
    ring = handed_over(chain, MASTERS["b"])
    assert compose.close(chain, ring, known(chain)).reveal == compose.close(chain, MASTERS["b"], known(chain)).reveal
    with pytest.raises(ValueError, match="not that of side b"):
        compose.close(chain, CARL, known(chain))
    with pytest.raises(KeyError):
        compose.close(chain, Ring(b"", ((4, ring.spans[0][1]),)), known(chain))


def test_the_state_of_a_void_seat_is_the_one_signed() -> None:
    chain = begun(5)
    assert body_of(seating_of(chain))["state"] == state_digest(chain.extend(seating_of(chain)).state).hex()
