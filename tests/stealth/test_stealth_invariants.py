"""Random games keep the limits of the rules after every command."""

from __future__ import annotations

import random

import pytest

from footfall.api import Context
from footfall.api.grid import Item, LyingItems, current_level, get_lying_items, get_world
from footfall.engine.bots import list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Throw, Wait
from footfall.plugins.stealth.actors.stats import effective_stat, max_stamina
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.settings import rule_settings
from footfall.plugins.stealth.model.state import Mood, Struck, stealth_of

CORE = "core.stealth:"
FINDS = ("vigor_ring", "vigor_ring", "fatigue_ring", "vigor_potion", "stamina_potion", "iron_helmet", "dagger")
TURNS = 150


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def begin_game(rules: Rules, seed: int) -> Session:
    """A game on a floor of its own, with things in the pack that change maxima."""
    session = Session.begin(rules, seed, {"floor": 2 + seed % 12}, strict=True, quiet=True)
    world = get_world(session.state)
    for kind in FINDS:
        id = world.next_id
        world.next_id += 1
        world.items[id] = Item(id, CORE + kind, 1, holder=world.player, is_known=True)
        world.actors[world.player].pack.append(id)
    return session


def check_limits(ctx: Context) -> None:
    """R-MELEE-3, 10: stats within their bounds, for every actor of the floor; things are listed where they lie."""
    world, level, _ = current_level(ctx)
    lying, listed = get_lying_items(world, level), LyingItems(world, level)
    assert (lying.items, lying.places) == (listed.items, listed.places)
    assert {at: items for at, items in lying.by_cell.items() if items} == listed.by_cell
    part, settings = stealth_of(ctx.state), rule_settings(ctx)
    for id, fighter in part.fighters.items():
        actor = world.actors[id]
        if actor.level != level.id:
            continue
        assert 0 <= fighter.stamina <= max_stamina(get_phase(ctx), actor), (actor.kind, fighter)
        assert 0 <= fighter.th <= settings.melee_cap_to_hit
        assert 0 <= fighter.df <= settings.melee_cap_defense
        assert 0 <= actor.hp <= actor.hp_max
        assert actor.stats.get("satiety", 0) <= max(0, effective_stat(get_phase(ctx), actor, "satiety_max"))


def count_lost_turns(ctx: Context) -> dict[int, int]:
    """Turns without a trace, of the aggravated creatures of the floor."""
    world, level, _ = current_level(ctx)
    minds = stealth_of(ctx.state).minds
    here = {id for id, actor in world.actors.items() if actor.level == level.id}
    return {id: mind.lost_turns for id, mind in minds.items() if id in here and mind.mood is Mood.AGGRAVATED}


@pytest.mark.proof(2)
@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_every_limit(rules: Rules, seed: int) -> None:
    """R-MELEE-10; R-AI-15: a turn adds one to the count of an aggravated creature, or sets it to 0."""
    session, choices = begin_game(rules, seed), random.Random(seed)
    ctx = session.context()
    for _ in range(TURNS):
        options = list_legal_commands(session)
        if not options:
            break
        before, turn, floor = count_lost_turns(ctx), stealth_of(ctx.state).turn, get_world(ctx.state).current
        session.submit(choices.choice(options))
        if session.state.outcome:
            break
        check_limits(ctx)
        if stealth_of(ctx.state).turn == turn + 1 and get_world(ctx.state).current == floor:
            after = count_lost_turns(ctx)
            for id in before.keys() & after.keys():
                assert after[id] in (0, before[id] + 1), (seed, turn, get_world(ctx.state).actors[id].kind)


@pytest.mark.parametrize("kind", ["elder", "town_fire"])
def test_neither_the_elder_nor_his_fire_fights(rules: Rules, kind: str) -> None:
    """R-AI-21, R-MOVE-4: not even when a dagger has been thrown at them by a character next to them (C.2)."""
    session = Session.begin(rules, 4, {"floor": 1}, strict=True, quiet=True)
    world, _, ground = current_level(session.context())
    player, target = world.actors[1], next(a for a in world.actors.values() if a.kind == CORE + kind)
    spot = (target.at[0] + 1, target.at[1])
    ground.remove_actor(player.at)
    player.at = spot
    ground.place_actor(player.id, spot)
    dagger = next(id for id in player.pack if world.items[id].kind == CORE + "dagger")
    assert session.submit(Throw(actor=1, item=dagger, target=target.at)).refusal is None
    for _ in range(4):
        strikes = [event for event in session.submit(Wait(actor=1)).events if isinstance(event, Struck)]
        assert strikes == []
