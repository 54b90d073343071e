"""Reach, throwing and shooting: targets, missile paths, and where a missile ends up (R-REACH, R-RANGED)."""

from __future__ import annotations

from collections.abc import Mapping

from footfall.api import Change, Context, Message, Proposal, Push, Refusal
from footfall.api.grid import (
    Actor,
    AddItem,
    Cell,
    Item,
    PutItem,
    SetItem,
    Tile,
    chebyshev_distance,
    current_level,
    get_world,
    is_inside,
    kernels,
    list_carried_items,
)

from ..actors.actor_index import list_actors
from ..actors.enemies import are_enemies
from ..actors.floor import array_index, tile_at
from ..actors.identification import disguise_of, is_held_by_curse
from ..actors.stats import effective_stat, is_thing, item_kind, weapon_of
from ..model.play_state import RecordThrow
from ..model.records import ItemKind
from ..model.settings import rule_settings
from ..model.state import LastAction, SetFighter, stealth_of
from ..senses.notices import announce_throw
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import LANDING_SOUND, SHATTER_SOUND, SHOT_SOUND, emit_noise, emit_noise_at
from .fight import Manner, is_exhausted, resolve_attack
from .movement import LOUD_TAG, QUIET_TAG

SHATTER_STEP = "core.stealth:shatter"
"""Step pushed for a thrown potion, with arguments ``(item, y, x, actor)``."""

SHATTERS_TAG = "shatters"
"""Tag of items other than potions that break when thrown."""

THROWING_RANGE = 4
"""Range of a throw in cells, before STRENGTH is added (R-RANGED-4)."""


def is_line_clear(ctx: Context, actor: Actor, cell: Cell, *, through_creatures: bool) -> bool:
    """Whether no opaque tile is on the line to a cell, and no creature unless `through_creatures`."""
    _, level, ground = current_level(ctx)
    a, b = array_index(level, actor.at), array_index(level, cell)
    if not kernels.line_of_sight(ground.grid, a, b):
        return False
    if through_creatures:
        return True
    top, left = level.origin
    between = kernels.line(a, b)[1:-1].tolist()
    return not any((y + top, x + left) in ground.actor_by_cell for y, x in between)


def is_line_unwalled(ctx: Context, actor: Actor, cell: Cell) -> bool:
    """Whether no wall or closed door is on the line, not even a transparent one (R-REACH-3)."""
    _, level, ground = current_level(ctx)
    for y, x in kernels.line(array_index(level, actor.at), array_index(level, cell))[1:-1].tolist():
        kind = ground.tile_kinds[level.tiles[y, x]]
        if "wall" in kind.tags or ("door" in kind.tags and not kind.walkable):
            return False
    return True


def can_see_cell(ctx: Context, actor: Actor, cell: Cell) -> bool:
    """Whether an actor sees a cell."""
    if actor.id == get_world(ctx.state).player:
        return player_sees(ctx, cell)
    in_sight = chebyshev_distance(actor.at, cell) <= effective_stat(ctx, actor, "fov")
    return in_sight and is_line_clear(ctx, actor, cell, through_creatures=True)


def list_targets_in_reach(ctx: Context, actor: Actor, reach: int) -> list[Actor]:
    """Enemies within reach of the wielded weapon, in order of arrival (R-REACH-3)."""
    world, _, ground = current_level(ctx)
    checked = rule_settings(ctx).reach_line_of_sight
    targets = []
    for other in list_actors(ctx, world, ground):
        if not 1 <= chebyshev_distance(actor.at, other.at) <= reach or not are_enemies(ctx, actor, other):
            continue
        if not can_see_cell(ctx, actor, other.at) or disguise_of(ctx, other) is not None:
            continue
        if not checked or is_line_unwalled(ctx, actor, other.at):
            targets.append(other)
    return targets


