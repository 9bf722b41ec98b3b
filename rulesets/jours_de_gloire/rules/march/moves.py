"""jdg 2-B2, 5, 6: the Movement Phase of a player turn: detachments, the stacks one after the other, rest.

`steps` says what may be ordered; here it is done step by step, until the enemy, his reactions or the points end it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Roll, Tell
from rulesets.jours_de_gloire.board import BRIDGE, DUG, MOVED, PONTOON, Board
from rulesets.jours_de_gloire.hidden.signs import Sign, signs
from rulesets.jours_de_gloire.position import without
from rulesets.jours_de_gloire.rules import straggling
from rulesets.jours_de_gloire.rules.march import engineers
from rulesets.jours_de_gloire.rules.march.comers import arrival_of, still_out, who_enters
from rulesets.jours_de_gloire.rules.march.command import Lines
from rulesets.jours_de_gloire.rules.march.contact import contact, flagged, found_dummies, is_unit, stranded, worn_away
from rulesets.jours_de_gloire.rules.march.detaching import detachments, sign_anew
from rulesets.jours_de_gloire.rules.march.engineers import is_work
from rulesets.jours_de_gloire.rules.march.interception import arrived, interceptions
from rulesets.jours_de_gloire.rules.march.march import entry_cost, step_cost
from rulesets.jours_de_gloire.rules.march.paying import bill, charge
from rulesets.jours_de_gloire.rules.march.reach import diced_points
from rulesets.jours_de_gloire.rules.march.recon import is_recon, reconnaissance, scouts, way_back, withdraws
from rulesets.jours_de_gloire.rules.march.steps import (
    FAR,
    Doings,
    dummies_refusal,
    exact_points,
    exact_refusal,
    path_of,
    public_refusal,
    told,
)
from rulesets.jours_de_gloire.setting import GENERAL, Known
from rulesets.jours_de_gloire.turn import Judge, Part, Turn

Json = Any
FATIGUED: Final = "fatigued"
LAG: Final = "lag"


def movement(turn: Turn) -> Part:
    """jdg 2-B2-1, 5.1-3, 6-0: detachments, then the stacks of `orders` in their order."""
    doings = Doings()
    yield from detachments(turn, doings)
    for number, _ in enumerate(turn.orders.get("orders", ())):
        yield from ordered(turn, number, doings, March)


def ordered(turn: Turn, number: int, doings: Doings, march: type[March]) -> Part:
    """jdg 5.1-3: one entry of `orders`; returns the march, None for an entry that is void. march: how it goes."""
    entry = yield from turn.judged(move_refusal(turn, doings), "move", ("orders", number), {})
    if not entry:
        return None
    stack = march(turn, entry, number)
    if "enter" in entry and not (yield from turn.in_hand(stack.stack, f"move.{number}")):
        return None
    doings.acted.update(stack.stack)
    yield from stack.go(doings)
    return stack


def move_refusal(turn: Turn, doings: Doings) -> Judge:
    """A judge of one entry of `orders`."""

    def judge(board: Board, entry: Json, known: Known | None) -> Refusal | None:
        held = None if known is None else {**known, **entering(turn, entry)}
        if held is None:
            return public_refusal(turn.setting, board, turn.army, entry, doings)
        # There are dummies only where counters lie face down (10-1).
        refusal = dummies_refusal(turn.setting, held, entry) if turn.book is not None else None
        return refusal or exact_refusal(turn.setting, board, turn.army, held, entry, doings)

    return judge


def entering(turn: Turn, entry: Json) -> dict[str, Json]:
    """jdg 3.3-4: what the counters of an entry hold that come onto the map, as far as somebody looks into them."""
    seen, book = turn.setting.fog.contents(turn.board), turn.book or {}
    if seen is not None:
        return who_enters(turn.board, turn.army, seen, entry)
    return {counter: book[counter] for counter in entry["stack"] if "enter" in entry and counter in book}


class March:
    """One stack of the phasing army as it carries out its entry. number: of the entry. left: PM that it has left.

    paid: command -> PC, and allowance: its PM for the turn, as far as somebody looks into it. way: what it has done so
    far, with its cost in PM, None for all of them: {"to", "cost"} or {"work", "link", "cost"}.
    """

    def __init__(self, turn: Turn, entry: Json, number: int) -> None:
        self.turn, self.entry, self.board = turn, entry, turn.board
        self.stack: tuple[str, ...] = tuple(entry["stack"])
        self.label = f"{turn.label}.move.{number}"
        self.left = 0
        self.units = False
        self.paid: dict[str, int] = {}
        self.allowance: int | None = None
        self.way: list[dict[str, Json]] = []

    def go(self, doings: Doings) -> Part:
        """The whole of it."""
        turn, entry = self.turn, self.entry
        contents = entering(turn, entry)
        comes = "enter" in entry
        # What it holds and how it is linked stay as they are until it sets out.
        known = None if comes else self.known
        lines = None if known is None else Lines(turn.setting, self.board, known, turn.army)
        if not comes:
            yield from self._pay(known, lines)
        if told(entry, "entrench"):
            yield from self._entrench()
            return
        vcs = [] if comes else (yield from self._values())
        yield from self._points(doings, known, lines)
        going = True
        if comes:
            going = yield from self._enter(contents)
        self.units = self._has_units()
        yield from self._along(going)
        yield from self._end(vcs)

    @property
    def here(self) -> tuple[str, ...]:
        """The counters of the stack that are still in play."""
        there = self.board.at.counters
        return tuple([counter for counter in self.stack if counter in there])

    @property
    def box(self) -> str:
        """Where the stack is."""
        there = self.board.at.counters
        return next(there[counter].box for counter in self.stack if counter in there)

    @property
    def known(self) -> Known | None:
        """What the counters of its army hold, where somebody looks into all of its own; else None."""
        known = self.turn.known()
        return known if known is not None and set(self.here) <= known.keys() else None

    def _tell(self, kind: str, case: str, **more: Json) -> Tell:
        return Tell({"kind": kind, "army": self.turn.army, "stack": list(self.here), **more, "case": case})

    def _has_units(self) -> bool:
        """jdg 9-3: whether it can turn flags: by its contents, or as its owner says where they are hidden."""
        known = self.turn.setting.fog.contents(self.board)
        if known is None:
            return told(self.entry, "flag")
        return any(is_unit(self.turn.setting, known.get(counter)) for counter in self.here)

    # -- before it starts ---------------------------------------------------------------

    def _pay(self, known: Known | None, lines: Lines | None) -> Part:
        """jdg 4.4-3, 5.3-3: activation. What a hidden stack costs is its owner's account."""
        board, how = self.board, {name: told(self.entry, name) for name in ("forced", "concentrate")}
        spent: dict[str, Json] = {}
        if known is not None:
            paid = bill(self.turn.setting, board, known, self.entry, lines)
            if not isinstance(paid, Refusal):
                charge(board, paid)
                self.paid = dict(paid)
                spent = {"paid": dict(paid)}
        yield self._tell("activated", "4.4-3", at=self.box, **how, **spent)

    def _entrench(self) -> Part:
        """jdg 6.2-1, 6.2-2, 6.2-5: the box is dug in at once, and who digs does nothing else."""
        self.board.at.entrenched = {**self.board.at.entrenched, self.box: self.turn.army}
        self.board.note(DUG, self.stack)
        yield self._tell("entrenched", "6.2-1", at=self.box)

    def _values(self) -> Part:
        """jdg 5.4-3: VCs of the generals that are known to march along: face up, or by the sign that `lead` opens."""
        if not (told(self.entry, "forced") or told(self.entry, "concentrate")):
            return []
        seen = (self.turn.setting.general(self.board.content(counter)) for counter in self.stack)
        values = [general.vc for general in seen if general is not None]
        leads = self.entry.get("lead", "")
        if leads and not self.board.face_up(leads):
            shown: dict[str, Sign] = yield from signs(self.board, self.turn.army, (leads,), f"{self.label}.lead")
            if shown[leads].kind == GENERAL:
                values.append(shown[leads].vc)
                yield self._tell("leads", "5.4-3", counter=leads, vc=shown[leads].vc)
        return values

    def _points(self, doings: Doings, known: Known | None, lines: Lines | None) -> Part:
        """jdg 5.1-2, 10-2, 10-3, 10-4, 10-5: its PM where counters lie open, by dice in the solitaire game; of others
        the audit knows."""
        setting = self.turn.setting
        if setting.options.solitaire:
            self.left = yield from self._diced(doings)
            return
        if known is not None:
            self.allowance = exact_points(setting, self.board, known, self.entry, doings, lines)
        seen = setting.fog.contents(self.board) is not None
        self.left = self.allowance if seen and self.allowance is not None else FAR

    def _diced(self, doings: Doings) -> Part:
        """jdg 10-2, 10-3, 10-4, 10-5: a die for each kind in the stack; weather counts, and at least one PM is left."""
        setting, board = self.turn.setting, self.board
        known = {**board.known(), **entering(self.turn, self.entry)}
        lines, dice, found = Lines(setting, board, known, self.turn.army), dict[str, int](), []
        for counter in self.stack:
            kind = setting.kind(known[counter])
            if kind not in dice:
                dice[kind] = (yield Roll("1d6", f"{self.label}.pm.{kind}", "10-2"))[0]
            forced = told(self.entry, "forced")
            found.append(diced_points(lines, board, known, counter, dice[kind], doings, forced=forced))
        left = min(found)
        yield Tell(
            {
                "kind": "points",
                "army": self.turn.army,
                "stack": list(self.stack),
                "dice": dice,
                "points": left,
                "case": "10-2",
            }
        )
        return left

    # -- on the way -----------------------------------------------------------------------

    def _enter(self, contents: dict[str, Json]) -> Part:
        """jdg 3.3-4: from an entry onto the map."""
        turn, board, name = self.turn, self.board, self.entry["enter"]
        number = arrival_of(board, turn.army, self.entry)
        assert number is not None
        left = still_out(board, number) - len(self.stack)
        _note_entered(board, number, left)
        entry = turn.setting.map.entries[name]
        for counter in self.stack:
            board.place(counter, turn.army, entry.box, turn.setting.fog.face(contents.get(counter)))
            arrived(turn, counter, "", entry.link.water == BRIDGE)
        sign_anew(turn, self.stack if contents else ())
        board.note(MOVED, self.stack)
        cost = entry_cost(turn.setting, board, name) or 0
        self.left -= cost
        self.way.append({"to": entry.box, "cost": cost})
        self.units = self._has_units()
        yield self._tell("came-on", "3.3-4", entry=name, to=entry.box)
        return (yield from self._arrives("enter"))

    def _along(self, going: bool) -> Part:
        items = path_of(self.entry)
        for number, item in enumerate(items):
            if not going or not self.here:
                break
            label = f"{self.label}.{number}"
            if is_recon(item):
                yield from self._scout(item, label)
                break
            if is_work(item):
                going = yield from self._work(item)
            else:
                scouting = number + 1 < len(items) and is_recon(items[number + 1])
                going = yield from self._step(item, label, scouting)

    def _step(self, to: str, label: str, scouting: bool) -> Part:
        turn, board, start = self.turn, self.board, self.box
        cost = step_cost(turn.setting, board, start, to)
        if cost is None or cost > self.left:
            yield self._tell("halted", "5.1-1", at=start, why="points")
            return False
        self.left -= cost
        self.way.append({"to": to, "cost": cost})
        over = board.crossing(start, to)
        here = self.here
        board.move_all(here, to)
        for counter in here:
            arrived(turn, counter, start, over in (BRIDGE, PONTOON))
        board.note(MOVED, here)
        yield self._tell("step", "5.1-1", **{"from": start, "to": to, "crossing": over})
        return True if scouting else (yield from self._arrives(label))

    def _arrives(self, label: str) -> Part:
        """jdg 5.2-1, 9-3, 6.5.1-1: the box, its flag, the enemy's reactions; whether the stack may go on."""
        met = yield from contact(self.turn, self.box, label)
        return (yield from self._received(met, label))

    def _received(self, met: bool, label: str) -> Part:
        box = self.box
        if not met and self.units:
            yield from flagged(self.turn, self.turn.army, box)
        stopped = yield from interceptions(self.turn, box, label, barred=met)
        if met or stopped:
            yield self._tell("halted", "5.2-1" if met else "6.5.1-6", at=box, why="contact" if met else "intercepted")
        return not (met or stopped)

    def _work(self, item: Json) -> Part:
        ((work, to),) = item.items()
        setting, board = self.turn.setting, self.board
        refusal = engineers.refusal(setting, board, self.turn.army, self.box, work, to)
        cost = 0
        if refusal is None and not engineers.whole(setting, work):
            cost = engineers.points(setting, board, self.turn.army, work, to)
        if refusal is not None or cost > self.left:
            yield self._tell("halted", refusal.case if refusal else "5.1-1", at=self.box, why="works")
            return False
        whole = engineers.whole(setting, work)
        self.left = 0 if whole else self.left - cost
        self.way.append({"work": work, "link": to, "cost": None if whole else cost})
        yield from engineers.works(self.turn, self.here, work, to)
        return True

    def _scout(self, item: Json, label: str) -> Part:
        """jdg 6.3-1, 6.3-2, 6.3-3, 6.3-4, 6.3-5: the stack has just entered; who cannot scout has just moved there."""
        horse = yield from scouts(self.turn, self.here, label)
        if not self.here:
            return
        box = self.box
        if not horse:
            yield self._tell("no-recon", "6.3-1", at=box)
            yield from self._arrives(label)
            return
        screened = yield from reconnaissance(self.turn, horse, box, label)
        if (yield from self._received(screened is not None, label)) or screened is not None:
            yield from withdraws(self.turn, self.here, horse, way_back(item), screened, label)

    # -- at the end -------------------------------------------------------------------------

    def _end(self, vcs: Sequence[int]) -> Part:
        """jdg 2-B2-2, 5.4-1, 5.4-2, 5.4-3, 7.1-3, 4.2-3: stragglers, fatigue, dummies found, lone generals."""
        forced, massed = told(self.entry, "forced"), told(self.entry, "concentrate")
        for cause in [name for name, does in (("march", forced), ("mass", massed)) if does]:
            yield from self._lose(vcs, cause)
        if not self.here:
            return
        for counter in self.here if forced else ():
            self.board.mark(counter, FATIGUED)
        yield from self._settles()

    def _settles(self) -> Part:
        """jdg 7.1-3, 4.2-3: dummies that are found where it ends, and generals who are alone there."""
        box = self.box
        yield from found_dummies(self.turn, self.turn.army, box)
        yield from stranded(self.turn, box)

    def _lose(self, vcs: Sequence[int], cause: str) -> Part:
        """jdg 5.3-6, 5.4-3: a die for each counter that may hold a unit. cause: `march` (forced) or `mass`."""
        turn, board, weather = self.turn, self.board, self.board.weather
        for counter in self.here:
            seen = board.content(counter)
            if seen is not None and turn.setting.troops(seen) is None:
                continue
            die = (yield Roll("1d6", f"{self.label}.{cause}.{counter}", "5.4-3", (self.box,)))[0]
            straggling.book(turn.setting, board, counter, [straggling.MARCH, die, weather, list(vcs)], board.known())
            event = {"army": turn.army, "counter": counter, "at": board.box(counter), "die": die, "vcs": list(vcs)}
            event["modifiers"] = straggling.march_steps(turn.setting, seen, vcs, weather)
            lost = {} if seen is None else {"lost": int(seen["pf"]) - int((board.content(counter) or {})["pf"])}
            board.mark(counter, LAG, seen is None or int((board.content(counter) or {})["lag"]) > 0)
            yield Tell({"kind": "stragglers", **event, **lost, "cause": cause, "case": "5.4-3"})
            yield from worn_away(turn, [counter] if seen is not None else [])


