"""Names of a player's paper into counters and boxes, and everything that is wrong with the paper.

A name that means nothing is a fault without a case, as no rule is broken by a misspelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.wargame.names import folded, nearest, without_commas
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, words

Path = tuple[str | int, ...]


class Translation:
    """Looks names up and keeps the faults, in the order in which they were found."""

    def __init__(self, holdings: Holdings) -> None:
        self.holdings = holdings
        self.faults: list[PlacedRefusal] = []
        self.remarks: list[PlacedRefusal] = []
        setting = holdings.setting
        self._boxes: dict[str, list[str]] = {}
        for uid, box in setting.boxes.items():
            self._boxes.setdefault(folded(box.name), []).append(uid)

    def fault(self, path: Path, case: str, text: str, unit: str = "", box: str = "", legal: Sequence[str] = ()) -> None:
        """Notes a fault."""
        self.refuse(path, Refusal(case, text, unit, box, tuple(legal)))

    def refuse(self, path: Path, refusal: Refusal) -> None:
        """Notes a rule's refusal at a place of the paper."""
        self.faults.append(PlacedRefusal(path, refusal))

    def remark(self, path: Path, case: str, text: str, unit: str = "", box: str = "") -> None:
        """Notes what cannot work from the position as it is, and may become possible; it refuses nothing."""
        self.remarks.append(PlacedRefusal(path, Refusal(case, text, unit, box)))

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
            self._no_counter(name, path)
        return found or name

    def _no_counter(self, name: str, path: Path) -> None:
        """Says why a name is that of no counter of one's own, and which ones come close."""
        holdings, units, word = self.holdings, self.holdings.units(), name[:60]
        uid = next((uid for uid, printed in holdings.everybody() if folded(name) in (uid, folded(printed))), "")
        if name in holdings.board.at.counters:
            text = f"{word} is a counter of the {self._army(holdings.board.army(name))} side; order your own"
        elif uid and holdings.army_of(uid) != holdings.army:
            text = f"{word} is of the {self._army(holdings.army_of(uid))} side; order your own"
        elif uid and holdings.blind:
            text = f"you cannot see which counter holds {word}: write its number, such as f12, as your captain told you"
        elif uid:
            text = f"{word} is not on the map now, so nobody can order it"
        else:
            called = {
                key: one for one, printed in holdings.everybody() if one in units for key in (one, folded(printed))
            }
            text = f"{word} is no unit, general or counter of yours on the map"
            dummies = [] if holdings.blind else [one for one in holdings.counters() if not holdings.name_of(one)]
            if folded(name) == "dummy" and dummies:
                self.fault(path, "", f"a dummy is called by its counter: {' or '.join(dummies)}", legal=dummies)
                return
            self.unknown(path, text, name, {**called, **{c: c for c in holdings.counters()}}, tuple(units))
            return
        self.fault(path, "", text, legal=list(units))

    def anybody(self, name: str, path: Path) -> str:
        """The unit, general or detachment counter, of either army, that an id or a printed name means, wherever it is;
        the name itself, and a fault, where there is none. Of several of one name one's own is meant."""
        holdings = self.holdings
        everybody = dict(holdings.everybody())
        meant = (
            [name] if name in everybody else [uid for uid, word in everybody.items() if folded(word) == folded(name)]
        )
        meant = [uid for uid in meant if holdings.army_of(uid) == holdings.army] or meant
        if len(meant) > 1:
            self.fault(path, "", f"{name[:60]} may be {words(meant)}; write the id", legal=meant)
        elif not meant:
            own = {uid: word for uid, word in everybody.items() if holdings.army_of(uid) == holdings.army}
            called = {key: uid for uid, word in own.items() for key in (uid, folded(word))}
            self.unknown(path, f"{name[:60]} is no unit of yours", name, called, own)
        return meant[0] if meant else name

    def _army(self, army: str) -> str:
        """The printed name of an army."""
        return self.holdings.setting.scenario.counters[army].name

    def unknown(
        self, path: Path, text: str, name: str, called: Mapping[str, str], legal: Iterable[str], all_of: str = ""
    ) -> None:
        """Notes a name that means nothing, with those that come close, else with all there are where they are few.

        called: what people call them -> id. all_of: what the legal ones are, where they may be listed.
        """
        close, offered = nearest(name, called), tuple(legal)
        several = without_commas(name, called)
        hint = several or (f"; did you mean {' or '.join(close)}?" if close else "")
        if not hint and all_of:
            hint = f"; {all_of}: {', '.join(offered) or 'none'}"
        self.fault(path, "", f"{text}{hint}", legal=close or offered)

    def counters(self, names: Sequence[str], path: Path) -> list[str]:
        """Several of them; one that is named twice is a fault."""
        found = [self.counter(name, (*path, i)) for i, name in enumerate(names)]
        for i, counter in enumerate(found):
            if counter in found[:i] and not self.wrong((*path, i)):
                unit = self.holdings.name_of(counter) or counter
                self.fault((*path, i), "", f"{self.holdings.printed(counter)} stands here twice", unit)
        return found

    def box(self, name: str, path: Path) -> str:
        """The box that a name means; the name itself, and a fault, where there is none."""
        boxes = self.holdings.setting.boxes
        meant = [name] if name in boxes else self._boxes.get(folded(name), [])
        if len(meant) > 1:
            self.fault(path, "", f"{name[:60]} may be {words(meant)}; write the id", legal=meant)
        found = meant[0] if meant else ""
        if not meant:
            called = {uid: uid for uid in boxes} | {folded(box.name): uid for uid, box in boxes.items()}
            text = f"there is no box {name[:60]} on this map"
            if not nearest(name, called) and not without_commas(name, called):
                uid, box = next((uid, box) for uid, box in boxes.items())
                text = f"{text}; write an id or a printed name, such as {uid} or {box.name}; pbem map shows them"
            self.unknown(path, text, name, called, boxes)
        return found or name

    def boxes(self, names: Sequence[str], path: Path) -> list[str]:
        """Several of them."""
        return [self.box(name, (*path, i)) for i, name in enumerate(names)]

    def keys(
        self, member: str, entries: Mapping[str, Mapping[str, Json]], meaning: Callable[[str, Path], str]
    ) -> Iterator[tuple[str, str, Path]]:
        """What the keys of a map mean, each with its key and place, without those that are wrong.

        meaning: `box` or `counter`. A box or counter under two names is a fault that shows both as one entry.
        """
        found: dict[str, str] = {}
        for name in entries:
            path: Path = (member, name)
            meant = meaning(name, path)
            if not self.wrong(path) and self._once(entries, name, found.setdefault(meant, name), path):
                yield meant, name, path

    def _once(self, entries: Mapping[str, Mapping[str, Json]], name: str, before: str, path: Path) -> bool:
        if name == before:
            return True
        one = ", ".join(f"{member}: {_flow(value)}" for member, value in {**entries[before], **entries[name]}.items())
        text = f"{name} and {before} are the same: write all of it in one entry"
        self.fault(path, "", f"{text}, such as {before}: {{{one}}}")
        return False


def _flow(value: Json) -> str:
    """A word, or a list of words, as in an orders file."""
    return f"[{', '.join(str(one) for one in value)}]" if isinstance(value, list) else str(value)
