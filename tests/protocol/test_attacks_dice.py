"""Rows D of the adversarial plan: a cheater with his own keys against an honest log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.protocol import keys
from pbem.protocol.chain import Chain
from pbem.protocol.dice import Stream
from tests.protocol.toy import (
    MASTERS,
    TREES,
    Toy,
    begun,
    body_of,
    cheat,
    fresh,
    grown,
    line,
    refused,
)


def own_value(chain: Chain, seq: int) -> str:
    seat = "ab"[seq % 2]
    dice = keys.dice_secret(MASTERS[seat], chain.game)
    return keys.dice_value(dice, seq, chain.messages[seq - 1].id).hex()


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_d01_random_reveal(length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(reveal=fresh("luck").hex()))
    assert refused(chain, bad) == ("REVEAL_MISMATCH", "proof", length, "ab"[length % 2])


def test_d02_no_reveal() -> None:
    chain = begun(5)
    assert refused(chain, cheat(chain, lambda b: b.pop("reveal"))) == ("REVEAL_MISSING", "proof", 5, "b")


def test_d03_the_opponents_value_as_reveal() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(reveal=chain.messages[4].body["reveal"]))
    assert refused(chain, bad) == ("REVEAL_MISMATCH", "proof", 5, "b")


@pytest.mark.parametrize("copied", [1, 2, 3, 4])
def test_d04_d06_a_seal_copied_from_either_side(copied: int) -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(seal=chain.messages[copied].body["seal"]))
    assert refused(chain, bad) == ("SEAL_REUSED", "proof", 5, "b")


def test_d05_own_older_value() -> None:
    chain = begun(7)
    assert chain.messages[3].body["seal"] == keys.seal(chain.game, "b", 3, bytes.fromhex(own_value(chain, 3))).hex()
    bad = cheat(chain, lambda b: b.update(reveal=own_value(chain, 3)))
    assert refused(chain, bad) == ("REVEAL_MISMATCH", "proof", 7, "b")


@pytest.mark.parametrize("length", [2, 3, 6])
def test_d07_forged_tape_digest(length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(tape="0" * 64))
    assert refused(chain, bad) == ("TAPE_MISMATCH", "proof", length, "ab"[length % 2])


@pytest.mark.parametrize("length", [2, 3, 6])
def test_d08_right_dice_other_casualties(length: int) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(state="0" * 64))
    assert refused(chain, bad) == ("STATE_MISMATCH", "proof", length, "ab"[length % 2])


def test_d08_with_a_machine_that_kills_twice() -> None:
    honest = begun(2)
    while not any(result > 3 for _, _, result in honest.tapes[-1]):
        honest = grown(honest, 1)
    seq = len(honest.messages) - 1
    before = grown(begun(2), seq - 2)
    assert refused(before, line(replace(before, machine=Toy(bonus=1)))) == (
        "STATE_MISMATCH",
        "proof",
        seq,
        "ab"[seq % 2],
    )


def biased(stream: Stream, label: str) -> int:
    result = stream.block(len(stream.tape))[0] % 6 + 1
    stream.tape.append([label, 6, result])
    return result


def skipping(stream: Stream, label: str) -> int:
    if not stream.tape:
        stream.below(256)
    return stream.die(label, 6)


@pytest.mark.parametrize("roll", [biased, skipping])
def test_d09_d10_another_sampler(roll: Callable[[Stream, str], int]) -> None:
    for length in range(3, 9):
        chain = begun(length)
        crooked = Chain(Toy(roll=roll), TREES, chain.messages, chain.states, chain.tapes, chain.ledger)
        envelope = line(crooked)
        if body_of(envelope)["tape"] != body_of(line(chain))["tape"]:
            assert refused(chain, envelope) == ("TAPE_MISMATCH", "proof", length, "ab"[length % 2])
            return
    raise AssertionError("the sampler never differed")
