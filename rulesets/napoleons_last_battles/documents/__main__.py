"""`python -m rulesets.napoleons_last_battles.documents [--check] [FOLDER]`: write `data/asks/` as `forms` declares it.

The bytes of these files are part of the ruleset's digest: whoever changes one raises the rules version.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.hexgame.documents.asks import asks_command
from rulesets.napoleons_last_battles.forms import ASKS

FOLDER = Path(__file__).parents[1] / "data" / "asks"

if __name__ == "__main__":
    sys.exit(asks_command(ASKS, FOLDER))
