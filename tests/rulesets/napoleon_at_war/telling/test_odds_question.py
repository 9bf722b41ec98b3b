"""One attack that nobody has ordered: the same odds as the preview gives, on any position, and clear refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.engine.odds_query import Outlook, Unanswerable, WhatIf
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.telling.preview import NapoleonOdds, preview
from tests.rulesets.napoleon_at_war.playing import real
from tests.rulesets.napoleon_at_war.telling.test_preview import SURROUNDED, jena

AT = {"suc-1": "0609", "suc-2": "0507", "gd-art": "0810", "tau-1": "0610"}


def asked(position: Position, *on: str, army: str = "french", **words: object) -> Outlook:
    (found,) = NapoleonOdds(real().setting).what_if(position.to_json(), army, WhatIf(on, **words))  # type: ignore[arg-type]
    return found


def refused(position: Position, *on: str, army: str = "french", **words: object) -> list[tuple[str, str]]:
    with pytest.raises(Unanswerable) as error:
        asked(position, *on, army=army, **words)
    return [(refusal.case, refusal.text) for refusal in error.value.refusals]


def test_every_step_is_told_with_its_case() -> None:
    position = jena(AT, broken={"jena": "french"})
    found = asked(position, "0610", by=("1/Suchet",), far=("gd-art",), column="1-3")
    assert [step.case for step in found.steps] == ["7.22", "8.21", "7.21", "9.0", "7.6", "18.11", "7.6", "7.9"]
    texts = [step.text for step in found.steps]
    assert texts[2].endswith("defends 0610 with 6") and texts[3].endswith(" counts x 2: town hex 0610")
    assert texts[4] == "18 : 12 is 1-1"
    assert texts[6:] == ["that is column 1-2", "lowered by the attacker to 1-3"]
    assert {one.result: one.share for one in found.chances} == {
        "Ae": Fraction(1, 6),
        "Dr": Fraction(1, 6),
        "Ar": Fraction(2, 3),
    }
    assert position.army == "french" and position.at == AT


def test_it_is_what_the_preview_says_of_orders() -> None:
    position = jena(AT)
    orders = {"attacks": [{"on": ["0610"], "by": ["suc-1"], "bombard": ["gd-art"]}]}
    manner = preview(real().setting, position, orders)["attacks"][0]["manners"][0]
    found = asked(position, "0610", by=("suc-1",), far=("gd-art",))
    assert {one.result: str(one.share) for one in found.chances} == manner["chances"]
    assert found.title.endswith(f": {manner['calculation']['used']}")
    assert sum(one.share for one in found.chances) == 1


def test_whoever_stands_next_to_it_attacks() -> None:
    position = jena({**AT, "suc-2": "0611"})
    for word in ("0610", "Closwitz", "closwitz", "tau-1", "1/Tauenzien"):
        assert [step.text.split(" attacks")[0] for step in asked(position, word).steps if step.case == "7.22"] == [
            "1/Suchet",
            "2/Suchet",
        ]


def test_the_other_army_may_ask_too() -> None:
    position = jena(AT)
    found = asked(position, "0609", army="prussian")
    assert found.title.startswith("1/Tauenzien against 1/Suchet in") and position.army == "french"


def test_units_may_be_supposed_elsewhere() -> None:
    position = jena(AT)
    found = asked(position, "0610", by=("suc-2",), moved=(("suc-2", "0611"), ("suc-1", "0101")))
    notes = [note.text for note in found.notes]
    assert notes[0] == "supposed: 2/Suchet in 0611, not in 0507" and len(notes) == 2
    swapped = asked(position, "0610", by=("suc-2",), moved=(("suc-2", "0609"), ("suc-1", "0507")))
    assert swapped.chances == found.chances
    assert [case for case, _ in refused(position, "0610", moved=(("suc-2", "0609"),))] == ["5.32"]


def test_what_else_is_owed_is_a_note() -> None:
    """That the battery next to 2/Tauenzien has to attack goes without saying: he is the one left out."""
    found = asked(jena({**AT, "tau-2": "0710"}), "0610", by=("suc-1",))
    assert [note.case for note in found.notes] == ["7.11"]


def test_a_night_turn_is_told() -> None:
    assert "10.1" in [note.case for note in asked(jena(AT, turn=1), "0610").notes]


@pytest.mark.parametrize(
    ("on", "words", "case", "text"),
    [
        (
            ("0610",),
            {"by": ("suc-2",)},
            "7.15",
            "in one of 0510, 0511, 0609, 0611, 0710, 0711, as in --from suc-2=0510",
        ),
        (("0610",), {"by": ("suc-1", "suc")}, "", "did you mean"),
        (("0699",), {}, "", "there is no hex '0699'"),
        (("0611",), {"by": ("suc-1",)}, "7.0", "there is no enemy unit in 0611"),
        (("0610",), {"by": ("tau-1",)}, "7.0", "belongs to the other army"),
        (("0610",), {"far": ("suc-2",)}, "8.0", "only artillery bombards"),
        (("0610",), {"by": ("suc-1",), "column": "9-1"}, "7.9", "cannot be reduced"),
        (("0610",), {"tactic": "attack"}, "", "no tactics"),
        (("0610",), {"enemy": 4}, "", "lie open"),
        (("0610",), {"by": ("suc-1",), "moved": (("suc-1", "nowhere"),)}, "", "there is no hex"),
        (("lan-art",), {}, "", "there is no unit"),
    ],
)
def test_refusals(on: tuple[str, ...], words: dict[str, object], case: str, text: str) -> None:
    told = refused(jena(AT), *on, **words)
    if text == "there is no unit":
        assert told
    else:
        assert any(found == case and text in words_ for found, words_ in told), told


def test_who_could_not_retreat_is_noted() -> None:
    found = asked(jena(SURROUNDED), "0610", by=("suc-1",))
    assert [(note.case, note.text) for note in found.notes if note.case == "7.72"] == [
        ("7.72", "on Ar 1/Suchet in 0609 would have no hex to retreat to")
    ]
    free = asked(jena({**SURROUNDED, "tau-2": "0811"}), "0610", by=("suc-1",))
    assert not [note for note in free.notes if note.case == "7.72"]


def test_an_empty_hex_is_one_fault() -> None:
    for words in ({}, {"by": ("suc-1",)}, {"by": ("suc-2",)}):
        assert refused(jena(AT), "0611", **words) == [("7.0", "there is no enemy unit in 0611")]
    assert refused(jena({"suc-1": "0609"}), "Closwitz") == [("7.0", "there is no enemy unit in 0610 (Closwitz)")]
