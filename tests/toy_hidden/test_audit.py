"""The audit of Veiled through two whole clients: each kind of lie is named with its case and its message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.writing.orders_file import Checked
from tests.tiers import first
from tests.toy_hidden.board import Board
from tests.toy_hidden.compiling import leaves_for
from tests.toy_hidden.sequence import standing
from tests.toy_hidden.world import build, found_out, lie, setting_of, stack_of


def _setup(campaign: Campaign, due: Due) -> bool:
    return due.kind == "orders" and due.state["at"]["stage"] == "setup"


def _turn(campaign: Campaign, due: Due) -> bool:
    return due.kind == "orders" and due.state["at"]["round"] == 2


def _nobody(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A unit is left at home."""
    emptied = next(counter for counter, content in sorted(checked.hide.items()) if content["units"])
    return replace(checked, hide={**checked.hide, emptied: {"units": []}})


def _far(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A scout that walks three roads."""
    setting = setting_of(campaign)
    way = [standing(due.own.leaves["hidden"]["scout"])]
    for _ in range(setting.charts["allowance"] + 1):
        way.append(setting.field.neighbours(way[-1])[0])
    return replace(checked, leaves=leaves_for(setting, way))


def _elsewhere(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """The tree of occupancy says nothing of the scout."""
    leaves: Mapping[str, Any] = checked.leaves
    empty = {box: [] for box in setting_of(campaign).boxes}
    return replace(checked, leaves={**leaves, "occupancy": empty})


def _card(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A blank played as a six."""
    blank = _blank(campaign, due)
    assert blank is not None
    return replace(checked, input={**checked.input, "card": {"draw": blank, "face": 6}})


def _blank(campaign: Campaign, due: Due) -> str | None:
    held = due.state["at"]["cards"][campaign.army]
    return next((draw.label for draw in due.own.draws if draw.label in held and draw.result != 6), None)


def _with_blank(campaign: Campaign, due: Due) -> bool:
    return _turn(campaign, due) and _blank(campaign, due) is not None


def _mixing(campaign: Campaign, due: Due) -> bool:
    return due.kind == "orders" and due.state["at"]["stage"] == "play" and len(stack_of(campaign, due)) > 1


def _swallowed(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Mixed, and one unit is gone."""
    board, old = Board(setting_of(campaign), due.state["at"]), stack_of(campaign, due)
    fresh = board.fresh(board.army, len(old))
    entry = {"box": board.box(old[0]), "counters": list(fresh)}
    return replace(
        checked,
        input={"for": checked.input["for"], "mix": [entry]},
        hide={counter: {"units": []} for counter in fresh},
        show=(),
        leaves={},
    )


def _veiling(campaign: Campaign, due: Due) -> bool:
    at = due.state["at"]
    return due.kind == "orders" and at["stage"] == "play" and bool(Board(setting_of(campaign), at).shown(campaign.army))


def _vanished(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Turned face down again, and nobody is in it any more."""
    counter = Board(setting_of(campaign), due.state["at"]).shown(campaign.army)[0]
    given = {"for": checked.input["for"], "veil": [counter]}
    return replace(checked, input=given, hide={counter: {"units": []}}, show=(), leaves={})


def _asked_and_there(campaign: Campaign, due: Due) -> bool:
    if due.state["need"].get("ask") != "contact" or due.request is None:
        return False
    return standing(due.own.leaves["hidden"]["scout"]) == due.request.scene["searched"]


def _denied(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Nobody here."""
    return replace(checked, input={**checked.input, "answer": "none"}, show=())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "twist", "contact", "code", "case"),
    first(
        4,
        [
            (_setup, _nobody, "declared", "AUDIT_CONSERVATION", "1.2"),
            (_turn, _far, "declared", "AUDIT_MOVE_ILLEGAL", "7.1"),
            (_turn, _elsewhere, "proved", "AUDIT_OMISSION", "7.2"),
            (_with_blank, _card, "declared", "AUDIT_DRAW", "5.1"),
            (_mixing, _swallowed, "declared", "AUDIT_CONSERVATION", "2.2"),
            (_veiling, _vanished, "proved", "AUDIT_CONSERVATION", "2.1"),
            (_asked_and_there, _denied, "declared", "AUDIT_OMISSION", "7.2"),
        ],
    ),
)
def test_a_lie_is_named(tmp_path: Path, wanted: Any, twist: Any, contact: str, code: str, case: str) -> None:
    world = build(tmp_path, wanted, contact=contact)
    seq = lie(world, twist)
    diagnosis, words = found_out(world)
    assert diagnosis[0] == code and diagnosis[1] == "proof" and diagnosis[3] == world.cheater.seat
    assert words.startswith(f"message {seq}: ") and words.endswith(f"({case})")
