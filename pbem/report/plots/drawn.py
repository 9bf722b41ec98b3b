"""Which charts there are of a campaign, each with the table that holds its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from pbem.report.picture.palette import Livery, liveries
from pbem.report.plots.chart import Chart, Series
from pbem.report.plots.exact import short
from pbem.report.plots.numbers import Figures, Throw, luck_note, luck_words

_TURN = "turn"
_LUCK = Livery("#444444", "#ffffff", "#333333", "", 4)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart with its numbers. said: what it comes to, in a sentence. note: how it is to be read."""

    chart: Chart
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    said: str = ""
    note: str = ""


def charts(figures: Figures) -> list[Drawn]:
    """Losses, luck, ground and points, as far as the game counts them."""
    bloody = figures.counted("lost") and any(any(row.values()) for row in figures.lost().values())
    found = [_lost(figures)] if bloody else []
    found += _luck(figures)
    for what, title in (("held", "Ground held"), ("points", "Victory points")):
        if figures.counted(what) and figures.moments:
            found.append(_course(figures, what, title))
    return found


def turn_mark(turn: str) -> str:
    """What is written along the axis for a turn: its number, or its first word where it has none."""
    words = turn.split()
    return next((word for word in words if word.isdecimal()), words[0] if words else "")


def _lost(figures: Figures) -> Drawn:
    lost, looks = figures.lost(), liveries(list(figures.armies))
    series = [Series(name, looks[army], [lost[turn][army] for turn in lost]) for army, name in figures.armies.items()]
    told = [f"{turn}: {_told(figures, lost[turn])}" for turn in lost]
    total = {army: sum(row[army] for row in lost.values()) for army in figures.armies}
    words = f"{figures.unit('lost')} in each turn; altogether {_told(figures, total)}"
    marks, unit = [turn_mark(turn) for turn in lost], figures.unit("lost")
    chart = Chart("lost", "Losses, turn by turn", words, unit, series, _TURN, marks, bars=True, hover=told)
    rows = [[turn, *(str(lost[turn][army]) for army in figures.armies)] for turn in lost]
    return Drawn(
        chart, ["turn", *figures.armies.values()], [*rows, ["altogether", *map(str, total.values())]], f"{words}."
    )


def _told(figures: Figures, counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {counts[army]}" for army, name in figures.armies.items())


def _luck(figures: Figures) -> Iterator[Drawn]:
    throws = figures.throws()
    if not throws:
        return
    said, note = luck_words(figures), luck_note(figures)
    # The first throw of a turn stands behind the line of its beginning.
    begins = [place for place in range(len(throws)) if place == 0 or throws[place - 1].turn != throws[place].turn]
    armies = [*figures.armies.values(), "", ""]
    chart = Chart(
        "luck",
        "Luck",
        f"{said} {note}".strip(),
        "worth of all results less what was to be expected",
        [Series("", _LUCK, [0, *(throw.sum for throw in throws)])],
        "throws of the dice",
        events=[(place, throws[place].turn) for place in begins],
        band=[0, *(throw.band for throw in throws)],
        up=armies[0],
        down=armies[1],
        hover=["Before the first throw", *(_throw_words(figures, throw) for throw in throws)],
    )
    rows = [
        [
            str(throw.seq),
            throw.fortune.name,
            figures.armies.get(throw.fortune.army, throw.fortune.army),
            short(throw.fortune.actual),
            short(throw.fortune.expected),
            short(throw.sum),
            f"±{short(throw.band)}",
        ]
        for throw in throws
    ]
    first = next(iter(figures.armies.values()), "")
    yield Drawn(
        chart, ["message", "thrown for", "by", "worth", "expected", f"luck of {first}", "95 %"], rows, said, note
    )


def _throw_words(figures: Figures, throw: Throw) -> str:
    army = figures.armies.get(throw.fortune.army, throw.fortune.army)
    worth = f"worth {short(throw.fortune.actual)}, expected {short(throw.fortune.expected)}"
    so_far = f"so far {short(throw.sum)}, 95 % within ±{short(throw.band)}"
    return f"Message {throw.seq}, {throw.fortune.name} ({army}): {worth}; {so_far}"


def _along(turns: Sequence[str]) -> tuple[list[str], list[Fraction]]:
    """Of segments by their turns: the marks of the turns, and where along them the start and each segment's end lie.

    All turns are of one width, however many segments each has: a turn's last segment ends where the next begins.
    """
    runs = [(turn, len(list(same))) for turn, same in groupby(turns)]
    spots = [Fraction(0)]
    for number, (_, count) in enumerate(runs):
        spots += [number + Fraction(done, count) for done in range(1, count + 1)]
    return [turn_mark(turn) for turn, _ in runs], spots


def _course(figures: Figures, what: str, title: str) -> Drawn:
    """A line for each army, from message to message."""
    looks, moments = liveries(list(figures.armies)), figures.moments
    tallies = [figures.start, *(moment.tally for moment in moments)]
    series = [
        Series(name, looks[army], [getattr(tally, what).get(army) for tally in tallies])
        for army, name in figures.armies.items()
    ]
    marks, spots = _along([moment.turn for moment in moments])
    counts = [{army: getattr(tally, what).get(army, 0) for army in figures.armies} for tally in tallies]
    names = ["Before the first message", *(f"Message {moment.seq}, {moment.phase}" for moment in moments)]
    told = [f"{name}: {_told(figures, count)}" for name, count in zip(names, counts, strict=True)]
    words = f"{figures.unit(what)}; at last {_told(figures, counts[-1])}"
    rows = [
        [str(moment.seq), moment.phase, *(str(count[army]) for army in figures.armies)]
        for moment, count in zip(moments, counts[1:], strict=True)
    ]
    chart = Chart(what, title, words, figures.unit(what), series, _TURN, marks, spots, hover=told)
    return Drawn(chart, ["message", "phase", *figures.armies.values()], rows, f"{words}.")
