"""Auto-explore: takes what lies in view, looks where nobody has looked, and says when that is all."""

from __future__ import annotations

from footfall.api import BotContext, Command, Message
from footfall.api.grid import (
    Cell,
    chebyshev_distance,
    current_level,
    get_world,
    list_carried_items,
    list_items_at,
)

from ..items.using import PickUp, can_stack
from ..player import player_of
from ..sight import player_sees
from ..stats import effective_stat, item_kind
from .interruption import find_interruption
from .known_map import find_known_cells, frontier, recall_tiles, walk_costs
from .travel import DOWN_TAGS, step_along


class AutoExplore(Command, frozen=True, tag="core.stealth:explore"):
    """Explores the floor until something comes up."""


def next_explore_command(ctx: BotContext, order: AutoExplore, done: int) -> Command | Message | None:
    """The course of `Explore`."""
    told = find_interruption(ctx, done)
    if told is not None:
        return told
    return (
        _pick_up_underfoot(ctx)
        or _walk_to_item(ctx, done)
        or _walk_to_container(ctx, done)
        or _walk_to_frontier(ctx, done)
        or _describe_result(ctx)
    )


def _find_wanted_items(ctx: BotContext) -> dict[int, Cell]:
    """Objects of use that lie in view, have room in the pack, and were never carried: id to cell."""
    world, level, _ = current_level(ctx)
    me = player_of(ctx)
    pack = list_carried_items(world, me)
    carried: set[int] = ctx.notes.setdefault("carried", set())
    carried.update(item.id for item in pack)
    room = len(pack) < effective_stat(ctx, me, "capacity")
    return {
        item.id: item.at
        for item in world.items.values()
        if item.level == level.id
        and item.at is not None
        and not item.inside
        and item.id not in carried
        and item_kind(ctx, item.kind).sort != "junk"
        and player_sees(ctx, item.at)
        and (room or any(can_stack(ctx, other, item) for other in pack))
    }


def _pick_up_underfoot(ctx: BotContext) -> Command | None:
    """Picks up what lies underfoot."""
    me = player_of(ctx)
    wanted = _find_wanted_items(ctx)
    lying = list_items_at(get_world(ctx.state), me.level, me.at)
    return next((PickUp(actor=me.id, item=item.id) for item in lying if item.id in wanted), None)


def _walk_to_item(ctx: BotContext, done: int) -> Command | None:
    """A step towards what lies in view."""
    return step_along(ctx, sorted(set(_find_wanted_items(ctx).values())), done)


def _walk_to_container(ctx: BotContext, done: int) -> Command | Message | None:
    """A step towards a container that was not looked at yet, and a word beside it: opening it is loud."""
    _, level, ground = current_level(ctx)
    me = player_of(ctx)
    looked: set[tuple[int, Cell]] = ctx.notes.setdefault("looked", set())
    ahead = [cell for cell in find_known_cells(ctx, "container") if (level.id, cell) not in looked]
    beside = [cell for cell in ahead if chebyshev_distance(cell, me.at) == 1]
    if beside:
        looked.update((level.id, cell) for cell in beside)
        y, x = beside[0][0] - level.origin[0], beside[0][1] - level.origin[1]
        kind = ground.tile_kinds[level.memory[y, x] - 1]
        return Message("stealth-course-container", {"name": Message(kind.name)})
    return step_along(ctx, ahead, done, to_neighbor=True) if ahead else None


def _walk_to_frontier(ctx: BotContext, done: int) -> Command | None:
    """A step towards the nearest place beside what nobody has seen, or to where the game beckons."""
    _, level, _ = current_level(ctx)
    seen, _, _ = recall_tiles(ctx)
    beckons = ctx.find_game(ctx.state.game).exploration_targets
    further = [*beckons(ctx.for_mod(ctx.state.game))] if beckons is not None else []
    return step_along(ctx, [*frontier(level, walk_costs(ctx), seen), *further], done)


def _describe_result(ctx: BotContext) -> Message:
    """All that can be reached was seen."""
    down = any(find_known_cells(ctx, tag) for tag in DOWN_TAGS)
    return Message("stealth-course-explored", {"stairs": "yes" if down else "no"})
