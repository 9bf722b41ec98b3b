"""The page's script: the modules of this folder as one text that needs no loader.

Modules name what they take with `import { a, b } from "./other.js";` and give with `export function`, `export const`.
Each becomes a function of its own, so that no name of one module touches another.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final

MAIN: Final = "main"
_IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|const|let) (\w+))", re.MULTILINE)
_RENAMED: Final = re.compile(r"^export \{ (\w+) as (\w+) \};\n?", re.MULTILINE)


@lru_cache(maxsize=1)
def script() -> str:
    """Every module that the main one needs, each behind those that it needs itself. Raises ValueError."""
    placed: dict[str, str] = {}
    _place(MAIN, placed, ())
    return '"use strict";\n' + "\n".join(placed.values())


def _place(name: str, placed: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"modules that need each other: {', '.join((*above, name))}")
    if name in placed:
        return
    text = source(f"{name}.js")
    for _, other in _IMPORT.findall(text):
        _place(other, placed, (*above, name))
    placed[name] = wrapped(name, text)


def wrapped(name: str, text: str) -> str:
    """A module as a constant that holds what it exports. Raises ValueError for an import or export of another form."""
    given = [(word, word) for word in _EXPORT.findall(text)] + _RENAMED.findall(text)
    body = _EXPORT.sub("", _RENAMED.sub("", text))
    body = _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = module_{found[2]};", body)
    left = re.search(r"^(?:import|export)\b.*", body, re.MULTILINE)
    if left:
        raise ValueError(f"{name}.js: this form is not known here: {left[0][:80]}")
    told = ", ".join(inner if inner == outer else f"{outer}: {inner}" for inner, outer in given)
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {told} }};\n}})();\n"


def source(name: str) -> str:
    """A file of this folder."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
