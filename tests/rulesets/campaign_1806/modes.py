"""How games of the tests are bound: the options of a campaign of 1806."""

from __future__ import annotations

from typing import Final

OPEN: Final = {"forces": "open"}
"""Open play, where hidden forces are the default (1.5)."""
ALL: Final = {**OPEN, "supply": True, "vedettes": True, "villages-help": True}
"""Open play with all that a battle may do without (19.4)."""
HIDDEN: Final = {"forces": "hidden"}
