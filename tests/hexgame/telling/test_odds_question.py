"""Questions about one attack: names, what is supposed, what is refused, and what the rules demand besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.odds_query import Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Ledger
from pbem.hexgame.telling.foresight import Foresight
from pbem.hexgame.telling.odds_question import Inquiry, answered
from tests.hexgame.fighting.skirmish import ENEMY, RULES, plain
from tests.hexgame.fighting.stacked import PIECES, Ground
from tests.hexgame.telling.test_foresight import WORDS

# A stack of two, and a battery two hexes behind, before a stack and a single unit that touch it both.
AT = {
    "bi1": "0404",
    "bi2": "0404",
    "ba1": "0405",
    "ri1": "0403",
    "ri2": "0403",
    "ri3": "0304",
    "bc1": "0107",
    "bl1": "0404",
}


def inquiry(at: Mapping[str, str], **changed: Any) -> Inquiry[HexBoard[Piece]]:
    """Blue asks; no more than two stand in a hex, and nobody beside enemies."""
    ground = Ground(at, on=plain())
    board = ground.board

    def ledger(attack: Attack) -> Ledger[Any]:
        scratch: Any = HexBoard(dict(board.at), board.field, board.roster, ENEMY)
        return Ledger(RULES, scratch, "blue", "red", "ask", {at: tuple(units) for at, units in board.here.items()})

    def in_the_way(unit: str, to: str) -> str:
        there = [one for one in board.units_in(to) if PIECES[one].kind != "leader"]
        return there[0] if len(there) > 1 or board.holder(to) == board.enemy[PIECES[unit].army] else ""

    made = Inquiry(
        board=board,
        units=Units({uid: PIECES[uid] for uid in (*at, "ri4")}, "blue"),
        places=Places(board.field.hexes, {"0403": "Mill"}),
        where=lambda unit: board.at.get(unit, ""),
        lift=board.lift,
        put=board.place,
        in_the_way=in_the_way,
        stacking="full",
        attacks=ground.options,
        foresight=lambda: Foresight(replace(WORDS, place=str), ledger),
    )
    return replace(made, **changed)


def asked(*on: str, at: Mapping[str, str] = AT, rules: Mapping[str, Any] | None = None, **words: Any) -> Outlook:
    return answered(inquiry(at, **(rules or {})), WhatIf(on, **words))


def refused(*on: str, **words: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unanswerable) as error:
        asked(*on, **words)
    return [(refusal.case, refusal.text) for refusal in error.value.refusals]


def test_whoever_stands_next_to_all_of_them_attacks_as_a_stack() -> None:
    found = asked("Mill", "ri3")
    assert found.title == "BI1, BI2 against RI1 in 0403, RI2 in 0403, RI3 in 0304: 1-2"
    assert sum(chance.share for chance in found.chances) == 1


def test_who_is_named_attacks_and_batteries_join_at_lower_odds() -> None:
    found = asked("0304", by=("bi1", "BI2"), far=("ba1",), column="2-1")
    assert found.title == "BI1, BI2, BA1 bombarding against RI3 in 0304: 2-1"
    assert found.steps[-1] == Step("lowered by the attacker to 2-1", "lower")


def test_what_else_is_owed_is_noted_behind_what_keeps_attacks_from_being_made() -> None:
    night = (Step("nobody fights at night", "night"),)
    found = asked("0304", rules={"circumstances": night})
    assert found.notes[0] == night[0]
    assert [note.case for note in found.notes[1:]] == ["must_be_attacked"]


def test_units_are_supposed_elsewhere_together_or_in_each_others_place() -> None:
    found = asked("0304", by=("bc1", "bi1"), moved=(("bc1", "0404"), ("bi2", "0101")))
    assert found.title.startswith("BC1, BI1 against RI3")
    assert [note.text for note in found.notes[:2]] == [
        "supposed: BC1 in 0404, not in 0107",
        "supposed: BI2 in 0101, not in 0404",
    ]
    off = asked("0304", by=("bc1", "ba1"), moved=(("bi1", "Off"), ("bi2", "off"), ("bc1", "0404"), ("ba1", "0404")))
    assert off.title.startswith("BC1, BA1 against RI3")
    assert off.notes[0].text == "supposed: BI1 off the map, not in 0404"
    gone = {uid: place for uid, place in AT.items() if uid != "ri3"} | {"ri3": "0101"}
    (note,) = asked("0304", at=gone, moved=(("ri3", "0304"),)).notes[:1]
    assert note.text == "supposed: RI3 in 0304, not in 0101"


def test_an_enemy_of_some_strength_is_supposed_where_the_rulebook_allows_it() -> None:
    seen: list[tuple[Sequence[str], int]] = []

    def suppose(on: Sequence[str], strength: int) -> Iterator[Step]:
        seen.append((list(on), strength))
        yield Step(f"supposed: {strength} strength points there")

    found = asked("Mill", rules={"suppose_enemy": suppose}, enemy=9)
    assert seen == [(["0403"], 9)] and found.notes[0].text == "supposed: 9 strength points there"
    assert refused("0403", enemy=9) == [("", "all counters lie open in these rules: nobody's strength is supposed")]


def test_attackers_are_supposed_to_fight_in_a_way_that_the_rulebook_knows() -> None:
    def storm(by: Sequence[str], on: Sequence[str]) -> Step | Refusal:
        wrong = Refusal("storm", "no guns storm") if "ba1" in by else None
        return wrong or Step(f"supposed: {' and '.join(by)} storm {on[0]}", "storm")

    rules = {"tactics": {"storm": storm}}
    assert asked("0304", rules=rules, tactic="storm").notes[0] == Step("supposed: bi1 and bi2 storm 0304", "storm")
    assert refused("0304", rules=rules, tactic="sneak") == [("", "an attacker may storm")]
    assert refused("0304", rules=rules, by=("bi1", "bi2", "ba1"), tactic="storm")[0] == ("storm", "no guns storm")


@pytest.mark.parametrize(
    ("on", "words", "case", "text"),
    [
        ("0304", {"by": ("bi1",)}, "together", ""),
        ("0304", {"by": ("bc1",)}, "distance", "is not adjacent to 0304; it could be supposed in one of 0203, "),
        ("0304", {"by": ("bl1",)}, "bystander", "attacks nobody"),
        ("ri4", {}, "", "ri4 (RI4) is not on a map"),
        ("0304", {"by": ("bi3",)}, "", "there is no unit 'bi3'"),
        ("0304", {"by": ("ri1",)}, "foreign", "belongs to the other army"),
        ("0304", {"by": ("bi1", "bi2"), "far": ("bi1",)}, "range", "cannot bombard"),
        ("0304", {"by": ("bi1", "bi2"), "column": "3-1"}, "reduction", "cannot be reduced"),
        ("0304", {"moved": (("bc1", "0304"),)}, "full", "bc1 (BC1) cannot be in 0304: ri3 (RI3) is"),
        ("0304", {"moved": (("bc1", "9999"),)}, "", "there is no hex '9999'"),
        ("0304", {"tactic": "bold"}, "", "there are no tactics to choose in these rules"),
        ("0101", {}, "target", "there is no enemy unit in 0101"),
        ("ri3", {"moved": (("bi1", "0101"), ("bi2", "0101"), ("ba1", "0102"))}, "distance", "nobody stands next to"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(on: str, words: Mapping[str, Any], case: str, text: str) -> None:
    assert any(found == case and text in told for found, told in refused(on, **words))
