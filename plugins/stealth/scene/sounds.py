"""Sounds with a source that the character knows, the place around it, and the sounds of this turn as they spread.

All of it is read off the scene's own facts; nothing that the character does not know sounds (`cells.list_percepts`
has the sounds out of view).
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Event
from footfall.api.grid import Cell, Noise, Tile, WasHurt, chebyshev_distance, kernels
from footfall.api.scene import Acoustics, Flash, FlashKind, NearSound, Ripple, SoundChannel, SoundRecipe

from ..actions.movement import QUIET_TAG
from ..actors.identification import disguise_of
from ..actors.stats import effective_stat
from ..actors.surroundings import WATER_TAG, is_in_daylight
from ..model.phase import Phase, get_phase
from ..model.play_state import Lost, Noticed
from ..model.records import find_sound_recipe
from ..model.state import Aggravated, LastAction
from ..odds.screen import forecast_round
from ..odds.watchers import Awareness, awareness_of
from ..senses.known_map import KnownGround, creatures_in_view, find_known_cells
from ..senses.sight import player_sees, visible_cells
from ..senses.sounds import MAX_LOUDNESS, STEP_SOUND, WHISTLE_SOUND, compass_direction, is_thrown, name_noise
from .cells import list_percepts

TAKES = 8
"""Takes of a sound in turn, so that no two steps in a row are alike."""

NEARLY_DEAD = 4
"""The share of its life, as a divisor, below which the character hears its heart."""

WALL_RAYS, WALL_REACH = 8, 12
"""Directions in which the walls are sought, and how far, in cells."""

STAIRS_REACH, FIRE_REACH = 10, 12
"""How far the draft of stairs and the crackle of a fire carry, in cells."""

SOFT_TAGS = frozenset({QUIET_TAG, WATER_TAG, "daylight"})
"""Tags of ground that throws little sound back."""


def list_sounds(phase: Phase) -> tuple[NearSound, ...]:
    """The sounds of this turn with a known source: own deeds first, then creatures in view."""
    if not phase.turn:
        return ()
    own, others = split_noises(phase)
    sounds = [*list_own(phase, own), *list_heartbeat(phase)]
    for noise in others:
        direction = compass_direction(phase.player.at, noise.at)
        loudness = max(1, min(5, 4 - chebyshev_distance(phase.player.at, noise.at) // 4))
        recipe = find_sound_recipe(phase, name_noise(phase, noise))
        sounds.append(NearSound(recipe, SoundChannel.FOREIGN, loudness, direction, phase.turn % TAKES))
    return tuple(sounds)


def split_noises(phase: Phase) -> tuple[list[Noise], list[Noise]]:
    """The noises since the last action: those of the character and of things it threw, and those heard from others
    in view.
    """
    me, turn, here = phase.player.id, phase.turn, phase.level.id
    noises = [noise for noise in phase.world.noises if noise.level == here]
    acted = next((n for n, noise in enumerate(noises) if noise.turn == turn - 1 and noise.source == me), len(noises))
    recent = [noise for n, noise in enumerate(noises) if noise.turn == turn or (noise.turn == turn - 1 and n >= acted)]
    own = [noise for noise in recent if noise.source == me or is_thrown(noise)]
    seen, hearing = {actor.id for actor in creatures_in_view(phase)}, effective_stat(phase, phase.player, "foh")
    others = [
        noise
        for noise in recent
        if noise.source in seen
        and noise.loudness > 0
        and player_sees(phase, noise.at)
        and chebyshev_distance(phase.player.at, noise.at) <= hearing
    ]
    return own, others


def list_own(phase: Phase, noises: list[Noise]) -> Iterator[NearSound]:
    take, me = phase.turn % TAKES, phase.player
    last = phase.fighter.last
    heard = [noise for noise in noises if noise.kind != STEP_SOUND.kind]
    for noise in heard:
        loudness = max(2, min(5, 2 + noise.loudness - chebyshev_distance(me.at, noise.at) // 4))
        direction = compass_direction(me.at, noise.at)
        yield NearSound(find_sound_recipe(phase, noise.kind), SoundChannel.OWN, loudness, direction, take)
    if last is LastAction.STEP:
        loudness = max((noise.loudness for noise in noises if noise.kind == STEP_SOUND.kind), default=0)
        yield NearSound(find_step_recipe(phase, phase.tile(me.at)), SoundChannel.OWN, min(5, 2 + loudness), -1, take)
    deed = find_deed(phase)
    if deed is not None:
        yield NearSound(deed, SoundChannel.OWN, 3, -1, take)
    elif not heard and last is not LastAction.STEP:
        quiet = "breath" if last in (LastAction.WAIT, LastAction.PASS, LastAction.NONE) else "rustle"
        yield NearSound(find_sound_recipe(phase, quiet), SoundChannel.OWN, 2, -1, take)


def find_step_recipe(phase: Phase, tile: Tile) -> SoundRecipe:
    """How a step on a tile sounds: the recipe ``step-TILE`` of the tile's mod, else that of bare floor."""
    mod, _, name = tile.id.partition(":")
    recipes = phase.records.table(SoundRecipe, "sound")
    return recipes.get(f"{mod}:step-{name}") or find_sound_recipe(phase, "step-floor")


