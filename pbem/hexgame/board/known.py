"""The names that a file or a line of text may use: faults at their place, with what may have been meant."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pbem.engine.datacheck import FileFault
from pbem.wargame.names import nearest

Path = tuple[str | int, ...]
_LONGEST = 24
"""Letters of a name that is told."""
_MOST = 5
"""Faults of a position that are told."""


@dataclass(frozen=True)
class Known:
    """What there is for one file of a scenario. kinds: kind -> what one is called, `{}` the name, and all there are."""

    file: str
    kinds: Mapping[str, tuple[str, Collection[str]]]

    def unknown(self, kind: str, text: str, path: Path) -> Iterator[FileFault]:
        """A fault for each word of a text that is no name of a kind."""
        called, known = self.kinds[kind]
        for word in text.split():
            if word not in known:
                yield self.fault(f"there is no {called.format(word[:_LONGEST])}{hint(word, known)}", path)

    def fault(self, what: str, path: Path, mend: str = "") -> FileFault:
        """A fault of the file."""
        return FileFault(self.file, what, path, mend)


def hint(name: str, known: Iterable[str]) -> str:
    """`; did you mean jena?`, "" where nothing is near."""
    close = nearest(name, {one: one for one in sorted(known)})
    return f"; did you mean {' or '.join(close)}?" if close else ""


def require_possible(
    said: Mapping[str, Iterable[str]], known: Mapping[str, Container[str]], others: Iterable[str] = ()
) -> None:
    """Refuses a position that names what is not there. said: kind -> names in it. known: kind -> all there are.

    others: what is wrong with it beside. Raises ValueError.
    """
    found = [
        f"there is no {kind} {name[:_LONGEST]}"
        for kind, names in said.items()
        for name in names
        if name not in known[kind]
    ]
    found += others
    if found:
        raise ValueError(f"not a position: {'; '.join(found[:_MOST])}")
