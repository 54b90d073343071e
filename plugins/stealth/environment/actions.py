"""The numbered actions of the character, and the mask of those that it may try.

A slot stands for a thing that the character knows by its place: the n-th thing of its pack, the n-th thing underfoot,
the n-th nearest enemy in view, the n-th answer. The mask follows from the character's knowledge: a step to a cell out
of view is allowed, even if a wall is there.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from footfall.api import Answer, Command, Context, Refusal
from footfall.api.compiled import NotCompiledError, load_native_module
from footfall.api.environments import MaskBytes, pick_slot
from footfall.api.grid import Actor, Cell, Item, Tile, chebyshev_distance, get_lying_items, kernels, list_carried_items

from ..actions import missiles, movement
from ..actions.commands import TILE_OPENERS, CloseDoor, ReachAttack, Shoot, Strike, Throw, ToggleLamp, Wait, Walk
from ..actions.fight import is_exhausted
from ..actors.identification import disguise_of, is_held_by_curse, is_identified
from ..actors.stats import effective_stat, reach_of, weapon_of
from ..actors.surroundings import DAYLIGHT_TAG, NEIGHBOR_OFFSETS, WATER_TAG, are_enemies
from ..items.aiming import list_aim_targets
from ..items.using import Activate, Drop, PickUp, can_stack, refuse_to_wear
from ..model.phase import Phase
from ..model.records import item_kind
from ..player.handlers import can_step, is_locked_shut
from ..player.tricks import EaseDoor, Whistle, refuse_to_ease
from ..quest import stairs
from ..senses.known_map import list_in_view, part_disguised
from ..senses.sight import Look, visible_mask

DIRECTIONS: Final = 8
PACK: Final = 26
GROUND: Final = 4
TARGETS: Final = 4
ANSWERS: Final = 32
"""Slots of things carried, things underfoot, enemies and answers."""

WAIT, WALK, LAMP, WHISTLE, STAIRS = 0, 1, 9, 10, 11
CLOSE, STRIKE, EASE = 12, 20, 28
PICK_UP = 36
ACTIVATE, DROP = PICK_UP + GROUND, PICK_UP + GROUND + PACK
REACH = DROP + PACK
SHOOT = REACH + TARGETS
THROW = SHOOT + TARGETS
ANSWER = THROW + PACK * TARGETS
COUNT = ANSWER + ANSWERS
"""The first number of each group of actions, and their count."""

_WAYS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")

NAMES: Final[tuple[str, ...]] = (
    "wait",
    *(f"walk {way}" for way in _WAYS),
    *("lamp", "whistle", "take-stairs"),
    *(f"{verb} {way}" for verb in ("close", "strike", "ease") for way in _WAYS),
    *(f"pick-up {slot}" for slot in range(GROUND)),
    *(f"{verb} {slot}" for verb in ("activate", "drop") for slot in range(PACK)),
    *(f"{verb} {target}" for verb in ("reach", "shoot") for target in range(TARGETS)),
    *(f"throw {slot} {target}" for slot in range(PACK) for target in range(TARGETS)),
    *(f"answer {choice}" for choice in range(ANSWERS)),
)
"""The names of all actions, by number."""

OPEN, DOOR, BARRIER, DARK, QUIET, EDGE = 1, 2, 4, 8, 16, 32
STEP_FLAGS: Final = OPEN | DOOR | BARRIER
"""Flags of tiles: one walks there; it closes, eases or is struck; a step may do something to it; and of the tile under
the character: one lights the lamp there; one whistles; it is at the edge of the desert."""


Steps: TypeAlias = tuple[bytes, Sequence[int]]
"""The mask up to `PICK_UP`, but for stairs; the directions in view that are not plainly free, which it leaves out."""


class Surroundings(NamedTuple):
    """The view of the character, creatures and things around it.

    Attributes:
        phase, view: the state, and the result of `look`.
        at: the array index of the character's cell.
        creatures: those in view that look like themselves.
        mimics: those in view that look like a tile.
        lying: the things underfoot that have a slot.
        own: the flags of the tile underfoot.
        steps: see `find_steps`.
    """

    phase: Phase
    view: Look
    at: Cell
    creatures: Sequence[Actor]
    mimics: Sequence[Actor]
    lying: Sequence[Item]
    own: int
    steps: Steps


def find_native() -> Any:
    """The module with compiled copies of functions of this package, or None if the rules in Python must play."""
    from ..compiled import NATIVE_MODULE

    try:
        return load_native_module(NATIVE_MODULE)
    except NotCompiledError:
        return None


def look_around(phase: Phase, view: Look, native: Any = None, sheet: tuple[Any, ...] | None = None) -> Surroundings:
    """Lists the creatures in view, the things underfoot and the steps.

    Args:
        view: the result of `look`.
        native: see `find_native`.
        sheet: the planes that `native` draws while it looks, if any; see `Observer.plan_planes`.
    """
    me, ground, level = phase.player, phase.ground, phase.level
    at = phase.array_index(me.at)
    if native is None:
        own = flag_tiles(phase)[level.tiles.item(at)]
        ids, steps = list_in_view(phase), find_steps(phase, view[2], own)
    else:
        layers = view[1], ground.occupied_mask
        ids, own, *steps = native.look_around(level, layers, ground.actor_by_cell, flag_tiles(phase), at, sheet)
    creatures, mimics = part_disguised(phase, ids) if ids != [me.id] else ((), ())
    found = get_lying_items(phase.world, level).by_cell.get(me.at)
    lying = [item for item in found if not item.is_contained][:GROUND] if found else ()
    return Surroundings(phase, view, at, creatures, mimics, lying, own, steps)


def list_targets(phase: Phase, creatures: Sequence[Actor]) -> list[Actor]:
    """The enemies among the creatures in view that have a slot: the nearest first, ties in order of arrival."""
    me = phase.player
    seen = [other for other in creatures if are_enemies(phase, me, other)]
    if len(seen) > 1:
        seen.sort(key=lambda other: chebyshev_distance(other.at, me.at))
    return seen[:TARGETS]


def write_mask(ctx: Context, mask: MaskBytes, around: Surroundings) -> None:
    """Writes 1 for each action that the character may try."""
    question = ctx.state.question
    if question is None:
        return
    if question.kind != "turn":
        count = min(ANSWERS, len(question.options))
        mask[ANSWER : ANSWER + count] = b"\1" * count
        return
    phase = around.phase
    me = phase.player
    mask[:PICK_UP], left = around.steps
    for direction in left:
        mask_neighbor(phase, me, direction, mask)
    if (around.own & EDGE or me.at in phase.level.arrivals.values()) and stairs.legal_commands(phase):
        mask[STAIRS] = 1
    if me.pack or around.lying:
        mask_things(phase, me, mask, around.lying)
    if around.creatures:
        mask_targets(phase, me, mask, around.creatures)


def find_steps(phase: Phase, seen: bytes, own: int) -> Steps:
    """The first actions, and the deeds to doors out of view.

    Args:
        seen: the view row by row.
        own: the flags of the tile underfoot.
    """
    flags, level, occupied = flag_tiles(phase), phase.level, phase.ground.actor_by_cell
    (height, width), (top, left) = level.tiles.shape, level.origin
    mask, near = bytearray(PICK_UP), list[int]()
    mask[WAIT], mask[LAMP], mask[WHISTLE] = 1, bool(own & DARK), bool(own & QUIET)
    y, x = phase.array_index(phase.player.at)
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        row, column = y + dy, x + dx
        if not (0 <= row < height and 0 <= column < width):
            continue
        flag = flags[level.tiles.item(row, column)] & STEP_FLAGS
        if not seen[row * width + column]:
            mask[WALK + direction] = 1
            known = level.memory.item(row, column) if level.memory.size else 0
            for deed in (CLOSE, STRIKE, EASE):
                mask[deed + direction] = bool(known and flags[known - 1] & DOOR)
        elif flag == OPEN and (row + top, column + left) not in occupied:
            mask[WALK + direction] = 1
        elif flag:
            near.append(direction)
    return bytes(mask), near


def mask_neighbor(phase: Phase, me: Actor, direction: int, mask: MaskBytes) -> None:
    """A step to a cell in view that is not plainly free, and deeds to a door there."""
    dy, dx = NEIGHBOR_OFFSETS[direction]
    cell = me.at[0] + dy, me.at[1] + dx
    other = phase.find_actor_at(cell)
    if (other is not None and disguise_of(phase, other) is not None) or can_step(phase, me, direction):
        mask[WALK + direction] = 1
    if flag_tiles(phase)[phase.level.tiles.item(*phase.array_index(cell))] & DOOR:
        kind = phase.tile(cell)
        mask[CLOSE + direction] = bool(kind.closes_to) and not isinstance(movement.close_door(phase, me, cell), Refusal)
        mask[STRIKE + direction] = is_locked_shut(phase, kind)
        if phase.settings.shipped:
            mask[EASE + direction] = refuse_to_ease(phase, me, cell) is None


def flag_tiles(phase: Phase) -> bytes:
    """The flags of each tile of the floor's palette."""
    memo = phase.ground.memo
    flags: bytes | None = memo.get("core.stealth:environment-flags")
    if flags is None:
        kinds, shipped = phase.ground.tile_kinds, phase.settings.shipped
        flags = memo["core.stealth:environment-flags"] = bytes(flag_tile(kind, shipped) for kind in kinds)
    return flags


