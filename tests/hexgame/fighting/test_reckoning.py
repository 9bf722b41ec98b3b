"""A combat that was fought, a line for each step of its calculation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.hexgame.fighting.reckoning import Wording, reckoning
from tests.hexgame.fighting.skirmish import attack, ledger, plain, play, resolve

WORDS = Wording(str.upper, lambda at: f"hex {at}", {"Dr": "they go", "De": "they are lost"}, "7.1", "6.2")


def fought(on: str, by: str, at: dict[str, str], die: int, towns: str = "", **manner: Any) -> list[str]:
    book = ledger(at, plain(towns))
    (event, *_) = play(resolve(book, attack(on, by, **manner)), [die]).kinds("combat")
    return list(reckoning(event, WORDS, {"Dr": Fraction(1, 3), "De": Fraction(2, 3)}))


def test_strengths_column_chances_and_die() -> None:
    assert fought("0403", "b8", {"b8": "0404", "r4": "0403"}, 1) == [
        "Attack a1",
        "B8 8 from hex 0404",
        "against R4 4 in hex 0403",
        "8 : 4 is 2-1",
        "chances: Dr 1/3, De 2/3",
        "die 1: Dr, they go",
    ]


def test_what_a_town_does_is_told_with_its_case() -> None:
    lines = fought("0403", "b8", {"b8": "0404", "r4": "0403"}, 1, "0403")
    assert lines[1] == "B8 8 x 1/2 against a town (town) = 4 from hex 0404"
    assert lines[3] == "4 : 4 is 1-1"


def test_who_fires_from_afar_and_who_lowers_his_odds() -> None:
    at = {"b8": "0404", "bg4": "0405", "r4": "0403"}
    lines = fought("0403", "b8", at, 1, bombard="bg4", reduce="2-1")
    assert lines[2] == "BG4 4 from hex 0405, bombarding (7.1)"
    assert lines[4] == "12 : 4 is 3-1; lowered by the attacker to 2-1 (6.2)"
