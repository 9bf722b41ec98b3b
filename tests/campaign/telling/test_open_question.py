"""What a turn that stopped in its midst asks, in words for both players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ANSWER
from pbem.campaign.inbox.status import status_of
from pbem.campaign.telling.open_question import asked_of_whom, asks, question_of
from tests.campaign.core.test_interruption import Doctrine, LabelDice, asking, cases, in_one_go, machine
from tests.campaign.folders import begin


def stopped() -> dict[str, Any]:
    """The state of a phase that halted to ask for a retreat."""
    for case in cases(2):
        wanted = [request for request in in_one_go(case)[1] if request.what == "retreat"]
        if not wanted:
            continue
        case = asking(case, wanted)
        state: dict[str, Any] = {**case.state}
        closer = "b" if state["need"]["side"] == "a" else "a"
        given = {"for": state["need"]["n"], **case.orders}
        game: Any = machine()
        state = game.run(state, 10, given, closer, LabelDice(case.salt), Doctrine(game, case.standing))
        if state["need"]["ask"] == "retreat":
            return state
    raise AssertionError("nobody was asked for a retreat")


@pytest.mark.slow
def test_a_retreat_names_the_unit_and_its_owner() -> None:
    state = stopped()
    campaign: Any = SimpleNamespace(game=machine().game, machine=machine(), title_of={"a": "Anna", "b": "Bert"}.get)
    assert asks(state) and not asks({**state, "over": {"result": "x"}}) and not asks({})
    question = question_of(campaign, state)
    assert "has to retreat: to which hex (7.71)?" in question
    seat = state["need"]["side"]
    other = "a" if seat == "b" else "b"
    assert asked_of_whom(campaign, state, reader=seat) == f"The turn stopped to ask you: {question}"
    name = {"a": "Anna", "b": "Bert"}[seat]
    assert asked_of_whom(campaign, state, reader=other) == f"The turn stopped to ask {name}: {question}"


@pytest.mark.slow
def test_of_a_sealed_question_only_the_name_is_told() -> None:
    state = stopped()
    state["need"] = {**state["need"], "ask": "sealed.retreat"}
    campaign: Any = SimpleNamespace(game=machine().game, machine=machine())
    assert question_of(campaign, state) == machine().game.telling.name("retreat")


@pytest.mark.parametrize(("ask", "words"), [("retreat", "(retreat)"), ("sealed.retreat", "(retreat, sealed)")])
def test_status_says_what_is_asked_and_whether_the_answer_is_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: str, words: str
) -> None:
    a, b = begin(tmp_path)
    a.receive(b.mail(1))
    campaign = a.open(write=False)
    due = campaign.due()
    asked = replace(due, kind=ANSWER, state={**due.state, "need": {**due.state["need"], "ask": ask}})
    monkeypatch.setattr(Campaign, "due", lambda campaign: asked)
    assert status_of(campaign).awaited == f"your answer to a question in the middle of the turn {words}"
