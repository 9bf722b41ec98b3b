"""Figures: exact numbers, the words that are made of them, and charts that can be read by people and by programs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.figures import Fortune, Tally
from pbem.report.picture.palette import liveries
from pbem.report.plots import exact
from pbem.report.plots.chart import HEIGHT, WIDTH, Chart, Series, draw_chart, draw_sheet, place_along
from pbem.report.plots.drawn import charts, turn_mark
from pbem.report.plots.exact import decimal, one_game_in, root, scale, short
from pbem.report.plots.numbers import Figures, Moment, figures_json, luck_words
from pbem.report.web.plots import chart_figures, figures_page
from tests.report.markup import Parsed, assert_harmless

F = Fraction
DIE = tuple((F(face), F(1, 6)) for face in range(1, 7))
SVG = "{http://www.w3.org/2000/svg}"
ARMIES = {"red": "Rosa (Red)", "blue": "<Bert> & Co (Blue)"}


def throw(army: str, actual: int) -> Fortune:
    return Fortune(f"attack of {army}", army, F(actual), DIE)


def tally(red: int, blue: int) -> Tally:
    units = {"lost": "points lost", "held": "hills", "points": "victory points"}
    return Tally({"red": red, "blue": blue}, {"red": 3, "blue": 1}, {"red": blue, "blue": red}, units)


FIGURES = Figures(
    ARMIES,
    tally(0, 0),
    [
        Moment(2, "Turn 1", "Turn 1, red", tally(0, 2), [throw("red", 6)]),
        Moment(3, "Turn 1", "Turn 1, blue", tally(1, 2), [throw("blue", 1), throw("blue", 2)]),
        Moment(4, "Turn 2", "Turn 2, red", tally(4, 2)),
    ],
)


@given(st.fractions(min_value=-9999, max_value=9999, max_denominator=5000), st.integers(0, 4))
def test_decimals_are_the_nearest(value: Fraction, places: int) -> None:
    text = decimal(value, places)
    assert abs(Fraction(text) - value) * 2 * 10**places <= 1
    assert len(text.partition(".")[2]) == places and text not in ("-0", "-0.0", "-0.00")


@given(st.fractions(min_value=0, max_value=10**6))
def test_roots_are_cut_off_at_the_sixth_place(value: Fraction) -> None:
    found = root(value)
    assert found**2 <= value < (found + F(1, 10**6)) ** 2


@given(st.lists(st.integers(-5000, 5000), max_size=8))
def test_a_scale_holds_its_values_and_nought(values: list[int]) -> None:
    marks = scale(values)
    assert 0 in marks and marks[0] <= min([0, *values]) and marks[-1] >= max([1, *values])
    steps = {after - before for before, after in pairwise(marks)}
    assert len(steps) == 1 and 2 <= len(marks) <= 8


@pytest.mark.parametrize("sigmas", [F(1, 2), F(1), F(3, 2), F(2), F(29, 10)])
def test_how_rare_luck_is(sigmas: Fraction) -> None:
    tail = 1 - NormalDist().cdf(float(sigmas))
    assert one_game_in(sigmas * 3, F(9)) == one_game_in(-sigmas * 3, F(9)) == round(1 / tail)
    assert one_game_in(F(100), F(1)) == 1000 and one_game_in(F(0), F(4)) == one_game_in(F(1), F(0)) == 2


def test_how_rare_luck_is_needs_no_float(monkeypatch: pytest.MonkeyPatch) -> None:
    """Public pages tell it, and they are the same to the byte on every machine."""
    source = Path(exact.__file__).read_text(encoding="utf-8")
    assert re.search(r"from math import (.*)", source)[1] == "isqrt"  # type: ignore[index]
    assert "float" not in source.partition('"""\n\nfrom')[2]
    # The error function at 1 and 2, as tables have it.
    assert abs(exact._erf_of_root(F(1)) - 8427007929497148693412206350826092592961) < 10**4
    assert abs(exact._erf_of_root(F(4)) - 9953222650189527341620692563672529286109) < 10**4
    counts = [one_game_in(F(n, 100), F(1)) for n in range(340)]
    assert counts == sorted(counts) and counts[0] == 2 and counts[-1] == 1000


def test_losses_are_those_of_the_turn() -> None:
    assert FIGURES.turns() == ["Turn 1", "Turn 2"]
    assert FIGURES.lost() == {"Turn 1": {"red": 1, "blue": 2}, "Turn 2": {"red": 3, "blue": 0}}


def test_luck_against_a_direct_computation() -> None:
    gains = [F(6) - F(7, 2), -(F(1) - F(7, 2)), -(F(2) - F(7, 2))]
    throws = FIGURES.throws()
    assert [one.gain for one in throws] == gains
    assert throws[-1].sum == sum(gains) == F(13, 2)
    assert throws[-1].variance == 3 * F(35, 12)
    assert throws[-1].band == F(196, 100) * root(F(35, 4))
    assert [one.seq for one in throws] == [2, 3, 3]
    data = figures_json(FIGURES)
    assert data["luck"][-1]["sum"] == "13/2" and data["luck"][-1]["band_decimal"] == "5.80"
    assert data["turns"][1] == {"turn": "Turn 2", "lost": {"red": 3, "blue": 0}}


