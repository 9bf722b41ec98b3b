"""The tables of documents: what an entry of a player's document may say, from its declaration."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.hexgame.documents.form import Instead, Member, Some, listed
from pbem.hexgame.documents.kinds import Choice, Node, Yes


def table(members: Mapping[str, Member]) -> str:
    """A table in Markdown of the members that are explained: how each is written, and what counts without it."""
    known = {key: member for key, member in members.items() if member.doc or member.more}
    defaults = any(member.default for member in known.values())
    rows = [["member", "meaning", "without it"], ["---", "---", "---"]]
    rows += [[f"`{key}`", _meaning(member), member.default] for key, member in known.items()]
    return "".join(f"| {' | '.join(row if defaults else row[:2])} |\n".replace("|  |", "| |") for row in rows)


def _meaning(member: Member) -> str:
    forms = _forms(member.node)
    written = f"; {listed(forms, 'or')}" if forms else ""
    return f"{member.doc}{member.more}{written}{'; required' if member.required else ''}"


def _forms(node: Node) -> list[str]:
    """How a value is written, as far as the declaration knows it."""
    if isinstance(node, Instead):
        return [*_forms(node.node), *(f"`{word}`" for word in node.words)]
    if isinstance(node, Choice):
        return [f"`{word}`" for word in node.words]
    if isinstance(node, Some) and node.single:
        return ["one", "a list"]
    return ["`true`"] if isinstance(node, Yes) else []
