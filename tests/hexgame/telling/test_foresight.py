"""Attacks before their die: stacks against several hexes, batteries, results that become others, lost retreats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.engine.odds_query import Step
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.engagement import Conversion, Ledger
from pbem.hexgame.telling.foresight import Foresight, OddsWords, Prospect, attack_lines
from tests.hexgame.fighting.skirmish import COLUMNS, TABLE, Board, ledger

WORDS = OddsWords(
    name=str.upper,
    place="hex {}".format,
    results={"De": "defenders lost", "Dr": "defenders retreat", "Ex": "exchange", "Ar": "back", "Ae": "lost"},
    retreats=("Ar",),
    attacks="near",
    bombards="far",
    defends="defence",
    odds="odds",
    lowered="lower",
)
# Two blue units in one hex, and a battery two hexes behind, against a stack and a unit in two hexes.
AT = {"b8": "0404", "b4": "0404", "bg5": "0405", "r3": "0403", "r2": "0403", "rg1": "0304"}


def foresight(at: Mapping[str, str], **changed: Any) -> Foresight[Board]:
    def phase(attack: Attack) -> Ledger[Board]:
        return ledger(at, **changed)

    return Foresight(WORDS, phase)


def made(on: str, by: str, manner: Manner | None = None, other: Manner | None = None, **condition: Any) -> Attack:
    return Attack(0, "a1", tuple(on.split()), tuple(by.split()), manner or Manner(), condition, other)


def test_a_stack_against_two_hexes_is_told_by_one_calculation() -> None:
    look, attack = foresight(AT), made("0403 0304", "b8 b4")
    (outlook,) = look.outlooks(attack)
    assert outlook.title == "B8, B4 against R3 in hex 0403, R2 in hex 0403, RG1 in hex 0304: 2-1"
    assert [(step.text, step.case) for step in outlook.steps] == [
        ("B8 attacks from 0404 with 8", "near"),
        ("B4 attacks from 0404 with 4", "near"),
        ("R3 defends 0403 with 3", "defence"),
        ("R2 defends 0403 with 2", "defence"),
        ("RG1 defends 0304 with 1", "defence"),
        ("12 : 6 is 2-1", "odds"),
    ]
    column = [TABLE[die][COLUMNS.index("2-1")] for die in range(1, 7)]
    assert {one.result: one.share for one in outlook.chances} == {
        result: Fraction(column.count(result), 6) for result in set(column)
    }
    told = look.told(attack)
    assert told["manners"][0]["calculation"]["used"] == "2-1"
    assert list(attack_lines(WORDS, told)) == [
        "a1: B8 8, B4 4 against R3 3 in hex 0403, R2 2 in hex 0403, RG1 1 in hex 0304",
        "  12 : 6 is 2-1",
        f"  chances: {', '.join(f'{c.result} {c.share}' for c in outlook.chances)} "
        f"({'; '.join(f'{c.result}: {c.text}' for c in outlook.chances)})",
    ]


def test_each_manner_is_told_with_its_condition_and_a_lower_column() -> None:
    attack = made("0403", "b8 b4", Manner(reduce="1-1"), Manner(), vacant="0101")
    first, other = foresight(AT).outlooks(attack)
    assert first.title == "if its condition holds: B8, B4 against R3 in hex 0403, R2 in hex 0403: 1-1"
    assert other.title == "otherwise: B8, B4 against R3 in hex 0403, R2 in hex 0403: 2-1"
    assert [(step.text, step.case) for step in first.steps][-1] == ("lowered by the attacker to 1-1", "lower")
    lines = list(attack_lines(WORDS, foresight(AT).told(attack)))
    assert lines[0].startswith("a1 if its condition holds: B8 8")
    assert lines[1] == "  12 : 5 is 2-1; lowered by the attacker to 1-1 (lower)"
    assert lines[3].startswith("a1 otherwise: B8 8")


def surrounded() -> dict[str, str]:
    """A blue stack with red units or their zones in every hex around it."""
    around = {"r6": "0403", "r6a": "0504", "r6b": "0505", "r6c": "0405", "r6d": "0305", "r6e": "0304"}
    return {"b8": "0404", "b4": "0404", **around}


def test_who_could_not_retreat_is_named_and_the_board_stays_as_it_is() -> None:
    at = surrounded()
    (outlook,) = foresight(at).outlooks(made("0403", "b8 b4"))
    assert [note.text for note in outlook.notes] == [
        "on Ar B8 in 0404 would have no hex to retreat to",
        "on Ar B4 in 0404 would have no hex to retreat to",
    ]
    assert {note.case for note in outlook.notes} == {"NO_RETREAT"}
    assert at == surrounded()


def test_a_result_that_becomes_another_is_told_and_counts_as_what_it_becomes() -> None:
    def convert(engagement: object, result: str) -> Conversion | None:
        return Conversion("Ar", "they are steady", "steady") if result == "Ae" else None

    def never(engagement: object, result: str) -> Conversion | None:
        return Conversion("Ae", "they panic", "panic") if result == "Ar" else None

    attack = made("0403", "b8 b4")
    (outlook,) = foresight(surrounded(), convert=convert).outlooks(attack)
    assert [note.text for note in outlook.notes] == [
        "Ae becomes Ar: they are steady",
        "on Ar or Ae B8 in 0404 would have no hex to retreat to",
        "on Ar or Ae B4 in 0404 would have no hex to retreat to",
    ]
    lines = list(attack_lines(WORDS, foresight(surrounded(), convert=convert).told(attack)))
    assert lines[3:] == [
        "  Ae becomes Ar: they are steady (steady)",
        "  on Ar or Ae B8 in 0404 would have no hex to retreat to (NO_RETREAT)",
        "  on Ar or Ae B4 in 0404 would have no hex to retreat to (NO_RETREAT)",
    ]
    (panic,) = foresight(surrounded(), convert=never).outlooks(attack)
    assert [note.text for note in panic.notes] == ["Ar becomes Ae: they panic"]


def test_a_rulebook_remarks_what_it_will_behind_all_else() -> None:
    def remarks(found: Prospect[Board]) -> Iterator[Step]:
        yield Step(f"{len(found.engagement.targets)} defend against {found.odds.used}", "remark")

    look = replace(foresight(surrounded()), remarks=remarks)
    attack = made("0403", "b8 b4")
    (outlook,) = look.outlooks(attack)
    assert outlook.notes[-1] == Step("1 defend against 2-1", "remark")
    told = look.told(attack)
    assert told["manners"][0]["remarks"] == [{"text": "1 defend against 2-1", "case": "remark"}]
    assert list(attack_lines(WORDS, told))[-1] == "  1 defend against 2-1 (remark)"
