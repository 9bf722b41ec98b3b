"""Placing before the first turn: leaders and units left to their owner (3.2C, 10.1A, 23.0B, 27.2C)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import Choose, Request
from pbem.hexgame.moving.moves import NO
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN, HidingOptions, hiding_faults
from rulesets.napoleons_last_battles.setting import Place

SETUP, PLACE = "setup", "place"
COMMANDER, OFFICER = "commander", "officer"
Path = tuple[str | int, ...]


class PlacingOptions:
    """nlb 3.2C-2, 3.2C-3, 5.4-2, 10.1A: where an army may place what it places freely.

    An answer is {setup: {unit: hex}}; who is left out stands where the default has him. board: read, never changed.
    """

    def __init__(self, board: Board, army: str) -> None:
        self.board = board
        self.army = army
        units = board.setting.roster.units
        placed = [(uid, place) for place in board.setting.places for uid in place.units if units[uid].army == army]
        # Where leaders may stand hangs on their units, where commanders are best placed on their officers.
        self.place_of: dict[str, Place] = dict(
            sorted(placed, key=lambda one: (units[one[0]].leads, units[one[0]].kind == COMMANDER))
        )

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None if everybody may stand where the answer has him, else the first refusal."""
        found = self.faults(answer)
        return found[0][1] if found else None

    def faults(self, answer: Json) -> list[tuple[Path, Refusal]]:
        """Everything that is wrong with an answer, with its place in it."""
        said = answer.get(SETUP, {}) if isinstance(answer, Mapping) else None
        if not isinstance(said, Mapping) or set(answer) - {SETUP, HIDDEN}:
            return [((), Refusal("3.2C", "a set-up is a list of units with their hexes"))]
        strange = [unit for unit in said if unit not in self.place_of]
        found: list[tuple[Path, Refusal]] = [((SETUP, unit), self._no_place(unit)) for unit in strange]
        board = self._scratch()
        found += self._place(board, said)
        found.sort(key=lambda one: list(said).index(one[0][1]) if len(one[0]) > 1 else len(said))
        return [*found, *hiding_faults(board, answer.get(HIDDEN, ()))]

    def _place(self, board: Board, said: Mapping[str, Json]) -> Iterator[tuple[Path, Refusal]]:
        """Puts everybody on a board: units where they are said to stand, the others beside them, then leaders so; what
        is wrong with it. Who may not stand where he is said to is one of the others."""
        placed: set[str] = set()
        for leads in (False, True):
            for unit, at in said.items():
                if unit not in self.place_of or self.leads(unit) is not leads:
                    continue
                refusal = self._refusal(board, unit, at)
                if refusal is None:
                    self._put(board, unit, str(at))
                    placed.add(unit)
                else:
                    yield (SETUP, unit), refusal
            for unit in self.place_of:
                if unit not in placed and self.leads(unit) is leads:
                    at = self._best(board, unit)
                    if at:
                        self._put(board, unit, at)
                    elif not leads:
                        text = f"{self._name(unit)} finds no hex beside the others; place it too"
                        yield (SETUP,), Refusal("3.2C", text, unit)

    def carry_out(self, board: Board, said: Mapping[str, Json]) -> Generator[Request, Any, None]:
        """Places everybody on the board of the phase: who is said to stand where he may not stands by default."""
        for leads in (False, True):
            mine = [unit for unit in self.place_of if self.leads(unit) is leads]
            for unit in [*(one for one in said if one in mine), *(one for one in mine if one not in said)]:
                at = self._best(board, unit)
                if at and unit in said:
                    noun = "a hex in which it may stand at first"
                    options = Listed(self.hexes(board, unit), "10.1A" if leads else "3.2C", noun, silent=at)
                    label = f"{SETUP}.{self.army}.{unit}"
                    where = (SETUP, unit)
                    at = yield Choose(self.army, PLACE, options, label, said[unit], where, obliged=True, scene=board)
                if at:
                    self._put(board, unit, at)

    def _no_place(self, unit: str) -> Refusal:
        text = f"{self._name(unit)} is not placed freely; these are: {', '.join(map(self._name, self.place_of))}"
        return Refusal("3.2C", text, unit)

    def _refusal(self, board: Board, unit: str, at: Json) -> Refusal | None:
        place = self.place_of[unit]
        if not isinstance(at, str) or at not in board.field.neighbours:
            return Refusal("3.2C", f"{str(at)[:20]} is no hex of this map", unit, str(at)[:20])
        legal = self.hexes(board, unit)
        if at in legal:
            return None
        text = f"{self._name(unit)} may not be placed in {at}: {self._where(place, unit)}"
        return Refusal("10.1A" if self.leads(unit) else "3.2C", text, unit, at, tuple(sorted(legal)[:30]))

    def hexes(self, board: Board, unit: str) -> tuple[str, ...]:
        """The hexes in which a unit may be placed as the board stands, in order of number."""
        place = self.place_of[unit]
        if place.hexes:
            found = self._around(board, place, unit)
        else:
            found = dict.fromkeys(board.at[mate] for mate in self._mates(board, place, unit))
        return tuple(sorted(at for at in found if self._free(board, place, unit, at)))

    def _around(self, board: Board, place: Place, unit: str) -> dict[str, None]:
        field = board.field
        steps = field.steps_for(board.setting.roster.units[unit].mover)
        found: dict[str, None] = {}
        for centre in place.hexes:
            for at in field.grids[field.map_of[centre]].within(centre, place.within):
                if at == centre or any(at in steps[n] for n in steps[at]):
                    found[at] = None
        return found

    def _mates(self, board: Board, place: Place, unit: str) -> list[str]:
        """nlb 10.1A: the combat units beside which one may be placed: his own, all of his nation for a commander and
        for an officer none of whose units is on the map, or those that the scenario names."""
        units = board.setting.roster.units
        own = units[unit]
        mine = [uid for uid in board.at if units[uid].army == self.army and units[uid].fights]
        if place.beside == ("any",):
            return mine
        named = {own.formation} if place.beside == ("own",) else set(place.beside)
        found = [uid for uid in mine if units[uid].formation in named]
        return found or [uid for uid in mine if units[uid].nation == own.nation]

    def _free(self, board: Board, place: Place, unit: str, at: str) -> bool:
        if board.holder(at) not in ("", self.army):
            return False
        if place.wing and board.setting.wing(at) != place.wing:
            return False
        if place.outside_zones_of and board.in_zone(at, place.outside_zones_of):
            return False
        if self.leads(unit):
            return True
        return not (place.unstacked and board.units_in(at)) and board.fits(at, (*board.units_in(at), unit))

    # -- the default -----------------------------------------------------------------

    def complete(self, answer: Json) -> dict[str, str]:
        """Unit -> hex for everybody: what an answer says as far as it is legal, and the default for the others."""
        board = self._scratch()
        for _ in self._place(board, answer.get(SETUP, {})):
            pass
        places = {**board.at, **board.position.leaders}
        return {unit: places[unit] for unit in self.place_of if unit in places}

    def _best(self, board: Board, unit: str) -> str:
        """The legal hex in the middle of those beside whom he belongs, the lowest number among equals."""
        place = self.place_of[unit]
        legal = self.hexes(board, unit)
        if place.hexes:
            about = list(place.hexes)
        else:
            about = [board.at[mate] for mate in self._mates(board, place, unit)]
        ranked = sorted(
            (-self._commanded(board, unit, at), sum(board.field.distance(at, to) for to in about), at) for at in legal
        )
        return ranked[0][2] if ranked else ""

    def _commanded(self, board: Board, unit: str, at: str) -> int:
        """nlb 11.1A: how many officers of his nation a commander would have within his range in a hex, but those whom
        one placed before him has already; 0 for all who command no officers."""
        units, leaders = board.setting.roster.units, board.position.leaders
        own, within = units[unit], board.setting.roster.ranges["commander"]
        if own.kind != COMMANDER:
            return 0

        def has(place: str, officer: str) -> bool:
            return board.field.distance(place, leaders[officer]) <= within

        officers = [one for one in leaders if units[one].kind == OFFICER and units[one].nation == own.nation]
        others = [leaders[one] for one in leaders if units[one].kind == COMMANDER and units[one].nation == own.nation]
        return sum(has(at, one) and not any(has(place, one) for place in others) for one in officers)

    # -- the rest of the contract ----------------------------------------------------

    def default(self) -> Json:
        """Everybody in the middle of his own."""
        return {}

    def sample(self, pick: Pick) -> Json:
        """A random legal set-up."""
        board = self._scratch()
        said: dict[str, str] = {}
        for unit in self.place_of:
            legal = self.hexes(board, unit)
            if legal:
                said[unit] = legal[pick(len(legal))]
                self._put(board, unit, said[unit])
        answer: dict[str, Json] = {SETUP: said} if said else {}
        if self.board.setting.on("hidden-movement") and pick(2):
            entry = HidingOptions(board).sample(pick)
            answer |= {HIDDEN: [entry]} if entry != NO else {}
        return answer if answer and self.why_not(answer) is None else {}

    def describe(self) -> Json:
        """Who is placed, where he may stand, and where the default has him."""
        board, default = self._scratch(), self.complete({})
        rows = [
            {
                "unit": unit,
                "at": default.get(unit, ""),
                "hexes": list(self.hexes(board, unit)),
                "where": self._where(place, unit),
            }
            for unit, place in self.place_of.items()
        ]
        return {"noun": "a set-up", "army": self.army, "units": rows, "default": {}}

    def leads(self, unit: str) -> bool:
        """Whether it is a leader."""
        return self.board.setting.roster.units[unit].leads

    def _scratch(self) -> Board:
        board = self.board
        return board.another(board.position.copy())

    def _put(self, board: Board, unit: str, at: str) -> None:
        if self.leads(unit):
            board.position.leaders[unit] = at
        else:
            board.place(unit, at)

    def _name(self, unit: Json) -> str:
        record = self.board.setting.roster.units.get(str(unit)[:40])
        return record.name if record else str(unit)[:40]

    def _where(self, place: Place, unit: str) -> str:
        whose = "his" if self.leads(unit) else "its"
        if place.hexes:
            near = f"within {place.within} hexes of {', '.join(place.hexes)}" if place.within else place.hexes[0]
            text = f"{whose} place is {near}"
            if place.outside_zones_of:
                text += f", outside of zones of the {self._of(place.outside_zones_of)}"
            return f"{text}, unstacked" if place.unstacked else text
        return f"{whose} place is with a combat unit of {self._beside(place, unit, whose)}"

    def _beside(self, place: Place, unit: str, whose: str) -> str:
        if place.beside == ("any",):
            return f"{whose} army"
        if place.beside != ("own",):
            return ", ".join(map(self._of, place.beside))
        units = self.board.setting.roster.units
        own = any(units[uid].formation == units[unit].formation and units[uid].fights for uid in self.board.at)
        return f"{whose} {'organization' if own else 'nation'}"

    def _of(self, name: str) -> str:
        formation = self.board.setting.roster.formations.get(name)
        return formation.name if formation else name.capitalize()


def placed_events(board: Board, placed: Mapping[str, str], units: Sequence[str]) -> Iterator[dict[str, Json]]:
    """What is told of a set-up, in the order in which the scenario names its units."""
    for unit in units:
        if unit in placed:
            yield {"kind": "set-up", "unit": unit, "at": placed[unit], "army": board.position.army, "case": "3.2C"}
