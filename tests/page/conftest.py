"""One browser for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.page.browser import Page, opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Page]:
    yield from opened()


@pytest.fixture
def page(browser: Page) -> Iterator[Page]:
    """The page; whatever a test did, the browser had nothing to complain of."""
    browser.driver.get_log("browser")
    yield browser
    assert [entry["message"] for entry in browser.driver.get_log("browser")] == []
