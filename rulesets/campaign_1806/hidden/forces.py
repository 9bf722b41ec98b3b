"""What this ruleset tells about counters that lie face down: `engine.hidden.HiddenForces`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, Accusation, Contingent, HiddenForces, Own, Record
from pbem.engine.options import Json, Pick
from pbem.engine.requests import ORDERS, Choose, Silent
from rulesets.campaign_1806.hidden.auditing import Audit
from rulesets.campaign_1806.hidden.commanding import officers
from rulesets.campaign_1806.hidden.counters import content, is_counter, pool, unit_in
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.hidden.hiding import hidden_orders
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF, OwnView, tracks_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.orders_options import DayOrders, NightOrders
from rulesets.campaign_1806.rules.placing import PlacingOptions
from rulesets.campaign_1806.setting import ARMIES, Setting


class CampaignForces(HiddenForces):
    """Pieces under counters. content_size: bytes of the longest content; leaves_size: of the longest leaves."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.content_size = max(_size(content(uid)) for uid in self._units())
        plan = {uid: {"officers": [uid] * 4, "units": [uid] * 4} for uid in sorted(self._units(), key=len)[-4:]}
        staff = max((list(officers(setting, army)) for army in ARMIES), key=_size)
        self.leaves_size = 3 * len(pool(ARMIES[0])) + 2 * _size({"plan": plan, "officers": staff})

    def _units(self) -> list[str]:
        return [uid for uid in self.setting.forces.units if not is_counter(uid)]

    def _army(self, uid: str) -> str:
        return self.setting.forces.units[uid].army

    def face_down(self, at: Json) -> Mapping[str, str]:
        """osg 1.5: all counters on the map, and those of units that are broken down."""
        return {uid: self._army(uid) for uid in (*at["at"], *at["boxes"]) if is_counter(uid)}

    def content_schema(self) -> Json:
        """A unit."""
        return {
            "type": "object",
            "additionalProperties": False,
            "required": ["unit"],
            "properties": {"unit": {"enum": self._units()}},
        }

    def units_in(self, content: Json) -> Sequence[str]:
        """One."""
        uid = unit_in(content)
        return (uid,) if uid else ()

    conservation = "1.5"

    def well_formed(self, content: Json) -> bool:
        """A unit of the roster."""
        uid = unit_in(content)
        return uid in self.setting.forces.units and not is_counter(uid)

    def shown(self, at: Json, army: str) -> Mapping[str, Json]:
        """None: pieces that lie face up have no counter."""
        return {}

    def order_of_battle(self, at: Json, army: str) -> Sequence[Contingent]:
        """osg 1.5, 13.11-1: who has come and is neither face up nor in a box; vedettes that are not may be out too."""
        position = Position.from_json(at)
        laid = {train for train, _ in position.pontoons.values()}
        elsewhere = {*position.at, *position.boxes, *position.late, *laid}
        found = [Contingent((uid,)) for uid in sorted(position.came - elsewhere) if self._army(uid) == army]
        if position.turn == SETUP and not found:
            return []
        named = {one.units[0] for one in found}
        loose = [
            uid for uid in self._units() if self._army(uid) == army and self.setting.forces.units[uid].kind == VEDETTE
        ]
        return found + [Contingent((uid,), 0) for uid in loose if uid not in elsewhere and uid not in named]

    def imbalance(self, at: Json, army: str, held: Mapping[str, Json]) -> Sequence[str]:
        """Nothing: pieces are neither strong nor weak beyond what they are."""
        return []

    def facts(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
        """No claims are made."""
        return [""]

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """One for each counter, and that of command."""
        return {HIDDEN: (*(f"{SORT}{counter}" for counter in pool(army)), COMMAND_LEAF)}

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """What the opened book of an army proves."""
        return Audit(self.setting, army, record).accusations() if army in record.disclosed else ()

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """Random legal orders of the owner's board, hidden."""
        play = request.scene
        if request.what != ORDERS or not isinstance(play, Play):
            return Compiled({"answer": _said(request, pick)})
        view = play if play.position.turn == SETUP else OwnView(play, play.army, own.markers, tracks_of(own)).play
        orders = open_options(view).sample(pick)
        made = hidden_orders(play, orders, own)
        if made.unable:
            # Who stays where he was to go may be in the way of others.
            moves = [entry for number, entry in enumerate(orders[ORDERS]) if number not in made.unable]
            orders = {**orders, ORDERS: moves}
            if open_options(view).why_not(orders) is not None:
                orders = {**orders, ORDERS: []}
            made = hidden_orders(play, orders, own)
        return Compiled(made.public, (), (), made.hide, made.show, {HIDDEN: made.leaves}, made.gone)


def _said(request: Choose, pick: Pick) -> Json:
    """What random orders have said, for nobody can draw a move from outside; else a random answer."""
    if not isinstance(request.said, Silent):
        said = request.read(request.said)
        if not isinstance(said, Silent) and request.options.why_not(said) is None:
            return said
    return request.options.sample(pick)


def open_options(view: Play) -> Any:
    """What may be ordered on an owner's board."""
    if view.position.turn == SETUP:
        return PlacingOptions(view)
    return NightOrders(view) if view.now.night else DayOrders(view)


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
