"""The magic circle at the end of an exploration turn: a clue for a hero inside it (C-CLUE)."""

from __future__ import annotations

from footfall.api import Change, Context, Message, Tell, stream_key
from footfall.api.grid import World, kernels

from .clues import award_clue
from .dice import SIDES
from .explore import ForbiddenError
from .geometry import CellRect, contains, to_tiles
from .model import Delve, Zone
from .tables import SpecialRoom, Tables, shorten_id

TURN_END = "turn-end"
"""The word in `SpecialRoom.hooks` of a room that acts then."""

CIRCLE_KEY = stream_key("core.delve", "circle")


def ask_circle(ctx: Context, delve: Delve, book: Tables, world: World) -> list[Change]:
    """Rolls the secret die of a circle that the hero stands in; the game knows the rows that award a clue."""
    hero = world.actors.get(world.player)
    if hero is None:
        return []
    for zone in delve.zones:
        room = book.special_rooms.get(zone.special)
        if room is None or TURN_END not in room.hooks or not room.table or zone.level != hero.level or zone.is_hidden:
            continue
        if not contains(to_tiles(find_footprint(zone, room), delve.wall_thickness), hero.at):
            continue
        face = kernels.draw(ctx.state.seed, CIRCLE_KEY, delve.turn, 0, SIDES) + 1
        row = book.by_name[shorten_id(room.table)].rows[face]
        try:
            return [Tell(Message(row.text), "dice"), award_clue(delve, zone.id)] if row.clues else []
        except ForbiddenError as why:
            return [Tell(Message(why.message, why.message_args))]
    return []


def find_footprint(zone: Zone, room: SpecialRoom) -> CellRect:
    """The cells of the object in the middle of a special room."""
    top, left, height, width = zone.floors[0]
    tall, wide = room.footprint or (height, width)
    return top + (height - tall) // 2, left + (width - wide) // 2, tall, wide
