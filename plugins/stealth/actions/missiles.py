"""Reach, throwing and shooting: targets, missile paths, and where a missile ends up (R-REACH, R-RANGED)."""

from collections.abc import Mapping

from footfall.api import Change, Message, Proposal, Push, Refusal, Tell
from footfall.api.grid import (
    Actor,
    AddItem,
    Cell,
    Item,
    PutItem,
    SetItem,
    Tile,
    chebyshev_distance,
    is_inside,
    kernels,
    list_carried_items,
)

from ..actors.identification import disguise_of, is_held_by_curse
from ..actors.stats import effective_stat, weapon_of
from ..actors.surroundings import are_enemies, tile_at
from ..model.phase import Phase
from ..model.play_state import RecordThrow
from ..model.records import ItemKind, is_thing, item_kind
from ..model.state import LastAction, SetFighter
from ..senses import notices
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import LANDING_SOUND, SHATTER_SOUND, SHOT_SOUND, emit_noise, emit_noise_at
from .fight import EXHAUSTED, Manner, is_exhausted, resolve_attack
from .movement import LOUD_TAG, QUIET_TAG

SHATTER_STEP = "core.stealth:shatter"
"""Step pushed for a thrown potion, with arguments ``(item, y, x, actor)``."""

SHATTERS_TAG = "shatters"
"""Tag of items other than potions that break when thrown."""

THROWING_RANGE = 4
"""Range of a throw in cells, before STRENGTH is added (R-RANGED-4)."""


def is_line_clear(phase: Phase, actor: Actor, cell: Cell, *, through_creatures: bool) -> bool:
    """Whether no opaque tile is on the line to a cell, and no creature unless `through_creatures`."""
    a, b = phase.array_index(actor.at), phase.array_index(cell)
    if not kernels.line_of_sight(phase.ground.grid, a, b):
        return False
    if through_creatures:
        return True
    return not any(between in phase.ground.actor_by_cell for between in _list_line(phase, actor, cell)[:-1])


def is_line_unwalled(phase: Phase, actor: Actor, cell: Cell) -> bool:
    """Whether no wall or closed door is on the line, not even a transparent one (R-REACH-3)."""
    kinds = [phase.tile(between) for between in _list_line(phase, actor, cell)[:-1]]
    return not any("wall" in kind.tags or ("door" in kind.tags and not kind.walkable) for kind in kinds)


def can_see_cell(phase: Phase, actor: Actor, cell: Cell) -> bool:
    """Whether an actor sees a cell."""
    if actor.id == phase.world.player:
        return player_sees(phase, cell)
    in_sight = chebyshev_distance(actor.at, cell) <= effective_stat(phase, actor, "fov")
    return in_sight and is_line_clear(phase, actor, cell, through_creatures=True)


def list_targets_in_reach(phase: Phase, actor: Actor, reach: int) -> list[Actor]:
    """Enemies within reach of the wielded weapon, in order of arrival (R-REACH-3)."""
    checked = phase.settings.needs_clear_line
    targets = []
    for other in phase.actors:
        if not 1 <= chebyshev_distance(actor.at, other.at) <= reach or not are_enemies(phase, actor, other):
            continue
        if not can_see_cell(phase, actor, other.at) or disguise_of(phase, other) is not None:
            continue
        if not checked or is_line_unwalled(phase, actor, other.at):
            targets.append(other)
    return targets


