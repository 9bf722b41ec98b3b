"""The roll call of an open book: every content is one, and every unit of the order of battle stands once (13.2).

It knows no rulebook: `HiddenForces` says what a content is and who has to stand in an army's markers at a position. It
is called after every message at which a phase begins; between two of these markers are only moved, turned up and
removed in public, or turned face down by orders, which the rulebook's own audit judges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from pbem.engine.hidden import EXCUSED, Accusation, HiddenForces, Record, Step
from pbem.engine.options import Json

CONSERVATION = "AUDIT_CONSERVATION"


def standing_before(record: Record) -> Iterator[tuple[Step, Mapping[str, int]]]:
    """Each step with the commitments that stood before its message hid anything."""
    last: Mapping[str, int] = {}
    for step in record.steps:
        yield step, last if step.before is None else step.before
        last = step.markers


@dataclass
class RollCall:
    """The roll call of one army, whose book is open. told: what was wrong at the position before."""

    forces: HiddenForces
    army: str
    record: Record
    found: list[Accusation] = field(default_factory=list)
    told: frozenset[str] = frozenset()

    def accusations(self) -> list[Accusation]:
        """Everything that is proven, each fault in the message that brought it."""
        since: list[int] = []
        for step, before in standing_before(self.record):
            if not step.begun:
                self._called(step, before, since)
                since = []
            if step.army == self.army:
                since.append(step.seq)
                for marker, content in step.committed.items():
                    if not self.forces.well_formed(content):
                        self._accuse(step.seq, f"marker {marker} holds nothing that there is")
        return self.found

    def _accuse(self, seq: int, text: str) -> None:
        self.found.append(Accusation(CONSERVATION, self.army, seq, self.forces.conservation, text))

    def _called(self, step: Step, before: Mapping[str, int], since: list[int]) -> None:
        """since: the army's messages since the position before. What both agreed to by patching it accuses nobody."""
        held = self._held(step, before)
        wrong = frozenset(self._wrong(step.at, held))
        for text in sorted(wrong - self.told) if not step.patched else ():
            self._accuse(since[-1] if since else max(step.seq - 1, 0), text)
        self.told = wrong

    def _held(self, step: Step, before: Mapping[str, int]) -> dict[str, Json]:
        """Marker -> content of all that the army has in play."""
        seen = self.forces.shown(step.at, self.army)
        down = [m for m, army in self.forces.face_down(step.at).items() if army == self.army and m not in seen]
        return {**seen, **{marker: self.record.held(self.army, marker, before.get(marker, -1)) for marker in down}}

    def _wrong(self, at: Json, held: Mapping[str, Json]) -> Iterator[str]:
        where: dict[str, list[str]] = {}
        for marker, content in held.items():
            for unit in self.forces.units_in(content) if content is not EXCUSED else ():
                where.setdefault(unit, []).append(marker)
        contingents, known = self.forces.order_of_battle(at, self.army), EXCUSED not in held.values()
        named = set(chain.from_iterable([contingent.units for contingent in contingents]))
        for unit, markers in where.items():
            if unit not in named:
                yield f"{unit} is in marker {markers[0]} and cannot be there"
            elif len(markers) > 1:
                yield f"{unit} is in {len(markers)} markers: {', '.join(markers)}"
        for contingent in contingents:
            there = sum(map(where.__contains__, contingent.units))
            if known and there < contingent.least:
                yield f"{', '.join(contingent.units)}: {there} of {contingent.least} stand anywhere"
            elif there > contingent.most:
                yield f"{', '.join(contingent.units)}: {there} stand there, and {contingent.most} can"
        if known and all(self.forces.well_formed(content) for content in held.values()):
            yield from self.forces.imbalance(at, self.army, held)
