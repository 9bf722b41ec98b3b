"""The list of attacks of stacks: legal on any board, worth no less than the default, farms, batteries, repair."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.hexgame.practice.attacks import Attacks, Combat
from pbem.hexgame.practice.worth import Worth
from tests.hexgame.fighting.stacked import Ground, random_ground
from tests.hexgame.practice.small import fought
from tests.tiers import examples


def judge(ground: Ground, **change: Any) -> Attacks:
    """Makes the lists of those who follow up nowhere."""
    seen, options = fought(ground, **change)
    return Attacks(seen, Worth(seen), options, lambda unit, at: False)


def total(attacks: Attacks, listed: list[dict[str, Any]]) -> int:
    """What a list is worth."""
    combats = (Combat(tuple(one["on"]), tuple(one.get("by", ())), one.get("bombard", [])) for one in listed)
    return sum(attacks._worth(combat)[0] for combat in combats)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 100_000))
def test_lists_are_legal_and_no_worse_than_the_default(seed: int) -> None:
    attacks = judge(random_ground(seed))
    listed = attacks.listed()
    assert attacks.options.why_not(listed) is None and listed == attacks._wished()
    assert total(attacks, listed) >= total(attacks, attacks.options.default())


def test_a_stack_attacks_as_one() -> None:
    ground = Ground({"bi1": "0302", "bc1": "0302", "ri1": "0402"})
    (attack,) = judge(ground).listed()
    assert attack["on"] == ["0402"] and attack["by"] == ["bi1", "bc1"]


def test_who_sits_in_a_farm_joins_where_it_gains() -> None:
    """At two to two the odds are even; with the garrison of the farm they are two to one."""
    at = {"bi1": "0302", "bi2": "0401", "ri1": "0402"}
    assert judge(Ground(at, ["0302"])).listed()[0]["by"] == ["bi2", "bi1"]
    # Beside a second enemy, whom nobody else touches, the garrison stays in.
    besieged = Ground({**at, "ri2": "0202"}, ["0302", "0202"])
    assert all("bi1" not in one["by"] for one in judge(besieged).listed())


def test_a_battery_joins_from_afar() -> None:
    at = {"bi1": "0302", "ba1": "0201", "ri1": "0402"}
    near = judge(Ground(at)).listed()[0]
    assert near["by"] == ["bi1"] and near.get("bombard") == ["ba1"]


def test_batteries_of_a_stack_fire_at_one_target() -> None:
    """One of them betters the attack on 0402 most; the other could better only that on 0104, and is silent."""
    guns, one, other = dict.fromkeys(("ba2", "ba7"), "0202"), {"bc6": "0203", "ba9": "0203"}, {"bi7": "0503"}
    attacks = judge(Ground({**guns, **one, **other, "rt3": "0104", "bc2": "0503", "rt9": "0402"}))
    assert all(attacks.options.rules.aims(unit) == ["0104", "0402"] for unit in guns)
    listed = attacks.listed()
    assert listed == attacks._wished()
    assert [entry.get("bombard") for entry in listed] == [["ba2"], None]


@pytest.mark.parametrize("refused", ["reduce", "bombard"])
def test_what_the_rules_refuse_is_left_out(refused: str) -> None:
    """A list that would be void is sent without the member at fault."""
    attacks = judge(Ground({"bi1": "0302", "ri1": "0402"}))
    entry = {"on": ["0402"], "by": ["bi1"]}
    faulty: dict[str, Any] = {**entry, refused: "9-1" if refused == "reduce" else ["bi1"]}
    assert attacks.options.why_not([faulty]) is not None
    assert attacks._repaired([faulty]) == [entry]
    assert attacks._repaired([{"on": ["0505"], "by": ["bi1"]}]) == attacks.options.default()


def test_who_follows_up_is_asked_for_all_but_batteries() -> None:
    ground = Ground({"bi1": "0302", "ba1": "0302", "ri1": "0402"})
    seen, options = fought(ground)
    attacks = Attacks(seen, Worth(seen), options, lambda unit, at: True)
    assert attacks._entry(Combat(("0402",), ("bi1", "ba1")))["advance"] == [{"unit": "bi1", "to": "0402"}]
