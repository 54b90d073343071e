"""What creatures share in a phase: games stay the same when mods change the world in the middle of a phase."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from footfall import kernels
from footfall.api import Context, Question, State
from footfall.api.grid import (
    WORLD_PART,
    Actor,
    Level,
    LevelIndex,
    Move,
    Noise,
    SetSide,
    SetTile,
    World,
    chebyshev_distance,
    current_level,
    get_world,
)
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.engine.terms import FoldResult
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.actors.surroundings import list_adjacent_enemies
from footfall.plugins.stealth.ai import paths
from footfall.plugins.stealth.ai.context import TurnContext
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import stealth_of
from footfall.plugins.stealth.vocabulary.choices import approach
from footfall.testing.backends import use_backend
from footfall.world.level import forget_level_index

FOLDS = ("on_attack", "on_damage", "on_hear", "on_move", "core.stealth:on_notice", "core.stealth:on_ambush")
NOTICES = ("on_turn_start", "on_turn_end", "on_death")
CHOICES = ("decide_action", "can_act", "can_enter")
HOOKS = (*FOLDS, *NOTICES, *CHOICES)

HEAD = """\
from footfall.api import PASS, Deny, Message, hook
from footfall.api.grid import Hurt, MakeNoise, Move, Noise, SetTile, current_level

MOD = "test.meddler"
FLOOR, WALL = "core.stealth:floor", "core.stealth:wall"


def meddle(ctx):
    world, level, ground = current_level(ctx)
    player = world.actors[world.player]
    others = sorted(id for id in ground.actor_by_cell.values() if id != player.id)
    deed = ctx.roll("deed", 0, 5)
    if deed == 0:
        return toggle_wall(ctx, level, ground, player)
    if deed == 1 or (deed == 2 and others):
        return move(ctx, level, ground, player if deed == 1 else world.actors[ctx.choose("who", others)])
    if deed == 3 and others:
        return [Hurt(ctx.choose("victim", others), 1 if ctx.roll("mercy", 0, 2) else 10_000, player.id, "meddling")]
    if deed == 4:
        turn = ctx.state.parts["core.stealth"].turn
        return [MakeNoise(Noise("step", level.id, player.at, ctx.roll("loudness", 1, 6), turn + 1, player.id, turn))]
    return None


def pick_cell(ctx, level, at, radius):
    y, x = at[0] + ctx.roll("y", -radius, radius), at[1] + ctx.roll("x", -radius, radius)
    row, column = y - level.origin[0], x - level.origin[1]
    inside = 1 <= row < level.shape[0] - 1 and 1 <= column < level.shape[1] - 1
    return (y, x), level.palette[level.tiles[row, column]] if inside else ""


def toggle_wall(ctx, level, ground, player):
    cell, tile = pick_cell(ctx, level, player.at, 3)
    if tile not in (FLOOR, WALL) or cell in ground.actor_by_cell:
        return None
    return [SetTile(level.id, cell, WALL if tile == FLOOR else FLOOR)]


def move(ctx, level, ground, actor):
    cell, tile = pick_cell(ctx, level, actor.at, 1)
    return [Move(actor.id, cell)] if tile == FLOOR and cell not in ground.actor_by_cell else None
