"""The check of the house finds what it is for; `make check` runs it over the house itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import house

HERE = Path(house.__file__).resolve().parent.parent


@pytest.mark.slow
def test_the_house_is_in_order() -> None:
    assert house.faults(HERE) == []


def build(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


KNOT = {
    "pbem/__init__.py": "",
    "pbem/a.py": "from pbem import b\n",
    "pbem/b.py": "def late() -> None:\n    from pbem.c import C\n",
    "pbem/c.py": "from pbem.a import A\n",
    "rulesets/__init__.py": "",
}


def test_a_knot_behind_a_function_is_found(tmp_path: Path) -> None:
    assert house.faults(build(tmp_path, KNOT)) == ["import each other round and round: pbem.a, pbem.b, pbem.c"]


def test_what_only_types_need_ties_no_knot(tmp_path: Path) -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pbem.c import C\n"
    assert house.faults(build(tmp_path, {**KNOT, "pbem/b.py": typed})) == []


def test_a_crowded_folder_is_told(tmp_path: Path) -> None:
    files = {f"pbem/room/f{number}.py": "" for number in range(house.MOST_FILES + 1)}
    (told,) = house.faults(build(tmp_path, {**files, "pbem/room/__init__.py": "", "rulesets/__init__.py": ""}))
    assert told == "pbem/room holds 26 files; 25 are enough"


def test_imports_inside_functions_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_INNER", {"pbem": 0, "rulesets": 0})
    late = "def late() -> None:\n    from pbem import x\n"
    files = {
        "pbem/__init__.py": "",
        "pbem/x.py": "",
        "pbem/a.py": late,
        "pbem/cli/a.py": late,
        "pbem/cli/__init__.py": "",
    }
    told = house.faults(build(tmp_path, {**files, "rulesets/__init__.py": ""}))
    assert told == ["1 imports inside functions of pbem outside pbem.cli; at most 0:", "  pbem.a:2"]


@pytest.mark.parametrize(
    "line",
    [
        "hasattr(game, 'odds')",
        "getattr(campaign.game, 'teams', None)",
        "hasattr(ruleset(name), 'x')",
        "hasattr(a._telling, 'b')",
    ],
)
def test_a_probe_of_a_game_is_found(tmp_path: Path, line: str) -> None:
    files = {"pbem/__init__.py": "", "pbem/a.py": f"A = 1\n{line}\n", "rulesets/__init__.py": f"{line}\n"}
    (told,) = house.faults(build(tmp_path, files))
    assert told == "pbem.a:2 probes for an attribute; the contract has properties"


def test_other_objects_may_be_asked(tmp_path: Path) -> None:
    files = {
        "pbem/__init__.py": "hasattr(stream, 'reconfigure')\ngetattr(error, 'line', 0)\n",
        "rulesets/__init__.py": "",
    }
    assert house.faults(build(tmp_path, files)) == []
