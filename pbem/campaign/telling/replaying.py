"""`pbem report --replay`: every moment of a campaign for one page, with what everybody knows or with one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.campaign.core.offers import as_of
from pbem.campaign.core.progress import tell
from pbem.campaign.telling.plotting import figures_of
from pbem.campaign.telling.reports import halted, own_dispatches
from pbem.campaign.telling.revealing import knowledge
from pbem.campaign.telling.viewpoint import own_at
from pbem.campaign.telling.webreports import atlas_of, phase_events, scene_of, steps_of, told_of
from pbem.engine.hidden import NOTHING
from pbem.errors import Problem
from pbem.report.plots.drawn import charts
from pbem.report.web.replay import Progress, Replay, Step, about, replay_body, replay_page, replay_steps
from pbem.report.web.turn import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.report.plots.numbers import Figures
    from pbem.report.web.maps import Atlas


def replay_of(campaign: Campaign, progress: Progress, *, own: bool = False) -> str:
    """The page, in one file. own: with what the reader knows of his hidden forces, and the segment that he closes
    himself.

    Raises Problem NO_REPORT where nothing has been played yet.
    """
    return replay_page(_replay(campaign, progress, own=own), progress)


def replay_parts(campaign: Campaign, *, own: bool = False) -> dict[str, str]:
    """Title and markup of that page, for one that shows it among other things. own, raises: as for `replay_of`."""
    title, body = replay_body(_replay(campaign, tell, own=own), tell)
    return {"title": title, "html": body}


def _replay(campaign: Campaign, progress: Progress, *, own: bool) -> Replay:
    last = len(campaign.chain.messages) - 1
    if last < 2:
        raise Problem(
            "NO_REPORT", "there is nothing to step through yet: play begins with message 2", "see pbem status"
        )
    due = campaign.due() if own else None
    figures = figures_of(campaign, None, due)
    steps = replay_steps(_steps(campaign, figures, due), last - 1, progress)
    players = [campaign.title_of(seat) for seat in sorted(campaign.machine.armies)]
    return Replay(
        "own" if own else "public",
        campaign.game.scenario.title,
        about(campaign.short_id, players, last + 1),
        _one_atlas(campaign),
        steps,
        charts(figures) if figures is not None and figures.moments else [],
    )


def _one_atlas(campaign: Campaign) -> Atlas | None:
    """The maps of the rules as they are now: places keep their ids when rules are amended."""
    return atlas_of(campaign, len(campaign.chain.messages) - 1)


def _steps(campaign: Campaign, figures: Figures | None, due: Due | None) -> Iterator[Step]:
    last = len(campaign.chain.messages) - 1
    for seq in range(2, last + 1):
        own = own_at(campaign, seq) if due is not None else NOTHING
        state = campaign.chain.states[seq]
        scene = scene_of(campaign, seq, state, own, phase_events(campaign, seq))
        yield _scored(Step(told_of(campaign, seq, own), scene, lags=halted(state)), figures, seq)
    if due is not None and due.closing is not None and due.state:
        closing = own_dispatches(campaign, due)[-1]
        if closing.seq > last:
            ruled = as_of(campaign, last)
            told = Told(closing, ruled.game.telling.name, ruled.game.telling.wording, steps_of(ruled, closing))
            scene = scene_of(campaign, last, due.state, knowledge(campaign, due), phase_events(campaign, last + 1))
            yield _scored(Step(told, scene, lags=halted(due.state)), figures, last + 1)


def _scored(step: Step, figures: Figures | None, seq: int) -> Step:
    """The step with what had been lost and won by then."""
    if figures is None:
        return step
    past = [moment for moment in figures.moments if moment.seq <= seq]
    tally = past[-1].tally if past else figures.start
    told = [
        f"{label} {', '.join(f'{name} {counts[army]}' for army, name in figures.armies.items() if army in counts)}"
        for label, counts in (("Lost:", tally.lost), ("Points:", tally.points))
        if counts
    ]
    throws = sum(len(moment.fortunes) for moment in past)
    return replace(
        step, score=" ".join(f"{one}." for one in told), throws=throws, played=len(dict.fromkeys(m.turn for m in past))
    )
