"""standing.yaml: the orders for the other player's turn, committed to in every message and never mailed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pbem.campaign.bymail import DOCTRINE
from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.engine.requests import ASK
from pbem.errors import Problem
from pbem.orders.check import check
from pbem.orders.findings import OrdersFault
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from pbem.orders.writer import comment_lines, dump_member, scalar

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign

STANDING = "standing.yaml"
STANDING_SCHEMA = "standing.schema.json"


@dataclass(frozen=True)
class Standing:
    """One slot as it stands. value: what the file says, the default where it is silent."""

    slot: Slot
    value: Any
    is_set: bool


def split_name(name: str) -> tuple[str, str]:
    """`retreat.main` -> (`retreat`, `main`); `option` -> (`option`, "")."""
    kind, _, formation = name.partition(".")
    return kind, formation


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Slot name -> value as standing.yaml holds it: heading -> formation -> value."""
    document: dict[str, Any] = {}
    for name, value in values.items():
        kind, formation = split_name(name)
        if formation:
            document.setdefault(kind, {})[formation] = value
        else:
            document[kind] = value
    return document


def standing_schema(slots: Sequence[Slot]) -> dict[str, Any]:
    """JSON Schema of a side's standing.yaml: heading -> formation -> value, as its slots want them."""
    properties: dict[str, Any] = {}
    for slot in slots:
        kind, formation = split_name(slot.name)
        value = slot.schema if slot.binding == PHASE_BOUND else {"anyOf": [{"const": ASK}, slot.schema]}
        value = {**value, "description": slot.doc}
        if not formation:
            properties[kind] = value
            continue
        heading = properties.setdefault(kind, {"type": "object", "additionalProperties": False, "properties": {}})
        heading["properties"][formation] = value
    return combine(read_schema("standing"), {"type": "object", "properties": properties})


def read_standing(campaign: Campaign, side: str) -> tuple[Standing, ...]:
    """The slots of a side with what standing.yaml says. Raises OrdersFault with every fault of the file."""
    text = campaign.folder.read_document(STANDING) if campaign.folder.has_document(STANDING) else b""
    slots = campaign.machine.slots[side]
    known = campaign.standing_read.get(side)
    if known is None or known[0] is not slots or known[1] != text:
        known = campaign.standing_read[side] = slots, text, standing_of(slots, text)
    found: tuple[Standing, ...] = known[2]
    return found


def standing_of(slots: Sequence[Slot], text: bytes, name: str = STANDING) -> tuple[Standing, ...]:
    """The slots with what a file says, b"" where there is none. Raises OrdersFault with every fault of the file."""
    from pbem.campaign.standing_faults import below_heading, placed

    data: Mapping[str, Any] = {}
    try:
        document = load(text, name) if text else None
    except Problem as problem:
        raise below_heading(problem, text) from None
    if document is not None and document.data != "":
        data, findings = check(document, standing_schema(slots))
        if findings:
            raise OrdersFault(name, [placed(finding, slots) for finding in findings])
    return tuple(_standing(slot, data) for slot in slots)


def standing_fault(campaign: Campaign) -> str:
    """In one line whether the player's standing.yaml cannot be used; "" where nothing is wrong with it."""
    try:
        read_standing(campaign, campaign.side)
    except Problem as problem:
        return str(problem).split("\n")[0]
    return ""


def _standing(slot: Slot, data: Mapping[str, Any]) -> Standing:
    kind, formation = split_name(slot.name)
    values: Any = data.get(kind, {})
    if not formation:
        return Standing(slot, values, True) if kind in data else Standing(slot, slot.default, False)
    if isinstance(values, Mapping) and formation in values:
        return Standing(slot, values[formation], True)
    return Standing(slot, slot.default, False)


def committed_values(
    campaign: Campaign,
    side: str,
    leaves: Mapping[str, Mapping[str, Any]] | None = None,
    control: Mapping[str, Any] | None = None,
) -> dict[str, list[Any]]:
    """What the trees of the next message hold: the value of each slot in leaf order, "" where nothing is set.

    leaves: new values of hidden leaves; the others stay as they are. control: that of the message.
    """
    from pbem.campaign.own import leaves_of

    values = {DOCTRINE: [entry.value if entry.is_set else "" for entry in read_standing(campaign, side)]}
    known = leaves_of(campaign, control) if campaign.machine.leaves[side] and campaign.side else {}
    for tree, names in campaign.machine.leaves[side].items():
        merged = {**known.get(tree, {}), **(leaves or {}).get(tree, {})}
        values[tree] = [merged.get(name, "") for name in names]
    return values


def write_standing_template(campaign: Campaign, side: str) -> None:
    """A standing.yaml with every slot as a comment, and the schema for editors beside it; keeps what is there."""
    slots = [[s.name, s.schema, s.default, s.doc, s.binding] for s in campaign.machine.slots[side]]
    campaign.folder.write_document(STANDING_SCHEMA, _schema_file(json.dumps(slots)))
    if not campaign.folder.has_document(STANDING):
        campaign.folder.write_document(STANDING, standing_text(campaign, side).encode("utf-8"))


