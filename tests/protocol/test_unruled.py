"""A log whose rules are not here: everything but them is checked, and nothing is called verified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.dice import tape_digest
from pbem.protocol.verify import dice_count, log_lines, tape_lines, verify_log
from pbem.protocol.verify_without_rules import check_without_rules
from tests.protocol.newcomers import CARL, compose_signed, seating_of
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, cheat, fresh, grown, line, signed


def judged(log: bytes, tapes: bytes | None = None) -> tuple[str, int | None, str]:
    fault = check_without_rules(log, tapes).fault
    assert fault is not None and fault.detail
    return fault.code, fault.seq, fault.signed_by


def test_an_honest_log_holds_with_every_die() -> None:
    chain = begun(9)
    found = check_without_rules(log_lines(chain), tape_lines(chain))
    assert (found.messages, found.dice, found.fault) == (9, dice_count(chain), None) and found.dice > 5
    without_tapes = check_without_rules(log_lines(chain))
    assert (without_tapes.messages, without_tapes.dice, without_tapes.fault) == (9, 0, None)


def test_a_game_that_ended_and_offers() -> None:
    chain = begun(6)
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 3}))
    asked = log_lines(chain)
    ignored = cheat(chain, lambda body: body.pop("control"), control={"answer": "accept"})
    assert judged(asked + ignored + b"\n") == ("ANSWER_REQUIRED", 7, "b")
    chain = grown(chain.extend(line(chain, control={"answer": "accept"})), 2)
    chain = chain.extend(line(chain, control={"resign": True}))
    chain = grown(chain, 1)
    assert chain.audited
    assert check_without_rules(log_lines(chain), tape_lines(chain)).fault is None
    # After both disclosures nothing may follow.
    body = {**body_of(chain.messages[-1].line), "seq": len(chain.messages), "side": "ab"[len(chain.messages) % 2]}
    body["parent"] = chain.messages[-1].id.hex()
    assert judged(log_lines(chain) + signed(body, body["side"]) + b"\n")[0] == "PAYLOAD_SCHEMA"


def test_what_this_program_lacks_is_told_without_rules_too_and_names_nobody() -> None:
    body = body_of(begun(1).messages[0].line)
    body["terms"]["audit"] = "contact"
    assert judged(signed(body, "a") + b"\n") == ("ENGINE_MISMATCH", 0, "")


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda body: body.update(reveal="0" * 64), "REVEAL_MISMATCH"),
        (lambda body: body.pop("reveal"), "REVEAL_MISSING"),
        (lambda body: body.pop("seal"), "SEAL_MISSING"),
    ],
)
def test_what_a_player_signed_against_his_own_seals(edit: Callable[[dict[str, Any]], Any], code: str) -> None:
    chain = begun(6)
    assert judged(log_lines(chain) + cheat(chain, edit) + b"\n") == (code, 6, "a")


def test_a_seal_used_twice() -> None:
    chain = begun(6)
    bad = cheat(chain, lambda body: body.update(seal=chain.messages[4].body["seal"]))
    assert judged(log_lines(chain) + bad + b"\n") == ("SEAL_REUSED", 6, "a")


@pytest.mark.parametrize("more", [{"reveal": fresh("x").hex()}, {"open": []}, {"claims": []}])
def test_who_takes_a_lost_seat_has_nothing_to_reveal_or_to_open(more: dict[str, Any]) -> None:
    chain = begun(5)
    assert check_without_rules(log_lines(chain) + seating_of(chain) + b"\n").fault is None
    bad = compose_signed({**body_of(seating_of(chain)), **more}, CARL, MASTERS["a"])
    assert judged(log_lines(chain) + bad + b"\n")[:2] == ("PAYLOAD_SCHEMA", 5)


def test_dice_that_do_not_follow_from_the_seed() -> None:
    chain = begun(8)
    tapes = [parse_value(entry) for entry in tape_lines(chain).split(b"\n")[:-1]]
    k = next(k for k in range(len(tapes)) if k > 1 and tapes[k])
    other = [[label, n, result % n + 1] for label, n, result in tapes[k]]
    forged = b"".join(canon(other if at == k else tape) + b"\n" for at, tape in enumerate(tapes))
    # A tape file that was altered is damage; a player who signed such a tape has proven his deceit.
    assert judged(log_lines(chain), forged) == ("REPORT_MISMATCH", None, "")
    before = begun(k + 1)
    bad = cheat(before, lambda body: body.update(tape=tape_digest(other).hex()))
    signed_tapes = tape_lines(before) + canon(other) + b"\n"
    assert judged(log_lines(before) + bad + b"\n", signed_tapes) == ("TAPE_MISMATCH", k + 1, "ab"[(k + 1) % 2])


@pytest.mark.parametrize(
    "tapes", [b"x\n", b"[]", b"1\n" * 9, b'[]\n[]\n["a"]\n', b'[]\n[]\n[["a",6,7]]\n', b'[]\n[]\n[["a",true,1]]\n']
)
def test_tape_files_of_another_form(tapes: bytes) -> None:
    assert judged(log_lines(begun(6)), tapes) == ("REPORT_MISMATCH", None, "")


def test_n15_tape_files_with_more_fewer_or_torn_lines() -> None:
    chain = begun(7)
    log, tapes = log_lines(chain), tape_lines(chain)
    lines = tapes.splitlines(keepends=True)
    others = [tapes + b"[]\n", b"".join(lines[:-1]), tapes[:-1], tapes[:-3], tapes + b"[", tapes + b"\n", b"", b"\n"]
    others += [b"".join(lines[:at] + lines[at + 1 :]) for at in range(6)]
    others += [b"".join([*lines[:at], lines[at].replace(b"]", b",]", 1), *lines[at + 1 :]]) for at in range(6)]
    for other in others:
        assert judged(log, other) == ("REPORT_MISMATCH", None, ""), other
        assert verify_log(log, Toy(), TREES, tapes=other).code == "REPORT_MISMATCH"


@pytest.mark.parametrize("log", [b"x", b"\n", b"{}\n", b"\xff\n" * 3])
def test_what_is_no_log(log: bytes) -> None:
    assert judged(log)[0] == "ENVELOPE_MALFORMED"


def test_signatures_and_order_are_judged_as_ever() -> None:
    lines = [m.line for m in begun(6).messages]
    assert judged(b"\n".join([*lines[:3], lines[4], b""])) == ("SEQ_GAP", 4, "")
    foreign = signed(body_of(lines[5]), "c")
    assert judged(b"\n".join([*lines[:5], foreign, b""])) == ("SIG_WRONG_KEY", 5, "")


def test_the_segment_of_the_handshake_has_no_dice() -> None:
    chain = begun(2)
    tape = [["strike.0", 6, 1]]
    bad = cheat(chain, lambda body: body.update(tape=tape_digest(tape).hex()))
    assert judged(log_lines(chain) + bad + b"\n", b"[]\n" + canon(tape) + b"\n") == ("TAPE_MISMATCH", 2, "a")
