"""What a player may order in Veiled: the one source of validation, of the rules' judgement and of the random player.

Each kind of act has a judge: board and entry -> the refusal, None for a legal entry. Rules see public things only, so a
judge never knows what a counter holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.options import Pick, Refusal
from tests.toy_hidden.board import Board

Json = Any
Judge = Callable[[Board, Json], Refusal | None]


@dataclass(frozen=True)
class Act:
    """Options of one entry of the orders. nothing: the entry that does nothing, and the default."""

    board: Board
    judge: Judge
    nothing: Json = ""

    def why_not(self, answer: Json) -> Refusal | None:
        return None if answer == self.nothing else self.judge(self.board, answer)

    def default(self) -> Json:
        return self.nothing

    def sample(self, pick: Pick) -> Json:
        return self.nothing

    def describe(self) -> Json:
        return {"nothing": self.nothing}


def post(board: Board, entry: Json) -> Refusal | None:
    """1.1: a counter is set up in a home box of its army, once."""
    counter, box = entry["counter"], entry["box"]
    if counter not in board.setting.counters(board.army) or counter in board.at["counters"]:
        return Refusal("1.1", f"{counter} is not to be set up", legal=board.setting.counters(board.army))
    if box not in board.setting.home[board.army]:
        home = board.setting.home[board.army]
        return Refusal("1.1", f"{counter} is set up at home, not in {box}", unit=counter, hex=box, legal=home)
    return None


def veil(board: Board, counter: Json) -> Refusal | None:
    """2.1: a face-up counter of one's own is turned face down."""
    shown = board.shown(board.army)
    return None if counter in shown else Refusal("2.1", f"{counter} does not lie face up", unit=counter, legal=shown)


def mix(board: Board, entry: Json) -> Refusal | None:
    """2.2: all face-down counters of a box, two at least, are replaced by as many fresh ones."""
    box = entry["box"]
    count = len(board.hidden(board.army, box))
    if count < 2:
        return Refusal("2.2", f"there are not two face-down counters in {box}", hex=box)
    fresh = board.fresh(board.army, count)
    if tuple(entry["counters"]) != fresh:
        return Refusal("2.2", f"the counters of {box} are replaced by {', '.join(fresh)}", hex=box, legal=fresh)
    return None


def card(board: Board, entry: Json) -> Refusal | None:
    """5.1: a card that was drawn and not played, with a face that is worth something."""
    held = tuple(board.at["cards"][board.army])
    if entry["draw"] not in held:
        return Refusal("5.1", f"no card of draw {entry['draw']} is in hand", legal=held)
    faces = tuple(board.setting.charts["cards"])
    return None if str(entry["face"]) in faces else Refusal("5.1", "that card is a blank", legal=faces)


def move(board: Board, entry: Json) -> Refusal | None:
    """4.1, 4.2: a counter goes one road far, once a turn, not into a screened box."""
    counter, to = entry["counter"], entry["to"]
    own = board.counters(board.army)
    if counter not in own:
        return Refusal("4.1", f"{counter} is no counter of yours in play", unit=counter, legal=own)
    near = tuple(box for box in board.neighbours(board.box(counter)) if box not in board.at["screens"][board.army])
    if to in board.at["screens"][board.army]:
        return Refusal("4.2", f"{to} is screened by cavalry", unit=counter, hex=to, legal=near)
    if to not in near:
        return Refusal("4.1", f"{to} is not one road from {board.box(counter)}", unit=counter, hex=to, legal=near)
    return None


def search(board: Board, box: Json) -> Refusal | None:
    """7.2: one box where one's own counters stand, as long as the enemy's scout is unseen."""
    legal = searchable(board)
    return None if box in legal else Refusal("7.2", f"{box} cannot be searched", hex=box, legal=legal)


def searchable(board: Board) -> tuple[str, ...]:
    """Boxes that can be searched."""
    if board.at["scouts"][board.foe] != "unseen":
        return ()
    return tuple(box for box in board.setting.boxes if board.counters(board.army, box))


