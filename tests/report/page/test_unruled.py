"""What can be seen without rules in logs that hold seats, new keys, markers, sealed answers and books."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.protocol import commitments, keys
from pbem.protocol.dice import tape_digest
from tests.report.page.browser import Page
from tests.report.page.handmade import Body, Hand, envelope, fresh, public

Edit = Callable[[Body], Any]
Said = tuple[str, str, int | None, str]
OK: Said = ("OK", "ok", None, "")


def says(page: Page, files: dict[str, bytes], said: Said) -> dict[str, Any]:
    """The page says this. Gives its verdict."""
    verdict = page.judge(files)
    found = (verdict["code"], verdict["class"], verdict["seq"], verdict["signed_by"])
    assert found == said, verdict["detail"]
    assert verdict["rules"] == "rules not checked here" and "verified" not in verdict["detail"]
    return verdict


def playing(count: int = 6, **more: Any) -> Hand:
    """A log of `count` messages in which every move answers a question and leads to a die."""
    hand = Hand().begun()
    while hand.seq < count:
        dice = [("t.x", 6), ("t.y", 20)] if hand.seq > 2 else []
        hand.move(dice, input={"for": hand.seq - 1}, **more)
    return hand


# --- Keys and seats ---------------------------------------------------------------------------------------


def test_a_new_key_signs_from_the_next_message_on(page: Page) -> None:
    hand = playing(5).rekeyed("carl").move().move().move()
    assert says(page, hand.files(), OK)["checked"]["signatures"] == 10
    late = playing(5).rekeyed("carl").move()
    bad = envelope(body(late, late.drafted()), "bert")
    says(page, late.files(bad), ("SIG_WRONG_KEY", "stranger", 7, ""))


def body(hand: Hand, more: Body) -> Body:
    """A message in the place that is due."""
    return {"v": 1, "seq": hand.seq, "side": hand.seat, "parent": hand.ids[-1].hex(), "game": hand.game.hex(), **more}


@pytest.mark.parametrize("signer", ["bert", "carl"])
def test_k09_one_signature_under_a_new_key(page: Page, signer: str) -> None:
    hand = playing(5)
    bad = envelope(body(hand, hand.drafted(key=public("carl"))), signer)
    says(page, hand.files(bad), ("COSIGN_MISSING", "stranger", 5, ""))


@pytest.mark.parametrize("key", ["anna", "bert"])
def test_a_key_that_served_never_returns(page: Page, key: str) -> None:
    hand = playing(5).rekeyed("carl").move()
    bad = envelope(body(hand, hand.drafted(key=public(key))), "carl", key)
    says(page, hand.files(bad), ("KEY_REUSED", "invalid", 7, ""))


@pytest.mark.parametrize("void", [True, False])
def test_a_seat_and_the_game_after_it(page: Page, void: bool) -> None:
    hand = playing(5)
    tapes = len(hand.tapes)
    if void:
        hand.seated("dora", void=True)
    else:
        tape = hand.closed([("t.x", 6)])

        hand.seated("dora", void=False, tape=tape_digest(tape).hex())
        hand.tapes[tapes] = tape
    hand.move(input={"for": 7}).move([("t.z", 6)])
    verdict = says(page, hand.files(), OK)
    assert verdict["messages"] == 8 and verdict["checked"]["signatures"] == 9


def test_k01_a_seat_without_the_opponents_signature(page: Page) -> None:
    hand = playing(5).seated("dora", void=True)
    hand.lines[-1] = envelope(hand.bodies[-1], "dora")
    says(page, hand.files(), ("COSIGN_MISSING", "stranger", 5, ""))


@pytest.mark.parametrize(
    ("void", "more", "code"),
    [
        (True, {"reveal": fresh("x")}, "PAYLOAD_SCHEMA"),
        (True, {"open": []}, "PAYLOAD_SCHEMA"),
        (True, {"tape": fresh("x")}, "TAPE_MISMATCH"),
        (False, {"reveal": fresh("x")}, "REVEAL_MISMATCH"),
        (True, {"key": public("bert")}, "KEY_REUSED"),
    ],
)
def test_a_seat_names_nobody(page: Page, void: bool, more: Body, code: str) -> None:
    hand = playing(5)
    player = "bert" if "key" in more else "dora"
    hand.seated(player, void=void, **more)
    says(page, hand.files(), (code, "invalid", 5, ""))


def test_k02_the_old_answer_after_a_void_seat(page: Page) -> None:
    hand = playing(5).seated("dora", void=True).move(input={"for": 3})
    says(page, hand.files(), ("INPUT_STALE", "proof", 6, "a"))


def test_an_offer_lapses_with_a_seat(page: Page) -> None:
    hand = playing(4).move(control={"offer": "draw"}).seated("dora", void=True).move()
    says(page, hand.files(), OK)
    hand = playing(4).move(control={"offer": "draw"}).move()
    says(page, hand.files(), ("ANSWER_REQUIRED", "proof", 5, "b"))


# --- Offers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"offer": "takeback", "to": 2}, OK),
        ({"offer": "takeback", "to": 6}, ("OFFER_INVALID", "proof", 6, "a")),
        ({"offer": "takeback", "to": 1}, ("OFFER_INVALID", "proof", 6, "a")),
        ({"offer": "amend", "terms": {"engine": "toy 2"}}, OK),
        ({"offer": "amend", "terms": {}}, ("OFFER_INVALID", "proof", 6, "a")),
        ({"offer": "amend", "terms": {}, "patch": [{"path": ["x"], "value": 1}]}, ("OFFER_INVALID", "proof", 6, "a")),
        ({"answer": "decline"}, ("OFFER_INVALID", "proof", 6, "a")),
    ],
)
def test_offers(page: Page, wish: Body, said: Said) -> None:
    says(page, playing(6).move(control=wish).files(), said)


def test_three_offers_of_a_side_may_be_declined_in_a_row(page: Page) -> None:
    hand = playing(6)
    for _ in range(3):
        hand.move(control={"offer": "draw"}).move(control={"answer": "decline"})
    says(page, hand.files(), OK)
    says(page, hand.move(control={"offer": "draw"}).files(), ("OFFER_INVALID", "proof", 12, "a"))


def test_a_draw_that_is_agreed_ends_the_game(page: Page) -> None:
    hand = playing(6).move(control={"offer": "draw"}).move(control={"answer": "accept"})
    says(page, hand.files(), ("AUDIT_MISSING", "proof", 7, "b"))
    hand = playing(6).move(control={"offer": "draw"})
    hand.move(control={"answer": "accept"}, audit=book(hand)).move(audit=book(hand, "anna"))
    assert says(page, hand.files(), OK)["status"] == "finished and audited"
    says(page, hand.move().files(), ("PAYLOAD_SCHEMA", "proof", 9, "b"))


def book(hand: Hand, player: str = "bert", *entries: Body) -> Body:
    """A disclosure."""
    return {"veils": [{"from": 0, "veil": hand.veil(player).hex()}], "book": list(entries)}


# --- Markers, sealed answers, leaves, and the book -----------------------------------------------------------


UNITS = {"units": ["i-1", "i-2"]}


def hidden() -> Hand:
    """A log in which b has turned a marker face down and sealed an answer; message 4 is a's, message 5 is due."""
    hand = Hand().begun().move(input={"for": 1})
    hide = [{"marker": "m1", "commit": hand.marker("m1", UNITS)}]
    hand.move([("t.x", 6), ("t.card", -10)], hide=hide, input={"for": 2, "sealed": hand.sealed({"go": 1})})
    return hand.move([("t.y", 6)], input={"for": 3})


