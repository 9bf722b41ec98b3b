"""Amendments between two whole clients: a corrected position, and another version of the rules."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.offers import due_for, offer_words, stretches, takeback
from pbem.campaign.core.patching import patched
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.amending import amendment, outlook, read_patch
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive, judge_log
from pbem.campaign.telling.reports import own_text, public_text
from pbem.campaign.telling.webreports import public_page
from pbem.errors import Problem
from pbem.protocol.faults import Fault
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.campaign.agreeing import answer, hand, judged, offer, play
from tests.campaign.folders import Peer, begin
from tests.campaign.second_edition import FIRST, SECOND, both, installed, second_alone

# -- corrections of the position ---------------------------------------------------


def text_of(changes: list[tuple[Any, Any]]) -> bytes:
    return json.dumps([{"path": path, "value": value} for path, value in changes]).encode()


def amend(peer: Peer, engine: str = "", changes: list[tuple[Any, Any]] | None = None, reason: str = "") -> Any:
    campaign = peer.open(write=False)
    due = campaign.due()
    patch = read_patch(due.state["at"], text_of(changes), "fix.yaml") if changes else []
    return amendment(campaign, due, engine, patch, reason)


@pytest.mark.slow
def test_a_correction_that_both_sign(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    control = amend(a, "", [("at/tau-1", "0611"), (["turn"], "2")], "the counter stood in 0611\nand not in 0610")
    assert control["patch"] == [{"path": ["at", "tau-1"], "value": "0611"}, {"path": ["turn"], "value": 2}]
    offer(a, control)
    hand(a, b, 6)
    campaign = b.open(write=False)
    assert "at/tau-1" in offer_words(campaign, control)
    answer(b, "accept")
    hand(b, a, 7)
    chain = a.open(write=False).chain
    assert chain.states[7]["at"]["at"]["tau-1"] == "0611" and chain.states[7]["at"]["turn"] == 2
    assert chain.states[6]["at"]["at"].get("tau-1") != "0611"
    assert chain.need["n"] == chain.states[6]["n"] + 1
    play(a, b, 3)
    verdict = judged(a).verdict
    assert (verdict.code, verdict.agreed) == ("OK", {"amend": 1})
    assert stretches(a.open(write=False).chain) == [(0, FIRST)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (b"", "a list of changes"),
        (b"path: a", "a list of changes"),
        (b"- 5\n", "nothing else"),
        (b"- path: turn\n", "nothing else"),
        (b"- path: turn\n  value: 1\n  why: x\n", "nothing else"),
        (b"- path: {a: b}\n  value: 1\n", "list of at most"),
        (b"- path: at/nobody\n  value: 1\n", "has no 'nobody'"),
        (b"- path: nowhere\n  value: 1\n", "the position has no"),
        (b"- path: out/0\n  value: 1\n", "has no '0'"),
        (b"- path: turn/deeper\n  value: 1\n", "nothing inside"),
        (b"- path: [" + b"a," * 40 + b"]\n  value: 1\n", "list of at most"),
        (b"- &x path: turn\n  value: *x\n", "anchor"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_patch_file_is_refused_with_its_place(tmp_path: Path, text: bytes, word: str) -> None:
    at = NapoleonAtWar().game("jena-auerstadt", {}).start()
    with pytest.raises(Problem, match=word) as refused:
        read_patch(at, text, "fix.yaml")
    assert refused.value.where.startswith("fix.yaml:") and refused.value.code in ("OFFER_INVALID", "ORDERS_YAML")


def test_values_of_a_patch_are_typed_like_what_they_replace() -> None:
    at = {"turn": 1, "hex": "0610", "flag": True, "list": [1], "texts": ["1"], "map": {"a": "1", "b": 2}}
    changes = text_of([("turn", "7"), ("hex", "0611"), ("hex", "12"), ("flag", "false")])
    assert [c["value"] for c in read_patch(at, changes, "f")] == [7, "0611", "12", False]
    changes = text_of([("list", ["2", "3"]), ("texts", ["2"]), ("map", {"a": "5", "b": "6", "c": "x", "d": "7"})])
    told = [c["value"] for c in read_patch(at, changes, "f")]
    assert told == [[2, 3], ["2"], {"a": "5", "b": 6, "c": "x", "d": 7}]
    # What no JSON reader holds exactly stays the text that it was.
    most = str(2**53 - 1)
    told = [
        c["value"] for c in read_patch(at, text_of([("turn", most), ("turn", f"-{most}"), ("turn", str(2**53))]), "f")
    ]
    assert told == [2**53 - 1, 1 - 2**53, str(2**53)]
    # A later change sees what an earlier one put there; the file's own position stays as it was.
    assert [c["path"] for c in read_patch(at, text_of([("list", ["5", "6"]), ("list/1", "7")]), "f")][1] == ["list", 1]
    assert at["list"] == [1]


def test_amendments_that_are_not_even_offered(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    for engine, changes, reason, word in (
        ("", None, "", "changes nothing"),
        ("", [("turn", "2")], " ", "needs a reason"),
        ("", [("turn", "2")], "x" * 1001, "longer than"),
        (FIRST, None, "", "already"),
        ("chess 1", None, "", "cannot change games"),
        (SECOND, None, "", "is not here"),
    ):
        with pytest.raises(Problem, match=word):
            amend(a, engine, changes, reason)
    campaign = a.open(write=False)
    due = campaign.due()
    with pytest.raises(Problem, match="cannot go on"):
        outlook(campaign, due, amend(a, "", [("army", "saxon")], "x"))
    told = outlook(campaign, due, amend(a, "", [("turn", "9")], "x"))
    assert told["before"] != told["after"] and "Game-Turn 9" in told["after"]
    assert told["places"][0]["after"] == 9
    with pytest.raises(Problem) as refused:
        offer(a, amend(a, "", [("army", "saxon")], "x"))
    assert refused.value.code == "OFFER_INVALID" and not (a.path / "outbox" / "0006-a.yaml").exists()


def test_hostile_corrections_end_in_a_fault_or_in_a_position_that_can_be_told(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    campaign = a.open(write=False)
    state, rng = campaign.due().state, random.Random(1806)
    values: list[Any] = [0, -1, 2**53 - 1, "", "../../x", "x" * 3000, [], {}, [[1]], {"a": {"b": []}}, True, "0610"]
    went, stopped = 0, 0
    for _ in range(250):
        path = _some_path(rng, state["at"])
        try:
            after = patched(campaign.machine, state, [{"path": path, "value": rng.choice(values)}])
        except Fault as fault:
            assert fault.code == "OFFER_INVALID" and len(fault.detail) <= 300
            stopped += 1
            continue
        went += 1
        game = campaign.game
        assert game.telling.headline(after["at"]) and game.telling.phase_name(after["at"]).isprintable()
        assert after["n"] == state["n"] + 1 or after["over"]
    assert went > 10 and stopped > 50


def _some_path(rng: random.Random, node: Any) -> list[Any]:
    path: list[Any] = []
    while isinstance(node, dict | list) and node and (rng.random() < 0.8 or not path):
        step = rng.choice(sorted(node)) if isinstance(node, dict) else rng.randrange(len(node))
        path.append(step)
        node = node[step]
    return path if rng.random() < 0.9 else [*path, "beyond"]


# -- two versions of the rules -------------------------------------------------------


def amended_campaign(root: Path, messages: int = 6) -> tuple[Peer, Peer]:
    """A campaign whose players went over to the second version with message `messages` + 1."""
    with installed(NapoleonAtWar()):
        a, b = begin(root, messages)
    with installed(both()):
        peers = (a, b) if messages % 2 == 0 else (b, a)
        hand(peers[1], peers[0], messages - 1)
        control = amend(peers[0], SECOND, reason="the rule on night")
        assert set(control["terms"]) == {"engine", "ruleset"}
        offer(peers[0], control)
        hand(peers[0], peers[1], messages)
        answer(peers[1], "accept")
        hand(peers[1], peers[0], messages + 1)
    return a, b


@pytest.mark.slow
@pytest.mark.smoke
def test_play_goes_on_by_the_amended_rules_and_everything_is_verified(tmp_path: Path) -> None:
    a, b = amended_campaign(tmp_path)
    with installed(both()):
        campaign = a.open(write=False)
        assert f"napoleon-at-war {campaign.machine.ruleset.version}" == SECOND == campaign.chain.terms["engine"]
        assert stretches(campaign.chain) == [(0, FIRST), (7, SECOND)]
        while status_of(a.open(write=False)).awaited != "nothing: the campaign is over and audited":
            play(a, b, 1)
        told = judged(a)
        assert (told.verdict.code, told.verdict.detail) == ("OK", "finished and audited")
        # Decisions of both stretches are counted.
        assert told.answered > sum(1 for m in a.open(write=False).chain.messages[:7] if "input" in m.body)
        for peer in (a, b):
            assert judge_archive(archive_bytes(peer.open(write=False))).exit == 0
        # Reports of the first stretch keep the words of its rules, whoever writes them again.
        campaign = a.open(write=False)
        for seq in range(2, len(campaign.chain.messages)):
            name = f"{seq:04d}-{campaign.chain.messages[seq].seat}.txt"
            kept = {(peer.path / "reports" / name).read_text(encoding="utf-8") for peer in (a, b)}
            assert kept == {public_text(campaign, seq)}
            told = kept.pop()
            assert ("Second edition" in told) == (seq > 6)
            assert (f"play on by {SECOND} (the rule on night)" in " ".join(told.split())) == (seq in (6, 7))


@pytest.mark.slow
@pytest.mark.parametrize(("word", "turn"), [("accept", 9), ("decline", 3)])
def test_a_message_that_answers_says_in_which_phase_it_stands(tmp_path: Path, word: str, turn: int) -> None:
    """It carries nothing out and orders nothing; an accepted correction may have led to another turn."""
    a, b = begin(tmp_path, 6)
    hand(b, a, 5)
    offer(a, amend(a, "", [("turn", "9")], "we forgot"))
    hand(a, b, 6)
    answer(b, word)
    hand(b, a, 7)
    campaign = a.open(write=False)
    heading = f"Game-Turn {turn}, French player turn"
    for text in (public_text(campaign, 7), own_text(campaign)):
        lines = text.splitlines()
        assert heading in lines[6], lines[:10]
        assert lines[8] == f"Bert (Prussian) {word}s the offer of message 6."
    assert f"<h2>{heading}" in public_page(campaign, 7)


@pytest.mark.slow
def test_orders_in_the_accepting_message_are_those_of_the_amended_rules(tmp_path: Path) -> None:
    # Odd and even: one of them has orders due to the side that accepts, or to the one that offered.
    for messages in (6, 7):
        a, b = amended_campaign(tmp_path / str(messages), messages)
        with installed(both()):
            play(a, b, 2)
            assert judged(b).verdict.code == "OK"


@pytest.mark.slow
def test_a_program_without_the_second_version(tmp_path: Path) -> None:
    with installed(NapoleonAtWar()):
        a, b = begin(tmp_path, 6)
    with installed(both()):
        hand(b, a, 5)
        offer(a, amend(a, SECOND, reason="x"))
    with installed(NapoleonAtWar()):
        hand(a, b, 6)
        campaign = b.open(write=False)
        accept, decline = status_of(campaign).answers
        assert accept.commands == () and SECOND in accept.told and "not possible here" in accept.told
        assert decline.commands[-1] == "pbem answer decline"
        with pytest.raises(Fault) as refused:
            due_for(campaign, "accept")
        assert (refused.value.code, refused.value.cls) == ("ENGINE_MISMATCH", "environment")
        # Whoever lacks the rules is not locked out: he says no, and the campaign goes on.
        answer(b, "decline")
        hand(b, a, 7)
        play(a, b, 2)
        assert judged(a).verdict.code == "OK"


@pytest.mark.slow
def test_a_program_without_the_first_version(tmp_path: Path) -> None:
    a, b = amended_campaign(tmp_path)
    log = b"".join(line + b"\n" for line in a.log())
    with installed(both()):
        archive, tapes = archive_bytes(a.open(write=False)), (a.path / "tapes.jsonl").read_bytes()
        play(a, b, 1)
        mail = (a.path if (a.path / "outbox" / "0008-a.yaml").exists() else b.path) / "outbox" / "0008-a.yaml"
    with installed(second_alone()):
        for told in (judge_log(log), judge_archive(archive)):
            assert (told.verdict.code, told.verdict.cls, told.verdict.signed_by) == (
                "ENGINE_MISMATCH",
                "environment",
                "",
            )
            assert FIRST in told.verdict.detail
            assert told.extra["without_rules"]["messages"] == 8 and told.extra["without_rules"]["fault"] is None
        # Everything but the rules is still checked: signatures, seals, and the dice on the tapes.
        with_tapes = judge_log(log, tapes)
        assert with_tapes.extra["without_rules"]["fault"] is None and with_tapes.verdict.exit == 13
        lines = log.split(b"\n")
        swapped = judge_log(b"\n".join([*lines[:4], lines[5], lines[4], *lines[6:]])).extra["without_rules"]
        assert (swapped["messages"], swapped["fault"]["code"]) == (4, "SEQ_GAP")
        for act in (lambda: a.open(write=False), lambda: b.receive(mail.read_bytes())):
            with pytest.raises(Fault) as refused:
                act()
            assert refused.value.code == "ENGINE_MISMATCH" and FIRST in refused.value.detail


@pytest.mark.slow
def test_no_takeback_beyond_the_amendment(tmp_path: Path) -> None:
    a, b = amended_campaign(tmp_path)
    with installed(both()):
        play(a, b, 1)
        sender = a if len(a.log()) % 2 == 0 else b
        with pytest.raises(Problem) as refused:
            takeback(sender.open(write=False), 2)
        assert refused.value.code == "OFFER_INVALID" and "message 8" in refused.value.what
