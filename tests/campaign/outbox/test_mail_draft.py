"""What a mail shows beside its text, and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.outbox import mail_draft
from pbem.campaign.telling import mail_pages
from tests.campaign.folders import begin


@pytest.mark.parametrize(("more", "shown"), [(0, True), (1, False)])
def test_a_map_is_shown_up_to_its_limit_and_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int, shown: bool
) -> None:
    a, _ = begin(tmp_path, 3)
    drawn = b"p" * (mail_draft.PICTURE_LIMIT + more)
    monkeypatch.setattr(mail_pages, "map_picture", lambda *_: (drawn, "ten counters"))
    page, pictures = mail_draft._drawn(a.open(write=False), 2)
    assert [picture.data for picture in pictures] == [drawn] * shown
    assert ("<img" in page) is shown
