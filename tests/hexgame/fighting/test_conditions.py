"""Conditions of attacks: which exclude each other, and which do not hold as the board stands."""

from __future__ import annotations

import pytest

from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.condition_remarks import Expected, always_vacant, condition_remarks
from pbem.hexgame.fighting.occasions import Occasions, may_both, parts
from tests.hexgame.field.test_field import field
from tests.hexgame.fighting.stacked import RESULTS, Entry, Ground, entry, read


def attacks(*listed: Entry) -> list[Attack]:
    """Entries as they are read."""
    found = [read(index, one) for index, one in enumerate(listed)]
    return [one for one in found if isinstance(one, Attack)]


def after(name: str, results: str) -> dict[str, object]:
    """A condition on an earlier attack."""
    return {"if": {"attack": name, "result": results.split()}}


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ({}, {}, False),
        (after("x", "Ae"), after("x", "De Dr"), True),
        (after("x", "Ae Dr"), after("x", "De Dr"), False),
        (after("x", "Ae"), {"if": {"vacant": "0101"}}, False),
        ({**after("x", "Ae"), "else": {}}, after("x", "De"), False),
        # Whoever waits for an attack that waits for another result waits for that as well.
        (after("y", "Ae"), after("x", "De"), True),
        (after("y", "Ae"), after("x", "Ae"), False),
    ],
)
def test_what_can_both_come_about(one: Entry, other: Entry, apart: bool) -> None:
    first = entry("0101", "bi1", id="x")
    second = entry("0102", "bi2", id="y", **after("x", "Ae"))
    *_, a, b = listed = attacks(
        first, second, entry("0103", "bi3", id="a", **one), entry("0103", "bi3", id="b", **other)
    )
    assert Occasions(listed, RESULTS).apart(a, b) is apart
    assert bool(may_both(a, b)) is bool(one or other) and may_both(a, a) == ""


def test_a_battery_fires_in_one_manner_or_the_other() -> None:
    (kept,) = attacks(entry("0101", bombard=["ba1"], **{"if": {"vacant": "0102"}, "else": {"reduce": "1-1"}}))
    assert [(part.path, part.manners) for part in parts(kept)] == [((0, "bombard", 0), (0, 1))]
    (other,) = attacks(
        entry("0101", bombard=["ba1"], **{"if": {"vacant": "0102"}, "else": {"bombard": ["ba2", "ba1"]}})
    )
    assert [(part.path, part.unit, part.manners) for part in parts(other)] == [
        ((0, "bombard", 0), "ba1", (0,)),
        ((0, "else", "bombard", 0), "ba2", (1,)),
        ((0, "else", "bombard", 1), "ba1", (1,)),
    ]


LAKES = ". . . . .\n. . . . .\n. . o . .\n. . . . o\n"
GROUND = Ground({"bi1": "0302", "bi2": "0302", "ri1": "0402"}, on=field(terrain=LAKES, edges={"east": "0503 0504"}))


def remarks(*listed: Entry) -> list[str]:
    """What is said of a list, where no attack stands better than 1-1, which never eliminates a defender."""

    expected = Expected(("1-1",), {1: ("Ar",), 2: ("Dr",)}, lambda attack, manner: "1-1")
    return [refusal.text for _, refusal in condition_remarks(GROUND.board, attacks(*listed), expected, "a", "b")]


def test_what_cannot_hold_now_is_told() -> None:
    first = entry("0402", "bi1 bi2", id="x")
    assert remarks(first, entry("0203", **after("x", "De Ex"))) == [
        "attack 0203: x stands at 1-1 now, where no die gives De or Ex"
    ]
    assert remarks(first, entry("0203", **after("x", "De Dr"))) == []
    assert remarks(entry("0203", "bi9", **{"if": {"vacant": "0402"}})) == [
        "attack 0203: RI1 stands in 0402 now, and no attack before this one is made by it or on it: the hex is vacant "
        "only if it is displaced"
    ]
    assert remarks(first, entry("0203", **{"if": {"vacant": "0402"}})) == []
    assert remarks(first, entry("0203", **{"if": {"vacant": "0302"}})) == []
    assert remarks(first, entry("0203", **{"if": {"vacant": "0101"}})) == []


@pytest.mark.parametrize(("at", "told"), [("0303", True), ("0504", False), ("0302", False), ("9999", False)])
def test_a_lake_is_always_vacant(at: str, told: bool) -> None:
    """But not on the edge, over which somebody may come."""
    (attack,) = attacks(entry("0402", "bi1 bi2", **{"if": {"vacant": at}, "else": {}}))
    found = list(always_vacant(GROUND.board, attack, "c"))
    assert bool(found) is told
    if told:
        (path, refusal), text = found[0], "0303 can be entered from no side and is always vacant: leave out if"
        assert (path, refusal.case, refusal.hex) == ((0, "if", "vacant"), "c", at) and refusal.text.endswith(text)
