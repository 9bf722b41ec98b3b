"""`make balance` keeps a row for every game, goes on where it was stopped, and makes its tables from the rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.core.rulebooks import installed
from tests import balance
from tests.balance import BEGIN, END, Match, matches_for, play, read_rows, rules_digest, table, wilson, with_table

MATCH = Match("napoleon-at-war", "jena-auerstadt", (), (("french", "practice"), ("prussian", "passive")))


def _row(number: int, winner: str, **more: object) -> dict[str, object]:
    players = {"french": "practice", "prussian": "practice"}
    row = {"scenario": "jena-auerstadt", "options": {}, "players": players, "number": number, "winner": winner}
    return {**row, "fights": {}, "rules": "0" * 12, **more}


@pytest.mark.parametrize(
    ("won", "games", "ends"),
    [(0, 0, (0, 100)), (0, 20, (0, 17)), (10, 20, (29, 71)), (18, 20, (69, 98)), (200, 200, (98, 100))],
)
def test_shares_have_wilsons_interval(won: int, games: int, ends: tuple[int, int]) -> None:
    assert wilson(won, games) == ends


@pytest.mark.slow
def test_a_game_is_the_same_each_time_and_the_practice_opponent_writes_nothing_wrong() -> None:
    first, again = play(MATCH, 0), play(MATCH, 0)
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["faults"] == 0 and first["winner"] in ("french", "prussian", "")


def test_what_is_missing_is_played_and_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def fake(due: list[tuple[Match, int]], jobs: int) -> object:
        for match, number in due:
            played.append(number)
            yield {k: v for k, v in _row(number, "french", players=dict(match.players)).items() if k != "rules"}

    monkeypatch.setattr(balance, "KEPT", tmp_path)
    monkeypatch.setattr(balance, "_played", fake)
    matches = matches_for("napoleon-at-war", "jena-auerstadt", [], "practice")
    balance.run(matches, 3, 1)
    path = tmp_path / "napoleon-at-war.jsonl"
    whole = path.read_bytes()
    # A crash has left half a line, and a line by other rules is of no use.
    path.write_bytes(whole + b'{"scenario": "jena')
    balance.run(matches, 5, 1)
    assert played == [0, 1, 2, 3, 4]
    old = json.dumps({**_row(0, "prussian"), "rules": "f" * 12}) + "\n"
    path.write_text(old, "utf-8")
    balance.run(matches, 2, 1)
    assert played == [0, 1, 2, 3, 4, 0, 1]
    assert {row["rules"] for row in read_rows(path)} == {rules_digest(installed()["napoleon-at-war"])}


def test_against_others_each_side_is_tried() -> None:
    pairs = [match.players for match in matches_for("napoleon-at-war", "", [], "random")]
    assert (("french", "practice"), ("prussian", "random")) in pairs
    assert (("french", "random"), ("prussian", "practice")) in pairs
    with pytest.raises(ValueError, match="no installed scenario fits"):
        matches_for("napoleon-at-war", "waterloo", [], "practice")


def test_a_table_counts_what_the_rows_say_and_lies_between_its_marks() -> None:
    rows = [_row(0, "french", fights={"french": 3}), _row(1, "french"), _row(2, "prussian"), _row(3, "")]
    line = table(rows)[-1]
    assert "| 4 | french 2 (15-85 %) | prussian 1 (4-70 %) | 1 |" in line
    text = with_table(f"# Head\n\n{BEGIN}\nold\n{END}\n\nTail\n", rows)
    assert text.startswith(f"# Head\n\n{BEGIN}\n| scenario") and text.endswith(f"{END}\n\nTail\n") and "old" not in text


@pytest.mark.parametrize("name", sorted(installed()))
def test_the_readmes_tables_are_those_of_the_kept_rows(name: str) -> None:
    ruleset = installed()[name]
    text, rows = (ruleset.home / "README.md").read_text("utf-8"), read_rows(balance.kept_file(name))
    assert bool(rows) == (BEGIN in text)
    assert not rows or with_table(text, rows) == text
