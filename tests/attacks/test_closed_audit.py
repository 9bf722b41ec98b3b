"""Rows N01 to N04 and N07 of the adversarial plan: what the audit of Jours de Gloire may not pass over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core import auditing
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.records.disclosing import audit_path
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import HIDDEN, Accusation, facts_of
from pbem.protocol import compose
from rulesets.jours_de_gloire.hidden.forces import JoursForces
from rulesets.jours_de_gloire.rules.march.contact import REAL
from tests.attacks.forging import RESIGN, delivered, exposed, sent, slipped
from tests.rulesets.jours_de_gloire.games.campaigns import JoursHand
from tests.rulesets.jours_de_gloire.games.test_lies import better_linked, plain, stating
from tests.rulesets.jours_de_gloire.games.world import build, lie, of_setup, of_turn

JUNK: list[Any] = [{"x": 1}, {"dummy": "artillery"}]


def found_by_the_audit(monkeypatch: pytest.MonkeyPatch) -> list[Accusation]:
    """Everything that the next audits prove, kept as it is found."""
    found: list[Accusation] = []
    judged = auditing.lies

    def noted(*given: Any) -> list[Accusation]:
        found[:] = judged(*given)
        return found

    monkeypatch.setattr(auditing, "lies", noted)
    return found


@pytest.mark.attack("N01")
@pytest.mark.parametrize("junk", JUNK, ids=str)
def test_n01_a_content_that_is_none_silences_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, junk: Any
) -> None:
    world = build(tmp_path, of_setup)

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        counter = next(c for c, content in sorted(checked.hide.items()) if "dummy" in content)
        return better_linked(campaign, due, replace(checked, hide={**checked.hide, counter: junk}))

    seq = lie(world, twist)
    found = found_by_the_audit(monkeypatch)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == ("AUDIT_CONSERVATION", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ")
    # The sign of another counter is judged all the same.
    assert {one.code for one in found if one.seq == seq} == {"AUDIT_CONSERVATION", "AUDIT_CLAIM"}


@pytest.mark.slow
@pytest.mark.attack("N02")
def test_n02_another_comes_in_place_of_a_reinforcement(tmp_path: Path) -> None:
    """Behind an entry that comes to nothing for all to see, somebody comes on who stands on the map already."""
    world = build(tmp_path, coming, scenario="danube-1805")

    def twist(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        setting, at = campaign.game.setting, due.request.scene  # type: ignore[attr-defined, union-attr]
        entry = setting.scenario.reinforcements[due_numbers(campaign, due)[0]].entry
        first, second = JoursForces(setting).leaves(campaign.army)[HIDDEN][-2:]
        assert first not in at.counters and second not in at.counters
        held = next(c for c in due.own.markers.values() if setting.troops(c) is not None)
        orders = [{"stack": [first, first], "enter": entry}, {"stack": [second], "enter": entry}]
        return replace(plain(checked, orders=orders), hide={first: held, second: held})

    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == ("AUDIT_CONSERVATION", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: counter ") and words.endswith("(3.3-4)")


def due_numbers(campaign: Campaign, due: Due) -> list[int]:
    """Reinforcements of a player that may enter now."""
    plans = campaign.game.setting.scenario.reinforcements  # type: ignore[attr-defined]
    assert due.request is not None
    return [n for n in due.request.scene.due or () if plans[n].army == campaign.army and plans[n].entry]


def coming(campaign: Campaign, due: Due) -> bool:
    """Orders are due of a side to which somebody comes by an entry of the map."""
    return of_turn(campaign, due) and bool(due_numbers(campaign, due))


@pytest.mark.slow
@pytest.mark.attack("N03")
def test_n03_orders_of_nothing_but_openings_are_orders(tmp_path: Path) -> None:
    """Their author keeps signs that his counters have not."""
    world = build(tmp_path, of_turn)
    assert world.checked is not None
    campaign = world.cheater.open(write=False)
    false = better_linked(campaign, campaign.due(), plain(world.checked))
    junk = {"t": "sealed", "at": 1, "salt": "00" * 32, "value": "junk"}
    line = replace(world, checked=false).cheat(lambda body: body["input"].update(open=[junk]))
    seq = slipped(world, line)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == ("AUDIT_CLAIM", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: the sign of counter ") and words.endswith("(2-B1-4)")


@pytest.mark.slow
@pytest.mark.attack("N04")
def test_n04_who_only_shows_a_counter_is_honest_and_discloses(tmp_path: Path) -> None:
    world = build(tmp_path, of_turn)

    def shows(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        counter = next(name for name, held in sorted(due.own.markers.items()) if "dummy" not in held)
        shown, _ = JoursHand._checked(campaign, due, {"show": [counter]})
        assert not shown.findings and list(shown.show) == [counter] and shown.input.keys() == {"for"}
        return shown

    seq = lie(world, shows)
    assert world.cheater.open(write=False).chain.messages[seq].body["input"].keys() == {"for", "open"}
    delivered(world.victim, world.cheater, sent(world.victim, RESIGN))
    delivered(world.cheater, world.victim, sent(world.cheater))
    for peer in (world.cheater, world.victim):
        assert peer.open(write=False).chain.audited
        audited = audit_path(peer.path)
        assert (audited.exit, list(audited.findings)) == (0, [])


# -- claims -------------------------------------------------------------------------------------


def several(campaign: Campaign, due: Due) -> bool:
    """Whoever closes names one of two combat units at least."""
    return stating(REAL)(campaign, due) and any(len(answers) > 1 for answers in choices(campaign))


def choices(campaign: Campaign) -> list[list[str]]:
    """All true answers of the claims that are due, claim by claim; none for those of another kind."""
    found: list[list[str]] = []
    forces = campaign.machine.forces
    assert forces is not None

    def noting(marker: str, say: str, held: Any, trees: Any, scene: Any, secret: bytes) -> Any:
        answers = list(facts_of(forces, marker, say, {**held, **campaign.machine.named(campaign.seat, trees)}, scene))
        found.append(answers if say == REAL else [])
        return answers[-1]

    compose.close(campaign.chain, campaign.ring, campaign.committed, noting)
    return found


@pytest.mark.slow
@pytest.mark.attack("N07")
def test_n07_any_true_counter_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one, whichever the honest program picks; nobody is accused of it."""
    world = build(tmp_path, several)
    with monkeypatch.context() as other:
        other.setattr("pbem.campaign.core.machine.picked", lambda answers, *rest: answers[-1])
        campaign = world.cheater.open(write=False)
        last = [claim["value"] for claim in campaign.due().closing.claims if claim["say"] == REAL]  # type: ignore[union-attr]
        seq = lie(world, lambda campaign, due, checked: checked)
    assert any(last)
    assert world.cheater.open(write=False).chain.messages[seq].body["claims"]
    delivered(world.victim, world.cheater, sent(world.victim, RESIGN))
    delivered(world.cheater, world.victim, sent(world.cheater))
    assert world.victim.open(write=False).chain.audited
    assert audit_path(world.victim.path).findings == []
