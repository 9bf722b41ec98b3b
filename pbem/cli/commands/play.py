"""`pbem play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

if TYPE_CHECKING:
    from pbem.play.serving import Opened

EXAMPLES = ("pbem play", "pbem play --campaign <scenario>", "pbem play --no-open")


@command_app(EXAMPLES)
def app(
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Do not open the browser; print the address of the file that opens it.")
    ] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Play on a page in your browser: read, order, sign, send and receive.

    A server on this computer alone serves the page, and whatever it shows as right or wrong is what pbem check says. It
    begins with the campaign here or the one that is named, else with the list of all. It ends with Ctrl-C, or with the
    button on the page; what is signed by then is signed. The page opens by a file that only you can read.
    """
    from pbem.play.evening import Evening
    from pbem.play.serving import serve

    home = opening.home()
    here = opening.campaign_if_any(campaign)
    evening = Evening(home, opening.person(home, as_json=as_json), here)
    serve(evening, lambda opened: _ready(opened, no_open=no_open, as_json=as_json))


def _ready(opened: Opened, *, no_open: bool, as_json: bool) -> None:
    """Says where the page is and how to end it, and opens it."""
    door = opened.door.as_uri()
    open_it = f"Open this file in your browser: {door}" if no_open else f"The page is at {opened.address}"
    show({"address": opened.address, "open": door}, [f"{open_it} (Ctrl-C ends pbem play)"], as_json=as_json)
    if not no_open:
        from pbem.cli.pages import open_for_person

        open_for_person(opened.door)
