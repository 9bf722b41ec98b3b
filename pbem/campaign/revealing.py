"""What a report says of hidden forces: what a message disclosed, to everybody; what is his own, to its owner alone.

Games without hidden forces have nothing of it, so their reports do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.bymail import DOCTRINE
from pbem.campaign.own import closing_draws, own_of
from pbem.engine.hidden import HIDDEN, NOTHING
from pbem.engine.requests import SEALED
from pbem.errors import Problem
from pbem.protocol.dice import segment_seed
from pbem.report.text import said

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign, Due
    from pbem.campaign.orders_file import Checked
    from pbem.engine.hidden import Draw, Own
    from pbem.protocol import compose

Row = tuple[str, str]


def public_rows(campaign: Campaign, seq: int) -> list[Row]:
    """What message `seq` turned face up, stated and turned face down. Every word of it stands in the message."""
    if campaign.machine.forces is None:
        return []
    message, state = campaign.chain.messages[seq], campaign.chain.states[seq]
    body, side = message.body, message.side
    given = body.get("input", {})
    rows = [*_opened(campaign, side, body.get("open", [])), *_claimed(campaign, body.get("claims", []))]
    rows += _opened(campaign, side, given.get("open", []))
    if body.get("hide"):
        rows.append(("Turned face down", ", ".join(entry["marker"] for entry in body["hide"])))
    if "sealed" in given:
        rows.append(("Sealed answer", state["need"]["ask"].removeprefix(SEALED)))
    return rows


def closing_rows(campaign: Campaign, closing: compose.Closing) -> list[Row]:
    """What one's own next message has to disclose, because the segment that it closes asked for it."""
    if campaign.machine.forces is None:
        return []
    return [*_opened(campaign, campaign.party, closing.open), *_claimed(campaign, closing.claims)]


def secret_rows(campaign: Campaign, due: Due) -> list[Row]:
    """What the reader alone knows: his face-down markers, hidden leaves and private draws. Never mailed."""
    own = _own(campaign, due)
    if campaign.machine.forces is None or not own.army:
        return []
    return [*own_rows(campaign, own, due.state.get("markers", {})), *_drawn(_latest(campaign, due))]


def secret_lines(campaign: Campaign, checked: Checked, own: Own) -> list[str]:
    """What orders hide and open beside their public part, for the eyes of their author: nothing of it can be undone.

    own: what he has hidden already.
    """
    if campaign.machine.forces is None:
        return []
    name = campaign.game.name
    lines = [
        f"  {marker}: {content_words(campaign, checked.hide[marker])}" for marker in sorted(checked.hide, key=_order)
    ]
    for values in (values for tree, values in checked.leaves.items() if tree == HIDDEN):
        lines += [f"  {name(leaf)}: {said(value, name) or 'nothing'}" for leaf, value in values.items()]
    contents = {**own.markers, **checked.hide}
    shown = [what for what in checked.show if what in contents]
    opened = [f"{marker} ({content_words(campaign, contents[marker])})" for marker in shown]
    opened += [name(what.removeprefix(f"{HIDDEN}.")) for what in checked.show if what not in contents]
    return [
        *(["Hidden, seen by you alone until it is opened:", *lines] if lines else []),
        *([f"Opened with this message, for your opponent to see: {', '.join(opened)}"] if opened else []),
    ]


def own_rows(campaign: Campaign, own: Own, entries: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """What an army knows of its face-down markers, hidden leaves and private draws. entries: `markers` of the state."""
    markers = {name: content for name, content in own.markers.items() if "seen" not in entries.get(name, {})}
    rows = [
        (name, content_words(campaign, content))
        for name, content in sorted(markers.items(), key=lambda item: _order(item[0]))
    ]
    for tree in own.leaves.keys() & {HIDDEN}:
        named = ((name, value) for name, value in own.leaves[tree].items() if value != "")
        rows += [(campaign.game.name(name), said(value, campaign.game.name)) for name, value in named]
    return [*rows, *_drawn(own.draws)]


def _order(marker: str) -> list[tuple[int, str]]:
    """Order of markers for people: red-2 before red-10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", marker)]


def _own(campaign: Campaign, due: Due) -> Own:
    """What the reader knows, also while he waits; nothing where a predecessor did not hand it over."""
    if due.own.army or not due.state:
        return due.own
    try:
        return own_of(campaign, due.state)
    except Problem:
        return NOTHING


def _latest(campaign: Campaign, due: Due) -> list[Draw]:
    """Draws of the segment that the reader closes now."""
    last = campaign.chain.messages[-1]
    if due.closing is None or not due.closing.reveal or "input" not in last.body:
        return []
    seed = segment_seed(campaign.chain.game, last.seq, last.id, due.closing.reveal)
    return closing_draws(campaign, seed, due.closing.tape)


def _drawn(draws: Iterable[Draw]) -> list[Row]:
    return [(f"draw {draw.label}", f"{draw.result} of {draw.faces}") for draw in draws]


def _opened(campaign: Campaign, side: str, openings: Sequence[Mapping[str, Any]]) -> list[Row]:
    return [row for opening in openings for row in _opening(campaign, side, opening)]


def _opening(campaign: Campaign, side: str, opening: Mapping[str, Any]) -> list[Row]:
    name, value = campaign.game.name, opening["value"]
    if opening["t"] == "marker":
        return [(f"Opened {opening['marker']}", content_words(campaign, value))]
    if opening["t"] == "sealed":
        return [(f"Sealed in message {opening['at']}", said(value, name))]
    if opening["kind"] == DOCTRINE:
        slots = campaign.machine.slots[side]
        slot = slots[opening["slot"]] if opening["slot"] < len(slots) else None
        counts = said(value, name) if slot is None or value != "" else f"{said(slot.default, name)} (the default)"
        return [(f"Standing order {slot.name}", counts)] if slot is not None else []
    names = campaign.machine.leaves[side].get(opening["kind"], ())
    index = opening["slot"] - (opening["kind"] == HIDDEN)
    leaf = name(names[index]) if 0 <= index < len(names) else str(opening["slot"])
    return [(f"{opening['kind'].capitalize()}: {leaf}", said(value, name) or "nothing")]


def _claimed(campaign: Campaign, claims: Sequence[Mapping[str, Any]]) -> list[Row]:
    return [(f"Stated of {c['marker']}", f"{c['say']}: {said(c['value'], campaign.game.name)}") for c in claims]


def content_words(campaign: Campaign, content: Any) -> str:
    """What stands in a face-down marker, by names."""
    assert campaign.machine.forces is not None
    units = campaign.machine.forces.units_in(content)
    return ", ".join(campaign.game.name(unit) for unit in units) or "no units"
