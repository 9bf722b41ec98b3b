"""The schemas of people's files, and how a ruleset's fragment joins the frame."""

from __future__ import annotations

import copy

import pytest
from jsonschema import Draft202012Validator

from pbem.orders.check import check, checked
from pbem.orders.loader import load
from pbem.orders.schemas import combine, read_schema
from tests.orders.frames import FRAGMENT


@pytest.mark.parametrize("name", ["orders", "standing", "campaign", "mail", "vassal"])
def test_schemas_are_valid(name: str) -> None:
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_an_unknown_schema_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.schema\.json"):
        read_schema("nothing")


def test_the_fragment_joins_the_frame() -> None:
    frame = read_schema("orders")
    before = copy.deepcopy((frame, FRAGMENT))
    combined = combine(frame, {**FRAGMENT, "required": ["moves", "for"], "title": "Jena"})
    assert (frame, FRAGMENT) == before
    assert combined["required"] == ["campaign", "phase", "for", "moves"]
    assert combined["title"] == "Jena"
    assert set(combined["properties"]) == {*frame["properties"], *FRAGMENT["properties"]}
    assert combined["additionalProperties"] is False
    Draft202012Validator.check_schema(combined)


@pytest.mark.parametrize(
    "fragment", [{"properties": {"note": {}}}, {"allOf": [{}]}, {"patternProperties": {}}, {"minProperties": 1}]
)
def test_a_fragment_that_would_change_the_frame_is_refused(fragment: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"note|top level"):
        combine(read_schema("orders"), fragment)


def test_campaign_yaml() -> None:
    text = "you: {name: Ann, mail: ann@example.org}\nopponent:\n  name: Bob\n  mail:\n"
    data = checked(load(text), read_schema("campaign"))
    assert data["opponent"] == {"name": "Bob", "mail": ""}
    _, findings = check(load("you: {name: Ann, mail: ann}\nopponent: Bob\n"), read_schema("campaign"))
    assert [(f.line, f.message()) for f in findings] == [
        (1, "not a mail address; write it like name@example.org"),
        (2, "not a player; write name: and mail: below it"),
    ]


@pytest.mark.parametrize("mail", ["a b@c.d", "a@b@c", "a@b\\nc@d", "<a@b>", "@", "a@b,c@d"])
def test_campaign_yaml_takes_one_address(mail: str) -> None:
    _, findings = check(load(f"you: {{name: A, mail: '{mail}'}}\nopponent: {{name: B}}\n"), read_schema("campaign"))
    assert [f.path for f in findings] == [("you", "mail")]


def test_standing_yaml_may_be_left_empty() -> None:
    schema = combine(read_schema("standing"), {"properties": {"retreat": {"$ref": "#/$defs/ask"}}})
    assert checked(load("# all defaults\n"), schema) == {}
    assert checked(load("retreat: ask\n"), schema) == {"retreat": "ask"}
    _, findings = check(load("retreats: ask\n"), schema)
    assert findings[0].message() == "no such key here; did you mean retreat?"
