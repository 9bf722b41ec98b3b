"""Pictures: sound boards, nobody lost, and of what lies face down nothing but that it lies there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import pytest

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.picture import Counter, Pictures, Scene
from pbem.protocol.canonical import canon
from tests.rulesets.kit.pictures import check_board, check_fortune, check_scene, written
from tests.rulesets.kit.recorded import Json, Moment, Recorded, over, said_of

pytestmark = over(lambda game: game.telling.pictures)


@pytest.fixture
def drawn(game: Recorded) -> Pictures:
    found = game.mode.game.telling.pictures
    assert found is not None
    return found


def seen(game: Recorded) -> Iterator[tuple[Moment, Own]]:
    """Every question, for everybody and for who is asked."""
    for moment in game.moments:
        yield moment, NOTHING
        yield moment, moment.own


def test_boards_are_sound_and_the_same_each_time(game: Recorded, drawn: Pictures) -> None:
    boards = drawn.boards()
    assert boards and boards == drawn.boards()
    places = [place.id for board in boards for place in board.places]
    assert len(set(places)) == len(places)
    for board in boards:
        check_board(board)


def test_every_scene_is_sound_and_leaves_the_position_alone(game: Recorded, drawn: Pictures) -> None:
    for number, (moment, own) in enumerate(seen(game)):
        before, events = canon(moment.at), [[], *game.events][number // 2]
        scene = drawn.scene(moment.at, own, events)
        check_scene(moment.game, scene)
        assert scene == drawn.scene(moment.at, own, events)
        for name in drawn.overlays():
            drawn.overlay(name, moment.at, own)
        assert canon(moment.at) == before


def words_of(at: Json) -> set[str]:
    """All texts of a position, keys too."""
    return set(written(at))


def unknown(moment: Moment, reader: str) -> set[str]:
    """Who lies face down in markers that a reader cannot look into."""
    forces, hands = moment.game.hiding, moment.table.hands
    held = [content for army, hand in hands.items() if army != reader for content in hand.markers.values()]
    return {unit for content in held for unit in forces.units_in(content)} if forces is not None else set()


def left_of(moment: Moment) -> Collection[str]:
    """Who is named by the position though he is in play no more, as the ruleset's `kit_cases.py` has it."""
    left: Callable[[Json], Collection[str]] = getattr(said_of(moment.mode.rules), "left", lambda at: ())
    return left(moment.at)


def is_told(counter: Counter, scene: Scene, name: str) -> bool:
    """Whether somebody lies on a board or is told beside them."""
    lying = counter.id in {one.id for one in scene.counters} or counter.name in {one.name for one in scene.counters}
    return lying or any(name in line or counter.name in line for lines in scene.beside.values() for line in lines)


def test_nobody_is_missing(game: Recorded, drawn: Pictures) -> None:
    """Who is named by the position lies on a board or is told beside it; so are the orders' own movables."""
    sheet = {counter.id: counter for counter in drawn.countersheet()}
    page = game.mode.game.writing.desk
    for moment, own in seen(game):
        scene = drawn.scene(moment.at, own)
        for uid in words_of(moment.at) & sheet.keys() - unknown(moment, own.army):
            away = uid in left_of(moment) or is_told(sheet[uid], scene, moment.game.telling.name(uid))
            assert away, (str(moment), uid)
        lying = {counter.id: counter.place for counter in scene.counters}
        if page is not None and own is not NOTHING:
            for movable in page.layout(moment.request, moment.own).movables:
                assert not movable.start or lying.get(movable.counter) == movable.start, (str(moment), movable)


def test_markers_that_lie_face_down_lie_there_and_say_nothing(game: Recorded, drawn: Pictures) -> None:
    forces = game.mode.game.hiding
    for moment in game.moments if forces is not None else ():
        down = forces.face_down(moment.at)
        scene = drawn.scene(moment.at)
        public = {counter.id: counter for counter in scene.counters}
        held = {name for hand in moment.table.hands.values() for name in hand.markers}
        unseen = {name for name in down if name in held and "seen" not in moment.table.state["markers"].get(name, {})}
        # What was written down lies in no place; it is told of beside the boards.
        told_of = "; ".join(line for lines in scene.beside.values() for line in lines)
        assert all(name in told_of for name in unseen - public.keys()), str(moment)
        for name in unseen & public.keys():
            told = public[name]
            assert (told.down, told.symbol, told.strength, told.army) == (True, "unknown", 0, down[name]), told
        mine = drawn.scene(moment.at, moment.own).counters
        assert not any(counter.down for counter in mine if counter.army == moment.army), str(moment)
        theirs = {c.id: c for c in mine if c.army != moment.army}
        assert theirs == {uid: counter for uid, counter in public.items() if counter.army != moment.army}


def test_what_is_ordered_has_its_arrow(game: Recorded, drawn: Pictures) -> None:
    for moment in game.orders:
        said = {name: value for name, value in moment.checked.input.items() if name != "for"}
        for arrow in drawn.ordered(moment.at, said):
            assert arrow.army == moment.army and arrow.places and arrow.who
            assert arrow.kind in ("ordered", "attack ordered"), arrow


def test_what_is_counted_is_plain_and_the_dice_are_weighed_exactly(game: Recorded) -> None:
    figures = game.mode.game.telling.figures
    if figures is None:
        return
    armies = game.mode.game.scenario.armies
    for moment in game.moments:
        before = canon(moment.at)
        tally = figures.tally(moment.at)
        assert tally == figures.tally(moment.at) and canon(moment.at) == before
    for events in game.events:
        for fortune in figures.fortunes(events):
            check_fortune(fortune, armies)
