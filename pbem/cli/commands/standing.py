"""`pbem standing`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from pbem.campaign.inbox.status import standing_words
from pbem.campaign.writing.standing import STANDING, read_standing, write_standing_template
from pbem.campaign.writing.standing_judged import require_standing, slots_soon
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show
from pbem.orders.writer import dump_member

# `n` and the like, which some YAML tools take for yes or no.
_QUOTED = re.compile(r'(?<=[ \[])"([A-Za-z]{1,5})"(?=[],]|$)')
_LATER = "Not likely to count in the next enemy turn:"
EXAMPLES = ("pbem standing", "pbem standing --all", "pbem standing --json")


@command_app(EXAMPLES)
def app(
    everything: Annotated[
        bool, typer.Option("--all", help="List the slots at their defaults too, first those that may well count soon.")
    ] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Show and check your standing orders.

    They say what your units do in your opponent's turn and stay on this computer. The file is written with every
    default if it is not there. Exit status 2 where it does not fit, 1 where the rules forbid something: who is lost
    for good, or not of that formation. What only cannot come about now is remarked.
    """
    with opening.campaign(campaign, write=True, as_json=as_json) as at:
        at.require_player()
        write_standing_template(at, at.seat)
        slots = read_standing(at, at.seat)
        due = at.due()
        judged = require_standing(at, due)
        soon = set(slots_soon(at, due))
        told = {
            "file": str(at.folder.path / STANDING),
            "counts": standing_words(at),
            "slots": [
                {
                    "name": entry.slot.name,
                    "value": entry.value,
                    "set": entry.is_set,
                    "soon": entry.slot.name in soon,
                    "binding": entry.slot.binding,
                    "doc": entry.slot.doc,
                }
                for entry in slots
            ],
            "remarks": [one.to_json() for one in judged.remarks],
        }
    show(told, [*_lines(told, everything=everything), *judged.lines], as_json=as_json)


def _lines(told: dict[str, Any], *, everything: bool) -> list[str]:
    lines = [told["file"]]
    if everything or any(slot["set"] for slot in told["slots"]):
        lines.append("Set in that file: what has a * before it. Everything else is at its default.")
    if everything:
        later = [slot for slot in told["slots"] if not slot["soon"]]
        lines += _values(slot for slot in told["slots"] if slot["soon"])
        lines += [_LATER, *_values(later)] if later else []
        return [*lines, told["counts"]]
    lines += _values(slot for slot in told["slots"] if slot["set"])
    return [*lines, _at_defaults(told["slots"]), told["counts"]]


def _values(slots: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Each slot as the file would hold it, a * before what is set there."""
    for slot in slots:
        value = map(_bare, dump_member(slot["name"], slot["value"]))
        yield from (f"{'*' if slot['set'] else ' '} {line}" for line in value)


def _at_defaults(slots: Sequence[Mapping[str, Any]]) -> str:
    """How many slots are not set, and how many of them may count soon, where not all may."""
    silent = [slot for slot in slots if not slot["set"]]
    count = "1 slot at its default" if len(silent) == 1 else f"{len(silent)} slots at their defaults"
    soon = sum(slot["soon"] for slot in silent)
    if all(slot["soon"] for slot in slots):
        return f"{count}; --all lists them"
    return f"{count}, {soon} of them may well count in the next enemy turn; --all lists them, these first"


def _bare(line: str) -> str:
    """Short words, among them directions, without the quotes that only other YAML tools need."""
    return _QUOTED.sub(r"\1", line)
