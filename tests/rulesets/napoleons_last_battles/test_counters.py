"""The counters: who there is, totals of corps, and where figures come from."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rulesets.napoleons_last_battles.roster import COMBAT, LEADERS, corrected, read_roster
from tests.rulesets.napoleons_last_battles.files import SCENARIOS, data, roster, setting, widest

# What the order of battle gives each corps, and its demoralization level in 22.3.
FRENCH = {
    "fr-g": (62, 20),
    "fr-1": (42, 15),
    "fr-2": (54, 19),
    "fr-3": (37, 13),
    "fr-4": (34, 12),
    "fr-6": (23, 8),
    "fr-1c": (7, 3),
    "fr-2c": (10, 4),
    "fr-3c": (11, 4),
    "fr-4c": (10, 4),
}
PRUSSIAN = {"pr-1": (56, 20), "pr-2": (56, 20), "pr-3": (39, 14), "pr-4": (53, 19)}


def total(formation: str) -> int:
    units = (roster().units[uid] for uid in roster().formations[formation].units)
    return sum(u.strength.value for u in units if u.strength and u.set == "base")


@pytest.mark.rule("nlb", "22.3")
@pytest.mark.parametrize(("formation", "strength", "level"), [(f, *row) for f, row in {**FRENCH, **PRUSSIAN}.items()])
def test_each_corps_has_its_total_and_its_level(formation: str, strength: int, level: int) -> None:
    found = roster().formations[formation].level
    assert (total(formation), found and (found.value, found.mark)) == (strength, (level, "text"))


@pytest.mark.parametrize("formation", [f for f in (*FRENCH, *PRUSSIAN) if f != "fr-g"])
def test_a_corps_is_demoralized_by_36_percent_of_its_strength(formation: str) -> None:
    level = roster().formations[formation].level
    assert level is not None
    assert level.value == round(total(formation) * 36 / 100)


def test_the_guard_alone_does_not_obey_the_rule() -> None:
    assert round(total("fr-g") * 36 / 100) == 22


@pytest.mark.rule("nlb", "13.1")
def test_each_nationality_has_its_level() -> None:
    levels = {uid: one.level.value for uid, one in roster().nationalities.items()}
    assert levels == {
        "british": 40,
        "brunswicker": 10,
        "hanoverian": 12,
        "kgl": 33,
        "nassauer": 8,
        "netherlander": 7,
    }


@pytest.mark.rule("nlb", "2.4-1")
def test_the_base_game_has_170_combat_units_and_30_leaders() -> None:
    base = [u for u in roster().units.values() if u.set == "base"]
    assert Counter(u.nation for u in base if u.fights) == {"french": 66, "prussian": 62, "allied": 42}
    assert Counter(u.nation for u in base if u.kind in LEADERS) == {"french": 13, "prussian": 5, "allied": 13}


@pytest.mark.rule("nlb", "16.1C-3")
def test_there_are_ten_additional_leaders() -> None:
    extra = {u.id for u in roster().units.values() if u.leads and u.set == "additional"}
    chiefs = {"soult", "gneisenau", "reiche", "aster", "clausewitz", "valentini"}
    assert extra == {"napoleon-q", "hill", "bulow-c", "uxbridge-c", *chiefs}


@pytest.mark.rule("nlb", "16.1B-3")
def test_the_force_at_hal_is_that_of_the_text() -> None:
    force = [u for u in roster().units.values() if u.set == "hal"]
    assert Counter(u.nationality for u in force if u.fights) == {
        "british": 2,
        "kgl": 1,
        "hanoverian": 2,
        "netherlander": 7,
    }
    assert {u.id for u in force if u.leads} == {"frederik", "stedman"}


def test_ids_are_slugs_short_enough_for_labels() -> None:
    assert [uid for uid in roster().units if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,13}", uid)] == []


def test_every_figure_says_where_it_comes_from() -> None:
    known = re.compile(r"text|repaired|invented|(inferred|history): .+")
    figures = [f for u in roster().units.values() for f in u.figures()]
    assert len(figures) > 600
    assert [f for f in figures if not known.fullmatch(f.mark) or not 1 <= f.value <= 20] == []


@pytest.mark.rule("nlb", "2.4-3")
def test_the_reduced_side_is_half_of_the_full_one_rounded_up() -> None:
    for unit in roster().units.values():
        if unit.fights:
            assert unit.strength is not None
            expected = -(-unit.strength.value // 2) if unit.strength.value > 1 else None
            assert (unit.id, unit.reduced.value if unit.reduced else None) == (unit.id, expected)


@pytest.mark.rule("nlb", "OB-FR-G")
def test_who_belongs_to_the_old_guard() -> None:
    assert {u.id for u in roster().units.values() if "old-guard" in u.traits} == {
        "fri-gr",
        "mrnd-ch",
        "roug-gr",
        "mich-ch",
    }


@pytest.mark.rule("nlb", "11.0-2")
def test_how_far_command_reaches() -> None:
    assert roster().ranges == {"commander": 5, "chief-of-staff": 5, "officer": 3}
    capacity = {u.id: u.capacity.value for u in roster().units.values() if u.capacity and u.set == "base"}
    assert capacity["ney"] == 1 and capacity["wellington"] == 4
    assert set(capacity) == {"napoleon", "ney", "grouchy", "blucher", "wellington", "willem"}


def test_what_a_counter_pays_to_move() -> None:
    movers = {
        uid: roster().units[uid].mover
        for uid in ["quiot-1", "pell", "pire", "duch-g", "ney", "hq-french", "train-french"]
    }
    assert list(movers.values()) == ["foot", "foot", "horse", "horse", "leader", "leader", "train"]
    horse = [u for u in roster().units.values() if u.fights and u.mover == "horse"]
    assert [u.id for u in horse if u.allowance.value < 6] == []


def test_a_name_stands_for_all_it_holds() -> None:
    assert len([u for u in roster().of("french") if u.fights and u.set == "base"]) == 66
    assert [u.id for u in roster().of("fr-1c")] == ["pajol", "soult-1c", "sbrvie", "coth"]
    assert [u.id for u in roster().of("pire")] == ["pire"]
    with pytest.raises(ValueError, match="fr-5 is no unit"):
        roster().of("fr-5")


@pytest.mark.parametrize("kinds", [COMBAT])
def test_every_allied_unit_has_a_nationality_that_there_is(kinds: tuple[str, ...]) -> None:
    allied = [u for u in roster().of("allied") if u.kind in kinds]
    assert {u.nationality for u in allied} == set(roster().nationalities)
    assert {u.nationality for u in roster().of("french")} == {""}


def test_a_figure_may_be_corrected() -> None:
    units = corrected(
        roster().units, [{"unit": "12-1", "strength": 6, "reduced": "3"}, {"unit": "ney", "allowance": 8}]
    )
    assert (units["12-1"].strength, units["12-1"].reduced) != (None, None)
    assert [(f.value, f.mark) for f in units["12-1"].figures()][:2] == [(6, "overlay"), (3, "overlay")]
    assert units["ney"].allowance.value == 8
    assert units["24-1"] == roster().units["24-1"]


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"unit": "nobody", "strength": 4}, "'nobody' is no unit"),
        ({"strength": 4}, "None is no unit"),
        ({"unit": "12-1"}, "needs one of strength, reduced, allowance"),
        ({"unit": "12-1", "name": "13/1"}, "needs one of"),
        ({"unit": "ney", "strength": 4}, "ney is no combat unit"),
        ({"unit": "12-1", "strength": 0}, "from 1 to 99"),
        ({"unit": "12-1", "strength": 1.5}, "from 1 to 99"),
        ({"unit": "12-1", "strength": True}, "from 1 to 99"),
        ({"unit": "12-1", "strength": "9" * 5000}, "from 1 to 99"),
        ({"unit": "12-1", "strength": "²"}, "from 1 to 99"),
        ({"unit": "12-1", "strength": 2}, "not weaker on its reduced side"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(entry: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        corrected(roster().units, [entry])


def spoil_twice(units: dict[str, Any]) -> None:
    units["nations"]["french"]["formations"]["fr-1"]["units"]["pire"] = {
        "name": "x",
        "kind": "cavalry",
        "allowance": "1 text",
    }


def spoil_mark(units: dict[str, Any]) -> None:
    units["marks"].pop("level")


def spoil_set(units: dict[str, Any]) -> None:
    units["substitutions"]["left"]["out"] = "desal pelletier"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(spoil_twice, "pire stands twice"), (spoil_mark, "is not explained"), (spoil_set, "no such unit: pelletier")],
)
def test_a_roster_that_contradicts_itself_is_refused(spoil: Callable[[dict[str, Any]], None], why: str) -> None:
    spoilt = copy.deepcopy(data()["units"])
    spoil(spoilt)
    with pytest.raises(ValueError, match=why):
        read_roster(spoilt)


@pytest.mark.parametrize("uid", SCENARIOS)
def test_no_two_that_play_together_share_a_name(uid: str) -> None:
    """The counters do: Duch [G] and Duch [4c]."""
    for bound in (setting(uid), widest(uid)):
        names = Counter(roster().units[unit].name for unit in bound.units())
        assert [name for name, number in names.items() if number > 1] == []
