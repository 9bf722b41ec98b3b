"""What an invitation offers, as somebody reads it before he signs."""

from __future__ import annotations

from pbem.campaign.telling.terms import _option_lines

FOG = {"fog": {"default": False, "values": [False, True], "doc": "pieces face down"}}


def test_an_option_is_told_with_its_value_in_words_and_what_it_means() -> None:
    assert _option_lines(FOG, {}) == ["  option            fog: no (pieces face down)"]
    assert _option_lines(FOG, {"options": {"fog": True}}) == ["  option            fog: yes (pieces face down)"]


def test_an_option_that_the_rules_here_do_not_know_is_told_without_a_meaning() -> None:
    assert _option_lines({}, {"options": {"weather": "mild"}}) == ["  option            weather: mild"]
