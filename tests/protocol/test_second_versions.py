"""Two messages of one number: a fork only where the second would have been valid, too (protocol sections 12 and 14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol import compose, keys
from pbem.protocol.chain import Chain
from pbem.protocol.faults import Fault
from pbem.protocol.forks import log_before
from pbem.protocol.verify import log_lines, tape_lines, verify_log
from pbem.protocol.verify_without_rules import check_without_rules
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, cheat, grown, line, refused, signed

Edit = Callable[[dict[str, Any]], Any]
# What a message may be refused for, beginning with what only rules can tell.
FAULTS: list[tuple[Edit, str]] = [
    (lambda b: b.update(state="0" * 64), "STATE_MISMATCH"),
    (lambda b: b.update(tape="0" * 64), "TAPE_MISMATCH"),
    (lambda b: b.update(open=[]), "OPEN_MISSING"),
    (lambda b: b.update(open=b["open"] * 2), "OPEN_EXTRA"),
    (lambda b: b["input"].update({"for": 99}), "INPUT_STALE"),
    (lambda b: b.pop("input"), "INPUT_MISSING"),
    (lambda b: b["input"].update(strike="x"), "INPUT_SCHEMA"),
    (lambda b: b.update(control={"answer": "accept"}), "OFFER_INVALID"),
    (lambda b: b.pop("roots"), "ROOT_MISSING"),
    (lambda b: b.pop("seal"), "SEAL_MISSING"),
    (lambda b: b.update(reveal="0" * 64), "REVEAL_MISMATCH"),
    (lambda b: b.pop("reveal"), "REVEAL_MISSING"),
    (lambda b: b.update(parent="0" * 64), "PARENT_MISMATCH"),
]
NEED_NO_RULES = {"SEAL_MISSING", "REVEAL_MISMATCH", "REVEAL_MISSING", "OFFER_INVALID"}


def judged(log: bytes) -> tuple[str, str, int | None, str]:
    verdict = verify_log(log, Toy(), TREES)
    return verdict.code, verdict.cls, verdict.seq, verdict.signed_by


def unruled(log: bytes, tapes: bytes | None = None) -> tuple[str, str, int | None, str]:
    fault = check_without_rules(log, tapes).fault
    assert fault is not None
    return fault.code, fault.cls, fault.seq, fault.signed_by


@pytest.mark.parametrize("seq", [2, 3, 5])
def test_the_second_is_valid(seq: int) -> None:
    chain, second = begun(7), line(begun(seq), strike=1)
    assert refused(chain, second) == ("FORK", "proof", seq, "ab"[seq % 2])
    log = log_lines(chain) + second + b"\n"
    assert judged(log) == ("FORK", "proof", seq, "ab"[seq % 2])
    # The first lines are evidence enough; whoever lacks the rules cannot tell whether the second was ever valid.
    evidence = b"".join(m.line + b"\n" for m in chain.messages[: seq + 1]) + second + b"\n"
    assert judged(evidence) == ("FORK", "proof", seq, "ab"[seq % 2])
    for tapes in (None, tape_lines(chain)):
        assert unruled(log, tapes) == ("FORK", "invalid", seq, "")


@pytest.mark.parametrize(("edit", "code"), FAULTS)
def test_the_second_is_not(edit: Edit, code: str) -> None:
    """A faulty program wrote it, it was refused, and its author mended it: both are shown to a third."""
    chain, bad = begun(7), cheat(begun(5), edit)
    cls = "damage" if code == "PARENT_MISMATCH" else "invalid"
    assert refused(chain, bad) == (code, cls, 5, "")
    log = log_lines(chain) + bad + b"\n"
    assert judged(log) == (code, cls, 5, "")
    told = unruled(log)
    assert told == ((code, cls, 5, "") if code in {*NEED_NO_RULES, "PARENT_MISMATCH"} else ("FORK", "invalid", 5, ""))


@pytest.mark.parametrize(("edit", "code"), FAULTS[:-1])
def test_first_refused_then_corrected(edit: Edit, code: str) -> None:
    """Who gets them in the order in which they were written refuses the one, by name, and takes the other."""
    chain, bad = begun(5), cheat(begun(5), edit)
    assert refused(chain, bad) == (code, "proof", 5, "b")
    corrected = chain.extend(line(chain, strike=1))
    assert len(corrected.messages) == 6
    assert refused(corrected, bad) == (code, "invalid", 5, "")


def test_both_refused() -> None:
    chain = begun(5)
    for edit, code in FAULTS[:4]:
        assert refused(chain, cheat(begun(5), edit)) == (code, "proof", 5, "b")


def test_the_last_two_messages_of_a_finished_game() -> None:
    chain = begun(5)
    chain = grown(chain.extend(line(chain, control={"resign": True})), 1)
    assert chain.audited
    for seq in (5, 6):
        before = log_before(chain, seq)
        other = line(before, **({"control": {"resign": True}} if seq == 5 else {}), words=compose.Words(note=["x"]))
        assert refused(chain, other) == ("FORK", "proof", seq, "ab"[seq % 2])
        silent = {**body_of(other), "audit": {"veils": [{"from": 0, "veil": "0" * 64}], "book": []}}
        assert refused(chain, signed(silent, "ab"[seq % 2])) == ("AUDIT_COMMIT", "invalid", seq, "")


def test_the_log_before_is_the_log_that_was() -> None:
    chain = begun(6)
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 3}))
    chain = grown(chain.extend(line(chain, control={"answer": "accept"})), 2)
    for seq in range(1, len(chain.messages)):
        short, again = log_before(chain, seq), Chain(Toy(), TREES)
        for message in chain.messages[:seq]:
            again = again.extend(message.line)
        assert (short.messages, short.states, short.tapes, short.ledger) == (
            again.messages,
            again.states,
            again.tapes,
            again.ledger,
        )


def test_a_message_from_behind_the_end_of_another_log() -> None:
    """The log that is shown has ended; what a player signed on another branch accuses nobody."""
    chain = begun(5)
    ended = grown(chain.extend(line(chain, control={"resign": True})), 1)
    other = grown(begun(6), 2)
    assert refused(ended, other.messages[7].line) == ("PARENT_MISMATCH", "damage", 7, "")
    own = {**body_of(other.messages[7].line), "parent": ended.messages[-1].id.hex()}
    assert refused(ended, signed(own, "b")) == ("PAYLOAD_SCHEMA", "proof", 7, "b")


def test_rules_of_then_that_are_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(self: Toy, terms: dict[str, Any]) -> Toy:
        raise Fault("ENGINE_MISMATCH", "not here")

    monkeypatch.setattr(Toy, "anew", lost)
    assert refused(begun(7), line(begun(5), strike=1)) == ("FORK", "invalid", 5, "")


# -- whose signature it is ----------------------------------------------------------------


def test_n16_a_malformed_message_of_another_game() -> None:
    chain = begun(5)
    other = {**body_of(line(chain)), "game": "5" * 64, "foo": 1}
    assert refused(chain, signed(other, "b")) == ("GAME_MISMATCH", "stranger", 5, "")
    for game in ("5" * 63, 5, {"game": 1}):
        assert refused(chain, signed({**other, "game": game}, "b")) == ("PAYLOAD_SCHEMA", "invalid", 5, "")
    del other["game"]
    assert refused(chain, signed(other, "b")) == ("PAYLOAD_SCHEMA", "invalid", 5, "")
    own = {**other, "game": chain.game.hex()}
    assert refused(chain, signed(own, "b")) == ("PAYLOAD_SCHEMA", "proof", 5, "b")


@pytest.mark.parametrize("text", ['{"game": "%s"}', '{"v":1,"game":"%s"', ' {"x":3.0,"game"\t:\n"%s"}', '"game":"%s'])
def test_n16_bytes_that_are_no_canonical_object(text: str) -> None:
    chain = begun(5)
    whole = text.endswith('"%s') is False
    ours, theirs = (signed((text % game).encode(), "b") for game in (chain.game.hex(), "5" * 64))
    own = ("PAYLOAD_NONCANONICAL", "proof", 5, "b") if whole else ("PAYLOAD_NONCANONICAL", "invalid", 5, "")
    foreign = ("GAME_MISMATCH", "stranger", 5, "") if whole else ("PAYLOAD_NONCANONICAL", "invalid", 5, "")
    assert refused(chain, ours) == own and refused(chain, theirs) == foreign
    both = text % chain.game.hex() + '"' + text % ("5" * 64) + '"'
    assert refused(chain, signed(both.encode(), "b")) == ("PAYLOAD_NONCANONICAL", "invalid", 5, "")


def test_an_invitation_behind_the_first_message_is_of_no_game() -> None:
    chain = begun(5)
    for seq, seat, code in ((5, "b", "PAYLOAD_SCHEMA"), (5, "a", "SIDE_TURN"), (3, "b", "PAYLOAD_SCHEMA")):
        body = {**chain.messages[0].body, "seq": seq, "side": seat, "key": keys.public_key(MASTERS["c"]).hex()}
        assert refused(chain, signed(body, seat)) == (code, "invalid", seq, "")


def test_who_accepts_is_nobody_yet() -> None:
    """Anybody can accept an invitation that he has seen, in anybody's name, and do it wrongly."""
    chain = begun(1)
    for edit, code in (
        (lambda b: b.pop("seal"), "SEAL_MISSING"),
        (lambda b: b.update(foo=1), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(hide=[{"marker": "m", "commit": "0" * 64}]), "HIDE_ILLEGAL"),
    ):
        assert refused(chain, cheat(chain, edit)) == (code, "invalid", 1, "")
    # Once it is in the log, its key is that of its side.
    assert refused(begun(3), cheat(chain, lambda b: b.update(note=["x"]))) == ("FORK", "proof", 1, "b")
