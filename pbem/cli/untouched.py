"""The question before a template is signed that nobody has touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.campaign.outbox.preparing import NOTHING
from pbem.cli.terminal import answered_here, confirmed, say

if TYPE_CHECKING:
    from pbem.campaign.outbox.preparing import Preview

Empty = Annotated[bool, typer.Option("--empty", help="Sign the untouched template, in which nothing is ordered.")]


def meant(preview: Preview | None, *, empty: bool, as_json: bool) -> bool:
    """Whether what is to be signed is meant as it is: asked at a terminal of a template in which something could be
    decided and nobody decided anything.

    empty: it is meant. Raises Problem NOTHING_ORDERED where nobody can be asked.
    """
    if empty or preview is None or not preview.untouched:
        return True
    if as_json or not answered_here():
        raise preview.nothing_ordered()
    for line in preview.ordered:
        say(line)
    if confirmed(f"{NOTHING}. Go on without orders?", yes=False, as_json=False):
        return True
    say("Nothing was signed.")
    return False
