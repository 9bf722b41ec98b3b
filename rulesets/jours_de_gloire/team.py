"""Several players a side: each has an army of the book, a command with command points of its own (jdg 10-6, 4.4-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.engine.teams import Teams
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.rules.march.comers import coming_by
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.telling.desk import JoursDesk

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk

TALK: Final = (
    "Players of one side do not talk about the game. Each may write his side one note when a turn is over, and it is"
    " answered when the next one is over (10-6)."
)


class JoursTeams(Teams):
    """Formations are commands."""

    talk = TALK

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def formations(self, army: str) -> Sequence[str]:
        """The commands of an army at the start, then the one that may come over to it (B.7.1)."""
        own = [command for command, known in self.setting.commands.items() if known.army == army]
        change = self.setting.scenario.defection
        return [*own, *([change.command] if change is not None and change.to == army else [])]

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """The command that an entry says is to pay, and in an open game those of the units and generals in its stack.

        Commands count that the army has now. Whose counters lie face down nobody can see: there an entry concerns the
        command that it names, and without one no command at all.
        """
        board = Board.read(self.setting, at)
        if board.at.stage == "setup":
            return ()
        known = self.setting.fog.contents(board)
        named = {str(order.get("command", "")), *(() if known is None else self._seen(board, known, order))}
        return [command for command in board.commands_of(army) if command in named]

    def _seen(self, board: Board, known: Known, order: Json) -> Iterator[str]:
        """Commands of those in an entry's stack and of those who enter, of either army."""
        for counter in order["stack"]:
            if counter in known:
                yield self.setting.command_of(known[counter])
        if "enter" in order:
            yield from self._coming(board, known, order)

    def _coming(self, board: Board, known: Known, order: Json) -> Iterator[str]:
        """jdg 3.3-4: commands of those who enter: as `holds` says, else of all who might."""
        if "holds" in order:
            people: Mapping[str, Json] = {**self.setting.units, **self.setting.generals}
            yield from (people[name].command for name in order["holds"] if name in people)
            return
        for army in self.setting.armies:
            for content in coming_by(board, army, known, order):
                yield self.setting.command_of(content)

    def compile(self, request: Choose, document: Json, own: Own, orders: Sequence[Json]) -> Compiled:
        """See `pbem.engine.teams.compiled_behind`: the audit asks the captain for what his members have ordered."""
        return compile_document(self.setting, request, document, own, orders)

    def desk(self, orders: Sequence[Json]) -> OrdersDesk:
        """See `pbem.engine.desk.desk_behind`: a captain reckons with what members have ordered."""
        return JoursDesk(self.setting, orders)
