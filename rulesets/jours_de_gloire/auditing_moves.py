"""The audit of a player's moves: could his stacks do what he ordered, by what their counters held?

The enemy's answers were unknown when the orders were written, so they are judged as his own program judges them
(`carried_out`): one stack after the other, each thought to come through. jdg 4.3-1: lines are those of the board as
it stands then, the stacks before it at the end of their ways; what the enemy did meanwhile changes no cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.hidden import Step
from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire import steps
from rulesets.jours_de_gloire.arrivals import contents_of
from rulesets.jours_de_gloire.board import Board, well_formed
from rulesets.jours_de_gloire.carried_out import carry_out, dummies_refusal
from rulesets.jours_de_gloire.command import points
from rulesets.jours_de_gloire.holdings import content_name, who, words
from rulesets.jours_de_gloire.setting import Setting

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.auditing import Audit


def rolled(setting: Setting, step: Step) -> dict[str, int]:
    """jdg 4.4-1, 4.4-2: command points that a side had when its orders were due: command -> PC.

    The dice are in the trace of the phase, unless its position has them already.
    """
    board, label = Board(setting, step.at), f"t{step.at['turn']}.{step.army}.pc."
    found = dict(board.at["pc"])
    for kind, name, *rest in step.trace:
        command = str(name).removeprefix(label)
        if kind == "roll" and str(name).startswith(label) and command in setting.commands:
            found[command] = points(setting, board, command, int(rest[-1][0]))
    return found


def carried_out(record: Sequence[Step], orders: Step) -> set[int]:
    """Numbers of the entries of an orders message whose stacks set out, as everybody saw it in that player turn."""
    told = [event for step in _turn_of(record, orders) for event in step.events if event.get("army") == orders.army]
    began = {tuple(event["stack"]) for event in told if event["kind"] in ("activated", "came-on")}
    void = {event["label"] for event in told if event["kind"] == "void"}
    label = f"t{orders.at['turn']}.{orders.army}.orders"
    entries = enumerate(orders.sent.get("orders", ()))
    return {number for number, entry in entries if tuple(entry["stack"]) in began and f"{label}.{number}" not in void}


def _turn_of(record: Sequence[Step], orders: Step) -> Iterator[Step]:
    """The messages behind an orders message that tell of its player turn."""
    for step in record:
        if step.seq > orders.seq:
            yield step
            if any(step.at[what] != orders.at[what] for what in ("turn", "player", "stage")):
                return


class MovesAudit:
    """The moves of one orders message.

    board: as the administration left it, logs worked into `known` and empty; it is changed. known: contents of the
    side's counters, as far as its book tells them. held: what stands behind each number of the side, in play or not.
    spent: PM that detachments cost (6.1-4). came: who has come onto the map, with his content.
    """

    def __init__(
        self,
        audit: Audit,
        step: Step,
        board: Board,
        known: dict[str, Json],
        held: Mapping[str, Json],
        spent: Mapping[str, int],
    ) -> None:
        self.audit, self.step, self.setting, self.side = audit, step, audit.setting, audit.army
        self.board, self.known, self.held = board, known, held
        self.came: dict[str, Json] = {}
        self.board.at["pc"] = rolled(self.setting, step)
        self.doings = steps.Doings(spent=dict(spent))

    def judge(self) -> None:
        """All entries in their order; what everybody saw to be impossible was not carried out.

        Unless what was to come before it came otherwise: then it was ordered for a case that nobody could foresee, and
        no program passes that.
        """
        done = carried_out(self.audit.record.steps, self.step)
        for number, entry in enumerate(self.step.sent.get("orders", ())):
            refusal = steps.public_refusal(self.setting, self.board, self.side, entry, self.doings)
            if refusal is not None:
                if number in done and self._all_known(entry):
                    self._accuse(entry, refusal)
                continue
            if "enter" in entry and not self._newcomers(entry):
                continue
            refusal = self._refusal(entry)
            if refusal is not None:
                self._accuse(entry, refusal)
            carry_out(self.setting, self.board, self.side, self.known, entry, self.doings)

    def _refusal(self, entry: Json) -> Refusal | None:
        """Why an entry was against the rules; None also where the book does not tell enough."""
        if not self._all_known(entry):
            return None
        refusal = dummies_refusal(self.setting, self.known, entry) or steps.exact_refusal(
            self.setting, self.board, self.side, self.known, entry, self.doings
        )
        # Who came by an entry is judged by `_newcomers`.
        return None if refusal is not None and "enter" in entry and refusal.case == "3.3-4" else refusal

    def _all_known(self, entry: Json) -> bool:
        return all(counter in self.known for counter in (*self.board.counters(self.side), *entry["stack"]))

    def _accuse(self, entry: Json, refusal: Refusal) -> None:
        stack = entry["stack"]
        names = words([f"{content_name(self.setting, self.known[counter])} ({counter})" for counter in stack])
        if "enter" in entry:
            place = f"by {self.setting.map.entries[entry['enter']].name}"
        else:
            place = f"in {self.audit.place(self.board.box(stack[0]))}"
        self.audit.accuse("AUDIT_MOVE_ILLEGAL", self.step, refusal.case, f"{names} {place}: {refusal.text}")

    # -- those who come onto the map ----------------------------------------------------------

    def _newcomers(self, entry: Json) -> bool:
        """jdg 3.3-4: who comes is of the reinforcement that is due, and not there already; whether anybody came."""
        number, stack = steps.arrival_of(self.board, self.side, entry), entry["stack"]
        if number is None or any(counter not in self.held for counter in stack):
            return False
        due, there = contents_of(self.board, number), {who(content) for content in self.known.values()}
        for counter in stack:
            held = self.held[counter]
            if held not in due or who(held) in there:
                text = f"counter {counter} came by {entry['enter']} with {content_name(self.setting, held)}"
                self.audit.accuse("AUDIT_CONSERVATION", self.step, "3.3-4", text)
            there.add(who(held))
            if well_formed(self.setting, held):
                self.known[counter] = self.came[counter] = held
        return True
