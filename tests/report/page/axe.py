"""axe, which looks for what keeps people from using a page, in a browser that has the page open."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from selenium.webdriver import Chrome

_SCRIPT = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Of contrast axe says where it cannot see the ground, of which each of a picture's letters is an instance.
_LOOK = """
const [within, exclude, rules, done] = arguments;
const where = (one) => one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ");
const options = { preload: false, resultTypes: ["violations", "incomplete"] };
if (rules.length) options.runOnly = { type: "rule", values: rules };
axe.run({ include: within.length ? within : [document], exclude }, options).then((found) => {
  const unsure = found.incomplete.filter((one) => one.id !== "color-contrast");
  done([...found.violations, ...unsure].map((one) => `${one.id}: ${where(one)}`));
}, (error) => done([String(error)]));"""


def complaints(
    driver: Chrome, *, within: Sequence[str] = (), exclude: Sequence[str] = (), rules: Sequence[str] = ()
) -> list[str]:
    """What axe finds wrong with the page, and what it leaves to people.

    within: selectors of what alone it looks at; () for all, which takes far longer than the part that has changed.
    exclude: selectors of what it is not to look at. rules: those by which it looks; () for all.
    """
    if not driver.execute_script("return Boolean(window.axe);"):
        driver.execute_script(_SCRIPT)
    found: Any = driver.execute_async_script(_LOOK, [[one] for one in within], [[one] for one in exclude], list(rules))
    assert isinstance(found, list)
    return found
