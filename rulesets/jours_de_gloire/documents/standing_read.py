"""Standing orders as their player wrote them: names into ids, and what of them can never be meant, or not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.standing import Reading, StandingOrders
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.documents.standing import (
    ASSAULT,
    ATTACK,
    BRIDGES,
    CITY,
    DEFENCE,
    DESTROY,
    LOSSES,
    ORDER,
    OUTSIDE,
    RETREAT,
    SIEGE,
    SQUATTER,
    STRANDED,
)
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.rules.arrivals import army_of
from rulesets.jours_de_gloire.rules.battle.tactics import CASE
from rulesets.jours_de_gloire.rules.march.command import emperor_chooses
from rulesets.jours_de_gloire.setting import Setting


class JoursStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        return read_standing(self.setting, army, values, None if at is None else decode(at), own)


def read_standing(setting: Setting, army: str, values: Mapping[str, Json], at: Position | None, own: Own) -> Reading:
    """The values with ids, see `engine.standing.ReadsStanding`. at: judges them at this position too."""
    board = Board(setting, empty_position(setting) if at is None else at)
    translation = Translation(Holdings(setting, board, army, own))
    read = {name: _translated(translation, name, value) for name, value in values.items()}
    if at is not None and not translation.faults:
        judge = Judge(translation)
        for name, value in read.items():
            judge.slot(name, value)
    return Reading(read, translation.faults, translation.remarks)


# -- names into ids ----------------------------------------------------------------------


def _translated(translation: Translation, name: str, value: Json) -> Json:
    if name == LOSSES:
        return [_payer(translation, word, (name, i)) for i, word in enumerate(value)]
    if name in (RETREAT, SQUATTER, STRANDED):
        return translation.boxes(value, (name,))
    if name in (ATTACK, DEFENCE) and "prefer" in value:
        lines = [_line(translation, line, (name, "prefer", i)) for i, line in enumerate(value["prefer"])]
        return {**value, "prefer": lines}
    return value


def _line(translation: Translation, line: Mapping[str, Json], path: Path) -> Json:
    if "boxes" not in line:
        return line
    return {**line, "boxes": translation.boxes(line["boxes"], (*path, "boxes"))}


def _payer(translation: Translation, word: str, path: Path) -> str:
    """jdg 8.4-2: a unit or detachment counter of one's own, wherever it is."""
    holdings, before = translation.holdings, len(translation.faults)
    setting, army = holdings.setting, holdings.army
    uid = translation.anybody(word, path)
    if len(translation.faults) > before:
        return uid
    name = next(printed for one, printed in holdings.everybody() if one == uid)
    change = setting.scenario.defection
    if uid in setting.generals:
        translation.fault(path, "8.4-2", f"{name} is a general, and losses are paid by units: leave him out", uid)
    elif holdings.army_of(uid) != army:
        command = setting.units[uid].command if uid in setting.units else ""
        if change is None or change.command != command or change.to != army or command in holdings.board.at.turned:
            whose = setting.scenario.counters[holdings.army_of(uid)].name
            translation.fault(path, "8.4-2", f"{name} is of the {whose} side: name your own units", uid)
        else:
            translation.remark(path, "B.7.1", f"{name} is of the enemy's side now", uid)
    return uid


# -- against a position --------------------------------------------------------------------


