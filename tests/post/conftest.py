"""The mail servers, and people with mailboxes there."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator

import pytest

from tests.post.servers import PostOffice, dovecot, open_office


@pytest.fixture(scope="session")
def office() -> Iterator[PostOffice]:
    """Both servers, once for all tests of a process."""
    missing = [
        name
        for name, there in (("dovecot", dovecot()), ("aiosmtpd", importlib.util.find_spec("aiosmtpd")))
        if not there
    ]
    if missing:
        why = f"{' and '.join(missing)} not installed (Debian: dovecot-imapd; pip: aiosmtpd)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with open_office() as opened:
        yield opened


@pytest.fixture(autouse=True)
def open_doors(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test changed at the servers is as before for the next one."""
    yield
    if "office" in request.fixturenames:
        opened: PostOffice = request.getfixturevalue("office")
        opened.down = False
        opened.refused.clear()
        opened.log.clear()
        opened.logins.clear()