def patrol(board: Board, box: Json) -> Refusal | None:
    """7.3: a box beside one's own counters where face-down counters of the enemy lie."""
    legal = in_view(board)
    return None if box in legal else Refusal("7.3", f"no patrol can look into {box}", hex=box, legal=legal)


def in_view(board: Board) -> tuple[str, ...]:
    """Boxes into which a patrol can look."""
    own = {board.box(counter) for counter in board.counters(board.army)}
    return tuple(b for b in board.setting.boxes if board.hidden(board.foe, b) and own & set(board.neighbours(b)))


@dataclass(frozen=True)
class SetupOrders:
    """{"setup": [{"counter", "box"}, ...]}; silence sets nothing up."""

    board: Board

    def why_not(self, answer: Json) -> Refusal | None:
        board = Board(self.board.setting, self.board.at)
        if set(answer) - {"setup"}:
            return Refusal("1.1", "this is the set-up: nothing else can be ordered")
        for entry in answer.get("setup", ()):
            refusal = post(board, entry)
            if refusal is not None:
                return refusal
            board.post(entry["counter"], entry["box"])
        return None

    def default(self) -> Json:
        return {}

    def sample(self, pick: Pick) -> Json:
        home, counters = self.board.setting.home[self.board.army], self.board.setting.counters(self.board.army)
        return {"setup": [{"counter": counter, "box": home[pick(len(home))]} for counter in counters]}

    def describe(self) -> Json:
        return {"counters": list(self.board.setting.counters(self.board.army))}


@dataclass(frozen=True)
class TurnOrders:
    """The public orders of a turn; see `documents.SCHEMA`. {} stands still."""

    board: Board

    def why_not(self, answer: Json) -> Refusal | None:
        board = Board(self.board.setting, self.board.at)
        if "setup" in answer:
            return Refusal("1.1", "everything is set up already")
        for refusal in self._refusals(board, answer):
            if refusal is not None:
                return refusal
        return None

    def _refusals(self, board: Board, answer: Json) -> Sequence[Refusal | None]:
        """Every act judged on the board as those before it leave it, as far as that is known before any fight."""
        found: list[Refusal | None] = []
        for entry in answer.get("mix", ()):
            found.append(mix(board, entry))
            if found[-1] is None:
                board.mix(board.army, entry["box"], entry["counters"])
        for counter in answer.get("veil", ()):
            found.append(veil(board, counter))
            if found[-1] is None:
                board.turn_down(counter)
        if "card" in answer:
            found.append(card(board, answer["card"]))
        moved: set[str] = set()
        for entry in answer.get("moves", ()):
            found.append(move(board, entry) if entry["counter"] not in moved else _twice(entry["counter"]))
            if found[-1] is None:
                board.move(entry["counter"], entry["to"])
            moved.add(entry["counter"])
        if "patrol" in answer:
            found.append(patrol(board, answer["patrol"]))
        if "search" in answer:
            found.append(search(board, answer["search"]))
        return found

    def default(self) -> Json:
        return {}

    def sample(self, pick: Pick) -> Json:
        """Marches only; whatever needs hidden contents is `sampling`'s."""
        board = Board(self.board.setting, self.board.at)
        return {"moves": marches(board, pick)}

    def describe(self) -> Json:
        return {"counters": list(self.board.counters(self.board.army))}


def _twice(counter: str) -> Refusal:
    return Refusal("4.1", f"{counter} has moved already", unit=counter)


def marches(board: Board, pick: Pick) -> list[Json]:
    """Random legal moves of some counters, carried out on the board; half of those that move go for the enemy."""
    chosen: list[Json] = []
    for counter in board.counters(board.army):
        near = [b for b in board.neighbours(board.box(counter)) if b not in board.at["screens"][board.army]]
        enemies = [box for box in near if board.counters(board.foe, box)]
        onward = enemies if enemies and pick(2) else near
        if onward and pick(5) < 2:
            to = onward[pick(len(onward))]
            chosen.append({"counter": counter, "to": to})
            board.move(counter, to)
    return chosen
