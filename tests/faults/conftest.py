"""Every test here runs with Veiled and Wings installed, and shares the campaigns that its commands begin with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from pbem.upkeep import doctor
from tests import installed as place
from tests.faults.world import World


@pytest.fixture(scope="session")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both rulesets' metadata, as packages would bring it."""
    return tmp_path_factory.mktemp("dist")


@pytest.fixture(scope="module", autouse=True)
def installed(distribution: Path) -> Iterator[Mapping[str, str]]:
    """The variables with which another process finds the rulesets."""
    with place.installed(distribution, *place.RULESETS):
        yield {**place.environment(distribution), "PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0")}


@pytest.fixture(scope="module", autouse=True)
def _quick_doctor() -> Iterator[None]:
    """`doctor` comes after every cut: the versions of other packages are looked up once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor, "version", cache(doctor.version))
        yield


@pytest.fixture(scope="session")
def _world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("faults"))


@pytest.fixture
def world(_world: World, installed: Mapping[str, str]) -> World:
    """The people and their computers; each stage of their campaign is played once."""
    return _world
