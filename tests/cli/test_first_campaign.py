"""What somebody new to the program meets in his first campaign: said once, in his words, with what to do next."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, assert_two_lines


def test_standing_lists_what_is_set_and_counts_the_rest(duel: Duel) -> None:
    shown = duel.anna.good("standing").out.splitlines()
    assert not any(line.startswith(("* ", "  ")) for line in shown)
    slots = duel.anna.good("standing", "--json").json["slots"]
    soon = sum(slot["soon"] for slot in slots)
    told = f"{len(slots)} slots at their defaults, {soon} of them may well count in the next enemy turn; "
    assert f"{told}--all lists them, these first" in shown and 0 < soon < len(slots)
    everything = duel.anna.good("standing", "--all").out
    first, _, later = everything.partition("Not likely to count in the next enemy turn:\n")
    assert all(f"  {slot['name']}:" in (first if slot["soon"] else later) for slot in slots)
    path = duel.anna.place / "standing.yaml"
    kind, formation = slots[0]["name"].split(".")
    path.write_text(f"{kind}:\n  {formation}: ask\n", encoding="utf-8")
    shown = duel.anna.good("standing").out.splitlines()
    assert [line for line in shown if line.startswith(("* ", "  "))] == [f"* {slots[0]['name']}: ask"]
    assert "Set in that file: what has a * before it. Everything else is at its default." in shown


def test_standing_template_says_each_thing_once(duel: Duel) -> None:
    duel.anna.good("standing")
    text = (duel.anna.place / "standing.yaml").read_text(encoding="utf-8")
    assert text.count("to retreat to, the best first") == 1
    assert "  # guard: {when: never}" in text
    begun = ("Hexes or directions to retreat", "Which friends give way", "Whether a defender who", "Who retreats first")
    assert all(f"\n# {words}" in text for words in begun)
    assert text.count("# Example: ") == 4 and "# Example: guard: {when: safe, units: [gd], hexes: [" in text


def test_standing_shows_directions_alike(duel: Duel) -> None:
    path = duel.anna.place / "standing.yaml"
    path.write_text('retreat:\n  guard: {to: [n, s, "0508"]}\n', encoding="utf-8")
    assert '*   to: [n, s, "0508"]' in duel.anna.good("standing").out


def test_a_map_that_does_not_fit_is_told_which_key_is_wrong(duel: Duel) -> None:
    (duel.anna.place / "standing.yaml").write_text("retreat:\n  v-corps: {retreat: [s, se]}\n", encoding="utf-8")
    said = duel.anna("standing")
    told = "standing.yaml:2:13  unknown     retreat.v-corps retreat:  no such key here; legal: to, units"
    assert said.status == 2 and told in said.err


def test_each_slot_of_the_standing_template_names_its_heading(duel: Duel) -> None:
    duel.anna.good("standing")
    lines = (duel.anna.place / "standing.yaml").read_text(encoding="utf-8").splitlines()
    for heading in ("retreat", "displace", "advance", "order"):
        assert any(re.fullmatch(rf"  # guard: .*  # {heading}: Imperial Guard", line) for line in lines)
    slots = [line for line in lines if line.startswith("  # ")]
    assert len(slots) == len(set(slots)) == 32


FAULTY_STANDING = {
    "retreat:\n  guard: {to: [s]}\norder:\n  guard: [gd]\n": ["standing.yaml:4:10", "order.guard:  not of a form"],
    "advance:\n  v-corp: ask\n": ["standing.yaml:2:3", "advance.v-corp:  no such key here; did you mean v-corps"],
    "advance:\n  guard: {when: often}\n": ["standing.yaml:2:17", "advance.guard when: often  not one of the words"],
    "displace:\n  guard: {push: [gd, zz]}\n": ["standing.yaml:2:22", "displace.guard push: zz  no such one of"],
    "retreat:\nguard: {to: [s]}\n": [
        "standing.yaml:2:1  unknown",
        "no heading stands above it; write it, indented by two spaces, below the heading that you mean: "
        "retreat, displace, advance, order",
    ],
    "option: A\n": ["option:  no such key here; legal: retreat, displace, advance, order"],
    "order:\n  guard: {}\n  guard: ask\n": ["standing.yaml:3:3: below order: the key 'guard' stands twice"],
    "order:\n  # a comment\n  guard:\n    first: [gd\n": ["standing.yaml:4:12: below order: in a list [a, b]"],
    "order:\n\tguard: ask\n": ["standing.yaml:2:1: below order: a tab stands here"],
    "order: {}\norder: {}\n": ["standing.yaml:2:1: the key 'order' stands twice"],
}


@pytest.mark.parametrize("text", FAULTY_STANDING)
def test_faults_of_standing_orders_name_their_heading(duel: Duel, text: str) -> None:
    (duel.anna.place / "standing.yaml").write_text(text, encoding="utf-8")
    said = duel.anna("standing")
    assert said.status == 2
    assert all(word in said.err for word in FAULTY_STANDING[text]), said.err


def test_a_faulty_standing_file_is_told_before_the_signature(duel: Duel) -> None:
    duel.anna.good("orders")
    (duel.anna.place / "standing.yaml").write_text("retreat:\n  guard: {to: [nn]}\n", encoding="utf-8")
    assert "mend       standing.yaml: 1 fault" in duel.anna.good("status").out
    checked = duel.anna.good("check")
    assert "pbem: warning: standing.yaml: 1 fault" in checked.err
    assert "standing.yaml: 1 fault" in duel.anna.good("check", "--json").json["standing"]
    checked = duel.anna.good("check")
    assert "but standing.yaml is to be mended. Next: pbem standing, then pbem submit" in checked.out
    assert "nothing can be signed until that is mended (pbem standing)" in checked.err
    said = duel.anna("standing")
    assert "not a hex or a direction; write four digits or one of n, ne, se, s, sw, nw" in said.err


@pytest.mark.parametrize("made", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("moved")])
def test_standing_orders_that_no_file_holds_are_not_passed_over(duel: Duel, made: Callable[[Path], None]) -> None:
    """A folder, a pipe, or a link to what has been moved: nothing is signed without what it was meant to say."""
    duel.anna.good("orders")
    (duel.anna.place / "standing.yaml").unlink()
    made(duel.anna.place / "standing.yaml")
    assert "this is not a plain file" in duel.anna.good("status").out
    assert "but standing.yaml is to be mended" in duel.anna.good("check").out
    said = duel.anna("submit", "--yes", "--empty")
    assert said.status == 2 and "this is not a plain file" in said.err


def test_an_invitation_is_accepted_once(duel: Duel) -> None:
    outside = Player(duel.bert.home, duel.bert.place.parent)
    again = outside("join", duel.anna.place / "outbox/0000-a.yaml", "--folder", "second", "--yes")
    assert again.status == 2 and "accepted this invitation already" in again.err
    assert_two_lines(again)
    assert not (outside.place / "second").exists()


def test_a_cut_off_invitation_is_called_damaged(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "game")
    whole = (anna.place / "game/outbox/0000-a.yaml").read_text(encoding="utf-8")
    (anna.place / "cut.yaml").write_text(whole[: len(whole) // 2], encoding="utf-8")
    said = anna("join", "cut.yaml", "--folder", "other", "--yes")
    assert said.status == 2 and "ARMOR_DAMAGED" in said.err and "no END line" in said.err
    assert "1 message, verified" in anna.within("game").good("status").out


def test_a_move_is_previewed_on_one_line(duel: Duel) -> None:
    duel.anna.good("orders")
    path = duel.anna.place / "orders.yaml"
    text = path.read_text(encoding="utf-8").replace('  # - {unit: v-cav, to: "0407"}', '  - {unit: v-cav, to: "0507"}')
    path.write_text(text, encoding="utf-8")
    told = [line for line in duel.anna.good("check").out.splitlines() if "V Corps cavalry" in line]
    assert told == ["  V Corps cavalry marches 0407 (Landgrafenberg) - 0507, 1/2 of 5 movement points."]


def test_orders_for_another_question_are_named(duel: Duel) -> None:
    duel.anna.good("orders")
    path = duel.anna.place / "orders.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("for: 1\n", "for: 7\n"), encoding="utf-8")
    assert "these orders are for question 7, now it is 1" in duel.anna("check").err


def test_a_wrong_word_is_met_with_the_right_ones(duel: Duel) -> None:
    duel.anna.good("orders")
    path = duel.anna.place / "orders.yaml"
    attack = '  - {on: "0610", by: suc-1, if: {attack: a1, result: [Dr, Xx]}, else: {}}\n'
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}attacks:\n{attack}move: []\n", encoding="utf-8")
    said = duel.anna("check").err
    assert "no such combat result; legal: Ae, De, Ex, Ar, Dr" in said
    assert "move:" in said and "did you mean moves?" in said
    refused = '  - {unit: gd, refuse: yes}\n  - {unit: "", to: "0609"}\n'
    path.write_text(text.replace("moves:\n", f"moves:\n{refused}", 1), encoding="utf-8")
    said = duel.anna("check").err
    assert "only true can stand here" in said and "nothing stands here; expected a unit" in said


def test_a_resignation_is_told_with_its_result(duel: Duel) -> None:
    duel.anna.good("resign", "--yes")
    report = duel.bert.good("receive", duel.mail(duel.anna, 2)).out
    assert "Anna (French) resigns" in report
    assert "The game is over: Anna (French) resigned; Bert (Prussian) wins." in " ".join(report.split())
    status = duel.bert.good("status").out
    assert "result     Anna (French) resigned; Bert (Prussian) wins" in status
    assert "standing" not in status


def test_an_own_report_leaves_out_where_nothing_happened(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    report = duel.bert.good("receive", duel.mail(duel.anna, 2)).out
    assert "Guard arrives" in report
    assert "Nothing happened" not in report


def test_practice_says_practice_where_a_person_would_be_mailed(anna: Player) -> None:
    anna.good("practice", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "game", "--no-passphrase")
    game = anna.within("game")
    game.good("orders")
    assert game.good("submit", "--yes", "--empty").out.rstrip().endswith("Next: pbem practice")
    assert "  next       pbem practice\n" in game.good("status").out


def test_an_archive_for_a_folder_that_is_missing(duel: Duel) -> None:
    said = duel.anna("archive", "--output", "nowhere/a.pbem")
    assert said.status == 2 and "there is no such folder to write into" in said.err
