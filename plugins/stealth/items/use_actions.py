"""Effects of item uses, by the names that item records give them (`ItemUse.do`)."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from footfall.api import Change, Message, Proposal, Push, Tell, grid

from ..actions.fight import provoke_target
from ..actions.movement import uncover_items
from ..actors.identification import Identify, LiftCurse, disguise_of, is_identified
from ..actors.stats import ENVENOMED, effective_stat
from ..actors.surroundings import list_free_cells
from ..generate import floor_factory
from ..model.phase import Phase
from ..model.play_state import Muffle
from ..model.records import ItemUse, StatusEffect, is_thing, item_kind
from ..senses.notices import announce
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import ATTACK_SOUND, COLLAPSE_SOUND, emit_noise
from ..turns.upkeep import REFRESH_STEP
from .aiming import WOODEN_TAG, light_place, lull_around
from .hunger import poison_actor

UseChanges: TypeAlias = "list[Change | Proposal]"

STRAY_CHANCE = 35
"""Percent chance that a fireball lands up to one cell off."""

BLAST_RADIUS = 2
"""Radius of a fireball, in cells."""

BURN_TURNS = 3
"""Turns that an actor burns."""


class UseTarget(msgspec.Struct, frozen=True):
    """The user and the target of one use.

    Attributes:
        user: the actor that uses or throws the item.
        target: the affected actor, if any.
        cell: where it takes effect.
        item: the affected item, if any.
        source: id of the item that is used or thrown.
        is_thrown: whether the item shattered after a throw, which halves durations (R-RANGED-4).
    """

    user: grid.Actor
    target: grid.Actor | None
    cell: grid.Cell
    item: grid.Item | None = None
    source: int = 0
    is_thrown: bool = False


def _roll_amount(phase: Phase, purpose: str, use: ItemUse) -> int:
    return use.low if use.low == use.high else phase.ctx.roll(purpose, use.low, use.high)


def _describe_use(phase: Phase, aim: UseTarget, id: str, kind: str = "good", **args: object) -> list[Change]:
    """The log line about the player's character, or ``{id}-other`` about a target in view."""
    target = aim.target
    if target is None:
        return []
    if target.id == phase.world.player:
        return [Tell(Message(id, dict(args)), kind)]
    if player_sees(phase, target.at):
        return [Tell(Message(f"{id}-other", {"target": actor_name(phase, target), **args}), kind)]
    return []


