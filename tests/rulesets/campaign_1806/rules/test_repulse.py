"""Repulse: whom it takes in, what it costs, when it succeeds (10)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.campaign_1806.rules.repulse import attempt
from tests.rulesets.campaign_1806.country import ID, board, charts, country, defence, row, rows

UPHILL = {"terrain": {"0506": "clear slope"}, "slope": "0505-0506"}
BRIDGE = {"river": "0505-0506", "bridge": "0505-0506", "roads": ("0505 0506",)}
# Who stands where, those in 0506 pushing; who is reduced, the ground, points left; whether it succeeds and its cost,
# or the case that refuses it.
ATTEMPTS = rows(
    row("10.11-1", {"0506": "gudin leval", "0505": "dyherrn"}, "leval", {}, 5, (True, 1)),
    row("10.11-1", {"0506": "morand friant", "0505": "prittwitz"}, "", {}, 5, (False, 1)),
    row("10.11-2", {"0506": "gudin leval", "0505": "boguslawski"}, "leval", UPHILL, 5, (True, 2)),
    row("10.11-2", {"0506": "gudin napoleon", "0505": "dyherrn"}, "", {}, 5, (False, 1)),
    row("10.12A-1", {"0506": "suchet", "0505": "boguslawski", "0605": "irwing"}, "boguslawski", {}, 5, (False, 1)),
    row("10.12A-1", {"0506": "suchet", "0505": "boguslawski"}, "boguslawski", {}, 5, (True, 1)),
    row(
        "10.12A-2",
        {"0506": "suchet", "0505": "boguslawski", "0507": "blucher-v1"},
        "boguslawski",
        {"stream": "0506-0507", "woods": "0506-0507"},
        5,
        (True, 3),
    ),
    row("10.12B", {"0506": "suchet", "0505": "boguslawski"}, "", {"terrain": {"0505": "chateau"}}, 5, "10.12B"),
    row("10.12B", {"0506": "suchet", "0505": "boguslawski"}, "", {"terrain": {"0505": "fortress"}}, 5, "10.12B"),
    row("10.1", {"0506": "suchet", "0505": "boguslawski"}, "", {"stream": "0505-0506"}, 1, "10.1"),
    row("10.1", {"0506": "suchet", "0505": "boguslawski"}, "", BRIDGE, 5, "10.1"),
    row("10.1", {"0506": "davout", "0505": "boguslawski"}, "", {}, 5, "10.1"),
    row("10.21-3", {"0506": "suchet", "0505": "boguslawski"}, "", {"stream": "0505-0506"}, 2, (False, 2)),
    row("10.23 4.4", {"0506": "suchet", "0505": "blucher-v1"}, "", {}, 1, (True, 1)),
)


@pytest.mark.parametrize(("at", "reduced", "ground", "points", "then"), ATTEMPTS)
def test_an_attempt(at: dict[str, str], reduced: str, ground: dict[str, Any], points: int, then: Any) -> None:
    found = board(at, country(**ground), reduced=reduced)
    tried = attempt(found, charts(), defence(), at["0506"].split(), 2 * points)
    if isinstance(tried, Refusal):
        assert tried.case == then
    else:
        assert (tried.succeeds, tried.cost / 2) == then


@pytest.mark.rule(ID, "10.12A-1")
def test_all_whose_zone_covers_the_stack_are_pushed_together() -> None:
    found = board(
        {"0506": "suchet", "0505": "boguslawski", "0507": "blucher-v1", "0606": "baggage-pr", "0605": "ruchel"}
    )
    tried = attempt(found, charts(), defence(), ["suchet"], 10)
    assert not isinstance(tried, Refusal) and tried.targets == ("0505", "0507")
    assert (tried.odds.attack, 2 * tried.odds.defence) == (12, 5)
