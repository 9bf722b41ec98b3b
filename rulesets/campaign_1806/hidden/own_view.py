"""A board as one army sees it: its own pieces under their own ids, the enemy's as they lie (1.5).

Documents, templates, previews, desks, pictures and the practice opponent work on it as on an open board; the audit
judges on it as well, with the book of the accused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.options import Json
from rulesets.campaign_1806.face_up import FaceUp
from rulesets.campaign_1806.fog import Looking, Picked
from rulesets.campaign_1806.hidden.counters import is_counter, unit_in
from rulesets.campaign_1806.hidden.face_down import FaceDown
from rulesets.campaign_1806.play import ALTERNATE_OF, Play
from rulesets.campaign_1806.rules.decisions import texts

COMMAND_LEAF: Final = "command"
TRACKS: Final = "tracks"
"""The leaf that goes with orders, and the member of it in which a plan of entries is sealed (21.85)."""


class OwnSight(FaceUp):
    """See `fog.Fog`: of one's own pieces all is known, of the enemy's what a look shows. counters: own unit -> counter
    under which it lies."""

    hidden = True
    _enemy = FaceDown()

    def __init__(self, counters: Mapping[str, str]) -> None:
        self._counters = counters

    def counter_of(self, uid: str) -> str:
        """That of an own unit."""
        return self._counters.get(uid, "")

    def scout(self, play: Play, at: str, army: str, *, troops: bool = False) -> Looking:
        """At enemies alone."""
        if army != play.army:
            yield from self._enemy.scout(play, at, army, troops=troops)

    def scouted(self, play: Play, at: str, army: str) -> bool:
        """Of enemies alone there is anything to find out."""
        return army == play.army or self._enemy.scouted(play, at, army)

    def survey(self, play: Play, at: str, radius: int, army: str, *, troops: bool = False) -> Looking:
        """At enemies alone."""
        if army != play.army:
            yield from self._enemy.survey(play, at, radius, army, troops=troops)

    def turn_up(self, play: Play, units: Sequence[str], label: str) -> Picked:
        """Enemies."""
        return (yield from self._enemy.turn_up(play, units, label))

    def in_contact(self, play: Play, label: str) -> Looking:
        """Enemies."""
        yield from self._enemy.in_contact(play, label)


class OwnView:
    """The board of an army. counters: own unit -> counter under which it lies, on the map or off it."""

    def __init__(self, play: Play, army: str, held: Mapping[str, Json], tracks: Sequence[str] = ()) -> None:
        self.play = play.scratch()
        self.army = army
        self.counters: dict[str, str] = {}
        self.play.fog = OwnSight(self.counters)
        if play.army == army:
            self.play.position.once.update(f"{ALTERNATE_OF}{force}" for force in tracks)
        for counter in [uid for uid in (*play.at, *play.position.boxes) if is_counter(uid)]:
            if play.army_of(counter) == army:
                self._open(counter, unit_in(held.get(counter)))

    def _open(self, counter: str, uid: str) -> None:
        play = self.play
        unit = play.roster.units.get(uid)
        if unit is None or unit.army != self.army or is_counter(uid) or uid in self.counters:
            return
        if uid in play.at or uid in play.position.boxes:
            return
        self.counters[uid] = counter
        if counter in play.at:
            play.renamed(counter, uid)
        else:
            play.position.boxes[uid] = play.position.boxes.pop(counter)

    def id_of(self, uid: str) -> str:
        """Under which id a unit goes in public."""
        return self.counters.get(uid, uid)


def tracks_in(leaf: Json) -> tuple[str, ...]:
    """osg 21.85: the forces that a leaf of command has come by the alternate track."""
    return texts(leaf.get(TRACKS)) if isinstance(leaf, Mapping) else ()


def tracks_of(own: Own) -> tuple[str, ...]:
    """osg 21.85: the same as an army remembers it."""
    return tracks_in(own.leaves.get(HIDDEN, {}).get(COMMAND_LEAF))


def seen_by(play: Play, army: str, own: Own) -> Play:
    """osg 1.5, 18.0: the board as an army sees it, pieces of its own under their own ids. The board itself of who knows
    no contents, as a member of a team or a spectator, and where everything lies open."""
    if not play.fog.by_counters or own.army != army:
        return play
    return OwnView(play, army, own.markers, tracks_of(own)).play
