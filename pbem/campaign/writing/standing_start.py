"""The standing orders with which somebody joins a game: his acceptance commits to them, and to some for good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.writing.standing import STANDING, Read, entries_of, nested, standing_of, template_with
from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.errors import Problem
from pbem.orders.findings import OrdersFault, did_you_mean
from pbem.orders.loader import load
from pbem.store.files import entry_at, read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

if TYPE_CHECKING:
    from pathlib import Path

OPTION = "--set"


def choices(slots: Iterable[Slot]) -> list[Slot]:
    """The slots that are one word of a few and count as they were when a phase began: the first message of a seat fixes
    them for the phase that follows it, before its owner has seen anything of the game."""
    return [slot for slot in slots if slot.binding == PHASE_BOUND and "enum" in slot.schema]


def words_of(slot: Slot) -> list[str]:
    """The words that a choice can be."""
    return [str(value) for value in slot.schema["enum"]]


def wished(slots: Sequence[Slot], words: Sequence[str], read: Read | None = None) -> dict[str, Any]:
    """`slot=value` as slot name -> value. A value may be YAML: `retreat.main={to: [n]}`. read: see `reader_of`.

    Raises Problem UNKNOWN_SLOT, SLOT_VALUE, ORDERS_YAML.
    """
    chosen: dict[str, Any] = {}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        slot = next((slot for slot in slots if slot.name == name), None)
        if slot is None or not equals or name in chosen:
            twice = f"{OPTION} names {name} twice" if name in chosen else ""
            what = twice or f"{word[:60]!r} names no standing order of this side"
            raise Problem("UNKNOWN_SLOT", what, f"write slot=value; {did_you_mean(name, [one.name for one in slots])}")
        chosen[name] = _value(slot, text, read)
    return chosen


def _value(slot: Slot, text: str, read: Read | None) -> Any:
    document = load(f"{text}\n", f"{OPTION} {slot.name}")
    document.data = nested({slot.name: document.data})
    try:
        told = "" if text else "nothing stands behind the ="
        (entry,) = entries_of([slot], document, read)
    except OrdersFault as fault:
        told = told or "; ".join(finding.message() for finding in fault.findings)
    if told:
        raise Problem("SLOT_VALUE", f"{OPTION} {slot.name}={text[:60]}: {told}", f"it says: {slot.doc}")
    return entry.value


def file_at(
    place: Path, given: Path | None, slots: Sequence[Slot], read: Read | None = None
) -> tuple[str, bytes] | None:
    """The standing orders that somebody has written before he joins: the file that he names, else a standing.yaml that
    lies in the folder already. None where there is none, or nothing but the untouched template.

    Raises Problem STANDING_EXISTS where both are there and differ, OrdersFault for what is wrong in either.
    """
    there = place / STANDING
    lying = read_bounded(there, DOCUMENT_LIMIT) if entry_at(there) is not None else None
    lying = None if lying == template_with(slots).encode("utf-8") else lying
    data = lying if given is None else read_bounded(given, DOCUMENT_LIMIT)
    if data is None:
        return None
    if lying is not None and data != lying:
        what = f"{there} is there already and says something else than {given}"
        raise Problem("STANDING_EXISTS", what, f"delete one of the two, or leave out --standing to take {there.name}")
    name = str(there if given is None else given)
    standing_of(slots, data, name, read)
    return name, data


def standing_file(slots: Sequence[Slot], values: Mapping[str, Any]) -> bytes:
    """standing.yaml as the template has it, with these values in force."""
    return template_with(slots, values).encode("utf-8")


def fixed(slots: Sequence[Slot], data: bytes | None, read: Read | None = None) -> list[dict[str, Any]]:
    """The choices that a first message with these standing orders fixes: `slot`, `value`, whether it was `set`, and the
    `others` that were possible."""
    fixing = choices(slots)
    entries = [one for one in standing_of(slots, data or b"", read=read) if one.slot in fixing]
    return [
        {
            "slot": one.slot.name,
            "value": str(one.value),
            "set": one.is_set,
            "others": [word for word in words_of(one.slot) if word != str(one.value)],
        }
        for one in entries
    ]


def fixed_words(entry: Mapping[str, Any]) -> str:
    """`option=A (the default)`."""
    return f"{entry['slot']}={entry['value']}{'' if entry['set'] else ' (the default)'}"
