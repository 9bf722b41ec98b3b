"""Positions of Jours de Gloire as pictures: what lies face down shows nowhere, what was told has its arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.picture import Counter, Overlay, Scene, overlaid
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.game import JoursGame
from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.whole_games import SEEDS, moments_of, whole_game
from tests.rulesets.jours_de_gloire.world import World, world
from tests.rulesets.jours_de_gloire.world import public as json_of
from tests.rulesets.kit.pictures import check_scene, sample

BOOK = "jours-de-gloire"
SAMPLE = "eylau-1807"
COMBATS = ("battle", "overrun", "siege")

# -- what a reader may see ---------------------------------------------------------------------


def blank(board: Board, counter: str, *state: str) -> Counter:
    """A counter of which nobody knows more than where it lies."""
    army = board.army(counter)
    hover = (f"{counter}, face down", f"{board.setting.scenario.counters[army].name} counter", *state)
    return Counter(counter, board.box(counter), army, "unknown", counter, down=True, state=state, hover=hover)


def check_public(one: JoursGame, at: Any, scene: Scene) -> None:
    """Every counter once, and of those that lie face down nothing but number, side, box and markers."""
    board = Board.read(one.setting, at)
    check_scene(one, scene)
    lying = {counter.id: counter for counter in scene.counters}
    assert sorted(lying) == sorted(at["counters"])
    for uid, counter in lying.items():
        if board.face_up(uid):
            assert not counter.down and counter.strength == board.content(uid).get("pf", 0)  # type: ignore[union-attr]
        else:
            assert counter == blank(board, uid, *counter.state)
            assert set(counter.state) <= {"fatigued", "stragglers", "in the citadel"}


def test_after_every_message_of_the_sample_the_public_sees_what_is_public() -> None:
    one, moments = sample(SAMPLE)
    assert one.setting.options.hidden and len(moments) > 30
    for at, events in moments:
        check_public(one, at, one.telling.pictures.scene(at, events=events))


def test_secrets_of_the_enemy_change_nothing_even_where_they_are_handed_over() -> None:
    """What an `own` says of counters that are not its army's is not looked at."""
    there = world({"eiche": "i napoleon", "garten": "rus-2 bennigsen"})
    one, at = game(), json_of(there.board)
    assert one.telling.pictures.scene(at, Own("", there.known)) == one.telling.pictures.scene(at)
    mine = Own("french", {counter: there.known[counter] for counter in there.of("i napoleon")})
    assert one.telling.pictures.scene(at, Own("french", there.known)) == one.telling.pictures.scene(at, mine)


def test_whoever_was_shown_and_turned_down_again_is_a_number() -> None:
    there = world({"eiche": "i^ ii"})
    one, (seen, other) = game(), there.of("i ii")
    assert not next(c for c in one.telling.pictures.scene(json_of(there.board)).counters if c.id == seen).down
    there.board.turn_down(seen)
    at = json_of(there.board)
    assert one.telling.pictures.scene(at).counters == tuple(blank(there.board, counter) for counter in (seen, other))


# -- what lies there ---------------------------------------------------------------------------


def lying(there: World, one: JoursGame, own: Own = NOTHING) -> dict[str, Counter]:
    return {counter.id: counter for counter in one.telling.pictures.scene(json_of(there.board), own).counters}


def test_counters_say_what_they_are() -> None:
    there = world({"eiche": "napoleon^ i=5/2^ murat-i^ french-b<i=2^ french:cavalry^"})
    there.board.mark(there.ids["i"], "fatigued")
    found = lying(there, game())
    general, corps, horse = (found[there.ids[name]] for name in ("napoleon", "i", "murat-i"))
    assert (general.symbol, general.name, general.value, general.strength) == ("leader", "Napoléon", "**** 4", 0)
    assert (corps.symbol, corps.value, corps.strength, corps.state) == ("infantry", "5", 5, ("fatigued",))
    assert (horse.symbol, horse.value) == ("cavalry", "4")
    assert "5 of 7 PF, 2 PF of stragglers" in corps.hover
    assert "infantry detachment of I Corps" in found[there.ids["french-b"]].hover
    dummy = found[there.ids["french:cavalry"]]
    assert (dummy.name, dummy.symbol, dummy.value, dummy.state) == ("dummy", "cavalry", "", ("dummy",))
    # Generals lie on top.
    assert one_box(game(), there)[-1] == general.id


