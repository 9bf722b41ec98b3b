"""What players write of a game of Napoleon at War."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import Compiled, Line
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.engine.standing import StandingOrders
from pbem.hexgame.board.known import require_possible
from pbem.hexgame.documents.schemas import Shapes
from pbem.hexgame.documents.writing import TurnWriting
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.standing import NapoleonStanding
from rulesets.napoleon_at_war.documents.template import orders_template
from rulesets.napoleon_at_war.forms import HEX, ORDERS_FORM, UNIT
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk


class NapoleonWriting(TurnWriting[Position]):
    """`engine.contract.Writing`. All counters lie open, so nobody's own knowledge is asked for."""

    kind = Position

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default."""
        return orders_template(self.setting, board_of(self.setting, request), request)

    @property
    def shapes(self) -> Shapes:
        """The schemas of documents. Columns are those of 7.6, sections those of the transit track (17.1)."""
        sections = dict.fromkeys(name for parts in self.setting.field.sections.values() for name in parts)
        return Shapes(ORDERS_FORM, (UNIT, HEX), {"column": self.setting.columns, "section": list(sections)})

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """naw 10.1: the document schema with the units and hexes that stand to choice now; at night no attacks."""
        board = board_of(self.setting, request)
        position, gone = board.position, {*board.position.lost, *board.position.exited, *board.position.out}
        listed = {
            "unit": [unit.id for unit in board.roster.of(position.army) if unit.id not in gone],
            "hex": list(board.field.hexes),
            "target": sorted(at for unit, at in position.at.items() if board.army_of(unit) != position.army),
        }
        return self.shapes.helper(request.what, listed, ("attacks",) if self.setting.is_night(position.turn) else ())

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """A player's document as public input, with everything that is wrong with it."""
        return compile_orders(self.setting, board_of(self.setting, request).position, document)

    def require(self, position: Position) -> None:
        """naw 5.31, 17.1-1: nothing is named that there is not, no unit is in two places, and no two are in one hex."""
        setting, field = self.setting, self.setting.field
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
        exits, track = position.exited.items(), position.track.items()
        others = [f"{unit} stands on no edge" for unit, (b, e) in exits if e not in field.edges.get(b, {})]
        others += [f"{unit} is not in transit" for unit, place in track if not _on_track(setting, place)]
        others += ["a unit is in two places"] if len(set(units)) != len(units) else []
        others += ["two units share a hex"] if len(set(position.at.values())) != len(position.at) else []
        require_possible(said, known, others)

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


def _on_track(setting: Setting, place: tuple[str, int, str]) -> bool:
    """naw 17.1-1: whether there is such a place on the track: a space of a section that adjoins the map left."""
    (section, space, left), rule = place, setting.transit
    if rule is None or left not in rule.edges:
        return False
    return section in setting.field.sections.get(left, {}) and 1 <= space <= rule.spaces
