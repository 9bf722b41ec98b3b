"""`pbem report`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.telling.reports import looked_back, own_json, own_text, public_json, report_name, require_reportable
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.pages import require_kind, write_file
from pbem.cli.parameters import CampaignDir, Force, Json, Unicode
from pbem.cli.terminal import Bar, show
from pbem.errors import Problem

EXAMPLES = (
    "pbem report",
    "pbem report --all",
    "pbem report --public",
    "pbem report 4",
    "pbem report 5 --own",
    "pbem report --open",
    "pbem report 4 --html turn.html",
    "pbem report --replay campaign.html --open",
    "pbem report --replay campaign.html --campaign <scenario>.pbem",
)


@command_app(EXAMPLES)
def app(
    seq: Annotated[int | None, typer.Argument(metavar="MESSAGE", help="Number of a message; else the last.")] = None,
    own: Annotated[
        bool, typer.Option("--own", help="Your own report on a message of your opponent; yours is shown anyway.")
    ] = False,
    public: Annotated[
        bool, typer.Option("--public", help="What both players may know, which is mailed and archived.")
    ] = False,
    whole: Annotated[bool, typer.Option("--all", help="All that you alone know, not only what has changed.")] = False,
    unicode: Unicode = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as one page, with maps, dice and figures.")
    ] = None,
    with_map: Annotated[bool, typer.Option("--map", help="The map below it, in plain characters.")] = False,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="FILE", help="Write a page that steps through the whole campaign."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Print your own report, or that of a message; or write it as a page.

    Your own goes on with what your program has rolled for your opponent's last message, and tells what you alone know.
    Of a message that you name, and with --public, the public report is shown: what both players may know, and what is
    mailed. That of message N tells what the orders of message N-1 led to, and the new orders in N. A page in a FILE,
    which may be passed on, is public unless you say --own.
    """
    _refuse(seq, html, replay, own=own, public=public, whole=whole)
    target = replay or html
    page = None if target is None else require_kind(target, ".html", ".htm", force=force)
    with _opened(campaign, as_json=as_json) as at:
        if own or whole:
            at.require_player()
        own = own or whole or (not public and seq is None and target is None and _has_own(at))
        if own and seq is not None:
            from pbem.campaign.telling.past_reports import as_received

            at = as_received(at, seq)
        if replay is not None or page is not None or open_page:
            text = _replay(at, own) if replay is not None else _page(at, seq, own, whole)
            path = page or require_kind(_beside(at, seq, own), ".html", force=force)
            data = text.encode("utf-8")
            write_file(path, data, private=own, opened=open_page)
            show({"page": str(path), "bytes": len(data)}, [f"{path}: {len(data)} bytes"], as_json=as_json)
        else:
            number = None if own else require_reportable(at, -1 if seq is None else seq)
            _print(at, number, unicode, with_map, as_json, whole=whole)


def _refuse(seq: int | None, html: Path | None, replay: Path | None, *, own: bool, public: bool, whole: bool) -> None:
    """Raises Problem USAGE for what does not go together."""
    if public and (own or whole):
        what = f"--public leaves out what {'--own' if own else '--all'} puts in"
        raise Problem("USAGE", what, "say one of them")
    if whole and replay is not None:
        raise Problem("USAGE", "--all is for a report, and the replay has none", "leave out --all, or say --html FILE")
    if replay is not None and html is not None:
        what = "one page is written at a time, and both --html and --replay name a file"
        raise Problem("USAGE", what, "say the command twice, once with each")
    if replay is not None and seq is not None:
        what = f"the replay goes through the whole campaign, and message {seq} is named"
        raise Problem("USAGE", what, "leave out the number, or say --html FILE for the page of that message")


def _has_own(at: Campaign) -> bool:
    """Whether the reader plays in a campaign that has begun, so that there is something to tell him alone."""
    return bool(at.seat) and len(at.chain.messages) > 1


def _print(at: Campaign, seq: int | None, unicode: bool, with_map: bool, as_json: bool, *, whole: bool) -> None:
    """The public report of a message, or one's own."""
    value = own_json(at) if seq is None else public_json(at, seq)
    text = own_text(at, unicode=unicode, whole=whole) if seq is None else looked_back(at, seq, unicode=unicode)
    lines = [text.rstrip("\n")]
    if with_map and not as_json:
        from pbem.campaign.telling.webreports import map_lines

        lines += ["", *map_lines(at, seq, unicode=unicode)]
    show(value, lines, as_json=as_json)


@contextmanager
def _opened(path: Path | None, *, as_json: bool) -> Iterator[Campaign]:
    """The campaign at hand, or one that a log or an archive holds, verified. Raises Problem NOT_VERIFIED."""
    if path is None or not path.is_file():
        with opening.campaign(path, as_json=as_json) as at:
            yield at
        return
    from pbem.campaign.records.open_target import verified_campaign

    yield verified_campaign(path, opening.home())


def _page(at: Campaign, seq: int | None, own: bool, whole: bool) -> str:
    from pbem.campaign.telling.webreports import own_page, public_page

    return own_page(at, whole=whole) if own else public_page(at, require_reportable(at, -1 if seq is None else seq))


def _beside(at: Campaign, seq: int | None, own: bool) -> Path:
    """Where a page lies unless somebody wants it elsewhere: beside the report as text. Raises Problem USAGE."""
    reports = at.folder.path / "reports"
    if not reports.is_dir():
        raise Problem("USAGE", "where shall the page lie? an archive has no folder for it", "say --html FILE")
    if own:
        return reports / "own" / f"{len(at.chain.messages) - 1:04d}.html"
    return reports / f"{report_name(at, require_reportable(at, -1 if seq is None else seq))}.html"


def _replay(at: Campaign, own: bool) -> str:
    from pbem.campaign.telling.replaying import replay_of

    bar = Bar()
    try:
        return replay_of(at, bar.step, own=own)
    finally:
        bar.close()