def one_box(one: JoursGame, there: World) -> list[str]:
    return [counter.id for counter in one.telling.pictures.scene(json_of(there.board)).counters]


def test_a_reader_sees_his_units_as_the_march_has_left_them() -> None:
    there = world({"eiche": "i ii^"})
    there.board.write(there.ids["i"], ["loss", 3])
    found = lying(there, game(), Own("french", there.known))
    assert (found[there.ids["i"]].value, found[there.ids["i"]].state) == ("4", ())
    assert found[there.ids["ii"]].state == ("seen",)


def test_markers_bridges_and_pontoons() -> None:
    siege = {"by": "french", "step": 2, "turn": 1, "own": True}
    there = world(
        {"castell": "i rus-1", "eiche": "ii"},
        entrenched={"eiche": "french"},
        control={"castell": "russian"},
        sieges={"castell": siege},
        broken=["castell:garten"],
        pontoons={"fels:kiefer": "french"},
    )
    there.board.at.inside = {"castell": [there.ids["rus-1"]]}
    one = game()
    scene = one.telling.pictures.scene(json_of(there.board))
    check_scene(one, scene)
    assert {(mark.place, mark.kind, mark.army, mark.text) for mark in scene.marks} == {
        ("eiche", "entrenched", "french", ""),
        ("castell", "control", "russian", ""),
        ("castell", "siege", "french", "step 2"),
    }
    assert [(stroke.kind, stroke.ends) for stroke in scene.strokes] == [
        ("broken", ("castell", "garten")),
        ("pontoon", ("fels", "kiefer")),
    ]
    bridge = next(
        stroke
        for stroke in one.telling.pictures.boards()[0].strokes
        if (stroke.kind, stroke.ends) == ("bridge", ("castell", "garten"))
    )
    assert scene.strokes[0].points == bridge.points
    assert next(counter for counter in scene.counters if counter.army == "russian").state == ("in the citadel",)


def test_before_the_set_up_the_boxes_where_somebody_begins_are_known() -> None:
    one = game()
    begun = one.telling.pictures.scene(one.start()).beginnings
    assert "eiche" in begun["french"] and "castell" in begun["russian"]
    assert set(one.telling.pictures.scene(json_of(world({"eiche": "i"}).board)).beginnings) == set()


def test_beside_the_map() -> None:
    one = game()
    start = one.telling.pictures.scene(one.start()).beside
    assert (
        "Eiche: Napoléon, Davout, I Corps, II Corps, Guard, 1st Cavalry, 2nd Cavalry" in start["French, to be set up"]
    )
    there = world(
        {"eiche": "i"},
        dead=["rus-1", "murat-ii", "russian-a"],
        taken=["ney"],
        pool={"french": [{"command": "grande-armee", "pf": 2}], "russian": []},
        out={"french": {"infantry": 1, "cavalry": 0}, "russian": {"infantry": 0, "cavalry": 0}},
    )
    beside = one.telling.pictures.scene(json_of(there.board)).beside
    assert "French, to be set up" not in beside
    assert beside["French, captured"] == ("Ney",)
    assert beside["French, eliminated"] == ("2nd Cavalry",)
    assert beside["Russian, eliminated"] == ("1st Russian, Detachment A",)
    assert beside["French, waiting"] == ("2 PF for Grande Armée",)
    assert beside["French, dummies out of play"] == ("1",)
    assert any("Late Foot" in line for line in beside["French, to come"])


# -- arrows and fights ---------------------------------------------------------------------------


