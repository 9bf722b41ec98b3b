"""Wrong orders: each gets one clear error that names who, where and the case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.options import Refusal
from rulesets.winters_victory.rules.fire_phase import FirePhase, Volley
from rulesets.winters_victory.rules.firing.aiming import Terms, aim
from rulesets.winters_victory.rules.firing.splitting import Share
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.shock.charge_zones import why_no_charge
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.stages import judged, stage, standing

GROUND = country({"woods": "0505 0506", "town": "0808", "village": "0810 0910"})
PLACE = stage(GROUND)
EVERYBODY = {
    "kister": "0606",
    "friant": "0606",
    "marulaz": "0606",
    "kamensky": "1201",
    "leader-r14-3": "1201",
    "r-j26-1": "1102 v3 general-order",
}
"""Leaders, and an enemy in the north-east."""
FIRST, SECOND, LIGHT = "33rd Line, battalion 1", "33rd Line, battalion 2", "15th Light, battalion 1"
GUNS, HORSE, JAEGERS = "2nd battery of III Corps", "1st Chasseurs", "26th Jaegers, battalion 1"


UNLIMBERED = {"kister": "0607", "f-b3-2": "0607 unlimbered", "f-b3-2.c": "0607"}
COMPANY = {"f-15l-1": "0305", "f-15l-1.s1": "0705"}


def moves(*entries: str) -> dict[str, Any]:
    """Orders out of words: units, a colon, and the path with commas."""
    parted = (entry.split(": ") for entry in entries)
    return {"orders": [{"units": units.split(), "path": path.split(", ")} for units, path in parted]}


# Segments in which the French move. What stands on the map, the orders, the case, and words of the error.
MOVES = [
    # The path.
    row("5.4-1", {"f-33-1": "0605 v0 line"}, "f-33-1: 0705", "5.4-1", f"{FIRST} does not face 0705 from 0605"),
    row("6.0-2", {"f-33-1": "0605 v0"}, "f-33-1: 0904", "6.0-2", "0904 is not beside 0605"),
    row("6.0-2", {"f-33-1": "0605 v0"}, "f-33-1: fly", "6.0-2", f"{FIRST} in 0605 cannot follow"),
    row(
        "6.11-1",
        {"f-33-1": "0710 v0", "kister": "0710"},
        "f-33-1: 0709, 0708, 0707, 0706, 0705, 0704",
        "6.11-1",
        f"{FIRST} needs 1 movement point to enter 0704 from 0705 and has 0",
    ),
    row("6.0-1", {"f-33-1": "0605 v0"}, "r-j26-1: 1103", "6.0-1", f"{JAEGERS} in 1102 is the enemy's"),
    row("6.0-1", {}, "f-33-1: 0604", "6.0-1", f"{FIRST} is not on the map"),
    row("6.0-3", {"f-33-1": "0605 v0", "f-33-2": "0607 v0"}, "f-33-1 f-33-2: 0604", "6.0-3", "does not stand in 0605"),
    row("6.1-2", {"f-33-1": "0605 v0 routed"}, "f-33-1: 0604", "6.1-2", f"{FIRST} is routed in 0605"),
    row("17.13", {"f-33-1": "1105 v0"}, "f-33-1: 1104", "17.13", "is out of command, and 1104 is no nearer to Kister"),
    row("8.65A.5", COMPANY, "f-15l-1.s1: 0805, 0905", "8.65A.5", "may not go to 0905"),
    row("8.41.3", {"f-33-1": "0605 square"}, "f-33-1: 0604", "8.41.3", f"{FIRST} is in square in 0605"),
    row("7.53-1", {"f-b3-2": "0607"}, "f-b3-2: 0606", "7.53-1", f"{GUNS} has no crew in 0607"),
    # Turns and formations.
    row("5.31-1", {"f-33-1": "0605 v0"}, "f-33-1: face 9", "5.31-1", "corners are 0, north, to 5"),
    row("5.42.1", {"f-33-1": "0605 v0 line"}, "f-33-1: 0604, about", "5.42.1", "only at the beginning of its movement"),
    row(
        "7.11-1",
        {"f-33-1": "0710 v0", "kister": "0710"},
        "f-33-1: 0709, 0708, 0707, 0706, 0705, line",
        "7.11-1",
        f"{FIRST} needs 1 movement point to change formation in 0705 and has 0",
    ),
    row("8.52-1", {"f-33-1": "0808 general-order"}, "f-33-1: line", "8.52-1", "may not be formed in 0808"),
    row("8.53", {"f-33-1": "0605 v0"}, "f-33-1: go", "8.53", f"{FIRST} is no light infantry"),
    row("7.51-2", {"f-b3-2": "0505", "f-b3-2.c": "0505"}, "f-b3-2: unlimber", "7.51-2", f"{GUNS} may not change its"),
    row("7.51-1", UNLIMBERED, "f-b3-2: 0606", "7.51-1", "is unlimbered in 0607"),
    row("7.3", {"f-1ch": "0605 v0"}, "f-1ch: line", "7.3", f"{HORSE} in 0605 has no such formation"),
    row("6.41-3", {"f-33-1": "0803 v0", "kister": "0803"}, "f-33-1: grand", "6.41-3", "an enemy is within 6"),
    row("6.41-2", {"f-33-1": "0309 v0 line", "kister": "0309"}, "f-33-1: grand", "6.41-2", "has to be in column"),
    row("17.12-5", {**UNLIMBERED, "kister": "0606"}, "f-b3-2: limber", "7.51-2", "is out of command in 0607"),
    # Stacks: by points, by types, by formation, by facing.
    row(
        "9.1-1",
        {"f-33-1": "0607 v0", "f-33-2": "0606 v0", "f-15l-1": "0606 v0", "f-111-1": "0606 v0"},
        "f-33-1: 0606",
        "9.1-1",
        f"{FIRST} may not end its movement in 0606, which would hold 40 strength points",
    ),
    row(
        "9.1-1 9.11.1",
        {"f-33-1": "0911 v0", "f-33-2": "0910 general-order", "kister": "0911"},
        "f-33-1: 0910",
        "9.1-1",
        "20 strength points of infantry, where 18 may stand",
    ),
    row("9.14.2-1", {"f-33-1": "0607 v0", "f-1ch": "0606"}, "f-33-1: 0606", "9.14.2-1", f"of another arm than {HORSE}"),
    row("9.14.2-2", {"f-33-1": "0607 line", "f-33-2": "0606"}, "f-33-1: 0606", "9.14.2-2", f"formation than {SECOND}"),
    row(
        "5.41-1",
        {"f-33-1": "0710 v0", "f-33-2": "0705 v3", "kister": "0710"},
        "f-33-1: 0709, 0708, 0707, 0706, 0705",
        "5.41-1",
        f"{FIRST} needs 1 1/2 movement points to turn in 0705 and has 0",
    ),
    # Companies.
    row("8.62.2", {"f-33-1": "0607"}, "f-33-1.s1 f-33-1.s2: 0606", "8.62.2", f"{FIRST} in 0607 may detach 1 company"),
    row("8.62.4", {"f-15l-1": "0607 disordered"}, "f-15l-1.s1: 0606", "8.62.4", "no company, since it is disordered"),
    row("8.61-1", {"f-33-1": "0607"}, "f-33-1: 0606|f-33-1.s1: 0605", "8.61-1", "in 0606 has moved and detaches"),
]  # fmt: skip


@pytest.mark.parametrize(("counters", "orders", "case", "words"), MOVES)
def test_wrong_moves(counters: Mapping[str, str], orders: str, case: str, words: str) -> None:
    document = moves(*orders.split("|"))
    found = judged(PLACE, standing(PLACE, "f-move", 21, {**EVERYBODY, **counters}), document)
    assert [one.path for one in found] == [("orders", len(document["orders"]) - 1)]
    assert_clear(found[0].refusal, case, words)


def attack(unit: str, *on: str, **more: Any) -> dict[str, Any]:
    """An attack of one unit or several."""
    return {"units": unit.split(), "on": list(on), **more}


NORTH = {"f-33-1": "1103 v0"}
SHOCKS = [
    row("12.11.1", {"f-33-1": "1103 v0 routed"}, attack("f-33-1", "1102"), "12.11.1", f"{FIRST} in 1103 is routed"),
    row("12.11.1 17.12-3", {"f-33-1": "1103 v0 out"}, attack("f-33-1", "1102"), "12.11.1", "is out of command"),
    row("12.11.1", {"f-b3-2.c": "1103"}, attack("f-b3-2.c", "1102"), "12.11.1", "attacks nobody"),
    row("12.11.1", {"f-b3-2": "1103"}, attack("f-b3-2", "1102"), "12.11.1", f"{GUNS} in 1103 attacks nobody"),
    row("12.11.1", {"kister": "1103"}, attack("kister", "1102"), "12.11.1", "Kister in 1103 attacks nobody"),
    row("12.11.1", {}, attack("r-j26-1", "1103"), "12.11.1", f"{JAEGERS} in 1102 is the enemy's"),
    row("12.11.3", {"f-33-1": "1103 v3"}, attack("f-33-1", "1102"), "12.11.3", f"{FIRST} in 1103 does not face 1102"),
    row("12.11.3", NORTH, attack("f-33-1", "1102", "1002"), "12.11.3", "attacks one hex at a time"),
    row("12.0-1", {"f-33-1": "1105 v0"}, attack("f-33-1", "1102"), "12.0-1", f"{FIRST} in 1105 does not touch 1102"),
    row("12.0-1", NORTH, attack("f-33-1", "1002"), "12.0-1", f"{FIRST} in 1103 finds no enemy in 1002"),
    row(
        "12.0-2 12.11.4",
        {**NORTH, "f-33-2": "1003 v0"},
        attack("f-33-1 f-33-2", "1102"),
        "12.11.4",
        f"{FIRST} in 1103 and {SECOND} in 1003 do not stand in one hex",
    ),
    row("12.11.2", NORTH, attack("f-33-1", "1102", **{"if": {"shock": "b"}}), "12.11.2", "in 1103 waits for attack b"),
    row("12.5-1", {"f-1ch": "1103 v0"}, attack("f-1ch", "1102"), "12.5-1", f"{HORSE} in 1103 is cavalry"),
    row("12.53X.0", {"f-1ch": "1103 v0"}, {"charge": "f-1ch"}, "12.53X.0", f"{HORSE} in 1103 has declared no charge"),
    row("12.53.1", {}, {"charge": "f-1ch"}, "12.53.1", f"{HORSE} is not on the map"),
    row(
        "8.65B.1",
        {"f-15l-1.s1": "1103", "r-j26-1": "1102 v3 line"},
        attack("f-15l-1.s1", "1102"),
        "8.65B.1",
        f"{LIGHT}, company 1 in 1103 may not attack the front of {JAEGERS} in 1102",
    ),
    row(
        "8.65B.1",
        {"f-15l-1.s1": "1103", "r-j26-1": "1102 v0 line"},
        attack("f-15l-1.s1", "1102"),
        "8.65B.1",
        f"{LIGHT}, company 1 in 1103 is too weak to attack {JAEGERS} in 1102",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("counters", "entry", "case", "words"), SHOCKS)
def test_wrong_attacks(counters: Mapping[str, str], entry: dict[str, Any], case: str, words: str) -> None:
    found = judged(PLACE, standing(PLACE, "f-shock", 22, {**EVERYBODY, **counters}), {"shock": [entry]})
    assert [one.path for one in found] == [("shock", 0)]
    assert_clear(found[0].refusal, case, words)


@pytest.mark.rule("wv", "12.54.1")
def test_a_charge_goes_neither_into_obstructed_hexes_nor_at_who_stands_there() -> None:
    charges = {"f-1ch": ("0911", 0, 1)}
    begins = standing(PLACE, "f-shock", 22, {**EVERYBODY, "f-1ch": "0911 v0"}, charges=charges)
    (found,) = judged(PLACE, begins, {"shock": [{"charge": "f-1ch", "along": ["0910"]}]})
    assert_clear(found.refusal, "12.54.1", f"{HORSE} in 0911 does not charge into 0910")


@pytest.mark.parametrize(
    ("segment", "orders", "case", "words"),
    [
        row("4.1.5", "f-move", {"shock": [{"charge": "f-1ch"}]}, "4.1", "no French Shock Phase"),
        row("4.1.4B-1", "f-shock", moves("f-33-1: 0604"), "4.1", "no French Movement Phase"),
    ],
)
def test_orders_for_another_segment(segment: str, orders: dict[str, Any], case: str, words: str) -> None:
    (found,) = judged(PLACE, standing(PLACE, segment, 22, EVERYBODY), orders)
    assert (found.refusal.case, words in found.refusal.text) == (case, True)


# -- command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "orders", "case", "words"),
    [
        row("17.71-8", "kamensky", [{"to": "leader-r14-3", "attack": "division"}], "17.71-8", "who leads a brigade"),
        row("17.71-1", "dokhturov", [{"to": "kamensky", "attack": "division"}], "17.71-1", "is no Army Commander"),
        row("17.41-4", "leader-r14-3", [{"to": "kamensky"}], "17.41-4", "leads a brigade and issues no orders"),
        row("17.32-1", "kamensky", [{"to": "bennigsen"}], "17.32-1", "Kamensky has no say over Bennigsen"),
        row("17.33", "kamensky", [{"to": "leader-r14-3"}] * 4, "17.33", "Kamensky issues 3 orders in a phase at most"),
    ],
)
def test_wrong_commands(leader: str, orders: list[Any], case: str, words: str) -> None:
    command = {"command": {"russian": {leader: {"orders": orders}}}}
    found = judged(PLACE, standing(PLACE, "a-command", 21, EVERYBODY), command)
    assert [one.path for one in found] == [("command", "russian", leader, "orders", len(orders) - 1)]
    assert (found[0].refusal.case, words in found[0].refusal.text) == (case, True), found[0].refusal.text


@pytest.mark.parametrize(
    ("counters", "horse", "case", "words"),
    [
        row("12.51.1 17.12-4", {"fhus": "0405 v1", "r1": "0605"}, "fhus", "12.51.1", "is out of command"),
        row("12.51.2", {"fhus": "0405 v1 disordered", "r1": "0605"}, "fhus", "12.51.2", "is not formed"),
        row("12.51.3", {"fhus": "0405 v1", "r1": "0205"}, "fhus", "12.51.3", "sees no enemy in its charge zone"),
        row("12.52.1-1", {"f1": "0405 v1", "r1": "0605"}, "f1", "12.52.1-1", "is not the topmost cavalry of its hex"),
    ],
)
def test_charges_that_may_not_be_declared(counters: Mapping[str, str], horse: str, case: str, words: str) -> None:
    refused = why_no_charge(scene(counters), horse, commanded=case != "12.51.1")
    assert refused is not None
    assert_clear(refused, case, words)


# -- fire ------------------------------------------------------------------------------------

FIRES = [
    row("11.11.5", {"f1": "0505 v1 line", "r1": "0504"}, "f1", "0405", "11.44-1", "finds no enemy combat unit in 0405"),
    row("11.11.5", {"f1": "0505 v1 line", "r1": "0405"}, "f1", "0405", "11.11.5", "does not see 0405"),
    row("11.11.5", {"f1": "0505 v1 line", "r1": "0605", "r2": "0705"}, "f1", "0705", "11.11.5", "does not see 0705"),
    row("11.0-F2", {"f1": "0505 v1 line", "r1": "0905"}, "f1", "0905", "11.0-F2", "does not fire as far as 0905"),
    row("11.11.2", {"f1": "0505 v1 routed", "r1": "0605"}, "f1", "0605", "11.11.2", "is routed and does not fire"),
    row("11.11.2", {"fb8": "0505 v1", "fb8.c": "0505", "r1": "0605"}, "fb8", "0605", "11.11.2", "is limbered"),
    row("11.7-1", {"fb8": "0505 v1 unlimbered", "r1": "0605"}, "fb8", "0605", "11.7-1", "has no crew"),
    row("11.11.3", {"f1": "0505 v1", "f2": "0505 v1", "r1": "0605"}, "f2", "0605", "11.11.3", "is not the topmost"),
    row("11.91-2", {"flt.s1": "0505 depleted", "r1": "0605"}, "flt.s1", "0605", "11.91-2", "is out of ammunition"),
]  # fmt: skip


@pytest.mark.parametrize(("counters", "firer", "to", "case", "words"), FIRES)
def test_wrong_fire(counters: Mapping[str, str], firer: str, to: str, case: str, words: str) -> None:
    refused = aim(scene(counters), firer, to)
    assert isinstance(refused, Refusal)
    assert_clear(refused, case, words)


@pytest.mark.rule("wv", "11.11.7-1")
def test_who_passes_over_a_nearer_enemy_is_told_where_he_stands() -> None:
    at = scene({"f1": "0505 v1 line", "r1": "0504 v3", "r2": "0705"})
    wanted = {"french": [Volley("f1", (Share("0505", "0705", Terms()),))], "allied": []}
    _, events = play(FirePhase(Breaking(at, "t")).run(wanted), [0])
    assert events[-1]["text"] == "Battalion f1 in 0505 may not fire at 0705: the enemy in 0504 is nearer"


def assert_clear(refused: Refusal, case: str, words: str) -> None:
    """An error cites the case, says these words, and names a unit, and a hex of the map in its text."""
    assert (refused.case, words in refused.text) == (case, True), f"{refused.case}: {refused.text}"
    assert refused.unit
    assert any(at in refused.text for at in GROUND.neighbours) or "not on the map" in refused.text, refused.text
