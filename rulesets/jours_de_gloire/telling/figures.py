"""Losses, boxes and luck as figures.

What a die is worth is counted in strength points (PF), to the army for which more is better:

    fire, guns      the PF that the table takes from the enemy; a star counts by the morale die that it calls for
    morale          nothing where it is passed; failed it costs as much as the worst pursuit that may follow, or, where
                    the encircled stay and pay (8.6-6), the PF that they pay
    overrun         what the defender loses, a retreat being worth as much as a failed morale test
    pursuit         the PF that the table takes from the beaten
    withdrawal      the PF that a unit of cavalry leaves behind
    siege           the fall of a city is worth its victory points, at least one, at the PF that 9-9 gives for a point

Dice that lead to no loss by themselves (weather, command, marches, reactions, bridges) are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from rulesets.jours_de_gloire.position import Position, decode
from rulesets.jours_de_gloire.rules.victory import tally as points_by_kind
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.tables import Charts
from rulesets.jours_de_gloire.telling.decided import decided
from rulesets.jours_de_gloire.telling.facts import printed_name

Event = Mapping[str, Any]
FACES: Final = 6
# jdg 8.6-6: what a failed test costs those who cannot retreat.
_ENCIRCLED: Final = 1


class JoursFigures(GameFigures):
    """Losses, boxes of worth, victory points, and the dice of battles, overruns, pursuits, withdrawals and sieges."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def tally(self, at: Json) -> Tally:
        """What can be counted of a position."""
        return tally(self.setting, decode(at))

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice, in order."""
        return fortunes(self.setting, events)

    def decided(self, label: str, events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The event that tells what a die decided, by the die's label."""
        return decided(label, events)


def tally(setting: Setting, at: Position) -> Tally:
    """PF lost, boxes that are worth points, and victory points as if the game ended now; all of it public."""
    worth, control, points = setting.scenario.boxes, at.control, points_by_kind(setting, at)
    return Tally(
        lost={army: int(at.losses[army]) for army in setting.armies},
        held={army: sum(control.get(box) == army for box in worth) for army in setting.armies},
        points={army: sum(points[army].values()) for army in setting.armies},
        units={
            "lost": "strength points (PF) lost",
            "held": "boxes worth victory points",
            "points": "victory points if the game ended now",
        },
    )


def fortunes(setting: Setting, events: Sequence[Event]) -> tuple[Fortune, ...]:
    """The dice that cost strength, in the order in which they were thrown."""
    teller = _Fortunes(setting, events)
    return tuple(fortune for event in events for fortune in teller.of(event))


