"""Wrong orders: each gets one clear error that names who, where and the case."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulesets.campaign_1806.documents.compile import compile_orders
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID, row, rows
from tests.rulesets.campaign_1806.modes import OPEN


@cache
def game(scenario: str) -> Any:
    return Campaign1806().game(scenario, OPEN | ({"vedettes": True, "supply": True} if scenario != "campaign" else {}))


def board(scenario: str, army: str, turn: int, **changes: str) -> Play:
    """The board of a scenario at the beginning of a player turn. changes: counters that stand elsewhere."""
    one = game(scenario)
    position = one.position(one.start())
    position.turn, position.army = turn, army
    position.at.update({uid.replace("_", "-"): at for uid, at in changes.items()})
    return Play(one.setting, position)


def moves(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"orders": list(entries)}


def path(unit: str, *words: str) -> dict[str, Any]:
    return {"unit": unit, "path": list(words)}


# Orders of the French at Jena in the morning; the place of the fault, its case, and words in it.
JENA = rows(
    row("8.0", moves({"unit": "Gudn", "to": "n1330"}), "orders 0 unit", "", "did you mean gudin (Gudin)"),
    row("1.2-2", moves({"unit": "suchet", "to": "1531"}), "orders 0 to", "", "1531 is on no sheet: write n1531"),
    row("21.22", moves({"unit": "suchet", "to": "s3850"}), "orders 0 to", "", "s3850 is not in play"),
    row("8.12A", moves({"unit": "suchet", "to": "n1935"}), "orders 0 to", "8.12A", "needs 6 movement points"),
    row("8.12F-1", moves({"unit": "suchet", "to": "Cospeda"}), "orders 0 to", "8.12F-1", "Tauenzien of the enemy"),
    row("2.11B1", moves({"unit": "grawert", "to": "n1531"}), "orders 0 unit", "2.11B1", "is a Prussian unit"),
    row("8.0", moves(path("suchet", "n1431", "n1631")), "orders 0", "8.0", "it is not next to it"),
    row("8.0", moves(path("suchet", "n1431", "9945")), "orders 0 path 1", "", "there is no hex '9945'"),
    row("8.1", moves(path("suchet", "n1430", "n1429")), "orders 0", "8.1", "Suchet stand in n1431"),
    row(
        "8.22-1",
        moves({"units": ["suchet", "gazan"], "path": ["n1431", "march", "n1430"]}),
        "orders 0",
        "8.22-1",
        "cannot go on a road march together",
    ),
    row("10.1", moves(path("suchet", "n1431", "repulse n1630")), "orders 0", "10.1", "in no enemy zone"),
    row("9.21", moves(path("suchet", "n1431", "lay n1430")), "orders 0", "9.21", "is no bridge train"),
    row("13.1", moves(path("suchet", "n1431", "vedettes")), "orders 0", "13.1", "has no vedettes"),
    row(
        "13.11-1",
        moves(path("treilhard", "n1431", "n1430", "vedettes")),
        "orders 0",
        "13.11-1",
        "has moved and may not break down",
    ),
    row("8.4", moves(path("suchet", "n1431", "damage n1430")), "orders 0", "8.4", "no printed bridge"),
    row("9.27", moves(path("suchet", "n1431", "burn n1430")), "orders 0", "9.27", "no enemy bridge lies between"),
    row("8.0", moves(path("suchet", "n1431", "jump")), "orders 0 path 1", "", "there is no hex 'jump'"),
    row(
        "3.1 8.12D",
        moves({"unit": "suchet", "to": "n1329"}),
        "orders 0",
        "3.1",
        "n1329 holds Augereau, Desjardin, Durosnel, Heudelet, Suchet",
    ),
    row(
        "8.1",
        moves({"unit": "suchet", "to": "n1430"}, {"unit": "suchet", "to": "n1431"}),
        "orders 1 unit",
        "8.1",
        "Suchet has its order already",
    ),
    row("15.0", moves({"unit": "davout", "to": "n1330"}), "orders 0 to", "8.0", "Davout finds no way"),
    row(
        "7.11-NOTE",
        {"command": {"napoleon": {"officers": ["ney", "soult", "augereau", "bessieres"]}}},
        "command",
        "7.11-NOTE",
        "Napoleon may put 3 officers in command, not 4",
    ),
    row("5.11-1", {"command": {"soult": {"officers": ["ney"]}}}, "command", "5.11-1", "Soult is no commander"),
    row("5.15-2", {"command": {"lannes": {"officers": ["soult"]}}}, "command", "5.15-2", "Lannes may put 0 officers"),
    row(
        "7.11-1",
        {"command": {"napoleon": {"units": ["sahuc"]}}},
        "command",
        "7.11-1",
        "is out of the range of Napoleon",
    ),
    row(
        "6.13-1",
        {"reorganize": [{"leader": "lannes", "units": ["suchet"]}]},
        "reorganize 0",
        "6.13-1",
        "is nearer than 5 hexes to an enemy",
    ),
    row("2.2 2.21C", {"disengage": [{"units": ["suchet"], "path": ["n1430"]}]}, "disengage", "2.0", "does not belong"),
    row("8.32-1", {"attacks": [{"on": ["n1630"], "by": ["suchet"]}]}, "attacks 0", "8.32-1", "cannot attack n1630"),
    row("11.21-1", {"attacks": [{"on": ["n1330"], "by": ["suchet"]}]}, "attacks 0", "11.21-1", "no enemy to attack"),
    row("13.12", {"reassemble": ["treilhard"]}, "reassemble 0", "13.12", "needs 2 vedettes"),
    row("19.21", {"setup": {"suchet": "n1330"}}, "setup", "2.0", "setup does not belong here"),
)


@pytest.mark.parametrize(("document", "where", "case", "words"), JENA)
def test_wrong_orders_at_jena(document: dict[str, Any], where: str, case: str, words: str) -> None:
    found = compile_orders(board("jena", "french", 1), document).faults
    told = [(" ".join(map(str, one.path)), one.refusal.case, one.refusal.text) for one in found]
    assert [(at, cited) for at, cited, _ in told[:1]] == [(where, case)], told
    assert words in told[0][2]


# Where others stand, orders of the Prussians at Jena, the case and words of the fault.
PRUSSIANS = rows(
    row(
        "8.31-EX3 9.1-2",
        {"bridge_pr_iii": "n0109"},
        path("bridge-pr-iii", "n0109", "n0110"),
        "9.1-2",
        "trains cross a stream",
    ),
    row("4.1-2", {"suchet": "n1531"}, path("tauenzien", "n1630", "n1730"), "4.1-2", "held in n1630"),
    row(
        "4.1-1", {"suchet": "n1531"}, path("hohenlohe", "n1829", "n1729", "n1629", "n1530"), "4.1-1", "only with a unit"
    ),
)


@pytest.mark.parametrize(("places", "entry", "case", "words"), PRUSSIANS)
def test_wrong_moves_of_the_prussians(places: dict[str, str], entry: dict[str, Any], case: str, words: str) -> None:
    (fault, *_) = compile_orders(board("jena", "prussian", 1, **places), moves(entry)).faults
    assert (fault.refusal.case, words in fault.refusal.text) == (case, True), fault.refusal.text


# Entries of a set-up of the French, the case and words of the fault.
SETUPS = rows(
    row("19.21", {"suchet": "n1330"}, "19.21", "Suchet is not placed freely"),
    row("19.26", {"treilhard": "n1735"}, "19.26", "Treilhard may not begin in n1735"),
    row("19.25", {"napoleon": "n1735"}, "19.25", "Napoleon may not begin in n1735"),
    row("13.11-2", {"treilhard-v1": "n1735"}, "19.26", "may not begin in n1735"),
    row("19.24-3", {"baggage-fr": "n1735"}, "19.24", "may not begin in n1735"),
)


@pytest.mark.parametrize(("said", "case", "words"), SETUPS)
def test_wrong_set_ups(said: dict[str, str], case: str, words: str) -> None:
    (fault, *_) = compile_orders(board("jena", "french", 0), {"setup": said}).faults
    assert (fault.refusal.case, words in fault.refusal.text) == (case, True), fault.refusal.text


@pytest.mark.rule(ID, "21.81")
def test_a_plan_is_for_scenarios_that_ask_for_one() -> None:
    (fault,) = compile_orders(board("campaign", "french", 0), {"plan": {"iii": "alternate"}}).faults
    assert fault.refusal.case == "21.81" and fault.path == ("plan", "iii")


def test_right_orders_are_noted_with_their_ways() -> None:
    found = compile_orders(board("jena", "french", 1), moves({"unit": "suchet", "to": "n1531"}))
    assert (found.faults, found.input) == ((), {"orders": [{"units": ["suchet"], "path": ["n1431", "n1531"]}]})
    assert list(found.notes) == ["Suchet: n1431 n1531, 1 of 5"]
