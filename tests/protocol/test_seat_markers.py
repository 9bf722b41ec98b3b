"""What lies face down when a seat changes hands: committed anew, or kept and disclosed by the successor (11.5)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.vault import read_vault
from tests.protocol.newcomers import CARL, DORA, Marked, compose_seating, handed_over, known, move_of, seating_of
from tests.protocol.toy import MASTERS, VALUES, answer, begun, body_of, fresh, refused, signed


def marked() -> Chain:
    """Message 3 of b has turned two markers face down; message 4 is a's."""
    chain = begun(3, Marked())
    secret = compose.Secret(hide={"m1": ["corps"], "m2": "dummy"})
    closing = compose.close(chain, MASTERS["b"], known(chain))
    given = answer(closing.state, "b")
    nonce = fresh("markers", 12)
    draft = compose.move(MASTERS["b"], chain, closing, VALUES, nonce, input=given, secret=secret)
    chain = chain.extend(draft.sign(MASTERS["b"]))
    return chain.extend(move_of(chain, MASTERS["a"]))


ANEW = {"m1": "dummy", "m2": ["corps"]}


def test_a_void_seat_commits_to_all_markers_of_its_side() -> None:
    chain = marked()
    seated = chain.extend(seating_of(chain, secret=compose.Secret(hide=ANEW)))
    assert {name: (entry["side"], entry["at"]) for name, entry in seated.state["markers"].items()} == {
        "m1": ("b", 5),
        "m2": ("b", 5),
    }


def test_what_a_seating_commits_to_stays_when_the_other_seat_is_lost_too() -> None:
    """It is no part of the orders that count no more (11.5)."""
    seated = marked().extend(seating_of(marked(), secret=compose.Secret(hide=ANEW)))
    both = seated.extend(seating_of(seated, DORA))
    assert {name: entry["at"] for name, entry in both.state["markers"].items()} == {"m1": 5, "m2": 5}


@pytest.mark.parametrize("hide", [{}, {"m1": "dummy"}, {**ANEW, "m3": "dummy"}])
def test_a_void_seat_with_other_markers(hide: dict[str, Any]) -> None:
    chain = marked()
    wrong = seating_of(chain, secret=compose.Secret(hide=hide))
    assert refused(chain, wrong) == ("HIDE_ILLEGAL", "invalid", 5, "")


@pytest.mark.parametrize("hide", [{"m1": "dummy"}, {**ANEW, "m3": "dummy"}])
def test_a_kept_seat_with_some_markers(hide: dict[str, Any]) -> None:
    chain = marked()
    wrong = seating_of(chain, kept=True, secret=compose.Secret(hide=hide))
    assert refused(chain, wrong) == ("HIDE_ILLEGAL", "invalid", 5, "")


@pytest.mark.parametrize("hide", [{}, ANEW])
def test_a_kept_seat_keeps_or_renews_its_markers(hide: dict[str, Any]) -> None:
    chain = marked()
    seated = chain.extend(seating_of(chain, kept=True, secret=compose.Secret(hide=hide)))
    assert {entry["at"] for entry in seated.state["markers"].values()} == {5 if hide else 3}


@pytest.mark.parametrize(("whole", "code"), [(True, ""), (False, "AUDIT_MISSING")])
def test_markers_that_were_kept_are_disclosed_by_the_successor(whole: bool, code: str) -> None:
    """The seat keeps the commitments of its predecessor, so his veil and contents are owed in the end."""
    chain = marked()
    inherited = {"secrets": [], "committed": {"3": {"marker": {"m1": ["corps"], "m2": "dummy"}}}}
    seating = compose_seating(chain, kept=True, inherited=inherited)
    chain = chain.extend(seating.sign(CARL, MASTERS["a"]))
    kept = read_vault(CARL, chain.game, 5, chain.messages[5].body["vault"])["inherited"]
    assert kept == inherited
    chain = chain.extend(move_of(chain, MASTERS["a"], control={"resign": True}))
    before = handed_over(chain, MASTERS["b"]).spans if whole else ()
    ring = Ring(CARL, (*before, (5, Secrets.of(CARL, chain.game))))
    own = {**{m.seq: VALUES for m in chain.messages if m.seat == "b"}, 3: {"marker": {"m1": ["corps"], "m2": "dummy"}}}
    closing = compose.close(chain, ring, known(chain))
    last = compose.move(ring, chain, closing, VALUES, fresh("end", 12), own=own).sign(CARL)
    if not whole:
        assert refused(chain, last)[0] == code
        return
    ended = chain.extend(last)
    audit = ended.messages[-1].body["audit"]
    assert [veil["from"] for veil in audit["veils"]] == [0, 5]
    assert [(entry["at"], entry["i"]) for entry in audit["book"]] == [(3, "m1"), (3, "m2")]
    assert ended.audited


def test_markers_that_were_committed_anew_free_the_successor_of_the_old_ones() -> None:
    chain = marked()
    seating = seating_of(chain, secret=compose.Secret(hide=ANEW))
    chain = chain.extend(seating)
    chain = chain.extend(move_of(chain, MASTERS["a"], control={"resign": True}))
    closing = compose.close(chain, CARL, known(chain))
    own = {5: {"marker": ANEW}}
    ended = chain.extend(compose.move(CARL, chain, closing, VALUES, fresh("end", 12), own=own).sign(CARL))
    assert [entry["at"] for entry in ended.messages[-1].body["audit"]["book"]] == [5, 5]


def test_a_marker_that_is_changed_in_the_audit_of_a_successor() -> None:
    chain = marked()
    chain = chain.extend(seating_of(chain, secret=compose.Secret(hide=ANEW)))
    chain = chain.extend(move_of(chain, MASTERS["a"], control={"resign": True}))
    closing = compose.close(chain, CARL, known(chain))
    own = {5: {"marker": {**ANEW, "m2": "dummy"}}}
    lie = compose.move(CARL, chain, closing, VALUES, fresh("end", 12), own=own).sign(CARL)
    assert refused(chain, lie) == ("AUDIT_COMMIT", "proof", 7, "b")


@pytest.mark.parametrize("gone", ["m1", "m2"])
def test_a_marker_that_is_left_out_of_the_book(gone: str) -> None:
    """It was never turned up, so that nothing but the book can say what lay there."""
    chain = marked()
    chain = chain.extend(move_of(chain, MASTERS["b"]))
    chain = chain.extend(move_of(chain, MASTERS["a"], control={"resign": True}))
    own = {**{m.seq: VALUES for m in chain.messages if m.seat == "b"}, 3: {"marker": {"m1": ["corps"], "m2": "dummy"}}}
    closing = compose.close(chain, MASTERS["b"], known(chain))
    whole = compose.move(MASTERS["b"], chain, closing, VALUES, fresh("end", 12), own=own).sign(MASTERS["b"])
    assert chain.extend(whole).audited
    left = body_of(whole)
    left["audit"]["book"] = [entry for entry in left["audit"]["book"] if entry["i"] != gone]
    assert refused(chain, signed(left, "b")) == ("AUDIT_MISSING", "proof", 7, "b")
