"""Every test here runs with Veiled and Wings installed, and shares the campaigns that its commands begin with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.campaign.rulebooks import GROUP
from tests.faults.world import World
from tests.veiled import installed as place


@pytest.fixture(scope="session")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both rulesets' metadata, as packages would bring it."""
    folder = tmp_path_factory.mktemp("dist")
    info = folder / "wings-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wings\nVersion: 1\n", encoding="utf-8")
    entry = f"[{GROUP}]\nwings = tests.teams.ruleset:ruleset\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def installed(distribution: Path) -> Iterator[Mapping[str, str]]:
    """The variables with which another process finds the rulesets."""
    with place.installed(distribution):
        yield {**place.environment(distribution), "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0")}


@pytest.fixture(scope="session")
def _world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("faults"))


@pytest.fixture
def world(_world: World, installed: Mapping[str, str]) -> World:
    """The people and their computers; each stage of their campaign is played once."""
    return _world
