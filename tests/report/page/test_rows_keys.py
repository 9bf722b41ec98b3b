"""Rows K09 and K10, the end of a game, and other breaches that need no rules: page and pbem say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.protocol import compose, keys
from pbem.protocol.chain import Chain
from pbem.protocol.verify import tape_lines
from tests.protocol.toy import (
    MASTERS,
    VALUES,
    begun,
    body_of,
    cheat,
    commitments,
    fresh,
    grown,
    line,
    signed,
)
from tests.report.page.browser import Page
from tests.report.page.rows import Body, Edit, agree, apart, beside


def keyed(chain: Chain) -> Body:
    """The next message with a new key."""
    return {**body_of(line(chain)), "key": keys.public_key(MASTERS["c"]).hex()}


@pytest.mark.parametrize("signer", ["b", "c"])
def test_k09_a_key_change_signed_by_one_key_alone(page: Page, signer: str) -> None:
    chain = begun(5)
    agree(page, beside(chain, signed(keyed(chain), signer)), ("COSIGN_MISSING", "stranger", 5, ""))


@pytest.mark.parametrize("key", ["a", "b"])
def test_a_key_change_to_a_key_that_served(page: Page, key: str) -> None:
    chain = begun(5)
    bad = signed({**keyed(chain), "key": keys.public_key(MASTERS[key]).hex()}, *({"b", key}))
    agree(page, beside(chain, bad), ("KEY_REUSED", "invalid", 5, ""))


def test_k10_the_old_key_after_a_change(page: Page) -> None:
    chain = begun(5)
    chain = chain.extend(signed(keyed(chain), "b", "c"))
    chain = chain.extend(line(chain))
    # Nobody sees from which master a side's values come: only the key of the signature has to be the new one.
    before = replace(chain, ledger=replace(chain.ledger, holders=begun(5).ledger.holders))
    body = body_of(line(before))
    tapes = tape_lines(chain.extend(signed(body, "c")))
    agree(page, beside(chain, signed(body, "b"), tapes=tapes), ("SIG_WRONG_KEY", "stranger", 7, ""))
    agree(page, beside(chain, signed(body, "c"), tapes=tapes), ("OK", "ok", None, ""))
    # Copies of what was sent under the old key stay copies; another message of then is a fork.
    for seq in (3, 5):
        agree(page, beside(chain, chain.messages[seq].line, tapes=tape_lines(chain)), ("OK", "ok", None, ""))
    files = beside(chain, line(begun(3), strike=1), tapes=tape_lines(chain))
    apart(page, files, ("FORK", "proof", 3, "b"), ("FORK", "invalid", 3, ""))


def test_kinds_out_of_place(page: Page) -> None:
    chain = begun(5)
    invite = {**chain.messages[0].body, "seq": 5, "side": "b", "key": keys.public_key(MASTERS["b"]).hex()}
    agree(page, beside(chain, signed(invite, "b")), ("KEY_REUSED", "invalid", 5, ""))
    invite["key"] = keys.public_key(MASTERS["c"]).hex()
    # An invitation names no game, so it need not have been meant for this one.
    agree(page, beside(chain, signed(invite, "b")), ("PAYLOAD_SCHEMA", "invalid", 5, ""))
    accept = {**chain.messages[1].body, "seq": 5, "key": keys.public_key(MASTERS["c"]).hex()}
    agree(page, beside(chain, signed(accept, "b")), ("PAYLOAD_SCHEMA", "proof", 5, "b"))


def test_k04_an_offer_ignored(page: Page) -> None:
    chain = begun(4)
    chain = chain.extend(line(chain, control={"offer": "draw"}))
    agree(page, beside(chain, line(chain), tapes=tape_lines(chain)), ("ANSWER_REQUIRED", "proof", 5, "b"))


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: b.pop("seal"), "SEAL_MISSING"),
        (lambda b: b.pop("roots"), "ROOT_MISSING"),
        (lambda b: b["open"][0].update(value=5), "OPEN_MISMATCH"),
        (lambda b: b.update(open=b["open"] * 2), "OPEN_EXTRA"),
        (lambda b: b.update(control={"answer": "accept"}), "OFFER_INVALID"),
    ],
)
def test_breaches_that_need_no_rules(page: Page, edit: Edit, code: str) -> None:
    chain = begun(5)
    agree(page, beside(chain, cheat(chain, edit)), (code, "proof", 5, "b"))


# --- The end of a game ---------------------------------------------------------------------------------


def resigned_at(length: int) -> Chain:
    """A log whose last message gives the game up."""
    chain = begun(length)
    return chain.extend(line(chain, control={"resign": True}))


def test_an_ended_log(page: Page) -> None:
    chain = resigned_at(4)
    said = agree(page, beside(chain, tapes=tape_lines(chain)), ("OK", "ok", None, ""))
    assert said["status"] == "finished, not audited; waits for b"
    chain = grown(chain, 1)
    said = agree(page, beside(chain), ("OK", "ok", None, ""))
    assert said["status"] == "finished and audited"
    body = {**chain.messages[4].body, "seq": 6, "parent": chain.messages[5].id.hex(), "seal": "0" * 64}
    agree(page, beside(chain, signed(body, "a")), ("PAYLOAD_SCHEMA", "proof", 6, "a"))


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: b.pop("audit"), "AUDIT_MISSING"),
        (lambda b: b["audit"]["veils"][0].update({"from": 3}), "AUDIT_MISSING"),
        (lambda b: b["audit"]["veils"][0].update(veil="0" * 64), "AUDIT_COMMIT"),
        (lambda b: b["audit"]["veils"].append({"from": 4, "veil": "0" * 64}), "AUDIT_COMMIT"),
        (lambda b: b["audit"]["veils"].append({"from": 0, "veil": "0" * 64}), "AUDIT_MISSING"),
        (lambda b: b.update(input={"for": 99}), "INPUT_UNEXPECTED"),
        (lambda b: b.update(control={"resign": True}), "OFFER_INVALID"),
    ],
)
def test_h12_h13_what_is_wrong_with_the_last_message(page: Page, edit: Edit, code: str) -> None:
    chain = resigned_at(7)
    honest = tape_lines(chain.extend(line(chain)))
    agree(page, beside(chain, cheat(chain, edit), tapes=honest), (code, "proof", 8, "a"))


# --- What both sides agree to ----------------------------------------------------------------------------


def seated(chain: Chain, *, void: bool) -> bytes:
    """Somebody new in the seat of b, whose message is due."""
    closing = None if void else compose.close(chain, MASTERS["b"], commitments(chain))
    draft = compose.seating(MASTERS["c"], chain, fresh("seat"), VALUES, fresh("vault", 12), closing=closing)
    return draft.sign(MASTERS["c"], MASTERS["a"])


@pytest.mark.parametrize("void", [True, False])
def test_k03_a_seat(page: Page, void: bool) -> None:
    chain = begun(5)
    taken = seated(chain, void=void)
    chain = chain.extend(taken)
    said = agree(page, beside(chain, tapes=tape_lines(chain)), ("OK", "ok", None, ""))
    assert said["agreed"] == {"void seat" if void else "seat": 1}
    agree(page, beside(chain, taken, tapes=tape_lines(chain)), ("OK", "ok", None, ""))
    agree(page, beside(chain, line(begun(5)), tapes=tape_lines(chain)), ("FORK", "invalid", 5, ""))
    chain = chain.extend(line(chain))
    agree(page, beside(chain, tapes=tape_lines(chain)), ("OK", "ok", None, ""))


def test_k01_a_seat_without_the_opponents_signature(page: Page) -> None:
    chain = begun(5)
    alone = signed(body_of(seated(chain, void=True)), "c")
    agree(page, beside(chain, alone), ("COSIGN_MISSING", "stranger", 5, ""))


@pytest.mark.parametrize("void", [True, False])
def test_a_seat_names_nobody(page: Page, void: bool) -> None:
    chain = begun(5)
    for edit, code in (
        (lambda b: b.update(tape="0" * 64), "TAPE_MISMATCH"),
        (lambda b: b.update(seal=chain.messages[3].body["seal"]), "SEAL_REUSED"),
        (lambda b: b.update(reveal="0" * 64), "PAYLOAD_SCHEMA" if void else "REVEAL_MISMATCH"),
    ):
        body = body_of(seated(chain, void=void))
        edit(body)
        tapes = tape_lines(chain.extend(seated(chain, void=void)))
        files = beside(chain, signed(body, "c", "a"), tapes=tapes)
        if code == "TAPE_MISMATCH" and not void:
            apart(page, files, (code, "invalid", 5, ""), ("REPORT_MISMATCH", "damage", None, ""))
        else:
            agree(page, files, (code, "invalid", 5, ""))


def test_k06_an_agreed_takeback(page: Page) -> None:
    chain = begun(6)
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 3}))
    chain = grown(chain.extend(line(chain, control={"answer": "accept"})), 2)
    said = agree(page, beside(chain, tapes=tape_lines(chain)), ("OK", "ok", None, ""))
    assert said["agreed"] == {"takeback": 1}


@pytest.mark.parametrize("to", [0, 1, 6, 7])
def test_a_takeback_to_where_nobody_can_return(page: Page, to: int) -> None:
    chain = begun(6)
    bad = cheat(chain, lambda b: b.update(control={"offer": "takeback", "to": to}) or b.pop("input"))
    agree(page, beside(chain, bad), ("OFFER_INVALID", "proof", 6, "a"))
