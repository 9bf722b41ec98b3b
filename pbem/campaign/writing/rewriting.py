"""orders.yaml and standing.yaml as a program writes them: what it changes, in the file that its owner has typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.writing.orders_file import (
    FRAME,
    ORDERS_FILE,
    frame_of,
    orders_schema,
    require_question,
    template_text,
)
from pbem.campaign.writing.standing import STANDING, Standing, read_standing, standing_schema, standing_text
from pbem.errors import Problem
from pbem.orders.editing import NOTE, Model, edited, said
from pbem.orders.loader import load
from pbem.orders.text import MAX_BYTES, MAX_DEPTH, MAX_EVENTS

if TYPE_CHECKING:
    from pbem.campaign.core.due import Due

REQUEST: Final = "REQUEST"
# What a document may weigh as JSON.
_MOST: Final = 2**20


@dataclass(frozen=True)
class Rewritten:
    """A file as it would be written. former: what lies there now, b"" for nothing.

    anew: whether what lies there cannot be changed and gives way to another file.
    """

    text: bytes
    former: bytes
    anew: bool


# -- what a page sends ------------------------------------------------------------------------


def plain(value: Any, note: Any = "") -> dict[str, Any]:
    """Members and a note as one document. Raises Problem REQUEST for what no file can hold: other types, and too much.

    What is wrong with it as orders is for `check_orders` to say.
    """
    if not isinstance(value, dict):
        raise Problem(REQUEST, "a document has to be a map of its members")
    if not isinstance(note, str):
        raise Problem(REQUEST, "a note has to be text")
    _bounded(value, note)
    named = [key for key in value if key in FRAME]
    if named:
        raise Problem(REQUEST, f"{named[0]} is no member that orders have")
    return {**value, **({NOTE: note} if note else {})}


def _bounded(value: Any, note: str) -> None:
    """Raises Problem REQUEST."""
    todo: list[tuple[Any, int]] = [(value, 1), (note, 1)]
    entries = size = 0
    while todo:
        node, depth = todo.pop()
        entries += 1
        if isinstance(node, dict):
            if not all(isinstance(key, str) for key in node):
                raise Problem(REQUEST, "the names of members have to be text")
            size += sum(map(len, node))
            todo += [(inner, depth + 1) for inner in node.values()]
        elif isinstance(node, list):
            todo += [(inner, depth + 1) for inner in node]
        elif isinstance(node, str):
            size += len(node)
        elif type(node) not in (int, bool) or abs(node) > 2**53 - 1:
            raise Problem(REQUEST, "a document holds text, whole numbers, true, false, lists and maps alone")
        if depth > MAX_DEPTH + 1:
            raise Problem(REQUEST, f"lists and maps are nested more than {MAX_DEPTH} deep")
        if entries > MAX_EVENTS or size > _MOST:
            raise Problem(REQUEST, "the document is too large")


# -- orders -------------------------------------------------------------------------------------


def orders_model(campaign: Campaign, due: Due) -> Model:
    """What orders.yaml is made by. Raises Problem NOT_YOUR_MOVE."""
    request = require_question(campaign, due)
    frame = tuple(name for name in FRAME if name != NOTE)
    return Model(orders_schema(campaign, request), frame, template_text(campaign, due).encode("utf-8"))


def orders_rewritten(campaign: Campaign, due: Due, wanted: Mapping[str, Any]) -> Rewritten:
    """orders.yaml that says this. wanted: as `plain` gives it. Raises Problem NOT_YOUR_MOVE, REQUEST."""
    former = lying(campaign, ORDERS_FILE)
    usable = former if answers_this(campaign, due, former) else b""
    return _rewritten(orders_model(campaign, due), usable, former, wanted)


def orders_said(campaign: Campaign, due: Due) -> dict[str, Any]:
    """What orders.yaml says, a note among it; the template's where it cannot be read or answers another question."""
    text = present(campaign, ORDERS_FILE)
    return _said(orders_model(campaign, due), text if answers_this(campaign, due, text) else b"")


