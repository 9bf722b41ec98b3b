"""pywargame on Python 3.11: three of its modules are written with f-strings that only Python 3.12 can parse.

Each has a line feed as an escape within the braces. They are read here with the expression `chr(10)` in its place,
which means the same; nothing else of the library is changed, and nothing is written beside its files.
"""

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

REPAIRS: dict[str, tuple[tuple[str, str], ...]] = {
    "pywargame.vassal.traits.sheet": ((r'e["value"].replace("\n",', 'e["value"].replace(chr(10),'),),
    "pywargame.vassal.merger": ((r'{"\n".join(', "{chr(10).join("), (r'f"\n{v.i}".join', "(chr(10)+v.i).join")),
    "pywargame.zuntzu.exporter": ((r"{'\n'.join(", "{chr(10).join("),),
}


class _Repaired(SourceFileLoader):
    """Reads one module with its repair; leaves no compiled file behind."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        source = self.get_data(path).decode("utf-8")
        for old, new in REPAIRS[fullname]:
            assert old in source, f"{fullname} is not what this repair was made for"
            source = source.replace(old, new)
        return compile(source, path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the three modules; everything else is found as ever."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in REPAIRS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Repaired(fullname, spec.origin)
        return spec


def importable() -> None:
    """From here on `import pywargame` works, on Python 3.11 by the repairs; from 3.12 on nothing is done."""
    if sys.version_info < (3, 12) and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
