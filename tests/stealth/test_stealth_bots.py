"""Bots of the base game reach the stairs, and know only what their character knows."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from footfall.api.grid import get_world
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.senses.sight import player_sees
from footfall.sim.bots import find_bot
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import simulate

NAMES = ("cautious", "brawler", "sneak", "expert", "newcomer")


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_finds_the_stairs(name: str) -> None:
    plan, _ = resolve_plan(Plan(game="core.stealth", games=2, seed=1, bots=(name,), max_commands=330))
    run = simulate(plan, workers=0)
    assert run.columns["error"] == ["", ""]
    assert max(run.columns["deepest"]) >= 2


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_knows_only_what_its_character_knows(name: str) -> None:
    """Its choice does not depend on unexplored tiles or on creatures out of view."""
    plan, rules = resolve_plan(Plan(game="core.stealth", seed=3, bots=(name,), options={"floor": 2}))
    session = Session.begin(rules, plan.derive_game_seed(0), plan.options, quiet=True)
    bot = find_bot(rules, name)
    ctx = BotContext(session, bot.id, 1)
    hidden = 0
    for turn in range(120):
        options = list_legal_commands(session)
        if not options:
            break
        notes = copy.deepcopy(ctx.notes)
        chosen = bot.decide(ctx, options)
        if turn % 10 == 9:
            state = copy.deepcopy(session.state)
            world = get_world(state)
            level = world.levels[world.current]
            view = session.context()
            unseen = [
                id for id, a in world.actors.items() if id != world.player and not player_sees(get_phase(view), a.at)
            ]
            hidden += len(unseen)
            for id in unseen:
                del world.actors[id]
            level.tiles[~level.explored] = level.tiles[np.nonzero(level.explored)][0]
            other = BotContext(Session(rules, state, quiet=True), bot.id, 1)
            other.notes = notes
            assert bot.decide(other, options) == chosen
        session.submit(chosen)
    assert hidden
