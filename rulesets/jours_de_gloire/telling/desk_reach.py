"""Where a stack can go after the orders that stand before its own, which are carried out first as for `pbem check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire.documents.compile import Orders
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.documents import YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who, words
from rulesets.jours_de_gloire.rules.march.march import entry_cost
from rulesets.jours_de_gloire.rules.march.paying import bill
from rulesets.jours_de_gloire.rules.march.reach import CONCENTRATE, FORCED, Limits, Place, limits, places

_MASSED: Final = "a concentration, which may cost stragglers (5.4)"
FORCED_NOTE: Final = "forced march, which may cost stragglers (5.4)"
FOES_NOTE: Final = "enemy counters: the march ends here if there are units among them (5.2)"


def reach(orders: Orders, named: Sequence[str], way: Sequence[str]) -> Reach:
    """See `pbem.engine.desk.OrdersDesk.reach`. orders: those that stand before, carried out on their scratch board."""
    holdings = orders.holdings
    entry = _entry(holdings, named)
    if entry is None:
        return Reach("", (), "these are no counters of yours that can march together" if named else "")
    return _Marchers(orders, entry).reach(list(way))


def _entry(holdings: Holdings, named: Sequence[str]) -> dict[str, Any] | None:
    """An entry that names them as public input does, without a path; None where they cannot stand in one."""
    markers = holdings.board.at.forces[holdings.army]
    stack = [counter for name in named for counter in markers.get(name) or [holdings.find(name)]]
    if stack and all(stack):
        return {"stack": stack}
    for uid in () if holdings.blind else holdings.setting.map.entries:
        if named and set(named) <= {who(content) for content in newcomers(holdings, uid)}:
            stack = list(holdings.board.free(holdings.army)[: len(named)])
            return {"stack": stack, "enter": uid, "holds": list(named)} if len(stack) == len(named) else None
    return None


class _Marchers:
    """Counters that are to march. entry: theirs, without a path."""

    def __init__(self, orders: Orders, entry: dict[str, Any]) -> None:
        self.entry = entry
        self.holdings, self.administration = orders.holdings, orders.administration
        self.setting, self.board, self.army = orders.setting, orders.holdings.board, orders.army
        self.doings, self.known = orders.administration.draft.doings, self._known()

    def _known(self) -> Mapping[str, Json] | None:
        """What the army's counters hold, those who are to enter among them; None where the reader cannot know it."""
        known, uid = self.administration.draft.turn.known(), self.entry.get("enter")
        if known is None or uid is None:
            return known
        coming = {who(content): content for content in newcomers(self.holdings, uid)}
        return {**known, **dict(zip(self.entry["stack"], (coming[name] for name in self.entry["holds"]), strict=True))}

    def reach(self, way: Sequence[str]) -> Reach:
        """Behind a way, () for none yet."""
        found = limits(self.setting, self.board, self.army, self.known, self.entry, self.doings)
        if isinstance(found, Refusal):
            return Reach("", (), self._told(found))
        start, spent = self._start()
        if spent is None or way[:1] not in ([], [start]):
            return Reach(str(found.points), ())
        comes = "enter" in self.entry
        behind = way or [start]
        those = places(self.setting, self.board, self.army, behind, found.most, spent if comes else -1)
        stays = not comes and len(behind) == 1
        steps = tuple(self._step(place, found, stop=number > 0 or not stays) for number, place in enumerate(those))
        return Reach(str(found.points), steps, "; ".join(self._notes(found)))

    def _start(self) -> tuple[str, int | None]:
        """Where the march begins, and what coming there costs; None where a river bars the way onto the map."""
        uid = self.entry.get("enter")
        if uid is None:
            return self.board.box(self.entry["stack"][0]), 0
        return self.setting.map.entries[uid].box, entry_cost(self.setting, self.board, uid)

    def _step(self, place: Place, found: Limits, *, stop: bool) -> Step:
        forced = place.cost > found.points
        notes = [FOES_NOTE] if place.foes else []
        if place.past:
            notes.append(f"past the enemy counters in {self.setting.boxes[place.past].name}, if they are dummies (5.2)")
        notes += [FORCED_NOTE] if forced else []
        more: dict[str, Json] = {CONCENTRATE: YES} if found.massed else {}
        more |= {FORCED: YES} if forced else {}
        return Step(place.box, str(place.cost), place.before, stop, "; ".join(notes), more)

    # -- in words ---------------------------------------------------------------------------

    def _told(self, refusal: Refusal) -> str:
        if "enter" not in self.entry:
            refusal = self.administration.told(refusal, self.entry["stack"])
        return f"{refusal.text} ({refusal.case})"

    def _notes(self, found: Limits) -> Iterator[str]:
        """What the march costs (4.4), and how its length comes about where that is no matter of course."""
        if self.known is not None and "enter" not in self.entry:
            paid = bill(self.setting, self.board, self.known, self.entry)
            if not isinstance(paid, Refusal) and paid:
                yield words([self._price(command, cost) for command, cost in paid.items()])
        if self.setting.options.solitaire:
            yield f"points by dice, {found.points} at most (10-2)"
        if found.massed:
            yield _MASSED

    def _price(self, command: str, cost: int) -> str:
        left = self.board.at.pc.get(command, 0) - cost
        return f"{cost} PC of {self.setting.commands[command].name}, which leaves {left}"
