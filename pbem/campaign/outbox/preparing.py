"""What stands before a signature: orders previewed, and the one message that is due made ready to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.due import ACKNOWLEDGE, ANSWERS
from pbem.campaign.core.offers import means, offer_words
from pbem.campaign.outbox.submit import compose_message, require_turn, sign_own
from pbem.campaign.telling.correcting import proposed_lines
from pbem.campaign.telling.revealing import secret_lines
from pbem.campaign.writing.orders_file import (
    FRAME,
    ORDERS_FILE,
    Checked,
    check_orders,
    require_clean,
    require_question,
    template_members,
)
from pbem.campaign.writing.refusals import remark_lines
from pbem.campaign.writing.standing import committed_file
from pbem.campaign.writing.standing_judged import NOTHING_JUDGED, Judged, require_standing
from pbem.campaign.writing.team_orders import part_lines, parts_at_hand
from pbem.engine.requests import CONTINUE, ORDERS, Choose
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.orders.findings import quoted
from pbem.orders.writer import dump
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Checked
    from pbem.protocol.compose import Draft
    from pbem.protocol.teams import Part

# Bytes and name of an orders file, read when they are needed.
Reader = Callable[[], tuple[bytes, str]]
NOTHING: Final = "The template is as it was written, and orders nothing"
# So many units that are not ordered are named.
_NAMED = 8
# Name and text of files with parts of team members.
Parts = Sequence[tuple[str, bytes]]
# Lines of an amendment's changes before the question whether to sign; what is more is said to be, and where it stands.
_MOST_CHANGES = 200


@dataclass(frozen=True)
class Preview:
    """Orders that nothing is wrong with. data: what the ruleset says of them, with its `lines` for people.

    The lines show the paths that the compiler chose; its notes, which say the same, are for `--json`. secret: what the
    orders hide and open beside their public part, in lines for their author. standing: remarks on the standing orders
    that go with them. template: the members of the untouched template, without the frame.
    """

    checked: Checked
    data: dict[str, Any]
    parts: Sequence[Part] = ()
    secret: Sequence[str] = ()
    standing: Judged = NOTHING_JUDGED
    template: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lines(self) -> Sequence[str]:
        """The preview, line by line."""
        lines = [*part_lines(self.parts), *self.data["lines"], *self.ordered, *self.secret]
        return [*lines, *self.remarks, *self.standing.lines]

    @property
    def ordered(self) -> Sequence[str]:
        """Who is ordered and who is not, where the ruleset says who could be."""
        idle = list(self.data.get("idle", ()))
        if not idle:
            return []
        count = int(self.data.get("ordered", 0))
        named = ", ".join(idle[:_NAMED]) + (f" and {len(idle) - _NAMED} more" if len(idle) > _NAMED else "")
        return [f"Ordered: {count} of {count + len(idle)} units that could move. Not ordered: {named}"]

    @property
    def untouched(self) -> bool:
        """Whether this is the template as it was written, though something could be decided otherwise."""
        if self.parts or not self.data.get("open", bool(self.data.get("idle"))):
            return False
        members = _members(self.checked)
        return bool(members) and (_is_blank(members) or members == self.template)

    def nothing_ordered(self) -> Problem:
        """What is said instead of a signature to who has not said that he means the untouched template."""
        idle = len(self.data.get("idle", ()))
        what = f"{NOTHING}; {idle} units could be ordered" if idle else f"{NOTHING}, though something could be decided"
        return Problem("NOTHING_ORDERED", what, "write orders, or none behind their headings; or say --empty")

    @property
    def remarks(self) -> Sequence[str]:
        """What cannot work from the present position and may become possible, with its place in the file."""
        name = self.checked.document.name if self.checked.document else ORDERS_FILE
        return remark_lines(name, self.checked.remarks)


def preview_of(campaign: Campaign, due: Due, read: Reader, parts: Parts = ()) -> Preview:
    """Checks orders, or the answer to a question in mid-phase, and says what they would do before any die.

    parts: files with parts of team members, beside those in the drawer. Raises Problem NOT_YOUR_MOVE, ORDERS_YAML, and
    those of `parts_at_hand`; OrdersFault with every finding, in the orders or else in the standing orders.
    """
    require_question(campaign, due)
    team = parts_at_hand(campaign, due, parts)
    text, name = read()
    checked = check_orders(campaign, due, text, name, team)
    require_clean(checked)
    return previewed(campaign, due, checked, team, require_standing(campaign, due))


def previewed(campaign: Campaign, due: Due, checked: Checked, team: Sequence[Part], standing: Judged) -> Preview:
    """What orders that nothing is wrong with would do. standing: remarks on the standing orders beside them."""
    request = require_question(campaign, due)
    if due.state["need"]["ask"] == ORDERS:
        data = foreseen(campaign, due, request, checked)
        secret = secret_lines(campaign, checked, due.own, data.get("groups", ()))
        return Preview(checked, data, team, secret, standing, _template(campaign, due, checked, data))
    answer = dump({"answer": checked.sealed[0] if checked.sealed else checked.input["answer"]}).rstrip("\n").split("\n")
    sealed = ["It is sealed: your opponent sees it when it is opened."] if checked.sealed else []
    return Preview(checked, {"lines": [*answer, *sealed]}, (), secret_lines(campaign, checked, due.own), standing)


def foreseen(campaign: Campaign, due: Due, request: Choose, checked: Checked) -> dict[str, Any]:
    """What orders would do, in the ruleset's words: it is asked of what its rules will be given, which is without the
    number of the question."""
    said = {key: value for key, value in checked.input.items() if key != "for"}
    return dict(campaign.game.telling.preview(request, said, due.own.with_hidden(checked.hide)))


def _members(checked: Checked) -> dict[str, Any]:
    """What a file says beside its frame; {} where there is none."""
    said = checked.document.data if checked.document is not None else {}
    return {key: value for key, value in said.items() if key not in FRAME} if isinstance(said, dict) else {}


def _is_blank(members: Mapping[str, Any]) -> bool:
    """Whether nothing stands behind any heading: an empty list is what an author wrote."""
    return all(value == "" for value in members.values())


def _template(campaign: Campaign, due: Due, checked: Checked, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The members of the template, where a file that orders nobody says something and may be no more than that."""
    wanted = not data.get("ordered") and not _is_blank(_members(checked))
    return template_members(campaign, due) if wanted else {}