"""

BODIES = {
    "decide_action": 'return ctx.choose("option", event.options) if ctx.roll("decides", 0, 2) == 0 else None',
    "can_act": 'return Deny(Message("no")) if ctx.roll("denies", 0, 3) == 0 else PASS',
    "can_enter": 'return Deny(Message("no")) if ctx.roll("denies", 0, 3) == 0 else PASS',
}


def write_meddler(folder: Path, hooks: tuple[str, ...]) -> Path:
    """Writes a mod that changes the world, or the course of a turn, in these hooks."""
    text = HEAD
    for name in hooks:
        owner, _, short = name.rpartition(":")
        marker = f'@hook.of("{owner}", "{short}")' if owner else "@hook"
        text += f"\n\n{marker}\ndef {short}(event, ctx):\n    {BODIES.get(name, 'return meddle(ctx)')}\n"
    file = folder / "meddler.py"
    file.write_text(text, "utf-8")
    return file


def forget_before_each_step(session: Session) -> None:
    """Makes a session drop all that is derived from its state before each step."""

    def wrap(run: Any) -> Any:
        def run_afresh(ctx: Context, *args: Any) -> Any:
            world = get_world(ctx.state)
            world.__dict__.clear()
            for level in world.levels.values():
                forget_level_index(level)
            return run(ctx, *args)

        return run_afresh

    for name in session.steps:
        bound = session.bind_step(name)
        assert bound is not None
        session.session_steps[name] = bound._replace(run=wrap(bound.run))


def play_beside(rules: Any, seed: int, floor: int, turns: int) -> None:
    """Plays one game twice, with and without derived data kept between steps; states must be equal."""
    kept, fresh = (Session.begin(rules, seed, {"floor": floor}, quiet=True) for _ in range(2))
    assert "test.meddler" in rules.mods
    forget_before_each_step(fresh)
    for turn in range(turns):
        legal = list_legal_commands(kept)
        if not legal:
            break
        command = legal[kernels.mix(seed, turn) % len(legal)]
        assert kept.submit(command).refusal == fresh.submit(command).refusal
        assert kept.hash() == fresh.hash(), f"seed {seed}, turn {turn}"


@pytest.mark.proof(1)
@pytest.mark.parametrize("hooks", [*((name,) for name in HOOKS), HOOKS, ()], ids=lambda hooks: "+".join(hooks)[:40])
def test_no_game_depends_on_what_is_kept_while_mods_change_the_world(tmp_path: Path, hooks: tuple[str, ...]) -> None:
    rules = load("stealth", only_mods=(), mods=[write_meddler(tmp_path, hooks)], strict=True).rules
    for seed in range(3):
        play_beside(rules, seed, 2 + 4 * seed, 40)


@pytest.mark.proof(0)
def test_the_same_on_the_python_backend(tmp_path: Path) -> None:
    rules = load("stealth", only_mods=(), mods=[write_meddler(tmp_path, HOOKS)], strict=True).rules
    with use_backend("python"):
        play_beside(rules, 1, 5, 20)


def build_floor(seed: int, size: int, creatures: int) -> Session:
    """A session on a random floor with creatures that hunt the player."""
    dice = random.Random(seed)
    tiles = np.array([[dice.random() < 0.3 for _ in range(size)] for _ in range(size)], np.uint8)
    tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1] = 1, 1, 1, 1
    cells = [(y, x) for y, x in np.argwhere(tiles == 0).tolist()]
    dice.shuffle(cells)
    blank = np.zeros_like(tiles, dtype=bool)
    level = Level(1, "test", 2, ["core.stealth:floor", "core.stealth:wall"], tiles, blank, blank.copy())
    actors = {1: Actor(1, "core.stealth:adept", 1, cells.pop(), 9, 9, {}, "player")}
    heart = sorted(cells, key=lambda cell: chebyshev_distance(cell, actors[1].at))[: 3 * creatures]
    for id, at in enumerate([*dice.sample(heart, creatures // 2), *dice.sample(cells, creatures // 2)], 2):
        if at not in {actor.at for actor in actors.values()}:
            actors[id] = Actor(id, "core.stealth:goblin", 1, at, 9, 9, {"fov": 6, "foh": 6})
    return begin_state(load("core.stealth", only_mods=()).rules, seed, level, actors)


def test_creatures_approach_a_cell_the_same_way_with_each_backend() -> None:
    ways = []
    for backend in ("rust", "python"):
        with use_backend(backend):
            session = build_floor(3, 14, 6)
            ctx, world = session.context(), get_world(session.state)
            cells = np.argwhere(current_level(session.context())[1].tiles == 0).tolist()
            ways.append([approach(ctx, id, (y, x)) for id in world.actors for y, x in cells])
    assert ways[0] == ways[1]
    assert len(set(map(str, ways[0]))) > 20


def begin_state(rules: Any, seed: int, level: Level, actors: dict[int, Actor], mood: str = "aggravated") -> Session:
    """A session on a level; all actors but the player's have minds."""
    state = State(game="core.stealth", seed=seed, settings=dict(rules.settings), question=Question(1))
    part = {
        "minds": {id: {"mood": mood} for id in actors if id > 1},
        "fighters": {id: {"last": "pass"} for id in actors},
    }
    state.parts = {
        WORLD_PART: World(1000, 1, 1, {1: level}, actors),
        "core.stealth": msgspec.convert(part, rules.saves.parts["core.stealth"], strict=False),
    }
    return Session(rules, state, strict=True)


