"""standing, status, report, show, map, dice: what can be read of a campaign."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from pbem.protocol.dice import Stream
from tests.cli.players import Duel, Player, assert_two_lines, begun, fresh_player


def test_status_says_who_what_and_which_command(duel: Duel) -> None:
    mine, his = duel.anna.good("status").out, duel.bert.good("status").out
    assert "your orders" in mine and "pbem orders" in mine and "Anna (French)" in mine
    assert "message 2 of Anna (French)" in his and "pbem receive FILE" in his
    assert "those of your message 1 count" in his
    assert duel.anna.good("status", "--json").json["due"] == "orders"


@pytest.mark.slow
def test_status_of_somebody_else_and_outside(duel: Duel, whole: Player) -> None:
    onlooker = Player(whole.home, duel.anna.place)
    assert "an onlooker" in onlooker.good("status").out
    outside = Player(duel.anna.home, duel.anna.place.parent)
    assert outside.good("status").out == duel.anna.good("status").out, "there is no other"
    outside.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "another")
    said = outside("status")
    assert said.status == 2 and "--campaign" in said.err
    assert_two_lines(said)
    outside.good("status", "--campaign", "game")


def test_standing_is_written_shown_and_judged(duel: Duel) -> None:
    told = duel.anna.good("standing", "--json").json
    slot = told["slots"][0]
    assert not slot["set"] and "your first message" in told["counts"]
    path = duel.anna.place / "standing.yaml"
    kind, formation = slot["name"].split(".")
    path.write_text(f"{kind}:\n  {formation}: ask\n", encoding="utf-8")
    shown = duel.anna.good("standing", "--json").json["slots"][0]
    assert shown["set"] and shown["value"] == "ask"
    assert "* " in duel.anna.good("standing").out
    path.write_text(f"{kind}:\n  nobody: ask\n", encoding="utf-8")
    wrong = duel.anna("standing")
    assert wrong.status == 2 and "standing.yaml:2" in wrong.err
    assert_two_lines(wrong)


@pytest.mark.slow
def test_report_of_a_message_and_the_own_one(whole: Player) -> None:
    public = whole.good("report", "4").out
    assert public.split()[4] == "public"
    assert max(len(line) for line in public.split("\n")) <= 72 and public.isascii()
    assert not whole.good("report", "4", "--unicode").out.isascii()
    assert whole.good("report", "4", "--json").json["message"] == 4
    assert whole.good("report", "--own").out.split()[4] == "own"
    assert whole.good("report", "--own", "--json").json["kind"] == "own"
    # The mailed one goes on with what its receiver does next, which was done long ago.
    mailed = (whole.place / "reports/0004-a.txt").read_text(encoding="utf-8")
    assert mailed.startswith(f"{public.rstrip()}\n\nWhat Bert (Prussian) does next\n")


def test_the_own_report_before_the_first_turn_is_addressed_to_its_reader(duel: Duel) -> None:
    for player, header in (
        (duel.anna, "From Bert (Prussian) to Anna (French)"),
        (duel.bert, "From Anna (French) to Bert (Prussian)"),
    ):
        told = " ".join(player.good("report", "--own").out.split())
        assert header in told and "Nothing has been played yet." in told


def test_the_own_report_says_whose_orders_it_tells_and_what_was_read_before(duel: Duel) -> None:
    """Message 2 leads to a segment that Bert's program works out: new to him once, and to Anna with message 3."""
    duel.turn(2)
    once = "What message 2 of Anna (French) led to, worked out by your program."
    assert once in duel.bert.good("report", "--own").out
    duel.turn(3)
    theirs = " ".join(duel.anna.good("report", "--own").out.split())
    assert "What your message 2 led to, worked out by the program of Bert (Prussian)." in theirs
    again = duel.bert.good("report", "--own").out
    known = "Told once more, as in your own report on message 2: what message 2 of Anna (French) led to."
    assert known in " ".join(again.split()) and once not in again
    # His report on message 2 stays as it was, and nothing of this enters what is mailed.
    assert once in duel.bert.good("report", "2", "--own").out
    assert not any("worked out" in player.good("report", "3").out for player in (duel.anna, duel.bert))
    mailed = duel.mail(duel.bert, 3).with_suffix(".eml").read_text(encoding="utf-8")
    assert "worked out" not in mailed and "once more" not in mailed


@pytest.mark.parametrize("seq", ["0", "1", "400"])
def test_report_that_does_not_exist(whole: Player, seq: str) -> None:
    said = whole("report", seq)
    assert said.status == 2
    assert_two_lines(said)


@pytest.mark.slow
def test_show_is_yaml_of_the_payload(whole: Player) -> None:
    for seq in range(6):
        shown = yaml.load(whole.good("show", str(seq)).out, Loader=yaml.BaseLoader)
        payload = whole.good("show", str(seq), "--json").json["payload"]
        assert shown["seq"] == str(seq) == str(payload["seq"])
        assert shown.keys() == payload.keys()
    assert_two_lines(whole("show", "400"))


def test_map_draws_the_position(duel: Duel) -> None:
    told = duel.anna.good("map", "--json").json
    assert told["map"].rstrip() in duel.anna.good("map", "--text").out
    assert told["text"] and told["at"]["turn"] == 1


