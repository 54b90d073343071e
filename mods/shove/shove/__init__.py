"""Shove: pushes a neighbour one cell away, if strength and the ground allow it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footfall.api import Change, Command, CommandSpec, Message, Play, Refused, Tell, grid, hook
from footfall.api.scene import DIRECTIONS, Ask, Binding, Want


class Shove(Command, frozen=True, tag="examples.shove:shove"):
    """Push whoever stands in a direction (0..7, clockwise from north)."""

    direction: int


BASE = "core.stealth"
NOBODY = Refused(Message("shove-nobody"), "shove")
NO_ROOM = Refused(Message("shove-no-room"), "shove")


def shove(play: Play, command: Shove) -> Sequence[Change] | Refused:
    """The push, and the end of the turn."""
    world, _, ground = grid.here(play)
    hero = world.actors[command.actor]
    dy, dx = DIRECTIONS[command.direction]
    beside, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
    target = ground.occupied.get(beside)
    if target is None:
        return NOBODY
    if not free(play, behind):
        return NO_ROOM
    done: list[Change] = []
    if play.roll("shove", 1, 6) + hero.stats.get("strength", 0) > 2:
        done = [grid.Move(target, behind), Tell(Message("shove-done"), "good")]
    else:
        done = [Tell(Message("shove-fails"), "bad")]
    spend = play.game(BASE).spend  # what a turn costs is the base game's to say
    return [*done, *(spend(play.beside(BASE), hero.id) or ())] if spend else done


def free(play: Play, cell: grid.Cell) -> bool:
    """Whether a creature can be pushed onto a cell."""
    _, level, ground = grid.here(play)
    if not grid.inside(level, cell) or cell in ground.occupied:
        return False
    return play.records.get(grid.Tile, "tile", grid.tile_id(level, cell)).walkable


def legal(play: Play) -> Iterable[Shove]:
    """The shoves that can be tried now: bots and tests try them, too."""
    world, _, ground = grid.here(play)
    hero = world.actors[world.player]
    for direction, (dy, dx) in enumerate(DIRECTIONS):
        beside, behind = ((hero.at[0] + n * dy, hero.at[1] + n * dx) for n in (1, 2))
        if beside in ground.occupied and free(play, behind):
            yield Shove(actor=hero.id, direction=direction)


@hook
def provide_commands() -> Iterable[CommandSpec]:
    """The command, on the key P."""
    ask = Ask("direction", Want.DIRECTION, Message("shove-where"))
    keys = Binding(("P",), Shove, Message("shove-key"), asks=(ask,))
    return [CommandSpec(Shove, shove, (keys,), legal=legal)]
