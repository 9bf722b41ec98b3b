"""`pbem verify`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.offers import agreed_words
from pbem.campaign.core.problems import mend_for
from pbem.campaign.records.open_target import Against, judge_path, not_counted, verdict_data
from pbem.campaign.telling.seats import seating_line
from pbem.campaign.telling.timewords import plain_dates
from pbem.cli.home import home
from pbem.cli.lazy import command_app
from pbem.cli.opening import campaign_path
from pbem.cli.pages import require_kind, write_file
from pbem.cli.parameters import CampaignDir, Force, Json
from pbem.cli.terminal import show
from pbem.protocol.faults import diagnosis
from pbem.resources import page_bytes

EXAMPLES = (
    "pbem verify",
    "pbem verify <scenario>.pbem --complete",
    "pbem verify mail.txt --campaign <scenario>",
    "pbem verify mail.txt --key key.txt",
    "pbem verify log.jsonl --tapes tapes.jsonl --head head --report 0004-a.txt",
    "pbem verify --page verify.html",
)
PAGE_USE = "Open it in a browser and drop an archive on it: it checks everything but the rules."


@command_app(EXAMPLES)
def app(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Campaign folder, log, archive or mailed file; else here.")
    ] = None,
    key: Annotated[
        str,
        typer.Option("--key", metavar="KEY", help="Public key, 64 hex digits or a file with them: for one message."),
    ] = "",
    head: Annotated[Path | None, typer.Option("--head", metavar="FILE", help="The log must hold this head.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="The log must give this report.")
    ] = None,
    tapes: Annotated[Path | None, typer.Option("--tapes", metavar="FILE", help="The log must give these dice.")] = None,
    complete: Annotated[bool, typer.Option("--complete", help="The game must be finished and audited.")] = False,
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="DATE", help="The clock must not have run out by this date.")
    ] = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="Reports must be in the words of this program, to the letter.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Write the web page that checks without pbem; needs no PATH."),
    ] = None,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Verify a campaign, a log, an archive or a mailed file.

    Needs no identity. Exit status 0, or 10 to 15 by the class of the first thing that is wrong.
    """
    if page is not None:
        page = require_kind(page, ".html", ".htm", force=force)
        size = _write_page(page)
        if path is None and campaign is None:
            show(
                {"page": str(page), "bytes": size},
                [f"{page}: {size} bytes", PAGE_USE],
                as_json=as_json,
            )
            return 0
    against = Against(head, report, tapes, key, complete, as_of, strict)
    folder = campaign if path is not None else campaign_path(campaign)
    told = verdict_data(judge_path(path, against, home(), folder))
    show(told, _lines(told), as_json=as_json)
    return int(told["exit"])


def _write_page(path: Path) -> int:
    data = page_bytes()
    write_file(path, data, private=False)
    return len(data)


def _lines(told: dict[str, Any]) -> Iterator[str]:
    if "campaign" in told:
        yield f"{told['campaign']} (game {told['game'][:12] or 'not begun'})"
        for seat, player in told["players"].items():
            # The fingerprint first: a name may look like anything, a fingerprint among others.
            yield f"  {seat}  {player['fingerprint']}  {player['name']}"
    if told["what"] != "turn" and told["messages"]:
        yield f"  {told['messages']} messages, {told['dice']} dice, {told['decisions']} decisions checked"
        if told["unanswered"] is not None:
            yield f"  {not_counted(told['unanswered'])}"
    if told["agreed"]:
        yield f"  agreed outside the rules: {agreed_words(told['agreed'])}"
    for seating in told.get("seats", ()):
        yield f"  {seating_line(seating)}"
    if len(told["engines"]) > 1:
        yield "  rules: " + ", then ".join(f"{one['engine']} from message {one['from']}" for one in told["engines"])
    for warning in told["warnings"]:
        yield f"  {diagnosis(warning['code'], warning['detail'], warning['message'])}"
    if told.get("report"):
        yield f"  {told['report']}"
    if told["ok"]:
        # Without both books nobody knows whether what was hidden was honest.
        yield f"{'verified: ' if told['verified'] else ''}{_named(told)}"
        return
    place = "" if told["message"] is None else f" in message {told['message']}"
    player = told.get("players", {}).get(told["signed_by"], {})
    signer = f", signed by {player.get('name', told['signed_by'])}" if told["signed_by"] else ", nobody named"
    yield f"NOT verified: {told['code']} ({told['class']}){place}{signer}"
    yield f"  {_named(told)}"
    if "without_rules" in told:
        yield f"  without the rules: {_without_rules(told['without_rules'])}"
    yield f"  what to do: {mend_for(told['class'])}"


def _named(told: dict[str, Any]) -> str:
    """How far the log has come, with the name of who has to mail in the place of his side's letter."""
    before, waits, rest = str(told["detail"]).rpartition("waits for ")
    seat, since, when = rest.partition(" since ")
    player = told.get("players", {}).get(seat) if waits else None
    named = f"{before}{waits}{player['name']}{since}{when}" if player else str(told["detail"])
    return plain_dates(named)


def _without_rules(told: dict[str, Any]) -> str:
    held = (
        f"{told['messages']} messages hold in form, order, signatures and seals, {told['dice']} dice follow from them"
    )
    if told["fault"] is None:
        return f"{held}; rules not checked here"
    fault = told["fault"]
    return f"{held}, then {diagnosis(fault['code'], fault['detail'], fault['message'])}"
