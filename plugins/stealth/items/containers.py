"""Chests, tables, bookshelves: opened by walking into them (R-DOOR-1, R-ITEM-2)."""

from __future__ import annotations

from footfall.api import Ask, Change, Context, Message, Proposal, Push, Question, Refusal, Step, Tell
from footfall.api.grid import Actor, Cell, current_level, list_items_at

from ..movement import tile_at
from ..player import TILE_OPENERS, player_of
from ..settings import rule_settings
from ..sounds import DOOR_SOUND, emit_noise
from ..turns import spend_turn
from .using import take_into_pack

LOOT_STEP, TAKE_STEP = "core.stealth:loot", "core.stealth:take"

LEAVE_OPTION = 0
"""The option that ends the visit."""


def open_container(ctx: Context, actor: Actor, cell: Cell) -> list[Change | Proposal] | Refusal:
    """Opens a container, with the noise of a door (R-DOOR-4); the visit costs one unit in all (D-7)."""
    kind = tile_at(ctx, actor, cell)
    name = Message(kind.name) if kind is not None else Message("stealth-something")
    return [
        emit_noise(ctx, actor, DOOR_SOUND, cell),
        Tell(Message("stealth-opened", {"name": name})),
        Push(LOOT_STEP, (cell[0], cell[1])),
    ]


def end_visit(ctx: Context, actor: Actor) -> list[Change]:
    """The end of a visit (D-7)."""
    return spend_turn(ctx, actor.id) if rule_settings(ctx).item_loot_cost else []


def show_loot(ctx: Context, y: int, x: int) -> list[Change | Proposal]:
    """Shows what is inside, or ends the visit if nothing is."""
    world, level, _ = current_level(ctx)
    actor = player_of(ctx)
    held = list_items_at(world, level.id, (y, x), inside=True)
    if not held:
        return [Tell(Message("stealth-empty")), *end_visit(ctx, actor)]
    options = (*(item.id for item in held), LEAVE_OPTION)
    return [Ask(Question(actor.id, "loot", options, Message("stealth-ask-loot")), TAKE_STEP, (y, x))]


def take_item(ctx: Context, y: int, x: int, choice: int) -> list[Change | Proposal]:
    """Takes one object out and shows the rest; or leaves."""
    world, level, _ = current_level(ctx)
    actor = player_of(ctx)
    held = list_items_at(world, level.id, (y, x), inside=True)
    item = next((item for item in held if item.id == choice), None)
    if item is None:
        return [*end_visit(ctx, actor)]
    taken = take_into_pack(ctx, actor, item)
    if isinstance(taken, Refusal):
        return [Tell(taken.message), *end_visit(ctx, actor)]
    if len(held) == 1:
        return [*taken, *end_visit(ctx, actor)]
    return [*taken, Push(LOOT_STEP, (y, x))]


TILE_OPENERS["container"] = open_container

STEPS = (Step(LOOT_STEP, show_loot), Step(TAKE_STEP, take_item))
