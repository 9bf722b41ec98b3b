"""The description of a VASSAL module: what it calls our boards and units. A YAML file that its user writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pbem.engine.picture import Point
from pbem.orders.check import checked
from pbem.orders.findings import Finding, OrdersFault, did_you_mean
from pbem.orders.loader import Document, load
from pbem.orders.loader import Path as Keys
from pbem.orders.schemas import read_schema
from pbem.store.files import read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

UNFILLED: Final = (0, 0)
"""What the template writes for a pixel that somebody has to look up."""


@dataclass(frozen=True)
class Piece:
    """A piece of the module. gpid: its number there, 0 where it is not told. keys: where the description names it."""

    name: str
    gpid: int
    image: str
    keys: Keys


@dataclass(frozen=True)
class Plan:
    """Where one of our boards is in the module. places: place id -> pixel on the board's picture.

    offset: of that picture on its map window. location: what the module's grid calls a place, "" where pixels count
    alone; zone: "" for any. keys: where the description tells of it.
    """

    map: str
    board: str
    offset: Point
    zone: str
    location: str
    places: Mapping[str, Point]
    keys: Keys


@dataclass(frozen=True)
class Description:
    """A whole description. plans: by our board ids; units: by unit ids; unknown and dummies: by army ids."""

    document: Document
    name: str
    version: str
    vassal: str
    plans: Mapping[str, Plan]
    columns: Mapping[str, int]
    units: Mapping[str, Piece]
    unknown: Mapping[str, Piece]
    dummies: Mapping[str, Piece]

    def finding(self, keys: Keys, what: str, *, subject: str = "", hint: str = "", key: bool = False) -> Finding:
        """A fault at a place of the file; at the nearest that it has."""
        if key and keys not in self.document.keys:
            # What is missing belongs below the key of what should hold it.
            line, column = self.document.mark(keys[:-1], key=True)
        else:
            line, column = self.document.mark(keys, key=key)
        return Finding("unknown", "vassal", what, keys, line, column, subject, hint=hint)

    def fault(self, findings: Iterable[Finding]) -> OrdersFault:
        """All of them as one error."""
        return OrdersFault(self.document.name, findings)


def read_description(path: Path) -> Description:
    """The description in a file. Raises Problem: FILE_MISSING and its like, ORDERS_YAML, ORDERS_SCHEMA."""
    return description_of(read_bounded(path, DOCUMENT_LIMIT), str(path))


def description_of(source: bytes, name: str) -> Description:
    """The description in these bytes; name: of the file, for errors. Raises Problem ORDERS_YAML, ORDERS_SCHEMA."""
    document = load(source, name)
    data = checked(document, read_schema("vassal"))
    module = data["module"]
    return Description(
        document,
        module["name"],
        module["version"],
        module.get("vassal", ""),
        {board: _plan(entry, ("boards", board)) for board, entry in data["boards"].items()},
        data.get("columns", {}),
        _pieces(data, "units"),
        _pieces(data, "unknown"),
        _pieces(data, "dummies"),
    )


def _plan(entry: Mapping[str, Any], keys: Keys) -> Plan:
    grid = entry.get("grid", {})
    places = {place: (x, y) for place, (x, y) in entry.get("places", {}).items()}
    x, y = entry.get("offset", (0, 0))
    return Plan(
        entry["map"],
        entry["board"],
        (x, y),
        grid.get("zone", ""),
        grid.get("location", ""),
        {place: at for place, at in places.items() if at != UNFILLED},
        keys,
    )


def _pieces(data: Mapping[str, Any], member: str) -> dict[str, Piece]:
    """Those that are filled in."""
    found = {}
    for uid, entry in data.get(member, {}).items():
        entry = {"piece": entry} if isinstance(entry, str) else entry
        if entry["piece"].strip():
            found[uid] = Piece(entry["piece"], entry.get("gpid", 0), entry.get("image", ""), (member, uid))
    return found


def missing_piece(description: Description, member: str, uid: str, words: str, where: str) -> Finding:
    """The fault that a counter on the board has no piece. words: its printed name. where: the place it stands in."""
    named = f"{words} ({uid})" if words and words != uid else uid
    what = f"{named} stands in {where}, and no piece is named for it"
    known = getattr(description, member)
    near = did_you_mean(uid, sorted(known)) if known and (member, uid) not in description.document.values else ""
    hint = near if near.startswith("did you mean") else "write the name that its piece has in the module"
    return description.finding((member, uid), what, subject=f"{uid}:", hint=hint, key=True)
