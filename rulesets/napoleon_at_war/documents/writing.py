"""What players write of a game of Napoleon at War."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Compiled, Line, Writing
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.engine.standing import StandingOrders
from pbem.hexgame.board.known import require_possible
from pbem.hexgame.documents.kinds import Schema, Writer
from pbem.hexgame.documents.schemas import document_fragment
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.standing import NapoleonStanding
from rulesets.napoleon_at_war.documents.template import orders_template
from rulesets.napoleon_at_war.forms import HEX, ORDERS_FORM, UNIT
from rulesets.napoleon_at_war.position import CODEC, Position
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk


class NapoleonWriting(Writing):
    """`engine.contract.Writing`. All counters lie open, so nobody's own knowledge is asked for."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        return orders_template(self.setting, board_of(self.setting, request), request)

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        return document_schema(self.setting, ask)

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the legal units and hexes of the present question."""
        return helper_schema(self.setting, board_of(self.setting, request).position, request)

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        return compile_orders(self.setting, board_of(self.setting, request).position, document)

    def text(self, at: Json) -> str:
        """The position as one line."""
        return CODEC.text(Position.from_json(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError."""
        return _position(self.setting, text).to_json()

    @property
    def standing(self) -> StandingOrders:
        """Standing orders with printed names."""
        return NapoleonStanding(self.setting)

    @cached_property
    def desk(self) -> OrdersDesk:
        """What can be clicked together, and what comes of it."""
        # Few commands make a page, and it looks as far ahead as the rules do.
        from rulesets.napoleon_at_war.telling.desk import NapoleonDesk

        return NapoleonDesk(self.setting)


def _position(setting: Setting, text: str) -> Position:
    """The position that a line describes. Raises ValueError for anything but the one text of a possible position: it
    names nothing that the scenario does not have, no unit stands in two places, and no two in one hex (5.31)."""
    position, field = CODEC.read(text), setting.field
    units = [*position.at, *position.track, *position.lost, *position.exited, *sorted(position.out)]
    choices = setting.choice.values if setting.choice else ()
    battles = (*position.lost.values(), *position.broken, *position.came_from.values())
    said = {
        "unit": [*units, *position.came_from],
        "hex": [*position.at.values(), *(at for hexes in position.left_by.values() for at in hexes)],
        "battle": [*battles, *(battle for battle, _ in position.exited.values())],
        "army": [position.army, *position.broken.values(), *position.left_by],
        "choice": [position.choice],
        "game-turn": [str(position.turn)],
    }
    known = {
        "unit": setting.roster.units,
        "hex": field.neighbours,
        "battle": field.titles,
        "army": setting.armies,
        "choice": ("", *choices),
        "game-turn": [str(turn + 1) for turn in range(setting.turns + 1)],
    }
    others = [
        f"{unit} stands on no edge" for unit, (b, e) in position.exited.items() if e not in field.edges.get(b, {})
    ]
    others += [f"{unit} is not in transit" for unit, place in position.track.items() if not _on_track(setting, place)]
    others += ["a unit is in two places"] if len(set(units)) != len(units) else []
    others += ["two units share a hex"] if len(set(position.at.values())) != len(position.at) else []
    require_possible(said, known, others)
    return position


def _on_track(setting: Setting, place: tuple[str, int, str]) -> bool:
    """naw 17.1-1: whether there is such a place on the track: a space of a section that adjoins the map left."""
    (section, space, left), rule = place, setting.transit
    if rule is None or left not in rule.edges:
        return False
    return section in setting.field.sections.get(left, {}) and 1 <= space <= rule.spaces


# -- shapes --------------------------------------------------------------------------


def document_schema(setting: Setting, ask: str) -> Schema:
    """A fragment of the orders schema: the members of the document for a question, shape only."""
    return _fragment(setting, ask, {})


def helper_schema(setting: Setting, position: Position, request: Choose) -> Schema:
    """The same with the units and hexes that stand to choice now listed, for an editor; it binds nobody.

    At night a list of attacks is refused (10.1) and not offered.
    """
    army, foe = position.army, setting.enemy[position.army]
    gone = {*position.lost, *position.exited, *position.out}
    theirs = [unit.id for unit in setting.roster.of(foe) if unit.id in position.at]
    listed = {
        "unit": [unit.id for unit in setting.roster.of(army) if unit.id not in gone],
        "hex": list(setting.field.hexes),
        "target": sorted(position.at[unit] for unit in theirs),
    }
    found = _fragment(setting, request.what, listed)
    if setting.is_night(position.turn):
        found["properties"].pop("attacks", None)
    return found


def _fragment(setting: Setting, ask: str, listed: Mapping[str, Sequence[str]]) -> Schema:
    """Columns are those of 7.6, sections those of the transit track (17.1)."""
    sections = dict.fromkeys(name for parts in setting.field.sections.values() for name in parts)
    writer = Writer({**listed, "column": setting.columns, "section": list(sections)}, ("attack", "manner"))
    return document_fragment(ORDERS_FORM, ask, writer, (UNIT, HEX))
