"""`pbem odds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.telling.odds import foresee
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Army, CampaignDir, Json
from pbem.cli.terminal import show
from pbem.engine.odds_query import Chance, Outlook, Step, WhatIf
from pbem.errors import Problem
from pbem.orders.findings import quoted

EXAMPLES = (
    "pbem odds PLACE",
    "pbem odds PLACE --by UNIT --by UNIT",
    "pbem odds PLACE --by UNIT --from UNIT=PLACE --bombard UNIT",
    "pbem odds PLACE --by UNIT --enemy 6 --archive <scenario>.pbem --side <side>",
)
_BAR = 24


@command_app(EXAMPLES)
def app(
    place: Annotated[list[str], typer.Argument(metavar="PLACE", help="Where the attack is made: hexes, or a box.")],
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="UNIT",
            help="Who attacks; else whoever stands there or next to it; several with commas, or several times.",
        ),
    ] = None,
    bombard: Annotated[
        list[str] | None, typer.Option("--bombard", metavar="UNIT", help="Who joins from afar; likewise.")
    ] = None,
    stands: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="UNIT=PLACE",
            help="Suppose that a unit stands elsewhere, `off` for nowhere; several times.",
        ),
    ] = None,
    reduce: Annotated[
        str, typer.Option("--reduce", metavar="ODDS", help="Lower odds that the attacker asks for.")
    ] = "",
    tactic: Annotated[str, typer.Option("--tactic", metavar="WORD", help="How the attacker fights.")] = "",
    against: Annotated[str, typer.Option("--against", metavar="WORD", help="How the other side fights.")] = "",
    enemy: Annotated[
        int | None, typer.Option("--enemy", metavar="STRENGTH", help="Suppose that the enemy there is so strong.")
    ] = None,
    army: Army = "",
    at: Annotated[
        int | None, typer.Option("--at", metavar="MESSAGE", help="On the position after a message; else now.")
    ] = None,
    archive: Annotated[
        Path | None, typer.Option("--archive", metavar="FILE", help="An archive or a log in place of a campaign.")
    ] = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Say what one attack would come to, with exact chances, without any orders.

    It works on the present position, also while the other player has to move. Nothing is written or rolled.
    """
    if enemy is not None and enemy < 0:
        raise Problem("USAGE", f"--enemy {enemy} is no strength", "write a whole number from 0 on")
    known = -1 if enemy is None else enemy
    words = WhatIf(
        tuple(place),
        tuple(_apart(by)),
        tuple(_apart(bombard)),
        tuple(_moved(stands or ())),
        reduce,
        tactic,
        against,
        known,
    )
    if archive is not None:
        from pbem.campaign.records.open_target import verified_campaign

        outlooks = foresee(verified_campaign(archive, opening.home()), army, words, at)
    else:
        with opening.campaign(campaign, as_json=as_json) as here:
            outlooks = foresee(here, army, words, at)
    show({"odds": [outlook.to_json() for outlook in outlooks]}, _lines(outlooks), as_json=as_json)


def _apart(given: Sequence[str] | None) -> Iterator[str]:
    """The units of an option, which may be given several times or hold several behind commas."""
    for one in given or ():
        yield from (unit.strip() for unit in one.split(",")) if "," in one else (one,)


def _moved(given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for one in given:
        unit, sign, place = one.partition("=")
        if not sign or not unit.strip() or not place.strip():
            raise Problem("USAGE", f"--from {quoted(one, 60)} names no place", "write --from UNIT=PLACE")
        yield unit.strip(), place.strip()


def _lines(outlooks: Sequence[Outlook]) -> Iterator[str]:
    steps: Sequence[Step] = ()
    notes: Sequence[Step] = ()
    for number, outlook in enumerate(outlooks):
        if number:
            yield ""
        yield outlook.title
        # Several ways to fight share their calculation; it is told once.
        if outlook.steps != steps:
            yield from (f"  {_cited(step)}" for step in outlook.steps)
        yield from _table(outlook.chances)
        if outlook.chain and len(outlook.chances) > 1:
            yield "  each of these holds the one above it: they do not add up"
        yield from (f"  note: {_cited(note)}" for note in outlook.notes if note not in notes)
        steps, notes = outlook.steps, outlook.notes


def _cited(step: Step) -> str:
    return f"{step.text} ({step.case})" if step.case else step.text


def _table(chances: Sequence[Chance]) -> Iterator[str]:
    """A line for each result: name, exact share, percent, bar, meaning."""
    if not chances:
        return
    name = max(len(one.result) for one in chances)
    share = max(len(str(one.share)) for one in chances)
    for one in chances:
        filled = int(one.share * _BAR + Fraction(1, 2))
        bar = "#" * filled + "." * (_BAR - filled)
        yield f"  {one.result:<{name}}  {one.share!s:>{share}}  {percent(one.share):>6}  [{bar}]  {one.text}".rstrip()


def percent(share: Fraction) -> str:
    """`17/36` -> `47.2%`; what is not quite nothing or everything is not rounded to it."""
    tenth = int(share * 1000 + Fraction(1, 2))
    tenth = min(max(tenth, 1), 999) if 0 < share < 1 else tenth
    return f"{tenth // 10}.{tenth % 10}%"
