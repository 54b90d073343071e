"""What is shown of odds: nothing that the character does not know (P-ODDS-3)."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from footfall.api.grid import Actor, Tile, current_level, get_world
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actors.surroundings import array_index
from footfall.plugins.stealth.model.courses import Bell
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import CreatureKind
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds import screen as odds
from footfall.plugins.stealth.senses.known_map import creatures_in_view
from footfall.plugins.stealth.senses.sight import visible_cells
from footfall.sim.bots import find_bot
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.interaction import handle_key
from footfall.ui.keymap import list_action_keys
from footfall.ui.ui_state import UiState


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def find_meeting(rules: Rules, seed: int, floor: int = 4) -> Session | None:
    """A game in which a creature that does not hunt is in view, or None."""
    session, bot = Session.begin(rules, seed, {"floor": floor}, quiet=True), find_bot(rules, "sneak")
    context = BotContext(session, bot.id, 1)
    for _ in range(80):
        minds = stealth_of(session.state).minds
        unaware = [
            id
            for id in odds.forecast_round(get_phase(session.context())).creatures
            if minds[id].mood is not Mood.AGGRAVATED
        ]
        options = list_legal_commands(session)
        if unaware and session.state.question is not None and session.state.question.kind == "turn":
            return session
        if not options:
            return None
        session.submit(bot.decide(context, options))
    return None


def silence_bells(session: Session) -> None:
    """Takes the bells of a game away: their hum is heard through ground that the character does not know."""
    items, bells = get_world(session.state).items, session.rules.records.table(Bell, "bell").values()
    for id in [item.id for item in items.values() if item.kind in {bell.item for bell in bells}]:
        del items[id]


def shuffle_the_unknown(session: Session, seed: int) -> Session:
    """The same game, but for what its character cannot know."""
    dice = random.Random(seed)
    state = copy.deepcopy(session.state)
    world, part = get_world(state), stealth_of(state)
    level = world.levels[world.current]
    visible = visible_cells(get_phase(session.context()))
    seen = {other.id for other in creatures_in_view(get_phase(session.context()))} | {world.player}
    for actor in list(world.actors.values()):
        if actor.id in seen or actor.level != level.id:
            continue
        if visible[array_index(level, actor.at)]:
            continue  # a disguise, which stands for what it looks like
        del world.actors[actor.id]
        part.minds.pop(actor.id, None)
        part.fighters.pop(actor.id, None)
    unknown = ~visible & (level.memory == 0)
    clear = [session.rules.records.get(Tile, "tile", id).transparent for id in level.palette]
    for y, x in np.argwhere(unknown).tolist():  # as clear as before: a wall would be in view where open ground is not
        options = [tile for tile in range(len(clear)) if clear[tile] is clear[level.tiles[y, x]]]
        level.tiles[y, x] = dice.choice(options)
    level.explored[unknown] = False
    world.noises = [
        noise for noise in world.noises if noise.source in seen and visible[array_index(level, noise.at)]
    ]  # those in view are seen to be made
    for id in seen - {world.player}:
        shuffle_creature(session, world.actors[id], part, dice)
    return Session(session.rules, state, quiet=True)


def shuffle_creature(session: Session, actor: Actor, part: Any, dice: random.Random) -> None:
    """Another creature of the same looks."""
    kind = session.rules.records.get(CreatureKind, "creature", actor.kind)
    for stat in ("perception", "cost", "aggressivity", "luck", "stealth"):
        actor.stats[stat] = dice.randint(1, 9)
    mind, fighter = part.minds.get(actor.id), part.fighters.get(actor.id)
    if mind is None:
        return
    mind.ai = dice.choice(kind.ai)
    mind.path, mind.goal, mind.post = ((1, 1),), (1, 1), (dice.randint(0, 9), 3)
    mind.rounds, mind.index, mind.last_seen, mind.lost_turns = (
        ((2, 2), (3, 3)),
        dice.randint(0, 1),
        (4, 4),
        dice.randint(0, 3),
    )
    fighter.pool = dice.randint(0, 9)


@pytest.mark.proof(0)
def test_nothing_unknown_leaks(rules: Rules, load_script: Callable[[str], ModuleType]) -> None:
    """P-ODDS-3"""
    plain = load_script("tests/stealth_scene/test_stealth_scene.py").plain
    compared = 0
    for seed in range(12):
        session = find_meeting(rules, seed)
        if session is None:
            continue
        silence_bells(session)
        before = plain(build_session_scene(session))
        for shuffle in range(3):
            after = plain(build_session_scene(shuffle_the_unknown(session, shuffle)))
            assert {name: (was, after[0][name]) for name, was in before[0].items() if was != after[0][name]} == {}, seed
            assert after == before, seed
            compared += 1
    assert compared >= 15


def test_the_key_is_free_and_shows_hatching(rules: Rules) -> None:
    session = next(found for seed in range(12) if (found := find_meeting(rules, seed)) is not None)
    scene = build_session_scene(session)
    assert list_action_keys(UiState(), scene, "risk") == ("v",)
    state, command = handle_key(UiState(), scene, "v")
    assert command is None
    canvas, before = Canvas(45, 128), Canvas(45, 128)
    draw_screen(canvas, scene, state, lambda message: str(message))
    draw_screen(before, scene, UiState(), lambda message: str(message))
    assert set("░▒▓█-=≡◦") & (set(canvas_to_text(canvas)) - set(canvas_to_text(before)))


def test_things_tell_awareness_and_the_odds_of_staying(rules: Rules) -> None:
    session = next(found for seed in range(12) if (found := find_meeting(rules, seed)) is not None)
    scene, ctx = build_session_scene(session), session.context()
    creatures = [thing for thing in scene.things if thing.staying is not None]
    assert creatures
    for thing in creatures:
        id = current_level(ctx)[2].actor_by_cell[thing.position]
        found = odds.notice_permille(get_phase(ctx), get_world(session.state).actors[id], odds.STAY)
        assert (thing.staying.permille, thing.staying.is_approximate) == ((found.low, found.high), found.is_estimate)
        assert thing.awareness in ("asleep", "unaware", "investigating", "searching", "wary")
    stay = next(odds for odds in scene.odds if odds.action == "stay")
    assert {chance.position for chance in stay.chances} == {thing.position for thing in creatures}
