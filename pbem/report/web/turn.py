"""The page of one message: map, story, combats, dice, what to do next, figures, and the messages before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.picture import Scene
from pbem.report.dispatch import Dispatch, Naming, Wording
from pbem.report.plots.drawn import Drawn
from pbem.report.text import write_course, write_due, write_own, write_public
from pbem.report.web.dice import Rolls, dice_section
from pbem.report.web.html_page import page
from pbem.report.web.html_paper import Sheet, Steps
from pbem.report.web.maps import Atlas, drawn_boards
from pbem.report.web.markup import Markup, joined, lines, tag
from pbem.report.web.plots import chart_figures

OWN = "For your eyes only: this page tells what your opponent must not know. Do not send it to anybody."
# The first message that closes a segment with orders.
_FIRST = 3


@dataclass(frozen=True, slots=True)
class Told:
    """A dispatch with the words of the rules under which it stands. steps: calculations of its combats, in order."""

    dispatch: Dispatch
    name: Naming
    wording: Wording
    steps: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class TurnPage:
    """What the page of a message is made of. kind: `public` or `own`.

    told: one dispatch, in an own report also those that follow. atlas, scene: None where the game draws no maps.
    earlier: the messages before, the newest first; more: how many of them are left out.
    """

    kind: str
    told: Sequence[Told]
    atlas: Atlas | None = None
    scene: Scene | None = None
    dice: Sequence[Rolls] = ()
    figures: Sequence[Drawn] = ()
    earlier: Sequence[Told] = ()
    more: int = 0


def turn_page(what: TurnPage) -> str:
    """The page, in one file."""
    return page(*turn_body(what))


def turn_body(what: TurnPage) -> tuple[str, Markup]:
    """Its title, and what stands between the tags of its body; the style is `page.css`."""
    last = what.told[-1].dispatch
    sections = [
        *_map(what),
        *_story(what),
        *_dice(what),
        *_figures(what),
        *_earlier(what),
    ]
    title = f"{last.campaign}: {_which(last)}"
    body = lines(
        _header(what, [(name, text) for name, text, _ in sections]), tag("main", *(one for *_, one in sections))
    )
    return title, body


Section = tuple[str, str, Markup]


def _which(last: Dispatch) -> str:
    """`message 10: what message 9 led to`: the next message closes the segment in which orders are carried out."""
    if last.seq < _FIRST:
        return "the beginning" if last.unsent else f"message {last.seq}"
    led = f"what message {last.seq - 1} led to"
    return led if last.unsent else f"message {last.seq}: {led}"


def steps_of(told: Told) -> Steps:
    """Gives each combat its calculation: the first combat that is asked for the first one, and so on."""
    rest = iter(told.steps)
    return lambda combat: next(rest, ())


def quiet_words(dispatch: Dispatch, scene: Scene | None = None) -> str:
    """What a page says where the rules told of nothing: where play begins, else what the message is or brings."""
    if dispatch.seq < _FIRST:
        if scene is not None and not scene.counters:
            return "Play begins here: nobody stands on the map yet, for the armies are set up by the first orders."
        return "Play begins here: this is the set-up, before the first orders are carried out."
    if dispatch.silence:
        return dispatch.silence
    brings = [
        word
        for word, there in (
            ("orders", dispatch.orders),
            ("what was opened and stated", dispatch.disclosed),
            ("a note", dispatch.note),
        )
        if there
    ]
    said = f"; message {dispatch.seq} brings {' and '.join(brings)}" if brings else ""
    return f"Nothing was left to be carried out since message {dispatch.seq - 1}{said}."


def _sent(last: Dispatch) -> str:
    """Who wrote to whom, or whose program told it where nobody has written of it yet; and what the page tells of."""
    if last.unsent:
        return f"For {last.receiver} alone, worked out by your own program: {_which(last)}."
    between = f"Message {last.seq}, from {last.sender} to {last.receiver}"
    return f"{between}: what message {last.seq - 1} led to." if last.seq >= _FIRST else f"{between}."


def _header(what: TurnPage, sections: Sequence[tuple[str, str]]) -> Markup:
    last = what.told[-1].dispatch
    line = f"{_sent(last)} Game {last.game}."
    links = tag("ul", *(tag("li", tag("a", text, href=f"#{name}")) for name, text in sections))
    own = tag("p", OWN, class_="mine") if what.kind == "own" else ""
    heading = tag("h1", last.campaign)
    return tag("header", heading, tag("p", line, class_="faint"), own, tag("nav", links, aria_label="On this page"))


def _section(name: str, text: str, *inner: str, heading: bool = True) -> Section:
    head = tag("h2", text) if heading else ""
    return name, text, tag("section", head, *inner, id=name, aria_label="" if heading else text)


def _map(what: TurnPage) -> list[Section]:
    if what.atlas is None or what.scene is None or not what.atlas.boards:
        return []
    return [_section("map", "Map", drawn_boards(what.atlas, what.scene))]


def _story(what: TurnPage) -> list[Section]:
    first, last = what.told[0], what.told[-1]
    steps = Told(first.dispatch, first.name, first.wording, [step for one in what.told for step in one.steps])
    sheet, quiet = Sheet(2, steps_of(steps)), quiet_words(last.dispatch, what.scene)
    if what.kind == "own":
        write_own(sheet, [one.dispatch for one in what.told], last.name, last.wording, quiet=quiet)
    else:
        write_public(sheet, last.dispatch, last.name, last.wording, quiet=quiet)
    due = Sheet(2)
    write_due(due, last.dispatch, what.kind)
    fold = joined(
        tag("button", "Open all combats", type="button", data_open="all"), " ",
        tag("button", "Close them", type="button", data_open="none"),
    )  # fmt: skip
    written, next_ = sheet.markup(), due.markup()
    tools = tag("p", fold, class_="tools") if "<details" in written else ""
    found = [_section("story", "What happened", tools, written, heading=False)]
    return [*found, ("next", "What to do next", tag("section", next_, id="next", class_="next"))] if next_ else found


def _dice(what: TurnPage) -> list[Section]:
    return [_section("dice", "Dice", *(dice_section(rolls) for rolls in what.dice))] if what.dice else []


def _figures(what: TurnPage) -> list[Section]:
    return [_section("figures", "Figures", chart_figures(what.figures))] if what.figures else []


def _earlier(what: TurnPage) -> list[Section]:
    if not what.earlier:
        return []
    numbers = [one.dispatch.seq for one in what.earlier]
    parts = [_earlier_one(one, numbers) for one in what.earlier]
    more = (
        f"{what.more} earlier message{'' if what.more == 1 else 's'} are in: pbem report --replay" if what.more else ""
    )
    return [_section("earlier", "Earlier messages", *parts, tag("p", more, class_="faint") if more else "")]


def _earlier_one(told: Told, numbers: Sequence[int]) -> Markup:
    dispatch = told.dispatch
    sheet = Sheet(3, steps_of(told))
    write_course(sheet, dispatch, told.name, told.wording, quiet=quiet_words(dispatch))
    seen = joined(
        tag("b", f"Message {dispatch.seq}"), f" from {dispatch.sender}",
        tag("span", dispatch.headline, class_="digest"),
    )  # fmt: skip
    beside = [
        tag("a", f"{word} message {seq}", href=f"#m{seq}")
        for word, seq in (("earlier:", dispatch.seq - 1), ("later:", dispatch.seq + 1))
        if seq in numbers
    ]
    links = tag("p", *(joined(link, " ") for link in beside)) if beside else ""
    return tag("details", tag("summary", seen), sheet.markup(), links, id=f"m{dispatch.seq}")
