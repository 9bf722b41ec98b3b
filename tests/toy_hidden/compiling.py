"""A player's paper becomes public orders, and what is committed to or shown with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import HIDDEN, OCCUPANCY, Own
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS, Choose
from tests.toy_hidden.board import Board, units_of
from tests.toy_hidden.data import SCOUT, Setting
from tests.toy_hidden.sequence import standing

Json = Any


def compile_document(setting: Setting, request: Choose, document: Json, own: Own) -> Compiled:
    """The public input of a paper that fits the schema, everything hidden with it, and what is wrong."""
    if request.what != ORDERS:
        # 7.2: the owner of a scout that is found shows at once where it stands.
        return Compiled(dict(document), show=[f"{HIDDEN}.{SCOUT}"] if document["answer"] == "found" else ())
    at = request.scene
    if at["stage"] == "setup":
        return _Setup(setting, at["army"], document).compiled()
    return _Turn(Board(setting, at), document, own).compiled()


def leaves_for(setting: Setting, path: Sequence[str]) -> dict[str, dict[str, Json]]:
    """The leaves of an army whose scout walked so and stands at the end of its path."""
    leaves: dict[str, dict[str, Json]] = {HIDDEN: {SCOUT: {"path": list(path)} if path else ""}}
    if setting.proved:
        here = path[-1] if path else ""
        leaves[OCCUPANCY] = {box: [SCOUT] if box == here else [] for box in setting.boxes}
    return leaves


@dataclass
class _Setup:
    """1.1, 1.2: every unit in one counter, every counter at home; what the paper leaves out is the scenario's."""

    setting: Setting
    army: str
    document: Json
    faults: list[PlacedRefusal] = field(default_factory=list)

    def compiled(self) -> Compiled:
        foreign = sorted(set(self.document) - {"setup", "scout"})
        self.faults += [_fault((name,), "1.1", f"{name}: this is the set-up") for name in foreign]
        entries = self.document.get("setup", self._usual())
        self._check(entries)
        way = self.document.get("scout", [self.setting.scenario["scouts"][self.army]])
        if len(way) != 1 or way[0] not in self.setting.home[self.army]:
            self.faults.append(_fault(("scout",), "7.1", "the scout begins in one home box"))
        posts = sorted(entries, key=lambda entry: str(entry["counter"]))
        return Compiled(
            {"setup": [{"counter": entry["counter"], "box": entry["box"]} for entry in posts]},
            self.faults,
            hide={entry["counter"]: {"units": sorted(entry["units"])} for entry in entries},
            leaves=leaves_for(self.setting, way),
        )

    def _usual(self) -> list[Json]:
        posts = self.setting.scenario["setup"][self.army]
        pairs = zip(self.setting.counters(self.army), posts, strict=True)
        return [{"counter": counter, "box": box, "units": units} for counter, (box, units) in pairs]

    def _check(self, entries: Sequence[Json]) -> None:
        placed = sorted(unit for entry in entries for unit in entry["units"])
        if placed != list(self.setting.order_of_battle[self.army]):
            text = f"each unit stands in one counter: {', '.join(self.setting.order_of_battle[self.army])}"
            self.faults.append(_fault(("setup",), "1.2", text))
        for i, entry in enumerate(entries):
            if len(entry["units"]) > self.setting.charts["stack"]:
                self.faults.append(_fault(("setup", i), "1.2", f"{entry['counter']} holds two units at most"))


