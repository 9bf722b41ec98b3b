"""Corps morale: levels, losses, who breaks and recovers, and demoralized neighbours (13.0, 13.1, 13.3, 22.5A)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import settle
from rulesets.napoleons_last_battles.rules.battle.results import lose
from rulesets.napoleons_last_battles.rules.corps_morale import (
    NEAR,
    REBUILT,
    breaks,
    comes_back,
    morale_of,
    proximity,
    shakable,
)
from rulesets.napoleons_last_battles.rules.march.march import mover
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import fought, order, phase
from tests.rulesets.napoleons_last_battles.rules.march.ground import go, small
from tests.rulesets.napoleons_last_battles.rules.march.ground import play as marched
from tests.rulesets.napoleons_last_battles.rules.plain import NIGHT, RAIN, board
from tests.tiers import examples

rule = pytest.mark.rule


def told(played: Played) -> list[tuple[str, str]]:
    return [(event["kind"], event["book"]) for event in played.events]


def broken(losses: dict[str, int], **more: Any) -> list[str]:
    found = board({}, losses=losses, **more)
    list(settle(found))
    return sorted(found.position.broken)


@pytest.mark.parametrize(
    ("losses", "books"),
    [
        pytest.param({"fr-1": 14, "french": 99}, [], marks=rule("nlb", "13.0-1")),
        pytest.param({"fr-1": 15}, ["fr-1"], marks=rule("nlb", "13.0-1", "22.3")),
        pytest.param({"fr-3": 13, "pr-4": 19, "pr-1": 19}, ["fr-3", "pr-4"], marks=rule("nlb", "13.0-2", "22.3")),
        pytest.param({"british": 5, "hanoverian": 1, "allied": 99}, [], marks=rule("nlb", "13.1")),
        pytest.param({"british": 8}, ["nassauer", "netherlander"], marks=rule("nlb", "13.1", "22.3")),
        pytest.param(
            {"british": 5, "kgl": 7},
            ["brunswicker", "hanoverian", "nassauer", "netherlander"],
            marks=rule("nlb", "13.1"),
        ),
        pytest.param(
            {"netherlander": 33},
            ["brunswicker", "hanoverian", "kgl", "nassauer", "netherlander"],
            marks=rule("nlb", "13.1"),
        ),
        pytest.param(
            {"netherlander": 40},
            ["british", "brunswicker", "hanoverian", "kgl", "nassauer", "netherlander"],
            marks=rule("nlb", "13.1"),
        ),
    ],
)
def test_who_is_demoralized(losses: dict[str, int], books: list[str]) -> None:
    assert broken(losses) == books
    assert broken({book: lost for book, lost in losses.items() if book != "french"}, uid="ligny") == []


@rule("nlb", "13.0-1", "4.1.1A-2")
def test_a_corps_breaks_at_the_instant_of_a_loss() -> None:
    found = board({"gauth-9": "0403", "baud-6": "0505", "tresk": "0404", "6-2": "0101"}, losses={"pr-1": 17})
    played = fought(phase(found), order("0404", "gauth-9 baud-6"), 1)
    assert [event["book"] for event in played.kinds("demoralized")] == ["pr-1"]
    assert found.demoralized("6-2") and mover(found, "6-2") == "foot.demoralized"


@rule("nlb", "13.2-1")
def test_units_of_a_demoralized_corps_do_not_advance() -> None:
    at = {"rome-12": "0403", "huss-5": "0405", "opstl": "0404"}
    found = board(at, broken={"fr-4": "demoralized"})
    played = fought(phase(found), order("0404", "rome-12 huss-5", advance=[{"unit": "rome-12"}]), 1)
    assert [one["unit"] for one in played.offered[-1]["answers"][1:]] == ["huss-5"]


@rule("nlb", "13.2-2")
@pytest.mark.parametrize(
    ("path", "cost"),
    [
        (["0204", "0205", "0206"], "4"),
        (["0204", "0205", "0206", "0207"], ""),
        (["0709", "0708", "0707", "0706"], "1 1/2"),
    ],
)
def test_clear_hexes_cost_a_demoralized_corps_two_points(path: list[str], cost: str) -> None:
    found = small({"huss-5": path[0], "quiot-1": "0909"}, broken={"fr-2": "demoralized"})
    phase_ = marched(found, go("huss-5", *path))
    assert (phase_.cost() if cost else phase_.cases) == (cost or ["5.1-1"])


@rule("nlb", "24.3")
def test_both_morales_stand_side_by_side() -> None:
    found = board({}, uid="grand-ligny", losses={"fr-1": 15, "pr-2": 20, "prussian": 55, "allied": 8, "british": 8})
    list(settle(found))
    assert sorted(found.position.broken) == ["fr-1", "nassauer", "netherlander", "pr-2", "prussian"]


@rule("nlb", "13.3-1", "13.3-2")
def test_a_unit_that_comes_back_lowers_losses_by_its_full_strength() -> None:
    losses = {"fr-2": 20, "french": 20}
    found = board({}, losses=losses, broken={"fr-2": "demoralized"})
    events = [one.event for one in comes_back(found, "huss-5")]
    assert [(event["kind"], event["book"], event["lost"]) for event in events] == [("recovered", "fr-2", 15)]
    assert found.position.losses == {"fr-2": 15, "french": 20} and found.position.broken == {}


@rule("nlb", "13.3-2")
def test_who_stays_at_its_level_does_not_recover() -> None:
    found = board({}, losses={"fr-2": 24}, broken={"fr-2": "demoralized"})
    assert list(comes_back(found, "huss-5")) == [] and found.position.broken == {"fr-2": "demoralized"}


@rule("nlb", "13.1", "13.3-2")
def test_a_nationality_recovers_by_what_all_allies_have_lost() -> None:
    found = board({}, losses={"british": 8, "al-5": 8, "netherlander": 3, "allied": 11})
    list(breaks(found))
    assert sorted(found.position.broken) == ["brunswicker", "nassauer", "netherlander"]
    kempt = found.setting.roster.units["kempt"]
    assert kempt.strength and kempt.strength.value == 4
    assert [one.event["book"] for one in comes_back(found, "kempt")] == ["brunswicker", "nassauer"]
    assert found.position.losses == {"british": 4, "al-5": 4, "netherlander": 3, "allied": 11}


@rule("nlb", "13.3-3")
def test_a_second_loss_counts_in_full_for_the_corps() -> None:
    at = {"huss-5": "0404", "camp-5": "0404"}
    found = board(at, reduced={"huss-5", "camp-5"}, marks={REBUILT: {"huss-5"}})
    ledger = phase(found)
    assert lose(ledger, "huss-5", "why", "6.4")["strength"] == 3
    assert found.position.losses == {"french": 3, "fr-2": 5}
    lose(ledger, "camp-5", "why", "6.4")
    assert found.position.losses == {"french": 6, "fr-2": 8} and found.position.dead == {"huss-5", "camp-5"}


# -- proximity ---------------------------------------------------------------------------


def near(at: dict[str, str], losses: dict[str, int], turn: str = RAIN, **more: Any) -> tuple[Board, Played]:
    found = board(at, turn, losses=losses, **more)
    return found, play(proximity(found))


@rule("nlb", "22.5A-1")
@pytest.mark.parametrize(
    ("reille", "losses", "shaken", "gone"),
    [("0505", 17, True, True), ("0605", 17, True, True), ("0705", 17, False, False), ("0505", 16, True, False)],
)
def test_a_demoralized_neighbour_lowers_a_level_by_two(reille: str, losses: int, shaken: bool, gone: bool) -> None:
    found, played = near({"derlon": "0105", "reille": reille}, {"fr-1": 15, "fr-2": losses})
    morale = morale_of(found, "fr-2")
    assert morale is not None and morale.level == (17 if shaken else 19)
    assert ("fr-2" in found.position.broken) is gone
    expected = [("shaken", "fr-2")] * shaken + [("demoralized", "fr-2"), ("shaken", "fr-1")] * gone
    assert told(played) == [("demoralized", "fr-1"), *expected]


@rule("nlb", "22.5A-1")
def test_it_goes_on_from_neighbour_to_neighbour() -> None:
    at = {"derlon": "0105", "reille": "0605", "drouot": "1105", "kellermann": "1105"}
    found, played = near(at, {"fr-1": 15, "fr-2": 17, "fr-g": 17, "fr-3c": 3})
    assert ("shaken", "fr-g") in told(played) and sorted(found.position.broken) == ["fr-1", "fr-2"]
    assert found.position.marks[NEAR] == {"fr-1", "fr-2", "fr-g"}
    found, _ = near(at, {"fr-1": 15, "fr-2": 17, "fr-g": 18, "fr-3c": 3})
    assert sorted(found.position.broken) == ["fr-1", "fr-2", "fr-g"]


@pytest.mark.parametrize(
    ("at", "losses", "army"),
    [
        pytest.param(
            {"milhaud": "0105", "reille": "0305"}, {"fr-4c": 4, "fr-2": 18}, "french", marks=rule("nlb", "22.5A-2")
        ),
        pytest.param(
            {"derlon": "0105", "milhaud": "0305"}, {"fr-1": 15, "fr-4c": 3}, "french", marks=rule("nlb", "22.5A-2")
        ),
        pytest.param(
            {"perponcher": "0105", "alten": "0105", "pirch": "0105"},
            {"netherlander": 7, "pr-2": 19},
            "coalition",
            marks=rule("nlb", "22.5A-3"),
        ),
        pytest.param(
            {"derlon": "0105", "pirch": "0205"}, {"fr-1": 15, "pr-2": 19}, "french", marks=rule("nlb", "22.5A-1")
        ),
        pytest.param({"reille": "0305"}, {"fr-1": 15, "fr-2": 18}, "french", marks=rule("nlb", "22.5A-1")),
    ],
)
def test_who_shakes_nobody(at: dict[str, str], losses: dict[str, int], army: str) -> None:
    found, played = near(at, losses, army=army)
    assert not played.kinds("shaken") and NEAR not in found.position.marks


@rule("nlb", "22.5A-1")
def test_it_is_found_anew_each_time_and_never_adds_up() -> None:
    found, _ = near({"derlon": "0105", "reille": "0505"}, {"fr-1": 15, "fr-2": 5})
    assert told(play(proximity(found))) == []
    morale = morale_of(found, "fr-2")
    assert morale is not None and morale.level == 17
    found.position.leaders["reille"] = "1505"
    assert told(play(proximity(found))) == [("steady", "fr-2")] and found.position.marks == {}


@rule("nlb", "22.5A-1")
def test_who_broke_by_it_stays_broken_when_the_neighbour_is_gone() -> None:
    found, _ = near({"derlon": "0105", "reille": "0505"}, {"fr-1": 15, "fr-2": 18})
    found.position.leaders["reille"] = "1505"
    play(proximity(found))
    assert "fr-2" in found.position.broken and not found.marked(NEAR, "fr-2")


@rule("nlb", "22.5A-1", "4.2-1")
def test_each_army_has_a_segment_of_its_own_and_none_at_night() -> None:
    at = {"derlon": "0105", "reille": "0505", "ziethen": "2005", "pirch": "2105"}
    losses = {"fr-1": 15, "pr-1": 20}
    found, _ = near(at, losses)
    found.position.army = "coalition"
    assert told(play(proximity(found))) == [("shaken", "pr-2")]
    assert found.position.marks[NEAR] == {"fr-2", "pr-2"}
    found, played = near(at, losses, NIGHT)
    assert told(played) == [] and found.position.broken == {}


@rule("nlb", "16.1C-4", "22.5A-1")
def test_either_officer_of_a_prussian_corps_counts() -> None:
    at = {"ziethen": "0105", "pirch": "2005", "aster": "0405"}
    found, _ = near(at, {"pr-1": 20}, army="coalition", options="corps-chiefs")
    assert found.position.marks[NEAR] == {"pr-2"}


@rule("nlb", "22.5A-1")
def test_grand_ligny_has_no_proximity() -> None:
    at = {"derlon": "0105", "reille": "0505"}
    found, played = near(at, {"fr-1": 15, "fr-2": 18}, "16/1500", uid="grand-ligny")
    assert told(played) == [("demoralized", "fr-1")] and found.position.marks == {}


OFFICERS = {
    "fr-g": ("drouot", 20),
    "fr-1": ("derlon", 15),
    "fr-2": ("reille", 19),
    "fr-3": ("vandamme", 13),
    "fr-4": ("gerard", 12),
    "fr-6": ("mouton", 8),
    "fr-3c": ("kellermann", 4),
}


@rule("nlb", "22.5A-1", "22.5A-2")
@settings(max_examples=examples(35), deadline=None)
@given(st.data())
def test_whatever_the_order_the_same_corps_are_shaken_and_break(data: st.DataObject) -> None:
    """Against a second reading of the rule that takes corps one by one, in any order."""
    at = {name: f"{data.draw(st.integers(1, 20)):02}05" for name, _ in OFFICERS.values()}
    losses = {book: level - data.draw(st.integers(0, 3)) for book, (_, level) in OFFICERS.items()}
    found, _ = near(at, losses)

    def beside(book: str, other: str) -> bool:
        return found.field.distance(at[OFFICERS[book][0]], at[OFFICERS[other][0]]) <= 5

    order_ = random.Random(data.draw(st.integers(0, 999)))
    gone = {book for book, (_, level) in OFFICERS.items() if losses[book] >= level}
    books = [book for book in OFFICERS if book != "fr-3c"]
    shaken: set[str] = set()
    for _ in range(len(books) + 1):
        order_.shuffle(books)
        for book in books:
            if any(other in gone and other != book and beside(book, other) for other in books):
                shaken.add(book)
                if losses[book] >= OFFICERS[book][1] - 2:
                    gone.add(book)
    assert set(found.position.broken) == gone and found.position.marks.get(NEAR, set()) == shaken
    assert set(books) <= set(shakable(found))
