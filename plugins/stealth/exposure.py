"""What the character will be to listeners and watchers after an action, as far as it can know (P-ODDS-2)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import msgspec

from footfall.api import Context, events
from footfall.api.grid import Actor, Cell, current_level

from .disguise import disguise_of
from .fight import is_exhausted
from .known_ground import KnownGround
from .melee import NEIGHBOR_OFFSETS, are_enemies
from .movement import find_key, footstep_loudness, is_breakable, lock_color
from .player import TILE_OPENERS, player_of
from .records import StatusEffect
from .settings import rule_settings
from .sight import array_index, is_in_daylight
from .sounds import ATTACK_SOUND, DOOR_SOUND, STEP_SOUND, STRIKE_SOUND
from .state import stealth_of
from .stats import LAMP, effective_luck, effective_stat


class Deed(Enum):
    """What the character may do; scenes use the values."""

    STAY = "stay"
    STEP = "step"
    LAMP = "lamp"
    ATTACK = "attack"


class Action(NamedTuple):
    """An action of the character whose odds are asked.

    Attributes:
        direction: of a step or blow, 0 to 7 clockwise from north; -1 for a fight with nobody in particular.
    """

    deed: Deed
    direction: int = -1


STAY, LAMP_TOGGLE, FIGHT = Action(Deed.STAY), Action(Deed.LAMP), Action(Deed.ATTACK)
STEPS = tuple(Action(Deed.STEP, direction) for direction in range(len(NEIGHBOR_OFFSETS)))


class Exposure(msgspec.Struct, frozen=True):
    """The character as others meet it.

    Attributes:
        at: its array index.
        stealths: STEALTH with the wall bonus; two values if the character cannot know whether there is a wall.
        noise: loudness of its loudest noise.
        noise_kind: kind of that noise, ``""`` for none.
        opened: array index of the door that the action opens, or None.
        target: id of the creature that it strikes, 0 for none.
        is_vague: something that the character cannot know decides, or dice do.
    """

    at: Cell
    stealths: tuple[int, ...]
    luck: int
    noise: int
    noise_kind: str
    opened: Cell | None = None
    target: int = 0
    is_vague: bool = False


class Noise(NamedTuple):
    """The loudest noise of the character."""

    loudness: int = 0
    kind: str = ""


def expose(ctx: Context, ground: KnownGround, action: Action) -> Exposure | None:
    """The character after an action; None if it is refused or takes no time."""
    player = player_of(ctx)
    noise = lingering_noise(ctx, player)
    if action.deed is Deed.STAY:
        return describe_exposure(ctx, ground, player, player.at, noise)
    if action.deed is Deed.LAMP:
        return _toggle_lamp(ctx, ground, player, noise)
    if action.deed is Deed.ATTACK:
        return _strike(ctx, ground, player, noise, action.direction)
    return _step(ctx, ground, player, noise, action.direction)


def lingering_noise(ctx: Context, player: Actor) -> Noise:
    """The loudest of the character's own noises that will still be heard in the coming round (R-HEAR-8)."""
    world, turn = current_level(ctx)[0], stealth_of(ctx.state).turn
    loudest = Noise()
    for noise in world.noises:
        if noise.source == player.id and noise.until > turn and noise.loudness > loudest.loudness:
            loudest = Noise(noise.loudness, noise.kind)
    return loudest


def describe_exposure(
    ctx: Context,
    ground: KnownGround,
    player: Actor,
    at: Cell,
    noise: Noise,
    *,
    opened: Cell | None = None,
    target: int = 0,
    is_vague: bool = False,
) -> Exposure:
    """The exposure of the character on a cell, with its present stats."""
    index = array_index(current_level(ctx)[1], at)
    stealth, bonus = effective_stat(ctx, player, "stealth"), rule_settings(ctx).stealth_wall_bonus
    stealths = tuple(dict.fromkeys(stealth + bonus * sheltered for sheltered in ground.find_shelter(index)))
    return Exposure(index, stealths, effective_luck(ctx, player), noise.loudness, noise.kind, opened, target, is_vague)


def _toggle_lamp(ctx: Context, ground: KnownGround, player: Actor, noise: Noise) -> Exposure | None:
    """With the lamp as it will be (R-STEALTH-3); None in daylight, or if switching takes no time."""
    _, level, index = current_level(ctx)
    if is_in_daylight(level, index, player.at) or not rule_settings(ctx).lamp_cost:
        return None
    effects = {name: turns for name, turns in player.effects.items() if name != LAMP}
    if LAMP not in player.effects:
        effects[LAMP] = -1
    return describe_exposure(ctx, ground, msgspec.structs.replace(player, effects=effects), player.at, noise)


