"""A process that types command lines as they are handed to it, to race another one: JSON, a line each way."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from tests.cli.players import Player

if __name__ == "__main__":
    print("ready", flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        time.sleep(task["wait"])
        said = Player(Path(task["home"]), Path(task["place"]))(*task["line"], "--json")
        print(json.dumps([said.status, said.out, said.err]), flush=True)