def find_deed(phase: Phase) -> SoundRecipe | None:
    """The sound of a deed that makes no noise, by the log message that tells of it."""
    recipes = phase.records.table(SoundRecipe, "sound")
    deeds = {message: recipe for recipe in recipes.values() for message in recipe.messages}
    turn = phase.ctx.state.turn
    told = [line.message.id for line in phase.ctx.log[-20:] if line.turn == turn]
    return next((deeds[id] for id in told if id in deeds), None)


def list_heartbeat(phase: Phase) -> Iterator[NearSound]:
    """The heart, while the character is nearly dead or hunted by a creature in view."""
    player = phase.player
    is_hunted = any(awareness_of(phase, foe) is Awareness.HUNTING for foe in creatures_in_view(phase))
    loudness = 4 if player.hp * NEARLY_DEAD < player.hp_max else 2 if is_hunted else 0
    if player.hp > 0 and loudness:
        yield NearSound(find_sound_recipe(phase, "heart"), SoundChannel.OWN, loudness, -1, 0)


# The place.


def describe_room(phase: Phase) -> Acoustics:
    """The size and the material of the part of the place in view, with the sounds that last."""
    player, ground = phase.player, phase.ground
    seen = visible_cells(phase)
    kinds = ground.tile_kinds
    floors = [kind.walkable or WATER_TAG in kind.tags for kind in kinds]
    counts = np.bincount(phase.level.tiles[seen], minlength=len(kinds))[: len(kinds)]
    open_cells = sum(int(n) for n, is_floor in zip(counts, floors, strict=True) if is_floor) or 1
    soft = sum(int(n) for n, kind in zip(counts, kinds, strict=True) if SOFT_TAGS & {*kind.tags})
    is_outside = is_in_daylight(phase, player.at)
    size = 0 if is_outside else measure_walls(seen, np.array(floors)[phase.level.tiles], phase.array_index(player.at))
    caves = sum(int(n) for n, kind in zip(counts, kinds, strict=True) if kind.id == "core.stealth:cave_floor")
    base = "tone-open" if is_outside else "tone-cave" if 2 * caves > open_cells else "tone-room"
    tones = [NearSound(find_sound_recipe(phase, base), SoundChannel.ROOM, min(5, 2 + size // 3))]
    is_wet = any(n and {WATER_TAG, "plant"} & {*kind.tags} for n, kind in zip(counts, kinds, strict=True))
    if is_wet and not is_outside:
        tones.append(NearSound(find_sound_recipe(phase, "tone-wet"), SoundChannel.ROOM, 2))
    return Acoustics(size, max(10, 100 - 100 * soft // open_cells), (*tones, *list_places(phase)))


def measure_walls(seen: npt.NDArray[np.bool_], is_open: npt.NDArray[np.bool_], at: Cell) -> int:
    """The mean distance in cells from a cell to the walls in view around it."""
    total = 0
    for dy, dx in ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)):
        y, x = at
        for _ in range(WALL_REACH):
            y, x = y + dy, x + dx
            if not (0 <= y < seen.shape[0] and 0 <= x < seen.shape[1] and seen[y, x] and is_open[y, x]):
                break
            total += 1
    return max(1, total // WALL_RAYS)


def list_places(phase: Phase) -> Iterator[NearSound]:
    """The nearest fire in view, and the draft of the nearest stairs that the character knows."""
    me = phase.player.at
    fires = [actor.at for actor in creatures_in_view(phase) if dict(phase.index.lights).get(actor.id)]
    places = (("tone-fire", fires, FIRE_REACH), ("tone-stairs", find_known_cells(phase, "stairs"), STAIRS_REACH))
    for tone, cells, reach in places:
        near = min(cells, key=lambda cell: (chebyshev_distance(me, cell), cell), default=None)
        if near is not None and chebyshev_distance(me, near) < reach:
            loudness = max(1, 5 - 5 * chebyshev_distance(me, near) // reach)
            yield NearSound(find_sound_recipe(phase, tone), SoundChannel.ROOM, loudness, compass_direction(me, near))


MAX_HEARD = 3
"""Heard sounds that are drawn, the newest first."""

REACH, REACH_PER_LOUDNESS = 40, 30
"""How far a sound is drawn, in tenths of a cell, by its loudness."""

ARRIVAL_REACH = 60
"""How far from the character a sound of unknown origin is drawn, in tenths of a cell."""


def list_ripples(phase: Phase) -> tuple[Ripple, ...]:
    """The character's latest noise, then the sounds of this turn in `Scene.percepts`.

    The fields are those of the rules over known cells, with unknown ones as walls, which gives nothing away.
    """
    player, turn = phase.player, phase.turn
    own = [n for n in phase.world.noises if n.source == player.id and n.level == phase.level.id and turn - n.turn <= 1]
    heard = [percept for percept in list_percepts(phase) if percept.age == 0][:MAX_HEARD]
    if not own and not heard:
        return ()
    ground = forecast_round(phase).ground
    ripples = []
    if own:
        noise: Noise = max(own, key=lambda noise: (noise.turn, noise.loudness))
        ripples.append(Ripple(_spread(ground, phase.array_index(noise.at), noise.loudness), noise.loudness, True))
    for percept in heard:
        if percept.estimate is not None:
            field = _spread(ground, phase.array_index(percept.estimate), percept.loudness)
        else:
            field = _arrive(ground, phase.array_index(player.at), percept.direction)
        ripples.append(Ripple(field, percept.loudness))
    return tuple(ripple for ripple in ripples if (ripple.field >= 0).any())


def has_called(phase: Phase) -> bool:
    """Whether the character has just made a noise so as to be heard."""
    turn, player = phase.turn, phase.player.id
    return any(n.source == player and n.kind == WHISTLE_SOUND.kind and turn - n.turn <= 1 for n in phase.world.noises)


def _spread(ground: KnownGround, at: Cell, loudness: int) -> npt.NDArray[np.int32]:
    """The sound distance from a cell over known ground; -1 on unknown cells and beyond reach."""
    limit = REACH + REACH_PER_LOUDNESS * min(loudness, MAX_LOUDNESS)
    field = kernels.sound_field(ground.walled_grid, [at], max_distance=limit)
    heard: npt.NDArray[np.int32] = np.where(ground.known & (field != kernels.UNREACHED), field, -1).astype(np.int32)
    return heard


def _arrive(ground: KnownGround, at: Cell, direction: int) -> npt.NDArray[np.int32]:
    """A sound of unknown origin on its last cells: the distance that is behind it, on cells that it came across."""
    field = kernels.sound_field(ground.walled_grid, [at], max_distance=ARRIVAL_REACH)
    rows, columns = np.indices(field.shape)
    dy, dx = kernels.DIRECTIONS[direction] if direction >= 0 else (0, 0)
    y, x = rows - at[0], columns - at[1]
    along = y * dy + x * dx
    across = abs(y * dx - x * dy)
    came = (field != kernels.UNREACHED) & ground.known & (across <= along)
    arrival: npt.NDArray[np.int32] = np.where(came, ARRIVAL_REACH - field, -1).astype(np.int32)
    return arrival


FLASHES: dict[type[Event], FlashKind] = {
    WasHurt: FlashKind.HIT,
    Aggravated: FlashKind.NOTICE,
    Noticed: FlashKind.NOTICE,
    Lost: FlashKind.LOST,
}


def list_flashes(ctx: Context, events: Sequence[Event]) -> Iterator[Flash]:
    """Yields the flashes of events since the last scene, where the character sees the creature now."""
    phase = get_phase(ctx)
    player = phase.player
    for event in events:
        if not isinstance(event, (WasHurt, Aggravated, Noticed, Lost)):
            continue
        actor = phase.world.actors.get(event.actor)
        if actor is None or actor.level != player.level or not player_sees(phase, actor.at):
            continue
        if isinstance(event, WasHurt) and not event.amount:
            continue
        if actor is player:
            yield Flash(actor.at, FlashKind.HURT)
        elif disguise_of(phase, actor) is None:
            yield Flash(actor.at, FLASHES[type(event)])