def build_hall(height: int, width: int) -> Level:
    """An empty hall without walls."""
    tiles = np.zeros((height, width), np.uint8)
    return Level(1, "test", 2, ["core.stealth:floor"], tiles, tiles.astype(bool), tiles.astype(bool))


def test_a_crowd_is_passed_far_outside_the_part_that_is_searched_first() -> None:
    actors = {1: Actor(1, "core.stealth:adept", 1, (60, 60), 9, 9, {}, "player")}
    cells = [(60, 70), *((y, x) for x in (63, 65, 67) for y in range(49, 72))]
    actors |= {id: Actor(id, "core.stealth:goblin", 1, at, 9, 9) for id, at in enumerate(cells, 2)}
    ctx = begin_state(load("core.stealth", only_mods=()).rules, 1, build_hall(120, 120), actors).context()
    turn = TurnContext(get_phase(ctx), actors[2], False)
    path = paths.find_path(turn, (60, 60))
    assert path == search_whole_level(turn, (60, 60))
    assert any(y not in range(50, 71) for y, _ in path)


@pytest.mark.parametrize("hook", ["on_hear", "decide_action", "can_act"])
def test_a_mod_is_asked_about_creatures_that_stand_and_perceive_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    rules = load("stealth", only_mods=(), mods=[write_meddler(tmp_path, (hook,))], strict=True).rules
    actors = {1: Actor(1, "core.stealth:adept", 1, (5, 5), 10**6, 10**6, {}, "player")}
    actors |= {id: Actor(id, "core.stealth:goblin", 1, (5, 20 + 2 * id), 10**6, 10**6) for id in (2, 3, 4)}
    session = begin_state(rules, 1, build_hall(11, 40), actors, mood="calm")
    world = session.state.parts[WORLD_PART]
    world.noises.append(Noise("step", 1, (5, 5), 1, 99, 1, 0))
    asked: list[tuple[str, int]] = []

    def record(name: str, answer: Any) -> Any:
        def ask(self: Context, name: str, event: Any, *rest: Any) -> Any:
            asked.append((name, getattr(event, "listener", getattr(event, "actor", 0))))
            return answer(*rest)

        monkeypatch.setattr(Context, name, ask)

    record("fold", lambda terms: FoldResult(terms, ()))
    record("decide", lambda: None)
    record("vote", lambda: None)
    assert session.submit(Wait(actor=1)).refusal is None
    creatures = [one for one in asked if one[1] > 1]
    assert creatures == [(hook, id) for id in (2, 3, 4)]


def test_a_phase_is_replaced_once_what_it_holds_is_another() -> None:
    session = build_floor(1, 20, 8)
    ctx = session.context()
    first = get_phase(ctx)
    Move(2, pick_free_cell(random.Random(1), first.level, first.ground)).apply(ctx.state)
    assert get_phase(ctx) is first
    bot = BotContext(session, "test:bot", 1)
    assert get_phase(bot).ctx is bot
    assert get_phase(ctx) is first, "each context keeps its own"
    SetSide(2, "adventurer").apply(ctx.state)
    second = get_phase(ctx)
    assert first.hunts_player
    assert not second.hunts_player
    forget_level_index(second.level)
    third = get_phase(ctx)
    assert third.ground is not second.ground
    ctx.state.parts = copy.deepcopy(ctx.state.parts)
    fourth = get_phase(ctx)
    assert fourth.world is get_world(ctx.state)
    assert fourth.stealth is stealth_of(ctx.state)
    ctx.state.parts["core.stealth"] = copy.deepcopy(fourth.stealth)
    assert get_phase(ctx).stealth is stealth_of(ctx.state)


