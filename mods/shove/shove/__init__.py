"""Shove: pushes an adjacent creature one cell away."""

from collections.abc import Iterable, Sequence

from footfall.api import Change, Command, CommandSpec, Context, Message, Refusal, Tell, grid, hook
from footfall.api.scene import DIRECTIONS, Binding, Prompt, PromptKind
from footfall.plugins.stealth import api as stealth


class Shove(Command, frozen=True, tag="examples.shove:shove"):
    """Pushes the creature in a direction (0 to 7, clockwise from north)."""

    direction: int


NOBODY_THERE = Refusal(Message("shove-nobody"), "shove")
NO_ROOM = Refusal(Message("shove-no-room"), "shove")


def handle_shove(ctx: Context, command: Shove) -> Sequence[Change] | Refusal:
    """Pushes the target if the roll succeeds, and ends the turn."""
    world, _, index = grid.current_level(ctx)
    hero = world.actors[command.actor]
    dy, dx = DIRECTIONS[command.direction]
    adjacent, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
    target = index.actor_by_cell.get(adjacent)
    if target is None:
        return NOBODY_THERE
    if not is_free(ctx, behind):
        return NO_ROOM
    changes: list[Change] = [Tell(Message("shove-fails"), "bad")]
    if ctx.roll("shove", 1, 6) + hero.stats.get("strength", 0) > 2:
        changes = [grid.Move(target, behind), Tell(Message("shove-done"), "good")]
    return [*changes, *stealth.spend_turn(ctx, hero.id)]


def is_free(ctx: Context, cell: grid.Cell) -> bool:
    """Returns whether a creature can be pushed onto a cell."""
    _, level, index = grid.current_level(ctx)
    if not grid.is_inside(level, cell) or cell in index.actor_by_cell:
        return False
    kind: grid.Tile = ctx.records.get(grid.Tile, "tile", grid.tile_id_at(level, cell))
    return kind.walkable


def list_shoves(ctx: Context) -> Iterable[Shove]:
    """Yields the legal shoves, for bots and tests."""
    world, _, index = grid.current_level(ctx)
    hero = world.actors[world.player]
    for direction, (dy, dx) in enumerate(DIRECTIONS):
        adjacent, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
        if adjacent in index.actor_by_cell and is_free(ctx, behind):
            yield Shove(actor=hero.id, direction=direction)


@hook
def provide_commands() -> Iterable[CommandSpec]:
    """The command, on the key P."""
    ask = Prompt("direction", PromptKind.DIRECTION, Message("shove-where"))
    keys = Binding(("P",), Shove, Message("shove-key"), prompts=(ask,))
    return [CommandSpec(Shove, handle_shove, (keys,), list_legal=list_shoves)]