def list_targets_in_range(ctx: Context, actor: Actor) -> list[Actor]:
    """Enemies that the equipped ranged weapon can hit with the ammunition carried, in order of arrival."""
    world, _, ground = current_level(ctx)
    weapon = weapon_of(ctx, actor)
    if weapon is None or weapon.range == 0 or find_ammunition(ctx, actor, weapon) is None:
        return []
    return [
        other
        for other in list_actors(ctx, world, ground)
        if are_enemies(ctx, actor, other)
        and disguise_of(ctx, other) is None
        and check_missile_path(ctx, actor, other.at, weapon.range) is None
    ]


def pick_target(targets: Mapping[Cell, Actor], wanted: Cell | None) -> Actor | Refusal:
    """The target on the wanted cell, or the only one; refused and free if there are several (R-REACH-4)."""
    if not targets:
        return Refusal(Message("stealth-no-target"), "R-REACH-4")
    if wanted is None:
        if len(targets) > 1:
            return Refusal(Message("stealth-pick-target"), "R-REACH-4")
        return next(iter(targets.values()))
    target = targets.get((wanted[0], wanted[1]))
    return target if target is not None else Refusal(Message("stealth-no-target"), "R-REACH-4")


def check_missile_path(ctx: Context, actor: Actor, cell: Cell, reach: int) -> Refusal | None:
    """Why a missile cannot fly to a cell (R-RANGED-4), or None."""
    if chebyshev_distance(actor.at, cell) > reach:
        return Refusal(Message("stealth-too-far"), "R-RANGED-4")
    level = current_level(ctx)[1]
    if not is_inside(level, cell) or not can_see_cell(ctx, actor, cell):
        is_known = is_inside(level, cell) and bool(level.explored[array_index(level, cell)])
        return Refusal(Message("stealth-aim-unseen", {"known": "yes" if is_known else "no"}), "R-RANGED-4")
    if not is_line_clear(ctx, actor, cell, through_creatures=False):
        return Refusal(_name_obstacle(ctx, actor, cell), "R-RANGED-4")
    return None


def _name_obstacle(ctx: Context, actor: Actor, cell: Cell) -> Message:
    """The creature in view that is in the way of the player's missile, or something."""
    world, _, ground = current_level(ctx)
    for between in _list_line(ctx, actor, cell) if actor.id == world.player else ():
        other = world.actors.get(ground.actor_by_cell.get(between, 0))
        if other is not None and between != cell and player_sees(ctx, between) and disguise_of(ctx, other) is None:
            return Message("stealth-line-creature", {"creature": actor_name(ctx, other)})
    return Message("stealth-line-blocked")


def check_throw(ctx: Context, actor: Actor, cell: Cell) -> Refusal | None:
    """Why a thing cannot be thrown at a cell, or None; the character throws at remembered cells, too (P-TRICK-10)."""
    reach = throwing_range(ctx, actor)
    blocked = check_missile_path(ctx, actor, cell, reach)
    if blocked is None or not rule_settings(ctx).shipped or actor.id != get_world(ctx.state).player:
        return blocked
    if chebyshev_distance(actor.at, cell) > reach or find_remembered_tile(ctx, cell) is None or player_sees(ctx, cell):
        return blocked
    return None if is_line_remembered(ctx, actor, cell) else Refusal(_name_obstacle(ctx, actor, cell), "P-TRICK-10")


def find_remembered_tile(ctx: Context, cell: Cell) -> Tile | None:
    """The tile of a cell as the character last saw it."""
    _, level, ground = current_level(ctx)
    if not is_inside(level, cell) or level.memory.shape != level.tiles.shape:
        return None
    number = int(level.memory[array_index(level, cell)])
    return ground.tile_kinds[number - 1] if number else None


def is_line_remembered(ctx: Context, actor: Actor, cell: Cell) -> bool:
    """Whether the character remembers a clear line to a cell, and sees no creature on it."""
    for between in _list_line(ctx, actor, cell):
        kind = find_remembered_tile(ctx, between)
        if kind is None or not kind.transparent:
            return False
        if between != cell and between in current_level(ctx)[2].actor_by_cell and player_sees(ctx, between):
            return False
    return True


