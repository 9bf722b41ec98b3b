"""The two reports as text of 72 columns. They are made of events and of what the Dispatch says, of nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from pbem.report.battle import write_action
from pbem.report.chapters import Chapter, chapters
from pbem.report.dispatch import FORMAT, Dispatch, Event, Naming, Wording
from pbem.report.plain_values import said
from pbem.report.typesetting import ASCII, UNICODE, Page, Paper

DISCLOSED = "What was opened, stated and turned face down"
SECRET = "What you alone know"
# The first message with orders, and so the first segment, is number 2.
_FIRST = 3


def public_report(
    dispatch: Dispatch, name: Naming, wording: Wording, *, unicode: bool = False, taken_in: bool = False
) -> str:
    """What both sides may know: the segment that this message closes and the sender's new orders.

    The first line bears the format number; the last says what to run. Plain ASCII unless `unicode`. taken_in: for a
    reader who has run it already, without what its receiver does next; a report is never mailed or kept so.
    """
    page = _front(dispatch, "public", unicode=unicode)
    write_public(page, dispatch, name, wording)
    if taken_in:
        return page.text()
    write_due(page, dispatch, "public")
    page.blank()
    page.paragraph(f"run pbem receive: your program now rolls the dice of message {dispatch.seq}")
    return page.text()


def write_public(page: Paper, dispatch: Dispatch, name: Naming, wording: Wording, *, quiet: str = "") -> None:
    """The public report without its front and what is to be done next. quiet: as for `write_course`."""
    _events(page, dispatch, name, wording, quiet or dispatch.silence)
    _standing(page, dispatch, quiet=not chapters(dispatch.events))
    _orders(page, dispatch, name, wording)
    _rows(page, DISCLOSED, dispatch.disclosed)
    _note(page, dispatch)


def own_report(dispatches: Sequence[Dispatch], name: Naming, wording: Wording, *, unicode: bool = False) -> str:
    """The reader's own: his correspondent's segment and then the one that he closes himself.

    Position and duties are those of the last dispatch; orders and notes are each shown with their segment.
    Raises ValueError where there is none.
    """
    if not dispatches:
        raise ValueError("a report needs at least one segment")
    page = _front(dispatches[-1], "own", unicode=unicode)
    write_own(page, dispatches, name, wording)
    write_due(page, dispatches[-1], "own")
    return page.text()


def write_own(page: Paper, dispatches: Sequence[Dispatch], name: Naming, wording: Wording, *, quiet: str = "") -> None:
    """The reader's own report without its front and what is to be done next. quiet: as for `write_course`."""
    # Of segments in which nothing happened only the last speaks, and only if there is nothing else to tell.
    telling = [dispatch for dispatch in dispatches if chapters(dispatch.events)] or [dispatches[-1]]
    for dispatch in dispatches:
        if dispatch in telling:
            begins = "Nothing has been played yet." if dispatch.seq < _FIRST else ""
            _events(page, dispatch, name, wording, begins or quiet or dispatch.silence)
        _orders(page, dispatch, name, wording)
        _rows(page, DISCLOSED, dispatch.disclosed)
        _note(page, dispatch)
    _standing(page, dispatches[-1], quiet=not any(chapters(dispatch.events) for dispatch in telling))
    _secret(page, dispatches[-1])


def write_course(page: Paper, dispatch: Dispatch, name: Naming, wording: Wording, *, quiet: str = "") -> None:
    """What happened in a segment and what was said about it: for who looks back and has seen the rest.

    quiet: what is said where the rules told of nothing; else what the dispatch says itself, or the chapter is left out.
    """
    _events(page, replace(dispatch, lead=""), name, wording, quiet or dispatch.silence)
    _rows(page, DISCLOSED, dispatch.disclosed)
    _note(page, dispatch)


def told_with(legend: Mapping[str, str], wording: Wording) -> Wording:
    """The wording for a reader who can name these markers."""
    return partial(wording, legend=legend) if legend else wording


