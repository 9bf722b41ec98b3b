"""Who is in play, and where he begins: the set-up under the options, substitutes and additions put in (16.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.hexgame.field.values import mapping
from rulesets.napoleons_last_battles.choices import Offer, Value
from rulesets.napoleons_last_battles.reading import flag, words
from rulesets.napoleons_last_battles.roster import Exchange, Roster

Row = Mapping[str, Any]
STACK: Final = 2
"""nlb 5.4-2: combat units in a hex."""
_EXTRA: Final = {
    "napoleon-q": "sick-napoleon",
    "soult": "headquarters",
    "gneisenau": "headquarters",
    "reiche": "corps-chiefs",
    "aster": "corps-chiefs",
    "clausewitz": "corps-chiefs",
    "valentini": "corps-chiefs",
    "hill": "hill",
    "frederik": "hal",
    "stedman": "hal",
}
SECONDS: Final = {"blucher": ("bulow", "bulow-c"), "wellington": ("uxbridge", "uxbridge-c")}
"""nlb 16.1C-5: chief of an army -> his second in command, and the commander's counter that replaces the second."""


@dataclass
class Muster:
    """The units of a scenario while its options are applied. places, groups: rows of the file with their units.

    extra: counters of sets that replace none by themselves, in the order in which they were put in.
    """

    roster: Roster
    on: frozenset[str]
    sets: Sequence[Exchange]
    start: dict[str, str] = field(default_factory=dict)
    reduced: set[str] = field(default_factory=set)
    places: list[tuple[Row, list[str]]] = field(default_factory=list)
    groups: list[tuple[Row, list[list[str]], list[str]]] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    @classmethod
    def read(
        cls,
        scenario: Row,
        roster: Roster,
        offer: Offer,
        options: Mapping[str, Value],
        places: Iterable[Row],
        groups: Iterable[Row],
    ) -> Muster:
        """nlb 3.2C-1, 3.2C-5, 18.2C, 19.2C, 20.2C, 21.2C, 22.2C, 24.2C, 25.0B, 26.0E, 27.2C, 28.0C:
        set-up, free places and reinforcements as the file has them.

        Raises ValueError for a unit that there is not, or one that stands twice in the set-up.
        """
        on = frozenset(name for name, value in options.items() if value is True)
        muster = cls(roster, on, _sets(scenario, roster, offer, on))
        for units in (units for nation in scenario["setup"].values() for units in nation.values()):
            for uid, text in units.items():
                if uid in muster.start:
                    raise ValueError(f"unit {uid} is set up twice")
                if muster._plays(uid):
                    muster.start[uid] = text[:4]
                    muster.reduced |= {uid} if text.endswith("r") else set()
        for row in places:
            muster.places.append((row, muster._playing(words(row["units"]))))
        for row in groups:
            parts = [muster._playing(words(part)) for part in row["units"].split(",")]
            muster.groups.append((row, parts, muster._playing(words(row.get("leaders")))))
            muster.reduced |= {uid for part in parts for uid in part} if flag(row.get("reduced")) else set()
        if "sick-napoleon" in on:
            muster._swap("napoleon", ("napoleon-q",))
        return muster

    def change_all(self, changes: Sequence[Row]) -> None:
        """nlb 16.1A, 18.5A, 19.5E: all that options change: who comes, which sets are used, and where they stand.

        Raises ValueError for a unit that begins or comes in two places.
        """
        for row in changes:
            self.change(row)
        self.exchange()
        for row in changes:
            self.move(mapping(row.get("at")))
        self.require_once()

    def change(self, row: Row) -> None:
        """nlb 18.5A, 19.5A, 19.5B, 22.6F: what an option does to the set-up and to reinforcements."""
        self.reduced |= set(words(row.get("reduced")))
        self.reduced -= set(words(row.get("full")))
        for uid in words(row.get("out")):
            self._swap(uid, ())
        for old, new in mapping(row.get("swap")).items():
            self._swap(old, (new,))

    def exchange(self) -> None:
        """nlb 16.1A, 16.1B-1, 16.1B-2, SUB-FR-1, SUB-FR-2, SUB-FR-3, SUB-FR-4, SUB-FR-5, SUB-FR-6, SUB-FR-7, SUB-FR-8,
        SUB-FR-9, SUB-PR-1, SUB-PR-2, SUB-PR-3, SUB-PR-4, SUB-PR-5, SUB-AL-1, SUB-AL-2, SUB-AL-3, SUB-AL-4, SUB-AL-5,
        SUB-AL-6: the sets that are used: their counters take the places of those that leave. A set whose counters are
        not in play does nothing."""
        here = set(self.all())
        used = [one for one in self.sets if not one.out or here & set(one.out)]
        for one in used:
            heirs: set[str] = set(self.roster.units) - set(one.out)
            for new, old in one.comes.items():
                self._join(new, old, here)
                self.extra += [new] if old in heirs or old in self.roster.formations else []
                heirs.add(old)
        for uid in (uid for one in used for uid in one.out):
            self._swap(uid, ())
        self._make_room()

    def move(self, at: Mapping[str, str]) -> None:
        """nlb 19.5E: other hexes for units that are set up, or placed freely."""
        for uid, hexid in at.items():
            if uid in self.all():
                self.places = [(row, [u for u in units if u != uid]) for row, units in self.places]
                self.start[uid] = hexid

    def all(self) -> list[str]:
        """Every unit that is or comes into play, as often as it is named."""
        free = [uid for _, units in self.places for uid in units]
        due = [uid for _, parts, leaders in self.groups for uid in (*(u for p in parts for u in p), *leaders)]
        return [*self.start, *free, *due]

    def require_once(self) -> None:
        """Raises ValueError for a unit that begins or comes in two places."""
        twice = [uid for uid, number in Counter(self.all()).items() if number > 1]
        if twice:
            raise ValueError(f"units that begin or come twice: {', '.join(twice)}")

    def _plays(self, uid: str) -> bool:
        """nlb 16.1B-3, 16.1C-3, 16.1C-4, 16.1C-6: leaders, headquarters and trains play with the option that brings
        them."""
        unit = self.roster.units.get(uid)
        if unit is None:
            raise ValueError(f"{uid} is no unit")
        if unit.kind in ("train", "headquarters"):
            return ("trains" if unit.kind == "train" else "headquarters") in self.on
        return not unit.leads or ("leaders" in self.on and _EXTRA.get(uid, "leaders") in self.on)

    def _playing(self, uids: Iterable[str]) -> list[str]:
        return [uid for uid in uids if self._plays(uid)]

    def _join(self, new: str, old: str, here: set[str]) -> None:
        """nlb 16.1A, 16.1B-1, 16.1B-2: a counter takes the place of one that is in play, reduced as he is, or enters a
        formation at full strength; already placed, it stays."""
        if new in here:
            return
        mate = old
        if old in self.roster.formations:
            mates = [u for u in self.all() if self.roster.units[u].formation == old and self.roster.units[u].fights]
            mate = mates[0] if mates else ""
        if mate in here:
            self._swap(mate, (mate, new))
            # The losses of a division's first unit say nothing of riflemen who join it.
            self.reduced |= {new} if old in self.reduced and self.roster.units[new].reduced else set()

    def _swap(self, old: str, new: tuple[str, ...]) -> None:
        def put(uids: Iterable[str]) -> list[str]:
            return [uid for one in uids for uid in (new if one == old else (one,))]

        if old in self.start:
            self.start = {uid: at for one, at in self.start.items() for uid in (new if one == old else (one,))}
        self.places = [(row, put(units)) for row, units in self.places]
        self.groups = [(row, [put(part) for part in parts], put(leaders)) for row, parts, leaders in self.groups]

    def _make_room(self) -> None:
        """nlb 5.4-2, 16.1A, 16.1B-1: what finds no room in its hex is placed by its owner in it or next to it."""
        counts = Counter(at for uid, at in self.start.items() if self._counts(uid))
        for uid in reversed(self.extra):
            at = self.start.get(uid, "")
            if counts[at] > STACK and self._counts(uid):
                counts[at] -= 1
                del self.start[uid]
                self.places.append(({"units": uid, "at": at, "within": "1"}, [uid]))
        for row, units in tuple(self.places):
            hexes = row.get("at") or row.get("hexes")
            for uid in [one for one in units if one in self.extra and hexes and not row.get("within")]:
                units.remove(uid)
                self.places.append(({**row, "units": uid, "within": "1"}, [uid]))

    def _counts(self, uid: str) -> bool:
        """nlb 10.1B, 16.1B-2: leaders and riflemen stack freely."""
        return self.roster.units[uid].fights and "rifles" not in self.roster.units[uid].traits


def _sets(scenario: Row, roster: Roster, offer: Offer, on: frozenset[str]) -> tuple[Exchange, ...]:
    """nlb 16.1A, 19.5E, 23.0B-1: the sets that the options bring, but those that the scenario does without."""
    named = {name for one in offer.choices.values() if one.id in on for name in one.sets}
    stay_out = words(scenario["options"].get("sets-not"))
    chosen = [s for s in roster.substitutions if s.id in named or ("substitutes" in on and s.id not in stay_out)]
    return (*chosen, *(roster.additions if "additions" in on else ()))
