"""Counters that decisions name beside moves and attacks: each has to be one of the army's (11.0, 13.4, 17.0).

Decisions come from the other side's program as well; rules look counters up by their ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.chain import CORPS
from rulesets.winters_victory.board.pieces import LEADER, Unit

Path = tuple[str | int, ...]
Found = tuple[Path, Refusal]
_LONGEST: Final = 24


def absent(board: Board, army: str, uid: str, case: str) -> Refusal | None:
    """wv 6.0-1, 12.11.1: why an army does nothing with a counter: there is none of that name, it is the other side's,
    or not on the map; None if it is there."""
    unit, piece = board.units.get(uid), board.pieces.get(uid)
    if unit is None:
        return Refusal(case, f"{uid[:_LONGEST]} is no unit of this battle", uid[:_LONGEST])
    if unit.army != army:
        where = f" in {piece.at}" if piece else ""
        return Refusal(case, f"{unit.name}{where} is the enemy's", uid, piece.at if piece else "")
    return None if piece else Refusal(case, f"{unit.name} is not on the map", uid)


@dataclass(frozen=True, slots=True)
class Naming:
    """The counters of a game, and the army whose decisions are looked through."""

    units: Mapping[str, Unit]
    army: str

    def of_corps(self, wish: Mapping[str, Any], path: Path) -> Iterator[Found]:
        """wv 12.52.1-1, 17.41-1, 17.41-2, 17.41-3: what a corps does in a command phase."""
        for key, said in wish.items():
            if not isinstance(said, Mapping):
                yield from self._all(said, (*path, key), "12.52.1-1", leads=False)
                continue
            yield from self._one(key, (*path, key), "17.41", leads=True)
            orders = said.get("orders", ())
            for number, order in enumerate(orders):
                yield from self._one(order["to"], (*path, key, "orders", number, "to"), "17.32-1", leads=True)
            whom = said.get("implement", CORPS)
            if whom != CORPS:
                yield from self._one(whom, (*path, key, "implement"), "17.71-4", leads=True)

    def rallied(self, wish: Mapping[str, Any], path: Path) -> Iterator[Found]:
        """wv 13.41-1: who recovers."""
        yield from self._all(wish.get("recover", ()), (*path, "recover"), "13.41-1", leads=False)

    def firing(self, wish: Mapping[str, Any], path: Path) -> Iterator[Found]:
        """wv 11.0-1: who fires, and who does not."""
        for key in ("hold", "prefer"):
            yield from self._all(wish.get(key, ()), (*path, key), "11.0-1", leads=False)

    def hours(self, wish: Mapping[str, Any], path: Path) -> Iterator[Found]:
        """wv 17.54-1, 17.64: leaders who rest and who are spared."""
        yield from self._all(wish.get("rest", ()), (*path, "rest"), "17.54-1", leads=True)
        yield from self._all(wish.get("spare", ()), (*path, "spare"), "17.64", leads=True)

    def none(self, wish: Mapping[str, Any], path: Path) -> Iterator[Found]:
        """wv 11.3-1: what a brigade does of its own names nobody."""
        yield from ()

    def _all(self, listed: Any, path: Path, case: str, *, leads: bool) -> Iterator[Found]:
        """Each of a list, or of the words of a map."""
        for number, uid in enumerate(listed):
            place = (*path, uid if isinstance(listed, Mapping) else number)
            yield from self._one(uid, place, case, leads=leads)

    def _one(self, uid: str, path: Path, case: str, *, leads: bool) -> Iterator[Found]:
        unit = self.units.get(uid)
        what = "command unit" if leads else "unit"
        if unit is None or unit.army != self.army:
            yield path, Refusal(case, f"{uid[:_LONGEST]} is no {what} of the {self.army} army", uid[:_LONGEST])
        elif (unit.kind == LEADER) != leads:
            yield path, Refusal(case, f"{unit.name} is no {'command unit' if leads else 'combat unit'}", uid)
