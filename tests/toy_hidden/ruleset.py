"""Veiled, a small rulebook made for tests: two armies of face-down counters in the mist of nine boxes.

It uses everything that the trust protocol offers a game with hidden forces: a secret set-up, dummies, counters that are
turned up on contact, turned down again and mixed, claims, chits chosen in secret, sealed night orders, cards drawn
privately, a scout that walks unseen, and the audit of all that. It is the model for a real one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.contract import Game, Opponent, Ruleset, Scenario
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import Choose
from tests.toy_hidden.data import RULES, SCENARIOS, Setting, read_setting
from tests.toy_hidden.game import VeiledGame
from tests.toy_hidden.sampling import random_document

Json = Any


class Veiled(Ruleset):
    """Implements `engine.contract.Ruleset`."""

    id = "veiled"
    version = "1"
    title = "Veiled"
    home = Path(__file__).resolve().parent

    def scenarios(self) -> Sequence[Scenario]:
        return tuple(self._scenario(name) for name in SCENARIOS)

    def _scenario(self, name: str) -> Scenario:
        data = json.loads(SCENARIOS[name]["scenario.json"])
        contact = {
            "values": ["declared", "proved"],
            "default": "declared",
            "doc": "Whether a search is answered by word, judged by the audit, or by proof.",
        }
        first, second = data["armies"]
        return Scenario(name, data["title"], (first, second), {"contact": contact})

    def data_files(self) -> Mapping[str, bytes]:
        return RULES

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        return SCENARIOS[scenario]

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> Game:
        contact = options.get("contact", "declared")
        if scenario not in SCENARIOS or overlay or set(options) - {"contact"} or contact not in ("declared", "proved"):
            raise ValueError("no such scenario or option, or a map correction, which Veiled has none of")
        return VeiledGame(
            self._scenario(scenario), read_setting(RULES, SCENARIOS[scenario], proved=contact == "proved")
        )

    def opponent(self, game: Game, army: str) -> Opponent:
        return Sentry(read_setting(RULES, SCENARIOS[game.scenario.id], proved=False))

    def catalogue(self) -> Json:
        entries = json.loads(RULES["catalogue.json"])
        return {
            "entries": [{"id": f"veil-{i}", "title": t, "kind": "rule", "cases": 0, "prose": False} for i, t in entries]
        }


class Sentry:
    """A practice opponent that sets up as the scenario proposes and waits."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        return {}

    def answer(self, request: Choose, at: Json, own: Own = NOTHING) -> Json:
        return random_document(self.setting, request, own, lambda n: 0)["answer"]

    def standing(self, at: Json) -> Mapping[str, Json]:
        return {}


ruleset = Veiled()
