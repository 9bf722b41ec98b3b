"""Random player turns of every scenario: templates are legal with and without signs, drawn orders mean themselves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.contract import Game
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose, Consult, InHand, Open, Roll, Silent
from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import combine
from tests.rulesets.napoleons_last_battles.documents.written import FRAME, text_of
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.turns import all_but, game
from tests.tiers import SELDOM, turns

TURNS = 6


def questions(made: Game, seed: int) -> Iterator[tuple[Choose, Json]]:
    """The questions for orders of a random game, each with random orders, which are then played."""
    pick = random.Random(seed).randrange
    at = made.start()
    while not made.over(at):
        phase, answer = made.phase(at), None
        try:
            while True:
                request = phase.send(answer)
                answer = None
                if isinstance(request, Roll):
                    number, faces = map(int, request.dice.split("d"))
                    answer = tuple(pick(faces) + 1 for _ in range(number))
                elif isinstance(request, Choose):
                    answer = _answer(request, pick)
                    if request.what == ORDERS:
                        yield request, answer
                elif isinstance(request, InHand | Open | Consult):
                    answer = () if isinstance(request, InHand) else (None,) * 40
        except StopIteration as end:
            at = end.value


def _answer(request: Choose, pick: Any) -> Json:
    if request.what == ORDERS or isinstance(request.said, Silent):
        answer = request.options.sample(pick)
    else:
        answer = request.read(request.said)
    return answer if request.options.why_not(answer) is None else request.options.default()


@pytest.mark.parametrize("all_options", [False, True])
@pytest.mark.parametrize("uid", turns(SCENARIOS, every=SELDOM))
def test_documents_of_random_turns(uid: str, all_options: bool) -> None:
    made = game(uid, *(all_but(uid) if all_options else ()))
    writing, bound = made.writing, Draft202012Validator(made.schema(ORDERS))
    for number, (request, drawn) in zip(range(TURNS), questions(made, len(uid)), strict=False):
        schemas = [
            combine(FRAME, schema) for schema in (writing.document_schema(ORDERS), writing.helper_schema(request))
        ]
        lines = writing.template(request)
        for on in (False, True):
            text = text_of([line for line in lines if not on or not line.text.startswith(("pass:", "- {pair:"))], on=on)
            document, findings = check(load(text.encode(), "orders.yaml"), schemas[0])
            assert not findings and not check(load(text.encode(), "orders.yaml"), schemas[1])[1]
            assert not writing.compile(request, document).faults, (number, text)
        named = {**drawn, "attacks": [{"id": one["on"][0], **one} for one in drawn.get("attacks", ())]}
        result = writing.compile(request, drawn, Own(request.army))
        assert not result.faults
        assert result.input == {key: value for key, value in named.items() if value}
        assert bound.is_valid(result.input)
