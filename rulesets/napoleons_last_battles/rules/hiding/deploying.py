"""Where the units of a revealed pair stand: in the hex of the real marker or next to it (16.6C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.options import Json, Pick, Refusal
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.hiding.pairs import told

CASE = "16.6C"


class DeployOptions:
    """nlb 16.6C-1, 16.6C-2: where the units of a pair may stand when it is revealed.

    An answer is {unit: hex}; who is left out stands in the nearest hex with room, that of the marker first, the lowest
    number among equals. at: the hex of the real marker. board: the pair is off the map.
    """

    def __init__(self, board: Board, units: Sequence[str], at: str) -> None:
        self.board = board
        self.units = tuple(units)
        self.at = at

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal answer, else the first refusal."""
        found = next(self.faults(answer), None)
        return found[1] if found else None

    def faults(self, answer: Json) -> Iterator[tuple[tuple[str, ...], Refusal]]:
        """Everything that is wrong with an answer, with its place in it."""
        if not isinstance(answer, Mapping):
            yield (), Refusal(CASE, "units are deployed unit by unit: {unit: hex}")
            return
        standing: dict[str, str] = {}
        for unit, at in answer.items():
            refusal = self._refusal(unit, at, standing)
            if refusal is None:
                standing[unit] = at
            else:
                yield (unit,), refusal

    def _refusal(self, unit: str, at: Json, standing: Mapping[str, str]) -> Refusal | None:
        field, records = self.board.field, self.board.setting.roster.units
        if unit not in self.units:
            name = records[unit].name if unit in records else unit[:40]
            return Refusal(CASE, f"{name} is not hidden there: {told(self.board, self.units)} are", unit)
        near = (self.at, *field.neighbours[self.at])
        if at not in near:
            text = f"{records[unit].name} is deployed in {self.at}, where its marker is, or next to it"
            return Refusal(CASE, text, unit, str(at)[:20], tuple(sorted(near)))
        if not self._open(unit, at, standing):
            text = f"{records[unit].name} cannot be deployed in {field.name(at)}: the enemy, the ground or the stack"
            legal = tuple(sorted(one for one in near if self._open(unit, one, standing)))
            return Refusal(CASE, f"{text} there leaves no room", unit, at, legal)
        return None

    def _open(self, unit: str, at: str, standing: Mapping[str, str]) -> bool:
        """nlb 5.2, 5.4-2, 16.6C-1: whether one may stand in a hex beside those there or deployed before."""
        board, record = self.board, self.board.setting.roster.units[unit]
        if board.holder(at) == board.enemy[record.army] or not enterable(board, unit, at):
            return False
        if record.leads:
            return True
        leads = board.setting.roster.units
        there = [*board.units_in(at), *(one for one, to in standing.items() if to == at and not leads[one].leads)]
        return board.fits(at, (*there, unit))

    # -- what comes of it ----------------------------------------------------------

    def complete(self, answer: Mapping[str, str]) -> dict[str, str]:
        """Unit -> hex for all: combat units first, as an answer has them, then the others; leaders with a unit."""
        records, found = self.board.setting.roster.units, dict(answer)
        for unit in sorted(self.units, key=lambda one: (records[one].leads, records[one].order)):
            if unit not in found:
                found[unit] = self._nearest(unit, found)
        return {unit: found[unit] for unit in self.units}

    def _nearest(self, unit: str, standing: Mapping[str, str]) -> str:
        """nlb 16.6C-1: the nearest hex with room; beyond the neighbours only where these are full, a reading."""
        field = self.board.field
        ring, seen = [self.at], {self.at}
        while ring:
            at = next((one for one in sorted(ring) if self._open(unit, one, standing)), "")
            if at:
                return at
            ring = sorted({n for one in ring for n in field.neighbours[one]} - seen)
            seen.update(ring)
        raise ValueError(f"{unit} finds no hex on the whole map")

    def from_wishes(self, wishes: Sequence[Json]) -> dict[str, str]:
        """The answer that a list of hexes means: combat units fill them in their order, each as long as it has room."""
        found: dict[str, str] = {}
        near = (self.at, *self.board.field.neighbours[self.at])
        for unit in self.units:
            if not self.board.setting.roster.units[unit].leads:
                at = next((one for one in wishes if one in near and self._open(unit, str(one), found)), None)
                if at is not None:
                    found[unit] = at
        return found

    # -- the rest of the contract --------------------------------------------------

    def default(self) -> Json:
        """Nobody is said to stand anywhere: all stand as near as can be."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """A random legal answer."""
        near, found = (self.at, *self.board.field.neighbours[self.at]), dict[str, str]()
        for unit in self.units:
            hexes = [at for at in near if self._open(unit, at, found)]
            if hexes and pick(3):
                found[unit] = hexes[pick(len(hexes))]
        return found

    def describe(self) -> Json:
        """Who is deployed, and the hexes around the real marker."""
        near = (self.at, *self.board.field.neighbours[self.at])
        return {"noun": "a deployment", "units": list(self.units), "hexes": sorted(near), "default": {}}


def enterable(board: Board, unit: str, at: str) -> bool:
    """nlb 5.2: whether the ground of a hex is open to a unit from any side."""
    steps = board.field.steps_for(board.setting.roster.units[unit].mover)
    return any(steps[near].get(at) is not None for near in board.field.neighbours[at])
