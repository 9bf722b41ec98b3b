"""Charts as SVG: bars and lines of two or more sides, told apart by colour, pattern and sign, dark on white."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pbem.report.picture.palette import FAINT, INK, PAPER, Livery
from pbem.report.plots.exact import scale, short, sizes
from pbem.report.web.markup import Markup, escaped, tag

WIDTH: Final = 720
HEIGHT: Final = 264
# Room for the axes: left, top, right (for the names of lines), bottom.
_LEFT, _TOP, _RIGHT, _BOTTOM = 46, 44, 156, 42
_GRID: Final = "#dedad0"
_BAND: Final = "#e3e3ea"
_DASHES: Final = ("", "7 4", "2 3", "9 3 2 3")
_FONT: Final = "system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
# Marks along the axis of turns, and of counted values, at most.
_MOST_MARKS: Final = 16
_MOST_TICKS: Final = 12

Value = Fraction | int


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one side, one for each place along the axis; None where it has none."""

    name: str
    livery: Livery
    values: Sequence[Value | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """id: unique in a page. unit: along the left axis. axis: what is counted along the other.

    turns: what is written below the axis for each of its columns, which are all of one width; where there are none the
    axis counts values, and is marked at round numbers. spots: where along the columns each value stands; () for one
    after another, as bars stand, and values that are counted. events: (place, what begins there), marked above.
    band: how far from nought the shaded band reaches, at each place. bars: whether values stand for themselves.
    up, down: for whom it is good that a line rises or falls. words: all of it in a sentence or two. hover: what is said
    of each place.
    """

    id: str
    title: str
    words: str
    unit: str
    series: Sequence[Series]
    axis: str
    turns: Sequence[str] = ()
    spots: Sequence[Value] = ()
    events: Sequence[tuple[int, str]] = ()
    band: Sequence[Value] = ()
    bars: bool = False
    up: str = ""
    down: str = ""
    hover: Sequence[str] = ()

    @property
    def length(self) -> int:
        """Places along the axis."""
        return max((len(one.values) for one in self.series), default=0)


def draw_chart(chart: Chart, *, alone: bool = False) -> Markup:
    """The chart as an `svg` element. alone: as a file of its own."""
    name, told = f"{chart.id}-title", f"{chart.id}-words"
    return tag(
        "svg",
        tag("title", chart.title, id=name),
        tag("desc", chart.words, id=told),
        Markup(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'),
        *_Plot(chart).parts(),
        xmlns="http://www.w3.org/2000/svg" if alone else "",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=str(WIDTH),
        height=str(HEIGHT),
        font_family=_FONT,
        role="img",
        aria_labelledby=f"{name} {told}",
        class_="chart",
    )


def draw_sheet(charts: Sequence[Chart], title: str, words: Sequence[str] = ()) -> str:
    """All charts below each other as an SVG file, with a heading and a few lines of text."""
    parts, y = [_text(title, 12, 26, size=17, weight="bold", anchor="start")], 44
    for line in (part for text in words for part in textwrap.wrap(text, 100)):
        parts.append(_text(line, 12, y, size=12, anchor="start"))
        y += 17
    for chart in charts:
        parts.append(tag("g", draw_chart(chart), transform=f"translate(0 {y})"))
        y += HEIGHT + 8
    size = {"width": str(WIDTH), "height": str(y)}
    back = Markup(f'<rect width="{WIDTH}" height="{y}" fill="{PAPER}"/>')
    head = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {y}", "font_family": _FONT}
    return tag("svg", tag("title", title), back, *parts, role="group", aria_label=title, **head, **size) + "\n"


def place_along(chart: Chart, place: Fraction | int) -> list[int]:
    """Where a value, by its number, lies in the drawing, in whole pixels: its x; top, right end and foot of the plot.

    Of bars it is the right edge of those before.
    """
    plot = _Plot(chart)
    x = min(max(plot.spot(place), Fraction(_LEFT)), Fraction(WIDTH - _RIGHT))
    return [round(x), _TOP, WIDTH - _RIGHT + 9, HEIGHT - _BOTTOM]


class _Plot:
    """A chart on its way to elements. Lengths are fractions until they are written."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        values = [value for one in chart.series for value in one.values if value is not None]
        band = [sign * value for value in chart.band for sign in (1, -1)]
        self.ticks = scale([*values, *band])
        self.columns = max(len(chart.turns) or chart.length - 1, 1)

    def parts(self) -> Iterator[Markup]:
        """From below: title, grid, band, values, axes."""
        yield _text(self.chart.title, _LEFT - 34, 20, size=14, weight="bold", anchor="start")
        yield _text(self.chart.unit, _LEFT - 34, 36, size=11, anchor="start", fill=FAINT)
        if self.chart.band:
            yield from self._banded()
        yield from self._grid()
        yield from self._marks()
        yield from self._events()
        yield from self._bars() if self.chart.bars else self._lines()
        yield from self._pointed()

    def x(self, place: Fraction | int) -> Fraction:
        """Of a place along the axis; of bars, of the left edge of its column."""
        return _LEFT + Fraction(place * (WIDTH - _LEFT - _RIGHT), self.columns)

    def spot(self, place: Fraction | int) -> Fraction:
        """Of a value, by its number."""
        if self.chart.spots:
            return self.x(Fraction(self.chart.spots[min(max(int(place), 0), len(self.chart.spots) - 1)]))
        return self.x(place)

    def y(self, value: Value) -> Fraction:
        """Of a value."""
        low, high = self.ticks[0], self.ticks[-1]
        return HEIGHT - _BOTTOM - Fraction(value - low) * (HEIGHT - _TOP - _BOTTOM) / (high - low)

    def _grid(self) -> Iterator[Markup]:
        right = WIDTH - _RIGHT
        for tick in self.ticks:
            y = short(self.y(tick))
            strong = tick == 0
            yield Markup(f'<path d="M{_LEFT} {y}H{right}" stroke="{INK if strong else _GRID}" fill="none"/>')
            yield _text(str(tick), _LEFT - 6, self.y(tick) + 4, size=11, anchor="end")

    def _marks(self) -> Iterator[Markup]:
        """Below the axis: of every column its turn, in its middle; or round numbers. At the right what it counts."""
        below = HEIGHT - _BOTTOM
        yield _text(self.chart.axis, WIDTH - _RIGHT, below + 33, size=11, anchor="end", fill=FAINT)
        if not self.chart.turns:
            for tick in scale([self.columns], _MOST_TICKS):
                if tick <= self.columns:
                    yield Markup(f'<path d="M{short(self.x(tick))} {below}v4" stroke="{INK}" fill="none"/>')
                    yield _text(str(tick), self.x(tick), below + 17, size=11)
            return
        every = next(step for step in sizes() if -(-self.columns // step) <= _MOST_MARKS)
        for number, text in enumerate(self.chart.turns):
            left, middle = short(self.x(number)), self.x(number + Fraction(1, 2))
            if not self.chart.bars:
                yield Markup(f'<path d="M{left} {_TOP}V{below + 4}" stroke="{_GRID}" fill="none"/>')
            if number % every == 0:
                yield _text(text, middle, below + 17, size=11)

    def _events(self) -> Iterator[Markup]:
        """What begins where, above in the plot; of those that stand too close the first one is written."""
        free, end = Fraction(0), WIDTH - _RIGHT
        for place, text in self.chart.events:
            x, room = self.spot(place), 6 * len(text)
            yield Markup(
                f'<path d="M{short(x)} {_TOP}V{HEIGHT - _BOTTOM}" stroke="#8a8a8a" stroke-dasharray="1 3" fill="none"/>'
            )
            # Before its line rather than over the edge.
            left = x + 3 if x + 3 + room <= end else x - 3 - room
            if left >= free:
                yield _text(text, left if left > x else x - 3, _TOP + 11, size=10, anchor=_anchor(left > x), fill=FAINT)
                free = left + room + 3

    def _banded(self) -> Iterator[Markup]:
        places = list(enumerate(self.chart.band))
        upper = [f"{short(self.x(place))},{short(self.y(value))}" for place, value in places]
        lower = [f"{short(self.x(place))},{short(self.y(-value))}" for place, value in reversed(places)]
        looks = f'fill="{_BAND}" stroke="#8a8a99" stroke-width="0.6"'
        yield Markup(f'<polygon points="{" ".join(upper + lower)}" {looks}/>')
        left = WIDTH - _RIGHT + 12
        middle = self.y(0)
        yield Markup(f'<rect x="{left}" y="{short(middle - 7)}" width="22" height="14" {looks}/>')
        yield _text("95 of 100 games", left + 29, middle + 4, size=11, anchor="start")
        for name, y, path in ((self.chart.up, _TOP + 12, "l5 -9l5 9z"), (self.chart.down, HEIGHT - _BOTTOM - 4, "")):
            if name:
                drawn = f"M{left + 6} {y}{path}" if path else f"M{left + 6} {y - 9}h10l-5 9z"
                yield Markup(f'<path d="{drawn}" fill="{INK}"/>')
                yield _text(_cut(f"for {name}", 22), left + 29, y, size=11, anchor="start")

    def _bars(self) -> Iterator[Markup]:
        count = max(len(self.chart.series), 1)
        width = min((self.x(1) - self.x(0)) * Fraction(3, 4) / count, Fraction(30))
        for number, one in enumerate(self.chart.series):
            for place, value in enumerate(one.values):
                if value:
                    middle = self.x(place + Fraction(1, 2)) + (number - Fraction(count - 1, 2)) * width
                    top, bottom = sorted((self.y(value), self.y(0)))
                    yield _box(one.livery, middle - width / 2, top, width, bottom - top)
            yield _box(one.livery, WIDTH - _RIGHT + 12, _TOP + 22 * number, 12, 12)
            yield _text(_cut(one.name), WIDTH - _RIGHT + 29, _TOP + 10 + 22 * number, size=12, anchor="start")

    def _lines(self) -> Iterator[Markup]:
        names = self._named()
        for number, one in enumerate(self.chart.series):
            spots = [(self.spot(place), self.y(value)) for place, value in enumerate(one.values) if value is not None]
            dash = _DASHES[number % len(_DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            path = " ".join(f"{short(x)},{short(y)}" for x, y in spots)
            looks = f'fill="none" stroke="{one.livery.line}" stroke-width="2.4"{dashed} stroke-linejoin="round"'
            yield Markup(f'<polyline points="{path}" {looks}/>')
            # At the end of every turn a sign of its own, so that lines are told apart without colours.
            ends = [spot for spot, at in zip(spots, self.chart.spots, strict=False) if at == int(at) and one.name]
            yield from (_sign(number, x, y, one.livery.line) for x, y in ends)
            if spots and one.name:
                left, y = WIDTH - _RIGHT + 12, names[number]
                yield Markup(f'<path d="M{left} {short(y)}h22" {looks}/>')
                yield _sign(number, Fraction(left + 11), y, one.livery.line)
                yield _text(_cut(one.name), left + 29, y + 4, size=12, anchor="start")

    def _named(self) -> dict[int, Fraction]:
        """Where the names of the lines stand: at their ends, but not on each other."""
        last = {
            number: self.y(next((value for value in reversed(one.values) if value is not None), 0))
            for number, one in enumerate(self.chart.series)
        }
        found: dict[int, Fraction] = {}
        for number in sorted(last, key=lambda number: (last[number], number)):
            lowest = max(found.values(), default=Fraction(0)) + 15
            found[number] = max(last[number], lowest) if found else last[number]
        return found

    def _pointed(self) -> Iterator[Markup]:
        """Invisible columns that say their values when one points at them."""
        last = len(self.chart.hover) - 1
        for place, text in enumerate(self.chart.hover):
            if self.chart.bars:
                left, right = self.x(place), self.x(place + 1)
            else:
                here = self.spot(place)
                left = (self.spot(max(place - 1, 0)) + here) / 2
                right = (self.spot(min(place + 1, last)) + here) / 2
            box = f'x="{short(left)}" y="{_TOP}" width="{short(right - left)}" height="{HEIGHT - _TOP - _BOTTOM}"'
            yield Markup(f'<rect class="spot" {box} fill="#fff" fill-opacity="0"><title>{escaped(text)}</title></rect>')


def _anchor(behind: bool) -> str:
    return "start" if behind else "end"


def _box(livery: Livery, left: Value, top: Value, width: Value, height: Value) -> Markup:
    place = f'x="{short(left)}" y="{short(top)}" width="{short(width)}" height="{short(height)}"'
    return Markup(f'<rect {place} fill="{livery.fill}" stroke="{livery.line}" stroke-width="1.5"/>')


def _sign(number: int, x: Fraction, y: Fraction, colour: str) -> Markup:
    """A sign of its own for each line: disc, square, triangle."""
    if number % 3 == 0:
        return Markup(f'<circle cx="{short(x)}" cy="{short(y)}" r="4" fill="{colour}"/>')
    if number % 3 == 1:
        return Markup(f'<rect x="{short(x - 4)}" y="{short(y - 4)}" width="8" height="8" fill="{colour}"/>')
    return Markup(f'<path d="M{short(x)} {short(y - 5)}l5 9h-10z" fill="{colour}"/>')


def _cut(name: str, most: int = 18) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _text(
    text: str, x: Value, y: Value, *, size: int, anchor: str = "middle", weight: str = "", fill: str = INK
) -> Markup:
    place = {"x": short(x), "y": short(y), "font_size": str(size), "fill": fill, "font_weight": weight}
    return tag("text", text, text_anchor="" if anchor == "start" else anchor, **place)
