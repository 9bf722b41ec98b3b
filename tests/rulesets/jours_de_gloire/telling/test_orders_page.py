"""The orders page's data: what it offers the rules take, by what the counters hold; its sheet, a battle's columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.create import Invitation
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.orders_page_data import OrdersPageData, Reach, Sheet, Step
from pbem.engine.requests import ORDERS, Choose
from pbem.local.practice import local_pair, outbox, practice_client
from rulesets.jours_de_gloire.rules.battle.ground import terrain_of
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, CAVALRY, DEFENDER, INFANTRY, Fighter, Force, Situation
from rulesets.jours_de_gloire.rules.battle.strength import reckon
from rulesets.jours_de_gloire.telling.preview_chances import fire
from tests.games.chance import fixed_secrets
from tests.rulesets.ways import cheapest_way

Turn = tuple[Any, Choose, Own, OrdersPageData]


@pytest.fixture(scope="module")
def turns(tmp_path_factory: pytest.TempPathFactory) -> list[Turn]:
    """The first player turns of a hidden game between two practice opponents: game, question, knowledge, desk."""
    with fixed_secrets("what a desk offers"):
        return list(_played(tmp_path_factory.mktemp("desk"), 5))


def _played(folder: Path, most: int) -> Iterator[Turn]:
    a, b = local_pair(folder, Invitation("jours-de-gloire", "eylau-1807", "french"), ("Anna", "Bert"))
    sender, receiver = practice_client(b), practice_client(a)
    mail = outbox(b, 1)
    while most:
        receiver.receive(mail)
        campaign = receiver.campaign
        due = campaign.due()
        if due.request is not None and due.request.what == ORDERS and due.request.scene.stage == "play":
            yield campaign.game, due.request, due.own, campaign.game.writing.page.data(due.request, due.own)
            most -= 1
        sent = receiver.reply("")
        assert sent is not None
        mail = outbox(campaign, sent.seq)
        sender, receiver = receiver, sender
    a.folder.close()
    b.folder.close()


def entry(desk: OrdersPageData, reach: Reach, step: Step) -> dict[str, Any]:
    """What the page writes for a unit that goes to a place by the cheapest way."""
    assert desk.move is not None
    way = list(cheapest_way(reach.steps, step.place))
    words: dict[str, Any] = {"$all": [reach.who], "$way": way[1:]}
    found = {key: words.get(str(value), value) for key, value in (reach.entry or desk.move.entry).items()}
    return {**found, **step.more}


def faults(turn: Turn, listed: Sequence[dict[str, Any]]) -> list[str]:
    game, request, own, _ = turn
    return [fault.refusal.text for fault in game.writing.compile(request, {"orders": list(listed)}, own).faults]


def _too_dear(refusal: str) -> bool:
    """Whether command points are what is missing: the desk tells each counter's price, the paper adds them up."""
    return "command point" in refusal or " PC of " in refusal


