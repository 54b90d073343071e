"""The API for other mods: readings of the game's state, and functions that build a noise and the end of a turn.

Readings take the context and ids, and return values. An unknown id reads as None, 0, False or an empty tuple.
The ids of steps, effects and tags exported here are stable.
"""

from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import ActorId, Change, Context, Count, Game, Ref, Words, reading
from footfall.api.grid import (
    Cell,
    MakeNoise,
    chebyshev_distance,
    find_loudness,
    get_level_index,
    get_world,
    is_inside,
    kernels,
)

from .actions import fight
from .actions.commands import MeleeAttack, Wait, Walk
from .actors import stats, surroundings
from .actors.stats import LAMP
from .actors.surroundings import DAYLIGHT_TAG, NEIGHBOR_OFFSETS
from .game import GAME, ID
from .generate.floor_factory import DROP_LOOT_STEP as DROP_LOOT, SPAWN_STEP as SPAWN_CREATURE
from .items import Activate, Drop, PickUp
from .model import play_state
from .model.phase import get_phase
from .model.play_state import RunStats
from .model.records import StatName
from .model.state import HEARD_SOUND_TURNS, HeardSound, LastAction, Mood, build_noise, stealth_of
from .quest.stairs import TakeStairs
from .scene import build_scene
from .senses import known_map, sight
from .turns import phases as turns
from .vocabulary.knowledge import can_tell, find_actor, find_plans, find_tile

__all__ = [
    "DAYLIGHT_TAG",
    "DROP_LOOT",
    "ID",
    "LAMP",
    "NEIGHBOR_OFFSETS",
    "SPAWN_CREATURE",
    "Activate",
    "Drop",
    "HeardSound",
    "LastAction",
    "MeleeAttack",
    "Mood",
    "PickUp",
    "RunStats",
    "TakeStairs",
    "Wait",
    "Walk",
    "base_game",
    "build_scene",
    "make_noise",
    "spend_turn",
]


# The game


@reading(unit="turns", cost="O(1)")
def turn_of(ctx: Context) -> Count:
    """Turns since the game began; free actions do not count."""
    return get_phase(ctx).turn


@reading(unit="actor id", cost="O(1)", rule_name="player")
def player_id(ctx: Context) -> ActorId:
    """The player's character."""
    return get_world(ctx.state).player


@reading(unit="actor ids", cost="O(actors)")
def actors_here(ctx: Context) -> tuple[int, ...]:
    """The actors of the current level, the player's character included, in order of arrival."""
    phase = get_phase(ctx)
    return tuple(actor.id for actor in phase.actors)


@reading(unit="counts", cost="O(kinds of creatures)")
def run_stats_of(ctx: Context) -> RunStats:
    """Kills by creature kind, backstabs, and the killer of the character; a copy."""
    record = play_state.run_stats_of(ctx.state)
    return msgspec.structs.replace(record, slain=dict(record.slain))


# An actor's mind


@reading(cost="O(1)")
def mood_of(ctx: Context, actor: ActorId) -> Mood | None:
    """Asleep, calm or aggravated; None for the player's character and for furniture."""
    mind = stealth_of(ctx.state).minds.get(actor)
    return None if mind is None else mind.mood


