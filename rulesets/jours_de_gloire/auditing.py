"""The audit: with a side's book open, did its counters hold what they could, and were their signs true?

The log proves what is public. Judged here is what a player wrote down in secret with his orders: counters set up, dealt
anew, turned down, divided and joined, those who came onto the map, and the sign of each.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pbem.engine.hidden import Accusation, Record, Step
from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire import detaching, mixing, setup
from rulesets.jours_de_gloire.admin import detached, sign_of, signs_of
from rulesets.jours_de_gloire.auditing_claims import ClaimsAudit
from rulesets.jours_de_gloire.auditing_moves import MovesAudit
from rulesets.jours_de_gloire.auditing_signs import SignsAudit
from rulesets.jours_de_gloire.auditing_strength import StrengthAudit
from rulesets.jours_de_gloire.board import Board, well_formed
from rulesets.jours_de_gloire.command import Link
from rulesets.jours_de_gloire.dealing import pool
from rulesets.jours_de_gloire.holdings import content_name, who
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.straggling import settled

_NO_ORDERS: Final = frozenset({"for", "answer", "sealed", "open"})
"""Members of a message's input that other messages have too."""


class Audit:
    """The audit of one side."""

    def __init__(self, setting: Setting, army: str, record: Record) -> None:
        self.setting, self.army, self.record = setting, army, record
        self.found: list[Accusation] = []
        self.signs = SignsAudit(self)

    def accusations(self) -> Sequence[Accusation]:
        """Everything that is proven, in the order of the messages."""
        before: Mapping[str, int] = {}
        claims = ClaimsAudit(self)
        for step in self.record.steps:
            if step.army == self.army:
                claims.judge(step, before)
                claims.ordered(step)
                orders = step.at["player"] == self.army and bool(step.committed or _ordered(step))
                self.signs.kept(step, orders=orders)
                if self._taken_over(step):
                    self._renewed(step, before)
                elif orders:
                    self._orders(step, before)
            before = step.markers
        return self.found

    def accuse(self, code: str, step: Step, case: str, text: str, claim: str = "") -> None:
        """Writes down a lie that a message proves. claim: which claim it is about, if any."""
        self.found.append(Accusation(code, self.army, step.seq, case, text, claim))

    def _orders(self, step: Step, before: Mapping[str, int]) -> None:
        if step.at["stage"] == "setup":
            self._set_up(step)
        elif step.at["stage"] == "play":
            _Orders(self, step, before).judge()

    def _taken_over(self, step: Step) -> bool:
        """Whether a message is that of a seat: without orders it commits to all that its side has face down."""
        own = step.markers.keys() & set(pool(self.setting, self.army))
        return bool(step.committed) and not step.sent and own == step.committed.keys()

    def _renewed(self, step: Step, before: Mapping[str, int]) -> None:
        """jdg 1.2.1-6: who takes a seat over commits to what lay there, whoever's turn it is; the logs go on."""
        for counter, held in step.committed.items():
            due = self.record.content.get((counter, before.get(counter, -1)), held)
            self.compare(step, f"counter {counter} holds", [held], [due], "1.2.1-6")
        # In the midst of a turn nobody can tell which of them are in play.
        if _begins(step):
            there = Board(self.setting, step.at).counters(self.army)
            self._possible(step, {c: step.committed[c] for c in there if c in step.committed})

    def _possible(self, step: Step, held: Mapping[str, Json]) -> None:
        """jdg 1.2.1-6, 1.3-1, 6.1-2: what is in all counters of a side together, where nobody can tell what was there:
        nobody is in two, nobody is stronger than he was, no dummy too many."""
        for counter, content in held.items():
            self.form(step, counter, content)
        sound = {counter: content for counter, content in held.items() if well_formed(self.setting, content)}
        self.dummies(step, Counter(c["dummy"] for c in sound.values() if self.setting.dummy(c)), "1.3-1")
        for name, number in Counter(filter(None, map(who, sound.values()))).items():
            if number > 1:
                self.accuse("AUDIT_CONSERVATION", step, "1.2.1-6", f"{name} is in {number} counters")
        for counter, content in sound.items():
            troops = self.setting.troops(content)
            total = content["pf"] + content["lag"] + detached(self.setting, sound, content) if troops else 0
            if troops is not None and troops.initial and total > troops.initial:
                text = f"counter {counter} and its detachments hold {total} strength points of {troops.initial}"
                self.accuse("AUDIT_CONSERVATION", step, "6.1-2", text)

    # -- the set-up -------------------------------------------------------------------------

    def _set_up(self, step: Step) -> None:
        """jdg T-SCEN, 7.1-1, 1.3-1: in each box those who begin there, and dummies, no more than the side has."""
        dummies: Counter[str] = Counter()
        board = Board(self.setting, step.at)
        for entry in step.sent.get("mix", ()):
            box, there = entry["box"], setup.starting(self.setting, self.army).get(entry["box"], [])
            # No such box: everybody saw that the entry came to nothing.
            if not there or any(counter not in step.committed for counter in entry["counters"]):
                continue
            contents = [step.committed[counter] for counter in entry["counters"]]
            fakes = [content for content in contents if self.setting.dummy(content)]
            dummies.update(content["dummy"] for content in fakes)
            rest = [content for content in contents if not self.setting.dummy(content)]
            self.compare(step, f"the counters set up in {self.place(box)} hold", rest, there, "T-SCEN")
            for counter, content in zip(entry["counters"], contents, strict=True):
                board.place(counter, self.army, box)
                self.form(step, counter, content)
        self.dummies(step, dummies, "7.1-1")
        held = dict(step.committed)
        if all(well_formed(self.setting, held.get(counter)) for counter in board.counters(self.army)):
            self.signs.judge(step, board, held, signs_of(self.setting, board, held, self.army, {}))

    # -- what both have in common ---------------------------------------------------------------

    def place(self, box: str) -> str:
        """The printed name of a box."""
        return self.setting.boxes[box].name if box in self.setting.boxes else str(box)[:24]

    def form(self, step: Step, counter: str, content: Json) -> None:
        """A content that is none is a lie in itself."""
        if not well_formed(self.setting, content):
            self.accuse("AUDIT_CONSERVATION", step, "1.2.1-6", f"counter {counter} holds nothing that there is")

    def compare(self, step: Step, what: str, held: Iterable[Json], due: Iterable[Json], case: str) -> None:
        """Contents against those that have to be there, in any order. what: who holds them, with the verb."""
        now, then = list(held), list(due)
        if Counter(map(_key, now)) != Counter(map(_key, then)):
            text = f"{what} {self._listed(now)}, there were {self._listed(then)}"
            self.accuse("AUDIT_CONSERVATION", step, case, text)

    def _listed(self, contents: Iterable[Json]) -> str:
        named = [
            f"{content_name(self.setting, content)}{self._numbers(content)}"
            for content in sorted(contents, key=_key)
            if isinstance(content, Mapping)
        ]
        return ", ".join(named) or "nobody"

    def _numbers(self, content: Mapping[str, Json]) -> str:
        return f" {content.get('pf')}/{content.get('lag')}" if "unit" in content else ""

    def dummies(self, step: Step, kinds: Mapping[str, int], case: str) -> None:
        """jdg 1.3-1: no more dummies of a kind than the scenario has."""
        for kind, most in self.setting.scenario.counters[self.army].dummies.items():
            if kinds.get(kind, 0) > most:
                text = f"{kinds[kind]} {kind} dummies are in play, there are {most}"
                self.accuse("AUDIT_CONSERVATION", step, case, text)


