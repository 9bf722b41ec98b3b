"""Cases of facing, formations and stacking that fire carries out (5.51, 7.5, 8.42, 8.54, 8.65, 9.5, 10.31)."""

from __future__ import annotations

import pytest

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.firing import firers
from rulesets.winters_victory.rules.firing.aiming import aim
from rulesets.winters_victory.rules.firing.losses import leaders_at_risk, suffer, take
from rulesets.winters_victory.rules.firing.targets import target
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

WOODS, VILLAGE, BRUSH = (country({kind: "0505"}) for kind in ("woods", "village", "light-cover"))
HEDGE = country(light_cover_side="0505-0605")


@pytest.mark.parametrize(
    ("standing", "to", "fires"),
    [
        row("5.51.1", {"f1": "0505 line v0", "r1": "0605"}, "0605", False),
        row("5.51.1", {"f1": "0505 square", "r1": "0605"}, "0605", True),
        row("7.21.1-1", {"f1": "0505 line disordered v3", "r1": "0504"}, "0504", True),
        row("7.21.1-2", {"f1": "0505 1sp disordered", "r1": "0504"}, "0504", True),
        row("7.21.1-2", {"f1": "0505 1sp disordered", "r1": "0503"}, "0503", False),
        row("7.53-4", {"fb8": "0505 unlimbered", "f1": "0505", "r1": "0504"}, "0504", False),
        row("7.56-3", {"fb8": "0512 unlimbered disordered", "fb8.c": "0512 disordered", "r1": "0503"}, "0503", False),
        row("7.65-3", {"fb8": "0505 unlimbered", "fb8.c": "0505", "r1": "0504"}, "0504", True),
        row("8.1", {"f1": "0505", "f2": "0505", "r1": "0504"}, "0504", True),
    ],
)
def test_who_fires_where(standing: dict[str, str], to: str, fires: bool) -> None:
    at = scene(standing)
    uid = next(one for one in standing if at.unit(one).kind != "crew")
    assert (not isinstance(aim(at, uid, to), Refusal)) is fires


@pytest.mark.parametrize(
    ("standing", "uid", "silent"),
    [
        row("8.1", {"f1": "0505", "f2": "0505"}, "f2", True),
        row("8.1", {"f1": "0505", "f2": "0505"}, "f1", False),
        row("9.51.2", {"flt.s1": "0505", "flt.s2": "0505"}, "flt.s2", False),
        row("9.51.3", {"fbde": "0505", "f1": "0505"}, "f1", False),
    ],
)
def test_who_lies_too_deep_to_fire(standing: dict[str, str], uid: str, silent: bool) -> None:
    assert (firers.why_silent(scene(standing), uid) is not None) is silent


@pytest.mark.parametrize(
    ("standing", "uid", "points"),
    [
        row("7.54.1", {"fb8": "0505 unlimbered 6sp", "fb8.c": "0505"}, "fb8", 6),
        row("8.42.5", {"f1": "0505 square 7sp", "f2": "0505 square 6sp"}, "f1", 13),
        row("8.54.4-2", {"f12": "0505 general-order"}, "f12", 9),
        row("8.54.3", {"f1": "0505 general-order 6sp", "flt.s1": "0505 2sp"}, "f1", 8),
        row("8.65D.2", {"flt.s1": "0505", "flt.s2": "0505"}, "flt.s1", 4),
        row("8.65D.2", {"flt.s1": "0505 5sp", "flt.s2": "0505 5sp"}, "flt.s1", 9),
        row("9.51.2", {"flt.s1": "0505", "flt.s2": "0505", "flt.s3": "0505"}, "flt.s2", 6),
    ],
)
def test_with_what_a_hex_fires(standing: dict[str, str], uid: str, points: int) -> None:
    assert firers.strength(scene(standing), uid, "0505") == points


