"""The audit of an orders message: what its counters were dealt, divided, joined and committed to (jdg 2-B1, 6.1).

What was carried out everybody saw, and by that it goes; where no message followed, entries are judged by themselves.
What is no content counts as a dummy, as it does in play (`Audit.sound`), so every counter is known but those EXCUSED.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.hidden import EXCUSED, Step
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.auditing_moves import MovesAudit, told_since
from rulesets.jours_de_gloire.hidden.auditing_strength import StrengthAudit
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.rules.admin import sign_of, signs_of
from rulesets.jours_de_gloire.rules.march import detaching
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.rules.straggling import settled

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.hidden.auditing import Audit

Pair = tuple[str, str]


class OrdersAudit:
    """One orders message of a player turn, gone through as the rules go through it. known: counter -> content now.

    shown: what everybody saw of its side in that turn; None where no message came after it.
    """

    def __init__(self, audit: Audit, step: Step, before: Mapping[str, int]) -> None:
        self.audit, self.step, self.setting, self.army = audit, step, audit.setting, audit.army
        self.board = Board.read(self.setting, step.at)
        self.shown = told_since(audit.record, step, self.army)
        self.known: dict[str, Json] = {}
        # Counters dealt anew or turned down -> what they hold but for the message's own detachments.
        self.taken_for: dict[str, Json] = {}
        # Those in which detachments began afresh -> the case.
        self.worked: dict[str, str] = {}
        self.spent: dict[str, int] = {}
        own = {
            counter: audit.held(counter, before[counter])
            for counter in pool(self.setting, self.army)
            if counter in before
        }
        self.earlier = {counter: content for counter, content in own.items() if content is not EXCUSED}
        # What stands behind each number once the message is there: a commitment holds until there is another.
        self.held: dict[str, Json] = {**self.earlier, **step.committed}
        self.formed = self._pairs("detached", ("counter", "new"), "detach", ("from", "counter"))
        self.taken = self._pairs("rejoined", ("counter", "gone"), "rejoin", ("unit", "detachment"))
        for counter in self.board.counters(self.army):
            seen = self.board.content(counter)
            if seen is not None:
                self.known[counter] = seen
            elif counter in self.earlier or counter in step.committed:
                content = audit.sound(self.earlier.get(counter, step.committed.get(counter)))
                self.known[counter] = settled(self.setting, content, self.board.log(counter))
                # What happened to it is in `known` now.
                self.board.clear_log(counter)

    def judge(self) -> None:
        """All of it, in the order in which the rules carry it out."""
        self._mixed()
        self._turned_down()
        fakes = Counter(content["dummy"] for content in self.known.values() if self.setting.dummy(content))
        self.audit.dummies(self.step, fakes, "1.3-1")
        ordered = self.step.asked == ORDERS
        StrengthAudit(self.audit, self.step, self.board, self.known, self._points()).judge(ordered=ordered)
        self._divided()
        self._joined()
        self._committed()
        lines, complete = Board(self.setting, self.board.position()), self._complete()
        due = signs_of(self.setting, lines, self.known, self.army, {})
        moves = MovesAudit(self.audit, self.step, self.board, self.known, self.held, self.spent)
        moves.judge()
        for counter, held in moves.came.items():
            lines.place(counter, self.army, self.board.box(counter))
            due[counter] = sign_of(self.setting, held, Link.NONE).leaf()
        if ordered:
            self.audit.signs.judge(self.step, lines, self.known, due, links=complete)

    def _complete(self) -> bool:
        """Whether what all counters of the side hold had to be disclosed."""
        return all(counter in self.known for counter in self.board.counters(self.army))

    # -- what was carried out -------------------------------------------------------------------

    def _told(self, kind: str) -> list[Mapping[str, Json]]:
        return [event for event in self.shown or () if event["kind"] == kind]

    def _pairs(self, kind: str, told: Pair, member: str, said: Pair) -> list[Pair]:
        """Two counters for each detachment that was formed, or taken back; by the entries where nobody saw any."""
        if self.shown is not None:
            return [(event[told[0]], event[told[1]]) for event in self._told(kind)]
        return [(entry[said[0]], entry[said[1]]) for entry in self.step.sent.get(member, ())]

    def _points(self) -> list[Pair] | None:
        """Who received a strength point of which command; None where nobody saw it."""
        if self.shown is None:
            return None
        return [(event["counter"], event["command"]) for event in self._told("strength-points")]

    def _deals(self) -> Iterator[tuple[str, list[str], int]]:
        """Boxes that were dealt anew, with their fresh numbers and how many dummies came back there."""
        if self.shown is not None:
            yield from ((event["at"], event["new"], event["back"]) for event in self._told("mixed"))
            return
        limit = shuffle.returnable(self.board, self.army)
        for entry in self.step.sent.get("mix", ()):
            if shuffle.mix_refusal(limit)(self.board, entry) is None:
                back = len(entry["counters"]) - len(self.board.counters(self.army, entry["box"]))
                limit -= back
                yield entry["box"], entry["counters"], back

    # -- the administration ------------------------------------------------------------------------

    def _undivided(self) -> dict[str, Json]:
        """What was committed to, as it was before the message's own detachments and points: counter -> content.

        A counter that is dealt anew and divided in one message is committed to once, as it is in the end.
        """
        held = dict(self.held)
        for unit, part in reversed(self.taken):
            self._shift(held, unit, held.get(part, self.known.get(part)), -1)
        for unit, new in reversed(self.formed):
            self._shift(held, unit, {**_numbers(held.get(new)), "lag": 0}, 1)
        changed = {unit for unit, _ in (*self.formed, *self.taken)}
        points = self._points()
        given = (
            [e["counter"] for e in self.step.sent.get("reinforce", ())] if points is None else [c for c, _ in points]
        )
        for counter in given:
            if counter in changed:
                self._shift(held, counter, {"pf": 1, "lag": 0}, -1)
        return held

    def _shift(self, held: dict[str, Json], counter: str, part: Json, sign: int) -> None:
        """Adds the numbers of a content to another, or takes them away."""
        whole, more = held.get(counter), _numbers(part)
        if isinstance(whole, Mapping) and "unit" in whole:
            now = _numbers(whole)
            held[counter] = {**whole, **{name: now[name] + sign * more[name] for name in more}}

    def _mixed(self) -> None:
        """jdg 2-B1-2, 7.1-6: fresh counters hold together what the old ones of their class held, and dummies."""
        held = self._undivided()
        for box, fresh, back in self._deals():
            for number, (old, ids) in enumerate(shuffle.shares(self.board, self.army, box, fresh)):
                self._class(
                    box,
                    old,
                    [self.audit.behind(self.step, held, counter) for counter in ids],
                    back if number == 0 else 0,
                )
            shuffle.deal_anew(self.board, self.army, box, fresh, back)
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

    def _turned_down(self) -> None:
        """jdg 2-B1-2: a counter that is turned down still holds what everybody saw."""
        before = self._undivided()
        for counter in self.board.counters(self.army):
            if self.board.face_up(counter) and counter in self.held and counter in self.step.markers:
                if self.shown is not None and not any(counter in e["counters"] for e in self._told("turned-down")):
                    continue
                held = before[counter]
                self.audit.compare(self.step, f"counter {counter} holds", [held], [self.known[counter]], "2-B1-2")
                self.board.turn_down(counter)
                self.taken_for[counter] = held

    # -- detachments --------------------------------------------------------------------------------

    def _divided(self) -> None:
        """jdg 6.1-1, 6.1-2, 6.1-3, 6.1-4, 6.1-5: detachments are formed as the rules allow."""
        for unit, new in self.formed:
            entry = {"from": unit, "counter": new}
            if self.shown is None and detaching.public_detach_refusal(self.board, entry) is not None:
                continue
            if self.shown is None and new not in self.held:
                continue
            part = self.held.get(new)
            said_of = part if isinstance(part, Mapping) else {}
            said = {**entry, "unit": said_of.get("unit"), "pf": said_of.get("pf")}
            if unit not in self.known:
                refusal: Refusal | None = None
            else:
                refusal = detaching.exact_detach_refusal(self.setting, self.board, self.known, said)
                refusal = refusal or self._borne(said)
            self.worked |= {unit: "6.1-1", new: "6.1-1"}
            self.board.place(new, self.army, self.board.box(unit))
            self._spend(unit, new)
            if refusal is not None:
                self._illegal(unit, refusal)
            if refusal is not None or unit not in self.known:
                self._now_held(unit, new)
            else:
                self.known[unit], self.known[new] = detaching.divided(self.known[unit], said)

    def _illegal(self, counter: str, refusal: Refusal) -> None:
        """A detachment that the rules do not allow."""
        name, place = content_name(self.setting, self.known[counter]), self.audit.place(self.board.box(counter))
        self.audit.accuse(
            "AUDIT_MOVE_ILLEGAL", self.step, refusal.case, f"{name} ({counter}) in {place}: {refusal.text}"
        )

    def _borne(self, said: Mapping[str, Json]) -> Refusal | None:
        """jdg 6.1-1: a detachment counter that a unit of the scenario bears while it lives is not free."""
        bearers = [unit.id for unit in self.setting.units.values() if unit.counter and unit.counter == said["unit"]]
        if all(unit in self.board.at.dead for unit in bearers):
            return None
        return Refusal("6.1-1", f"{said['unit']} is the counter of {bearers[0]}", said["from"])

    def _now_held(self, *counters: str) -> None:
        """What counters hold from now on that the rules did not allow to be divided or joined so: as they were
        committed to."""
        for counter in counters:
            if counter in self.held:
                self.known[counter] = self.audit.sound(self.held[counter])

    def _joined(self) -> None:
        """jdg 6.1-3, 6.1-6, 6.1-7: detachments are taken back as the rules allow."""
        for unit, part in self.taken:
            entry = {"unit": unit, "detachment": part}
            if self.shown is None and detaching.public_rejoin_refusal(self.board, entry) is not None:
                continue
            refusal: Refusal | None = None
            if unit in self.known and part in self.known:
                refusal = detaching.exact_rejoin_refusal(self.setting, self.board, self.known, entry)
            self.worked[unit] = "6.1-3"
            if refusal is not None:
                self._illegal(unit, refusal)
            if refusal is not None or not {unit, part} <= self.known.keys():
                self._now_held(unit)
            else:
                self.known[unit] = detaching.joined(self.known[unit], self.known[part])
            self.known.pop(part, None)
            self.board.remove(part)
            self.spent[unit] = max(self.spent.get(unit, 0), self.spent.get(part, 0))
            self._spend(unit)

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

    def _spend(self, *counters: str) -> None:
        """jdg 6.1-4: movement points that a detachment costs."""
        for counter in counters:
            self.spent[counter] = self.spent.get(counter, 0) + self.setting.charts.number("detachment", "points")


def _numbers(content: Json) -> dict[str, int]:
    """Strength and stragglers of a content; nothing for one that has none."""
    found = content if isinstance(content, Mapping) else {}
    return {name: found[name] if type(found.get(name)) is int else 0 for name in ("pf", "lag")}


def key_of(content: Json) -> str:
    """A content as text, by which two are the same or not."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"))
