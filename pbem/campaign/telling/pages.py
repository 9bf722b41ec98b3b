"""The orders page of a campaign: what the rules, the schema and the player's own files say of the question that is due.

The page is its owner's alone: in a hidden game it holds what only he knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.teams import your_title
from pbem.campaign.telling.desk_data import carried, course_data, finding_data, layout_data
from pbem.campaign.writing.orders_file import (
    ORDERS_FILE,
    check_orders,
    frame_of,
    require_question,
    ruled_lines,
    template_text,
)
from pbem.campaign.writing.standing import (
    TEMPLATE_HEAD,
    nested,
    read_standing,
    split_name,
    template_sections,
)
from pbem.campaign.writing.team_orders import parts_at_hand
from pbem.engine.contract import PHASE_BOUND, Line, Slot
from pbem.engine.desk import NO_LAYOUT, Layout
from pbem.engine.picture import Board, Counter, Place, Scene
from pbem.engine.requests import ASK, ORDERS, SEALED
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.orders.check import check
from pbem.orders.loader import Document, load
from pbem.orders.schemas import combine, read_schema
from pbem.protocol.teams import LIST
from pbem.report.page.assemble import Page, assemble
from pbem.report.picture.crop import Frame, Window, extent, frame, pitch, what_matters
from pbem.report.picture.kept import remembering
from pbem.report.picture.lettering import points
from pbem.report.picture.palette import NEUTRAL, Livery, liveries
from pbem.report.picture.svg import view
from pbem.report.picture.symbols import face
from pbem.store.atomic import write_atomic
from pbem.store.os_port import PRIVATE_FILE

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.engine.requests import Choose

PAGE_FILE: Final = "orders.html"
# Of the largest side of a board, in pixels: counters can be read, and a browser makes it larger or smaller.
_WIDTH: Final = 1400
# Of what is wrong with orders.yaml so many lines stand above the page; its panels have the rest.
_MOST_TOLD: Final = 8
# Edge of the counters, in pixels, that the page lays where units go: large enough for all that is printed on one.
_FACE: Final = 40
# How many places from what is one's own the enemy is near.
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class Desk:
    """What every page on which orders are clicked together shows: one that is a file, and one that asks the rules.

    data: what its programs get, as JSON. boards: title and drawing of each. faces: the counters that it lays, drawn.
    notices: what is to be said of the standing orders.
    """

    title: str
    heading: str
    about: str
    data: dict[str, Any]
    boards: Sequence[tuple[str, str]]
    faces: Sequence[str]
    notices: Sequence[str]


def desk_of(campaign: Campaign, due: Due) -> Desk:
    """The desk for the question that is due, without orders. Raises Problem NOT_YOUR_MOVE."""
    request = require_question(campaign, due)
    ruled = ruled_lines(campaign, due, request)
    headline = campaign.game.telling.headline(due.state["at"])
    with remembering(campaign.picture_cache):
        drawn = _Maps(campaign, due, request)
    data = {
        "headline": headline,
        "ask": request.what,
        "army": request.army,
        "sides": {army: campaign.game.telling.name(army) for army in campaign.game.scenario.armies},
        "frame": frame_of(campaign, due),
        # What a member of a team says to his captain goes into his mail.
        "noted": campaign.member is None,
        "schema": _schema(campaign, due, request),
        "options": request.options.describe() if request.what != ORDERS else {},
        "question": _question(due, ruled),
        "template": template_text(campaign, due),
        "help": _help(ruled),
        "boards": drawn.boards,
        # Of the folder only its name: who looks over a shoulder learns nothing of the computer.
        "folder": campaign.folder.path.name,
        "counters": [_counter(counter) for counter in drawn.scene.counters],
        "beside": {heading: list(lines) for heading, lines in drawn.scene.beside.items()},
    }
    desk = campaign.game.writing.desk
    layout = desk.layout(request, due.own) if desk is not None else NO_LAYOUT
    data["desk"] = layout_data(layout)
    movable = drawn.movable(layout)
    data["faces"], data["face"] = [counter.id for counter in movable], _FACE
    data["names"] = _names(campaign, drawn.scene, layout)
    data["standing"], unfit = _standing(campaign)
    return Desk(
        title=f"{headline}: orders",
        heading=f"{campaign.game.scenario.title}: {headline}",
        about=_about(campaign),
        data=data,
        boards=drawn.pictures,
        faces=drawn.faces(movable),
        notices=unfit,
    )


def orders_page(campaign: Campaign, due: Due, check_command: str = "", submit_command: str = "") -> str:
    """The page for the question that is due, as one file. Raises Problem NOT_YOUR_MOVE.

    check_command, submit_command: what the player types next.
    """
    request = require_question(campaign, due)
    present, shared = _present(campaign, due, request), desk_of(campaign, due)
    data = {
        **shared.data,
        "commands": {"check": check_command or "pbem check", "submit": submit_command or "pbem submit"},
        "orders": present.orders,
        "note": present.note,
        "known": {"begun": _begun(campaign, due, present)},
    }
    desk = campaign.game.writing.desk
    layout = desk.layout(request, due.own) if desk is not None else NO_LAYOUT
    if desk is not None and layout != NO_LAYOUT:
        data["known"] |= carried(desk, request, layout, due.own)
    page = Page(
        title=shared.title,
        heading=shared.heading,
        about=shared.about,
        data=data,
        boards=shared.boards,
        notices=(*present.notices, *shared.notices),
        faces=shared.faces,
    )
    return assemble(page)


def write_page(campaign: Campaign, text: str, path: Path | None = None) -> Path:
    """Writes the page so that nobody but its owner can read it; where it lies. Raises Problem (`faults.reported`).

    path: where to, absolute; else beside orders.yaml.
    """
    place = path or campaign.folder.path / PAGE_FILE
    write_atomic(place, text.encode("utf-8"), mode=PRIVATE_FILE, system=campaign.folder.system)
    return place


def _about(campaign: Campaign) -> str:
    return f"Campaign {campaign.short_id}. {your_title(campaign)}. This page is yours alone and is never mailed."


def _schema(campaign: Campaign, due: Due, request: Choose) -> dict[str, Any]:
    """The members of the document, with what is legal now; for a member of a team those that are his to write."""
    schema: dict[str, Any] = campaign.game.writing.helper_schema(request, due.own)
    if campaign.member is None:
        return schema
    return {**schema, "properties": {name: one for name, one in schema["properties"].items() if name == LIST}}


def _question(due: Due, ruled: Sequence[Line]) -> list[str]:
    """What stands above the answers to a question in mid-turn: of whom and where it is asked."""
    ask = due.state["need"]["ask"]
    if ask == ORDERS:
        return []
    above = [line.comment for line in takewhile(lambda line: not line.text, ruled) if line.comment]
    sealed = ["Your answer is sealed: your opponent does not see it before it is opened."]
    return [*above, *(sealed if ask.startswith(SEALED) else [])]


# -- what there is already -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Present:
    """Orders and note that the page begins with, and what is to be said about them.

    text: the file in which they stand. fits: whether they are of the form asked for.
    """

    orders: Mapping[str, Any]
    note: str = ""
    notices: Sequence[str] = ()
    text: bytes = b""
    fits: bool = True


def _present(campaign: Campaign, due: Due, request: Choose) -> _Present:
    """Those of orders.yaml, else the template's. What does not fit the schema is kept, and named by its line."""
    drafted = template_text(campaign, due).encode("utf-8")
    template = _members(campaign, request, load(drafted, ORDERS_FILE), drafted)
    if not campaign.folder.has_document(ORDERS_FILE):
        return template
    try:
        text = campaign.folder.read_document(ORDERS_FILE)
        document = load(text, ORDERS_FILE)
    except Problem as problem:
        return replace(template, notices=[_unread(f"{problem.where or ORDERS_FILE}: {problem.what}")])
    if not isinstance(document.data, dict):
        return replace(template, notices=[_unread("line 1: no map")])
    frame = frame_of(campaign, due)
    if any(str(document.data.get(key, value)) != str(value) for key, value in frame.items()):
        return replace(template, notices=[_unread("it holds orders for another question")])
    return _members(campaign, request, document, text)


