"""What a report says of hidden forces: what a message disclosed, to everybody; what is his own, to its owner alone.

Games without hidden forces have nothing of it, so their reports do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.core.secrets import closing_draws, own_of
from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import HIDDEN, NOTHING, Own
from pbem.engine.requests import SEALED
from pbem.errors import Problem
from pbem.protocol.dice import segment_seed
from pbem.report.plain_values import said

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Checked
    from pbem.engine.contract import Slot
    from pbem.engine.hidden import Draw
    from pbem.protocol import compose

Row = tuple[str, str]
# Headings, each with the markers that are listed under it.
Groups = Sequence[tuple[str, Sequence[str]]]


def public_rows(campaign: Campaign, seq: int) -> list[Row]:
    """What message `seq` turned face up, stated and turned face down. Every word of it stands in the message."""
    if campaign.machine.forces is None:
        return []
    message, state = campaign.chain.messages[seq], campaign.chain.states[seq]
    body, seat = message.body, message.seat
    given = body.get("input", {})
    rows = [*_opened(campaign, seat, body.get("open", [])), *_claimed(campaign, body.get("claims", []))]
    rows += _opened(campaign, seat, given.get("open", []))
    if body.get("hide"):
        rows.append(("Turned face down", in_runs(entry["marker"] for entry in body["hide"])))
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
    own = knowledge(campaign, due)
    if campaign.machine.forces is None or not own.army:
        return []
    return [*own_rows(campaign, own, due.state), *_drawn(_latest(campaign, due))]


def drawn_rows(campaign: Campaign, due: Due) -> list[Row]:
    """The private draws of the segment that the reader closes: all that is new to him where a turn has only halted."""
    own = knowledge(campaign, due)
    return _drawn(_latest(campaign, due)) if campaign.machine.forces is not None and own.army else []


def secret_lines(campaign: Campaign, checked: Checked, own: Own, groups: Groups = ()) -> list[str]:
    """What orders hide and open beside their public part, for the eyes of their author: nothing of it can be undone.

    own: what he has hidden already; a leaf that stays what it was is not told again. groups: headings under which
    markers are listed, as the ruleset's preview gives them; all others stand behind them.
    """
    if campaign.machine.forces is None:
        return []
    name, old = campaign.game.telling.name, own.leaves.get(HIDDEN, {})
    leaves = {leaf: value for leaf, value in checked.leaves.get(HIDDEN, {}).items() if value != old.get(leaf, "")}
    contents = {**own.markers, **checked.hide}
    legend = campaign.game.telling.legend(campaign.game.start(), replace(own, markers=contents))
    emptied = [leaf for leaf, value in leaves.items() if value == "" and leaf not in checked.hide]
    told = [*checked.hide, *(leaf for leaf in leaves if leaf not in checked.hide and leaf not in emptied)]
    texts = {one: [content_words(campaign, contents[one])] if one in contents else [] for one in told}
    for leaf in (leaf for leaf in leaves if leaf not in emptied):
        texts[leaf].append(leaf_words(campaign, leaf, leaves[leaf], legend, known=bool(texts[leaf])) or "nothing")
    lines = _grouped({one: f"{name(one)}: {'; '.join(texts[one])}" for one in in_order(texts)}, groups)
    if emptied:
        lines.append(f"  {in_runs(map(name, emptied))}: nothing any more")
    shown = [what for what in checked.show if what in contents]
    opened = [f"{marker} ({content_words(campaign, contents[marker])})" for marker in shown]
    opened += [_shown_leaf(campaign, what, {**old, **leaves}) for what in checked.show if what not in contents]
    return [
        *(["Hidden, seen by you alone until it is opened:", *lines] if lines else []),
        *([f"Opened with this message, for your opponent to see: {', '.join(opened)}"] if opened else []),
    ]


def _grouped(lines: Mapping[str, str], groups: Groups) -> list[str]:
    """The lines of markers, further in under their headings."""
    rest = dict(lines)
    found: list[str] = []
    for heading, markers in groups:
        under = [f"    {rest.pop(marker)}" for marker in in_order(markers) if marker in rest]
        found += [f"  {heading}", *under] if under else []
    return [*found, *(f"  {line}" for line in rest.values())]


def _shown_leaf(campaign: Campaign, what: str, leaves: Mapping[str, Any]) -> str:
    """A hidden leaf that orders open, with what it says: `f14 (general, without a link)`."""
    leaf = what.removeprefix(f"{HIDDEN}.")
    words = leaf_words(campaign, leaf, leaves.get(leaf, ""), NO_LEGEND, known=False)
    label = leaf_label(campaign, leaf) or campaign.game.telling.name(leaf)
    return f"{label[:1].lower()}{label[1:]} ({words})" if words else campaign.game.telling.name(leaf)


def own_rows(campaign: Campaign, own: Own, state: Mapping[str, Any]) -> list[Row]:
    """What an army knows of its face-down markers, hidden leaves and private draws, a row for each of them.

    state: of the campaign; its `markers` say which of them everybody has seen. Where leaves are named like markers,
    each stands in the row of its marker, also of one that was seen, and those of markers out of play are left out.
    """
    entries, at = state.get("markers", {}), campaign.position(dict(state)) if state else None
    leaves = {name: value for name, value in own.leaves.get(HIDDEN, {}).items() if value != ""}
    paired = bool(leaves.keys() & own.markers.keys())
    legend = campaign.game.telling.legend(campaign.game.start() if at is None else at, own)
    hidden = [name for name in in_order(own.markers) if paired or "seen" not in entries.get(name, {})]
    rows = {name: [content_words(campaign, own.markers[name], name, at)] for name in hidden}
    for name, value in leaves.items():
        if not paired or name in rows:
            rows.setdefault(name, []).append(leaf_words(campaign, name, value, legend, known=True))
    return [
        *((campaign.game.telling.name(name), "; ".join(filter(None, texts))) for name, texts in rows.items()),
        *_drawn(own.draws),
    ]


def in_order(markers: Iterable[str]) -> list[str]:
    """Markers as people count them: red-2 before red-10."""
    return sorted(markers, key=counted)


def in_runs(markers: Iterable[str]) -> str:
    """Markers as people count them, three or more in a row by the first and the last: `f1 to f4, f7`."""
    runs: list[list[str]] = []
    for marker in in_order(markers):
        follows = runs and _follows(runs[-1][-1], marker)
        runs[-1].append(marker) if follows else runs.append([marker])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _follows(before: str, marker: str) -> bool:
    """Whether a marker bears the number behind that of another."""
    first, second = (re.fullmatch(r"(.*?)(\d{1,9})", one) for one in (before, marker))
    return bool(first and second and first[1] == second[1] and int(second[2]) == int(first[2]) + 1)


def counted(marker: str) -> list[tuple[int, str]]:
    """What to sort a marker by, so that its numbers count as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,9})", marker)]


