"""Attacks and charges judged before the phase in which they are made (12.0, 12.1, 12.53)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from rulesets.winters_victory.board.pieces import FRENCH
from rulesets.winters_victory.rules.shock.charge_zones import project
from rulesets.winters_victory.rules.shock_judging import Judging
from rulesets.winters_victory.rules.shock_phase import Assault, Entry, Ride
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.scenes import scene

FOE = {"r1": "0605 v4 line 6sp"}


def assault(units: str, on: str = "0605", after: str = "", *, id: str = "a") -> Assault:
    """An attack of units, parted by blanks, as are the hexes."""
    return Assault(id, tuple(units.split()), tuple(on.split()), after)


def cases(standing: Mapping[str, str], entries: Sequence[Entry], charging: Sequence[str] = ()) -> list[tuple[int, str]]:
    """Number and case of each refusal to the French."""
    at = scene(standing)
    zones = {uid: project(at, uid) for uid in charging}
    return [(number, one.case) for number, one in Judging(at, FRENCH, zones).faults(entries)]


@pytest.mark.parametrize(
    ("standing", "entry", "case"),
    [
        row("12.0-P1", {"f1": "0505 v1"}, assault("f1"), ""),
        row("12.11.1", {"f1": "0505 v1 routed"}, assault("f1"), "12.11.1"),
        row("12.11.1", {"f1": "0505 v1 out"}, assault("f1"), "12.11.1"),
        row("12.11.1", {"fb8": "0505 v1 unlimbered", "fb8.c": "0505"}, assault("fb8"), "12.11.1"),
        row("12.11.1", {"fb8.c": "0505"}, assault("fb8.c"), "12.11.1"),
        row("12.11.1", {"fbde": "0505", "f1": "0505 v1"}, assault("fbde"), "12.11.1"),
        row("12.11.1", {}, assault("r1"), "12.11.1"),
        row("12.11.1", {}, assault("nobody"), "12.11.1"),
        row("12.11.2", {"f1": "0505 v1"}, assault("f1", after="b"), "12.11.2"),
        row("12.11.3", {"f1": "0505 v4"}, assault("f1"), "12.11.3"),
        row("12.11.3", {"f1": "0505 v1"}, assault("f1", "0605 0504"), "12.11.3"),
        row("12.11.4", {"f1": "0505 v1", "f2": "0606 v0"}, assault("f1 f2"), "12.11.4"),
        row("12.0-1", {"f1": "0405 v1"}, assault("f1", "0605"), "12.0-1"),
        row("12.0-1", {"f1": "0505 v1"}, assault("f1", "0504"), "12.0-1"),
        row("12.43.5", {"f1": "0505 v1", "rb6": "0504 unlimbered"}, assault("f1", "0504"), "12.0-1"),
        row("12.5-1", {"fhus": "0505 v1"}, assault("fhus"), "12.5-1"),
        row("8.65B.1", {"flt.s1": "0505"}, assault("flt.s1"), "8.65B.1"),
        row("8.35.2-2", {"f14": "0505 v1 extended +0506"}, assault("f14", "0605 0606"), ""),
        row("8.35.2-2", {"f14": "0505 v2 extended +0506"}, assault("f14", "0605 0504"), "12.11.3"),
        row("12.53X.0", {"fhus": "0505 v1"}, Ride("c", "fhus"), "12.53X.0"),
        row("12.53.1", {}, Ride("c", "rhus"), "12.53.1"),
    ],
)
def test_what_can_never_be_is_refused(standing: Mapping[str, str], entry: Entry, case: str) -> None:
    foes = {**FOE, "rhus": "1010 v0", "r2": "0606 v4"}
    assert cases({**standing, **foes}, [entry]) == ([(0, case)] if case else [])


@pytest.mark.parametrize(
    ("second", "case"),
    [
        row("12.0-1", assault("f2", "0607", id="b"), ""),
        row("12.11.3", assault("f2", "0507", id="b"), "12.11.3"),
        row("12.11.5-1 12.12", assault("f1", "0606", id="b"), ""),
        row("12.11.2", assault("f2", "0607", "a", id="b"), ""),
    ],
)
def test_what_an_attack_before_may_change_is_left_to_its_time(second: Assault, case: str) -> None:
    """An enemy may be driven to where there is none now; who has attacked once stands elsewhere."""
    standing = {"f1": "0505 v1", "f2": "0506 v2", "r2": "0606 v0", "flt.s1": "0702", **FOE}
    assert cases(standing, [assault("f1"), second]) == ([(1, case)] if case else [])


@pytest.mark.parametrize(
    ("ride", "found"),
    [
        row("12.53.1 12.53X.0", Ride("c", "fhus", ("0604",)), []),
        row("12.53.1", Ride("c", "fhus", ("nowhere",)), [(0, "12.53.1")]),
        row("12.53X.0", Ride("c", "fcuir"), [(0, "12.53X.0")]),
    ],
)
def test_charges_are_those_that_were_declared(ride: Ride, found: list[tuple[int, str]]) -> None:
    standing = {"fhus": "0505 v1", "fcuir": "0905 v1", **FOE}
    assert cases(standing, [ride], ["fhus"]) == found
    again = replace(ride, id="d")
    assert cases(standing, [ride, again], ["fhus"])[-1][1] in ("12.53.1", "12.53X.0")
