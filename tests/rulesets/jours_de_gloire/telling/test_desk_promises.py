"""What the desk promises, at random: what it offers is legal, what it tells is what the movement phase does."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.hidden import Own
from pbem.engine.loop import advance
from pbem.engine.requests import ORDERS
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.documents.sampling import random_document
from tests.rulesets.jours_de_gloire.kit_cases import DESK, setting_of
from tests.rulesets.jours_de_gloire.recording import SEATS, game
from tests.rulesets.jours_de_gloire.world import World, public, small
from tests.rulesets.kit.desk import Spot, accepted, bears, begun, carried_out, clicked, fought, refused
from tests.tiers import first

Json = Any


# -- positions -------------------------------------------------------------------------------

FRENCH = {
    "eiche": "napoleon i=6 french-b<i=1 ii french:infantry french:cavalry",
    "iller": "iii murat-i",
    "fels": "ney v guard",
}
RUSSIAN = {"garten": "rus-1 bennigsen", "castell": "kamenskoi rus-2", "moor": "russian:cavalry", "heide": "rus-3"}
PLACES = {**FRENCH, **RUSSIAN}
AT: Json = {"turn": 2, "due": [0], "order": ["french", "russian"]}


def spot_of(places: Mapping[str, str], army: str, *, hidden: bool, **at: Any) -> Spot:
    """The question for orders of the small war at a position; each command point die is a three."""
    options = {"hiding": "hidden" if hidden else "open"}
    if not hidden:
        places = {box: " ".join(f"{w}^" for w in ws.split() if ":" not in w) for box, ws in places.items()}
    world = World(places, {**AT, "player": army, **at}, small(**options))
    state = fresh(public(world.board), hidden=hidden)
    down = {c: {} for c in world.board.hidden("")} if hidden else {}
    if hidden:
        state["markers"] = {counter: {} for each in SEATS for counter in world.board.hidden(each)}
        down = {counter: world.known[counter] for counter in world.board.hidden(army)}
    one = game(**options)
    asked = advance(one, state, Scripted(dice=lambda faces: 3), SEATS)
    assert asked.request is not None and asked.request.army == army and asked.request.what == ORDERS
    return Spot(one, asked.state, SEATS, asked.request, Own(army, down, {}, (), bytes(32)))


SEEN = {**PLACES, "eiche": "napoleon i=6^ french-b<i=1 ii french:infantry french:cavalry", "garten": "rus-1^ bennigsen"}


@cache
def spot_number(number: int) -> Spot:
    """The small war in the open, face down, and with some who are seen; in the mud, and from the other side."""
    if number == 0:
        return spot_of(PLACES, "french", hidden=False)
    if number == 1:
        return spot_of(PLACES, "french", hidden=True)
    if number == 2:
        return spot_of(SEEN, "french", hidden=True, weather="mud", broken=["eiche:iller"])
    return spot_of(SEEN, "russian", hidden=True, order=["russian", "french"])


FOUR = pytest.mark.parametrize("number", range(4), ids=["open", "hidden", "some seen, mud", "russian"])


@FOUR
@pytest.mark.rule("jdg", "5.1-1")
def test_what_is_offered_is_legal(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    assert accepted(spot, clicked(spot, rng, 1), rng, 4)


@FOUR
@pytest.mark.rule("jdg", "5.1-2")
def test_what_is_not_offered_is_refused(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    assert refused(spot, DESK, clicked(spot, rng, 1), rng, 6)


@FOUR
def test_a_way_goes_on_from_its_end(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    assert begun(spot, clicked(spot, rng, 1), rng, 2)


@FOUR
@pytest.mark.rule("jdg", "8.0-1")
def test_the_course_is_what_happens(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    document = clicked(spot, rng, 3)
    assert carried_out(spot, DESK, document)
    fought(spot, DESK, document)


@FOUR
def test_no_document_makes_it_stumble(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    bears(spot, DESK, clicked(spot, rng, 1), rng)


@pytest.mark.slow
@FOUR
@pytest.mark.parametrize("seed", first(1, range(3), pytest.mark.campaigns))
def test_all_of_it_at_length(number: int, seed: int) -> None:
    _promised(spot_number(number), random.Random(f"{number}.{seed}"))


def _promised(spot: Spot, rng: random.Random) -> int:
    """Everything at one position, after few orders and after many; how many combats there were."""
    tried = found = 0
    for most in (2, 8):
        document = clicked(spot, rng, most)
        tried += accepted(spot, document, rng, 10)
        refused(spot, DESK, document, rng, 10)
        begun(spot, document, rng, 5)
        carried_out(spot, DESK, document)
        found += fought(spot, DESK, document)
        for _ in range(5):
            bears(spot, DESK, document, rng)
    assert tried > 3
    return found


@pytest.mark.slow
@FOUR
@pytest.mark.parametrize("seed", first(1, range(3), pytest.mark.campaigns))
def test_papers_of_every_kind(number: int, seed: int) -> None:
    """With detachments, fresh numbers, works, scouts, concentrations: legal, and spoilt."""
    spot, rng = spot_number(number), random.Random(f"{number}.{seed}")
    for _ in range(3):
        document = random_document(setting_of(spot), spot.request, spot.own, rng.randrange)
        carried_out(spot, DESK, document)
        fought(spot, DESK, document)
        for _ in range(3):
            bears(spot, DESK, document, rng)


# -- games -----------------------------------------------------------------------------------
