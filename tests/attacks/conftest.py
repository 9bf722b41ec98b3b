"""Worlds that several files of attacks look at; nothing in them changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.world import World, build, mail_of, ninth, signed
from tests.games.chance import fixed_secrets
from tests.installed import installed


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("ninth"), ninth)


@pytest.fixture(scope="module")
def replied(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The cheater's message was taken, and the victim has answered: his second try comes too late."""
    world = build(tmp_path_factory.mktemp("replied"), ninth)
    with fixed_secrets("reply"):
        honest = signed(world.body(), world.master)
        assert world.victim.receive(mail_of(world.victim, honest))[0].accepted == [9]
        sent = world.victim.submit()
    assert sent is not None and sent.seq == 10
    return world


@pytest.fixture(scope="module")
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For modules that play the game of hidden forces; in one that plays another game it would be offered too."""
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield
