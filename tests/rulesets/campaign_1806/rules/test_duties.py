"""Lists of attacks, and retreats before combat (4.31, 11.1, 11.2, 11.52, 13.22, 16.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.battle.before import why_not
from rulesets.campaign_1806.rules.battle.duties import Attack, Duties
from rulesets.campaign_1806.rules.march.crossings import Crossings
from tests.rulesets.campaign_1806.country import ID, board, charts, country, row, rows

TWO = {"0505": "gudin", "0506": "grawert", "0405": "orange"}
BESIDE = {"0505": "gudin", "0605": "friant", "0506": "grawert"}
BRIDGE = {"river": "0505-0506", "bridge": "0505-0506", "roads": ("0505 0506",)}
CHATEAU = {"terrain": {"0505": "chateau"}}
DOWN = Crossings(damaged=frozenset({("0505", "0506")}))
WHOLE = Crossings()


def attack(on: str, by: str) -> Attack:
    return Attack(tuple(on.split()), tuple(by.split()))


# Who stands where, the ground, the list of the French, and what is wrong with it.
LISTS = rows(
    row("4.31 11.22-2", TWO, {}, [attack("0506 0405", "0505")], None),
    row("4.31 11.21-1", TWO, {}, [attack("0506", "0505")], "4.31"),
    row("4.31 2.11C3", TWO, {}, [], "4.31"),
    row("11.21-1", {**TWO, "0404": "friant"}, {}, [attack("0506", "0505"), attack("0405", "0404")], None),
    row("11.21-2", TWO, {}, [attack("0506", "0505"), attack("0405", "0505")], "11.21-2"),
    row("11.22-1", BESIDE, {}, [attack("0506", "0505"), attack("0506", "0605")], "11.22-1"),
    row("11.22-1", BESIDE, {}, [attack("0506", "0505 0605")], None),
    row("4.31 7.32", BESIDE, {}, [attack("0506", "0605")], "4.31"),
    row("11.21-1", {"0505": "gudin", "0507": "grawert"}, {}, [attack("0507", "0505")], "8.32-1"),
    row("11.21-1", {"0505": "gudin davout", "0506": "ruchel"}, {}, [attack("0506", "0505")], "11.21-1"),
    row("8.33", {"0505": "gudin", "0506": "grawert"}, BRIDGE, [], None),
    row("8.33", {"0505": "gudin", "0506": "grawert"}, BRIDGE, [attack("0506", "0505")], None),
    row("8.32-1", {"0505": "gudin", "0506": "grawert"}, {"river": "0505-0506"}, [attack("0506", "0505")], "8.32-1"),
    row("11.52-1", {"0505": "gudin", "0506": "grawert"}, CHATEAU, [], None),
    row("11.52-2", TWO, CHATEAU, [attack("0506", "0505")], "11.52-2"),
    row("11.52-2", TWO, CHATEAU, [attack("0506 0405", "0505")], None),
    row("11.52-3", {"0505": "grawert", "0506": "gudin"}, CHATEAU, [], "4.31"),
    row("11.51", {"0505": "gudin friant", "0506": "grawert"}, CHATEAU, [], "4.31"),
    row("13.0", {"0505": "viallanes-v1", "0506": "grawert"}, {}, [], "4.31"),
    row("4.0-EX", {"0505": "gudin", "0506": "baggage-pr"}, {}, [], None),
)


@pytest.mark.parametrize(("at", "ground", "attacks", "case"), LISTS)
def test_a_list_of_attacks(at: dict[str, str], ground: dict[str, Any], attacks: list[Attack], case: str | None) -> None:
    refusal = Duties(board(at, country(**ground)), "french").faults(attacks)
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "8.32-1")
def test_no_attack_over_a_damaged_bridge() -> None:
    found = board({"0505": "gudin", "0506": "grawert"}, country(**BRIDGE))
    assert Duties(found, "french", crossings=WHOLE).faults([attack("0506", "0505")]) is None
    refusal = Duties(found, "french", crossings=DOWN).faults([attack("0506", "0505")])
    assert refusal is not None and refusal.case == "8.32-1"


@pytest.mark.rule(ID, "10.22-1")
def test_who_failed_to_push_somebody_away_attacks_him() -> None:
    found = board({**TWO, "0404": "friant", "0406": "morand"})
    duties = Duties(found, "french", {"0505": ["0405"]})
    refusal = duties.faults([attack("0506", "0505"), attack("0405", "0404 0406")])
    assert refusal is not None and refusal.case == "10.22-1"
    assert duties.faults([attack("0405", "0505 0404"), attack("0506", "0406")]) is None


# Who stands where, who retreats, along which path, before whom, who leaves with him, and what refuses it.
LEAVING = rows(
    row("16.2-1", {"0505": "klein", "0506": "grawert orange"}, "klein", "0504", "grawert orange", "", None),
    row("16.2-1", {"0505": "klein", "0506": "grawert orange"}, "klein", "0504 0503", "grawert orange", "", "16.2-1"),
    row("16.2-1", {"0505": "klein", "0506": "grawert irwing"}, "klein", "0504", "grawert irwing", "", "4.31-EX"),
    row("4.31-EX", {"0505": "klein", "0506": "grawert", "0605": "irwing"}, "klein", "0404", "grawert", "", "4.31-EX"),
    row("16.2-EX", {"0505": "viallanes-v1", "0506": "irwing"}, "viallanes-v1", "0504 0503", "irwing", "", None),
    row("4.31-EX", {"0505": "viallanes-v1", "0506": "irwing"}, "viallanes-v1", "0504", "irwing", "", None),
    row(
        "13.22-1",
        {"0505": "viallanes-v1", "0506": "grawert"},
        "viallanes-v1",
        "0504 0503 0502",
        "grawert",
        "",
        "16.2-1",
    ),
    row("11.1-3", {"0505": "viallanes-v1 gudin", "0506": "grawert"}, "viallanes-v1", "0504", "grawert", "", "11.1-3"),
    row("11.1-3", {"0505": "klein gudin", "0506": "grawert"}, "klein", "0504", "grawert", "", "11.1-3"),
    row("13.22-3", {"0505": "viallanes-v1 klein", "0506": "irwing"}, "viallanes-v1", "0504", "irwing", "", "13.22-3"),
    row("13.22-3", {"0505": "viallanes-v1 klein", "0506": "grawert"}, "viallanes-v1", "0504", "grawert", "klein", None),
    row("4.32-EX", {"0505": "klein", "0506": "grawert", "0503": "bila-v1"}, "klein", "0504", "grawert", "", "4.32-EX"),
    row("4.32-EX", {"0505": "viallanes-v1", "0506": "grawert"}, "viallanes-v1", "0605", "grawert", "", "4.32-EX"),
    row("16.2-1", {"0505": "gudin", "0506": "grawert"}, "gudin", "0504", "grawert", "", "16.2-1"),
    row("1.4-LightTroops", {"0505": "rudorff", "0506": "gudin"}, "rudorff", "0504", "gudin", "", "16.2-1"),
    row("11.1-4 16.21", {"0505": "viallanes-v1", "0506": "grawert"}, "viallanes-v1", "0404 0304", "grawert", "", None),
)


@pytest.mark.parametrize(("at", "uid", "path", "before", "leaving", "case"), LEAVING)
def test_retreat_before_combat(
    at: dict[str, str], uid: str, path: str, before: str, leaving: str, case: str | None
) -> None:
    refusal = why_not(board(at), charts(), uid, path.split(), before.split(), leaving.split())
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "16.22")
def test_the_demoralized_may_retreat_before_combat() -> None:
    found = board({"0505": "klein", "0506": "grawert"})
    found.demoralized.add("klein")
    assert why_not(found, charts(), "klein", ["0504"], ["grawert"]) is None


@pytest.mark.rule(ID, "16.2-1")
def test_water_bars_a_retreat_before_combat() -> None:
    found = board({"0505": "klein", "0506": "grawert"}, country(river="0504-0505"))
    refusal = why_not(found, charts(), "klein", ["0504"], ["grawert"])
    assert refusal is not None and refusal.case == "11.43-1"