@pytest.mark.slow
def test_every_die_follows_from_its_seed(whole: Player) -> None:
    messages = whole.good("status", "--json").json["messages"]
    draws, used = 0, 0
    for seq in range(2, messages - 1):
        told = whole.good("dice", str(seq), "--json").json
        stream = Stream(bytes.fromhex(told["seed"])) if told["draws"] else None
        for draw in told["draws"]:
            assert draw["recomputed"]
            if draw["faces"]:
                assert stream is not None and stream.below(draw["faces"]) + 1 == draw["result"]
                first, behind = draw["bytes"]
                block = stream.block(first // 32)
                assert behind - first > 1 or block[first % 32] % draw["faces"] + 1 == draw["result"]
                draws += 1
                used += bool(draw["used"])
    assert draws and used == draws


@pytest.mark.slow
def test_dice_as_text_and_of_a_message_without(whole: Player, duel: Duel) -> None:
    numbered = [seq for seq in range(2, 26) if whole.good("dice", str(seq), "--json").json["draws"]]
    said = whole.good("dice", str(numbered[0]))
    assert "seed " in said.out and "message" in said.out
    none = duel.anna("dice")
    assert none.status == 2
    assert_two_lines(none)


@pytest.mark.slow
def test_what_several_dice_decided_is_told_once_below_all_of_them(whole: Player) -> None:
    seen = 0
    for seq in range(2, whole.good("status", "--json").json["messages"] - 1):
        draws = whole.good("dice", str(seq), "--json").json["draws"]
        shared = [(draw, after) for draw, after in pairwise(draws) if draw["used"] == after["used"] != ""]
        if not shared:
            continue
        lines = whole.good("dice", str(seq)).out.splitlines()
        assert "(the same)" not in "".join(lines)
        for draw, after in shared:
            at = next(n for n, line in enumerate(lines) if line.startswith(f"  {draw['label']}:"))
            assert lines[at + 1].startswith(f"  {after['label']}:")
        seen += 1
        if seen == 3:
            return
    raise AssertionError("fewer than three messages with dice that decided together")


def test_the_closer_sees_his_dice_before_he_mails(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    assert duel.bert.good("dice", "--json").json["message"] == 2
    assert duel.anna("dice").status == 2


def test_status_says_how_to_get_back_a_file_that_is_gone_from_the_outbox(duel: Duel) -> None:
    """A crash between signing and laying out, or a tidy person: the file is written again, byte for byte."""
    duel.turn(2)
    mailed = duel.mail(duel.anna, 2)
    bytes_before = mailed.read_bytes()
    mailed.unlink()
    assert duel.anna.good("status", "--json").json["commands"][0] == "pbem submit --resend"
    duel.anna.good("submit", "--resend")
    assert mailed.read_bytes() == bytes_before
    assert duel.anna.good("status", "--json").json["commands"][0] == "mail outbox/0002-a.eml"


def test_list_and_status_name_the_same_phase(duel: Duel) -> None:
    duel.turn(2)
    for player in (duel.anna, duel.bert):
        listed = player.good("list", "--json").json["campaigns"][0]
        assert listed["phase"] == player.good("status", "--json").json["phase"]


def test_a_player_reads_his_own_report_and_everybody_else_the_public_one(duel: Duel, tmp_path: Path) -> None:
    """Scripts ask for what both may know with --public, or by the number of a message."""
    assert duel.bert.good("report").out.split()[4] == "own", "before anything was played"
    duel.turn(2)
    for player in (duel.anna, duel.bert):
        own, public = player.good("report").out, player.good("report", "--public").out
        assert own == player.good("report", "--own").out and own.split()[4] == "own"
        assert public == player.good("report", "2").out and public.split()[4] == "public"
        assert player.good("report", "--json").json["kind"] == "own"
        assert player.good("report", "--public", "--json").json["kind"] == "public"
    stranger = Player(tmp_path / "stranger", duel.anna.place)
    assert stranger.good("report").out.split()[4] == "public"
    for more in ("--own", "--all"):
        said = duel.bert("report", "--public", more)
        assert (said.status, more in said.err) == (2, True)
        assert_two_lines(said)


def test_the_game_and_its_fingerprints_are_told_on_both_sides(tmp_path: Path) -> None:
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    begun(anna)
    invitation = anna.place / "game/outbox/0000-a.yaml"
    joined = bert.good("join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes").out
    told = anna.good("receive", bert.place / "game/outbox/0001-b.yaml").out
    game = bert.within("game").good("status", "--json").json["game"]
    key = told.partition("the fingerprint of Bert (Prussian), compare it with him: ")[2].split()[0]
    assert key in bert.good("keys", "show").out and f"your opponent to compare: {key}" in joined
    assert f"The game's id is now {game}" in joined and f"the game's id is now {game}" in told


def test_verify_names_who_is_waited_for_and_a_resend_is_no_new_message(duel: Duel) -> None:
    assert "verified: waits for Anna (French)" in duel.anna.good("verify").out
    duel.turn(2)
    assert "Message 2: the same bytes again: " in duel.anna.good("submit", "--resend").out
