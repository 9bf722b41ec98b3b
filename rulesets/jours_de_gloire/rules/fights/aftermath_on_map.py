"""After a battle, on the map: losses, captures, retreats, pursuit, bridges, and who stays (8.7, 9-4 to 9-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Json, Listed
from pbem.engine.requests import Silent, Tell
from rulesets.jours_de_gloire.board import MOVED, PONTOON
from rulesets.jours_de_gloire.documents.standing import (
    BRIDGES,
    DESTROY,
    LEAVE,
    NO,
    RETREAT,
    STAY,
    WINNER,
    Wishes,
    first_of,
)
from rulesets.jours_de_gloire.rules.battle.aftermath import (
    BRIDGE,
    crossing,
    demolition,
    pursuit,
    why_no_demolition,
    why_no_pursuit,
)
from rulesets.jours_de_gloire.rules.battle.ground import retreats
from rulesets.jours_de_gloire.rules.battle.outcome import Outcome
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, Force
from rulesets.jours_de_gloire.rules.battle.points import capture_points
from rulesets.jours_de_gloire.rules.fights.box_forces import Camp, force_of, generals_in, troops_in
from rulesets.jours_de_gloire.rules.fights.contacts import occupied
from rulesets.jours_de_gloire.rules.march.contact import flagged, stranded
from rulesets.jours_de_gloire.rules.march.engineers import DESTROY as WORK
from rulesets.jours_de_gloire.rules.march.engineers import carry_out
from rulesets.jours_de_gloire.turn import Part, Turn


def captured(turn: Turn, by: str, counters: Sequence[str], box: str) -> Part:
    """jdg 8.5-5, 8.7-5, 9-7, 9-8: generals are taken and leave the game; Napoleon's capture ends it at once."""
    board = turn.board
    taken = force_of(board, turn.setting.foe(by), generals_in(board, counters)).leaders
    if not taken:
        return
    worth = capture_points(turn.setting.charts, taken)
    for counter in generals_in(board, counters):
        board.remove(counter)
    board.at.taken = [*board.at.taken, *(leader.id for leader in taken)]
    board.at.pv = {**board.at.pv, by: board.at.pv[by] + worth.points}
    names = [leader.id for leader in taken]
    yield Tell({"kind": "captured", "army": by, "at": box, "case": "9-7", "generals": names, "points": worth.points})
    if worth.ends:
        board.at.stage = "over"
        yield Tell({"kind": "emperor-taken", "army": by, "at": box, "case": "9-8"})


def wiped_out(turn: Turn, camp: Camp, box: str, case: str, captor: str = "") -> Part:
    """jdg 8.4-8, 8.5-5, 8.7-6, 8.8-S2: all units of a force are gone; its generals are taken, or displaced (4.2-1).

    captor: army that takes the generals, empty where none is taken.
    """
    losses = {fighter.id: fighter.pf for fighter in camp.force().fighters}
    camp.suffer(losses)
    yield Tell({"kind": "wiped-out", "army": camp.army, "at": box, "case": case, "units": losses})
    if captor:
        yield from captured(turn, captor, camp.counters, box)
    else:
        yield from stranded(turn, box)


def ways_back(turn: Turn, camp: Camp, box: str, origins: Sequence[str], *, own_will: bool = False) -> Part:
    """jdg 8.1-P5-2, 8.6-5, 8.7-3, 8.7-4: the boxes to which a whole force may go back; empty: it is lost (8.4-8).

    Boxes with enemy counters are the last resort: what holds them is shown then. origins: boxes that the attackers came
    from. own_will: nobody forces it, so nothing is shown, and an attacker who has won goes where he likes: the way by
    which he came binds him who is beaten or has drawn.
    """
    board = turn.board
    exits = board.neighbours(box)
    held = tuple(to for to in exits if board.enemies(camp.army, to))
    if own_will and camp.role == ATTACKER:
        return tuple(to for to in exits if to not in held)
    free = retreats(camp.role, exits, origins, held)
    if free or own_will:
        return free
    for to in dict.fromkeys((*retreats(camp.role, exits, origins, ()), *exits)):
        barred = camp.role != ATTACKER and to in origins
        if not barred and not (yield from occupied(turn, turn.setting.foe(camp.army), to, "back")):
            return (to,)
    return ()


