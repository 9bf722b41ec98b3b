"""Which event tells what a die decided: every die of a whole campaign, and labels one by one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.machine import GameMachine
from pbem.campaign.records.archiving import LOG, unpack
from pbem.protocol.chain import Chain
from rulesets.jours_de_gloire.telling.decided import decided
from tests.places import SAMPLES

SAMPLE = SAMPLES / "eylau-1807" / "campaign.pbem"


@cache
def eylau() -> tuple[GameMachine, Chain]:
    return chain_of([line for line in unpack(SAMPLE.read_bytes())[LOG].split(b"\n") if line])


def labelled() -> list[tuple[int, str, int]]:
    """Message, label and result of every die of the sample."""
    return [
        (seq, str(label), int(result))
        for seq, tape in enumerate(eylau()[1].tapes)
        for label, faces, result in tape or ()
        if faces and result
    ]


@pytest.mark.slow
def test_every_die_of_the_sample_is_explained_by_what_shows_its_result() -> None:
    machine = eylau()[0]
    dice = labelled()
    assert len(dice) > 50
    for seq, label, result in dice:
        events = machine.events[seq]
        told = decided(label, events) or next(
            event for event in events if event.get("label") and f"{label}.".startswith(f"{event['label']}.")
        )
        assert str(result) in machine.game.telling.wording(told), (label, result, told)


ROUND = {"kind": "round", "label": "t1.french.fight.jena"}
EVENTS: list[dict[str, Any]] = [
    {"kind": "battle", "label": "t1.french.fight.jena"},
    {**ROUND, "round": 1},
    {"kind": "morale", "label": "t1.french.fight.jena", "round": 1, "role": "defender"},
    {**ROUND, "round": 2},
    {**ROUND, "label": "t1.french.fight.weimar", "round": 2},
    {"kind": "pursuit", "label": "t1.french.fight.jena"},
    {"kind": "weather", "die": 3},
    {"kind": "delay", "number": 2},
    {"kind": "command-points", "command": "grande-armee"},
    {"kind": "stragglers", "counter": "f3", "cause": "march"},
    {"kind": "rested", "counter": "f3"},
]


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ("t1.french.fight.jena.r1.a", 1),
        ("t1.french.fight.jena.r2.guns.d", 3),
        ("t1.french.fight.weimar.r2.d", 4),
        ("t1.french.fight.jena.r1.morale.d", 2),
        ("t1.french.fight.jena.r1.morale.a", None),
        ("t1.french.fight.jena.r3.a", None),
        ("t1.french.fight.jena.pursuit", 5),
        ("t1.russian.events.weather", 6),
        ("t1.russian.events.arrival.2", 7),
        ("t1.russian.events.arrival.1", None),
        ("t1.french.pc.grande-armee", 8),
        ("t1.french.move.0.march.f3", 9),
        ("t1.french.move.0.mass.f3", None),
        ("t1.french.rest.f3", 10),
        ("t1.french.move.1.0.pultusk.die", None),
        ("", None),
    ],
)
def test_labels(label: str, place: int | None) -> None:
    assert decided(label, EVENTS) is (None if place is None else EVENTS[place])
