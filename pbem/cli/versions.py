"""`pbem --version`."""

from __future__ import annotations

from pbem import __version__
from pbem.campaign.core.rulebooks import installed
from pbem.cli.terminal import say


def print_versions() -> None:
    """pbem, the protocol, and each installed ruleset."""
    say(f"pbem {__version__}")
    say("protocol 1")
    for ruleset in installed().values():
        say(f"ruleset {ruleset.id} {ruleset.version}")
