"""Whether the tests of mail are run at all."""

from __future__ import annotations

import pytest

from tests.mailservice import conftest
from tests.places import PROJECT


def test_a_missing_server_is_a_failure_where_promises_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    run = (PROJECT / ".ci/run").read_text(encoding="utf-8")
    assert "export CI=true\n" in run and "dovecot-imapd" in run
    monkeypatch.setenv("CI", "true")
    conftest.require_none([])
    with pytest.raises(pytest.fail.Exception, match="dovecot and aiosmtpd not installed"):
        conftest.require_none(["dovecot", "aiosmtpd"])


def test_elsewhere_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(
        pytest.skip.Exception, match=r"no mail servers .*: dovecot not installed \(Debian: dovecot-imapd"
    ):
        conftest.require_none(["dovecot"])
