"""Confirmations before risky steps: harmful ground, or noise that an unaware creature would hear."""

from __future__ import annotations

from footfall.api import Context, Message
from footfall.api.grid import Actor, Cell, chebyshev_distance, current_level

from ..actions import movement
from ..actions.commands import TILE_OPENERS
from ..actors import floor
from ..actors.actor_index import player_of
from ..actors.enemies import NEIGHBOR_OFFSETS, list_adjacent_enemies
from ..actors.floor import array_index
from ..actors.stats import effective_stat
from ..model.settings import rule_settings
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name
from ..senses.sounds import DOOR_SOUND, STEP_SOUND, measure_earshot
from .awareness import Awareness, awareness_of

HARMFUL_TAG = "harmful"
"""Tag of tiles that hurt actors who step on them."""


def list_cautions(ctx: Context) -> dict[Cell, Message]:
    """A confirmation for each neighboring cell that is risky to step on.

    Noise counts only if it is louder than the character's usual steps.
    """
    _, level, ground = current_level(ctx)
    player = player_of(ctx)
    min_noise = ctx.setting("ui.ask_before_loud")
    usual_noise = STEP_SOUND.loudness + effective_stat(ctx, player, "noise")
    calm = (Awareness.ASLEEP, Awareness.UNAWARE, Awareness.INVESTIGATING)
    unaware = [other for other in creatures_in_view(ctx) if awareness_of(ctx, other) in calm]
    cautions: dict[Cell, Message] = {}
    for dy, dx in NEIGHBOR_OFFSETS:
        cell = (player.at[0] + dy, player.at[1] + dx)
        kind = floor.tile_at(ctx, player, cell)
        if kind is None or cell in ground.actor_by_cell:
            continue
        if (
            HARMFUL_TAG in kind.tags
            and HARMFUL_TAG not in ground.tile_kinds[level.tiles[array_index(level, player.at)]].tags
        ):
            cautions[cell] = Message("stealth-sure-harm", {"name": Message(kind.name)})
            continue
        noise = _action_noise(ctx, player, cell)
        if not min_noise or noise < min_noise or noise <= usual_noise or list_adjacent_enemies(ctx, player):
            continue
        listener = _find_nearest_listener(ctx, unaware, cell, noise)
        if listener is not None:
            cautions[cell] = Message("stealth-sure-loud", {"noise": noise, "creature": actor_name(ctx, listener)})
    return cautions


def _action_noise(ctx: Context, player: Actor, cell: Cell) -> int:
    """Loudness of stepping on a cell, or of opening a door or container there."""
    kind = floor.tile_at(ctx, player, cell)
    assert kind is not None
    if kind.walkable or movement.can_swim(ctx, player, kind):
        return movement.footstep_loudness(ctx, player, cell)
    can_open = kind.opens_to and (movement.lock_color(kind) is None or movement.find_key(ctx, player, kind))
    return DOOR_SOUND.loudness if can_open or any(tag in TILE_OPENERS for tag in kind.tags) else 0


def _find_nearest_listener(ctx: Context, unaware: list[Actor], cell: Cell, noise: int) -> Actor | None:
    """The nearest unaware creature in whose range of hearing a noise on a cell lies; ties by id."""
    settings = rule_settings(ctx)
    listeners = [
        other
        for other in unaware
        if 10 * chebyshev_distance(other.at, cell)
        <= measure_earshot(settings, effective_stat(ctx, other, "foh"), noise)
    ]
    return min(listeners, key=lambda other: (chebyshev_distance(other.at, cell), other.id), default=None)