def flag_tile(kind: Tile, shipped: bool) -> int:
    """The flags of a tile."""
    is_door = "door" in kind.tags or bool(kind.closes_to) or movement.lock_color(kind) is not None
    is_barrier = (
        bool(kind.opens_to or kind.breaks_to) or WATER_TAG in kind.tags or any(tag in TILE_OPENERS for tag in kind.tags)
    )
    is_roofed = DAYLIGHT_TAG not in kind.tags
    return (
        OPEN * kind.walkable
        | DOOR * is_door
        | BARRIER * (is_barrier and not kind.walkable)
        | DARK * (is_roofed and WATER_TAG not in kind.tags)
        | QUIET * (is_roofed and shipped)
        | EDGE * ("edge" in kind.tags)
    )


def mask_things(phase: Phase, me: Actor, mask: MaskBytes, lying: Sequence[Item]) -> None:
    """Picking up, using and dropping; see `footfall.plugins.stealth.items.using.legal_commands`."""
    pack, kinds = list_carried_items(phase.world, me), phase.item_kinds
    has_room = bool(lying) and len(pack) < effective_stat(phase, me, "capacity")
    for slot, item in enumerate(lying):
        mask[PICK_UP + slot] = has_room or any(can_stack(phase, other, item) for other in pack)
    worn = me.worn.values()
    for slot, item in enumerate(pack[:PACK]):
        kind = kinds[item.kind]
        is_worn = item.id in worn
        is_stuck = is_worn and is_held_by_curse(phase, item) and is_identified(phase, item)
        mask[DROP + slot] = not is_stuck
        if kind.slot and not (is_worn and kind.uses):
            may_put_on = is_worn or refuse_to_wear(phase, me, kind) is None
            mask[ACTIVATE + slot] = may_put_on and not is_stuck
        elif kind.uses:
            mask[ACTIVATE + slot] = (
                not kind.aim or not is_identified(phase, item) or bool(list_aim_targets(phase, item))
            )


