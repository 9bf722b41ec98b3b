"""Retreats and advances of an attack: how they are written, what the public input has of them, how they are told."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.hexgame.documents.attack_members import advances, retreats
from pbem.hexgame.documents.form import fields, some
from pbem.hexgame.documents.kinds import Writer
from tests.hexgame.documents.marching import HEX, UNIT, WISH, names_of
from tests.hexgame.moving.tiny import PIECES

ALONG = some(UNIT, said="with {}")
FORM = fields(
    retreat=retreats(UNIT, WISH, "where it retreats (6.6)"),
    advance=advances(UNIT, HEX, "who enters (6.7)"),
    follow=advances(UNIT, HEX, "who enters, and with whom (15.6)", along=ALONG),
)


class Printed:
    """Names as reports give them."""

    def unit(self, uid: str) -> str:
        return PIECES[uid].name

    def hex(self, at: str) -> str:
        return at


@pytest.mark.parametrize(
    ("written", "bound", "told"),
    [
        ({"retreat": "ask"}, {"retreat": "ask"}, "retreats asked"),
        (
            {"retreat": {"unit": "blue foot 1", "to": "s"}},
            {"retreat": [{"unit": "bf1", "to": ["s"]}]},
            "retreat of blue foot 1 to s",
        ),
        (
            {"retreat": [{"unit": "bf1", "to": ["0102", "nw"]}]},
            {"retreat": [{"unit": "bf1", "to": ["0102", "nw"]}]},
            "retreat of blue foot 1 to 0102 or nw",
        ),
        (
            {"retreat": [{"unit": "bf1", "to": "ask"}]},
            {"retreat": [{"unit": "bf1", "to": "ask"}]},
            "retreat of blue foot 1 where asked",
        ),
        ({"advance": "no"}, {"advance": "no"}, "no advance"),
        ({"advance": "ask"}, {"advance": "ask"}, "advance asked"),
        ({"advance": "bf1"}, {"advance": [{"unit": "bf1"}]}, "advance of blue foot 1"),
        (
            {"advance": ["bf1", {"unit": "bf2", "to": "0203"}]},
            {"advance": [{"unit": "bf1"}, {"unit": "bf2", "to": "0203"}]},
            "advance of blue foot 1 and blue foot 2 to 0203",
        ),
        (
            {"follow": {"unit": "bf1", "with": "bl1"}},
            {"follow": [{"unit": "bf1", "with": ["bl1"]}]},
            "advance of blue foot 1 with blue leader 1",
        ),
    ],
)
def test_from_the_document_to_the_report(written: dict[str, Any], bound: dict[str, Any], told: str) -> None:
    writer = Writer()
    schema = {**FORM.written(writer), "$defs": writer.defs}
    assert Draft202012Validator(schema).is_valid(written)
    names = names_of()
    assert FORM.read(written, (), names) == bound
    assert not names.faults
    assert Draft202012Validator(FORM.bound()).is_valid(bound)
    assert FORM.told(bound, Printed()) == told


@pytest.mark.parametrize(
    "written",
    [
        {"advance": {"unit": "bf1", "with": ["bl1"]}},
        {"retreat": [{"unit": "bf1"}]},
        {"retreat": [{"to": ["s"]}]},
        {"advance": {"to": "0203"}},
    ],
)
def test_what_has_no_such_form(written: dict[str, Any]) -> None:
    writer = Writer()
    assert not Draft202012Validator({**FORM.written(writer), "$defs": writer.defs}).is_valid(written)


@pytest.mark.parametrize("word", ["yes", "ja", "all"])
def test_who_agrees_is_told_to_name_somebody(word: str) -> None:
    names = names_of()
    FORM.read({"advance": word}, (), names)
    (fault,) = names.faults
    assert fault.path == ("advance",)
    assert fault.refusal.text == "name who may advance, such as [bf1], or write no"
