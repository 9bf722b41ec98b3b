"""Bridges broken and mended, pontoons laid and taken (8.4, 9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.march.bridging import captor, succeeds, why_not, why_not_deploy, why_not_take_up
from rulesets.campaign_1806.rules.march.crossings import Crossings
from tests.rulesets.campaign_1806.country import board, charts, country, row, rows

RIVER = {"river": "0505-0506", "bridge": "0505-0506", "roads": ("0505 0506",)}
STREAM = {"stream": "0505-0506", "bridge": "0505-0506", "trails": ("0505 0506",)}
DOWN = Crossings(damaged=frozenset({("0505", "0506")}))
WHOLE = Crossings()

# Who stands where, the first of 0505 trying; the ground, the bridge, what he tries, points left, and what refuses it.
TRIES = rows(
    row("8.41-1 8.4-NOTE", {"0505": "viallanes-v1"}, STREAM, WHOLE, "damage", 1, None),
    row("8.41-NOTE", {"0505": "gudin", "0504": "grawert"}, STREAM, WHOLE, "damage", 3, "8.41-NOTE"),
    row("8.41-2", {"0505": "viallanes-v1"}, STREAM, WHOLE, "damage", 0, "8.42B"),
    row("8.42A", {"0505": "klein"}, RIVER, WHOLE, "damage", 5, "8.42A"),
    row("8.42A", {"0505": "davout"}, STREAM, WHOLE, "damage", 5, "8.42A"),
    row("8.42B", {"0505": "gudin"}, RIVER, WHOLE, "damage", 2, None),
    row("8.42B", {"0505": "gudin"}, RIVER, WHOLE, "damage", 1, "8.42B"),
    row("8.43-1", {"0505": "klein"}, STREAM, DOWN, "repair", 1, None),
    row("8.43-1", {"0505": "klein"}, RIVER, DOWN, "repair", 5, "8.42A"),
    row("8.43A", {"0505": "gudin", "0506": "blucher-v1"}, RIVER, DOWN, "repair", 5, "8.43A"),
    row("8.43A", {"0505": "gudin", "0507": "grawert"}, RIVER, DOWN, "repair", 5, None),
    row("8.4", {"0505": "gudin"}, RIVER, DOWN, "damage", 5, "8.4"),
    row("8.4", {"0505": "gudin"}, RIVER, WHOLE, "repair", 5, "8.4"),
    row(
        "8.4", {"0505": "gudin"}, {"river": "0505-0506"}, Crossings(pontoons={("0505", "0506"): 0}), "damage", 5, "8.4"
    ),
)


@pytest.mark.parametrize(("at", "ground", "bridge", "what", "points", "case"), TRIES)
def test_who_may_try(
    at: dict[str, str], ground: dict[str, Any], bridge: Crossings, what: str, points: int, case: str | None
) -> None:
    found = board(at, country(**ground))
    refusal = why_not(found, charts(), bridge, at["0505"].split()[0], "0506", what, 2 * points)
    assert (refusal.case if refusal else None) == case


DICE = rows(
    row("8.41-1", {"0505": "viallanes-v1"}, STREAM, "damage", 4, True),
    row("8.41-1", {"0505": "viallanes-v1"}, STREAM, "damage", 5, False),
    row("8.42C", {"0505": "gudin"}, RIVER, "damage", 3, True),
    row("8.42C", {"0505": "gudin"}, RIVER, "damage", 4, False),
    row("8.43B", {"0505": "gudin"}, RIVER, "repair", 4, True),
    row("8.43C", {"0505": "gudin", "0507": "grawert"}, RIVER, "repair", 3, False),
    row("8.43D", {"0505": "gudin napoleon"}, RIVER, "repair", 6, True),
    row("8.43D", {"0505": "gudin napoleon", "0507": "grawert"}, RIVER, "repair", 4, True),
)


@pytest.mark.parametrize(("at", "ground", "what", "die", "does"), DICE)
def test_the_die(at: dict[str, str], ground: dict[str, Any], what: str, die: int, does: bool) -> None:
    found = board(at, country(**ground))
    assert succeeds(found, charts(), at["0505"].split()[0], "0506", what, die) is does


DEPLOYED = rows(
    row("9.21 9.0", {"0505": "bridge-fr"}, {"river": "0505-0506"}, "", None),
    row("9.0", {"0505": "bridge-pr-i"}, {"stream": "0505-0506"}, "", None),
    row("9.21", {"0505": "bridge-fr"}, {"river": "0505-0506"}, "bridge-fr", "9.21"),
    row("9.22", {"0505": "bridge-fr", "0507": "grawert"}, {"river": "0505-0506"}, "", None),
    row("9.22", {"0505": "bridge-fr", "0506": "blucher-v1"}, {"river": "0505-0506"}, "", "9.22"),
    row("9.2-1", {"0505": "bridge-fr"}, {"river": "0504-0505"}, "", "9.2-1"),
    row("9.21", {"0505": "baggage-fr"}, {"river": "0505-0506"}, "", "9.21"),
)


@pytest.mark.parametrize(("at", "ground", "marching", "case"), DEPLOYED)
def test_who_may_lay_a_bridge(at: dict[str, str], ground: dict[str, Any], marching: str, case: str | None) -> None:
    found = board(at, country(**ground))
    found.marching.update(marching.split())
    refusal = why_not_deploy(found, at["0505"], "0506")
    assert (refusal.case if refusal else None) == case


TAKEN = rows(
    row("9.26-1", {"0505": "viallanes-v1", "0506": "grawert"}, ""),
    row("9.26-1", {"0506": "grawert"}, "prussian"),
    row("9.27", {"0505": "blucher-v1"}, "prussian"),
    row("9.26-1", {"0505": "davout", "0506": "grawert"}, "prussian"),
    row("9.26-1", {"0505": "ruchel"}, ""),
)


@pytest.mark.parametrize(("at", "army"), TAKEN)
def test_who_takes_a_pontoon_of_the_french(at: dict[str, str], army: str) -> None:
    assert captor(board(at), "french", "0505", "0506") == army


# Who stands where, the hex in which the French train is to stand again, whether anybody crossed, who holds the bridge.
TAKEN_UP = rows(
    row("9.23-1", {}, "0505", False, "", None),
    row("9.23-1", {"0507": "grawert"}, "0505", False, "", None),
    row("9.23-1", {"0507": "grawert"}, "0506", False, "", "9.23-1"),
    row("9.23-1", {"0507": "grawert", "0506": "gudin"}, "0506", False, "", None),
    row("9.23-1", {"0506": "ruchel"}, "0506", False, "", "9.23-1"),
    row("9.23-1", {}, "0504", False, "", "9.23-1"),
    row("9.23-2", {}, "0505", True, "", "9.23-2"),
    row("9.26-2", {"0506": "grawert"}, "0505", False, "prussian", "9.26-2"),
)


@pytest.mark.parametrize(("at", "to", "crossed", "holder", "case"), TAKEN_UP)
def test_who_takes_up_a_pontoon(at: dict[str, str], to: str, crossed: bool, holder: str, case: str | None) -> None:
    found = board(at, country(river="0505-0506"))
    refusal = why_not_take_up(found, "bridge-fr", ("0505", "0506"), to, crossed=crossed, holder=holder)
    assert (refusal.case if refusal else None) == case
