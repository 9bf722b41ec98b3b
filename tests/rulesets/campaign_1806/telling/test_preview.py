"""What orders would do before any die: exact chances, repulse, attacks, what is void, whether anything is open."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.telling.asking import asked, jena, previewed, standing

NEAR = {"n1531": "suchet gazan lannes", "n1630": "boguslawski", "n2526": "larisch"}


def march(units: str, *path: str) -> dict[str, Any]:
    return {"units": units.split(), "path": list(path)}


@pytest.mark.rule(ID, "11.3")
def test_an_attack_is_told_with_odds_and_exact_chances() -> None:
    found = previewed(standing(NEAR), {"attacks": [{"on": ["n1630"], "with": ["n1531"]}]})
    (attack,) = found["attacks"]
    (manner,) = attack["manners"]
    assert (manner["calculation"]["first"], manner["calculation"]["used"]) == ("6-1", "6-1")
    assert sum(Fraction(share) for share in manner["chances"].values()) == 1
    assert not found["default"] and not found["void"] and found["open"]
    assert any("20 : 3 is 6-1" in line for line in found["lines"])


@pytest.mark.rule(ID, "4.31")
def test_who_orders_nothing_is_told_what_he_has_to_attack() -> None:
    found = previewed(standing(NEAR), {})
    assert found["default"] and [one["on"] for one in found["attacks"]] == [["n1630"]]
    assert "Attacks by default (4.31):" in found["lines"]
    assert found["ordered"] == 0 and set(found["idle"]) == {"Suchet", "Gazan", "Lannes"}


@pytest.mark.rule(ID, "10.21-1")
@pytest.mark.rule(ID, "10.22-1")
@pytest.mark.parametrize(("who", "done"), [("suchet gazan", True), ("gazan", False)])
def test_a_repulse_is_told_with_its_odds(who: str, done: bool) -> None:
    found = previewed(standing(NEAR), {"orders": [march(who, "n1531", "repulse n1630")]})
    (repulse,) = [event for event in found["moves"] if event["kind"] == "repulse"]
    assert repulse["done"] is done
    assert repulse["calculation"]["column"] == ("6-1" if done else "2-1")
    assert any("push the enemy out of n1630 (Cospeda)" in line for line in found["lines"])


@pytest.mark.rule(ID, "7.12")
@pytest.mark.rule(ID, "7.13")
def test_whose_die_decides_is_told_with_its_chance() -> None:
    at = standing({"n1330": "ney marchand", "n0532": "klein", "n2526": "larisch"})
    found = previewed(at, {"orders": [march("klein", "n0532", "n0533")]})
    assert found["initiative"] == {"ney": "2/3", "klein": "5/6"}
    assert "  Ney comes into command with a chance of 2/3, then Marchand with him (7.12)." in found["lines"]
    assert "  Klein, out of command, moves with a chance of 5/6 (7.13)." in found["lines"]


@pytest.mark.rule(ID, "11.32")
def test_lower_odds_hang_on_an_initiative() -> None:
    wish = {"attacks": [{"on": ["n1630"], "with": ["n1531"], "reduce": "2-1"}]}
    (attack,) = previewed(standing({**NEAR, "n1531": "suchet gazan ney"}), wish)["attacks"]
    (manner,) = attack["manners"]
    assert manner["calculation"]["used"] == "2-1"
    assert [one["case"] for one in manner["remarks"]][:1] == ["11.32"]
    assert "Ney, a chance of 2/3" in manner["remarks"][0]["text"]


def test_what_is_void_is_told_with_its_case() -> None:
    found = previewed(standing(NEAR), {"orders": [march("suchet", "n1531", "n0101")], "attacks": [{"on": ["n1330"]}]})
    assert [one["case"] for one in found["void"]] == ["8.0", "11.2"]
    assert sum(line.startswith("Void: ") for line in found["lines"]) == 2


@pytest.mark.rule(ID, "12.11-1")
@pytest.mark.rule(ID, "11.44-1")
def test_what_a_result_costs_is_told() -> None:
    weak = {"n1531": "gazan", "n1630": "tauenzien grawert", "n1431": "zezschwitz", "n1632": "dyherrn"}
    (attack,) = previewed(standing(weak, losses={"v": 4}), {})["attacks"][:1]
    texts = [one["text"] for manner in attack["manners"] for one in manner["remarks"]]
    assert "on Ae the V Corps is demoralized, having lost 12 points" in texts


@pytest.mark.rule(ID, "1.6-1")
def test_a_set_up_names_who_begins_elsewhere() -> None:
    at = jena().start()
    found = jena().telling.preview(asked(at), {"setup": {"baggage-fr": "n1330"}})
    assert found["lines"] == ["Set-up:", "  French baggage train is set up in n1330 (Jena) (19.21)."]
    assert found["ordered"] == 1 and found["open"]
    void = jena().telling.preview(asked(at), {"setup": {"suchet": "n1330"}})
    assert void["void"][0]["case"] == "19.21" and void["ordered"] == 0


def test_a_preview_changes_nothing_and_is_plain_data() -> None:
    at, orders = standing(NEAR), {"orders": [march("suchet", "n1531", "repulse n1630")]}
    request, before = asked(at), json.dumps([at, orders])
    found = jena().telling.preview(request, orders)
    assert json.loads(json.dumps(found)) == found == jena().telling.preview(request, orders)
    assert json.dumps([at, orders]) == before
