"""What stands before a signature: orders previewed, and the one message that is due made ready to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.campaign.campaign import ACKNOWLEDGE
from pbem.campaign.offers import offer_words
from pbem.campaign.orders_file import Checked, check_orders, require_clean, require_question
from pbem.campaign.submit import compose_message, require_turn
from pbem.engine.requests import CONTINUE, ORDERS
from pbem.errors import Problem
from pbem.orders.writer import dump

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign, Due

ANSWERS = ("accept", "decline")
# Bytes and name of an orders file, read when they are needed.
Reader = Callable[[], tuple[bytes, str]]


@dataclass(frozen=True)
class Preview:
    """Orders that nothing is wrong with. data: what the ruleset says of them, with its `lines` for people.

    The lines show the paths that the compiler chose; its notes, which say the same, are for `--json`.
    """

    checked: Checked
    data: dict[str, Any]

    @property
    def lines(self) -> Sequence[str]:
        """The preview, line by line."""
        return list(self.data["lines"])


def preview_of(campaign: Campaign, due: Due, read: Reader) -> Preview:
    """Checks orders, or the answer to a question in mid-phase, and says what they would do before any die.

    Raises Problem NOT_YOUR_MOVE, ORDERS_YAML; OrdersFault with every finding.
    """
    request = require_question(campaign, due)
    data, name = read()
    checked = check_orders(campaign, due, data, name)
    require_clean(checked, name)
    if due.state["need"]["ask"] == ORDERS:
        return Preview(checked, campaign.game.preview(request, checked.input))
    answer = dump({"answer": checked.sealed[0] if checked.sealed else checked.input["answer"]}).rstrip("\n").split("\n")
    sealed = ["It is sealed: your opponent sees it when it is opened."] if checked.sealed else []
    return Preview(checked, {"lines": [*answer, *sealed]})


@dataclass(frozen=True)
class Prepared:
    """The message that is due, not signed. what: what it does, in a sentence. payload: its bytes, as a dry run."""

    seq: int
    what: str
    preview: Preview | None
    control: dict[str, Any] | None
    payload: bytes

    @property
    def lines(self) -> list[str]:
        """What a person should have read before he signs."""
        return [*(self.preview.lines if self.preview is not None else ()), f"Message {self.seq}: {self.what}."]


def prepare(campaign: Campaign, due: Due, read: Reader, answer: str = "", *, new_key: bool = False) -> Prepared:
    """The message that is due, with orders or an answer read by `read` where they are due.

    due: as `Campaign.due` gives it for the same answer. answer: `accept` or `decline` for an offer, else "". Raises
    Problem NOT_YOUR_MOVE, ANSWER_NEEDED, NO_OFFER; OrdersFault.
    """
    require_turn(campaign, due)
    _require_answer(due, answer)
    control = {"answer": answer} if answer else None
    preview = preview_of(campaign, due, read) if due.request is not None else None
    draft = compose_message(campaign, due, preview.checked if preview else None, control=control, new_key=new_key)
    return Prepared(draft.seq, _what(due, answer), preview, control, draft.payload)


def prepare_offer(campaign: Campaign, due: Due, control: dict[str, Any]) -> Prepared:
    """The message that makes an offer in place of orders. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, GAME_OVER."""
    require_turn(campaign, due)
    _require_answer(due, "")
    if due.state["over"]:
        raise Problem("GAME_OVER", "the game is over already", "see pbem status")
    draft = compose_message(campaign, due, None, control=control)
    return Prepared(draft.seq, f"you offer {offer_words(control)}; it is no orders", None, control, draft.payload)


def prepare_resignation(campaign: Campaign, due: Due) -> Prepared:
    """The message that gives the game up. Raises Problem NOT_YOUR_MOVE, ANSWER_NEEDED, GAME_OVER."""
    require_turn(campaign, due)
    _require_answer(due, "")
    if due.state["over"]:
        raise Problem("GAME_OVER", "the game is over already", "see pbem status")
    control = {"resign": True}
    draft = compose_message(campaign, due, None, control=control)
    return Prepared(draft.seq, "you resign; your opponent wins", None, control, draft.payload)


def _require_answer(due: Due, answer: str) -> None:
    if due.offer and not answer:
        mend = "say pbem submit --answer accept, or pbem submit --answer decline"
        what = f"your opponent offers {offer_words(due.offer)}; your next message has to answer"
        raise Problem("ANSWER_NEEDED", what, mend)
    if answer and answer not in ANSWERS:
        raise Problem("USAGE", f"{answer[:40]!r} is no answer to an offer", "say --answer accept or --answer decline")
    if answer and not due.offer:
        raise Problem("NO_OFFER", "your opponent has offered nothing that could be answered", "leave out --answer")


def _what(due: Due, answer: str) -> str:
    offer = offer_words(due.offer) if due.offer else ""
    words = {
        ORDERS: "your orders as above",
        CONTINUE: "nothing is decided by it; play goes on",
        ACKNOWLEDGE: "your acknowledgement; nothing is decided by it",
    }.get(due.kind, "your answer as above")
    if answer == "accept" and due.state["over"]:
        return f"you accept {offer}"
    return f"you {answer} {offer}; {words}" if answer else words
