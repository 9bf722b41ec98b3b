"""`pbem stats --mails`: what player turns cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.local.mailcount import per_turn
from tests.cli.players import Duel, Player, assert_two_lines, random_opponents
from tests.tiers import turns


def test_of_a_whole_campaign_its_archive_and_both(whole: Player, archive: Path) -> None:
    here = whole.good("stats", "--mails", "--json").json
    (game,) = here["games"]
    # Twelve turns of two players; invitation, acceptance and the two disclosures belong to none.
    assert game["player_turns"] == here["player_turns"] == 24
    spread = {int(cost): number for cost, number in here["spread"].items()}
    played = sum(cost * number for cost, number in spread.items())
    assert game["messages"] == 2 + played + 2
    assert here["a_turn"] == game["a_turn"] == per_turn(played, 24) and game["most"] == max(spread)
    both = whole.good("stats", "--mails", archive, ".", "--json").json
    assert [entry["messages"] for entry in both["games"]] == [game["messages"]] * 2
    assert both["player_turns"] == 48 and both["a_turn"] == here["a_turn"]
    told = whole.good("stats", "--mails").out.split("\n")
    assert told[-3].startswith(f"{here['a_turn']} messages a player turn over 24")


def test_luck_says_which_dice_it_counts(whole: Player, tmp_path: Path) -> None:
    """A finished campaign holds all of them; of one that goes on the last ones are missing."""
    told = whole.good("stats", "--plot", tmp_path / "all.svg").out
    assert "throws" in told and "both sides hold" not in told
    log = (whole.place / "log.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "log.jsonl").write_bytes(b"".join(log[:19]))
    told = whole.good("stats", "--plot", tmp_path / "some.svg", tmp_path / "log.jsonl").out.split("\n")
    said = "the dice are those that both sides hold; what is thrown for message 18 comes with its answer"
    assert said in told
    as_json = whole.good("stats", "--plot", tmp_path / "some.svg", tmp_path / "log.jsonl", "--json").json
    assert as_json["unanswered"] == 18


def test_an_unfinished_turn_does_not_count(duel: Duel) -> None:
    assert duel.anna.good("stats", "--mails", "--json").json["a_turn"] == "-"
    for seq in (2, 3):
        duel.turn(seq)
    told = duel.anna.good("stats", "--mails", "--json").json
    assert told["player_turns"] == 1 and told["spread"] == {"1": 1}


@pytest.mark.parametrize("games", turns([1, 2]))
def test_practice_games_are_played_and_counted(anna: Player, monkeypatch, games: int) -> None:
    random_opponents(monkeypatch)
    told = anna.good("stats", "--mails", "--practice", str(games), "--scenario", "jena-auerstadt", "--json").json
    assert [game["name"] for game in told["games"]] == ["practice 1", "practice 2"][:games]
    assert told["player_turns"] == 24 * games
    assert list(anna.place.iterdir()) == []


def test_what_is_no_campaign(anna: Player, archive: Path) -> None:
    assert_two_lines(anna("stats"))
    assert_two_lines(anna("stats", "--mails"))
    (anna.place / "cut.pbem").write_bytes(archive.read_bytes()[:-9])
    said = anna("stats", "--mails", "cut.pbem", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "NOT_VERIFIED") and "cut.pbem" in said.json["error"][
        "where"
    ]
    assert_two_lines(anna("stats", "--mails", "nowhere.pbem"))


def test_rounding() -> None:
    assert [per_turn(*pair) for pair in ((0, 0), (1, 1), (7, 3), (8, 3), (1, 200))] == [
        "-",
        "1.00",
        "2.33",
        "2.67",
        "0.01",
    ]
