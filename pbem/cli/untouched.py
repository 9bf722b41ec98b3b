"""The question before a template is signed that nobody has touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from pbem.cli.terminal import answered_here, confirmed, say
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.outbox.preparing import Preview

_WHAT: Final = "The template is as it was written, and orders nothing"
Empty = Annotated[bool, typer.Option("--empty", help="Sign the untouched template, in which nothing is ordered.")]


def meant(preview: Preview | None, *, empty: bool, as_json: bool) -> bool:
    """Whether what is to be signed is meant as it is: asked at a terminal of a template in which something could be
    decided and nobody decided anything.

    empty: it is meant. Raises Problem NOTHING_ORDERED where nobody can be asked.
    """
    if empty or preview is None or not preview.untouched:
        return True
    if as_json or not answered_here():
        idle = len(preview.data.get("idle", ()))
        what = f"{_WHAT}; {idle} units could be ordered" if idle else f"{_WHAT}, though something could be decided"
        raise Problem("NOTHING_ORDERED", what, "write orders, or none behind their headings; or say --empty")
    for line in preview.ordered:
        say(line)
    if confirmed(f"{_WHAT}. Go on without orders?", yes=False, as_json=False):
        return True
    say("Nothing was signed.")
    return False
