"""Data files into values: YAML whose every scalar is text, as in orders files, so that "0610" stays a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from pbem.wargame.faults import DataFaults

_BYTES: Final = 2**21
_DEPTH: Final = 20
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_file(files: Mapping[str, bytes], name: str) -> Any:
    """`read_data` of one file of a folder. Raises KeyError where it is not there."""
    return read_data(name, files[name])


def read_data(name: str, content: bytes) -> Any:
    """Maps, lists and texts of a YAML file. Raises DataFaults for one that is too big or deep, or none.

    Every scalar is a text. Anchors, aliases, tags and a member that stands twice are refused.
    """
    if len(content) > _BYTES:
        raise DataFaults([f"{name} has more than {_BYTES} bytes"])
    try:
        events = iter(yaml.parse(content.decode("utf-8"), Loader=_Loader))
        next(events)
        if isinstance(next(events), yaml.StreamEndEvent):
            return {}
        data = _node(name, next(events), events, 0)
        next(events)
        if isinstance(next(events), yaml.StreamEndEvent):
            return data
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DataFaults([f"{name} is no YAML: {' '.join(str(error).split())[:200]}"]) from None
    raise DataFaults([f"{name} holds more than one document"])


def _node(name: str, event: Any, events: Iterator[Any], depth: int) -> Any:
    if depth > _DEPTH:
        raise DataFaults([f"{_line(name, event)}: nested too deeply"])
    if isinstance(event, yaml.AliasEvent) or event.anchor or event.tag:
        raise DataFaults([f"{_line(name, event)}: anchors, aliases and tags are not allowed"])
    if isinstance(event, yaml.ScalarEvent):
        return event.value
    if isinstance(event, yaml.SequenceStartEvent):
        entries = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            entries.append(_node(name, event, events, depth + 1))
        return entries
    members: dict[str, Any] = {}
    if isinstance(event, yaml.MappingStartEvent):
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = _node(name, event, events, depth + 1)
            if not isinstance(key, str) or key in members:
                raise DataFaults([f"{_line(name, event)}: {str(key)[:40]!r} stands twice or is no name"])
            members[key] = _node(name, next(events), events, depth + 1)
    return members


def _line(name: str, event: Any) -> str:
    return f"{name}, line {event.start_mark.line + 1}"
