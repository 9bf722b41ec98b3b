"""`pbem stats`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli import opening
from pbem.cli.home import home
from pbem.cli.lazy import command_app
from pbem.cli.pages import require_kind, write_file
from pbem.cli.parameters import CampaignDir, Force, Json, Options, RulesetName, ScenarioName
from pbem.cli.terminal import Bar, show
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.report.plots.numbers import Figures

EXAMPLES = (
    "pbem stats --mails",
    "pbem stats --mails <scenario>.pbem another.pbem",
    "pbem stats --mails --practice 3 --ruleset <ruleset> --scenario <scenario>",
    "pbem stats --plot figures.svg",
    "pbem stats --plot figures.html --open <scenario>.pbem",
)


@command_app(EXAMPLES)
def app(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help="Campaign folders, logs, archives; else here.")
    ] = None,
    mails: Annotated[bool, typer.Option("--mails", help="How many messages a player turn costs.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw losses, luck, ground and points: .svg, or a page .html."),
    ] = None,
    open_plot: Annotated[bool, typer.Option("--open", help="Open what was drawn.")] = False,
    force: Force = False,
    practice: Annotated[
        int,
        typer.Option("--practice", metavar="N", min=0, max=999, help="Play N games between practice opponents first."),
    ] = 0,
    ruleset: RulesetName = "",
    scenario: ScenarioName = "",
    option: Options = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Count what campaigns cost in mail, or draw what one of them cost in blood.

    A player turn lasts from the message with its orders to the next orders. Every campaign is verified first.
    """
    if not mails and plot is None:
        raise Problem("USAGE", "what is to be counted?", "say --mails, or --plot FILE")
    if plot is not None:
        if mails or practice or len(paths or []) > 1:
            raise Problem("USAGE", "figures are drawn of one campaign", "say --plot FILE with one path at most")
        _plot(
            paths[0] if paths else opening.campaign_path(campaign),
            plot,
            force=force,
            open_plot=open_plot,
            as_json=as_json,
        )
        return
    from pbem.local.mailcount import count_data, count_files, count_practice

    if not paths and not practice:
        paths = [opening.campaign_path(campaign)]
    bar = Bar()
    try:
        counts = count_files(paths or [], home(), bar.step)
        if practice:
            from pbem.campaign.outbox.new_game import first_army, invitation_of

            wish = invitation_of(ruleset, scenario, first_army(ruleset, scenario), option or ())
            counts += count_practice(wish, practice, opening.now(), bar.step)
    finally:
        bar.close()
    told = count_data(counts)
    show(told, _lines(told), as_json=as_json)


def _plot(source: Path, target: Path, *, force: bool, open_plot: bool, as_json: bool) -> None:
    """Draws the figures of one campaign, and says what they come to."""
    from pbem.campaign.records.open_target import not_counted, unanswered, verified_campaign
    from pbem.campaign.telling.plot_files import drawn_file
    from pbem.campaign.telling.plotting import require_figures
    from pbem.report.plots.numbers import figures_json, luck_words

    path = require_kind(target, ".svg", ".html", force=force)
    at = verified_campaign(source, home())
    figures = require_figures(at)
    write_file(path, drawn_file(at, figures, path.suffix.lower()), private=False, opened=open_plot)
    missing = unanswered(at)
    told = figures_json(figures) | {"file": str(path), "unanswered": missing}
    luck = luck_words(figures)
    counted = [not_counted(missing)] if luck and missing is not None else []
    show(told, [*_totals(figures), *filter(None, [luck]), *counted, f"Drawn: {path}"], as_json=as_json)


def _totals(figures: Figures) -> Iterator[str]:
    last = figures.moments[-1].tally
    for what, counts in (("lost", last.lost), ("held", last.held), ("points", last.points)):
        if counts:
            told = ", ".join(f"{name} {counts.get(army, 0)}" for army, name in figures.armies.items())
            yield f"{figures.unit(what)}: {told}"


def _lines(told: dict[str, Any]) -> Iterator[str]:
    yield f"{'messages':>8} {'turns':>6} {'a turn':>7} {'most':>5} {'asked':>6} {'largest':>9}  campaign"
    for game in told["games"]:
        yield (
            f"{game['messages']:>8} {game['player_turns']:>6} {game['a_turn']:>7} {game['most']:>5} "
            f"{game['questions']:>6} {game['largest']:>9,}  {game['name']}: {game['title']}"
        )
    yield f"{told['a_turn']} messages a player turn over {told['player_turns']} player turns"
    spread = ", ".join(f"{number} of {cost}" for cost, number in told["spread"].items())
    yield f"turns by their messages: {spread or 'none'}"
