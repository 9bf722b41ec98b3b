"""What was told of a phase as one text: sections, a paragraph for each stack, a table for each battle.

Laid out as the reports have it: a tab in front of a line sets it further in, one within it parts a label from its text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulesets.jours_de_gloire.telling.wording import sentence
from rulesets.jours_de_gloire.telling.wording_battle import ROWS, place
from rulesets.jours_de_gloire.telling.wording_march import how, over
from rulesets.jours_de_gloire.telling.wording_names import Event, Names, cited, first

ADMINISTRATION, MOVEMENT, COMBAT = "ADMINISTRATION", "MOVEMENT", "COMBAT"
# Kinds with which a part of the turn begins; all others stand in the part before them.
_BEGINS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("command-points", "mixed", "turned-down", "force", "strength-points", "detached", "rejoined"), ADMINISTRATION
    ),
    **dict.fromkeys(("activated", "came-on", "entrenched", "rested", "leads"), MOVEMENT),
    **dict.fromkeys(("battles", "battle", "siege", "no-combat"), COMBAT),
}
# Kinds that begin a paragraph of their own.
_APART: Final = frozenset({"activated", "came-on", "rested", "battles", "guns", "entrenched"})
# What is said of a stack, or came of its march.
_ON_THE_MARCH: Final = frozenset(
    {
        "activated", "came-on", "leads", "points", "step", "halted", "works", "stragglers", "worn-away", "contact",
        "claimed", "opened", "dummies-removed", "stranded", "control", "no-recon", "recon", "recon-failed",
        "interception", "intercepted", "fell-back", "no-reaction", "withdrawal", "siege-over", "siege-raised",
    }
)  # fmt: skip


def story(names: Names, event: Event) -> str:
    """The events of a phase in the order in which they were told."""
    teller = _Story(Names(names.setting, names.legend, fluent=True))
    events = [told for told in event["events"] if not _needless(told)]
    at = 0
    while at < len(events):
        at += teller.tell(events, at)
    return "\n".join(teller.lines)


def _needless(event: Event) -> bool:
    """A claim that says nobody, or who leads a reaction: what comes of it is told itself."""
    return event["kind"] == "claimed" and (not event["value"] or event["say"] in ("leader", "guns"))


class _Story:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []
        self.section = ""
        self.fight = ""
        self.marching = False

    def tell(self, events: Sequence[Event], at: int) -> int:
        """Tells an event with those behind it that belong into its sentence; returns how many these are."""
        event = events[at]
        kind = str(event["kind"])
        self._begin(event, kind)
        if kind in ROWS:
            self._battle(event, kind)
            return 1
        text, used = self._sentences(events, at)
        if text:
            self._write(text, kind)
        return used

    def _begin(self, event: Event, kind: str) -> None:
        """Opens the section of an event, and the table of a battle."""
        section = _BEGINS.get(kind, "")
        if not self.section and not section and str(event.get("case", "")).startswith("8."):
            section = COMBAT
        if section and section != self.section:
            self.lines += ["", section] if self.lines else [section]
            self.section, self.fight, self.marching = section, "", False
        if kind == "battle":
            self.fight, self.marching = place(self.names, event), False
            self.lines += ["", f"\tBattle at {self.fight}"]
        elif kind in ROWS and self.fight != place(self.names, event):
            self.fight = place(self.names, event)
            self.lines += ["", f"\tBattle at {self.fight}, continued"]

    def _battle(self, event: Event, kind: str) -> None:
        self.names.anew()
        for label, text in ROWS[kind][1](self.names, event):
            self.lines.append(f"\t\t{label or ' '}\t{first(text)}")

    def _write(self, text: str, kind: str) -> None:
        """A paragraph of its own, or on behind the stack that is being told of."""
        goes_on = self.marching and kind in _ON_THE_MARCH and kind not in _APART
        if goes_on:
            self.lines[-1] += f" {text}"
        else:
            self.lines.append(f"{_TABS[bool(self.fight)]}{text}")
        self.marching = goes_on or kind in ("activated", "came-on")

    def _sentences(self, events: Sequence[Event], at: int) -> tuple[str, int]:
        event = events[at]
        kind = str(event["kind"])
        if not self.marching or kind not in _ON_THE_MARCH or kind in _APART:
            self.names.anew()
        if kind == "activated":
            return self._march(events, at)
        if kind == "step":
            return self._way(events, at, "", event["from"])
        met = _met(events, at)
        if met:
            return self._contact(events[at : at + met]), met
        return sentence(self.names, event), 1

    def _march(self, events: Sequence[Event], at: int) -> tuple[str, int]:
        """A stack that is activated and goes: one sentence."""
        event = events[at]
        if at + 1 < len(events) and events[at + 1]["kind"] == "step" and events[at + 1]["stack"] == event["stack"]:
            text, used = self._way(events, at + 1, how(self.names, event), event["at"])
            return text, used + 1
        return sentence(self.names, event), 1

    def _way(self, events: Sequence[Event], at: int, why: str, start: str) -> tuple[str, int]:
        """Steps of one stack that follow one another: `Davout marches from Modlin over the ford to Nasielsk.`"""
        begin, steps = events[at], []
        for event in events[at:]:
            if event["kind"] != "step" or event["stack"] != begin["stack"] or event["case"] != begin["case"]:
                break
            steps.append(event)
        why = why.replace(" for ", "; ", 1)
        does = "withdraw" if begin["case"] == "6.3-5" else "march"
        way = ", ".join(
            f"{over(step)[1:]}{' ' if step['crossing'] else ''}to {self.names.of(step['to'])}" for step in steps
        )
        who = self.names.act(begin, does)
        return first(f"{who} from {self.names.of(start)} {way}{why}{cited(begin)}."), len(steps)

    def _contact(self, met: Sequence[Event]) -> str:
        """A combat unit that is named, met, and halted before; whoever is spoken of next is named anew."""
        self.names.anew()
        counters = [self.names.counter(event["value"]) for event in met if event["kind"] == "claimed"]
        contact = next(event for event in met if event["kind"] == "contact")
        unit = f"an enemy combat unit ({counters[0]})" if counters else "an enemy combat unit"
        halts = " and ends the march" if met[-1]["kind"] == "halted" else ""
        return first(
            f"{self.names.army(contact['army'])} meets {unit} in {self.names.of(contact['at'])}{halts}{cited(contact)}."
        )


_TABS: Final = ("\t", "\t\t")


def _met(events: Sequence[Event], at: int) -> int:
    """How many events from here on say that an enemy combat unit was met; 0 where these do not."""
    kinds = [str(event["kind"]) for event in events[at : at + 3]]
    head = 1 if kinds[0] == "claimed" and events[at]["say"] == "real" and events[at]["value"] else 0
    if len(kinds) <= head or kinds[head] != "contact" or not events[at + head]["real"]:
        return 0
    halted = kinds[head + 1 : head + 2] == ["halted"] and events[at + head + 1]["why"] == "contact"
    return head + 1 + halted
