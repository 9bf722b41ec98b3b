"""offer, answer, audit: what people type when they agree on something, and what everybody is told of it."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.campaign.second_edition import FIRST, SECOND, both, installed, second_alone
from tests.cli.players import Duel, Player, accepted, assert_two_lines, fresh_player
from tests.places import DOCS


@pytest.fixture
def midway(duel: Duel) -> Duel:
    """Message 5 is Bert's."""
    for seq in (2, 3, 4):
        duel.turn(seq)
    return duel


def handed(duel: Duel, sender: Player, seq: int) -> None:
    """The other one takes the message in."""
    receiver = duel.anna if sender is duel.bert else duel.bert
    receiver.good("receive", duel.mail(sender, seq), "--quiet")


@pytest.mark.slow
def test_a_takeback_to_the_others_orders_is_answered_with_orders(midway: Duel) -> None:
    said = midway.bert.good("offer", "takeback", "--to", "2", "--dry-run")
    assert "Nothing was signed." in said.out and "count no more but stay in the log" in " ".join(said.out.split())
    assert not list((midway.bert.place / "outbox").glob("0005*"))
    midway.bert.good("offer", "takeback", "--to", "2", typed="y\n")
    handed(midway, midway.bert, 5)
    status = midway.anna.good("status").out
    assert "take back message 2" in status and "pbem orders --answer accept; pbem check --answer accept" in status
    told = midway.anna.good("status", "--json").json
    assert [one["answer"] for one in told["answers"]] == ["accept", "decline"]
    assert all(one["means"] and one["commands"] for one in told["answers"])
    # The orders that lie there are those of another phase.
    stale = midway.anna("answer", "accept", "--yes")
    assert stale.status == 1 and "and the same --answer" in stale.err
    refused = midway.anna("orders")
    assert refused.status == 3 and "offer" in refused.err
    assert_two_lines(refused)
    written = midway.anna.good("orders", "--answer", "accept")
    assert "Game-Turn 1, French" in written.out and "pbem answer accept" in written.out
    assert "pbem answer accept" in midway.anna.good("check", "--answer", "accept").out
    mine = (midway.anna.place / "orders.yaml").read_bytes()
    said = midway.anna.good("answer", "accept", "--empty", typed="y\n")
    assert "By accepting: orders are given anew by Anna (French)" in " ".join(said.out.split())
    assert mine in [path.read_bytes() for path in (midway.anna.place / "orders").glob("0006-*.yaml")]
    handed(midway, midway.anna, 6)
    midway.turn(7)
    for player in (midway.anna, midway.bert):
        said = player.good("verify")
        assert "agreed outside the rules: 1 take-back" in said.out
        assert player.good("verify", "--json").json["agreed"] == {"takeback": 1}
        assert "agreed     1 take-back" in player.good("status").out
    assert "Agreed so far" in (midway.anna.place / "reports" / "0007-b.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_by_default_ones_own_last_orders_and_the_list_of_targets(midway: Duel) -> None:
    told = midway.bert.good("offer", "takeback", "--dry-run", "--json").json
    assert told["control"] == {"offer": "takeback", "to": 3} and told["signed"] is False and told["then"]
    said = midway.bert("offer", "takeback", "--to", "5")
    assert said.status == 2 and "--to 2, the orders of Anna (French)" in said.err
    assert_two_lines(said)
    not_his = midway.anna("offer", "takeback", "--yes")
    assert not_his.status == 3


@pytest.mark.slow
def test_declining_keeps_what_is_due(midway: Duel) -> None:
    orders = (midway.bert.place / "orders.yaml").read_bytes()
    midway.bert.good("offer", "draw", "--yes")
    assert (midway.bert.place / "orders.yaml").read_bytes() == orders
    handed(midway, midway.bert, 5)
    ignored = midway.anna("submit", "--yes", "--empty")
    assert ignored.status == 2 and "pbem answer accept" in ignored.err
    no = midway.anna.good("answer", "decline", "--empty", typed="n\n")
    assert "Nothing was signed." in no.out
    told = midway.anna.good("submit", "--answer", "decline", "--yes", "--empty", "--json").json
    assert told["message"] == 6
    handed(midway, midway.anna, 6)
    midway.turn(7)
    assert midway.bert.good("verify", "--json").json["agreed"] == {}


@pytest.mark.slow
def test_a_draw_ends_in_an_audit_that_finds_nothing(midway: Duel, tmp_path: Path) -> None:
    running = midway.anna.good("audit")
    assert "the game runs" in running.out and "standing orders, which stay private" in running.out
    midway.bert.good("offer", "draw", "--yes")
    handed(midway, midway.bert, 5)
    midway.anna.good("answer", "accept", "--empty", "--yes")
    handed(midway, midway.anna, 6)
    half = midway.bert.good("audit", "--json").json
    assert half["state"] == "finished" and set(half["disclosed"]) == {"a"} and half["waits_for"] == "b"
    assert half["hidden"]["b"]["standing_orders"] > 0
    midway.bert.good("submit", "--yes", "--empty")
    handed(midway, midway.bert, 7)
    midway.anna.good("archive", "--output", tmp_path / "game.pbem")
    reader = fresh_player(tmp_path, "nobody")
    for said in (midway.anna.good("audit"), reader.good("audit", tmp_path / "game.pbem")):
        assert "finished and audited: a draw, agreed on by both players" in said.out
        assert said.out.rstrip().endswith("Nothing that either player said is belied by what he disclosed.")
    told = reader.good("audit", tmp_path / "game.pbem", "--json").json
    assert told["exit"] == 0 and not told["findings"] and not told["hidden"] and told["fault"] is None
    assert "agreed outside the rules: 1 agreed draw" in reader.good("verify", tmp_path / "game.pbem").out


def test_audit_of_what_is_no_log_and_of_a_broken_one(midway: Duel, tmp_path: Path) -> None:
    reader = fresh_player(tmp_path, "nobody")
    lines = (midway.anna.place / "log.jsonl").read_bytes().splitlines(keepends=True)
    (reader.place / "log").write_bytes(b"".join(lines[:3] + lines[4:]))
    broken = reader("audit", "log")
    assert broken.status == 12 and "SEQ_GAP" in broken.out
    for data in (b"", b"nonsense\n", b"PK\x03\x04", lines[3]):
        (reader.place / "log").write_bytes(data)
        said = reader("audit", "log")
        assert said.status >= 2 and "Traceback" not in said.err + said.out
    assert_two_lines(reader("audit"))


@pytest.mark.slow
def test_a_correction_is_shown_before_and_after(midway: Duel) -> None:
    fix = midway.bert.place / "fix.yaml"
    fix.write_text("- path: [turn]\n  value: 3\n- path: at/tau-1\n  value: 0611\n", encoding="utf-8")
    unreasoned = midway.bert("offer", "amend", "--patch", "fix.yaml", "--yes")
    assert unreasoned.status == 2 and "--reason" in unreasoned.err
    said = midway.bert.good("offer", "amend", "--patch", "fix.yaml", "--reason", "the\nstorm", typed="n\n")
    assert "after   Game-Turn 3" in said.out and 'at/tau-1: "' in said.out and '-> "0611"' in said.out
    assert "Nothing was signed." in said.out
    midway.bert.good("offer", "amend", "--patch", "fix.yaml", "--reason", "the\nstorm", "--yes")
    handed(midway, midway.bert, 5)
    assert "to correct the position at turn, at/tau-1 (the storm)" in midway.anna.good("status").out
    midway.anna.good("answer", "accept", "--empty", "--yes")
    handed(midway, midway.anna, 6)
    assert "Game-Turn 3" in midway.bert.good("map").out
    midway.turn(7)
    assert "1 amendment" in midway.anna.good("verify").out
    fix.write_text("- path: at/nobody\n  value: 0611\n", encoding="utf-8")
    midway.turn(8)
    wrong = midway.bert("offer", "amend", "--patch", "fix.yaml", "--reason", "x")
    assert wrong.status == 2 and "fix.yaml:1:9" in wrong.err and "has no 'nobody'" in wrong.err
    assert midway.bert("offer", "amend").status == 2


@pytest.mark.slow
def test_another_version_of_the_rules(midway: Duel) -> None:
    with installed(NapoleonAtWar()):
        lacking = midway.bert("offer", "amend", "--engine", SECOND, "--yes")
        assert lacking.status == 2 and "here: 2" in lacking.err
    with installed(both()):
        midway.bert.good("offer", "amend", "--engine", SECOND, "--reason", "night rules", "--yes")
    with installed(NapoleonAtWar()):
        handed(midway, midway.bert, 5)
        told = midway.anna.good("status").out
        assert "not possible here" in told and SECOND in told and "pbem answer decline" in told
        refused = midway.anna("answer", "accept", "--yes")
        assert refused.status == 2 and SECOND in refused.err
    with installed(both()):
        assert f"to play on by {SECOND}" in midway.anna.good("status").out
        midway.anna.good("answer", "accept", "--empty", "--yes")
        handed(midway, midway.anna, 6)
        midway.turn(7)
        said = midway.anna.good("verify")
        assert f"rules: {FIRST} from message 0, then {SECOND} from message 6" in said.out
        told = midway.anna.good("verify", "--json").json["engines"]
        assert told == [{"from": 0, "engine": FIRST}, {"from": 6, "engine": SECOND}]
        assert "Second edition" in midway.anna.good("status").out
    with installed(second_alone()):
        said = midway.anna("verify", midway.anna.place / "log.jsonl")
        assert said.status == 13 and FIRST in said.out and "NOT verified: ENGINE_MISMATCH" in said.out
        # What she has verified before she need not verify again; who has no note of that needs the first edition, too.
        assert "Second edition" in midway.anna.good("status").out
        (checkpoint,) = midway.anna.home.glob("checkpoints/*")
        for noted in (True, False):
            for command in ("verify", "audit") if noted else ("status", "verify", "audit", "orders"):
                failed = midway.anna(command)
                assert failed.status in (2, 13) and FIRST in failed.out + failed.err
                assert "Traceback" not in failed.err
            checkpoint.unlink(missing_ok=True)


@pytest.mark.slow
def test_wrong_words_are_told_in_two_lines(midway: Duel) -> None:
    for args in (
        ("answer",),
        ("answer", "perhaps"),
        ("answer", "accept"),
        ("offer", "peace"),
        ("offer", "takeback", "--to", "x"),
        ("orders", "--answer", "maybe"),
        ("check", "--answer", "accept"),
    ):
        said = midway.bert(*args)
        assert said.status == 2, said
        assert_two_lines(said)
    nobody = midway.anna("answer", "accept", "--yes")
    assert nobody.status == 3
    quiet = midway.bert("offer", "draw", "--json")
    assert quiet.status == 2 and quiet.json["error"]["code"] == "ANSWER_MISSING"


@pytest.mark.parametrize("sub", ["draw", "takeback", "amend"])
def test_help_and_docs_of_each_offer(anna: Player, sub: str) -> None:
    import re

    said = anna.good("offer", sub, "--help").out
    assert f"pbem offer {sub}" in said.split("Examples:\n")[1]
    docs = (DOCS / "cli.md").read_text(encoding="utf-8")
    section = docs.split("## offer\n")[1].split("\n## ")[0]
    assert f"`offer {sub}`" in section
    for option in re.findall(r"^  (--[a-z-]+)", said, re.MULTILINE):
        assert option in ("--help", "--json", "--campaign") or f"`{option}" in section, option


@pytest.mark.slow
def test_completion_knows_offers_and_answers() -> None:
    for typed, known in (("pbem offer ", ["draw", "takeback", "amend"]), ("pbem answer ", ["accept", "decline"])):
        words = {"_PBEM_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": "2"}
        done = subprocess.run(
            [sys.executable, "-m", "pbem"], capture_output=True, env={**os.environ, **words}, check=False
        )
        assert done.stdout.decode().split() == known


@pytest.mark.parametrize("scenario", ["learning-jena", "jena-auerstadt"])
def test_a_report_tells_an_offer_once(tmp_path: Path, scenario: str) -> None:
    """With the message that makes it, to both and as a page; behind a turn in which nothing happened, and another."""
    anna = fresh_player(tmp_path, "anna")
    anna.good("new", f"--scenario={scenario}", "--side=french", "--name=Anna", "--no-passphrase", "--folder=game")
    duel = accepted(anna, fresh_player(tmp_path, "bert"))
    duel.turn(2)
    duel.bert.good("offer", "draw", "--yes")
    taken = duel.anna.good("receive", duel.mail(duel.bert, 3)).out
    duel.bert.good("report", "--html", "page.html")
    for text in (
        taken,
        duel.anna.good("report").out,
        duel.anna.good("report", "--public").out,
        duel.anna.good("report", "3").out,
        duel.bert.good("report").out,
        page_words(duel.bert.place / "page.html"),
    ):
        told = " ".join(text.split())
        assert told.count("offers a draw") == 1 and "makes an offer" not in told
        assert len(re.findall("(?i)game ends as a draw", told)) == 1
        if scenario == "learning-jena":
            assert "Game-Turn 1, Prussian player turn" in told and "Game-Turn 1, French player turn" not in told
    assert "To accept: pbem answer accept." in taken and "To decline: pbem answer decline." in taken
    labels = [row["label"] for row in duel.anna.good("report", "3", "--json").json["standing"]]
    assert {"Offer", "If accepted", "If declined"} <= set(labels), "programs find it among the facts"
    duel.anna.good("answer", "decline", "--yes")
    answered = duel.bert.good("receive", duel.mail(duel.anna, 4)).out
    assert "Anna (French) declines the offer of message 3." in answered and "says: decline" not in answered


def test_a_resignation_is_told_once(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    duel.anna.good("resign", "--yes")
    told = duel.bert.good("receive", duel.mail(duel.anna, 4)).out
    assert told.count("Anna (French) resigns") == 1


def page_words(path: Path) -> str:
    """What a page says of the present message."""
    text = path.read_text(encoding="utf-8").split("<main>")[1].split('id="figures"')[0]
    return html.unescape(re.sub("<[^>]*>", " ", re.sub("(?s)<(svg|script|style).*?</\\1>", "", text)))
