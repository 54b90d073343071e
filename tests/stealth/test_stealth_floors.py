"""Between floors: stairs, turns per floor, vaults and their keys (R-AI-20, R-GEN-28, 31, 33)."""

from __future__ import annotations

import pytest

from footfall.api.grid import Actor, Item, chebyshev_distance, current_level, get_world, kernels
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of
from footfall.plugins.stealth.model.state import Fighter, Mind, Mood, stealth_of
from footfall.plugins.stealth.quest.stairs import TakeStairs

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=()).rules


def begin_alone(rules: Rules, floor: int = 3) -> Session:
    """A game on a floor with no actor except the player's character."""
    session = Session.begin(rules, 4, {"floor": floor}, strict=True)
    world, level, ground = current_level(session.context())
    part = stealth_of(session.state)
    for id in [id for id, actor in world.actors.items() if id != world.player and actor.level == level.id]:
        ground.remove_actor(world.actors.pop(id).at)
        ground.residents_version += 1
        part.minds.pop(id, None)
        part.fighters.pop(id, None)
    return session


def add_adventurer(session: Session, at: tuple[int, int]) -> Actor:
    world, level, ground = current_level(session.context())
    stats = {"fov": 6, "foh": 6, "stamina_max": 3, "cost": 10}
    actor = Actor(world.next_id, CORE + "adventurer", level.id, at, 32, 32, stats, "adventurer")
    world.next_id += 1
    world.actors[actor.id] = actor
    ground.place_actor(actor.id, at)
    ground.residents_version += 1
    part = stealth_of(session.state)
    part.fighters[actor.id] = Fighter(stamina=3)
    part.minds[actor.id] = Mind(ai="adventurer", mood=Mood.CALM, post=at)
    return actor


def move_player(session: Session, cell: tuple[int, int]) -> None:
    world, _, ground = current_level(session.context())
    hero = world.actors[world.player]
    ground.remove_actor(hero.at)
    hero.at = cell
    ground.place_actor(hero.id, cell)


def test_an_adventurer_takes_stairs_in_view_and_arrives_below(rules: Rules) -> None:
    """R-AI-20, R-STAIRS-2: the floor below does not depend on who enters it first."""
    session, other = begin_alone(rules), begin_alone(rules)
    world, level, ground = current_level(session.context())
    down = level.arrivals["down"]
    free = [
        tuple(cell)
        for cell in kernels.reachable_within(ground.grid, down, 40)[0].tolist()
        if chebyshev_distance(tuple(cell), down) == 2
    ]
    adventurer = add_adventurer(session, free[0])
    wait = Wait(actor=world.player)
    session.submit(wait)
    session.submit(wait)
    assert adventurer.at == down
    session.submit(wait)
    assert adventurer.level != level.id
    below = world.levels[adventurer.level]
    assert below.floor == level.floor + 1
    assert chebyshev_distance(adventurer.at, below.arrivals["up"]) <= 1
    mind = stealth_of(session.state).minds[adventurer.id]
    assert (mind.post, mind.rounds, mind.path) == (adventurer.at, (), ())
    session.submit(wait)
    assert world.current == level.id

    move_player(session, down)
    assert session.submit(TakeStairs(actor=world.player)).refusal is None
    assert world.current == below.id
    move_player(other, current_level(other.context())[1].arrivals["down"])
    other.submit(TakeStairs(actor=world.player))
    same = current_level(other.context())[1]
    assert same.tiles.tobytes() == below.tiles.tobytes()


def test_an_adventurer_ignores_stairs_out_of_view(rules: Rules) -> None:
    """R-AI-20: it takes stairs in view; otherwise it walks from room to room."""
    session = begin_alone(rules)
    world, level, _ = current_level(session.context())
    far = max(level.rooms, key=lambda cell: chebyshev_distance(cell, level.arrivals["down"]))
    adventurer = add_adventurer(session, far)
    adventurer.stats["fov"] = 1
    for _ in range(3):
        session.submit(Wait(actor=world.player))
    assert adventurer.level == level.id
    assert stealth_of(session.state).minds[adventurer.id].rounds


