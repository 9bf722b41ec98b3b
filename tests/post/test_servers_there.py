"""Whether the tests of mail are run at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.post import conftest


def test_a_missing_server_is_a_failure_where_promises_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    run = (Path(__file__).parents[2] / ".ci/run").read_text(encoding="utf-8")
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
