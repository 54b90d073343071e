"""What listeners and watchers can perceive of the character after an action, by what it knows (P-ODDS-2)."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, TypeAlias

import msgspec

from footfall.api import Context, events
from footfall.api.chance import count_odds
from footfall.api.grid import Actor, Cell, Tile, current_level

from ..actions.commands import TILE_OPENERS, StaggerFacts, stagger
from ..actions.exchange import forecast_blow
from ..actions.fight import is_exhausted
from ..actions.movement import can_pass, can_swim, door_loudness, find_key, is_breakable, lock_color, loudness_on
from ..actors.actor_index import player_of
from ..actors.enemies import NEIGHBOR_OFFSETS, are_enemies
from ..actors.floor import array_index, is_in_daylight, is_in_water
from ..actors.identification import disguise_of
from ..actors.stats import LAMP, effective_luck, effective_stat, stagger_percent
from ..ai.noticing import STRIKING_LOUDNESS
from ..model.settings import rule_settings
from ..model.state import stealth_of
from ..senses.known_ground import KnownGround
from ..senses.sounds import ATTACK_SOUND, COLLAPSE_SOUND, DOOR_SOUND, HURT_SOUND, STEP_SOUND, STRIKE_SOUND, SoundKind


class Deed(Enum):
    """What the character may do; scenes use the values."""

    STAY = "stay"
    STEP = "step"
    LAMP = "lamp"
    ATTACK = "attack"


class Action(NamedTuple):
    """An action of the character whose odds are asked.

    Attributes:
        direction: of a step or blow, 0 to 7 clockwise from north; -1 for a fight without an opponent.
    """

    deed: Deed
    direction: int = -1


STAY, LAMP_TOGGLE, FIGHT = Action(Deed.STAY), Action(Deed.LAMP), Action(Deed.ATTACK)
STEPS = tuple(Action(Deed.STEP, direction) for direction in range(len(NEIGHBOR_OFFSETS)))


class Noise(NamedTuple):
    """A noise of the character."""

    loudness: int = 0
    kind: str = ""


class Call(NamedTuple):
    """A noise of the character that draws creatures at the end of the round (P-INQ-1), and its array index."""

    noise: Noise
    at: Cell


class Exposure(msgspec.Struct, frozen=True, cache_hash=True):
    """The character as others meet it.

    Attributes:
        at: its array index.
        stealths: STEALTH with the wall bonus; two values if the character cannot know whether there is a wall.
        noise: its loudest noise.
        calls: those that draw creatures.
        opened: array index of the door that the action opens, or None.
        target: id of the creature that it strikes, 0 for none.
        about: the code of a mod has a say in it.
        dives: it is seen from the next cell only (P-WAY-3).
    """

    at: Cell
    stealths: tuple[int, ...]
    luck: int
    noise: Noise
    calls: tuple[Call, ...] = ()
    opened: Cell | None = None
    target: int = 0
    about: bool = False
    dives: bool = False


Exposures: TypeAlias = tuple[Exposure, ...]
"""What an action may come to as far as the character knows, one for each possibility; none if it takes no time."""


class Branch(NamedTuple):
    """What an action comes to after its own dice, which give this result with a chance of `share`."""

    share: float
    exposures: Exposures


Branches: TypeAlias = tuple[Branch, ...]
"""What an action may come to, by its dice; nothing if it is refused or takes no time."""


SILENCE = Noise()


def expose(ctx: Context, ground: KnownGround, action: Action) -> Branches:
    """The character after an action; nothing if it is refused or takes no time."""
    player = player_of(ctx)
    if action.deed is Deed.STEP:
        return _stagger(ctx, ground, player, action.direction)
    if action.deed is Deed.STAY:
        _, level, index = current_level(ctx)
        stay = describe_exposure(ctx, ground, player, player.at)
        return _without_dice((msgspec.structs.replace(stay, dives=is_in_water(level, index, player.at)),))
    if action.deed is Deed.LAMP:
        return _without_dice(_toggle_lamp(ctx, ground, player))
    return _strike(ctx, ground, player, action.direction)


def _without_dice(exposures: Exposures) -> Branches:
    return (Branch(1.0, exposures),) if exposures else ()


def _stagger(ctx: Context, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """A step, which may go elsewhere if the character is confused, and then always takes time."""
    intended = _step(ctx, ground, player, direction)
    percent = stagger_percent(ctx, player)
    if not intended or not percent:
        return intended
    still = _without_dice((describe_exposure(ctx, ground, player, player.at),))
    odds = count_odds(None, ctx.chances.find(stagger), StaggerFacts(percent, direction), "direction")
    ways = {way: _step(ctx, ground, player, way) or still for way in sorted(odds, key=lambda way: way != direction)}
    return tuple(
        branch._replace(share=branch.share * float(odds[way])) for way, branches in ways.items() for branch in branches
    )


def lingering_noise(ctx: Context, player: Actor, made: Noise = SILENCE) -> Noise:
    """The loudest of the character's noises that are heard in the coming round, with one made in it (R-HEAR-8)."""
    world, turn = current_level(ctx)[0], stealth_of(ctx.state).turn
    loudest = SILENCE
    for noise in world.noises:
        if noise.source == player.id and noise.until > turn and noise.loudness > loudest.loudness:
            loudest = Noise(noise.loudness, noise.kind)
    return made if made.loudness > loudest.loudness else loudest


