"""Rows L of the adversarial plan: page and pbem name the same code, class, exit status, message and side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.protocol.verify import head_of, log_lines, tape_lines
from tests.protocol.log_rows import (
    ANOTHER_FORM,
    BAD_KEYS,
    MALFORMED,
    accept_with_the_inviters_key,
    dropped,
    early,
    edited,
    of_another_game,
    other_terms,
    plus_group_order,
    relogged,
    resigned,
    seat_twice,
    signed_again,
    swapped,
    wrapped_part,
)
from tests.protocol.toy import (
    begun,
    body_of,
    cheat,
    line,
    signed,
)
from tests.report.page.browser import Page
from tests.report.page.rows import Body, Edit, agree, apart, beside, by, ours
from tests.tiers import later


@pytest.mark.parametrize("seq", [2, 3, 4])
def test_l01_a_second_message_after_the_reply(page: Page, seq: int) -> None:
    shown = ("FORK", "invalid", seq, "")
    apart(page, beside(begun(6), line(begun(seq), strike=1)), ("FORK", "proof", seq, by(seq)), shown)


def test_n05_a_second_message_that_was_never_valid(page: Page) -> None:
    for edit, code in (
        (lambda b: b.update(reveal="0" * 64), "REVEAL_MISMATCH"),
        (lambda b: b.pop("seal"), "SEAL_MISSING"),
        (lambda b: b["open"][0].update(value=5), "OPEN_MISMATCH"),
    ):
        agree(page, beside(begun(7), cheat(begun(5), edit)), (code, "invalid", 5, ""))
    agree(page, beside(begun(7), cheat(begun(5), strange)), ("PARENT_MISMATCH", "damage", 5, ""))
    shown = ("FORK", "invalid", 5, "")
    apart(page, beside(begun(7), cheat(begun(5), stated)), ("STATE_MISMATCH", "invalid", 5, ""), shown)


def strange(body: Body) -> None:
    body["parent"] = "0" * 64


def stated(body: Body) -> None:
    body["state"] = "0" * 64


def test_n16_a_malformed_message_of_another_game(page: Page) -> None:
    chain = begun(5)
    for game, said in (
        ("5" * 64, ("GAME_MISMATCH", "stranger", 5, "")),
        ("5" * 63, ("PAYLOAD_SCHEMA", "invalid", 5, "")),
        (chain.game.hex(), ("PAYLOAD_SCHEMA", "proof", 5, "b")),
    ):
        agree(page, beside(chain, cheat(chain, lambda b, game=game: b.update(game=game, foo=1))), said)
    agree(
        page, beside(chain, cheat(chain, lambda b: b.update(foo=b.pop("game")))), ("PAYLOAD_SCHEMA", "invalid", 5, "")
    )
    text = b' {"game" : "%s"}'
    agree(page, beside(chain, signed(text % (b"5" * 64), "b")), ("GAME_MISMATCH", "stranger", 5, ""))
    own = text % chain.game.hex().encode()
    agree(page, beside(chain, signed(own, "b")), ("PAYLOAD_NONCANONICAL", "proof", 5, "b"))
    agree(page, beside(chain, signed(own + text % (b"5" * 64), "b")), ("PAYLOAD_NONCANONICAL", "invalid", 5, ""))


def test_l01_a_second_accept(page: Page) -> None:
    bad = cheat(begun(1), lambda b: b.pop("vault"))
    apart(page, beside(begun(4), bad), ("FORK", "proof", 1, "b"), ("FORK", "invalid", 1, ""))
    other = line(begun(1), seed="again")
    agree(page, beside(begun(4), other), ("GAME_MISMATCH", "stranger", 1, ""))


@pytest.mark.parametrize("seq", range(6))
def test_l02_an_archived_message_edited(page: Page, seq: int) -> None:
    chain = begun(6)
    log = relogged(chain, seq, edited(chain.messages[seq].line, lambda b: b.update(note=["x"])))
    agree(page, {"log.jsonl": log, "tapes.jsonl": tape_lines(chain)}, ("SIG_INVALID", "damage", seq, ""))


@pytest.mark.parametrize("seq", range(1, 5))
def test_l03_an_archived_message_signed_again(page: Page, seq: int) -> None:
    chain = begun(6)
    agree(
        page,
        {"log.jsonl": signed_again(chain, seq), "tapes.jsonl": tape_lines(chain)},
        ("PARENT_MISMATCH", "damage", seq + 1, ""),
    )


@pytest.mark.parametrize("seq", range(5))
def test_l04_the_same_message_twice(page: Page, seq: int) -> None:
    chain = begun(5)
    files = beside(chain, chain.messages[seq].line, tapes=tape_lines(chain))
    said = agree(page, files, ("OK", "ok", None, ""))
    assert [(w["code"], w["message"]) for w in said["warnings"]] == [("REPLAY", seq)]


def test_l04_signed_anew_it_is_the_same_message(page: Page) -> None:
    chain = begun(5)
    again = signed(chain.messages[4].payload, "a")
    assert agree(page, beside(chain, again, tapes=tape_lines(chain)), ("OK", "ok", None, ""))["warnings"]


@pytest.mark.parametrize("seq", range(5))
def test_l05_l06_dropped_and_swapped(page: Page, seq: int) -> None:
    chain = begun(6)
    for log in (dropped(chain, seq), swapped(chain, seq)):
        agree(page, {"log.jsonl": log, "tapes.jsonl": tape_lines(chain)}, ("SEQ_GAP", "damage", seq + 1, ""))


def test_l07_the_same_side_twice_in_a_row(page: Page) -> None:
    chain = begun(5)
    agree(page, beside(chain, seat_twice(chain)), ("SIDE_TURN", "proof", 5, "a"))


def test_l08_a_message_of_another_game(page: Page) -> None:
    chain, (other, elsewhere) = begun(5), of_another_game()
    for message in other.messages[1:]:
        agree(page, beside(chain, message.line), ("GAME_MISMATCH", "stranger", message.seq, ""))
    agree(page, beside(chain, elsewhere), ("GAME_MISMATCH", "stranger", 0, ""))
    unfounded = cheat(begun(1), lambda b: b.update(game="0" * 64))
    agree(page, beside(begun(1), unfounded, tapes=b""), ("GAME_MISMATCH", "stranger", 1, ""))


@pytest.mark.parametrize("who", ["a", "c"])
def test_l09_another_key_signs_my_slot(page: Page, who: str) -> None:
    agree(page, beside(begun(5), cheat(begun(5), lambda b: None, who)), ("SIG_WRONG_KEY", "stranger", 5, ""))


def test_l10_terms_changed_after_the_accept(page: Page) -> None:
    agree(page, {"log.jsonl": other_terms(begun(4))}, ("PARENT_MISMATCH", "damage", 1, ""))


def test_l14_accept_with_the_inviters_key(page: Page) -> None:
    chain = begun(1)
    agree(page, beside(chain, accept_with_the_inviters_key(chain), tapes=b""), ("KEY_REUSED", "invalid", 1, ""))


@pytest.mark.parametrize("length", [0, 1])
@pytest.mark.parametrize("key", [*BAD_KEYS, "00" * 32, "ff" * 32])
def test_l15_a_bad_public_key(page: Page, length: int, key: str) -> None:
    chain = begun(length)
    bad = cheat(chain, lambda b: b.update(key=key))
    agree(page, beside(chain, bad, tapes=b""), ("KEY_INVALID", "invalid", length, ""))


def test_l16_signature_plus_group_order(page: Page) -> None:
    chain = begun(5)
    agree(page, beside(chain, plus_group_order(chain)), ("SIG_INVALID", "damage", 5, ""))


@pytest.mark.parametrize(
    "edit",
    [
        *MALFORMED,
        lambda o: o.update(payload=o["payload"] + "===="),
        lambda o: o.update(payload="A"),
        lambda o: o.update(payloadType=1),
        lambda o: o.update(payloadType="\n\t\x7f\u2028"),
        later(lambda o: o.update(payloadType="x" * 30_000_000)),
    ],
)
def test_l17_l21_malformed_envelopes(page: Page, edit: Edit) -> None:
    chain = begun(5)
    files = beside(chain, resigned(line(chain), edit))
    code = ours(files)["code"]
    assert code in ("ENVELOPE_MALFORMED", "PAYLOAD_TYPE", "PAYLOAD_SIZE")
    agree(page, files, (code, "stranger" if code == "PAYLOAD_TYPE" else "damage", 5, ""))


@pytest.mark.parametrize(
    "change",
    [
        *ANOTHER_FORM,
        lambda line: line + b"}",
        lambda line: line + b"\r",
        lambda line: b"",
        lambda line: line.replace(b"application/", b"application\\/"),
        lambda line: line.replace(b"application/", b"\\ud800/"),
        lambda line: line.replace(b"application/", b"\xed\xa0\x80/"),
        lambda line: line.replace(b'"payloadType":"', b'"payloadType":"\\u0041'),
    ],
)
def test_l21_envelopes_in_another_form(page: Page, change: Callable[[bytes], bytes]) -> None:
    chain = begun(5)
    agree(page, beside(chain, change(line(chain))), ("ENVELOPE_MALFORMED", "damage", 5, ""))


@pytest.mark.parametrize("extra", ["a", "c"])
def test_l18_a_further_signature(page: Page, extra: str) -> None:
    bad = signed(body_of(line(begun(5))), "b", extra)
    agree(page, beside(begun(5), bad), ("SIG_WRONG_KEY", "stranger", 5, ""))


def test_l19_l20_another_payload_type(page: Page) -> None:
    chain = begun(5)
    text = resigned(line(chain), lambda o: o.update(payloadType="text/plain"))
    part, wrapped = wrapped_part(chain)
    for bad in (text, part):
        agree(page, beside(chain, bad), ("PAYLOAD_TYPE", "stranger", 5, ""))
    agree(page, beside(chain, wrapped), ("SIG_INVALID", "damage", 5, ""))


def test_l22_a_log_cut_before_the_known_head(page: Page) -> None:
    chain, head = begun(6), head_of(begun(6))
    assert agree(page, beside(chain, tapes=tape_lines(chain)) | {"head": head}, ("OK", "ok", None, ""))
    cut = ("LOG_TRUNCATED", "damage", None, "")
    for kept in (2, 3, 5):
        agree(page, beside(begun(kept), tapes=tape_lines(begun(kept))) | {"head": head}, cut)
    agree(page, {"log.jsonl": b"", "head": head}, cut)
    other = begun(5).extend(line(begun(5), strike=1))
    agree(page, beside(other, tapes=tape_lines(other)) | {"head": head}, cut)
    agree(page, beside(begun(6), tapes=tape_lines(begun(6))) | {"head": head_of(begun(4))}, ("OK", "ok", None, ""))
    for bad in (head[:-1], head.replace(b"6", b"06"), head.replace(b"\n", b"\r\n"), b"x" * 10_000, head + b"\n"):
        agree(page, beside(chain, tapes=tape_lines(chain)) | {"head": bad}, cut)


def test_l22_a_torn_log(page: Page) -> None:
    chain = begun(6)
    agree(page, {"log.jsonl": log_lines(chain)[:-1]}, ("ENVELOPE_MALFORMED", "damage", 5, ""))
    torn = b"nonsense\n" + log_lines(chain)[:-1]
    agree(page, {"log.jsonl": torn}, ("ENVELOPE_MALFORMED", "damage", 6, ""))


def test_messages_from_the_future_of_a_log_without_keys(page: Page) -> None:
    chain = begun(5)
    agree(page, beside(begun(1), chain.messages[3].line, tapes=b""), ("SEQ_GAP", "damage", 3, ""))
    agree(page, beside(begun(1), early(chain), tapes=b""), ("SIG_WRONG_KEY", "stranger", 1, ""))
