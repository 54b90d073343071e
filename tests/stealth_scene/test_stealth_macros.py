"""Travel, explore, rest: ordinary commands one by one, by what the character knows, until something comes up."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api import Command, Message
from footfall.api.grid import current_level
from footfall.engine.macros import RunningMacro, is_macro
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.commands import ToggleLamp, Wait, Walk
from footfall.plugins.stealth.items.using import PickUp
from footfall.plugins.stealth.macros.explore import AutoExplore
from footfall.plugins.stealth.macros.known_map import find_first_step, find_known_cells, recall_tiles
from footfall.plugins.stealth.macros.rest import Rest
from footfall.plugins.stealth.macros.travel import Travel, TravelToStairs
from footfall.plugins.stealth.sight import visible_cells
from footfall.plugins.stealth.stairs import TakeStairs
from footfall.plugins.stealth.state import HeardSound, ListeningState, Mood, stealth_of

ORDINARY = (Walk, Wait, PickUp, TakeStairs)


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only=())


def begun(loaded: LoadResult, seed: int = 3, floor: int = 4, alone: bool = True) -> Session:
    """A game, by default without anybody else on the floor."""
    session = Session.begin(loaded.rules, seed, {"floor": floor}, strict=True)
    if alone:
        world, level, ground = current_level(session.context())
        for actor in [a for a in world.actors.values() if a.level == level.id and a.id != world.player]:
            ground.remove_actor(actor.at)
            del world.actors[actor.id]
            stealth_of(session.state).minds.pop(actor.id, None)
        ground.residents_version += 1
    return session


def sail(session: Session, order: Command, notes: dict[str, Any] | None = None, most: int = 3000) -> Any:
    """Plays a course to its end; returns what it said."""
    course = RunningMacro(session, order, notes)
    for _ in range(most):
        chosen = course.next_command()
        if not isinstance(chosen, Command):
            return chosen
        assert isinstance(chosen, ORDINARY)
        assert session.submit(chosen).refusal is None
    raise AssertionError("the course does not end")


def me(session: Session) -> Any:
    world, _, _ = current_level(session.context())
    return world.actors[world.player]


@pytest.mark.parametrize("seed", range(1, 6))
def test_exploring_sees_the_whole_floor_and_replays_exactly(loaded: LoadResult, seed: int) -> None:
    session = begun(loaded, seed, 1 + seed)
    start = session.hash()
    session.submit(ToggleLamp(actor=me(session).id))
    notes: dict[str, Any] = {}
    said = None
    for _ in range(60):
        said = sail(session, AutoExplore(actor=me(session).id), notes)
        if said is not None and said.id == "stealth-course-explored":
            break
    assert said == Message("stealth-course-explored", {"stairs": "yes"})
    assert find_known_cells(session.context(), "stairs-down")
    _, _, ground = current_level(session.context())
    seen, _, _ = recall_tiles(session.context())
    reached = ground.grid.walkable & seen
    assert reached.sum() > 60
    again = begun(loaded, seed, 1 + seed)
    assert again.hash() == start
    for command in session.commands:
        assert type(command) in (*ORDINARY, ToggleLamp)
        assert again.submit(command).refusal is None
    assert again.hash() == session.hash()


def test_courses_know_only_what_the_character_has_seen(loaded: LoadResult) -> None:
    """Walls, objects and creatures out of sight may be anything: the next command stays the same."""
    for seed in range(6):
        session = begun(loaded, seed, alone=False)
        player = me(session).id
        session.submit(ToggleLamp(actor=player))
        for order in (AutoExplore(actor=player), TravelToStairs(actor=player, down=True), Rest(actor=player)):
            before = RunningMacro(session, order).next_command()
            other = begun(loaded, seed, alone=False)
            other.submit(ToggleLamp(actor=player))
            world, level, ground = current_level(other.context())
            mask = visible_cells(other.context())
            floor = next(i for i, kind in enumerate(ground.tile_kinds) if kind.walkable and not kind.tags)
            level.tiles[~mask] = floor
            for item in world.items.values():
                if item.at is not None and item.level == level.id and not mask[item.at]:
                    item.at = (1, 1)
            for actor in world.actors.values():
                if actor.level == level.id and not mask[actor.at]:
                    actor.hp = 1
                    stealth_of(other.state).minds[actor.id].mood = Mood.AGGRAVATED
            assert RunningMacro(other, order).next_command() == before


def test_travel_arrives_by_the_shortest_known_way(loaded: LoadResult) -> None:
    session = begun(loaded)
    player = me(session).id
    session.submit(ToggleLamp(actor=player))
    home = me(session).at
    sail(session, AutoExplore(actor=player))
    turns = len(session.commands)
    assert sail(session, Travel(actor=player, target=home)) is None
    assert me(session).at == home
    assert all(type(command) is Walk for command in session.commands[turns:])
    seen, _, _ = recall_tiles(session.context())
    dark = next((int(a), int(b)) for a, b in np.argwhere(~seen))
    assert sail(session, Travel(actor=player, target=dark)) == Message("stealth-course-unknown")


def test_travel_ends_beside_what_one_cannot_stand_on(loaded: LoadResult) -> None:
    session = begun(loaded)
    player = me(session).id
    session.submit(ToggleLamp(actor=player))
    seen, numbers, kinds = recall_tiles(session.context())
    walls = [(int(y), int(x)) for y, x in np.argwhere(seen) if "wall" in kinds[numbers[y, x]].tags]
    arrived = 0
    for wall in walls:
        if away(session, wall) > 1 and sail(session, Travel(actor=player, target=wall)) is None:
            assert away(session, wall) == 1
            arrived += 1
    assert arrived > len(walls) // 3


def away(session: Session, cell: tuple[int, int]) -> int:
    y, x = me(session).at
    return max(abs(cell[0] - y), abs(cell[1] - x))


def test_stairs_are_gone_to_and_then_taken(loaded: LoadResult) -> None:
    session = begun(loaded, 3)
    player = me(session).id
    assert sail(session, TravelToStairs(actor=player, down=True)) == Message(
        "stealth-course-no-stairs", {"way": "down"}
    )
    session.submit(ToggleLamp(actor=player))
    notes: dict[str, Any] = {}
    for _ in range(40):
        if sail(session, AutoExplore(actor=player), notes).id == "stealth-course-explored":
            break
    assert sail(session, TravelToStairs(actor=player, down=True)) is None
    assert me(session).at in find_known_cells(session.context(), "stairs-down")
    here_now = me(session).level
    assert sail(session, TravelToStairs(actor=player, down=True), most=2) is None
    assert type(session.commands[-1]) is TakeStairs
    assert me(session).level != here_now


def rouse(session: Session, mood: Mood) -> int:
    """Puts an enemy into view; returns its id."""
    world, level, ground = current_level(session.context())
    player = me(session)
    player.stats["fov"] = 6
    foe = next(a for a in world.actors.values() if a.side == "hostile" and a.level == level.id)
    spot = next(
        (int(y), int(x))
        for y, x in np.argwhere(visible_cells(session.context()) & ground.grid.walkable)
        if (y, x) not in ground.actor_by_cell and max(abs(y - player.at[0]), abs(x - player.at[1])) >= 2
    )
    ground.remove_actor(foe.at)
    foe.at = spot
    ground.place_actor(foe.id, spot)
    stealth_of(session.state).minds[foe.id].mood = mood
    return int(foe.id)


def test_a_creature_that_comes_into_view_ends_a_course_and_a_hunter_forbids_one(loaded: LoadResult) -> None:
    session = begun(loaded, alone=False)
    player = me(session).id
    course = RunningMacro(session, Rest(actor=player))
    first = course.next_command()
    assert type(first) is Wait
    session.submit(first)
    rouse(session, Mood.ASLEEP)
    said = course.next_command()
    assert isinstance(said, Message)
    assert said.id == "stealth-course-seen"
    again = RunningMacro(session, Rest(actor=player))
    second = again.next_command()
    assert type(second) is Wait
    session.submit(second)
    rouse(session, Mood.AGGRAVATED)
    said = again.next_command()
    assert isinstance(said, Message)
    assert said.id == "stealth-course-noticed"
    for order in (Rest(actor=player), AutoExplore(actor=player)):
        said = RunningMacro(session, order).next_command()
        assert isinstance(said, Message)
        assert said.id == "stealth-course-hunted"


@pytest.mark.parametrize(
    ("earlier", "now", "ends"),
    [
        (None, ("step", 40, 2), True),
        (("step", 40, 2), ("step", 40, 3), False),
        (("step", 40, 2), ("step", 40, 4), True),
        (("step", 40, 2), ("step", 30, 2), True),
        (("step", 40, 2), ("door", 40, 2), True),
    ],
)
def test_a_sound_ends_a_course_if_it_is_new_or_nearer(
    loaded: LoadResult, earlier: Any, now: Any, ends: bool
) -> None:
    session = begun(loaded)
    course = RunningMacro(session, Rest(actor=me(session).id))
    wait = course.next_command()
    assert isinstance(wait, Wait)
    session.submit(wait)
    part = stealth_of(session.state)

    def heard(kind: str, distance: int, direction: int, turn: int) -> HeardSound:
        return HeardSound(kind, 1, distance, direction, (1, 1), turn)

    part.heard = [heard(*now, part.turn)]
    if earlier is not None:
        part.heard.insert(0, heard(*earlier, part.turn - 1))
    said = course.next_command()
    assert isinstance(said, Message) == ends
    if isinstance(said, Message):
        assert said.id == "stealth-course-heard"


def test_hurt_and_hunger_end_a_course(loaded: LoadResult) -> None:
    for change, id in (("hp", "stealth-course-hurt"), ("satiety", "stealth-course-hungry")):
        session = begun(loaded)
        course = RunningMacro(session, Rest(actor=me(session).id))
        session.submit(course.next_command())  # type: ignore[arg-type]
        if change == "hp":
            me(session).hp -= 1
        else:
            me(session).stats["satiety"] = 8
        assert course.next_command() == Message(id)


def test_rest_ends_when_well_and_is_not_endless(loaded: LoadResult) -> None:
    session = begun(loaded)
    player = me(session)
    stealth_of(session.state).fighters[player.id].stamina = 0
    assert sail(session, Rest(actor=player.id)) == Message("stealth-course-rested")
    assert len(session.commands) == 3
    assert sail(session, Rest(actor=player.id)) == Message("stealth-course-nothing")
    assert len(session.commands) == 53


def test_rest_beside_a_door_ends_with_what_was_heard(loaded: LoadResult) -> None:
    session = begun(loaded)
    _, level, ground = current_level(session.context())
    y, x = me(session).at
    door = next(i for i, kind in enumerate(ground.tile_kinds) if kind.id.endswith(":door"))
    level.tiles[y, x + 1] = door
    level.__dict__.pop("level_index", None)
    assert sail(session, Rest(actor=me(session).id)) is None
    assert len(session.commands) == 4
    assert session.log[-1].message.id.startswith("stealth-listen")
    assert stealth_of(session.state).listening == ListeningState()


def test_a_course_is_no_command_of_the_rules(loaded: LoadResult) -> None:
    session = begun(loaded)
    order = AutoExplore(actor=me(session).id)
    assert is_macro(session, order)
    before = session.hash()
    refused = session.submit(order).refusal
    assert refused is not None
    assert refused.message.id == "footfall-course-only"
    assert session.hash() == before


def test_a_straight_way_is_walked_straight(loaded: LoadResult) -> None:
    session = begun(loaded)
    _, level, ground = current_level(session.context())
    y, x = me(session).at
    floor = next(i for i, kind in enumerate(ground.tile_kinds) if kind.walkable and not kind.tags)
    level.memory = np.full(level.tiles.shape, floor + 1, np.uint8)
    goal = (y, x + 6)
    assert find_first_step(session.context(), [goal]) == 2
    assert msgspec.structs.asdict(Travel(actor=1, target=goal)) == {"actor": 1, "target": goal}
