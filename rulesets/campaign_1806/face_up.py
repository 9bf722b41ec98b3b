"""Everything lies open: nobody has to look at anything."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.options import Json, Options, Refusal
from pbem.engine.requests import Request
from rulesets.campaign_1806.fog import Looking, Picked
from rulesets.campaign_1806.play import ALTERNATE_OF
from rulesets.campaign_1806.rules import vedettes
from rulesets.campaign_1806.rules.command.phase import command_phase
from rulesets.campaign_1806.rules.command.segments import is_individual, together, willing
from rulesets.campaign_1806.rules.march.arriving import groups_come
from rulesets.campaign_1806.rules.march.movement import reassembled
from rulesets.campaign_1806.rules.march.stack import VEDETTES
from rulesets.campaign_1806.rules.orders_options import options_for
from rulesets.campaign_1806.rules.placing import PLAN, placing
from rulesets.campaign_1806.rules.placing import SETUP as PLACED

if TYPE_CHECKING:
    from rulesets.campaign_1806.play import Play


class FaceUp:
    """See `fog.Fog`."""

    hidden = False
    by_counters = False

    def counter_of(self, uid: str) -> str:
        """Nobody lies under one."""
        return ""

    def hideable(self, play: Play) -> tuple[str, ...]:
        """None."""
        return ()

    def orders(self, play: Play) -> Options:
        """They never do."""
        return options_for(play)

    def breaks(self, word: str) -> bool:
        """All come out that are left."""
        return word == VEDETTES

    def break_down(self, play: Play, parent: str, word: str, label: str) -> Generator[Request, Any, bool]:
        """As many as there are."""
        yield from ()
        gone = [uid for uid in vedettes.of(play, parent) if uid in play.position.boxes]
        return vedettes.break_down(play, parent, gone)

    def scout(self, play: Play, at: str, army: str, *, troops: bool = False) -> Looking:
        """All see it."""
        yield from ()

    def scouted(self, play: Play, at: str, army: str) -> bool:
        """All see it."""
        return True

    def survey(self, play: Play, at: str, radius: int, army: str, *, troops: bool = False) -> Looking:
        """All see it."""
        yield from ()

    def turn_up(self, play: Play, units: Sequence[str], label: str) -> Picked:
        """They lie open."""
        yield from ()
        return units

    def in_contact(self, play: Play, label: str) -> Looking:
        """All see them."""
        yield from ()

    def set_up(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """Who is placed freely."""
        yield from placing(play, orders.get(PLACED, {}), orders.get(PLAN, {}))

    def completed(self, orders: Mapping[str, Json]) -> Mapping[str, Json]:
        """They are."""
        return orders

    def command(self, play: Play, orders: Mapping[str, Json]) -> Looking:
        """As the rules have it."""
        yield from command_phase(play, orders)

    def individual(self, play: Play, entry: Json) -> bool:
        """By the markers."""
        return is_individual(play, entry)

    def willing(self, play: Play, entry: Mapping[str, Json], label: str) -> Picked:
        """By the dice of those out of command."""
        units: Sequence[str] = list(entry["units"])
        return (yield from willing(play, units, label)) if units[0] in play.out else units

    def why_not_entry(self, play: Play, entry: Mapping[str, Json]) -> Refusal | None:
        """By the markers."""
        return together(play, entry["units"])

    def reassemble(self, play: Play, number: int, entry: Json) -> Looking:
        """It names the unit."""
        yield from reassembled(play, number, entry)

    def alternate(self, play: Play) -> Collection[str] | None:
        """As the plan has it."""
        once = play.position.once
        return [one.removeprefix(ALTERNATE_OF) for one in sorted(once) if one.startswith(ALTERNATE_OF)]

    def groups(self, play: Play) -> Sequence[tuple[Collection[str], Collection[str]]]:
        """By the tracks."""
        return groups_come(play)

    def came(self, play: Play) -> None:
        """All see it."""

    def unsupplied(self, play: Play, orders: Mapping[str, Json]) -> Collection[str]:
        """By their lines."""
        lines = play.lines(play.army)
        return {uid for uid in play.on_map(play.army) if play.unit(uid).fights and not lines.supplied(uid)}

    def named_now(self, play: Play, said: Json) -> Json:
        """As they are."""
        return said
