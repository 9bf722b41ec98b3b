"""What a liar says in Veiled (`tests.games.lying`). `python -m tests.toy_hidden.lies SEED...` plays games again."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.create import Invitation
from pbem.engine.hidden import HIDDEN, OCCUPANCY
from pbem.engine.requests import ORDERS
from tests.games import lying
from tests.games.games import Tally
from tests.games.lying import Matters, Occasion, Untrue, told_between
from tests.games.lying_games import replay
from tests.installed import installed
from tests.toy_hidden.board import Board, units_of
from tests.toy_hidden.campaigns import MOST_MESSAGES, VeiledHand, invitation_for
from tests.toy_hidden.compiling import leaves_for
from tests.toy_hidden.data import FOE, SCOUT, Setting
from tests.toy_hidden.sequence import path_of, standing

Json = Any
COMMAND = "python -m tests.toy_hidden.lies"
JUNK: Sequence[Json] = (
    "wait and see",
    [],
    {"units": "all"},
    {},
    {"units": [7]},
    {"units": [], "more": 1},
    0,
    {"x": {}},
)
# A content -> another one; the army's units, those of the enemy and what stands elsewhere are given with it.
Change = Callable[[list[str], "_Army", random.Random], Json]


class _Army:
    """Whose contents are changed."""

    def __init__(self, at: Occasion) -> None:
        setting = setting_of(at)
        self.own = list(setting.order_of_battle[at.campaign.army])
        self.foe = list(setting.order_of_battle[FOE[at.campaign.army]])


def setting_of(at: Occasion) -> Setting:
    """The data of Veiled."""
    return at.campaign.game.setting  # type: ignore[attr-defined, no-any-return]


def _content(change: Change) -> lying.Tell:
    """One of the counters that are turned face down holds something else."""

    def tell(at: Occasion) -> Untrue | None:
        if at.checked is None or not at.checked.hide:
            return None
        counter = at.rng.choice(sorted(at.checked.hide))
        content = change(units_of(at.checked.hide[counter]), _Army(at), at.rng)
        if content is None or content == at.checked.hide[counter]:
            return None
        hide = {**at.checked.hide, counter: content}
        return Untrue(replace(at.checked, hide=hide), _possible(at, hide))

    return tell


def _possible(at: Occasion, hide: Mapping[str, Json]) -> Matters:
    """Whether counters hold together what they held: in the set-up all of them, and those mixed in one box."""
    assert at.checked is not None
    honest, setup = at.checked.hide, at.due.state["at"]["stage"] == "setup"
    groups = [list(hide)] if setup else [list(entry["counters"]) for entry in at.checked.input.get("mix", ())]

    def wrong(group: Sequence[str]) -> bool:
        true, now = (sorted(u for c in group for u in units_of(held.get(c))) for held in (honest, hide))
        sound = all(hide[c] == {"units": units_of(hide[c])} and len(units_of(hide[c])) < 3 for c in group if c in hide)
        return not sound or true != now

    alone = [[counter] for counter in hide if not any(counter in group for group in groups)]
    bad = [counter for group in (*groups, *alone) if wrong(group) for counter in group if counter in hide]
    return lambda campaign, seq: any(lying.in_force(campaign, seq, counter) for counter in bad)


def _twice(units: list[str], army: _Army, rng: random.Random) -> Json:
    others = [unit for unit in army.own if unit not in units]
    return {"units": sorted([*units, rng.choice(others)])} if others else None


def _swapped(units: list[str], army: _Army, rng: random.Random) -> Json:
    return {"units": sorted([*units[1:], rng.choice(army.own)])}


CONTENTS: Mapping[str, Change] = {
    "content: one unit more": _twice,
    "content: another unit": _swapped,
    "content: a unit left out": lambda units, army, rng: {"units": units[1:]} if units else None,
    "content: a dummy for units": lambda units, army, rng: {"units": []} if units else None,
    "content: a unit of the enemy": lambda units, army, rng: {"units": [rng.choice(army.foe), *units[1:]]},
    "content: no such unit": lambda units, army, rng: {"units": [*units[1:], "nobody"]},
    "content: the same unit twice in it": lambda units, army, rng: {"units": [units[0]] * 2} if units else None,
    "content: too many": lambda units, army, rng: {"units": army.own},
    "content: not well formed": lambda units, army, rng: rng.choice(JUNK),
}


# -- the scout --------------------------------------------------------------------------------------


def _scout(at: Occasion) -> Untrue | None:
    """It is somewhere else than it can be."""
    here = standing(at.due.own.leaves.get(HIDDEN, {}).get(SCOUT))
    setting, army = setting_of(at), at.campaign.army
    if not here or at.due.state["at"]["scouts"][army] != "unseen" or at.due.state["over"]:
        return None
    far = [box for box in setting.boxes if len(_way(setting, here, box)) > setting.charts["allowance"] + 1]
    away = [[], [here, here, here, here], *([box] for box in far), *([here, box] for box in far)]
    # A leaf that says what it said before stands still, whatever it says.
    before = list(path_of(at.due.own.leaves[HIDDEN][SCOUT]))
    path = at.rng.choice([path for path in away if path != before])
    return _leaves(at, leaves_for(setting, path))


def _start(at: Occasion) -> Untrue | None:
    """It begins where it may not."""
    if at.due.kind != ORDERS or at.due.state["at"]["stage"] != "setup":
        return None
    setting, army = setting_of(at), at.campaign.army
    out = [box for box in setting.boxes if box not in setting.home[army]]
    path = at.rng.choice([[], [at.rng.choice(out)], list(setting.home[army][:2])])
    return _leaves(at, leaves_for(setting, path))


def _occupied(at: Occasion) -> Untrue | None:
    """The tree of occupancy says otherwise than the scout's own leaf."""
    setting = setting_of(at)
    if not setting.proved or at.due.state["over"]:
        return None
    known = at.checked.leaves if at.checked is not None and at.checked.leaves else at.due.own.leaves
    box, tree = at.rng.choice(setting.boxes), dict(known.get(OCCUPANCY, {}))
    if not tree:
        return None
    # What an earlier lie has left in the tree may be the truth turned round once more.
    tree[box] = [] if box == standing(known.get(HIDDEN, {}).get(SCOUT)) else [SCOUT]
    return _leaves(at, {**known, OCCUPANCY: tree})