@dataclass(frozen=True)
class Prepared:
    """The message that is due, not signed. what: what it does, in a sentence. payload: its bytes, as a dry run.

    then: what follows if an offer is accepted, in sentences. standing: the standing.yaml to which it commits, b"" for
    none.
    """

    seq: int
    what: str
    preview: Preview | None
    control: dict[str, Any] | None
    payload: bytes
    then: Sequence[str] = ()
    standing: bytes = b""

    @property
    def lines(self) -> list[str]:
        """What a person should have read before he signs."""
        lines = self.preview.lines if self.preview is not None else ()
        return [*lines, f"Message {self.seq}: {self.what}.", *self.then]

    @property
    def data(self) -> dict[str, Any]:
        """The same as data."""
        return {
            "message": self.seq,
            "signed": False,
            "what": self.what,
            "then": list(self.then),
            "control": self.control or {},
            "input": self.preview.checked.input if self.preview else None,
            "preview": self.preview.data if self.preview else None,
            "bytes": len(self.payload),
        }


def prepare(
    campaign: Campaign, due: Due, read: Reader, answer: str = "", *, new_key: bool = False, parts: Parts = ()
) -> Prepared:
    """The message that is due, with orders or an answer read by `read` where they are due.

    due: as `Campaign.due` gives it for the same answer. answer: `accept` or `decline` for an offer, else "". parts: as
    for `preview_of`. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, NO_OFFER; OrdersFault.
    """
    require_turn(campaign, due)
    _require_answer(campaign, due, answer)
    control = {"answer": answer} if answer else None
    preview = preview_of(campaign, due, read, parts) if due.request is not None else None
    if parts and preview is None:
        raise Problem("NO_TEAM", "no orders are due, so nobody has a part in them", "leave out --part")
    draft = compose_message(campaign, due, preview.checked if preview else None, control=control, new_key=new_key)
    what, then = _what(campaign, due, answer), _then(campaign, due, answer)
    return Prepared(draft.seq, what, preview, control, draft.payload, then, committed_file(campaign))


