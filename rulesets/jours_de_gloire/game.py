"""A game of Jours de Gloire Campaign: the engine's contract, bound to one setting. It knows no rules itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND, Compiled, Line, Scenario, Slot
from pbem.engine.hidden import NOTHING, HiddenForces, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.setting import Setting

if TYPE_CHECKING:
    from pbem.engine.figures import Fortune, Tally
    from pbem.engine.odds_query import Outlook, WhatIf
    from pbem.engine.orders_page_data import OrdersPageData
    from pbem.engine.picture import Arrow, Counter, Overlay, Scene
    from pbem.engine.picture import Board as Sheet
    from pbem.engine.standing import Reading
    from rulesets.jours_de_gloire.pictures.layout import Layout
    from rulesets.jours_de_gloire.team import JoursTeams

_TEXT_LIMIT = 2**20
# Members that a position gets in the course of a game.
_LATER = frozenset({"due", "entering", "leaving"})


class JoursGame:
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

    def read_standing(
        self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING
    ) -> Reading:
        """The standing orders that a side has set, with ids in the place of printed names."""
        from rulesets.jours_de_gloire.documents.standing_read import read_standing

        return read_standing(self.setting, army, values, at, own)

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    def hidden_forces(self) -> HiddenForces | None:
        """What lies face down; None where everything lies open."""
        if self._forces is None and self.setting.options.hidden:
            from rulesets.jours_de_gloire.hidden.forces import JoursForces

            self._forces = JoursForces(self.setting)
        return self._forces

    def teams(self) -> JoursTeams:
        """jdg 10-6: several players a side."""
        from rulesets.jours_de_gloire.team import JoursTeams

        return JoursTeams(self.setting)

    # -- positions in words ----------------------------------------------------------

    def phase_name(self, at: Json) -> str:
        """`french-06`, `setup-russian`."""
        return f"setup-{at['player']}" if at["stage"] == "setup" else f"{at['player']}-{at['turn']:02d}"

    def headline(self, at: Json) -> str:
        """`Turn 2 (4-10 February 1807), French player turn`."""
        from rulesets.jours_de_gloire.telling.facts import headline

        return headline(self.setting, at)

    def text(self, at: Json) -> str:
        """The position as one line: its canonical JSON."""
        return json.dumps(at, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        if len(text) > _TEXT_LIMIT:
            raise ValueError("this is too long for a position")
        try:
            at = json.loads(text)
        except RecursionError:
            raise ValueError("this is no position of this game") from None
        if not isinstance(at, dict) or at.keys() - _LATER != empty_position(self.setting).keys() - _LATER:
            raise ValueError("this is no position of this game")
        return at

    def name(self, thing: str) -> str:
        """The printed name of a unit, general, box, side, command or entry; the id itself where there is none."""
        from rulesets.jours_de_gloire.telling.facts import printed_name

        return printed_name(self.setting, thing)

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event as one or more sentences; empty where it needs no words."""
        from rulesets.jours_de_gloire.telling.words import wording

        return wording(self.setting, event, legend)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Names of the counters that the reader may know: those that were seen, and his own."""
        from rulesets.jours_de_gloire.telling.words import legend

        return legend(self.setting, at, own, events)

    def map_text(self, at: Json, own: Own = NOTHING) -> str:
        """The boxes round the reader's counters in plain characters; for everybody those round all."""
        from rulesets.jours_de_gloire.pictures.maptext import map_text

        return map_text(self.setting, at, own)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and the reports tell of a position."""
        from rulesets.jours_de_gloire.telling.facts import facts

        return facts(self.setting, at, own)

    # -- pictures and figures ----------------------------------------------------------

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

    # -- documents ---------------------------------------------------------------------

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return request.scene

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The paper for a question with every open decision and its default."""
        from rulesets.jours_de_gloire.documents.template import orders_template

        return orders_template(self.setting, request, own)

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's paper for a question."""
        from rulesets.jours_de_gloire.documents.documents import document_schema

        return document_schema(self.setting, ask)

    def helper_schema(self, request: Choose) -> Json:
        """The same with the units and boxes that all can see now; what lies face down is not listed."""
        from rulesets.jours_de_gloire.documents.documents import helper_schema
        from rulesets.jours_de_gloire.hidden.own_counters import Holdings

        board = Board(self.setting, request.scene)
        return helper_schema(self.setting, board, request, Holdings(self.setting, board, request.side, NOTHING))

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's paper as public input, with everything that is hidden, shown and wrong."""
        from rulesets.jours_de_gloire.documents.compile import compile_document

        return compile_document(self.setting, request, document, own)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What the orders would do before any die, as far as their author can know."""
        from rulesets.jours_de_gloire.telling.preview import preview

        return preview(self.setting, request, orders, own)

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """What one battle that nobody has ordered would come to. Raises Unanswerable."""
        from rulesets.jours_de_gloire.telling.odds_question import what_if

        return what_if(self.setting, at, army, question, own)

    def desk(self, request: Choose, own: Own = NOTHING) -> OrdersPageData:
        """Reach and costs for the orders page; forms alone for the set-up and for questions in mid-phase."""
        from pbem.engine.orders_page_data import OrdersPageData
        from pbem.engine.requests import ORDERS
        from rulesets.jours_de_gloire.hidden.own_counters import Holdings
        from rulesets.jours_de_gloire.telling.desk import desk

        if request.what != ORDERS or request.scene["stage"] == "setup":
            return OrdersPageData()
        return desk(Holdings(self.setting, Board(self.setting, request.scene), request.side, own))
