"""Seats in the toy game: who may sit down, what he owes, what is asked again (section 11.5)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol import compose, keys
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.verify import log_lines, verify_log
from tests.protocol.newcomers import (
    CARL,
    DORA,
    compose_seating,
    compose_signed,
    holder,
    known,
    move_of,
    played_out,
    seating_of,
)
from tests.protocol.toy import MASTERS, TREES, Toy, begun, body_of, fresh, grown, line, refused, signed


def test_a_void_seat_asks_the_same_question_again() -> None:
    chain = begun(5)
    before = chain.state
    seated = chain.extend(seating_of(chain))
    assert seated.state == {**before, "n": 4, "need": {**before["need"], "n": 4}}
    assert seated.tapes[4] == [] and seated.seed(4) == b""
    assert seated.keys == {"a": keys.public_key(MASTERS["a"]), "b": keys.public_key(CARL)}
    assert (seated.waits_for, seated.need["side"]) == ("a", "a")
    assert {"reveal", "open", "input"} & seated.messages[5].body.keys() == set()


def test_k02_the_old_input_after_a_void_seat() -> None:
    chain = begun(5)
    old = body_of(chain.messages[4].line)["input"]
    seated = chain.extend(seating_of(chain))
    stale = body_of(move_of(seated, MASTERS["a"]))
    stale["input"] = old
    assert refused(seated, signed(stale, "a")) == ("INPUT_STALE", "proof", 6, "a")


def test_k03_the_game_goes_on_and_one_void_seat_is_counted() -> None:
    chain = begun(5, Toy(hp=3))
    ring = Ring(CARL, ((5, Secrets.of(CARL, chain.game)),))
    ended = played_out(chain.extend(seating_of(chain)), "b", CARL, ring)
    verdict = verify_log(log_lines(ended), Toy(hp=3), TREES, complete=True)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"void seat": 1})
    own = next(m for m in reversed(ended.messages) if m.seat == "b")
    # He discloses from his own seat on; what was committed to before it, nobody knows.
    assert [veil["from"] for veil in own.body["audit"]["veils"]] == [5]


def test_the_dice_after_a_void_seat_are_new() -> None:
    chain = begun(5)
    went_on = grown(chain, 1)
    seated = chain.extend(seating_of(chain))
    seated = seated.extend(move_of(seated, MASTERS["a"]))
    seated = seated.extend(move_of(seated, CARL))
    assert seated.tapes[6] and went_on.tapes[4]
    assert seated.seed(6) != went_on.seed(4)


def test_the_newcomers_standing_orders_count_from_his_seat_on() -> None:
    chain = begun(5)
    nonce = fresh("other orders")
    draft = compose.seating(CARL, chain, nonce, {"doctrine": [6, 2, ""]}, nonce[:12])
    seated = chain.extend(draft.sign(CARL, MASTERS["a"]))
    seated = seated.extend(move_of(seated, MASTERS["a"]))
    values = {**known(seated), 5: {"doctrine": [6, 2, ""]}}
    closing = compose.close(seated, CARL, values)
    assert [(entry["at"], entry["slot"], entry["value"]) for entry in closing.open] == [(5, 0, 6)]
    # What his predecessor had committed to is passed over, for phase-bound orders, too.
    assert all(entry["at"] >= 5 for entry in closing.open)


def test_a_kept_seat_closes_the_segment_with_the_value_that_was_sealed() -> None:
    chain = begun(5)
    went_on = grown(chain, 1)
    seated = chain.extend(seating_of(chain, kept=True))
    assert seated.tapes[4] == went_on.tapes[4] != []
    assert seated.state["at"] == went_on.state["at"]
    # The question is the newcomer's, but a seat answers none: it stays due for his next message.
    assert seated.need["side"] == "b" and seated.waits_for == "a"
    seated = seated.extend(move_of(seated, MASTERS["a"]))
    assert "input" not in seated.messages[6].body
    seated = seated.extend(move_of(seated, CARL))
    assert seated.messages[7].body["input"]["for"] == seated.states[5]["n"]


def test_a_kept_seat_verifies_to_the_end() -> None:
    chain = begun(5, Toy(hp=3))
    ended = played_out(chain.extend(seating_of(chain, kept=True)), "b", CARL)
    verdict = verify_log(log_lines(ended), Toy(hp=3), TREES, complete=True)
    assert (verdict.code, dict(verdict.agreed)) == ("OK", {"seat": 1})


def test_a_seat_that_ends_the_game_leaves_the_audits_to_the_next_two_messages() -> None:
    chain = begun(3, Toy(hp=1, roll=lambda stream, label: max(stream.die(label, 6), 6)))
    seated = chain.extend(seating_of(chain, kept=True))
    assert seated.over and not seated.audited and "audit" not in seated.messages[3].body
    ended = played_out(seated, "b", CARL)
    assert ["audit" in m.body for m in ended.messages[3:]] == [False, True, True]


@pytest.mark.parametrize("kept", [False, True])
def test_nobody_is_seated_when_the_game_is_over(kept: bool) -> None:
    chain = grown(begun(4), 1, control={"resign": True})
    assert refused(chain, seating_of(chain, kept=kept)) == ("PAYLOAD_SCHEMA", "invalid", 5, "")


def test_no_seat_before_message_3() -> None:
    chain = begun(2)
    with pytest.raises(ValueError, match="nobody can be seated"):
        compose_seating(chain)
    forged = body_of(seating_of(begun(5)))
    forged |= {"seq": 2, "side": "a", "parent": chain.messages[1].id.hex(), "game": chain.game.hex()}
    assert refused(chain, compose_signed(forged, CARL, MASTERS["b"])) == ("PAYLOAD_SCHEMA", "invalid", 2, "")


@pytest.mark.parametrize(
    ("signers", "code"),
    [
        ((CARL,), "COSIGN_MISSING"),
        ((MASTERS["a"],), "COSIGN_MISSING"),
        ((MASTERS["b"], MASTERS["a"]), "SIG_WRONG_KEY"),
        ((CARL, MASTERS["b"]), "SIG_WRONG_KEY"),
        ((CARL, MASTERS["a"], MASTERS["b"]), "SIG_WRONG_KEY"),
    ],
)
def test_k01_a_seat_wants_exactly_two_signatures(signers: tuple[bytes, ...], code: str) -> None:
    chain = begun(5)
    assert refused(chain, compose_seating(chain).sign(*signers)) == (code, "stranger", 5, "")


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ({"reveal": fresh("x").hex()}, "PAYLOAD_SCHEMA"),
        ({"open": []}, "PAYLOAD_SCHEMA"),
        ({"claims": []}, "PAYLOAD_SCHEMA"),
        ({"tape": fresh("x").hex()}, "TAPE_MISMATCH"),
        ({"state": fresh("x").hex()}, "STATE_MISMATCH"),
        ({"hide": [{"marker": "m1", "commit": fresh("x").hex()}]}, "HIDE_ILLEGAL"),
        ({"parent": fresh("x").hex()}, "PARENT_MISMATCH"),
        ({"key": keys.public_key(MASTERS["a"]).hex()}, "KEY_REUSED"),
        ({"key": keys.public_key(MASTERS["b"]).hex()}, "KEY_REUSED"),
    ],
)
def test_a_faulty_void_seat_names_nobody(edit: dict[str, Any], code: str) -> None:
    chain = begun(5)
    body = {**body_of(seating_of(chain)), **edit}
    found = refused(chain, compose_signed(body, CARL, MASTERS["a"]))
    assert (found[0], found[2], found[3]) == (code, 5, "")


@pytest.mark.parametrize("edit", [{"input": {"for": 4}}, {"control": {"resign": True}}, {"void": 1}, {"audit": {}}])
def test_what_has_not_the_form_of_a_seat_is_the_fault_of_whoever_signed_it(edit: dict[str, Any]) -> None:
    """Check 6 comes before anybody knows what the message is: a good signature of a known key names its side."""
    chain = begun(5)
    body = {**body_of(seating_of(chain)), **edit}
    assert refused(chain, compose_signed(body, CARL)) == ("PAYLOAD_SCHEMA", "invalid", 5, "")
    assert refused(chain, compose_signed(body, CARL, MASTERS["a"])) == ("PAYLOAD_SCHEMA", "proof", 5, "a")


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ({"reveal": fresh("x").hex()}, "REVEAL_MISMATCH"),
        ({"reveal": None}, "REVEAL_MISSING"),
        ({"open": None}, "OPEN_MISSING"),
        ({"tape": fresh("x").hex()}, "TAPE_MISMATCH"),
        ({"seal": None}, "SEAL_MISSING"),
        ({"roots": {}}, "ROOT_MISSING"),
    ],
)
def test_a_faulty_kept_seat_names_nobody(edit: dict[str, Any], code: str) -> None:
    chain = begun(5)
    changed = {**body_of(seating_of(chain, kept=True)), **edit}
    body = {name: value for name, value in changed.items() if value is not None}
    found = refused(chain, compose_signed(body, CARL, MASTERS["a"]))
    assert (found[0], found[2], found[3]) == (code, 5, "")


def test_a_seal_that_was_used_is_refused_in_a_seat() -> None:
    chain = begun(5)
    body = {**body_of(seating_of(chain)), "seal": chain.messages[2].body["seal"]}
    assert refused(chain, compose_signed(body, CARL, MASTERS["a"])) == ("SEAL_REUSED", "invalid", 5, "")


@pytest.mark.parametrize("kept", [False, True])
def test_an_open_offer_lapses(kept: bool) -> None:
    chain = grown(begun(4), 1, control={"offer": "draw"})
    seated = chain.extend(seating_of(chain, kept=kept))
    assert seated.over == {}
    answered = {"control": {"answer": "accept"}}
    late = {**body_of(move_of(seated, MASTERS["a"])), **answered}
    assert refused(seated, signed(late, "a"))[0] == "OFFER_INVALID"
    assert seated.extend(move_of(seated, MASTERS["a"])).waits_for == "b"


def test_the_old_key_and_the_real_message_after_the_seat() -> None:
    chain = begun(5)
    late = line(chain)
    seated = chain.extend(seating_of(chain))
    # The message of the lost player turns up: the number is taken, and nobody is accused of it.
    assert refused(seated, late) == ("FORK", "invalid", 5, "")
    after = seated.extend(move_of(seated, MASTERS["a"]))
    body = body_of(move_of(after, CARL))
    assert refused(after, signed(body, "b")) == ("SIG_WRONG_KEY", "stranger", 7, "")


def test_a_seat_after_the_real_message_is_a_fork_that_names_nobody() -> None:
    chain = begun(5)
    seating = seating_of(chain)
    assert refused(grown(chain, 1), seating) == ("FORK", "invalid", 5, "")


def test_two_seats_one_after_the_other() -> None:
    chain = begun(5)
    chain = chain.extend(seating_of(chain, CARL))
    chain = chain.extend(move_of(chain, MASTERS["a"]))
    again = chain.extend(seating_of(chain, DORA))
    assert again.keys["b"] == keys.public_key(DORA)
    assert [a.what for a in again.ledger.agreed] == ["void seat", "void seat"]
    assert again.ledger.last_seating("b") == 7 and again.ledger.last_seating("b", 7) == 5
    # A key that has left does not come back.
    back = again.extend(move_of(again, MASTERS["a"]))
    assert refused(back, seating_of(back, CARL)) == ("KEY_REUSED", "invalid", 9, "")


def test_both_sides_can_be_seated_anew() -> None:
    chain = begun(5, Toy(hp=3))
    chain = chain.extend(seating_of(chain, CARL))
    chain = chain.extend(seating_of(chain, DORA))
    assert chain.keys == {"a": keys.public_key(DORA), "b": keys.public_key(CARL)}
    while not chain.audited:
        chain = chain.extend(move_of(chain, holder(chain)))
    verdict = verify_log(log_lines(chain), Toy(hp=3), TREES, complete=True)
    assert (verdict.code, dict(verdict.agreed)) == ("OK", {"void seat": 2})


def test_a_take_back_does_not_reach_behind_a_seat() -> None:
    chain = begun(5)
    chain = chain.extend(seating_of(chain))
    offer = move_of(chain, MASTERS["a"], control={"offer": "takeback", "to": 4})
    assert refused(chain, offer) == ("OFFER_INVALID", "proof", 6, "a")