def opened(hand: Hand, **changed: Any) -> Body:
    """What the closer of segment 4 opens of message 3. changed: members of the marker's opening."""
    marker = {"t": "marker", "marker": "m1", "at": 3, "salt": hand.salt("marker", "m1", 3).hex(), "value": UNITS}
    sealed = {"t": "sealed", "at": 3, "salt": hand.salt("sealed", "", 3).hex(), "value": {"go": 1}}
    return {"open": [marker | changed, sealed]}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, OK),
        ({"value": {"units": ["i-1", "i-3"]}}, ("OPEN_MISMATCH", "proof", 5, "b")),
        ({"value": {"dummy": True}}, ("OPEN_MISMATCH", "proof", 5, "b")),
        ({"salt": fresh("x")}, ("OPEN_MISMATCH", "proof", 5, "b")),
        ({"marker": "m2"}, ("OPEN_STALE", "proof", 5, "b")),
        ({"at": 1}, ("OPEN_STALE", "proof", 5, "b")),
        ({"at": 4}, ("OPEN_STALE", "proof", 5, "b")),
        ({"at": 2**53 - 1}, ("OPEN_STALE", "proof", 5, "b")),
    ],
)
def test_h05_h06_h07_openings_against_their_commitments(page: Page, changed: Body, said: Said) -> None:
    hand = hidden()
    hand.move([("t.z", 6)], **opened(hand, **changed))
    verdict = says(page, hand.files(), said)
    if said == OK:
        assert verdict["checked"]["openings"] == 2 and (verdict["dice"], verdict["checked"]["dice"]) == (4, 3)


def test_h04_an_opening_in_a_segment_that_is_not_run(page: Page) -> None:
    hand = hidden()
    hand.move([("t.z", 6)])
    hand.move()
    hand.move(**opened(hand))
    says(page, hand.files(), ("OPEN_EXTRA", "proof", 7, "b"))


def test_leaves_against_their_root_and_the_veil(page: Page) -> None:
    for veil, value, code in (("bert", 2, "OK"), ("bert", 3, "OPEN_MISMATCH"), ("carl", 2, "AUDIT_COMMIT")):
        hand = Hand().begun().move(input={"for": 1})
        tree = commitments.Tree(hand.game, "b", 3, "doctrine", hand.veil(veil), [1, 2, 3], 2)
        hand.move([("t.x", 6)], roots={"doctrine": tree.root.hex()}).move(input={"for": 2})
        opening = tree.opening(1) | {"value": value}
        hand.move([("t.x", 6)], open=[opening], control={"resign": True}, audit=book(hand))
        says(page, hand.files(), OK if code == "OK" else (code, "proof", 5, "b"))


