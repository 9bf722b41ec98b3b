"""Rows H of the adversarial plan: what stands in a message beside its orders, openings and commitments alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.submit import compose_message
from pbem.campaign.writing.orders_file import Checked
from tests.attacks.forging import RESIGN, mid_game
from tests.attacks.world import World, fresh, proof
from tests.toy_hidden.board import Board
from tests.toy_hidden.world import build, orders, setting_of, stack_of

pytestmark = pytest.mark.usefixtures("veiled")

# -- an opening beside the orders ---------------------------------------------------------------------------


def attack_of(campaign: Campaign, due: Due) -> dict[str, Any] | None:
    """Orders that attack, with everything shown at once; None where no enemy is near."""
    board = Board(setting_of(campaign), due.state["at"])
    for counter in board.counters(board.army):
        for box in board.neighbours(board.box(counter)):
            if (
                board.counters(board.foe, box)
                and box not in board.at["screens"][board.army]
                and not board.face_up(counter)
            ):
                return {"moves": [{"counter": counter, "to": box}], "show": [counter, "chit"]}
    return None


@pytest.mark.slow
@pytest.mark.attack("H01", "H05")
def test_a_false_opening_in_the_orders_counts_as_absent_and_accuses_nobody(tmp_path: Path) -> None:
    world = build(
        tmp_path, lambda c, due: mid_game(c, due) and attack_of(c, due) is not None and len(c.chain.messages) > 4
    )
    campaign = world.cheater.open(write=False)
    due = campaign.due()
    checked = orders(campaign, due, attack_of(campaign, due) or {})
    world = World(world.cheater, world.victim, world.seq, checked)
    shown = world.body()["input"]["open"]
    assert {opening["t"] for opening in shown} == {"marker", "leaf"}
    asked = {}
    for name, change in (
        ("honest", {}),
        ("value", {"value": {"units": ["r-guard", "b-guns"]}}),
        ("salt", {"salt": fresh("salt")}),
        ("at", {"at": 0}),
        ("far", {"at": 2**53 - 1}),
    ):
        line = world.cheat(lambda b, c=change: [opening.update(c) for opening in b["input"]["open"]])
        receipt, victim = world.accepted(line)
        assert receipt.fault is None and receipt.accepted == [world.seq]
        asked[name] = victim.due().state["need"]
    assert asked.pop("honest").get("ask") != "continue"
    # The victim goes on, and it is the cheater's next message that has to open them.
    assert [(need["side"], need["ask"]) for need in asked.values()] == [(world.victim.seat, "continue")] * 4
    doubled = world.cheat(lambda b: b["input"].update(open=[{**o, "salt": fresh("no")} for o in shown] + shown))
    receipt, victim = world.accepted(doubled)
    assert receipt.fault is None and victim.due().state["need"].get("ask") != "continue"
    assert world.refused(world.cheat(lambda b: b["input"].update(open=shown * 2049))) == proof(world, "PAYLOAD_SCHEMA")


# -- commitments that wait -----------------------------------------------------------------------------------


def stacked(campaign: Campaign, due: Due) -> bool:
    """A turn's orders are due, and two face-down counters lie together, with a unit under one of them."""
    return mid_game(campaign, due) and bool(stack_of(campaign, due))


@pytest.mark.slow
@pytest.mark.attack("H09", "H10")
def test_counters_are_committed_to_in_a_message_that_places_none(tmp_path: Path) -> None:
    """Beside an offer, a resignation or an answer nothing is turned face down, so nothing waits there to be used."""
    world = build(tmp_path, stacked)
    campaign = world.cheater.open(write=False)
    due = campaign.due()
    board = Board(setting_of(campaign), due.state["at"])
    hide = {counter: {"units": []} for counter in board.fresh(board.army, len(stack_of(campaign, due)))}
    for control in ({"offer": "draw"}, {"offer": "takeback", "to": 3}, RESIGN):
        asked = campaign.due(control)
        draft = compose_message(campaign, asked, Checked({}, hide=hide), control=control)
        assert world.refused(draft.sign(world.master)) == proof(world, "HIDE_ILLEGAL"), control
