"""Chests, tables, bookshelves: opened by walking into them (R-DOOR-1, R-ITEM-2)."""

from __future__ import annotations

from footfall.api import Ask, Change, Message, Play, Proposal, Push, Question, Refused, Step, Tell
from footfall.api.grid import Actor, Cell, here, items_at

from ..knobs import knobs
from ..moves import tile_at
from ..player import OPENERS, player_of
from ..sounds import DOOR, emit
from ..turns import spend
from .using import taken_by

LOOT, TAKE = "core.stealth:loot", "core.stealth:take"

LEAVE = 0
"""The option that ends the visit."""


def opened(play: Play, actor: Actor, cell: Cell) -> list[Change | Proposal] | Refused:
    """Opens a container, with the noise of a door (R-DOOR-4); the visit costs one unit in all (D-7)."""
    kind = tile_at(play, actor, cell)
    name = Message(kind.name) if kind is not None else Message("stealth-something")
    return [
        emit(play, actor, DOOR, cell),
        Tell(Message("stealth-opened", {"name": name})),
        Push(LOOT, (cell[0], cell[1])),
    ]


def visited(play: Play, actor: Actor) -> list[Change]:
    """The end of a visit (D-7)."""
    return spend(play, actor.id) if knobs(play).item_loot_cost else []


def loot(play: Play, y: int, x: int) -> list[Change | Proposal]:
    """Shows what is inside, or ends the visit if nothing is."""
    world, level, _ = here(play)
    actor = player_of(play)
    held = items_at(world, level.id, (y, x), inside=True)
    if not held:
        return [Tell(Message("stealth-empty")), *visited(play, actor)]
    options = (*(item.id for item in held), LEAVE)
    return [Ask(Question(actor.id, "loot", options, Message("stealth-ask-loot")), TAKE, (y, x))]


def take(play: Play, y: int, x: int, choice: int) -> list[Change | Proposal]:
    """Takes one object out and shows the rest; or leaves."""
    world, level, _ = here(play)
    actor = player_of(play)
    held = items_at(world, level.id, (y, x), inside=True)
    item = next((item for item in held if item.id == choice), None)
    if item is None:
        return [*visited(play, actor)]
    taken = taken_by(play, actor, item)
    if isinstance(taken, Refused):
        return [Tell(taken.message), *visited(play, actor)]
    if len(held) == 1:
        return [*taken, *visited(play, actor)]
    return [*taken, Push(LOOT, (y, x))]


OPENERS["container"] = opened

STEPS = (Step(LOOT, loot), Step(TAKE, take))
