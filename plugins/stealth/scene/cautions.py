"""Confirmations before risky steps: harmful ground, or noise that an unaware creature would hear."""

from __future__ import annotations

from footfall.api import Message
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actions import movement
from ..actions.commands import TILE_OPENERS
from ..actors import floor
from ..actors.enemies import NEIGHBOR_OFFSETS, list_adjacent_enemies
from ..actors.stats import effective_stat
from ..model.phase import Phase
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name
from ..senses.sounds import DOOR_SOUND, STEP_SOUND, measure_earshot
from .awareness import Awareness, awareness_of

HARMFUL_TAG = "harmful"
"""Tag of tiles that hurt actors who step on them."""


def list_cautions(phase: Phase) -> dict[Cell, Message]:
    """A confirmation for each neighboring cell that is risky to step on.

    Noise counts only if it is louder than the character's usual steps.
    """
    player = phase.player
    min_noise = phase.ctx.setting("ui.ask_before_loud")
    usual_noise = STEP_SOUND.loudness + effective_stat(phase, player, "noise")
    calm = (Awareness.ASLEEP, Awareness.UNAWARE, Awareness.INVESTIGATING)
    unaware = [other for other in creatures_in_view(phase) if awareness_of(phase, other) in calm]
    cautions: dict[Cell, Message] = {}
    for dy, dx in NEIGHBOR_OFFSETS:
        cell = (player.at[0] + dy, player.at[1] + dx)
        kind = floor.tile_at(phase, player, cell)
        if kind is None or cell in phase.ground.actor_by_cell:
            continue
        if HARMFUL_TAG in kind.tags and HARMFUL_TAG not in phase.tile(player.at).tags:
            cautions[cell] = Message("stealth-sure-harm", {"name": Message(kind.name)})
            continue
        noise = _action_noise(phase, player, cell)
        if not min_noise or noise < min_noise or noise <= usual_noise or list_adjacent_enemies(phase, player):
            continue
        listener = _find_nearest_listener(phase, unaware, cell, noise)
        if listener is not None:
            cautions[cell] = Message("stealth-sure-loud", {"noise": noise, "creature": actor_name(phase, listener)})
    return cautions


def _action_noise(phase: Phase, player: Actor, cell: Cell) -> int:
    """Loudness of stepping on a cell, or of opening a door or container there."""
    kind = floor.tile_at(phase, player, cell)
    assert kind is not None
    if kind.walkable or movement.can_swim(phase, player, kind):
        return movement.loudness_on(phase, player, kind)
    can_open = kind.opens_to and (movement.lock_color(kind) is None or movement.find_key(phase, player, kind))
    return DOOR_SOUND.loudness if can_open or any(tag in TILE_OPENERS for tag in kind.tags) else 0


def _find_nearest_listener(phase: Phase, unaware: list[Actor], cell: Cell, noise: int) -> Actor | None:
    """The nearest unaware creature in whose range of hearing a noise on a cell lies; ties by id."""
    listeners = [
        other
        for other in unaware
        if 10 * chebyshev_distance(other.at, cell)
        <= measure_earshot(phase.settings, effective_stat(phase, other, "foh"), noise)
    ]
    return min(listeners, key=lambda other: (chebyshev_distance(other.at, cell), other.id), default=None)