def describe_exposure(
    ctx: Context,
    ground: KnownGround,
    player: Actor,
    at: Cell,
    made: Noise = SILENCE,
    made_at: Cell | None = None,
    *,
    opened: Cell | None = None,
    target: int = 0,
    about: bool = False,
) -> Exposure:
    """The exposure of the character on a cell, with its present stats, after a noise at a cell, by default its own."""
    world, level, _ = current_level(ctx)
    index = array_index(level, at)
    stealth, bonus = effective_stat(ctx, player, "stealth"), rule_settings(ctx).stealth_wall_bonus
    stealths = tuple(dict.fromkeys(stealth + bonus * sheltered for sheltered in ground.find_shelter(index)))
    noise = lingering_noise(ctx, player, made)
    calls = [(made, made_at or at)]
    calls += [  # that of a bell, after the last round
        (Noise(other.loudness, other.kind), other.at)
        for other in world.unreported
        if other.source == player.id and other.level == level.id
    ]
    drawing = tuple(Call(call, array_index(level, cell)) for call, cell in calls if call.loudness >= STRIKING_LOUDNESS)
    return Exposure(index, stealths, effective_luck(ctx, player), noise, drawing, opened, target, about)


def _toggle_lamp(ctx: Context, ground: KnownGround, player: Actor) -> Exposures:
    """With the lamp as it will be (R-STEALTH-3); nothing in daylight and water, or if switching takes no time."""
    _, level, index = current_level(ctx)
    useless = is_in_water(level, index, player.at) or is_in_daylight(level, index, player.at)
    if useless or not rule_settings(ctx).lamp_cost:
        return ()
    if LAMP in player.effects:
        switched = _darken(player)
    else:
        switched = msgspec.structs.replace(player, effects={**player.effects, LAMP: -1})
    return (describe_exposure(ctx, ground, switched, player.at),)


def _darken(player: Actor) -> Actor:
    """The character without its lamp."""
    effects = {name: turns for name, turns in player.effects.items() if name != LAMP}
    return msgspec.structs.replace(player, effects=effects)


