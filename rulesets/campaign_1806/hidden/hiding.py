"""Orders of an owner's board as the public reads them: units become counters, and secrets are committed to (1.5).

What others read names counters, hexes, and why each move may be made. Which unit lies where, and who commands whom,
goes into commitments beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving.moves import NO
from pbem.lean import dataclass
from rulesets.campaign_1806.hidden import dealing
from rulesets.campaign_1806.hidden.basis import Bases, bases
from rulesets.campaign_1806.hidden.commanding import BASES, BY, LED, OWN, named_in, officers
from rulesets.campaign_1806.hidden.counters import content, is_counter, number_of, pool, sort_of
from rulesets.campaign_1806.hidden.dealing import DEALT, LEAVES, OFF, STAYS
from rulesets.campaign_1806.hidden.face_down import SORT, UNSUPPLIED
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF, TRACKS, OwnView, tracks_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.battle.allocation import ATTACKS
from rulesets.campaign_1806.rules.battle.boxes import BROKEN
from rulesets.campaign_1806.rules.command.phase import REORGANIZE, REPLACE
from rulesets.campaign_1806.rules.march.arriving import waiting
from rulesets.campaign_1806.rules.march.movement import BACKED, ORDERS, REASSEMBLE, Luck
from rulesets.campaign_1806.rules.march.stack import LAY, REPULSE, VEDETTES
from rulesets.campaign_1806.rules.night_phase import DISENGAGE
from rulesets.campaign_1806.rules.orders_options import carried_out
from rulesets.campaign_1806.rules.placing import PLAN, choosable, placing, planned
from rulesets.campaign_1806.rules.placing import SETUP as PLACED

DEAL, SHOW, NOWHERE = "deal", "show", "none"
NEAR: Final = 2
"""Hexes from an enemy within which it is said of a piece that it is in command, so that it may advance."""


@dataclass
class Hidden:
    """Orders as they are sent. public: what others read. hide: fresh counter -> content. leaves: of the tree `hidden`.
    show: counters that are opened in the message itself. unable: moves that nothing lets go, by number. undealt: hexes
    whose pieces were to be dealt anew and cannot be. short: whether there are too few free counters.
    gone: counters whose pieces lie under fresh ones now."""

    public: dict[str, Any]
    hide: dict[str, Json] = field(default_factory=dict)
    leaves: dict[str, Json] = field(default_factory=dict)
    show: list[str] = field(default_factory=list)
    unable: dict[int, Refusal] = field(default_factory=dict)
    undealt: dict[str, Refusal] = field(default_factory=dict)
    short: bool = False
    gone: list[str] = field(default_factory=list)


class Hiding:
    """What an army hides with one message. play: the public board. own: what the army knows. signed: moves with
    which its orders begin, as members of a team have signed them."""

    def __init__(self, play: Play, own: Own, signed: Sequence[Json] = ()) -> None:
        self.play, self.own, self.signed = play, own, signed
        self.tracks = tracks_of(own)
        self.view = OwnView(play, play.army, own.markers, self.tracks)
        self.names = dict(self.view.counters)
        self._free = list(dealing.free(play, play.army))
        self.made = Hidden({})

    def id_of(self, uid: str) -> str:
        """Under which id a unit goes from now on."""
        return self.names.get(uid, uid)

    def fresh(self, units: Sequence[str], label: str) -> list[str]:
        """Fresh counters for units, dealt in an order that nobody foresees; in the order of their numbers. None where
        there are too few."""
        if len(units) > len(self._free):
            self.made.short = True
            return []
        ids, self._free = self._free[: len(units)], self._free[len(units) :]
        order = self.own.shuffled(list(units), f"{self.play.prefix}.{label}")
        for uid, counter in zip(order, ids, strict=True):
            if uid in self.names:
                self.made.gone.append(self.names[uid])
            self.names[uid] = counter
            self.made.hide[counter] = content(uid)
        return ids

    def _leaves(self, units: Iterable[str]) -> None:
        found = {f"{SORT}{counter}": "" for counter in pool(self.play.army)}
        for uid in units:
            counter = self.id_of(uid)
            if is_counter(counter):
                found[f"{SORT}{counter}"] = sort_of(self.play.roster.units[uid])
        self.made.leaves |= found

    # -- the set-up ----------------------------------------------------------------------

    def set_up(self, orders: Mapping[str, Json]) -> Hidden:
        """osg 1.6-1, 1.6-2: an army as its owner places it."""
        after = self.play.scratch()
        Luck(after.army).carry_out(placing(after, orders.get(PLACED, {}), orders.get(PLAN, {})))
        units = after.on_map(after.army)
        dealt = []
        for at in sorted({after.hex_of(uid) for uid in units}):
            there = [uid for uid in units if after.hex_of(uid) == at]
            dealt.append([at, self.fresh(there, f"setup.{at}")])
        off = self.fresh([uid for uid, box in after.position.boxes.items() if self._broke(after, uid, box)], "off")
        marching = sorted((self.id_of(uid) for uid in units if uid in after.marching), key=number_of)
        said = {DEALT: dealt, OFF: off, "marching": marching}
        self.made.public = {key: value for key, value in said.items() if value}
        self._leaves([*units, *(uid for uid in after.position.boxes if uid in self.names)])
        if choosable(self.play):
            # 21.85: written down in secret, and sealed.
            self.made.leaves[COMMAND_LEAF] = {TRACKS: list(planned(self.play, orders.get(PLAN, {})))}
        return self.made

    def _broke(self, after: Play, uid: str, box: str) -> bool:
        return box == BROKEN and uid not in self.play.position.boxes and after.army_of(uid) == after.army

    # -- a day turn ----------------------------------------------------------------------

    def day(self, orders: Mapping[str, Json]) -> Hidden:
        """osg 2.11, 7.11-1: the orders of a day. DEAL of them: hexes that are dealt anew, NOWHERE for none; by default
        every one in which somebody lies face up. SHOW: who is turned up."""
        play, view = self.play, self.view.play
        found = bases(view, orders)
        after, _ = carried_out(view, orders)
        staff = staff_of(play, self.own)
        public: dict[str, Any] = {}
        if REPLACE in orders:
            public[REPLACE] = orders[REPLACE]
        kept = self._shown_first(orders)
        public[SHOW] = sorted((self.id_of(uid) for uid in kept if is_counter(self.id_of(uid))), key=number_of)
        public[DEAL] = self._deal(orders.get(DEAL), kept)
        public[REORGANIZE] = orders.get(REORGANIZE)
        public["enter"] = self._enter(orders)
        moves = [self._move(entry, number, found, staff) for number, entry in enumerate(orders.get(ORDERS, ()))]
        public[ORDERS] = [*self.signed, *moves[len(self.signed) :]]
        public[BASES] = {
            str(number): {key: move[key] for key in (BY, BACKED) if key in move}
            for number, move in enumerate(moves[: len(self.signed)], 1)
            if move != NO
        }
        public[REASSEMBLE] = [self._reassembly(uid) for uid in orders.get(REASSEMBLE, ())]
        public[ATTACKS] = self.renamed(orders.get(ATTACKS))
        public[LED] = self._led(found, after, staff, moves)
        self.made.public = {key: value for key, value in public.items() if value}
        self.made.show = [*public[SHOW], *self._openings(orders, after)]
        mine = {uid for uid in (*self.names, *after.at) if uid in play.roster.units and not is_counter(uid)}
        self._leaves(sorted(uid for uid in mine if play.roster.units[uid].army == play.army))
        leaf = {"plan": found.plan, "officers": list(staff)}
        self.made.leaves[COMMAND_LEAF] = {**leaf, TRACKS: list(self.tracks)} if choosable(play) else leaf
        return self.made

    def renamed(self, said: Json) -> Json:
        """Units anywhere in what orders say under their public ids."""
        if isinstance(said, str):
            return self.id_of(said)
        if isinstance(said, Mapping):
            return {key: self.renamed(value) for key, value in said.items()}
        return [self.renamed(one) for one in said] if isinstance(said, (list, tuple)) else said

    def _shown_first(self, orders: Mapping[str, Json]) -> list[str]:
        """Leaders who reorganize, for everybody sees whom they bring back, and who is to be shown anyhow."""
        entries = orders.get(REORGANIZE) or ()
        leaders = [entry["leader"] for entry in entries if isinstance(entry, Mapping) and "leader" in entry]
        return list(dict.fromkeys([*leaders, *orders.get(SHOW, ())]))

    def _deal(self, wanted: Json, kept: Sequence[str]) -> list[Json]:
        play = self.play
        named = [uid for entry in self.signed for uid in named_in(entry)]
        stay = {*(self.view.play.at.get(uid) for uid in kept), *(play.at.get(uid) for uid in named)}
        open_ = sorted({play.hex_of(uid) for uid in play.on_map(play.army) if not is_counter(uid)})
        dealt: list[Json] = []
        units_of = {counter: uid for uid, counter in self.view.counters.items()}
        for at in open_ if wanted is None else () if wanted == NOWHERE else wanted:
            groups = dealing.classes(play, at)
            refusal = self._why_not_deal(at, groups, stay)
            if refusal:
                self.made.undealt[at] = refusal
                continue
            ids = [
                one
                for number, group in enumerate(groups)
                for one in self.fresh([units_of.get(uid, uid) for uid in group], f"deal.{at}.{number}")
            ]
            dealt.append([at, ids])
        return dealt

    def _why_not_deal(self, at: str, groups: Sequence[Sequence[str]], stay: Collection[str | None]) -> Refusal | None:
        if not groups:
            return Refusal("1.5", f"nobody of yours stands in {at}", hex=at)
        if at in stay:
            text = f"{at} cannot be dealt anew: orders name or show counters there as they lie now"
            return Refusal("1.5", text, hex=at)
        if sum(map(len, groups)) > len(self._free):
            return Refusal("1.5", f"there are too few free counters to deal {at} anew", hex=at)
        return None

    def _enter(self, orders: Mapping[str, Json]) -> list[Json]:
        """osg 15.2-2: counters for the groups of which somebody comes in."""
        play = self.play
        going = {uid for entry in orders.get(ORDERS, ()) if isinstance(entry, Mapping) for uid in entry["units"]}
        sealed = play.fog.alternate(play) is None
        found: list[Json] = []
        for group in waiting(self.view.play, play.army):
            if going & set(group.units):
                force = next((one.force for one in play.due() if sealed and set(group.units) <= set(one.units)), "")
                found.append([group.at, self.fresh(group.units, f"enter.{group.at}"), *([force] if force else [])])
        return found

    def _move(self, entry: Json, number: int, found: Bases, staff: Sequence[str]) -> Json:
        """osg 2.11B1: a move with what it rests on. Nobody whom nothing lets go is named."""
        if entry == NO:
            return NO
        units, path = entry["units"], list(entry["path"])
        movers = found.parents(units)
        basis = found.of(movers, staff)
        if basis is None or (isinstance(basis, list) and basis[0] == OWN and len(basis) != len(units) + 1):
            self.made.unable[number] = found.refusal(movers)
            return NO
        if VEDETTES in path and not vedettes.left_of(found.play, units[0], found.play.position.boxes):
            self.made.unable[number] = Refusal("13.1", f"{found.play.name(units[0])} has no vedettes left", units[0])
            return NO
        public: dict[str, Json] = {"units": [self.id_of(uid) for uid in units], BY: basis}
        public["path"] = [self._out(word, units[0], number, found.play) if word == VEDETTES else word for word in path]
        if self._takes(units, path):
            public[BACKED] = True
        return public

    def _out(self, word: str, parent: str, number: int, play: Play) -> str:
        new = vedettes.left_of(play, parent, play.position.boxes)
        ids = self.fresh(new, f"out.{number}")
        return " ".join([STAYS if play.unit(parent).kind == vedettes.LIGHT else LEAVES, *ids])

    def _takes(self, units: Sequence[str], path: Sequence[str]) -> bool:
        """osg 20.16: whether somebody who fights comes through a hex that matters, in supply."""
        view = self.view.play
        if not set(path) & set(view.position.held):
            return False
        return any(view.unit(uid).fights and (uid not in view.at or view.supplied(uid)) for uid in units)

    def _reassembly(self, parent: Json) -> Json:
        play = self.view.play
        if parent == NO:
            return NO
        out = [uid for uid in vedettes.of(play, parent) if uid in play.at]
        return {"unit": self.id_of(parent), "of": sorted((self.id_of(uid) for uid in out), key=str)}

    def _led(self, found: Bases, after: Play, staff: Sequence[str], moves: Sequence[Json]) -> dict[str, Json]:
        """osg 11.46-1: of those near the enemy who do not move by command: whether they are in command."""
        moved = {uid for entry in moves if entry != NO for uid in entry["units"]}
        led: dict[str, Json] = {}
        for uid in after.on_map(after.army):
            counter = self.id_of(uid)
            if counter in moved or uid not in found.play.at or not _near_enemy(after, uid):
                continue
            basis = found.of([uid], staff)
            if basis is not None and not (isinstance(basis, list) and basis[0] == OWN):
                led[counter] = basis
        return dict(sorted(led.items()))

    def _openings(self, orders: Mapping[str, Json], after: Play) -> list[str]:
        """Counters that these orders will have turned up: who repulses, lays a bridge, or ends in touch."""
        found: dict[str, None] = {}
        for entry in orders.get(ORDERS, ()):
            if isinstance(entry, Mapping) and any(word.startswith((REPULSE, LAY)) for word in entry["path"]):
                found.update(dict.fromkeys(entry["units"]))
        for uid in after.on_map(after.army):
            near = after.field.zone_neighbours[after.hex_of(uid)]
            if any(after.holder(at) == after.foe for at in near):
                found[uid] = None
        ids = [self.id_of(uid) for uid in found]
        return sorted({one for one in ids if is_counter(one)}, key=number_of)

    # -- a night -------------------------------------------------------------------------

    def night(self, orders: Mapping[str, Json]) -> Hidden:
        """osg 2.2: the orders of a night."""
        view = self.view.play
        out = view.fog.unsupplied(view, {}) if view.setting.choices.on("supply") else ()
        said = {
            UNSUPPLIED: sorted(self.id_of(uid) for uid in out),
            DISENGAGE: self.renamed(orders.get(DISENGAGE)),
        }
        self.made.public = {key: value for key, value in said.items() if value}
        self._leaves([uid for uid in (*view.at, *view.position.boxes) if uid in self.names])
        return self.made


def _near_enemy(play: Play, uid: str) -> bool:
    at = play.hex_of(uid)
    return any(play.field.distance(at, one) <= NEAR for one in play.here if play.holder(one) == play.foe)


def staff_of(play: Play, own: Own) -> list[str]:
    """osg 7.12: the officers of the phasing army in the secret order by which its orders number them."""
    return own.shuffled(officers(play.setting, play.army), f"{play.prefix}.officers")


def hidden_orders(play: Play, orders: Mapping[str, Json], own: Own, signed: Sequence[Json] = ()) -> Hidden:
    """The orders of the phase that begins on a public board, as they are sent. signed: see `Hiding`; the orders begin
    with these moves, too, in units."""
    hiding = Hiding(play, own, signed)
    if play.position.turn == SETUP:
        return hiding.set_up(orders)
    return hiding.night(orders) if play.now.night else hiding.day(orders)
