"""What is told of a position: turn, strength, casualty tracks, boxes, ground, points; and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from rulesets.campaign_1806.telling.decided import decided
from rulesets.campaign_1806.telling.figures import worths
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.telling.asking import jena, saalfeld, standing
from tests.rulesets.kit.pictures import check_fortune

AT = {"n1531": "suchet treilhard-v1 ney", "n1630": "boguslawski", "n1330": "baggage-fr"}
POSITION: dict[str, Any] = {
    "boxes": {"gazan": "day", "tilly": "gone", "murat": "captured", "treilhard": "broken"},
    "losses": {"v": 11},
    "out": ["ney"],
    "unsupplied": ["suchet"],
}


@pytest.mark.rule(ID, "12.1-1")
@pytest.mark.rule(ID, "20.1")
def test_facts() -> None:
    facts = jena().telling.facts(standing(AT, **POSITION))
    assert (facts["turn"], facts["turns"], facts["time"], facts["phasing"]) == (1, 3, "14/morning", "french")
    french = facts["armies"]["french"]
    assert (french["strength"], french["out"], french["unsupplied"]) == ("25/2", ["ney"], ["suchet"])
    assert french["boxes"] == {"day": ["gazan"], "gone": ["tilly"], "captured": ["murat"], "broken": ["treilhard"]}
    assert facts["tracks"]["v"] == {"lost": 11, "level": 11, "demoralized": True}
    assert set(facts["points"]) == {"french", "prussian"}
    standing_lines = dict(map(tuple, facts["standing"]))
    assert standing_lines["French army"] == "12 1/2 strength points on the map"
    assert standing_lines["V Corps"].startswith("strength 12, 11 lost, DEMORALIZED")
    assert standing_lines["French, lost today, may be reorganized after a night"] == "Gazan"
    assert standing_lines["French, captured"] == "Murat"
    assert standing_lines["French, out of command"] == "Ney"
    assert "Victory points if the game ended now" in standing_lines


def test_headline_and_names() -> None:
    telling, at = jena().telling, standing(AT, 2)
    assert telling.headline(at) == "14 October, afternoon, French player turn"
    assert telling.phase_name(at) == "french-02"
    assert [telling.name(one) for one in ("ney", "n1330", "pr-i", "v", "french", "n1531")] == [
        "Ney",
        "n1330 (Jena)",
        "Prussian I Corps",
        "V Corps",
        "French",
        "n1531",
    ]


@pytest.mark.rule(ID, "20.11-2")
def test_the_tally_counts_what_is_lost() -> None:
    figures = jena().telling.figures
    assert figures is not None
    tally = figures.tally(standing(AT, **POSITION))
    assert tally.lost == {"french": 10, "prussian": 0}
    assert tally.held["french"] > 0 and set(tally.points) == {"french", "prussian"}


def test_the_dice_of_a_game_are_weighed_exactly() -> None:
    game, events = saalfeld()
    figures = game.telling.figures
    assert figures is not None
    found = figures.fortunes(events)
    assert len(found) == sum(event["kind"] == "combat" for event in events) > 0
    for fortune in found:
        check_fortune(fortune, game.scenario.armies)


@pytest.mark.rule(ID, "11.41-1")
def test_a_code_is_worth_what_it_counts_as() -> None:
    event = {
        "attackers": [{"unit": "guard-infantry", "strength": 5}],
        "defenders": [{"unit": "v", "strength": "1/2"}],
        "becomes": {"Ex": "De"},
    }
    found = worths(event)
    assert (found["Ex"], found["Ae"], found["Ar2"]) == (Fraction(1, 2), Fraction(-5), Fraction(-5, 2))


DIE: Sequence[tuple[str, dict[str, Any]]] = [
    ("t1.french.init.ney", {"kind": "command", "dice": {"ney": 3}}),
    ("t1.french.m3.own.klein", {"kind": "held-back", "unit": "klein"}),
    ("t1.french.m3.own.klein", {"kind": "moved", "unit": "ney", "units": ["ney", "klein"]}),
    ("t1.french.m3.2.damage", {"kind": "damage", "unit": "friant"}),
    ("t1.french.a2.save.suchet", {"kind": "lost", "unit": "suchet"}),
    ("t1.french.a2.reduce.ney", {"kind": "reduced", "dice": {"ney": 1}}),
    ("t1.french.a2.train.baggage-fr", {"kind": "train-followed", "unit": "baggage-fr"}),
    ("t1.french.end.catch.ney", {"kind": "flew", "unit": "ney"}),
    ("t1.french.o1.suchet", {"kind": "reorganized", "unit": "suchet"}),
    ("t9.prussian.comes.ruchel", {"kind": "comes", "unit": "ruchel"}),
]


@pytest.mark.parametrize(("label", "event"), DIE)
def test_which_event_tells_of_a_die(label: str, event: dict[str, Any]) -> None:
    assert decided(label, [{"kind": "headline"}, event]) is event
    assert decided("t1.french.a2", [event]) is None
