"""What a hostile reader of the protocol tried, and what the fold says to it now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.campaign.core.secrets import OwnCommitments
from pbem.protocol import compose
from pbem.protocol.audit import earliest_first, excused_below, owed_from
from pbem.protocol.chain import Chain
from pbem.protocol.control import takeback_refused
from pbem.protocol.messages import peek
from pbem.protocol.secrets_ring import Ring
from pbem.protocol.vault import read_vault
from tests.protocol.newcomers import CARL, Marked, compose_seating, known, stays
from tests.protocol.toy import MASTERS, VALUES, answer, begun, cheat, fresh, grown, line, refused


def hiding(chain: Chain, *, control: dict[str, Any] | None = None, given: bool = True) -> bytes:
    """The next message of b, which turns both markers face down; given: with the input that is due."""
    secret = compose.Secret(hide={"m1": ["corps"], "m2": "dummy"})
    closing = compose.close(chain, MASTERS["b"], known(chain))
    state = compose.settled(chain, closing, control)
    nonce = fresh(f"hiding {len(chain.messages)}", 12)
    own = answer(state, "b") if given else None
    draft = compose.move(
        MASTERS["b"], chain, closing, VALUES, nonce, input=own, control=control, secret=secret, own=known(chain)
    )
    return draft.sign(MASTERS["b"])


@pytest.mark.parametrize("control", [{"offer": "draw"}, {"offer": "takeback", "to": 3}, {"resign": True}])
def test_contents_are_not_laid_up_in_a_message_without_orders(control: dict[str, Any]) -> None:
    """An audit asks what the orders of a message hide; who hides without orders would have it ask nothing."""
    chain = begun(5, Marked())
    assert refused(chain, hiding(chain, control=control, given=False)) == ("HIDE_ILLEGAL", "proof", 5, "b")


def test_contents_are_hidden_with_the_orders_and_with_orders_beside_an_answer() -> None:
    chain = begun(3, Marked())
    assert set(chain.extend(hiding(chain)).state["markers"]) == {"m1", "m2"}
    chain = begun(4, Marked())
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 3}))
    accepted = chain.extend(hiding(chain, control={"answer": "accept"}))
    assert {entry["at"] for entry in accepted.state["markers"].values()} == {5}


def test_who_agrees_to_a_draw_hides_nothing_any_more() -> None:
    chain = begun(4, Marked())
    chain = chain.extend(line(chain, control={"offer": "draw"}))
    accepted = hiding(chain, control={"answer": "accept"}, given=False)
    assert refused(chain, accepted) == ("HIDE_ILLEGAL", "proof", 5, "b")


def test_what_a_seat_excuses_is_the_same_from_ledger_and_from_its_number() -> None:
    chain = begun(3, Marked())
    chain = grown(chain.extend(hiding(chain)), 1)
    markers = chain.state["markers"]
    assert excused_below(chain.ledger, "b", markers) == owed_from(-1, "b", markers) == 0
    kept = chain.extend(compose_seating(chain, kept=True).sign(CARL, stays(chain)))
    assert excused_below(kept.ledger, "b", markers) == owed_from(5, "b", markers) == 3
    assert owed_from(5, "b", {}) == owed_from(5, "a", markers) == 5


def test_the_earliest_lie_is_told_and_of_several_in_one_message_the_first_of_the_list() -> None:
    """Section 13.2, point 7: two programs that find several lies in a book have to tell the same one."""
    listed = ["AUDIT_CONSERVATION", "AUDIT_MOVE_ILLEGAL", "AUDIT_CLAIM", "AUDIT_OMISSION", "AUDIT_DRAW"]
    lies = [(code, seq) for seq in (4, 5) for code in listed]
    assert sorted(sorted(lies), key=lambda lie: earliest_first(*lie)) == lies


@pytest.mark.parametrize("value", ["", "raid", 0, False])
def test_a_sealed_answer_comes_back_from_the_vault_whatever_it_is(value: Any) -> None:
    """The empty string is an answer too; without it the player could neither open his seal nor disclose it."""
    chain = begun(5, Marked())
    closing = compose.close(chain, MASTERS["b"], known(chain))
    secret, nonce = compose.Secret(sealed=(value,)), fresh("sealed", 12)
    draft = compose.move(MASTERS["b"], chain, closing, VALUES, nonce, input={"for": 9}, secret=secret)
    message = peek(draft.sign(MASTERS["b"]))
    assert list(read_vault(MASTERS["b"], chain.game, 5, message.body["vault"])["sealed"].items()) == [("", value)]
    longer = replace(chain, messages=(*chain.messages, message))
    assert OwnCommitments(Ring.single(MASTERS["b"], chain.game), longer, "b")[5]["sealed"] == [value]


def test_what_was_taken_back_is_not_returned_to() -> None:
    """The draws, claims and hidden moves of an abandoned stretch would count again beside those that followed it."""
    chain = begun(7)
    chain = chain.extend(line(chain, control={"offer": "takeback", "to": 4}))
    chain = grown(chain.extend(line(chain, control={"answer": "accept"})), 1)
    assert [a.undone for a in chain.ledger.agreed] == [range(5, 8)]
    assert [takeback_refused(chain, to) == "" for to in (3, 4, 5, 6, 7, 8)] == [True, True, False, False, False, True]
    again = cheat(chain, lambda body: body["control"].update(to=6), control={"offer": "takeback", "to": 4})
    assert refused(chain, again) == ("OFFER_INVALID", "proof", len(chain.messages), chain.waits_for)
