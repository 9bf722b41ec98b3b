"""The numbers behind the figures of a campaign, all exact: what was lost when, who held what, whose luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pbem.engine.figures import Fortune, Tally
from pbem.report.plots.exact import decimal, one_game_in, root, short

# 95 of 100 games end within so many standard deviations.
BAND: Final = Fraction(196, 100)
# Less than this part of a standard deviation is no luck worth a word.
_EVEN: Final = Fraction(1, 4)


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of the segment that message `seq` closes. turn: in which the segment was played, `Game-Turn 3`.

    phase: its headline. fortunes: what was thrown in the segment.
    """

    seq: int
    turn: str
    phase: str
    tally: Tally
    fortunes: Sequence[Fortune] = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw and what was summed up with it, from the view of the first army.

    gain: actual less expected. sum: of the gains so far. variance: of the sum.
    """

    seq: int
    turn: str
    fortune: Fortune
    gain: Fraction
    sum: Fraction
    variance: Fraction

    @property
    def band(self) -> Fraction:
        """Within so much of nought the sum stays in 95 of 100 games."""
        return BAND * root(self.variance)


@dataclass(frozen=True, slots=True)
class Figures:
    """armies: army id -> who plays it, as he is called in sentences. start: before the first segment."""

    armies: Mapping[str, str]
    start: Tally
    moments: Sequence[Moment]

    def turns(self) -> list[str]:
        """The turns that were played, in order."""
        return list(dict.fromkeys(moment.turn for moment in self.moments))

    def lost(self) -> dict[str, dict[str, int]]:
        """Turn -> army -> strength lost in it."""
        found = {turn: dict.fromkeys(self.armies, 0) for turn in self.turns()}
        before = self.start
        for moment in self.moments:
            for army in self.armies:
                found[moment.turn][army] += moment.tally.lost.get(army, 0) - before.lost.get(army, 0)
            before = moment.tally
        return found

    def throws(self) -> list[Throw]:
        """Every throw of the campaign, with the luck of the first army summed up."""
        first, total, variance = next(iter(self.armies), ""), Fraction(0), Fraction(0)
        found = []
        for moment in self.moments:
            for fortune in moment.fortunes:
                gain = (fortune.actual - fortune.expected) * (1 if fortune.army == first else -1)
                total, variance = total + gain, variance + fortune.variance
                found.append(Throw(moment.seq, moment.turn, fortune, gain, total, variance))
        return found

    def counted(self, what: str) -> bool:
        """Whether the game counts `lost`, `held` or `points`."""
        return any(getattr(tally, what) for tally in (self.start, *(moment.tally for moment in self.moments)))

    def unit(self, what: str) -> str:
        """What is counted, in words."""
        return (self.moments[-1].tally if self.moments else self.start).units.get(what, what)


def luck_words(figures: Figures) -> str:
    """Who is how much luckier than could be expected, and how rare that is; "" before the first throw."""
    throws = figures.throws()
    if not throws or len(figures.armies) < 2:
        return ""
    total, variance = throws[-1].sum, throws[-1].variance
    first, second = list(figures.armies.values())[:2]
    who = first if total >= 0 else second
    count = f"{len(throws)} throw{'' if len(throws) == 1 else 's'}"
    if total * total <= variance * _EVEN * _EVEN:
        return f"The dice have favoured nobody in {count}."
    rare = one_game_in(total, variance)
    often = "less than 1 of 1000 games" if rare == 1000 else f"1 of {rare} games"
    points = short(abs(total))
    worth = f"{points} point{'' if points == '1' else 's'}"
    return f"{who} is {worth} luckier than expected in {count}; that much luck comes in {often}."


def luck_note(figures: Figures) -> str:
    """How the curve of luck is to be read."""
    first = next(iter(figures.armies.values()), "")
    return (
        f"Each throw counts what its result was worth less what it was worth on average; up is luck of {first}. "
        "Fair dice stay within the shaded band in 95 of 100 games."
    )


def figures_json(figures: Figures) -> dict[str, Any]:
    """All numbers as data. Luck is exact, as `7/6`, with decimals beside it for who only wants to look."""
    return {
        "sides": dict(figures.armies),
        "units": dict((figures.moments[-1].tally if figures.moments else figures.start).units),
        "turns": [{"turn": turn, "lost": lost} for turn, lost in figures.lost().items()],
        "messages": [
            {
                "message": moment.seq,
                "turn": moment.turn,
                "lost": _of(moment.tally.lost, figures),
                "held": _of(moment.tally.held, figures),
                "points": _of(moment.tally.points, figures),
            }
            for moment in figures.moments
        ],
        "luck": list(_luck(figures)),
        "said": luck_words(figures),
    }


def _of(counts: Mapping[str, int], figures: Figures) -> dict[str, int]:
    return {army: counts[army] for army in figures.armies if army in counts}


def _luck(figures: Figures) -> Iterator[dict[str, Any]]:
    for throw in figures.throws():
        yield {
            "message": throw.seq,
            "name": throw.fortune.name,
            "side": throw.fortune.army,
            "actual": str(throw.fortune.actual),
            "expected": str(throw.fortune.expected),
            "sum": str(throw.sum),
            "variance": str(throw.variance),
            "sum_decimal": decimal(throw.sum, 2),
            "band_decimal": decimal(throw.band, 2),
        }
