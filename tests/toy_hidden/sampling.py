"""Random papers: what a player might write who knows the rules and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.options import Pick
from pbem.engine.requests import ASK, ORDERS, SILENT, Choose
from tests.toy_hidden import acts
from tests.toy_hidden.board import Board, units_of
from tests.toy_hidden.combat import LOSSES
from tests.toy_hidden.data import SCOUT, Setting
from tests.toy_hidden.sequence import standing

Json = Any


def random_document(setting: Setting, request: Choose, own: Own, pick: Pick, *, asks: bool = False) -> Json:
    """A legal paper for a question. asks: whether it may hold `ask`."""
    if request.what == "contact":
        here = standing(own.leaves.get(HIDDEN, {}).get(SCOUT))
        return {"answer": "found" if here == request.scene["searched"] else "none"}
    if request.what != ORDERS:
        said = request.said if request.said is not SILENT and not request.slot else ASK
        return {"answer": request.options.sample(pick) if said == ASK else said}
    if request.scene["stage"] == "setup":
        return _setup(setting, request.scene["army"], pick)
    return _Turn(Board(setting, request.scene), own, pick).document(asks=asks)


def _setup(setting: Setting, army: str, pick: Pick) -> Json:
    """Units into counters two at most in each, counters into home boxes; now and then what the scenario proposes."""
    if pick(6) == 0:
        return {}
    counters = setting.counters(army)
    held: dict[str, list[str]] = {counter: [] for counter in counters}
    for unit in setting.order_of_battle[army]:
        open_ones = [counter for counter in counters if len(held[counter]) < setting.charts["stack"]]
        held[_one(open_ones, pick)].append(unit)
    home = setting.home[army]
    return {
        "setup": [{"counter": c, "box": _one(home, pick), "units": held[c]} for c in counters],
        "scout": [_one(home, pick)],
    }


class _Turn:
    def __init__(self, board: Board, own: Own, pick: Pick) -> None:
        self.board, self.own, self.pick = board, own, pick
        self.army = board.army

    def document(self, *, asks: bool) -> Json:
        parts = {
            "veil": [counter for counter in self.board.shown(self.army) if self.pick(2)],
            "mix": self._mix(),
            "card": self._card(),
            "moves": [],
            "loss": _one([*LOSSES, *([ASK] if asks else [])], self.pick),
            "scout": self._way(),
        }
        parts["moves"] = self._moves()
        parts["show"] = self._show([entry["counter"] for entry in parts["moves"]])
        parts["search"] = self._one_of(acts.searchable(self.board))
        parts["patrol"] = self._one_of(acts.in_view(self.board))
        return {name: part for name, part in parts.items() if part}

    def _mix(self) -> list[Json]:
        """At most one box; the old contents go to the new counters at random."""
        boxes = [box for box in self.board.setting.boxes if len(self.board.hidden(self.army, box)) > 1]
        if not boxes or self.pick(3):
            return []
        box = _one(boxes, self.pick)
        old = self.board.hidden(self.army, box)
        contents: list[list[str]] = [[] for _ in old]
        for unit in [unit for counter in old for unit in units_of(self.own.markers.get(counter))]:
            _one([c for c in contents if len(c) < self.board.setting.charts["stack"]], self.pick).append(unit)
        self.board.mix(self.army, box, self.board.fresh(self.army, len(old)))
        return [{"box": box, "units": contents}]

    def _moves(self) -> list[Json]:
        return acts.marches(self.board, self.pick)

    def _show(self, moved: Sequence[str]) -> list[str]:
        """Half of the time what an attack would need opened."""
        if not self.board.contested() or self.pick(2):
            return []
        fights = self.board.contested()
        return [*(counter for counter in self.board.hidden(self.army) if self.board.box(counter) in fights), "chit"]

    def _card(self) -> Json:
        worth = self.board.setting.charts["cards"]
        held = [draw for draw in self.own.draws if draw.label in self.board.at["cards"][self.army]]
        good = [draw for draw in held if str(draw.result) in worth]
        if not good or self.pick(2):
            return {}
        drawn = _one(good, self.pick)
        return {"draw": drawn.label, "face": drawn.result}

    def _way(self) -> list[str]:
        here = standing(self.own.leaves.get(HIDDEN, {}).get(SCOUT))
        if not here or self.board.at["scouts"][self.army] != "unseen" or self.pick(4) == 0:
            return []
        way = [here]
        for _ in range(self.pick(self.board.setting.charts["allowance"] + 1)):
            way.append(_one(self.board.neighbours(way[-1]), self.pick))
        return way

    def _one_of(self, boxes: Sequence[str]) -> str:
        return _one(boxes, self.pick) if boxes and self.pick(3) == 0 else ""


def _one(values: Sequence[Any], pick: Pick) -> Any:
    return values[pick(len(values))]
