"""Late positions for the bench: many units on the maps, and orders that move most of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.engine.requests import ORDERS
from pbem.local.practice import Client, local_pair, outbox, practice_client
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.rules.orders_options import DayOrders, perform
from rulesets.jours_de_gloire.documents.sampling import random_document
from rulesets.napoleons_last_battles.rules.march.random_moves import movable, random_entry
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.games.clients import random_pair
from tests.rulesets.napoleons_last_battles.rules.command.stage import belgium_of, bound, give

Draw = Callable[[Campaign, Due, random.Random], Any]


def _of_options(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    assert due.request is not None
    return due.request.options.sample(rng.randrange)


def _of_counters(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    """A walk of up to three hexes for everybody who can go, without what the end of the phase would undo."""
    assert due.request is not None
    view = seen_by(due.request.scene, due.request.army, due.own)
    options = DayOrders(view).moving({})
    play, moves = options.play, []
    for unit in play.on_map(play.army):
        path = [play.at.get(unit, "")]
        for _ in range(3 if path[0] else 0):
            to = rng.choice(play.field.neighbours[path[-1]])
            if to not in path and options.why_not({"units": [unit], "path": [*path, to]}) is None:
                path.append(to)
        if len(path) > 1:
            moves.append({"units": [unit], "path": path})
            perform(play, moves[-1])
    while wrong := {where[1] for where, _ in DayOrders(view).faults({"orders": moves}) if len(where) > 1}:
        moves = [move for number, move in enumerate(moves) if number not in wrong]
    return {"orders": [{"unit": move["units"][0], "path": move["path"]} for move in moves]}


def _of_papers(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    """For orders that hide something, which no options can sample."""
    assert due.request is not None
    return random_document(campaign.game.setting, due.request, due.own, rng.randrange)  # type: ignore[attr-defined]


def _of_opponent(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    """What the practice opponent writes: whole brigades, most of the army."""
    assert due.request is not None
    opponent = campaign.machine.ruleset.opponent(campaign.game, due.request.army)
    return opponent.orders(campaign.game.position_of(due.request), due.own)


def _of_everybody(campaign: Campaign, due: Due, rng: random.Random) -> Any:
    """Random moves of all units and leaders that can move."""
    assert due.request is not None
    options = due.request.options.moving({})  # type: ignore[attr-defined]
    moves = []
    for unit in movable(options):
        entry = None if unit in options.moved else random_entry(options, unit, rng.randrange)
        if entry is not None and options.why_not(entry) is None:
            moves.append(entry)
            options.perform(entry)
    return {"orders": moves}


def _random(folder: Path, wish: Invitation) -> tuple[Client, Client]:
    return random_pair(folder, wish, 7)


def _practised(folder: Path, wish: Invitation) -> tuple[Client, Client]:
    one, two = local_pair(folder, wish, ("Anna", "Bert"))
    return practice_client(one), practice_client(two)


def command_of(uid: str, army: str) -> Callable[[], None]:
    """Traces the command of an army of which everybody is on the map, on a fresh board each time."""
    theatre = Theatre(bound(uid), belgium_of(uid))
    position = theatre.start()
    board = theatre.board(position)
    for side in theatre.setting.armies:
        for unit, at in PlacingOptions(board, side).complete({}).items():
            if theatre.setting.roster.units[unit].leads:
                position.leaders[unit] = at
            else:
                board.place(unit, at)
    position.turn, position.army = 1, army

    def trace() -> None:
        assert give(theatre.board(position.copy())).chain.commanders

    return trace


# Ruleset -> who plays, how orders are drawn, and the number of messages after which the position is crowded.
_PLAYERS: dict[str, tuple[Callable[[Path, Invitation], tuple[Client, Client]], Draw, int]] = {
    "napoleon-at-war": (_random, _of_options, 20),
    "jours-de-gloire": (_practised, _of_papers, 6),
    "napoleons-last-battles": (_practised, _of_everybody, 6),
    "1806": (_practised, _of_counters, 4),
    "winters-victory": (_practised, _of_opponent, 4),
}


# The beginning of the campaign of 1806 at which most have come.
_OPTIONS: dict[tuple[str, str], dict[str, Any]] = {("1806", "campaign"): {"start": "12"}}
_SAMPLES = 60
_COSTLY = {"1806": 5, "winters-victory": 1}
"""Rulesets of which each sample takes long to draw -> how many are drawn."""


def crowded(
    folder: Path, ruleset: str, scenario: str, army: str = "french", messages: int = 0
) -> tuple[Campaign, Due, Any]:
    """A campaign in which orders of the inviting side are due, and the fullest of many samples of them.

    messages: at least so many are played, what is usual for the ruleset unless it is said.
    """
    players, draw, usual = _PLAYERS[ruleset]
    least = messages or usual
    a, b = players(folder, Invitation(ruleset, scenario, army, _OPTIONS.get((ruleset, scenario), {})))
    sender, receiver, mail = b, a, outbox(b.campaign, 1)
    while True:
        receiver.receive(mail)
        due = receiver.campaign.due()
        if receiver is a and len(a.campaign.chain.messages) >= least and due.kind == ORDERS:
            break
        sent = receiver.reply()
        assert sent is not None
        mail, sender, receiver = sent.text.encode("utf-8"), receiver, sender
    rng = random.Random(1)
    samples = [draw(a.campaign, due, rng) for _ in range(_COSTLY.get(ruleset, _SAMPLES))]
    return a.campaign, due, max(samples, key=moved)


def moved(orders: Any) -> int:
    """How many units the entries of orders move; of an entry that says nothing of several, one."""
    entries = (*orders.get("moves", ()), *orders.get("orders", ()))
    return sum(len(entry["units"]) if "units" in entry else 1 for entry in entries)
