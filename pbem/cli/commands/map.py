"""`pbem map`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.campaign.telling.show import own_data
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.pages import PICTURE, marked, require_room, write_file
from pbem.cli.parameters import CampaignDir, Force, Json, Unicode
from pbem.cli.terminal import say, show
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.telling.pictures import Moment, Style

EXAMPLES = (
    "pbem map",
    "pbem map --svg map.svg --png map.png",
    "pbem map --at 4 --before-after --svg turn.svg",
    "pbem map --overlay zoc --png zones.png",
    "pbem map --json",
)
# Columns of a report, and what a terminal that tells nothing of itself is taken to have.
_WIDTH = 80


At = Annotated[
    int | None,
    typer.Option("--at", metavar="MESSAGE", help="The position after a message, with what led to it; else now."),
]
Overlays = Annotated[
    str,
    typer.Option(
        "--overlay", metavar="NAMES", help="Lay over it what the ruleset offers: zoc, command; several by commas."
    ),
]


@command_app(EXAMPLES)
def app(
    at: At = None,
    before_after: Annotated[
        bool, typer.Option("--before-after", help="Two maps: where the phase began, and where it led.")
    ] = False,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE", help="Draw an SVG picture; - for standard output.")] = "",
    png: Annotated[str, typer.Option("--png", metavar="FILE", help="Draw a PNG picture.")] = "",
    board: Annotated[str, typer.Option("--board", metavar="ID", help="Only this map, where there are several.")] = "",
    whole: Annotated[bool, typer.Option("--whole", help="The whole map, not only what matters.")] = False,
    scale: Annotated[
        int, typer.Option("--scale", min=1, max=4, metavar="N", help="Pictures so many times as wide.")
    ] = 1,
    overlay: Overlays = "",
    hexes: Annotated[bool, typer.Option("--hexes", help="The numbers of all hexes, or the ids of boxes.")] = False,
    public: Annotated[
        bool, typer.Option("--public", help="As everybody may see it, without what you alone know: fit to be mailed.")
    ] = False,
    text: Annotated[bool, typer.Option("--text", help="A list of places instead, and who is there.")] = False,
    unicode: Unicode = False,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Draw the present position. Or an earlier one: --at.

    On a terminal the map is drawn in its colours and as wide as it is, in a pipe in plain ASCII. It shows you what you
    know of your own forces: where forces are hidden, mail only what --public draws.
    --at N shows what the orders of message N-1 led to: message N closed their segment, and its own orders come after.
    """
    from pbem.campaign.telling.pictures import Style

    _refuse(svg, png, text=text, as_json=as_json)
    with opening.campaign(campaign, as_json=as_json) as here:
        over = [name.strip() for name in overlay.split(",") if name.strip()]
        plain = text or (as_json and not (svg or png))
        moments = [] if plain else _moments(here, at, pair=before_after, public=public, overlays=over)
        if svg or png:
            style = Style(board, whole, True if hexes else None, scale)
            paths = _pictures(here, moments, style, svg, png, private=not public and bool(here.party), force=force)
            if svg != "-":
                show({"files": paths}, [f"Drawn: {path}" for path in paths], as_json=as_json)
            return
        from pbem.campaign.telling.text_maps import moment_data

        own = own_data(here) if at is None and not public else []
        told: dict[str, Any] = (
            {"own": own} if moments else {**moment_data(here, at, public=public, overlays=over), "own": own}
        )
    if as_json:
        show(told, [], as_json=True)
    elif moments:
        _draw(moments, told, board=board, whole=whole, hexes=hexes, unicode=unicode)
    else:
        since = "As it stood when this phase began; what has happened since is in: pbem report --own"
        lines = [told["phase"], "", told["map"].rstrip("\n"), *(["", since] if told["since"] else [])]
        show(told, [*lines, *_remarks(told)], as_json=False)


def _refuse(svg: str, png: str, *, text: bool, as_json: bool) -> None:
    """Raises Problem USAGE for options that exclude each other."""
    if text and (svg or png):
        raise Problem("USAGE", "--text is a list and no picture", "leave out --text, or --svg and --png")
    if png == "-":
        raise Problem("USAGE", "a PNG is no text for standard output", "name a file: --png map.png")
    if svg == "-" and (png or as_json):
        what = "--json" if as_json else "--png"
        raise Problem("USAGE", f"--svg - fills standard output, which {what} needs too", "name a file: --svg map.svg")


def _moments(here: Campaign, at: int | None, *, pair: bool, public: bool, overlays: Sequence[str]) -> list[Moment]:
    """The moments to draw; none where the ruleset draws nothing."""
    from pbem.campaign.telling.pictures import before_after, moment

    if pair:
        return list(before_after(here, at, public=public, overlays=overlays) or ())
    shown = moment(here, at, public=public, overlays=overlays)
    return [shown] if shown is not None else []


def _pictures(
    here: Campaign, moments: Sequence[Moment], style: Style, svg: str, png: str, *, private: bool, force: bool
) -> list[str]:
    """Writes the pictures; their paths come back. Raises Problem NO_PICTURES, NO_BOARD, FILE_EXISTS."""
    from pbem.campaign.telling.pictures import png_of, svg_of

    if not moments:
        raise Problem(
            "NO_PICTURES", "the ruleset of this campaign draws no pictures", "see what is told: pbem map --text"
        )
    if svg == "-":
        say(marked(svg_of(moments, style, home=here.home).encode("utf-8"), ".svg").decode("utf-8").rstrip("\n"))
        return []
    paths = [require_room(Path(name), PICTURE, force=force) for name in (svg, png) if name]
    drawn = [svg_of(moments, style, home=here.home).encode("utf-8")] if svg else []
    if png:
        from pbem.report.picture.png import ZOOM

        drawn.append(png_of(moments, style, zoom=ZOOM, home=here.home))
    for path, data in zip(paths, drawn, strict=True):
        write_file(path, data, private=private)
    return [str(path) for path in paths]


def _draw(
    moments: Sequence[Moment], told: dict[str, Any], *, board: str, whole: bool, hexes: bool, unicode: bool
) -> None:
    """On a terminal as wide as it is, with its signs and colours; else in 80 columns of ASCII."""
    from pbem.campaign.telling.text_maps import lines_of

    there = sys.stdout.isatty()
    width = min(shutil.get_terminal_size((_WIDTH, 24)).columns, 200) if there else _WIDTH
    signs = unicode or (there and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8")
    colour = there and "NO_COLOR" not in os.environ and os.environ.get("TERM", "") != "dumb"
    lines = lines_of(moments, board=board, width=width, unicode=signs, colour=colour, whole=whole, labels=hexes)
    if colour:
        import click

        # What the maps say is clean already; `say` would take the colours away.
        click.echo("\n".join(lines), color=True)
    else:
        show(told, lines, as_json=False)
    for line in _remarks(told):
        say(line)


def _remarks(told: dict[str, Any]) -> list[str]:
    """What stands below every map."""
    lines = []
    if told["own"]:
        room = max(len(label) for label, _ in told["own"])
        lines += ["", "What you alone know:", *(f"  {label:<{room}}  {text}" for label, text in told["own"])]
    return lines
