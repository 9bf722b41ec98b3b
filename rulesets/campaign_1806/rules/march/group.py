"""Groups of reinforcements (15)."""

from __future__ import annotations

from pbem.lean import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """osg 15.2-2: those who come in together. at: where they are due. force: by which name the tables have them, where
    one of two tracks was chosen for it in secret (21.85)."""

    units: tuple[str, ...]
    at: str
    force: str = ""
