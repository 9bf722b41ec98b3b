"""A campaign at hand: its folder, its verified log, and who at this computer plays in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from pbem.campaign.core.briefed import member_due
from pbem.campaign.core.due import ACCEPT, ACKNOWLEDGE, ANSWER, OVER, WAIT, Due
from pbem.campaign.core.machine import GameMachine
from pbem.campaign.core.person import Person
from pbem.campaign.core.secrets import OwnCommitments, former_missing, own_of, ring_of
from pbem.engine.answerers import begin
from pbem.engine.requests import CONTINUE, ORDERS, Choose
from pbem.errors import Problem
from pbem.protocol import compose
from pbem.protocol.canonical import canon
from pbem.protocol.chain import Chain
from pbem.protocol.messages import Message
from pbem.protocol.secrets_ring import Ring
from pbem.store.folder import CampaignFolder
from pbem.store.home import Home
from pbem.store.journal import Journal

if TYPE_CHECKING:
    from pbem.engine.contract import Game, Line
    from pbem.protocol.ledger import Member
    from pbem.store.picture_folder import PictureFolder


class Campaign:
    """One campaign. `seat` is "" for somebody who does not play in it."""

    def __init__(
        self, folder: CampaignFolder, machine: GameMachine, chain: Chain, home: Home | None, person: Person | None
    ) -> None:
        self.folder = folder
        self.machine = machine
        self.chain = chain
        self.home = home
        self.person = person
        # What follows from a message alone, and is wanted more than once: public reports by id of the message.
        self.told: dict[tuple[bytes, bool], str] = {}
        # Seat -> its slots, the bytes of its standing orders and what they say.
        self.standing_read: dict[str, tuple[Any, bytes, Any]] = {}
        # The last question for which a template was made, and its lines.
        self.drafted: tuple[Due, Sequence[Line]] | None = None
        # The log whose open segment was closed last, and what came of it.
        self._closed: tuple[Chain, compose.Closing] | None = None

    # -- who and what ------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The ruleset, bound to scenario and options."""
        return self.machine.game

    @property
    def seat(self) -> str:
        """`a` or `b`, "" for an onlooker."""
        person = self.person
        if person is None:
            return ""
        held = self.chain.keys.items()
        # Former identities are looked at last: under a passphrase each costs a moment to open.
        return next(
            (seat for known in (person.key.__eq__, person.master_of) for seat, key in held if known(key)),
            "",
        )

    @property
    def army(self) -> str:
        """The army of this person, "" for an onlooker."""
        return self.machine.armies.get(self.seat, "")

    @property
    def game_id(self) -> str:
        """Id of the game in hex, "" before the accept."""
        return self.chain.game.hex()

    @property
    def short_id(self) -> str:
        """The first twelve digits of the game's id, or of the invitation's before the accept."""
        return (self.game_id or self.chain.messages[0].id.hex())[:12]

    def name_of(self, seat: str, at: int | None = None) -> str:
        """The name that a player gave himself when he sat down, in handshake or seating; else his army's.

        at: who sat there when message `at` was sent; by default who sits there now.
        """
        seating = self.chain.ledger.last_seating(seat, None if at is None else at + 1)
        for message in [self.chain.messages[seating]] if seating >= 0 else self.chain.messages[:2]:
            if message.seat == seat and message.body.get("name"):
                return str(message.body["name"])
        return self.game.telling.name(self.machine.armies[seat])

    def title_of(self, seat: str, at: int | None = None) -> str:
        """`Anna (French)`. at: as for `name_of`."""
        army = self.game.telling.name(self.machine.armies[seat])
        name = self.name_of(seat, at)
        return army if name == army else f"{name} ({army})"

    def require_player(self) -> Person:
        """The person, who must play in this campaign. Raises Problem NOT_A_PLAYER."""
        if self.person is None or not self.seat:
            raise Problem(
                "NOT_A_PLAYER",
                "your identity is that of neither player of this campaign",
                "use the computer, or the PBEM_HOME, with which you joined",
            )
        return self.person

    @property
    def member(self) -> Member | None:
        """Who this person is in the team of another; None for the two captains and for an onlooker (section 12)."""
        if self.person is None or not self.chain.ledger.members or self.seat:
            return None
        person = self.person
        return next((one for one in self.chain.ledger.members if person.master_of(one.key) is not None), None)

    @property
    def party(self) -> str:
        """The seat for which this person plays, as its captain or as a member of its team; "" for an onlooker."""
        member = self.member
        return self.seat or (member.seat if member is not None else "")

    def position(self, state: dict[str, Any]) -> Any:
        """The position of a public state as it stands now; the state itself keeps that of the phase's beginning."""
        if not (state["input"] or state["trace"]):
            return state["at"]
        request = begin(self.game, state, self.machine.seats).request  # type: ignore[arg-type]
        return state["at"] if request is None else self.game.position_of(request)

    @property
    def picture_cache(self) -> PictureFolder | None:
        """Where drawn parts of maps are kept between two commands; None for who has no configuration folder here."""
        return self.home.picture_cache() if self.home is not None else None

    # -- the open question ---------------------------------------------------------

    @property
    def ring(self) -> Ring:
        """This person's secrets in this game. Raises Problem."""
        return self._secrets[0]

    @property
    def committed(self) -> OwnCommitments:
        """What this person's messages committed to."""
        return self._secrets[1]

    @cached_property
    def _secrets(self) -> tuple[Ring, OwnCommitments]:
        ring = ring_of(self.chain, self.seat, self.require_player())
        return ring, OwnCommitments(ring, self.chain, self.seat)

    def close(self) -> compose.Closing:
        """Closes the open segment: rolls its dice, reads one's own standing orders. Signs nothing. Raises Problem."""
        self.require_player()
        if self._closed is None or self._closed[0] is not self.chain:
            try:
                closing = compose.close(self.chain, self.ring, self.committed, self.machine.truth(self.seat))
            except KeyError:
                raise former_missing() from None
            self._closed = (self.chain, closing)
        return self._closed[1]

    def due(self, control: Mapping[str, Any] | None = None) -> Due:
        """What is to be done next, by whom. control: what the next message says of an offer; none says "decline"."""
        if len(self.chain.messages) == 1:
            return Due(ACCEPT, "b", {})
        if not self.chain.waits_for:
            return Due(OVER, "", self.chain.state)
        member = self.member
        if member is not None and member.seat == self.chain.waits_for:
            return member_due(self)
        if self.chain.waits_for != self.seat:
            return Due(WAIT, self.chain.waits_for, self.chain.state)
        closing = self.close()
        state = compose.settled(self.chain, closing, control)
        offer = self.chain.messages[-1].body.get("control", {})
        kind, request = self._question(state) if not _wordless(control) else (ACKNOWLEDGE, None)
        pending = offer if "offer" in offer else {}
        return Due(kind, self.seat, state, closing, request, pending, own_of(self, state, control))

    def _question(self, state: dict[str, Any]) -> tuple[str, Choose | None]:
        need = state["need"]
        if state["over"] or need["side"] != self.seat:
            return ACKNOWLEDGE, None
        if need["ask"] == CONTINUE:
            return CONTINUE, None
        outcome = begin(self.game, state, self.machine.seats)  # type: ignore[arg-type]
        return (ORDERS if need["ask"] == ORDERS else ANSWER), outcome.request

    # -- growing -------------------------------------------------------------------

    def journal(self, game: str) -> Journal:
        """The journal of the game, in this folder and in the configuration folder."""
        if self.home is None:
            raise ValueError("a campaign opened without a configuration folder signs nothing")
        return Journal(self.folder.journal, self.home.journal(game), system=self.folder.system)

    def append(self, line: bytes) -> Message:
        """Verifies a message against the log, then adds it and the tape it closes to both files. Raises Fault."""
        self.adopt(self.chain.extend(line))
        return self.chain.messages[-1]

    def adopt(self, longer: Chain) -> None:
        """Takes the verified log with one message more, or with a copy's notice, for one's own. Raises Problem."""
        if len(longer.messages) > len(self.chain.messages):
            tape = canon(longer.tapes[-1]) if len(longer.messages) > 1 else None
            self.folder.append(longer.messages[-1].line, tape)
            self.__dict__.pop("_secrets", None)
            self.machine = cast(GameMachine, longer.machine)
        self.chain = longer


def _wordless(control: Mapping[str, Any] | None) -> bool:
    """Whether a message with this control says nothing else."""
    return control is not None and "answer" not in control


def journal_entry(draft: compose.Draft) -> bytes:
    """What is written down before signing: everything that makes the message (protocol section 13)."""
    import base64

    return canon(
        {
            "id": draft.id.hex(),
            "payload": base64.b64encode(draft.payload).decode("ascii"),
            "values": draft.committed,
        }
    )


def payload_of(entry: bytes) -> bytes:
    """The payload that a journal entry recorded."""
    import base64

    return base64.b64decode(json.loads(entry)["payload"], validate=True)