def test_luck_in_words() -> None:
    said = luck_words(FIGURES)
    assert said == "Rosa (Red) is 6.5 points luckier than expected in 3 throws; that much luck comes in 1 of 71 games."
    other = Figures(ARMIES, FIGURES.start, [Moment(2, "Turn 1", "", tally(0, 0), [throw("blue", 6), throw("red", 1)])])
    assert luck_words(other).startswith("<Bert> & Co (Blue) is 5 points luckier than expected in 2 throws")
    even = Figures(ARMIES, FIGURES.start, [Moment(2, "Turn 1", "", tally(0, 0), [throw("red", 4), throw("blue", 4)])])
    assert luck_words(even) == "The dice have favoured nobody in 2 throws."
    assert luck_words(Figures(ARMIES, FIGURES.start, [])) == ""


def test_the_charts_of_a_campaign() -> None:
    drawn = charts(FIGURES)
    assert [one.chart.id for one in drawn] == ["lost", "luck", "held", "points"]
    lost = drawn[0]
    assert lost.rows == [["Turn 1", "1", "2"], ["Turn 2", "3", "0"], ["altogether", "4", "2"]]
    assert list(lost.chart.turns) == ["1", "2"]
    assert drawn[1].rows[-1] == ["3", "attack of blue", ARMIES["blue"], "2", "3.5", "6.5", "±5.8"]
    assert charts(Figures(ARMIES, Tally(), [Moment(2, "Turn 1", "", Tally())])) == []
    peace = Figures(ARMIES, tally(0, 0), [Moment(2, "Turn 1", "", tally(0, 0))])
    assert [one.chart.id for one in charts(peace)] == ["held", "points"]


@pytest.mark.parametrize("number", range(4))
def test_a_chart_tells_of_itself_and_stays_in_its_frame(number: int) -> None:
    chart = charts(FIGURES)[number].chart
    root_ = ET.fromstring(draw_chart(chart, alone=True))
    title, words = root_.find(f"{SVG}title"), root_.find(f"{SVG}desc")
    assert title is not None and words is not None and words.text
    assert root_.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}" and root_.get("role") == "img"
    for one in root_.iter(f"{SVG}polyline"):
        spots = [tuple(map(float, pair.split(","))) for pair in str(one.get("points")).split()]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in spots)
        assert [x for x, _ in spots] == sorted(x for x, _ in spots)
    for one in root_.iter(f"{SVG}rect"):
        assert float(one.get("width", 0)) >= 0 and float(one.get("height", 0)) >= 0
    # One spot to point at for each turn or moment.
    assert len([one for one in root_.iter(f"{SVG}rect") if one.get("class") == "spot"]) == len(chart.hover)


def test_lines_are_told_apart_without_colours() -> None:
    held = ET.fromstring(draw_chart(charts(FIGURES)[2].chart, alone=True))
    assert {one.get("stroke-dasharray") for one in held.iter(f"{SVG}polyline")} == {None, "7 4"}


def written(number: int, figures: Figures = FIGURES) -> list[tuple[float, float, str]]:
    """All texts of a chart: x, y and what is written."""
    found = ET.fromstring(draw_chart(charts(figures)[number].chart, alone=True)).iter(f"{SVG}text")
    return [(float(one.attrib["x"]), float(one.attrib["y"]), str(one.text)) for one in found]


def campaign(segments: list[int], throws: int = 0) -> Figures:
    """A campaign whose turns have so many segments; with so many throws in the last of each turn but the first."""
    moments: list[Moment] = []
    for turn, count in enumerate(segments, 1):
        for done in range(count):
            fortunes = [throw("red", 3)] * (throws if done == count - 1 and turn > 1 else 0)
            phase = f"Turn {turn}, {done}"
            moments.append(Moment(len(moments) + 2, f"Turn {turn}", phase, tally(turn, 2 * turn), fortunes))
    return Figures(ARMIES, tally(0, 0), moments)


@pytest.mark.parametrize("segments", [[1, 2, 7, 2], [3] * 12, [2] * 40])
def test_turns_are_of_one_width_however_many_messages_they_take(segments: list[int]) -> None:
    """Losses and ground have the same marks, evenly spaced, in steps of 1, 2 or 5 turns, each chart with its unit."""
    figures = campaign(segments)
    marks = {}
    for number, unit in ((0, "points lost"), (1, "hills")):
        texts = written(number, figures)
        marks[number] = [(x, text) for x, y, text in texts if y == HEIGHT - 25]
        assert "turn" in [text for *_, text in texts] and unit in [text for *_, text in texts]
    assert marks[0] == marks[1] and 4 <= len(marks[0]) <= 16
    steps = {round(b[0] - a[0]) for a, b in pairwise(marks[0])}
    assert max(steps) - min(steps) <= 1
    counts = {int(b[1]) - int(a[1]) for a, b in pairwise(marks[0])}
    assert counts in ({1}, {5}) and marks[0][0][1] == "1"


