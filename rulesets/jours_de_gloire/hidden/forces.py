"""What this ruleset tells about counters that lie face down: `engine.hidden.HiddenForces`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, Accusation, Contingent, HiddenForces, Own, Record
from pbem.engine.options import Json, Pick
from pbem.engine.requests import Choose
from rulesets.jours_de_gloire.board import well_formed
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.sampling import random_document
from rulesets.jours_de_gloire.hidden import muster
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS, Sign, read_sign
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.rules import events
from rulesets.jours_de_gloire.rules.fights import contacts, guns
from rulesets.jours_de_gloire.rules.march import contact, interception
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY, Setting

# Bytes for the plans of all counters of an army together.
PLANS = 3072
# Positions that are kept as they were read.
_POSITIONS = 64


class JoursForces(HiddenForces):
    """Counters that lie face down. content_size: bytes of the longest content. leaves_size: of a leaf for
    each counter that an army can have, and of as many plans as one writes."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._read: dict[int, tuple[Json, Position]] = {}
        unit = max((*setting.units, *setting.forces.detachments, *setting.generals), key=len)
        self.content_size = _size({"unit": unit, "pf": 99, "lag": 99, "of": unit})
        led = min(len(setting.generals), MOST_COUNTERS)
        general, other = _size(Sign(GENERAL, 4, 4, 2).leaf()), _size(Sign(INFANTRY, 0, 0, 2).leaf())
        self.leaves_size = led * general + (MOST_COUNTERS - led) * other + PLANS

    def face_down(self, at: Json) -> Mapping[str, str]:
        """Every counter in play; one that lies face up may be turned down again."""
        return {counter: piece.army for counter, piece in self._position(at).counters.items()}

    def _position(self, at: Json) -> Position:
        """The position in canonical JSON. Several questions are asked of each, by audits of a whole campaign too."""
        known, position = self._read.get(id(at), (None, None))
        if known is not at or position is None:
            if len(self._read) >= _POSITIONS:
                self._read.clear()
            position = decode(at)
            self._read[id(at)] = at, position
        return position

    def content_schema(self) -> Json:
        """A unit, a detachment, a general or a dummy."""
        setting, count = self.setting, {"type": "integer", "minimum": 0, "maximum": 40}
        numbers = {"pf": count, "lag": count}
        parents = {"enum": ["", *setting.units]}
        kinds: list[dict[str, Json]] = [
            {"unit": {"enum": list(setting.units)}, **numbers},
            {"unit": {"enum": list(setting.forces.detachments)}, **numbers, "of": parents},
            {"general": {"enum": list(setting.generals)}},
            {"dummy": {"enum": [INFANTRY, CAVALRY]}},
        ]
        return {
            "oneOf": [
                {"type": "object", "additionalProperties": False, "required": list(members), "properties": members}
                for members in kinds
                if all(member.get("enum", [""]) for member in members.values())
            ]
        }

    def units_in(self, content: Json) -> Sequence[str]:
        """The unit, detachment or general in a content; none in a dummy."""
        name = who(content)
        return (name,) if name else ()

    conservation = "1.2.1-6"

    def well_formed(self, content: Json) -> bool:
        """A dummy, a general, or troops no stronger than they began; a detachment has a parent in the scenario."""
        return muster.well_formed(self.setting, content)

    def shown(self, at: Json, army: str) -> Mapping[str, Json]:
        """Counters of an army that lie face up."""
        pieces = self._position(at).counters.items()
        return {counter: piece.seen for counter, piece in pieces if piece.army == army and piece.seen is not None}

    def order_of_battle(self, at: Json, army: str) -> Sequence[Contingent]:
        """Units, generals and detachments of an army on the map."""
        return muster.contingents(self.setting, self._position(at), army)

    def imbalance(self, at: Json, army: str, held: Mapping[str, Json]) -> Sequence[str]:
        """Strength and dummies."""
        return muster.imbalance(self.setting, self._position(at), army, held)

    def facts(self, marker: str, say: str, held: Mapping[str, Json], scene: Json) -> Sequence[Json]:
        """What a truthful owner may answer to one of the claims of this game; all point to counters of the scene.

        What a counter is to do stands in its leaf, which is found in `held` under `hidden.<counter>`.
        """
        if say == events.DESERTERS:
            return [events.deserters(self.setting, self._contents(held, scene), scene)]
        return self._named(say, held, scene) or [""]

    def _contents(self, held: Mapping[str, Json], scene: Json) -> dict[str, Json]:
        """Those of the scene. At an audit they come out of the other army's book, so what cannot be a content counts as
        nobody."""
        return {c: held[c] for c in scene["counters"] if c in held and well_formed(self.setting, held[c])}

    def _named(self, say: str, held: Mapping[str, Json], scene: Json) -> list[str]:
        """The counters any one of which may be named."""
        contents = self._contents(held, scene)
        if say in (contact.REAL, contact.SCREEN, contact.DUMMY):
            return contact.pointed_facts(self.setting, say, contents, scene)
        if say == contacts.CLOSES:
            return contacts.closers(self.setting, contents, scene)
        if say == events.HOLDER:
            return [found] if (found := events.holder(contents, scene)) else []
        shown = {counter: read_sign(held.get(f"{HIDDEN}.{counter}")) for counter in scene["counters"]}
        if say == contact.LEADER:
            return interception.leaders(shown, scene["box"], scene["barred"])
        return guns.leaders(shown, scene["reach"])

    def leaves(self, army: str) -> Mapping[str, Sequence[str]]:
        """One leaf for each counter that the army can have; see `signs`."""
        return {HIDDEN: pool(self.setting, army)}

    def audit(self, army: str, record: Record) -> Sequence[Accusation]:
        """What the opened book of an army proves."""
        # The books are opened once, at the end of a game.
        from rulesets.jours_de_gloire.hidden.auditing import Audit

        return (
            Audit(self.setting, army, record, self.facts, self._position).accusations()
            if army in record.disclosed
            else ()
        )

    def sample(self, request: Choose, own: Own, pick: Pick) -> Compiled:
        """A random paper, compiled."""
        return compile_document(self.setting, request, random_document(self.setting, request, own, pick), own)


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
