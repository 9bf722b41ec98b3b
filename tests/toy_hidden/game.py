"""Veiled bound to its scenario: `engine.contract.Game`. Every method hands on to the file that knows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import NO_LEGEND, PHASE_BOUND, Compiled, Game, Line, Scenario, Slot, Telling, Writing
from pbem.engine.hidden import NOTHING, HiddenForces, Own
from pbem.engine.requests import Choose, Phase
from tests.toy_hidden import board, compiling, documents, sequence, wording
from tests.toy_hidden.combat import CHITS, LOSSES
from tests.toy_hidden.data import FOE, Setting
from tests.toy_hidden.forces import VeiledForces

Json = Any
_SLOTS = (
    Slot("chit", {"enum": list(CHITS)}, "hold", "Chit of every fight; push beats hold, hold beats feint.", PHASE_BOUND),
    Slot("evade", {"enum": ["stand", "back"]}, "stand", "Whether an attacked box is given up without a fight."),
    Slot("loss", {"enum": list(LOSSES)}, "weakest", "Which unit is given up after a lost fight."),
)


class VeiledGame(Game):
    """Decides."""

    def __init__(self, scenario: Scenario, setting: Setting) -> None:
        self.scenario = scenario
        self.setting = setting
        self._forces = VeiledForces(setting)
        self._writing, self._telling = VeiledWriting(setting), VeiledTelling(setting)

    def start(self) -> Json:
        return board.start(self.setting)

    def phase(self, at: Json) -> Phase:
        return sequence.phase(self.setting, at)

    def over(self, at: Json) -> dict[str, Json]:
        if at["stage"] != "over":
            return {}
        red, blue = (at["points"][army] for army in FOE)
        winner = "" if red == blue else "red" if red > blue else "blue"
        return {"how": "played", "winner": winner, "level": str(abs(red - blue))}

    def slots(self, army: str) -> Sequence[Slot]:
        return _SLOTS

    def schema(self, ask: str) -> Json:
        return documents.public_schema(ask)

    def position_of(self, request: Choose) -> Json:
        return {key: value for key, value in request.scene.items() if key != "searched"}

    @property
    def hiding(self) -> HiddenForces | None:
        return self._forces

    @property
    def writing(self) -> Writing:
        return self._writing

    @property
    def telling(self) -> Telling:
        return self._telling


class VeiledWriting(Writing):
    """What players write."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        return documents.template(self.setting, request, own)

    def document_schema(self, ask: str) -> Json:
        return documents.document_schema(ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        return documents.document_schema(request.what)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        return compiling.compile_document(self.setting, request, document, own)

    def text(self, at: Json) -> str:
        return json.dumps(at, sort_keys=True, separators=(",", ":"))

    def read_text(self, text: str) -> Json:
        return json.loads(text)


class VeiledTelling(Telling):
    """What people are told."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def phase_name(self, at: Json) -> str:
        return f"setup-{at['army']}" if at["stage"] == "setup" else f"{at['army']}-{at['round']:02d}"

    def headline(self, at: Json) -> str:
        if at["stage"] == "play":
            return f"Round {at['round']}, {wording.name_of(self.setting, at['army'])}'s turn"
        return "The game is over" if at["stage"] == "over" else f"{at['army'].capitalize()} sets up"

    def name(self, thing: str) -> str:
        return wording.name_of(self.setting, thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        return wording.facts(self.setting, at)

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        return wording.wording(self.setting, event)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        return NO_LEGEND

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        return wording.preview(self.setting, orders)