def test_lines_bear_signs_at_the_ends_of_turns() -> None:
    held = ET.fromstring(draw_chart(charts(campaign([1, 2, 3]))[1].chart, alone=True))
    discs, squares = (
        list(held.iter(f"{SVG}circle")),
        [one for one in held.iter(f"{SVG}rect") if one.get("height") == "8"],
    )
    # At the start and behind each of three turns, and in the legend.
    assert len(discs) == len(squares) == 5
    xs = [float(one.attrib["cx"]) for one in discs[:4]]
    assert max(b - a for a, b in pairwise(xs)) - min(b - a for a, b in pairwise(xs)) < 0.2


def test_luck_counts_throws_in_round_numbers_and_tells_of_turns_and_sides() -> None:
    figures = campaign([2, 2, 2, 2], throws=15)
    texts = written(1, figures)
    below = [(x, int(text)) for x, y, text in texts if y == HEIGHT - 25]
    assert [count for _, count in below] == list(range(0, 46, 5))
    steps = [b[0] - a[0] for a, b in pairwise(below)]
    assert max(steps) - min(steps) <= 0.2
    said = [text for *_, text in texts]
    assert [text for text in said if text.startswith("Turn")] == ["Turn 2", "Turn 3", "Turn 4"]
    assert "throws of the dice" in said and "95 of 100 games" in said and "for Rosa (Red)" in said
    assert all(0 <= x <= WIDTH for x, *_ in texts)


def test_what_begins_close_to_the_edge_or_to_another_is_not_written_over_it() -> None:
    chart = charts(campaign([2, 2, 2, 2], throws=15))[1].chart
    close = replace(chart, events=[(0, "Turn 1"), (1, "Turn 2"), (44, "Turn 11")])
    found = [one for one in ET.fromstring(draw_chart(close, alone=True)).iter(f"{SVG}text") if "Turn" in str(one.text)]
    assert [(one.text, one.get("text-anchor")) for one in found] == [("Turn 1", None), ("Turn 11", "end")]


def test_bars_have_the_height_of_their_values() -> None:
    looks = liveries(["red"])
    chart = Chart("x", "X", "x", "u", [Series("Red", looks["red"], [5, 10])], "turn", ["1", "2"], bars=True)
    bars = [one for one in ET.fromstring(draw_chart(chart, alone=True)).iter(f"{SVG}rect") if one.get("stroke")][:2]
    assert float(bars[1].get("height", 0)) == pytest.approx(2 * float(bars[0].get("height", 0)), abs=0.2)


def test_a_sheet_and_a_page() -> None:
    drawn = charts(FIGURES)
    sheet = draw_sheet([one.chart for one in drawn], "A <title>", ["Said.", "word " * 60])
    root_ = ET.fromstring(sheet)
    assert len(root_.findall(f".//{SVG}svg")) == 4 and sheet == draw_sheet(
        [one.chart for one in drawn], "A <title>", ["Said.", "word " * 60]
    )
    parsed = assert_harmless(figures_page("A <title>", FIGURES, drawn))
    assert len(parsed.named("table")) == 4 and "Rosa (Red) is 6.5 points" in parsed.text()
    without = Parsed(chart_figures(drawn, tables=False))
    assert without.named("table") == [] and "6.5" not in without.text() and "shaded band" in without.text()


def test_where_the_past_ends() -> None:
    lost, luck = charts(FIGURES)[0].chart, charts(FIGURES)[1].chart
    xs = [place_along(lost, place)[0] for place in (0, 1, 2, 9)]
    assert xs[0] < xs[1] < xs[2] == xs[3]
    assert [place_along(luck, place)[0] for place in (0, 3)] == [xs[0], xs[2]]
    # Of ground and points the past ends where the line has got to: here each turn is half of the axis.
    held = charts(FIGURES)[2].chart
    along = [place_along(held, place)[0] for place in (0, 1, 2, 3, 9)]
    assert along[0] == xs[0] and along[2] == xs[1] and along[3] == along[4] == xs[2]
    assert along[1] == pytest.approx((xs[0] + xs[1]) / 2, abs=1)


@pytest.mark.parametrize(("turn", "mark"), [("Game-Turn 3", "3"), ("Turn 12", "12"), ("Set-up", "Set-up"), ("", "")])
def test_marks_of_turns(turn: str, mark: str) -> None:
    assert turn_mark(turn) == mark
    assert short(F(5, 2)) == "2.5" and short(3) == "3"
