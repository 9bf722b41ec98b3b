"""Names of a player's paper into counters and boxes, and everything that is wrong with the paper.

A name that means nothing is a fault without a case, as no rule is broken by a misspelling.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.contract import Fault
from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.holdings import Holdings, words

Path = tuple[str | int, ...]


class Translation:
    """Looks names up and keeps the faults, in the order in which they were found."""

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings
        self.faults: list[Fault] = []
        setting = holdings.setting
        self._boxes = {box.name.casefold(): uid for uid, box in setting.boxes.items()}

    def fault(self, path: Path, case: str, text: str, unit: str = "", box: str = "", legal: Sequence[str] = ()) -> None:
        """Notes a fault."""
        self.refuse(path, Refusal(case, text, unit, box, tuple(legal)))

    def refuse(self, path: Path, refusal: Refusal) -> None:
        """Notes a rule's refusal at a place of the paper."""
        self.faults.append(Fault(path, refusal))

    def wrong(self, path: Path) -> bool:
        """Whether anything at or below a place of the paper is wrong."""
        return any(fault.path[: len(path)] == path for fault in self.faults)

    def counter(self, name: str, path: Path) -> str:
        """The counter of one's own that a name means; the name itself, and a fault, where there is none."""
        found, meant = self.holdings.find(name), self.holdings.meant(name)
        if len(meant) > 1:
            legal = [self.holdings.name_of(counter) for counter in meant]
            self.fault(path, "", f"{name[:60]} may be {words(legal)}; write the id", legal=legal)
        elif not found:
            legal = list(self.holdings.units())
            self.fault(path, "", f"{name[:60]} is no unit, general or counter of yours on the map", legal=legal)
        return found or name

    def counters(self, names: Sequence[str], path: Path) -> list[str]:
        """Several of them; one that is named twice is a fault."""
        found = [self.counter(name, (*path, i)) for i, name in enumerate(names)]
        for i, counter in enumerate(found):
            if counter in found[:i] and not self.wrong((*path, i)):
                self.fault((*path, i), "", f"{self.holdings.printed(counter)} stands here twice", counter)
        return found

    def box(self, name: str, path: Path) -> str:
        """The box that a name means; the name itself, and a fault, where there is none."""
        boxes = self.holdings.setting.boxes
        found = name if name in boxes else self._boxes.get(name.casefold(), "")
        if not found:
            self.fault(path, "", f"there is no box {name[:60]}", legal=list(boxes))
        return found or name

    def boxes(self, names: Sequence[str], path: Path) -> list[str]:
        """Several of them."""
        return [self.box(name, (*path, i)) for i, name in enumerate(names)]
