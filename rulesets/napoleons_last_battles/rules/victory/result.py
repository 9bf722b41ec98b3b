"""The result of a game as people are told it: winner, degree, points, and why (3.4, 9.1, 18.4 to 27.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.victory.judging import DRAW
from rulesets.napoleons_last_battles.setting import Setting

Row = Mapping[str, Any]


def result(setting: Setting, position: Position) -> dict[str, Json]:
    """nlb 3.4, 9.1: {} while the game goes on, else {"how": "played", "winner", "level", "case", "points", "why"}.

    winner: an army, "" for a draw. level: `decisive`, `tactical`, `marginal`, `draw`, "" where the scenario has none.
    points: army -> victory points, {} where the scenario counts none. why: a sentence without its end.
    """
    kept = position.result
    if not kept:
        return {}
    points = {army: position.points.get(army, 0) for army in setting.armies} if setting.points else {}
    found = {"how": "played", "winner": kept.get("winner", ""), "level": kept.get("level", ""), "case": kept["case"]}
    return {**found, "points": points, "why": _why(setting, kept, points)}


def _why(setting: Setting, kept: Mapping[str, str], points: Mapping[str, int]) -> str:
    row = _row(setting, kept.get("row", ""))
    parts = [because(setting, one) for one in row.get("when", ())]
    if not parts and (setting.net or not row):
        parts.append(_points_text(setting, points) if points else "nobody has won")
    if kept.get("level") == DRAW and points:
        parts.append("neither has more")
    if not parts:
        other = next(army for army in setting.armies if army != kept.get("winner"))
        parts.append(f"the {other.capitalize()} player has not won")
    shift = f", and the level is shifted ({kept['shift']})" if kept.get("shift") else ""
    return " and ".join(parts) + shift


def _row(setting: Setting, name: str) -> Row:
    part, _, number = name.partition(".")
    return {"instant": setting.instant, "end": setting.end}[part][int(number)] if name else {}


def _points_text(setting: Setting, points: Mapping[str, int]) -> str:
    told = ", ".join(f"{army.capitalize()} {points[army]}" for army in setting.armies)
    of = setting.net.get("of")
    if not of:
        return f"victory points: {told}"
    other = next(army for army in setting.armies if army != of)
    return f"victory points: {told}, net {points[of] - points[other]}"


def because(setting: Setting, condition: Row) -> str:
    """A condition that was met, in words."""
    return _WORDS[condition["is"]](setting, condition)


def book_name(setting: Setting, book: str) -> str:
    """`Prussian army`, `French left wing`, `French Second Corps`, `British nationality`: whose losses a book holds."""
    roster, wing = setting.roster, setting.books.get(book, {}).get("wing")
    if wing:
        return f"{roster.nation_names[setting.books[book]['of']]} {book.rpartition('-')[2]} wing"
    if book in roster.nation_names:
        return f"{roster.nation_names[book]} army"
    if book in roster.formations:
        formation = roster.formations[book]
        return f"{roster.nation_names[formation.nation]} {formation.name}"
    return f"{roster.nationalities[book].name} nationality"


def _listed(names: Sequence[str], of: str) -> str:
    return (" or " if of == "any" else " and ").join(names)


def _state(word: str) -> Callable[[Setting, Row], str]:
    def text(setting: Setting, one: Row) -> str:
        names = [f"the {book_name(setting, book)}" for book in words(one["who"])]
        return f"{_listed(names, one.get('of', 'all'))} {'is' if len(names) == 1 else 'are'} {word}"

    return text


def place_name(setting: Setting, hexes: Sequence[str]) -> str:
    """The name that the scenario has for some hexes, else their numbers."""
    name = next((name for name, town in setting.towns.items() if set(hexes) == set(town)), "")
    return name.replace("-", " ").title() if name else " and ".join(hexes)


def _control(verb: str) -> Callable[[Setting, Row], str]:
    def text(setting: Setting, one: Row) -> str:
        return f"the {one['by'].capitalize()} player {verb} {place_name(setting, words(one['hexes']))}"

    return text


def _fallen(setting: Setting, one: Row) -> str:
    units = setting.roster.units
    playing = [name for name in words(one["who"]) if name in setting.units()]
    return f"{_listed([units[name].name for name in playing], one.get('of', 'all'))} has fallen"


def _fewer(setting: Setting, one: Row) -> str:
    book, state = words(one["at"])
    names = book_name(setting, one["who"]), book_name(setting, book)
    return f"the {names[0]} had lost fewer than {one['than']} when the {names[1]} was {state}"


_WORDS: Final[Mapping[str, Callable[[Setting, Row], str]]] = {
    "demoralized": _state("demoralized"),
    "disintegrated": _state("disintegrated"),
    "held": _control("controls"),
    "occupied": _control("occupies"),
    "entered": _control("has entered"),
    "exited": _control("has left the map at"),
    "eliminated": _fallen,
    "lost-fewer": _fewer,
    "written": lambda setting, one: f"the memo {one['memo']} says {one['value']}",
}
"""The conditions that rows of victory may ask for."""
VICTORIOUS: Final = tuple(_WORDS)
