"""The audit of signs (jdg 2-B1-4, 6.5-0): each shows what its counter was, and stands until its army's next orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.engine.hidden import HIDDEN, Step
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.hidden.signs import Sign, read_sign

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit


class SignsAudit:
    """The signs of one army. shown: those that count, by its last message; None where its book does not tell them."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.shown: Mapping[str, Json] | None = None

    def kept(self, step: Step) -> None:
        """jdg 2-B1-4: signs stand until the army's next Administrative Phase: messages without orders repeat them."""
        leaves, before = step.leaves.get(HIDDEN), self.shown
        self.shown = leaves
        if leaves is None or before is None or step.asked == ORDERS or step.committed:
            return
        for counter in pool(self.audit.setting, self.audit.army):
            if leaves.get(counter, "") != before.get(counter, ""):
                text = f"the sign of counter {counter} was changed by a message without orders"
                self.audit.accuse("AUDIT_CLAIM", step, "2-B1-4", text)

    def judge(
        self, step: Step, board: Board, known: Mapping[str, Json], due: Mapping[str, Json], *, links: bool = True
    ) -> None:
        """jdg 2-B1-4, 6.5-0: each leaf shows what its counter is and how it is linked; the plan is free.

        due: counter -> leaf; a number that nobody bears has none. links: whether they can be told: what one counter
        held may be EXCUSED, and lines hang on all of them.
        """
        if HIDDEN not in step.leaves:
            return
        there = board.counters(self.audit.army)
        for counter in pool(self.audit.setting, self.audit.army):
            leaf = step.leaves[HIDDEN].get(counter, "")
            if counter not in due and leaf == "":
                # Most numbers nobody bears.
                continue
            right, shown = read_sign(due.get(counter)), read_sign(leaf)
            same = (right.kind, right.vc, right.rank) == (shown.kind, shown.vc, shown.rank)
            if (same and (right.link == shown.link or not links)) or (counter in there and counter not in known):
                continue
            told = f"the sign of counter {counter}"
            if counter in known:
                content, place = content_name(self.audit.setting, known[counter]), self.audit.place(board.box(counter))
                text = f"{told} in {place} shows {_shows(shown)}; {content} is {_shows(right)}"
            else:
                text = f"{told}, which nobody bears, shows {_shows(shown)}"
            self.audit.accuse("AUDIT_CLAIM", step, "2-B1-4", text)


def _shows(sign: Sign) -> str:
    return f"{sign.kind}, VC {sign.vc}, rank {sign.rank}, link {sign.link}"
