"""Auto-explore: takes what lies in view, looks where nobody has looked, and says when that is all."""

from __future__ import annotations

from footfall.api import Command, Message, Seat
from footfall.api.grid import Cell, chebyshev, here, items_at, pack_of, world_of

from ..items.using import PickUp, stacks
from ..player import player_of
from ..sight import sees
from ..totals import item_kind, total
from .known import cells_with, costs, frontier, seen_tiles
from .travel import DOWN, walk
from .watch import interrupted


class Explore(Command, frozen=True, tag="core.stealth:explore"):
    """Explores the floor until something comes up."""


def explore(seat: Seat, order: Explore, done: int) -> Command | Message | None:
    """The course of `Explore`."""
    told = interrupted(seat, done)
    if told is not None:
        return told
    return _take(seat) or _fetch(seat, done) or _furniture(seat, done) or _look(seat, done) or _rest(seat)


def _wanted(seat: Seat) -> dict[int, Cell]:
    """Objects of use that lie in view, have room in the pack, and were never carried: id to cell."""
    world, level, _ = here(seat)
    me = player_of(seat)
    pack = pack_of(world, me)
    carried: set[int] = seat.notes.setdefault("carried", set())
    carried.update(item.id for item in pack)
    room = len(pack) < total(seat, me, "capacity")
    return {
        item.id: item.at
        for item in world.items.values()
        if item.level == level.id
        and item.at is not None
        and not item.inside
        and item.id not in carried
        and item_kind(seat, item.kind).sort != "junk"
        and sees(seat, item.at)
        and (room or any(stacks(seat, other, item) for other in pack))
    }


def _take(seat: Seat) -> Command | None:
    """Picks up what lies underfoot."""
    me = player_of(seat)
    wanted = _wanted(seat)
    lying = items_at(world_of(seat.state), me.level, me.at)
    return next((PickUp(actor=me.id, item=item.id) for item in lying if item.id in wanted), None)


def _fetch(seat: Seat, done: int) -> Command | None:
    """A step towards what lies in view."""
    return walk(seat, sorted(set(_wanted(seat).values())), done)


def _furniture(seat: Seat, done: int) -> Command | Message | None:
    """A step towards a container that was not looked at yet, and a word beside it: opening it is loud."""
    _, level, ground = here(seat)
    me = player_of(seat)
    looked: set[tuple[int, Cell]] = seat.notes.setdefault("looked", set())
    ahead = [cell for cell in cells_with(seat, "container") if (level.id, cell) not in looked]
    beside = [cell for cell in ahead if chebyshev(cell, me.at) == 1]
    if beside:
        looked.update((level.id, cell) for cell in beside)
        y, x = beside[0][0] - level.origin[0], beside[0][1] - level.origin[1]
        kind = ground.kinds[level.memory[y, x] - 1]
        return Message("stealth-course-container", {"name": Message(kind.name)})
    return walk(seat, ahead, done, beside=True) if ahead else None


def _look(seat: Seat, done: int) -> Command | None:
    """A step towards the nearest place beside what nobody has seen, or to where the game beckons."""
    _, level, _ = here(seat)
    seen, _, _ = seen_tiles(seat)
    beckons = seat.game(seat.state.game).beckons
    further = [*beckons(seat.beside(seat.state.game))] if beckons is not None else []
    return walk(seat, [*frontier(level, costs(seat), seen), *further], done)


def _rest(seat: Seat) -> Message:
    """All that can be reached was seen."""
    down = any(cells_with(seat, tag) for tag in DOWN)
    return Message("stealth-course-explored", {"stairs": "yes" if down else "no"})
