"""Veiled in words: events, positions and preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.toy_hidden.board import Board
from tests.toy_hidden.data import FOE, SCOUT, Setting

Json = Any


def name_of(setting: Setting, thing: str) -> str:
    """The printed name."""
    if thing in setting.units:
        return setting.units[thing].name
    return thing.capitalize() if thing in FOE or thing in setting.field or thing == SCOUT else thing


def wording(setting: Setting, event: Mapping[str, Json]) -> str:
    """An event as a sentence, "" for one that needs none."""
    say = _SENTENCES.get(str(event["kind"]))
    return say(lambda thing: name_of(setting, thing), event) if say else ""


def _list(name: Any, things: Json) -> str:
    return ", ".join(name(thing) for thing in things) or "nothing but a dummy"


_SENTENCES: Mapping[str, Any] = {
    "posted": lambda n, e: f"Counter {e['counter']} is set up in {n(e['box'])}.",
    "fog": lambda n, e: "Fog." if e["fog"] else "Clear.",
    "veiled": lambda n, e: f"Counter {e['counter']} is turned face down in {n(e['at'])}.",
    "mixed": lambda n, e: f"In {n(e['at'])} {', '.join(e['old'])} are mixed and become {', '.join(e['new'])}.",
    "opened": lambda n, e: f"Counter {e['counter']} in {n(e['at'])} is turned up: {_list(n, e['units'])}.",
    "walkover": lambda n, e: f"There is no fight in {n(e['at'])}.",
    "fight": lambda n, e: (
        f"Fight in {n(e['at'])}: dice {e['dice'][0]} and {e['dice'][1]}, chits "
        f"{', '.join(f'{n(a)} {c}' for a, c in sorted(e['chits'].items()))}; {n(e['loser'])} loses."
    ),
    "lost": lambda n, e: f"{n(e['unit'])} is lost in {n(e['at'])}.",
    "evaded": lambda n, e: f"{n(e['army'])} evades from {n(e['from'])} to {n(e['to'])}.",
    "fellback": lambda n, e: f"{n(e['army'])} falls back from {n(e['from'])} to {n(e['to'])}.",
    "card": lambda n, e: f"{n(e['army'])} plays card {e['draw']}, a {e['face']}.",
    "drew": lambda n, e: f"{n(e['army'])} draws a card in secret: {e['draw']}.",
    "searched": lambda n, e: (
        f"{n(e['army'])} searches {n(e['at'])}: the scout is {'found' if e['found'] else 'not there'}."
    ),
    "claimed": lambda n, e: "",
    "patrol": lambda n, e: f"A patrol looks into {n(e['at'])}; cavalry: {', '.join(e['cavalry']) or 'none claimed'}.",
    "night": lambda n, e: f"Night orders: {', '.join(f'{n(a)} {c}' for a, c in sorted(e['chosen'].items()))}.",
    "scout": lambda n, e: f"{n(e['army'])}'s scout stood in {n(e['at']) or 'no box'}.",
    "void": lambda n, e: f"Void ({e['case']}): {e['text']}.",
    "over": lambda n, e: f"The game is over: {', '.join(f'{n(a)} {p}' for a, p in sorted(e['points'].items()))}.",
}


def facts(setting: Setting, at: Json) -> Json:
    """What is public of a position."""
    board = Board(setting, at)
    rows = []
    for army in FOE:
        count = f"{len(board.hidden(army))} counters face down, {len(board.shown(army))} face up"
        cards = f"{len(at['cards'][army])} cards"
        rows.append([name_of(setting, army), f"{count}, {cards}, {at['points'][army]} points"])
    return {"standing": rows, "points": dict(at["points"]), "lost": list(at["lost"])}


def preview(setting: Setting, orders: Json) -> Json:
    """The public orders, a line for each member."""
    lines = [f"{member}: {entry}" for member, entry in orders.items() if member != "for"]
    return {"lines": lines or ["everybody stays where he is"]}