class _Fortunes:
    def __init__(self, setting: Setting, events: Sequence[Event]) -> None:
        self.setting = setting
        self.charts: Charts = setting.charts
        self.encircled = {event["label"] for event in events if event["kind"] == "battle" and event["encircled"]}
        self.tellers: Mapping[str, Callable[[Event], Iterable[Fortune]]] = {
            "round": self._round,
            "morale": self._morale,
            "overrun": self._overrun,
            "pursuit": self._pursuit,
            "withdrawal": self._withdrawal,
            "siege": self._siege,
        }

    def of(self, event: Event) -> Iterable[Fortune]:
        """The dice of one event."""
        teller = self.tellers.get(str(event["kind"]))
        return teller(event) if teller else ()

    def _fortune(self, event: Event, what: str, army: str, die: int, worth: Callable[[int], Fraction | int]) -> Fortune:
        """One die. worth: of each face."""
        faces = Counter(Fraction(worth(face)) for face in range(1, FACES + 1))
        chances = tuple((value, Fraction(number, FACES)) for value, number in sorted(faces.items()))
        at = printed_name(self.setting, event["at"][0])
        return Fortune(f"{what} at {at}", army, Fraction(worth(die)), chances)

    # -- battles ---------------------------------------------------------------------------

    def _round(self, event: Event) -> Iterator[Fortune]:
        """jdg 8.4-1, 8.4-4: fire by column and modifiers, guns by bonus."""
        for fire in event["fire"]:
            heading = fire["calculation"]["column"]
            column = self.charts.grids["combat"].table.columns.index(heading)
            by = fire["sum"] - fire["die"]
            what = f"{self._of(fire)} fire in round {event['round']}, column {heading}"
            yield self._fortune(event, what, fire["side"], fire["die"], self._hit(column, by))
        for guns in event["guns"]:
            what = f"{self._of(guns)} guns in round {event['round']}, bonus {guns['ba']}"
            shot = self._shot(guns["ba"], guns["sum"] - guns["die"])
            yield self._fortune(event, what, guns["side"], guns["die"], shot)

    def _hit(self, column: int, by: int) -> Callable[[int], int]:
        return lambda face: self.charts.combat(column, face + by).pf

    def _shot(self, ba: int, by: int) -> Callable[[int], int]:
        return lambda face: self.charts.artillery(ba, face + by).pf

    def _morale(self, event: Event) -> Iterator[Fortune]:
        """jdg 8.6-4, 8.6-5, 8.6-6: whether an army stands."""
        stays = bool(event["encircled"]) or (event["label"] in self.encircled and event["role"] == "defender")
        cost = _ENCIRCLED if stays else self._retreat()
        what = f"{self._of(event)} morale in round {event['round']}, {event['needs']} or less"
        yield self._fortune(event, what, event["side"], event["die"], lambda face: -cost * (face > event["needs"]))

    def _retreat(self) -> int:
        """jdg T-PUR: the most that a pursuit takes."""
        grid = self.charts.grids["pursuit"].table
        return max(int(code) for column in grid.columns for code in grid[column].values())

    def _pursuit(self, event: Event) -> Iterator[Fortune]:
        """jdg 8.4-5, T-PUR: the winner's cavalry."""
        by, name = event["sum"] - event["die"], printed_name(self.setting, event["winner"])

        def taken(face: int) -> int:
            return self.charts.pursuit(event["bc"], face + by)

        yield self._fortune(event, f"{name} pursuit, bonus {event['bc']}", event["winner"], event["die"], taken)

    # -- instead of battles ------------------------------------------------------------------

    def _overrun(self, event: Event) -> Iterator[Fortune]:
        """jdg 8.4-7, 8.4-8: who has no way out is eliminated whatever the die says."""
        by, (_, pf) = event["sum"] - event["die"], event["pf"]
        lost = {"retreat": 0, "halved": pf // 2, "eliminated": pf}

        def taken(face: int) -> int:
            result = self.charts.overrun(face + by) if event["way_out"] else "eliminated"
            return int(lost[result] + min(self._retreat(), pf - lost[result]))

        name = printed_name(self.setting, event["attacker"])
        yield self._fortune(event, f"{name} overrun, {event['pf'][0]} to {pf}", event["attacker"], event["die"], taken)

    def _withdrawal(self, event: Event) -> Iterator[Fortune]:
        """jdg 6.3-5, 6.3-6: a die for each unit."""
        costly = self.charts.number("withdrawal", "cavalry" if event["chased"] else "no-cavalry")
        loss = self.charts.number("withdrawal", "loss")
        for one in event["dice"]:
            what = f"withdrawal of {printed_name(self.setting, one['unit'])}"
            slipped = _slipped(costly - (one["sum"] - one["die"]), loss)
            yield self._fortune(event, what, event["side"], one["die"], slipped)

    def _siege(self, event: Event) -> Iterator[Fortune]:
        """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5: the besieger's die."""
        game, row = self.setting.scenario.game, event["row"]
        points = max(1, self.setting.scenario.boxes.get(event["at"][0], 0))
        pf = Fraction(points * self.charts.number("victory", "losses", "each"))
        worth = pf / self.charts.number("victory", "losses", "points")

        def falls(face: int) -> Fraction:
            return worth * self.charts.siege_falls(game, row, face)

        yield self._fortune(event, f"siege, step {row}", event["by"], event["die"], falls)

    def _of(self, event: Event) -> str:
        return printed_name(self.setting, event["side"])


def _slipped(costly: int, loss: int) -> Callable[[int], int]:
    return lambda face: -loss * (face >= costly)
