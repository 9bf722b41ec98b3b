"""What Veiled tells about its face-down counters, its scouts and its cards: `engine.hidden.HiddenForces`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, OCCUPANCY, Accusation, Contingent, HiddenForces, Own, Record
from pbem.engine.options import Pick
from pbem.engine.requests import Choose
from tests.toy_hidden.auditing import Audit
from tests.toy_hidden.board import army_of, units_of
from tests.toy_hidden.compiling import compile_document
from tests.toy_hidden.data import CAVALRY, SCOUT, Setting
from tests.toy_hidden.sampling import random_document

Json = Any


class VeiledForces(HiddenForces):
    """Implements `engine.hidden.HiddenForces`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.content_size = self._content_size()
        self.leaves_size = self.content_size * sum(len(names) for names in self.leaves("red").values())

    def _content_size(self) -> int:
        """A counter with two units of the longest names, or a scout's longest way, in canonical JSON."""
        unit = max(len(unit) for unit in self.setting.units)
        box = max(len(box) for box in self.setting.boxes)
        counter = len('{"units":[]}') + self.setting.charts["stack"] * (unit + len('"",'))
        way = len('{"path":[]}') + (self.setting.charts["allowance"] + 1) * (box + len('"",'))
        return max(counter, way)

    def face_down(self, at: Json) -> Mapping[str, str]:
        """Every counter in play: one that lies face up may be turned again, and what it held is still known."""
        return {counter: army_of(counter) for counter in at["counters"]}

    def content_schema(self) -> Json:
        """{"units": [ids]}, empty for a dummy."""
        units = {"type": "array", "maxItems": self.setting.charts["stack"], "items": {"enum": list(self.setting.units)}}
        return {
            "type": "object",
            "additionalProperties": False,
            "required": ["units"],
            "properties": {"units": units},
        }

    def units_in(self, content: Json) -> Sequence[str]:
        """The units that a content names."""
        return units_of(content)

    conservation = "1.2"

    def well_formed(self, content: Json) -> bool:
        """1.2: at most two units, each of which there is."""
        units, listed = units_of(content), isinstance(content, dict) and content.keys() == {"units"}
        known = all(unit in self.setting.units for unit in units) and len(set(units)) == len(units)
        return listed and content["units"] == units and known and len(units) <= self.setting.charts["stack"]

    def shown(self, at: Json, army: str) -> Mapping[str, Json]:
        """Counters that lie face up."""
        counters = at["counters"].items()
        return {c: {"units": entry["units"]} for c, entry in counters if army_of(c) == army and "units" in entry}

    def order_of_battle(self, at: Json, army: str) -> Sequence[Contingent]:
        """1.2, 6.4: everybody once the army is set up, but for those who were lost."""
        if not at["scouts"][army]:
            return ()
        return [Contingent((unit,)) for unit in self.setting.order_of_battle[army] if unit not in at["lost"]]

    def imbalance(self, at: Json, army: str, held: Mapping[str, Json]) -> Sequence[str]:
        """Units have no numbers here."""
        return ()

    def facts(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
        """7.3: whether there is cavalry."""
        units, content = self.setting.units, held[marker]
        return [say == CAVALRY and any(units[u].kind == CAVALRY for u in units_of(content) if u in units)]

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """One hidden unit; with the option `contact: proved` one place for each box."""
        return {HIDDEN: (SCOUT,), **({OCCUPANCY: self.setting.boxes} if self.setting.proved else {})}

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """Conservation, the scout's ways, contacts and cards."""
        return Audit(self.setting, army, record).accusations() if army in record.disclosed else ()

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """A random paper, compiled."""
        return compile_document(self.setting, request, random_document(self.setting, request, own, pick), own)
