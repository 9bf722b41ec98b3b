"""A game of Napoleon at War: the engine's contract, bound to one setting. Rules stand in the modules it calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND, Compiled, Line, Scenario, Slot
from pbem.engine.hidden import NOTHING, HiddenForces, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose, Phase
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.sequence import headline, player_turn
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.facts import facts

if TYPE_CHECKING:
    from pbem.engine.figures import Fortune, Tally
    from pbem.engine.odds_query import Outlook, WhatIf
    from pbem.engine.orders_page_data import OrdersPageData
    from pbem.engine.picture import Arrow, Counter, Overlay, Scene
    from pbem.engine.picture import Board as Sheet
    from pbem.engine.standing import Reading


class NapoleonGame:
    """`engine.contract.Game`. Pure: it keeps parsed data only, never a position."""

    def __init__(self, setting: Setting, scenario: Scenario, data: Mapping[str, bytes]) -> None:
        self.setting = setting
        self.scenario = scenario
        self._data = data
        self._schemas: dict[str, Json] = {}
        self._slots: dict[str, Sequence[Slot]] = {}
        self._boards: Sequence[Sheet] = ()

    def position(self, at: Json) -> Position:
        """A position's JSON as an object of its own."""
        return Position.from_json(at)

    def board(self, at: Json) -> Board:
        """A position set up for play."""
        return self.setting.board(self.position(at))

    # -- the rules -----------------------------------------------------------------

    def start(self) -> Json:
        """The position before the first player turn."""
        return self.setting.start().to_json()

    def phase(self, at: Json) -> Phase:
        """The player turn that begins at a position."""
        return player_turn(self.setting, self.position(at))

    def over(self, at: Json) -> dict[str, Json]:
        """naw 4.0, 15.4: {} until the last player turn is done; then the result."""
        if at["turn"] <= self.setting.turns:
            return {}
        from rulesets.napoleon_at_war.rules.victory import result

        return {"how": "played", **result(self.setting, self.position(at))}

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        if army not in self._slots:
            from rulesets.napoleon_at_war.documents.standing import slots

            self._slots[army] = tuple(slots(self.setting, army))
        return self._slots[army]

    def read_standing(
        self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING
    ) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        from rulesets.napoleon_at_war.documents.standing_read import read_standing

        return read_standing(self.setting, army, values, None if at is None else self.position(at))

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer, from `data/asks/`. Raises KeyError for an unknown question."""
        if ask not in self._schemas:
            self._schemas[ask] = json.loads(self._data[f"asks/{ask}.json"])
        return self._schemas[ask]

    # -- positions in words ----------------------------------------------------------

    def phase_name(self, at: Json) -> str:
        """`french-06`."""
        return f"{at['army']}-{at['turn']:02d}"

    def headline(self, at: Json) -> str:
        """`Game-Turn 6, French player turn`."""
        return headline(self.setting, at["turn"], at["army"])

    def text(self, at: Json) -> str:
        """The position as one line."""
        from rulesets.napoleon_at_war.position_text import position_text

        return position_text(self.position(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        from rulesets.napoleon_at_war.position_text import read_position_text

        return read_position_text(self.setting, text).to_json()

    def name(self, thing: str) -> str:
        """The printed name of a unit, formation, army, battle or place; the id itself where there is none."""
        setting = self.setting
        if thing in setting.roster.units:
            return setting.roster.units[thing].name
        if thing in setting.field.neighbours:
            return setting.field.name(thing)
        return setting.names.get(thing) or setting.roster.formation_names.get(thing) or thing

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and `show` tell of a position."""
        return facts(self.setting, self.position(at))

    # -- documents ---------------------------------------------------------------------

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return self._position_of(request).to_json()

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        from rulesets.napoleon_at_war.documents.template import orders_template

        return orders_template(self.setting, self._board_of(request), request)

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        from rulesets.napoleon_at_war.documents.documents import document_schema

        return document_schema(self.setting, ask)

    def helper_schema(self, request: Choose) -> Json:
        """The document schema with the legal units and hexes of the present question."""
        from rulesets.napoleon_at_war.documents.documents import helper_schema

        return helper_schema(self.setting, self._position_of(request), request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        from rulesets.napoleon_at_war.documents.compile import compile_orders

        return compile_orders(self.setting, self._position_of(request), document)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What orders would do before any die."""
        from rulesets.napoleon_at_war.telling.preview import preview

        return preview(self.setting, self._position_of(request), orders)

    def desk(self, request: Choose, own: Own = NOTHING) -> OrdersPageData:
        """Reach, attacks and odds for the orders page; forms alone for questions in mid-phase."""
        from pbem.engine.orders_page_data import OrdersPageData
        from pbem.engine.requests import ORDERS
        from rulesets.napoleon_at_war.telling.desk import desk

        return desk(self.setting, self._board_of(request)) if request.what == ORDERS else OrdersPageData()

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """The odds of one attack that nobody has ordered. Raises Unanswerable."""
        from rulesets.napoleon_at_war.telling.odds_question import what_if

        return what_if(self.setting, self.position(at), army, question)

    def hidden_forces(self) -> HiddenForces | None:
        """None: all counters lie open (the Prussian option is a standing order, 15.1)."""
        return None

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event in sentences."""
        from rulesets.napoleon_at_war.telling.wording import wording

        return wording(self.setting, event)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Nothing: no unit of this game bears a number in place of its name."""
        return NO_LEGEND

    def map_text(self, at: Json, own: Own = NOTHING) -> str:
        """The position drawn in plain characters."""
        from rulesets.napoleon_at_war.pictures.maptext import map_text

        return map_text(self.setting, self.position(at))

    # -- pictures and figures ------------------------------------------------------------

    def boards(self) -> Sequence[Sheet]:
        """The printed maps of the scenario."""
        if not self._boards:
            from rulesets.napoleon_at_war.pictures.drawing import boards

            self._boards = boards(self.setting)
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the maps, with the arrows and combats of the events."""
        from rulesets.napoleon_at_war.pictures.scene import scene

        return scene(self.setting, self.position(at), events)

    def overlays(self) -> Mapping[str, str]:
        """Zones of control."""
        from rulesets.napoleon_at_war.pictures.overlays import OVERLAYS

        return OVERLAYS

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """The zones of control of both armies: all counters lie open."""
        from rulesets.napoleon_at_war.pictures.overlays import overlay

        return overlay(self.setting, self.board(at), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        from rulesets.napoleon_at_war.pictures.ordered import ordered

        return ordered(self.setting, self.position(at), orders)

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        from rulesets.napoleon_at_war.pictures.countersheet import countersheet

        return countersheet(self.setting)

    def tally(self, at: Json) -> Tally:
        """Losses, hexes held and victory points of both armies."""
        from rulesets.napoleon_at_war.telling.figures import tally

        return tally(self.setting, self.position(at))

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        from rulesets.napoleon_at_war.telling.figures import fortunes

        return fortunes(self.setting, events)

    def _position_of(self, request: Choose) -> Position:
        return self._board_of(request).position

    def _board_of(self, request: Choose) -> Board:
        """The board on which a question is asked: the question carries it, or its options do."""
        board: Board | None = request.scene or getattr(request.options, "board", None)
        return board if board is not None else self.board(self.start())
