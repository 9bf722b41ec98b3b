"""Which event tells what a die decided: by the die's label, which the rules give it where it is thrown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

Event = Mapping[str, Any]

# How labels end -> the kind of event that tells of the die. A named group is a member of the event, and its value.
_ENDS: Final = tuple(
    (re.compile(rf"(?P<label>.+)\.{end}"), kind)
    for end, kind in (
        (r"events\.weather", "weather"),
        (r"events\.arrival\.(?P<number>[0-9]+)", "delay"),
        (r"events\.yorck", "loyalty"),
        (r"events\.first\.[0-9]+\.[a-z]+", "first-dice"),
        (r"pc\.(?P<command>[a-z0-9-]+)", "command-points"),
        (r"(?P<cause>march|mass)\.(?P<counter>[a-z][0-9]+)", "stragglers"),
        (r"rest\.(?P<counter>[a-z][0-9]+)", "rested"),
        (r"r(?P<round>[0-9]+)\.morale\.(?P<role>[ad])", "morale"),
        (r"r(?P<round>[0-9]+)\.(?:guns\.)?[ad]", "round"),
        (r"pursuit", "pursuit"),
        (r"bridge", "demolition"),
        (r"overrun", "overrun"),
        (r"siege", "siege"),
    )
)
_ROLES: Final = {"a": "attacker", "d": "defender"}


def decided(label: str, events: Sequence[Event]) -> Event | None:
    """The event that tells what the die with this label decided; None where its label does not say.

    events: what was told while the segment ran, in order.
    """
    for end, kind in _ENDS:
        found = end.fullmatch(label)
        if found is not None:
            members = found.groupdict()
            return next((event for event in events if event.get("kind") == kind and _fits(event, members)), None)
    return None


def _fits(event: Event, members: Mapping[str, str]) -> bool:
    """Whether an event has these members. One with a label of its own is about dice below that label alone."""
    own = event.get("label")
    if own and own != members["label"]:
        return False
    wanted = ((name, _ROLES.get(text, text)) for name, text in members.items() if name != "label")
    return all(str(event.get(name)) == text for name, text in wanted)
