"""The perceptible traces of the character after an action, by its own knowledge (P-ODDS-2)."""

from enum import StrEnum
from typing import NamedTuple, TypeAlias

import msgspec

from footfall.api import events
from footfall.api.chance import count_odds
from footfall.api.grid import Actor, Cell, Tile, is_inside

from ..actions.commands import TILE_OPENERS, StaggerFacts, stagger
from ..actions.fight import Manner, forecast_blow, is_exhausted
from ..actions.listen import foresee_shift
from ..actions.missiles import does_shatter, find_remembered_tile, measure_landing, sum_loudness
from ..actions.movement import (
    AJAR_TAG,
    can_pass,
    can_swim,
    door_loudness,
    find_key,
    is_breakable,
    lock_color,
    loudness_on,
)
from ..actors.identification import disguise_of, is_identified
from ..actors.stats import LAMP, effective_luck, effective_stat, stagger_percent
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies, is_in_daylight, is_in_water
from ..ai.noticing import STRIKING_LOUDNESS
from ..model.phase import Phase
from ..model.records import is_thing, item_kind
from ..senses.known_map import KnownGround
from ..senses.sight import player_sees, visible_cells
from ..senses.sounds import (
    ATTACK_SOUND,
    COLLAPSE_SOUND,
    DOOR_SOUND,
    HURT_SOUND,
    LANDING_SOUND,
    SHATTER_SOUND,
    SHOT_SOUND,
    STEP_SOUND,
    STRIKE_SOUND,
    WHISTLE_SOUND,
    SoundKind,
)


class Deed(StrEnum):
    """The kinds of actions of the character; scenes use the values."""

    STAY = "stay"
    STEP = "step"
    LAMP = "lamp"
    ATTACK = "attack"
    EASE = "ease"
    WHISTLE = "whistle"
    MISSILE = "missile"


class Missile(NamedTuple):
    """A throw or a shot.

    Attributes:
        item: id of the thing that flies.
        at: the cell at which it is aimed.
    """

    item: int
    at: Cell
    manner: Manner


class Action(NamedTuple):
    """An action of the character whose odds are asked.

    Attributes:
        direction: the direction of a step or blow, 0 to 7 clockwise from north; -1 for a fight without an opponent.
    """

    deed: Deed
    direction: int = -1
    missile: Missile | None = None


STAY, LAMP_TOGGLE, FIGHT, WHISTLE = map(Action, (Deed.STAY, Deed.LAMP, Deed.ATTACK, Deed.WHISTLE))
STEPS = tuple(Action(Deed.STEP, direction) for direction in range(len(NEIGHBOR_OFFSETS)))
EASES = tuple(Action(Deed.EASE, direction) for direction in range(len(NEIGHBOR_OFFSETS)))
ACTIONS = (STAY, *STEPS, LAMP_TOGGLE, FIGHT, *EASES, WHISTLE)
"""The actions whose odds a scene shows."""


class Noise(NamedTuple):
    """A noise of the character."""

    loudness: int = 0
    kind: str = ""


HURT = Noise(HURT_SOUND.loudness, HURT_SOUND.kind)


def make_hurt(noise: Noise) -> Noise:
    """The louder of a noise and that of being hurt."""
    return noise if noise.loudness >= HURT.loudness else HURT


class Call(NamedTuple):
    """A noise of the character that draws creatures at the end of the round, and its array index."""

    noise: Noise
    at: Cell


class Exposure(msgspec.Struct, frozen=True, cache_hash=True):
    """The character as others meet it.

    Attributes:
        at: its array index.
        stealths: STEALTH with the wall bonus; two values if the character cannot know whether there is a wall.
        noise: its loudest noise.
        calls: those that draw creatures.
        opened_door: array index of the door that the action opens, or None.
        target: id of the creature that it strikes, 0 for none.
        is_estimate: the code of a mod has a say in it.
        is_diving: it is seen from the next cell only.
    """

    at: Cell
    stealths: tuple[int, ...]
    luck: int
    noise: Noise
    calls: tuple[Call, ...] = ()
    opened_door: Cell | None = None
    target: int = 0
    is_estimate: bool = False
    is_diving: bool = False


