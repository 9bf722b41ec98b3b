"""The audit of a player's moves: could his stacks do what he ordered, by what their counters held?

The enemy's answers were unknown when the orders were written, so they are judged as his own program judges them
(`foreseen`): one stack after the other, each thought to come through. jdg 4.3-1: lines are those of the board as
it stands then, the stacks before it at the end of their ways; what the enemy did meanwhile changes no cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.hidden import EXCUSED, Own, Record, Step
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose, InHand
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name, who, words
from rulesets.jours_de_gloire.rules.arrivals import contents_of
from rulesets.jours_de_gloire.rules.march import comers
from rulesets.jours_de_gloire.rules.march.command import points
from rulesets.jours_de_gloire.rules.scratch import Scratch
from rulesets.jours_de_gloire.turn import Entry

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit


def rolled(board: Board, step: Step) -> dict[str, int]:
    """jdg 4.4-1, 4.4-2: command points that an army had when its orders were due: command -> PC.

    board: that of the step. The dice are in the trace of the phase, unless its position has them already.
    """
    setting, label = board.setting, f"t{board.at.turn}.{step.army}.pc."
    found = dict(board.at.pc)
    for kind, name, *rest in step.trace:
        command = str(name).removeprefix(label)
        if kind == "roll" and str(name).startswith(label) and command in setting.commands:
            found[command] = points(setting, board, command, int(rest[-1][0]))
    return found


def told_since(record: Record, orders: Step, army: str) -> list[Mapping[str, Json]] | None:
    """What everybody saw of an army in the turn of an orders message; None where no message came after it."""
    later = list(_turn_of(record.steps, orders))
    return [event for step in later for event in step.events if event.get("army") == army] if later else None


def carried_out(record: Record, orders: Step) -> set[int]:
    """Numbers of the entries of an orders message whose stacks set out, as everybody saw it in that player turn."""
    told = told_since(record, orders, orders.army) or []
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


class MovesAudit(Scratch):
    """The moves of one orders message, carried out with the book open.

    board: as the administration left it, logs worked into `known` and empty; it is changed. known: contents of the
    army's counters, those that are excused apart. held: what stands behind each number of the army, in play or not.
    spent: PM that detachments cost (6.1-4). came: who has come onto the map, with the box that he entered and
    his content.
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
        super().__init__(audit.setting, board, audit.army, dict(step.sent), Own(audit.army))
        self.audit, self.step, self.held = audit, step, held
        self.known = self.markers = self.turn.book = known
        self.came: dict[str, tuple[str, Json]] = {}
        self.board.at.pc = rolled(audit.board(step), step)
        self.doings.spent.update(spent)
        self.done = carried_out(audit.record, step)

    def judge(self) -> None:
        """All entries in their order."""
        self._came_on()
        for number, _ in enumerate(self.step.sent.get("orders", ())):
            self.march(number)

    def choose(self, request: Choose) -> Json:
        """An entry is judged by the book and carried out all the same, for at the table nobody could look into it.

        What everybody saw to be impossible was not carried out. Unless what was to come before it came otherwise: then
        it was ordered for a case that nobody could foresee, and no program passes that.
        """
        assert isinstance(request.options, Entry)
        entry: Json = request.said
        if "enter" not in entry and self._all_known(entry) and self._refusal(request.options, entry) is None:
            # Whatever everybody sees to be impossible is against the rules by the book, too.
            return entry
        public = request.options.why_not_seen(entry)
        if public is not None and request.where[1] not in self.done:
            return request.options.default()
        if "enter" in entry and not self._newcomers(entry, here=public is None):
            return request.options.default()
        refusal = public or self._refusal(request.options, entry)
        if refusal is not None:
            self._accuse(entry, refusal)
        if public is None:
            return entry
        if "enter" in entry:
            self._stands(entry)
        return request.options.default()

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """Who comes onto the map was judged already."""
        return request.markers

    def _refusal(self, options: Entry, entry: Json) -> Refusal | None:
        """Why an entry was against the rules; None also where what a counter held is excused."""
        if not self._all_known(entry):
            return None
        # The question says what the counters hold now, but for those that came by the entry itself.
        known = self.turn.known() if "enter" in entry else options.known
        refusal = options.judge(self.board, entry, known)
        # Who came by an entry is judged by `_newcomers`.
        return None if refusal is not None and "enter" in entry and refusal.case == "3.3-4" else refusal

    def _all_known(self, entry: Json) -> bool:
        """Whether the book tells all that an entry hangs on."""
        return self.known.keys() >= {*self.board.counters(self.army), *entry["stack"]}

    def _accuse(self, entry: Json, refusal: Refusal) -> None:
        stack = entry["stack"]
        names = words([self._named(counter) for counter in stack])
        if "enter" in entry:
            place = f"by {self.setting.map.entries[entry['enter']].name}"
        else:
            # By the audit's board it may have worn itself away with an entry that came to nothing in truth.
            there = self.board.at.counters.get(stack[0])
            place = f"in {self.audit.place(there.box)}" if there is not None else "out of play"
        self.audit.accuse("AUDIT_MOVE_ILLEGAL", self.step, refusal.case, f"{names} {place}: {refusal.text}")

    def _named(self, counter: str) -> str:
        """Whose counter nobody has to tell goes by its number."""
        held = self.known.get(counter)
        return counter if held is None else f"{content_name(self.setting, held)} ({counter})"

    # -- those who come onto the map ----------------------------------------------------------

    def _came_on(self) -> None:
        """jdg 3.3-4: whoever everybody saw come on is of a reinforcement that was due there, and comes once.

        That holds on the board as it was in truth, whichever entry brought him: what the entries before it came to, the
        audit's own board does not tell.
        """
        truth = self.audit.board(self.step)
        here = {who(content) for content in self.known.values()}
        for event in told_since(self.audit.record, self.step, self.army) or ():
            if event["kind"] != "came-on":
                continue
            number = comers.arrival_of(truth, self.army, {"enter": event["entry"]})
            due = [] if number is None else contents_of(truth, number)
            for counter in event["stack"]:
                self._comes(counter, event["entry"], due, here)
            if number is not None:
                left = comers.still_out(truth, number) - len(event["stack"])
                truth.at.entering = {**(truth.at.entering or {}), str(number): max(left, 0)}

    def _comes(self, counter: str, entry: str, due: Sequence[Json], here: set[str]) -> None:
        """One counter that comes by an entry. here: who is on the map; he is added."""
        held = self.audit.behind(self.step, self.held, counter)
        if held is EXCUSED:
            return
        if held not in due or who(held) in here:
            text = f"counter {counter} came by {entry} with {content_name(self.setting, held)}"
            self.audit.accuse("AUDIT_CONSERVATION", self.step, "3.3-4", text)
        here.add(who(held))

    def _newcomers(self, entry: Json, *, here: bool) -> bool:
        """Whether an entry brought anybody: its counters were committed to. They are known from then on.

        here: whether it can be carried out on the audit's board. Where nobody saw what came of it, it is judged there.
        """
        stack = entry["stack"]
        if any(counter not in self.held or counter not in self.step.markers for counter in stack):
            return False
        if here and told_since(self.audit.record, self.step, self.army) is None:
            number, there = comers.arrival_of(self.board, self.army, entry), {who(one) for one in self.known.values()}
            for counter in stack:
                self._comes(counter, entry["enter"], [] if number is None else contents_of(self.board, number), there)
        for counter in stack:
            self.known[counter] = self.audit.sound(self.held[counter])
            self.came[counter] = (self.setting.map.entries[entry["enter"]].box, self.known[counter])
        return True

    def _stands(self, entry: Json) -> None:
        """Who came on in truth stands there, though by the audit's board he could not come."""
        for counter in entry["stack"]:
            if counter not in self.board.at.counters:
                self.board.place(counter, self.army, self.setting.map.entries[entry["enter"]].box)
        self.doings.acted |= set(entry["stack"])