def _leaves(at: Occasion, leaves: Mapping[str, Mapping[str, Json]]) -> Untrue:
    if at.checked is not None and at.due.kind == ORDERS:
        return Untrue(replace(at.checked, leaves=leaves), _unseen)
    return Untrue(at.checked, _unseen, leaves)


def _unseen(campaign: Campaign, seq: int) -> bool:
    """Whether the scout counted still; its leaf of this message was in force with it."""
    seat = campaign.chain.messages[seq].seat
    return bool(campaign.chain.states[seq]["at"]["scouts"][campaign.machine.armies[seat]] != "found")


def _way(setting: Setting, here: str, there: str) -> list[str]:
    ways = [[here]]
    while ways[0][-1] != there:
        last = ways.pop(0)
        ways += [[*last, near] for near in setting.field.neighbours(last[-1])]
    return ways[0]


# -- what is ordered and answered -------------------------------------------------------------------


def _card(at: Occasion) -> Untrue | None:
    """A card that was drawn is played with another face."""
    army, faces = at.campaign.army, setting_of(at).charts["cards"]
    if at.checked is None or at.due.kind != ORDERS or at.due.state["at"]["stage"] != "play":
        return None
    drawn = {draw.label: draw.result for draw in at.due.own.draws}
    held = [label for label in at.due.state["at"]["cards"][army] if label in drawn]
    if not held:
        return None
    label = at.rng.choice(held)
    face = int(at.rng.choice([face for face in sorted(faces) if int(face) != drawn[label]]))
    return Untrue(
        lying.changed(at.checked, card={"draw": label, "face": face}),
        lambda campaign, seq: any(
            event["kind"] == "card" and (event["draw"], event["face"]) == (label, face)
            for event in told_between(campaign, seq)
        ),
    )


