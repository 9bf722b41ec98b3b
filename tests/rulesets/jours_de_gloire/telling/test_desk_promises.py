"""What the desk promises, at random: what it offers is legal, what it tells is what the movement phase does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.create import Invitation
from pbem.engine.answerers import Scripted
from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, Own
from pbem.engine.loop import advance
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import ORDERS, Choose, Claim, Look, Open, Request, Roll
from pbem.engine.state import fresh
from pbem.local.practice import local_pair, outbox, practice_client
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.sampling import random_document
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.hidden.signs import Sign
from rulesets.jours_de_gloire.rules.admin import administer, signs_of
from rulesets.jours_de_gloire.rules.march.detaching import detachments
from rulesets.jours_de_gloire.rules.march.moves import March, ordered
from rulesets.jours_de_gloire.rules.march.steps import Doings
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn
from tests.games.chance import fixed_secrets
from tests.rulesets.desk_kit import Fight, Rules, Spot, accepted, bears, begun, carried_out, clicked, fought, refused
from tests.rulesets.jours_de_gloire.recording import SEATS, game
from tests.rulesets.jours_de_gloire.world import World, public, small
from tests.tiers import first

Json = Any


# -- what really happens ---------------------------------------------------------------------


class Quiet(March):
    """A march after which nobody is looked for in the box: who is found there is seen later."""

    def _settles(self) -> Part:
        yield from ()


class Peace(OpenBook):
    """A turn in which the other army has nothing but dummies face down, nobody reacts, and dice do no harm."""

    def foreseen(self, request: Request) -> Json:
        """Of dice the best for who marches, of the enemy nothing."""
        if isinstance(request, Roll):
            return (1,)
        if isinstance(request, Claim):
            return ""
        if isinstance(request, Open):
            return tuple({"dummy": "infantry"} for _ in request.markers)
        if isinstance(request, Look):
            return tuple(Sign().leaf() for _ in request.names)
        assert isinstance(request, Choose)
        return request.options.default()


def setting_of(spot: Spot) -> Setting:
    found: Setting = spot.game.setting  # type: ignore[attr-defined]
    return found


def kept(compiled: Compiled) -> Json:
    """Without the orders with which anything is wrong."""
    void = {fault.path[1] for fault in compiled.faults if fault.path[0] == "orders" and len(fault.path) > 1}
    listed = compiled.input.get("orders", ())
    return {**compiled.input, "orders": [{"stack": []} if i in void else entry for i, entry in enumerate(listed)]}


def stood(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    setting, army = setting_of(spot), spot.request.army
    board, orders = Board(setting, spot.request.scene), kept(compiled)
    seen = setting.fog.contents(board)
    if seen is not None:
        board.at.signs = signs_of(setting, board, seen, setting.foe(army), {})
    turn, doings = Turn(setting, board, army, "t1", orders), Doings()
    own = Own(army, spot.own.with_hidden(compiled.hide).markers, {HIDDEN: compiled.leaves.get(HIDDEN, {})})
    peace = Peace(own)
    peace.carry_out(administer(turn))
    peace.carry_out(detachments(turn, doings))
    for number, _ in enumerate(orders["orders"]):
        peace.carry_out(ordered(turn, number, doings, Quiet))
    return {counter: board.box(counter) for counter in board.counters(army)}


def names(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    """Who was dealt anew by the counter under which he lay, who comes onto the map by his name."""
    scene, known = spot.request.scene, spot.own.with_hidden(compiled.hide).markers
    found: dict[str, str] = {}
    board = Board(setting_of(spot), scene)
    held = {**spot.own.markers, **board.known()}
    for entry in compiled.input.get("mix", ()):
        left = list(entry["counters"])
        for old in board.counters(spot.request.army, entry["box"]):
            new = next((one for one in left if _same(known.get(one), held.get(old))), "")
            if new:
                found[new] = old
                left.remove(new)
    for entry in compiled.input.get("detach", ()):
        found[entry["counter"]] = entry.get("unit") or who(known.get(entry["counter"])) or entry["counter"]
    for entry in compiled.input.get("orders", ()):
        if "enter" in entry and "stack" in entry:
            contents = entry.get("holds") or [who(known.get(counter)) for counter in entry["stack"]]
            found |= {counter: name for counter, name in zip(entry["stack"], contents, strict=True) if name}
    return found


def _same(one: Json, other: Json) -> bool:
    """Logs may have worn a unit down since it was committed to."""
    name = who(other)
    return who(one) == name if name else one == other


def fights(preview: Json) -> Sequence[Fight]:
    return [((one["at"],), tuple(sorted(one["own"]["counters"])), ()) for one in preview.get("battles", ())]


def beside(spot: Spot, place: str) -> Sequence[str]:
    """Nothing beside enemies who are seen: a path may lead on there, and the march ends."""
    setting, board = setting_of(spot), Board(setting_of(spot), spot.request.scene)
    foes = (setting.troops(board.content(counter)) for counter in board.enemies(spot.request.army, place))
    return () if any(foes) else setting.field.neighbours(place)


RULES = Rules(beside, stood, fights, kept, names)


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
    assert refused(spot, RULES, clicked(spot, rng, 1), rng, 6)


@FOUR
def test_a_way_goes_on_from_its_end(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    assert begun(spot, clicked(spot, rng, 1), rng, 2)


@FOUR
@pytest.mark.rule("jdg", "8.0-1")
def test_the_course_is_what_happens(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    document = clicked(spot, rng, 3)
    assert carried_out(spot, RULES, document)
    fought(spot, RULES, document)


@FOUR
def test_no_document_makes_it_stumble(number: int) -> None:
    spot, rng = spot_number(number), random.Random(number)
    bears(spot, RULES, clicked(spot, rng, 1), rng)


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
        refused(spot, RULES, document, rng, 10)
        begun(spot, document, rng, 5)
        carried_out(spot, RULES, document)
        found += fought(spot, RULES, document)
        for _ in range(5):
            bears(spot, RULES, document, rng)
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
        carried_out(spot, RULES, document)
        fought(spot, RULES, document)
        for _ in range(3):
            bears(spot, RULES, document, rng)


# -- games -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_all_of_it_in_a_game_of_eylau(tmp_path: Path, hiding: str) -> None:
    with fixed_secrets(f"what a desk promises, {hiding}"):
        found = [_promised(spot, random.Random(seed)) for seed, spot in enumerate(_played(tmp_path, hiding, 2))]
    assert len(found) == 2


def _played(folder: Path, hiding: str, most: int) -> Iterator[Spot]:
    """The first player turns between two practice opponents."""
    invitation = Invitation("jours-de-gloire", "eylau-1807", "french", {"hiding": hiding})
    a, b = local_pair(folder, invitation, ("Anna", "Bert"))
    sender, receiver = practice_client(b), practice_client(a)
    mail = outbox(b, 1)
    while most:
        receiver.receive(mail)
        campaign = receiver.campaign
        due = campaign.due()
        if due.request is not None and due.request.what == ORDERS and due.request.scene.stage == "play":
            yield Spot(campaign.game, due.state, campaign.machine.seats, due.request, due.own)
            most -= 1
        sent = receiver.reply("")
        assert sent is not None
        mail = outbox(campaign, sent.seq)
        sender, receiver = receiver, sender
    a.folder.close()
    b.folder.close()
