"""`pbem play`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

if TYPE_CHECKING:
    from pbem.play.door import Door

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
    from pbem.play.door import door
    from pbem.play.evening import Evening

    home = opening.home()
    here = opening.campaign_if_any(campaign)
    evening = Evening(home, opening.person(home, as_json=as_json), here)
    with suppress(KeyboardInterrupt), door(home) as opened:
        _tell(opened, no_open=no_open, as_json=as_json)
        # A browser takes as long to start as what follows to be imported.
        from pbem.play.serving import serve

        serve(evening, opened)


def _tell(opened: Door, *, no_open: bool, as_json: bool) -> None:
    """Says where the page is and how to end it, and opens it."""
    file = opened.file.as_uri()
    where = f"Open this file in your browser: {file}" if no_open else f"The page is at {opened.address}"
    show({"address": opened.address, "open": file}, [f"{where} (Ctrl-C ends pbem play)"], as_json=as_json)
    if not no_open:
        from threading import Thread

        from pbem.cli.pages import open_for_person

        # What opens a page may go on until the page is closed.
        Thread(target=open_for_person, args=(opened.file,), daemon=True).start()
