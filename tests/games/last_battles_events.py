"""A player turn of Napoleon's Last Battles once more, from its events alone: who went where, what became of strength.

The board here knows hexes and counters; of the rules it knows zones of control, and where nobody may fall back to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rulesets.napoleons_last_battles.board import BLOWN, GARRISON, INFANTRY, Board
from rulesets.napoleons_last_battles.rules.hiding.pairs import places, twins_of

Json = Any
Event = Mapping[str, Any]
_FELL_BACK: Final = frozenset({"retreated", "displaced", "fell-back"})
_WENT: Final = frozenset({"moved", "advanced", "fled", "accompanied", *_FELL_BACK})


def check_events(game: Any, before: Json, after: Json, events: Sequence[Event]) -> None:
    """Events carry the position before a player turn into that after it; nobody falls back into an enemy zone; what is
    lost stands in the books, and no strength comes from nowhere or goes there."""
    carried = _Carried(game.theatre.board(game.position(before)), after)
    begun = _strength(carried.board)
    for event in events:
        carried.on(event)
    board = carried.board
    assert dict(sorted(board.at.items())) == after["at"], "who stands where"
    assert dict(sorted(board.position.leaders.items())) == after["leaders"], "which leader stands where"
    assert dict(sorted(board.position.hidden.items())) == after["hidden"], "who is under markers"
    ended = _strength(game.theatre.board(game.position(after)))
    assert ended == begun + carried.came - carried.lost - carried.left, "strength on the map"
    for nation, lost in carried.lost.items():
        assert after["losses"].get(nation, 0) == before["losses"].get(nation, 0) + lost, f"losses of {nation}"


def _strength(board: Board) -> Counter[str]:
    """Nation -> strength points on the map, and under markers."""
    found: Counter[str] = Counter()
    for unit in (*board.at, *board.position.hidden):
        found[board.setting.roster.units[unit].nation] += board.face(unit)
    return found


class _Carried:
    """came, lost, left: nation -> strength points that came onto the map, were eliminated, left without a loss.

    blown, inside: units that control nothing as they have charged or are a garrison, before the player turn or after.
    """

    def __init__(self, board: Board, after: Json) -> None:
        self.board = board
        self.came: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        marks = (board.position.marks, after["marks"])
        self._tame = {unit for mark in (BLOWN, GARRISON) for side in marks for unit in side.get(mark, ())}

    def on(self, event: Event) -> None:
        """One event carried out."""
        kind = event["kind"]
        if kind in _WENT:
            if kind in _FELL_BACK:
                self._require_clear(event["unit"], event["to"])
            self._go(event["unit"], event["from"], event["to"])
        elif kind == "charge":
            self._tame.update(event["units"])
        else:
            act: Callable[[Event], None] | None = getattr(self, f"_{kind.replace('-', '_')}", None)
            if act is not None:
                act(event)

    def _entered(self, event: Event) -> None:
        self._put(event["unit"], event["to"])

    def _set_up(self, event: Event) -> None:
        self._put(event["unit"], event["at"])

    def _start_die(self, event: Event) -> None:
        """nlb 18.5: the face with which a unit begins is thrown for; what it has less is no loss."""
        reduced, unit = self.board.position.reduced, event["unit"]
        here = unit in self.board.at or unit in self.board.position.hidden
        before = self.board.face(unit)
        (reduced.add if event["reduced"] else reduced.discard)(unit)
        self.came[self.board.setting.roster.units[unit].nation] += (self.board.face(unit) - before) * here

    def _reorganized(self, event: Event) -> None:
        self.board.position.reduced.add(event["unit"])
        self._put(event["unit"], event["at"])
        assert event["strength"] == self.board.face(event["unit"])

    def _undone(self, event: Event) -> None:
        if event["to"]:
            self._go(event["unit"], event["at"], event["to"])
        else:
            self._take(event["unit"], event["at"], self.came, -1)

    def _eliminated(self, event: Event) -> None:
        assert event["strength"] == self.board.face(event["unit"]), f"strength of {event['unit']}"
        self._take(event["unit"], event["at"], self.lost)

    def _exited(self, event: Event) -> None:
        self._take(event["unit"], event["from"], self.left)

    def _withdrawn(self, event: Event) -> None:
        for unit in event["units"]:
            pair = self.board.position.hidden.pop(unit, "")
            if pair:
                self._count(unit, self.left)
                for marker in places(self.board, pair):
                    self.board.lift(marker)
            else:
                self._take(unit, self._where(unit), self.left)

    def _leader_killed(self, event: Event) -> None:
        self._take(event["unit"], event["at"], self.lost)

    def _succeeded(self, event: Event) -> None:
        """nlb 16.1C-5: the counter of the second in command is put down as that of the new commander."""
        assert self.board.position.leaders.pop(event["second"]) == event["at"]
        self._put(event["unit"], event["at"])

    def _hidden(self, event: Event) -> None:
        """nlb 16.6A-2: units go under markers, reinforcements too."""
        for unit in event["units"]:
            if unit in self.board.at:
                self.board.lift(unit)
            elif self.board.position.leaders.pop(unit, "") == "":
                self._count(unit, self.came)
            self.board.position.hidden[unit] = event["pair"]
        for marker in twins_of(event["pair"]) if event["at"] else ():
            self.board.place(marker, event["at"])

    def _revealed(self, event: Event) -> None:
        """nlb 16.6C-1: markers leave the map; so do units whose real marker has not come in."""
        for marker in places(self.board, event["pair"]):
            self.board.lift(marker)
        for unit in event["units"]:
            assert self.board.position.hidden.pop(unit) == event["pair"], f"{unit} is not under {event['pair']}"
            if not event["at"]:
                self._count(unit, self.came, -1)

    def _deployed(self, event: Event) -> None:
        for unit, at in event["units"].items():
            if unit in self.board.roster.units:
                self.board.place(unit, at)
            else:
                self.board.position.leaders[unit] = at

    def _where(self, unit: str) -> str:
        return self.board.at.get(unit) or self.board.position.leaders[unit]

    def _go(self, unit: str, at: str, to: str) -> None:
        assert self._where(unit) == at, f"{unit} is told to leave {at}"
        if unit in self.board.roster.units:
            self.board.move(unit, to)
        elif to:
            self.board.position.leaders[unit] = to
        else:
            del self.board.position.leaders[unit]

    def _put(self, unit: str, at: str) -> None:
        if unit in self.board.roster.units:
            self.board.place(unit, at)
            self._count(unit, self.came)
        else:
            self.board.position.leaders[unit] = at

    def _take(self, unit: str, at: str, book: Counter[str], sign: int = 1) -> None:
        assert self._where(unit) == at, f"{unit} is told to be gone from {at}"
        if unit in self.board.roster.units:
            self._count(unit, book, sign)
            self.board.lift(unit)
        else:
            del self.board.position.leaders[unit]

    def _count(self, unit: str, book: Counter[str], sign: int = 1) -> None:
        book[self.board.setting.roster.units[unit].nation] += sign * self.board.face(unit)

    def _require_clear(self, unit: str, to: str) -> None:
        """nlb 6.6A, 6.6B, 8.1A, 15.3: no enemy zone over a hex into which somebody falls back, but walls keep them off
        infantry."""
        board = self.board
        sheltered = to in board.chateaux and board.roster.units[unit].kind == INFANTRY
        if sheltered or board.marked(GARRISON, unit):
            return
        foes = [foe for foe in board.at if board.army_of(foe) != board.army_of(unit) and foe not in self._tame]
        near = [foe for foe in foes if to in board.controlled(foe, board.at[foe])]
        assert not near, f"{unit} falls back to {to}, in the zone of {', '.join(near)}"
