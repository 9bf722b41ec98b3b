"""Who holds the objectives, what each kind of victory counts, and when a battle ends at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulesets.winters_victory.playbook import read_points
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules import victory
from rulesets.winters_victory.rules.morale.books import Book
from rulesets.winters_victory.rules.victory import Standing
from rulesets.winters_victory.scenarios_data import Objective
from rulesets.winters_victory.sequence import start
from tests.rulesets.winters_victory.battles import battle, setting
from tests.rulesets.winters_victory.country import board, row
from tests.rulesets.winters_victory.test_scenarios import IDS, scenario
from tests.rulesets.winters_victory.winter import ID, data

rule = pytest.mark.rule
VILLAGE = Objective("village", ("0101", "0102", "0103"), 3)
F, A = "french", "allied"


def held(words: str) -> dict[str, str]:
    """`f0101 a0102`: hexes with the army that was in them last."""
    return {word[1:]: F if word[0] == "f" else A for word in words.split()}


def standing(uid: str, owned: dict[str, str], french: Sequence[Book] = (), allied: Sequence[Book] = ()) -> Standing:
    books = {F: tuple(french or [Book(60, 60)]), A: tuple(allied or [Book(60, 60)])}
    return Standing(scenario(uid), read_points(data("playbook/points")), owned, books)


def all_of(uid: str, names: str, army: str) -> dict[str, str]:
    """All hexes of some objectives of a scenario, held by an army."""
    return {at: army for one in scenario(uid).objectives if one.name in names.split() for at in one.hexes}


@pytest.mark.parametrize(
    ("words", "army"),
    [
        row("14.13", "f0101 f0102 f0103", F),
        row("14.13", "f0101 f0102 a0103", F),
        row("14.13", "a0101", A),
        row("14.13", "f0101 a0102", ""),
        row("14.13", "f0505", ""),
        row("14.13", "", ""),
    ],
)
def test_whoever_was_in_most_hexes_last_holds_an_objective(words: str, army: str) -> None:
    assert victory.holder(VILLAGE, held(words)) == army


@pytest.mark.parametrize(
    ("there", "found"),
    [
        row("14.13", {"f1": "0101", "r1": "0102"}, "f0101 a0102"),
        row("14.13", {"flt.s1": "0101", "rb12.c": "0103"}, "f0101 a0103"),
        row("14.13", {"fbde": "0101", "r1": "0202"}, ""),
        row("14.13", {"f12": "0104 v1 extended +0103"}, "f0103"),
    ],
)
def test_combat_units_take_hexes_and_leaders_do_not(there: dict[str, str], found: str) -> None:
    assert victory.occupied(board(there), [VILLAGE]) == held(found)


@pytest.mark.parametrize(
    ("uid", "names", "winner", "level"),
    [
        row("14.22-3", "davout", "serpallen sausgarten kreege-berg auklappen", F, "French major victory"),
        row("14.22-3", "davout", "serpallen sausgarten kreege-berg", F, "French minor victory"),
        row("14.22-3", "davout", "kutschitten kreege-berg", A, "Allied victory"),
        row("14.22-3", "learning-serpallen", "serpallen", F, "French major victory"),
        row("14.22-3", "learning-serpallen", "", A, "Allied victory"),
        row("14.22-3", "first-day", "town", F, "French major victory"),
        row("14.22-3", "eylau", "", "", "Draw"),
        row("14.22-3", "eylau", "church serpallen", "", "Draw"),
        row("14.22-3", "eylau", "town church", F, "French marginal victory"),
        row("14.22-3", "two-days", "town church serpallen sausgarten", F, "French decisive victory"),
    ],
)
def test_objectives_decide(uid: str, names: str, winner: str, level: str) -> None:
    result = victory.concluded(standing(uid, all_of(uid, names, F)))
    told = victory.told(result)
    assert (told["winner"], told["level"]) == (winner, level)
    points = {one.name: one.points for one in scenario(uid).objectives}
    wanted = sum(points[name] for name in names.split())
    assert told[F] == (14 if uid == "first-day" else wanted) and told[A] == 0


TOWN = scenario("first-day").objectives[0].hexes


@pytest.mark.parametrize(
    ("french", "allied", "levels", "winner", "level"),
    [
        row("14.22-3", 11, 3, (60, 60), F, "French major victory"),
        row("14.22-3", 10, 4, (60, 60), F, "French minor victory"),
        row("14.22-3", 6, 5, (60, 60), A, "Allied victory"),
        row("14.22-3", 7, 7, (50, 49), F, "French minor victory"),
        row("14.22-3", 7, 7, (49, 50), A, "Allied victory"),
        row("14.22-3", 7, 7, (50, 50), "", "Draw"),
    ],
)
def test_hexes_of_the_town_decide_and_losses_break_a_tie(
    french: int, allied: int, levels: tuple[int, int], winner: str, level: str
) -> None:
    owned = dict.fromkeys(TOWN[:french], F) | dict.fromkeys(TOWN[french : french + allied], A)
    own, other = Book(60, levels[0]), Book(60, levels[1])
    told = victory.told(victory.concluded(standing("first-day", owned, [own], [other])))
    assert told == {"winner": winner, "level": level, F: french, A: allied}


@pytest.mark.parametrize(
    ("books", "worth", "lost"),
    [
        row("14.22-3", [Book(60, 60)], 0, 0),
        row("14.22-3", [Book(60, -1, demoralized=True)], 10, 6),
        row("14.22B", [Book(60, -31, True, True)], 15, 9),
        row("14.22-3", [Book(20, -1, demoralized=True), Book(40, 40)], 3, 2),
        row("14.22B", [Book(20, -11, True, True), Book(40, 21)], 5, 5),
        row("14.22-3", [Book(60, 61)], 0, 0),
    ],
)
def test_books_that_are_broken_count_by_their_part_of_an_army(books: list[Book], worth: int, lost: int) -> None:
    found = victory.scored(standing("eylau", {}, allied=books))
    assert found[F] == {"objectives": 0, "broken": worth, "lost": lost}
    assert found[A] == {"objectives": 0, "broken": 0, "lost": 0}


@pytest.mark.parametrize(
    ("there", "coming", "books", "out"),
    [
        row("14.22B", {"f1": "0101", "r1": "0505"}, (), {}, ""),
        row("14.22B", {"f1": "0101", "r1": "0505"}, (), {A: (Book(9, -9, True, True), Book(9, 9))}, ""),
        row("14.22B", {"f1": "0101", "r1": "0505"}, (), {A: (Book(9, -9, True, True),)}, A),
        row("14.11-3", {"f1": "0101", "rbde": "0505"}, (), {}, A),
        row("14.11-3", {"f1": "0101"}, ("r1",), {}, ""),
        row("14.22B", {"rb12.c": "0505"}, (), {A: (Book(9, -9, True, True),)}, f"{A} {F}"),
    ],
)
def test_a_battle_ends_at_once_where_an_army_cannot_fight_on(
    there: dict[str, str], coming: tuple[str, ...], books: dict[str, Any], out: str
) -> None:
    own = {F: (Book(60, 60),), A: (Book(60, 60),)} | books
    assert " ".join(sorted(victory.finished(board(there), own, coming))) == out


@pytest.mark.parametrize(
    ("uid", "out", "winner", "level"),
    [
        row("14.22B", "eylau", A, F, "French decisive victory"),
        row("14.22B", "davout", F, A, "Allied major victory"),
    ],
)
def test_who_cannot_fight_on_has_lost(uid: str, out: str, winner: str, level: str) -> None:
    told = victory.told(victory.concluded(standing(uid, {}), frozenset({out})))
    assert (told["winner"], told["level"]) == (winner, level)


@rule(ID, "14.22-3")
@pytest.mark.parametrize("uid", ["learning-serpallen", pytest.param("davout", marks=pytest.mark.slow)])
def test_a_battle_that_is_played_to_its_end_has_a_winner(uid: str) -> None:
    hexes = {at for one in scenario(uid).objectives for at in one.hexes}

    def check(position: Position) -> None:
        assert victory.over(position.result) == {} and set(position.held) <= hexes

    last, events = battle(setting(uid), check=check)
    over = victory.over(last.result)
    assert over["how"] == "played" and over["winner"] == A and over["level"] == "Allied victory"
    assert events[-1]["kind"] == "over" and events[-1]["out"] == []
    parts = events[-1]["parts"]
    assert {army: sum(parts[army].values()) for army in parts} == {F: over[F], A: over[A]}


@rule(ID, "14.22B")
def test_the_segment_in_which_an_army_falls_apart_is_the_last() -> None:
    of = setting("learning-serpallen")
    ended: list[Position] = []

    def check(position: Position) -> None:
        if position.turn == 21:
            for uid, unit in of.units.items():
                if unit.army == A:
                    position.counters.pop(uid, None)
            position.stacks = {}
            ended.append(position)

    last, events = battle(of, check=check)
    assert len(ended) == 1 and not last.segment
    assert victory.over(last.result)["level"] == "French major victory"
    kinds = [one["kind"] for one in events[::-1]]
    assert events[-1]["out"] == [A] and kinds.index("segment") == kinds.index("phase") + 1


@rule(ID, "14.13")
@pytest.mark.parametrize("uid", IDS)
def test_objectives_are_held_from_the_start(uid: str) -> None:
    position = start(setting(uid))
    where = {one.at: setting(uid).units[one.unit].army for one in scenario(uid).placed if one.formation}
    for one in scenario(uid).objectives:
        assert {at: position.held[at] for at in one.hexes} == {at: where.get(at, one.holder) for at in one.hexes}
    assert set(position.waiting) == set(scenario(uid).coming(setting(uid).forces))
