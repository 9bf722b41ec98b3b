"""`pbem mail sync --dry-run` and `--quiet`: nothing is written, nothing is said; invitations beside many campaigns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.store.folder import CampaignFolder
from tests.mailservice.people import Correspondent, begin, correspondent, invites, sent
from tests.mailservice.test_sync import letter
from tests.places import DOCS
from tests.store.doubles import contents


@pytest.mark.slow
def test_a_dry_run_writes_nothing(anna: Correspondent, bert: Correspondent, tmp_path: Path) -> None:
    begin(anna, bert)
    anna.turn()
    (draft,) = (anna.game.place / "outbox").glob("0002-a.eml")
    draft.unlink()
    carla = correspondent(anna.office, tmp_path, "Carla")
    invites(carla, f"Anna <{anna.address}>")
    carla.sync()
    anna.office.deliver(anna.address, letter("See you."))
    anna.state().write_text("damaged", encoding="utf-8")
    (anna.state().parent / "lock").unlink()
    before = contents(tmp_path)
    told = anna.sync("--dry-run")
    assert sent(told) == [2] and any("an invitation" in one for one in told["would_receive"])
    assert contents(tmp_path) == before
    assert sent(anna.sync()) == [2] and draft.exists()


@pytest.mark.usefixtures("impatient")
def test_a_dry_run_beside_a_watch_and_a_command(anna: Correspondent, bert: Correspondent) -> None:
    """It waits for nobody, and is one go."""
    begin(anna, bert)
    anna.turn()
    with CampaignFolder.open(anna.game.place, write=True):
        assert sent(anna.sync("--dry-run")) == [2]
    said = anna.player("mail", "sync", "--dry-run", "--watch")
    assert said.status == 2 and "one go" in said.err


@pytest.mark.slow
def test_quiet_says_nothing_where_nothing_is_new(anna: Correspondent, bert: Correspondent) -> None:
    """The line for cron in the guide, which mails all that is printed."""
    guide = (DOCS / "mail.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ +[*]/10 [*] [*] [*] [*] pbem (mail sync .*)$", guide, re.MULTILINE)
    begin(anna, bert)
    anna.office.deliver(anna.address, letter("See you on Monday."))
    for _ in range(2):
        said = anna.player.good(*line.split())
        assert said.out == said.err == ""
    assert "Nothing new" in anna.player.good("mail", "sync").out
    anna.turn()
    assert "sent: message 2" in anna.player.good(*line.split()).out
    assert anna.player.good(*line.split(), "--json").json["sent"] == []


@pytest.mark.slow
def test_an_invitation_beside_large_campaigns(
    anna: Correspondent, bert: Correspondent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what was joined before the first line is read, and no more."""
    begin(anna, bert)
    carla = correspondent(anna.office, tmp_path, "Carla")
    invites(carla, f"Bert <{bert.address}>")
    carla.sync()
    invitation = next(mail for _, to, mail in anna.office.log if to == [bert.address])
    anna.office.deliver(bert.address, b"Subject: once more\n" + invitation)
    anna.office.deliver(bert.address, b"Subject: and again\nMessage-ID: <again@example.test>\n" + invitation)

    def whole(self: CampaignFolder) -> list[bytes]:
        raise AssertionError("the whole log")

    with monkeypatch.context() as patch:
        patch.setattr(CampaignFolder, "log", whole)
        told = bert.sync("--no-send")
    assert len(told["invitations"]) == 1 and told["passed_over"] == {"known": 2}
