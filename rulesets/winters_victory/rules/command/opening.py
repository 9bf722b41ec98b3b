"""Command at the start of a scenario (3.0, 14.0, 17.2)."""

from __future__ import annotations

from rulesets.winters_victory.board.chain import BRIGADE, CORPS, DIVISION
from rulesets.winters_victory.board.leaders import Attack, Command, Fatigue, Post
from rulesets.winters_victory.chain import Chain
from rulesets.winters_victory.scenarios_data import Scenario


def opening(scenario: Scenario, chain: Chain) -> Command:
    """wv 3.0, 16.33-1, 17.21-1, 17.76-A3: what a scenario says of command. chain: with the superiors of the scenario.
    An Attack Order lies on the leader that is named and on his brigade leaders on the map, and has no violations yet.
    Raises KeyError for a leader that there is none of."""
    command = Command(
        points=dict(scenario.points),
        headquarters=dict(scenario.headquarters),
        fatigue={brigade: Fatigue(points) for brigade, points in scenario.fatigue.items()},
        independent=set(scenario.independent),
    )
    for uid in sorted({*scenario.states, *scenario.ordered}):
        state = scenario.states.get(uid, Post().state)
        command.posts[chain.leaders[uid].id] = Post(state=state, received=uid in scenario.ordered)
    placed = {one.unit for one in scenario.placed}
    for letter, uid in scenario.attacks.items():
        officer = chain.command.officer(uid)
        scope = CORPS if officer.level == CORPS else DIVISION
        command.attacks.setdefault(officer.army, {})[letter.upper()] = Attack(scope, uid, begun=True)
        brigades = [one for one in chain.subordinates(uid) if one in placed and chain.leaders[one].level == BRIGADE]
        for one in (uid, *brigades):
            command.post(one).attack = letter.upper()
        if scope == DIVISION:
            command.post(uid).received = False
    return command
