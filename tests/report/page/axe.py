"""axe, which looks for what keeps people from using a page, in a browser that has the page open."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from selenium.webdriver import Chrome

_SCRIPT = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Of contrast axe says where it cannot see the ground, of which each of a picture's letters is an instance.
_LOOK = """
const [within, pictures, rules, done] = arguments;
const where = (one) => one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ");
const options = { preload: false, resultTypes: ["violations", "incomplete"] };
if (rules.length) options.runOnly = { type: "rule", values: rules };
const kept = pictures.flatMap((css) => [...document.querySelectorAll(css)]).map((one) => [one, [...one.childNodes]]);
for (const [one] of kept) one.replaceChildren();
axe.run({ include: within.length ? within : [document], exclude: pictures.map((css) => [css]) }, options)
  .finally(() => { for (const [one, parts] of kept) one.replaceChildren(...parts); })
  .then((found) => {
    const unsure = found.incomplete.filter((one) => one.id !== "color-contrast");
    done([...found.violations, ...unsure].map((one) => `${one.id}: ${where(one)}`));
  }, (error) => done([String(error)]));"""


def complaints(
    driver: Chrome, *, within: Sequence[str] = (), pictures: Sequence[str] = (), rules: Sequence[str] = ()
) -> list[str]:
    """What axe finds wrong with the page, and what it leaves to people.

    within: selectors of what alone it looks at; () for all, which takes far longer than the part that has changed.
    pictures: selectors of what it is not to look at, without their parts meanwhile: even to pass over the thousands of
    a map takes it a second. rules: those by which it looks; () for all.
    """
    if not driver.execute_script("return Boolean(window.axe);"):
        driver.execute_script(_SCRIPT)
    found: Any = driver.execute_async_script(_LOOK, [[one] for one in within], list(pictures), list(rules))
    assert isinstance(found, list)
    return found