def disclosed(edit: Edit, **more: Any) -> Hand:
    """The hidden log, given up by b, whose book `edit` has changed."""
    hand = hidden()
    entries: list[Body] = [
        {"at": 3, "kind": "marker", "i": "m1", "value": UNITS},
        {"at": 3, "kind": "sealed", "i": "", "value": {"go": 1}},
    ]
    audit = book(hand, "bert", *entries)
    edit(audit)
    return hand.move([("t.z", 6)], control={"resign": True}, audit=audit, **more)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda a: None, ""),
        (lambda a: a["book"].pop(0), "AUDIT_MISSING"),
        (lambda a: a["book"].pop(), "AUDIT_MISSING"),
        (lambda a: a["book"][0].update(value={"dummy": True}), "AUDIT_COMMIT"),
        (lambda a: a["book"][1].update(value={"go": 2}), "AUDIT_COMMIT"),
        (lambda a: a["book"].append(dict(a["book"][0])), "AUDIT_COMMIT"),
        (lambda a: a["book"].append({"at": 1, "kind": "marker", "i": "m1", "value": 1}), "AUDIT_COMMIT"),
        (lambda a: a["book"].append({"at": 1, "kind": "marker", "i": 4, "value": 1}), "AUDIT_COMMIT"),
        (lambda a: a["veils"][0].update(veil=fresh("x")), "AUDIT_COMMIT"),
        (lambda a: a["veils"][0].update({"from": 2}), "AUDIT_MISSING"),
    ],
)
def test_h12_h13_h14_the_book_against_every_commitment(page: Page, edit: Edit, code: str) -> None:
    hand = disclosed(edit)
    verdict = says(page, hand.files(), (code, "proof", 5, "b") if code else OK)
    assert verdict["checked"]["book"] == (0 if code else 2) or code


def test_what_was_committed_before_a_seat_is_excused(page: Page) -> None:
    hand = hidden().seated("dora", void=True, hide=[]).move(input={"for": 9})
    audit = {"veils": [{"from": 5, "veil": keys.veil_secret(b"m" * 32, hand.game).hex()}], "book": []}
    hand.move([("t.z", 6)], control={"resign": True}, audit=audit)
    says(page, hand.files(), OK)


def test_markers_out_of_order(page: Page) -> None:
    hand = playing(4)
    hide = [{"marker": "m2", "commit": fresh("2")}, {"marker": "m1", "commit": fresh("1")}]
    says(page, hand.move(hide=hide).files(), ("HIDE_ILLEGAL", "proof", 4, "a"))


@pytest.mark.parametrize(
    "terms", [{"audit": "contact"}, {"arbiters": [{"key": fresh("k"), "box": fresh("b")}]}], ids=["contact", "arbiters"]
)
def test_terms_that_are_not_offered(page: Page, terms: Body) -> None:
    says(page, Hand(**terms).begun().files(), ("ENGINE_MISMATCH", "environment", 0, ""))


# --- The tape file ----------------------------------------------------------------------------------------


def test_dice_that_are_signed_and_do_not_follow_from_the_seed(page: Page) -> None:
    """Whoever signs such a tape has said so himself, however many messages follow."""
    hand = playing(4)
    draft = hand.drafted([("t.x", 6), ("t.y", 6)], input={"for": 3})
    hand.tapes[-1][1][2] = hand.tapes[-1][1][2] % 6 + 1  # type: ignore[operator]

    hand.add(draft | {"tape": tape_digest(hand.tapes[-1]).hex()}, "anna")
    hand.move([("t.x", 6)], input={"for": 4})
    says(page, hand.files(), ("TAPE_MISMATCH", "proof", 4, "a"))


def test_a_label_edited_in_the_tape_file(page: Page) -> None:
    """Both players have gone on from what was signed, so it is the file that was changed."""
    hand = playing(6)
    files = hand.files()
    files["tapes.jsonl"] = files["tapes.jsonl"].replace(b"t.x", b"t.v", 1)
    says(page, files, ("REPORT_MISMATCH", "damage", None, ""))


@pytest.mark.parametrize(
    "entry",
    [["t.x", 6], ["t.x", 0, 1], ["t.x", 6, 7], ["t.x", -1, 0], ["T", 6, 1], ["t.x", 65537, 1], "x", ["t.x", 6, 0, 0]],
)
def test_entries_that_no_tape_has(page: Page, entry: Any) -> None:

    hand = playing(4)
    draft = hand.drafted([], input={"for": 3})
    hand.tapes[-1] = [entry]
    hand.add(draft | {"tape": tape_digest([entry]).hex()}, "anna")
    says(page, hand.files(), ("TAPE_MISMATCH", "proof", 4, "a"))
