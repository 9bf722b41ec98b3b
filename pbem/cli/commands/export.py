"""`pbem export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.pages import SAVE, require_room, write_file
from pbem.cli.parameters import CampaignDir, Force, Json
from pbem.cli.terminal import show, warn
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

EXAMPLES = (
    "pbem export --vassal-template --out vassal.yaml",
    "pbem export --vassal-template --module game.vmod --out vassal.yaml",
    "pbem export --vassal vassal.yaml --module game.vmod",
    "pbem export --vassal vassal.yaml --at 6 --out <scenario>.vsav",
)


@command_app(EXAMPLES)
def app(
    vassal: Annotated[
        Path | None,
        typer.Option("--vassal", metavar="DESCRIPTION", help="Write a VASSAL save, by this description of a module."),
    ] = None,
    vassal_template: Annotated[
        bool, typer.Option("--vassal-template", help="Write a description to fill in, with all units and boards.")
    ] = False,
    module: Annotated[
        Path | None,
        typer.Option(
            "--module",
            metavar="FILE",
            help="The module itself (.vmod); its pieces are whole, and a template is filled in by it.",
        ),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="MESSAGE", help="The position after a message; else now.")
    ] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Only what everybody knows: fit to be given to your opponent.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file; else a name made of scenario and message.")
    ] = None,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write a position for another program, such as VASSAL.

    It shows you what you know of your own forces: where forces are hidden, give the file to nobody but with --public.
    """
    if (vassal is None) != vassal_template:
        what = "nothing is said of what to export" if vassal is None else "a template is no export"
        raise Problem("USAGE", what, "say either --vassal DESCRIPTION or --vassal-template")
    with opening.campaign(campaign, as_json=as_json) as here:
        if vassal is None:
            _template(here, module, out, as_json=as_json)
        else:
            _vassal(here, vassal, module, at, out, public=public, force=force, as_json=as_json)


def _template(here: Campaign, module: Path | None, out: Path | None, *, as_json: bool) -> None:
    from pbem.campaign.telling.exporting import situation
    from pbem.vassal.matching import filled_from
    from pbem.vassal.template import template

    shown = situation(here, public=True)
    filled = filled_from(shown, module) if module is not None else None
    text, rest = template(shown, filled), list(filled.rest) if filled else []
    if out is None:
        show({"template": text, "rest": rest}, [text.rstrip("\n")], as_json=as_json)
        return
    path = require_room(out)
    write_file(path, text.encode("utf-8"), private=False)
    then = f"pbem export --vassal {out}{f' --module {module}' if module else ''}"
    lines = [f"{path}: {'fill it in' if rest or not filled else 'nothing is left to fill in'}, then: {then}"]
    show({"file": str(path), "rest": rest}, [*lines, *(f"  still empty: {one}" for one in rest)], as_json=as_json)


def _vassal(
    here: Campaign,
    description: Path,
    module: Path | None,
    at: int | None,
    out: Path | None,
    *,
    public: bool,
    force: bool,
    as_json: bool,
) -> None:
    from pbem.campaign.telling.exporting import situation
    from pbem.vassal.description import read_description
    from pbem.vassal.saving import save

    shown = situation(here, at, public=public)
    path = require_room(out or Path(f"{shown.name}.vsav"), SAVE, force=force)
    saved = save(shown, read_description(description), module)
    size = write_file(path, saved.data, private=not public and bool(here.party))
    for remark in saved.remarks:
        warn(f"pywargame: {remark}")
    told: dict[str, Any] = {
        "file": str(path),
        "bytes": size,
        "message": shown.seq,
        "pieces": saved.placed,
        "remarks": list(saved.remarks),
    }
    lines = [f"{path}: {shown.title}, {saved.placed} pieces"]
    if shown.downs and not public and here.seat:
        lines.append("It shows what you alone know: keep it to yourself.")
    show(told, lines, as_json=as_json)
