"""The declaration of what players write: the files that follow from it, and that its halves fit each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.hexgame.documents.asks import ask_faults, ask_files, asks_command
from pbem.hexgame.documents.reading import named_attack
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from rulesets.napoleon_at_war.forms import ASKS, ATTACK, translation
from tests.hexgame.documents.drawing import Drawer
from tests.places import PROJECT
from tests.rulesets.napoleon_at_war.playing import real

PACKAGE = "rulesets.napoleon_at_war"
FOLDER = PROJECT / "rulesets" / "napoleon_at_war" / "data" / "asks"
WORDS = ("suc-1", "2/Suchet", "gd", "nobody", "tau-1", "0609", "Closwitz", "9999", "a1", "cospeda", "yes")


def test_the_files_of_all_questions_are_as_declared() -> None:
    assert ask_faults(ASKS, FOLDER) == []
    assert {path.stem for path in FOLDER.glob("*.json")} == ASKS.keys()


def test_the_command_writes_them_and_tells_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asks_command([PACKAGE, str(tmp_path)]) == 0
    assert asks_command([PACKAGE, str(tmp_path), "--check"]) == 0
    (tmp_path / "pay.json").write_text("{}\n", encoding="utf-8")
    (tmp_path / "bribe.json").write_text("{}\n", encoding="utf-8")
    capsys.readouterr()
    assert asks_command([PACKAGE, str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "pay.json: not as declared",
        "bribe.json: no such question is declared",
    ]
    assert all((FOLDER / name).read_text(encoding="utf-8") == text for name, text in ask_files(ASKS).items())


@pytest.mark.parametrize("seed", range(60))
def test_an_attack_that_may_be_written_is_read_into_one_that_binds(seed: int) -> None:
    """Misspelt names are faults, never an input that the other program would refuse."""
    setting = real().setting
    schema = NapoleonWriting(setting).document_schema("orders")
    drawn = Drawer(schema, WORDS, seed).draw(schema["properties"]["attacks"])
    names = translation(setting, "french")
    read = [named_attack(ATTACK, entry, ("attacks", number), names) for number, entry in enumerate(drawn)]
    assert names.faults or Draft202012Validator(ASKS["orders"]).is_valid({"attacks": read})
