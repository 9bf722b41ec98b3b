"""What a player who leaves hands to his successor: the secrets of one game, and what they committed to (section 11).

With it the successor closes the open segment in a seating that is not void, and everything that lies face down stays
as it is. It is the secret of this one game; it signs nothing. It is read as if an enemy had written it: what counts is
only what the log proves, and all that the seating and the audit will need has to be there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.inherited_secrets import HANDOVER_LIMIT, pack
from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.engine.hidden import HIDDEN
from pbem.errors import Problem
from pbem.protocol import commitments, keys
from pbem.protocol.audit import FIRST_COMMITMENT, excused_below
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.commitments import Tree
from pbem.protocol.faults import Fault
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.vault import SEALED

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.chain import Chain
    from pbem.protocol.messages import Message

_MEMBERS = {"v": int, "game": str, "side": str, "secrets": list, "committed": dict}
_SECRETS = {"from": int, "dice": str, "veil": str}
_HEX = re.compile(r"[0-9a-f]{64}")
_SEQ = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class Handover:
    """A predecessor's knowledge that fits the log. ring: signs nothing. committed: by number of his message."""

    ring: Ring
    committed: Mapping[int, Mapping[str, Any]]

    @property
    def inherited(self) -> dict[str, str]:
        """What the successor keeps of it in the vault of his seating; standing orders are of no use after it."""
        secrets = [
            {"from": since, "dice": known.dice.hex(), "veil": known.veil.hex()} for since, known in self.ring.spans
        ]
        kept = {seq: _without(committed, DOCTRINE) for seq, committed in self.committed.items()}
        return pack(secrets, {str(seq): parts for seq, parts in kept.items() if parts})


