"""Special firing opportunities (11.3): who may fire at an act, and on which terms."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.rules.firing.aiming import Fire, aim
from rulesets.winters_victory.rules.firing.reactions import (
    ADVANCING,
    ATTACK,
    CHANGE,
    CHARGING,
    LEAVE,
    RESTACK,
    RETREATING,
    TURN,
    UNLIMBER,
    Act,
    chances,
    slips_away,
)
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import scene

LINE = {"r1": "0505 v1 line"}
GUNS = {"rb12": "0105 v1 unlimbered", "rb12.c": "0105"}


def act(kind: str, at: str, to: str = "", *units: str, **more: object) -> Act:
    """An act of the first French battalion unless units are named."""
    return Act(kind, units or ("f1",), at, to, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("standing", "done", "firers"),
    [
        row("11.0-1 11.3-1", LINE, act(CHANGE, "0605"), ["r1"]),
        row("11.3-1", LINE, act(TURN, "0605", points=3), []),
        row("11.3-1", LINE, act(TURN, "0605", points=6), ["r1"]),
        row("11.3-1 9.51.4", LINE, act(RESTACK, "0605"), ["r1"]),
        row("11.3-1", LINE, act(CHANGE, "0705"), []),
        row("11.3.1", LINE, act(LEAVE, "0605", "0506"), ["r1"]),
        row("11.3.1", GUNS, act(LEAVE, "0305", "0205"), ["rb12"]),
        row("11.3.1 12.41-A", LINE, act(LEAVE, "0605", "0705", manner=ADVANCING), []),
        row("11.3.1 13.34", LINE, act(LEAVE, "0605", "0705", manner=RETREATING, first=True), []),
        row("11.3-4 13.34", LINE, act(LEAVE, "0605", "0705", manner=RETREATING), ["r1"]),
        row("12.4-5", LINE, act(LEAVE, "0605", "0705", manner=RETREATING, barred=frozenset({"r1"})), []),
        row("11.3.1-C", GUNS, act(LEAVE, "0305", "0205", manner=CHARGING, barred=frozenset({"rb12"})), []),
        row("11.3.3", GUNS, act(LEAVE, "0505", "0605"), ["rb12"]),
        row("11.3.3", GUNS, act(LEAVE, "0405", "0305"), []),
        row("11.3.3", GUNS, act(LEAVE, "0405", "0505"), []),
        row("11.3.3 13.34", GUNS, act(LEAVE, "0505", "0605", manner=RETREATING), []),
        row("11.32-1 12.0-3", {**LINE, "r2": "0606 v0 line"}, act(ATTACK, "0605", "0505"), ["r1", "r2"]),
        row("12.0-P2", {**LINE, "rb12": "0805 v4 unlimbered", "rb12.c": "0805"}, act(ATTACK, "0605"), ["r1", "rb12"]),
        row("11.3-1", {"r1": "0505 v3 line"}, act(CHANGE, "0605"), []),
    ],
)
def test_who_may_fire(standing: Mapping[str, str], done: Act, firers: list[str]) -> None:
    at = scene({**standing, "f1": f"{done.at} v4 column"})
    assert [chance.firer for chance in chances(at, done)] == firers


@pytest.mark.parametrize(
    ("standing", "where", "fires", "number", "modifier"),
    [
        row("11.3.2 7.12-2", GUNS, "0505", True, 1, 1),
        row("11.3.2 7.12-2", GUNS, "0605", False, 0, 0),
        row("11.3.2", {"rjgr.s1": "0305"}, "0505", True, 2, 2),
        row("11.3.2", {"rjgr.s1": "0205"}, "0505", False, 0, 0),
    ],
)
def test_fire_at_unlimbering(standing: Mapping[str, str], where: str, fires: bool, number: int, modifier: int) -> None:
    at = scene({**standing, "fb6": f"{where} limbered", "fb6.c": where})
    found = chances(at, act(UNLIMBER, where, "", "fb6", "fb6.c"))
    assert bool(found) is fires
    for chance in found:
        shot = aim(at, chance.firer, where, chance.terms)
        assert isinstance(shot, Fire)
        assert (shot.target.number, shot.modifier) == (number, modifier)


@pytest.mark.rule("wv", "11.3.3")
def test_who_leaves_the_medium_zone_is_fired_at_by_the_medium_line() -> None:
    at = scene({**GUNS, "f1": "0505 v4 line"})
    (chance,) = chances(at, act(LEAVE, "0505", "0605"))
    shot = aim(at, chance.firer, "0505", chance.terms)
    assert isinstance(shot, Fire)
    assert (chance.case, shot.band, shot.modifier) == ("11.3.3", "medium", -1)


@pytest.mark.parametrize(
    ("standing", "unit", "to", "slips"),
    [
        row("11.31", LINE, {"fhus": "0605 v1"}, "0705", True),
        row("11.31", LINE, {"fhus": "0605 v5"}, "0504", False),
        row("11.31", {**GUNS}, {"fhus": "0205 v1"}, "0305", False),
        row("11.31", {"r1": "0505 v1 column"}, {"flt.s1": "0605"}, "0705", False),
        row("11.31", LINE, {"flt.s1": "0605"}, "0705", True),
        row("11.31", {"r12": "0505 v1 extended +0506"}, {"flt.s1": "0605"}, "0705", True),
        row("11.31", LINE, {"f1": "0605"}, "0705", False),
    ],
)
def test_horse_and_skirmishers_slip_away(
    standing: Mapping[str, str], unit: Mapping[str, str], to: str, slips: bool
) -> None:
    at = scene({**standing, **unit})
    (uid,) = unit
    done = act(LEAVE, at.piece(uid).at, to, uid, first=True)
    assert slips_away(at, done) is slips
    assert bool(chances(at, done)) is not slips
