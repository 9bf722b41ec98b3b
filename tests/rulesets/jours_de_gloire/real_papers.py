"""Orders files of the shipped scenarios through the check that `pbem check` makes, on positions of the tests' own.

A position is written as in `world`. In the text of a file `«` stands before the word that a finding has to point at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.rulebooks import ruleset
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.requests import ORDERS, Choose
from pbem.local.practice import frame, local_pair
from pbem.orders.writer import dump
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.orders_question import Orders
from rulesets.jours_de_gloire.rules.admin import signs_of
from rulesets.jours_de_gloire.setting import Setting
from tests.games.clients import DATE
from tests.rulesets.jours_de_gloire.world import World, public

MARK = "«"
SECRET = bytes(range(32))


@dataclass
class Desk:
    """Campaigns that have just begun, one for each scenario, side and options. folder: where they lie."""

    folder: Path
    campaigns: dict[str, Campaign] = field(default_factory=dict)

    def campaign(self, scenario: str, army: str, **options: str) -> Campaign:
        """The campaign of this side, which has accepted it."""
        name = "-".join((scenario, army, *options.values()))
        if name not in self.campaigns:
            chosen = {option.replace("_", "-"): value for option, value in options.items()}
            other = next(one for one in _armies(scenario) if one != army)
            invitation = Invitation("jours-de-gloire", scenario, other, chosen)
            _, self.campaigns[name] = local_pair(self.folder / name, invitation, ("Anna", "Bert"), DATE)
        return self.campaigns[name]


def _armies(scenario: str) -> tuple[str, ...]:
    return next(one.armies for one in ruleset("jours-de-gloire").scenarios() if one.id == scenario)


def settled(campaign: Campaign) -> Setting:
    """The setting of a campaign."""
    setting: Setting = campaign.game.setting  # type: ignore[attr-defined]
    return setting


def at_turn(campaign: Campaign, places: Mapping[str, str], army: str, **at: Any) -> tuple[Due, World]:
    """The question for the orders of a player turn on a position, as if the game had come to it.

    at: members of the position; in `inside` and `moved` words of the forces stand for their counters.
    """
    due, setting = campaign.due(), settled(campaign)
    position = {"player": army, "pc": dict.fromkeys(setting.commands, 6), "order": list(setting.armies)}
    inside = at.pop("inside", {})
    world = World(places, {**position, **at}, setting)
    if not setting.options.hidden:
        for counter, held in world.known.items():
            world.board.see(counter, held)
        world.board.at.signs = {
            counter: leaf
            for one in setting.armies
            for counter, leaf in signs_of(setting, world.board, world.known, one, {}).items()
        }
    world.board.at.inside = {box: list(world.of(words)) for box, words in inside.items()}
    world.board.at.moved = list(world.of(" ".join(world.board.at.moved)))
    board = Board(setting, world.board.position())
    hide = (*board.counters(army), *board.free(army)) if setting.options.hidden else ()
    request = Choose(army, ORDERS, Orders(board, "turn"), f"t1.{army}.orders", hide=hide, scene=board.position())
    down = {counter: world.known[counter] for counter in board.hidden(army)}
    own = Own(army, down, {HIDDEN: {}}, (), SECRET)
    state = {**due.state, "at": public(board), "need": {**due.state.get("need", {}), "ask": ORDERS, "n": 7}}
    return replace(due, kind=ORDERS, seat=campaign.seat, state=state, request=request, own=own), world


def at_set_up(campaign: Campaign, army: str) -> Due:
    """The question for the set-up of an army."""
    due, setting = campaign.due(), settled(campaign)
    board = Board(setting, replace(empty_position(setting), player=army))
    request = Choose(army, ORDERS, Orders(board, "setup"), f"setup.{army}.orders", scene=board.position())
    request = replace(request, hide=board.free(army))
    state = {**due.state, "at": public(board), "need": {**due.state.get("need", {}), "ask": ORDERS, "n": 7}}
    return replace(
        due, kind=ORDERS, seat=campaign.seat, state=state, request=request, own=Own(army, {}, {}, (), SECRET)
    )


def written(campaign: Campaign, due: Due, body: str) -> tuple[bytes, tuple[int, int]]:
    """The file with this body, and line and column of its mark; (0, 0) for none."""
    text = dump(frame(campaign, due), first=("campaign", "phase", "for")) + body
    before, mark, after = text.partition(MARK)
    place = (before.count("\n") + 1, len(before) - before.rfind("\n")) if mark else (0, 0)
    return f"{before}{after}\n".encode(), place


def checked(campaign: Campaign, due: Due, body: str) -> tuple[Checked, tuple[int, int]]:
    """What the check finds, and where the mark is."""
    data, place = written(campaign, due, body)
    return check_orders(campaign, due, data), place
