"""Whole small campaigns: handshake, moves, pursuit, offers, resignation, audits, verdicts."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.protocol import compose, keys
from pbem.protocol.chain import Chain
from pbem.protocol.commitments import Tree, sealed, sealed_opening
from pbem.protocol.faults import CLASSES, EXITS, Fault
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile, write_keyfile
from pbem.protocol.machine import ABSENT
from pbem.protocol.openings import CheckedOpenings, OwnOpenings, bound_message
from pbem.protocol.secrets_ring import Ring
from pbem.protocol.vault import VaultError, read_vault, write_vault
from pbem.protocol.verify import head_of, log_lines, tape_lines, verify_log, verify_single
from tests.places import PROJECT as ROOT
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
)


def finished(hp: int = 3) -> Chain:
    """A game fought to its end, and both audits."""
    chain = begun(2, Toy(hp=hp))
    while not chain.audited:
        chain = chain.extend(line(chain, strike=3))
    return chain


def test_an_empty_chain_waits_for_the_inviter() -> None:
    chain = Chain(Toy(), TREES)
    assert (chain.waits_for, chain.need, chain.over, chain.game, chain.terms, chain.keys) == (
        *("a", {}, {}, b"", {}),
        {},
    )


def test_the_handshake_binds_keys_and_game() -> None:
    chain = begun(2)
    assert chain.keys == {seat: keys.public_key(MASTERS[seat]) for seat in "ab"}
    assert chain.need == {"side": "a", "ask": "orders", "n": 1}
    assert chain.waits_for == "a"
    assert len(chain.game) == 32
    assert chain.tapes == ([],)


def test_moves_alternate_and_roll_the_opponents_dice() -> None:
    chain = begun(7)
    assert [m.seat for m in chain.messages] == list("abababa")
    assert [len(tape) for tape in chain.tapes] == [0, 0, 2, 2, 2, 2]
    assert [state["n"] for state in chain.states[1:]] == [1, 1, 2, 3, 4, 5]
    assert all(len(m.body["open"]) == 1 for m in chain.messages[3:])
    assert body_of(chain.messages[3].line)["open"][0]["at"] == 1
    assert chain.seed(2) != chain.seed(3)


def test_a_pursuit_is_continued_by_its_closer_with_phase_bound_doctrine() -> None:
    chain = grown(begun(2), 1, pursue=True)
    chain = grown(chain, 1)
    assert chain.need == {"side": "b", "ask": "continue", "n": 2}
    assert chain.messages[3].body["input"] == {"for": 2}
    chain = grown(chain, 1)
    opened = chain.messages[4].body["open"]
    assert [(entry["slot"], entry["at"]) for entry in opened] == [(1, 2)]
    assert chain.need["side"] == "b"
    assert "input" not in chain.messages[4].body
    chain = grown(chain, 2)
    assert chain.tapes[4] == []
    assert "input" in chain.messages[5].body


def test_phase_bound_values_are_those_before_the_orders_even_after_a_change() -> None:
    chain = grown(begun(4), 1, pursue=True)
    chain = grown(chain, 1)
    other_values = {"doctrine": [6, 1, ""]}
    closing = compose.close(chain, MASTERS["a"], commitments(chain))
    assert [entry["at"] for entry in closing.open] == [4]
    draft = compose.move(MASTERS["a"], chain, closing, other_values, fresh("v", 12))
    later = grown(chain.extend(draft.sign(MASTERS["a"])), 1)
    assert bound_message(later.messages, "a", 8, "message", 0).seq == 6
    assert bound_message(later.messages, "a", 8, "phase", 5).seq == 4


def test_illegal_orders_are_void_on_the_tape_and_the_message_stands() -> None:  # I05, I06
    chain = grown(grown(begun(2), 1, strike=9), 1)
    assert chain.tapes[2][:2] == [["strike.void", 0, 0], ["strike.default", 0, 0]]
    assert len(chain.tapes[2]) == 3


def test_a_game_ends_with_two_audits_and_nothing_after() -> None:
    chain = finished()
    first, second = chain.messages[-2:]
    assert chain.over["how"] == "board"
    assert chain.finished and chain.audited and chain.waits_for == ""
    assert [set(m.body["audit"]) for m in (first, second)] == [{"veils", "book"}] * 2
    verdict = verify_log(log_lines(chain), Toy(hp=3), TREES, complete=True, as_of="2099-01-01")
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
    assert verdict.dice == sum(len(tape) for tape in chain.tapes) > 0
    assert verdict.messages == len(chain.messages)
    with pytest.raises(ValueError, match="no segment"):
        compose.close(chain, MASTERS["a"], commitments(chain))


def test_resignation_ends_the_game_in_its_own_message() -> None:
    chain = grown(begun(4), 1, control={"resign": True})
    assert chain.over == {"how": "resigned", "by": "a", "winner": "b"}
    assert "audit" in chain.messages[4].body
    assert not chain.audited and chain.waits_for == "b"
    chain = grown(chain, 1)
    assert chain.audited
    assert "input" not in chain.messages[5].body


def test_a_draw_offered_and_accepted() -> None:
    chain = grown(begun(4), 1, control={"offer": "draw"})
    assert chain.over == {} and "input" not in chain.messages[4].body
    chain = grown(chain, 1, control={"answer": "accept"})
    assert chain.over == {"how": "draw-agreed"}
    assert grown(chain, 1).audited


def test_a_draw_offered_and_declined_leaves_the_question_due() -> None:
    chain = grown(begun(4), 1, control={"offer": "draw"})
    chain = grown(chain, 1, control={"answer": "decline"})
    assert chain.need == {"side": "a", "ask": "orders", "n": 3}
    assert "input" not in chain.messages[5].body
    chain = grown(chain, 1)
    assert chain.messages[6].body["input"]["for"] == 3


def test_a_copy_is_a_warning_and_changes_nothing() -> None:  # L04
    chain = begun(5)
    again = chain.extend(chain.messages[3].line)
    assert again.messages == chain.messages and again.states == chain.states
    assert [(w.code, w.seq) for w in again.warnings] == [("REPLAY", 3)]
    log = log_lines(chain) + chain.messages[4].line + b"\n"
    verdict = verify_log(log, Toy(), TREES)
    assert (verdict.code, verdict.exit, [w.code for w in verdict.warnings]) == ("OK", 0, ["REPLAY"])


def test_a_date_that_runs_backward_is_a_warning() -> None:
    chain = grown(begun(2), 1, words=compose.Words(date="2024-05-02T10:00:00Z"))
    chain = grown(chain, 1, words=compose.Words(date="2024-05-01T10:00:00Z"))
    assert [(w.code, w.seq) for w in chain.warnings] == [("DATE_BACKWARD", 3)]
    assert "before message 2 of side a" in chain.warnings[0].detail
    chain = grown(chain, 1, words=compose.Words(date="2024-05-01T10:00:00Z"))
    assert [(w.code, w.seq) for w in chain.warnings[1:]] == [("DATE_BACKWARD", 4)]
    assert "of the same side" in chain.warnings[1].detail


def test_extension_runs_each_segment_once() -> None:
    class Counting(Toy):
        runs = 0

        def run(self, *args, **kwargs):  # type: ignore[no-untyped-def]
            Counting.runs += 1
            return super().run(*args, **kwargs)

    lines = [m.line for m in begun(8).messages]
    chain = Chain(Counting(), TREES)
    for envelope in lines:
        chain = chain.extend(envelope)
    assert Counting.runs == 5


def test_the_clock_runs_out_only_when_asked() -> None:  # K12
    chain = grown(begun(4), 1, words=compose.Words(date="2024-02-20T12:00:00Z"))
    log = log_lines(chain)
    assert verify_log(log, Toy(), TREES).code == "OK"
    assert verify_log(log, Toy(), TREES, as_of="2024-03-05T12:00:00Z").code == "OK"
    late = verify_log(log, Toy(), TREES, as_of="2024-03-05T12:00:01Z")
    assert (late.code, late.cls, late.exit, late.signed_by) == ("OPEN_SEGMENT", "pending", 15, "")
    assert "waits for b since 2024-02-20" in late.detail
    undated = log_lines(begun(5))
    assert verify_log(undated, Toy(), TREES, as_of="2099-01-01").code == "OK"
    with pytest.raises(ValueError, match="not a date"):
        verify_log(log, Toy(), TREES, as_of="tomorrow")


def test_complete_asks_for_end_and_audits() -> None:
    running = verify_log(log_lines(begun(5)), Toy(), TREES, complete=True)
    assert (running.code, running.exit) == ("OPEN_SEGMENT", 15)
    resigned = grown(begun(4), 1, control={"resign": True})
    verdict = verify_log(log_lines(resigned), Toy(), TREES, complete=True)
    assert (verdict.code, verdict.exit) == ("NOT_AUDITED", 15)
    assert verdict.detail == "finished, not audited; waits for b"


def test_tape_file_is_compared() -> None:
    chain = begun(6)
    tapes = tape_lines(chain)
    assert tapes.count(b"\n") == 5
    assert verify_log(log_lines(chain), Toy(), TREES, tapes=tapes).code == "OK"
    for bad in (tapes[:-3], tapes.replace(b"strike.1", b"strike.2", 1), tapes + b"[]\n"):
        verdict = verify_log(log_lines(chain), Toy(), TREES, tapes=bad)
        assert (verdict.code, verdict.cls, verdict.signed_by) == ("REPORT_MISMATCH", "damage", "")


def test_log_longer_than_the_head_stands() -> None:
    assert verify_log(log_lines(begun(6)), Toy(), TREES, head=head_of(begun(4))).code == "OK"
    with pytest.raises(ValueError, match="no head"):
        head_of(begun(1))


def test_a_single_message_is_judged_by_a_key() -> None:
    chain = begun(4)
    good, message = verify_single(chain.messages[3].line, chain.keys["b"])
    assert (good.code, good.exit) == ("OK", 0)
    assert message is not None and message.id == chain.messages[3].id
    bad, nothing = verify_single(chain.messages[3].line, chain.keys["a"])
    assert (bad.code, bad.cls, nothing) == ("SIG_WRONG_KEY", "stranger", None)
    assert verify_single(b"{}", chain.keys["a"])[0].code == "ENVELOPE_MALFORMED"


def test_vault_gives_the_committed_values_back() -> None:
    chain = begun(4)
    vault = chain.messages[3].body["vault"]
    assert read_vault(MASTERS["b"], chain.game, 3, vault) == {"doctrine": {0: 3, 1: 2}}
    for master, seq in ((MASTERS["a"], 3), (MASTERS["b"], 2)):
        with pytest.raises(VaultError):
            read_vault(master, chain.game, seq, vault)
    sizes = {len(write_vault(MASTERS["a"], chain.game, 2, {"doctrine": [i] * 4}, bytes(12))) for i in range(9)}
    assert len(sizes) == 1
    with pytest.raises(VaultError):
        read_vault(MASTERS["b"], chain.game, 3, "!")


@pytest.mark.slow
def test_keyfile_round_trip() -> None:
    clear = write_keyfile(MASTERS["a"], "", bytes(16), bytes(12))
    assert read_keyfile(clear, "") == MASTERS["a"] and not needs_passphrase(clear)
    boxed = write_keyfile(MASTERS["a"], "grouchy", bytes(16), bytes(12))
    assert MASTERS["a"].hex().encode() not in boxed and needs_passphrase(boxed)
    assert read_keyfile(boxed, "grouchy") == MASTERS["a"]
    for data, word in ((boxed, "blücher"), (boxed[:-9], "grouchy"), (b"{}", ""), (b"", ""), (b"x" * 9999, "")):
        with pytest.raises(KeyFileError):
            read_keyfile(data, word)
    with pytest.raises(KeyFileError, match="scrypt parameters"):
        read_keyfile(boxed.replace(b'"n":131072', b'"n":1'), "grouchy")
    with pytest.raises(KeyFileError):
        read_keyfile(b'{"kdf":"other","master":"00","v":1}', "")


@pytest.mark.parametrize("sizes", [(31, 16, 12), (33, 16, 12), (32, 15, 12), (32, 16, 13)])
def test_a_key_file_is_not_written_of_other_sizes(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="takes a master of 32"):
        write_keyfile(bytes(sizes[0]), "", bytes(sizes[1]), bytes(sizes[2]))


def test_faults_name_a_side_only_where_its_signature_counts() -> None:
    assert {Fault(code).cls for code in CLASSES} <= set(EXITS)
    for code, base in CLASSES.items():
        named, nobody = Fault(code, "x", 3, "a"), Fault(code, "x", 3)
        assert (named.cls == "proof") == (base in ("proof", "invalid"))
        assert nobody.cls != "proof" and nobody.signed_by == ""
        assert bool(named.signed_by) == (named.cls == "proof")


def test_compose_refuses_what_cannot_stand() -> None:
    chain = begun(4)
    with pytest.raises(ValueError, match="not that of side a"):
        compose.close(chain, MASTERS["b"], commitments(chain))
    closing = compose.close(chain, MASTERS["a"], commitments(chain))
    for values in ({"doctrine": [1] * 5}, {"doctrine": [1.5]}, {"doctrine": ["\n"]}, {}):
        with pytest.raises(ValueError, match=r"."):
            compose.move(MASTERS["a"], chain, closing, values, bytes(12))
    with pytest.raises(ValueError, match="note"):
        words = compose.Words(note=["x" * 201])
        compose.move(MASTERS["a"], chain, closing, VALUES, bytes(12), words=words)
    with pytest.raises(ValueError, match="follows the invitation"):
        compose.accept(MASTERS["b"], chain, bytes(32), VALUES, bytes(12))
    with pytest.raises(KeyError):
        compose.close(chain, MASTERS["a"], {})


def test_the_closer_rule_holds_for_both_sources() -> None:
    chain = begun(4)
    ring = Ring.single(MASTERS["a"], chain.game)
    source = OwnOpenings(chain.messages, TREES, chain.game, "a", ring, commitments(chain))
    checked = chain.checked("a", {})
    assert source.consult("b", "doctrine", 0, "message", 2) is checked.consult("b", "doctrine", 0, "message", 2)
    assert source.consult("b", "doctrine", 0, "message", 2) is ABSENT
    assert source.claim("b", "m1", "infantry") is checked.claim("b", "m1", "infantry") is ABSENT
    for args in (("a", "hidden", 0), ("a", "doctrine", 4), ("a", "doctrine", -1)):
        with pytest.raises(Fault, match="ENGINE_MISMATCH"):
            source.consult(*args, "message", 2)
    with pytest.raises(Fault, match="ENGINE_MISMATCH"):
        source.consult("a", "doctrine", 0, "phase", 1)


def test_claims_answer_the_questions_of_the_rules_in_their_order() -> None:
    def claims(*told: tuple[str, str, str]) -> CheckedOpenings:
        listed = [{"marker": marker, "say": say, "value": value} for marker, say, value in told]
        return begun(4).checked("a", {"claims": listed})

    source = claims(("m1", "kind", "corps"), ("m2", "kind", "dummy"))
    assert [source.claim("a", name, "kind") for name in ("m1", "m2")] == ["corps", "dummy"]
    for source in (claims(), claims(("m2", "kind", "corps")), claims(("m1", "strength", "corps"))):
        with pytest.raises(Fault, match="marker m1: whether kind was asked and is not claimed") as missing:
            source.claim("a", "m1", "kind")
        assert missing.value.code == "OPEN_MISSING"


def reading(chain: Chain, opening: dict[str, Any]) -> list[CheckedOpenings | OwnOpenings]:
    """Whoever closes after an input of the other side that opens this: the receivers' source and his own."""
    last = chain.messages[-1]
    shown = replace(last, body={**last.body, "input": {**last.body["input"], "open": [opening]}})
    messages, ring = (*chain.messages[:-1], shown), Ring.single(MASTERS["a"], chain.game)
    return [
        CheckedOpenings(messages, TREES, chain.game, "a", []),
        OwnOpenings(messages, TREES, chain.game, "a", ring, commitments(chain)),
    ]


