"""Standing orders as their player wrote them: names into ids, what can never be meant, what matters soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.names import Path
from rulesets.winters_victory.decisions import COMMAND, FIRE, HOURLY, RALLY, REACT
from rulesets.winters_victory.documents.standing import slot_nodes, slots
from rulesets.winters_victory.documents.translation import translation
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.nearness import near_brigades
from rulesets.winters_victory.setting import Setting


class WintersStanding(StandingOrders):
    """Standing orders with printed names in them. play: makes a board of a position."""

    def __init__(self, setting: Setting, play: Callable[[Json], Play]) -> None:
        self.setting, self.play = setting, play

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names; of a position, who of
        those that they name is not on the map."""
        names, nodes = translation(self.setting, army), slot_nodes(self.setting, army)
        read = {name: nodes[name].read(value, (name,), names) for name, value in values.items()}
        if at is None or names.faults:
            return Reading(read, names.faults)
        play = self.play(at)
        remarks = [one for name, value in read.items() for one in _absent(play, value, (name,))]
        return Reading(read, (), remarks)

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of brigades near the enemy, of their corps, of whoever has leaders on the map; those of an hour as
        long as they are asked for in this turn or the next."""
        play, setting = self.play(at), self.setting
        brigades = near_brigades(setting.ground, play.board, army)
        corps = {setting.forces.brigades[uid].corps for uid in brigades}
        led = {
            one for one in setting.corps(army) if any(uid in play.board.pieces for uid in setting.leaders(one, army))
        }
        matter = {FIRE: set(brigades), REACT: set(brigades), RALLY: corps, COMMAND: corps | led}
        turns = (play.position.turn, play.position.turn + 1)
        hourly = any(setting.calendar[turn].hourly for turn in turns if turn in setting.calendar)
        found = []
        for slot in slots(setting, army):
            kind, _, key = slot.name.partition(".")
            if hourly if kind == HOURLY else key in matter[kind]:
                found.append(slot.name)
        return found


def _absent(play: Play, value: Json, path: Path) -> Iterator[PlacedRefusal]:
    """Counters that a value names, as words of a map or in lists, and that are not on the map."""
    if isinstance(value, str):
        if value in play.setting.units and value not in play.board.pieces:
            name = play.setting.units[value].name
            gone = value in play.position.gone
            yield PlacedRefusal(
                path, Refusal("4.0-1", f"{name} is {'out of play' if gone else 'not on the map'}", value)
            )
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _absent(play, key, (*path, key))
            yield from _absent(play, inner, (*path, key))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _absent(play, inner, (*path, number))
