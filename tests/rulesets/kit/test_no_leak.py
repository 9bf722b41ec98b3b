"""Nothing that is mailed, told or shown to the other side names a unit that lies face down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from pbem.engine.hidden import NOTHING, HiddenForces
from pbem.engine.picture import overlaid
from pbem.local.hotseat import Table
from pbem.protocol.canonical import canon
from tests.rulesets.kit.pictures import written
from tests.rulesets.kit.recorded import Json, Moment, Recorded, cases, hides, said_of

OPENED = ("opened", "round", "battle")
"""Events that tell of markers which were turned up."""
pytestmark = pytest.mark.parametrize("game", list(cases(hides)), indirect=True, scope="session")


@pytest.fixture
def forces(game: Recorded) -> HiddenForces:
    found = game.mode.game.hiding
    assert found is not None
    return found


def held(forces: HiddenForces, table: Table) -> dict[str, set[str]]:
    """Army -> units in its markers that nobody has turned up."""
    entries: Mapping[str, Json] = table.state.get("markers", {})
    found: dict[str, set[str]] = {}
    for army, hand in table.hands.items():
        down = [content for name, content in hand.markers.items() if "seen" not in entries.get(name, {"seen": 0})]
        found[army] = {unit for content in down for unit in forces.units_in(content)}
    return found


def known(moment: Moment) -> set[str]:
    """Who is known to everybody wherever he lies, as the ruleset's `kit_cases.py` has it."""
    return set(getattr(said_of(moment.mode.rules), "known", lambda at: ())(moment.at))


def begun(game: Recorded) -> set[str]:
    """What everybody knows as a game begins: all that its first position tells, if `kit_cases.py` says nothing else."""
    return told(getattr(said_of(game.mode.rules), "begins", lambda one: one.start())(game.mode.game))


def shown_by(game: Recorded, events: Sequence[Mapping[str, Json]]) -> set[str]:
    """Who is named by events that turn somebody up."""
    kinds = (*OPENED, *getattr(said_of(game.mode.rules), "OPENED", ()))
    return told([one for one in events if one["kind"] in kinds])


def named(moment: Moment, what: str) -> set[str]:
    """Whom a position names without a place."""
    found = getattr(said_of(moment.mode.rules), "named", lambda at: ())
    return set(found(moment.at)) if what.startswith("position") else set()


def told(value: Json) -> set[str]:
    """All words of a value, and its texts as a whole."""
    texts = list(written(value))
    return {word for text in texts for word in [text, *re.findall(r"[\w-]+", text)]}


def public(moment: Moment) -> Iterator[tuple[str, Json]]:
    """What everybody gets to see of a position."""
    telling, at = moment.game.telling, moment.at
    yield "position", at
    yield "position as text", moment.game.writing.text(at)
    yield "facts", telling.facts(at)
    yield "heading", [telling.headline(at), telling.phase_name(at)]
    yield "legend", dict(telling.legend(at))
    if telling.pictures is not None:
        scene = telling.pictures.scene(at)
        yield "scene", [scene.counters, scene.marks, scene.arrows, scene.fights, scene.strokes]
        yield "overlays", list(overlaid(telling.pictures, list(telling.pictures.overlays()), at))


def of_the_reader(moment: Moment) -> Iterator[tuple[str, Json]]:
    """What the one who is asked gets to see beyond that."""
    writing, request, own = moment.game.writing, moment.request, moment.own
    yield "own facts", moment.game.telling.facts(moment.at, own)
    yield "template", list(writing.template(request, own))
    if writing.desk is not None:
        layout = writing.desk.layout(request, own)
        yield "desk", list(layout.movables)
        if moment.document is not None:
            yield "course", list(writing.desk.course(request, moment.document, own).combats)


def test_what_is_shown_names_nobody_who_lies_face_down(game: Recorded, forces: HiddenForces) -> None:
    """But for names that the scenario itself tells everybody from its first position on, and who was seen before."""
    seen, tried = begun(game), 0
    for number, moment in enumerate(game.moments):
        events = game.events[number - 1] if number else []
        seen |= shown_by(game, events) | known(moment)
        down = held(forces, moment.table)
        for what, shown in public(moment):
            words, secret = told(shown) - named(moment, what), set().union(*down.values()) - seen
            tried += len(secret)
            assert not words & secret, (str(moment), what, words & secret)
        others = set().union(*(units for army, units in down.items() if army != moment.army)) - seen
        for what, shown in of_the_reader(moment):
            assert not told(shown) & others, (str(moment), what, told(shown) & others)
    assert tried


def test_what_is_mailed_names_nobody_who_lies_face_down(game: Recorded, forces: HiddenForces) -> None:
    seen = begun(game)
    for moment, events, after in zip(game.moments, game.events, game.moments[1:], strict=False):
        seen |= shown_by(game, events) | known(after)
        down = set().union(*held(forces, after.table).values()) - seen
        assert not told(moment.checked.input) & down, (str(moment), told(moment.checked.input) & down)
        assert not told(list(events)) & down, (str(moment), told(list(events)) & down)


def test_what_nobody_owns_is_what_everybody_sees(game: Recorded, forces: HiddenForces) -> None:
    """An `own` without an army, whatever it holds, shows no more than none at all."""
    telling = game.mode.game.telling
    for moment in game.moments[::3]:
        stray = type(moment.own)("", moment.own.markers, moment.own.leaves, moment.own.draws)
        assert canon(telling.facts(moment.at, stray)) == canon(telling.facts(moment.at, NOTHING))
        if telling.pictures is not None:
            assert telling.pictures.scene(moment.at, stray) == telling.pictures.scene(moment.at)