def heal_target(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Restores life."""
    if aim.target is None:
        return []
    return [grid.Heal(aim.target.id, _roll_amount(phase, "heal", use)), *_describe_use(phase, aim, "stealth-healed")]


def end_effect(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Ends a timed effect."""
    if aim.target is None or use.effect not in aim.target.effects:
        return []
    name = Message(phase.records.get(StatusEffect, "effect", use.effect).name)
    return [
        grid.SetEffect(aim.target.id, use.effect, 0),
        *_describe_use(phase, aim, "stealth-effect-gone", effect=name),
    ]


def start_effect(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Starts or extends a timed effect."""
    if aim.target is None:
        return []
    turns = _roll_amount(phase, "turns", use)
    if aim.is_thrown:
        turns = (turns + 1) // 2
    turns = max(turns, aim.target.effects.get(use.effect, 0))
    effect = phase.records.get(StatusEffect, "effect", use.effect)
    messages = _describe_use(
        phase, aim, "stealth-effect-begins", "good" if effect.is_good else "bad", effect=Message(effect.name)
    )
    changes: UseChanges = [grid.SetEffect(aim.target.id, use.effect, turns), *messages]
    if not effect.is_good and aim.target.id != aim.user.id:
        changes += provoke_target(phase, aim.user, aim.target)
    return changes


def raise_stat(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Raises a base stat permanently."""
    target = aim.target
    if target is None:
        return []
    base = target.hp_max if use.stat == "hp_max" else target.stats.get(use.stat, 0)
    stat = Message(f"stealth-stat-{use.stat}")
    change = grid.SetStat(target.id, use.stat, base + _roll_amount(phase, "gain", use))
    return [change, *_describe_use(phase, aim, "stealth-gained", stat=stat)]


def refill_stamina(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Restores all stamina."""
    target = aim.target
    if target is None or target.id not in phase.stealth.fighters:
        return []
    return [Push(REFRESH_STEP, (target.id,)), *_describe_use(phase, aim, "stealth-refreshed")]


def poison_target(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Poisons the target."""
    if aim.target is None:
        return []
    changes: UseChanges = [*poison_actor(phase, aim.target, _roll_amount(phase, "poison", use), aim.is_thrown)]
    if aim.target.id != aim.user.id:
        changes += provoke_target(phase, aim.user, aim.target)
    return changes


def coat_weapon(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Coats the user's weapon, so that its next hit poisons (R-ITEM-5)."""
    return [grid.SetEffect(aim.user.id, ENVENOMED, -1), Tell(Message("stealth-coated"), "good")]


def feed_target(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Changes satiety, up to its maximum."""
    target = aim.target
    if target is None:
        return []
    satiety_max = effective_stat(phase, target, "satiety_max")
    satiety = max(0, min(satiety_max, target.stats.get("satiety", 0) + _roll_amount(phase, "feed", use)))
    id = "stealth-eaten" if use.low >= 0 else "stealth-eaten-rotten"
    return [
        grid.SetStat(target.id, "satiety", satiety),
        *_describe_use(phase, aim, id, "good" if use.low >= 0 else "bad"),
    ]


def identify_item(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Identifies one item."""
    if aim.item is None:
        return [Tell(Message("stealth-nothing-happens"))]
    name = Message(item_kind(phase, aim.item.kind).name, {"count": aim.item.count})
    return [Identify((aim.item.kind,)), Tell(Message("stealth-identified", {"name": name}), "good")]


def identify_all(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Identifies all carried items."""
    kinds = [item.kind for item in grid.list_carried_items(phase.world, aim.user) if not is_identified(phase, item)]
    return [Identify(tuple(dict.fromkeys(kinds))), Tell(Message("stealth-identified-all"), "good")]


def lift_curse(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Lifts the curse of one item."""
    if aim.item is None:
        return [Tell(Message("stealth-nothing-happens"))]
    return [LiftCurse(aim.item.id), Tell(Message("stealth-uncursed"), "good")]


def descend(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Takes the character to the next floor down."""
    changes = floor_factory.leave_level(phase.ctx, phase.level, "down")
    return [*changes] if changes else [Tell(Message("stealth-nothing-happens"))]


def teleport(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Moves the target to a random free cell of the floor."""
    cells = list_free_cells(phase)
    if aim.target is None or not len(cells):
        return []
    y, x = cells[phase.ctx.roll("teleport", 0, len(cells) - 1)].tolist()
    return [grid.Move(aim.target.id, (y, x)), *_describe_use(phase, aim, "stealth-teleported")]


def strike_lightning(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Strikes one creature with lightning, which ignores armor."""
    if aim.target is None:
        return []
    changes: UseChanges = [
        *_describe_use(phase, aim, "stealth-lightning"),
        *provoke_target(phase, aim.user, aim.target),
    ]
    changes.append(emit_noise(phase, aim.user, ATTACK_SOUND, aim.cell))
    return [*changes, grid.Hurt(aim.target.id, _roll_amount(phase, "bolt", use), aim.user.id, "lightning")]


def explode_fireball(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Burns the actors and closed doors within `BLAST_RADIUS` and in line of sight of the center."""
    y, x = aim.cell
    if phase.ctx.chance("stray", STRAY_CHANCE, 100):
        y, x = y + phase.ctx.roll("stray-y", -1, 1), x + phase.ctx.roll("stray-x", -1, 1)
    if not grid.is_inside(phase.level, (y, x)) or not phase.tile((y, x)).transparent:
        y, x = aim.cell
    changes: UseChanges = [
        Tell(Message("stealth-fireball"), "fight"),
        emit_noise(phase, aim.user, ATTACK_SOUND, (y, x)),
    ]
    damage = _roll_amount(phase, "blast", use)
    for id in sorted(phase.ground.actor_by_cell.values()):
        other = phase.world.actors[id]
        if not _is_in_blast(phase, (y, x), other.at) or is_thing(phase, other):
            continue
        changes += provoke_target(phase, aim.user, other) if other.id != aim.user.id else []
        changes.append(grid.SetEffect(other.id, use.effect, BURN_TURNS))
        hurt = max(0, damage - effective_stat(phase, other, "fire_resistance"))
        facts: dict[str, Any] = {"damage": hurt, "turns": BURN_TURNS}
        if other.id == phase.world.player:
            changes.append(Tell(Message("stealth-fire-you", facts), "bad"))
        elif player_sees(phase, other.at) and disguise_of(phase, other) is None:
            changes.append(Tell(Message("stealth-fire-other", {**facts, "target": actor_name(phase, other)}), "fight"))
        changes.append(grid.Hurt(other.id, hurt, aim.user.id, "fire"))
    for cell in (
        (y + dy, x + dx)
        for dy in range(-BLAST_RADIUS, BLAST_RADIUS + 1)
        for dx in range(-BLAST_RADIUS, BLAST_RADIUS + 1)
    ):
        if not grid.is_inside(phase.level, cell):
            continue
        kind = phase.tile(cell)
        if WOODEN_TAG in kind.tags and _is_in_blast(phase, (y, x), cell):
            changes += burn_door(phase, cell, kind)
    return changes


def _is_in_blast(phase: Phase, center: grid.Cell, cell: grid.Cell) -> bool:
    """Whether a cell is within `BLAST_RADIUS` and in line of sight of the center."""
    if grid.chebyshev_distance(cell, center) > BLAST_RADIUS:
        return False
    return grid.kernels.line_of_sight(phase.ground.grid, phase.array_index(center), phase.array_index(cell))


def burn_door(phase: Phase, cell: grid.Cell, kind: grid.Tile) -> UseChanges:
    """Burns a door down."""
    fixture = grid.find_fixture_at(phase.world, phase.level.id, cell)
    changes: UseChanges = [grid.SetTile(phase.level.id, cell, kind.breaks_to)]
    if fixture is not None:
        changes.append(grid.SetFixtureHp(fixture.id, 0))
    if player_sees(phase, cell):
        changes.append(Tell(Message("stealth-door-burns"), "good"))
    return changes


def tunnel_wall(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Turns a wall into rubble, as loud as a collapse."""
    level = phase.level
    tile = grid.tile_id_at(level, aim.cell)
    y, x = aim.cell[0] - level.origin[0], aim.cell[1] - level.origin[1]
    is_inner = 0 < y < level.shape[0] - 1 and 0 < x < level.shape[1] - 1
    if not is_inner or "wall" not in phase.records.get(grid.Tile, "tile", tile).tags:
        return [Tell(Message("stealth-nothing-happens"))]
    changes: UseChanges = [grid.SetTile(level.id, aim.cell, "core.stealth:rubble")]
    fixture = grid.find_fixture_at(phase.world, level.id, aim.cell)
    if fixture is not None:
        changes.append(grid.SetFixtureHp(fixture.id, 0))
    changes += uncover_items(phase, level.id, aim.cell)
    return [*changes, emit_noise(phase, aim.user, COLLAPSE_SOUND, aim.cell), Tell(Message("stealth-tunnelled"), "good")]


def muffle_bell(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Wraps a bell; an earlier wrapping is replaced (P-BELL-5)."""
    if aim.item is None:
        return [Tell(Message("stealth-nothing-happens"))]
    return [Muffle(aim.item.id, _roll_amount(phase, "muffle", use)), Tell(Message("stealth-bell-muffled"), "good")]


USE_ACTIONS: dict[str, Callable[[Phase, ItemUse, UseTarget], UseChanges]] = {
    "heal": heal_target,
    "end": end_effect,
    "start": start_effect,
    "gain": raise_stat,
    "refresh": refill_stamina,
    "poison": poison_target,
    "coat": coat_weapon,
    "feed": feed_target,
    "identify": identify_item,
    "identify_all": identify_all,
    "uncurse": lift_curse,
    "descend": descend,
    "teleport": teleport,
    "bolt": strike_lightning,
    "blast": explode_fireball,
    "tunnel": tunnel_wall,
    "read": lambda phase, use, aim: [],  # `use_item` shows the text
    "muffle": muffle_bell,
    "lull": lambda phase, use, aim: lull_around(phase, use, aim.cell),
    "light": lambda phase, use, aim: light_place(phase, use, aim.cell),
}


def perform_uses(phase: Phase, uses: tuple[ItemUse, ...], aim: UseTarget) -> UseChanges:
    """Applies all uses of an item in the order of its record."""
    changes: UseChanges = []
    for use in uses:
        changes += USE_ACTIONS.get(use.do, announce_word)(phase, use, aim)
    return changes


def announce_word(phase: Phase, use: ItemUse, aim: UseTarget) -> UseChanges:
    """Leaves a word that a mod has added to the listeners of ``core.stealth:on_effect``."""
    target = aim.target.id if aim.target is not None else 0
    amount = _roll_amount(phase, use.do, use)
    return [*announce(phase, "core.stealth:on_effect", aim.user.id, target, aim.cell, use.do, amount, aim.source)]
