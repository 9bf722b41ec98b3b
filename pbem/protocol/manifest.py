"""Digests of the data that a campaign is bound to (protocol section 5)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256

from pbem.protocol.canonical import canon
from pbem.protocol.encoding import digest

Manifest = list[list[str | int]]

_PATH = re.compile(r"[a-z0-9_./-]+")


def manifest(files: Mapping[str, bytes]) -> Manifest:
    """[path, size, SHA-256 in hex] of every file, sorted by path. Raises ValueError for a foreign path.

    files: path below the data directory, with `/` between its parts, to the bytes read.
    """
    for path in files:
        parts = path.split("/")
        if _PATH.fullmatch(path) is None or ".." in parts or "" in parts:
            raise ValueError(f"path {path[:120]!r} cannot stand in a manifest")
    return [[path, len(files[path]), sha256(files[path]).hexdigest()] for path in sorted(files)]


def ruleset_digest(listing: Manifest) -> bytes:
    """What `terms.ruleset` binds."""
    return digest("ruleset", canon(listing))


def scenario_digest(listing: Manifest) -> bytes:
    """What `terms.scenario` binds."""
    return digest("scenario", canon(listing))