def test_actors_of_another_level_are_beside_those_of_their_own() -> None:
    ctx = build_floor(1, 20, 8).context()
    world, level, ground = current_level(ctx)
    y, x = world.actors[1].at
    beside = [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    Move(2, next(c for c in beside if ground.grid.walkable[c] and c not in ground.actor_by_cell)).apply(ctx.state)
    foes = list_adjacent_enemies(get_phase(ctx), world.actors[1])
    assert foes
    world.levels[2], world.current = msgspec.structs.replace(level, id=2), 2
    assert list_adjacent_enemies(get_phase(ctx), world.actors[1]) == foes


def search_whole_level(turn: TurnContext, goal: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The path by the rule (R-AI-5, 6): both searches over the whole level."""
    start, mask, occupied = turn.actor.at, paths.walkable_cells_for(turn).copy(), turn.ground.occupied_mask
    mask[goal] = True
    found, radius = None, turn.settings.ai_bfs_radius
    if chebyshev_distance(start, goal) <= radius:
        free = mask & ~occupied
        free[goal] = True
        found = kernels.find_path(
            free, start, goal, straight_cost=1000, diagonal_cost=1001, within=radius, canonical=True
        )
    if found is None:
        crowding = occupied.astype(np.uint8) * 15
        crowding[goal] = 0
        found = kernels.find_path(mask, start, goal, straight_cost=2, diagonal_cost=3, extra=crowding, canonical=True)
    return () if found is None else tuple((y, x) for y, x in found[1:].tolist())


def test_a_path_is_searched_again_once_a_tile_changed_or_an_actor_moved() -> None:
    session = build_floor(1, 30, 40)
    ctx = session.context()
    world, level, ground = current_level(ctx)
    dice = random.Random(1)
    goal = world.actors[1].at
    turns = [TurnContext(get_phase(ctx), actor, False) for actor in list(world.actors.values())[1:]]
    paths_before = [paths.find_path(turn, goal) for turn in turns]
    changed = 0
    for _ in range(60):
        if dice.random() < 0.5:
            cell = dice.choice([cell for path in paths_before for cell in path if cell not in ground.actor_by_cell])
            SetTile(1, cell, "core.stealth:wall").apply(ctx.state)
        else:
            Move(dice.choice(turns).actor.id, pick_free_cell(dice, level, ground)).apply(ctx.state)
        found = [paths.find_path(turn, goal) for turn in turns]
        assert found == [search_whole_level(turn, goal) for turn in turns]
        changed += found != paths_before
        paths_before = found
    assert changed > 20


def pick_free_cell(dice: random.Random, level: Level, ground: LevelIndex) -> tuple[int, int]:
    """A random floor cell without an actor."""
    cells = [(y, x) for y, x in np.argwhere(level.tiles == 0).tolist()]
    return dice.choice([cell for cell in cells if cell not in ground.actor_by_cell])


@pytest.mark.proof(1)
@pytest.mark.parametrize("size", [20, 48, 120])
@pytest.mark.parametrize("seed", range(6))
def test_a_path_is_that_of_searches_over_the_whole_level(seed: int, size: int) -> None:
    session = build_floor(seed, size, 40)
    ctx = session.context()
    world, _, _ = current_level(ctx)
    targets = sorted(world.actors)[:8]
    found = 0
    for actor in list(world.actors.values())[1:]:
        turn = TurnContext(get_phase(ctx), actor, False)
        for target in targets:
            goal = world.actors[target].at
            if goal != actor.at:
                path = paths.find_path(turn, goal)
                assert path == search_whole_level(turn, goal)
                assert path is paths.find_path(turn, goal)
                found += len(path) > 0
    assert found > 30
