"""`python -m tests.docs.forking`: commands of pbem one after the other, each in a process of its own that begins with
everything loaded.

A line of its standard input asks for one: {"cwd", "env", "words", "out"}, where out is the file for what it prints,
errors where they come. A line is answered when the command has ended. With `steady` in its arguments dice are those of
`tests.docs.steady`.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Mapping
from typing import Any


def loaded() -> Callable[[list[str]], int]:
    """The program, with all of its commands and rulebooks read."""
    from pbem.campaign.core import rulebooks
    from pbem.cli import commands
    from pbem.cli.main import run

    for module in pkgutil.iter_modules(commands.__path__):
        importlib.import_module(f"{commands.__name__}.{module.name}")
    for name in rulebooks.names():
        rulebooks.ruleset(name).scenarios()
    return run


def become(asked: Mapping[str, Any], run: Callable[[list[str]], int]) -> int:
    """Is the process of this command; its status."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    out = os.open(asked["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for descriptor, stream in enumerate((os.open(os.devnull, os.O_RDONLY), out, out)):
        os.dup2(stream, descriptor)
    with (
        os.fdopen(0, encoding="utf-8") as sys.stdin,
        os.fdopen(1, "w", encoding="utf-8") as sys.stdout,
        os.fdopen(2, "w", encoding="utf-8", buffering=1) as sys.stderr,
    ):
        return run(list(asked["words"]))


def main() -> None:
    """Runs what is asked for until nothing more comes."""
    if "steady" in sys.argv[1:]:
        importlib.import_module("tests.docs.steady")
    run = loaded()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            status = 1
            try:
                status = become(json.loads(line), run)
            finally:
                os._exit(status)
        os.waitpid(child, 0)
        print("done", flush=True)


if __name__ == "__main__":
    main()