def _still(at: Occasion) -> Untrue | None:
    """A search is answered otherwise than it is."""
    request = at.due.request
    if at.checked is None or request is None or request.what != "contact":
        return None
    here = standing(at.due.own.leaves.get(HIDDEN, {}).get(SCOUT)) == request.scene["searched"]
    checked = replace(lying.changed(at.checked, answer="none" if here else "found"), show=())
    # Whoever says that it is there has to open its leaf, which says the truth.
    # With a leaf that lies too, the answer agrees with the leaf, and the leaf is what is named.
    return Untrue(checked, lying.always if here else lying.never, also="AUDIT_MOVE_ILLEGAL")


def _foreign(at: Occasion) -> Untrue | None:
    """A counter of the enemy's marches."""
    if at.checked is None or at.due.kind != ORDERS or at.due.state["at"]["stage"] != "play":
        return None
    board = Board(setting_of(at), at.due.state["at"])
    theirs = board.counters(FOE[at.campaign.army])
    if not theirs:
        return None
    counter = at.rng.choice(theirs)
    moves = [*at.checked.input.get("moves", ()), {"counter": counter, "to": board.neighbours(board.box(counter))[0]}]
    return Untrue(lying.changed(at.checked, moves=moves), _moved(counter))


def _too_far(at: Occasion) -> Untrue | None:
    """A counter crosses the map."""
    if at.checked is None or at.due.kind != ORDERS or at.due.state["at"]["stage"] != "play":
        return None
    board = Board(setting_of(at), at.due.state["at"])
    own = board.counters(at.campaign.army)
    if not own:
        return None
    counter = at.rng.choice(own)
    near = (board.box(counter), *board.neighbours(board.box(counter)))
    far = [box for box in board.setting.boxes if box not in near]
    entry = {"counter": counter, "to": at.rng.choice(far)}
    return Untrue(
        lying.changed(at.checked, moves=[entry, *at.checked.input.get("moves", ())]),
        lambda campaign, seq: any(
            event["kind"] == "moved" and (event["unit"], event["to"]) == (counter, entry["to"])
            for event in told_between(campaign, seq)
        ),
    )


def _moved(counter: str) -> Matters:
    return lambda campaign, seq: any(
        event["kind"] == "moved" and event["unit"] == counter for event in told_between(campaign, seq)
    )


class VeiledLiars:
    """Implements `tests.games.lying.Liars`."""

    name = "veiled"
    most = MOST_MESSAGES

    def invitation(self, seed: int) -> Invitation:
        return invitation_for(seed)

    def hand(self, seed: int, letter: str) -> VeiledHand:
        return VeiledHand(random.Random(f"{seed}/{letter}"), Tally(seed), (seed + ord(letter)) % 4 > 0, 0)

    def lies(self) -> Mapping[str, lying.Tell]:
        return {
            **{kind: _content(change) for kind, change in CONTENTS.items()},
            "scout: elsewhere": _scout,
            "scout: its beginning": _start,
            "scout: occupancy": _occupied,
            "card: another face": _card,
            "search: another answer": _still,
            "entry: the enemy's counter": _foreign,
            "entry: too far": _too_far,
        }

    def other_claim(
        self, campaign: Campaign, say: str, scene: Json, answers: Sequence[Json], rng: random.Random
    ) -> Json:
        return rng.choice([not answers[0], not answers[0], "nobody", None, 7])


if __name__ == "__main__":
    with TemporaryDirectory() as place, installed(Path(place), "veiled"):
        sys.exit(replay(VeiledLiars(), COMMAND, sys.argv[1:]))