@lru_cache(maxsize=8)
def _schema_file(slots: str) -> bytes:
    """The schema for editors; slots: their members as JSON. It goes with every mail and stays the same in a game."""
    schema = standing_schema([Slot(*members) for members in json.loads(slots)])
    return (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def standing_text(campaign: Campaign, side: str) -> str:
    """The template: headings active, each slot with its default behind a comment sign."""
    return template_with(campaign.machine.slots[side])


def template_with(slots: Sequence[Slot], values: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The template with these values (slot name -> value) in force, in the place of their defaults."""
    lines = list(TEMPLATE_HEAD)
    for section in template_sections(slots):
        lines += ["", *section.above, *([f"{section.kind}:"] if section.heads else [])]
        for slot in section.slots:
            lines += _in_force(slot.name, values[slot.name]) if slot.name in values else slot.lines
    return "\n".join(lines) + "\n"


def _in_force(name: str, value: Any) -> list[str]:
    kind, formation = split_name(name)
    indent = "  " if formation else ""
    return [f"{indent}{line}" for line in dump_member(formation or kind, value)]


TEMPLATE_HEAD = (
    f"# yaml-language-server: $schema={STANDING_SCHEMA}",
    *comment_lines(
        [
            "Standing orders: what your units do in your opponent's turn. They stay on this computer; each of",
            "your messages commits to them, and a value is shown to your opponent only when a rule asks for it.",
            "Take away '# ' before a line to change its value. 'ask' stops the turn and asks you by mail.",
        ]
    ),
)


@dataclass(frozen=True)
class SlotLines:
    """A slot in the template. whose: its heading and the formation in words, as the same formations stand under every
    heading; "" for a slot without a formation. lines: its default as a comment."""

    name: str
    whose: str
    lines: list[str]


@dataclass(frozen=True)
class Section:
    """A kind of standing order in the template. above: comments, what it is and an example of its form.

    heads: whether it is a heading with formations under it.
    """

    kind: str
    above: list[str]
    heads: bool
    slots: list[SlotLines]


def template_sections(slots: Sequence[Slot]) -> list[Section]:
    """The template of a side's slots, kind by kind."""
    found = []
    for kind, members in _by_kind(slots).items():
        told = _common(members)
        above = comment_lines([told[:1].upper() + told[1:], *_example(members)])
        whose = [_whose(slot, told) for slot in members]
        lines = [SlotLines(slot.name, who, _slot_lines(slot, who)) for slot, who in zip(members, whose, strict=True)]
        found.append(Section(kind, above, bool(split_name(members[0].name)[1]), lines))
    return found


def _whose(slot: Slot, told: str) -> str:
    """`retreat: Imperial Guard`: whose slot it is, told: what is said above all slots of the heading."""
    kind, formation = split_name(slot.name)
    who = slot.doc.removesuffix(told).rstrip(": ")
    return f"{kind}: {who}" if formation and who else kind if formation else who


def _example(slots: Sequence[Slot]) -> list[str]:
    """One line that shows how a value of this kind is written, where a slot has an example."""
    shown = next((slot for slot in slots if slot.example is not None), None)
    if shown is None:
        return []
    kind, formation = split_name(shown.name)
    return [f"Example: {formation or kind}: {_flow(shown.example)}"]


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return scalar(value)


def _by_kind(slots: Sequence[Slot]) -> dict[str, list[Slot]]:
    grouped: dict[str, list[Slot]] = {}
    for slot in slots:
        grouped.setdefault(split_name(slot.name)[0], []).append(slot)
    return grouped


def _common(slots: Sequence[Slot]) -> str:
    """What all slots of a kind say behind the name of their formation: told once, not with each of them."""
    doc = slots[0].doc
    starts = [0, *(place + 2 for place in range(len(doc)) if doc.startswith(": ", place))]
    return next((doc[at:] for at in starts if all(slot.doc.endswith(doc[at:]) for slot in slots)), "")


def _slot_lines(slot: Slot, whose: str) -> list[str]:
    """The slot with its default, written as a comment, on one line where it fits; whose: said behind it."""
    kind, formation = split_name(slot.name)
    mark, key, value = "  # " if formation else "# ", formation or kind, slot.default
    if isinstance(value, Mapping) and all(isinstance(inner, str | int) for inner in value.values()):
        flow = ", ".join(f"{name}: {scalar(inner)}" for name, inner in value.items())
        lines = [f"{key}: {{{flow}}}"]
    else:
        lines = dump_member(key, value)
    if whose:
        lines[0] = f"{lines[0]:<24}  # {whose}"
    return [f"{mark}{line}" for line in lines]


def counting_version(campaign: Campaign) -> int:
    """Number of one's own message whose standing orders count now, -1 if there is none."""
    newest = reversed(campaign.chain.messages)
    return next((m.seq for m in newest if m.side == campaign.side and "roots" in m.body), -1)
