"""What a player alone knows of a campaign: his secrets in it, what his messages committed to, his hidden forces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.hidden import HIDDEN, NOTHING, Draw, Own
from pbem.errors import Problem
from pbem.protocol.audit import FIRST_COMMITMENT, excused_below
from pbem.protocol.dice import private_results
from pbem.protocol.encoding import prf, u64
from pbem.protocol.keys import private_value
from pbem.protocol.secrets_ring import Ring, Secrets
from pbem.protocol.vault import SEALED, VaultError, read_vault

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.person import Person
    from pbem.protocol.chain import Chain
    from pbem.protocol.messages import Message

OPEN_VAULT = 4096
# Bytes of a vault that an entry takes beside its value, and that the value of a standing order usually takes at most.
_ENTRY, _SLOT = 48, 80


def ring_of(chain: Chain, seat: str, person: Person) -> Ring:
    """The secrets with which a person made the commitments of a seat. Raises Problem KEY_LOST.

    Commitments of a predecessor are in it where he handed his secrets over.
    """
    spans: list[tuple[int, Secrets]] = []
    for holder in (holder for holder in chain.ledger.holders if holder.seat == seat):
        master = person.master_of(holder.key)
        # A later key's commitments begin with the message that brings it in.
        first = 0 if holder.since < 2 else holder.since - 1
        if master is not None:
            if holder.seated:
                spans = inherited(master, chain, first)
            spans.append((first, Secrets.of(master, chain.game)))
        else:
            # Behind a key that is missing nobody can tell whose commitments are whose.
            spans = []
    if not spans:
        raise Problem("KEY_LOST", "your identity has no key of this campaign", "restore it: pbem keys restore")
    current = person.master_of(chain.keys[seat])
    if current is None:
        raise Problem("KEY_LOST", "the key that you play with now is not among yours", "restore it: pbem keys restore")
    return Ring(current, tuple(spans))


def former_missing() -> Problem:
    """What is needed was committed to with a former identity that is not at hand."""
    what = "what you committed to with a former identity is needed now, and that identity is not here"
    return Problem("KEY_LOST", what, "bring it back from its paper: pbem keys restore FILE --former")


def require_veils(campaign: Campaign, markers: Mapping[str, Mapping[str, Any]]) -> None:
    """Whether every veil that an audit discloses is at hand. Raises Problem KEY_LOST."""
    first = max(excused_below(campaign.chain.ledger, campaign.seat, markers), FIRST_COMMITMENT[campaign.seat])
    if campaign.ring.spans[0][0] > first:
        raise former_missing()


def inherited(master: bytes, chain: Chain, seating: int) -> list[tuple[int, Secrets]]:
    """The predecessor's secrets of this game that a seating's vault keeps; none where the value was lost."""
    kept = _inheritance(master, chain, seating)
    secrets = [(entry["from"], entry["dice"], entry["veil"]) for entry in kept["secrets"]]
    return [(first, Secrets(bytes.fromhex(dice), bytes.fromhex(veil))) for first, dice, veil in secrets]


def _inheritance(master: bytes, chain: Chain, seating: int) -> dict[str, Any]:
    """What the vault of a seating that took over the open segment keeps of its predecessor's secrets."""
    from pbem.campaign.core.inherited_secrets import INHERITED, unpack

    try:
        return unpack(_vault(master, chain, seating).get(INHERITED, {}))
    except VaultError as error:
        raise Problem("VAULT_CLOSED", f"message {seating}: {error}", "use the identity that signed it") from None


def _vault(master: bytes, chain: Chain, seq: int) -> dict[str, dict[Any, Any]]:
    try:
        return read_vault(master, chain.game, seq, chain.messages[seq].body.get("vault", ""))
    except VaultError as error:
        raise Problem("VAULT_CLOSED", f"message {seq}: {error}", "use the identity that signed it") from None


class OwnCommitments(Mapping[int, Mapping[str, Any]]):
    """What one's own messages of a log committed to, read back from their vaults (protocol section 6)."""

    def __init__(self, ring: Ring, chain: Chain, seat: str) -> None:
        self._ring = ring
        self._chain = chain
        # Messages alternate, a's bearing the even numbers; invitations commit to nothing.
        numbers = range(1 if seat == "b" else 2, len(chain.messages), 2)
        self._own = [seq for seq in numbers if _mine(ring, seq)]
        self._read: dict[int, dict[str, Any]] = {}
        self._former = _former(ring, chain, seat)

    def __getitem__(self, seq: int) -> Mapping[str, Any]:
        if seq in self._former:
            return self._former[seq]
        if seq not in self._read:
            if seq not in self._own:
                raise KeyError(seq)
            self._read[seq] = self._open(self._chain.messages[seq])
        return self._read[seq]

    def _open(self, message: Message) -> dict[str, Any]:
        kinds = _vault(self._ring.at(message.seq).master, self._chain, message.seq)
        trees = {kind: _filled(kinds.get(kind, {})) for kind in message.body["roots"]}
        return {**trees, "marker": kinds.get("marker", {}), SEALED: list(kinds.get(SEALED, {}).values())}

    def __iter__(self) -> Iterator[int]:
        return iter(sorted({*self._former, *self._own}))

    def __len__(self) -> int:
        return len({*self._former, *self._own})


def _mine(ring: Ring, seq: int) -> bool:
    try:
        return bool(ring.at(seq).master)
    except KeyError:
        return False


