"""The binding schemas of a ruleset's questions as files: written from its declaration, and compared with it.

`python -m pbem.hexgame.documents.asks PACKAGE [--check]` writes `data/asks/` of a ruleset as `ASKS` of its module
`forms` has it. The bytes of these files are part of the ruleset's digest: whoever changes one raises the rules version.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
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


def write_asks(asks: Mapping[str, Json], folder: Path, *, check: bool = False) -> int:
    """Writes the files of a folder as they are declared, or only tells what differs; exit code 1 if something does."""
    if check:
        faults = ask_faults(asks, folder)
        print("\n".join(faults) or "no difference")
        return 1 if faults else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ask_files(asks).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


def asks_command(arguments: Sequence[str] | None = None) -> int:
    """`write_asks` for a ruleset by the name of its package."""
    parser = argparse.ArgumentParser(description="write the binding schemas of all questions as they are declared")
    parser.add_argument("package", help="the ruleset, as it is imported")
    parser.add_argument("--check", action="store_true", help="write nothing and tell what differs")
    parser.add_argument("folder", nargs="?", type=Path, help="another one than data/asks of the ruleset")
    given = parser.parse_args(arguments)
    forms = import_module(f"{given.package}.forms")
    own = Path(str(forms.__file__)).parent / "data" / "asks"
    return write_asks(forms.ASKS, given.folder or own, check=given.check)


if __name__ == "__main__":
    sys.exit(asks_command())
