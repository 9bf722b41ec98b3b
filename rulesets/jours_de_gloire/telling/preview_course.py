"""Orders carried out on a board of their author's, as if every stack came through: no die falls, nobody reacts.

Goes by what the author knows; where he looks at orders without his secrets, what they hold stays unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import PONTOON, Board
from rulesets.jours_de_gloire.hidden.own_counters import held_by
from rulesets.jours_de_gloire.hidden.shuffle import deal_anew
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.march import detaching, engineers, steps
from rulesets.jours_de_gloire.rules.march.apply_entry import carry_out, dummies_refusal
from rulesets.jours_de_gloire.rules.march.command import Lines, generals, may_besiege
from rulesets.jours_de_gloire.rules.march.march import entry_cost, step_cost
from rulesets.jours_de_gloire.rules.march.recon import is_recon, way_back
from rulesets.jours_de_gloire.rules.straggling import PF, book, dice_of, stragglers
from rulesets.jours_de_gloire.setting import Setting

_FACES = 6


class Course:
    """A player turn up to its combat. own: with what the orders themselves commit to.

    board, known: as they are when all moves are made; known holds contents of the author's counters. came: counter ->
    box from which it enters the box where it ends, "" for an entry of the map. bridged: counters whose last step
    crosses a bridge. moves: one entry for each of the orders, see `preview`. linked: counters with a line to a general
    before anybody moves, which is what a siege goes by (2-B1-4).
    """

    def __init__(self, setting: Setting, at: Position, side: str, orders: Mapping[str, Any], own: Own) -> None:
        self.setting, self.side, self.orders = setting, side, orders
        self.board = Board(setting, at)
        self.came: dict[str, str] = {}
        self.bridged: set[str] = set()
        self._own = own
        self._doings = steps.Doings()
        self.void: list[Json] = []
        self._administration()
        self.known: dict[str, Json] = held_by(setting, self.board, side, own)
        self._open_detachments()
        lines = Lines(setting, self.board, self.known, side)
        self.linked = {counter for counter in self.board.counters(side) if may_besiege(lines.of(counter))}
        self.moves = [self._move(number, entry) for number, entry in enumerate(orders.get("orders", ()))]

    # -- before any move ---------------------------------------------------------------

    def _administration(self) -> None:
        """jdg 2-B1-1, 2-B1-2, 3.3-5, 6.1-1: what the orders change before anybody moves; fresh contents count as they
        are committed to."""
        board, fresh = self.board, self._own.markers
        for entry in self._fitting("mix", lambda e: e["box"] in self.setting.boxes and self._free(e["counters"])):
            old = board.counters(self.side, entry["box"])
            if old and len(entry["counters"]) >= len(old) and set(entry["counters"]) <= set(fresh):
                deal_anew(board, self.side, entry["box"], entry["counters"], len(entry["counters"]) - len(old))
        for counter in board.counters(self.side):
            if self.setting.fog.exposed(board, counter) and counter in fresh:
                board.turn_down(counter)
        for entry in self._fitting("reinforce", lambda e: e["counter"] in board.counters(self.side)):
            book(self.setting, board, entry["counter"], [PF, 1], board.known())
        if self.setting.fog.contents(board) is None:
            self._hidden_detachments()

    def _free(self, counters: Sequence[str]) -> bool:
        return set(counters) <= set(self.board.free(self.side))

    def _fitting(self, member: str, fits: Any) -> list[Mapping[str, Any]]:
        """Entries of a member that speak of what is there; the others do nothing, as in the game."""
        return [entry for entry in self.orders.get(member, ()) if fits(entry)]

    def _hidden_detachments(self) -> None:
        """jdg 6.1-1, 6.1-3: both counters are committed to anew, so that their logs begin afresh."""
        board = self.board
        for entry in self._fitting("detach", lambda e: detaching.public_detach_refusal(board, e) is None):
            if {entry["from"], entry["counter"]} <= set(self._own.markers):
                board.place(entry["counter"], self.side, board.box(entry["from"]))
                board.clear_log(entry["from"])
                self._spend(entry["from"], entry["counter"])
        for entry in self._fitting("rejoin", lambda e: detaching.public_rejoin_refusal(board, e) is None):
            if entry["unit"] in self._own.markers:
                board.remove(entry["detachment"])
                board.clear_log(entry["unit"])
                self._spend(entry["unit"])

    def _open_detachments(self) -> None:
        """The same in an open game, where all can see what is divided."""
        board, known = self.board, self.known
        if self.setting.fog.contents(board) is None:
            return
        for entry in self._fitting("detach", lambda e: detaching.public_detach_refusal(board, e) is None):
            if detaching.exact_detach_refusal(self.setting, board, known, entry) is None:
                rest, part = detaching.divided(known[entry["from"]], entry)
                board.see(entry["from"], rest)
                board.place(entry["counter"], self.side, board.box(entry["from"]), part)
                known |= {entry["from"]: rest, entry["counter"]: part}
                self._spend(entry["from"], entry["counter"])
        for entry in self._fitting("rejoin", lambda e: detaching.public_rejoin_refusal(board, e) is None):
            if detaching.exact_rejoin_refusal(self.setting, board, known, entry) is None:
                known[entry["unit"]] = detaching.joined(known[entry["unit"]], known[entry["detachment"]])
                board.see(entry["unit"], known[entry["unit"]])
                board.remove(entry["detachment"])
                self._spend(entry["unit"])

    def _spend(self, *counters: str) -> None:
        for counter in counters:
            points = self.setting.charts.number("detachment", "points")
            self._doings.spent[counter] = self._doings.spent.get(counter, 0) + points

    # -- moves ------------------------------------------------------------------------------

    def _move(self, number: int, entry: Mapping[str, Any]) -> Json:
        stack = list(entry["stack"])
        if "enter" in entry:
            self._newcomers(entry)
        told: dict[str, Json] = {"counters": stack, "box": self._start(entry), **_flags(entry)}
        unknown = [counter for counter in stack if counter not in self.known]
        refusal = self._refusal(entry, bool(unknown))
        if refusal is not None:
            self.void.append({"where": ["orders", number], "case": refusal.case, "text": refusal.text})
            return {**told, "void": refusal.text, "case": refusal.case}
        told |= {"allowance": None if unknown or "enter" in entry else self._allowance(entry)}
        told |= {"ways": self._way(entry), "stragglers": self._stragglers(entry)}
        start = told["box"]
        paid = carry_out(self.setting, self.board, self.side, self.known, dict(entry), self._doings)
        left = self.board.at.pc
        told["paid"] = {command: {"pc": cost, "left": left.get(command, 0)} for command, cost in paid.items()}
        self._arrived(stack, str(start), entry)
        end = self.board.box(stack[0])
        return {**told, "end": end, "enemies": self._enemies(end)}

    def _newcomers(self, entry: Mapping[str, Any]) -> None:
        """jdg 3.3-4: what enters, as far as it is known: all can see it in an open game."""
        mine = self._own.markers
        if self.setting.fog.contents(self.board) is not None:
            coming = steps.coming_by(self.board, self.side, self.known, dict(entry))
            names = {steps.name_of(content): content for content in coming}
            wanted = [names.get(name) for name in entry.get("holds", ())] or coming
            mine = {c: content for c, content in zip(entry["stack"], wanted, strict=False) if content is not None}
        self.known |= {counter: mine[counter] for counter in entry["stack"] if counter in mine}

    def _start(self, entry: Mapping[str, Any]) -> str:
        there = self.board.at.counters
        if "enter" in entry:
            known = self.setting.map.entries.get(entry["enter"])
            return known.box if known is not None else ""
        return self.board.box(entry["stack"][0]) if entry["stack"] and entry["stack"][0] in there else ""

    def _refusal(self, entry: Mapping[str, Any], unknown: bool) -> Any:
        setting, board, said = self.setting, self.board, dict(entry)
        if unknown:
            return steps.public_refusal(setting, board, self.side, said, self._doings)
        return dummies_refusal(setting, self.known, said) or steps.exact_refusal(
            setting, board, self.side, self.known, said, self._doings
        )

    def _allowance(self, entry: Mapping[str, Any]) -> int | None:
        """Movement points of the stack; None in the solitaire game, where a die says it (10-2)."""
        if self.setting.options.solitaire or steps.told(entry, "entrench"):
            return None
        return steps.exact_points(self.setting, self.board, self.known, dict(entry), self._doings)

    def _way(self, entry: Mapping[str, Any]) -> list[Json]:
        """The steps of the path, each with its cost: boxes, works on bridges, a reconnaissance and its way back."""
        board, found = Board(self.setting, self.board.position()), list[Json]()
        at = self._start(entry)
        if "enter" in entry:
            found.append({"to": at, "cost": entry_cost(self.setting, board, entry["enter"]) or 0})
        for item in steps.path_of(entry):
            if isinstance(item, str):
                found.append({"to": item, "cost": step_cost(self.setting, board, at, item) or 0})
                at = item
            elif is_recon(item):
                back = [{"to": to, "cost": step_cost(self.setting, board, a, to) or 0} for a, to in _steps(at, item)]
                found += [{"recon": at}, *back]
            else:
                ((work, to),) = item.items()
                whole = engineers.whole(self.setting, work)
                cost = None if whole else engineers.points(self.setting, board, self.side, work, to)
                found.append({"work": work, "link": to, "cost": cost})
                engineers.carry_out(board, self.side, at, work, to)
        return found

    def _stragglers(self, entry: Mapping[str, Any]) -> list[Json]:
        """jdg 5.4-3: for each unit of a forced march or concentration the chances of what it leaves behind."""
        dice = dice_of(steps.told(entry, "forced"), steps.told(entry, "concentrate"))
        if not dice:
            return []
        found = []
        vcs = [general.vc for general in generals(self.setting, self.known, self._shown(entry))]
        for counter in entry["stack"]:
            content = self.known.get(counter)
            if self.setting.troops(content) is not None:
                chances = _left_behind(self.setting, content, self.board.weather, vcs, dice)
                found.append({"counter": counter, "chances": {n: str(share) for n, share in chances.items()}})
        return found

    def _shown(self, entry: Mapping[str, Any]) -> list[str]:
        """jdg 5.4-3: generals of the stack whose value the other side can see then."""
        lead = entry.get("lead", "")
        there = self.board.at.counters
        return [c for c in entry["stack"] if c == lead or (c in there and self.board.face_up(c))]

    def _arrived(self, stack: Sequence[str], start: str, entry: Mapping[str, Any]) -> None:
        """jdg 8.5-2, 8.5-9: by which way a stack has come into the box where it ends."""
        end = self.board.box(stack[0])
        boxes = [start, *(item for item in steps.path_of(entry) if isinstance(item, str))]
        if end not in boxes:
            return
        last = boxes[boxes.index(end) - 1] if boxes.index(end) else ""
        if end == start and "enter" not in entry:
            return
        for counter in stack:
            self.came[counter] = last
            if last and self.board.crossing(last, end) in ("bridge", PONTOON):
                self.bridged.add(counter)

    def _enemies(self, box: str) -> int:
        return len(self.board.enemies(self.side, box))


def _flags(entry: Mapping[str, Any]) -> dict[str, Json]:
    return {name: True for name in ("forced", "concentrate", "entrench") if steps.told(entry, name)}


def _steps(at: str, item: Json) -> list[tuple[str, str]]:
    way = (at, *way_back(item))
    return list(pairwise(way))


def _left_behind(setting: Setting, content: Json, weather: str, vcs: Sequence[int], dice: int) -> dict[int, Fraction]:
    """Strength points left behind after so many dice -> exact chance."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for lost, share in found.items():
            left = {**content, "pf": int(content["pf"]) - lost}
            for die in range(1, _FACES + 1):
                total = lost + (stragglers(setting, left, die, weather, vcs) if left["pf"] else 0)
                after[total] = after.get(total, Fraction(0)) + share / _FACES
        found = after
    return dict(sorted(found.items()))