def named_with(legend: Mapping[str, str], name: Naming) -> Naming:
    """The names for the same reader."""
    return (lambda thing: legend.get(thing) or name(thing)) if legend else name


def _front(dispatch: Dispatch, kind: str, *, unicode: bool) -> Page:
    page = Page(UNICODE if unicode else ASCII)
    # What one's own program has rolled has no message yet: it comes after the last that there is.
    seq = f"after message {dispatch.seq - dispatch.unsent}" if kind == "own" else f"message {dispatch.seq}"
    page.edges(f"pbem report {FORMAT} {dispatch.words} {kind}", seq)
    page.rule(heavy=True)
    page.edges(dispatch.campaign.upper(), f"game {dispatch.game}")
    page.edges(f"From {dispatch.sender}", f"to {dispatch.receiver}")
    page.rule(heavy=True)
    return page


def _events(page: Paper, dispatch: Dispatch, name: Naming, wording: Wording, quiet: str) -> None:
    found, tell = chapters(dispatch.events), told_with(dispatch.legend, wording)
    for number, chapter in enumerate(found):
        _headline(page, chapter.headline, dispatch)
        if dispatch.lead and not number:
            page.paragraph(dispatch.lead)
            page.blank()
        _chapter(page, chapter, named_with(dispatch.legend, name), tell)
    if not found and quiet:
        page.heading(dispatch.headline or f"Message {dispatch.seq}")
        page.paragraph(quiet)


def _chapter(page: Paper, chapter: Chapter, name: Naming, wording: Wording) -> None:
    if chapter.empty:
        page.paragraph("All quiet: no unit moves and no shot is fired.")
    told = [text for event in chapter.openings if (text := wording(event))]
    for text in told:
        page.paragraph(text, indent=2, hang=2)
    if told and (chapter.contacts or chapter.marches or chapter.arrivals):
        page.blank()
    _movement(page, chapter, name, wording)
    if any(action.combat is not None for action in chapter.actions):
        if chapter.openings or chapter.marches or chapter.contacts or chapter.arrivals or chapter.remarks:
            page.blank()
        page.subheading("COMBAT")
    for action in chapter.actions:
        write_action(page, action, name, wording)
    _closing(page, chapter, wording)
    for event in chapter.over:
        page.heading("The game is over")
        page.paragraph(wording(event))
        _schedule(page, event, name)


def _closing(page: Paper, chapter: Chapter, wording: Wording) -> None:
    told = [text for event in chapter.closings if (text := wording(event))]
    if told:
        page.blank()
        page.subheading("END OF THE TURN")
    for text in told:
        page.paragraph(text, indent=2, hang=2)


def _headline(page: Paper, headline: Event | None, dispatch: Dispatch) -> None:
    if headline is None:
        page.heading(dispatch.headline or f"Message {dispatch.seq}")
        return
    text = str(headline.get("heading") or headline.get("text") or dispatch.headline)
    weather = str(headline.get("weather", ""))
    page.heading(text if not weather or weather in text else f"{text} ({weather})")


def _movement(page: Paper, chapter: Chapter, name: Naming, wording: Wording) -> None:
    if chapter.contacts or chapter.marches or chapter.arrivals:
        page.subheading("MOVEMENT")
    for event in chapter.arrivals:
        page.paragraph(_arrival(page, event, name), indent=2, hang=2)
    for event in chapter.contacts:
        page.paragraph(f"{_march(page, event, name)}, into battle.", indent=2, hang=2)
    if chapter.marches:
        page.items("On the march", [_march(page, event, name) for event in chapter.marches], indent=2)
    story = wording({"kind": "story", "events": chapter.remarks}) if chapter.remarks else ""
    if story:
        page.story(story)
        return
    for event in chapter.remarks:
        text = wording(event)
        if text:
            page.paragraph(text, indent=2, hang=2)


def _march(page: Paper, event: Event, name: Naming) -> str:
    return f"{_who(event, name)} {event['from']} {page.style.arrow} {name(event['to'])}{_cost(page, event)}"


def _who(event: Event, name: Naming) -> str:
    """The `unit` of a march, or all `units` that go together."""
    return ", ".join(name(unit) for unit in event.get("units") or [event["unit"]])