def _without(committed: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The parts of what a message committed to that are not empty, but for one kind."""
    return {name: part for name, part in committed.items() if part and name != kind}


def handover_text(campaign: Campaign) -> str:
    """The file for the successor. Raises Problem, NOT_A_PLAYER and GAME_OVER among them."""
    campaign.require_player()
    chain, seat = campaign.chain, campaign.seat
    if not chain.game or chain.over or not chain.waits_for:
        raise Problem(
            "GAME_OVER", "nobody can be seated before the game has begun or when it is over", "see pbem status"
        )
    known = campaign.committed
    ring = campaign.ring
    body = {
        "v": 1,
        "game": chain.game.hex(),
        "side": seat,
        "secrets": [{"from": since, "dice": s.dice.hex(), "veil": s.veil.hex()} for since, s in ring.spans],
        "committed": {str(seq): _without(known[seq], "") for seq in known},
    }
    last = max((m.seq for m in chain.messages if m.seat == seat), default=0)
    head = (
        f"pbem: what {campaign.title_of(seat)} hands to his successor in game {campaign.short_id}",
        f"It goes with everything up to his message {last}. For the successor alone: whoever reads it sees all that",
        "this side keeps hidden, and may foresee dice. Send it on a way that nobody else can read, then delete it.",
        "The successor: pbem seat ARCHIVE --from THIS-FILE",
    )
    return "".join(f"# {line}\n" for line in head) + canon(body).decode("utf-8") + "\n"


def read_handover(data: bytes, chain: Chain, seat: str) -> Handover:
    """The predecessor's knowledge, held against the log whose seat `seat` is due.

    Raises Problem HANDOVER_UNFIT where the file is not of the right form, or the log disproves it, or something that
    will be needed is missing.
    """
    body = _parsed(data)
    if body["game"] != chain.game.hex() or body["side"] != seat:
        raise _unfit("it belongs to another game or to the other side", "ask for the file of this seat")
    ring = Ring(b"", _secrets(body["secrets"]))
    given = _committed(body["committed"])
    _require_value(chain, seat, ring)
    return Handover(ring, {m.seq: _proved(chain, m, ring, given.get(m.seq, {})) for m in _needed(chain, seat)})


def _unfit(what: str, mend: str) -> Problem:
    return Problem("HANDOVER_UNFIT", f"this file cannot be used for the seat: {what}", mend)


def _malformed() -> Problem:
    return _unfit("it is damaged, or not written by pbem", "ask for it again")


def _parsed(data: bytes) -> dict[str, Any]:
    lines = [line for line in data[: HANDOVER_LIMIT + 1].split(b"\n") if line.strip() and not line.startswith(b"#")]
    if len(data) > HANDOVER_LIMIT or len(lines) != 1:
        raise _malformed()
    try:
        body = parse_value(lines[0].rstrip(b"\r"))
    except Fault:
        raise _malformed() from None
    if not _has(body, _MEMBERS) or body["v"] != 1:
        raise _malformed()
    return dict(body)


def _has(value: Any, members: Mapping[str, type]) -> bool:
    if type(value) is not dict or value.keys() != members.keys():
        return False
    return all(type(value[name]) is kind for name, kind in members.items())


def _secrets(listed: list[Any]) -> tuple[tuple[int, Secrets], ...]:
    spans: list[tuple[int, Secrets]] = []
    for entry in listed[:64]:
        if not _has(entry, _SECRETS) or not all(_HEX.fullmatch(entry[name]) for name in ("dice", "veil")):
            raise _malformed()
        spans.append((entry["from"], Secrets(bytes.fromhex(entry["dice"]), bytes.fromhex(entry["veil"]))))
    starts = [since for since, _ in spans]
    if not spans or starts != sorted(set(starts)) or starts[0] < 0 or len(listed) > len(spans):
        raise _malformed()
    return tuple(spans)


def _committed(listed: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    if not all(_SEQ.fullmatch(seq) and type(parts) is dict for seq, parts in listed.items()):
        raise _malformed()
    return {int(seq): parts for seq, parts in listed.items()}


def _needed(chain: Chain, seat: str) -> list[Message]:
    """The seat's messages whose commitments count still, or will have to be disclosed."""
    first = max(excused_below(chain.ledger, seat, chain.state.get("markers", {})), FIRST_COMMITMENT[seat])
    first = min(first, *_still_sealed(chain, seat), first)
    return [m for m in chain.messages if m.seat == seat and m.seq >= first]


def _still_sealed(chain: Chain, seat: str) -> list[int]:
    """The seat's messages whose sealed answer nobody has seen yet, and may have to be opened by a later player."""
    own = [m for m in chain.messages if m.seat == seat]
    opened = {
        opening["at"]
        for m in own
        for opening in (*m.body.get("open", []), *m.body.get("input", {}).get("open", []))
        if opening["t"] == SEALED
    }
    lost = max((a.seq for a in chain.ledger.agreed if a.what == "void seat" and a.seat == seat), default=-1)
    return [m.seq for m in own if m.seq > lost and SEALED in m.body.get("input", {}) and m.seq not in opened]


def _require_value(chain: Chain, seat: str, ring: Ring) -> None:
    """The value that the seating has to reveal is the one that was sealed."""
    seq = len(chain.messages) - 2
    try:
        value = keys.dice_value(ring.at(seq).dice, seq, chain.messages[seq - 1].id)
    except KeyError:
        raise _malformed() from None
    if keys.seal(chain.game, seat, seq, value).hex() != chain.messages[seq].body["seal"]:
        raise _unfit(f"it does not hold the value that message {seq} sealed", "ask the player who left for a new one")


def _proved(chain: Chain, m: Message, ring: Ring, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a message committed to, recomputed. What an earlier predecessor never handed over is not asked for."""
    try:
        veil = ring.at(m.seq).veil
    except KeyError:
        raise _malformed() from None
    kept = {kind: _tree(chain, m, kind, veil, given.get(kind, [])) for kind in sorted(chain.trees)}
    if m.seq < chain.ledger.last_seating(m.seat):
        kept.pop(DOCTRINE, None)
    honest = HIDDEN not in kept or (kept[HIDDEN] or [""])[0] == keys.private_value(veil, m.seq)
    if not honest or any(values is None for values in kept.values()):
        raise _stale(m.seq)
    return {**kept, "marker": _markers(chain, m, veil, given), "sealed": _sealed(chain, m, veil, given)}


def _stale(seq: int) -> Problem:
    return _unfit(f"it does not hold what message {seq} committed to", "ask the player who left for a new one")


def _tree(chain: Chain, m: Message, kind: str, veil: bytes, values: Any) -> list[Any] | None:
    depth = chain.trees[kind]
    if type(values) is not list or len(values) > 2**depth:
        raise _malformed()
    tree = Tree(chain.game, m.seat, m.seq, kind, veil, values, depth)
    return values if tree.root.hex() == m.body["roots"][kind] else None


def _markers(chain: Chain, m: Message, veil: bytes, given: Mapping[str, Any]) -> dict[str, Any]:
    contents, found = given.get("marker", {}), {}
    if type(contents) is not dict:
        raise _malformed()
    for entry in m.body.get("hide", []):
        name = entry["marker"]
        salt = keys.salt(veil, chain.game, m.seat, m.seq, "marker", name)
        made = commitments.marker(chain.game, m.seat, m.seq, name, salt, contents.get(name, ""))
        if name not in contents or made.hex() != entry["commit"]:
            raise _stale(m.seq)
        found[name] = contents[name]
    return found


def _sealed(chain: Chain, m: Message, veil: bytes, given: Mapping[str, Any]) -> list[Any]:
    commit, values = m.body.get("input", {}).get("sealed"), given.get("sealed", [])
    if commit is None:
        return []
    salt = keys.salt(veil, chain.game, m.seat, m.seq, "sealed", "")
    if type(values) is not list or len(values) != 1:
        raise _stale(m.seq)
    if commitments.sealed(chain.game, m.seat, m.seq, salt, values[0]).hex() != commit:
        raise _stale(m.seq)
    return [values[0]]