@pytest.mark.parametrize(
    ("standing", "field", "uid", "distance", "number"),
    [
        row("8.54.4-1", {"f1": "0505 general-order"}, WOODS, "f1", 1, 2),
        row("8.54.4-1", {"f1": "0505 general-order"}, WOODS, "f1", 2, 3),
        row("8.54.4-1", {"f1": "0505 general-order"}, BRUSH, "f1", 1, 2),
        row("8.65D.1", {"flt.s1": "0505"}, WOODS, "flt.s1", 1, 2),
        row("8.65D.1", {"flt.s1": "0505"}, WOODS, "flt.s1", 2, 3),
        row("8.65D.1", {"flt.s1": "0505"}, BRUSH, "flt.s1", 1, 3),
    ],
)
def test_class_of_the_loose(
    standing: dict[str, str], field: HexField | None, uid: str, distance: int, number: int
) -> None:
    at = scene(standing, field)
    assert firers.firing_class(at, uid, "0505", distance) == number


@pytest.mark.parametrize(
    ("standing", "field", "arm", "source", "number"),
    [
        row("5.51.2", {"r1": "0505 line v0"}, None, "infantry", "0605", 1),
        row("5.51.2", {"r1": "0505 line v0"}, VILLAGE, "infantry", "0605", 5),
        row("7.21.2", {"r1": "0505 disordered"}, None, "infantry", "0605", 1),
        row("7.21.2", {"rhus": "0505 disordered"}, None, "infantry", "0605", 2),
        row("7.54.2-1", {"rb6": "0505 limbered", "rb6.c": "0505"}, None, "infantry", "0605", 2),
        row("7.54.2-1", {"rb6": "0505 limbered", "rb6.c": "0505"}, None, "artillery", "0705", 1),
        row("7.54.2-1 10.31.2", {"rb6": "0505 unlimbered", "rb6.c": "0505"}, VILLAGE, "infantry", "0605", 3),
        row("8.42.2", {"r1": "0505 square"}, None, "infantry", "0605", 1),
        row("8.42.2", {"r1": "0505 square"}, HEDGE, "infantry", "0605", 3),
        row("8.65D.3", {"rjgr.s1": "0505 4sp"}, BRUSH, "infantry", "0605", 4),
        row("8.65D.3", {"rjgr.s1": "0505 5sp"}, BRUSH, "infantry", "0605", 1),
        row("10.31.2", {"rhus": "0505"}, VILLAGE, "infantry", "0504", 2),
    ],
)
def test_target_classes(standing: dict[str, str], field: HexField | None, arm: str, source: str, number: int) -> None:
    at = scene(standing, field)
    assert target(at, "0505", ALLIED, source, arm).number == number


@pytest.mark.parametrize(
    ("standing", "points", "left"),
    [
        row("7.54.2-2", {"fb6": "0505 unlimbered", "fb6.c": "0505"}, 2, {"fb6": 4, "fb6.c": 2}),
        row("7.62A", {"fb8": "0505 unlimbered", "fb8.c": "0505"}, 1, {"fb8": 7, "fb8.c": 3}),
        row("8.1", {"f1": "0505", "f2": "0505", "f3": "0505"}, 1, {"f1": 8, "f2": 9, "f3": 9}),
        row("9.51.1", {"f1": "0505 1sp", "f2": "0505 6sp"}, 2, {"f2": 5}),
        row("9.51.1", {"f1": "0505 2sp"}, 3, {}),
        row("9.51.3", {"fbde": "0505", "f1": "0505"}, 1, {"fbde": 0, "f1": 8}),
    ],
)
def test_who_bears_the_loss(standing: dict[str, str], points: int, left: dict[str, int]) -> None:
    at = scene(standing)
    suffer(at, "0505", FRENCH, points)
    assert {uid: at.piece(uid).strength for uid in at.board.pieces} == left


def test_a_leader_beside_a_loss_is_at_risk() -> None:
    at = scene({"fbde": "0505", "f1": "0505"})
    lost = [take(at, "f1", 1)]
    assert [uid for uid, _ in leaders_at_risk(at, "0505", FRENCH, lost, "minimum")] == ["fbde"]
