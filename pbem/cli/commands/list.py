"""`pbem list`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json
from pbem.cli.terminal import show
from pbem.upkeep.listing import Listed, listed

EXAMPLES = ("pbem list", "pbem list --json")


@command_app(EXAMPLES)
def app(as_json: Json = False) -> None:
    """List your campaigns and whose move it is."""
    home = opening.home()
    found = listed(home, opening.person_unasked(home))
    show({"campaigns": [asdict(one) for one in found]}, _lines(found), as_json=as_json)


def _lines(found: Sequence[Listed]) -> Iterator[str]:
    if not found:
        yield "No campaigns yet. Begin one with: pbem new"
    for one in found:
        yield f"{one.game}  {one.folder}"
        if one.error:
            yield f"  cannot be read: {one.error}"
            continue
        count = "1 message" if one.messages == 1 else f"{one.messages} messages"
        yield f"  {one.campaign}, {one.phase}, {count}, {one.state}"
        if one.waits_for:
            yield "  your move" if one.yours else f"  waits for {one.waits_for}"
