"""The documents of a campaign folder that no log holds, written again as far as the messages give them back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.outbox.people import write_people
from pbem.campaign.writing.standing import (
    STANDING,
    nested,
    reader_of,
    standing_of,
    standing_text,
    write_standing_template,
)
from pbem.errors import Problem
from pbem.orders.writer import dump, dump_member, scalar
from pbem.store.folder import CAMPAIGN

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


def write_own_documents(campaign: Campaign) -> None:
    """campaign.yaml with the names of the handshake, and standing.yaml; what is there stays. None for an onlooker."""
    if not campaign.seat:
        return
    other = "a" if campaign.seat == "b" else "b"
    if not campaign.folder.has_document(CAMPAIGN):
        write_people(campaign, {"name": _name(campaign, campaign.seat)}, {"name": _name(campaign, other)})
    if not campaign.folder.has_document(STANDING) and "b" in campaign.chain.keys:
        write_standing(campaign, campaign.seat, last_standing(campaign))


def _name(campaign: Campaign, seat: str) -> str:
    name = campaign.name_of(seat)
    return "" if name == campaign.game.telling.name(campaign.machine.armies[seat]) else name


def write_standing(campaign: Campaign, seat: str, values: Mapping[str, Any]) -> None:
    """The template of a seat's standing.yaml with these slots set, written in one step."""
    texts = (filled(standing_text(campaign, seat), values), dump(nested(values))) if values else ()
    fitting = [text for text in texts if _says(campaign, seat, text, values)]
    if fitting:
        campaign.folder.replace_document(STANDING, fitting[0].encode("utf-8"), STANDING)
    write_standing_template(campaign, seat)


def last_standing(campaign: Campaign) -> dict[str, Any]:
    """Slot -> value as the newest message of this person committed to it; what was at its default is left out."""
    try:
        committed = campaign.committed
        listed = committed[max(committed)][DOCTRINE] if len(committed) else []
    except (Problem, KeyError):
        # Without the vault there is the template; nothing else depends on it.
        return {}
    return by_slot(campaign, campaign.seat, listed)


def by_slot(campaign: Campaign, seat: str, listed: Sequence[Any]) -> dict[str, Any]:
    """Slot -> value of a list in leaf order; what was at its default is left out."""
    return {slot.name: value for slot, value in zip(campaign.machine.slots[seat], listed, strict=False) if value != ""}


def _says(campaign: Campaign, seat: str, text: str, values: Mapping[str, Any]) -> bool:
    """Whether a standing.yaml is valid and sets these slots to these values and no others."""
    machine = campaign.machine
    try:
        entries = standing_of(machine.slots[seat], text.encode("utf-8"), read=reader_of(machine, seat))
    except Problem:
        return False
    return {one.slot.name: one.value for one in entries if one.is_set} == dict(values)


def filled(template: str, values: Mapping[str, Any]) -> str:
    """A template of standing.yaml with these slots set, each in the place of its commented default."""
    lines: list[str] = []
    heading, dropping = "", ""
    for line in template.split("\n"):
        if dropping and line.startswith(dropping):
            continue
        dropping = ""
        top = re.fullmatch(r"([a-z0-9_-]+):", line)
        if top is not None:
            heading = top[1]
        off = re.match(r"( *)# ([^\s:]+):", line)
        name = _slot_name(heading, off[1], off[2]) if off is not None else ""
        if off is None or name not in values:
            lines.append(line)
            continue
        lines += [off[1] + text for text in _member(off[2], values[name])]
        dropping = f"{off[1]}#  "  # the rest of a default of several lines
    return "\n".join(lines)


def _slot_name(heading: str, indent: str, key: str) -> str:
    return f"{heading}.{key}" if indent else key


def _member(key: str, value: Any) -> list[str]:
    if isinstance(value, Mapping) and all(isinstance(inner, str | int) for inner in value.values()):
        flow = ", ".join(f"{name}: {scalar(inner)}" for name, inner in value.items())
        return [f"{key}: {{{flow}}}"]
    return dump_member(key, value)
