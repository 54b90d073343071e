"""Shove: pushes a neighbour one cell away, if strength and the ground allow it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footfall.api import Change, Command, CommandSpec, Context, Message, Refusal, Tell, grid, hook
from footfall.api.scene import DIRECTIONS, Binding, Prompt, PromptKind


class Shove(Command, frozen=True, tag="examples.shove:shove"):
    """Push whoever stands in a direction (0..7, clockwise from north)."""

    direction: int


BASE_GAME = "core.stealth"
NOBODY_THERE = Refusal(Message("shove-nobody"), "shove")
NO_ROOM = Refusal(Message("shove-no-room"), "shove")


def handle_shove(ctx: Context, command: Shove) -> Sequence[Change] | Refusal:
    """The push, and the end of the turn."""
    world, _, ground = grid.current_level(ctx)
    hero = world.actors[command.actor]
    dy, dx = DIRECTIONS[command.direction]
    beside, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
    target = ground.actor_by_cell.get(beside)
    if target is None:
        return NOBODY_THERE
    if not is_free(ctx, behind):
        return NO_ROOM
    done: list[Change] = []
    if ctx.roll("shove", 1, 6) + hero.stats.get("strength", 0) > 2:
        done = [grid.Move(target, behind), Tell(Message("shove-done"), "good")]
    else:
        done = [Tell(Message("shove-fails"), "bad")]
    spend = ctx.find_game(BASE_GAME).spend_turn  # what a turn costs is the base game's to say
    return [*done, *(spend(ctx.for_mod(BASE_GAME), hero.id) or ())] if spend else done


def is_free(ctx: Context, cell: grid.Cell) -> bool:
    """Whether a creature can be pushed onto a cell."""
    _, level, ground = grid.current_level(ctx)
    if not grid.is_inside(level, cell) or cell in ground.actor_by_cell:
        return False
    return ctx.records.get(grid.Tile, "tile", grid.tile_id_at(level, cell)).walkable


def list_shoves(ctx: Context) -> Iterable[Shove]:
    """The shoves that can be tried now: bots and tests try them, too."""
    world, _, ground = grid.current_level(ctx)
    hero = world.actors[world.player]
    for direction, (dy, dx) in enumerate(DIRECTIONS):
        beside, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
        if beside in ground.actor_by_cell and is_free(ctx, behind):
            yield Shove(actor=hero.id, direction=direction)


@hook
def provide_commands() -> Iterable[CommandSpec]:
    """The command, on the key P."""
    ask = Prompt("direction", PromptKind.DIRECTION, Message("shove-where"))
    keys = Binding(("P",), Shove, Message("shove-key"), prompts=(ask,))
    return [CommandSpec(Shove, handle_shove, (keys,), list_legal=list_shoves)]
