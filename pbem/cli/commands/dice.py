"""`pbem dice`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from pbem.campaign.telling.dicelog import DiceRecord, Draw, dice_data, dice_record
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem dice", "pbem dice 4", "pbem dice 4 --json")


@command_app(EXAMPLES)
def app(
    seq: Annotated[
        int | None, typer.Argument(metavar="MESSAGE", help="Whose dice: the message with the orders; else the last.")
    ] = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """List the dice of a message and how each follows from its seed.

    They are the dice that its orders led to, so those of message N stand in the report of message N+1. The seed follows
    from that message and from the value that the next one reveals; each result follows from bytes of the seed's stream
    (protocol section 8).
    """
    with opening.campaign(campaign, as_json=as_json) as at:
        record = dice_record(at, seq, at.due() if at.seat else None)
    show(dice_data(record), _lines(record), as_json=as_json)


def _lines(record: DiceRecord) -> Iterator[str]:
    whose = f": orders of {record.opened_by}" if record.orders else f" of {record.opened_by}"
    yield f"Dice of message {record.seq}{whose}, rolled by {record.closed_by}"
    if not record.draws:
        yield "  none were rolled"
        return
    yield f"  seed {record.seed.hex()}"
    for used, draws in groupby(record.draws, lambda draw: draw.used):
        yield from (f"  {_draw(draw)}" for draw in draws)
        if used:
            yield f"      {used}"
    yield 'Each die: bytes of H("stream", seed, j) below the largest multiple of its faces, modulo its faces, plus 1.'


def _draw(draw: Draw) -> str:
    if not draw.faces:
        left = draw.label.endswith(".void")
        return f"{draw.label}: {'the order was not carried out' if left else 'the default counted'}"
    if not draw.result:
        return f"{draw.label}: d{draw.faces}, for its owner's eyes alone"
    first, behind = draw.at
    place = f"bytes {first} to {behind - 1}" if behind > first + 1 else f"byte {first}" if behind > first else "no byte"
    return f"{draw.label}: d{draw.faces} = {draw.result}  ({place}{'' if draw.recomputed else '; NOT what they give'})"