@pytest.mark.slow
@pytest.mark.rule("jdg", "5.1-1")
def test_places_that_are_offered_are_those_to_which_a_counter_may_march(turns: list[Turn]) -> None:
    tried = forced = 0
    for turn in turns:
        desk = turn[3]
        for reach in desk.reaches:
            for step in reach.steps[1 :: max(1, len(reach.steps) // 3)]:
                order = entry(desk, reach, step)
                told = [text for text in faults(turn, [order]) if not _too_dear(text)]
                assert told == [], (reach.who, step, order)
                tried += 1
                forced += "forced" in order
    assert tried > 100 and forced > 10


@pytest.mark.slow
@pytest.mark.rule("jdg", "5.1-2")
def test_one_step_further_is_too_far(turns: list[Turn]) -> None:
    tried = 0
    for turn in turns:
        game, _, _, desk = turn
        for reach in [one for one in desk.reaches if one.start and one.steps][::3]:
            inside = {step.place for step in reach.steps}
            last = reach.steps[-1]
            beyond = [to for to in desk.ways[last.place] if to not in inside]
            if not beyond or last.place in desk.halts:
                continue
            order = entry(desk, reach, last)
            told = faults(turn, [{**order, "path": [*order["path"], beyond[0]]}])
            if any(_too_dear(text) for text in told):
                continue
            assert any("movement points" in text for text in told), (reach.who, beyond)
            tried += 1
    assert tried > 5 and game.scenario.id == "eylau-1807"


@pytest.mark.slow
@pytest.mark.rule("jdg", "4.4-6")
def test_counters_tell_what_they_cost_and_may_dig_in(turns: list[Turn]) -> None:
    turn = turns[1]
    for reach in turn[3].reaches:
        if reach.start and reach.steps:
            assert reach.note.startswith("alone ") and " PC of " in reach.note
            ((label, order),) = reach.also
            assert "entrench" in label
            told = [text for text in faults(turn, [order]) if "command point" not in text]
            assert all("entrench" in text or "dummies" in text or "dummy" in text for text in told), told


@pytest.mark.rule("jdg", "7.1-1")
def test_the_desk_tells_nothing_of_what_its_reader_does_not_know(turns: list[Turn]) -> None:
    for game, request, own, desk in turns:
        mine, theirs = (
            set(game.setting.units) & {who for who in game.setting.units if _army(game, who) == army}
            for army in (request.army, game.setting.foe(request.army))
        )
        assert mine
        assert desk.sheet is not None
        seen = {str(c.get("unit", "")) for c in _open(request).values()}
        assert not {reach.who for reach in desk.reaches} & (theirs - seen)
        down = {counter for counter, there in request.scene.counters.items() if there.seen is None}
        assert {c for c in desk.sheet.strength if c in down} <= set(own.markers)
        blind = game.writing.page.data(request, NOTHING)
        assert not {reach.who for reach in blind.reaches} & (mine - seen)


def _army(game: Any, unit: str) -> str:
    return str(game.setting.commands[game.setting.units[unit].command].army)


def _open(request: Choose) -> dict[str, Any]:
    return {c: there.seen for c, there in request.scene.counters.items() if there.seen is not None}


@pytest.mark.rule("jdg", "T-COMBAT")
@pytest.mark.rule("jdg", "T-COMBAT-COL")
@pytest.mark.parametrize("kind", [INFANTRY, CAVALRY])
def test_columns_and_chances_of_a_first_round_are_those_of_the_battle(turns: list[Turn], kind: str) -> None:
    """Where neither generals nor cohesion make a difference; on all the ground on which the enemy stands."""
    grounds = set()
    for game, request, _, desk in turns:
        setting, charts, sheet = game.setting, game.setting.charts, desk.sheet
        assert sheet is not None
        riders = {who for factor in sheet.factors for who in factor.who}
        for box in desk.halts:
            place, dug = setting.boxes[box], box in request.scene.entrenched
            situation = Situation(terrain=terrain_of(place.terrain, city=place.city), entrenched=dug)
            grounds.add((situation.terrain, dug))
            for pf, (role, attacker) in product((1, 3, 7, 12, 25, 45, 90), ((ATTACKER, True), (DEFENDER, False))):
                force = Force("french", (Fighter("u", kind, pf, 3),), ())
                rules = reckon(charts, role, {ATTACKER: force, DEFENDER: force}, situation, 1)
                rider = next(iter(riders), "") if kind == CAVALRY else "u"
                assert reckoned(sheet, box, pf, rider, attacker) == (rules.column, rules.bonus)
                cells = dict(sheet.columns[rules.column].cells)
                for hit, chance in fire(charts, rules).items():
                    said = f"{hit.pf} PF{' and a morale test' if hit.star else ''}"
                    dice = [die for die in range(1, 7) if cells[min(max(die + rules.bonus, -1), 10)] == said]
                    assert Fraction(len(dice), 6) == chance
    assert len(grounds) > 1


def reckoned(sheet: Sheet, box: str, pf: int, who: str, attacker: bool) -> tuple[int, int]:
    """Column and die modifier by the words of `pbem.engine.orders_page_data`, for an army of this counter alone."""
    strength = Fraction(pf)
    for factor in sheet.factors:
        if factor.place == box and factor.attacker == attacker and (not factor.who or who in factor.who):
            strength *= Fraction(factor.by)
    whole = max(1, int(strength))
    rank = max(n for n, column in enumerate(sheet.columns) if whole * column.least[1] >= column.least[0])
    fit = [one for one in sheet.shifts if one.attacker == attacker and (not one.places or box in one.places)]
    rank = min(max(rank + sum(one.columns for one in fit if not one.die), 0), len(sheet.columns) - 1)
    return rank, sum(one.columns for one in fit if one.die)
