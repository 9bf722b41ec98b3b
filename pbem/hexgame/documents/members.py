"""The members of a declaration for people: lines of a template, the gesture of a click."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.gesture import Gesture
from pbem.engine.options import Json
from pbem.hexgame.documents.form import Fields, Instead, Member, listed

_WIDE = 22


def template_rows(members: Mapping[str, Member], examples: Mapping[str, str], docs: Mapping[str, str]) -> Iterator[str]:
    """`reduce: 3-1   lower the odds (7.9); default: not`: a line for each member that has an example.

    examples: those of this moment, before the declared ones; "" leaves the member out. docs: other meanings of now.
    """
    for key, member in members.items():
        example = examples.get(key, member.example)
        if example:
            form, meaning = f"{key}: {example}", docs.get(key, member.doc)
            yield f"{form:<{_WIDE}}{' ' if len(form) <= _WIDE else '   '}{meaning}; default: {member.default}"


def may_be(members: Mapping[str, Member], word: str) -> str:
    """`pay, retreat and advance`: the members that a word may stand for."""
    return listed([key for key, one in members.items() if isinstance(one.node, Instead) and word in one.node.words])


def gesture(
    name: str,
    entry: Fields,
    *,
    doc: str,
    together: bool = False,
    several: Mapping[str, Json] | None = None,
    lasts: tuple[tuple[str, str], ...] = (),
) -> Gesture:
    """How a click makes an entry of the list: the members that a click fills. several: those for more than one unit,
    where they are others. lasts: words for the end of a path."""
    filled: dict[str, Json] = {key: one.gesture for key, one in entry.members.items() if one.gesture is not None}
    return Gesture(name, filled, together=together, doc=doc, several=several or {}, lasts=lasts)


def flow(value: Json) -> str:
    """A value as YAML on one line; texts that look like numbers or words of YAML in quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    plain = (
        text[:1].isalpha() and text.replace("-", "").isalnum() and text not in ("no", "n", "y", "yes", "true", "false")
    )
    return text if plain or not isinstance(value, str) else f'"{text}"'