@reading(cost="O(1)")
def is_awake(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature is calm or aggravated."""
    return mood_of(ctx, actor) in (Mood.CALM, Mood.AGGRAVATED)


@reading(cost="O(1)")
def is_hunting(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature is aggravated."""
    return mood_of(ctx, actor) is Mood.AGGRAVATED


@reading(cost="O(1)")
def can_be_surprised(ctx: Context, actor: ActorId) -> bool:
    """Whether a creature is unaware of the player, so that an adjacent blow is a backstab."""
    target = find_actor(ctx, actor)
    return target is not None and fight.can_be_surprised(get_phase(ctx), target)


@reading(cost="O(1)")
def last_action(ctx: Context, actor: ActorId) -> LastAction:
    """An actor's latest action."""
    fighter = stealth_of(ctx.state).fighters.get(actor)
    return LastAction.NONE if fighter is None else fighter.last


@reading(unit="cell (y, x)", cost="O(1)", is_shown=False)
def next_step(ctx: Context, actor: ActorId) -> Cell | None:
    """The next cell of the path that a creature follows."""
    mind = find_plans(ctx, actor)
    return None if mind is None or not mind.path else mind.path[0]


@reading(unit="cell (y, x)", cost="O(1)", is_shown=False)
def target_of_search(ctx: Context, actor: ActorId) -> Cell | None:
    """Where a creature last perceived its target."""
    mind = find_plans(ctx, actor)
    return None if mind is None else mind.last_seen


@reading(cost="O(1)")
def are_enemies(ctx: Context, actor: ActorId, other: ActorId) -> bool:
    """Whether two actors fight each other, by side or by grudge."""
    first, second = find_actor(ctx, actor), find_actor(ctx, other)
    return first is not None and second is not None and surroundings.are_enemies(get_phase(ctx), first, second)


# An actor's stats


@reading(unit="points", cost="O(1)")
def stamina(ctx: Context, actor: ActorId) -> Count:
    """Stamina left."""
    fighter = stealth_of(ctx.state).fighters.get(actor)
    return 0 if fighter is None else fighter.stamina


@reading(unit="points", cost="O(worn + effects)")
def max_stamina(ctx: Context, actor: ActorId) -> int:
    """Stamina when rested."""
    return effective_stat(ctx, actor, "stamina_max")


@reading(unit="points; fov and foh: cells", cost="O(1)")
def base_stat(ctx: Context, actor: ActorId, stat: StatName) -> int:
    """A stat without equipment and effects."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else subject.stats.get(stat, 0)


@reading(unit="points; fov and foh: cells", cost="O(worn + effects)", rule_name="stat")
def effective_stat(ctx: Context, actor: ActorId, stat: StatName) -> int:
    """A stat with equipment and effects."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else stats.effective_stat(get_phase(ctx), subject, stat)


@reading(unit="points", cost="O(worn + effects + palette)", rule_name="stealth")
def effective_stealth(ctx: Context, actor: ActorId) -> int:
    """STEALTH with the player's wall bonus; noise is not subtracted."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else stats.effective_stealth(get_phase(ctx), subject)


@reading(cost="O(1)")
def is_lamp_lit(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor's lamp is lit."""
    subject = find_actor(ctx, actor)
    return subject is not None and LAMP in subject.effects


@reading(unit="points", cost="O(1)")
def hp(ctx: Context, actor: ActorId) -> Count:
    """Hit points left."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else subject.hp


@reading(unit="points", cost="O(1)")
def max_hp(ctx: Context, actor: ActorId) -> Count:
    """Hit points when unhurt."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None else subject.hp_max


@reading(cost="O(1)")
def has(ctx: Context, actor: ActorId, effect: Annotated[str, Words("status")]) -> bool:
    """Whether a timed effect is on an actor, by its record id, or its lamp is lit (``core.stealth:lamp``)."""
    subject = find_actor(ctx, actor)
    return subject is not None and effect in subject.effects


@reading(cost="O(1)")
def kind(ctx: Context, actor: ActorId) -> Annotated[str, Ref("creature")]:
    """The record id of an actor's creature; empty for an unknown id."""
    subject = find_actor(ctx, actor)
    return "" if subject is None else subject.kind


@reading(cost="O(1)")
def is_player(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor is the player's character."""
    return actor == get_world(ctx.state).player


# An actor's place


@reading(unit="cell (y, x)", cost="O(1)", rule_name="cell")
def cell_of(ctx: Context, actor: ActorId) -> Cell | None:
    """Where an actor is."""
    subject = find_actor(ctx, actor)
    return None if subject is None else subject.at


@reading(cost="O(1)")
def tile(ctx: Context, cell: Cell) -> Annotated[str, Ref("tile")]:
    """The record id of the tile at a cell of the current level; empty outside of it."""
    kind = find_tile(get_phase(ctx), cell)
    return "" if kind is None else kind.id


@reading(unit="cells", cost="O(1)", steps=40)
def open_neighbors(ctx: Context, cell: Cell) -> Count:
    """The walkable cells among the eight around a cell of the current level: few in a corridor."""
    phase = get_phase(ctx)
    if ctx.is_foreseeing:
        around_it = [find_tile(phase, (cell[0] + dy, cell[1] + dx)) for dy, dx in NEIGHBOR_OFFSETS]
        return sum(kind is not None and kind.walkable for kind in around_it)
    level = phase.level
    walkable = phase.ground.grid.walkable
    assert walkable is not None
    y, x = cell[0] - level.origin[0], cell[1] - level.origin[1]
    around = walkable[max(y - 1, 0) : max(y + 2, 0), max(x - 1, 0) : max(x + 2, 0)]
    return int(around.sum()) - int(is_inside(level, cell) and walkable[y, x])


@reading(cost="O(palette)")
def is_beside_wall(ctx: Context, actor: ActorId) -> bool:
    """Whether a wall stands orthogonally next to an actor."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is not None and ctx.is_foreseeing:
        beside = [find_tile(phase, (subject.at[0] + dy, subject.at[1] + dx)) for dy, dx in stats.ORTHOGONAL]
        return any(kind is not None and kind.is_shelter for kind in beside)
    return subject is not None and stats.is_beside_wall(phase, subject)


@reading(cost="O(1)")
def is_in_daylight(ctx: Context, actor: ActorId) -> bool:
    """Whether an actor stands in the open, where the lamp is of no use."""
    subject = find_actor(ctx, actor)
    kind = None if subject is None else surroundings.tile_at(get_phase(ctx), subject, subject.at)
    return kind is not None and DAYLIGHT_TAG in kind.tags


@reading(unit="actor ids", cost="O(1)")
def adjacent_actors(ctx: Context, actor: ActorId) -> tuple[int, ...]:
    """Actors on the eight neighbor cells, clockwise from north."""
    phase = get_phase(ctx)
    subject = find_actor(ctx, actor)
    if subject is None:
        return ()
    (y, x) = subject.at
    occupied = get_level_index(phase.world, phase.world.levels[subject.level], ctx.records).actor_by_cell
    cells = ((y + dy, x + dx) for dy, dx in NEIGHBOR_OFFSETS)
    return tuple(occupied[cell] for cell in cells if cell in occupied and can_tell(phase, cell))


@reading(unit="actor ids", cost="O(1)")
def adjacent_enemies(ctx: Context, actor: ActorId) -> tuple[int, ...]:
    """Enemies on the eight neighbor cells."""
    phase = get_phase(ctx)
    subject = find_actor(ctx, actor)
    if subject is None:
        return ()
    enemies = surroundings.list_adjacent_enemies(phase, subject)
    return tuple(enemy.id for enemy in enemies if can_tell(phase, enemy.at))


@reading(unit="actors", cost="O(1)")
def enemies_beside(ctx: Context, actor: ActorId) -> Count:
    """How many enemies stand next to an actor."""
    return len(adjacent_enemies(ctx, actor))


# Sight and sound


@reading(cost="O(distance)")
def can_see(ctx: Context, actor: ActorId, cell: Cell) -> bool:
    """Whether an actor sees a cell: in FOV with a clear line; the player also by light."""
    phase = get_phase(ctx)
    subject = find_actor(ctx, actor)
    if subject is None:
        return False
    world = phase.world
    level = world.levels[subject.level]
    if not is_inside(level, cell):
        return False
    if actor == world.player:
        return sight.player_sees(phase, cell)
    if ctx.is_foreseeing:  # the line to it may lead through the unknown
        return False
    if chebyshev_distance(subject.at, cell) > stats.effective_stat(phase, subject, "fov"):
        return False
    grid = get_level_index(world, level, ctx.records).grid
    return kernels.line_of_sight(
        grid, surroundings.array_index(level, subject.at), surroundings.array_index(level, cell)
    )


@reading(unit="array (height, width)", cost="O(1); O(cells) after a move")
def visible_cells(ctx: Context) -> npt.NDArray[np.bool_]:
    """Cells of the current level in the player's view; read-only, indexed from the level's origin."""
    return _as_read_only(sight.visible_cells(get_phase(ctx)))


@reading(unit="cells (y, x)", cost="O(cells)")
def find_known_cells(ctx: Context, tag: str) -> tuple[Cell, ...]:
    """Cells whose tile has a tag, as the player's character last saw them, in reading order."""
    return tuple(known_map.find_known_cells(get_phase(ctx), tag))


@reading(unit="array (height, width)", cost="O(cells)")
def find_passable_cells(ctx: Context) -> npt.NDArray[np.bool_]:
    """Known cells that are walkable or can be opened, as last seen; indexed from the level's origin."""
    seen, numbers, kinds = known_map.recall_tiles(get_phase(ctx))
    passable = np.array([kind.walkable or bool(kind.opens_to) for kind in kinds])
    return _as_read_only(seen & passable[numbers])


@reading(unit="loudness", cost="O(1)")
def noise_of(ctx: Context, actor: ActorId) -> Count:
    """The loudest noise of an actor that still sounds; 0 if silent."""
    return find_loudness(get_phase(ctx).world, actor)


@reading(unit="tenths of a cell; direction 0..7", cost="O(sounds)")
def list_heard_sounds(ctx: Context) -> tuple[HeardSound, ...]:
    """Sounds of the last four turns that the player's character heard out of view, newest last."""
    phase = get_phase(ctx)
    return tuple(sound for sound in phase.stealth.heard_sounds if phase.turn - sound.turn <= HEARD_SOUND_TURNS)


def _as_read_only(array: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    view = array.view()
    view.flags.writeable = False
    return view


# Builders


def make_noise(ctx: Context, kind: str, at: Cell, loudness: int, turns: int, source: int) -> MakeNoise:
    """A noise at a cell of the current level.

    Args:
        kind: names the text ``stealth-sound-KIND``.
        loudness: 1 or more.
        turns: turns that it can be heard after this one.
        source: id of the actor that makes it, 0 for none.
    """
    return MakeNoise(build_noise(ctx, kind, get_phase(ctx).world.current, at, loudness, turns, source))


def spend_turn(ctx: Context, actor: ActorId) -> list[Change]:
    """The end of the player's turn: the last changes of a command that costs one."""
    return turns.spend_turn(get_phase(ctx), actor)


def base_game() -> Game:
    """The game itself, for total conversions."""
    return GAME
