"""Reading a VASSAL module: a zip of anybody's making, of which only the build file is taken, within bounds."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.parsers import expat

from pbem.errors import Problem
from pbem.store.faults import irregular, missing, reported, too_large
from pbem.store.files import entry_at
from pbem.vassal.zipped import TableError, check_table

# Modules hold scans of maps; their build file and their table of contents are small beside them.
MODULE_LIMIT: Final = 2**30
_BUILD_LIMIT: Final = 24 * 2**20
_MOST_ELEMENTS: Final = 120_000
_MOST_ATTRIBUTES: Final = 400_000
# The parser gives a tag with all its attributes at once, and keeps it whole until then.
_LONGEST_TAG: Final = 2**18
_PIECE: Final = 2**16
_DEEPEST: Final = 60
# Traits that a piece may have once its prototypes, and theirs, are written out: each costs as many backslashes as there
# are before it.
_MOST_TRAITS: Final = 300
_NAMES: Final = ("buildFile.xml", "buildFile")


def build_file(path: Path) -> bytes:
    """The build file of a module: XML without entities, of bounded size, depth and expansion.

    Raises Problem: FILE_MISSING and its like, VASSAL_MODULE for what is no such module or too large for one.
    """
    entry = entry_at(path)
    if entry is None:
        raise missing(path)
    if entry.kind != "file":
        raise irregular(path)
    if entry.size > MODULE_LIMIT:
        raise too_large(path, MODULE_LIMIT)
    try:
        with reported(path, writing=False):
            check_table(path, entry.size)
            data = _unpacked(path)
    except TableError as error:
        raise _unfit(path, str(error)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _unfit(path, f"this is no module: {str(error)[:100]}") from None
    _check_xml(path, data)
    return data


def _unfit(path: Path, what: str) -> Problem:
    return Problem("VASSAL_MODULE", what, "give the .vmod file of the module, as it was downloaded", str(path))


def _unpacked(path: Path) -> bytes:
    with zipfile.ZipFile(path) as module:
        name = next((name for name in _NAMES if name in module.NameToInfo), "")
        if not name:
            raise _unfit(path, f"there is no {_NAMES[0]} in it")
        with module.open(name) as file:
            # What the table says of the size may be a lie.
            data = file.read(_BUILD_LIMIT + 1)
    if len(data) > _BUILD_LIMIT:
        raise _unfit(path, f"its {name} is larger than {_BUILD_LIMIT // 2**20} MiB")
    return data


def _check_xml(path: Path, data: bytes) -> None:
    """Raises Problem VASSAL_MODULE for XML that would cost its reader too much, or that is none."""
    parser = expat.ParserCreate()
    counting = _Counting(path, parser)
    try:
        for start in range(0, len(data), _PIECE):
            parser.Parse(data[start : start + _PIECE], False)
            counting.waits(start + _PIECE)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise _unfit(path, f"its build file is no XML: {error}") from None


class _Counting:
    """Counts what a document is made of while it is read, and refuses it when it becomes too much."""

    def __init__(self, path: Path, parser: expat.XMLParserType) -> None:
        self.path, self.parser = path, parser
        self.elements = self.attributes = self.depth = self.read = 0
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartDoctypeDeclHandler = self.doctype
        parser.DefaultHandler = self.other

    def start(self, _name: str, attributes: Sequence[str]) -> None:
        self.read = self.parser.CurrentByteIndex
        self.elements += 1
        self.attributes += len(attributes) // 2
        self.depth += 1
        if self.elements > _MOST_ELEMENTS or self.attributes > _MOST_ATTRIBUTES or self.depth > _DEEPEST:
            raise _unfit(self.path, "its build file has more elements or attributes, or deeper ones, than any module")

    def end(self, _name: str) -> None:
        self.depth -= 1

    def other(self, _text: str) -> None:
        self.read = self.parser.CurrentByteIndex

    def waits(self, given: int) -> None:
        """Whether the parser keeps too much of what it was given, because a tag in it does not end."""
        if given - self.read > _LONGEST_TAG:
            raise _unfit(self.path, f"its build file has a tag, or a comment, of more than {_LONGEST_TAG // 2**10} KiB")

    def doctype(self, *_: object) -> None:
        raise _unfit(self.path, "its build file declares a document type, which no module does")


_USE = re.compile(r"(?:^|[/\t])prototype;([^\t/]*?)\\*(?=[\t/]|$)")


def used_prototypes(code: str) -> tuple[str, ...]:
    """Names of the prototypes that a piece's definition uses itself."""
    return tuple(_USE.findall(code[:_LONGEST_TAG]))


def check_pieces(prototypes: Mapping[str, str], pieces: Mapping[str, str], where: str) -> None:
    """Whether pieces stay small when their prototypes, and theirs, are written out; both by name -> definition.

    Raises Problem VASSAL_MODULE for prototypes that use each other in a circle, and for what has too many traits.
    """
    sizes: dict[str, int] = {}
    for name in prototypes:
        waiting = [name]
        while waiting:
            last = waiting[-1]
            used = [one for one in _USE.findall(prototypes[last]) if one in prototypes]
            missing = [one for one in used if one not in sizes]
            if any(one in waiting for one in missing) or len(waiting) > _DEEPEST:
                raise _unfit(Path(where), f"its prototype {last[:60]!r} uses itself, or too many others")
            if missing:
                waiting.append(missing[0])
                continue
            sizes[waiting.pop()] = _checked_size(last, prototypes[last], sizes, where)
    for name, code in pieces.items():
        _checked_size(name, code, sizes, where)


def _checked_size(name: str, code: str, sizes: Mapping[str, int], where: str) -> int:
    """The number of traits of a definition, those of its prototypes among them."""
    # A tab parts two traits, and once more their states.
    size = code.count("\t") // 2 + 1 + sum(sizes.get(used, 0) for used in _USE.findall(code))
    if size > _MOST_TRAITS:
        raise _unfit(Path(where), f"its {name[:60]!r} has more than {_MOST_TRAITS} traits")
    return size