def answers_this(campaign: Campaign, due: Due, text: bytes) -> bool:
    """Whether a file can be read, and says of itself that it is for the question that is due."""
    try:
        data = load(text).data
    except Problem:
        return False
    wanted = frame_of(campaign, due)
    return isinstance(data, dict) and all(data.get(key) == str(value) for key, value in wanted.items())


def _said(model: Model, text: bytes) -> dict[str, Any]:
    try:
        return said(load(text or model.template), model)
    except Problem:
        return said(model.blank, model)


def lying(campaign: Campaign, name: str) -> bytes:
    """The file, b"" where there is none. Raises Problem where it cannot be read: it must not be written over."""
    return campaign.folder.read_document(name) if campaign.folder.has_document(name) else b""


def present(campaign: Campaign, name: str) -> bytes:
    """The same, b"" also where it cannot be read."""
    try:
        return lying(campaign, name)
    except Problem:
        return b""


def _rewritten(model: Model, usable: bytes, former: bytes, wanted: Mapping[str, Any]) -> Rewritten:
    try:
        text = _tried(usable, wanted, model)
        anew = text is None
        text = edited(model.template, wanted, model) if text is None else text
    except ValueError as error:
        mend = "take it out or write it in other words; until then nothing is written"
        raise Problem(REQUEST, f"a file cannot hold this: {error}", mend) from None
    if text is None or len(text) > MAX_BYTES:
        raise Problem(REQUEST, "a file cannot hold this: it is too large, or of another form")
    return Rewritten(text, former, anew)


def _tried(usable: bytes, wanted: Mapping[str, Any], model: Model) -> bytes | None:
    try:
        return edited(usable, wanted, model) if usable else None
    except Problem:
        return None


# -- standing orders ------------------------------------------------------------------------------


def standing_model(campaign: Campaign) -> Model:
    """What standing.yaml is made by. Raises Problem NOT_A_PLAYER."""
    campaign.require_player()
    slots = campaign.machine.slots[campaign.seat]
    return Model(standing_schema(slots), ("campaign",), standing_text(campaign, campaign.seat).encode("utf-8"))


def standing_rewritten(campaign: Campaign, values: Mapping[str, Any]) -> Rewritten:
    """standing.yaml with these values: heading -> formation -> value. Raises Problem NOT_A_PLAYER, REQUEST."""
    model, former = standing_model(campaign), lying(campaign, STANDING)
    return _rewritten(model, former, former, _without_empty(campaign, _as_typed(campaign, values)))


def standing_said(campaign: Campaign) -> dict[str, Any]:
    """What standing.yaml sets, with ids in the place of names as far as it can be read. Raises Problem NOT_A_PLAYER."""
    model = standing_model(campaign)
    found = _said(model, present(campaign, STANDING))
    for one in _entries(campaign):
        if one.is_set:
            _put(found, one, one.value)
    return _without_empty(campaign, found)


def _as_typed(campaign: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """The same with names where the file has names for what is wanted: ids alone are no change."""
    found = {key: dict(value) if isinstance(value, dict) else value for key, value in values.items()}
    for one in _entries(campaign):
        if one.is_set and _get(found, one) == one.value:
            _put(found, one, one.said)
    return found


def _entries(campaign: Campaign) -> tuple[Standing, ...]:
    try:
        return read_standing(campaign, campaign.seat)
    except Problem:
        return ()


def _get(values: Mapping[str, Any], one: Standing) -> Any:
    kind, _, formation = one.slot.name.partition(".")
    heading = values.get(kind)
    return heading.get(formation) if formation and isinstance(heading, dict) else None if formation else heading


def _put(values: dict[str, Any], one: Standing, value: Any) -> None:
    kind, _, formation = one.slot.name.partition(".")
    if not formation:
        values[kind] = value
    elif isinstance(values.setdefault(kind, {}), dict):
        values[kind] = {**values[kind], formation: value}


def _without_empty(campaign: Campaign, values: Mapping[str, Any]) -> dict[str, Any]:
    """A heading below which nothing is set says nothing."""
    headings = {slot.name.partition(".")[0] for slot in campaign.machine.slots[campaign.seat] if "." in slot.name}
    return {key: value for key, value in values.items() if value or key not in headings}