Exposures: TypeAlias = tuple[Exposure, ...]
"""The possible results of an action as far as the character knows; none if it takes no time."""


class Branch(NamedTuple):
    """The result of an action after its own dice, which give this result with a chance of `share`."""

    share: float
    exposures: Exposures


Branches: TypeAlias = tuple[Branch, ...]
"""The possible results of an action, by its dice; nothing if it is refused or takes no time."""


SILENCE = Noise()


def expose(phase: Phase, ground: KnownGround, action: Action) -> Branches:
    """The character after an action; nothing if it is refused or takes no time."""
    player = phase.player
    if action.deed is Deed.STEP:
        return _stagger(phase, ground, player, action.direction)
    if action.deed is Deed.STAY:
        stay = describe_exposure(phase, ground, player, player.at, _footfall(foresee_shift(phase)))
        dives = phase.settings.shipped and is_in_water(phase, player.at)
        return _without_dice((msgspec.structs.replace(stay, is_diving=dives),))
    if action.missile is not None:
        return _launch(phase, ground, player, action.missile)
    if action.deed is Deed.WHISTLE:
        whistled = describe_exposure(phase, ground, player, player.at, _noise_of(WHISTLE_SOUND))
        return _without_dice((whistled,) if phase.settings.shipped else ())
    if action.deed is Deed.EASE:
        return _without_dice(_ease(phase, ground, player, action.direction))
    if action.deed is Deed.LAMP:
        return _without_dice(_toggle_lamp(phase, ground, player))
    return _strike(phase, ground, player, action.direction)


def _without_dice(exposures: Exposures) -> Branches:
    return (Branch(1.0, exposures),) if exposures else ()


