"""Mails through programs, people and lists, one after the other: the same turn, or a refusal in clear words."""

from __future__ import annotations

import functools
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.armour import write_block
from pbem.mail.turns import turns_in
from tests.mail import mangling
from tests.mail.mangling import CARRIERS, CLIENTS, HABITS, TRANSFORMATIONS, Carrier, Change, Client
from tests.mail.test_armour import ENVELOPE, SAMPLE
from tests.tiers import examples, first, steady

TEXTS = [*TRANSFORMATIONS, *HABITS]
# Words between the lines and names before them cannot be told from a block once its lines are lost.
STREWN = (mangling.remarked, mangling.initialled)
JOINERS = (mangling.one_paragraph, mangling.filled)
MARKUP = (mangling.as_markup, mangling.as_office_markup)
LARGE = b'{"payload":"' + write_block(ENVELOPE * 12).encode().replace(b"\n", b"") + b'","payloadType":"t"}'


def name_of(function: object) -> str:
    return getattr(function, "__name__", "")


def arrives(mail: bytes, envelope: bytes = ENVELOPE) -> None:
    """The turn and nothing else."""
    assert [(block.damage, block.envelope) for block in turns_in(mail)] == [("", envelope)]


def arrives_or_is_refused(mail: bytes) -> None:
    """Whatever happened: the genuine turn, a damaged one, or none."""
    found = turns_in(mail)
    assert all(bool(block.damage) != bool(block.envelope) for block in found)
    assert {block.envelope for block in found if not block.damage} <= {ENVELOPE}


def stacked(texts: list[Change], client: Client, carriers: list[Carrier]) -> bytes:
    mail = client(functools.reduce(lambda text, change: change(text), texts, SAMPLE))
    return functools.reduce(lambda one, carrier: carrier(one), carriers, mail)


@pytest.mark.parametrize("habit", HABITS, ids=name_of)
def test_each_habit_alone_and_with_each_transformation(habit: Change) -> None:
    arrives(habit(SAMPLE).encode("utf-8"))
    for change in TRANSFORMATIONS:
        arrives(change(habit(SAMPLE)).encode("utf-8"))
        arrives(habit(change(SAMPLE)).encode("utf-8"))


@pytest.mark.parametrize("first", HABITS, ids=name_of)
def test_any_two_habits(first: Change) -> None:
    for second in HABITS:
        mail = second(first(SAMPLE)).encode("utf-8")
        if first in STREWN and second in JOINERS:
            (block,) = turns_in(mail)
            assert block.damage
        else:
            arrives(mail)


@pytest.mark.parametrize("client", CLIENTS, ids=name_of)
def test_each_client_with_whatever_stands_in_the_text(client: Client) -> None:
    for change in TEXTS:
        arrives(client(change(SAMPLE)))


@pytest.mark.parametrize("client", first(4, CLIENTS), ids=name_of)
def test_each_client_through_any_two_carriers(client: Client) -> None:
    for one, second in itertools.product(CARRIERS, CARRIERS):
        # Uuencode has a quote mark among its letters; its source is not quoted behind another mail's head.
        if client is not mangling.uuencoded or second is not mangling.source_quoted:
            arrives(second(one(client(SAMPLE))))


@pytest.mark.parametrize("client", CLIENTS, ids=name_of)
def test_a_large_turn(client: Client) -> None:
    text = f"Here it is.\n\n{write_block(LARGE)}"
    for change in (mangling.answered_above, mangling.one_paragraph):
        arrives(client(change(text)), LARGE)


# What was done to a text one after the other, by which the lines of one coding end within a sign of another.
BROKEN_SIGNS = (
    ((mangling.soft_hyphens, mangling.quoted_printable_raw, mangling.quoted_printable_raw), mangling.html_alone),
    ((mangling.deep_and_broken, mangling.quoted_printable_raw, mangling.deep_and_broken), mangling.plain_utf8),
)


@pytest.mark.parametrize(("changes", "client"), BROKEN_SIGNS)
def test_signs_of_a_coding_that_are_broken_by_another(changes: tuple[Change, ...], client: Client) -> None:
    arrives(stacked([*changes, mangling.crlf], client, []))


texts = st.lists(st.sampled_from([one for one in TEXTS if one not in (*STREWN, *MARKUP)]), min_size=1, max_size=5)
carriers = st.lists(st.sampled_from([one for one in CARRIERS if one is not mangling.source_quoted]), max_size=2)


@given(texts, st.sampled_from([mangling.crlf, *MARKUP]), st.sampled_from(CLIENTS), carriers)
@settings(max_examples=examples(90), deadline=None, derandomize=steady())
def test_two_to_eight_after_another(
    changes: list[Change], last: Change, client: Client, carried: list[Carrier]
) -> None:
    arrives(stacked([*changes, last], client, carried))


@st.composite
def damages(draw: st.DrawFn, mail: bytes) -> bytes:
    """Bytes of a mail altered, cut out, doubled or put in, up to six times."""
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(mail)))
        length = draw(st.integers(0, 90))
        put = draw(
            st.binary(max_size=8) | st.just(mail[at : at + length]) | st.sampled_from([b"\n", b"=", b">", b"\0"])
        )
        mail = mail[:at] + put + mail[at + draw(st.sampled_from([0, 0, 1, length])) :]
    return mail


@pytest.mark.slow
@given(st.data(), st.lists(st.sampled_from(TEXTS), max_size=4), st.sampled_from(CLIENTS))
@settings(max_examples=examples(150), deadline=None, derandomize=steady())
def test_any_damage_gives_the_genuine_turn_or_a_refusal(
    data: st.DataObject, changes: list[Change], client: Client
) -> None:
    carried = data.draw(st.lists(st.sampled_from(CARRIERS), max_size=2))
    arrives_or_is_refused(data.draw(damages(stacked(changes, client, carried))))
