"""A position for other programs: where every counter lies, as its reader knows it, and which units it stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.campaign.telling.viewpoint import standpoint
from pbem.engine.hidden import Own
from pbem.engine.picture import Board, Counter
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


@dataclass(frozen=True)
class OnBoard:
    """A counter on a board. units: ids of what it stands for, none for a dummy that the reader knows to be one.

    Of a counter that lies face down for the reader there is no telling: `counter.down` says so, and units is empty.
    """

    counter: Counter
    units: tuple[str, ...]


@dataclass(frozen=True)
class Situation:
    """A position as its reader knows it.

    title: the phase. seq: number of the message after which it holds, or of the newest. name: fit for a file.
    standing: every counter on a board, in each place from bottom to top. armies: army id -> name. roster: all units of
    the scenario, or those seen on the boards where the ruleset does not list them. downs: whether counters may lie face
    down in this game.
    """

    title: str
    seq: int
    name: str
    boards: Sequence[Board]
    standing: Sequence[OnBoard]
    armies: Mapping[str, str]
    roster: Sequence[Counter]
    downs: bool


def situation(campaign: Campaign, seq: int | None = None, *, public: bool = False) -> Situation:
    """The position after a message, None for the present one. public: as everybody may know it, not its reader alone;
    the present is then that of the log.

    Raises Problem NO_MESSAGE, NO_PICTURES.
    """
    point = standpoint(campaign, seq, public=public)
    game, own = point.campaign.game, point.own
    drawn = game.telling.pictures
    if drawn is None:
        raise Problem("NO_PICTURES", "the ruleset of this campaign has no boards to export", "see pbem map --json")
    at = point.campaign.position(point.state)
    counters = drawn.scene(at, own).counters
    roster = tuple(drawn.countersheet())
    bearing = _Bearing(point.campaign, point.state, own, game.telling.legend(at, own), roster)
    standing = tuple(OnBoard(counter, bearing.of(counter)) for counter in counters)
    return Situation(
        title=game.telling.headline(at),
        seq=point.seq,
        name=f"{game.scenario.id}-{point.seq:04d}",
        boards=drawn.boards(),
        standing=standing,
        armies={army: game.telling.name(army) for army in game.scenario.armies},
        roster=roster or _seen(standing),
        downs=point.campaign.machine.forces is not None,
    )


def _seen(standing: Sequence[OnBoard]) -> tuple[Counter, ...]:
    """The counters on the boards that lie face up and are called by their units' own ids."""
    return tuple(one.counter for one in standing if one.units == (one.counter.id,))


@dataclass(frozen=True)
class _Bearing:
    """Which units counters stand for, from what the log has shown, the reader's own books, and names."""

    campaign: Campaign
    state: Mapping[str, Any]
    own: Own
    legend: Mapping[str, str]
    roster: Sequence[Counter]

    def of(self, counter: Counter) -> tuple[str, ...]:
        """Ids of the units in a counter; its own id where it is a unit itself."""
        if counter.down:
            return ()
        forces = self.campaign.machine.forces
        entry = self.state.get("markers", {}).get(counter.id, {})
        if "units" in entry:
            return tuple(entry["units"])
        if forces is not None and counter.id in self.own.markers:
            return tuple(forces.units_in(self.own.markers[counter.id]))
        return (self._named(counter),)

    def _named(self, counter: Counter) -> str:
        """The unit whose printed name a numbered counter bears; its number where that is not one unit alone."""
        name = self.legend.get(counter.id)
        if name is None:
            return counter.id
        named = [unit for unit in self.roster if unit.hover and unit.hover[0] == name]
        # Both sides may have a detachment of one name, and a general that of his corps.
        alike = [unit for unit in named if unit.army == counter.army] or named
        fits = [unit for unit in alike if (unit.symbol == "leader") == (counter.symbol == "leader")]
        return fits[0].id if len(fits) == 1 else counter.id