class _Orders:
    """One orders message of a player turn, gone through as the rules go through it. known: counter -> content now."""

    def __init__(self, audit: Audit, step: Step, before: Mapping[str, int]) -> None:
        self.audit, self.step, self.setting, self.army = audit, step, audit.setting, audit.army
        self.board = Board(self.setting, step.at)
        self.known: dict[str, Json] = {}
        self.earlier: dict[str, Json] = {}
        # Counters dealt anew or turned down -> what they hold but for the message's own detachments.
        self.taken_for: dict[str, Json] = {}
        # Those in which detachments began afresh -> the case.
        self.worked: dict[str, str] = {}
        self.spent: dict[str, int] = {}
        for counter in self.board.counters(self.army):
            seen = self.board.content(counter)
            held = audit.record.content.get((counter, before.get(counter, -1)))
            if seen is not None:
                self.known[counter] = seen
            elif well_formed(self.setting, held):
                self.earlier[counter] = held
                self.known[counter] = settled(self.setting, held, self.board.log(counter))
                # What happened to it is in `known` now.
                self.board.at["counters"][counter]["log"] = []
        # What stands behind each number once the message is there: a commitment holds until there is another.
        self.held: dict[str, Json] = {**self.earlier, **step.committed}

    def judge(self) -> None:
        """All of it, in the order in which the rules carry it out."""
        self._mixed()
        self._turned_down()
        fakes = Counter(content["dummy"] for content in self.known.values() if self.setting.dummy(content))
        self.audit.dummies(self.step, fakes, "1.3-1")
        StrengthAudit(self.audit, self.step, self.board, self.known).judge(ordered=_ordered(self.step))
        self._divided()
        self._joined()
        self._committed()
        lines, complete = Board(self.setting, self.board.position()), self._complete()
        due = signs_of(self.setting, lines, self.known, self.army, {}) if complete else {}
        moves = MovesAudit(self.audit, self.step, self.board, self.known, self.held, self.spent)
        moves.judge()
        for counter, held in moves.came.items():
            lines.place(counter, self.army, self.board.box(counter))
            due[counter] = sign_of(self.setting, held, Link.NONE).leaf()
        if complete and self._complete():
            self.audit.signs.judge(self.step, lines, self.known, due)

    def _complete(self) -> bool:
        """Whether the book tells what all counters of the side hold."""
        return all(counter in self.known for counter in self.board.counters(self.army))

    def _undivided(self) -> dict[str, Json]:
        """What was committed to, as it was before the message's own detachments and points: counter -> content.

        A counter that is dealt anew and divided in one message is committed to once, as it is in the end.
        """
        held = dict(self.held)
        for entry in reversed(self.step.sent.get("rejoin", ())):
            self._shift(held, entry["unit"], held.get(entry["detachment"], self.known.get(entry["detachment"])), -1)
        for entry in reversed(self.step.sent.get("detach", ())):
            self._shift(held, entry["from"], {**_numbers(held.get(entry["counter"])), "lag": 0}, 1)
        formed, taken = self.step.sent.get("detach", ()), self.step.sent.get("rejoin", ())
        changed = {*(entry["from"] for entry in formed), *(entry["unit"] for entry in taken)}
        for entry in self.step.sent.get("reinforce", ()):
            if entry["counter"] in changed:
                self._shift(held, entry["counter"], {"pf": 1, "lag": 0}, -1)
        return held

    def _shift(self, held: dict[str, Json], counter: str, part: Json, sign: int) -> None:
        """Adds the numbers of a content to another, or takes them away."""
        whole, more = held.get(counter), _numbers(part)
        if isinstance(whole, Mapping) and "unit" in whole:
            now = _numbers(whole)
            held[counter] = {**whole, **{name: now[name] + sign * more[name] for name in more}}

    def _mixed(self) -> None:
        """jdg 2-B1-2, 7.1-6: fresh counters hold together what the old ones of their class held, and dummies."""
        limit, held = mixing.returnable(self.board, self.army), self._undivided()
        for entry in self.step.sent.get("mix", ()):
            box, fresh = entry["box"], entry["counters"]
            if mixing.mix_refusal(limit)(self.board, entry) is not None:
                continue
            new = {counter: held.get(counter) for counter in fresh}
            for counter, content in new.items():
                self.audit.form(self.step, counter, content)
            if not all(well_formed(self.setting, content) for content in new.values()):
                # Whatever else is wrong there comes of that.
                for counter in self.board.counters(self.army, box):
                    self.known.pop(counter, None)
                continue
            back = len(fresh) - len(self.board.counters(self.army, box))
            limit -= back
            for number, (old, ids) in enumerate(mixing.shares(self.board, self.army, box, fresh)):
                self._class(box, old, {counter: new[counter] for counter in ids}, back if number == 0 else 0)
            for counter in self.board.counters(self.army, box):
                self.earlier.pop(counter, None)
                self.known.pop(counter, None)
            mixing.deal_anew(self.board, self.army, box, fresh, back)
            self.known |= new
            self.taken_for |= new

    def _class(self, box: str, old: Sequence[str], new: Mapping[str, Json], back: int) -> None:
        if any(counter not in self.known for counter in old):
            return
        due, held = [self.known.pop(counter) for counter in old], list(new.values())
        surplus = Counter(map(_key, held)) - Counter(map(_key, due))
        extra = [json.loads(key) for key, number in surplus.items() for _ in range(number)]
        fakes = [content for content in extra if self.setting.dummy(content)][:back]
        self.audit.compare(
            self.step, f"the counters dealt anew in {self.audit.place(box)} hold", held, [*due, *fakes], "2-B1-2"
        )

    def _turned_down(self) -> None:
        """jdg 2-B1-2: a counter that is turned down still holds what everybody saw."""
        before = self._undivided()
        for counter in self.board.counters(self.army):
            if self.board.face_up(counter) and counter in self.step.committed:
                held = before[counter]
                self.audit.compare(self.step, f"counter {counter} holds", [held], [self.known[counter]], "2-B1-2")
                self.board.turn_down(counter)
                self.taken_for[counter] = held

    def _divided(self) -> None:
        """jdg 6.1-1, 6.1-2, 6.1-3, 6.1-4, 6.1-5: detachments are formed as the rules allow."""
        for entry in self.step.sent.get("detach", ()):
            unit, new = entry["from"], entry["counter"]
            whole, part = self.known.get(unit), self.held.get(new)
            if detaching.public_detach_refusal(self.board, entry) is not None or whole is None or part is None:
                continue
            shown = part if isinstance(part, Mapping) else {}
            said = {**entry, "unit": shown.get("unit"), "pf": shown.get("pf")}
            refusal = detaching.exact_detach_refusal(self.setting, self.board, self.known, said) or self._borne(said)
            self.worked |= {unit: "6.1-1", new: "6.1-1"}
            self.board.place(new, self.army, self.board.box(unit))
            self._spend(unit, new)
            if refusal is not None:
                self._illegal(unit, refusal)
                self._now_held({unit: self.held.get(unit), new: part})
            else:
                self.known[unit], self.known[new] = detaching.divided(whole, said)

    def _illegal(self, counter: str, refusal: Refusal) -> None:
        """A detachment that the rules do not allow."""
        name, place = content_name(self.setting, self.known[counter]), self.audit.place(self.board.box(counter))
        self.audit.accuse(
            "AUDIT_MOVE_ILLEGAL", self.step, refusal.case, f"{name} ({counter}) in {place}: {refusal.text}"
        )

    def _borne(self, said: Mapping[str, Json]) -> Refusal | None:
        """jdg 6.1-1: a detachment counter that a unit of the scenario bears while it lives is not free."""
        bearers = [unit.id for unit in self.setting.units.values() if unit.counter and unit.counter == said["unit"]]
        if all(unit in self.board.at["dead"] for unit in bearers):
            return None
        return Refusal("6.1-1", f"{said['unit']} is the counter of {bearers[0]}", said["from"])

    def _now_held(self, contents: Mapping[str, Json]) -> None:
        """What counters hold from now on; what is no content is as good as unknown."""
        for counter, content in contents.items():
            self.audit.form(self.step, counter, content)
            self.known.pop(counter, None)
            if well_formed(self.setting, content):
                self.known[counter] = content

    def _joined(self) -> None:
        """jdg 6.1-3, 6.1-6, 6.1-7: detachments are taken back as the rules allow."""
        for entry in self.step.sent.get("rejoin", ()):
            unit, part = entry["unit"], entry["detachment"]
            if detaching.public_rejoin_refusal(self.board, entry) is not None:
                continue
            if unit not in self.known or part not in self.known:
                continue
            refusal = detaching.exact_rejoin_refusal(self.setting, self.board, self.known, entry)
            self.worked[unit] = "6.1-3"
            if refusal is not None:
                self._illegal(unit, refusal)
                self._now_held({unit: self.held.get(unit)})
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
            elif counter in self.earlier:
                self._is(counter, held, self.earlier[counter], "1.2.1-6")

    def _is(self, counter: str, held: Json, due: Json, case: str) -> None:
        self.audit.compare(self.step, f"counter {counter} holds", [held], [due], case)

    def _spend(self, *counters: str) -> None:
        """jdg 6.1-4: movement points that a detachment costs."""
        for counter in counters:
            self.spent[counter] = self.spent.get(counter, 0) + self.setting.charts.number("detachment", "points")


def _ordered(step: Step) -> bool:
    """Whether a message surely was one with orders, and not an answer or a mere going on, which come later in a turn.

    Orders that say nothing are known by the trace: but for the dice for command points nothing has happened yet.
    """
    if step.sent.keys() - _NO_ORDERS:
        return True
    return step.sent.keys() == {"for"} and _begins(step)


def _begins(step: Step) -> bool:
    """Whether nothing of the phase has happened yet but for the dice for command points."""
    start = f"t{step.at['turn']}.{step.at['player']}.pc."
    return all(kind == "roll" and str(name).startswith(start) for kind, name, *_ in step.trace)


def _numbers(content: Json) -> dict[str, int]:
    """Strength and stragglers of a content; nothing for one that has none."""
    found = content if isinstance(content, Mapping) else {}
    return {name: found[name] if type(found.get(name)) is int else 0 for name in ("pf", "lag")}


def _key(content: Json) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"))
