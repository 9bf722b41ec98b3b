"""The audit of strength points (jdg 3.3-5, 3.3-6): who received them could, and none waited for somebody who could."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.engine.hidden import Step
from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.rules.admin import MOST_PF, may_receive, owed, reinforce_refusal, taken_up
from rulesets.jours_de_gloire.rules.straggling import PF, after

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit


class StrengthAudit:
    """The strength points of one orders message. board, known: as for `MovesAudit`; both are changed. given: who
    received one, of which command, as everybody saw it; None where nobody did."""

    def __init__(
        self,
        audit: Audit,
        step: Step,
        board: Board,
        known: dict[str, Json],
        given: Sequence[tuple[str, str]] | None = None,
    ) -> None:
        self.audit, self.step, self.board, self.known, self.given = audit, step, board, known, given
        self.setting, self.side = audit.setting, audit.army

    def judge(self, *, ordered: bool) -> None:
        """ordered: whether the message surely was one with orders, so that what is missing in it counts."""
        complete = all(counter in self.known for counter in self.board.counters(self.side))
        taken: set[str] = set()
        said = [{"counter": counter, "command": command} for counter, command in self.given or ()]
        for entry in said if self.given is not None else self.step.sent.get("reinforce", ()):
            if self.given is not None or reinforce_refusal(taken)(self.board, entry) is None:
                taken.add(entry["counter"])
                self._received(entry["counter"], entry["command"], complete)
        if ordered and complete:
            self._owed(taken)

    def _received(self, counter: str, command: str, complete: bool) -> None:
        fit = may_receive(self.setting, self.board, self.known, self.side, command) if complete else (counter,)
        if counter not in fit:
            text = f"{self._named(counter)} took a strength point of {self._command(command)}"
            text += " and is not of it, not in command, or has lost nothing for good"
            self.audit.accuse("AUDIT_MOVE_ILLEGAL", self.step, "3.3-5", text)
        if counter in self.known:
            self.known[counter] = after(self.setting, self.known[counter], [PF, MOST_PF])
        self._used(command)

    def _used(self, command: str) -> None:
        """One point less waits for a command."""
        taken_up(self.board, self.side, command)

    def _owed(self, taken: set[str]) -> None:
        for command, counter in owed(self.setting, self.board, self.known, self.side, taken):
            text = f"{self._named(counter)} is in command and has losses, and no strength point of"
            text += f" {self._command(command)} that waits was taken for it"
            self.audit.accuse("AUDIT_OMISSION", self.step, "3.3-6", text)

    def _named(self, counter: str) -> str:
        name = content_name(self.setting, self.known[counter])
        return f"{name} ({counter}) in {self.audit.place(self.board.box(counter))}"

    def _command(self, command: str) -> str:
        return self.setting.commands[command].name
