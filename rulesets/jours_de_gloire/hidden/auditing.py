"""The audit: with an army's book open, did its counters hold what they could, and were their signs true?

The log proves what is public. Judged here is what a player wrote down in secret with his orders: counters set up, dealt
anew, turned down, divided and joined, those who came onto the map, and the sign of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_

from pbem.engine.hidden import EXCUSED, Accusation, Record, Step
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS
from pbem.engine.rollcall import standing_before
from rulesets.jours_de_gloire import beginning
from rulesets.jours_de_gloire.board import NOBODY, Board
from rulesets.jours_de_gloire.hidden.auditing_claims import ClaimsAudit, Facts
from rulesets.jours_de_gloire.hidden.auditing_moves import told_since
from rulesets.jours_de_gloire.hidden.auditing_orders import OrdersAudit, key_of
from rulesets.jours_de_gloire.hidden.auditing_signs import SignsAudit
from rulesets.jours_de_gloire.hidden.muster import overdrawn, well_formed
from rulesets.jours_de_gloire.hidden.own_counters import content_name, who
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.rules import setup
from rulesets.jours_de_gloire.rules.admin import signs_of
from rulesets.jours_de_gloire.setting import Setting


class Audit:
    """The audit of one army. facts: what is true of its counters, as `HiddenForces.facts`. read: reads positions."""

    def __init__(
        self, setting: Setting, army: str, record: Record, facts: Facts, read: Callable[[Json], Position] = decode
    ) -> None:
        self.setting, self.army, self.record, self.facts, self.read = setting, army, record, facts, read
        self.found: list[Accusation] = []
        self.signs = SignsAudit(self)

    def accusations(self) -> Sequence[Accusation]:
        """Everything that is proven, in the order of the messages."""
        claims = ClaimsAudit(self, self.facts)
        for step, before in standing_before(self.record):
            if step.army == self.army:
                claims.judge(step, before)
                claims.ordered(step)
                self.signs.kept(step)
                for counter, content in step.committed.items():
                    self.form(step, counter, content)
                if step.seated:
                    self._renewed(step, before)
                elif step.asked == ORDERS or step.committed:
                    self._orders(step, before)
        return self.found

    def board(self, step: Step) -> Board:
        """A board of its own with the position of a step."""
        return Board(self.setting, self.read(step.at))

    def held(self, counter: str, at: int) -> Json:
        """What message `at` committed to for a counter; EXCUSED where no book has to tell it."""
        return self.record.held(self.army, counter, at)

    def behind(self, step: Step, held: Mapping[str, Json], counter: str) -> Json:
        """What stands behind a number after a message, by `held` or else by the book: None where nothing does, EXCUSED
        where no book has to tell it.

        Raises LookupError for what the book has to tell and does not; see `Record.held`.
        """
        if counter in held or counter not in step.markers:
            return held.get(counter)
        return self.held(counter, step.markers[counter])

    def sound(self, content: Json) -> Json:
        """A content as the rules take it: what is none counts as a dummy. So one lie silences no other judgement."""
        return content if well_formed(self.setting, content) else dict(NOBODY)

    def accuse(self, code: str, step: Step, case: str, text: str, claim: str = "") -> None:
        """Writes down a lie that a message proves. claim: which claim it is about, if any."""
        self.found.append(Accusation(code, self.army, step.seq, case, text, claim))

    def _orders(self, step: Step, before: Mapping[str, int]) -> None:
        if step.at["stage"] == "setup":
            self._set_up(step)
        elif step.at["stage"] == "play":
            OrdersAudit(self, step, before).judge()

    def _renewed(self, step: Step, before: Mapping[str, int]) -> None:
        """jdg 1.2.1-6: who takes a seat over commits to what lay there, whoever's turn it is; the logs go on."""
        for counter, held in step.committed.items():
            due = self.held(counter, before.get(counter, -1))
            if due is not EXCUSED:
                self.compare(step, f"counter {counter} holds", [held], [due], "1.2.1-6")
        # In the midst of a turn nobody can tell which of them are in play.
        if not step.begun:
            there = self.board(step).counters(self.army)
            self._possible(step, {c: step.committed[c] for c in there if c in step.committed})

    def _possible(self, step: Step, held: Mapping[str, Json]) -> None:
        """jdg 1.2.1-6, 1.3-1, 6.1-2: what is in all counters of an army together, where nobody can tell what was there:
        nobody is in two, nobody is stronger than he was, no dummy too many."""
        sound = {counter: self.sound(content) for counter, content in held.items()}
        self.dummies(step, Counter(c["dummy"] for c in sound.values() if self.setting.dummy(c)), "1.3-1")
        for name, number in Counter(filter(None, map(who, sound.values()))).items():
            if number > 1:
                self.accuse("AUDIT_CONSERVATION", step, "1.2.1-6", f"{name} is in {number} counters")
        for text in overdrawn(self.setting, sound):
            self.accuse("AUDIT_CONSERVATION", step, "6.1-2", text)

    # -- the set-up -------------------------------------------------------------------------

    def _set_up(self, step: Step) -> None:
        """jdg T-SCEN, 7.1-1, 1.3-1: in each box those who begin there, and dummies, no more than the army has."""
        dummies: Counter[str] = Counter()
        board, known = self.board(step), dict[str, Json]()
        for box, fresh in self._dealt(step):
            contents = [step.committed[counter] for counter in fresh]
            fakes = [content for content in contents if self.setting.dummy(content)]
            dummies.update(content["dummy"] for content in fakes)
            rest = [content for content in contents if not self.setting.dummy(content)]
            there = beginning.starting(self.setting, self.army)[box]
            self.compare(step, f"the counters set up in {self.place(box)} hold", rest, there, "T-SCEN")
            for counter, content in zip(fresh, contents, strict=True):
                board.place(counter, self.army, box)
                known[counter] = self.sound(content)
        for event in told_since(self.record, step, self.army) or ():
            for counter, content in event["counters"].items() if event["kind"] == "deployed" else ():
                board.place(counter, self.army, event["at"], content)
                known[counter] = content
        self.dummies(step, dummies, "7.1-1")
        if step.asked == ORDERS:
            self.signs.judge(step, board, known, signs_of(self.setting, board, known, self.army, {}))

    def _dealt(self, step: Step) -> list[tuple[str, list[str]]]:
        """The boxes that the set-up dealt, with their counters: as everybody saw it, else by its entries."""
        shown = told_since(self.record, step, self.army)
        if shown is not None:
            return [(e["at"], e["counters"]) for e in shown if e["kind"] == "dealt" and self._in_hand(step, e)]
        dealt: dict[str, int] = {}
        found, board = [], self.board(step)
        for entry in step.sent.get("mix", ()):
            if setup.deal_refusal(dealt)(board, entry, None) is None and self._in_hand(step, entry):
                dealt[entry["box"]] = len(entry["counters"]) - len(
                    beginning.starting(self.setting, self.army)[entry["box"]]
                )
                found.append((entry["box"], entry["counters"]))
                for counter in entry["counters"]:
                    board.place(counter, self.army, entry["box"])
        return found

    @staticmethod
    def _in_hand(step: Step, entry: Json) -> bool:
        return all(counter in step.committed for counter in entry["counters"])

    # -- what both have in common ---------------------------------------------------------------

    def place(self, box: str) -> str:
        """The printed name of a box."""
        return self.setting.boxes[box].name if box in self.setting.boxes else str(box)[:24]

    def form(self, step: Step, counter: str, content: Json) -> None:
        """A content that is none is a lie in itself, wherever it lies."""
        if not well_formed(self.setting, content):
            self.accuse("AUDIT_CONSERVATION", step, "1.2.1-6", f"counter {counter} holds nothing that there is")

    def compare(self, step: Step, what: str, held: Iterable[Json], due: Iterable[Json], case: str) -> None:
        """Contents against those that have to be there, in any order. what: who holds them, with the verb."""
        now, then = list(held), list(due)
        if len(now) == len(then) and all(map(is_, now, then)):
            # What was committed to earlier and holds.
            return
        if Counter(map(key_of, now)) != Counter(map(key_of, then)):
            text = f"{what} {self._listed(now)}, there were {self._listed(then)}"
            self.accuse("AUDIT_CONSERVATION", step, case, text)

    def _listed(self, contents: Iterable[Json]) -> str:
        named = [
            f"{content_name(self.setting, content)}{self._numbers(content)}"
            for content in sorted(contents, key=key_of)
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
