"""Random papers: what a player might write who knows the rules and nothing else.

Moves are drawn one after the other and kept only if the compiler has nothing against them, so that a paper is legal as
far as its writer can know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from pbem.engine.hidden import Own
from pbem.engine.options import Json, Options, Pick
from pbem.engine.requests import ASK, ORDERS, SILENT, Choose
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.documents import ANY, YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY, Setting

T = TypeVar("T")


def random_document(setting: Setting, request: Choose, own: Own, pick: Pick) -> dict[str, Any]:
    """A legal paper for a question."""
    if request.what != ORDERS:
        said = request.said if request.said is not SILENT and not request.slot else ASK
        return {"answer": request.options.sample(pick) if said == ASK else said}
    board = Board(setting, request.scene)
    if board.at.stage == "setup":
        return {} if pick(3) == 0 else {"reactions": _reactions(Holdings(setting, board, request.army, own), pick)}
    return _Paper(setting, request, own, pick).document()


def random_orders(options: Options, board: Board, pick: Pick) -> dict[str, Json]:
    """Random public orders of the army whose turn it is, for an open game; nothing is hidden with them.

    options: of the orders question. board: the position on which it is asked.
    """
    army = board.player
    request = Choose(army, ORDERS, options, f"sample.{army}.orders", scene=board.position())
    own = Own(army)
    return compile_document(board.setting, request, random_document(board.setting, request, own, pick), own).input


def one(values: Sequence[T], pick: Pick) -> T:
    """One of some values."""
    return values[pick(len(values))]


def _reactions(holdings: Holdings, pick: Pick) -> dict[str, Json]:
    """Plans for a few units."""
    found = {}
    for name, counter in holdings.units().items():
        if pick(4):
            continue
        near = holdings.setting.field.neighbours(holdings.board.box(counter))
        plan: dict[str, Json] = {"intercept": [box for box in near if pick(2)][:6]}
        if pick(2):
            plan["guns"] = ANY
        if plan["intercept"] and pick(4) == 0:
            plan["back"] = one(near, pick)
        if holdings.setting.kind(holdings.known[counter]) == CAVALRY and pick(2):
            plan["withdraw"] = YES
        found[name] = plan
    return found


class _Paper:
    """Orders of a player turn."""

    def __init__(self, setting: Setting, request: Choose, own: Own, pick: Pick) -> None:
        self.setting, self.request, self.own, self.pick = setting, request, own, pick
        self.holdings = Holdings(setting, Board(setting, request.scene), request.army, own)

    def document(self) -> dict[str, Any]:
        """Every part of it now and then."""
        paper: dict[str, Any] = {}
        for member, part in (
            ("dummies", self._dummies()),
            ("mix", self._mix()),
            ("detach", self._detach()),
            ("rejoin", self._rejoin()),
        ):
            if part and self._legal({**paper, member: part}):
                paper[member] = part
        moves: list[Json] = []
        for entry in self._moves():
            if self._legal({**paper, "orders": [*moves, entry]}):
                moves.append(entry)
        if moves:
            paper["orders"] = moves
        reactions = _reactions(self.holdings, self.pick) if self.pick(2) else {}
        return (
            {**paper, "reactions": reactions} if reactions and self._legal({**paper, "reactions": reactions}) else paper
        )

    def _legal(self, paper: Json) -> bool:
        return not compile_document(self.setting, self.request, paper, self.own).faults

    def _dummies(self) -> list[Json]:
        boxes = self.holdings.board.boxes_of(self.holdings.army)
        if "dummies" in self.setting.fog.unused or not boxes or self.pick(2):
            return []
        return [{"kind": one((INFANTRY, CAVALRY), self.pick), "box": one(boxes, self.pick)}]

    def _mix(self) -> list[str]:
        if "mix" in self.setting.fog.unused or self.pick(3):
            return []
        return [b for b in self.holdings.board.boxes_of(self.holdings.army) if self.pick(4) == 0]

    def _detach(self) -> list[Json]:
        units = [name for name, counter in self.holdings.units().items() if self.holdings.real((counter,))]
        counters = [uid for uid, c in self.setting.forces.detachments.items() if c.army == self.holdings.army]
        if not units or not counters or self.pick(3):
            return []
        return [{"from": one(units, self.pick), "counter": one(counters, self.pick), "pf": 1 + self.pick(2)}]

    def _rejoin(self) -> list[Json]:
        parts = [content for content in self.holdings.known.values() if content.get("of")]
        if not parts or self.pick(2):
            return []
        part = one(parts, self.pick)
        return [{"unit": part["of"], "detachment": part["unit"]}]

    # -- moves ----------------------------------------------------------------------------------

    def _moves(self) -> list[Json]:
        """Entries that may be legal, those who come onto the map first."""
        found = [*self._entries()]
        for box in self.holdings.board.boxes_of(self.holdings.army):
            there = [counter for counter in self.holdings.counters(box) if counter in self.holdings.known]
            while there:
                stack, there = self._stack(there)
                if self.pick(3):
                    found.append(self._entry(box, stack))
        return found

    def _entries(self) -> list[Json]:
        found = []
        for uid in self.setting.map.entries:
            coming = [who(content) for content in newcomers(self.holdings, uid)]
            near = self.holdings.board.neighbours(self.setting.map.entries[uid].box)
            found += [
                {"stack": [name], "enter": uid, "path": [one(near, self.pick)]} for name in coming if self.pick(4)
            ]
        return found

    def _stack(self, there: list[str]) -> tuple[list[str], list[str]]:
        """Some counters of a box that may march together, generals and three others at most; and who is left."""
        size, stack, foot = 1 + self.pick(3), list[str](), 0
        for counter in there:
            kind = self.setting.kind(self.holdings.known[counter])
            others = sum(self.setting.kind(self.holdings.known[c]) != GENERAL for c in stack)
            if kind == GENERAL or (others < size and not (kind == INFANTRY and foot == 2)):
                stack.append(counter)
                foot += kind == INFANTRY
        return stack, [counter for counter in there if counter not in stack]

    def _entry(self, box: str, stack: list[str]) -> dict[str, Json]:
        names = [self.holdings.name_of(counter) or counter for counter in stack]
        if self.pick(12) == 0:
            return {"stack": stack, "entrench": YES}
        way, at = list[Json](), box
        for _ in range(1 + self.pick(3)):
            near = self.holdings.board.neighbours(at)
            foes = [to for to in near if self.holdings.board.enemies(self.holdings.army, to)]
            if not near:
                break
            at = one(foes, self.pick) if foes and self.pick(3) else one(near, self.pick)
            way.append(at)
            if at in foes:
                break
        more: dict[str, Json] = {"forced": YES} if self.pick(5) == 0 else {}
        if self._riders(stack) and way and self.holdings.board.enemies(self.holdings.army, at) and self.pick(2):
            way.append({"recon": "stay"})
        # Names of dummies change where their box is mixed; those of units stay.
        return {"stack": names, "path": way, **more}

    def _riders(self, stack: Sequence[str]) -> bool:
        contents = [self.holdings.known[counter] for counter in stack]
        return all(self.setting.troops(c) is not None and self.setting.kind(c) == CAVALRY for c in contents)