def _unread(why: str) -> str:
    return f"The present {ORDERS_FILE} is not in this page: {why}. It is left as it is."


def _members(campaign: Campaign, request: Choose, document: Document, data: bytes) -> _Present:
    """What a file orders, typed by the schema."""
    shared = read_schema("orders")
    typed, findings = check(document, combine(shared, campaign.game.writing.document_schema(request.what)))
    note = typed.get("note", "")
    lines = [note] if isinstance(note, str) else note
    # A heading with nothing behind it is how the template leaves room.
    frame = shared["properties"]
    members = {key: value for key, value in typed.items() if key not in frame and document.data[key] != ""}
    wrong = [f"line {one.line}: {f'{one.subject} {one.what}'.strip()}" for one in findings[:_MOST_TOLD]]
    notices = [f"{ORDERS_FILE} is in this page with what is wrong with it:\n{chr(10).join(wrong)}"] if wrong else []
    text = "\n".join(line for line in lines if isinstance(line, str)) if isinstance(lines, list) else ""
    return _Present(members, text, notices, data, fits=not findings)


def _begun(campaign: Campaign, due: Due, present: _Present) -> dict[str, Any] | None:
    """What the rules say of the orders that the page begins with: what they lead to, and what is wrong with them.

    None where parts of a team's orders lie there that no message could hold. Where parts go before these orders nothing
    is known of what they lead to.
    """
    desk, request = campaign.game.writing.desk, require_question(campaign, due)
    try:
        parts = parts_at_hand(campaign, due)
    except Problem:
        return None
    course = None
    if desk is not None and present.fits and not parts:
        course = course_data(desk.course(request, present.orders, due.own))
    findings = check_orders(campaign, due, present.text, ORDERS_FILE, parts).findings
    return {"course": course, "findings": [finding_data(finding) for finding in findings]}