def test_turns_elsewhere_do_not_count_for_reinforcements(rules: Rules) -> None:
    """R-GEN-33: only turns on the floor itself count."""
    session = begin_alone(rules)
    world, level, _ = current_level(session.context())
    floors, part = dungeon_of(session.state), stealth_of(session.state)
    move_player(session, level.arrivals["down"])
    part.turn = 30
    session.submit(TakeStairs(actor=world.player))
    left = part.turn - 1
    below = current_level(session.context())[1]
    assert floors.turns_spent[level.id] == left
    assert part.turn - floors.since[below.id] <= 1
    part.turn = 500
    move_player(session, below.arrivals["up"])
    session.submit(TakeStairs(actor=world.player))
    assert world.current == level.id
    assert part.turn - floors.since[level.id] == left + 1


def test_generated_kinds_are_counted_by_floor(rules: Rules) -> None:
    """R-GEN-31"""
    session = begin_alone(rules)
    world, level, _ = current_level(session.context())
    floors = dungeon_of(session.state)
    assert list(floors.by_floor) == [3]
    move_player(session, level.arrivals["down"])
    session.submit(TakeStairs(actor=world.player))
    assert list(floors.by_floor) == [3, 4]
    total: dict[str, int] = {}
    for kinds in floors.by_floor.values():
        for kind, count in kinds.items():
            total[kind] = total.get(kind, 0) + count
    assert total == floors.tally


def test_vault_keys_lie_on_their_range_of_floors(rules: Rules) -> None:
    """R-GEN-28: the blue key on floors 4 to 6, the iron key on 4 to 7."""
    by_lock: dict[str, set[int]] = {"blue": set(), "iron": set()}
    for seed in range(40):
        floors = dungeon_of(Session.begin(rules, seed, strict=True).state)
        for name, where in by_lock.items():
            where.add(floors.keys[name])
    assert by_lock == {"blue": {4, 5, 6}, "iron": {4, 5, 6, 7}}


def test_carrying_the_prize_off_the_edge_of_the_desert_wins(rules: Rules) -> None:
    """R-STAIRS-1: without the prize the edge is refused."""
    session = Session.begin(rules, 4, strict=True)
    world, level, _ = current_level(session.context())
    assert level.floor == 1
    move_player(session, (0, 7))
    leave = TakeStairs(actor=world.player)
    refused = session.submit(leave).refusal
    assert refused is not None
    assert refused.rule == "R-STAIRS-1"
    bell = Item(world.next_id, CORE + "unrung_bell", holder=world.player)
    world.next_id += 1
    world.items[bell.id] = bell
    world.actors[world.player].pack.append(bell.id)
    move_player(session, (5, 7))
    assert session.submit(leave).refusal is not None
    assert session.state.outcome is None
    move_player(session, (0, 7))
    assert session.submit(leave).refusal is None
    assert session.state.outcome == "won"
    assert rules.game.statistics.winning_outcomes[-1] == "won"


def test_the_last_floor_of_a_game_holds_the_prize_and_its_keeper(rules: Rules) -> None:
    """R-GEN-24: one bell in the game, on floor 16 with its keeper, and no stairs down."""
    session = Session.begin(rules, 11, strict=True)
    world = get_world(session.state)
    while "down" in (level := current_level(session.context())[1]).arrivals:
        move_player(session, level.arrivals["down"])
        assert session.submit(TakeStairs(actor=world.player)).refusal is None
        world.actors[world.player].hp = 32
    assert level.floor == 16
    (bell,) = [item for item in world.items.values() if item.kind == CORE + "unrung_bell"]
    (keeper,) = [actor for actor in world.actors.values() if actor.kind == CORE + "silent_regent"]
    assert bell.level == level.id == keeper.level
    assert (keeper.hp_max, keeper.stats["strength"], keeper.stats["cost"]) == (60, 4, 10)
    assert {world.items[id].kind for id in keeper.worn.values()} == {CORE + "long_sword_good", CORE + "chain_mail"}
