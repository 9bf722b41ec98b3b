"""The signed claim that a clock has run out: what counts as one, and what is held against it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.campaign.outbox.overdue import claim_behind
from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.claim import CLAIM_TYPE, is_claim, judge_claim, read_claim, sign_claim
from pbem.protocol.faults import Fault
from tests.protocol.toy import MASTERS, begun, body_of, grown, signed

BEGUN, IN_TIME, LATE = "2026-03-01T12:00:00Z", "2026-03-15T12:00:00Z", "2026-03-15T12:00:01Z"


def waiting(date: str = BEGUN) -> Chain:
    """Five messages and a sixth of this date, by b; a is due."""
    return grown(begun(5), 1, words=compose.Words(date=date))


def claimed(chain: Chain, seat: str = "b", date: str = LATE) -> bytes:
    return sign_claim(MASTERS[seat], chain, seat, date)


def log(chain: Chain) -> bytes:
    return b"".join(message.line + b"\n" for message in chain.messages)


def edited(**members: Any) -> bytes:
    """A claim of b with other members, signed by him."""
    return signed({**body_of(claimed(waiting())), **members}, "b", kind=CLAIM_TYPE)


def held_against(chain: Chain, line: bytes) -> str:
    """Code of the fault that reading or judging a claim ends with."""
    with pytest.raises(Fault) as refused:
        judge_claim(chain, read_claim(line))
    return refused.value.code


def test_a_claim_stands_behind_the_log() -> None:
    chain = waiting()
    assert claim_behind(log(chain) + claimed(chain) + b"\n") == (log(chain), claimed(chain))
    assert claim_behind(log(chain)) == (log(chain), b"")
    assert claim_behind(claimed(chain) + b"\n") == (b"", claimed(chain))


@pytest.mark.parametrize("end", [b"\n", b""], ids=["line", "no-line"])
@pytest.mark.parametrize("share", [1, 2, 3])
def test_a_torn_last_line_is_none(share: int, end: bytes) -> None:
    """Half a message, half a claim: what the log's end is worth is a matter of the log."""
    chain = waiting()
    for line in (chain.messages[-1].line, claimed(chain)):
        torn = line[: len(line) * share // 4]
        assert not is_claim(torn)
        assert claim_behind(log(chain) + torn + end) == (log(chain) + torn + end, b"")
    assert not is_claim(chain.messages[-1].line) and is_claim(claimed(chain))


def test_a_claim_without_line_end_is_not_taken_off() -> None:
    chain = waiting()
    assert claim_behind(log(chain) + claimed(chain)) == (log(chain) + claimed(chain), b"")


def test_it_says_what_it_was_made_of() -> None:
    chain = waiting()
    claim = read_claim(claimed(chain))
    assert (claim.game, claim.seat, claim.date) == (chain.game.hex(), "b", LATE)
    assert (claim.messages, claim.last) == (6, chain.messages[-1].id.hex())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (edited(v=2), "VERSION_UNKNOWN"),
        (edited(messages="6"), "PAYLOAD_SCHEMA"),
        (edited(more=1), "PAYLOAD_SCHEMA"),
        (edited(game="0" * 64), "GAME_MISMATCH"),
        (edited(last="0" * 64), "LOG_TRUNCATED"),
        (edited(messages=7), "LOG_TRUNCATED"),
        (edited(messages=0), "LOG_TRUNCATED"),
        (edited(messages=1, last=begun(1).messages[0].id.hex()), "LOG_TRUNCATED"),
        (edited(date="soon"), "PAYLOAD_SCHEMA"),
        (edited(side="a"), "SIG_WRONG_KEY"),
        (signed(body_of(claimed(waiting())), "a", "b", kind=CLAIM_TYPE), "SIG_WRONG_KEY"),
        (claimed(waiting()).replace(b'"sig":"', b'"sig":"' + b"A" * 86 + b'=="},{"x":"'), "ENVELOPE_MALFORMED"),
    ],
)
def test_what_is_no_claim_on_this_log(line: bytes, code: str) -> None:
    assert held_against(waiting(), line) == code


def test_a_signature_of_other_words_fails() -> None:
    chain = waiting()
    other = read_claim(claimed(chain, date=IN_TIME))
    mixed = type(other)(**{**vars(read_claim(claimed(chain))), "signatures": other.signatures})
    with pytest.raises(Fault) as refused:
        judge_claim(chain, mixed)
    assert refused.value.code == "SIG_INVALID"


def test_two_messages_are_enough_for_a_claim() -> None:
    chain = grown(begun(1), 1, words=compose.Words(date=BEGUN))
    assert judge_claim(chain, read_claim(claimed(chain))) == ""


def test_it_is_founded_where_the_days_of_the_other_side_are_over() -> None:
    chain = waiting()
    assert judge_claim(chain, read_claim(claimed(chain))) == ""
    why = judge_claim(chain, read_claim(claimed(chain, date=IN_TIME)))
    assert why == f"the 14 days from {BEGUN} on were not over on {IN_TIME}"
    undated = waiting("")
    why = judge_claim(undated, read_claim(claimed(undated)))
    assert why.startswith(f"the 14 days were not over on {LATE}: the last message bears no date")


def test_it_is_not_founded_where_the_claimant_is_due_or_a_message_has_come() -> None:
    chain = waiting()
    assert judge_claim(chain, read_claim(claimed(chain, "a"))) == "the log waits for a"
    assert judge_claim(grown(chain, 1), read_claim(claimed(chain))) == "message 6 has come since"
