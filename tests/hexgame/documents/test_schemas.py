"""The schemas of documents: of orders by their declaration, of any other question by one answer."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.requests import ORDERS
from pbem.hexgame.documents.schemas import Shapes
from tests.hexgame.documents.marching import FORM, HEX, UNIT

SHAPES = Shapes(FORM, (UNIT, HEX))


def test_orders_have_their_members() -> None:
    found = SHAPES.document(ORDERS)
    Draft202012Validator.check_schema(found)
    assert list(found["properties"]) == ["orders", "attacks", "spare", "secret"]


@pytest.mark.parametrize(
    ("answer", "fits"),
    [
        ("0405", True),
        (["b5", "b4"], True),
        ({"unit": "b5", "to": "0303", "with": ["b4"]}, True),
        ([{"unit": "b5", "to": "0303"}], True),
        (7, False),
        ("x" * 61, False),
        ({"unit": {"id": "b5"}}, False),
        ([["b5"]], False),
    ],
)
def test_any_other_question_has_words_and_lists_and_maps_of_words(answer: Any, fits: bool) -> None:
    found = SHAPES.document("retreat")
    schema = Draft202012Validator(found)
    assert schema.is_valid({"answer": answer}) is fits and not schema.is_valid({})


def test_an_editor_knows_the_words_of_an_answer() -> None:
    found = SHAPES.helper("retreat", {"unit": ["b5"]})
    assert found["$defs"]["unit"]["anyOf"][0] == {"enum": ["b5"]} and "hex" in found["$defs"]


def test_an_editor_is_not_offered_what_would_be_refused() -> None:
    assert list(SHAPES.helper(ORDERS, {}, ("spare", "nothing"))["properties"]) == ["orders", "attacks", "secret"]