def _help(lines: Iterable[Line]) -> dict[str, list[str]]:
    """Member -> what the template says about it: the comments above it, and those below it at its own margin."""
    found: dict[str, list[str]] = {}
    above: list[str] = []
    member = ""
    for line in lines:
        if line.indent == 0 and line.text:
            member = line.text.partition(":")[0].strip()
            found.setdefault(member, []).extend([*above, *([line.comment] if line.comment else [])])
            above = []
        elif line.text:
            found.setdefault(member, []).append(f"{line.text}{f'   # {line.comment}' if line.comment else ''}")
        elif line.comment and line.indent == 0:
            above.append(line.comment)
    return {name: told for name, told in found.items() if name and told}


# -- standing orders --------------------------------------------------------------------------


def _standing(campaign: Campaign) -> tuple[dict[str, Any] | None, Sequence[str]]:
    """The slots with what standing.yaml says; None for a member of a team, and for a file that does not fit."""
    if not campaign.seat or not campaign.machine.slots[campaign.seat]:
        return None, ()
    try:
        entries = read_standing(campaign, campaign.seat)
    except Problem as problem:
        return None, (f"Standing orders are not in this page: {str(problem).split(chr(10))[0]}",)
    return standing_desk(campaign, nested({entry.slot.name: entry.value for entry in entries if entry.is_set})), ()


