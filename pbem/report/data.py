"""A report as data: the same events in the same order, grouped as on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.report.chapters import Chapter, chapters
from pbem.report.dispatch import FORMAT, Dispatch, Event, Wording
from pbem.report.text import told_with


def report_json(dispatches: Sequence[Dispatch], wording: Wording, kind: str = "public") -> dict[str, Any]:
    """The report that `public_report` (one dispatch) or `own_report` would print, as JSON data.

    Each event is given as it was told with a member `said`, its wording, where it has any.
    Raises ValueError where there is no dispatch, or more than one in a public report.
    """
    if not dispatches or (kind == "public" and len(dispatches) > 1):
        raise ValueError("a public report has one segment, an own report at least one")
    last = dispatches[-1]
    return {
        "format": FORMAT,
        "words": last.words,
        "kind": kind,
        "campaign": last.campaign,
        "game": last.game,
        "message": last.seq,
        "segments": [_segment(dispatch, wording) for dispatch in dispatches],
        "standing": _rows(last.standing),
        "due": list(last.due),
        **({"secret": _rows(last.secret)} if last.secret and kind == "own" else {}),
    }


def _rows(rows: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"label": label, "text": text} for label, text in rows]


def _segment(dispatch: Dispatch, wording: Wording) -> dict[str, Any]:
    return {
        "message": dispatch.seq,
        "from": dispatch.sender,
        "to": dispatch.receiver,
        "headline": dispatch.headline,
        "phases": [_phase(chapter, told_with(dispatch.legend, wording)) for chapter in chapters(dispatch.events)],
        "orders": dict(dispatch.orders),
        "orders_for": dispatch.orders_for,
        **({"ordered_by": list(dispatch.by)} if dispatch.by else {}),
        "note": list(dispatch.note),
        **({"disclosed": _rows(dispatch.disclosed)} if dispatch.disclosed else {}),
    }


def _phase(chapter: Chapter, wording: Wording) -> dict[str, Any]:
    return {
        "headline": None if chapter.headline is None else dict(chapter.headline),
        **({"openings": [_worded(event, wording) for event in chapter.openings]} if chapter.openings else {}),
        "arrivals": [_worded(event, wording) for event in chapter.arrivals],
        "contacts": [_worded(event, wording) for event in chapter.contacts],
        "marches": [_worded(event, wording) for event in chapter.marches],
        "remarks": [_worded(event, wording) for event in chapter.remarks],
        "actions": [
            {
                "combat": None if action.combat is None else dict(action.combat),
                "after": [_worded(event, wording) for event in action.after],
            }
            for action in chapter.actions
        ],
        **({"closings": [_worded(event, wording) for event in chapter.closings]} if chapter.closings else {}),
        "over": [_worded(event, wording) for event in chapter.over],
    }


def _worded(event: Event, wording: Wording) -> Mapping[str, Any]:
    text = wording(event)
    return {**event, "said": text} if text else dict(event)
