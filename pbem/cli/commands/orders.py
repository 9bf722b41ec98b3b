"""`pbem orders`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.campaign.core.offers import due_for
from pbem.campaign.writing.orders_at_hand import written_data
from pbem.campaign.writing.orders_file import write_template
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AnswerOption, CampaignDir, Force, Json
from pbem.cli.reading import check_command, submit_command
from pbem.cli.terminal import show
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due

EXAMPLES = (
    "pbem orders",
    "pbem orders --page --open",
    "pbem orders --page turn.html",
    "pbem orders --fresh",
    "pbem orders --answer accept",
    "pbem orders --campaign <scenario>",
)


@command_app(EXAMPLES)
def app(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Where the page goes; else orders.html.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Write a new template; what is there is put away.")] = False,
    page: Annotated[
        bool, typer.Option("--page", help="Write a page too, on which the orders are clicked together.")
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    force: Force = False,
    answer: AnswerOption = "",
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write the orders file with every open decision.

    Orders of the present phase that are there already are kept. A template submitted as it is takes every default.
    With --page you also get one HTML file on which the orders are clicked together, without any network. It holds
    what you alone know: do not mail it.
    With --answer accept they are for the position to which the offered take-back or amendment leads. Exit status 3
    where it is not your move.
    """
    _refuse(file, page=page or open_page, force=force)
    with opening.campaign(campaign, write=True, as_json=as_json) as at:
        at, due = due_for(at, answer)
        target = _page_file(at, file, force=force) if page or open_page else None
        said = answer or ("decline" if due.offer else "")
        written = write_template(at, due, fresh=fresh)
        told = written_data(at, due, written)
        if target is not None:
            told["page"] = str(_page(at, due, target, said))
        sign = _sign_command(at, said)
    show(told, _lines(told, said, sign), as_json=as_json)
    if open_page:
        from pbem.cli.pages import open_for_person

        open_for_person(Path(told["page"]))


def _refuse(file: Path | None, *, page: bool, force: bool) -> None:
    """Raises Problem USAGE for a file that would not be a page, FILE_EXISTS where something else lies there."""
    if file is not None and not page:
        raise Problem("USAGE", "a file is named, but no page is asked for", "say --page too")
    if file is not None and file.suffix.lower() not in (".html", ".htm"):
        raise Problem("USAGE", f"{file.name[:60]!a} is no name for a page", "name it like turn.html", str(file))
    if file is not None:
        from pbem.cli.pages import require_kind

        require_kind(file, ".html", ".htm", force=force)


def _page_file(at: Campaign, file: Path | None, *, force: bool) -> Path:
    """Where the page goes. Raises Problem FILE_EXISTS where something else lies there, before anything is written."""
    from pbem.campaign.telling.pages import PAGE_FILE
    from pbem.cli.pages import require_kind

    return require_kind(file or at.folder.path / PAGE_FILE, ".html", ".htm", force=force)


def _page(at: Campaign, due: Due, file: Path, answer: str) -> Path:
    from pbem.campaign.telling.pages import orders_page, write_page

    return write_page(at, orders_page(at, due, check_command(answer), _sign_command(at, answer)), file)


def _sign_command(at: Campaign, answer: str) -> str:
    """What signs: of a captain or a player alone the message, of a member of a team his part of it."""
    return submit_command(answer) if at.seat else "pbem part"


def _lines(told: dict[str, Any], answer: str, sign: str) -> list[str]:
    done = "Written" if told["written"] else "Kept as it is (a new template: pbem orders --fresh)"
    away = [f"What lay there is kept: {told['put_away']}"] if told["put_away"] else []
    lines = [told["headline"], f"{done}: {told['orders']}", *away]
    if "page" not in told:
        return [*lines, f"Next: edit that file, then {check_command(answer)}, then {sign}"]
    return [
        *lines,
        f"Page: {told['page']}",
        "It holds what you alone know; nobody but you can read the file. Do not mail it.",
        f"Next: open it in a browser, save orders.yaml over the file above, then {check_command(answer)}, then {sign}",
    ]