class Judge:
    """What slots and members of orders name, held against the position in `translation`."""

    def __init__(self, translation: Translation) -> None:
        self.translation = translation
        self.holdings = translation.holdings
        self.setting, self.board, self.army = self.holdings.setting, self.holdings.board, self.holdings.army

    def slot(self, name: str, value: Json) -> None:
        """One slot."""
        if name in (ATTACK, DEFENCE):
            for i, line in enumerate(value.get("prefer", ())):
                self._line(line, (name, "prefer", i))
        elif name == LOSSES:
            self._losses(value, (name,))
        elif name in (RETREAT, SQUATTER, STRANDED):
            self.boxes(name, value, (name,))
        elif name == ORDER:
            self.first_player((name,))
        else:
            self._word(name, value)

    # -- words of two ------------------------------------------------------------------------

    def _word(self, name: str, value: Json) -> None:
        """jdg 8.8-2, 8.8-3, 6.4-3: what needs a fortified city or a bridge, where the map has none."""
        cities = any(box.city for box in self.setting.boxes.values())
        bridges = any(link.water == "bridge" for link in self.setting.map.links.values())
        rows = {
            CITY: (OUTSIDE, "8.8-2", cities, "this map has no fortified city"),
            SIEGE: (ASSAULT, "8.8-3", cities, "this map has no fortified city"),
            BRIDGES: (DESTROY, "6.4-3", bridges, "this map has no bridge"),
        }
        word, case, possible, text = rows.get(name, ("", "", True, ""))
        if value == word and not possible:
            self.translation.fault((name,), case, f"{text}: leave it out")

    def first_player(self, path: Path) -> None:
        """jdg 3.2-1: who plays first is for the army of the Emperor to say as long as he is on the map."""
        board, setting = self.board, self.setting
        if board.at.stage == "setup" or not emperor_chooses(setting, board):
            return
        emperor = setting.generals[setting.emperor]
        army = board.army_of_command(emperor.command)
        if army != self.army:
            text = f"{emperor.name} is on the map now, so that the {setting.scenario.counters[army].name} side chooses"
            self.translation.remark(path, "3.2-1", text)

    # -- units ---------------------------------------------------------------------------------

    def _losses(self, units: Sequence[str], path: Path) -> None:
        """jdg 8.4-2: who pays has to be there; who is eliminated never comes again."""
        there = self.holdings.units()
        for i, uid in enumerate(units):
            printed = dict(self.holdings.everybody())[uid]
            if uid in self.board.at.dead:
                self.translation.fault((*path, i), "8.4-2", f"{printed} was eliminated: leave it out", uid)
            elif uid not in there and self.board.at.stage != "setup" and self.holdings.army_of(uid) == self.army:
                self.translation.remark((*path, i), "8.4-2", f"{printed} is not on the map now", uid)

    # -- boxes ---------------------------------------------------------------------------------

    def boxes(self, name: str, boxes: Sequence[str], path: Path) -> None:
        """jdg 8.7-1, 3.3-3, 4.2-3: boxes to go back to, to step aside to, or in which friends are."""
        if self.board.at.stage == "setup":
            return
        near, case, why = {RETREAT: self._behind, SQUATTER: self._aside, STRANDED: self._friends}[name]()
        for i, box in enumerate(boxes):
            if near is not None and box not in near:
                text = f"{self.setting.boxes[box].name}: {why}"
                self.translation.remark((*path, i), case, text, "", box)

    def _behind(self) -> tuple[set[str] | None, str, str]:
        own = self.board.boxes_of(self.army)
        return (
            {to for box in own for to in self.board.neighbours(box)},
            "8.7-1",
            "nobody of yours stands next to it now",
        )

    def _aside(self) -> tuple[set[str] | None, str, str]:
        """jdg 3.3-3: next to a box into which enemies come; None where no more come into any."""
        coming = [self.setting.scenario.reinforcements[number] for number in self.board.at.arrivals]
        into = [one.box for one in coming if one.box and army_of(self.board, one) != self.army]
        near = {to for box in into for to in self.board.neighbours(box)} if into else None
        return near, "3.3-3", "no box next to it awaits reinforcements of the enemy"

    def _friends(self) -> tuple[set[str] | None, str, str]:
        return set(self.board.boxes_of(self.army)), "4.2-3", "nobody of yours stands there now"

    # -- chits ---------------------------------------------------------------------------------

    def _line(self, line: Mapping[str, Any], path: Path) -> None:
        """jdg 8.2-4, 8.2-5, 8.2-6, 8.2-7: a rule under `prefer` that no force of this army could ever follow."""
        translation, chit = self.translation, str(line["chit"])
        for member in ("own", "enemy"):
            least, most = line.get(member, {}).get("least", 0), line.get(member, {}).get("most", 999)
            if least > most:
                text = f"no number is at least {least} and at most {most}"
                translation.fault((*path, member), CASE[chit], text)
            elif member == "enemy" and most == 0:
                translation.fault((*path, member), "8.0-1", "in a battle there are enemies: write most: 1 or more")
            elif member == "own":
                self._size(chit, least, most, (*path, member))
        self._led(chit, path)

    def _size(self, chit: str, least: int, most: int, path: Path) -> None:
        charts, limit = self.setting.charts, self.setting.options.screen_limit
        for row in (("tactics", chit), *([("screen-limit", limit)] if chit == "screen" else [])):
            low, high = charts.bound(*row, "least"), charts.bound(*row, "most")
            if low is not None and most < low:
                text = f"{chit} needs at least {low} PF, and this rule is for at most {most}"
                self.translation.fault(path, CASE[chit], text)
            # A detachment alone may skirmish whatever its strength (8.2-7).
            elif high is not None and least > high and charts.value("tactics", chit, "alone") == "no":
                text = f"{chit} is for at most {high} PF, and this rule is for at least {least}"
                self.translation.fault(path, CASE[chit], text)

    def _led(self, chit: str, path: Path) -> None:
        """jdg 8.2-4, 8.2-5: the general whom a chit needs is captured or removed for good, or is not here yet."""
        rank = self.setting.charts.bound("tactics", chit, "general")
        if rank is None or self.board.at.stage == "setup":
            return
        able = [
            uid
            for uid, general in self.setting.generals.items()
            if general.rank >= rank and self.board.army_of_command(general.command) == self.army
        ]
        left = [uid for uid in able if uid not in self.board.at.taken and uid not in self.board.at.gone]
        who = f"a general of at least {rank} stars" if rank else "a general"
        if not left:
            text = f"{chit} needs {who} in the box, and none is left to your side"
            self.translation.fault((*path, "chit"), CASE[chit], text)
        elif not any(self.board.present(uid) for uid in left):
            text = f"{chit} needs {who} in the box, and none of yours is on the map now"
            self.translation.remark((*path, "chit"), CASE[chit], text)
