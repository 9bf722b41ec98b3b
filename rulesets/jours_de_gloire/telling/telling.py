"""What people are told of a game of Jours de Gloire Campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.contract import NO_LEGEND, Telling
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from rulesets.jours_de_gloire.position import SETUP, decode
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import facts, headline, printed_name
from rulesets.jours_de_gloire.telling.words import legend, wording

if TYPE_CHECKING:
    from pbem.engine.figures import GameFigures
    from pbem.engine.picture import Pictures
    from rulesets.jours_de_gloire.telling.odds_question import JoursOdds


class JoursTelling(Telling):
    """`engine.contract.Telling`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def phase_name(self, at: Json) -> str:
        """`french-06`, `setup-russian`."""
        there = decode(at)
        return f"setup-{there.player}" if there.stage == SETUP else f"{there.player}-{there.turn:02d}"

    def headline(self, at: Json) -> str:
        """`Turn 2 (4-10 February 1807), French player turn`."""
        return headline(self.setting, decode(at))

    def name(self, thing: str) -> str:
        """The printed name of a unit, general, box, army, command or entry; the id itself where there is none."""
        return printed_name(self.setting, thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `status` and the reports tell of a position."""
        return facts(self.setting, decode(at), own)

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event as one or more sentences; empty where it needs no words."""
        return wording(self.setting, event, legend)

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Names of the counters that the reader may know: those that were seen, and his own."""
        return legend(self.setting, decode(at), own, events)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What the orders would do before any die, as far as their author can know."""
        return self.odds.preview(request, orders, own)

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        # Most commands draw nothing.
        from rulesets.jours_de_gloire.pictures.pictures import JoursPictures

        return JoursPictures(self.setting)

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, points, and luck."""
        # Only statistics and the pages of reports weigh dice.
        from rulesets.jours_de_gloire.telling.figures import JoursFigures

        return JoursFigures(self.setting)

    @cached_property
    def odds(self) -> JoursOdds:
        """What attacks would come to, ordered or not."""
        # Battles take long to load, and few commands look ahead.
        from rulesets.jours_de_gloire.telling.odds_question import JoursOdds

        return JoursOdds(self.setting)
