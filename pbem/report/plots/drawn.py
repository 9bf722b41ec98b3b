"""Which charts there are of a campaign, each with the table that holds its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.report.picture.palette import Livery, liveries
from pbem.report.plots.chart import Chart, Series
from pbem.report.plots.exact import short
from pbem.report.plots.numbers import Figures, Throw, luck_note, luck_words

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
    lost, looks = figures.lost(), liveries(list(figures.sides))
    series = [Series(name, looks[side], [lost[turn][side] for turn in lost]) for side, name in figures.sides.items()]
    told = [f"{turn}: {_told(figures, lost[turn])}" for turn in lost]
    total = {side: sum(row[side] for row in lost.values()) for side in figures.sides}
    words = f"{figures.unit('lost')} in each turn; altogether {_told(figures, total)}"
    chart = Chart(
        "lost", "Losses, turn by turn", words, figures.unit("lost"), series, _turn_marks(list(lost)), (), True, told
    )
    rows = [[turn, *(str(lost[turn][side]) for side in figures.sides)] for turn in lost]
    return Drawn(
        chart, ["turn", *figures.sides.values()], [*rows, ["altogether", *map(str, total.values())]], f"{words}."
    )


def _turn_marks(turns: Sequence[str]) -> list[tuple[int, str]]:
    return [(place, turn_mark(turn)) for place, turn in enumerate(turns)]


def _told(figures: Figures, counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {counts[side]}" for side, name in figures.sides.items())


def _luck(figures: Figures) -> Iterator[Drawn]:
    throws = figures.throws()
    if not throws:
        return
    said, note = luck_words(figures), luck_note(figures)
    marks: list[tuple[int, str]] = []
    for place, throw in enumerate(throws, 1):
        if place == 1 or throws[place - 2].turn != throw.turn:
            marks.append((place, turn_mark(throw.turn)))
    chart = Chart(
        "luck",
        "Luck",
        f"{said} {note}".strip(),
        "worth of all results less what was to be expected",
        [Series("", _LUCK, [0, *(throw.sum for throw in throws)])],
        marks,
        [0, *(throw.band for throw in throws)],
        hover=["Before the first throw", *(_throw_words(figures, throw) for throw in throws)],
    )
    rows = [
        [
            str(throw.seq),
            throw.fortune.name,
            figures.sides.get(throw.fortune.side, throw.fortune.side),
            short(throw.fortune.actual),
            short(throw.fortune.expected),
            short(throw.sum),
            f"±{short(throw.band)}",
        ]
        for throw in throws
    ]
    first = next(iter(figures.sides.values()), "")
    yield Drawn(
        chart, ["message", "thrown for", "by", "worth", "expected", f"luck of {first}", "95 %"], rows, said, note
    )


def _throw_words(figures: Figures, throw: Throw) -> str:
    side = figures.sides.get(throw.fortune.side, throw.fortune.side)
    worth = f"worth {short(throw.fortune.actual)}, expected {short(throw.fortune.expected)}"
    so_far = f"so far {short(throw.sum)}, 95 % within ±{short(throw.band)}"
    return f"Message {throw.seq}, {throw.fortune.name} ({side}): {worth}; {so_far}"


def _course(figures: Figures, what: str, title: str) -> Drawn:
    """A line for each side, from message to message."""
    looks, moments = liveries(list(figures.sides)), figures.moments
    tallies = [figures.start, *(moment.tally for moment in moments)]
    series = [
        Series(name, looks[side], [getattr(tally, what).get(side) for tally in tallies])
        for side, name in figures.sides.items()
    ]
    marks = [
        (place, turn_mark(moment.turn))
        for place, moment in enumerate(moments, 1)
        if place == 1 or moments[place - 2].turn != moment.turn
    ]
    counts = [{side: getattr(tally, what).get(side, 0) for side in figures.sides} for tally in tallies]
    names = ["Before the first message", *(f"Message {moment.seq}, {moment.phase}" for moment in moments)]
    told = [f"{name}: {_told(figures, count)}" for name, count in zip(names, counts, strict=True)]
    words = f"{figures.unit(what)}; at last {_told(figures, counts[-1])}"
    rows = [
        [str(moment.seq), moment.phase, *(str(count[side]) for side in figures.sides)]
        for moment, count in zip(moments, counts[1:], strict=True)
    ]
    chart = Chart(what, title, words, figures.unit(what), series, marks, hover=told)
    return Drawn(chart, ["message", "phase", *figures.sides.values()], rows, f"{words}.")
