"""What a page is told while orders are clicked together: what lies on the desk, and what the rules say of every change.

All of it is the judgement of the commands on the file that would be written: of `pbem check` first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.outbox.preparing import Preview, previewed
from pbem.campaign.telling.desk_data import course_data, reach_data
from pbem.campaign.telling.odds import unanswered
from pbem.campaign.telling.pages import desk_of, standing_desk
from pbem.campaign.writing.orders_at_hand import digest_of
from pbem.campaign.writing.orders_file import (
    FRAME,
    ORDERS_FILE,
    check_orders,
    frame_of,
    orders_schema,
    require_question,
)
from pbem.campaign.writing.orders_rest import fitting
from pbem.campaign.writing.rewriting import (
    REQUEST,
    answers_this,
    lying,
    orders_rewritten,
    orders_said,
    plain,
    present,
    standing_rewritten,
    standing_said,
)
from pbem.campaign.writing.standing import STANDING, document_of, reader_of, standing_of, values_set
from pbem.campaign.writing.standing_judged import NOTHING_JUDGED, judge_standing, judge_values, slots_soon
from pbem.campaign.writing.team_orders import part_lines, parts_at_hand, parts_named
from pbem.engine.desk import NO_LAYOUT, Course, desk_behind
from pbem.engine.odds_query import Unanswerable
from pbem.engine.options import Refusal
from pbem.errors import Problem
from pbem.orders.check import check
from pbem.orders.editing import NOTE, texts
from pbem.orders.findings import OrdersFault
from pbem.orders.loader import Document, load
from pbem.protocol.teams import orders_of

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Checked
    from pbem.orders.findings import Finding
    from pbem.protocol.teams import Part

# So many units at most are asked about together, and so many places of a way are listed.
_MOST_NAMES: Final = 256
# No enemy is supposed to be stronger.
_STRONGEST: Final = 999


# -- the desk ---------------------------------------------------------------------------------


def desk_data(campaign: Campaign, due: Due) -> dict[str, Any]:
    """What a page needs once for a question: its desk, and the files that lie there. Raises Problem NOT_YOUR_MOVE."""
    desk = desk_of(campaign, due)
    standing = standing_data(campaign) if campaign.seat and campaign.machine.slots[campaign.seat] else None
    return {
        **desk.data,
        "title": desk.title,
        "heading": desk.heading,
        "about": desk.about,
        "pictures": [list(one) for one in desk.boards],
        "drawn_faces": list(desk.faces),
        "file": orders_data(campaign, due),
        # Slots are there to be set, whatever is wrong with the file.
        "standing": standing_desk(campaign, standing["values"]) if standing is not None else None,
        "standing_file": standing,
        "soon": slots_soon(campaign, due),
    }


def orders_data(campaign: Campaign, due: Due) -> dict[str, Any]:
    """The present orders.yaml: what it says, its digest ("" where there is none), its text, and what is to be said of
    it. Where it cannot be read, or answers another question, the template is what the page begins with."""
    text = present(campaign, ORDERS_FILE)
    orders = orders_said(campaign, due)
    note = orders.pop(NOTE, "")
    notices = _unreadable(campaign, ORDERS_FILE)
    if text and not answers_this(campaign, due, text):
        notices = [_unread(campaign, due, text)]
    return {**_file_data(text, notices), "orders": orders, "note": note}


def standing_data(campaign: Campaign) -> dict[str, Any]:
    """The same of standing.yaml, with its values."""
    text = present(campaign, STANDING)
    notices = _unreadable(campaign, STANDING)
    try:
        document_of(text)
    except Problem as problem:
        notices = [f"The present {STANDING} is not in this page: {problem}. The page writes it anew, and keeps it."]
    return {**_file_data(text, notices), "values": standing_said(campaign)}


def _file_data(text: bytes, notices: list[str]) -> dict[str, Any]:
    digest = digest_of(text) if text else ""
    return {"digest": digest, "text": text.decode("utf-8", "replace"), "notices": notices}


def _unreadable(campaign: Campaign, name: str) -> list[str]:
    """Why a file that lies there is neither in the page nor written over, [] where it can be read."""
    try:
        lying(campaign, name)
    except Problem as problem:
        return [f"The present {name} is not in this page: {problem}. Nothing is written over it: move it away first."]
    return []


def _unread(campaign: Campaign, due: Due, text: bytes) -> str:
    try:
        load(text, ORDERS_FILE)
        why = "it holds orders for another question"
    except Problem as problem:
        why = str(problem)
    return f"The present {ORDERS_FILE} is not in this page: {why}. The first change writes it anew, and keeps it."


# -- orders -----------------------------------------------------------------------------------


def judged(campaign: Campaign, due: Due, orders: Any, note: Any = "", parts: Sequence[str] = ()) -> dict[str, Any]:
    """What `pbem check` says of the file that would hold these orders, and what they lead to.

    parts: files of the captain's drawer that count in the place of others of the same members. Paths of findings and of
    the course are those of the document that was sent. Raises Problem: REQUEST for what no file can hold,
    NOT_YOUR_MOVE, and those of `parts_at_hand`.
    """
    checked, team = _checked(campaign, due, plain(orders, note), parts)
    standing = judge_standing(campaign, due)
    told: dict[str, Any] = {
        "ok": not checked.findings and not standing.findings,
        "findings": [one.to_json() for one in checked.findings],
        "remarks": [one.to_json() for one in checked.remarks],
        "notes": list(checked.notes),
        "lines": [],
        "ordered": [],
        "untouched": False,
        "secret": [],
        "standing_findings": [one.to_json() for one in standing.findings],
        "standing_remarks": [one.to_json() for one in standing.remarks],
        "course": course_data(_course(campaign, due, checked, team)),
    }
    if not checked.findings:
        told |= _previewed(previewed(campaign, due, checked, team, NOTHING_JUDGED))
    return told


def _previewed(preview: Preview) -> dict[str, Any]:
    return {
        "lines": [*part_lines(preview.parts), *preview.data["lines"]],
        "ordered": list(preview.ordered),
        "untouched": preview.untouched,
        "secret": list(preview.secret),
    }


def _checked(
    campaign: Campaign, due: Due, wanted: Mapping[str, Any], parts: Sequence[str]
) -> tuple[Checked, Sequence[Part]]:
    require_question(campaign, due)
    team = parts_at_hand(campaign, due, parts_named(campaign, parts))
    text = orders_rewritten(campaign, due, wanted).text
    return check_orders(campaign, due, text, ORDERS_FILE, team), team


def _course(campaign: Campaign, due: Due, checked: Checked, team: Sequence[Part]) -> Course:
    """What those of the orders lead to that are of the form asked for, behind those of a team, with their places in the
    whole document."""
    desk, request = desk_behind(campaign.game, orders_of(team)), require_question(campaign, due)
    if desk is None or checked.document is None:
        return Course()
    rest = fitting(checked.document, orders_schema(campaign, request), checked.misfits, (*FRAME, NOTE))
    course = desk.course(request, rest.typed, due.own)
    moves = tuple(replace(move, at=rest.placed(move.at)) for move in course.moves)
    combats = tuple(replace(combat, at=rest.placed(combat.at)) for combat in course.combats)
    pending = tuple(replace(combat, at=rest.placed(combat.at)) for combat in course.pending)
    return replace(course, moves=moves, combats=combats, pending=pending)


@dataclass(frozen=True)
class _Asked:
    """Whose reach a page asks for. at: the entry of theirs, () for none."""

    at: tuple[str, int] | tuple[()]
    who: tuple[str, ...]
    way: tuple[str, ...]


def reached(
    campaign: Campaign, due: Due, orders: Any, at: Any = None, who: Any = (), way: Any = (), parts: Sequence[str] = ()
) -> dict[str, Any] | None:
    """Where some can go after the orders that stand before theirs, those of one's team first; None where nothing can be
    clicked together.

    at: place of their entry in the document, [member, number]; None: after all of them. who: as orders name them. way:
    places of a path that they have begun. parts: as for `judged`. Raises Problem REQUEST, NOT_YOUR_MOVE, and those of
    `parts_at_hand`.
    """
    asked = _Asked(_place(at), _names(who, "who"), _names(way, "way"))
    document = plain(orders)
    request = require_question(campaign, due)
    team = parts_at_hand(campaign, due, parts_named(campaign, parts))
    desk = desk_behind(campaign.game, orders_of(team))
    layout = desk.layout(request, due.own) if desk is not None else NO_LAYOUT
    if desk is None or layout == NO_LAYOUT:
        return None
    listed = document.get(asked.at[0]) if asked.at and layout.move and asked.at[0] == layout.move.member else None
    if asked.at and isinstance(listed, list):
        document = {**document, asked.at[0]: listed[: asked.at[1]]}
    return reach_data(desk.reach(request, _typed(campaign, due, document), asked.who, due.own, asked.way))


def supposed(campaign: Campaign, due: Due, orders: Any, place: Any, enemy: Any, parts: Sequence[str] = ()) -> list[Any]:
    """What the combat in a place would come to after these orders if the enemy there had a strength of `enemy`, as
    `pbem odds --enemy` tells it.

    parts: as for `judged`. Raises Problem REQUEST, NOT_YOUR_MOVE, those of `parts_at_hand`, and ODDS_UNKNOWN or
    ODDS_FORBIDDEN for what cannot be supposed.
    """
    if not isinstance(place, str) or len(place) > _MOST_NAMES or type(enemy) is not int or not 0 <= enemy <= _STRONGEST:
        raise Problem(REQUEST, f"place has to be a text, and enemy a number from 0 to {_STRONGEST}")
    document = plain(orders)
    request = require_question(campaign, due)
    desk = desk_behind(campaign.game, orders_of(parts_at_hand(campaign, due, parts_named(campaign, parts))))
    try:
        if desk is None:
            raise Unanswerable([Refusal("", "nothing can be supposed in these rules")])
        found = desk.suppose(request, _typed(campaign, due, document), place, enemy, due.own)
    except Unanswerable as refused:
        raise unanswered(refused) from None
    return [outlook.to_json() for outlook in found]


def _typed(campaign: Campaign, due: Due, document: Mapping[str, Any]) -> Any:
    """What of a document fits the form asked for, read as a file that says it would be; none has to be written."""
    found = Document(ORDERS_FILE, texts({**frame_of(campaign, due), **document}))
    schema = orders_schema(campaign, require_question(campaign, due))
    return fitting(found, schema, check(found, schema)[1], (*FRAME, NOTE)).typed


def _place(at: Any) -> tuple[str, int] | tuple[()]:
    """Raises Problem REQUEST."""
    if at is None:
        return ()
    if isinstance(at, list) and len(at) >= 2 and isinstance(at[0], str) and type(at[1]) is int and at[1] >= 0:
        return at[0], at[1]
    raise Problem(REQUEST, "at has to be the place of an entry: the name of a list and a number")


def _names(value: Any, what: str) -> tuple[str, ...]:
    """Raises Problem REQUEST."""
    if (
        not isinstance(value, list | tuple)
        or len(value) > _MOST_NAMES
        or not all(isinstance(one, str) for one in value)
    ):
        raise Problem(REQUEST, f"{what} has to be a list of at most {_MOST_NAMES} texts")
    if any(len(one) > _MOST_NAMES for one in value):
        raise Problem(REQUEST, f"{what} holds a text that is too long")
    return tuple(value)


# -- standing orders --------------------------------------------------------------------------


def standing_judged(campaign: Campaign, due: Due, values: Any) -> dict[str, Any]:
    """What `pbem standing` says of a file with these values: heading -> formation -> value.

    Raises Problem REQUEST, NOT_A_PLAYER.
    """
    text = standing_rewritten(campaign, plain(values)).text
    findings: Sequence[Finding] = ()
    remarks: Sequence[Finding] = ()
    try:
        slots = campaign.machine.slots[campaign.seat]
        entries = standing_of(slots, text, STANDING, reader_of(campaign.machine, campaign.seat))
        if due.state and not due.state.get("over"):
            found = judge_values(campaign, due, campaign.seat, values_set(entries), document_of(text))
            findings, remarks = found.findings, found.remarks
    except OrdersFault as fault:
        findings = fault.findings
    return {
        "ok": not findings,
        "findings": [one.to_json() for one in findings],
        "remarks": [one.to_json() for one in remarks],
    }