def find_end_of_throw(ctx: Context, actor: Actor, cell: Cell) -> Cell:
    """Where a throw at a cell ends: before a wall or at a creature that the character did not see."""
    _, level, ground = current_level(ctx)
    last = actor.at
    for between in _list_line(ctx, actor, cell):
        if not ground.tile_kinds[level.tiles[array_index(level, between)]].transparent:
            return last
        last = between
        if last in ground.actor_by_cell:
            break
    return last


def _list_line(ctx: Context, actor: Actor, cell: Cell) -> list[Cell]:
    """The cells of the line to a cell, without the actor's own."""
    level = current_level(ctx)[1]
    top, left = level.origin
    line = kernels.line(array_index(level, actor.at), array_index(level, cell))
    return [(y + top, x + left) for y, x in line[1:].tolist()]


def throwing_range(ctx: Context, actor: Actor) -> int:
    """How far an actor throws, in cells."""
    return THROWING_RANGE + effective_stat(ctx, actor, "strength")


def throw_item(ctx: Context, actor: Actor, item: int, cell: Cell) -> list[Change | Proposal] | Refusal:
    """Throws a carried item at a cell (R-RANGED-1, 4)."""
    world, _, ground = current_level(ctx)
    thing = world.items.get(item)
    if thing is None or thing.holder != actor.id:
        return Refusal(Message("stealth-not-carried"), "R-RANGED-1")
    if is_exhausted(ctx, actor):
        return Refusal(Message("stealth-exhausted"), "R-MELEE-7")
    kind = item_kind(ctx, thing.kind)
    if thing.id in actor.worn.values() and is_held_by_curse(ctx, thing):
        return Refusal(Message("stealth-cursed"), "R-RANGED-1")
    cell = (cell[0], cell[1])
    blocked = check_throw(ctx, actor, cell)
    if blocked is not None:
        return blocked
    if not can_see_cell(ctx, actor, cell):
        cell = find_end_of_throw(ctx, actor, cell)
    id = ground.actor_by_cell.get(cell)
    shatters = does_shatter(kind)
    changes: list[Change | Proposal] = []
    struck = id is not None and id != actor.id and not shatters
    if struck and rule_settings(ctx).shipped:  # a fire or a light is nothing to hit (P-TRICK-1)
        struck = not is_thing(ctx, world.actors[ground.actor_by_cell[cell]])
    if struck:
        assert id is not None
        changes += resolve_attack(ctx, actor, world.actors[id], Manner.THROWN, kind)
    else:
        changes += waste_missile(ctx, actor)
    thrown = announce_throw(ctx, actor, thing.kind, cell, id or 0)
    if rule_settings(ctx).shipped and not struck:
        changes.append(_sound_landing(ctx, actor, kind, cell, shatters))
    if shatters:
        return [*changes, Push(SHATTER_STEP, (thing.id, cell[0], cell[1], actor.id)), *thrown]
    if rule_settings(ctx).shipped and actor.id == world.player:
        changes.append(RecordThrow(thing.id))
    return [*changes, *release_missile(ctx, actor, thing, cell), *thrown]


def does_shatter(kind: ItemKind) -> bool:
    """Whether an item breaks when thrown."""
    return kind.sort == "potion" or SHATTERS_TAG in kind.tags


def measure_landing(ctx: Context, actor: Actor, kind: ItemKind, cell: Cell, shatters: bool) -> int:
    """How loud a thrown item lands or breaks, by its weight and the ground (P-TRICK-1)."""
    return sum_loudness(kind, tile_at(ctx, actor, cell if shatters else find_landing_cell(ctx, actor, cell)), shatters)


def sum_loudness(kind: ItemKind, ground: Tile | None, shatters: bool) -> int:
    """How loud a thrown item lands or breaks on a tile (P-TRICK-1)."""
    loudness = kind.clatter + (0 if ground is None else (LOUD_TAG in ground.tags) - (QUIET_TAG in ground.tags))
    return max(0, loudness + shatters)