def _strike(ctx: Context, ground: KnownGround, player: Actor, noise: Noise, direction: int) -> Exposure | None:
    """With the noise of a fight (R-MELEE-9); None if the character is too tired."""
    if is_exhausted(ctx, player):
        return None
    target = 0
    if direction >= 0:
        _, _, index = current_level(ctx)
        dy, dx = NEIGHBOR_OFFSETS[direction]
        cell = (player.at[0] + dy, player.at[1] + dx)
        target = index.actor_by_cell.get(cell, 0) if _find_visible_actor(ctx, ground, cell) is not None else 0
    loud = _louder(noise, ATTACK_SOUND.loudness, ATTACK_SOUND.kind)
    return describe_exposure(ctx, ground, player, player.at, loud, target=target)


def _louder(noise: Noise, loudness: int, kind: str) -> Noise:
    return Noise(loudness, kind) if loudness > noise.loudness else noise


def _find_visible_actor(ctx: Context, ground: KnownGround, cell: Cell) -> Actor | None:
    """The actor in view on a cell."""
    world, level, index = current_level(ctx)
    id = index.actor_by_cell.get(cell)
    return world.actors[id] if id is not None and ground.visible[array_index(level, cell)] else None


def _step(ctx: Context, ground: KnownGround, player: Actor, noise: Noise, direction: int) -> Exposure | None:
    """What walking in a direction leads to (R-MOVE-4, 5)."""
    dy, dx = NEIGHBOR_OFFSETS[direction]
    cell = (player.at[0] + dy, player.at[1] + dx)
    index = array_index(current_level(ctx)[1], cell)
    other = _find_visible_actor(ctx, ground, cell)
    furniture = None if other is None else disguise_of(ctx, other)
    if other is not None and furniture is None:
        return _strike(ctx, ground, player, noise, direction) if are_enemies(ctx, player, other) else None
    kind = furniture or ground.find_tile(index)
    if kind is None:  # an unknown cell: a step in the dark, if it is one
        loud = _louder(noise, STEP_SOUND.loudness + effective_stat(ctx, player, "noise"), STEP_SOUND.kind)
        return describe_exposure(ctx, ground, player, cell, loud, is_vague=True)
    if any(tag in TILE_OPENERS for tag in kind.tags):
        if not rule_settings(ctx).item_loot_cost:
            return None
        loud = _louder(noise, DOOR_SOUND.loudness, DOOR_SOUND.kind)
        return describe_exposure(ctx, ground, player, player.at, loud)
    if kind.walkable:
        loudness, is_vague = foresee_footstep(ctx, player, cell)
        loud = _louder(noise, loudness, STEP_SOUND.kind)
        return describe_exposure(ctx, ground, player, cell, loud, is_vague=is_vague or _staggers(ctx, player))
    if kind.opens_to:
        if lock_color(kind) is not None and not find_key(ctx, player, kind):
            return None
        loud = _louder(noise, DOOR_SOUND.loudness, DOOR_SOUND.kind)
        return describe_exposure(ctx, ground, player, player.at, loud, opened=index)
    if kind.breaks_to and is_breakable(ctx, player, cell, kind) and not is_exhausted(ctx, player):
        loud = _louder(noise, STRIKE_SOUND.loudness, STRIKE_SOUND.kind)
        return describe_exposure(ctx, ground, player, player.at, loud)
    return None


def foresee_footstep(ctx: Context, player: Actor, to: Cell) -> tuple[int, bool]:
    """Loudness of a step to a cell (R-HEAR-8, hook ``on_move``), and whether it is uncertain."""
    loudness = footstep_loudness(ctx, player, to)
    if not ctx.has_listeners("on_move"):
        return loudness, ctx.has_listeners("can_enter")
    terms = {"noise": loudness}
    foreseen = ctx.foresee("on_move", events.Moving(player.id, player.at, to), terms)
    return max(0, foreseen.apply(terms)["noise"]), not foreseen.is_certain or ctx.has_listeners("can_enter")


def _staggers(ctx: Context, player: Actor) -> bool:
    """Whether an effect may lead its step elsewhere."""
    effects = ctx.records.table(StatusEffect, "effect")
    return any(name in effects and effects[name].staggers for name in player.effects)
