"""The audit of an orders message: what its counters were dealt, divided, joined and committed to (jdg 2-B1, 6.1).

The phases are carried out with the book open. Entries count as everybody saw them carried out; where no message
followed, they are judged by themselves. What is no content counts as a dummy, as it does in play (`Audit.sound`), so
every counter is known but those EXCUSED.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pbem.engine.hidden import EXCUSED, Own, Step
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, Choose, InHand
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.auditing_moves import MovesAudit, told_since
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.rules.admin import exact_reinforce_refusal, owed, receive, sign_of, signs_of
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.rules.march.detaching import (
    detach,
    divided,
    exact_detach_refusal,
    exact_rejoin_refusal,
    joined,
    rejoin,
)
from rulesets.jours_de_gloire.rules.scratch import Scratch
from rulesets.jours_de_gloire.rules.straggling import settle
from rulesets.jours_de_gloire.turn import Entry, Part

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit

MIX: Final = "mix"
REINFORCE: Final = "reinforce"
DETACH: Final = "detach"
REJOIN: Final = "rejoin"
DOWN: Final = ".down.held"
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
# Member -> the event by which everybody saw an entry of it carried out; the members that say which entry, of the event
# and of the entry; those to which it commits.
_SEEN: Final = {
    MIX: ("mixed", ("at", "new"), ("box", "counters"), ("counters",)),
    REINFORCE: ("strength-points", ("counter", "command"), ("counter", "command"), ()),
    DETACH: ("detached", ("counter", "new"), ("from", "counter"), ("from", "counter")),
    REJOIN: ("rejoined", ("counter", "gone"), ("unit", "detachment"), ("unit",)),
}


class OrdersAudit(Scratch):
    """One orders message of a player turn. known: counter -> content now.

    shown: what everybody saw of its army in that turn; None where no message came after it.
    """

    def __init__(self, audit: Audit, step: Step, before: Mapping[str, int]) -> None:
        own = {c: audit.held(c, before[c]) for c in pool(audit.setting, audit.army) if c in before}
        self.earlier = {counter: content for counter, content in own.items() if content is not EXCUSED}
        # What stands behind each number once the message is there: a commitment holds until there is another.
        self.held: dict[str, Json] = {**self.earlier, **step.committed}
        orders = {**step.sent, DETACH: [self._formed(entry) for entry in step.sent.get(DETACH, ())]}
        super().__init__(audit.setting, audit.board(step), audit.army, orders, Own(audit.army))
        self.audit, self.step = audit, step
        self.shown = told_since(audit.record, step, self.army)
        # Counters dealt anew or turned down -> what they hold but for the message's own detachments.
        self.taken_for: dict[str, Json] = {}
        # Those in which detachments began afresh -> the case.
        self.worked: dict[str, str] = {}
        self.done = {member: self._carried_out(member) for member in _SEEN}
        self.undivided = self._undivided()
        self.known = self.markers = self.turn.book = self._known()
        self.wrong: Refusal | None = None
        self.entry: Json = {}

    def _known(self) -> dict[str, Json]:
        """What the counters in play hold before the orders."""
        found: dict[str, Json] = {}
        for counter in self.board.counters(self.army):
            if counter in self.earlier or counter in self.step.committed:
                found[counter] = self.audit.sound(self.earlier.get(counter, self.step.committed.get(counter)))
        settle(self.setting, self.board, self.army, found)
        return found

    def _formed(self, entry: Json) -> Json:
        """An entry of `detach` with what the new counter was committed to hold."""
        part = self.held.get(entry["counter"])
        said = part if isinstance(part, Mapping) else {}
        return {**entry, "unit": said.get("unit"), "pf": said.get("pf")}

    def judge(self) -> None:
        """All of it, in the order in which the rules carry it out."""
        self._carry(shuffle.mix(self.turn))
        self._carry(shuffle.turn_down(self.turn))
        fakes = Counter(content["dummy"] for content in self.known.values() if self.setting.dummy(content))
        self.audit.dummies(self.step, fakes, "1.3-1")
        ordered, taken = self.step.asked == ORDERS, set[str]()
        for number, _ in enumerate(self.step.sent.get(REINFORCE, ())):
            self._carry(receive(self.turn, number, taken))
        if ordered and self._complete():
            self._owed(taken)
        for number, _ in enumerate(self.step.sent.get(DETACH, ())):
            self._carry(detach(self.turn, number, self.doings))
        for number, _ in enumerate(self.step.sent.get(REJOIN, ())):
            self._carry(rejoin(self.turn, number, self.doings))
        self._committed()
        lines, complete = Board(self.setting, self.board.position()), self._complete()
        due = signs_of(self.setting, lines, self.known, self.army, {})
        moves = MovesAudit(self.audit, self.step, self.board, self.known, self.held, self.doings.spent)
        moves.judge()
        for counter, (box, held) in moves.came.items():
            lines.place(counter, self.army, self.board.box(counter) if counter in self.board.at.counters else box)
            due[counter] = sign_of(self.setting, held, Link.NONE).leaf()
        if ordered:
            self.audit.signs.judge(self.step, lines, self.known, due, links=complete)

    def _carry(self, part: Part) -> None:
        self.carry_out(part)
        settle(self.setting, self.board, self.army, self.known)

    def _complete(self) -> bool:
        """Whether what all counters of the army hold had to be disclosed."""
        return all(counter in self.known for counter in self.board.counters(self.army))

    # -- what was carried out -------------------------------------------------------------------

    def _told(self, kind: str) -> list[Mapping[str, Json]]:
        return [event for event in self.shown or () if event["kind"] == kind]

    def _carried_out(self, member: str) -> list[list[Json]]:
        """Which entries of a member were carried out, as everybody saw it; all of them where nobody saw any."""
        kind, told, said, _ = _SEEN[member]
        if self.shown is None:
            return [[entry[name] for name in said] for entry in self.step.sent.get(member, ())]
        return [[event[name] for name in told] for event in self._told(kind)]

    def _is_done(self, member: str, options: Entry, entry: Json) -> bool:
        """Whether an entry was carried out; where nobody saw it, by the rules and by what is committed to."""
        _, _, said, committed = _SEEN[member]
        key = [entry[name] for name in said]
        if self.shown is None:
            numbers = [entry[name] for name in committed]
            held = {n for one in numbers for n in (one if isinstance(one, list) else [one])}
            return options.why_not_seen(entry) is None and held <= self.step.markers.keys()
        if key not in self.done[member]:
            return False
        self.done[member].remove(key)
        return True

    def choose(self, request: Choose) -> Json:
        """What was carried out is judged by the book and carried out; nothing else is."""
        assert isinstance(request.options, Entry)
        options, entry = request.options, request.said
        if not self._is_done(request.what, options, entry):
            return options.default()
        self.entry, self.wrong = entry, self._refusal(request.what, entry)
        if self.wrong is not None:
            self._illegal(request.what, self.wrong)
        return entry

    def _refusal(self, member: str, entry: Json) -> Refusal | None:
        """Why an entry was against the rules by what its counters held; None where no book has to tell that.

        What everybody saw is not judged once more: where the enemy stood, the audit's board does not tell in all cases.
        """
        if member == DETACH and entry["from"] in self.known:
            return exact_detach_refusal(self.setting, self.board, self.known, entry)
        if member == REJOIN and {entry["unit"], entry["detachment"]} <= self.known.keys():
            return exact_rejoin_refusal(self.setting, self.board, self.known, entry)
        if member == REINFORCE and self._complete():
            return exact_reinforce_refusal(self.setting, self.board, self.known, entry)
        return None

    def _illegal(self, member: str, refusal: Refusal) -> None:
        """An entry that the rules do not allow."""
        counter = self.entry[{DETACH: "from", REJOIN: "unit"}.get(member, "counter")]
        who = f"{content_name(self.setting, self.known[counter])} ({counter}) in "
        who += self.audit.place(self.board.box(counter))
        if member == REINFORCE:
            who += f" took a strength point of {self._command(self.entry['command'])}"
        self.audit.accuse("AUDIT_MOVE_ILLEGAL", self.step, refusal.case, f"{who}: {refusal.text}")

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """A counter to which the message commits holds that from now on: it is compared with what has to be there."""
        if request.label.endswith(DOWN):
            return tuple(counter for counter in request.markers if self._turned_down(counter))
        if DETACH in request.label:
            self._divided(self.entry)
        elif REJOIN in request.label:
            self._joined(self.entry)
        else:
            self._mixed(self.entry)
        return request.markers

    # -- the administration ------------------------------------------------------------------------

    def _undivided(self) -> dict[str, Json]:
        """What was committed to, as it was before the message's own detachments and points: counter -> content.

        A counter that is dealt anew and divided in one message is committed to once, as it is in the end.
        """
        held, known = dict(self.held), self.audit.board(self.step).known()
        for unit, part in reversed(self.done[REJOIN]):
            self._shift(held, unit, held.get(part, known.get(part)), -1)
        for unit, new in reversed(self.done[DETACH]):
            self._shift(held, unit, {**_numbers(held.get(new)), "lag": 0}, 1)
        changed = {unit for unit, _ in (*self.done[DETACH], *self.done[REJOIN])}
        for counter, _ in self.done[REINFORCE]:
            if counter in changed:
                self._shift(held, counter, {"pf": 1, "lag": 0}, -1)
        return held

    def _shift(self, held: dict[str, Json], counter: str, part: Json, sign: int) -> None:
        """Adds the numbers of a content to another, or takes them away."""
        whole, more = held.get(counter), _numbers(part)
        if isinstance(whole, Mapping) and "unit" in whole:
            now = _numbers(whole)
            held[counter] = {**whole, **{name: now[name] + sign * more[name] for name in more}}

    def _mixed(self, entry: Json) -> None:
        """jdg 2-B1-2, 7.1-6: fresh counters hold together what the old ones of their class held, and dummies."""
        held, box, fresh = self.undivided, entry["box"], entry["counters"]
        back = len(fresh) - len(self.board.counters(self.army, box))
        for number, (old, ids) in enumerate(shuffle.shares(self.board, self.army, box, fresh)):
            now = [self.audit.behind(self.step, held, counter) for counter in ids]
            self._class(box, old, now, back if number == 0 else 0)
        dealt = {counter: self.audit.behind(self.step, held, counter) for counter in fresh}
        told = {counter: content for counter, content in dealt.items() if content is not EXCUSED}
        self.known |= {counter: self.audit.sound(content) for counter, content in told.items()}
        self.taken_for |= told
        # A number that is dealt again holds nothing of before.
        self.earlier = {counter: one for counter, one in self.earlier.items() if counter in self.known}

    def _class(self, box: str, old: Sequence[str], held: list[Json], back: int) -> None:
        due = [self.known.pop(counter) for counter in old if counter in self.known]
        if any(content is EXCUSED for content in held):
            return
        surplus = Counter(map(key_of, held)) - Counter(map(key_of, due))
        extra = [json.loads(key) for key, number in surplus.items() for _ in range(number)]
        fakes = [content for content in extra if self.setting.dummy(content)][:back]
        if len(due) < len(old):
            # Some were committed to before a seat that was lost: those that are known must be there all the same.
            missing = Counter(map(key_of, due)) - Counter(map(key_of, held))
            due = [json.loads(key) for key in missing.elements()]
            held = []
            fakes = []
        what = f"the counters dealt anew in {self.audit.place(box)} hold"
        self.audit.compare(self.step, what, held, [*due, *fakes], "2-B1-2")

    def _turned_down(self, counter: str) -> bool:
        """jdg 2-B1-2: a counter that is turned down still holds what everybody saw. Whether it was."""
        if counter not in self.held or counter not in self.step.markers:
            return False
        if self.shown is not None and not any(counter in e["counters"] for e in self._told("turned-down")):
            return False
        held = self.undivided[counter]
        self.audit.compare(self.step, f"counter {counter} holds", [held], [self.known[counter]], "2-B1-2")
        self.taken_for[counter] = held
        return True

    def _owed(self, taken: set[str]) -> None:
        """jdg 3.3-6: no point waited for somebody who could have received it."""
        for command, counter in owed(self.setting, self.board, self.known, self.army, taken):
            name, place = content_name(self.setting, self.known[counter]), self.audit.place(self.board.box(counter))
            text = f"{name} ({counter}) in {place} is in command and has losses, and no strength point of"
            text += f" {self._command(command)} that waits was taken for it"
            self.audit.accuse("AUDIT_OMISSION", self.step, "3.3-6", text)

    def _command(self, command: str) -> str:
        return self.setting.commands[command].name

    # -- detachments --------------------------------------------------------------------------------

    def _divided(self, entry: Json) -> None:
        """jdg 6.1-1: a unit and its detachment hold what its division leaves them."""
        unit, new = entry["from"], entry["counter"]
        self.worked |= {unit: "6.1-1", new: "6.1-1"}
        if self.wrong is not None or unit not in self.known:
            self._now_held(unit, new)
        else:
            self.known[unit], self.known[new] = divided(self.known[unit], entry)

    def _now_held(self, *counters: str) -> None:
        """What counters hold from now on that the rules did not allow to be divided or joined so: as they were
        committed to."""
        for counter in counters:
            if counter in self.held:
                self.known[counter] = self.audit.sound(self.held[counter])

    def _joined(self, entry: Json) -> None:
        """jdg 6.1-3: a unit holds what it was and what it has taken up."""
        unit, part = entry["unit"], entry["detachment"]
        self.worked[unit] = "6.1-3"
        if self.wrong is not None or not {unit, part} <= self.known.keys():
            self._now_held(unit)
        else:
            self.known[unit] = joined(self.known[unit], self.known[part])

    def _committed(self) -> None:
        """jdg 1.2.1-6, 6.1-1, 6.1-3: what is committed to is what has to be there.

        A counter in which a detachment was formed or taken back begins afresh, so its commitment tells what it holds
        now, made with these orders or earlier. Of the others the log goes on: they hold what they held, also where
        entries that come to nothing name them.
        """
        for counter, held in self.held.items():
            if counter in self.worked:
                if counter in self.known:
                    self._is(counter, held, self.known[counter], self.worked[counter])
            elif counter in self.taken_for:
                self._is(counter, held, self.taken_for[counter], "1.2.1-6")
            elif counter in self.earlier and counter in self.known:
                self._is(counter, held, self.earlier[counter], "1.2.1-6")

    def _is(self, counter: str, held: Json, due: Json, case: str) -> None:
        self.audit.compare(self.step, f"counter {counter} holds", [held], [due], case)


def _numbers(content: Json) -> dict[str, int]:
    """Strength and stragglers of a content; nothing for one that has none."""
    found = content if isinstance(content, Mapping) else {}
    return {name: found[name] if type(found.get(name)) is int else 0 for name in ("pf", "lag")}


def key_of(content: Json) -> str:
    """A content as text, by which two are the same or not."""
    return _encoder.encode(content)
