"""Open and hidden play are chosen where a game is bound, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulesets.jours_de_gloire import mapdata
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.face_up import FaceUp
from rulesets.jours_de_gloire.hidden.face_down import FaceDown
from tests.rulesets.jours_de_gloire.world import rule_files, small_files

HOME = Path(mapdata.__file__).parent
BINDING = {"binding.py", "game.py"}
"""Where a game is bound: its setting with its fog, and what the engine is told of its secrets."""


def asking() -> set[str]:
    """Files that read `options.hidden`, or name one of the two ways to play."""
    found = set()
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asks = isinstance(node, ast.Attribute) and node.attr == "hidden"
            names = isinstance(node, ast.ImportFrom) and str(node.module).endswith((".face_up", ".face_down"))
            if names or (asks and ast.unparse(node.value).endswith(("options", "chosen"))):
                found.add(path.relative_to(HOME).as_posix())
    return found


@pytest.mark.slow
def test_nothing_outside_the_binding_asks_whether_a_game_is_hidden():
    assert asking() == BINDING


@pytest.mark.parametrize(
    ("options", "fog"),
    [({}, FaceDown), ({"hiding": "hidden"}, FaceDown), ({"hiding": "open"}, FaceUp), ({"solitaire": "yes"}, FaceUp)],
)
def test_the_options_choose_once(options, fog):
    setting = read_setting(rule_files(), small_files(), options, "small")
    assert type(setting.fog) is fog
    assert setting.options.hidden is (fog is FaceDown)


def test_both_ways_to_play_answer_the_same_questions():
    def asked(fog: type) -> set[str]:
        return {name for name in vars(fog) if not name.startswith("_")}

    assert asked(FaceDown) == asked(FaceUp)