def _sound_landing(ctx: Context, actor: Actor, kind: ItemKind, cell: Cell, shatters: bool) -> Change:
    """The noise where a thrown item lands or breaks."""
    landing = cell if shatters else find_landing_cell(ctx, actor, cell)
    loudness = measure_landing(ctx, actor, kind, cell, shatters)
    return emit_noise_at(ctx, SHATTER_SOUND if shatters else LANDING_SOUND, actor.level, landing, loudness)


def waste_missile(ctx: Context, actor: Actor) -> list[Change | Proposal]:
    """The cost of a throw or shot at an empty cell (R-RANGED-4)."""
    fighter = stealth_of(ctx.state).fighters[actor.id]
    return [
        SetFighter(actor.id, stamina=fighter.stamina - 1, th=0, df=0, last=LastAction.ATTACK),
        emit_noise(ctx, actor, SHOT_SOUND),
    ]


def find_landing_cell(ctx: Context, actor: Actor, cell: Cell) -> Cell:
    """The target cell, or the last one before it on which an item can lie; none is lost in a wall or under a chest."""
    _, level, ground = current_level(ctx)
    top, left = level.origin
    for y, x in reversed(kernels.line(array_index(level, actor.at), array_index(level, cell)).tolist()):
        if ground.tile_kinds[level.tiles[y, x]].walkable:
            return y + top, x + left
    return actor.at


def release_missile(ctx: Context, actor: Actor, thing: Item, cell: Cell, body: int = 0) -> list[Change | Proposal]:
    """Takes one item off a stack: it falls on a cell, or stays in the body it hit (R-RANGED-2)."""
    cell = find_landing_cell(ctx, actor, cell)
    if thing.count == 1:
        return [PutItem(thing.id, holder=body) if body else PutItem(thing.id, level=actor.level, at=cell)]
    missile = Item(get_world(ctx.state).next_id, thing.kind, 1, known=thing.known)
    if body:
        missile.holder = body
    else:
        missile.level, missile.at = actor.level, cell
    return [SetItem(thing.id, count=thing.count - 1), AddItem(missile)]


def find_ammunition(ctx: Context, actor: Actor, weapon: ItemKind) -> Item | None:
    """The first stack of ammunition for a weapon."""
    for item in list_carried_items(get_world(ctx.state), actor):
        if item.kind == weapon.ammunition:
            return item
    return None


def shoot_weapon(ctx: Context, actor: Actor, target: Cell | None) -> list[Change | Proposal] | Refusal:
    """Shoots the equipped weapon (R-RANGED-2, 4)."""
    world, _, ground = current_level(ctx)
    weapon = weapon_of(ctx, actor)
    if weapon is None or weapon.range == 0:
        return Refusal(Message("stealth-no-bow"), "R-RANGED-2")
    arrow = find_ammunition(ctx, actor, weapon)
    if arrow is None:
        return Refusal(Message("stealth-no-ammunition"), "R-RANGED-2")
    if is_exhausted(ctx, actor):
        return Refusal(Message("stealth-exhausted"), "R-MELEE-7")
    if target is None:
        chosen = pick_target({other.at: other for other in list_targets_in_range(ctx, actor)}, None)
        if isinstance(chosen, Refusal):
            return chosen
        target = chosen.at
    cell = (target[0], target[1])
    blocked = check_missile_path(ctx, actor, cell, weapon.range)
    if blocked is not None:
        return blocked
    id = ground.actor_by_cell.get(cell)
    if id is None or id == actor.id:
        return [*waste_missile(ctx, actor), *release_missile(ctx, actor, arrow, cell)]
    kind = item_kind(ctx, arrow.kind)
    changes = resolve_attack(ctx, actor, world.actors[id], Manner.SHOT, kind)
    damaged = any(getattr(change, "damage", 0) for change in changes)
    if damaged and kind.breaks and ctx.chance("break", kind.breaks, 100):
        return [*changes, SetItem(arrow.id, count=arrow.count - 1)]
    return [*changes, *release_missile(ctx, actor, arrow, cell, id if damaged else 0)]
