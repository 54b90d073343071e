"""Travel, explore and rest: ordinary commands from what the character knows, until an interruption."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api import Command, Message
from footfall.api.grid import Item, current_level, forget_lying_items
from footfall.engine.bots import RunningMacro, is_macro
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import ToggleLamp, Wait, Walk
from footfall.plugins.stealth.items.using import PickUp
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import HeardSound, ListeningState, Mood, stealth_of
from footfall.plugins.stealth.odds.sightings import list_opened
from footfall.plugins.stealth.player.explore import AutoExplore
from footfall.plugins.stealth.player.interruption import Sighting
from footfall.plugins.stealth.player.travel import Rest, Travel, TravelToStairs, find_first_step
from footfall.plugins.stealth.quest.stairs import TakeStairs
from footfall.plugins.stealth.senses.known_map import find_known_cells, recall_tiles
from footfall.plugins.stealth.senses.sight import visible_cells

ORDINARY = (Walk, Wait, PickUp, TakeStairs)

EXPLORED = ("stealth-course-explored", "stealth-course-explored-but")


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin_game(loaded: LoadResult, seed: int = 3, floor: int = 4, alone: bool = True) -> Session:
    """A new game, by default without other actors on the floor."""
    session = Session.begin(loaded.rules, seed, {"floor": floor}, strict=True)
    if alone:
        world, level, ground = current_level(session.context())
        for actor in [a for a in world.actors.values() if a.level == level.id and a.id != world.player]:
            ground.remove_actor(actor.at)
            del world.actors[actor.id]
            stealth_of(session.state).minds.pop(actor.id, None)
        ground.residents_version += 1
    return session


CONTAINER = "stealth-course-container"


def run_macro(session: Session, order: Command, notes: dict[str, Any] | None = None, most: int = 3000) -> Any:
    """Runs a macro to its end; returns its last message."""
    macro = RunningMacro(session, order, notes)
    for _ in range(most):
        command = macro.next_command()
        if not isinstance(command, Command):
            return command
        assert isinstance(command, ORDINARY)
        assert session.submit(command).refusal is None
    raise AssertionError("the macro does not end")


def press_twice(session: Session) -> dict[str, Any]:
    """Notes of a key that is pressed again: rest, in good health."""
    return {"dared": (session.state.turn, Rest(actor=me(session).id))}


def me(session: Session) -> Any:
    world, _, _ = current_level(session.context())
    return world.actors[world.player]


@pytest.mark.proof(2)
@pytest.mark.parametrize("seed", [1, 2, 3, 5, 6])  # no creature that may notice it stands in its way
def test_exploring_sees_the_whole_floor_and_replays_exactly(loaded: LoadResult, seed: int) -> None:
    session = begin_game(loaded, seed, 1 + seed)
    start = session.hash()
    session.submit(ToggleLamp(actor=me(session).id))
    notes: dict[str, Any] = {}
    message = None
    for _ in range(60):
        message = run_macro(session, AutoExplore(actor=me(session).id), notes)
        if message is not None and message.id in EXPLORED:
            break
    assert message is not None
    assert message.id in EXPLORED
    assert message.args["stairs"] != "no"
    assert find_known_cells(get_phase(session.context()), "stairs-down")
    _, _, ground = current_level(session.context())
    seen, _, _ = recall_tiles(get_phase(session.context()))
    reached = ground.grid.walkable & seen
    assert reached.sum() > 60
    again = begin_game(loaded, seed, 1 + seed)
    assert again.hash() == start
    for command in session.commands:
        assert type(command) in (*ORDINARY, ToggleLamp)
        assert again.submit(command).refusal is None
    assert again.hash() == session.hash()


def test_exploring_leaves_a_bell_to_the_player(loaded: LoadResult) -> None:
    session = begin_game(loaded, floor=5)  # without a bell of its own
    world, level, _ = current_level(session.context())
    bell = Item(world.next_id, "core.stealth:copper_bell", 1, level=level.id, at=me(session).at)
    world.items[bell.id] = bell
    notes: dict[str, Any] = {}
    told = run_macro(session, AutoExplore(actor=me(session).id), notes)
    assert told.id == "stealth-course-bell"
    assert session.commands == []
    assert run_macro(session, AutoExplore(actor=me(session).id), notes) != told
    assert bell.at is not None
    assert bell.holder == 0


def test_macros_know_only_what_the_character_has_seen(loaded: LoadResult) -> None:
    """Changes out of sight do not change the next command."""
    for seed in range(6):
        session = begin_game(loaded, seed, alone=False)
        player = me(session).id
        session.submit(ToggleLamp(actor=player))
        for order in (AutoExplore(actor=player), TravelToStairs(actor=player, is_down=True), Rest(actor=player)):
            before = RunningMacro(session, order).next_command()
            other = begin_game(loaded, seed, alone=False)
            other.submit(ToggleLamp(actor=player))
            world, level, ground = current_level(other.context())
            mask = visible_cells(get_phase(other.context()))
            floor = next(i for i, kind in enumerate(ground.tile_kinds) if kind.walkable and not kind.tags)
            level.tiles[~mask] = floor
            for item in world.items.values():
                if item.at is not None and item.level == level.id and not mask[item.at]:
                    item.at = (1, 1)
            forget_lying_items(world)
            for actor in world.actors.values():
                if actor.level == level.id and not mask[actor.at]:
                    actor.hp = 1
                    stealth_of(other.state).minds[actor.id].mood = Mood.AGGRAVATED
            assert RunningMacro(other, order).next_command() == before


def test_travel_takes_the_shortest_known_path(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    player = me(session).id
    session.submit(ToggleLamp(actor=player))
    home = me(session).at
    run_macro(session, AutoExplore(actor=player))
    turns = len(session.commands)
    assert run_macro(session, Travel(actor=player, target=home)) is None
    assert me(session).at == home
    assert all(type(command) is Walk for command in session.commands[turns:])
    seen, _, _ = recall_tiles(get_phase(session.context()))
    dark = next((int(a), int(b)) for a, b in np.argwhere(~seen))
    assert run_macro(session, Travel(actor=player, target=dark)) == Message("stealth-course-unknown")


def test_travel_to_a_container_opens_it(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    player, home = me(session).id, me(session).at
    session.submit(ToggleLamp(actor=player))
    notes: dict[str, Any] = {}
    while (told := run_macro(session, AutoExplore(actor=player), notes)) is None or told.id != CONTAINER:
        assert told is None or told.id != "stealth-course-explored"
    phase = get_phase(session.context())
    chest = next(cell for cell in find_known_cells(phase, "container") if away(session, cell) == 1)
    assert run_macro(session, Travel(actor=player, target=home)) is None
    assert away(session, chest) > 1
    run_macro(session, Travel(actor=player, target=chest))
    assert (phase.level.id, chest) in list_opened(get_phase(session.context()))
    turns = len(session.commands)
    assert run_macro(session, Travel(actor=player, target=home)) is None
    assert run_macro(session, Travel(actor=player, target=chest)) is None  # it is open now: no second noise
    assert away(session, chest) == 1
    assert all(type(command) is Walk for command in session.commands[turns:])


def test_travel_ends_next_to_a_cell_that_cannot_be_entered(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    player = me(session).id
    session.submit(ToggleLamp(actor=player))
    seen, numbers, kinds = recall_tiles(get_phase(session.context()))
    walls = [(int(y), int(x)) for y, x in np.argwhere(seen) if "wall" in kinds[numbers[y, x]].tags]
    arrived = 0
    for wall in walls:
        if away(session, wall) > 1 and run_macro(session, Travel(actor=player, target=wall)) is None:
            assert away(session, wall) == 1
            arrived += 1
    assert arrived > len(walls) // 3


def away(session: Session, cell: tuple[int, int]) -> int:
    y, x = me(session).at
    return max(abs(cell[0] - y), abs(cell[1] - x))


def test_travel_to_stairs_and_down(loaded: LoadResult) -> None:
    session = begin_game(loaded, 3)
    player = me(session).id
    assert run_macro(session, TravelToStairs(actor=player, is_down=True)) == Message(
        "stealth-course-no-stairs", {"way": "down"}
    )
    session.submit(ToggleLamp(actor=player))
    notes: dict[str, Any] = {}
    for _ in range(40):
        told = run_macro(session, AutoExplore(actor=player), notes)
        if told is not None and told.id in EXPLORED:
            break
    assert run_macro(session, TravelToStairs(actor=player, is_down=True)) is None
    assert me(session).at in find_known_cells(get_phase(session.context()), "stairs-down")
    here_now = me(session).level
    assert run_macro(session, TravelToStairs(actor=player, is_down=True), most=2) is None
    assert type(session.commands[-1]) is TakeStairs
    assert me(session).level != here_now


def rouse(session: Session, mood: Mood) -> int:
    """Puts an enemy into view, as one that has noticed the character if it is aggravated; returns its id."""
    world, level, ground = current_level(session.context())
    player = me(session)
    player.stats["fov"] = 6
    foe = next(a for a in world.actors.values() if a.side == "hostile" and a.level == level.id)
    spot = next(
        (int(y), int(x))
        for y, x in np.argwhere(visible_cells(get_phase(session.context())) & ground.grid.walkable)
        if (y, x) not in ground.actor_by_cell and max(abs(y - player.at[0]), abs(x - player.at[1])) >= 2
    )
    ground.remove_actor(foe.at)
    foe.at = spot
    ground.place_actor(foe.id, spot)
    mind = stealth_of(session.state).minds[foe.id]
    mind.mood, mind.is_marked = mood, mood is Mood.AGGRAVATED
    return int(foe.id)


def test_a_creature_in_view_ends_a_macro_and_a_hunter_forbids_one(loaded: LoadResult) -> None:
    session = begin_game(loaded, alone=False)
    player = me(session).id
    macro = RunningMacro(session, Rest(actor=player), press_twice(session))
    first = macro.next_command()
    assert type(first) is Wait
    session.submit(first)
    rouse(session, Mood.ASLEEP)
    message = macro.next_command()
    assert isinstance(message, Message)
    assert message.id == "stealth-course-seen"
    again = RunningMacro(session, Rest(actor=player), press_twice(session))
    second = again.next_command()
    assert type(second) is Wait
    session.submit(second)
    rouse(session, Mood.AGGRAVATED)
    message = again.next_command()
    assert isinstance(message, Message)
    assert message.id == "stealth-course-noticed"
    for order in (Rest(actor=player), AutoExplore(actor=player)):
        message = RunningMacro(session, order).next_command()
        assert isinstance(message, Message)
        assert message.id == "stealth-course-hunted"


@pytest.mark.parametrize(
    ("earlier", "now", "ends"),
    [
        (None, ("step", 40, 2), True),
        (("step", 40, 2), ("step", 40, 3), False),
        (("step", 40, 2), ("step", 40, 4), True),
        (("step", 40, 2), ("step", 30, 2), True),
        (("step", 40, 2), ("door", 40, 2), True),
        (None, ("snore", 40, 2, 7), True),
        (None, ("drip", 40, 2), False),
    ],
)
def test_a_sound_ends_a_macro_if_it_is_new_or_nearer(loaded: LoadResult, earlier: Any, now: Any, ends: bool) -> None:
    """P-AMB-2: what no creature makes and all are used to ends none."""
    session = begin_game(loaded)
    macro = RunningMacro(session, Rest(actor=me(session).id), press_twice(session))
    wait = macro.next_command()
    assert isinstance(wait, Wait)
    session.submit(wait)
    stealth = stealth_of(session.state)

    def heard(turn: int, kind: str, distance: int, direction: int, source: int = 0) -> HeardSound:
        return HeardSound(kind, 1, distance, direction, (1, 1), turn, source)

    stealth.heard_sounds = [heard(stealth.turn, *now)]
    if earlier is not None:
        stealth.heard_sounds.insert(0, heard(stealth.turn - 1, *earlier))
    message = macro.next_command()
    assert isinstance(message, Message) == ends
    if isinstance(message, Message):
        assert message.id == "stealth-course-heard"


def test_steps_end_a_rest_once_and_none_where_their_maker_was_seen(loaded: LoadResult) -> None:
    """P-AMB-3: one that stands near is heard every fifth turn."""
    session = begin_game(loaded)
    notes = press_twice(session)
    notes["sightings"] = {7: Sighting((1, 1), False, False)}
    macro, stealth, ends = RunningMacro(session, Rest(actor=me(session).id), notes), stealth_of(session.state), []
    for passed in range(48):
        command = macro.next_command()
        if isinstance(command, Message):
            ends.append(passed)
            notes |= press_twice(session)
            macro = RunningMacro(session, Rest(actor=me(session).id), notes)
            command = macro.next_command()
        assert isinstance(command, Wait)
        session.submit(command)
        if passed % 5 == 0:
            heard = HeardSound("step", 1, 40, 2, (1, 2), stealth.turn, 7)
            stealth.heard_sounds = [heard, msgspec.structs.replace(heard, source=8)] if passed >= 20 else [heard]
    assert ends == [21]


def test_a_creature_that_was_just_in_view_is_no_news(loaded: LoadResult) -> None:
    session = begin_game(loaded, alone=False)
    player, notes = me(session).id, press_twice(session)
    foe = rouse(session, Mood.ASLEEP)
    world, _, ground = current_level(session.context())
    macro = RunningMacro(session, Rest(actor=player), notes)
    for hidden in (False, True, False):  # seen from the start, gone, back
        spot = world.actors[foe].at
        if hidden:
            ground.remove_actor(spot)
            away, world.actors[foe].level = world.actors[foe].level, -1
        elif world.actors[foe].level == -1:
            world.actors[foe].level = away
            ground.place_actor(foe, spot)
        ground.residents_version += 1
        command = macro.next_command()
        assert type(command) is Wait, command
        session.submit(command)
    mind = stealth_of(session.state).minds[foe]
    mind.mood, mind.is_marked = Mood.AGGRAVATED, True
    message = macro.next_command()
    assert isinstance(message, Message)
    assert message.id == "stealth-course-noticed"


def test_poison_ends_a_macro_only_when_little_life_is_left(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    player = me(session)
    player.effects["core.stealth:poisoned"] = 100
    message = run_macro(session, Rest(actor=player.id))
    assert message.id == "stealth-course-hurt"
    assert player.hp == player.hp_max // 3


def test_injury_and_hunger_end_a_macro(loaded: LoadResult) -> None:
    hurt, hungry = Message("stealth-course-hurt"), Message("stealth-course-hungry", {"satiety": 8})
    for change, reason in (("hp", hurt), ("satiety", hungry)):
        session = begin_game(loaded)
        macro = RunningMacro(session, Rest(actor=me(session).id), press_twice(session))
        session.submit(macro.next_command())  # type: ignore[arg-type]
        if change == "hp":
            me(session).hp -= 1
        else:
            me(session).stats["satiety"] = 8
        assert macro.next_command() == reason


def test_rest_ends_on_recovery_and_is_limited(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    player = me(session)
    stealth_of(session.state).fighters[player.id].stamina = 0
    notes: dict[str, Any] = {}
    assert run_macro(session, Rest(actor=player.id), notes) == Message(
        "stealth-course-rested", {"again": "no", "turns": 3}
    )
    assert len(session.commands) == 3
    well = run_macro(session, Rest(actor=player.id), notes)
    assert (well.id, well.args["again"]) == ("stealth-course-rested", "yes")
    assert len(session.commands) == 3
    assert run_macro(session, Rest(actor=player.id), notes) == Message("stealth-course-nothing", {"turns": 50})
    assert len(session.commands) == 53


def test_rest_next_to_a_door_ends_with_the_listening(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    _, level, ground = current_level(session.context())
    y, x = me(session).at
    door = next(i for i, kind in enumerate(ground.tile_kinds) if kind.id.endswith(":door"))
    level.tiles[y, x + 1] = door
    level.__dict__.pop("level_index", None)
    assert run_macro(session, Rest(actor=me(session).id)) is None
    assert len(session.commands) == 4
    assert session.log[-1].message.id.startswith("stealth-listen")
    assert stealth_of(session.state).listening == ListeningState()


def test_a_macro_is_not_a_command_of_the_rules(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    order = AutoExplore(actor=me(session).id)
    assert is_macro(session, order)
    before = session.hash()
    refused = session.submit(order).refusal
    assert refused is not None
    assert refused.message.id == "footfall-course-only"
    assert session.hash() == before


def test_a_straight_path_is_walked_straight(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    _, level, ground = current_level(session.context())
    y, x = me(session).at
    floor = next(i for i, kind in enumerate(ground.tile_kinds) if kind.walkable and not kind.tags)
    level.memory = np.full(level.tiles.shape, floor + 1, np.uint8)
    goal = (y, x + 6)
    assert find_first_step(get_phase(session.context()), [goal]) == 2
    assert msgspec.structs.asdict(Travel(actor=1, target=goal)) == {"actor": 1, "target": goal}
