"""Several players a side: each commands corps, wings or detachments, and orders their moves (16.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.teams import Teams
from rulesets.winters_victory.board.chain import ARMY, CORPS, DETACHMENT
from rulesets.winters_victory.chain import WING
from rulesets.winters_victory.documents.compile import compile_orders
from rulesets.winters_victory.setting import Setting

_OWN: Final = frozenset({ARMY, CORPS, WING, DETACHMENT})
"""wv 16.21: levels of those whose troops are a formation."""
_TALK: Final = "Players of a side may talk as they like; the booklet says nothing of it."


class WintersTeams(Teams):
    """wv 16.21, 16.32-3: formations are corps, wings and detachments, by their leaders. Shock, fire, command, hours and
    standing orders are the captain's."""

    talk = _TALK

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def formations(self, army: str) -> Sequence[str]:
        """The leaders whose troops begin or come in, in the order of the chain."""
        units = self.setting.units
        led = {self._formation(uid) for uid in self.setting.present if units[uid].army == army}
        return [uid for uid in self.setting.chain.leaders if uid in led]

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """The formations of whom a move names, whichever army they are of; () for counters that there are not."""
        if not isinstance(order, Mapping):
            return ()
        named = order.get("units", ())
        listed = named if isinstance(named, Sequence) and not isinstance(named, str) else [named]
        known = [uid for uid in listed if isinstance(uid, str) and uid in self.setting.units]
        return tuple(dict.fromkeys(filter(None, map(self._formation, known))))

    def _formation(self, uid: str) -> str:
        """Whose troops a counter is of."""
        chain, unit = self.setting.chain, self.setting.units[uid]
        leader = uid if uid in chain.leaders else chain.led.get(unit.brigade, "")
        line = [leader, *chain.superiors(leader)] if leader else []
        return next((one for one in line if chain.leaders[one].level in _OWN), "")

    def compile(
        self, request: Choose, document: Mapping[str, Json], own: Own, orders: Sequence[Json]
    ) -> Compiled | None:
        """See `pbem.engine.teams.compiled_behind`: a captain's moves hang on where those of his team have come."""
        if request.what != ORDERS:
            return None
        found = compile_orders(request.scene, document, orders)
        return replace(found, faults=[replace(one, path=_behind(one.path, len(orders))) for one in found.faults])


def _behind(path: tuple[str | int, ...], count: int) -> tuple[str | int, ...]:
    """The place in the list as a whole of a place in the captain's own."""
    member, number = (*path, "")[:2]
    return (member, number + count, *path[2:]) if member == ORDERS and isinstance(number, int) else path