def _stagger(phase: Phase, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """A step, which may go elsewhere if the character is confused, and then always takes time."""
    intended = _step(phase, ground, player, direction)
    percent = stagger_percent(phase, player)
    if not intended or not percent:
        return intended
    still = _without_dice((describe_exposure(phase, ground, player, player.at),))
    odds = count_odds(None, phase.ctx.chances.find(stagger), StaggerFacts(percent, direction), "direction")
    ways = {way: _step(phase, ground, player, way) or still for way in sorted(odds, key=lambda way: way != direction)}
    return tuple(
        branch._replace(share=branch.share * float(odds[way])) for way, branches in ways.items() for branch in branches
    )


def lingering_noise(phase: Phase, player: Actor, made: Noise = SILENCE) -> Noise:
    """The loudest of the character's noises that are heard in the coming round, with one made in it."""
    turn = phase.turn
    loudest = SILENCE
    for noise in phase.world.noises:
        if noise.source == player.id and noise.until > turn and noise.loudness > loudest.loudness:
            loudest = Noise(noise.loudness, noise.kind)
    return made if made.loudness > loudest.loudness else loudest


def describe_exposure(
    phase: Phase,
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
    index = phase.array_index(at)
    stealth, bonus = effective_stat(phase, player, "stealth"), phase.settings.stealth_wall_bonus
    stealths = tuple(dict.fromkeys(stealth + bonus * sheltered for sheltered in ground.find_shelter(index)))
    noise = lingering_noise(phase, player, made)
    calls = [(made, made_at or at)]
    calls += [  # that of a bell, after the last round
        (Noise(other.loudness, other.kind), other.at)
        for other in phase.world.unreported
        if other.source == player.id and other.level == phase.level.id
    ]
    drawing = tuple(Call(call, phase.array_index(cell)) for call, cell in calls if call.loudness >= STRIKING_LOUDNESS)
    return Exposure(index, stealths, effective_luck(phase, player), noise, drawing, opened, target, about)


def _toggle_lamp(phase: Phase, ground: KnownGround, player: Actor) -> Exposures:
    """With the lamp as it will be (R-STEALTH-3); nothing in daylight and water, or if switching takes no time."""
    useless = is_in_water(phase, player.at) or is_in_daylight(phase, player.at)
    if useless or not phase.settings.lamp_cost:
        return ()
    if LAMP in player.effects:
        switched = _darken(player)
    else:
        switched = msgspec.structs.replace(player, effects={**player.effects, LAMP: -1})
    return (describe_exposure(phase, ground, switched, player.at, _footfall(foresee_shift(phase))),)


def _ease(phase: Phase, ground: KnownGround, player: Actor, direction: int) -> Exposures:
    """In view through a door that it eases ajar without noise (P-TRICK-3); nothing if there is no shut one."""
    cell = _find_neighbor(player, direction)
    if not phase.settings.shipped or not is_inside(phase.level, cell):
        return ()
    index = phase.array_index(cell)
    kind = ground.find_tile(index)
    if kind is None or not kind.opens_to or "door" not in kind.tags:
        return ()
    is_shut = AJAR_TAG not in kind.tags and lock_color(kind) is None
    return (describe_exposure(phase, ground, player, player.at, opened=index),) if is_shut else ()


def _darken(player: Actor) -> Actor:
    """The character without its lamp."""
    effects = {name: turns for name, turns in player.effects.items() if name != LAMP}
    return msgspec.structs.replace(player, effects=effects)


def _strike(phase: Phase, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """With the noise of a fight and of a wound; nothing if the character is too tired."""
    if is_exhausted(phase, player):
        return ()
    other = _find_visible_actor(phase, _find_neighbor(player, direction)) if direction >= 0 else None
    made = _noise_of(ATTACK_SOUND)
    if other is None:
        return _without_dice((describe_exposure(phase, ground, player, player.at, made),))
    return _hit(phase, ground, other, made, forecast_blow(phase, player, other).wounds)


def _launch(phase: Phase, ground: KnownGround, player: Actor, missile: Missile) -> Branches:
    """With the noise of a throw or shot, then of a wound or the landing; nothing if the character is too tired.

    A thing that breaks over a creature provokes it if the character knows that it harms.
    """
    if is_exhausted(phase, player):
        return ()
    item, other, made = phase.world.items[missile.item], find_struck(phase, missile.at), _noise_of(SHOT_SOUND)
    kind, is_throw = item_kind(phase, item.kind), missile.manner is Manner.THROWN
    shatters = is_throw and does_shatter(kind)
    if other is not None and not shatters:
        return _hit(phase, ground, other, made, forecast_blow(phase, player, other, missile.manner, kind).wounds)
    harms = is_identified(phase, item) and any(
        use.do == "poison" or (use.do == "start" and not phase.status_effects[use.effect].is_good) for use in kind.uses
    )
    struck = other.id if other is not None and harms else 0
    thrown = describe_exposure(phase, ground, player, player.at, made, target=struck, about=shatters)
    if not is_throw or not phase.settings.shipped:
        return _without_dice((thrown,))
    if player_sees(phase, missile.at):
        at, loudness = measure_landing(phase, player, kind, missile.at, shatters)
    else:
        at, loudness = missile.at, sum_loudness(kind, find_remembered_tile(phase, missile.at), shatters)
    call = Call(Noise(loudness, (SHATTER_SOUND if shatters else LANDING_SOUND).kind), phase.array_index(at))
    calls = (*thrown.calls, call) if loudness >= STRIKING_LOUDNESS else thrown.calls
    return _without_dice((msgspec.structs.replace(thrown, calls=calls),))


def _hit(phase: Phase, ground: KnownGround, other: Actor, made: Noise, chance: float) -> Branches:
    """With the noise of a blow or missile and, by a chance, of the wound of its target."""
    misses = describe_exposure(phase, ground, phase.player, phase.player.at, made, target=other.id)
    wound = Call(HURT, phase.array_index(other.at))
    wounds = msgspec.structs.replace(misses, calls=(*misses.calls, wound))
    branches = Branch(1 - chance, (misses,)), Branch(chance, (wounds,))
    return tuple(branch for branch in branches if branch.share)


def _footfall(loudness: int) -> Noise:
    return Noise(loudness, STEP_SOUND.kind) if loudness else SILENCE


def _noise_of(sound: SoundKind) -> Noise:
    return Noise(sound.loudness, sound.kind)


def _find_neighbor(player: Actor, direction: int) -> Cell:
    dy, dx = NEIGHBOR_OFFSETS[direction]
    return player.at[0] + dy, player.at[1] + dx


def _find_visible_actor(phase: Phase, cell: Cell) -> Actor | None:
    """The actor in view on a cell."""
    id = phase.ground.actor_by_cell.get(cell)
    return phase.world.actors[id] if id is not None and visible_cells(phase)[phase.array_index(cell)] else None


def find_struck(phase: Phase, cell: Cell) -> Actor | None:
    """The creature in view on a cell that a missile would hit."""
    other = _find_visible_actor(phase, cell) if is_inside(phase.level, cell) else None
    if other is None or other is phase.player or is_thing(phase, other) or disguise_of(phase, other) is not None:
        return None
    return other


def _step(phase: Phase, ground: KnownGround, player: Actor, direction: int) -> Branches:
    """The results of a walk in a direction."""
    cell = _find_neighbor(player, direction)
    if not is_inside(phase.level, cell):
        return ()
    other = _find_visible_actor(phase, cell)
    furniture = None if other is None else disguise_of(phase, other)
    if other is not None and furniture is None and not can_pass(phase, player, other):
        return _strike(phase, ground, player, direction) if are_enemies(phase, player, other) else ()
    kind = furniture or ground.find_tile(phase.array_index(cell))
    if kind is None:
        return _without_dice(_step_blindly(phase, ground, player, cell))
    swims = can_swim(phase, player, kind)
    if kind.walkable or swims:
        if swims:
            player = _darken(player)
        loudness, about = foresee_footstep(phase, player, cell, kind)
        made = _footfall(loudness)
        return _without_dice((describe_exposure(phase, ground, player, cell, made, about=about),))
    return _without_dice(_bump(phase, ground, player, cell, kind))


def _step_blindly(phase: Phase, ground: KnownGround, player: Actor, cell: Cell) -> Exposures:
    """A step to a cell that the character has never seen: over any ground, or into a door."""
    usual = loudness_on(phase, player, None)
    steps = [Noise(max(0, usual + more), STEP_SOUND.kind) for more in (-1, 0, 1)]
    return (
        *(describe_exposure(phase, ground, player, cell, made) for made in steps),
        describe_exposure(phase, ground, player, player.at, _noise_of(DOOR_SOUND), cell),
    )


def _bump(phase: Phase, ground: KnownGround, player: Actor, cell: Cell, kind: Tile) -> Exposures:
    """The results of a walk into a container, a door or a hollow wall."""
    index = phase.array_index(cell)
    if any(tag in TILE_OPENERS for tag in kind.tags):
        takes_time = bool(phase.settings.item_loot_cost)
        made = _noise_of(DOOR_SOUND)
        return (describe_exposure(phase, ground, player, player.at, made, cell),) if takes_time else ()
    if kind.opens_to:
        if lock_color(kind) is not None and not find_key(phase, player, kind):
            return ()
        made = Noise(door_loudness(kind), DOOR_SOUND.kind)
        return (describe_exposure(phase, ground, player, player.at, made, cell, opened=index),)
    if kind.breaks_to and is_breakable(phase, player, cell, kind) and not is_exhausted(phase, player):
        return (  # it holds or breaks: the character does not know how much it still takes
            describe_exposure(phase, ground, player, player.at, _noise_of(STRIKE_SOUND)),
            describe_exposure(phase, ground, player, player.at, _noise_of(COLLAPSE_SOUND), cell, opened=index),
        )
    return ()


def foresee_footstep(phase: Phase, player: Actor, to: Cell, kind: Tile) -> tuple[int, bool]:
    """Loudness of a step to a cell (R-HEAR-8, hook ``on_move``), and whether the code of a mod has a say."""
    loudness = loudness_on(phase, player, kind)
    if not phase.ctx.has_listeners("on_move"):
        return loudness, False
    terms = {"noise": loudness}
    foreseen = phase.ctx.foresee("on_move", events.Moving(player.id, player.at, to), terms)
    return max(0, foreseen.apply(terms)["noise"]), not foreseen.is_certain
