"""A campaign's maps in plain characters, and positions as text and data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from pbem.campaign.telling.pictures import Moment, boards_of, moment
from pbem.campaign.telling.viewpoint import standpoint
from pbem.engine.hidden import Own
from pbem.report.textmap.listing import listing
from pbem.report.textmap.terminal import beside, draw, heading

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


def lines_of(
    moments: Sequence[Moment],
    *,
    board: str = "",
    width: int = 80,
    unicode: bool = False,
    colour: bool = False,
    whole: bool = False,
    labels: bool = False,
) -> list[str]:
    """One or more moments in plain characters. Raises Problem NO_BOARD."""
    lines: list[str] = []
    for shown in moments:
        lines += [*([""] if lines else []), *heading(shown.title, width, unicode=unicode)]
        for one in boards_of(moments, board):
            lines += [
                "",
                *draw(
                    one,
                    shown.scene,
                    shown.armies,
                    reader=shown.reader,
                    width=width,
                    unicode=unicode,
                    colour=colour,
                    whole=whole,
                    labels=labels,
                ),
            ]
    off = beside(moments[-1].scene, width, unicode=unicode)
    return [*lines, *([""] if off else []), *off]


def _told_position(campaign: Campaign, state: dict[str, Any], own: Own) -> dict[str, Any]:
    """A position of any state for any reader: {"phase", "text", "at", "facts", "map", "since"}.

    map: it as a list, see `listing`. since: whether steps of the phase may not be in it, because nobody is asked
    anything.
    """
    at, game = campaign.position(state), campaign.game
    return {
        "since": bool(state["input"]) and at == state["at"],
        "phase": game.telling.headline(at),
        "text": game.writing.text(at),
        "at": at,
        "facts": game.telling.facts(at, own),
        "map": "\n".join(_listed(campaign, at, own)).rstrip("\n") + "\n",
    }


def _listed(campaign: Campaign, at: Any, own: Own) -> list[str]:
    """A position as a list; of a game that draws nothing what every report tells."""
    telling = campaign.game.telling
    if telling.pictures is None:
        return [f"{label}: {text}" for label, text in telling.facts(at, own).get("standing", ())]
    armies = {army: telling.name(army) for army in campaign.game.scenario.armies}
    return listing(telling.pictures.boards(), telling.pictures.scene(at, own), armies, own.army)


def moment_data(
    campaign: Campaign, seq: int | None = None, *, public: bool = False, overlays: Sequence[str] = ()
) -> dict[str, Any]:
    """A position as data: {"phase", "text", "at", "facts", "map", "since", "title", "boards", "scene"}.

    boards, scene: ids of the maps, and what lies on them for this reader, with members as in `engine.picture`, where
    `side` stands for the army; [] and {} where the ruleset draws nothing. Raises Problem NO_MESSAGE, NO_OVERLAY.
    """
    point = standpoint(campaign, seq, public=public)
    told = _told_position(point.campaign, point.state, point.own)
    shown = moment(campaign, seq, public=public, overlays=overlays)
    if shown is None:
        return told | {"title": told["phase"], "boards": [], "scene": {}}
    scene = replace(shown.scene, beside={title: list(lines) for title, lines in shown.scene.beside.items()})
    return told | {
        "title": shown.title,
        "boards": [board.id for board in shown.boards],
        "scene": asdict(scene, dict_factory=_members),
    }


def _members(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """One thing of a scene as data, in which its army is called `side`."""
    return {"side" if name == "army" else name: value for name, value in fields}