def _strike(ctx: Context, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """With the noise of a fight and of a wound (R-MELEE-9); nothing if the character is too tired."""
    if is_exhausted(ctx, player):
        return ()
    other = _find_visible_actor(ctx, ground, _find_neighbor(player, direction)) if direction >= 0 else None
    made = _noise_of(ATTACK_SOUND)
    if other is None:
        return _without_dice((describe_exposure(ctx, ground, player, player.at, made),))
    misses = describe_exposure(ctx, ground, player, player.at, made, target=other.id)
    wound = Call(_noise_of(HURT_SOUND), array_index(current_level(ctx)[1], other.at))
    wounds = msgspec.structs.replace(misses, calls=(*misses.calls, wound))
    chance = forecast_blow(ctx, player, other).wounds
    branches = Branch(1 - chance, (misses,)), Branch(chance, (wounds,))
    return tuple(branch for branch in branches if branch.share)


def _noise_of(sound: SoundKind) -> Noise:
    return Noise(sound.loudness, sound.kind)


def _find_neighbor(player: Actor, direction: int) -> Cell:
    dy, dx = NEIGHBOR_OFFSETS[direction]
    return player.at[0] + dy, player.at[1] + dx


def _find_visible_actor(ctx: Context, ground: KnownGround, cell: Cell) -> Actor | None:
    """The actor in view on a cell."""
    world, level, index = current_level(ctx)
    id = index.actor_by_cell.get(cell)
    return world.actors[id] if id is not None and ground.visible[array_index(level, cell)] else None


def _step(ctx: Context, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """What walking in a direction leads to (R-MOVE-4)."""
    cell = _find_neighbor(player, direction)
    other = _find_visible_actor(ctx, ground, cell)
    furniture = None if other is None else disguise_of(ctx, other)
    if other is not None and furniture is None and not can_pass(ctx, player, other):
        return _strike(ctx, ground, player, direction) if are_enemies(ctx, player, other) else ()
    kind = furniture or ground.find_tile(array_index(current_level(ctx)[1], cell))
    if kind is None:
        return _without_dice(_step_blindly(ctx, ground, player, cell))
    swims = can_swim(ctx, player, kind)
    if kind.walkable or swims:
        if swims:
            player = _darken(player)
        loudness, about = foresee_footstep(ctx, player, cell, kind)
        made = Noise(loudness, STEP_SOUND.kind) if loudness else SILENCE
        return _without_dice((describe_exposure(ctx, ground, player, cell, made, about=about),))
    return _without_dice(_bump(ctx, ground, player, cell, kind))


def _step_blindly(ctx: Context, ground: KnownGround, player: Actor, cell: Cell) -> Exposures:
    """A step to a cell that the character has never seen: over any ground, or into a door."""
    usual = loudness_on(ctx, player, None)
    steps = [Noise(max(0, usual + more), STEP_SOUND.kind) for more in (-1, 0, 1)]
    return (
        *(describe_exposure(ctx, ground, player, cell, made) for made in steps),
        describe_exposure(ctx, ground, player, player.at, _noise_of(DOOR_SOUND), cell),
    )


def _bump(ctx: Context, ground: KnownGround, player: Actor, cell: Cell, kind: Tile) -> Exposures:
    """What walking into a container, a door or a hollow wall leads to (R-MOVE-5)."""
    index = array_index(current_level(ctx)[1], cell)
    if any(tag in TILE_OPENERS for tag in kind.tags):
        takes_time = bool(rule_settings(ctx).item_loot_cost)
        made = _noise_of(DOOR_SOUND)
        return (describe_exposure(ctx, ground, player, player.at, made, cell),) if takes_time else ()
    if kind.opens_to:
        if lock_color(kind) is not None and not find_key(ctx, player, kind):
            return ()
        made = Noise(door_loudness(kind), DOOR_SOUND.kind)
        return (describe_exposure(ctx, ground, player, player.at, made, cell, opened=index),)
    if kind.breaks_to and is_breakable(ctx, player, cell, kind) and not is_exhausted(ctx, player):
        return (  # it holds or breaks: the character does not know how much it still takes
            describe_exposure(ctx, ground, player, player.at, _noise_of(STRIKE_SOUND)),
            describe_exposure(ctx, ground, player, player.at, _noise_of(COLLAPSE_SOUND), cell, opened=index),
        )
    return ()


def foresee_footstep(ctx: Context, player: Actor, to: Cell, kind: Tile) -> tuple[int, bool]:
    """Loudness of a step to a cell (R-HEAR-8, hook ``on_move``), and whether the code of a mod has a say."""
    loudness = loudness_on(ctx, player, kind)
    if not ctx.has_listeners("on_move"):
        return loudness, False
    terms = {"noise": loudness}
    foreseen = ctx.foresee("on_move", events.Moving(player.id, player.at, to), terms)
    return max(0, foreseen.apply(terms)["noise"]), not foreseen.is_certain