def knowledge(campaign: Campaign, due: Due) -> Own:
    """What the reader knows, also while he waits: where nothing is hidden that is his army, and nothing where a
    predecessor did not hand it over."""
    if campaign.machine.forces is None and campaign.seat:
        return Own(campaign.army)
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


def _opened(campaign: Campaign, seat: str, openings: Sequence[Mapping[str, Any]]) -> list[Row]:
    unset = [slot for slot in (_unset(campaign, seat, opening) for opening in openings) if slot is not None]
    told = ", ".join(f"{slot.name} {said(slot.default, campaign.game.telling.name)}".rstrip() for slot in unset)
    return [
        *(row for opening in openings for row in _opening(campaign, seat, opening)),
        *([("Standing orders", f"at their defaults: {told}")] if unset else []),
    ]


def _unset(campaign: Campaign, seat: str, opening: Mapping[str, Any]) -> Slot | None:
    """The standing order that an opening shows to be at its default."""
    slots = campaign.machine.slots[seat]
    if opening["t"] != "leaf" or opening["kind"] != DOCTRINE or opening["value"] != "":
        return None
    return slots[opening["slot"]] if opening["slot"] < len(slots) else None


def _opening(campaign: Campaign, seat: str, opening: Mapping[str, Any]) -> list[Row]:
    name, value = campaign.game.telling.name, opening["value"]
    if opening["t"] == "marker":
        return [(f"Opened {opening['marker']}", content_words(campaign, value))]
    if opening["t"] == "sealed":
        return [(f"Sealed in message {opening['at']}", said(value, name))]
    if opening["kind"] == DOCTRINE:
        slots = campaign.machine.slots[seat]
        slot = slots[opening["slot"]] if opening["slot"] < len(slots) else None
        return [(f"Standing order {slot.name}", said(value, name))] if slot is not None and value != "" else []
    names = campaign.machine.leaves[seat].get(opening["kind"], ())
    index = opening["slot"] - (opening["kind"] == HIDDEN)
    leaf = names[index] if 0 <= index < len(names) else str(opening["slot"])
    words = leaf_words(campaign, leaf, value, NO_LEGEND, known=False) or "nothing"
    return [(leaf_label(campaign, leaf) or f"{opening['kind'].capitalize()}: {name(leaf)}", words)]


