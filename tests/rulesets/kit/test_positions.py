"""Positions: as a line of text and back, plain data, with names for files and headings."""

from __future__ import annotations

import json
import re

import pytest

from pbem.protocol.canonical import canon
from tests.rulesets.kit.recorded import Recorded


def test_a_position_is_what_its_text_says(game: Recorded) -> None:
    start = game.mode.game.start()
    assert start == game.mode.game.start()
    writing = game.mode.game.writing
    for at in (start, *(moment.at for moment in game.moments), *game.positions):
        text = writing.text(at)
        assert text and "\n" not in text
        assert writing.read_text(text) == at
        assert writing.text(writing.read_text(text)) == text
        assert json.loads(canon(at)) == at


def test_another_position_has_another_text(game: Recorded) -> None:
    each = {canon(at): game.mode.game.writing.text(at) for at in game.positions}
    assert len(set(each.values())) == len(each) > 1


def test_what_is_no_position_is_refused(game: Recorded) -> None:
    writing = game.mode.game.writing
    text = writing.text(game.positions[-1])
    for bad in ("", "nothing of the kind", text[: len(text) // 2], text[len(text) // 2 :], f"{text} {text}", "{}"):
        with pytest.raises(ValueError):
            writing.read_text(bad)


def test_a_phase_has_a_name_for_files_and_a_heading(game: Recorded) -> None:
    telling = game.mode.game.telling
    for moment in game.moments:
        at = moment.due.state["at"]
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", telling.phase_name(at)), telling.phase_name(at)
        assert telling.headline(at) and "\n" not in telling.headline(at)
        assert json.loads(json.dumps(telling.facts(at))) == telling.facts(at)
    for event in (event for events in game.events for event in events):
        assert isinstance(telling.wording(event), str)
