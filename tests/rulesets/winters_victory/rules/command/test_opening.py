"""Command at the start of a scenario (3.0, 17)."""

from __future__ import annotations

import pytest

from pbem.wargame.data_reader import read_data
from rulesets.winters_victory.board.leaders import Attack
from rulesets.winters_victory.rules.command.opening import opening
from rulesets.winters_victory.scenarios_data import Scenario, read_scenario
from tests.rulesets.winters_victory.winter import HOME, chain, forces


def scenario(name: str) -> Scenario:
    files = (HOME / "scenarios" / name / f"{part}.yaml" for part in ("scenario", "setup"))
    data, setup = (read_data(path.name, path.read_bytes()) for path in files)
    return read_scenario(data, setup, forces(), chain())


@pytest.mark.rule("wv", "3.0", "16.33-1", "17.21-1", "17.71-5")
def test_the_attack_of_davout() -> None:
    davout = scenario("davout")
    command = opening(davout, chain().with_superiors(davout.superiors))
    assert command.points == {"french": 0, "allied": 3}
    assert (command.posts["davout"].state, command.posts["davout"].received) == ("mobilized", True)
    friant = command.posts["friant"]
    assert (friant.state, friant.received, friant.attack) == ("mobilized", False, "A")
    assert command.attacks == {"french": {"A": Attack("division", "friant", begun=True)}}
    assert command.independent == {"davout"}
    assert {uid for uid, post in command.posts.items() if post.attack} == {"friant", "kister", "lochet", "grandeau"}
