"""The binding schemas of a ruleset's questions as files: written from its declaration, and compared with it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbem.engine.options import Json


def ask_files(asks: Mapping[str, Json]) -> dict[str, str]:
    """Name of each file below `data/asks/` -> its text. asks: question -> binding schema."""
    return {f"{ask}.json": f"{json.dumps(schema, indent=2)}\n" for ask, schema in asks.items()}


def ask_faults(asks: Mapping[str, Json], folder: Path) -> list[str]:
    """What differs between a declaration and the files of a folder, a line each."""
    made = ask_files(asks)
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    strange = [f"{name}: no such question is declared" for name in sorted(there.keys() - made.keys())]
    return [f"{name}: not as declared" for name in made if there.get(name) != made[name]] + strange


def asks_command(asks: Mapping[str, Json], folder: Path, arguments: Sequence[str] | None = None) -> int:
    """A ruleset's command that writes `data/asks/`, or with `--check` compares it; exit code 1 if it differs."""
    parser = argparse.ArgumentParser(description="write the binding schemas of all questions as they are declared")
    parser.add_argument("--check", action="store_true", help="write nothing and tell what differs")
    parser.add_argument("folder", nargs="?", type=Path, default=folder, help="data/asks of the ruleset")
    given = parser.parse_args(arguments)
    if given.check:
        faults = ask_faults(asks, given.folder)
        print("\n".join(faults) or "no difference")
        return 1 if faults else 0
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, text in ask_files(asks).items():
        (given.folder / name).write_text(text, encoding="utf-8", newline="\n")
    return 0