def standing_desk(campaign: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """The slots of this player, and how standing.yaml is written. values: heading -> formation -> value."""
    schemas: list[Any] = []
    own = campaign.machine.slots[campaign.seat]
    slots = [_slot(slot, schemas) for slot in own]
    template = [asdict(section) for section in template_sections(own)]
    return {"slots": slots, "schemas": schemas, "values": values, "head": list(TEMPLATE_HEAD), "template": template}


def _slot(slot: Slot, schemas: list[Any]) -> dict[str, Any]:
    """schemas: those of all slots so far, each once."""
    kind, formation = split_name(slot.name)
    schema = slot.schema if slot.binding == PHASE_BOUND else {"anyOf": [{"const": ASK}, slot.schema]}
    if schema not in schemas:
        schemas.append(schema)
    return {
        "name": slot.name,
        "kind": kind,
        "formation": formation,
        "schema": schemas.index(schema),
        "default": slot.default,
        "doc": slot.doc,
    }


# -- maps -----------------------------------------------------------------------------------------


class _Maps:
    """The boards as the player sees them: as data, with coordinates in pixels, and drawn."""

    def __init__(self, campaign: Campaign, due: Due, request: Choose) -> None:
        self.boards: list[dict[str, Any]] = []
        self.pictures: list[tuple[str, str]] = []
        self.scene = Scene()
        self._liveries: Mapping[str, Livery] = {}
        pictures = campaign.game.telling.pictures
        if pictures is None:
            return
        at = campaign.game.position_of(request)
        lying = pictures.scene(at, due.own)
        self.scene = replace(lying, counters=(*lying.counters, *pictures.setting_up(at, request.army)))
        armies = {army: campaign.game.telling.name(army) for army in campaign.game.scenario.armies}
        self._liveries = liveries(list(armies))
        for number, board in enumerate(pictures.boards()):
            shown = frame(board, width=_width(board))
            near = first_view(board, self.scene, request.army)
            self.boards.append({**_board(board, shown, number), "focus": _focus(shown, near)})
            self.pictures.append((board.title, view(board, self.scene, armies, shown, f"b{number}-")))

    def movable(self, layout: Layout) -> list[Counter]:
        """Counters of the scene that can be ordered to move."""
        able = {movable.counter for movable in layout.movables}
        return [counter for counter in self.scene.counters if counter.id in able]

    def faces(self, counters: Iterable[Counter]) -> list[str]:
        """What they look like, with the upper left corner at zero and edges of _FACE."""
        return [face(one, 0, 0, _FACE, self._liveries.get(one.army, NEUTRAL)) for one in counters]


def first_view(board: Board, scene: Scene, army: str) -> Window | None:
    """What a page begins with, which can be scrolled and made larger; None for the whole board.

    All that is the army's own, however far apart, and the enemies near it.
    """
    where = {place.id: place.centre for place in board.places}
    lying = [counter for counter in scene.counters if counter.place in where]
    own = list(dict.fromkeys(where[counter.place] for counter in lying if counter.army == army))
    reach = (_NEAR * pitch(board)) ** 2

    def near(counter: Counter) -> bool:
        x, y = where[counter.place]
        return any((x - east) ** 2 + (y - south) ** 2 <= reach for east, south in own)

    whole = extent(board)
    shown = replace(scene, counters=tuple(counter for counter in lying if near(counter)) if own else scene.counters)
    return what_matters(board, shown, army, widest=whole.width + whole.height)


def _width(board: Board) -> int:
    """A high and narrow board is not drawn larger than a broad one."""
    whole = extent(board)
    return min(_WIDTH, _WIDTH * whole.width // max(whole.height, 1))


def _board(board: Board, shown: Frame, number: int) -> dict[str, Any]:
    return {
        "id": board.id,
        "number": number,
        "title": board.title,
        "width": round(shown.width, 1),
        "height": round(shown.height, 1),
        "counter": round(shown.counter, 1),
        "places": [_place(place, shown) for place in board.places],
    }


def _focus(shown: Frame, near: Window | None) -> list[float] | None:
    """Left, top, width and height, in pixels, of what the player wants to see first; None for the whole board."""
    if near is None:
        return None
    left, top = shown.at((near.left, near.top))
    return [round(one, 1) for one in (left, top, near.width * shown.scale, near.height * shown.scale)]


def _place(place: Place, shown: Frame) -> list[Any]:
    x, y = shown.at(place.centre)
    outline = points(shown.at(corner) for corner in place.outline)
    return [place.id, place.label, place.name, round(x, 1), round(y, 1), outline, list(place.hover)]


def _counter(counter: Counter) -> dict[str, Any]:
    return {
        "id": counter.id,
        "place": counter.place,
        "side": counter.army,
        "name": counter.name,
        "value": counter.value,
        "hover": list(counter.hover),
    }


def _names(campaign: Campaign, scene: Scene, layout: Layout) -> dict[str, str]:
    """Printed names of what forms suggest and no counter on a map tells: formations, and units that are elsewhere."""
    there = {counter.id for counter in scene.counters}
    slots = campaign.machine.slots[campaign.seat] if campaign.seat else ()
    movables = (movable.counter for movable in layout.movables)
    things = dict.fromkeys([*(split_name(slot.name)[1] for slot in slots), *movables])
    named = {thing: campaign.game.telling.name(thing) for thing in things if thing and thing not in there}
    return {thing: name for thing, name in named.items() if name != thing}
