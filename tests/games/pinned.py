"""What practice opponents wrote in games played before. Their play is to change on purpose only, and never unseen.

A change that is meant is pinned anew, and read, with

    PBEM_PIN=1 python -m pytest tests/rulesets -k plays_as_it_did
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest


def require_pinned(file: Path, game: str, papers: Iterable[Any]) -> None:
    """Fails where the papers of a game are not those whose digests a file keeps under its name."""
    now = [sha256(json.dumps(paper, sort_keys=True).encode()).hexdigest()[:12] for paper in papers]
    kept: dict[str, list[str]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if os.environ.get("PBEM_PIN"):
        told = {**kept, game: now}
        file.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        pytest.fail(f"pinned anew: {game}")
    before = kept.get(game, [])
    same = next((n for n, pair in enumerate(zip(before, now, strict=False)) if pair[0] != pair[1]), len(before))
    assert now == before, f"{game}: from paper {same + 1} of {len(before)} on it plays otherwise (see {__name__})"
