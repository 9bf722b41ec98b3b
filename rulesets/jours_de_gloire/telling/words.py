"""Everything that the program asks words for: events, one entry of orders, whole phases, and what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import Own
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.hidden.signs import read_sign
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.straggling import settled
from rulesets.jours_de_gloire.setting import Json, Setting
from rulesets.jours_de_gloire.telling.told_events import story
from rulesets.jours_de_gloire.telling.wording import sentence
from rulesets.jours_de_gloire.telling.wording_names import Event, Names, listed
from rulesets.jours_de_gloire.telling.wording_orders import plan_words

_LINKS: Final = ("without a link", "linked to a general", "linked to the chief")
# What a claim says: of the counter that its owner names, and where he names nobody.
_STATED: Final = {
    "real": ("{} is a combat unit", "no combat unit is there"),
    "screen": ("{} screens", "nobody else screens"),
    "dummy": ("{} is a dummy", "no further dummy"),
    "leader": ("{} leads a reaction", "nobody reacts"),
    "guns": ("{} marches to the guns", "nobody marches to the guns"),
    "holder": ("the general is {}", "the general is not here"),
    "deserters": ("of the command: {}", "nobody of the command"),
    "closes": ("{} closes a way out", "nobody closes a way out"),
}


def wording(setting: Setting, event: Event, legend: Mapping[str, str] = NO_LEGEND) -> str:
    """An event in sentences, `story` (see `story.py`), `content`, `leaf` and `stated` (what is hidden, for reports).

    legend: counter -> name, of those that the reader can name. Empty for what needs no words.
    """
    names = Names(setting, legend)
    teller = _ASKED.get(str(event.get("kind")))
    return teller(names, event) if teller else sentence(names, event)


def legend(setting: Setting, at: Position, own: Own, events: Iterable[Event]) -> dict[str, str]:
    """Counter -> name: those that lie face up, those that were shown since, and the reader's own."""
    found: dict[str, Json] = {}
    for event in events:
        told = event.get("counters")
        shown = told if isinstance(told, Mapping) else {}
        found |= {counter: content for counter, content in shown.items() if isinstance(content, Mapping)}
    found |= Board(setting, at).known()
    found |= own.markers
    return {counter: content_name(setting, content) for counter, content in found.items()}


# -- what is hidden --------------------------------------------------------------------------------


def _content(names: Names, event: Event) -> str:
    """What a counter holds; with the position beside it, where it stands and what has happened to it are told too."""
    setting, content, counter, at = names.setting, event["content"], event["marker"], event["at"]
    if setting.troops(content) is None and setting.general(content) is None and not setting.dummy(content):
        return ""
    board = None if at is None else Board.read(setting, at)
    if board is None or counter not in board.at.counters:
        return f"{content_name(setting, content)}{names.strength(content)}"
    now = settled(setting, board.content(counter) or content, board.log(counter))
    where = f" in {names.of(board.box(counter))}{', face up' if board.face_up(counter) else ''}"
    return f"{content_name(setting, now)}{names.strength(now)}{where}"


def _leaf(names: Names, event: Event) -> str:
    """A sign. known: its reader sees what the counter holds beside it."""
    if event["value"] == "":
        return ""
    sign = read_sign(event["value"])
    if event["known"] and not sign.real:
        return "by its sign a dummy"
    told = ", ".join([_LINKS[sign.link], *plan_words(names, sign.plan)])
    # What its owner committed to with his last orders; by now the link may be another.
    kind = f"{sign.kind} of VC {sign.vc}" if sign.vc else sign.kind
    return f"by its sign {told}" if event["known"] else f"{kind}, {told}"


def _leaf_label(names: Names, event: Event) -> str:
    return f"Sign of {event['leaf']}"


def _stated(names: Names, event: Event) -> str:
    one, nobody = _STATED.get(str(event["say"]), ("", ""))
    value = event["value"]
    if not one:
        return ""
    those = value if isinstance(value, list) else [value]
    return one.format(listed([str(counter) for counter in those])) if value else nobody


_ASKED: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "story": story,
    "content": _content,
    "leaf": _leaf,
    "leaf-label": _leaf_label,
    "stated": _stated,
}