def prepare_offer(campaign: Campaign, due: Due, control: dict[str, Any]) -> Prepared:
    """The message that makes an offer in place of orders. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, GAME_OVER,
    OFFER_INVALID, or the code of what this computer lacks."""
    draft = _instead(campaign, due, control)
    try:
        campaign.chain.extend(sign_own(campaign, draft.payload))
    except Fault as fault:
        raise Problem(fault.code, fault.detail, "see pbem status for what is possible now") from None
    dice = sum(1 for entry in due.closing.tape if entry[1] != 0) if due.closing else 0
    what = f"you offer {offer_words(campaign, control)}; it takes the place of orders"
    then = f"If your opponent accepts: {means(campaign, control, draft.seq, dice)}."
    return Prepared(draft.seq, what, None, control, draft.payload, (then,), committed_file(campaign))


def prepare_resignation(campaign: Campaign, due: Due) -> Prepared:
    """The message that gives the game up. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, GAME_OVER."""
    control = {"resign": True}
    draft = _instead(campaign, due, control)
    return Prepared(
        draft.seq, "you resign; your opponent wins", None, control, draft.payload, (), committed_file(campaign)
    )


def _instead(campaign: Campaign, due: Due, control: dict[str, Any]) -> Draft:
    """The message that carries this and no orders. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, GAME_OVER."""
    require_turn(campaign, due, "pbem resign" if "resign" in control else "pbem offer")
    _require_answer(campaign, due, "")
    closing = due.closing
    if closing is None or closing.state["over"]:
        raise Problem("GAME_OVER", "the game is over already", "see pbem status")
    return compose_message(campaign, due, None, control=control)


def _require_answer(campaign: Campaign, due: Due, answer: str) -> None:
    if due.offer and not answer:
        what = f"your opponent offers {offer_words(campaign, due.offer)}; your next message has to answer"
        raise Problem("ANSWER_NEEDED", what, "say pbem answer accept, or pbem answer decline")
    if answer and answer not in ANSWERS:
        raise Problem("USAGE", f"{quoted(answer)} is no answer to an offer", "say --answer accept or --answer decline")
    if answer and not due.offer:
        raise Problem("NO_OFFER", "your opponent has offered nothing that could be answered", "leave out --answer")


def _then(campaign: Campaign, due: Due, answer: str) -> Sequence[str]:
    """What an offer that is accepted leads to; nobody should sign it unread."""
    if answer != "accept":
        return ()
    last = len(campaign.chain.messages) - 1
    return (*proposed_lines(campaign, last, _MOST_CHANGES), f"By accepting: {means(campaign, due.offer, last)}.")


def _what(campaign: Campaign, due: Due, answer: str) -> str:
    offer = offer_words(campaign, due.offer) if due.offer else ""
    over = bool(due.state.get("over"))
    words = {
        ORDERS: "your orders as above",
        CONTINUE: "nothing is decided by it; play goes on",
        ACKNOWLEDGE: f"nothing is decided by it; {'it closes the game' if over else 'your opponent goes on'}",
    }.get(due.kind, "your answer as above")
    if answer and due.kind in (CONTINUE, ACKNOWLEDGE):
        return f"you {answer} {_noun(offer)}"
    return f"you {answer} {_noun(offer)}; {words}" if answer else words


def _noun(offer: str) -> str:
    return offer if offer.startswith("a ") else f"the offer {offer}"