def test_standing_orders_that_the_other_side_opens_with_its_input_are_those_it_committed_to() -> None:
    chain = begun(4)
    veil = keys.veil_secret(MASTERS["b"], chain.game)
    committed = Tree(chain.game, "b", 1, "doctrine", veil, VALUES["doctrine"], 2)
    for opening, value in (
        (committed.opening(0), 3),
        ({**committed.opening(0), "value": 6}, ABSENT),
        (Tree(chain.game, "b", 1, "doctrine", veil, [6, 2, ""], 2).opening(0), ABSENT),
        (committed.opening(1), ABSENT),
    ):
        assert [one.consult("b", "doctrine", 0, "phase", 2) for one in reading(chain, opening)] == [value] * 2


def test_a_sealed_answer_that_the_other_side_opens_with_its_input_is_the_one_it_sealed() -> None:
    chain, salt = begun(4), fresh("salt of the seal")
    commit = sealed(chain.game, "b", 1, salt, "raid").hex()
    for opening, value in (
        (sealed_opening(1, salt, "raid"), "raid"),
        (sealed_opening(1, salt, "hold"), ABSENT),
        (sealed_opening(3, salt, "raid"), ABSENT),
    ):
        assert [one.sealed("b", 1, commit) for one in reading(chain, opening)] == [value] * 2


