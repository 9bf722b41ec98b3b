"""One attack as somebody imagines it: who would attack whom, from where, and what the die would make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import GameOdds, Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.fighting.attacks import Attack
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.attack import read_attack
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import foresight
from rulesets.napoleon_at_war.telling.preview import preview

_MOST_NOTES = 6
# What these rules know nothing of.
_STRANGE: Mapping[str, str] = {
    "tactic": "there are no tactics to choose in these rules",
    "against": "there are no tactics to choose in these rules",
}


class NapoleonOdds(GameOdds):
    """What attacks would come to, ordered or not."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """See `what_if`: all counters lie open."""
        return what_if(self.setting, Position.from_json(at), army, question)

    def preview(self, request: Choose, orders: Json) -> Json:
        """See `engine.contract.Telling.preview`."""
        return preview(self.setting, board_of(self.setting, request).position, orders)


def what_if(setting: Setting, position: Position, army: str, question: WhatIf) -> Sequence[Outlook]:
    """naw 7.0 to 9.0: the odds of one attack by an army, on the position as it is or as it is supposed to be.

    Raises Unanswerable with everything that is wrong with the question.
    """
    return (_Question(setting, position, army, question).answered(),)


class _Question:
    """A question with its names translated; `faults` gathers what is wrong with it."""

    def __init__(self, setting: Setting, position: Position, army: str, asked: WhatIf) -> None:
        self.setting, self.asked = setting, asked
        supposed = position.copy()
        supposed.army = army
        self.board: Board = setting.board(supposed)
        self.units = Units(setting.roster.units, army)
        self.faults = [Refusal("", text) for word, text in _STRANGE.items() if getattr(asked, word)]
        if asked.enemy >= 0:
            self.faults.append(Refusal("", "all counters lie open in these rules: nobody's strength is supposed"))

    def answered(self) -> Outlook:
        """The odds of the attack. Raises Unanswerable."""
        moved = self._suppose()
        on = [at for text in self.asked.on if (at := self._target(text))]
        guns = [unit for text in self.asked.far if (unit := self._unit(text))]
        by = [unit for text in self.asked.by if (unit := self._unit(text))]
        self._raise()
        options = AttackOptions(self.setting, self.board)
        self._require_enemies(on, options.foe)
        if not by and not guns:
            by = self._neighbours(on)
        entry = {"on": on, "by": by, "bombard": guns, **self._reduction()}
        found = options.faults([entry])
        self.faults += [self._hinted(refusal) for path, refusal in found if path[:1] == (0,)]
        self._raise()
        owed = [Step(refusal.text, refusal.case) for path, refusal in found if not path]
        attack = read_attack(0, entry)
        if not isinstance(attack, Attack):
            raise Unanswerable([attack[1]])
        notes = [*moved, *self._circumstances(), *owed[:_MOST_NOTES]]
        return foresight(self.setting, self.board).outlook(attack, attack.manner, notes)

    def _raise(self) -> None:
        if self.faults:
            raise Unanswerable(self.faults)

    # -- names ------------------------------------------------------------------------------

    def _unit(self, text: str) -> str:
        unit = self.units.find(text)
        if not unit:
            self.faults.append(self.units.unknown(text))
        return unit

    def _hex(self, text: str) -> str:
        """A hex by its number or its printed name; "" where there is none."""
        found = Places(self.setting.field.hexes, self.setting.field.names).find(text)
        if isinstance(found, Refusal):
            self.faults.append(found)
            return ""
        return found

    def _target(self, text: str) -> str:
        """A hex under attack, or that of an enemy unit."""
        unit = self.units.find(text)
        if unit and text not in self.setting.field.neighbours:
            if unit in self.board.position.at:
                return self.board.hex_of(unit)
            self.faults.append(Refusal("", f"{self.units.label(unit)} is not on a map", unit))
            return ""
        return self._hex(text)

    def _suppose(self) -> list[Step]:
        """Sets up who is supposed to stand elsewhere; one unit to a hex, as after every move."""
        places: dict[str, str] = {}
        for text, to in self.asked.moved:
            unit, at = self._unit(text), self._hex(to)
            if unit and at:
                places[unit] = at
        starts = {unit: self.board.lift(unit) if unit in self.board.position.at else "" for unit in places}
        for unit, at in places.items():
            if self.board.here.get(at):
                other = self.units.label(self.board.here[at][0])
                self.faults.append(Refusal("5.32", f"{self.units.label(unit)} cannot be in {at}: {other} is", unit, at))
            else:
                self.board.place(unit, at)
        return [
            Step(f"supposed: {self._name(unit)} in {at}, not {f'in {starts[unit]}' if starts[unit] else 'off the map'}")
            for unit, at in places.items()
        ]

    def _require_enemies(self, on: Sequence[str], foe: str) -> None:
        """Raises Unanswerable where nobody could be attacked (7.0); what follows from it is not told as well."""
        for at in on:
            if self.board.holder(at) != foe:
                text = f"there is no enemy unit in {self.setting.field.name(at)}"
                self.faults.append(Refusal("7.0", text, hex=at))
        self._raise()

    def _neighbours(self, on: Sequence[str]) -> list[str]:
        """naw 7.15: own units that could take part without a move."""
        board, army = self.board, self.board.position.army
        found = [
            unit
            for unit in board.on_map(army)
            if all(at in board.field.zone_neighbours[board.hex_of(unit)] for at in on)
        ]
        if not found:
            mend = "name attackers with --by, and with --from where they are supposed to stand"
            text = f"nobody stands next to {' and '.join(on)}; {mend}"
            self.faults.append(Refusal("7.15", text))
            self._raise()
        return found

    def _hinted(self, refusal: Refusal) -> Refusal:
        """A refusal; of a unit that is too far away it says where it would have to be."""
        near = sorted(self.board.field.zone_neighbours.get(refusal.hex, ()))
        if refusal.case != "7.15" or not near:
            return refusal
        where = f"--from {refusal.unit}={near[0]}"
        text = f"{refusal.text}; it could be supposed in one of {', '.join(near)}, as in {where}"
        return Refusal(refusal.case, text, refusal.unit, refusal.hex, refusal.legal)

    def _reduction(self) -> Json:
        return {"reduce": self.asked.column} if self.asked.column else {}

    def _name(self, unit: str) -> str:
        return self.setting.roster.units[unit].name

    # -- the answer -----------------------------------------------------------------------------

    def _circumstances(self) -> Iterator[Step]:
        position = self.board.position
        if self.setting.is_night(position.turn):
            yield Step(f"turn {position.turn} is a night turn: nobody attacks in it", "10.1")