def list_targets_in_range(phase: Phase, actor: Actor) -> list[Actor]:
    """Enemies that the equipped ranged weapon can hit with the ammunition carried, in order of arrival."""
    weapon = weapon_of(phase, actor)
    if weapon is None or weapon.range == 0 or find_ammunition(phase, actor, weapon) is None:
        return []
    return [
        other
        for other in phase.actors
        if are_enemies(phase, actor, other)
        and disguise_of(phase, other) is None
        and check_missile_path(phase, actor, other.at, weapon.range) is None
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


def check_missile_path(phase: Phase, actor: Actor, cell: Cell, reach: int) -> Refusal | None:
    """Why a missile cannot fly to a cell (R-RANGED-4), or None."""
    if chebyshev_distance(actor.at, cell) > reach:
        return Refusal(Message("stealth-too-far"), "R-RANGED-4")
    level = phase.level
    if not is_inside(level, cell) or not can_see_cell(phase, actor, cell):
        is_known = is_inside(level, cell) and bool(level.explored[phase.array_index(cell)])
        return Refusal(Message("stealth-aim-unseen", {"known": "yes" if is_known else "no"}), "R-RANGED-4")
    if not is_line_clear(phase, actor, cell, through_creatures=False):
        return Refusal(_name_obstacle(phase, actor, cell), "R-RANGED-4")
    return None


def _name_obstacle(phase: Phase, actor: Actor, cell: Cell) -> Message:
    """The creature in view that is in the way of the player's missile, or something."""
    for between in _list_line(phase, actor, cell) if actor.id == phase.world.player else ():
        other = phase.find_actor_at(between)
        if other is not None and between != cell and player_sees(phase, between) and disguise_of(phase, other) is None:
            return Message("stealth-line-creature", {"creature": actor_name(phase, other)})
    return Message("stealth-line-blocked")


def check_throw(phase: Phase, actor: Actor, cell: Cell) -> Refusal | None:
    """Why a thing cannot be thrown at a cell, or None; the character throws at remembered cells, too (P-TRICK-10)."""
    reach = throwing_range(phase, actor)
    blocked = check_missile_path(phase, actor, cell, reach)
    if blocked is None or not phase.settings.shipped or actor.id != phase.world.player:
        return blocked
    if (
        chebyshev_distance(actor.at, cell) > reach
        or find_remembered_tile(phase, cell) is None
        or player_sees(phase, cell)
    ):
        return blocked
    return None if is_line_remembered(phase, actor, cell) else Refusal(_name_obstacle(phase, actor, cell), "P-TRICK-10")


def find_remembered_tile(phase: Phase, cell: Cell) -> Tile | None:
    """The tile of a cell as the character last saw it."""
    level = phase.level
    if not is_inside(level, cell) or level.memory.shape != level.tiles.shape:
        return None
    number = int(level.memory[phase.array_index(cell)])
    return phase.ground.tile_kinds[number - 1] if number else None


def is_line_remembered(phase: Phase, actor: Actor, cell: Cell) -> bool:
    """Whether the character remembers a clear line to a cell, and sees no creature on it."""
    for between in _list_line(phase, actor, cell):
        kind = find_remembered_tile(phase, between)
        if kind is None or not kind.transparent:
            return False
        if between != cell and between in phase.ground.actor_by_cell and player_sees(phase, between):
            return False
    return True


def find_end_of_throw(phase: Phase, actor: Actor, cell: Cell) -> Cell:
    """Where a throw at a cell ends: before a wall or at a creature that the character did not see."""
    last = actor.at
    for between in _list_line(phase, actor, cell):
        if not phase.tile(between).transparent:
            return last
        last = between
        if last in phase.ground.actor_by_cell:
            break
    return last


def _list_line(phase: Phase, actor: Actor, cell: Cell) -> list[Cell]:
    """The cells of the line to a cell, without the actor's own."""
    top, left = phase.level.origin
    line = kernels.line(phase.array_index(actor.at), phase.array_index(cell))
    return [(y + top, x + left) for y, x in line[1:].tolist()]


def throwing_range(phase: Phase, actor: Actor) -> int:
    """How far an actor throws, in cells."""
    return THROWING_RANGE + effective_stat(phase, actor, "strength")


def throw_item(phase: Phase, actor: Actor, item: int, cell: Cell) -> list[Change | Proposal] | Refusal:
    """Throws a carried item at a cell (R-RANGED-1, 4)."""
    world = phase.world
    thing = world.items.get(item)
    if thing is None or thing.holder != actor.id:
        return Refusal(Message("stealth-not-carried"), "R-RANGED-1")
    if is_exhausted(phase, actor):
        return EXHAUSTED
    kind = item_kind(phase, thing.kind)
    if thing.id in actor.worn.values() and is_held_by_curse(phase, thing):
        return Refusal(Message("stealth-cursed"), "R-RANGED-1")
    cell = (cell[0], cell[1])
    blocked = check_throw(phase, actor, cell)
    if blocked is not None:
        return blocked
    if not can_see_cell(phase, actor, cell):
        cell = find_end_of_throw(phase, actor, cell)
    id = phase.ground.actor_by_cell.get(cell)
    shatters = does_shatter(kind)
    changes: list[Change | Proposal] = []
    struck = id is not None and id != actor.id and not shatters
    if struck and phase.settings.shipped:  # a fire or a light is nothing to hit (P-TRICK-1)
        struck = not is_thing(phase, world.actors[phase.ground.actor_by_cell[cell]])
    if struck:
        assert id is not None
        changes += resolve_attack(phase, actor, world.actors[id], Manner.THROWN, kind)
    else:
        changes += waste_missile(phase, actor)
    thrown = notices.announce(phase, "core.stealth:on_throw", actor.id, thing.kind, cell, id or 0)
    if phase.settings.shipped and not struck:
        at, loudness = measure_landing(phase, actor, kind, cell, shatters)
        changes.append(emit_noise_at(phase, SHATTER_SOUND if shatters else LANDING_SOUND, actor.level, at, loudness))
    if shatters:
        return [*changes, Push(SHATTER_STEP, (thing.id, cell[0], cell[1], actor.id)), *thrown]
    if phase.settings.shipped and actor.id == world.player:
        told = () if struck else describe_rest(phase, actor, cell, "stealth-throw-rested")
        changes += [RecordThrow(thing.id), *map(Tell, told)]
    return [*changes, *release_missile(phase, actor, thing, cell), *thrown]


def does_shatter(kind: ItemKind) -> bool:
    """Whether an item breaks when thrown."""
    return kind.sort == "potion" or SHATTERS_TAG in kind.tags


def measure_landing(phase: Phase, actor: Actor, kind: ItemKind, cell: Cell, shatters: bool) -> tuple[Cell, int]:
    """Where a thrown item sounds, and how loud, by its weight and the ground (P-TRICK-1)."""
    at = cell if shatters or phase.tile(cell).transparent else find_landing_cell(phase, actor, cell)
    return at, sum_loudness(kind, tile_at(phase, actor, at), shatters)


def sum_loudness(kind: ItemKind, ground: Tile | None, shatters: bool) -> int:
    """How loud a thrown item lands or breaks on a tile (P-TRICK-1)."""
    loudness = kind.clatter + (0 if ground is None else (LOUD_TAG in ground.tags) - (QUIET_TAG in ground.tags))
    return max(0, loudness + shatters)


def waste_missile(phase: Phase, actor: Actor) -> list[Change | Proposal]:
    """The cost of a throw or shot at an empty cell (R-RANGED-4)."""
    fighter = phase.stealth.fighters[actor.id]
    return [
        SetFighter(actor.id, stamina=fighter.stamina - 1, th=0, df=0, last=LastAction.ATTACK),
        emit_noise(phase, actor, SHOT_SOUND),
    ]


def find_landing_cell(phase: Phase, actor: Actor, cell: Cell) -> Cell:
    """The target cell, or the last one before it on which an item can lie; none is lost in a wall or under a chest."""
    line = reversed(_list_line(phase, actor, cell))
    return next((between for between in line if phase.tile(between).walkable), actor.at)


def describe_rest(phase: Phase, actor: Actor, cell: Cell, message: str) -> tuple[Message, ...]:
    """Where an item comes to rest that is thrown into water or at a chest, which hold none (P-TRICK-1)."""
    rest = find_landing_cell(phase, actor, cell)
    if rest == cell or not phase.tile(cell).transparent:
        return ()
    return (Message(message, {"distance": chebyshev_distance(actor.at, rest)}),)


def release_missile(phase: Phase, actor: Actor, item: Item, cell: Cell, body: int = 0) -> list[Change | Proposal]:
    """Takes one item off a stack: it falls on a cell, or stays in the body it hit (R-RANGED-2)."""
    cell = find_landing_cell(phase, actor, cell)
    if item.count == 1:
        return [PutItem(item.id, holder=body) if body else PutItem(item.id, level=actor.level, at=cell)]
    missile = Item(phase.world.next_id, item.kind, 1, is_known=item.is_known)
    if body:
        missile.holder = body
    else:
        missile.level, missile.at = actor.level, cell
    return [SetItem(item.id, count=item.count - 1), AddItem(missile)]


def find_ammunition(phase: Phase, actor: Actor, weapon: ItemKind) -> Item | None:
    """The first stack of ammunition for a weapon."""
    return next((item for item in list_carried_items(phase.world, actor) if item.kind == weapon.ammunition), None)


def shoot_weapon(phase: Phase, actor: Actor, target: Cell | None) -> list[Change | Proposal] | Refusal:
    """Shoots the equipped weapon (R-RANGED-2, 4)."""
    weapon = weapon_of(phase, actor)
    if weapon is None or weapon.range == 0:
        return Refusal(Message("stealth-no-bow"), "R-RANGED-2")
    arrow = find_ammunition(phase, actor, weapon)
    if arrow is None:
        return Refusal(Message("stealth-no-ammunition"), "R-RANGED-2")
    if is_exhausted(phase, actor):
        return EXHAUSTED
    if target is None:
        chosen = pick_target({other.at: other for other in list_targets_in_range(phase, actor)}, None)
        if isinstance(chosen, Refusal):
            return chosen
        target = chosen.at
    cell = (target[0], target[1])
    blocked = check_missile_path(phase, actor, cell, weapon.range)
    if blocked is not None:
        return blocked
    id = phase.ground.actor_by_cell.get(cell)
    if id is None or id == actor.id:
        return [*waste_missile(phase, actor), *release_missile(phase, actor, arrow, cell)]
    kind = item_kind(phase, arrow.kind)
    changes = resolve_attack(phase, actor, phase.world.actors[id], Manner.SHOT, kind)
    damaged = any(getattr(change, "damage", 0) for change in changes)
    if damaged and kind.breaks and phase.ctx.chance("break", kind.breaks, 100):
        return [*changes, SetItem(arrow.id, count=arrow.count - 1)]
    return [*changes, *release_missile(phase, actor, arrow, cell, id if damaged else 0)]
