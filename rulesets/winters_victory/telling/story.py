"""A segment as one text: what each sector lost and won, then its phases, fights gathered by the hex under attack.

A line is a paragraph, tabs before it set it in, a tab within parts a label from its text (docs/adding-a-ruleset.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from pbem.hexgame.telling.wording import Event
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.sectors import summary
from rulesets.winters_victory.telling.wording_fire import shot
from rulesets.winters_victory.telling.wording_morale import points_text, recovered_text
from rulesets.winters_victory.telling.wording_moves import way_text
from rulesets.winters_victory.tempo import Phase

Worded = Callable[[Event], str]
QUIET: Final = "All quiet: nobody moves, and no shot is fired."
_SHOCKS: Final = (Phase.ALLIED_SHOCK, Phase.FRENCH_SHOCK)
_MOVES: Final = (Phase.FRENCH_MOVEMENT, Phase.ALLIED_MOVEMENT)
_FIRES: Final = ("fire", "shot-lost")
_STEPS: Final = ("move", "move-void", "out-of-command", "disordered", "violation", "morale-points", "halt", "refused")
"""Kinds of the Movement Phase that the enemy does not do, nor come of what he does."""


@dataclass
class Block:
    """Something that was done, and what came of it. at: the hex that was fired at or attacked, "" for none."""

    root: Event
    after: list[Event] = field(default_factory=list)
    at: str = ""

    @property
    def events(self) -> list[Event]:
        """All of it in order."""
        return [self.root, *self.after]


def story(names: WinterNames, events: Sequence[Event], worded: Worded, heading: Worded) -> str:
    """All that is told of a segment. worded: an event in sentences. heading: a phase in words."""
    found = [f"\t{label}\t{text}" for label, text in summary(names, events)]
    lines = ["SECTOR BY SECTOR", *found] if found else []
    for phase, told in _phases(events):
        body = list(_Chapter(names, worded).lines(phase["phase"] if phase else 0, told))
        if body:
            title = [heading(phase).upper()] if phase else []
            lines += [*([""] if lines else []), *title, *body]
    return "\n".join(lines) or QUIET


def _phases(events: Sequence[Event]) -> Iterator[tuple[Event | None, list[Event]]]:
    """The phases of a segment with their events; None for what is told before the first one."""
    phase: Event | None = None
    told: list[Event] = []
    for event in events:
        if event["kind"] == "phase":
            yield phase, told
            phase, told = event, []
        else:
            told.append(event)
    yield phase, told


@dataclass(frozen=True)
class _Chapter:
    """One phase in lines."""

    names: WinterNames
    worded: Worded

    def lines(self, phase: int, events: Sequence[Event]) -> Iterator[str]:
        """The phase in the layout of its kind."""
        if phase == Phase.FIRE:
            yield from self._fights(list(_volleys(events)), "Fire upon")
        elif phase in _SHOCKS:
            yield from self._fights(list(_attacks(events)), "Attack on")
        elif phase in _MOVES:
            yield from self._march(events)
        else:
            yield from self._runs(events, 1)

    def _fights(self, blocks: Sequence[Block], title: str) -> Iterator[str]:
        """wv 11.0-1, 12.0-1: blocks by the hex under attack, in the order in which the first of each came."""
        by_hex: dict[str, list[Block]] = {}
        for number, block in enumerate(blocks):
            by_hex.setdefault(block.at or f"-{number}", []).append(block)
        for at, some in by_hex.items():
            if at.startswith("-"):
                yield from self._block(some[0], 1)
                continue
            yield f"\t{title} {self.names.hex(at)}{self._who(some)}"
            for block in some:
                yield from self._block(block, 2)

    def _who(self, blocks: Sequence[Block]) -> str:
        """Who was struck first in a hex."""
        found = (event.get("units") if event["kind"] == "fire" else event.get("on") for event in _all(blocks))
        units = next((one for one in found if one), ())
        return f", {self.names.units(units)}" if units else ""

    def _march(self, events: Sequence[Event]) -> Iterator[str]:
        """wv 6.0-2, 11.3-1: moves, with what the enemy does meanwhile set in. Who is fired at before his first step is
        named before."""
        mover: Sequence[str] = ()
        for moves, some in groupby(events, lambda event: event["kind"] in _STEPS):
            run = list(some)
            if moves:
                mover = run[-1].get("units", ())
            elif (subject := _subject(run[0])) and subject[0] not in mover:
                mover = subject
                yield f"\t{self.names.units(subject)}:"
            yield from self._runs(run, 1 if moves else 2)

    def _block(self, block: Block, depth: int) -> Iterator[str]:
        if block.root["kind"] in _FIRES:
            yield f"{_in(depth)}{shot(self.names, block.root)}"
        else:
            yield from self._runs([block.root], depth)
        yield from self._runs(block.after, depth + 1)

    def _runs(self, events: Sequence[Event], depth: int) -> Iterator[str]:
        """Events in lines; what follows one another and is alike is one line."""
        for (kind, *_), some in groupby(events, _alike):
            run = list(some)
            gather = _GATHERED.get(kind)
            texts = [gather(self.names, run)] if gather else [self.worded(event) for event in run]
            yield from (f"{_in(depth)}{text[:1].upper()}{text[1:]}" for text in texts if text)


def _in(depth: int) -> str:
    return "\t" * depth


def _subject(event: Event) -> Sequence[str]:
    """Who is fired at while he moves, or checks before an act; () where it is about somebody else."""
    if event["kind"] == "check" and event["case"] != "7.42":
        return (event["unit"],)
    return tuple(event["units"]) if event["kind"] == "fire" else ()


def _all(blocks: Sequence[Block]) -> Iterator[Event]:
    for block in blocks:
        yield from block.events


def _alike(event: Event) -> tuple[Any, ...]:
    """What events have in common that are told in one line."""
    kind = event["kind"]
    if kind in ("move", "retreat"):
        return kind, *event["units"]
    return (kind, event["book"]) if kind == "morale-points" else (kind,)


def _retreat(names: WinterNames, run: Sequence[Event]) -> str:
    """wv 13.3-1: a whole retreat."""
    verb = "falls" if len(run[0]["units"]) == 1 else "fall"
    path = [run[0]["at"], *(event["to"] for event in run)]
    on = [at for at in path if at in names.field.neighbours]
    off = ", and off the map" if len(on) < len(path) else ""
    return f"{names.units(run[0]['units'])} {verb} back: {names.way(on)}{off} (13.3)."


def _fatigue(names: WinterNames, run: Sequence[Event]) -> str:
    told = (f"{names.name(one['brigade'])} {one['change']:+d} to {one['points']}" for one in run)
    return f"Fatigue of the hour (15.1): {'; '.join(told)}."


_GATHERED: Final[Mapping[str, Callable[[WinterNames, Sequence[Event]], str]]] = {
    "move": way_text,
    "retreat": _retreat,
    "fatigue": _fatigue,
    "recovered": recovered_text,
    "morale-points": points_text,
}
"""Kind of event -> what is told of several that follow one another."""


# -- blocks ------------------------------------------------------------------------------------


def _volleys(events: Sequence[Event]) -> Iterator[Block]:
    """wv 11.0-1: each volley with what it brings about; fire at retreats belongs to what brought them about."""
    block: Block | None = None
    for event in events:
        own = event["kind"] in _FIRES and ".react." not in event.get("label", "")
        if own or event["kind"] in ("fire-void", "fire-segment", "morale-points"):
            if block:
                yield block
            block = Block(event, at=event.get("aimed", event["to"]) if own else "")
        elif block:
            block.after.append(event)
        else:
            yield Block(event)
    if block:
        yield block


_PRELUDES: Final = ("morale", "wheels", "guns-abandoned", "charge-check", "fire", "retreat")
"""Kinds that may be told before the attack to which they belong."""
_ALONE: Final = ("shock-void", "charge-aborted", "captured-guns", "morale-points")


def _attacks(events: Sequence[Event]) -> Iterator[Block]:
    """wv 12.0-P1, 12.53.1: each attack, and each charge, with what it brings about. What dice are labelled by tells
    where the next one begins."""
    block: Block | None = None
    entry, riding = "", False
    for event in events:
        kind, named = event["kind"], _entry(event)
        opens = kind in _ALONE or kind == "charge-begins" or (kind == "shock" and not riding and _fought(block))
        if opens or block is None or (named and entry and named != entry):
            if block:
                yield block
            block, entry, riding = Block(event), named, kind == "charge-begins"
        else:
            block.after.append(event)
            entry = entry or named
        if kind == "shock" and not riding:
            block.at = block.at or event["to"]
    if block:
        yield block


def _fought(block: Block | None) -> bool:
    """Whether something has happened that cannot come before an attack."""
    return block is not None and any(event["kind"] not in _PRELUDES for event in block.events)


def _entry(event: Event) -> str:
    """The id of the attack in whose course a die was thrown: the third word of its label."""
    words = str(event.get("label", "")).split(".")
    return words[2] if len(words) > 3 else ""