@dataclass
class _Turn:
    """Orders of a turn. own: what only the player knows; `held` follows his orders step by step."""

    board: Board
    document: Json
    own: Own
    faults: list[PlacedRefusal] = field(default_factory=list)
    hide: dict[str, Json] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        army = self.board.army
        self.held: dict[str, list[str]] = {
            counter: units_of(self.own.markers.get(counter)) for counter in self.board.hidden(army)
        } | {counter: self.board.units(counter) for counter in self.board.shown(army)}

    def compiled(self) -> Compiled:
        public: dict[str, Json] = {
            name: self.document[name] for name in ("card", "search", "patrol", "loss") if name in self.document
        }
        if "setup" in self.document:
            self.faults.append(_fault(("setup",), "1.1", "everything is set up already"))
        self._card(public)
        if self.document.get("mix"):
            public["mix"] = [self._mix(i, entry) for i, entry in enumerate(self.document["mix"])]
        if self.document.get("veil"):
            public["veil"] = [self._veil(i, name) for i, name in enumerate(self.document["veil"])]
        if self.document.get("moves"):
            public["moves"] = [self._move(i, entry) for i, entry in enumerate(self.document["moves"])]
        show = [self._counter(("show", i), name) for i, name in enumerate(self.document.get("show", ()))]
        return Compiled(public, self.faults, (), self.hide, self._shown(show), self._leaves(), self.gone)

    def _shown(self, show: Sequence[str]) -> list[str]:
        """Each once, and nothing that lies face up."""
        down = [name for name in show if name == "chit" or (name in self.held and self._face_down(name))]
        return list(dict.fromkeys(down))

    def _face_down(self, counter: str) -> bool:
        return counter in self.hide or not self.board.face_up(counter)

    def _counter(self, path: tuple[str | int, ...], name: str) -> str:
        """A counter by its id, or by a unit that it holds."""
        if name in self.held or name == "chit":
            return name
        for counter, units in self.held.items():
            if name in units:
                return counter
        known = (*self.held, *(unit for units in self.held.values() for unit in units))
        self.faults.append(_fault(path, "4.1", f"{name} is neither a counter nor a unit of yours in play", known))
        return name

    def _veil(self, i: int, name: str) -> str:
        counter = self._counter(("veil", i), name)
        if counter in self.board.shown(self.board.army):
            self.hide[counter] = {"units": sorted(self.held[counter])}
        return counter

    def _mix(self, i: int, entry: Json) -> Json:
        """The fresh counters hold together what the old ones held."""
        box = entry["box"]
        old = [counter for counter in self.board.hidden(self.board.army, box) if counter in self.held]
        units = sorted(unit for counter in old for unit in self.held[counter])
        fresh = self.board.fresh(self.board.army, len(old))
        given = entry["units"]
        most = self.board.setting.charts["stack"]
        if len(given) != len(old) or sorted(u for content in given for u in content) != units:
            text = f"the {len(old)} new counters of {box} hold together: {', '.join(units) or 'nothing'}"
            self.faults.append(_fault(("mix", i), "2.2", text))
        elif any(len(content) > most for content in given):
            self.faults.append(_fault(("mix", i), "1.2", "a counter holds two units at most"))
        else:
            self.board.mix(self.board.army, box, fresh)
            self.gone += old
            for counter in old:
                del self.held[counter]
            for counter, content in zip(fresh, given, strict=True):
                self.held[counter] = sorted(content)
                self.hide[counter] = {"units": sorted(content)}
        return {"box": box, "counters": list(fresh)}

    def _move(self, i: int, entry: Json) -> Json:
        name = entry.get("counter", entry.get("unit", ""))
        return {"counter": self._counter(("moves", i), name), "to": entry["to"]}

    def _card(self, public: Mapping[str, Json]) -> None:
        """5.1: a player is kept from playing what he did not draw; the audit would find it."""
        card = public.get("card")
        if card is None or not self.own.army:
            return
        drawn = [draw.result for draw in self.own.draws if draw.label == card["draw"]]
        if drawn and drawn[-1] != card["face"]:
            self.faults.append(_fault(("card",), "5.1", f"card {card['draw']} is a {drawn[-1]}", (str(drawn[-1]),)))

    def _leaves(self) -> dict[str, dict[str, Json]]:
        """7.1: the scout's way; without one it stays where it is."""
        army = self.board.army
        if self.board.at["scouts"][army] != "unseen":
            if "scout" in self.document:
                self.faults.append(_fault(("scout",), "7.1", "your scout was found"))
            return leaves_for(self.board.setting, ())
        here = standing(self.own.leaves.get(HIDDEN, {}).get(SCOUT))
        way = list(self.document.get("scout", ())) or ([here] if here else [])
        text = way_fault(self.board.setting, here, way)
        if text:
            self.faults.append(_fault(("scout",), "7.1", text))
        return leaves_for(self.board.setting, way)


def way_fault(setting: Setting, here: str, way: Sequence[str]) -> str:
    """7.1: what is wrong with a scout's way from where it stands, "" if nothing is."""
    if any(box not in setting.field for box in way) or way[:1] != ([here] if here else []):
        return f"the scout's way begins in {here}, where it stands"
    if any(b not in setting.field.neighbours(a) for a, b in pairwise(way)):
        return "the scout walks along roads"
    if len(way) - 1 > setting.charts["allowance"]:
        return f"the scout walks {setting.charts['allowance']} roads at most"
    return ""


def _fault(path: tuple[str | int, ...], case: str, text: str, legal: Sequence[str] = ()) -> PlacedRefusal:
    return PlacedRefusal(path, Refusal(case, text, legal=tuple(legal)))