def leaf_label(campaign: Campaign, leaf: str) -> str:
    """What the ruleset calls a hidden leaf, as `Sign of f3`; "" where it has no word for it."""
    return campaign.game.telling.wording({"kind": "leaf-label", "leaf": leaf})


def _claimed(campaign: Campaign, claims: Sequence[Mapping[str, Any]]) -> list[Row]:
    said = [(c["marker"], c["value"], stated_words(campaign, c["say"], c["value"])) for c in claims]
    return stated_rows(said)


def stated_rows(said: Iterable[tuple[str, Any, str]]) -> list[Row]:
    """What was stated when the rules asked, in one row. said: marker that was asked about, what its owner stated, and
    that in words.

    The same is asked for every stack that comes by, of one marker after the other: told once, with the markers.
    """
    asked: dict[str, list[str]] = {}
    for marker, value, words in said:
        markers = asked.setdefault(words, [])
        if not _names(words, value) and marker not in markers:
            markers.append(marker)
    told = [f"{words} (asked of {in_runs(markers)})" if markers else words for words, markers in asked.items()]
    return [("Stated", "; ".join(told))] if told else []


def _names(words: str, value: Any) -> bool:
    """Whether words name what was stated, so that they stand for themselves."""
    those = value if isinstance(value, list) else [value]
    said_words = re.split(r"[^\w.-]+", words)
    return bool(those) and all(isinstance(one, str) and one != "" and one in said_words for one in those)


def stated_words(campaign: Campaign, say: str, value: Any) -> str:
    """A claim in the ruleset's words, or as it stands."""
    words = campaign.game.telling.wording({"kind": "stated", "say": say, "value": value})
    return words or f"{say}: {said(value, campaign.game.telling.name)}"


def leaf_words(campaign: Campaign, leaf: str, value: Any, legend: Mapping[str, str], *, known: bool) -> str:
    """The value of a hidden leaf. known: whether the reader is told who it belongs to, too."""
    words = campaign.game.telling.wording({"kind": "leaf", "leaf": leaf, "value": value, "known": known}, legend)
    return words or said(value, campaign.game.telling.name)


def content_words(campaign: Campaign, content: Any, marker: str = "", at: Any = None) -> str:
    """What stands in a face-down marker, by names. at: the position, for its owner; what happened to it counts then."""
    assert campaign.machine.forces is not None
    words = campaign.game.telling.wording({"kind": "content", "content": content, "marker": marker, "at": at})
    if words:
        return words
    units = campaign.machine.forces.units_in(content)
    return ", ".join(campaign.game.telling.name(unit) for unit in units) or "no units"
