"""What README and tutorial show is what the commands print."""

from __future__ import annotations

import pytest

from tests.docs.sessions import ROOT, formal, rerun
from tests.tiers import later, turns

TUTORIALS = ["docs/tutorial.md", "docs/tutorial-hidden.md", "docs/tutorial-ligny.md", "docs/tutorial-1806.md"]


@pytest.mark.parametrize("page", [later("README.md"), *turns(TUTORIALS)])
def test_a_page_shows_what_its_commands_print(page, tmp_path):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "```console" in text
    assert formal(rerun(text, tmp_path)) == formal(text)
