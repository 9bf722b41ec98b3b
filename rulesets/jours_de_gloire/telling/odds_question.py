"""One battle as somebody imagines it: who would be in a box, what the enemy there may be, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import GameOdds, Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.wargame.names import folded, nearest
from rulesets.jours_de_gloire.board import PONTOON, Board
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.rules.battle.tactics import legal
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.outlooks import outlooks
from rulesets.jours_de_gloire.telling.preview import preview
from rulesets.jours_de_gloire.telling.preview_battles import in_box
from rulesets.jours_de_gloire.telling.preview_course import Course
from rulesets.jours_de_gloire.telling.preview_foes import Foe, Foes


class JoursOdds(GameOdds):
    """What battles would come to, ordered or not."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """See `what_if`."""
        return what_if(self.setting, decode(at), army, question, own)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """See `engine.contract.Telling.preview`."""
        return preview(self.setting, request, orders, own)


def what_if(setting: Setting, at: Position, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
    """jdg 8.0 to 8.8: what a battle, an overrun or a siege in a box would come to, by what its author can know.

    Raises Unanswerable with everything that is wrong with the question.
    """
    if at.stage == "setup":
        raise Unanswerable([Refusal("", "nobody fights before both sides have been set up")])
    return _Question(setting, at, army, question, own if own.army == army else NOTHING).answered()


class _Question:
    """A question with its names translated; `faults` gathers what is wrong with it."""

    def __init__(self, setting: Setting, at: Position, army: str, asked: WhatIf, own: Own) -> None:
        self.setting, self.asked, self.army = setting, asked, army
        self.faults: list[Refusal] = []
        self.holdings = Holdings(setting, Board(setting, at), army, own)
        self.box = self._place(asked.on)
        orders = {"battles": {self.box: {"tactic": asked.tactic}}} if asked.tactic else {}
        self.course = Course(setting, at, army, orders, own)
        self._strange()

    def answered(self) -> list[Outlook]:
        """What may happen in the box. Raises Unanswerable."""
        counters = [counter for text in self.asked.by if (counter := self._counter(text))]
        self._raise()
        notes = [*self._gather(counters)]
        foe = self._foe()
        told = in_box(self.course, foe)
        self._judge(told, foe)
        self._raise()
        return list(outlooks(self.setting, told, self.asked.against, notes))

    def _raise(self) -> None:
        if self.faults:
            raise Unanswerable(self.faults)

    def _fault(self, text: str, case: str = "") -> None:
        self.faults.append(Refusal(case, text))

    # -- names ------------------------------------------------------------------------------

    def _place(self, on: Sequence[str]) -> str:
        """The box that is asked for, by id or printed name."""
        boxes = self.setting.boxes
        if len(on) != 1:
            raise Unanswerable([Refusal("", "a battle is in one box; name a single one")])
        names = {folded(key): box for box, place in boxes.items() for key in (place.name, box)}
        found = names.get(folded(on[0]))
        if found is None:
            close = nearest(on[0], names)
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            raise Unanswerable([Refusal("", f"there is no box {on[0][:40]!r}{hint}")])
        return found

    def _counter(self, text: str) -> str:
        """An own counter by its number or by what it holds."""
        found = self.holdings.meant(text)
        if len(found) == 1:
            return found[0]
        if found:
            self._fault(f"{text[:40]!r} may be {' or '.join(map(self.holdings.printed, found))}; say its number")
            return ""
        names = {key: key for key in (*self.holdings.units(), *self.holdings.counters())}
        close = nearest(text, names)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        self._fault(f"there is no counter of yours {text[:40]!r}{hint}")
        return ""

    def _strange(self) -> None:
        for given, text in (
            (self.asked.far, "nobody fires into a box from another one"),
            (self.asked.moved, "whoever is named is supposed to be in the box; no other place can be supposed"),
            (self.asked.column, "no column is chosen in these rules"),
        ):
            if given:
                self._fault(text)

    # -- who is there -------------------------------------------------------------------------

    def _gather(self, counters: Sequence[str]) -> Iterator[Step]:
        """Brings the attackers into the box, each over the link by which it stands, if it is next to it."""
        board = self.course.board
        near = set(board.neighbours(self.box))
        for counter in counters:
            start = board.box(counter)
            if start == self.box:
                continue
            if start in near:
                self.course.came[counter] = start
                if board.crossing(start, self.box) in ("bridge", PONTOON):
                    self.course.bridged.add(counter)
            board.move(counter, self.box)
            far = "" if start in near else ", by a way that is not looked at"
            yield Step(f"supposed there: {self.holdings.printed(counter)}, now in {self._name(start)}{far}")
        there = board.counters(self.army, self.box)
        if not there:
            beside = [
                self.holdings.printed(counter)
                for box in sorted(near)
                for counter in board.counters(self.army, box)
                if not self.setting.dummy(self.holdings.known.get(counter))
            ]
            hint = f"; next to it: {', '.join(beside[:8])}" if beside else ""
            text = f"none of yours is in {self._name(self.box)}; name attackers with --by{hint}"
            raise Unanswerable([Refusal("", text)])

    def _foe(self) -> Foe:
        """Who of the other army is supposed to be there."""
        foes = Foes(self.setting, self.course.board, self.army)
        if self.asked.enemy >= 0:
            return foes.supposed(self.box, self.asked.enemy)
        found = foes.boxes.get(self.box)
        if found is None:
            text = f"no enemy is in {self._name(self.box)}; say which strength is to be supposed there"
            raise Unanswerable([Refusal("", text)])
        return found

    def _judge(self, told: Mapping[str, Any], foe: Foe) -> None:
        """Whether there is anything to look at, and whether the chits can be played."""
        if not {"battle", "going-on"} & told.keys():
            unknown = told["own"]["unknown"]
            who = f"what {unknown} counters there hold is not known here" if unknown else "you have no units there"
            self._fault(who if not told["own"]["pf"] else "the enemy there has no units, as far as is known")
        if "battle" not in told:
            return
        limit, charts = self.setting.options.screen_limit, self.setting.charts
        pairs = [pair for row in told["battle"]["chits"] for pair in row["pairs"]]
        mine = dict.fromkeys(pair[0] for pair in pairs)
        theirs = legal(charts, foe.force, limit)
        for wish, open_, who in ((self.asked.tactic, mine, "you"), (self.asked.against, theirs, "the enemy")):
            if wish and wish not in open_:
                self._fault(f"{who} cannot play {wish[:20]!r} there; what can be played: {', '.join(open_)}", "8.2-1")

    def _name(self, box: str) -> str:
        return self.setting.boxes[box].name
