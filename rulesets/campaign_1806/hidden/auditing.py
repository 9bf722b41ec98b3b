"""The audit: with an army's book open, did its counters hold what they could, and was what it ordered legal? (1.5)

The log proves what is public. Judged here is what a player kept secret when he gave his orders: who stood behind his
counters, what their leaves showed, whom he commanded, and so whether each move was his to make. It is judged on the
board as he saw it, by the very rules that compile his orders. Whom no book has to tell of stays a counter, of which
anything is believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.hidden import EXCUSED, HIDDEN, Accusation, Record, Step
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Tell
from pbem.engine.rollcall import standing_before
from rulesets.campaign_1806 import sequence
from rulesets.campaign_1806.hidden.auditing_day import DayAudit
from rulesets.campaign_1806.hidden.auditing_night import night_faults
from rulesets.campaign_1806.hidden.auditing_setup import set_up_faults
from rulesets.campaign_1806.hidden.counters import is_counter, pool, sort_of, unit_in
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF, tracks_in
from rulesets.campaign_1806.hidden.proofs import CLAIM, CONSERVATION, Fault
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.setting import Setting


class Audit:
    """The audit of one army. found: accusations, in the order of the messages. command: the leaf of command that its
    orders of the running phase came with, None before any. fresh: counters that those committed to.
    gone: those that they replaced. unsaid: whether somebody has taken the seat without what its leaves said, and given
    no orders since."""

    def __init__(self, setting: Setting, army: str, record: Record) -> None:
        self.setting, self.army, self.record = setting, army, record
        self.found: list[Accusation] = []
        self.command: Json = None
        self.tracks: tuple[str, ...] | None = None
        self.fresh: set[str] = set()
        self.gone: set[str] = set()
        self.unsaid = False

    def accusations(self) -> Sequence[Accusation]:
        """Everything that is proven."""
        for step, before in standing_before(self.record):
            if step.army == self.army:
                self._message(step, before)
        return self.found

    def accuse(self, code: str, step: Step, case: str, text: str) -> None:
        """Writes down a lie that a message proves."""
        self.found.append(Accusation(code, self.army, step.seq, case, text))

    def _message(self, step: Step, before: Mapping[str, int]) -> None:
        held = self._held(step, before)
        self._taken_over(step)
        if step.seated:
            self._renewed(step, held)
        elif step.asked == ORDERS:
            self._orders(step, held)
        self._signs(step, {**held, **step.committed})
        self._same_command(step)

    def _held(self, step: Step, before: Mapping[str, int]) -> dict[str, Json]:
        """Counter -> content of what the army had committed to before a message; what is excused is left out."""
        mine = set(pool(self.army))
        told = {one: self.record.held(self.army, one, seq) for one, seq in before.items() if one in mine}
        return {counter: value for counter, value in told.items() if value is not EXCUSED}

    # -- each message --------------------------------------------------------------------

    def _taken_over(self, step: Step) -> None:
        """osg 1.5: who takes a seat over and was handed nothing knows what lies there, and commits to that; what was
        said of command and of the tracks, and which signs were shown, he says with his first orders."""
        if step.seated and not any(step.leaves.get(HIDDEN, {}).values()):
            self.unsaid, self.command, self.tracks = True, None, None
        elif step.asked == ORDERS:
            self.unsaid = False

    def _renewed(self, step: Step, held: Mapping[str, Json]) -> None:
        """osg 1.5: who takes a seat over commits to what lay there."""
        for counter, value in step.committed.items():
            if counter in held and held[counter] != value:
                text = f"counter {counter} holds {self.name(value)} now, there was {self.name(held[counter])}"
                self.accuse(CONSERVATION, step, "1.5", text)

    def _signs(self, step: Step, held: Mapping[str, Json]) -> None:
        """osg 1.51A, 4.0-2: each leaf shows the sort of what is behind its counter."""
        leaves = step.leaves.get(HIDDEN)
        if leaves is None:
            return
        units = self.setting.forces.units
        there = {*step.at["at"], *step.at["boxes"], *self.fresh, *step.committed} - self.gone
        standing = [one for one in pool(self.army) if one in held and one in there and one in step.markers]
        for counter in standing:
            uid, shown = unit_in(held[counter]), leaves.get(f"{SORT}{counter}", "")
            if self.unsaid and shown == "":
                continue
            if uid in units and not is_counter(uid) and shown != sort_of(units[uid]):
                text = f"the sign of counter {counter} shows {str(shown)[:8]!r}; {units[uid].name} is behind it"
                self.accuse(CLAIM, step, "1.51A", text)

    def _same_command(self, step: Step) -> None:
        """osg 7.11-1, 7.3: who is in command is settled by the message that gave the orders."""
        leaf = step.leaves.get(HIDDEN, {}).get(COMMAND_LEAF, "")
        if step.asked == ORDERS or HIDDEN not in step.leaves:
            self.command = leaf if HIDDEN in step.leaves else None
        elif self.command is not None and leaf != self.command:
            self.accuse(CLAIM, step, "7.11-1", "the allocation of command was changed by a message without orders")

    def _same_tracks(self, step: Step, leaf: Json) -> None:
        """osg 21.81, 21.85: the plan of entries is that of the set-up, and names forces that have two tracks."""
        if leaf is None or step.at["army"] != self.army:
            return
        tracks = tracks_in(leaf)
        if step.at["turn"] == SETUP:
            self.tracks = tracks
        elif tracks != self.tracks and not (self.tracks is None and not tracks):
            self.accuse(CLAIM, step, "21.85", "the plan of entries was changed after the set-up")

    # -- orders --------------------------------------------------------------------------

    def _orders(self, step: Step, held: Mapping[str, Json]) -> None:
        self.fresh, self.gone = set(step.committed), set()
        leaf = step.leaves.get(HIDDEN, {}).get(COMMAND_LEAF) if HIDDEN in step.leaves else None
        self._same_tracks(step, leaf)
        play = asked_on(self.setting, step)
        if play is None or play.army != self.army:
            return
        if play.position.turn == SETUP:
            faults: Iterable[Fault] = set_up_faults(play, step.sent, step.committed)
        elif play.now.night:
            faults = night_faults(play, step.sent, held)
        else:
            day = DayAudit(play, step.sent, held, step.committed, leaf)
            faults, self.gone = list(day.faults()), day.gone
        for code, refusal in faults:
            self.accuse(code, step, refusal.case, refusal.text)

    def name(self, value: Json) -> str:
        """A content in words."""
        uid = unit_in(value)
        return self.setting.forces.units[uid].name if uid in self.setting.forces.units else "nobody that there is"


def asked_on(setting: Setting, step: Step) -> Play | None:
    """The board on which a message was asked for orders: the phase up to its question. None where the rules, with what
    the log has recorded of it, never come to ask."""
    phase = sequence.phase(setting, Position.from_json(step.at))
    recorded = iter(step.trace)
    try:
        request = next(phase)
        while not (isinstance(request, Choose) and request.what == ORDERS):
            if isinstance(request, Tell):
                request = phase.send(None)
                continue
            entry = next(recorded, None)
            if entry is None:
                return None
            request = phase.send(tuple(entry[-1]) if isinstance(entry[-1], list) else entry[-1])
    except StopIteration:
        return None
    finally:
        phase.close()
    play = request.scene
    return play if isinstance(play, Play) else None
