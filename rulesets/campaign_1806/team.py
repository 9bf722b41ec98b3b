"""Several players a side: each commands corps, or the staff of an army, and orders their moves (18)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.contract import Compiled
from pbem.engine.desk import OrdersDesk
from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.teams import Teams
from rulesets.campaign_1806.desk.desk import CampaignDesk
from rulesets.campaign_1806.documents.compile import compile_orders
from rulesets.campaign_1806.forms import CORPS
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.setting import Setting

_TALK: Final = (
    "Players of a side speak only while their leaders stand in one hex or adjacent ones (18.1); within 14 movement "
    "points they may write, without numbers of hexes, to be read a turn later."
)

_SHEETS: Final = "ns"
_NUMBER: Final = re.compile(rf"\b[{_SHEETS}{_SHEETS.upper()}]?[0-9]{{4}}\b")
_YEARS: Final = frozenset(str(year) for year in range(1795, 1816))
_MOST_TOLD: Final = 6


class CampaignTeams(Teams):
    """osg 18.0, 18.1-3, 18.11: formations are corps and staffs. Command, attacks and reorganization are the captain's
    to order. Letters go outside of the log, by everybody's honour."""

    talk = _TALK

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def formations(self, army: str) -> Sequence[str]:
        """The formations of an army of which somebody begins or comes in, in the order of the roster."""
        forces, setup = self.setting.forces, self.setting.setup
        here = {*setup.at, *(uid for one in setup.arrivals for uid in one.units)}
        mine = {uid: one for uid, one in forces.units.items() if one.army == army and uid in here}
        return [uid for uid in forces.formations if any(one.formation == uid for one in mine.values())]

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """The formations of whom a move names, whichever army they are of; () for counters that there are not.

        Whose counters lie face down nobody can see: a move of them concerns the corps that it names (1.5).
        """
        if not isinstance(order, Mapping):
            return ()
        units = self.setting.forces.units
        written = (*texts(order.get("units")), *texts([order.get("unit")]))
        named = [uid for uid in written if not is_counter(uid)]
        formations = [units[uid].formation for uid in named if uid in units and units[uid].formation]
        said = [str(order[CORPS])] if CORPS in order and len(named) < len(written) else []
        return tuple(dict.fromkeys([*formations, *said]))

    def letter(self, text: str) -> Sequence[Refusal]:
        """osg 18.1-3: letters name places of the map, never numbers of hexes."""
        named = dict.fromkeys(found.lower() for found in _NUMBER.findall(text))
        there = [one for one in named if self._is_hex(one)][:_MOST_TOLD]
        if not there:
            return ()
        what = f"a letter names towns, rivers and roads, and no numbers of hexes; this one has {', '.join(there)}"
        return (Refusal("18.1-3", what),)

    def _is_hex(self, number: str) -> bool:
        sheets = [number] if number[0] in _SHEETS else [f"{sheet}{number}" for sheet in _SHEETS]
        return number not in _YEARS and any(one in self.setting.field.neighbours for one in sheets)

    def compile(
        self, request: Choose, document: Mapping[str, Json], own: Own, orders: Sequence[Json]
    ) -> Compiled | None:
        """See `pbem.engine.teams.compiled_behind`: a captain's moves hang on where those of his team have come."""
        return compile_orders(request.scene, document, orders, own) if request.what == ORDERS else None

    def desk(self, orders: Sequence[Json]) -> OrdersDesk:
        """See `pbem.engine.desk.desk_behind`."""
        return CampaignDesk(orders)