def picked(turn: Turn, wishes: Wishes, camp: Camp, box: str, ways: Sequence[str], name: str) -> Part:
    """jdg 8.7-3: the one box that the owner chooses; by default one without water on the way, where he has most."""
    board = turn.board
    ranked = sorted(ways, key=lambda to: (bool(board.crossing(box, to)), -len(board.counters(camp.army, to))))
    if len(ranked) == 1:
        return ranked[0]
    options = Listed(ranked, "8.7-3", "a box to go back to")
    return (
        yield from wishes.choose(
            camp.army, RETREAT, box, options, member="retreat", slot=RETREAT, read=first_of(ranked), name=name
        )
    )


def gone(
    turn: Turn, camp: Camp, counters: Sequence[str], box: str, to: str, case: str, kind: str = "went-back"
) -> Part:
    """Counters of a force go to another box, whose flag turns; enemy generals alone there get out of their way.

    jdg 5.4-4, 6.2-1: whoever does that has moved in this game turn, of his own will or not.
    """
    board = turn.board
    board.move_all(counters, to)
    for counter in counters:
        turn.came.pop(counter, None)
    board.note(MOVED, counters)
    event = {"kind": kind, "army": camp.army, "from": box, "to": to, "counters": list(counters), "case": case}
    yield Tell(event)
    if troops_in(board, counters):
        yield from flagged(turn, camp.army, to)
    yield from stranded(turn, to)