def _cost(page: Paper, event: Event) -> str:
    cost = page.style.points(str(event.get("cost", "")))
    allowance = page.style.points(str(event.get("allowance", "")))
    if not cost:
        return ""
    return f" [{cost} of {allowance}]" if allowance else f" [{cost}]"


def _arrival(page: Paper, event: Event, name: Naming) -> str:
    several = len(event.get("units", ())) > 1
    text = f"{_who(event, name)} {'arrive' if several else 'arrives'} at {name(event['at'])}"
    if event.get("to") and event["to"] != event["at"]:
        text += f" and {'go' if several else 'goes'} on to {name(event['to'])}"
    text += _cost(page, event)
    return f"{text} ({event['why']})." if event.get("why") else f"{text}."


def _schedule(page: Paper, event: Event, name: Naming) -> None:
    """The victory points, each with the condition that gave them."""
    for row in event.get("rows", ()):
        page.labelled(f"{name(row['army'])} {row['points']}", f"{row['text']} ({row['case']})", indent=2, room=14)


def _standing(page: Paper, dispatch: Dispatch, *, quiet: bool) -> None:
    """quiet: whether the sentence on a message without events stands above."""
    rows = [row for row in dispatch.standing if not quiet or row not in dispatch.said]
    _rows(page, "The state of the armies", rows)


def _secret(page: Paper, dispatch: Dispatch) -> None:
    """What the reader alone knows: what is new of it, and of the rest how much there is."""
    fresh = [row for row in dispatch.secret if row not in dispatch.known]
    _rows(page, SECRET, fresh)
    rest = len(dispatch.secret) - len(fresh)
    if not rest:
        return
    since, listing = f"since you signed message {dispatch.known_since}", "pbem report --all lists"
    if fresh:
        page.paragraph(f"The other {rest} have not changed {since}; {listing} all of them.")
    else:
        page.heading(SECRET)
        page.paragraph(f"None of the {rest} has changed {since}; {listing} them.")


def _rows(page: Paper, heading: str, rows: Sequence[tuple[str, str]]) -> None:
    if rows:
        page.heading(heading)
        room = min(max(len(label) for label, _ in rows) + 2, 26)
        for label, text in rows:
            page.labelled(label, text, room=room)


def _orders(page: Paper, dispatch: Dispatch, name: Naming, wording: Wording) -> None:
    if not dispatch.orders:
        return
    if "answer" in dispatch.orders:
        page.heading(f"Answer of {dispatch.sender}" + (f" ({dispatch.orders_for})" if dispatch.orders_for else ""))
        page.paragraph(said(dispatch.orders["answer"], name), indent=2, hang=2)
        return
    page.heading(f"Orders of {dispatch.sender}" + (f" for {dispatch.orders_for}" if dispatch.orders_for else ""))
    members = {key: value for key, value in dispatch.orders.items() if key != "for"}
    if not members:
        page.paragraph("No orders given; the defaults of the rules count.")
    tell = told_with(dispatch.legend, wording)
    for member, value in members.items():
        entries = value if isinstance(value, list) else [value]
        page.paragraph(f"{member}:" if entries else f"{member}: none")
        for i, entry in enumerate(entries):
            text = tell({"kind": "ordered", "member": member, "entry": entry}) or said(entry, name)
            whose = f"{dispatch.by[i]}: " if member == "orders" and i < len(dispatch.by) else ""
            page.paragraph(f"{whose}{text}", indent=2, hang=2)


def _note(page: Paper, dispatch: Dispatch) -> None:
    if dispatch.note:
        page.heading(f"A note from {dispatch.sender}")
        page.quoted(dispatch.note)


def write_due(page: Paper, dispatch: Dispatch, kind: str) -> None:
    """What the reader of a `public` or an `own` report has to do next."""
    if dispatch.due:
        page.heading("What you do next" if kind == "own" else f"What {dispatch.receiver} does next")
        for line in dispatch.due:
            page.paragraph(line, hang=2)
