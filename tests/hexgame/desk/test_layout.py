"""Who lies on a desk, what keeps him, and who is meant by the words of a page."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.engine.desk import Movable
from pbem.engine.gesture import ALL, PATH, WHO
from pbem.engine.options import Refusal
from pbem.hexgame.desk.layout import on_map, those_named
from pbem.hexgame.documents.form import fields, one, some
from pbem.hexgame.documents.kinds import Hex, Unit
from pbem.hexgame.documents.members import gesture
from pbem.hexgame.documents.names import Units
from tests.hexgame.moving.tiny import ground, rules_of
from tests.hexgame.telling.sheets import ROSTER

AT = {"bf1": "0101", "bf2": "0303", "bf3": "0505", "rf1": "0304"}


def test_pieces_lie_where_they_stand_with_what_keeps_them_and_their_other_orders() -> None:
    rules = rules_of(ground(), AT)
    asked = []

    def also(unit: str) -> Sequence[tuple[str, dict[str, str]]]:
        asked.append(unit)
        return (("rests", {"unit": unit}),)

    def kept(unit: str) -> Refusal | None:
        return Refusal("late", "it sleeps") if unit == "bf3" else None

    rests = {unit: (("rests", {"unit": unit}),) for unit in AT}
    assert list(on_map(lambda unit: rules, ("bf1", "bf2", "bf3"), also, kept)) == [
        Movable("bf1", "bf1", "0101", also=rests["bf1"]),
        Movable("bf2", "bf2", "0303", also=rests["bf2"], note="held by an enemy zone of control (held)"),
        Movable("bf3", "bf3", "0505", note="it sleeps (late)"),
    ]
    assert asked == ["bf1", "bf2"] and len(next(on_map(lambda unit: rules, ("bf3",), also)).also) == 1


@pytest.mark.parametrize(
    ("who", "found"),
    [
        ("b1", ["b1"]),
        ("1/blau|b2|B1", ["b1", "b2"]),
        ("", "nobody is named"),
        ("b1|r1", "r1 (1/Rot infantry) belongs to the other army (own)"),
        ("xyz", "there is no unit 'xyz'"),
    ],
)
def test_words_of_a_page_mean_pieces_of_ones_own(who: str, found: Sequence[str] | str) -> None:
    known = Units(ROSTER.units, "blue")
    told = those_named(known, who.replace("1/blau", "1/Blau infantry").split("|") if who else (), "own")
    assert told == found if isinstance(found, list) else str(told).startswith(str(found))


def test_a_gesture_may_write_several_otherwise_than_one() -> None:
    move = fields(unit=one(Unit(""), gesture=WHO), units=some(Unit("")), path=some(Hex("[0-9]{4}", ""), gesture=PATH))
    several = {"units": ALL, "path": PATH}
    made = gesture("moves", move, doc="In order.", together=True, several=several)
    assert (made.entry, made.several, made.together) == ({"unit": WHO, "path": PATH}, several, True)
    assert gesture("moves", move, doc="In order.").several == {}
