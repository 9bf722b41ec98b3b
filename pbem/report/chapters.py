"""The order of a report: events gathered into phases, and what follows from a combat under that combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from pbem.lean import dataclass
from pbem.report.dispatch import Event

# What can only have come of the combat told before it.
_AFTERMATH = frozenset(
    {
        "accompanied",
        "activation",
        "advanced",
        "captured",
        "bridge-captured",
        "converted",
        "demoralized",
        "disintegrated",
        "displaced",
        "eliminated",
        "fled",
        "flew",
        "garrison-left",
        "guard-recoils",
        "held-chateau",
        "impetus",
        "leader-killed",
        "leader-unhurt",
        "leader_lost",
        "level-moved",
        "losses",
        "lost",
        "paid",
        "recovered",
        "release",
        "retreated",
        "rout-dice",
        "routed",
        "stood",
        "succeeded",
        "taken",
        "train-followed",
        "train-lost",
        "void",
    }
)

# What is told between combats, or before the first of them.
_BETWEEN = frozenset(
    {
        "arms",
        "charge",
        "joined",
        "lapsed",
        "leads",
        "left",
        "raid",
        "reduced",
        "silent",
        "unfought",
        "unsupplied-die",
        "wing-recovered",
    }
)

OPENING = "opening"
"""The member `part` of an event that is told before all moves of its phase, whatever its kind."""
CLOSING = "closing"
"""The same of one that is told at the end of its phase."""


@dataclass
class Action:
    """A combat and what came of it, in order; or, without a combat, something told between two of them."""

    combat: Event | None
    after: list[Event] = field(default_factory=list)


@dataclass
class Chapter:
    """One phase.

    headline: its headline event, or one with a `heading` of its own; None where the segment begins in the midst of a
    phase. openings: what its events say is told first. marches: units that only marched. contacts: marches of units
    that fight in this phase. arrivals: units that came onto the map. remarks: everything else told before the first
    combat. actions: the combats and all that is told after the first of them. closings: what its
    events say is told last. over: the end of the game.
    """

    headline: Event | None = None
    openings: list[Event] = field(default_factory=list)
    marches: list[Event] = field(default_factory=list)
    contacts: list[Event] = field(default_factory=list)
    arrivals: list[Event] = field(default_factory=list)
    remarks: list[Event] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    closings: list[Event] = field(default_factory=list)
    over: list[Event] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing at all is told of the phase but its headline."""
        before = (self.openings, self.marches, self.contacts, self.arrivals, self.remarks)
        return not any((*before, self.actions, self.closings, self.over))

    def fighting(self) -> Iterator[str]:
        """Units that take part in a combat of the phase, bombarding ones and defenders too."""
        for action in self.actions:
            if action.combat is not None:
                for unit in (*action.combat.get("attackers", ()), *action.combat.get("defenders", ())):
                    yield unit["unit"]


def chapters(events: Sequence[Event]) -> list[Chapter]:
    """Events as chapters, in order; one without a headline only at the front, and only if it holds something.

    A headline with nothing behind it at the very end opens the phase that is due next and is left out.
    """
    found = [Chapter()]
    for event in events:
        if event["kind"] == "headline" or "heading" in event:
            found.append(Chapter(event))
        else:
            _file(found[-1], event)
    for chapter in found:
        _part_marches(chapter)
    told = [chapter for chapter in found if chapter.headline is not None or not chapter.empty]
    return told[:-1] if told and told[-1].empty else told


def _file(chapter: Chapter, event: Event) -> None:
    kind = event["kind"]
    if kind == "combat":
        chapter.actions.append(Action(event))
    elif kind == "over":
        chapter.over.append(event)
    elif event.get("part") == OPENING:
        chapter.openings.append(event)
    elif event.get("part") == CLOSING:
        chapter.closings.append(event)
    elif kind in _AFTERMATH and chapter.actions:
        chapter.actions[-1].after.append(event)
    elif kind == "moved":
        chapter.marches.append(event)
    elif kind == "entered":
        chapter.arrivals.append(event)
    elif chapter.actions or kind in _BETWEEN:
        chapter.actions.append(Action(None, [event]))
    else:
        chapter.remarks.append(event)


def _part_marches(chapter: Chapter) -> None:
    fighting = frozenset(chapter.fighting())
    marches = chapter.marches
    chapter.contacts = [march for march in marches if not fighting.isdisjoint(_who(march))]
    chapter.marches = [march for march in marches if fighting.isdisjoint(_who(march))]


def _who(march: Event) -> Sequence[str]:
    """Those who march together, or the one who marches."""
    return march.get("units") or [march["unit"]]
