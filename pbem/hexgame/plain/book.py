"""What a plain game hands in: its positions and boards, its phases, its words. All other modules here work upon it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from functools import cached_property
from typing import Any, Final, Protocol

from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.codec import Codec
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.documents.form import Form
from pbem.hexgame.documents.kinds import Unit, Wish
from pbem.hexgame.documents.names import Names, names_in
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attack_rules import AttackCases
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import CombatRules, Ledger
from pbem.hexgame.moving.rules import MoveCases
from pbem.hexgame.plain.marches import Marches
from pbem.hexgame.telling.drawing import Drawn
from pbem.hexgame.telling.wording import SENTENCES, Teller
from pbem.hexgame.telling.wording import Names as Printed


class Position(Protocol):
    """What a position has at least: the turn, the phasing army, unit -> hex, the units that are lost."""

    turn: int
    army: str
    at: dict[str, str]
    lost: Collection[str]


class PlainBoard(HexBoard[Piece]):
    """A position that is being played: also says whose phase it is."""

    def __init__(self, position: Any, on: HexField, roster: Roster[Piece], enemy: Mapping[str, str]) -> None:
        super().__init__(position.at, on, roster, enemy)
        self.position = position

    @property
    def army(self) -> str:
        """The phasing army."""
        return str(self.position.army)

    @property
    def prefix(self) -> str:
        """Of the labels of its phase, `gt4.blue`."""
        return f"gt{self.position.turn}.{self.army}"


DRAWN: Final = (
    Drawn("river", "river", "joined", 3),
    Drawn("stream", "stream", "joined"),
    Drawn("road", "road", "through", 2),
    Drawn("trail", "trail", "through"),
    Drawn("bridge", "bridge", "across", 2),
)
"""How hexsides and ways are drawn that bear these names; those that a chart lacks are passed over."""


def nothing_more(board: PlainBoard) -> Sequence[tuple[str, str]]:
    """There is nothing to be said of a position but who is lost."""
    return ()


@dataclass(frozen=True, kw_only=True)
class PlainCases:
    """The case of the rulebook by which each thing is told.

    owner: who orders units of the other army. moves: marches and their costs. zones: who is held or stopped.
    stacking: two units in a hex. ground: the terrain chart. attacks: who attacks whom, and the default list. odds:
    strengths and column. retreats, advances: the decisions after the die.
    """

    owner: str
    moves: str
    zones: str
    stacking: str
    ground: str
    attacks: str
    odds: str
    retreats: str
    advances: str


@dataclass(frozen=True, kw_only=True)
class PlainBook:
    """A scenario as the parts here see it.

    title: of the scenario. armies: id -> printed name. turns: how many there are.
    codec: of positions. board: sets one up for play.
    moves: what may be moved on a board, kept for a phase. attacks: what may be attacked on it. combat: how attacks are
    fought.
    form: of the orders; unit, wish: the words for who and where in them.
    moving, fighting: the cases of moves and of lists of attacks that are refused.
    results: code -> words. drawn: how hexsides and ways are drawn;
    looks: kind of terrain -> the word by which it is drawn, where that is another.
    tellers: events of the rulebook's own. situation: what is told of a position beside the losses, label and text.
    """

    title: str
    armies: Mapping[str, str]
    turns: int
    codec: Codec[Any]
    field: HexField
    roster: Roster[Piece]
    board: Callable[[Any], PlainBoard]
    moves: Callable[[PlainBoard], Marches]
    attacks: Callable[[PlainBoard], AttackList[Piece]]
    combat: CombatRules[PlainBoard]
    form: Form
    unit: Unit
    wish: Wish
    moving: MoveCases
    fighting: AttackCases
    results: Mapping[str, str]
    drawn: Sequence[Drawn] = DRAWN
    looks: Mapping[str, str] = member(default_factory=dict)
    tellers: Mapping[str, Teller[Printed[Piece]]] = member(default_factory=dict)
    situation: Callable[[PlainBoard], Sequence[tuple[str, str]]] = nothing_more

    @cached_property
    def cases(self) -> PlainCases:
        """The cases that the rules hand in for what they refuse; what is told otherwise cites the same."""
        moving, after = self.moving, self.combat.cases
        return PlainCases(
            owner=moving.owner,
            moves=moving.length,
            zones=moving.held,
            stacking=moving.stacking,
            ground=moving.ground,
            attacks=self.fighting.listed,
            odds=after[Reason.COMBAT],
            retreats=after[Reason.RETREAT],
            advances=after[Reason.ADVANCE],
        )

    # -- positions -------------------------------------------------------------------

    def at(self, json: Json) -> PlainBoard:
        """The board of a position's JSON."""
        return self.board(self.codec.from_json(json))

    def scratch(self, board: PlainBoard) -> PlainBoard:
        """A copy of a board to try something on."""
        return self.board(self.codec.copy(board.position))

    def json(self, board: PlainBoard) -> Json:
        """The position of a board."""
        return self.codec.to_json(board.position)

    def asked_on(self, request: Choose) -> PlainBoard:
        """The board on which a question is asked, which the question carries. Raises ValueError where it does not."""
        board = request.scene
        if not isinstance(board, PlainBoard):
            raise ValueError(f"the question {request.label} carries no board")
        return board

    def ledger(self, board: PlainBoard, on: Iterable[str]) -> Ledger[PlainBoard]:
        """Of the combat phase of the phasing army. on: the hexes under attack."""
        foes = {at: board.units_in(at) for at in on}
        return Ledger(self.combat, board, board.army, board.enemy[board.army], board.prefix, foes)

    # -- words -----------------------------------------------------------------------

    def names(self, army: str, *, hints: bool = True) -> Names:
        """The names in one document of an army. hints: whether faults say what may have been meant."""
        return names_in(self.roster.units, self.field, army, self.armies, self.cases.owner, hints=hints)

    @property
    def printed(self) -> Printed[Piece]:
        """What things are called in sentences."""
        return Printed(self.roster, self.field, self.armies, self.results)

    @property
    def sentences(self) -> Mapping[str, Teller[Printed[Piece]]]:
        """Kind of event -> its teller."""
        return {**SENTENCES, **self.tellers}

    def headline(self, position: Position) -> str:
        """`Game-Turn 6, Red player turn`."""
        if position.turn > self.turns:
            return "The game is over"
        return f"Game-Turn {position.turn}, {self.armies[position.army]} player turn"


def value(unit: Piece) -> str:
    """`6-4`: strength and allowance."""
    return f"{unit.strength}-{unit.allowance}"
