"""Standing orders with printed names, and held against a position: what can never be meant, and what not now."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.standing import Reading
from pbem.hexgame.documents.vocabulary import RESULTS
from pbem.hexgame.fighting.odds import columns_of
from rulesets.napoleon_at_war.documents.standing import NapoleonStanding
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.odds import odds_of
from tests.rulesets.napoleon_at_war.compiling import compiled, jena
from tests.rulesets.napoleon_at_war.playing import real

BOOK = "napoleon-at-war"
AT = {"tau-1": "0610", "tau-2": "0808", "gra-1": "1910", "suc-1": "0508"}


def told(position: Position | None, **values: Any) -> tuple[list[Any], list[Any]]:
    """Faults and remarks: path, case."""
    reading = read(position, **values)
    listed = (reading.faults, reading.remarks)
    faults, remarks = ([(fault.path, fault.refusal.case) for fault in one] for one in listed)
    return faults, remarks


def read(position: Position | None, **values: Any) -> Reading:
    named = {name.replace("__", "."): value for name, value in values.items()}
    return NapoleonStanding(real().setting).read("prussian", named, None if position is None else position.to_json())


def at(**rest: Any) -> Position:
    return jena(AT, army="prussian", **rest)


def test_printed_names_become_ids() -> None:
    name = real().setting.roster.units["tau-1"].name
    said = {"to": ["Cospeda", "n", "0811"], "units": {name: ["closwitz", "sw"]}}
    found = read(
        None, retreat__tauenzien=said, advance__tauenzien={"when": "safe", "units": [name], "hexes": ["Closwitz"]}
    )
    assert found.faults == []
    assert found.values["retreat.tauenzien"] == {"to": ["0808", "n", "0811"], "units": {"tau-1": ["0610", "sw"]}}
    assert found.values["advance.tauenzien"] == {"when": "safe", "units": ["tau-1"], "hexes": ["0610"]}


def test_formations_that_the_enemy_can_reach_come_first() -> None:
    names = NapoleonStanding(real().setting).soon("prussian", at().to_json())
    kinds = ["retreat", "displace", "advance", "order"]
    assert list(names) == [*(f"{kind}.tauenzien" for kind in kinds), "option"]
    nobody = jena({"tau-1": "0610", "gra-1": "1910"}, army="prussian")
    assert NapoleonStanding(real().setting).soon("prussian", nobody.to_json()) == ["option"]


def test_words_that_mean_nothing_or_the_enemy() -> None:
    faults, _ = told(
        None,
        retreat__tauenzien={"to": ["Kospeda", "south"], "units": {"1/Suchet": ["n"]}},
        displace__main={"push": ["nobody"]},
        option="B",
    )
    assert faults == [
        (("retreat.tauenzien", "to", 0), ""),
        (("retreat.tauenzien", "to", 1), ""),
        (("retreat.tauenzien", "units", "1/Suchet"), "5.11"),
        (("displace.main", "push", 0), ""),
    ]
    texts = [fault.refusal.text for fault in read(None, retreat__tauenzien={"to": ["Kospeda", "south"]}).faults]
    assert "did you mean" in texts[0] and "or a direction: n, ne" in texts[1]


def test_one_unit_under_two_names_is_a_fault() -> None:
    name = real().setting.roster.units["tau-1"].name
    faults, _ = told(None, retreat__tauenzien={"units": {"tau-1": ["n"], name: ["s"]}})
    assert faults == [(("retreat.tauenzien", "units", name), "")]


@pytest.mark.rule(BOOK, "7.71")
@pytest.mark.rule(BOOK, "7.74-1")
@pytest.mark.rule(BOOK, "7.81-1")
@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"retreat__tauenzien": {"units": {"gra-1": ["n"]}}}, (("retreat.tauenzien", "units", "gra-1"), "7.71")),
        ({"advance__tauenzien": {"when": "safe", "units": ["gra-1"]}}, (("advance.tauenzien", "units", 0), "7.74")),
        ({"displace__main": {"push": ["tau-cav"]}}, (("displace.main", "push", 0), "7.81")),
        ({"order__tauenzien": {"first": ["tau-1", "tau-cav"]}}, (("order.tauenzien", "first", 1), "7.71")),
    ],
)
def test_what_can_never_be_meant(values: Any, fault: Any) -> None:
    dead = at(lost={"tau-cav": "jena"})
    dead.out.discard("tau-cav")
    faults, _ = told(dead, **values)
    assert faults == [fault]
    refusal = read(dead, **values).faults[0].refusal
    assert refusal.unit in ("gra-1", "tau-cav") and refusal.text
    assert told(None, **values)[0] == []


@pytest.mark.rule(BOOK, "7.72")
def test_a_hex_that_no_step_leads_into_is_a_fault() -> None:
    faults, remarks = told(at(), retreat__tauenzien={"to": ["n"], "units": {"tau-1": ["n"]}})
    assert (faults, remarks) == ([], [])
    field = real().setting.field
    barred = {near: {**field.steps[near], "0611": None} for near in field.neighbours["0611"]}
    old = {near: field.steps[near] for near in barred}
    try:
        field.steps.update(barred)  # type: ignore[attr-defined]
        faults, _ = told(at(), retreat__tauenzien={"to": ["0611"]})
    finally:
        field.steps.update(old)  # type: ignore[attr-defined]
    assert faults == [(("retreat.tauenzien", "to", 0), "7.72")]


def test_what_is_not_possible_now_is_remarked_only() -> None:
    coming = at()
    coming.out.discard("tau-art")
    faults, remarks = told(
        coming,
        retreat__tauenzien={"to": ["0609", "2001"], "units": {"tau-1": ["0609", "1504"]}},
        displace__main={"push": ["tau-art"]},
        advance__tauenzien={"when": "never", "units": ["tau-1"], "hexes": ["0609"]},
    )
    assert faults == []
    assert remarks == [
        (("retreat.tauenzien", "to", 1), "7.71"),
        (("retreat.tauenzien", "units", "tau-1", 1), "7.71"),
        (("displace.main", "push", 0), "7.81"),
        (("advance.tauenzien", "units"), "7.74"),
    ]


@pytest.mark.rule(BOOK, "7.72")
def test_retreats_in_orders_that_are_closed_now_are_remarked() -> None:
    """The enemy stands north of 0609, in 0610; the hexes south of it touch no enemy."""
    position = jena({"suc-1": "0609", "tau-1": "0610"})
    wishes = {"unit": "suc-1", "to": ["s", "n", "sw"]}
    found = compiled(real(), position, {"attacks": [{"on": "0610", "by": "suc-1", "retreat": [wishes]}]})
    assert found.faults == ()
    assert {(one.path, one.refusal.case) for one in found.remarks} == {(("attacks", 0, "retreat", 0, "to"), "7.72")}
    assert [one.refusal.hex for one in found.remarks] == ["n"]


PAIR = {"suc-1": "0609", "suc-2": "0507", "v-art": "0509", "tau-1": "0610", "tau-2": "0506"}


def waiting(condition: dict[str, Any], *guns: str) -> tuple[list[Any], list[Any]]:
    """Two attacks, the second under a condition: what is wrong with it; what is remarked, and its words.

    guns: batteries of the first.
    """
    first = {"id": "one", "on": "0610", "by": "suc-1", "bombard": list(guns)}
    second = {"id": "two", "on": "0506", "by": "suc-2", "if": condition, "else": {"reduce": "1-3"}}
    found = compiled(real(), jena(PAIR), {"attacks": [first, second]})
    told = [[(one.path, one.refusal.case) for one in listed] for listed in (found.faults, found.remarks)]
    return told[0], told[1] + [one.refusal.text for one in found.remarks]


@pytest.mark.rule(BOOK, "7.0-3")
def test_a_hex_that_nobody_can_leave_before_is_not_vacant_now() -> None:
    assert waiting({"vacant": "0610"}) == waiting({"vacant": "0609"}) == waiting({"vacant": "0611"}) == ([], [])
    faults, remarks = waiting({"vacant": "0506"})
    assert faults == [] and remarks[0] == (("attacks", 1, "if", "vacant"), "7.0-3")
    assert "stands in 0506 now" in remarks[1] and "displaced" in remarks[1]
    assert waiting({"vacant": "0509"})[1][0] == (("attacks", 1, "if", "vacant"), "7.0-3")
    assert waiting({"vacant": "0509"}, "v-art") == ([], [])


@pytest.mark.rule(BOOK, "7.72")
def test_a_hex_that_is_always_vacant_is_no_condition() -> None:
    field = real().setting.field
    barred = {near: {**field.steps[near], "0611": None} for near in field.neighbours["0611"]}
    old = {near: field.steps[near] for near in barred}
    try:
        field.steps.update(barred)  # type: ignore[attr-defined]
        faults, remarks = waiting({"vacant": "0611"})
    finally:
        field.steps.update(old)  # type: ignore[attr-defined]
    assert (faults, remarks) == ([(("attacks", 1, "if", "vacant"), "7.72")], [])


@pytest.mark.rule(BOOK, "7.6-T")
def test_a_result_that_no_die_gives_now_is_remarked() -> None:
    setting = real().setting
    odds = odds_of(setting, setting.board(jena(PAIR)), ["suc-1"], [], ["tau-1"]).column
    row = columns_of(setting.columns).index(odds)
    can = {setting.results[die][row] for die in setting.results}
    cannot = sorted(set(RESULTS) - can)
    assert waiting({"attack": "one", "result": [*sorted(can), *cannot]}) == ([], [])
    faults, remarks = waiting({"attack": "one", "result": cannot})
    assert faults == [] and remarks[0] == (("attacks", 1, "if", "result"), "7.6-T")
    assert f"stands at {odds} now" in remarks[1]