def step(stack: str, start: str, to: str, case: str = "5.1-1") -> dict[str, Any]:
    told = {"army": "french", "stack": stack.split(), "from": start, "to": to, "crossing": "", "case": case}
    return {"kind": "step", **told}


def arrows(*events: dict[str, Any]) -> list[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    one = game()
    return [
        (arrow.places, arrow.kind, arrow.who) for arrow in one.telling.pictures.scene(one.start(), events=events).arrows
    ]


def test_steps_of_a_stack_are_one_arrow() -> None:
    """Whoever falls out is left behind; another stack on the same way has its own."""
    entry = {"kind": "came-on", "army": "french", "stack": ["f9"], "entry": "west", "to": "ahorn"}
    assert arrows(
        step("f1 f2", "eiche", "ahorn"),
        step("f3", "eiche", "ahorn"),
        step("f2", "ahorn", "birke"),
        entry,
        step("f9", "ahorn", "birke"),
    ) == [
        (("eiche", "ahorn", "birke"), "march", ("f2",)),
        (("eiche", "ahorn"), "march", ("f3",)),
        (("ahorn", "birke"), "entry", ("f9",)),
    ]
    # Cavalry that goes back after a reconnaissance, and one that marches again later.
    assert arrows(step("f1", "eiche", "ahorn"), step("f1", "ahorn", "eiche", "6.3-5"), step("f1", "eiche", "fels")) == [
        (("eiche", "ahorn"), "march", ("f1",)),
        (("ahorn", "eiche"), "retreat", ("f1",)),
        (("eiche", "fels"), "march", ("f1",)),
    ]


def test_reactions_retreats_and_marches_to_the_guns() -> None:
    between = {"army": "russian", "from": "garten", "to": "heide"}
    guns = {"kind": "guns", "army": "russian", "stack": ["r4", "r5"], "from": "heide", "at": "garten", "passed": True}
    joined = {"kind": "joined", "label": "x", "at": ["garten"], "joiner": "r4", "role": "defender", "side": "russian"}
    joined |= {"round": 1, "units": [], "leaders": [], "pf": 3, "level": 1, "flank": False}
    assert arrows(
        {"kind": "fell-back", "stack": ["r1"], **between},
        {"kind": "intercepted", "stack": ["r2"], **between},
        {"kind": "went-back", "counters": ["r3"], **between},
        {"kind": "advanced", "counters": ["r3"], **between},
        {"kind": "stranded", "counter": "r6", **between},
        {**guns, "stack": ["r8"]},
        guns,
        joined,
        {
            "kind": "arrived",
            "army": "russian",
            "at": "moor",
            "counters": {"r7": {"unit": "late-rus", "pf": 4, "lag": 0}},
        },
    ) == [
        (("garten", "heide"), "retreat", ("r1",)),
        (("garten", "heide"), "march", ("r2",)),
        (("garten", "heide"), "retreat", ("r3",)),
        (("garten", "heide"), "advance", ("r3",)),
        (("garten", "heide"), "retreat", ("r6",)),
        (("heide", "garten"), "march", ("r4", "r5")),
        (("moor",), "entry", ("r7",)),
    ]


def test_every_step_of_the_sample_is_in_an_arrow() -> None:
    one, moments = sample(SAMPLE)
    for at, events in moments:
        steps = [(event["from"], event["to"]) for event in events if event["kind"] == "step"]
        marched = [arrow for arrow in one.telling.pictures.scene(at, events=events).arrows if len(arrow.places) > 1]
        pairs = [pair for arrow in marched for pair in pairwise(arrow.places)]
        assert all(pair in pairs for pair in steps)


def test_fights_of_the_sample_are_its_combats() -> None:
    one, moments = sample(SAMPLE)
    battles = 0
    for at, events in moments:
        fights = one.telling.pictures.scene(at, events=events).fights
        told = [event for event in events if event["kind"] in COMBATS]
        assert [fight.at for fight in fights] == [(event["at"][0],) for event in told]
        over = {event["at"][0]: event for event in events if event["kind"] == "battle-over"}
        for fight, event in ((fight, over[fight.at[0]]) for fight in fights if fight.at[0] in over):
            battles += 1
            assert fight.army == event["attacker"]
            assert fight.text == _result(one, event, events)
            assert fight.hover[0].startswith("Attackers: ") and any("(8.4-1)" in line for line in fight.hover)
    assert battles > 2


def _result(one: Any, over: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    """The winner, and what both armies lost in the rounds, on a bridge in retreat and in the pursuit together."""
    after = [e for e in events if e["kind"] in ("crossing", "pursuit") and e["label"] == over["label"]]
    lost = {army: n + sum(e["lost"] for e in after if e["side"] == army) for army, n in over["lost"].items()}
    winner, loser = over["winner"], over["loser"]
    if winner:
        return f"{one.telling.name(winner)} win: lost {lost[winner]} PF, {one.telling.name(loser)} {lost[loser]}"
    first, second = over["attacker"], over["defender"]
    return f"undecided: {one.telling.name(first)} lost {lost[first]} PF, {one.telling.name(second)} {lost[second]}"


def test_the_result_of_a_fight_has_what_retreat_and_pursuit_cost() -> None:
    one, moments = sample(SAMPLE)
    at, events = next(
        (at, told) for at, told in moments if any(e["kind"] == "battle-over" and e["winner"] for e in told)
    )
    over = next(event for event in events if event["kind"] == "battle-over" and event["winner"])
    others = [e for e in events if e["kind"] not in ("crossing", "pursuit")]
    paid = {"at": over["at"], "label": over["label"], "side": over["loser"], "units": {}, "dead": [], "left": 9}
    bridge = {**paid, "kind": "crossing", "lost": 1, "water": "bridge", "case": "8.7-7"}
    chase = {**paid, "kind": "pursuit", "lost": 2, "winner": over["winner"], "bc": 1, "die": 5, "modifiers": []}
    chase |= {"sum": 5, "loss": 2, "case": "8.4-5"}
    place = tuple(over["at"])

    def result(*more: dict[str, Any]) -> str:
        return next(
            fight.text for fight in one.telling.pictures.scene(at, events=[*others, *more]).fights if fight.at == place
        )

    winner, loser = one.telling.name(over["winner"]), one.telling.name(over["loser"])
    mine, his = over["lost"][over["winner"]], over["lost"][over["loser"]]
    assert result() == f"{winner} win: lost {mine} PF, {loser} {his}"
    assert result(bridge, chase) == f"{winner} win: lost {mine} PF, {loser} {his + 3}"
    assert result({**chase, "label": "another battle"}) == result()


def test_a_fight_knows_whence_the_attackers_came() -> None:
    one, moments = sample(SAMPLE)
    board = one.setting.field
    found = [
        fight
        for last in range(5, len(moments))
        for fight in one.telling.pictures.scene(
            moments[last][0], events=[event for _, told in moments[last - 4 : last + 1] for event in told]
        ).fights
        if fight.by
    ]
    assert found and all(set(fight.by) <= set(board.neighbours(fight.at[0])) for fight in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_can_be_drawn(seed: int) -> None:
    """Overruns, sieges, withdrawals and all: whatever happens has its place, arrow and fight."""
    whole = whole_game(seed)
    one, events = whole.game, whole.events
    scene = one.telling.pictures.scene(one.start(), events=events)
    check_scene(one, scene)
    told = {f"battle {event['label']}" for event in events if event["kind"] == "battle"}
    told |= {str(number) for number, event in enumerate(events) if event["kind"] in ("overrun", "siege")}
    assert len(scene.fights) == len(told)


# -- overlays and orders that wait -------------------------------------------------------------


def command(there: World, own: Own = NOTHING) -> Overlay:
    (overlay,) = overlaid(game().telling.pictures, ["command"], json_of(there.board), own)
    return overlay


def of(there: World, army: str) -> Own:
    """What an army knows of its own."""
    return Own(army, {c: held for c, held in there.known.items() if there.board.army(c) == army})


@pytest.mark.rule(BOOK, "4.3-1")
def test_the_overlay_leads_from_generals_to_those_whom_they_command() -> None:
    there = world({"iller": "napoleon", "castell": "davout i", "dachs": "ney ii", "moor": "rus-2 bennigsen"})
    overlay = command(there, of(there, "french"))
    ways = {(line.places[0], line.places[-1]): line for line in overlay.lines}
    assert set(ways) == {("iller", "castell"), ("castell", "dachs")}
    assert ways["iller", "castell"].places == ("iller", "eiche", "ahorn", "birke", "castell")
    # Ney has no line to the chief, and his corps one by Davout.
    assert there.link("ney") == 0 and ways["castell", "dachs"].kind == "full"
    assert [(area.army, area.kind, area.places) for area in overlay.areas] == [("french", "cut", ("dachs",))]


@pytest.mark.rule(BOOK, "4.5-2")
def test_a_line_that_does_not_lead_to_the_chief_is_a_lesser_one() -> None:
    there = world({"dachs": "davout", "castell": "i"})
    overlay = command(there, of(there, "french"))
    assert [(line.kind, line.places) for line in overlay.lines] == [("half", ("dachs", "castell"))]
    assert [area.places for area in overlay.areas] == [("dachs",)]


def test_of_a_side_that_is_not_wholly_known_nobody_is_called_cut_off() -> None:
    there = world({"iller": "napoleon", "castell": "i^", "moor": "rus-2 bennigsen"})
    public = command(there)
    assert public.areas == () and public.lines == ()
    assert command(there, of(there, "french")).lines
    # The same for all whatever lies below; and what is handed over of others is not looked at.
    other = world({"iller": "davout", "castell": "i^", "moor": "rus-2 bennigsen"})
    assert command(other) == public
    assert command(there, Own("french", there.known)) == command(there, of(there, "french"))


@pytest.mark.parametrize("seed", SEEDS)
def test_overlays_do_not_hang_on_what_lies_face_down(seed: int) -> None:
    """In whole random games: the public overlay is that of a game in which nothing but what lies open is known, and
    a reader's has of the enemy only what the public one has."""
    whole = whole_game(seed)
    one, recorder = whole.game, whole.player
    shown = 0
    for at, held in moments_of(recorder):
        board = Board.read(one.setting, at)
        (public,) = overlaid(one.telling.pictures, ["command"], at)
        assert (public,) == overlaid(one.telling.pictures, ["command"], at, Own("", held))
        for army in one.setting.armies:
            own = Own(army, {c: held[c] for c in board.counters(army) if c in held})
            (mine,) = overlaid(one.telling.pictures, ["command"], at, own)
            foes = [line for line in mine.lines if line.army != army]
            assert foes == [line for line in public.lines if line.army != army]
            assert [a for a in mine.areas if a.army != army] == [a for a in public.areas if a.army != army]
            shown += len(mine.lines)
    assert shown > 20


def test_marches_are_arrows_before_they_are_carried_out() -> None:
    there = world({"eiche": "napoleon i"}, player="french")
    chief, corps = there.of("napoleon i")
    orders = {
        "orders": [
            {"stack": [corps], "path": ["ahorn", {"destroy": "birke"}, "birke"]},
            {"stack": [corps], "path": ["castell"]},
            {"stack": [chief]},
        ]
    }
    at = json_of(there.board)
    assert [(arrow.places, arrow.kind, arrow.who) for arrow in game().telling.pictures.ordered(at, orders)] == [
        (("eiche", "ahorn", "birke"), "ordered", (corps,)),
        (("birke", "castell"), "ordered", (corps,)),
    ]
    assert game().telling.pictures.ordered({**at, "stage": "setup"}, orders) == ()
