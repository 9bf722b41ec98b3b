"""What no position of Jours de Gloire and no turn may ever show; hooked into `tests.games.invariants.Watch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.campaign.core.auditing import record_of
from pbem.campaign.core.campaign import Campaign
from pbem.engine.requests import ORDERS
from tests.games import invariants
from tests.rulesets.jours_de_gloire.position_checks import position_checks

Json = Any
Event = Mapping[str, Any]
NAME = "jours-de-gloire"


def check_position(game: Any, at: Json) -> None:
    """What everybody can see is in order, and texts read back."""
    assert position_checks(game.setting, at) == []
    assert game.writing.read_text(game.writing.text(at)) == at


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Event]) -> None:
    """Time and what is lost for good only go one way; events are of sides that there are."""
    setting = game.setting
    assert after["turn"] - before["turn"] in (0, 1)
    for what in ("dead", "taken", "gone"):
        assert set(before[what]) <= set(after[what]), what
    assert set(after["arrivals"]) <= set(before["arrivals"])
    for army in setting.armies:
        put_back = sum(
            event["pf"] for event in events if (event["kind"], event.get("army")) == ("strength-points", army)
        )
        assert before["losses"][army] - put_back <= after["losses"][army]
        assert before["pv"][army] <= after["pv"][army]
    for event in events:
        assert event.get("army", "") in ("", *setting.armies), event
    _players(before, after)


def _players(before: Json, after: Json) -> None:
    """Sides take turns, and a game turn ends with the second of them."""
    if before["stage"] == "play" and after["stage"] == "play":
        ends = before["player"] == before["order"][1]
        assert after["turn"] - before["turn"] == int(ends)
        assert after["player"] == after["order"][0 if ends else 1]


def check_contents(campaign: Campaign) -> int:
    """Whenever orders were due all counters, looked into by the open books, held what is possible.

    Strength and dummies are counted so, which nobody can while the counters lie face down; and no counter shows what
    its owner never opened. Returns how many positions had any counter to look into.
    """
    machine, chain = campaign.machine, campaign.chain
    record = record_of(machine, chain.disclosed())
    standing: Mapping[str, int] = {}
    looked = 0
    for step in record.steps:
        if chain.states[step.seq]["need"].get("ask") == ORDERS and step.at["stage"] == "play":
            held = {name: record.content[name, at] for name, at in standing.items() if (name, at) in record.content}
            assert len(held) == len(standing)
            assert position_checks(campaign.game.setting, step.at, held) == [], f"message {step.seq}"  # type: ignore[attr-defined]
            assert not _betrayed(chain.states[step.seq], step.seq), f"message {step.seq}"
            looked += bool(held)
        standing = step.markers
    return looked


def _betrayed(state: Json, seq: int) -> list[str]:
    """Counters that the position shows although what their owner committed to was never opened.

    seq: of the message behind which the state stands; what it turns face down lies face up until it is carried out.
    """
    entries, counters = state["markers"], state["at"]["counters"]
    shown = [counter for counter, entry in counters.items() if "seen" in entry and counter in entries]
    return [counter for counter in shown if "seen" not in entries[counter] and entries[counter]["at"] != seq]


invariants.POSITION[NAME] = check_position
invariants.PHASE[NAME] = check_phase