def _note_entered(board: Board, number: int, left: int) -> None:
    """jdg 3.3-4: a part of a reinforcement is on the map; left: counters that are still to come."""
    board.at.arrivals = [other for other in board.at.arrivals if other != number]
    entering = without(board.at.entering or {}, str(number))
    if left > 0:
        entering[str(number)] = left
    else:
        board.at.due = [other for other in board.at.due or () if other != number]
    board.at.entering = dict(sorted(entering.items())) or None


# -- rest ---------------------------------------------------------------------------------------


def resting(board: Board, army: str) -> tuple[str, ...]:
    """jdg 5.4-4: counters of an army that neither moved nor reacted this game turn and may have stragglers."""
    found = []
    for counter in board.counters(army):
        seen = board.content(counter)
        marched = any(entry[0] == straggling.MARCH for entry in board.log(counter))
        may = board.marked(counter, LAG) or marched if seen is None else int(seen.get("lag", 0)) > 0
        if may and not board.noted(counter, MOVED):
            found.append(counter)
    return tuple(found)


def rest(turn: Turn) -> Part:
    """jdg 2-B2-2, 5.4-4: a die for each resting counter of the phasing army."""
    board = turn.board
    for counter in resting(board, turn.army):
        before = board.content(counter)
        die = (yield Roll("1d6", f"{turn.label}.rest.{counter}", "5.4-4", (board.box(counter),)))[0]
        straggling.book(turn.setting, board, counter, [straggling.REST, die], board.known())
        event = {"army": turn.army, "counter": counter, "at": board.box(counter), "die": die}
        after = board.content(counter)
        back = {}
        if before is not None and after is not None:
            back = {"back": int(after["pf"]) - int(before["pf"])}
            board.mark(counter, LAG, int(after["lag"]) > 0)
        yield Tell({"kind": "rested", **event, **back, "case": "5.4-4"})
