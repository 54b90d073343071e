"""The sounds of this turn as they spread over the floor that the character knows, and flashes on the map."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Event
from footfall.api.grid import Cell, Noise, WasHurt, kernels
from footfall.api.scene import Flash, FlashKind, Ripple

from ..actors.identification import disguise_of
from ..model.phase import Phase, get_phase
from ..model.play_state import Lost, Noticed
from ..model.state import Aggravated
from ..odds.screen import forecast_round
from ..senses.known_map import KnownGround
from ..senses.sight import player_sees
from ..senses.sounds import WHISTLE_SOUND
from .cells import list_percepts

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
    limit = REACH + REACH_PER_LOUDNESS * loudness
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
