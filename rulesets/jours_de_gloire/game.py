"""A game of Jours de Gloire Campaign: the engine's contract, bound to one setting. It knows no rules itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Game, Scenario, Slot, Telling, Writing
from pbem.engine.hidden import NOTHING, HiddenForces, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.telling import JoursTelling

if TYPE_CHECKING:
    from pbem.engine.figures import Fortune, Tally
    from pbem.engine.odds_query import Outlook, WhatIf
    from pbem.engine.picture import Arrow, Counter, Overlay, Scene
    from pbem.engine.picture import Board as Sheet
    from rulesets.jours_de_gloire.pictures.layout import Layout


class JoursGame(Game):
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, tuple[Slot, ...]] = {}
        self._forces: HiddenForces | None = None
        self._layout: Layout | None = None
        self._boards: Sequence[Sheet] = ()

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first set-up."""
        return Board(self.setting, empty_position(self.setting)).position()

    def phase(self, at: Json) -> Phase:
        """The set-up or player turn that begins at a position."""
        from rulesets.jours_de_gloire.sequence import phase

        return phase(self.setting, at)

    def over(self, at: Json) -> dict[str, Json]:
        """jdg 9-10, 9-8: {} until the game is over; then the result."""
        from rulesets.jours_de_gloire.rules.victory import over

        return over(self.setting, at)

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of a side."""
        if army not in self._slots:
            from rulesets.jours_de_gloire.documents.standing import slots

            self._slots[army] = tuple(slots(self.setting, army))
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return request.scene

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        # It knows the rules by heart, and `pbem rules` writes nothing.
        from rulesets.jours_de_gloire.documents.writing import JoursWriting

        return JoursWriting(self.setting)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        return JoursTelling(self.setting)

    def hidden_forces(self) -> HiddenForces | None:
        """What lies face down; None where everything lies open."""
        if self._forces is None and self.setting.options.hidden:
            from rulesets.jours_de_gloire.hidden.forces import JoursForces

            self._forces = JoursForces(self.setting)
        return self._forces

    @property
    def layout(self) -> Layout:
        """Where the boxes lie in the picture."""
        if self._layout is None:
            from rulesets.jours_de_gloire.pictures.layout import laid_out

            self._layout = laid_out(self.setting.boxes)
        return self._layout

    def boards(self) -> Sequence[Sheet]:
        """The map of the scenario."""
        if not self._boards:
            from rulesets.jours_de_gloire.pictures.drawing import boards

            self._boards = boards(self.setting, self.layout)
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the map for a reader; face-down counters that he cannot look into are numbers."""
        from rulesets.jours_de_gloire.pictures.scene import scene

        return scene(self.setting, self.layout, at, own, events)

    def overlays(self) -> Mapping[str, str]:
        """Lines of communication."""
        from rulesets.jours_de_gloire.pictures.overlays import OVERLAYS

        return OVERLAYS

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """Lines of communication, as far as the reader knows who they lead to."""
        from rulesets.jours_de_gloire.pictures.overlays import overlay

        return overlay(self.setting, at, name, own)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches that are ordered, from box to box."""
        from rulesets.jours_de_gloire.pictures.ordered import ordered

        return ordered(self.setting, at, orders)

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        from rulesets.jours_de_gloire.pictures.countersheet import countersheet

        return countersheet(self.setting)

    def tally(self, at: Json) -> Tally:
        """Losses, boxes of worth and victory points of both sides."""
        from rulesets.jours_de_gloire.telling.figures import tally

        return tally(self.setting, at)

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of battles, overruns, pursuits, withdrawals and sieges."""
        from rulesets.jours_de_gloire.telling.figures import fortunes

        return fortunes(self.setting, events)

    def decided(self, label: str, events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The event that tells what a die decided, by the die's label."""
        from rulesets.jours_de_gloire.telling.decided import decided

        return decided(label, events)

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """What one battle that nobody has ordered would come to. Raises Unanswerable."""
        from rulesets.jours_de_gloire.telling.odds_question import what_if

        return what_if(self.setting, at, army, question, own)
