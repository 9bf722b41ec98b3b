"""Current effectiveness and the modifiers of the morale die (13.2, 13.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.rules.morale.effectiveness import Cause, current, modifiers
from rulesets.winters_victory.rules.scene import Brigades, Scene, Weather
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

HOME = "f-brigade"
TIRED, EXHAUSTED = Brigades(fatigue={HOME: 5}), Brigades(fatigue={HOME: 7})
ATTACK, BROKEN = Brigades(attacking=frozenset({HOME})), Brigades(demoralized=frozenset({HOME}))


def with_rating(at: Scene, uid: str, rating: int) -> Scene:
    """The same scene with another printed effectiveness of a unit."""
    units = {**at.board.units, uid: replace(at.unit(uid), rating=rating)}
    at.board.units = units
    return at


@pytest.mark.parametrize(
    ("words", "printed", "brigades", "rally", "found"),
    [
        # The printed example: 9 points and effectiveness 5, at 4 points in General Order it is 3.
        row("13.2-0 13.2-b 13.2-c", "0505 4sp general-order", 5, Brigades(), False, 3),
        row("13.2-0", "0505 4sp general-order", 3, EXHAUSTED, False, 0),
        row("2.4-3", "0505 general-order", 5, TIRED, False, 3),
        row("2.4-3", "0505 4sp", 1, EXHAUSTED, False, 0),
        row("13.2-a", "0505", 5, ATTACK, False, 6),
        row("13.2-a", "0505 routed", 5, ATTACK, True, 5),
        row("13.2-a", "0505 disordered", 5, ATTACK, False, 5),
        row("13.2-a", "0505 out", 5, ATTACK, False, 5),
        row("13.2-b", "0505 4sp", 6, Brigades(), False, 5),
        row("13.2-b", "0505 5sp", 6, Brigades(), False, 6),
        row("13.2-c", "0505 general-order", 6, Brigades(), False, 5),
        row("13.2-c 8.54.9", "0505 general-order disordered", 6, Brigades(), False, 6),
        row("13.2-d 14.22-1", "0505", 5, BROKEN, False, 4),
        row("13.2-e 15.2-1", "0505", 6, TIRED, False, 5),
        row("13.2-f 15.2-1", "0505", 6, EXHAUSTED, False, 4),
        row("15.2-3", "0505 4sp", 6, TIRED, False, 4),
        row("13.2-g 5.42.2-1", "0505 rear", 5, Brigades(), False, 4),
    ],
)
def test_current_effectiveness(words: str, printed: int, brigades: Brigades, rally: bool, found: int) -> None:
    at = with_rating(replace(scene({"f1": words}), brigades=brigades), "f1", printed)
    assert current(at, "f1", self_rally=rally) == found


@pytest.mark.rule("wv", "7.41-1", "13.2-b", "15.2-1")
def test_exhausted_horse_tired_guns_and_small_crews() -> None:
    at = replace(
        scene({"fhus": "0505 exhausted", "fb8": "0506", "fb8.c": "0506 1sp"}),
        brigades=Brigades(fatigue={"": 8, HOME: 8}),
    )
    assert current(scene({"fhus": "0505 exhausted"}), "fhus") == 5
    assert (current(at, "fb8"), current(at, "fb8.c")) == (6, 6)


@pytest.mark.parametrize(
    ("standing", "field", "cause", "found"),
    [
        row("13.13-a", {"f1": "0505"}, None, Cause(), {"own": -1}),
        row(
            "13.13-b",
            {"f1": "0505 general-order"},
            country({"village": "0505"}),
            Cause(),
            {"own": -1, "hard-cover": -3},
        ),
        row("13.13-c", {"flt.s1": "0505", "f2": "0506"}, None, Cause(), {"own": -1}),
        row("13.13-c", {"f1": "0505"}, country({"woods": "0505"}), Cause(), {"own": -1, "soft-cover": -2}),
        row(
            "13.13-d",
            {"flt.s1": "0505", "flt": "0506"},
            country({"light-cover": "0505"}),
            Cause(),
            {"own": -1, "light-cover": -1},
        ),
        row("13.13-d", {"f1": "0505"}, country({"light-cover": "0505"}), Cause(), {"own": -1}),
        row(
            "13.13-d 13.13-C2",
            {"f1": "0505"},
            country(light_cover_side="0505-0605"),
            Cause(),
            {"own": -1, "light-cover": -1},
        ),
        row("13.13-g", {"f1": "0505", "fbde": "0505", "fdiv": "0505"}, None, Cause(), {"own": -1, "leader": -1}),
        row("13.13-g 13.13-C1", {"f1": "0505", "fbde": "0505 reduced"}, None, Cause(), {"own": -1}),
        row("13.13-g 8.54.6", {"f1": "0505 general-order", "fbde": "0505"}, None, Cause(), {"own": -1}),
        row("8.65B.2", {"flt.s1": "0505", "fbde": "0505", "flt": "0506"}, None, Cause(), {"own": -1}),
        row("13.13-h", {"f1": "0505 square disordered"}, None, Cause(), {"own": -1, "square": -1, "disordered": 1}),
        row("13.13-j", {"f1": "0505"}, None, Cause(here=True), {"own": -1, "elimination-here": 1}),
        row("13.13-k", {"f1": "0505"}, None, Cause(near=True), {"own": -1, "elimination-near": 1}),
        row("13.13-l", {"f1": "0505"}, None, Cause(flank=True), {"own": -1, "flank-fire": 1}),
        row("13.13-m", {"f1": "0505 disordered"}, None, Cause(), {"own": -1, "disordered": 1}),
        row("13.13-n 8.65C.3", {"flt.s1": "0505", "flt": "1005"}, None, Cause(), {"own": -1}),
        row("13.13-n 8.65C.3", {"flt.s1": "0505", "flt": "1105"}, None, Cause(), {"own": -1, "lonely": 1}),
        row("13.13-o 11.91-2", {"flt.s1": "0505 depleted", "flt": "0506"}, None, Cause(), {"own": -1, "depleted": 2}),
        row("13.13-o", {"fb8.c": "0505", "fb8": "0505 unlimbered depleted"}, None, Cause(), {"own": -1, "depleted": 2}),
        row("13.13-p 13.13-C3", {"f1": "0505"}, None, Cause(zone=3), {"own": -1, "charge": 3}),
        row("13.13-p", {"f1": "0505 square"}, None, Cause(zone=3), {"own": -1, "square": -1}),
    ],
)
def test_modifiers(standing: Mapping[str, str], field: HexField | None, cause: Cause, found: Mapping[str, int]) -> None:
    assert dict(modifiers(scene(standing, field), next(iter(standing)), cause)) == found


@pytest.mark.rule("wv", "13.13-i")
def test_snow_in_the_face() -> None:
    snow = Weather(6, "light", frozenset({0, 1}))
    for words, there in (("0505 v0", True), ("0505 v3", False), ("0505 square", False)):
        assert ("snow" in dict(modifiers(scene({"f1": words}, weather=snow), "f1"))) is there
    assert "snow" not in dict(modifiers(scene({"f1": "0505 v0"}), "f1"))


@pytest.mark.rule("wv", "13.13-e", "13.13-f")
def test_comrades_of_a_regiment_and_light_guns_of_a_division() -> None:
    at = scene({"r1": "0505", "r2": "0605", "rb6": "0504 unlimbered"})
    assert dict(modifiers(at, "r1")) == {"own": -1}
    for uid in ("r1", "r2"):
        at.board.units = {**at.board.units, uid: replace(at.unit(uid), regiment="tula", division="4")}
    at.board.units = {**at.board.units, "rb6": replace(at.unit("rb6"), sort="light", division="4")}
    assert dict(modifiers(at, "r1")) == {"own": -1, "regiment": -1, "light-battery": -1}
    at.piece("r2").state = "routed"
    at.board.units = {**at.board.units, "rb6": replace(at.unit("rb6"), division="8")}
    assert dict(modifiers(at, "r1")) == {"own": -1}


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("17.73-4", {"f1": "0405", "flt.s1": "0905"}, 8),
        row("17.73-4", {"f1": "0405", "flt.s1": "1005"}, 7),
        row("17.73-4", {"r1": "0405", "flt.s1": "0905"}, 7),
        row("17.73-4 17.73-2", {"f1": "0405", "flt.s1": "0905 disordered"}, 7),
    ],
)
def test_skirmishers_near_an_attack(standing: Mapping[str, str], found: int) -> None:
    assert current(replace(scene(standing), brigades=ATTACK), "flt.s1") == found
