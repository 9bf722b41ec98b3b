"""What holds for each map that is made from a sketch: files that are shipped, the check, what the sketch claims."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from pbem.hexgame.field.mapmaking.__main__ import check, fits, main, maps
from pbem.hexgame.field.mapmaking.workshop import Workshop


def require_made(shop: Workshop, *files: Path) -> None:
    """The program makes these files and no others, and they are shipped as it makes them."""
    made = fits(shop) | maps(shop)
    assert sorted(made) == sorted(files)
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, path.name


def require_checked(shop: Workshop, home: Path, at: Path, side: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The check finds nothing, and in a copy of the rules' folder at `at` whose map lacks a hexside it finds that."""
    assert check(shop) == []
    (plan,) = shop.sheet.maps
    path = shop.map_path(plan)
    shutil.copytree(home / "sketch", at / "sketch")
    (at / "data" / "maps").mkdir(parents=True)
    shutil.copy(home / "mapmaking.yaml", at)
    text = path.read_text(encoding="utf-8")
    (at / "data" / "maps" / path.name).write_text(re.sub(f'"{side.split()[0]}",? ?', "", text), encoding="utf-8")
    assert main(["check", str(at / "mapmaking.yaml")]) == 1
    assert side in capsys.readouterr().out


def require_modest(path: Path) -> None:
    """A sketch claims no survey and no false precision."""
    sketch = json.loads(path.read_text(encoding="utf-8"))
    assert "general knowledge" in sketch["description"] and "No survey or atlas is claimed" in sketch["description"]
    degrees = re.findall(r"\d+\.(\d+)", json.dumps([f["geometry"] for f in sketch["features"]]))
    assert degrees and max(map(len, degrees)) <= 3