class Aftermath:
    """What follows one battle. camps: by role. origins: boxes that the attackers came from, before anybody moved."""

    def __init__(self, turn: Turn, wishes: Wishes, box: str, camps: Mapping[str, Camp]) -> None:
        self.turn, self.wishes, self.box, self.camps = turn, wishes, box, camps
        self.board, self.charts = turn.board, turn.setting.charts
        self.label = f"{turn.label}.fight.{box}"
        self.origins = camps[ATTACKER].origins

    def after(self, outcome: Outcome) -> Part:
        """jdg 8.1-P5-1, 8.1-P5-2, 8.1-P6, 4.2-1: points, the loser's way back and its costs, pursuit, and whether the
        winner stays."""
        for camp in self.camps.values():
            camp.suffer(outcome.losses)
        yield from self._points(outcome)
        if outcome.eliminated is not None:
            camp, winner = self.camps[outcome.loser], self.camps[outcome.winner]
            camp.suffer(outcome.eliminated.losses)
            yield from captured(self.turn, winner.army, camp.counters, self.box)
            if self.board.at.stage == "over":
                return
        if outcome.leaves:
            yield from self._loser(outcome)
        yield from stranded(self.turn, self.box)
        if outcome.may_leave:
            yield from self._may_leave(self.camps[outcome.may_leave])

    def _points(self, outcome: Outcome) -> Part:
        if outcome.points:
            army, case = self.camps[outcome.winner].army, "9-4" if outcome.length.kind == "decisive" else "9-5"
            self.board.at.pv = {**self.board.at.pv, army: self.board.at.pv[army] + outcome.points}
            yield Tell({"kind": "points", "army": army, "at": self.box, "case": case, "points": outcome.points})

    # -- the loser -------------------------------------------------------------------------

    def _loser(self, outcome: Outcome) -> Part:
        """jdg 8.7-1, 8.7-2, 8.7-3, 8.7-4, 8.8-7: back into the citadel, or to one common box."""
        camp = self.camps[outcome.leaves]
        if camp.inside and (back := tuple(counter for counter in camp.counters if counter in camp.inside)):
            yield Tell(
                {"kind": "back-inside", "army": camp.army, "at": self.box, "case": "8.8-7", "counters": list(back)}
            )
        if not camp.outside:
            return
        to = yield from self.driven_off(camp, "8.7-1" if outcome.loser else "8.7-2")
        if to and outcome.loser:
            yield from self._on_the_way(camp, to, outcome)

    def driven_off(self, camp: Camp, case: str) -> Part:
        """Those outside go to one box, which is returned; with no way out they are eliminated: empty."""
        there = camp.outside
        ways = yield from ways_back(self.turn, camp, self.box, self.origins)
        if not ways:
            lost = Camp(self.turn, camp.army, camp.role, there)
            yield from wiped_out(self.turn, lost, self.box, "8.4-8")
            return ""
        to = yield from picked(self.turn, self.wishes, camp, self.box, ways, RETREAT)
        yield from gone(self.turn, camp, there, self.box, to, case)
        return to

    def _on_the_way(self, camp: Camp, to: str, outcome: Outcome) -> Part:
        """jdg 8.7-7, 6.4-3, 8.4-5: water, the bridge behind, and the winner's horse."""
        where = (self.box, to)
        water = self.board.crossing(self.box, to)
        over = BRIDGE if water == PONTOON else water
        paid = yield from crossing(self._force(camp), over, f"{self.label}.cross", where)
        camp.suffer(paid.losses)
        if self._force(camp).fighters and why_no_demolition(outcome, over) is None:
            yield from self._bridge(camp, to)
        winner = self.camps[outcome.winner].force()
        loser = self._force(camp)
        if loser.fighters and why_no_pursuit(self.charts, outcome, self.board.weather) is None:
            paid = yield from pursuit(self.charts, winner, loser, self.board.weather, self.label, where)
            camp.suffer(paid.losses)

    def _bridge(self, camp: Camp, to: str) -> Part:
        """jdg 6.4-3, 6.4-5: the loser may try to blow the bridge that he went back over, or to take up the pontoon."""
        options = Listed((LEAVE, DESTROY), "6.4-3", "what to do with the bridge")
        said = yield from self.wishes.choose(camp.army, BRIDGES, self.box, options, member="bridge", slot=BRIDGES)
        if said != DESTROY:
            return
        tried = yield from demolition(self.charts, self._force(camp), self.label, (self.box, to))
        camp.suffer(tried.paid.losses)
        if tried.destroyed:
            carry_out(self.board, camp.army, self.box, WORK, to)

    def _force(self, camp: Camp) -> Force:
        """Those who went back, who share what it costs (8.4-2)."""
        return camp.force(self.wishes.payers(camp.army, self.box, camp.units), camp.outside)

    # -- the winner ------------------------------------------------------------------------

    def _may_leave(self, camp: Camp) -> Part:
        """jdg 8.7-1, 8.7-2: the winner, or who held out, may go back as well; those in a citadel stay there."""
        if not troops_in(self.board, camp.outside):
            return
        ways = yield from ways_back(self.turn, camp, self.box, self.origins, own_will=True)
        if not ways:
            return
        options = Listed((STAY, LEAVE), "8.7-1", "what to do after the battle")
        said = yield from self.wishes.choose(camp.army, WINNER, self.box, options, member="stay", slot=WINNER)
        if said == LEAVE:
            to = yield from picked(self.turn, self.wishes, camp, self.box, ways, "leave")
            yield from gone(self.turn, camp, camp.outside, self.box, to, "8.7-1")


def advanced(turn: Turn, wishes: Wishes, camp: Camp, box: str, ways: Sequence[str]) -> Part:
    """jdg 8.4-7, 8.4-8: an attacker may go on one box after an overrun, by his orders; else he stays."""
    if isinstance(wishes.ordered(camp.army, box, "advance"), Silent):
        return
    options = Listed((NO, *ways), "8.4-8", "a box to advance to")
    to: Json = yield from wishes.choose(camp.army, "advance", box, options, member="advance")
    if to != NO:
        yield from gone(turn, camp, camp.counters, box, to, "8.4-7", "advanced")
