"""The course of play: the set-ups, then turn by turn. Each step yields what the rulebook asks for, in its order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.hidden import HIDDEN, OCCUPANCY
from pbem.engine.options import Listed
from pbem.engine.requests import (
    ASK,
    ORDERS,
    SILENT,
    Choose,
    Claim,
    InHand,
    Look,
    Phase,
    Request,
    Roll,
    Seal,
    Tell,
    Unseal,
)
from tests.toy_hidden import acts
from tests.toy_hidden.acts import Act, SetupOrders, TurnOrders
from tests.toy_hidden.board import Board
from tests.toy_hidden.combat import fights
from tests.toy_hidden.data import CAVALRY, FOE, SCOUT, Setting

Json = Any
Part = Generator[Request, Any, Any]
NIGHTS = ("rest", "march", "raid")


def phase(setting: Setting, at: Json) -> Phase:
    """The phase that begins at a position."""
    return _setup(Board(setting, at)) if at["stage"] == "setup" else _Turn(Board(setting, at)).play()


# -- the set-up ----------------------------------------------------------------------


def _setup(board: Board) -> Phase:
    """1.1: what the counters hold was committed to in the message that says where they stand."""
    army, own = board.army, board.setting.counters(board.army)
    scene = board.position()
    yield Tell({"kind": "headline", "text": f"{army.capitalize()} sets up"})
    orders = yield Choose(army, ORDERS, SetupOrders(board), f"setup.{army}", hide=own, scene=scene)
    held = yield InHand(army, own, f"setup.{army}.held")
    for i, said in enumerate(orders.get("setup", ())):
        label, options = f"setup.{army}.{i}", Act(board, acts.post, {})
        entry = yield Choose(army, "post", options, label, said=said, where=("setup", i), scene=scene)
        if entry and entry["counter"] in held:
            board.post(entry["counter"], entry["box"])
            yield Tell({"kind": "posted", **entry})
    board.at["scouts"][army] = "unseen"
    first = army == board.setting.scenario["armies"][0]
    board.at["army"] = FOE[army]
    if not first:
        board.at["stage"], board.at["round"] = "play", 1
    return board.position()


# -- a turn ----------------------------------------------------------------------------


class _Turn:
    """One army's turn."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.army, self.foe = board.army, board.foe
        self.label = f"r{board.at['round']}.{board.army}"
        self.orders: dict[str, Json] = {}

    def play(self) -> Phase:
        board, label = self.board, self.label
        yield Tell({"kind": "headline", "text": f"Round {board.at['round']}, {self.army.capitalize()}'s turn"})
        fog = (yield Roll("1d6", label=f"{label}.fog", rule="3.1"))[0] <= 2
        yield Tell({"kind": "fog", "fog": fog})
        hide = (*board.shown(self.army), *board.fresh(self.army, len(board.counters(self.army))))
        self.orders = yield Choose(
            self.army, ORDERS, TurnOrders(board), f"{label}.orders", hide=hide, scene=board.position()
        )
        yield from self._mix()
        yield from self._veil()
        bonus = yield from self._card()
        yield from self._moves()
        board.at["screens"][self.army] = []
        # Everything of the other side first: he closes the segment of the orders, so it costs no message.
        yield from self._patrol()
        yield Roll("1d6", label=f"{label}.draw", rule="5.1", owner=self.foe)
        board.at["cards"][self.foe].append(f"{label}.draw")
        yield Tell({"kind": "drew", "army": self.foe, "draw": f"{label}.draw"})
        yield from self._search()
        yield from fights(board, label, self.orders, fog=fog, bonus=bonus)
        if self.army == board.setting.scenario["armies"][1]:
            yield from self._round_ends()
        board.at["army"] = self.foe
        return board.position()

    def _said(self, judge: acts.Judge, what: str, said: Json, where: tuple[str | int, ...], nothing: Json = "") -> Part:
        """One entry of the orders, judged; `nothing` where it is illegal."""
        label = ".".join((self.label, *(str(step) for step in where)))
        options = Act(self.board, judge, nothing)
        return (yield Choose(self.army, what, options, label, said=said, where=where, scene=self.board.position()))

    # -- counters -------------------------------------------------------------------

    def _veil(self) -> Part:
        """2.1: only a counter whose content was committed to in the same message lies face down."""
        for i, said in enumerate(self.orders.get("veil", ())):
            counter = yield from self._said(acts.veil, "veil", said, ("veil", i))
            if counter and (yield from self._in_hand((counter,), f"veil{i}")):
                self.board.turn_down(counter)
                yield Tell({"kind": "veiled", "counter": counter, "at": self.board.box(counter)})

    def _mix(self) -> Part:
        for i, said in enumerate(self.orders.get("mix", ())):
            entry = yield from self._said(acts.mix, "mix", said, ("mix", i), {})
            if entry and (yield from self._in_hand(tuple(entry["counters"]), f"mix{i}")):
                old = list(self.board.hidden(self.army, entry["box"]))
                self.board.mix(self.army, entry["box"], entry["counters"])
                yield Tell({"kind": "mixed", "at": entry["box"], "old": old, "new": list(entry["counters"])})

    def _in_hand(self, counters: tuple[str, ...], name: str) -> Part:
        held = yield InHand(self.army, counters, f"{self.label}.{name}.held")
        return tuple(held) == counters

    def _moves(self) -> Part:
        moved: set[str] = set()
        for i, said in enumerate(self.orders.get("moves", ())):
            judge = acts.move if said["counter"] not in moved else _stay
            entry = yield from self._said(judge, "move", said, ("moves", i), {})
            moved.add(said["counter"])
            if entry:
                before = self.board.box(entry["counter"])
                self.board.move(entry["counter"], entry["to"])
                yield Tell({"kind": "moved", "unit": entry["counter"], "from": before, "to": entry["to"]})

    # -- cards, searches, patrols ---------------------------------------------------

    def _card(self) -> Part:
        """5.1: the card is shown by its face; whether it was drawn is the audit's business."""
        if "card" not in self.orders:
            return 0
        entry = yield from self._said(acts.card, "card", self.orders["card"], ("card",), {})
        if not entry:
            return 0
        self.board.at["cards"][self.army].remove(entry["draw"])
        yield Tell({"kind": "card", "army": self.army, "draw": entry["draw"], "face": entry["face"]})
        return int(self.board.setting.charts["cards"][str(entry["face"])])

    def _search(self) -> Part:
        """7.2: is the enemy's scout in this box? Proved by a leaf, or declared by its owner."""
        if "search" not in self.orders:
            return
        box = yield from self._said(acts.search, "search", self.orders["search"], ("search",))
        if not box:
            return
        found = yield from (self._proof(box) if self.board.setting.proved else self._word(box))
        yield Tell({"kind": "searched", "army": self.army, "at": box, "found": found})
        if found:
            self.board.at["scouts"][self.foe] = "found"
            self.board.score(self.army, 2)

    def _proof(self, box: str) -> Part:
        (there,) = yield Look(self.foe, OCCUPANCY, (box,), f"{self.label}.search")
        return isinstance(there, list) and SCOUT in there

    def _word(self, box: str) -> Part:
        options = Listed(("none", "found"), "7.2", "a declaration")
        scene = {**self.board.position(), "searched": box}
        said = yield Choose(self.foe, "contact", options, f"{self.label}.contact", said=ASK, obliged=True, scene=scene)
        if said != "found":
            return False
        (leaf,) = yield Look(self.foe, HIDDEN, (SCOUT,), f"{self.label}.contact")
        return standing(leaf) == box

    def _patrol(self) -> Part:
        """7.3: every face-down counter there is asked, dummies too; one with cavalry screens the box."""
        if "patrol" not in self.orders:
            return
        box = yield from self._said(acts.patrol, "patrol", self.orders["patrol"], ("patrol",))
        seen = []
        for counter in self.board.hidden(self.foe, box) if box else ():
            options = Listed((False, True), "7.3", "a claim")
            if (yield Claim(self.foe, counter, CAVALRY, options, f"{self.label}.patrol")):
                seen.append(counter)
        if seen:
            self.board.at["screens"][self.army] = [box]
        if box:
            yield Tell({"kind": "patrol", "army": self.army, "at": box, "cavalry": seen})

    # -- the end of a round -----------------------------------------------------------

    def _round_ends(self) -> Part:
        board = self.board
        if board.at["round"] in board.setting.scenario["nights"]:
            yield from self._night()
        board.at["round"] += 1
        if board.at["round"] > board.setting.scenario["rounds"]:
            yield from self._end()

    def _night(self) -> Part:
        """8.1: both choose in secret; raid beats rest, rest beats march, march beats raid."""
        scene = self.board.position()
        questions = {
            army: Choose(
                army, "night", Listed(NIGHTS, "8.1", "a night order"), f"{self.label}.night.{army}", scene=scene
            )
            for army in (self.foe, self.army)
        }
        for question in questions.values():
            yield Seal(question)
        chosen: dict[str, Json] = {}
        for army, question in questions.items():
            chosen[army] = yield Unseal(question)
        for army, choice in chosen.items():
            if self.board.setting.charts["nights"][choice] == chosen[FOE[army]]:
                self.board.score(army, 1)
        yield Tell({"kind": "night", "chosen": dict(chosen)})

    def _end(self) -> Part:
        """9.1: boxes of the enemy's home held, and a scout there that was never found, count two points each."""
        board = self.board
        for army in (self.foe, self.army):
            theirs = board.setting.home[FOE[army]]
            for box in theirs:
                if board.shown(army, box) and not board.counters(FOE[army], box):
                    board.score(army, 2)
            if board.at["scouts"][army] == "unseen":
                (leaf,) = yield Look(army, HIDDEN, (SCOUT,), f"{self.label}.end")
                if standing(leaf) in theirs:
                    board.score(army, 2)
                yield Tell({"kind": "scout", "army": army, "at": standing(leaf)})
        board.at["stage"] = "over"
        yield Tell({"kind": "over", "points": dict(board.at["points"])})


def _stay(board: Board, entry: Json) -> acts.Refusal:
    return acts.Refusal("4.1", f"{entry['counter']} has moved already", unit=entry["counter"])


def standing(leaf: Json) -> str:
    """Where a scout stands by its leaf {"path": [box, ...]}, "" by anything else."""
    path = path_of(leaf)
    return path[-1] if path else ""


def path_of(leaf: Json) -> Sequence[str]:
    """The path in a leaf; empty for anything else."""
    path = leaf.get("path") if isinstance(leaf, dict) else None
    return path if isinstance(path, list) and all(isinstance(box, str) for box in path) else ()


__all__ = ["NIGHTS", "SILENT", "path_of", "phase", "standing"]