def run_check(log: Path, tapes: Path) -> subprocess.CompletedProcess[str]:
    script = ROOT / "docs" / "check_dice.py"
    return subprocess.run(
        [sys.executable, "-I", str(script), str(log), str(tapes)], check=False, capture_output=True, encoding="utf-8"
    )


@pytest.mark.slow
def test_the_stand_alone_script_agrees(tmp_path: Path) -> None:
    chain = finished(6)
    log, tapes = tmp_path / "log.jsonl", tmp_path / "tapes.jsonl"
    log.write_bytes(log_lines(chain))
    tapes.write_bytes(tape_lines(chain))
    good = run_check(log, tapes)
    dice = verify_log(log_lines(chain), Toy(hp=6), TREES).dice
    assert good.returncode == 0, good.stdout + good.stderr
    assert f"{len(chain.messages)} messages" in good.stdout and f"{dice} dice" in good.stdout

    result = chain.tapes[2][0][2]
    other_die = tape_lines(chain).replace(f'["strike.0",6,{result}]'.encode(), b'["strike.0",6,7]', 1)
    tapes.write_bytes(other_die)
    bad = run_check(log, tapes)
    assert bad.returncode == 1 and "segment 2" in bad.stdout and bad.stderr == ""

    tapes.write_bytes(tape_lines(chain))
    for bad_log in (
        log_lines(chain).replace(chain.messages[3].line + b"\n", b""),
        log_lines(chain)[:-1],
        log_lines(begun(4, Toy(hp=6))) + cheat(begun(4, Toy(hp=6)), lambda b: b.update(reveal="0" * 64)) + b"\n",
        b"{}\n",
        b"",
    ):
        log.write_bytes(bad_log)
        bad = run_check(log, tapes)
        assert bad.returncode == 1 and bad.stdout.count("\n") == 1 and bad.stderr == ""


def test_the_stand_alone_script_is_short_and_shares_nothing() -> None:
    text = (ROOT / "docs" / "check_dice.py").read_text("utf-8")
    assert text.count("\n") <= 150
    assert "pbem.protocol" not in text and "import pbem" not in text


def test_a_forged_tape_file_with_a_signed_digest_is_caught_by_the_seed(tmp_path: Path) -> None:
    chain = begun(3)
    forged = [["strike.0", 6, 6], ["strike.1", 6, 6]]

    def edit(body: dict[str, object]) -> None:
        from pbem.protocol.dice import tape_digest

        body["tape"] = tape_digest(forged).hex()

    envelope = cheat(chain, edit)
    assert refused(chain, envelope) == ("TAPE_MISMATCH", "proof", 3, "b")
    log, tapes = tmp_path / "l", tmp_path / "t"
    log.write_bytes(log_lines(chain) + envelope + b"\n")
    tapes.write_bytes(b'[]\n[]\n[["strike.0",6,6],["strike.1",6,6]]\n')
    bad = run_check(log, tapes)
    assert bad.returncode == 1 and "strike.0" in bad.stdout
