"""Rows I, H and K of the adversarial plan, as far as doctrine, offers and closing audits go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol import keys
from pbem.protocol.chain import Chain
from pbem.protocol.commitments import Tree, leaf
from pbem.protocol.verify import log_lines, verify_log
from tests.protocol.toy import (
    MASTERS,
    TREES,
    VALUES,
    Toy,
    begun,
    body_of,
    cheat,
    commitments,
    fresh,
    grown,
    line,
    refused,
    signed,
)

Edit = Callable[[dict[str, Any]], Any]


def paused() -> Chain:
    """Side a must mail and is not due: it pursued, b continued, and a acknowledges in message 4."""
    return grown(grown(begun(2), 1, pursue=True), 1)


# --- I: inputs -------------------------------------------------------------------------------------------


def test_i01_input_while_the_other_side_is_due() -> None:
    chain = paused()
    bad = cheat(chain, lambda b: b.update(input={"for": 3, "strike": 3}))
    assert refused(chain, bad) == ("INPUT_UNEXPECTED", "proof", 4, "a")


def test_i02_no_input_though_due() -> None:
    chain = begun(5)
    assert refused(chain, cheat(chain, lambda b: b.pop("input"))) == ("INPUT_MISSING", "proof", 5, "b")


@pytest.mark.parametrize("number", [0, 1, 2, 5, 2**53 - 1])
def test_i03_an_answer_with_another_question_number(number: int) -> None:
    chain = begun(5)
    assert chain.need["n"] == 3
    bad = cheat(chain, lambda b: b["input"].update({"for": number}))
    assert refused(chain, bad) == ("INPUT_STALE", "proof", 5, "b")


@pytest.mark.parametrize("member", [{"foo": 1}, {"strike": "2"}, {"strike": 10}, {"strike": True}])
def test_i04_unknown_field_or_form(member: dict[str, Any]) -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b["input"].update(member))
    assert refused(chain, bad) == ("INPUT_SCHEMA", "proof", 5, "b")


def test_i04_a_continue_holds_its_number_alone() -> None:
    chain = grown(begun(2), 1, pursue=True)
    bad = cheat(chain, lambda b: b["input"].update(strike=1))
    assert refused(chain, bad) == ("INPUT_SCHEMA", "proof", 3, "b")


@pytest.mark.parametrize("control", [{"offer": "draw"}, {"resign": True}])
def test_i01_input_beside_an_offer_or_a_resignation(control: dict[str, Any]) -> None:
    chain = begun(4)
    bad = cheat(chain, lambda b: b.update(input={"for": 3, "strike": 1}), control=control)
    assert refused(chain, bad) == ("INPUT_UNEXPECTED", "proof", 4, "a")


# --- H: openings of doctrine -----------------------------------------------------------------------------


def test_h01_value_changed_after_the_orders_are_known() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b["open"][0].update(value=6))
    assert refused(chain, bad) == ("OPEN_MISMATCH", "proof", 5, "b")


def forged(chain: Chain, seq: int, slot: int, value: Any) -> dict[str, Any]:
    """An opening that would be right, had message `seq` of the due side committed to `value`."""
    seat = chain.waits_for
    values = [value if i == slot else v for i, v in enumerate(VALUES["doctrine"])]
    veil = keys.veil_secret(MASTERS[seat], chain.game)
    return Tree(chain.game, seat, seq, "doctrine", veil, values, 2).opening(slot)


def test_h01_another_tree() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(open=[forged(chain, 3, 0, 6)]))
    assert refused(chain, bad) == ("OPEN_MISMATCH", "proof", 5, "b")


def relabelled(body: dict[str, Any], chain: Chain) -> None:
    body["open"] = [{**forged(chain, 3, 1, 2), "slot": 0}]


def longer_path(body: dict[str, Any], chain: Chain) -> None:
    body["open"][0]["path"].append("0" * 64)


def inner_node(body: dict[str, Any], chain: Chain) -> None:
    body["open"][0]["path"].pop()


def other_salt(body: dict[str, Any], chain: Chain) -> None:
    body["open"][0]["salt"] = "0" * 64


@pytest.mark.parametrize("edit", [relabelled, longer_path, inner_node, other_salt])
def test_h01_other_slot_path_or_salt(edit: Callable[[dict[str, Any], Chain], None]) -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: edit(b, chain))
    assert refused(chain, bad) == ("OPEN_MISMATCH", "proof", 5, "b")


def test_h02_an_opening_from_another_message_than_counts() -> None:
    chain = begun(7)
    bad = cheat(chain, lambda b: b.update(open=[forged(chain, 3, 0, 3)]))
    assert refused(chain, bad) == ("OPEN_STALE", "proof", 7, "b")
    chain = grown(begun(4), 1, pursue=True)
    chain = grown(chain, 1)
    newer = cheat(chain, lambda b: b["open"][0].update(at=2))
    assert refused(chain, newer) == ("OPEN_STALE", "proof", 6, "a")


def test_h03_a_consulted_slot_not_opened() -> None:
    chain = begun(5)
    for edit in (lambda b: b.pop("open"), lambda b: b.update(open=[forged(chain, 3, 1, 2)])):
        assert refused(chain, cheat(chain, edit)) == ("OPEN_MISSING", "proof", 5, "b")


def test_h04_openings_nobody_asked_for() -> None:
    chain = begun(5)
    marker = {"t": "marker", "marker": "m1", "at": 1, "salt": "0" * 64, "value": ""}
    sealed = {"t": "sealed", "at": 1, "salt": "0" * 64, "value": ""}
    honest = body_of(line(chain))["open"][0]
    for extra in (forged(chain, 3, 1, 2), forged(chain, 1, 0, 3), honest, marker, sealed):
        bad = cheat(chain, lambda b, extra=extra: b["open"].append(extra))
        assert refused(chain, bad) == ("OPEN_EXTRA", "proof", 5, "b")
    start = begun(2)
    assert refused(start, cheat(start, lambda b: b.update(open=[marker]))) == ("OPEN_EXTRA", "proof", 2, "a")


def test_h10_a_marker_out_of_nothing() -> None:
    chain = begun(5)
    hide = [{"marker": "m9", "commit": "0" * 64}]
    bad = cheat(chain, lambda b: b.update(hide=hide))
    assert refused(chain, bad) == ("HIDE_ILLEGAL", "proof", 5, "b")
    start = begun(1)
    # Anybody can accept an invitation, under any name: the key that an acceptance brings in is nobody's yet.
    assert refused(start, cheat(start, lambda b: b.update(hide=hide))) == ("HIDE_ILLEGAL", "invalid", 1, "")


def test_h11_no_value_is_found_without_its_salt() -> None:
    chain = begun(4)
    root = chain.messages[3].body["roots"]["doctrine"]
    opening = body_of(line(chain, strike=1))
    public = {value for m in chain.messages for value in m.body.values() if type(value) is str and len(value) == 64}
    public |= {opening["reveal"], *opening["roots"].values()}
    tried = 0
    for text in sorted(public):
        for value in range(1, 5):
            for slot in range(4):
                guess = leaf(chain.game, "b", 3, "doctrine", slot, bytes.fromhex(text), value).hex()
                assert guess not in public and guess != root
                tried += 1
    assert tried > 200


# --- seals, roots, dates ---------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 2, 5])
@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: b.pop("seal"), "SEAL_MISSING"),
        (lambda b: b.pop("roots"), "ROOT_MISSING"),
        (lambda b: b.update(roots={}), "ROOT_MISSING"),
        (lambda b: b["roots"].update(hidden="0" * 64), "PAYLOAD_SCHEMA"),
    ],
)
def test_commitments_that_every_message_makes(length: int, edit: Edit, code: str) -> None:
    chain = begun(length)
    cls, who = ("proof", "ab"[length % 2]) if length > 1 else ("invalid", "")
    assert refused(chain, cheat(chain, edit)) == (code, cls, length, who)


# --- K: offers, audits, what is not offered yet ------------------------------------------------------------


def test_k04_an_offer_ignored() -> None:
    chain = grown(begun(4), 1, control={"offer": "draw"})
    for control in (None, {"offer": "draw"}, {"resign": True}):
        assert refused(chain, line(chain, control=control)) == ("ANSWER_REQUIRED", "proof", 5, "b")


def test_an_answer_to_nothing() -> None:
    chain = begun(4)
    bad = line(chain, control={"answer": "accept"})
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 4, "a")


@pytest.mark.parametrize("control", [{"resign": True}, {"offer": "draw"}])
def test_a_control_after_the_end(control: dict[str, Any]) -> None:
    chain = grown(begun(4), 1, control={"resign": True})
    assert refused(chain, line(chain, control=control)) == ("OFFER_INVALID", "proof", 5, "b")


def test_an_agreed_draw_cannot_be_claimed_alone() -> None:
    chain = begun(4)
    agreed = {**chain.state, "need": {}, "over": {"how": "draw-agreed"}}
    from pbem.protocol.chain import state_digest

    bad = cheat(chain, lambda b: b.update(state=state_digest(agreed).hex()))
    assert refused(chain, bad) == ("STATE_MISMATCH", "proof", 4, "a")


@pytest.mark.parametrize(
    "edit",
    [
        lambda b: b.update(escrow=[]),
    ],
)
def test_reserved_members_name_nobody(edit: Edit) -> None:
    chain = begun(5)
    assert refused(chain, cheat(chain, edit)) == ("ENGINE_MISMATCH", "environment", 5, "")


@pytest.mark.parametrize(
    "edit",
    [
        lambda b: b["terms"].update(audit="contact"),
        lambda b: b["terms"].update(arbiters=[{"key": "0" * 64, "box": "0" * 64}]),
        lambda b: b.update(members=[]),
    ],
)
def test_reserved_terms_name_nobody(edit: Edit) -> None:
    chain = Chain(Toy(), TREES)
    assert refused(chain, cheat(chain, edit)) == ("ENGINE_MISMATCH", "environment", 0, "")


def disclosed(veil: bytes) -> dict[str, Any]:
    """The audit of somebody who hid nothing but standing orders, with this veil."""
    return {"veils": [{"from": 0, "veil": veil.hex()}], "book": []}


def ended() -> Chain:
    """b has resigned; a must close and disclose its veil."""
    return grown(begun(7), 1, control={"resign": True})


@pytest.mark.parametrize("length", [7, 8])
def test_h13_no_audit(length: int) -> None:
    chain = begun(7) if length == 7 else ended()
    control = {"resign": True} if length == 7 else None
    bad = cheat(chain, lambda b: b.pop("audit"), control=control)
    assert refused(chain, bad) == ("AUDIT_MISSING", "proof", length, "ab"[length % 2])


def test_h12_audit_with_another_veil() -> None:
    chain = ended()
    for edit in (
        lambda b: b["audit"]["veils"][0].update(veil="0" * 64),
        lambda b: b["audit"]["veils"].append({"from": 4, "veil": "0" * 64}),
    ):
        assert refused(chain, cheat(chain, edit)) == ("AUDIT_COMMIT", "proof", 8, "a")


def test_h12_covers_the_openings_of_the_message_itself() -> None:
    chain = begun(3)
    veil = fresh("another veil")
    values = VALUES["doctrine"]
    body = body_of(line(chain, control={"resign": True}))
    assert body["open"][0]["at"] == 1
    assert refused(chain, signed({**body, "audit": disclosed(veil)}, "b")) == (
        *("AUDIT_COMMIT", "proof", 3),
        "b",
    )
    assert values == commitments(chain)[1]["doctrine"]


@pytest.mark.parametrize(
    "veils",
    [
        lambda veil: [{"from": 3, "veil": veil}],
        lambda veil: [{"from": 0, "veil": veil}, {"from": 0, "veil": veil}],
        lambda veil: [{"from": 4, "veil": veil}, {"from": 0, "veil": veil}],
    ],
)
def test_h13_veils_that_do_not_cover_everything(veils: Callable[[str], list[dict[str, Any]]]) -> None:
    chain = ended()
    veil = keys.veil_secret(MASTERS["a"], chain.game).hex()
    bad = cheat(chain, lambda b: b["audit"].update(veils=veils(veil)))
    assert refused(chain, bad) == ("AUDIT_MISSING", "proof", 8, "a")


def test_a_veil_from_the_first_commitment_on_will_do() -> None:
    chain = ended()
    veil = keys.veil_secret(MASTERS["a"], chain.game).hex()
    for veils in ([{"from": 2, "veil": veil}], [{"from": 0, "veil": veil}, {"from": 4, "veil": veil}]):
        assert chain.extend(cheat(chain, lambda b, veils=veils: b["audit"].update(veils=veils))).audited


def test_a_book_with_what_nobody_committed_to() -> None:
    chain = ended()
    for kind, i in (("marker", "m1"), ("sealed", ""), ("hidden", 0), ("doctrine", 0)):
        book = [{"at": 2, "kind": kind, "i": i, "value": ""}]
        bad = cheat(chain, lambda b, book=book: b["audit"].update(book=book))
        assert refused(chain, bad) == ("AUDIT_COMMIT", "proof", 8, "a")


def test_an_audit_while_the_game_runs() -> None:
    chain = begun(5)
    bad = cheat(chain, lambda b: b.update(audit=disclosed(bytes(32))))
    assert refused(chain, bad) == ("PAYLOAD_SCHEMA", "proof", 5, "b")


def test_nothing_follows_both_audits() -> None:
    chain = grown(ended(), 1)
    assert chain.audited
    body = {**chain.messages[7].body, "seq": 9, "parent": chain.messages[8].id.hex(), "seal": "0" * 64}
    assert refused(chain, signed(body, "b")) == ("PAYLOAD_SCHEMA", "proof", 9, "b")
    again = chain.extend(chain.messages[8].line)
    assert [w.code for w in again.warnings] == ["REPLAY"]
    verdict = verify_log(log_lines(chain) + signed(body, "b") + b"\n", Toy(), TREES)
    assert (verdict.code, verdict.exit, verdict.messages) == ("PAYLOAD_SCHEMA", 11, 9)


def test_the_same_veil_serves_both_sides_never() -> None:
    chain = ended()
    theirs = keys.veil_secret(MASTERS["b"], chain.game)
    bad = cheat(chain, lambda b: b.update(audit=disclosed(theirs)))
    assert refused(chain, bad) == ("AUDIT_COMMIT", "proof", 8, "a")
