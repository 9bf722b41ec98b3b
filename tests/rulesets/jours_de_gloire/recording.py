"""A whole hidden game of the small war between two random players, written down as the audit reads it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.engine.answerers import RandomPlayer
from pbem.engine.contract import Compiled, Scenario
from pbem.engine.hidden import HIDDEN, Own, Record, Step, truth
from pbem.engine.requests import ORDERS, Choose, Claim, Phase, Tell
from rulesets.jours_de_gloire import mapdata
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.position import encode
from tests.rulesets.jours_de_gloire.world import rule_files, small

SEATS = {"french": "a", "russian": "b"}


def game(**options: str) -> JoursGame:
    """The small war as a game."""
    setting = small(**options)
    asks = Path(mapdata.__file__).parent / "data" / "asks"
    data = {f"asks/{path.name}": path.read_bytes() for path in sorted(asks.glob("*.json"))}
    return JoursGame(setting, Scenario("small", "The small war", ("french", "russian")), {**rule_files(), **data})


class Recorder(RandomPlayer):
    """Plays both armies and keeps a step for each orders message. `seq` counts them."""

    def __init__(self, seed: int, one: JoursGame, phases: int = 1_000_000) -> None:
        super().__init__(random.Random(seed).randrange, phases, one)
        self.steps: list[Step] = []
        self.content: dict[tuple[str, int], Any] = {}
        self.compiled: list[Compiled] = []
        self._markers: dict[str, int] = {}
        self.events: list[Any] = []

    def claim(self, request: Claim) -> Any:
        """The truth, signs of the owner's counters at hand."""
        assert self.forces is not None
        leaves = {f"{tree}.{name}": v for (army, tree, name), v in self.leaves.items() if army == request.army}
        held = {**self._held(request.army), **leaves}
        return truth(self.forces, request, held)

    def _sample(self, request: Choose) -> Compiled:
        compiled = super()._sample(request)
        if request.what == ORDERS:
            self._keep(request, compiled)
        return compiled

    def _keep(self, request: Choose, compiled: Compiled) -> None:
        seq = len(self.steps) + 1
        self.compiled.append(compiled)
        self.content |= {(counter, seq): content for counter, content in compiled.hide.items()}
        self._markers = {**self._markers, **dict.fromkeys(compiled.hide, seq)}
        sent = {"for": seq - 1, **compiled.input}
        leaves, told = compiled.leaves, self.heard()
        self.steps.append(
            Step(seq, request.army, encode(request.scene), [], sent, told, self._markers, compiled.hide, leaves, ORDERS)
        )

    def heard(self) -> list[Any]:
        """What was told since this was asked last."""
        told, self.events = self.events, []
        return told

    def record(self) -> Record:
        """The game with both books open."""
        return Record(self.steps, ("french", "russian"), self.content, {})


class Overheard:
    """A game that lets a recorder hear what is told."""

    def __init__(self, one: JoursGame, recorder: Recorder) -> None:
        self._one, self._recorder = one, recorder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._one, name)

    def phase(self, at: Any) -> Phase:
        """As the game has it."""
        running, answer = self._one.phase(at), None
        try:
            while True:
                request = running.send(answer)
                if isinstance(request, Tell):
                    self._recorder.events.append(request.event)
                answer = yield request
        except StopIteration as end:
            return end.value


def twisted(record: Record, seq: int, counter: str, content: Any) -> Record:
    """The record with another content of one counter in one message."""
    steps = [
        replace(step, committed={**step.committed, counter: content}) if step.seq == seq else step
        for step in record.steps
    ]
    return replace(record, steps=steps, content={**record.content, (counter, seq): content})


def misled(record: Record, seq: int, counter: str, leaf: Any) -> Record:
    """The record with another leaf of one counter in one message."""
    steps = [
        replace(step, leaves={HIDDEN: {**step.leaves[HIDDEN], counter: leaf}}) if step.seq == seq else step
        for step in record.steps
    ]
    return replace(record, steps=steps)


__all__ = ["SEATS", "Own", "Recorder", "game", "misled", "pool", "twisted"]
