"""What the rulebook forbids, on small maps: who orders it reads the unit, the hex and the case."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.documents.compile import compile_orders
from tests.rulesets.campaign_1806.country import ID, country, row, rows
from tests.rulesets.campaign_1806.turns import NIGHT_TURN, playing

RIVER = {"river": "0505-0506"}
BRIDGE = {**RIVER, "bridge": "0505-0506", "roads": ("0504 0505 0506 0507",)}
DOWN = {"damaged": {"0505/0506"}}
ROAD = {"roads": ("0501 0502 0503 0504 0505 0506 0507",)}
UPHILL = {"terrain": {"0505": "clear slope"}, "slope": "0505-0506"}
NIGHT = {"turn": NIGHT_TURN}
GUDIN = {"0505": "gudin"}
CONTACT = {"0505": "gudin", "0506": "grawert"}


def move(unit: str, *path: str) -> dict[str, Any]:
    return {"orders": [{"unit": unit, "path": list(path)}]}


def attack(**more: Any) -> dict[str, Any]:
    return {"attacks": [{"on": ["0506"], **more}]}


# Who stands where, the ground, more of the position, the orders; of the fault: its case, and words in it.
FORBIDDEN = rows(
    row(
        "5.11-2 5.15-2",
        {"0505": "davout", "0506": "ney"},
        {},
        {},
        {"command": {"davout": {"officers": ["ney"]}}},
        "5.15-2",
        "Davout may put 0 officers in command, not 1",
    ),
    row(
        "7.11-1",
        {"0101": "napoleon", "0909": "gudin"},
        {},
        {},
        {"command": {"napoleon": {"units": ["gudin"]}}},
        "7.11-1",
        "Gudin in 0909 is out of the range of Napoleon",
    ),
    row(
        "8.22-1",
        {"0503": "gudin", "0505": "friant"},
        ROAD,
        {"marching": {"friant"}},
        move("gudin", "0503", "march", "0504", "0505"),
        "8.22-1",
        "is on a road march and may not stack with",
    ),
    row(
        "8.22B",
        {"0502": "gudin", "0505": "friant"},
        ROAD,
        {"marching": {"friant"}},
        move("gudin", "0502", "march", "0503", "0504"),
        "8.22B",
        "ends its road march in the zone of",
    ),
    row(
        "8.41-3",
        GUDIN,
        BRIDGE,
        DOWN,
        move("gudin", "0505", "0506"),
        "8.41-3",
        "the bridge over the river is",
    ),
    row("8.31-1", GUDIN, RIVER, {}, move("gudin", "0505", "0506"), "8.31-1", "0505 to 0506: no bridge"),
    row(
        "9.1-2",
        {"0505": "bridge-fr"},
        {"stream": "0505-0506"},
        {},
        move("bridge-fr", "0505", "0506"),
        "9.1-2",
        "from 0505 to 0506: trains cross a stream",
    ),
    row("9.1-2", {"0505": "bridge-fr"}, UPHILL, {}, move("bridge-fr", "0505", "0506"), "9.1-2", "trains cross a slope"),
    row(
        "8.31-EX3",
        {"0505": "baggage-fr"},
        UPHILL,
        {},
        move("baggage-fr", "0505", "0506"),
        "8.31-EX3",
        "French baggage train cannot go from 0505 to 0506",
    ),
    row(
        "9.21",
        GUDIN,
        RIVER,
        {},
        move("gudin", "0505", "lay 0506"),
        "9.21",
        "Gudin in 0505 is no bridge train",
    ),
    row(
        "9.2-1",
        {"0505": "bridge-fr"},
        {},
        {},
        move("bridge-fr", "0505", "lay 0506"),
        "9.2-1",
        "no river or stream runs between 0505 and 0506",
    ),
    row(
        "8.4",
        GUDIN,
        BRIDGE,
        {},
        move("gudin", "0505", "repair 0506"),
        "8.4",
        "0505 and 0506 is not damaged",
    ),
    row(
        "8.42A",
        {"0505": "baggage-fr"},
        BRIDGE,
        DOWN,
        move("baggage-fr", "0505", "repair 0506"),
        "8.42A",
        "French baggage train is not foot",
    ),
    row(
        "4.1-NOTE",
        {"0505": "baggage-fr davout", "0507": "grawert"},
        {},
        {},
        move("baggage-fr", "0505", "0506"),
        "4.1-NOTE",
        "French baggage train may enter 0506 in an enemy zone",
    ),
    row("10.1", GUDIN, {}, {}, move("gudin", "0505", "repulse 0506"), "10.1", "in no enemy zone at 0505"),
    row(
        "10.12B",
        CONTACT,
        {"terrain": {"0506": "chateau"}},
        {},
        move("gudin", "0505", "repulse 0506"),
        "10.12B",
        "nobody is pushed out of the chateau 0506",
    ),
    row(
        "6.13-1",
        {"0505": "davout", "0508": "grawert"},
        {},
        {"boxes": {"gudin": "night"}},
        {"reorganize": [{"leader": "davout", "units": ["gudin"]}]},
        "6.13-1",
        "Davout in 0505 is nearer than 5 hexes to an enemy",
    ),
    row(
        "2.2",
        CONTACT,
        {},
        {},
        {"disengage": [{"units": ["gudin"], "path": ["0504"]}]},
        "2.0",
        "disengage does not belong here",
    ),
    row(
        "2.2",
        CONTACT,
        {},
        NIGHT,
        attack(by=["gudin"]),
        "2.0",
        "attacks does not belong here",
    ),
    row(
        "4.2",
        CONTACT,
        {},
        NIGHT,
        {"disengage": [{"units": ["gudin"], "path": ["0504", "0503", "0502"]}]},
        "4.2",
        "Gudin leaves by one to 2 hexes",
    ),
    row(
        "16.2-1",
        CONTACT,
        {},
        {},
        attack(by=["gudin"], leave=["gudin"]),
        "16.2-1",
        "Gudin is no horse and may not retreat before combat",
    ),
    row(
        "13.12",
        {"0505": "viallanes-v1", "0508": "viallanes-v2"},
        {},
        {"vedettes": True, "boxes": {"viallanes": "broken"}},
        {"reassemble": ["viallanes"]},
        "13.12",
        "vedettes of Viallanes stand in 0505, 0508",
    ),
    row("8.32-1", CONTACT, RIVER, {}, attack(by=["gudin"]), "8.32-1", "cannot attack 0506"),
    row(
        "3.1",
        {"0505": "gudin", "0506": "friant morand"},
        {},
        {},
        move("gudin", "0505", "0506"),
        "3.1",
        "0506 holds Friant",
    ),
)


@pytest.mark.parametrize(("at", "ground", "more", "document", "case", "words"), FORBIDDEN)
def test_what_is_forbidden(
    at: dict[str, str], ground: dict[str, Any], more: dict[str, Any], document: dict[str, Any], case: str, words: str
) -> None:
    faults = compile_orders(playing(at, country(**ground), **more), document).faults
    assert [one.refusal.case for one in faults[:1]] == [case], faults
    assert words in faults[0].refusal.text


# Who attacks, and the unit that is told to leave.
@pytest.mark.rule(ID, "16.2-1")
@pytest.mark.parametrize(("stack", "leaves"), [("viallanes", "viallanes"), ("viallanes gudin", "viallanes")])
def test_horse_may_be_told_to_leave(stack: str, leaves: str) -> None:
    play = playing({"0505": stack, "0506": "grawert"}, country())
    assert compile_orders(play, attack(by=[leaves], leave=[leaves])).faults == ()