def _former(ring: Ring, chain: Chain, seat: str) -> dict[int, dict[str, Any]]:
    """What a predecessor committed to, as the vault of the seating that followed him keeps it."""
    seating = chain.ledger.last_seating(seat)
    if seating < 0 or all(secrets.master for _, secrets in ring.spans):
        return {}
    kept = _inheritance(ring.at(seating).master, chain, seating)
    return {int(seq): value for seq, value in kept["committed"].items()}


def _filled(slots: Mapping[int, Any]) -> list[Any]:
    """The values of the slots from 0; unused ones hold the empty string."""
    return [slots.get(i, "") for i in range(max(slots, default=-1) + 1)]


def own_of(campaign: Campaign, state: Mapping[str, Any], control: Mapping[str, Any] | None = None) -> Own:
    """What this person knows of his own hidden forces; nothing in a game without any, and for an onlooker.

    state, control: after which and with which his next message is composed.
    """
    if campaign.machine.forces is None or not campaign.seat:
        return NOTHING
    markers = markers_of(campaign, state)
    secret = prf(campaign.ring.spans[-1][1].veil, "shuffle", campaign.chain.game, u64(state["n"]))
    return Own(campaign.army, markers, leaves_of(campaign, control), draws_of(campaign), secret)


def markers_of(campaign: Campaign, state: Mapping[str, Any]) -> dict[str, Any]:
    """One's own markers that hold a commitment in a state -> content. Raises Problem KEY_LOST."""
    committed = campaign.committed
    own = {name: e["at"] for name, e in sorted(state.get("markers", {}).items()) if e["side"] == campaign.seat}
    try:
        return {name: committed[at]["marker"][name] for name, at in own.items()}
    except KeyError:
        raise former_missing() from None


def leaves_of(
    campaign: Campaign, control: Mapping[str, Any] | None = None, *, seq: int | None = None
) -> dict[str, dict[str, Any]]:
    """tree -> name -> value as one's newest message that counts committed to it; "" before the first.

    control: that of the message which is being composed; its acceptance of a take-back counts already. seq: as it was
    after this message, None for now.
    """
    newest = _counting(campaign, control, seq)
    return {
        tree: {name: _at(newest.get(tree, []), campaign.machine.leaf(campaign.seat, tree, name)) for name in names}
        for tree, names in campaign.machine.leaves[campaign.seat].items()
    }


def _counting(campaign: Campaign, control: Mapping[str, Any] | None, last: int | None) -> Mapping[str, Any]:
    """What one's newest message up to `last` committed to that counts; see `newest_counting`."""
    chain = campaign.chain
    last = len(chain.messages) - 1 if last is None else last
    given_up: Sequence[int] = ()
    if control is not None and control.get("answer") == "accept":
        offer = chain.messages[-1].body.get("control", {})
        given_up = range(offer["to"], len(chain.messages)) if offer.get("offer") == "takeback" else ()
    return newest_counting(chain, campaign.committed, last, given_up)


def newest_counting(
    chain: Chain, committed: Mapping[int, Mapping[str, Any]], last: int, given_up: Sequence[int] = ()
) -> Mapping[str, Any]:
    """What the newest message up to `last` committed to, but for those that were taken back by then, with the orders
    returned to (protocol 11.2); nothing before the first.

    committed: seq -> what that message of a seat committed to. given_up: further messages that do not count.
    """
    lapsed = {seq for agreement in chain.ledger.agreed if agreement.seq <= last for seq in agreement.lapsed}
    counting = [seq for seq in sorted(committed) if seq <= last and seq not in lapsed and seq not in given_up]
    return committed[counting[-1]] if counting else {}


def _at(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else ""


def draws_of(campaign: Campaign) -> tuple[Draw, ...]:
    """One's own private draws that count: of every segment that one closed and that was not taken back since."""
    chain = campaign.chain
    if HIDDEN not in campaign.machine.leaves["a"]:
        return ()
    # Segment k is closed by message k + 1; the same label may have been drawn again when play went on before it.
    undone = {seq - 1 for agreement in chain.ledger.agreed for seq in agreement.undone}
    found: list[Draw] = []
    for k, tape in enumerate(chain.tapes):
        if k >= 2 and k not in undone and chain.messages[k].seat != campaign.seat:
            found += _drawn(campaign, k, chain.seed(k), tape)
    return tuple(found)


def _drawn(campaign: Campaign, k: int, seed: bytes, tape: list[Any]) -> list[Draw]:
    if not any(faces and not result for _, faces, result in tape):
        return []
    try:
        veil = campaign.ring.at(k - 1).veil
    except KeyError:
        # A predecessor's draws, which he did not hand over.
        return []
    w = bytes.fromhex(private_value(veil, k - 1))
    return [Draw(k, label, faces, result) for label, faces, result in private_results(seed, w, tape)]


def closing_draws(campaign: Campaign, seed: bytes, tape: list[Any]) -> list[Draw]:
    """One's private draws of the open segment, which one's next message closes."""
    return _drawn(campaign, len(campaign.chain.messages) - 1, seed, tape)


def vault_least(campaign: Campaign, seat: str, things: int) -> int:
    """Bytes that the vault of a message has whatever is in it. things: hidden in it beside leaves.

    Where nothing but standing orders is secret, as many as a player usually writes.
    """
    if campaign.machine.forces is None:
        return OPEN_VAULT
    forces, slots = campaign.machine.forces, len(campaign.machine.slots[seat])
    leaves = sum(len(names) for names in campaign.machine.leaves[seat].values())
    values = forces.content_size * (things + 1) + forces.leaves_size + _SLOT * slots
    return 1024 + values + _ENTRY * (slots + leaves + things)