def mask_targets(phase: Phase, me: Actor, mask: MaskBytes, creatures: Sequence[Actor]) -> None:
    """Attacks at a distance on the enemies in view."""
    targets = list_targets(phase, creatures)
    if not targets or is_exhausted(phase, me):
        return
    reach = reach_of(phase, me)
    if reach > 1:
        fit = {other.id for other in missiles.list_targets_in_reach(phase, me, reach)}
        for at, other in enumerate(targets):
            mask[REACH + at] = other.id in fit and chebyshev_distance(me.at, other.at) > 1
    bow = weapon_of(phase, me)
    if bow is not None and bow.range and missiles.find_ammunition(phase, me, bow) is not None:
        for at, other in enumerate(targets):
            mask[SHOOT + at] = may_fly(phase, me, other.at, bow.range)
    slots = [
        slot
        for slot, item in enumerate(list_carried_items(phase.world, me)[:PACK])
        if item_kind(phase, item.kind).is_throwable
        and not (item.id in me.worn.values() and is_held_by_curse(phase, item) and is_identified(phase, item))
    ]
    if slots:
        far = missiles.throwing_range(phase, me)
        for at, other in enumerate(targets):
            if may_fly(phase, me, other.at, far):
                for slot in slots:
                    mask[THROW + slot * TARGETS + at] = 1


def may_fly(phase: Phase, me: Actor, cell: Cell, reach: int) -> bool:
    """Whether nothing that the character knows keeps a missile from a cell in view."""
    if chebyshev_distance(me.at, cell) > reach:
        return False
    top, left = phase.level.origin
    width, seen = phase.level.tiles.shape[1], visible_mask(phase)
    for y, x in kernels.line(phase.array_index(me.at), phase.array_index(cell))[1:-1].tolist():
        other = phase.find_actor_at((y + top, x + left))
        if other is not None and seen[y * width + x] and disguise_of(phase, other) is None:
            return False
    return True


def find_command(ctx: Context, action: int, around: Surroundings) -> Command | None:
    """Returns the command of an action; None if its slot is empty."""
    phase = around.phase
    me = phase.world.player
    if action >= ANSWER:
        question = ctx.state.question
        return None if question is None else Answer(actor=question.actor, choice=action - ANSWER)
    if action < LAMP:
        return Wait(actor=me) if action == WAIT else Walk(actor=me, direction=action - WALK)
    if action < CLOSE:
        return {LAMP: ToggleLamp, WHISTLE: Whistle, STAIRS: stairs.TakeStairs}[action](actor=me)
    if action < PICK_UP:
        deed = (CloseDoor, Strike, EaseDoor)[(action - CLOSE) // DIRECTIONS]
        return deed(actor=me, direction=(action - CLOSE) % DIRECTIONS)
    if action < ACTIVATE:
        thing = pick_slot(around.lying, action - PICK_UP)
        return None if thing is None else PickUp(actor=me, item=thing.id)
    if action < REACH:
        thing = pick_slot(list_carried_items(phase.world, phase.player), (action - ACTIVATE) % PACK)
        kind = Activate if action < DROP else Drop
        return None if thing is None else kind(actor=me, item=thing.id)
    targets = list_targets(phase, around.creatures)
    number = (action - REACH) % TARGETS
    if number >= len(targets):
        return None
    target = targets[number].at
    if action < SHOOT:
        return ReachAttack(actor=me, target=target)
    if action < THROW:
        return Shoot(actor=me, target=target)
    thing = pick_slot(list_carried_items(phase.world, phase.player), (action - THROW) // TARGETS)
    return None if thing is None else Throw(actor=me, item=thing.id, target=target)
